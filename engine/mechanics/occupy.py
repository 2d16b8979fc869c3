"""Moving into a captured territory, and what the loss of the last territory means.

Sources: Classic 1959 (f) Capturing territories and (i) Elimination of opponents; Modern "Game Play" and "Resolving
Combat". At least as many move in as dice were thrown last; at least one stays behind.
"""

from typing import Any

from engine.core.actions import Action
from engine.core.agenda import Decision, Step
from engine.core.context import Context
from engine.core.events import PublicEvent
from engine.core.language import gettext, gettext_noop, ngettext
from engine.core.mapgraph import mapgraph
from engine.core.notation import Command, Formatter, TokenReader
from engine.core.offers import ForceField, Offer
from engine.core.ruleset import Elimination, Mechanic
from engine.core.units import ALL, Force
from engine.core.view import PlayerView
from engine.mechanics.turns import check_objectives, win, winners_of

ASK, LEAST, USUAL = -1, -3, -4  # wishes for an advance, beside units.ALL and plain numbers


class AdvanceAsked(Decision, frozen=True, kw_only=True, tag="occupy.advance_asked"):
    """The captor says how many units, `least` to `most`, move from `src` into `dst`; `was` held it."""

    src: int
    dst: int
    was: int
    least: int
    most: int

    step = "attack"
    ask = gettext_noop("say how many armies move in")


class AfterCapture(Step, frozen=True, tag="occupy.after"):
    """After the move: elimination, victory, what the family adds."""

    seat: int
    dst: int
    was: int


class Advance(Action, frozen=True, tag="occupy.advance", gc=False):
    """`force.armies` may be units.ALL or LEAST."""

    force: Force


class Occupied(PublicEvent, frozen=True, tag="occupy.moved"):
    seat: int
    src: int
    dst: int
    force: Force


class Eliminated(PublicEvent, frozen=True, omit_defaults=True, tag="seat.eliminated", gc=False):
    """`by` is -1 where nobody has done it. `cards` is how many cards change hands: none if the game ends with it. `how`
    names what it was lost by, where that is not the last territory."""

    seat: int
    by: int
    cards: int
    how: str = ""


def move_in(context: Context, seat: int, src: int, dst: int, was: int, *, least: int, wish: int) -> None:
    """Move at once where there is no choice or the wish is known; else ask."""
    most = min(context.movable(src), context.capacity_left(dst))
    least = min(least, most)
    context.push(AfterCapture(seat, dst, was))
    if wish == ASK and (least < most or (context.state.pieces and context.own_pieces(src))):
        context.push(AdvanceAsked(seats=(seat,), src=src, dst=dst, was=was, least=least, most=most))
        return
    count = _requested(context, seat, src, wish, least, most)
    _move(context, seat, src, dst, _force_of(context, src, count))


def _requested(context: Context, seat: int, src: int, wish: int, least: int, most: int) -> int:
    if wish == ALL:
        return most
    if wish == LEAST:
        return least
    if wish in (USUAL, ASK):
        # Stored games hang on this: here the neutral army still counts as an enemy (ruling F2).
        return least if context.enemy_neighbours(src, seat) else most
    return max(least, min(wish, most))


def filled(context: Context, src: int, wanted: Force, count: int) -> Force:
    """Make `all` or `least` into `count` units: the pieces named, then armies, then other pieces if these do not do.

    Raises IllegalAction: force.no_piece. Games of the first edition leave the names out.
    """
    named = () if context.precedes("classic@2") else wanted.pieces
    context.check_force(src, Force(0, named))
    return _force_of(context, src, count, named)


def _force_of(context: Context, src: int, count: int, named: tuple[str, ...] = ()) -> Force:
    """Make up a force: the pieces named, then armies, other pieces only if the armies do not suffice."""
    others = list(context.own_pieces(src))
    for kind in named:
        others.remove(kind)
    further = max(0, count - len(named))
    armies = min(further, context.state.armies[src])
    return Force(armies, (*named, *others[: further - armies]))


def _move(context: Context, seat: int, src: int, dst: int, force: Force) -> None:
    if force.pieces:  # pieces are found by the owner of the source, which the captor still is
        context.check_force(src, force)
    context.move(src, dst, force)
    context.emit(Occupied(seat, src, dst, force))


def advance(context: Context, asked: AdvanceAsked, order: Advance) -> None:
    """Move in after a capture. Raises IllegalAction: occupy.out_of_bounds, force.not_there, force.no_piece."""
    force = order.force
    if force.armies in (ALL, LEAST):
        force = filled(context, asked.src, force, asked.most if force.armies == ALL else asked.least)
    count = force.armies + len(force.pieces)
    context.require(asked.least <= count <= asked.most, "occupy.out_of_bounds", least=asked.least, most=asked.most)
    context.check_force(asked.src, force)
    context.pop_decision()
    _move(context, order.seat, asked.src, asked.dst, force)


