"""What columns of seat lists show in families whose cards are played by name: numbers of a seat, pieces in play with
the cards of their deck."""

from __future__ import annotations

from django.utils.translation import ngettext

from engine import PlayerView
from games.families.board import PieceSign
from games.families.seats import Cell, Sign


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
