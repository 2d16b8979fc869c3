"""Planned set-up: every seat says once, sealed and at the same time as all others, what it would do in its turns.

With the last plan the book's own order of turns (`engine.mechanics.setup`) is played to its end: each claim and each
placement is checked and told as if its seat had ordered it there and then. What a plan leaves open follows the default
answers. Switch: setup_orders=planned. Our own way, for games by mail (docs/rulings.md, F9). What a family places beside
armies is planned in parts of its own: a ranking of territories for each kind of piece.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from difflib import get_close_matches
from typing import Any

from engine.core.actions import Action
from engine.core.agenda import Decision
from engine.core.context import Context
from engine.core.errors import clipped, quoted
from engine.core.language import gettext, gettext_noop
from engine.core.mapgraph import MapGraph
from engine.core.notation import Command, Formatter, TokenReader, either, write_as
from engine.core.offers import Offer, PlacementsField, RankingField
from engine.core.registry import ruleset
from engine.core.ruleset import Mechanic
from engine.core.state import NOBODY
from engine.core.view import PlayerView
from engine.mechanics.deploy import Place, Placements, allocate
from engine.mechanics.setup import (
    AskPlans,
    Claim,
    ClaimAsked,
    SetupPlaceAsked,
    claim_among_friends,
    free_land,
    has_neutral,
    neutral_armies_due,
    setup_on_weakest,
)
from engine.mechanics.turns import StartRound

NEXT_TO_MINE, ANY = "next_to_mine", "any"  # wishes beside territories and continents
Wish = int | str


class PlanAsked(Decision, frozen=True, kw_only=True, tag="setup.plan_asked"):
    """Each seat plans the whole of its set-up; nobody learns another's plan, only the moves that come of it."""

    pace = "sealed"
    sealed = True
    revisable = True
    step = "set-up"
    ask = gettext_noop("plan your set-up")


class Plan(Action, frozen=True, omit_defaults=True, tag="setup.plan", gc=False):
    """`claim` ranks territories, continents (by id), "next_to_mine" and "any"; `place` holds (territory, armies) pairs,
    the armies that are to stand there in the end; `neutral` where the neutral army's go, pair after pair. `pieces` has
    (part, territory) pairs for the parts of the rule set, the first choice of each part first."""

    claim: tuple[Wish, ...] = ()
    place: Placements = ()
    neutral: Placements = ()
    pieces: tuple[tuple[str, int], ...] = ()

    def ranked(self, part: str) -> list[int]:
        """List the territories that the plan ranks for a kind of piece."""
        return [territory for kind, territory in self.pieces if kind == part]


Adviser = Callable[[PlayerView, Plan], Plan]
ADVISERS: dict[str, Adviser] = {}
"""Who fills what a plan leaves open, by the bot's name in `like BOT`; bots put themselves here when they register. They
get the plan as far as it is said, and give what comes behind it."""


def ask_plans(context: Context, step: AskPlans) -> None:
    """Ask every seat for a plan, unless nothing is left to claim or to place."""
    state = context.state
    if free_land(context) or any(state.supply[: len(state.players)]):
        context.push(PlanAsked(seats=state.order))


# --- giving a plan


def check_plan(context: Context, asked: PlanAsked, order: Plan) -> None:
    """Check a plan without playing it.

    Raises IllegalAction: territory.unknown, setup.plan_twice, setup.plan_dealt, deploy.nothing, deploy.not_yours,
    setup.plan_too_many, and for the neutral army deploy.no_neutral, deploy.not_neutral, setup.plan_neutral.
    """
    _check_wishes(context, order.claim)
    _check_counts(context, order)
    _check_neutral(context, order.neutral)
    _check_pieces(context, order)


def _check_pieces(context: Context, order: Plan) -> None:
    for part, territory in order.pieces:
        context.require(part in context.rules.plan_parts, "setup.plan_part", part=clipped(part))
        owner = context.state.owner[context.territory(territory)]
        context.require(owner in (order.seat, NOBODY), "deploy.not_yours", territory=context.name(territory))
    context.require(len(set(order.pieces)) == len(order.pieces), "setup.plan_twice")


