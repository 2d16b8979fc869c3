"""Godswars: where gods meet gods in an invasion, they fight before any army does.

Each side names a god, the attacker first, and rolls three dice and more; the sum with its armies decides, and the god
of who loses is banished. All gods of a side lend their powers, whoever was named. The attacker goes on as long as gods
are left on both sides, or calls the invasion off. Sources: 004, "Godswar", "Altars"; R05 to R11, R22, E14 to E16.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.core.actions import Action
from engine.core.agenda import AgendaItem, Decision, Step
from engine.core.context import Context
from engine.core.dice import SIDES, Terms
from engine.core.events import PublicEvent
from engine.core.facts import Facts
from engine.core.language import gettext, gettext_noop
from engine.core.notation import Command, TokenReader, either
from engine.core.offers import ChoiceField, Offer
from engine.core.ruleset import Mechanic
from engine.core.state import GameState
from engine.mechanics.battle import fight
from engine.mechanics.battle.forecast import higher_sum
from engine.mechanics.battle.hooks import BattleHooks
from engine.mechanics.battle.targeting import leaders_of
from engine.mechanics.battle.throwing import throw_dice
from engine.mechanics.battle.types import Attack, AttackInProgress
from engine.rules.godstorm.facts import has_relic, spaces_of
from engine.rules.godstorm.gods import SKY, WAR, banish, throws_again
from engine.rules.godstorm.kinds import ALTAR
from engine.rules.godstorm.labors import beat_god
from engine.rules.godstorm.state import state_of

DICE = 3
MJOLNIR, MJOLNIRS_BONUS = "Mjolnir", 3
GUNGNIR = "Gungnir"


class Godswar(Step, frozen=True, omit_defaults=True, tag="godswar.step"):
    """A godswar of the invasion beneath it, with the gods that were named for it so far."""

    attacker: str = ""
    defender: str = ""


class GodAsked(Decision, frozen=True, kw_only=True, tag="godswar.asked"):
    """A side of the invasion of dst from src must name one of its `gods`; `against` is the attacker's, once named."""

    seat: int
    src: int
    dst: int
    gods: tuple[str, ...]
    against: str = ""

    pace = "window"
    step = "attack"
    ask = gettext_noop("name a god for the godswar")

    def pace_in(self, state: GameState) -> str:
        return "turn" if self.seats[0] == state.active else self.pace


class CallOff(Action, frozen=True, tag="godswar.call_off"):
    """End the invasion between two godswars."""


class GoOnAsked(Decision, frozen=True, kw_only=True, tag="godswar.go_on_asked"):
    """Gods are left on both sides: the attacker fights on, or calls the invasion off."""

    src: int
    dst: int

    step = "attack"
    ask = gettext_noop("fight another godswar or call the invasion off")
    pass_action = CallOff


class NameGod(Action, frozen=True, tag="godswar.name"):
    god: str


class FightOn(Action, frozen=True, tag="godswar.fight_on"):
    """Fight another godswar."""


class GodswarFought(PublicEvent, frozen=True, tag="godswar.fought"):
    """A godswar with the dice as they counted and both sums; the god of the side that lost is banished."""

    seat: int
    src: int
    dst: int
    defender: int
    attack_god: str
    defend_god: str
    attack: tuple[int, ...]
    defend: tuple[int, ...]
    attack_total: int
    defend_total: int
    won: bool


class Side(NamedTuple):
    """A side of a godswar: its seat, all gods of its force, its armies in the battle."""

    seat: int
    gods: tuple[str, ...]
    armies: int


def meet(context: Context, order: Attack) -> tuple[AgendaItem, ...]:
    """Begin with a godswar where gods meet."""
    attacker, defender = _sides(context, order)
    return (Godswar(),) if attacker.gods and defender.gods else ()


def _sides(context: Context, order: Attack) -> tuple[Side, Side]:
    seat, other = order.seat, context.state.owner[order.dst]
    attacker = Side(seat, leaders_of(context, order), context.movable(order.src))
    return attacker, Side(other, context.companions_at(order.dst), context.units(order.dst))


