"""The table of families: one record for each, with all that the site knows of it beside its decisions.

    FAMILIES.add(FamilyParts("classic", result=ResultParts(land_changes={**SHARED_LAND_CHANGES, ...}), ...))

A record is made of smaller ones, one for each reader: `parts_of(rules).board` is what the board asks. Every part has a
default that works for any family, so that a new one can be played before anybody has written a word for it;
`generic_parts` says what still stands on its default. Records register themselves when their module is imported; `load`
imports all of this package.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass

import engine
from common.module_loading import import_all
from common.registry import Registry
from games.families.attack import AttackParts
from games.families.board import BoardParts
from games.families.cards import CardParts
from games.families.lessons import FamilyLesson
from games.families.option_lists import NewGameParts
from games.families.purchases import PurchaseParts
from games.families.result import ResultParts
from games.families.seats import SeatParts
from games.families.standing_cases import StandingParts
from games.families.terms import Term
from games.families.turn import TurnParts
from games.families.words import WordParts


@dataclass(frozen=True)
class FamilyParts:
    """What the site knows of one family, by who asks; each record says what its parts are."""

    name: str
    """The family, as its rule sets have it."""
    board: BoardParts = BoardParts()
    seats: SeatParts = SeatParts()
    turn: TurnParts = TurnParts()
    attack: AttackParts = AttackParts()
    cards: CardParts = CardParts()
    purchases: PurchaseParts = PurchaseParts()
    result: ResultParts = ResultParts()
    orders: StandingParts = StandingParts()
    words: WordParts = WordParts()
    new_game: NewGameParts = NewGameParts()
    terms: tuple[Term, ...] = ()
    """Words that its texts explain."""
    lesson: FamilyLesson | None = None
    """What "How to play" tells of the family."""


GENERIC = FamilyParts("")
FAMILIES: Registry[FamilyParts] = Registry()


def load() -> None:
    """Have every record register itself."""
    import_all("games.families")


def parts_of(rules: str) -> FamilyParts:
    """Return the record of a rule set's family; one of defaults where none was registered."""
    return FAMILIES.get(engine.ruleset(rules).family) or GENERIC


def generic_parts(family: str) -> list[str]:
    """Name the parts of a family that stand on their defaults: "board.ruins", "lesson"."""
    record, found = FAMILIES.get(family) or GENERIC, []
    for each in fields(FamilyParts):
        own, usual = getattr(record, each.name), getattr(GENERIC, each.name)
        if is_dataclass(usual):
            names = (part.name for part in fields(usual))
            found += [f"{each.name}.{name}" for name in names if getattr(own, name) == getattr(usual, name)]
        elif own is usual and each.name != "name":
            found.append(each.name)
    return found