def after_capture(context: Context, step: AfterCapture) -> None:
    state = context.state
    for hook in context.rules.capture_hooks:
        hook(context, step.seat, step.dst, step.was)
    if 0 <= step.was < state.neutral and not context.living(step.was):
        eliminate(context, step.was, step.seat)
    else:
        check_objectives(context)


def eliminate(context: Context, seat: int, by: int) -> None:
    """Eliminate a seat; the family's hooks say what becomes of what it owned, unless the game ends with it (R11)."""
    context.change_player(seat, out=True)
    winners = winners_of(context, Elimination(seat, by))
    context.emit(Eliminated(seat, by, 0 if winners else len(context.player(seat).hand)))
    if winners:
        win(context, winners)
        return
    for hook in context.rules.elimination_hooks:
        hook(context, seat, by)
    check_objectives(context)


def advance_offers(context: Context, asked: AdvanceAsked, seat: int) -> tuple[Offer, ...]:
    pieces = context.own_pieces(asked.src)
    field = ForceField("force", pieces, asked.least, asked.most)
    return (Offer("occupy.advance", gettext_noop("Move in"), (field,)),)


def default_move_in(context: Context, asked: AdvanceAsked, seat: int) -> Advance:
    """Move all but one if no enemy is left next to the source, else the least."""
    count = asked.least if context.borders.enemies(asked.src, seat) else asked.most
    return Advance(seat, _force_of(context, asked.src, count))


def about(context: Context, asked: AdvanceAsked) -> dict[str, Any]:
    return {"src": asked.src, "dst": asked.dst, "was": asked.was, "least": asked.least, "most": asked.most}


def warn_exposed_source(view: PlayerView, seat: int, src: int, force: Force) -> str:
    """Warn before a territory with enemy neighbours keeps a single army."""
    stay = 1 if force.armies == ALL else view.armies[src] - force.armies
    enemies = view.borders.threat(src, seat)
    name = mapgraph(view.map).names[src]
    if stay != 1 or not enemies:
        return ""
    words = ngettext(
        "This leaves only one army in {territory}, next to {enemies} enemy army.",
        "This leaves only one army in {territory}, next to {enemies} enemy armies.",
        enemies,
    )
    return words.format(territory=name, enemies=enemies)


def warn_before_advance(view: PlayerView, order: Advance) -> str:
    least, most = view.about["least"], view.about["most"]
    return warn_exposed_source(view, order.seat, view.about["src"], order.force) if least < most else ""


def read_advance(reader: TokenReader) -> Advance:
    """Read `5`, `all`, `least`, or pieces by name: `general, 2`."""
    if reader.take("least"):
        reader.no_number("advance least")  # as typed
        return Advance(reader.seat, Force(LEAST))
    force = read_force(reader)
    reader.no_number("advance 5")
    return Advance(reader.seat, force)


def read_force(reader: TokenReader) -> Force:
    """Read pieces by name, and behind them how many armies, which end the force."""
    pieces = read_pieces(reader)
    armies = ALL if reader.take("all") else reader.number() if reader.more() else 0
    if not armies and not pieces:
        raise reader.fail(gettext("End the order with a number of armies, at least 1."))
    return Force(armies, pieces)


def read_pieces(reader: TokenReader) -> tuple[str, ...]:
    """Read words up to a number, to `all`, or to the end."""
    pieces = []
    while reader.more() and not reader.peek().isdigit() and reader.peek() != "all":
        pieces.append(reader.peek())
        reader.at += 1
    return tuple(pieces)


def write_force(force: Force, writer: Formatter) -> str:
    armies = [writer.amount(force.armies)] if force.armies or not force.pieces else []
    return ", ".join([*force.pieces, *armies])


def write_advance(order: Advance, writer: Formatter) -> str:
    return "advance " + ("least" if order.force.armies == LEAST else write_force(order.force, writer))


ADVANCE = Command("advance", Advance, read_advance, write_advance, "advance 5", gettext_noop("how many armies move in"))

MECHANIC = Mechanic(
    name="occupy",
    steps={AfterCapture: after_capture},
    answers={(AdvanceAsked, Advance): advance},
    offers={AdvanceAsked: advance_offers},
    defaults={AdvanceAsked: default_move_in},
    about={AdvanceAsked: about},
    advice={Advance: warn_before_advance},
    events=(Occupied, Eliminated),
    refusals={
        "occupy.out_of_bounds": gettext_noop(
            "Move in {least} to {most} armies: at least as many as you rolled dice, and one must stay."
        )
    },
    commands=(ADVANCE,),
)
