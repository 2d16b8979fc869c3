"""What the list of seats shows beside territories and armies, on pages and in mails."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from common.lazy_text import LazyText
from engine import PlayerView
from games.families.board import PieceSign


class Sign(NamedTuple):
    """A sign of static/icons.svg, `pc-...`, with what it says."""

    sign: str
    name: str


@dataclass(frozen=True)
class Cell:
    """What a column says of one seat: a text as short as "BRA", and `title`, the same in full; `signs` stand
    before it."""

    text: str
    title: str = ""
    signs: tuple[Sign, ...] = ()


@dataclass(frozen=True)
class SeatColumn:
    """A column of the seat list after territories and armies. `icon` heads it, or the `sign` of that name; `cell` is
    asked for the neutral army too, the number after the last seat. A `narrow` column also stands in the line that
    phones show. Where there is no room a `detail` gives way to a `total`, as `css` says."""

    label: LazyText
    icon: str
    cell: Callable[[PlayerView, int], Cell]
    narrow: bool = False
    sign: bool = False
    css: str = ""


def cards_held(view: PlayerView, seat: int) -> Cell:
    return Cell(str(view.seats[seat].cards) if seat < len(view.seats) else "–")


CARDS = SeatColumn(_("Cards"), "copy", cards_held)


def of_seat(name: str, view: PlayerView, seat: int) -> Cell:
    """Show a number of a seat, by its name in the family's part of the view; the neutral army has none."""
    known = view.extra.get(name, ())
    return Cell(str(known[seat])) if seat < len(known) else Cell("–")


def of_deck(sign: PieceSign, kind: str, view: PlayerView, seat: int) -> Cell:
    """Show whether a seat has a piece in play, and how many cards of its deck the seat holds."""
    held = view.seats[seat].by_deck.get(kind, 0) if seat < len(view.seats) else 0
    return Cell(str(held) if held else "", signs=sign_in_play(sign, kind, view, seat))


def sign_in_play(sign: PieceSign, kind: str, view: PlayerView, seat: int) -> tuple[Sign, ...]:
    """Return the sign of a piece if a seat has one on the board."""
    here = any(piece.kind == kind and piece.seat == seat and piece.at >= 0 for piece in view.pieces)
    return (Sign(sign.sign, str(sign.name)),) if here else ()


def cards_in_hand(view: PlayerView, seat: int) -> str:
    """Count the cards of a seat by deck: "3 cards (2 Land, 1 Naval)"."""
    row = view.seats[seat]
    decks = [f"{count} {deck.capitalize()}" for deck, count in row.by_deck.items() if count]
    cards = ngettext("%(count)s card", "%(count)s cards", row.cards) % {"count": row.cards}
    return f"{cards} ({', '.join(decks)})" if decks else cards


def pieces_in_play(view: PlayerView, seat: int, named: dict[str, PieceSign]) -> list[str]:
    """List which of these pieces a seat has on the board."""
    kinds = {piece.kind for piece in view.pieces if piece.seat == seat and piece.at >= 0}
    return [str(sign.name) for kind, sign in named.items() if kind in kinds]


@dataclass(frozen=True)
class Mission:
    """The viewer's secret mission: what it `says`, and, where that has changed, what is asked `instead` and `why`;
    `cards` are all missions that may have been dealt, `shown` those of seats that the viewer may know. `says` is empty
    for a reader who has none."""

    says: str
    instead: str
    why: str
    cards: tuple[str, ...]
    shown: Mapping[int, str]


@dataclass(frozen=True)
class SeatParts:
    """What a family's pages and mails show of the seats."""

    columns: Callable[[PlayerView], tuple[SeatColumn, ...]] = lambda view: (CARDS,)
    """The columns of the seat list."""
    remark: Callable[[PlayerView, int], str] = lambda view, seat: ""
    """A few words below a seat's name in the seat list."""
    standing: Callable[[PlayerView, int], str] = lambda view, seat: ""
    """How a seat stands, in a sentence or two of a mail."""
    mission: Callable[[PlayerView], Mission | None] = lambda view: None
    """The viewer's secret mission; None in games without missions."""
