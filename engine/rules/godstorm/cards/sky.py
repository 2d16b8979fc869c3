"""The Sky deck: 17 cards of 10 kinds, played when a territory of one's own is attacked.

The seventeenth card is reconstructed: the sources know 16, and the deck gets a second copy of Your Idol Is False.
"""

from __future__ import annotations

from functools import partial

from engine.core.context import Context
from engine.core.language import gettext_noop
from engine.core.units import Force
from engine.mechanics.action_cards.kinds import CardKind, Play, invasion_of
from engine.mechanics.action_cards.playing import add_armies
from engine.mechanics.action_cards.types import WINDOW, PlayCard
from engine.mechanics.battle.losses import after_losses
from engine.rules.godstorm.cards import targets
from engine.rules.godstorm.cards.common import (
    VANISHED,
    GodSent,
    arrive,
    carry,
    no_temple_left,
    raise_temple,
    remove,
    roll_dice,
    roll_die,
    strike,
)
from engine.rules.godstorm.facts import temple_stands
from engine.rules.godstorm.gods import banish
from engine.rules.godstorm.state import state_of

DECK = "sky"
WARRIORS, CONVERTS, FLAMES = 3, 2, 4


def no_site(context: Context, play: Play) -> str:
    """Refuse a temple where one stands, and a thirteenth."""
    if temple_stands(context.state, invasion_of(play).dst):
        return "cards.temple_there"
    return no_temple_left(context, play)


def amass_workers(context: Context, play: Play, order: PlayCard) -> None:
    raise_temple(context, play.seat, invasion_of(play).dst)


def convert(context: Context, play: Play, order: PlayCard) -> None:
    """Let two attackers, or the one that is left, vanish into their reserve, and place as many defenders."""
    after_losses(context, play.seat)
    gone = remove(context, invasion_of(play).src, CONVERTS, VANISHED)
    add_armies(context, play.seat, ((invasion_of(play).dst, gone),))


def sear(context: Context, play: Play, order: PlayCard) -> None:
    """Let godswars of this turn count four more."""
    state = state_of(context)
    more = dict(state.godswar_bonus)
    more[play.seat] = more.get(play.seat, 0) + FLAMES
    state.godswar_bonus = tuple(sorted(more.items()))


def lava_fields(context: Context, play: Play) -> list[int]:
    """List the attacking territory and then its neighbours in map order, those with armies alone."""
    src = invasion_of(play).src
    return [at for at in (src, *context.neighbours(src, "attack")) if context.state.armies[at]]


def roll_for_fields(context: Context, play: Play, order: PlayCard) -> tuple[int, ...]:
    """Roll a die for each territory that lava reaches."""
    return roll_dice(context, play.seat, len(lava_fields(context, play)))


def erupt(context: Context, play: Play, order: PlayCard) -> None:
    """Take as many armies in each territory as its die shows."""
    strike(context, play, dict(zip(lava_fields(context, play), play.shown, strict=True)))


def arm(context: Context, play: Play, order: PlayCard) -> None:
    add_armies(context, play.seat, ((invasion_of(play).dst, WARRIORS),))


def disarm(context: Context, play: Play, order: PlayCard) -> None:
    """Let as many attackers as the die shows vanish into their reserve."""
    after_losses(context, play.seat)
    remove(context, invasion_of(play).src, play.shown[0], VANISHED)


def lift_fog(context: Context, play: Play, order: PlayCard) -> None:
    """Call armies of another territory to the defence."""
    carry(context, play.seat, order.src, invasion_of(play).dst, Force(order.armies))


def make_meek(context: Context, play: Play, order: PlayCard) -> None:
    """Send a god of the attacker away to a temple; in plague the god is banished."""
    attacker, src = invasion_of(play).seat, invasion_of(play).src
    context.move_piece(order.what, attacker, src, order.dst)
    context.emit(GodSent(attacker, order.what, src, order.dst))
    arrive(context, attacker, order.dst, (order.what,))


def hallow(context: Context, play: Play, order: PlayCard) -> None:
    """Stop the attack, and all others on the territory in this turn."""
    state = state_of(context)
    state.sacred = tuple(sorted({*state.sacred, invasion_of(play).dst}))


def unmask(context: Context, play: Play, order: PlayCard) -> None:
    banish(context, invasion_of(play).seat, order.what)


miracle = partial(CardKind, deck=DECK, timing=WINDOW)

KINDS = (
    miracle(
        "1000 Workers Amass",  # as typed
        text=gettext_noop("Place a temple on the attacked territory if it has none. It already helps in this battle."),
        effect=amass_workers,
        copies=2,
        barred=no_site,
    ),
    miracle(
        "Enemies Convert",  # as typed
        text=gettext_noop("2 armies in the attacking territory leave the board, and 2 of yours join the defence."),
        effect=convert,
        cost=2,
    ),
    miracle(
        "Fire Sears the Sky",  # as typed
        text=gettext_noop("For the rest of this turn your total in each godswar is 4 higher."),
        effect=sear,
        copies=2,
    ),
    miracle(
        "Lava Erupts",  # as typed
        text=gettext_noop(
            "Roll a die for the attacking territory and for each territory adjacent to it: that many armies die there, "
            "including yours."
        ),
        effect=erupt,
        cost=2,
        chance=roll_for_fields,
    ),
    miracle(
        "Men Become Warriors",  # as typed
        text=gettext_noop("Place 3 armies on the attacked territory."),
        effect=arm,
        copies=2,
        cost=1,
    ),
    miracle(
        "Swords Become Plowshares",  # as typed
        text=gettext_noop("Roll a die: that many armies in the attacking territory leave the board."),
        effect=disarm,
        copies=2,
        cost=1,
        chance=roll_die,
    ),
    miracle(
        "The Fog Lifts",  # as typed
        text=gettext_noop(
            "Move up to 4 armies from another of your territories to the attacked one. 1 army must stay behind."
        ),
        effect=lift_fog,
        copies=2,
        targets=(targets.SUMMONS,),
    ),
    miracle(
        "The Mighty Turn Meek",  # as typed
        text=gettext_noop(
            "Move a god from the attacking territory to another territory where the attacker has a temple."
        ),
        effect=make_meek,
        copies=2,
        targets=(targets.GOD_AND_REFUGE,),
    ),
    miracle(
        "This Ground Is Sacred",  # as typed
        text=gettext_noop("The attack is stopped, and nobody can attack this territory again this turn."),
        effect=hallow,
        cost=3,
    ),
    miracle(
        "Your Idol Is False",  # as typed
        text=gettext_noop("A god in the attacking territory is banished."),
        effect=unmask,
        copies=2,
        cost=1,
        targets=(targets.ATTACKING_GOD,),
        reconstructed=1,
    ),
)
