"""What the game is about beyond land: capitals and missions, as goals of a campaign.

Both are read from what a view tells of them; games without them have neither.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import nsmallest

from engine.bots.board import Board
from engine.bots.campaign import Goal
from engine.core.facts import Facts
from engine.core.view import PlayerView

FINAL = 1000.0
LIFE = 300.0  # to win back the capital without which one is out at the end of the turn
CAPITAL = 8.0  # somebody else's, or one's own where its loss does not put one out
STEP = 1.0  # a territory that the mission asks for


def objectives(view: PlayerView, board: Board) -> Iterator[Goal]:
    """Yield the goals that this game's capitals and mission set."""
    yield from _capitals(view, board)
    mission = view.extra.get("mission")
    if mission:
        yield from _mission(view, board, mission["aim"])


def own_capital(view: PlayerView) -> int:
    """Return the viewer's capital, -1 if there is none."""
    capitals: tuple[int, ...] = view.extra.get("capitals", ())
    return capitals[view.viewer] if capitals and view.viewer is not None else -1


def _capitals(view: PlayerView, board: Board) -> Iterator[Goal]:
    missing = [at for at in view.extra.get("capitals", ()) if at >= 0 and board.owner[at] != board.seat]
    own = own_capital(view)
    must_hold = view.options.get("capitals") == "lose_and_out"
    for at in missing:
        yield Goal(frozenset((at,)), LIFE if must_hold and at == own else CAPITAL, bold=True)
    if missing and not must_hold:
        yield Goal(frozenset(_enough(view, board, missing, own)), FINAL, final=True, bold=True)


def _enough(view: PlayerView, board: Board, missing: list[int], own: int) -> list[int]:
    """Pick the weakest of the missing capitals that together win the game."""
    wanted = view.options["capitals_needed"]
    spare = 0 if wanted == "all" else len(view.seats) - 1 - wanted
    others = sorted((at for at in missing if at != own), key=lambda at: (board.armies[at], at))
    return [*others[: max(0, len(others) - spare)], *(at for at in missing if at == own)]


def _mission(view: PlayerView, board: Board, aim: Facts) -> Iterator[Goal]:
    missing = _missing(view, board, aim)
    if missing:
        yield Goal(frozenset(missing), FINAL, final=True, bold=True)
    for land in missing:
        yield Goal(frozenset((land,)), STEP)


def _missing(view: PlayerView, board: Board, aim: Facts) -> list[int]:
    """List the land still to be taken: of the army to destroy, of the continents, or the weakest within reach."""
    if aim["destroys"]:
        target = next(seat.seat for seat in view.seats if seat.colour == aim["destroys"])
        return _not_held(board, (land for land, owner in enumerate(board.owner) if owner == target))
    if aim["continents"]:
        return _continents(board, aim)
    lack = aim["territories"] - len(board.own)
    near = {there for here in board.borders for there in board.enemies(here)}
    return nsmallest(max(0, lack), near, key=lambda land: (board.armies[land], land)) if lack <= len(near) else []


def _continents(board: Board, aim: Facts) -> list[int]:
    """List the missing land of the named continents and of the further ones that lack the least."""
    named = [part for part in board.graph.continents if part.id in aim["continents"]]
    free = [part for part in board.graph.continents if part.id not in aim["continents"]]
    free.sort(key=lambda part: len(_not_held(board, part.members)))
    return [land for part in (*named, *free[: aim["further"]]) for land in _not_held(board, part.members)]


def _not_held(board: Board, lands: Iterable[int]) -> list[int]:
    return [land for land in lands if board.owner[land] != board.seat]
