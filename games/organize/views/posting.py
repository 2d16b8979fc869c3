"""Forms that do one thing when they are sent, in the name of who is logged in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.forms import Form
from django.http import HttpRequest

from accounts.current_user import person_of
from games.errors import GameError


@dataclass(frozen=True)
class FormOutcome:
    """The outcome of a form: done, refused with a sentence, or still to be filled in."""

    done: bool = False
    refusal: str = ""
    status: int = 200


def submit_form(request: HttpRequest, form: Form, do: Callable[..., object]) -> FormOutcome:
    """Call `do` with the sender as `user` and the cleaned fields of a form, if it was sent and is valid."""
    if request.method != "POST":
        return FormOutcome()
    if not form.is_valid():
        return FormOutcome(status=422)
    try:
        do(user=person_of(request), **form.cleaned_data)
    except GameError as exc:
        return FormOutcome(refusal=exc.message, status=exc.status)
    return FormOutcome(done=True)