def _check_wishes(context: Context, wishes: Sequence[Wish]) -> None:
    context.require(not wishes or bool(free_land(context)), "setup.plan_dealt")
    known = {NEXT_TO_MINE, ANY, *(part.id for part in context.graph.continents)}
    for wish in wishes:
        if isinstance(wish, int):
            context.territory(wish)
        else:
            context.require(wish in known, "territory.unknown")
    context.require(len(set(wishes)) == len(wishes), "setup.plan_twice")


def _check_counts(context: Context, order: Plan) -> None:
    state = context.state
    most = state.supply[order.seat] if state.supply else 0
    for territory, armies in order.place:
        owner = state.owner[context.territory(territory)]
        context.require(owner in (order.seat, NOBODY), "deploy.not_yours", territory=context.name(territory))
        context.require(armies > 0, "deploy.nothing")
        standing = state.armies[territory]
        context.require(armies <= most + standing, "setup.plan_too_many", armies=armies, most=most + standing)
    lands = [territory for territory, _ in order.place]
    context.require(len(set(lands)) == len(lands), "setup.plan_twice")


def _check_neutral(context: Context, at: Placements) -> None:
    state = context.state
    context.require(has_neutral(context) or not at, "deploy.no_neutral")
    for territory, armies in at:
        owner = state.owner[context.territory(territory)]
        context.require(owner == state.neutral, "deploy.not_neutral", territory=context.name(territory))
        context.require(armies > 0, "deploy.nothing")
    if at:
        most = state.supply[state.neutral]
        context.require(sum(armies for _, armies in at) <= most, "setup.plan_neutral", most=most)


# --- playing the plans


def play_plans(context: Context, asked: PlanAsked, plans: list[Plan]) -> None:
    """Play the set-up turn by turn; whose turn it is answers from its plan."""
    by_seat = {plan.seat: _PlanRun(plan) for plan in plans}
    agenda = context.state.agenda
    while (run := context.rules.steps.get(type(agenda[-1]))) and not isinstance(agenda[-1], StartRound):
        run(context, agenda.pop())
        while question := _asked_of_plan(context):
            answer = by_seat[question.seats[0]].answer(context, question)
            context.rules.answers[type(question), type(answer)](context, question, answer)


def _asked_of_plan(context: Context) -> Decision | None:
    """Return the open question if a plan answers it: those of set-up, and what the family's hooks answer."""
    asked = context.state.agenda[-1]
    planned = isinstance(asked, ClaimAsked | SetupPlaceAsked) or type(asked) in context.rules.planned
    return asked if planned and isinstance(asked, Decision) else None