def wage(context: Context, step: Godswar) -> None:
    """Let each side name its god, who has only one without being asked, and fight."""
    order = _order(context)
    attacker, defender = _sides(context, order)
    attack_god = step.attacker or _only(attacker)
    if not attack_god:
        _ask(context, step, order, attacker)
        return
    step = Godswar(attack_god, step.defender or _only(defender))
    if step.defender:
        _fight(context, order, step)
    else:
        _ask(context, step, order, defender)


def _order(context: Context) -> Attack:
    """Return the invasion beneath a godswar."""
    running = context.state.agenda[-1]
    assert isinstance(running, AttackInProgress)
    return running.order


def _only(side: Side) -> str:
    return side.gods[0] if len(side.gods) == 1 else ""


def _ask(context: Context, step: Godswar, order: Attack, side: Side) -> None:
    against = step.attacker if side.seat != order.seat else ""
    asked = GodAsked(seats=(side.seat,), seat=order.seat, src=order.src, dst=order.dst, gods=side.gods, against=against)
    context.push(step, asked)


def name_god(context: Context, asked: GodAsked, order: NameGod) -> None:
    """Name a god for a side. Raises IllegalAction: godswar.not_there."""
    if order.god not in asked.gods:
        context.refuse("godswar.not_there", piece=context.rules.piece_title(order.god))
    context.pop_decision()
    step = context.state.agenda.pop()
    assert isinstance(step, Godswar)
    context.push(Godswar(step.attacker, order.god) if asked.against else Godswar(order.god))


def _fight(context: Context, order: Attack, step: Godswar) -> None:
    attacker, defender = _sides(context, order)
    attack = _throw(context, order, "attacker", attacker)
    defend = _throw(context, order, "defender", defender)
    ours, theirs = _total(context, attacker, attack), _total(context, defender, defend)
    won = ours > theirs or (ours == theirs and _wins_ties(attacker))
    fought = GodswarFought(
        order.seat, order.src, order.dst, defender.seat, step.attacker, step.defender, attack, defend, ours, theirs, won
    )
    context.emit(fought)
    if won:
        banish(context, defender.seat, step.defender)
        beat_god(context, attacker.seat)
    else:
        banish(context, attacker.seat, step.attacker)
    if meet(context, order):
        context.push(Godswar(), GoOnAsked(seats=(order.seat,), src=order.src, dst=order.dst))


def _throw(context: Context, order: Attack, role: str, side: Side) -> tuple[int, ...]:
    """Roll the dice of a side, ones again where it may, from the highest down."""
    row = (SIDES,) * dice_of(context.state, side)
    dice = throw_dice(context, side.seat, role, row, lambda: _throws_again(context, order, role, side))
    return tuple(sorted(dice, reverse=True))


def _throws_again(context: Context, order: Attack, role: str, side: Side) -> bool:
    """Return whether a side throws its ones again, as things stand while its dice lie."""
    return throws_again(context, role, fight.clash_of(context, order)) or has_relic(context.state, side.seat, GUNGNIR)


def dice_of(state: GameState, side: Side) -> int:
    """Count the dice of a side: three, one more for its god of the sky, one for each altar of its seat."""
    return DICE + (SKY in side.gods) + len(spaces_of(state, side.seat, ALTAR))


def _wins_ties(attacker: Side) -> bool:
    """Return whether an equal sum is enough for the attacker."""
    return WAR in attacker.gods


def _total(context: Context, side: Side, dice: tuple[int, ...]) -> int:
    return sum(dice) + side.armies + bonus_of(context, side.seat)


def bonus_of(context: Context, seat: int) -> int:
    """Sum what relics and cards add for a seat in each godswar."""
    cards = sum(more for whose, more in state_of(context).godswar_bonus if whose == seat)
    return cards + (MJOLNIRS_BONUS if has_relic(context.state, seat, MJOLNIR) else 0)


def fight_on(context: Context, asked: GoOnAsked, order: FightOn) -> None:
    context.pop_decision()


def call_off(context: Context, asked: GoOnAsked, order: CallOff) -> None:
    """Call the invasion off, with the godswar that would follow."""
    context.pop_decision()
    context.state.agenda.pop()
    fight.call_off(context)


def about_god(context: Context, asked: GodAsked) -> Facts:
    return {"seat": asked.seat, "gods": asked.gods, "against": asked.against, **about_godswar(context, asked)}


