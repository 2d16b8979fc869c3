"""The years of a war: five, and the final score after the last.

Source: 002, "Ending a Year", "Winning", "A Tie"; rulings "scoring time", "regions devastated".
"""

from msgspec import Struct

from engine.core.agenda import Step
from engine.core.context import Context
from engine.core.events import PublicEvent
from engine.core.ruleset import Mechanic
from engine.core.units import sum_counts
from engine.mechanics.income import income_of
from engine.mechanics.scoring import end_by_score
from engine.rules.risk2210 import cards
from engine.rules.risk2210.state import state_of

YEARS = 5


class ScoreStep(Step, frozen=True, tag="years.score"):
    """Counts the scores after the last year; a year before it ends without."""

    step = "score"


class FinalScore(Step, frozen=True, tag="years.final_score"):
    """Counts the scores in whichever year, for positions that name the step."""


class Score(Struct, frozen=True):
    """What one seat has at the end. `regions` are the bonuses of its continents and colonies, `influence` what its
    Colony Influence cards add; `energy` and `units` break ties, in this order."""

    seat: int
    territories: int
    regions: int
    influence: int
    energy: int
    units: int

    @property
    def total(self) -> int:
        return self.territories + self.regions + self.influence

    @property
    def rank(self) -> tuple[int, ...]:
        return self.total, self.energy, self.units


class Scored(PublicEvent, frozen=True, tag="years.scored"):
    """The final scores, in turn order."""

    scores: tuple[Score, ...]


def score_step(context: Context, step: ScoreStep) -> None:
    if context.state.round >= YEARS:
        score_all(context)


def score_all(context: Context) -> None:
    end_by_score(context, lambda context, seat: score_of(context, seat, cards.influence(context, seat)), Scored)


def score_of(context: Context, seat: int, influence: int = 0) -> Score:
    """Count the score of a seat as the board stands."""
    land = income_of(context, seat)
    regions = sum_counts(land.continents)
    units = sum(context.units(at) for at in context.territories_of(seat))
    return Score(seat, land.territories, regions, influence, state_of(context).purses[seat], units)


def land_points(context: Context, seat: int) -> int:
    """Count what the territories and regions of a seat would score now."""
    land = income_of(context, seat)
    return land.territories + sum_counts(land.continents)


MECHANIC = Mechanic(
    name="years",
    steps={ScoreStep: score_step, FinalScore: lambda context, step: score_all(context)},
    events=(Scored,),
)