class _PlanRun:
    """A plan while it is played; it remembers how much of the neutral army's list is used up."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.neutral = armies_in_a_row(plan.neutral)

    def answer(self, context: Context, asked: Decision) -> Action:
        """Answer a question of the set-up: what a plan leaves open follows the default."""
        if isinstance(asked, ClaimAsked):
            return self.claim(context, asked)
        if isinstance(asked, SetupPlaceAsked):
            return self.place(context, asked)
        return context.rules.planned[type(asked)](context, asked, self.plan)

    def claim(self, context: Context, asked: ClaimAsked) -> Claim:
        """Claim the first free territory of the list."""

        def links(at: int) -> tuple[int, ...]:
            return context.neighbours(at, "border")

        for wish in self.plan.claim:
            found = meant(wish, self.plan.seat, context.state.owner, free_land(context), context.graph, links)
            if found:
                return Claim(self.plan.seat, found[0])
        return claim_among_friends(context, asked, self.plan.seat)

    def place(self, context: Context, asked: SetupPlaceAsked) -> Place:
        """Place own armies where most are missing, one by one, the rest as by default; neutral ones by their list."""
        usual = setup_on_weakest(context, asked, self.plan.seat)
        own = self._own(context, asked.armies)
        left = asked.armies - sum(own.values())
        if left:
            at = allocate(
                left,
                context.territories_of(self.plan.seat),
                lambda spot: context.capacity_left(spot) - own[spot],
                lambda among: context.weakest(self.plan.seat, among),
            )
            own.update(dict(at))
        neutral = self._neutral(context, neutral_armies_due(context)) or usual.neutral
        return Place(self.plan.seat, tuple(own.items()), neutral)

    def _own(self, context: Context, armies: int) -> Counter[int]:
        """Choose where own armies go: each where the named count is missed most, ties by the order of the list."""
        state, at = context.state, Counter[int]()
        wanted = [(spot, count) for spot, count in self.plan.place if state.owner[spot] == self.plan.seat]
        for _ in range(armies):
            missing = [
                (count - state.armies[spot] - at[spot], spot)
                for spot, count in wanted
                if context.capacity_left(spot) > at[spot]
            ]
            most, spot = max(missing, key=lambda pair: pair[0], default=(0, NOBODY))
            if most < 1:
                break
            at[spot] += 1
        return at

    def _neutral(self, context: Context, armies: int) -> Placements:
        """Take the next of the neutral army's list that have room; nothing once it is used up, so that the default
        holds."""
        at = Counter[int]()
        while armies > sum(at.values()) and self.neutral:
            spot = self.neutral.pop(0)
            if context.capacity_left(spot) > at[spot]:
                at[spot] += 1
        return tuple(at.items()) if sum(at.values()) == armies else ()


def meant(
    wish: Wish,
    seat: int,
    owner: Sequence[int],
    free: Collection[int],
    graph: MapGraph,
    links: Callable[[int], Iterable[int]],
) -> list[int]:
    """List the free territories that a wish of a seat stands for, the first choice first."""
    if isinstance(wish, int):
        return [wish] if wish in free else []
    parts = {part.id: part.members for part in graph.continents}
    free = [spot for spot in parts.get(wish, range(len(owner))) if spot in free]
    friends = {spot: sum(owner[near] == seat for near in links(spot)) for spot in free}
    if wish in parts:
        return sorted(free, key=lambda spot: not friends[spot])
    found = sorted(free, key=lambda spot: -friends[spot])
    return found if wish == ANY else [spot for spot in found if friends[spot]]


# --- what may be planned


def plan_offers(context: Context, asked: PlanAsked, seat: int) -> tuple[Offer, ...]:
    state = context.state
    fields: list[RankingField | PlacementsField] = []
    free = free_land(context)
    if free:
        continents = (part.id for part in context.graph.continents if not set(free).isdisjoint(part.members))
        fields.append(RankingField("claim", (*free, *continents, NEXT_TO_MINE, ANY)))
    if state.supply:
        lands = tuple(sorted((*free, *context.territories_of(seat))))
        fields.append(PlacementsField("place", lands, 0, state.supply[seat]))
    if has_neutral(context):
        lands = tuple(context.territories_of(state.neutral))
        fields.append(PlacementsField("neutral", lands, 0, state.supply[state.neutral]))
    if context.rules.plan_parts:
        lands = tuple(sorted((*free, *context.territories_of(seat))))
        pairs = tuple((part, land) for part in context.rules.plan_parts for land in lands)
        fields.append(RankingField("pieces", pairs))
    return (Offer("setup.plan", gettext_noop("Plan"), tuple(fields)),)


def about_plans(context: Context, asked: PlanAsked) -> dict[str, Any]:
    """Describe what a plan is for: `free` counts the territories to be claimed, `supply` the armies of each seat that
    are not on the board yet, those of its claims among them, `go` how many are placed at a time; `neutral` those of
    the neutral army, if there is one."""
    state = context.state
    seats = len(state.players)
    about = {
        "free": len(free_land(context)),
        "supply": tuple(state.supply[:seats]) or (0,) * seats,
        "go": context.options.placement_go,
    }
    return about | {"neutral": state.supply[state.neutral]} if has_neutral(context) else about


# --- the words


USAGE = (
    "plan claim TERRITORY, CONTINENT, next to mine, any; "  # as typed
    "place 5 TERRITORY, 3 TERRITORY, rest on the weakest border; neutral TERRITORY, rest on their weakest; like BOT"
)


def read_plan(reader: TokenReader) -> Plan:
    """Read the parts of a plan, each once, in any order; `like BOT` is filled in once all else is read."""
    parts: dict[str, Any] = {}
    known = _parts_of(reader)
    while reader.more():
        part = next((word for word in known if reader.take(word)), None)
        if part is None:
            typed = reader.typed()
            why = gettext("I do not understand {typed} in a plan.").format(typed=quoted(typed))
            raise reader.fail(f"{why} {write_as(USAGE)}", wrong=typed)
        if part in parts:
            why = gettext("A plan has only one part “{part}”: put everything in it, separated by commas.")
            raise reader.fail(why.format(part=part))
        parts[part] = known[part](reader)
    at, at_is_whole = parts.get("place", ((), False))
    neutral, neutral_is_whole = parts.get("neutral", ((), False))
    pieces = tuple((part, land) for part, lands in parts.items() if part not in PARTS for land in lands)
    said = Plan(reader.seat, parts.get("claim", ()), at, neutral, pieces)
    if "like" not in parts:
        return said
    drawn = parts["like"](reader.view, said)
    return Plan(
        reader.seat,
        said.claim if ANY in said.claim else _joined(said.claim, drawn.claim),
        at if at_is_whole else _with_further(at, drawn.place),
        neutral if neutral_is_whole else _in_a_row((*armies_in_a_row(neutral), *armies_in_a_row(drawn.neutral))),
        (*pieces, *(pair for pair in drawn.pieces if pair not in pieces)),
    )


def _parts_of(reader: TokenReader) -> dict[str, Callable[[TokenReader], Any]]:
    """Return how each part of a plan is read; those of the rule set rank territories."""
    return PARTS | dict.fromkeys(ruleset(reader.view.rules).plan_parts, _read_ranking)


def _read_ranking(reader: TokenReader) -> list[int]:
    lands = []
    while _goes_on(reader):
        lands.append(reader.territory())
    if not lands:
        raise reader.fail(gettext("Name the territories that you would choose, the first choice first."))
    return lands


def _joined(wishes: Sequence[Wish], further: Iterable[Wish]) -> tuple[Wish, ...]:
    return (*wishes, *(wish for wish in further if wish not in wishes))


def _with_further(at: Placements, further: Placements) -> Placements:
    named = {spot for spot, _ in at}
    return (*at, *(pair for pair in further if pair[0] not in named))


def armies_in_a_row(at: Placements) -> list[int]:
    """Expand a neutral army's placements into a list of territories, an army each."""
    return [spot for spot, armies in at for _ in range(armies)]


