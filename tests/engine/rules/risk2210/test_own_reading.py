"""What is offered in games of 2210, held against a reading of the book that shares no code with the rules.

The positions are those of the conformance book, in which every rare state stands, and of a few random games.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from engine import GameState, open_decision, view_for
from engine.conformance.case import Case
from engine.conformance.files import read_files
from engine.core.mapgraph import mapgraph
from engine.core.offers import Offer
from engine.mechanics.action_cards.kinds import deck_of
from tests.kit.games import BOOK, can_start, state_of, walk

pytestmark = pytest.mark.no_cover

WORLD = mapgraph("world2210")
LANDING = [WORLD.names.index(name) for name in ("Bay of Dew", "Sea of Crisis", "Tycho")]
LEADS = {"land": "land", "naval": "water", "space": "moon"}  # the Nuclear Commander leads anywhere
DECK = {"land": "land", "water": "naval", "moon": "space"}


@cache
def states() -> tuple[GameState, ...]:
    """Positions of the book in which somebody is asked, and those of random games of each size."""
    cases = [case for case in read_files([BOOK / "risk2210"]) if isinstance(case, Case) and can_start(case)]
    games = [state for seats in (2, 3, 4, 5) for state in walk("risk2210", seats, seats)]
    return tuple(state for state in (*map(state_of, cases), *games) if open_decision(state))


def asked(kind: str) -> list[GameState]:
    found = [state for state in states() if open_decision(state).kind == kind]
    assert len(found) > 40
    return found


def units(state: GameState, at: int) -> int:
    return state.armies[at] + sum(piece.at == at and piece.kind != "station" for piece in state.pieces)


def commanders(state: GameState, seat: int) -> dict[str, int]:
    return {piece.kind: piece.at for piece in state.pieces if piece.seat == seat and piece.kind != "station"}


def stations(state: GameState, seat: int) -> set[int]:
    return {piece.at for piece in state.pieces if piece.seat == seat and piece.kind == "station"}


def offered(state: GameState, action: str) -> Offer | None:
    return view_for(state, open_decision(state).seats[0]).offer(action)


def ways(offer: Offer | None) -> set[tuple[int, int]]:
    """The sources and targets of an offer."""
    fields = [field for field in offer.fields if field.name == "dst"] if offer else []
    return {(int(src), dst) for field in fields for src, there in field.table.items() for dst in there}


def invasions(state: GameState, seat: int) -> Iterator[tuple[int, int]]:
    """Every invasion that the book allows."""
    mine, leaders = stations(state, seat), commanders(state, seat)
    for src in range(WORLD.size):
        up = LANDING if src in mine else []
        down = state.invade_earth if WORLD.zone(src) == "moon" else ()
        for dst in {*WORLD.neighbours[src], *up, *down} - set(state.devastated):
            zones = {WORLD.zone(src), WORLD.zone(dst)}
            open_to = ("water" not in zones or "naval" in leaders) and ("moon" not in zones or "space" in leaders)
            foreign = state.owner[dst] != seat and state.owner[dst] not in state.cease_fire
            if state.owner[src] == seat and units(state, src) > 1 and foreign and open_to:
                yield src, dst


def test_every_invasion_of_the_book_is_offered_and_no_other() -> None:
    for state in asked("battle.attack_asked"):
        assert ways(offered(state, "battle.attack")) == set(invasions(state, state.active))


def test_leaders_and_dice_are_those_of_the_book() -> None:
    for state in asked("battle.attack_asked"):
        offer = offered(state, "battle.attack")
        if not offer:
            continue
        fields = {field.name: field for field in offer.fields}
        for src, dst in ways(offer):
            most = min(3, units(state, src) - 1)
            zones = {WORLD.zone(src), WORLD.zone(dst)}
            may = {
                kind
                for kind, at in commanders(state, state.active).items()
                if at == src and (kind == "nuclear" or LEADS.get(kind) in zones)
            }
            if units(state, dst):  # else nothing is thrown
                assert fields["dice"].table[f"{src} {dst}"] == (1, most)
                assert {kind for led in fields["leaders"].table[f"{src} {dst} {most}"] for kind in led} == may


def reached(state: GameState, seat: int, src: int) -> set[int]:
    """Where a path of own territories leads."""
    mine = stations(state, seat)
    found, open_ends = {src}, [src]
    while open_ends:
        here = open_ends.pop()
        beside = {*WORLD.neighbours[here], *(LANDING if here in mine else ()), *(mine if here in LANDING else ())}
        new = {at for at in beside - found if state.owner[at] == seat}
        found |= new
        open_ends += new
    return found - {src}


def test_every_free_move_of_the_book_is_offered_and_no_other() -> None:
    for state in asked("fortify.move_asked"):
        seat = state.active
        starts = [at for at in range(WORLD.size) if state.owner[at] == seat and units(state, at) > 1]
        allowed = {(src, dst) for src in starts for dst in reached(state, seat, src)}
        assert ways(offered(state, "fortify.move")) == allowed


def test_windows_ask_by_decks_and_commanders_alone() -> None:
    for state in asked("reaction.asked"):
        decision = open_decision(state)
        about = view_for(state, decision.seats[0]).about
        deck, attacked = DECK[WORLD.zone(about["dst"])], state.owner[about["dst"]]
        fit = set()
        for seat, player in enumerate(state.players):
            held = {deck_of(state, card) for card in player.hand} & set(commanders(state, seat))
            if deck in held or (seat == attacked and "diplomat" in held):
                fit.add(seat)
        running = state.agenda[-2]
        silent = {state.active, *state.jammed, *state.passed, *(running.passed or ())}
        assert set(decision.seats) == fit - silent
