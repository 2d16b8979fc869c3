"""One attack order: announced, thrown until nothing is left of it, with questions to others in between.

Sources: 1959 (c), (e), (f); Modern "Resolving Combat". Rulings R17, R18, R32, F3.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from operator import le, lt

from msgspec import UNSET
from msgspec.structs import replace

from engine import odds
from engine.core.actions import End
from engine.core.context import Context
from engine.core.dice import MOST, SIDES, USUAL_TERMS, Clash, Row, dice_sides, throws_again, wins_ties
from engine.core.hooks import BoardHooks, DiceHooks
from engine.core.ruleset import RuleSet
from engine.core.state import NOBODY, Options
from engine.core.units import Force, multiset_common, multiset_subtract
from engine.mechanics import occupy, reaction
from engine.mechanics.battle.forecast import fight_of
from engine.mechanics.battle.hooks import BattleHooks
from engine.mechanics.battle.leading import leading_of
from engine.mechanics.battle.losses import falling, lose_in_battle
from engine.mechanics.battle.targeting import leaders_of, most_dice
from engine.mechanics.battle.throwing import throw_dice
from engine.mechanics.battle.types import (
    Attack,
    AttackAsked,
    AttackCancelled,
    AttackDeclared,
    AttackInProgress,
    AttacksEnded,
    Captured,
    Defend,
    DefendAsked,
    DiceRolled,
    RoundResolved,
    Throw,
)
from engine.mechanics.occupy import OccupyHooks
from engine.mechanics.reaction import InvasionHooks

LONGEST = 10**6  # throws of one order, and armies that move in after it: beyond all boards, and room in any storage
ROWS: Mapping[Row, Row] = {
    thrown: tuple(sorted(thrown, reverse=True))
    for count in range(1, max(MOST.values()) + 1)
    for thrown in product(range(1, SIDES + 1), repeat=count)
}
"""The usual dice of one side from the highest down, by how they fell."""


def attack(context: Context, asked: AttackAsked, order: Attack) -> None:
    """Start an attack order and throw until it ends or somebody is asked.

    Raises IllegalAction: what `_check_target` and `_check_leaders` raise, battle.zone, battle.leave_one,
    battle.no_army, battle.too_many_dice, battle.condition, force.no_piece, battle.stops_at_once.
    """
    src, rules = order.src, context.rules
    _check_target(context, order.seat, src, order.dst)
    if asked.zones and context.graph.zone(order.dst) not in asked.zones:
        context.refuse("battle.zone", territory=context.name(order.dst))
    if context.movable(src) < 1:
        context.refuse("battle.leave_one" if context.must_stay(src) else "battle.no_army", territory=context.name(src))
    throws = not rules.attack.enters_empty or context.state.units(order.dst) > 0  # else `with` has no effect
    if order.dice and throws:
        most = most_dice(context, "attacker", order)
        context.require(0 < order.dice <= most, "battle.too_many_dice", most=most)
    goes_along = bool(rules.companions)
    if order.leaders is not UNSET and (throws or goes_along):
        _check_leaders(context, order, order.leaders)
    if goes_along:  # who is not left out does, whatever happens before the dice
        order = replace(order, leaders=leaders_of(context, order))
    conditions = order.left or order.odds
    if conditions and (order.left < 0 or not 0 <= order.odds <= 100):
        context.refuse("battle.condition")
    if not (0 <= order.throws <= LONGEST and occupy.USUAL <= order.advance <= LONGEST):
        context.refuse("battle.condition")
    if order.advancing:
        context.check_force(src, Force(0, order.advancing))
    if conditions and throws and not _should_continue(context, order):
        context.refuse("battle.stops_at_once")
    for hook in context.hooks[BattleHooks].on_target_changed:
        hook(context, order.seat, src, order.dst)
    _run_attack(context, AttackInProgress(order, order.throws))


def _check_target(context: Context, seat: int, src: int, dst: int) -> None:
    """Check the source and the target of an attack.

    Raises IllegalAction: territory.unknown, battle.not_yours, battle.own_territory, battle.nobody_there,
    battle.not_adjacent, and what the family refuses.
    """
    owner = context.state.owner
    size = len(owner)
    if not (0 <= src < size and 0 <= dst < size):
        context.refuse("territory.unknown")
    if owner[src] != seat:
        context.refuse("battle.not_yours", territory=context.name(src))
    if owner[dst] == seat:
        context.refuse("battle.own_territory", territory=context.name(dst))
    if owner[dst] == NOBODY and not context.rules.attack.enters_empty:
        context.refuse("battle.nobody_there", territory=context.name(dst))
    if dst not in context.neighbours(src, "attack"):
        context.refuse("battle.not_adjacent", src=context.name(src), dst=context.name(dst))
    if context.hooks[InvasionHooks].may_enter:
        code = reaction.why_barred(context, seat, src, dst)
        if code:
            context.refuse(code, src=context.name(src), dst=context.name(dst))


def _check_leaders(context: Context, order: Attack, leaders: tuple[str, ...]) -> None:
    """Check who leads an attack, each with one of its dice. Raises IllegalAction: battle.cannot_lead,
    battle.leaders_dice."""
    able = leaders_of(context, order)
    if leaders != able:
        piece = multiset_subtract(leaders, able)[0]
        context.refuse("battle.cannot_lead", piece=context.rules.piece_title(piece), src=context.name(order.src))
    least = max(1, len(leaders))
    context.require(order.dice >= least or not leading_of(context.rules).throw, "battle.leaders_dice", least=least)


def resume_attack(context: Context, running: AttackInProgress) -> None:
    """Take an order up again after a question: about losses, or to those that may react."""
    if running.last:
        _run_attack(context, _end_round(context, replace(running, last=0), running.last))
    else:
        _run_attack(context, _check_anew(context, running))


def _check_anew(context: Context, running: AttackInProgress) -> AttackInProgress | None:
    """Return the order that goes on after others have reacted; None where it is not allowed any more."""
    order = running.order
    if reaction.is_cancelled(context, order.seat, order.src, order.dst):
        context.emit(AttackCancelled(order.seat, order.src, order.dst))
        return None
    return running


def _run_attack(context: Context, running: AttackInProgress | None) -> None:
    """Declare, then throw until nothing is left of the order or somebody must be asked. A loop: with large armies one
    order may throw thousands of times."""
    if not context.state.pieces and _fights_plainly(context.rules):
        _run_plainly(context, running)
        return
    rules, hooks = context.rules, context.hooks
    may_react, before_throw = hooks[InvasionHooks].may_react, hooks[BattleHooks].before_throw
    while running is not None:
        order = running.order
        if may_react and not running.declared:
            running = _declare(context, running)
            if reaction.open_window(context, order, running.passed or ()):
                context.state.agenda.insert(-1, running)
                return
        if may_react and context.movable(order.src) < 1:
            context.emit(AttackCancelled(order.seat, order.src, order.dst))
            return
        if (rules.attack.enters_empty or may_react) and not context.state.units(order.dst):
            _walk_in(context, running)
            return
        if order.leaders and (may_react or before_throw):
            running = _without_fallen(context, running) or _drop_leaders(running)
            order = running.order
        if before_throw and not running.prepared:
            running = replace(running, prepared=True)
            if _prepare(context, running):
                return
        defender_dice = most_dice(context, "defender", order)
        if defender_dice > 1 and context.options.defender_dice == "choose":
            _ask_defender(context, running)
            return
        running = _throw(context, running, defender_dice)


def _run_plainly(context: Context, running: AttackInProgress | None) -> None:
    """Run an order as `_run_attack` does, where no family has a say and armies stand alone: in nearly all fights."""
    armies, choose = context.state.armies, context.options.defender_dice == "choose"
    while running is not None:
        defender_dice = 2 if armies[running.order.dst] > 1 else 1
        if choose and defender_dice > 1:
            _ask_defender(context, running)
            return
        running = _throw_plainly(context, running, defender_dice)


@cache
def _fights_plainly(rules: RuleSet) -> bool:
    """Return whether no family has a say in a fight of armies that stand alone, but for questions about dice."""
    hooks, battle = rules.hooks, rules.hooks[BattleHooks]
    before = rules.attack.enters_empty or hooks[InvasionHooks].may_react or battle.before_throw
    counting = hooks[DiceHooks] != DiceHooks() or battle.on_thrown or battle.change_losses or battle.on_fallen
    return not (before or counting or hooks[BoardHooks].must_stay or rules.attack.reacts_each == "roll")


def _ask_defender(context: Context, running: AttackInProgress) -> None:
    order = running.order
    asked = DefendAsked(
        seats=(_defender(context, order),),
        seat=order.seat,
        src=order.src,
        dst=order.dst,
        dice=_attack_dice(context, order),
    )
    context.push(running, asked)


def defender_may_be_asked(rules: RuleSet, switches: Mapping[str, object]) -> bool:
    """Return whether games of these rules, with these switches, may ask a player a question while they are attacked."""
    usual: Options = rules.options
    dice = switches.get("defender_dice", usual.defender_dice)
    return dice == "choose" or bool(rules.hooks[InvasionHooks].may_react or rules.hooks[BattleHooks].choose_losses)


def _declare(context: Context, running: AttackInProgress) -> AttackInProgress:
    """Announce an invasion, once for each window that is opened on new facts; whether it is contested is settled with
    the first."""
    order = running.order
    if running.told:
        return replace(running, declared=True)
    owner = context.state.owner[order.dst]
    context.emit(AttackDeclared(order.seat, order.src, order.dst, owner))
    return replace(running, declared=True, told=True, contested=bool(context.units(order.dst)))


def _prepare(context: Context, running: AttackInProgress) -> bool:
    """Put what the family has before the dice above the order on the agenda; returns whether there is something."""
    hooks = context.hooks[BattleHooks].before_throw
    tasks = [task for hook in hooks for task in hook(context, running.order)]
    if tasks:
        context.push(running, *reversed(tasks))
    return bool(tasks)


def call_off(context: Context) -> None:
    """End the attack order on top of the agenda before its dice."""
    running = context.state.agenda.pop()
    assert isinstance(running, AttackInProgress)
    order = running.order
    context.emit(AttackCancelled(order.seat, order.src, order.dst))


def _walk_in(context: Context, running: AttackInProgress) -> None:
    """Take land on which no unit stands, without dice; nobody leads."""
    contested = running.contested is True and context.rules.attack.walks_count
    _capture(context, replace(running, led=(), contested=contested), 1)


def _attack_dice(context: Context, order: Attack) -> int:
    most = most_dice(context, "attacker", order)
    return order.dice if 0 < order.dice < most else most


def _defender(context: Context, order: Attack) -> int:
    """Return the seat that rolls for a territory: its owner; for a neutral army the attacker's opponent."""
    owner = context.state.owner[order.dst]
    if 0 <= owner < context.state.neutral:
        return owner
    return next(seat for seat in context.state.active_seats() if seat != order.seat)


