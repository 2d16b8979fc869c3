"""Losses where named pieces stand beside armies: which units go, and who says so."""

from engine.core.language import gettext_noop
from engine.core.offers import ChoiceField, Offer
from engine.core.table import Table
from engine.core.units import Force
from engine.mechanics.battle.types import Lose, LossesAsked, Lost


def lose_or_ask(table: Table, territory: int, count: int) -> bool:
    """Take `count` units of a territory off the board, armies first; True if its owner is asked which instead."""
    state = table.state
    pieces = table.own_pieces(territory)
    if pieces and 0 < count < state.units(territory) and any(h(table, territory) for h in table.rules.loss_hooks):
        table.push(LossesAsked(seats=(state.owner[territory],), at=territory, count=count))
        return True
    armies = min(count, state.armies[territory])
    table.lose(territory, Force(armies, pieces[: count - armies]))
    return False


def lose(table: Table, asked: LossesAsked, order: Lose) -> None:
    """Take the losses that the owner chose. Raises IllegalAction: battle.losses, force.not_there, force.no_piece."""
    table.check_force(asked.at, order.force)
    table.require(order.force.armies + len(order.force.pieces) == asked.count, "battle.losses", count=asked.count)
    table.lose(asked.at, order.force)
    table.emit(Lost(order.seat, asked.at, order.force))
    table.done()


def losses_offers(table: Table, asked: LossesAsked, seat: int) -> tuple[Offer, ...]:
    choices = possible_losses(table, asked)
    return (Offer("battle.lose", gettext_noop("Lose these"), (ChoiceField("force", choices),)),)


def possible_losses(table: Table, asked: LossesAsked) -> tuple[Force, ...]:
    """List what may be lost, from armies alone to as many pieces as possible."""
    armies = table.state.armies[asked.at]
    pieces = table.own_pieces(asked.at)
    return tuple(
        Force(asked.count - taken, pieces[:taken])
        for taken in range(len(pieces) + 1)
        if 0 <= asked.count - taken <= armies
    )
