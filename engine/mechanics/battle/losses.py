"""Losses where named pieces stand beside armies, in battle and by what strikes without one: which units go, and who
says so. An owner is asked where it makes a difference; the neutral army never is."""

from collections.abc import Iterator, Mapping
from itertools import combinations, product

from msgspec import UNSET

from engine.core.context import Context
from engine.core.language import gettext_noop
from engine.core.offers import ChoiceField, Offer
from engine.core.state import NOBODY
from engine.core.units import Force
from engine.mechanics import occupy
from engine.mechanics.battle.hooks import BattleHooks
from engine.mechanics.battle.types import AfterLosses, Attack, AttackInProgress, Lose, LossesAsked, Lost, TakeLosses
from engine.mechanics.turns import check_victory, seats_after_active


def lose_force(context: Context, territory: int, force: Force, cause: str, order: Attack | None = None) -> None:
    """Take units off a territory for a cause, "battle", "card" or "plague", and let the family say where armies go."""
    seat = context.state.owner[territory]
    context.remove_units(territory, force)
    for hook in context.hooks[BattleHooks].on_fallen if force.armies else ():
        hook(context, territory, seat, force.armies, cause, order)


def lose_in_battle(context: Context, territory: int, count: int, order: Attack) -> bool:
    """Take `count` units of a territory off the board, armies first; True if its owner is asked which instead."""
    if _may_choose(context, territory, count):
        context.push(LossesAsked(seats=(context.state.owner[territory],), due=((territory, count),)))
        return True
    lose_force(context, territory, _first(context, territory, count), "battle", order)
    return False


def strike(context: Context, due: Mapping[int, int], by: int | None = None) -> None:
    """Have units taken off territories by something that is no battle: so many from each, as far as they stand there.
    It is the work of the active seat, or of another one that is named.

    Pushes what takes them, owner by owner from the seat after the active one, each asked once, and then lets go what
    nobody holds any more and eliminates who is left without.
    """
    after_losses(context, by)
    for owner in reversed([*seats_after_active(context), context.state.neutral]):
        theirs = tuple((at, count) for at, count in due.items() if count and context.state.owner[at] == owner)
        if theirs:
            context.push(TakeLosses(owner, theirs))


def after_losses(context: Context, by: int | None = None) -> None:
    """Queue what follows losses that were no battle's, but the work of the active seat or of one that is named."""
    context.push(AfterLosses(UNSET if by in (None, context.state.active) else by))


def take_losses(context: Context, step: TakeLosses) -> None:
    """Take what a seat has no choice about, and ask it for the rest in one question."""
    there = [(at, min(count, context.units(at))) for at, count in step.due if context.state.owner[at] == step.seat]
    asked = tuple((at, count) for at, count in there if _may_choose(context, at, count))
    taken = tuple((at, _first(context, at, count)) for at, count in there if count and (at, count) not in asked)
    if asked:
        context.push(LossesAsked(seats=(step.seat,), due=asked, struck=True, taken=taken or UNSET))
    if taken:
        _take(context, Lost(step.seat, taken, struck=True))


def settle_losses(context: Context, step: AfterLosses) -> None:
    """Let go the land without a unit, then eliminate who is left without, from the seat after the active one."""
    state = context.state
    by = state.active if step.by is UNSET else step.by
    for territory, owner in enumerate(state.owner):
        if owner != NOBODY and not context.units(territory) and context.must_stay(territory):
            occupy.let_go(context, territory)
    for seat in seats_after_active(context):
        if not state.winners and not state.players[seat].out and not context.living(seat):
            occupy.eliminate(context, seat, NOBODY if seat == by else by)
    if not state.winners:
        check_victory(context)


def lose(context: Context, asked: LossesAsked, order: Lose) -> None:
    """Take the losses that the owner chose; what was taken anyway may be named with them. Raises IllegalAction:
    battle.losses_where, battle.losses, force.not_there, force.no_piece."""
    taken = [_loss(at, force) for at, force in asked.taken or ()]
    chosen = tuple((at, force) for at, force in order.lost if _loss(at, force) not in taken)
    named = dict(chosen)
    places = [context.name(at) for at, _ in asked.due]
    right = len(dict(order.lost)) == len(order.lost) and named.keys() == dict(asked.due).keys()
    context.require(right, "battle.losses_where", territories=" and ".join(places))
    for at, count in asked.due:
        force = named[at]
        context.check_force(at, force)
        right = force.armies + len(force.pieces) == count
        context.require(right, "battle.losses", count=count, territory=context.name(at))
    context.pop_decision()
    _take(context, Lost(order.seat, chosen, struck=asked.struck))


def _loss(territory: int, force: Force) -> tuple[int, int, list[str]]:
    """Spell out a loss so that two are equal in whatever order their pieces are named."""
    return territory, force.armies, sorted(force.pieces)


def losses_offers(context: Context, asked: LossesAsked, seat: int) -> tuple[Offer, ...]:
    choices = tuple(possible_losses(context, asked))
    return (Offer("battle.lose", gettext_noop("Lose these"), (ChoiceField("lost", choices),)),)


def default_losses(context: Context, asked: LossesAsked, seat: int) -> Lose:
    """Choose armies before pieces, these in the rule set's order."""
    return Lose(seat, next(possible_losses(context, asked)))


def possible_losses(context: Context, asked: LossesAsked) -> Iterator[tuple[tuple[int, Force], ...]]:
    """List all that may be lost together, first what is lost by default."""
    return product(*([(at, force) for force in _forces(context, at, count)] for at, count in asked.due))


def _forces(context: Context, territory: int, count: int) -> Iterator[Force]:
    """List the forces of so many units: as few pieces as possible first, and these in the rule set's order."""
    armies, pieces = context.state.armies[territory], context.own_pieces(territory)
    for taken in range(max(0, count - armies), min(count, len(pieces)) + 1):
        for kinds in dict.fromkeys(combinations(pieces, taken)):
            yield Force(count - taken, kinds)


def _first(context: Context, territory: int, count: int) -> Force:
    """Make up a force of what is lost first."""
    armies = min(count, context.state.armies[territory])
    return Force(armies, context.own_pieces(territory)[: count - armies])


def falling(context: Context, territory: int, count: int) -> tuple[str, ...]:
    """List the kinds of pieces among so many losses; none where the owner says which units are lost."""
    if not count or _may_choose(context, territory, count):
        return ()
    return _first(context, territory, count).pieces


def _may_choose(context: Context, territory: int, count: int) -> bool:
    """Return whether the owner says which of several units are lost."""
    state = context.state
    if not 0 < count < state.units(territory) or state.owner[territory] == state.neutral:
        return False
    differ = len({*context.own_pieces(territory)}) + bool(state.armies[territory]) > 1
    return differ and any(hook(context, territory) for hook in context.hooks[BattleHooks].choose_losses)


def _take(context: Context, event: Lost) -> None:
    order = None if event.struck else _current_order(context)
    for at, force in event.lost:
        lose_force(context, at, force, "card" if event.struck else "battle", order)
    context.emit(event)


def _current_order(context: Context) -> Attack:
    """Return the attack order on its way whose losses are being settled."""
    return next(item.order for item in reversed(context.state.agenda) if isinstance(item, AttackInProgress))