def _in_a_row(spots: Iterable[int]) -> Placements:
    """Group armies placed one by one into pairs: those that follow each other on one territory are put together."""
    pairs: list[tuple[int, int]] = []
    for spot in spots:
        if pairs and pairs[-1][0] == spot:
            pairs[-1] = spot, pairs[-1][1] + 1
        else:
            pairs.append((spot, 1))
    return tuple(pairs)


def _goes_on(reader: TokenReader) -> bool:
    return reader.more() and reader.peek() not in _parts_of(reader)


def _read_claim(reader: TokenReader) -> tuple[Wish, ...]:
    wishes: list[Wish] = []
    while _goes_on(reader):
        if reader.take("next", "mine"):  # `to` is no word of the language
            wishes.append(NEXT_TO_MINE)
        elif reader.take("any"):
            wishes.append(ANY)
        else:
            wishes.append(reader.land())
    if not wishes:
        raise reader.fail(gettext("Say what to claim: plan claim TERRITORY, CONTINENT, next to mine, any."))
    return tuple(wishes)


def _read_place(reader: TokenReader) -> tuple[Placements, bool]:
    """Read pairs of territory and armies; returns them and whether the rest is named too."""
    at: list[tuple[int, int]] = []
    while _goes_on(reader):
        if reader.take("rest"):
            _rest(reader, "on", "the", "weakest", "border")
            return tuple(at), True
        armies = reader.number(gettext("a number of armies"))
        at.append((reader.territory(), armies))
    if not at:
        raise reader.fail(gettext("Say how many armies go where: plan place 5 TERRITORY, 3 TERRITORY."))
    return tuple(at), False


