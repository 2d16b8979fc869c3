"""What is asked, ordered and told in battles: the types, without a rule."""

from typing import ClassVar

from msgspec import UNSET, UnsetType

from engine.core.actions import Action
from engine.core.agenda import Decision, Step
from engine.core.events import PublicEvent
from engine.core.language import gettext_noop
from engine.core.mapgraph import mapgraph
from engine.core.state import GameState
from engine.core.units import Force
from engine.mechanics import occupy

Due = tuple[tuple[int, int], ...]
"""How many units are lost on each of some territories."""
Losses = tuple[tuple[int, Force], ...]
"""What is lost on each of some territories."""


class AttackStep(Step, frozen=True, omit_defaults=True, tag="battle.step"):
    """Asks the active seat to attack, if any attack is possible: anywhere, or territories of some zones."""

    zones: tuple[str, ...] = ()

    step = "attack"

    def in_zones(self) -> tuple[str, ...]:
        return self.zones


class AttackAsked(Decision, frozen=True, kw_only=True, tag="battle.attack_asked", gc=False):
    """The seat may attack as often as it likes, territories of `zones` alone where some are named, or end its
    attacks."""

    zones: tuple[str, ...] | UnsetType = UNSET

    step = "attack"
    ask = gettext_noop("attack or end the attacks")

    def in_zones(self) -> tuple[str, ...]:
        return self.zones or ()

    def admits(self, order: Action, state: GameState) -> bool:
        zones, graph = self.zones or (), mapgraph(state.map)
        if not zones or not isinstance(order, Attack) or not 0 <= order.dst < graph.size:
            return True
        return graph.zone(order.dst) in zones


class DefendAsked(Decision, frozen=True, kw_only=True, tag="battle.defend_asked"):
    """The owner of `dst` must say how many dice they throw against `dice` of the attacker."""

    seat: int
    src: int
    dst: int
    dice: int

    leaders: ClassVar[tuple[str, ...]] = ()  # nobody leads a defence
    pace = "reaction"
    step = "attack"
    ask = gettext_noop("choose how many dice to defend with")


class LossesAsked(Decision, frozen=True, kw_only=True, tag="battle.losses_asked"):
    """The owner of some territories must name which of their units there are lost; `due` says how many on each.
    `struck` if it was no battle's loss; `taken` is then what was lost with it elsewhere, where there was no choice."""

    due: Due
    struck: bool = False
    taken: Losses | UnsetType = UNSET

    pace = "window"
    step = "attack"
    ask = gettext_noop("choose what to lose")

    def pace_in(self, state: GameState) -> str:
        return "turn" if self.seats[0] == state.active else self.pace


class Attack(Action, frozen=True, tag="battle.attack", gc=False):
    """Throw from `src` against `dst`.

    `dice` 1 to 3, or 0 for the most each time. `throws` at most so many, 0 without limit. Stops too when `left` armies
    are left on src, or when the chance to capture falls under `odds` per cent. `advance` is the number that moves
    into the captured territory, or one of occupy.ASK, LEAST, USUAL and units.ALL; it is held to what is possible.
    `leaders` are the pieces that lead, where pieces may, each with one of the dice; without them all that may lead do
    so with the most dice, and nobody does where a number of dice is given alone. Where leaders throw no dice, they are
    those of the companions on src that come along, all where none are named. `advancing` are pieces that are to
    move in; `advance` then counts the armies that go along.
    """

    src: int
    dst: int
    dice: int = 0
    throws: int = 1
    left: int = 0
    odds: int = 0
    advance: int = occupy.ASK
    leaders: tuple[str, ...] | UnsetType = UNSET
    advancing: tuple[str, ...] | UnsetType = UNSET


class Defend(Action, frozen=True, tag="battle.defend", gc=False):
    dice: int


class Lose(Action, frozen=True, tag="battle.lose"):
    """What is lost on each of the territories that the question names. What a strike took elsewhere without a choice
    may stand beside it."""

    lost: Losses


