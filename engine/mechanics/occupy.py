"""Moving into a captured territory, and what the loss of the last territory means.

Sources: Classic 1959 (f) Capturing territories and (i) Elimination of opponents; Modern "Game Play" and "Resolving
Combat". At least as many move in as dice were thrown last; at least one stays behind.
"""

from msgspec import UNSET, UnsetType

from engine.core.actions import Action
from engine.core.agenda import Decision, Step
from engine.core.context import Context
from engine.core.events import PublicEvent
from engine.core.facts import Facts
from engine.core.hooks import Hook, HookRecord
from engine.core.language import gettext, gettext_noop, ngettext
from engine.core.mapgraph import mapgraph
from engine.core.notation import Command, Formatter, TokenReader
from engine.core.offers import ForceField, Offer
from engine.core.registry import ruleset
from engine.core.ruleset import Mechanic
from engine.core.state import NOBODY
from engine.core.units import ALL, Force, multiset_common, multiset_subtract
from engine.core.view import PlayerView
from engine.mechanics.turns import Elimination, check_victory, leave_turn, win, winners_of

ASK, LEAST, USUAL = -1, -3, -4  # wishes for an advance, beside units.ALL and plain numbers


class AdvanceAsked(Decision, frozen=True, kw_only=True, tag="occupy.advance_asked", gc=False):
    """The captor says how many units, `least` to `most`, move from `src` into `dst`; `was` held it. `leaders` are
    pieces that led the last throw, and so must go; `along` companions that go beside the units."""

    src: int
    dst: int
    was: int
    least: int
    most: int
    leaders: tuple[str, ...] = ()
    along: tuple[str, ...] | UnsetType = UNSET

    step = "attack"
    ask = gettext_noop("say how many armies move in")


class AfterCapture(Step, frozen=True, tag="occupy.after", gc=False):
    """After the move: elimination, victory, what the family adds."""

    seat: int
    dst: int
    was: int


class Advance(Action, frozen=True, tag="occupy.advance", gc=False):
    """`force.armies` may be units.ALL or LEAST. A number without a name counts units: leaders, then armies."""

    force: Force


class Occupied(PublicEvent, frozen=True, tag="occupy.moved", gc=False):
    seat: int
    src: int
    dst: int
    force: Force


class Eliminated(PublicEvent, frozen=True, omit_defaults=True, tag="seat.eliminated", gc=False):
    """`by` is -1 where nobody has done it. `cards` is how many cards change hands: none if the game ends with it, and
    none where hands are of named cards, which are discarded. `how` names what it was lost by, where that is not the
    last territory. `buildings` are those that the seat still had, as (kind, territory)."""

    seat: int
    by: int
    cards: int
    how: str = ""
    buildings: tuple[tuple[str, int], ...] = ()


class Emptied(PublicEvent, frozen=True, tag="land.emptied", gc=False):
    """The last unit of a seat is gone from a territory, which nobody holds any more."""

    seat: int
    at: int


class OccupyHooks(HookRecord, frozen=True):
    """What follows when land changes hands and seats go out.

    on_taken: dst changes its owner, from `was` to `seat`; before anybody moves in.
    on_emptied: a territory that `seat` has held is nobody's any more.
    on_capture: something follows the capture of dst from `was` by `seat`.
    on_elimination: a seat is out by the hand of another (`by`).
    """

    on_taken: Hook[[Context, int, int, int], None] = ()
    on_emptied: Hook[[Context, int, int], None] = ()
    on_capture: Hook[[Context, int, int, int], None] = ()
    on_elimination: Hook[[Context, int, int], None] = ()


def let_go(context: Context, territory: int) -> None:
    """Give up a territory without a unit, unless a building of its owner stands there."""
    owner = context.state.owner
    if context.buildings_at(territory):
        return
    seat = owner[territory]
    context.emit(Emptied(seat, territory))
    owner[territory] = NOBODY
    for hook in context.hooks[OccupyHooks].on_emptied:
        hook(context, seat, territory)


