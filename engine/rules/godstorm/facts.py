"""Facts of a game of Godstorm that several rules ask for: gods, temples, relics and heavens of a seat."""

from engine.core.mapgraph import mapgraph
from engine.core.state import NOBODY, GameState
from engine.mechanics.action_cards.kinds import catalogue_of
from engine.rules.godstorm.kinds import GODS, PANTHEONS, TEMPLE, UNCHOSEN
from engine.rules.godstorm.state import StateGodstorm

# --- gods and temples


def gods_of(state: GameState, seat: int) -> list[str]:
    """List the kinds of gods that a seat has in play, in the order in which they are named."""
    there = {piece.kind for piece in state.pieces if piece.seat == seat}
    return [kind for kind in GODS if kind in there]


def temples_of(state: GameState, seat: int) -> tuple[int, ...]:
    """List the territories with a temple of a seat, in map order; those of NOBODY are nonaligned."""
    return tuple(sorted(piece.at for piece in state.pieces if piece.kind == TEMPLE and piece.seat == seat))


def temple_places(state: GameState) -> frozenset[int]:
    """Collect the territories with a temple of anybody or nobody."""
    return frozenset(piece.at for piece in state.pieces if piece.kind == TEMPLE)


def temple_stands(state: GameState, territory: int) -> bool:
    """Return whether there is a temple, aligned or not."""
    return any(piece.at == territory and piece.kind == TEMPLE for piece in state.pieces)


# --- relics


def relics_of(state: GameState, seat: int) -> tuple[int, ...]:
    """List the relics that lie open before a seat, in the order in which they came; the neutral army has none."""
    assert isinstance(state, StateGodstorm)
    return state.relics[seat] if 0 <= seat < len(state.relics) else ()


def relic_titles(state: GameState, seat: int) -> tuple[str, ...]:
    """List the titles of the relics of a seat, in the order in which they came."""
    held = relics_of(state, seat)
    kinds = catalogue_of(state.rules, state.options).kinds if held else ()
    return tuple(kinds[card].title for card in held)


def has_relic(state: GameState, seat: int, title: str) -> bool:
    """Return whether a relic of this title lies open before a seat; the words before its comma are enough."""
    return any(held == title or held.startswith(f"{title},") for held in relic_titles(state, seat))


# --- the Underworld


def pantheon_of(state: GameState, seat: int) -> int:
    """Return the number of a seat's pantheon, or of the neutral army's; UNCHOSEN before it has one."""
    assert isinstance(state, StateGodstorm)
    return state.pantheons[seat] if 0 <= seat < len(state.pantheons) else UNCHOSEN


def heaven_of(state: GameState, seat: int) -> int:
    """Return the place of a seat's heaven; NOBODY for who has none, as the neutral army."""
    pantheon = pantheon_of(state, seat)
    if pantheon == UNCHOSEN or seat >= len(state.players):
        return NOBODY
    return mapgraph(state.map).number[PANTHEONS[pantheon].heaven]


def spaces_of(state: GameState, seat: int, sign: str) -> tuple[int, ...]:
    """List the spaces with a sign (gate, crypt, altar) that a seat holds, in map order."""
    signed = mapgraph(state.map).signs.get(sign, ())
    return tuple(sorted(at for at in signed if state.owner[at] == seat))
