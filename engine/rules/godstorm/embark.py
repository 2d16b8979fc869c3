"""Embarking: armies leave the heaven of their seat for the Underworld, all in one order.

Source: 004, "Embark From Heaven"; ruling R34, reminder E22. A heaven reaches every space that its seat holds, and the
gates where nobody stands; a gate that somebody else holds must be attacked in the step that follows.
"""

from typing import NoReturn

from engine.core.actions import Action, End
from engine.core.agenda import Decision, Step
from engine.core.context import Context
from engine.core.events import PublicEvent
from engine.core.facts import Facts
from engine.core.language import gettext, gettext_noop
from engine.core.notation import Command, Formatter, TokenReader
from engine.core.offers import Offer, PlacementsField
from engine.core.ruleset import Mechanic
from engine.core.state import NOBODY
from engine.core.units import sum_counts
from engine.mechanics.deploy import Placements
from engine.rules.godstorm.facts import heaven_of
from engine.rules.godstorm.kinds import GATE, UNDERWORLD
from engine.rules.godstorm.state import state_of


class EmbarkStep(Step, frozen=True, tag="embark.step"):
    """Asks the active seat to embark, if it has armies in its heaven and a space is open to them."""

    step = "embark"


class EmbarkAsked(Decision, frozen=True, kw_only=True, tag="embark.asked"):
    """The seat may send armies from its heaven into the Underworld, once."""

    step = "embark"
    ask = gettext_noop("embark from heaven or go on")


class Embark(Action, frozen=True, tag="embark.move"):
    """`at` holds (space, armies) pairs, each space once, armies at least 1."""

    at: Placements


class Embarked(PublicEvent, frozen=True, tag="embark.moved"):
    """Armies went down; `left` stay in heaven."""

    seat: int
    at: Placements
    left: int


def open_spaces(context: Context, seat: int) -> tuple[int, ...]:
    """List the spaces that a seat may embark to: its own, and gates where nobody stands."""
    gates, owner = context.graph.signs[GATE], context.state.owner
    spaces = sorted(context.graph.in_zone[UNDERWORLD])
    return tuple(at for at in spaces if owner[at] == seat or (at in gates and owner[at] == NOBODY))


def embark_step(context: Context, step: EmbarkStep) -> None:
    state = state_of(context)
    if not why_no_way(context, state.active):
        context.push(EmbarkAsked(seats=(state.active,)))


def why_no_way(context: Context, seat: int) -> str:
    """Say that a seat cannot embark as things stand; empty if it can."""
    state = state_of(context)
    if not state.armies[heaven_of(state, seat)]:
        return gettext("you have no armies in heaven")
    return "" if open_spaces(context, seat) else gettext("other players hold all the gates, and you hold no space")


def embark(context: Context, asked: EmbarkAsked, order: Embark) -> None:
    """Send armies down, which answers the question.

    Raises IllegalAction: territory.unknown, embark.no_space, embark.closed, deploy.nothing, deploy.twice,
    embark.too_many.
    """
    state = state_of(context)
    heaven = heaven_of(state, order.seat)
    _check(context, order, state.armies[heaven])
    for space, armies in order.at:
        state.owner[space] = order.seat
        state.armies[heaven] -= armies
        state.armies[space] += armies
    context.emit(Embarked(order.seat, order.at, state.armies[heaven]))
    context.pop_decision()


def _check(context: Context, order: Embark, most: int) -> None:
    below = open_spaces(context, order.seat)
    for space, armies in order.at:
        if context.territory(space) not in below:
            _refuse_space(context, space)
        context.require(armies >= 1, "deploy.nothing")
    context.require(bool(order.at), "deploy.nothing")
    context.require(len({space for space, _ in order.at}) == len(order.at), "deploy.twice")
    going = sum_counts(order.at)
    context.require(going <= most, "embark.too_many", armies=context.rules.count_armies(most))


def _refuse_space(context: Context, space: int) -> NoReturn:
    """Say why armies cannot embark to a place."""
    context.require(context.graph.zone(space) == UNDERWORLD, "embark.no_space", territory=context.name(space))
    is_gate = space in context.graph.signs[GATE]
    context.refuse("embark.held" if is_gate else "embark.closed", territory=context.name(space))


def embark_offers(context: Context, asked: EmbarkAsked, seat: int) -> tuple[Offer, ...]:
    state = state_of(context)
    spaces, most = open_spaces(context, seat), state.armies[heaven_of(state, seat)]
    end = Offer("turn.end", gettext_noop("Go on"))
    if not spaces or not most:  # in hand-written positions
        return (end,)
    return (Offer("embark.move", gettext_noop("Embark"), (PlacementsField("at", spaces, 1, most),)), end)


def about(context: Context, asked: EmbarkAsked) -> Facts:
    """Say how many armies are in heaven and where they may go."""
    (seat,) = asked.seats
    state = state_of(context)
    return {"armies": state.armies[heaven_of(state, seat)], "spaces": open_spaces(context, seat)}


def read_embark(reader: TokenReader) -> Embark:
    """Read `3 u1, 2 u5`."""
    at: list[tuple[int, int]] = []
    while reader.more() or not at:
        armies = reader.armies()
        reader.no_number("embark 3 u1, 2 u5")
        reader.pass_over("in", "into", "on", "at")
        at.append((reader.territory(), armies))
        reader.pass_over("and")
    return Embark(reader.seat, tuple(at))


def write_embark(order: Embark, writer: Formatter) -> str:
    return "embark " + ", ".join(f"{armies} {writer.territory(space)}" for space, armies in order.at)


EMBARK = Command(
    "embark",
    Embark,
    read_embark,
    write_embark,
    "embark 3 u1, 2 u5",
    gettext_noop("send armies from your heaven into the Underworld, all in one order"),
)

MECHANIC = Mechanic(
    name="embark",
    steps={EmbarkStep: embark_step},
    answers={
        (EmbarkAsked, Embark): embark,
        (EmbarkAsked, End): lambda context, asked, order: context.pop_decision(),
    },
    offers={EmbarkAsked: embark_offers},
    defaults={EmbarkAsked: lambda context, asked, seat: End(seat)},
    about={EmbarkAsked: about},
    missing={Embark: why_no_way},
    events=(Embarked,),
    refusals={
        "embark.no_space": gettext_noop("{territory} is not in the Underworld: embark to one of its spaces."),
        "embark.held": gettext_noop("Somebody else holds {territory}: attack it from heaven in the next step."),
        "embark.closed": gettext_noop(
            "From heaven armies only reach spaces of your own and gates that nobody holds: {territory} is neither."
        ),
        "embark.too_many": gettext_noop("You have {armies} in heaven: send no more than that."),
    },
    commands=(EMBARK,),
)