def move_in(
    context: Context,
    seat: int,
    src: int,
    dst: int,
    was: int,
    *,
    least: int,
    wish: int,
    leaders: tuple[str, ...] = (),
    named: tuple[str, ...] = (),
    along: tuple[str, ...] = (),
) -> None:
    """Move at once where there is no choice or the wish is known; else ask. Where pieces are `named`, the wish counts
    the armies that go with them. Companions go `along` with whatever moves in."""
    most, room = context.movable(src), context.capacity_left(dst)
    if room < most:
        most = room
    if most < least:
        least = most
    context.push(AfterCapture(seat, dst, was))
    if wish == ASK and (least < most or (context.state.pieces and _may_differ(context, src, leaders, most))):
        further = along or UNSET
        context.push(
            AdvanceAsked(
                seats=(seat,), src=src, dst=dst, was=was, least=least, most=most, leaders=leaders, along=further
            )
        )
        return
    if named:
        _move(context, seat, src, dst, _fit_force(context, src, wish, (least, most), leaders, named), along)
        return
    wish = _resolve_wish(context, seat, src, wish)
    if wish not in (ALL, LEAST) and context.state.pieces:
        wish = min(wish, _count_unnamed(context, src, leaders))
    count = most if wish == ALL or wish > most else wish if wish > least else least  # LEAST is below any number
    _move(context, seat, src, dst, _force_of(context, src, count, leaders, every=wish == ALL), along)


def _fit_force(
    context: Context,
    src: int,
    armies: int,
    bounds: tuple[int, int],
    leaders: tuple[str, ...],
    named: tuple[str, ...],
) -> Force:
    """Fit named pieces and armies to what is possible: the leaders go, pieces that have fallen do not."""
    least, most = bounds
    further = multiset_subtract(named, multiset_common(leaders, named))
    standing = multiset_subtract(context.own_pieces(src), leaders)
    going = (*leaders, *multiset_common(further, standing)[: most - len(leaders)])
    count = most if armies == ALL else len(going) + min(armies, context.state.armies[src])
    return _force_of(context, src, max(least, min(count, most)), going, every=armies == ALL)


def _may_differ(context: Context, src: int, leaders: tuple[str, ...], count: int) -> bool:
    """Return whether so many units with these leaders may be these or those."""
    return count > len(leaders) and len(context.own_pieces(src)) > len(leaders)


def _count_unnamed(context: Context, src: int, leaders: tuple[str, ...]) -> int:
    """Count the units that a number can mean: leaders and armies. Other pieces go by name, or where the least asks."""
    return len(leaders) + context.state.armies[src]


def _resolve_wish(context: Context, seat: int, src: int, wish: int) -> int:
    """Resolve the usual wish: all if the source has no enemy neighbour, else the least."""
    if wish in (USUAL, ASK):
        # Stored games hang on this: here the neutral army still counts as an enemy (ruling F2).
        return LEAST if context.enemy_neighbours(src, seat) else ALL
    return wish


def fill_force(context: Context, src: int, named: tuple[str, ...], count: int, *, every: bool) -> Force:
    """Make `all` (`every`) or `least` into `count` units, the pieces named first.

    Raises IllegalAction: force.no_piece. Games of the first edition leave the names out.
    """
    if named and context.precedes("classic@2"):
        named = ()
    if named:
        context.check_force(src, Force(0, named))
    return _force_of(context, src, count, named, every=every)


def _force_of(context: Context, src: int, count: int, named: tuple[str, ...] = (), *, every: bool = False) -> Force:
    """Make up a force: the pieces named, then armies, other pieces only if the armies do not suffice. Where `every`
    unit goes but one, an army stays and the pieces go."""
    if not context.state.pieces:
        return Force(count)
    others = multiset_subtract(context.own_pieces(src), named) if named else context.own_pieces(src)
    further = max(0, count - len(named))
    armies = max(0, further - len(others)) if every else min(further, context.state.armies[src])
    return Force(armies, (*named, *others[: further - armies]))


