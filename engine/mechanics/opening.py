"""The opening of games with purses: the same for all to spend, land of the neutral army, and the first pieces.

Sources: Risk 2210 A.D., "Sow the Seeds of War", "Placing Armies and Commanders", "2210 for 2 Players"; Godstorm, "Place
Armies, Gods, and Temples", "Setup for 2 Players". What the first pieces are and where they may stand is the family's.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.core.actions import Action
from engine.core.agenda import Decision, Step
from engine.core.context import Context
from engine.core.language import gettext_noop
from engine.core.notation import either
from engine.core.offers import ChoiceField, Offer, TerritoryField
from engine.core.ruleset import Mechanic
from engine.mechanics.family_state import family_state
from engine.mechanics.purchase import Build, Built, Hire, Hired
from engine.mechanics.setup_plan.types import Plan

STARTING_FUNDS = 3
NEUTRAL_ARMIES = 3


class FirstAsked(Decision, frozen=True, kw_only=True):
    """The seat places what it has `left`, in any order; each is an answer of its own."""

    left: tuple[str, ...]

    step = "set-up"


def fill_purses(context: Context) -> None:
    """Give every seat the same to begin with, unless a position says what is in the purses."""
    state = family_state(context)
    if not any(state.purses):
        state.purses = [STARTING_FUNDS] * len(state.players)


def garrison(context: Context, territories: Iterable[int]) -> None:
    """Put armies of the neutral army on territories, which it holds from now on."""
    state = context.state
    for territory in territories:
        state.owner[territory], state.armies[territory] = state.neutral, NEUTRAL_ARMIES


@dataclass(frozen=True)
class FirstPieces:
    """What each seat places at the end of a set-up, free of charge.

    step, asked: the family's own types of the step that asks one seat after another, and of the question.
    kinds: what is placed, by default in this order; the kind that is a `building` is built, the others are hired.
    label: the word for hiring.
    seats: the seats in the order in which they are asked.
    spots: the own territories where a kind may stand, the same for all that are hired.
    barred: for each kind the code of the refusal of another own territory.
    """

    step: type[Step]
    asked: type[FirstAsked]
    kinds: tuple[str, ...]
    building: str
    label: str
    seats: Callable[[Context], Sequence[int]]
    spots: Callable[[Context, int, str], Sequence[int]]
    barred: Mapping[str, str] = field(default_factory=dict)

    def ask_next(self, context: Context, step: Step) -> None:
        """Ask the first seat that has something left to place."""
        state = context.state
        for seat in self.seats(context):
            left = tuple(kind for kind in self.kinds if not state.has_piece(seat, kind))
            if left and not state.players[seat].out:
                state.active = seat
                context.push(step, self.asked(seats=(seat,), left=left))
                return

    def place(self, context: Context, asked: FirstAsked, order: Hire | Build) -> None:
        """Place one of the first pieces; what is built is the building, whatever the order calls it.

        Raises IllegalAction: opening.not_left, territory.unknown, deploy.not_yours, and what the family refuses.
        """
        builds = isinstance(order, Build)
        kind = self.building if builds else order.kind
        if kind not in asked.left or builds != (kind == self.building):
            context.refuse("opening.not_left", left=either([context.rules.piece_title(one) for one in asked.left]))
        self._check_spot(context, order.seat, kind, context.territory(order.at))
        context.add_piece(kind, order.seat, order.at)
        context.emit((Built if builds else Hired)(order.seat, kind, order.at, 0))
        context.pop_decision()

    def _check_spot(self, context: Context, seat: int, kind: str, at: int) -> None:
        owned = context.state.owner[at] == seat
        if not owned or at not in self.spots(context, seat, kind):
            code = self.barred.get(kind) if owned else None
            context.refuse(code or "deploy.not_yours", territory=context.name(at))

    def offers(self, context: Context, asked: FirstAsked, seat: int) -> Sequence[Offer]:
        hired = tuple(kind for kind in asked.left if kind != self.building)
        built = tuple(kind for kind in asked.left if kind == self.building)
        ways = (("purchase.hire", self.label, hired), ("purchase.build", gettext_noop("Build"), built))
        return [self._offer(context, seat, *way) for way in ways if way[-1]]

    def _offer(self, context: Context, seat: int, action: str, label: str, kinds: tuple[str, ...]) -> Offer:
        spots = tuple(self.spots(context, seat, kinds[0]))
        return Offer(action, label, (ChoiceField("kind", kinds), TerritoryField("at", spots)))

    def place_on_strongest(self, context: Context, asked: FirstAsked, seat: int) -> Action:
        """Place what is next on the strongest own territory that allows it, ties by map order."""
        kind, units = asked.left[0], context.state.units
        return self._order(seat, kind, max(self.spots(context, seat, kind), key=lambda at: (units(at), -at)))

    def place_by_plan(self, context: Context, asked: FirstAsked, plan: Plan) -> Action:
        """Place what is next on the first territory of the plan that allows it."""
        kind = asked.left[0]
        able = self.spots(context, plan.seat, kind)
        wanted = next((at for at in plan.ranked(kind) if at in able), None)
        if wanted is None:
            return self.place_on_strongest(context, asked, plan.seat)
        return self._order(plan.seat, kind, wanted)

    def _order(self, seat: int, kind: str, at: int) -> Action:
        return (Build if kind == self.building else Hire)(seat, kind, at)

    @property
    def mechanic(self) -> Mechanic:
        """The rules of these pieces, for the family to list."""
        return Mechanic(
            name="first_pieces",
            steps={self.step: self.ask_next},
            answers={(self.asked, Hire): self.place, (self.asked, Build): self.place},
            offers={self.asked: self.offers},
            defaults={self.asked: self.place_on_strongest},
            about={self.asked: lambda context, asked: {"left": asked.left}},
            planned={self.asked: self.place_by_plan},
            refusals={"opening.not_left": gettext_noop("You have {left} left to place.")},
        )
