"""One attack order: announced, thrown until nothing is left of it, with questions to others in between.

Sources: 1959 (c), (e), (f); Modern "Resolving Combat". Rulings R17, R18, R32, F3.
"""

from collections.abc import Iterable, Mapping, Sequence
from operator import le
from typing import Any

from msgspec.structs import replace

from engine import odds
from engine.core.actions import End
from engine.core.dice import SIDES, sides
from engine.core.ruleset import RuleSet
from engine.core.state import NOBODY
from engine.core.table import Table
from engine.mechanics import occupy, reaction
from engine.mechanics.battle.forecast import fight_of
from engine.mechanics.battle.losses import lose_or_ask
from engine.mechanics.battle.reach import most_dice
from engine.mechanics.battle.types import (
    Attack,
    AttackAsked,
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

LONGEST = 10**6  # throws of one order, and armies that move in after it: beyond all boards, and room in any storage


def attack(table: Table, asked: AttackAsked, order: Attack) -> None:
    """Start an attack order and throw until it ends or somebody is asked.

    Raises IllegalAction: what `_check_target` raises, battle.leave_one, battle.too_many_dice, battle.condition,
    battle.stops_at_once.
    """
    src = order.src
    _check_target(table, order.seat, src, order.dst)
    most = most_dice(table, "attacker", src)
    if most < 1:
        table.refuse("battle.leave_one", territory=table.name(src))
    if not 0 <= order.dice <= most:
        table.refuse("battle.too_many_dice", most=most)
    if order.left < 0 or not 0 <= order.odds <= 100:
        table.refuse("battle.condition")
    if not (0 <= order.throws <= LONGEST and occupy.USUAL <= order.advance <= LONGEST):
        table.refuse("battle.condition")
    if (order.left or order.odds) and not _wanted(table, order):
        table.refuse("battle.stops_at_once")
    for hook in table.rules.aim_hooks:
        hook(table, order.seat, src, order.dst)
    _go_on(table, AttackInProgress(order, order.throws))


def _check_target(table: Table, seat: int, src: int, dst: int) -> None:
    """Check the source and the target of an attack.

    Raises IllegalAction: territory.unknown, battle.not_yours, battle.own_territory, battle.nobody_there,
    battle.not_adjacent, and what the family refuses.
    """
    owner = table.state.owner
    size = len(owner)
    if not (0 <= src < size and 0 <= dst < size):
        table.refuse("territory.unknown")
    if owner[src] != seat:
        table.refuse("battle.not_yours", territory=table.name(src))
    if owner[dst] == seat:
        table.refuse("battle.own_territory", territory=table.name(dst))
    if owner[dst] == NOBODY:
        table.refuse("battle.nobody_there", territory=table.name(dst))
    if dst not in table.links(src, "attack"):
        table.refuse("battle.not_adjacent", src=table.name(src), dst=table.name(dst))
    for hook in table.rules.enter_hooks:
        code = hook(table, seat, src, dst)
        if code:
            table.refuse(code, src=table.name(src), dst=table.name(dst))


def go_on(table: Table, running: AttackInProgress) -> None:
    """Take an order up again after a question."""
    if running.last:
        _go_on(table, _settle(table, replace(running, last=0), running.last))
    else:
        _go_on(table, running)


def _go_on(table: Table, running: AttackInProgress | None) -> None:
    """Declare, then throw until nothing is left of the order or somebody must be asked. A loop: with large armies one
    order may throw thousands of times."""
    while running is not None:
        order = running.order
        if table.rules.reaction_hooks and not running.declared:
            if _ask_reactions(table, running):
                return
            running = replace(running, declared=True)
        defender_dice = most_dice(table, "defender", order.dst)
        if defender_dice > 1 and table.options.defender_dice == "choose":
            asked = DefendAsked(
                seats=(_defender(table, order),),
                seat=order.seat,
                src=order.src,
                dst=order.dst,
                dice=_attack_dice(table, order),
            )
            table.push(running, asked)
            return
        running = _throw(table, running, defender_dice)


def asks_the_attacked(rules: RuleSet, switches: Mapping[str, Any]) -> bool:
    """Return whether games of these rules, with these switches, may ask a player a question while they are attacked."""
    usual: Any = rules.options
    dice = switches.get("defender_dice", usual.defender_dice)
    return dice == "choose" or bool(rules.reaction_hooks or rules.loss_hooks)


def _ask_reactions(table: Table, running: AttackInProgress) -> bool:
    """Announce the invasion; True if a question now lies on the agenda."""
    order = running.order
    owner = table.state.owner[order.dst]
    table.emit(AttackDeclared(order.seat, order.src, order.dst, owner))
    table.push(replace(running, declared=True))
    before = len(table.state.agenda)
    reaction.ask(table, order.seat, order.src, order.dst)
    if len(table.state.agenda) > before:
        return True
    table.done()
    return False


def _attack_dice(table: Table, order: Attack) -> int:
    most = most_dice(table, "attacker", order.src)
    return order.dice if 0 < order.dice < most else most


def _defender(table: Table, order: Attack) -> int:
    """Return the seat that rolls for a territory: its owner; for a neutral army the attacker's opponent."""
    owner = table.state.owner[order.dst]
    if 0 <= owner < table.state.neutral:
        return owner
    return next(seat for seat in table.state.living() if seat != order.seat)


def defend(table: Table, asked: DefendAsked, order: Defend) -> None:
    """Roll with as many dice as the defender chose. Raises IllegalAction: battle.defence_dice."""
    most = most_dice(table, "defender", asked.dst)
    table.require(1 <= order.dice <= most, "battle.defence_dice", most=most)
    table.done()
    running = table.state.agenda.pop()
    assert isinstance(running, AttackInProgress)
    _go_on(table, _throw(table, running, order.dice))


def _throw(table: Table, running: AttackInProgress, defender_dice: int) -> AttackInProgress | None:
    """Roll all dice of one throw. Returns what is left of the order; None while somebody is asked."""
    order = running.order
    attacking = _roll(table, "attacker", order.src, _attack_dice(table, order))
    defending = _roll(table, "defender", order.dst, defender_dice)
    return _weigh(table, running, attacking, defending)


def _weigh(
    table: Table, running: AttackInProgress, attacking: tuple[int, ...], defending: tuple[int, ...], asked: int = 0
) -> AttackInProgress | None:
    """Let the family ask about the dice, beginning with its hook number `asked`; then they count."""
    order, number = running.order, asked
    for hook in table.rules.thrown_hooks[asked:]:
        number += 1
        question = hook(table, order, attacking, defending)
        if question is not None:
            if not asked:
                owner = table.state.owner[order.dst]
                table.emit(DiceRolled(order.seat, order.src, order.dst, owner, attacking, defending))
            table.push(running, Throw(attacking, defending, number), question)
            return None
    return _count(table, running, attacking, defending)


def weigh(table: Table, throw: Throw) -> None:
    """Go on with dice that somebody was asked about."""
    running = table.state.agenda.pop()
    assert isinstance(running, AttackInProgress)
    _go_on(table, _weigh(table, running, throw.attack, throw.defend, throw.asked))


def thrown(table: Table) -> tuple[Attack, Throw]:
    """Return the order and the dice that the open question is about."""
    running, throw = table.state.agenda[-3:-1]
    assert isinstance(running, AttackInProgress) and isinstance(throw, Throw)
    return running.order, throw


def change_dice(table: Table, attack: Iterable[int]) -> tuple[int, ...]:
    """Lay other dice for the attacker in place of those that lie on top of the agenda; returns them in their row."""
    throw = table.state.agenda.pop()
    assert isinstance(throw, Throw)
    row = tuple(sorted(attack, reverse=True))
    table.push(replace(throw, attack=row))
    return row


def losses(attacking: Sequence[int], defending: Sequence[int]) -> tuple[int, int]:
    """Compute what two rows of dice cost attacker and defender: the highest against the highest, ties to the defender
    (1959 (c))."""
    lost = sum(map(le, attacking, defending))
    return lost, min(len(attacking), len(defending)) - lost


def _count(
    table: Table, running: AttackInProgress, attacking: tuple[int, ...], defending: tuple[int, ...]
) -> AttackInProgress | None:
    """Take the losses of a throw. Returns what is left of the order; None also while somebody is asked which."""
    order = running.order
    state, src, dst = table.state, order.src, order.dst
    attack_losses, defend_losses = losses(attacking, defending)
    table.emit(
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
        )
    )
    dice = len(attacking)
    if not state.pieces:
        state.armies[src] -= attack_losses
        state.armies[dst] -= defend_losses
    elif _ask_losses(table, running, dice, attack_losses, defend_losses):
        return None
    return _settle(table, running, dice)