def _move(context: Context, seat: int, src: int, dst: int, force: Force, along: tuple[str, ...] = ()) -> None:
    """Move the units of a force and the companions that go along."""
    if along:
        force = Force(force.armies, (*force.pieces, *along))
    context.move(src, dst, force)
    context.emit(Occupied(seat, src, dst, force))


def advance(context: Context, asked: AdvanceAsked, order: Advance) -> None:
    """Move in after a capture. Companions go as they were committed, named or not.

    Raises IllegalAction: occupy.out_of_bounds, occupy.leaders, occupy.left_out, force.not_there, force.no_piece.
    """
    along = asked.along or ()
    force = _resolve_force(
        context, asked, _units_of(context, order.force, along) if order.force.pieces else order.force
    )
    if not asked.least <= force.armies + len(force.pieces) <= asked.most:
        context.refuse("occupy.out_of_bounds", least=asked.least, most=asked.most)
    context.check_force(asked.src, force)
    if missing := _list_left_behind(asked, force):
        context.refuse("occupy.leaders", piece=missing[0])
    context.pop_decision()
    _move(context, order.seat, asked.src, asked.dst, force, along)


def _units_of(context: Context, force: Force, along: tuple[str, ...]) -> Force:
    """Leave the companions that go along out of a force, named or not. Raises IllegalAction: occupy.left_out."""
    further = tuple(kind for kind in context.rules.companions_in(force) if kind not in along)
    if further:
        context.refuse("occupy.left_out", piece=context.rules.piece_title(further[0]))
    return Force(force.armies, tuple(kind for kind in force.pieces if kind not in along))


def _list_left_behind(asked: AdvanceAsked, force: Force) -> tuple[str, ...]:
    """List the leaders that a force does not name."""
    return multiset_subtract(asked.leaders, multiset_common(asked.leaders, force.pieces)) if asked.leaders else ()


def _resolve_force(context: Context, asked: AdvanceAsked, force: Force) -> Force:
    """Resolve a force to what goes: `all` and `least` take the leaders with those that are named, and so does a number
    that stands alone."""
    every = force.armies == ALL
    if every or force.armies == LEAST:
        count = asked.most if every else asked.least
        if not context.state.pieces and not force.pieces:
            return Force(count)
        named = (*force.pieces, *_list_left_behind(asked, force))
        return fill_force(context, asked.src, named, count, every=every)
    if not context.state.pieces or force.pieces:
        return force
    most = min(asked.most, max(asked.least, _count_unnamed(context, asked.src, asked.leaders)))
    is_number = asked.least <= force.armies <= most
    return _force_of(context, asked.src, force.armies, asked.leaders) if is_number else force


def after_capture(context: Context, step: AfterCapture) -> None:
    was = step.was
    for hook in context.hooks[OccupyHooks].on_capture:
        hook(context, step.seat, step.dst, was)
    if 0 <= was < len(context.state.players) and not context.living(was):
        eliminate(context, was, step.seat)
    else:
        check_victory(context)


def eliminate(context: Context, seat: int, by: int) -> None:
    """Eliminate a seat; the family's hooks say what becomes of what it owned, unless the game ends with it (R11). A
    seat that goes out in its own turn has ended it."""
    context.change_player(seat, out=True)
    winners = winners_of(context, Elimination(seat, by))
    cards = 0 if winners or context.rules.deck_of else len(context.player(seat).hand)
    context.emit(Eliminated(seat, by, cards, buildings=_buildings_of(context, seat)))
    if winners:
        win(context, winners)
        return
    for hook in context.hooks[OccupyHooks].on_elimination:
        hook(context, seat, by)
    for territory in context.places_of(seat):
        let_go(context, territory)
    if seat == context.state.active:
        leave_turn(context)
    check_victory(context)