def _read_neutral(reader: TokenReader) -> tuple[Placements, bool]:
    spots: list[int] = []
    while _goes_on(reader):
        if reader.take("rest"):
            _rest(reader, "on", "their", "weakest")
            return _in_a_row(spots), True
        armies = reader.number(gettext("a number of armies")) if reader.peek().isdigit() else 1
        spots += [reader.territory()] * min(armies, 1000)
    if not spots:
        raise reader.fail(gettext("Say where the neutral armies go: plan neutral TERRITORY, 2 TERRITORY."))
    return _in_a_row(spots), False


def _rest(reader: TokenReader, *words: str) -> None:
    """Read `rest` with the words behind it, which may be left out."""
    reader.take(*words)
    if _goes_on(reader):
        why = gettext("This part ends with: {words}.").format(words=" ".join(("rest", *words)))
        raise reader.fail(why, wrong=reader.typed())


def _read_like(reader: TokenReader) -> Adviser:
    reader.take("a")
    name = reader.peek()
    if name not in ADVISERS:
        near = get_close_matches(name, ADVISERS, 2, 0.5)
        hint = gettext("Try {words}.").format(words=either([*(near or ADVISERS)]))
        if name:
            why = gettext("There is no bot {name}.").format(name=quoted(reader.typed()))
        else:
            why = gettext("A bot’s name is missing at the end.")
        raise reader.fail(why, near, wrong=reader.typed(), hint=hint)
    reader.take(name)
    return ADVISERS[name]


PARTS: dict[str, Callable[[TokenReader], Any]] = {
    "claim": _read_claim,
    "place": _read_place,
    "neutral": _read_neutral,
    "like": _read_like,
}


def write_plan(order: Plan, writer: Formatter) -> str:
    parts = {
        "claim": ", ".join(_wish(wish, writer) for wish in order.claim),
        "place": ", ".join(f"{armies} {writer.territory(spot)}" for spot, armies in order.place),
        "neutral": ", ".join(
            f"{armies} {writer.territory(spot)}" if armies > 1 else writer.territory(spot)
            for spot, armies in order.neutral
        ),
    }
    for part, spot in order.pieces:
        parts[part] = f"{parts[part]}, {writer.territory(spot)}" if part in parts else writer.territory(spot)
    said = "; ".join(f"{part} {words}" for part, words in parts.items() if words)
    return f"plan {said}".strip()


def _wish(wish: Wish, writer: Formatter) -> str:
    return {NEXT_TO_MINE: "next to mine", ANY: "any"}.get(str(wish)) or writer.land(wish)  # as typed


PLAN = Command(
    "plan",
    Plan,
    read_plan,
    write_plan,
    USAGE,
    gettext_noop(
        "your whole set-up at once, in games with plans; you can leave out parts and write it in several lines"
    ),
    is_block=True,
)

MECHANIC = Mechanic(
    name="setup_plan",
    steps={AskPlans: ask_plans},
    answers={(PlanAsked, Plan): check_plan},
    resolves={PlanAsked: play_plans},
    offers={PlanAsked: plan_offers},
    defaults={PlanAsked: lambda context, asked, seat: Plan(seat)},
    about={PlanAsked: about_plans},
    refusals={
        "setup.plan_twice": gettext_noop("Name each territory and each continent only once in a part of your plan."),
        "setup.plan_dealt": gettext_noop("The territories are already dealt: plan only where your armies go."),
        "setup.plan_too_many": gettext_noop("There is no room for {armies} there: name at most {most}."),
        "setup.plan_part": gettext_noop("A plan has no part “{part}” in this game."),
        "setup.plan_neutral": gettext_noop("The neutral army has {most} armies to place: name no more than that."),
    },
    commands=(PLAN,),
)
