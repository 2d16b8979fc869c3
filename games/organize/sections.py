"""Parts of the organizers' pages of a game and of a person that apps above the games bring."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from accounts.models import User
from common.registry import Registry
from games.models import Game


@dataclass(frozen=True)
class GameSection:
    """A part of the page, shown by its template of Django with `data`, and left out without any."""

    name: str
    template: str
    data: Callable[[Game], object]


GAME_SECTIONS: Registry[GameSection] = Registry()


@dataclass(frozen=True)
class PersonSection:
    """A part of the organizers' page of a person, shown by its template of Django with `data` for an organizer, and
    left out without any."""

    name: str
    template: str
    data: Callable[[User, User], object]


PERSON_SECTIONS: Registry[PersonSection] = Registry()


def person_sections(person: User, reader: User) -> list[tuple[str, object]]:
    """List the parts that there are for a person as an organizer may see them: each template with its data."""
    found = ((section.template, section.data(person, reader)) for section in PERSON_SECTIONS)
    return [(template, data) for template, data in found if data]


def sections_of(game: Game) -> list[tuple[str, object]]:
    """List the parts that there are for a game: each template with its data."""
    found = ((section.template, section.data(game)) for section in GAME_SECTIONS)
    return [(template, data) for template, data in found if data]
