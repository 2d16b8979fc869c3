"""Forms that do one thing when they are sent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.forms import Form
from django.http import HttpRequest

from games.errors import GameError


@dataclass(frozen=True)
class Outcome:
    """The outcome of a form: done, refused with a sentence, or still to be filled in."""

    done: bool = False
    refusal: str = ""
    status: int = 200


def posted(request: HttpRequest, form: Form, do: Callable[..., object]) -> Outcome:
    """Call `do` with the cleaned fields of a form, if it was sent and is valid."""
    if request.method != "POST":
        return Outcome()
    if not form.is_valid():
        return Outcome(status=422)
    try:
        do(**form.cleaned_data)
    except GameError as exc:
        return Outcome(refusal=exc.message, status=exc.status)
    return Outcome(done=True)