def about_godswar(context: Context, asked: GodAsked | GoOnAsked) -> Facts:
    """Say what each side has for the next godswar, the attacker first, who wins ties, and the attacker's chance."""
    running = context.state.agenda[-3]
    assert isinstance(running, AttackInProgress)
    order = running.order
    attacker, defender = _sides(context, order)
    ours, theirs = _strength(context, order, "attacker", attacker), _strength(context, order, "defender", defender)
    ties = _wins_ties(attacker)
    dice, again = (ours["dice"], theirs["dice"]), (ours["again"], theirs["again"])
    lead = ours["armies"] + ours["bonus"] - theirs["armies"] - theirs["bonus"]
    return {
        "src": asked.src,
        "dst": asked.dst,
        "sides": (ours, theirs),
        "ties_to_attacker": ties,
        "chance": round(chance(dice, lead, again, ties), 4),
    }


def chance(dice: tuple[int, int], lead: int, again: tuple[bool, bool], ties_to_attacker: bool) -> float:
    """Return the attacker's chance in a godswar, by the dice of both sides, by what the attacker has more besides, and
    by who throws ones again."""
    terms = Terms(1 + again[0], 1 + again[1], ties_to_attacker)
    return higher_sum(*dice, lead, terms)


def _strength(context: Context, order: Attack, role: str, side: Side) -> Facts:
    """Describe a side; `again` says whether it throws ones again."""
    return {
        "seat": side.seat,
        "gods": side.gods,
        "armies": side.armies,
        "dice": dice_of(context.state, side),
        "bonus": bonus_of(context, side.seat),
        "again": _throws_again(context, order, role, side),
    }


def god_offers(context: Context, asked: GodAsked, seat: int) -> tuple[Offer, ...]:
    return (Offer("godswar.name", gettext_noop("Send this god"), (ChoiceField("god", asked.gods),)),)


def go_on_offers(context: Context, asked: GoOnAsked, seat: int) -> tuple[Offer, ...]:
    fight, stop = gettext_noop("Fight on"), gettext_noop("Call it off")
    return Offer("godswar.fight_on", fight), Offer("godswar.call_off", stop)


def read_god(reader: TokenReader) -> NameGod:
    """Read the kind of a god. Raises UnreadableOrder with those that may be named."""
    reader.pass_over("with")
    known = reader.view.rule_set.companions
    god = reader.piece(known)
    if not god:
        gods = reader.view.about.get("gods", known)
        raise reader.fail(gettext("Name a god: {gods}.").format(gods=either(gods)), wrong=reader.typed())
    return NameGod(reader.seat, god)


COMMANDS = (
    Command(
        "godswar",
        NameGod,
        read_god,
        lambda order, writer: f"godswar {order.god}",  # as typed
        "godswar sky",  # as typed
        gettext_noop("which of your gods fights the godswar"),
        also=("fight with", "name"),  # as typed
    ),
    Command(
        "fight on",  # as typed
        FightOn,
        lambda reader: FightOn(reader.seat),
        lambda order, writer: "fight on",  # as typed
        "fight on",  # as typed
        gettext_noop("fight another godswar while gods are left on both sides"),
    ),
    Command(
        "call off",  # as typed
        CallOff,
        lambda reader: CallOff(reader.seat),
        lambda order, writer: "call off",  # as typed
        "call off",  # as typed
        gettext_noop("end the invasion after a godswar"),
        also=("call invasion off", "end invasion"),  # as typed
    ),
)

MECHANIC = Mechanic(
    name="godswar",
    hooks=(BattleHooks(before_throw=(meet,)),),
    steps={Godswar: wage},
    answers={(GodAsked, NameGod): name_god, (GoOnAsked, FightOn): fight_on, (GoOnAsked, CallOff): call_off},
    offers={GodAsked: god_offers, GoOnAsked: go_on_offers},
    defaults={
        GodAsked: lambda context, asked, seat: NameGod(seat, asked.gods[0]),
        GoOnAsked: lambda context, asked, seat: CallOff(seat),
    },
    about={GodAsked: about_god, GoOnAsked: about_godswar},
    events=(GodswarFought,),
    refusals={"godswar.not_there": gettext_noop("Your {piece} is not in this battle: name a god who is.")},
    commands=COMMANDS,
)