def defend(context: Context, asked: DefendAsked, order: Defend) -> None:
    """Roll with as many dice as the defender chose. Raises IllegalAction: battle.defence_dice."""
    most = most_dice(context, "defender", asked)
    context.require(1 <= order.dice <= most, "battle.defence_dice", most=most)
    context.pop_decision()
    running = context.state.agenda.pop()
    assert isinstance(running, AttackInProgress)
    _run_attack(context, _throw(context, running, order.dice))


def _throw(context: Context, running: AttackInProgress, defender_dice: int) -> AttackInProgress | None:
    """Roll all dice of one throw. Returns what is left of the order; None while somebody is asked."""
    if not context.state.pieces and _fights_plainly(context.rules):
        return _throw_plainly(context, running, defender_dice)
    count = _attack_dice(context, running.order)
    if context.dice_hooks.may_lead:
        leaders = leading_of(context.rules).limit(leaders_of(context, running.order), count)
        running = replace(running, led=leaders)
    attacking, attack_sides = _roll(context, "attacker", running, count)
    defending, defend_sides = _roll(context, "defender", running, defender_dice)
    if _asks_about_dice(context, running, attacking, defending):
        return None
    return _count(context, running, attacking, defending, attack_sides, defend_sides)


def _throw_plainly(context: Context, running: AttackInProgress, defender_dice: int) -> AttackInProgress | None:
    """Roll all dice of one throw of armies that stand alone, by the usual rules, and take what it costs. Returns what
    `_throw` does."""
    state, order = context.state, running.order
    src, dst, armies = order.src, order.dst, state.armies
    dice, most = order.dice or MOST["attacker"], armies[src] - 1
    attacking = ROWS[tuple(context.roll(dice if dice < most else most, SIDES, "attacker"))]
    defending = ROWS[tuple(context.roll(defender_dice, SIDES, "defender"))]
    for hook in context.hooks[BattleHooks].on_dice_rolled:
        if hook(context, order, attacking, defending) is not None:
            _asks_about_dice(context, running, attacking, defending)
            return None
    lost, won = _losses_of(attacking, defending)
    armies[src] = src_left = armies[src] - lost
    armies[dst] = dst_left = armies[dst] - won
    context.emit(
        RoundResolved(order.seat, src, dst, state.owner[dst], attacking, defending, lost, won, src_left, dst_left)
    )
    if not dst_left:
        _capture(context, running, len(attacking))
        return None
    if running.throws == 1 or src_left == 1 or not _should_continue(context, order):
        return None
    return replace(running, throws=running.throws - 1) if running.throws else running


