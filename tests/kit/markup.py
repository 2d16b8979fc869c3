"""Pages and mails as they are read, whatever the lines of their templates."""

from __future__ import annotations


def one_line(html: str) -> str:
    """Markup with one space where it has any space: a line may end in a template wherever a word does."""
    return " ".join(html.split())
