"""Losses where named pieces stand beside armies: which units go, and who says so."""

from engine.core.context import Context
from engine.core.language import gettext_noop
from engine.core.offers import ChoiceField, Offer
from engine.core.units import Force
from engine.mechanics.battle.types import Lose, LossesAsked, Lost


def lose_or_ask(context: Context, territory: int, count: int) -> bool:
    """Take `count` units of a territory off the board, armies first; True if its owner is asked which instead."""
    state = context.state
    pieces = context.own_pieces(territory)
    if pieces and 0 < count < state.units(territory) and any(h(context, territory) for h in context.rules.loss_hooks):
        context.push(LossesAsked(seats=(state.owner[territory],), at=territory, count=count))
        return True
    armies = min(count, state.armies[territory])
    context.remove_units(territory, Force(armies, pieces[: count - armies]))
    return False


def lose(context: Context, asked: LossesAsked, order: Lose) -> None:
    """Take the losses that the owner chose. Raises IllegalAction: battle.losses, force.not_there, force.no_piece."""
    context.check_force(asked.at, order.force)
    context.require(order.force.armies + len(order.force.pieces) == asked.count, "battle.losses", count=asked.count)
    context.remove_units(asked.at, order.force)
    context.emit(Lost(order.seat, asked.at, order.force))
    context.pop_decision()


def losses_offers(context: Context, asked: LossesAsked, seat: int) -> tuple[Offer, ...]:
    choices = possible_losses(context, asked)
    return (Offer("battle.lose", gettext_noop("Lose these"), (ChoiceField("force", choices),)),)


def possible_losses(context: Context, asked: LossesAsked) -> tuple[Force, ...]:
    """List what may be lost, from armies alone to as many pieces as possible."""
    armies = context.state.armies[asked.at]
    pieces = context.own_pieces(asked.at)
    return tuple(
        Force(asked.count - taken, pieces[:taken])
        for taken in range(len(pieces) + 1)
        if 0 <= asked.count - taken <= armies
    )