def _asks_about_dice(
    context: Context, running: AttackInProgress, attacking: Row, defending: Row, asked: int = 0
) -> bool:
    """Run the dice hooks from index `asked`; returns whether one of them asks somebody about the throw."""
    order, number = running.order, asked
    for hook in context.hooks[BattleHooks].on_dice_rolled[asked:]:
        number += 1
        question = hook(context, order, attacking, defending)
        if question is not None:
            if not asked:
                owner = context.state.owner[order.dst]
                context.emit(DiceRolled(order.seat, order.src, order.dst, owner, attacking, defending))
            context.push(running, Throw(attacking, defending, number), question)
            return True
    return False


def resume_roll(context: Context, throw: Throw) -> None:
    """Go on with dice that somebody was asked about."""
    running = context.state.agenda.pop()
    assert isinstance(running, AttackInProgress)
    if not _asks_about_dice(context, running, throw.attack, throw.defend, throw.asked):
        _run_attack(context, _count(context, running, throw.attack, throw.defend))


def losses(attacking: Sequence[int], defending: Sequence[int], ties_to_attacker: bool = False) -> tuple[int, int]:
    """Compute what two rows of dice cost attacker and defender: the highest against the highest, ties to the defender
    (1959 (c)) or, where a family says so, to the attacker."""
    lost = sum(map(lt if ties_to_attacker else le, attacking, defending))
    return lost, min(len(attacking), len(defending)) - lost


