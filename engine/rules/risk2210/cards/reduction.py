"""MOD Reduction: each opponent removes 4 MODs of their choice, in turn order, then the player removes 2.

Source: docs/rulings.md, `too few mods`: who has fewer removes all, and so is not asked.
"""

from __future__ import annotations

from engine.core.agenda import Decision, Step
from engine.core.context import Context
from engine.core.language import gettext_noop
from engine.core.offers import LossesField, Offer
from engine.core.state import GameState
from engine.core.units import Force
from engine.mechanics.action_cards.kinds import Play
from engine.mechanics.action_cards.types import PlayCard
from engine.mechanics.battle.losses import after_losses
from engine.mechanics.battle.types import Lose, Lost

OPPONENTS_LOSE, PLAYER_LOSES = 4, 2


class Reduction(Step, frozen=True, tag="cards.reduction"):
    """What these seats have yet to remove, as (seat, MODs), one after another."""

    left: tuple[tuple[int, int], ...]


class ReductionAsked(Decision, frozen=True, kw_only=True, tag="cards.reduction_asked"):
    """The seat must say where it removes so many MODs."""

    count: int

    pace = "window"
    step = "play"
    ask = gettext_noop("choose which MODs to remove")

    def pace_in(self, state: GameState) -> str:
        return "turn" if state.active in self.seats else self.pace


def begin_reduction(context: Context, play: Play, order: PlayCard) -> None:
    """Let the opponents remove MODs, from the seat after the player's in turn order, and then the player."""
    turns = context.state.order
    after = turns.index(play.seat) + 1
    others = [seat for seat in (*turns[after:], *turns[: after - 1]) if not context.player(seat).out]
    context.push(Reduction((*((seat, OPPONENTS_LOSE) for seat in others), (play.seat, PLAYER_LOSES))))


def reduce_next(context: Context, step: Reduction) -> None:
    """Ask the next seat; one that has no more MODs than it must remove loses them all unasked."""
    (seat, count), *others = step.left
    if others:
        context.push(Reduction(tuple(others)))
    there = mods_of(context, seat)
    if context.player(seat).out or not there:
        return
    after_losses(context)
    if sum(there.values()) > count:
        context.push(ReductionAsked(seats=(seat,), count=count))
    else:
        remove_mods(context, seat, tuple((at, Force(mods)) for at, mods in there.items()))


def mods_of(context: Context, seat: int) -> dict[int, int]:
    """Count the MODs of a seat by territory, in map order."""
    armies = context.state.armies
    return {at: armies[at] for at in context.territories_of(seat) if armies[at]}


def remove_mods(context: Context, seat: int, lost: tuple[tuple[int, Force], ...]) -> None:
    for at, force in lost:
        context.remove_units(at, force)
    context.emit(Lost(seat, lost, struck=True))


def reduce(context: Context, asked: ReductionAsked, order: Lose) -> None:
    """Remove the MODs that the seat chose. Raises IllegalAction: cards.reduction."""
    there = mods_of(context, order.seat)
    once = len({at for at, _ in order.lost}) == len(order.lost)
    stand = all(1 <= force.armies <= there.get(at, 0) and not force.pieces for at, force in order.lost)
    right = once and stand and sum(force.armies for _, force in order.lost) == asked.count
    context.require(right, "cards.reduction", count=asked.count)
    context.pop_decision()
    remove_mods(context, order.seat, order.lost)


def reduction_offers(context: Context, asked: ReductionAsked, seat: int) -> tuple[Offer, ...]:
    there = mods_of(context, seat)
    rows = {str(at): (0, mods) for at, mods in there.items() if mods < asked.count}
    field = LossesField("lost", tuple(there), asked.count, asked.count, rows)
    return (Offer("battle.lose", gettext_noop("Remove these"), (field,)),)


def reduce_largest(context: Context, asked: ReductionAsked, seat: int) -> Lose:
    """Remove one MOD after another from the territory with most of them, ties by map order."""
    there = mods_of(context, seat)
    left = dict(there)
    for _ in range(asked.count):
        left[max(left, key=lambda at: (left[at], -at))] -= 1
    return Lose(seat, tuple((at, Force(mods - left[at])) for at, mods in there.items() if left[at] < mods))