def _buildings_of(context: Context, seat: int) -> tuple[tuple[str, int], ...]:
    state = context.state
    if not state.buildings:
        return ()
    return tuple(
        (piece.kind, piece.at) for piece in state.pieces if piece.seat == seat and piece.kind in state.buildings
    )


def advance_offers(context: Context, asked: AdvanceAsked, seat: int) -> tuple[Offer, ...]:
    pieces = context.own_pieces(asked.src)
    armies = {"": context.state.armies[asked.src]} if pieces else {}
    field = ForceField("force", pieces, asked.least, asked.most, must=asked.leaders, armies=armies)
    return (Offer("occupy.advance", gettext_noop("Move in"), (field,)),)


def default_move_in(context: Context, asked: AdvanceAsked, seat: int) -> Advance:
    """Move all but one if no enemy is left next to the source, else the least."""
    every = not context.borders.enemies(asked.src, seat)
    count = asked.most if every else asked.least
    return Advance(seat, _force_of(context, asked.src, count, asked.leaders, every=every))


def about(context: Context, asked: AdvanceAsked) -> Facts:
    about: dict[str, object] = {
        "src": asked.src,
        "dst": asked.dst,
        "was": asked.was,
        "least": asked.least,
        "most": asked.most,
    }
    if asked.along:
        about["along"] = asked.along
    return about | {"leaders": asked.leaders} if context.dice_hooks.may_lead else about