def _roll(table: Table, role: str, territory: int, count: int) -> tuple[int, ...]:
    if not table.rules.sides_hooks:
        dice = table.roll(count, SIDES, role)
    else:
        dice = [table.roll(1, each, role)[0] for each in sides(table, role, territory, count)]
    dice.sort(reverse=True)
    return tuple(dice)


def _ask_losses(table: Table, running: AttackInProgress, dice: int, attack_losses: int, defend_losses: int) -> bool:
    """Take losses where pieces stand beside armies: the owner chooses where the rule set lets them."""
    table.push(replace(running, last=dice))
    asked = False
    for territory, count in ((running.order.dst, defend_losses), (running.order.src, attack_losses)):
        asked = lose_or_ask(table, territory, count) or asked
    if not asked:
        table.done()
    return asked


def _settle(table: Table, running: AttackInProgress, dice: int) -> AttackInProgress | None:
    """After the losses: a capture ends the order, as its conditions do; else what is left of it."""
    order = running.order
    if table.state.units(order.dst) == 0:
        _capture(table, order, dice)
        return None
    if running.throws == 1 or table.state.units(order.src) < 2 or not _wanted(table, order):
        return None
    return replace(running, throws=running.throws - 1) if running.throws else running


def _wanted(table: Table, order: Attack) -> bool:
    """Return whether the order's conditions ask for another throw."""
    if not order.left and not order.odds:
        return True
    standing = table.state.units(order.src)
    if standing <= order.left:
        return False
    if not order.odds:
        return True
    if table.precedes("classic@2"):  # three dice, whatever was said
        return odds.win_chance_at_least(standing - 1, table.state.units(order.dst), order.odds)
    return fight_of(table, order).at_least(order.odds)


def _capture(table: Table, order: Attack, dice: int) -> None:
    state = table.state
    was = state.owner[order.dst]
    state.owner[order.dst] = order.seat
    state.captures += 1
    table.emit(Captured(order.seat, order.src, order.dst, was))
    for hook in table.rules.aim_hooks:
        hook(table, order.seat, order.src, NOBODY)
    occupy.move_in(table, order.seat, order.src, order.dst, was, least=dice, wish=order.advance)


def end_attacks(table: Table, asked: AttackAsked, order: End) -> None:
    table.done()
    for hook in table.rules.aim_hooks:
        hook(table, order.seat, NOBODY, NOBODY)
    table.emit(AttacksEnded(order.seat))