class AttackInProgress(Step, frozen=True, tag="battle.running", gc=False):
    """An attack order on its way: what is left of it. `declared` once reactions to it are over; `last` is the number
    of dice of the throw whose losses are being settled, 0 before a throw.

    What follows is UNSET, and so not stored, in games that have no use for it: `led` are the pieces that led the last
    throw. `told` says that the present invasion was announced, `contested` whether somebody's units stood there then;
    `passed` are the seats that let this order pass. `prepared` says that what comes before the first dice was begun.
    """

    order: Attack
    throws: int
    declared: bool = False
    last: int = 0
    led: tuple[str, ...] | UnsetType = UNSET
    told: bool | UnsetType = UNSET
    contested: bool | UnsetType = UNSET
    passed: tuple[int, ...] | UnsetType = UNSET
    prepared: bool | UnsetType = UNSET


class Throw(Step, frozen=True, tag="battle.throw"):
    """Dice on the table while somebody is asked about them, from the highest down; the order that threw them lies
    beneath. `asked` counts the family's hooks that have had their say."""

    attack: tuple[int, ...]
    defend: tuple[int, ...]
    asked: int


class TakeLosses(Step, frozen=True, tag="battle.take_losses"):
    """Takes losses that are no battle's from a seat, or asks it which they are."""

    seat: int
    due: Due


class AfterLosses(Step, frozen=True, tag="battle.after_losses"):
    """After losses that are no battle's: land that nobody holds any more, seats that are out. `by` is the seat that
    struck, where it is not the active one."""

    by: int | UnsetType = UNSET


class AttackDeclared(PublicEvent, frozen=True, tag="battle.declared", gc=False):
    """An attack is announced and others may react before the dice."""

    seat: int
    src: int
    dst: int
    defender: int


class AttackCancelled(PublicEvent, frozen=True, tag="battle.cancelled", gc=False):
    """An attack ends without a throw, after what others did: it is not allowed any more, too few are left, or it is
    called off before the dice."""

    seat: int
    src: int
    dst: int


class DiceRolled(PublicEvent, frozen=True, tag="battle.thrown"):
    """Dice that somebody is asked about before they count; what they cost follows as `RoundResolved`."""

    seat: int
    src: int
    dst: int
    defender: int
    attack: tuple[int, ...]
    defend: tuple[int, ...]


class RoundResolved(PublicEvent, frozen=True, omit_defaults=True, tag="battle.fought", gc=False):
    """One throw, with the dice that counted, from the highest down; `src_left` and `dst_left` are units after it.
    `attack_sides` and `defend_sides` say how many sides each die of a row has, where not all have the usual six.
    The lowest faces that might lie are `attack_from` and `defend_from`, 2 where ones were thrown again; ties are the
    defender's unless `ties_to_attacker`. `attack_fallen` and `defend_fallen` are the kinds of pieces that fall with it
    where nobody has a choice; what an owner chooses is told by `battle.lost`."""

    seat: int
    src: int
    dst: int
    defender: int
    attack: tuple[int, ...]
    defend: tuple[int, ...]
    attack_losses: int
    defend_losses: int
    src_left: int
    dst_left: int
    attack_sides: tuple[int, ...] = ()
    defend_sides: tuple[int, ...] = ()
    attack_from: int = 1
    defend_from: int = 1
    ties_to_attacker: bool = False
    attack_fallen: tuple[str, ...] = ()
    defend_fallen: tuple[str, ...] = ()


class Lost(PublicEvent, frozen=True, omit_defaults=True, tag="battle.lost"):
    """Units that were lost, because their owner chose them or, if `struck`, by something that was no battle."""

    seat: int
    lost: Losses
    struck: bool = False


class Captured(PublicEvent, frozen=True, tag="battle.captured", gc=False):
    """`was` is the seat that held the territory; NOBODY where nobody did."""

    seat: int
    src: int
    dst: int
    was: int

    captured = "dst"


class AttacksEnded(PublicEvent, frozen=True, tag="battle.ended", gc=False):
    seat: int
