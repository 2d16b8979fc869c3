"""Collect the sentences to be translated; those of Jinja2's templates too, which Django's own command cannot read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.commands import makemessages
from django.template import engines


class BuildFile(makemessages.BuildFile):
    """A file with sentences, and the Python that xgettext reads in its place."""

    def preprocess(self) -> None:
        if "jinja2" not in Path(self.path).parts:
            super().preprocess()
            return
        source = Path(self.path).read_text(encoding="utf-8")
        Path(self.work_path).write_text(as_python(source), encoding="utf-8")


class Command(makemessages.Command):
    build_file_class = BuildFile


def as_python(template: str) -> str:
    """Convert the marked sentences of a template to Python calls, each on its own line of the template."""
    environment: Any = engines["jinja2"]
    lines = [""] * (template.count("\n") + 1)
    for number, function, message in environment.env.extract_translations(template):
        said = message if isinstance(message, tuple) else (message,)
        lines[number - 1] += f"{function}({', '.join(repr(each) for each in said if each is not None)}); "
    return "\n".join(lines)
