"""What is said of cards before and after they are played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import engine
from engine import PlayerView
from engine.mechanics.action_cards import CardKind
from engine.mechanics.battle.forecast import Fight
from engine.mechanics.card_sets import sets_in


class Aim(NamedTuple):
    """A thing that a card may aim at by its name: a piece, a deck, another card. `note` says more of it, `seat` is
    whose it is, -1 for nobody's, `sign` its sign of static/icons.svg without the `pc-`."""

    name: str
    note: str = ""
    seat: int = -1
    sign: str = ""


def piece_aim(view: PlayerView, kind: CardKind, value: str) -> Aim:
    """Describe a piece that a card may aim at."""
    return Aim(engine.ruleset(view.rules).piece_title(value))


class LostLand(NamedTuple):
    """A territory that a card would destroy: its number, whose it is, -1 for nobody's, and the cells of its row."""

    at: int
    seat: int
    cells: tuple[str, ...]


class CardPreview(NamedTuple):
    """What a card would destroy, before it is played: a table with a `heading`, a row for each territory and `notes`
    below it, the `total` for the button, and all of it in `words` for mails."""

    heading: str
    columns: tuple[str, ...]
    rows: tuple[LostLand, ...]
    notes: tuple[str, ...]
    total: str
    words: str


def holds_set(view: PlayerView) -> bool:
    """Check whether the viewer's hand has a set to trade in."""
    signs = engine.mapgraph(view.map).symbols(str(view.options.get("deck", "A")))
    return bool(signs) and any(sets_in(view.hand, signs))


@dataclass(frozen=True)
class CardParts:
    """What a family says of cards."""

    names_cards: bool = False
    """Whether cards are played by their names."""
    card_chance: Callable[[PlayerView, CardKind, Fight, int, int], float | None] = lambda *args: None
    """The chance that a fight from one territory on another captures once a card is played; None if it stays."""
    why_idle: Callable[[PlayerView, CardKind], str] = lambda view, kind: ""
    """Why a card cannot be played now."""
    has_no_effect: Callable[[PlayerView, CardKind], bool] = lambda view, kind: False
    """Whether a card that can be played would do nothing."""
    aim: Callable[[PlayerView, CardKind, str], Aim] = piece_aim
    """What else than land or a player a card may aim at."""
    card_preview: Callable[[PlayerView, CardKind], CardPreview | None] = lambda view, kind: None
    """What a card would destroy."""
    undo_words: Callable[[PlayerView], str] = lambda view: ""
    """Who may undo a card that the viewer plays."""
    laid_open: Callable[[PlayerView], Sequence[tuple[int, int]]] = lambda view: ()
    """The cards that lie open before seats, as (seat, card)."""
