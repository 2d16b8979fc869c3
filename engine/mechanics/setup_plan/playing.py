"""Playing plans: the set-up goes turn by turn, and whose turn it is answers from its plan."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence

from engine.core.actions import Action
from engine.core.agenda import Decision
from engine.core.context import Context
from engine.core.mapgraph import MapGraph
from engine.core.state import NOBODY
from engine.mechanics.deploy import Place, Placements, allocate
from engine.mechanics.setup import (
    Claim,
    ClaimAsked,
    SetupPlaceAsked,
    claim_among_friends,
    free_land,
    neutral_armies_due,
    setup_on_weakest,
)
from engine.mechanics.setup_plan.types import ANY, Plan, PlanAsked, Wish, armies_in_a_row
from engine.mechanics.turns import StartRound


def play_plans(context: Context, asked: PlanAsked, plans: list[Plan]) -> None:
    """Play the set-up turn by turn; whose turn it is answers from its plan."""
    by_seat = {plan.seat: _PlanRun(plan) for plan in plans}
    agenda = context.state.agenda
    while (run := context.rules.steps.get(type(agenda[-1]))) and not isinstance(agenda[-1], StartRound):
        run(context, agenda.pop())
        while question := _find_asked(context):
            answer = by_seat[question.seats[0]].answer(context, question)
            context.rules.answers[type(question), type(answer)](context, question, answer)


def _find_asked(context: Context) -> Decision | None:
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
