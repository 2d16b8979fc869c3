"""The Diplomat deck: 20 cards of 8 kinds. Sources: 002 "Answers to some questions"; docs/rulings.md."""

from __future__ import annotations

from engine.core.context import Context
from engine.core.events import PublicEvent
from engine.core.language import gettext_noop
from engine.core.units import Force
from engine.mechanics import occupy
from engine.mechanics.action_cards.kinds import CardKind, Play, invasion_of
from engine.mechanics.action_cards.types import TURN, TURN_END, WINDOW, PlayCard
from engine.mechanics.battle.losses import after_losses
from engine.mechanics.fortify import FortifyStep, why_no_move
from engine.rules.risk2210.cards import targets
from engine.rules.risk2210.cards.common import colony_influence, own_invasion, set_up_station, too_many_stations
from engine.rules.risk2210.cards.reduction import begin_reduction
from engine.rules.risk2210.state import state_of


class Evacuated(PublicEvent, frozen=True, tag="cards.evacuated"):
    """A garrison left an invaded territory for another one of its seat."""

    seat: int
    src: int
    dst: int
    force: Force


class CommandersMoved(PublicEvent, frozen=True, tag="cards.commanders_moved"):
    """Commanders of a seat changed their places: (kind, from, to)."""

    seat: int
    moves: tuple[tuple[str, int, int], ...]


class EnergyHandedOver(PublicEvent, frozen=True, tag="cards.energy_handed_over"):
    """Each of the seats `by` gave a seat 1 energy."""

    seat: int
    by: tuple[int, ...]


def cease_fire(context: Context, play: Play, order: PlayCard) -> None:
    """Keep the active seat from invading the player until its turn ends, the declared invasion too."""
    state = state_of(context)
    state.cease_fire = tuple(sorted({*state.cease_fire, play.seat}))


def reveal_decoys(context: Context, play: Play, order: PlayCard) -> None:
    """Move Commanders to their new places; where nobody stays behind, the land is let go."""
    at = {piece.kind: piece.at for piece in context.pieces_of(play.seat)}
    for kind, place in order.moves:
        context.move_piece(kind, play.seat, at[kind], place)
    context.emit(CommandersMoved(play.seat, tuple((kind, at[kind], place) for kind, place in order.moves)))
    after_losses(context)


def collect_from_all(context: Context, play: Play, order: PlayCard) -> None:
    """Take 1 energy from each opponent who has any."""
    purses = state_of(context).purses
    givers = tuple(seat for seat in targets.opponents(context, play.seat) if purses[seat])
    for seat in givers:
        context.pay(seat, 1)
        context.earn(play.seat, 1)
    context.emit(EnergyHandedOver(play.seat, givers))


def no_garrison(context: Context, play: Play) -> str:
    return own_invasion(context, play) or ("" if context.units(invasion_of(play).dst) else "cards.no_garrison")


def evacuate(context: Context, play: Play, order: PlayCard) -> None:
    """Move the whole garrison out; a station stays behind."""
    src = invasion_of(play).dst
    force = Force(context.state.armies[src], context.own_pieces(src))
    context.move(src, order.dst, force)
    context.emit(Evacuated(play.seat, src, order.dst, force))
    occupy.let_go(context, src)


def fortify_again(context: Context, play: Play, order: PlayCard) -> None:
    state_of(context).fortified = False
    context.push(FortifyStep())


def build_station(context: Context, play: Play, order: PlayCard) -> None:
    set_up_station(context, play.seat, order.at[0])


KINDS = (
    CardKind(
        "Cease Fire",  # as typed
        "diplomat",
        WINDOW,
        gettext_noop(
            "When a territory of yours is invaded, the invasion is cancelled, and the attacker cannot invade you again "
            "this turn."
        ),
        cease_fire,
        copies=2,
        cost=2,
        targets=(targets.HERE_UNWRITTEN,),
        barred=own_invasion,
    ),
    colony_influence("diplomat", 4, gettext_noop("Scores 3 points at the end if your Diplomat is in play.")),
    CardKind(
        "Decoys Revealed",  # as typed
        "diplomat",
        TURN,
        gettext_noop("Move any of your Commanders to any territories of yours."),
        reveal_decoys,
        copies=2,
        targets=(targets.OWN_COMMANDERS,),
        source="002 Answers",
    ),
    CardKind(
        "Energy Crisis",  # as typed
        "diplomat",
        TURN,
        gettext_noop("Each opponent gives you 1 energy."),
        collect_from_all,
        copies=2,
        source="002 Answers",
    ),
    CardKind(
        "Evacuation",  # as typed
        "diplomat",
        WINDOW,
        gettext_noop("When a territory of yours is invaded, move all units in it to another territory of yours."),
        evacuate,
        copies=2,
        targets=(targets.HERE_UNWRITTEN, targets.REFUGE),
        barred=no_garrison,
    ),
    CardKind(
        "MOD Reduction",  # as typed
        "diplomat",
        TURN,
        gettext_noop("Each opponent removes 4 MODs of their choice, then you remove 2 of yours."),
        begin_reduction,
        copies=2,
        cost=2,
    ),
    CardKind(
        "Redeployment",  # as typed
        "diplomat",
        TURN_END,
        gettext_noop("After you fortify, fortify once more."),
        fortify_again,
        copies=3,
        idle=lambda context, play, order: bool(why_no_move(context, play.seat)),
    ),
    CardKind(
        "Territorial Station",  # as typed
        "diplomat",
        TURN,
        gettext_noop("Set up a Space Station on one of your land territories at no cost."),
        build_station,
        copies=3,
        cost=1,
        targets=(targets.STATION_SITE,),
        barred=too_many_stations,
    ),
)
