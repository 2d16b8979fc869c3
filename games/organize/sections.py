"""Parts of an organizers' page of a game that apps above the games bring."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from common.registry import Registry
from games.models import Game


@dataclass(frozen=True)
class GameSection:
    """A part of the page, shown by its template of Django with `data`, and left out without any."""

    name: str
    template: str
    data: Callable[[Game], object]


GAME_SECTIONS: Registry[GameSection] = Registry()


def sections_of(game: Game) -> list[tuple[str, object]]:
    """List the parts that there are for a game: each template with its data."""
    found = ((section.template, section.data(game)) for section in GAME_SECTIONS)
    return [(template, data) for template, data in found if data]