def warn_exposed_source(view: PlayerView, seat: int, src: int, force: Force) -> str:
    """Warn before a territory with enemy neighbours keeps a single army, or unit."""
    stay = 1 if force.armies == ALL else view.units(src) - ruleset(view.rules).units_in(force)
    enemies = view.borders.threat(src, seat)
    name = mapgraph(view.map).names[src]
    if stay != 1 or not enemies:
        return ""
    words = ngettext(
        "This leaves only one army in {territory}, next to {enemies} enemy army.",
        "This leaves only one army in {territory}, next to {enemies} enemy armies.",
        enemies,
    )
    if ruleset(view.rules).unit_pieces:
        words = ngettext(
            "This leaves only one unit in {territory}, next to {enemies} enemy unit.",
            "This leaves only one unit in {territory}, next to {enemies} enemy units.",
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
    reader.pass_over("with")
    force = read_force(reader)
    reader.no_number("advance 5")
    _pass_over_way(reader)
    return Advance(reader.seat, force)


def _pass_over_way(reader: TokenReader) -> None:
    """Skip where the armies come from and where they go, `from Brazil to Peru`. Raises UnreadableOrder where that
    is not what is asked."""
    about = reader.view.about
    if reader.take("from") and reader.territory() != about.get("src"):
        raise reader.fail(gettext("These armies do not come from there: leave out from where to where they go."))
    reader.pass_over("into")
    if reader.more() and reader.territory() != about.get("dst"):
        raise reader.fail(gettext("These armies do not go there: leave out from where to where they go."))


def read_force(reader: TokenReader) -> Force:
    """Read pieces by name and how many armies, in either order; both end the force."""
    pieces = read_pieces(reader)
    armies = read_amount(reader) if reader.more() and not pieces else read_amount_ahead(reader)
    pieces = pieces or read_pieces(reader)
    if not armies and not pieces:
        why = gettext("End the order with a number of {armies}, at least 1.")
        raise reader.fail(why.format(armies=reader.armies_noun))
    return Force(armies, pieces)


def read_amount(reader: TokenReader) -> int:
    """Read a number of armies, or `all`. Raises UnreadableOrder."""
    return ALL if reader.take("all") else reader.armies(others=("all", *_kinds(reader)))


def read_amount_ahead(reader: TokenReader) -> int:
    """Read a number of armies, or `all`, if one comes next; 0 if none does."""
    return read_amount(reader) if reader.peek().isdigit() or reader.peek() == "all" else 0


def _kinds(reader: TokenReader) -> tuple[str, ...]:
    """List the kinds of pieces that move or fall."""
    rules = ruleset(reader.view.rules)
    return (*rules.unit_pieces, *rules.companions)


def read_pieces(reader: TokenReader) -> tuple[str, ...]:
    """Read names of pieces that move or fall, as many as stand here. Raises UnreadableOrder for a general where the
    rules have no pieces: some boxes hold one, but it stands for armies."""
    kinds = _kinds(reader)
    if not kinds and reader.peek() == "general":
        why, hint = gettext("This game has no generals."), gettext("Name a number of armies.")
        refusal = reader.fail(why, wrong=reader.typed(), hint=hint)
        refusal.code = "force.no_piece"
        raise refusal
    return reader.pieces(kinds)


def read_unit_pieces(reader: TokenReader) -> tuple[str, ...]:
    """Read names of unit pieces, as many as stand here."""
    return reader.pieces(ruleset(reader.view.rules).unit_pieces)


def read_companions(reader: TokenReader) -> tuple[str, ...] | UnsetType | None:
    """Read who goes along: names, `all gods` as UNSET, `no gods` as nobody; None where nothing is said of it."""
    rules = ruleset(reader.view.rules)
    for word in rules.words.companion_words:
        if reader.take("all", word):
            return UNSET
        if reader.take("no", word):
            return ()
    return reader.pieces(rules.companions) or None


def read_joined_force(reader: TokenReader, src: int) -> Force:
    """Read armies and who goes along from `src`, in either order: `4 with war`, `with war, 4`, `with all gods`."""
    along = read_companions(reader)
    armies = read_amount_ahead(reader)
    reader.pass_over("and", "with")
    along = read_companions(reader) if along is None else along
    pieces = reader.view.companions_at(src) if along is UNSET else along or ()
    if not armies and not pieces and reader.more():
        read_amount(reader)  # says what is wrong with the next word
    if not armies and not pieces:
        why = gettext("End the order with a number of {armies}, at least 1.")
        raise reader.fail(why.format(armies=reader.armies_noun))
    return Force(armies, pieces)


def write_joined_force(force: Force, writer: Formatter) -> str:
    """Write armies with the companions that go along: `4 with war, sky`, `with war`."""
    along = f"with {', '.join(force.pieces)}" if force.pieces else ""
    return f"{writer.amount(force.armies) if force.armies else ''} {along}".strip()


def write_force(force: Force, writer: Formatter) -> str:
    if not force.pieces:
        return writer.amount(force.armies)
    return ", ".join([*force.pieces, *([writer.armies(force.armies)] if force.armies else [])])


def write_advance(order: Advance, writer: Formatter) -> str:
    return "advance " + ("least" if order.force.armies == LEAST else write_force(order.force, writer))


ADVANCE = Command(
    "advance",
    Advance,
    read_advance,
    write_advance,
    "advance 5",
    gettext_noop("how many armies move in"),
    also=("move",),
)

MECHANIC = Mechanic(
    name="occupy",
    steps={AfterCapture: after_capture},
    answers={(AdvanceAsked, Advance): advance},
    offers={AdvanceAsked: advance_offers},
    defaults={AdvanceAsked: default_move_in},
    about={AdvanceAsked: about},
    advice={Advance: warn_before_advance},
    events=(Occupied, Eliminated, Emptied),
    refusals={
        "occupy.out_of_bounds": gettext_noop(
            "Move in {least} to {most}: at least as many as you rolled dice, and one must stay."
        ),
        "occupy.left_out": gettext_noop("Your {piece} was no part of this attack and stays behind."),
        "occupy.leaders": gettext_noop("The leaders of the attack move in too: advance {piece}, 2."),
    },
    commands=(ADVANCE,),
)
