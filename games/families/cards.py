"""What is said of cards: whether they can be played, what they may aim at, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext

import engine
from engine import PlayerView
from engine.mechanics.action_cards.kinds import CardKind
from engine.mechanics.battle.forecast import Fight
from games.wording.amounts import count_funds


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


# ---- what families make them of

Reason = Callable[[PlayerView], str]


@dataclass(frozen=True)
class CardReasons:
    """The reasons of a family: `bars` by what refuses a card, `no_target` by what it falls on."""

    bars: Mapping[object, Reason]
    no_target: Mapping[object, Reason]

    def missing(self, view: PlayerView, kind: CardKind, *, free: bool = False) -> str:
        """Say what keeps a card from being played; one that is `free` costs nothing now."""
        barred = self.bars.get(kind.barred)
        return (
            (barred(view) if barred else "")
            or ("" if free else price_words(view, kind))
            or next((self.no_target[target](view) for target in kind.targets if target in self.no_target), "")
        )


def price_words(view: PlayerView, kind: CardKind) -> str:
    """Say that the viewer cannot pay for a card; empty where it can be paid."""
    assert view.viewer is not None
    funds = view.extra["purses"][view.viewer]
    if kind.cost <= funds:
        return ""
    said = {"cost": count_funds(kind.cost, view.rules), "funds": funds}
    return gettext("costs %(cost)s, and you have %(funds)s") % said


Change = Callable[[Fight], float]
"""The chance that an invasion succeeds once a card is played, from the fight as it stands."""


def with_defenders(more: int) -> Change:
    """Add units to the defence."""
    return lambda fight: fight._replace(defenders=fight.defenders + more).win


def stop_invasion(fight: Fight) -> float:
    """End the invasion."""
    return 0.0
