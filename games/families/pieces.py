"""What stands and lies on land beside armies, in words, as the records of families have it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from django.utils.translation import gettext

import engine
from engine import PlayerView
from games.families.board import PieceSign, titled_piece
from games.families.parts import parts_of
from games.wording.amounts import join_and


def describe_land(view: PlayerView) -> Mapping[int, str]:
    """Say what is on each territory besides armies: "general × 2 and god"; of pieces with a sign "with a Land
    Commander and a Diplomat; a Space Station"; then the signs of its ground, and the notes of the family."""
    said: dict[int, list[str]] = {}
    named = cache(one_piece)
    for at, (units, buildings, others) in pieces_at(view).items():
        kinds = Counter(kind.replace("_", " ") for kind in others)
        counted = join_and([kind if count == 1 else f"{kind} × {count}" for kind, count in kinds.items()])
        said[at] = [*map(named, buildings), counted]
        if units:
            among = gettext("with %(pieces)s") % {"pieces": join_and([*map(named, units)])}
            said[at] = ["; ".join(filter(None, (among, *said[at])))]
    for at, words in ground_words(view).items():
        said.setdefault(at, []).extend(words)
    for at, note in parts_of(view.rules).board.land_notes(view).items():
        said.setdefault(at, []).append(note)
    return {at: ", ".join(filter(None, words)) for at, words in said.items()}


def ground_words(view: PlayerView) -> Mapping[int, list[str]]:
    """List what is on the ground of each territory: signs of the map, a plague, a way that is closed."""
    board = parts_of(view.rules).board
    said: dict[int, list[str]] = {}
    for sign, word in board.ground_signs.items():
        told = str(word)
        for at in engine.mapgraph(view.map).signs.get(sign, ()):
            said.setdefault(at, []).append(told)
    for at, blight in board.blights(view).items():
        said.setdefault(at, []).append(blight)
    for closed in board.closed_ways(view):
        for here, there in (closed.ends, closed.ends[::-1]):
            other = engine.mapgraph(view.map).names[there]
            text = gettext("%(name)s, no way to %(territory)s")
            said.setdefault(here, []).append(text % {"name": closed.name, "territory": other})
    return said


class SignedPiece(NamedTuple):
    """A piece with a sign, and its own name where it has one: "Hades"."""

    sign: PieceSign
    name: str


def one_piece(piece: SignedPiece) -> str:
    return piece.name or gettext("a %(piece)s") % {"piece": piece.sign.name}


def piece_words(view: PlayerView, only: int | None = None) -> Mapping[int, str]:
    """List in a few words what is on each territory besides armies, or on one: "Land, Naval, station, landing site";
    pieces with names of their own by these."""
    word = cache(piece_word)
    said = {
        at: [*map(word, (*units, *buildings)), *(kind.replace("_", " ") for kind in others)]
        for at, (units, buildings, others) in pieces_at(view, only).items()
    }
    for at, words in ground_words(view).items():
        said.setdefault(at, []).extend(words)
    return {at: ", ".join(words) for at, words in said.items()}


def piece_word(piece: SignedPiece) -> str:
    return piece.name or str(piece.sign.word)


def pieces_at(
    view: PlayerView, only: int | None = None
) -> Mapping[int, tuple[list[SignedPiece], list[SignedPiece], list[str]]]:
    """List the pieces on each territory, or on one: units with a sign and buildings with a sign by their places, and
    the kinds of all others."""
    signs = parts_of(view.rules).board.piece_signs
    found: dict[int, tuple[list[SignedPiece], list[SignedPiece], list[str]]] = {}
    for piece in view.pieces:
        if only not in (None, piece.at):
            continue
        units, built, others = found.setdefault(piece.at, ([], [], []))
        if piece.kind in signs:
            sign = signs[piece.kind]
            (built if sign.building else units).append(SignedPiece(sign, own_name(view, piece.seat, piece.kind)))
        else:
            others.append(piece.kind)
    for units, built, _others in found.values():
        units.sort(key=lambda piece: piece.sign.place)
        built.sort(key=lambda piece: piece.sign.place)
    return found


def own_name(view: PlayerView, seat: int, kind: str) -> str:
    """Return the name that a piece of a seat has of its own; empty where it is called by its kind."""
    name = piece_name(view, seat, kind)
    return "" if name == titled_piece(view, seat, kind) else name


def piece_name(view: PlayerView, seat: int, kind: str) -> str:
    """Name a piece of a seat: "Land Commander"; by its own name where it has one."""
    return parts_of(view.rules).board.piece_name(view, seat, kind)


def titled_name(view: PlayerView, seat: int, kind: str) -> str:
    """Name a piece of a seat with its title behind its own name: "Thor, god of war"; else "Land Commander"."""
    name, title = piece_name(view, seat, kind), engine.ruleset(view.rules).piece_title(kind)
    return name if name == title else f"{name}, {title}"


def hired_kinds(view: PlayerView) -> tuple[str, ...]:
    """List the kinds of pieces that a seat has one of: those that fight, and those that move with armies."""
    rules = engine.ruleset(view.rules)
    return (*rules.unit_pieces, *rules.companions)
