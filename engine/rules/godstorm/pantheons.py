"""Choosing a pantheon: everybody rolls, the highest chooses first; or all rank them in secret, where the set-up is
planned.

Sources: 004, "Choose Pantheons", "Setup for 2 Players"; E02, R45. The neutral army between two has a pantheon for its
colour alone: the first one of the book that nobody has chosen.
"""

from collections.abc import Sequence

from engine.core.actions import Action
from engine.core.agenda import Decision, Step
from engine.core.context import Context
from engine.core.errors import clipped
from engine.core.events import PublicEvent
from engine.core.facts import Facts
from engine.core.language import gettext, gettext_noop
from engine.core.notation import Command, TokenReader, either
from engine.core.offers import ChoiceField, Offer, RankingField
from engine.core.ruleset import Mechanic
from engine.mechanics.setup import ChooseFirst
from engine.rules.godstorm.facts import heaven_of
from engine.rules.godstorm.kinds import PANTHEON_NAMES, PANTHEONS, UNCHOSEN
from engine.rules.godstorm.state import StateGodstorm, state_of

Throw = tuple[tuple[int, int], ...]
"""Pairs of a seat and its die."""


class RollForPantheons(ChooseFirst, frozen=True, tag="pantheons.roll"):
    """Everybody rolls for the choice of pantheons; the highest is dealt to first."""


class ChoosePantheons(Step, frozen=True, tag="pantheons.choose"):
    """Asks the `seats`, the first one first, for their pantheons: all seats in their order if nobody has rolled."""

    seats: tuple[int, ...] = ()


class PantheonAsked(Decision, frozen=True, kw_only=True, tag="pantheons.asked"):
    """The seat chooses one of the pantheons that nobody has."""

    step = "set-up"
    ask = gettext_noop("choose a pantheon")


class RankingAsked(Decision, frozen=True, kw_only=True, tag="pantheons.ranking_asked"):
    """Each of the seats, which are in the order of their dice, ranks pantheons in secret."""

    pace = "sealed"
    sealed = True
    revisable = True
    step = "set-up"
    ask = gettext_noop("rank the pantheons")


class ChoosePantheon(Action, frozen=True, tag="pantheons.choice"):
    """`pantheons` are names, the dearest first; in turn it is one alone."""

    pantheons: tuple[str, ...]


class PantheonsRolled(PublicEvent, frozen=True, tag="pantheons.rolled"):
    """`throws` holds, throw after throw, (seat, die) pairs; seats that are equal roll again. `order` is who chooses
    first, second and so on."""

    throws: tuple[Throw, ...]
    order: tuple[int, ...]


class PantheonChosen(PublicEvent, frozen=True, tag="pantheons.chosen", gc=False):
    """A seat has this pantheon; the neutral army is one past the seats."""

    seat: int
    pantheon: str


def roll_for_pantheons(context: Context, step: RollForPantheons) -> None:
    """Roll who chooses first; from that seat on territories are dealt clockwise."""
    state = context.state
    throws: list[Throw] = []
    ranked = _rank_by_dice(context, list(range(len(state.players))), throws)
    context.emit(PantheonsRolled(tuple(throws), tuple(ranked)))
    state.order = (*range(ranked[0], len(ranked)), *range(ranked[0]))
    state.active = ranked[0]
    state.agenda[-1] = ChoosePantheons(tuple(ranked))


def _rank_by_dice(context: Context, seats: list[int], throws: list[Throw]) -> list[int]:
    """Rank seats by dice, the highest first; equal ones roll again among themselves."""
    if len(seats) < 2:
        return seats
    throw = tuple((seat, context.roll(1, 6, f"seat {seat}")[0]) for seat in seats)
    throws.append(throw)
    ranked: list[int] = []
    for pips in sorted({die for _, die in throw}, reverse=True):
        ranked += _rank_by_dice(context, [seat for seat, die in throw if die == pips], throws)
    return ranked


def choose_pantheons(context: Context, step: ChoosePantheons) -> None:
    """Ask whoever is next without a pantheon, or all at once where the set-up is planned."""
    state = state_of(context)
    state.pantheons = (*state.pantheons, *(UNCHOSEN,) * (len(state.players) - len(state.pantheons)))
    seats = tuple(seat for seat in step.seats or state.order if state.pantheons[seat] == UNCHOSEN)
    if not seats:
        _settle(context)
    elif context.options.setup_orders == "planned":
        context.push(step, RankingAsked(seats=seats))
    else:
        state.active = seats[0]
        context.push(step, PantheonAsked(seats=(seats[0],)))


def _settle(context: Context) -> None:
    """Open the heavens of all, and give the neutral army a pantheon of those that are left."""
    state = state_of(context)
    if len(state.players) == 2 and len(state.pantheons) == 2:
        _give(context, state.neutral, free(state)[0])
    open_heavens(state)
    state.active = state.order[0]


def open_heavens(state: StateGodstorm) -> None:
    """Let each seat that is not out hold the heaven of its pantheon."""
    for seat, player in enumerate(state.players):
        heaven = heaven_of(state, seat)
        if heaven >= 0 and not player.out:
            state.owner[heaven] = seat


def free(state: StateGodstorm) -> list[int]:
    """List the pantheons that nobody has, in the order of the book."""
    return [number for number in range(len(PANTHEONS)) if number not in state.pantheons]


