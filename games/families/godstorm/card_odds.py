"""What a Sky card would make of the odds of the attack that it answers."""

from __future__ import annotations

from collections.abc import Callable
from statistics import fmean

from engine import PlayerView
from engine.mechanics.action_cards.kinds import CardKind
from engine.mechanics.battle.forecast import Fight
from engine.rules.godstorm.cards import sky
from engine.rules.godstorm.cards.targets import SUMMONED
from games.families.cards import stop_invasion, with_defenders

DIE = range(1, 7)
Reply = Callable[[PlayerView, Fight, int, int], float]
"""The chance that an attack succeeds once a card is played, from the view, the fight, and where it comes from and
goes."""


def fewer_attackers(fight: Fight, count: int) -> Fight:
    """Take armies off the attacking territory, those that may fight first."""
    return fight._replace(attackers=max(0, fight.attackers - count))


def converted(view: PlayerView, fight: Fight, src: int, dst: int) -> float:
    """Bring attackers over to the defence."""
    gone = min(sky.CONVERTS, view.armies[src])
    return with_defenders(gone)(fewer_attackers(fight, gone))


def disarmed(view: PlayerView, fight: Fight, src: int, dst: int) -> float:
    """Take as many attackers as a die shows."""
    return fmean(fewer_attackers(fight, die).win for die in DIE)


def erupted(view: PlayerView, fight: Fight, src: int, dst: int) -> float:
    """Take as many attackers and as many defenders as their dice show."""
    here = [fewer_attackers(fight, die) for die in DIE]
    return fmean(each._replace(defenders=max(0, each.defenders - die)).win for each in here for die in DIE)


def with_temple(view: PlayerView, fight: Fight, src: int, dst: int) -> float:
    """Let the defence throw its ones again."""
    return fight._replace(dice=fight.dice._replace(defend_from=2)).win


def with_help(view: PlayerView, fight: Fight, src: int, dst: int) -> float:
    """Call as many armies to the defence as can come from one territory."""
    own = (at for at, owner in enumerate(view.owner) if owner == view.viewer and at != dst)
    most = max((view.units(at) - view.must_stay(at) for at in own if view.graph.zone(at) == "land"), default=0)
    return with_defenders(max(0, min(most, SUMMONED)))(fight)


def without_a_god(view: PlayerView, fight: Fight, src: int, dst: int) -> float:
    """Take the god from the attack whose help in battle is worth most; godswars are not counted."""
    dice = [fight.dice._replace(ties_to_attacker=False), fight.dice._replace(attack_from=1)]
    return min(fight._replace(dice=each).win for each in dice)


REPLIES: dict[object, Reply] = {
    sky.amass_workers: with_temple,
    sky.convert: converted,
    sky.erupt: erupted,
    sky.arm: lambda view, fight, src, dst: with_defenders(sky.WARRIORS)(fight),
    sky.disarm: disarmed,
    sky.lift_fog: with_help,
    sky.make_meek: without_a_god,
    sky.hallow: lambda view, fight, src, dst: stop_invasion(fight),
    sky.unmask: without_a_god,
}
"""What Sky cards do to the fight, by their effects; Fire Sears the Sky counts in godswars alone."""


def card_chance(view: PlayerView, kind: CardKind, fight: Fight, src: int, dst: int) -> float | None:
    """Compute the chance that an attack succeeds once a card is played; None where the card does not change it."""
    reply = REPLIES.get(kind.effect)
    return reply(view, fight, src, dst) if reply else None
