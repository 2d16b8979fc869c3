"""Positions that no game of Godstorm can reach are found, whichever of its rules they break."""

from collections.abc import Callable

import pytest

from engine import COLOURS, FastChance, GameState, Piece, mapgraph, new_game
from engine.core.state import NOBODY
from engine.rules.godstorm import checks, world
from engine.rules.godstorm.facts import temple_places

WORLD = mapgraph("ancient_world")
GAUL, EGYPT, MINOA, TRITONIS = (WORLD.number[id] for id in ("gaul", "egypt", "minoa", "tritonis"))
U2, AVALON = WORLD.number["u2"], WORLD.number["avalon"]


def begun(seats: int = 3) -> GameState:
    return new_game("godstorm", COLOURS[:seats], chance=FastChance(1)).state


def standing() -> GameState:
    state = begun()
    state.owner[GAUL] = state.owner[EGYPT] = state.owner[U2] = 0
    state.pantheons = (0, 1, 2)
    return state


def broken(state: GameState) -> list[str]:
    return [said for invariant in (*checks.INVARIANTS, *checks.BOARD_INVARIANTS) for said in invariant(state)]


def add(*pieces: Piece) -> Callable[[GameState], object]:
    return lambda state: state.pieces.extend(pieces)


def put(**fields: object) -> Callable[[GameState], object]:
    return lambda state: [setattr(state, name, value) for name, value in fields.items()]


def sunk(state: GameState) -> None:
    """Let Atlantis be gone, with nothing on it."""
    state.sunken = True  # type: ignore[attr-defined]
    for place in world.atlantis(state.map):
        state.owner[place], state.armies[place] = NOBODY, 0


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (add(Piece("war", 0, GAUL), Piece("war", 0, EGYPT)), "seat 0 has 2 gods of war"),
        (add(Piece("war", 1, GAUL)), "the god of war of seat 1 stands on the land of 0"),
        (add(Piece("sky", 0, U2)), f"a sky stands on {U2}, which is below"),
        (add(Piece("wizard", 0, GAUL)), "nobody knows a wizard"),
        (add(Piece("temple", 0, GAUL), Piece("temple", 0, GAUL)), "two temples stand on one land"),
        (add(Piece("temple", 1, GAUL)), f"the temple on {GAUL} is of 1, its land of 0"),
        (add(Piece("temple", 0, MINOA)), f"the temple on {MINOA} is of 0, its land of {NOBODY}"),
        (add(*(Piece("temple", NOBODY, at) for at in range(20, 33))), "13 temples stand"),
        (put(plague=(1, 1)), "plague lies on (1, 1)"),
        (put(plague=(1, 2, 3, 4, 5)), "plague lies on (1, 2, 3, 4, 5)"),
        (put(sunken=True, plague=(TRITONIS,)), f"plague lies on sunken {TRITONIS}"),
        (lambda state: (sunk(state), state.armies.__setitem__(TRITONIS, 1)), f"sunken {TRITONIS} is held"),
        (
            lambda state: (sunk(state), state.pieces.append(Piece("war", NOBODY, TRITONIS))),
            f"sunken {TRITONIS} is held",
        ),
        (put(maelstrom=(GAUL, EGYPT)), f"the maelstrom lies on {(GAUL, EGYPT)}, which is no connection"),
        (lambda state: state.owner.__setitem__(AVALON, 0), f"the heaven {AVALON} is held by 0"),
        (lambda state: state.owner.__setitem__(U2, state.neutral), f"the neutral army holds {U2}"),
        (lambda state: state.purses.__setitem__(1, -1), "faith is overdrawn"),
        (lambda state: state.decks.__setitem__("war", ((0,),)), "the deck war is not whole"),
        (lambda state: state.discards.__setitem__("territories", (GAUL,)), "the deck territories is not whole"),
    ],
)
def test_what_cannot_be_is_told(change: Callable[[GameState], object], says: str) -> None:
    state = standing()
    assert broken(begun()) == broken(state) == []
    change(state)
    assert says in broken(state)


def test_nothing_may_stand_where_atlantis_was() -> None:
    state = standing()
    state.owner[TRITONIS], state.sunken = 0, True
    assert f"sunken {TRITONIS} is held" in broken(state)


def test_for_two_the_neutral_army_holds_14_territories() -> None:
    state = begun(2)
    owners = [state.owner[:42].count(seat) for seat in (0, 1, state.neutral, NOBODY)]
    assert owners == [0, 0, 14, 28] and len(state.plague) == 4
    assert {state.armies[at] for at, owner in enumerate(state.owner) if owner == state.neutral} == {3}
    assert not temple_places(state)


# ---- links that go for good


def test_sunken_atlantis_has_no_links_and_counts_for_nothing() -> None:
    links = world.open_links(WORLD.id, True, ())
    lost = world.atlantis(WORLD.id)
    assert len(lost) == 4 and all(links[at] == () for at in lost)
    assert not any(there in lost for row in links for there in row)
    gone = {pair for pair in WORLD.kinds if lost & {*pair}}
    assert len(gone) == 3 + 3  # within it, and to the shores that it had
    assert lost < world.collect_uncounted(WORLD.id, True) and not lost & world.collect_uncounted(WORLD.id, False)
    assert len(world.above(WORLD.id, True)) == 38 and len(world.above(WORLD.id, False)) == 42


def test_the_maelstrom_closes_one_connection_both_ways() -> None:
    before, links = world.open_links(WORLD.id, False, ()), world.open_links(WORLD.id, False, (MINOA, EGYPT))
    assert EGYPT in before[MINOA] and EGYPT not in links[MINOA] and MINOA not in links[EGYPT]
    assert sum(map(len, before)) - sum(map(len, links)) == 2


def test_as_much_as_there_is_may_stand() -> None:
    state = standing()
    link = next(iter(WORLD.kinds))
    places = [place for place in world.lands(state) if place not in world.atlantis(state.map)]
    for place in places[:12]:
        state.owner[place] = 0
    state.pieces += [Piece("temple", 0, place) for place in places[:12]]
    state.pieces += [Piece("war", 0, places[0]), Piece("war", 1, places[12])]
    state.owner[places[12]] = 1
    sunk(state)
    put(plague=tuple(places[:4]), spare_plague=1, maelstrom=link, purses=[0, 0, 0])(state)
    assert broken(state) == []