def _give(context: Context, seat: int, pantheon: int) -> None:
    state = state_of(context)
    row = [*state.pantheons, *([UNCHOSEN] if seat == len(state.pantheons) else [])]
    row[seat] = pantheon
    state.pantheons = tuple(row)
    context.emit(PantheonChosen(seat, PANTHEON_NAMES[pantheon]))


def choose(context: Context, asked: PantheonAsked, order: ChoosePantheon) -> None:
    """Take a pantheon. Raises IllegalAction: pantheons.unknown, pantheons.one, pantheons.taken."""
    numbers = _check_named(context, order)
    context.require(len(numbers) == 1, "pantheons.one")
    left = free(state_of(context))
    if numbers[0] not in left:
        names = either([PANTHEON_NAMES[number] for number in left])
        context.refuse("pantheons.taken", pantheon=PANTHEON_NAMES[numbers[0]], left=names)
    _give(context, order.seat, numbers[0])
    context.pop_decision()


def check_ranking(context: Context, asked: RankingAsked, order: ChoosePantheon) -> None:
    """Check a ranking. Raises IllegalAction: pantheons.unknown, pantheons.twice."""
    numbers = _check_named(context, order)
    context.require(len(set(numbers)) == len(numbers), "pantheons.twice")


def _check_named(context: Context, order: ChoosePantheon) -> list[int]:
    context.require(bool(order.pantheons), "pantheons.one")
    for name in order.pantheons:
        if name not in PANTHEON_NAMES:
            context.refuse("pantheons.unknown", pantheon=clipped(name), names=either(PANTHEON_NAMES))
    return [PANTHEON_NAMES.index(name) for name in order.pantheons]


def give_out(context: Context, asked: RankingAsked, rankings: Sequence[ChoosePantheon]) -> None:
    """Give each seat the first pantheon of its list that is left, in the order of the dice; the first of the book where
    its list has none."""
    by_seat = {ranking.seat: ranking.pantheons for ranking in rankings}
    step = context.state.agenda[-1]
    assert isinstance(step, ChoosePantheons)
    for seat in step.seats or context.state.order:
        if seat in by_seat:
            left = free(state_of(context))
            wanted = (PANTHEON_NAMES.index(name) for name in by_seat[seat])
            _give(context, seat, next((number for number in wanted if number in left), left[0]))


def names_left(context: Context) -> tuple[str, ...]:
    return tuple(PANTHEON_NAMES[number] for number in free(state_of(context)))


def choice_offers(context: Context, asked: PantheonAsked, seat: int) -> tuple[Offer, ...]:
    one_each = tuple((name,) for name in names_left(context))
    return (Offer("pantheons.choice", gettext_noop("Choose"), (ChoiceField("pantheons", one_each),)),)


def ranking_offers(context: Context, asked: RankingAsked, seat: int) -> tuple[Offer, ...]:
    field = RankingField("pantheons", names_left(context), least=1)
    return (Offer("pantheons.choice", gettext_noop("Rank"), (field,)),)


def first_left(context: Context, asked: Decision, seat: int) -> ChoosePantheon:
    """Choose the first pantheon of the book that is left."""
    return ChoosePantheon(seat, names_left(context)[:1])


def about_choice(context: Context, asked: Decision) -> Facts:
    return {"left": names_left(context)}


def read_pantheon(reader: TokenReader) -> ChoosePantheon:
    """Read pantheons by name, the dearest first."""
    found: list[str] = []
    while reader.more():
        meant = [name for name in PANTHEON_NAMES if name.casefold().startswith(reader.peek())]
        if len(meant) != 1:
            why = gettext("Name a pantheon: {names}.").format(names=either(PANTHEON_NAMES))
            raise reader.fail(why, wrong=reader.typed())
        reader.take(reader.peek())
        found.append(meant[0])
    if not found:
        raise reader.fail(gettext("Name a pantheon: {names}.").format(names=either(PANTHEON_NAMES)))
    return ChoosePantheon(reader.seat, tuple(found))


PANTHEON = Command(
    "pantheon",
    ChoosePantheon,
    read_pantheon,
    lambda order, writer: "pantheon " + ", ".join(order.pantheons),  # as typed
    "pantheon PANTHEON",
    gettext_noop("choose a pantheon; where everyone plans at once, list several, your first choice first"),
)

MECHANIC = Mechanic(
    name="pantheons",
    steps={RollForPantheons: roll_for_pantheons, ChoosePantheons: choose_pantheons},
    answers={(PantheonAsked, ChoosePantheon): choose, (RankingAsked, ChoosePantheon): check_ranking},
    resolves={RankingAsked: give_out},
    offers={PantheonAsked: choice_offers, RankingAsked: ranking_offers},
    defaults={PantheonAsked: first_left, RankingAsked: first_left},
    about={PantheonAsked: about_choice, RankingAsked: about_choice},
    events=(PantheonsRolled, PantheonChosen),
    refusals={
        "pantheons.unknown": gettext_noop("There is no pantheon “{pantheon}”. Choose {names}."),
        "pantheons.one": gettext_noop("Choose one pantheon: pantheon Celts."),
        "pantheons.taken": gettext_noop("Another player has the {pantheon}. Choose {left}."),
        "pantheons.twice": gettext_noop("Name each pantheon once."),
    },
    commands=(PANTHEON,),
)