_losses_of = cache(losses)  # of rows as in `ROWS`, of which there are some two thousand pairs


def losses_in(context: Context, order: Attack, attacking: Sequence[int], defending: Sequence[int]) -> tuple[int, int]:
    """Compute what two rows of dice cost attacker and defender in a fight of this game."""
    return losses(attacking, defending, wins_ties(context.dice_hooks, context, clash_of(context, order)))


def _losses_by_family(
    context: Context, order: Attack, attacking: Sequence[int], defending: Sequence[int]
) -> tuple[int, int]:
    """Compute what two rows of dice cost where a family has its say in it."""
    lost = losses_in(context, order, attacking, defending)
    for hook in context.hooks[BattleHooks].change_losses:
        lost = hook(context, order, lost)
    return lost


def clash_of(context: Context, order: Attack) -> Clash:
    """Describe the fight of an order with those that lead it now."""
    return Clash(order.src, order.dst, leaders_of(context, order))


def _count(
    context: Context,
    running: AttackInProgress,
    attacking: tuple[int, ...],
    defending: tuple[int, ...],
    attack_sides: tuple[int, ...] = (),
    defend_sides: tuple[int, ...] = (),
) -> AttackInProgress | None:
    """Take the losses of a throw. Returns what is left of the order; None also while somebody is asked which."""
    order, hooks, of_dice = running.order, context.hooks[BattleHooks], context.dice_hooks
    state, src, dst = context.state, order.src, order.dst
    attack_losses, defend_losses = (
        _losses_by_family(context, order, attacking, defending)
        if hooks.change_losses or of_dice.wins_ties
        else losses(attacking, defending)
    )
    terms = context.terms(clash_of(context, order)) if of_dice.wins_ties or of_dice.throws_again else USUAL_TERMS
    context.emit(
        RoundResolved(
            order.seat,
            src,
            dst,
            state.owner[dst],
            attacking,
            defending,
            attack_losses,
            defend_losses,
            state.units(src) - attack_losses,
            state.units(dst) - defend_losses,
            attack_sides,
            defend_sides,
            *terms,
            *_list_fallen(context, order, attack_losses, defend_losses),
        )
    )
    dice = len(attacking)
    if not state.pieces and not hooks.on_fallen:
        state.armies[src] -= attack_losses
        state.armies[dst] -= defend_losses
    elif _ask_losses(context, running, dice, attack_losses, defend_losses):
        return None
    return _end_round(context, running, dice)


def _list_fallen(
    context: Context, order: Attack, attack_losses: int, defend_losses: int
) -> tuple[tuple[str, ...], ...]:
    """List the pieces of each side that fall with a throw where nobody has a choice."""
    if not context.state.pieces:
        return ()
    return falling(context, order.src, attack_losses), falling(context, order.dst, defend_losses)


def _roll(context: Context, role: str, running: AttackInProgress, count: int) -> tuple[Row, Row]:
    """Roll the dice of one side where a family has its say in them: returns them from the highest down, and with how
    many sides each where not all have the usual ones; of equal dice the one with more sides comes first."""
    hooks, order = context.dice_hooks, running.order
    clash = Clash(order.src, order.dst, running.led or ())
    row = dice_sides(hooks, context, role, clash, count)
    seat = order.seat if role == "attacker" else _defender(context, order)
    dice = throw_dice(context, seat, role, row, lambda: throws_again(hooks, context, role, clash))
    thrown = sorted(zip(dice, row, strict=True), reverse=True)
    row = tuple(each for _, each in thrown)
    return tuple(die for die, _ in thrown), row if any(each != SIDES for each in row) else ()


def _ask_losses(context: Context, running: AttackInProgress, dice: int, attack_losses: int, defend_losses: int) -> bool:
    """Take losses where pieces stand beside armies or armies do not just go: owners choose where the rule set lets
    them, the defender first."""
    context.push(replace(running, last=dice))
    asked = False
    for territory, count in ((running.order.src, attack_losses), (running.order.dst, defend_losses)):
        asked = lose_in_battle(context, territory, count, running.order) or asked
    if not asked:
        context.pop_decision()
    return asked


def _end_round(context: Context, running: AttackInProgress, dice: int) -> AttackInProgress | None:
    """End the order at a capture or by its conditions; else return what is left of it."""
    order = running.order
    if context.state.units(order.dst) == 0:
        _capture(context, running, dice)
        return None
    if running.throws == 1 or context.movable(order.src) < 1:
        return None
    going_on = running if not order.leaders else _without_fallen(context, running)
    if going_on is None or not _should_continue(context, going_on.order):
        return None
    if context.rules.attack.reacts_each == "roll":  # each throw is an invasion of its own, by the facts of then
        if reaction.is_cancelled(context, order.seat, order.src, order.dst):
            return None
        going_on = replace(going_on, declared=False, told=False)
    return replace(going_on, throws=running.throws - 1) if running.throws else going_on


def _without_fallen(context: Context, running: AttackInProgress) -> AttackInProgress | None:
    """Drop the leaders that have fallen out of an order, each with its die if it threw one; None where no die is
    left."""
    order = leading_of(context.rules).drop_fallen(running.order, leaders_of(context, running.order))
    return replace(running, order=order) if order else None


def _drop_leaders(running: AttackInProgress) -> AttackInProgress:
    """Let an attack whose leaders have all fallen before its throw go on with one die: what is declared is fought."""
    return replace(running, order=replace(running.order, leaders=(), dice=1))


def _should_continue(context: Context, order: Attack) -> bool:
    """Return whether the order's conditions ask for another throw."""
    if not order.left and not order.odds:
        return True
    standing = context.state.units(order.src)
    if standing <= order.left:
        return False
    if not order.odds:
        return True
    if context.precedes("classic@2"):  # three dice, whatever was said
        return odds.win_chance_at_least(standing - 1, context.state.units(order.dst), order.odds)
    return fight_of(context, order).at_least(order.odds)


def _capture(context: Context, running: AttackInProgress, dice: int) -> None:
    state, order = context.state, running.order
    seat, src, dst = order.seat, order.src, order.dst
    was = state.owner[dst]
    state.owner[dst] = seat
    if running.contested is not False and dst not in context.left_out():
        state.captures += 1
    context.emit(Captured(seat, src, dst, was))
    for hook in context.hooks[OccupyHooks].on_taken:
        hook(context, seat, dst, was)
    for hook in context.hooks[BattleHooks].on_target_changed:
        hook(context, seat, src, NOBODY)
    leaders = multiset_common(running.led, context.own_pieces(src)) if running.led else ()
    along = multiset_common(order.leaders or (), context.companions_at(src)) if context.rules.companions else ()
    occupy.move_in(
        context,
        seat,
        src,
        dst,
        was,
        least=dice,
        wish=order.advance,
        leaders=leaders,
        named=order.advancing or (),
        along=along,
    )


def end_attacks(context: Context, asked: AttackAsked, order: End) -> None:
    context.pop_decision()
    for hook in context.hooks[BattleHooks].on_target_changed:
        hook(context, order.seat, NOBODY, NOBODY)
    context.emit(AttacksEnded(order.seat))
