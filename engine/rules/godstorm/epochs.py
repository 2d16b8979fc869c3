"""The epochs of a war: five, one more for each Time Stands Still, and the final score after the last.

Source: 004, "End of an Epoch", "Winning"; ruling R46.
"""

from msgspec import Struct

from engine.core.agenda import Step
from engine.core.context import Context
from engine.core.events import PublicEvent
from engine.core.ruleset import Mechanic
from engine.core.units import sum_counts
from engine.mechanics.income import income_of
from engine.mechanics.scoring import end_by_score
from engine.rules.godstorm.facts import gods_of, has_relic, spaces_of, temples_of
from engine.rules.godstorm.kinds import ALTAR, CRYPT
from engine.rules.godstorm.state import state_of

EPOCHS = 5
BONUS_LANDS = {
    "Mjolnir": "thule",
    "Pandora's Box": "graecia",
    "Stonehenge": "anglia",
    "The Great Pyramids": "egypt",  # as typed
    "The Tree of Life": "babylon",  # as typed
}
"""Territories that bring a point with a relic."""


class EndEpoch(Step, frozen=True, tag="epochs.end"):
    """Moves the epoch marker; after the last epoch counts the scores."""

    step = "score"


class FinalScore(Step, frozen=True, tag="epochs.final_score"):
    """Counts the scores in whichever epoch, for positions that name the step."""


class Score(Struct, frozen=True):
    """What one seat has at the end. `continents` are their bonuses, `crypts` and `altars` the spaces that it holds,
    `relics` those whose territory it holds; `faith`, `temples`, `gods` and `armies` break ties, in this order."""

    seat: int
    territories: int
    continents: int
    crypts: int
    altars: int
    relics: int
    faith: int
    temples: int
    gods: int
    armies: int

    @property
    def total(self) -> int:
        return self.territories + self.continents + self.crypts + self.altars + self.relics

    @property
    def rank(self) -> tuple[int, ...]:
        return self.total, self.faith, self.temples, self.gods, self.armies


class EpochEnded(PublicEvent, frozen=True, tag="epochs.ended", gc=False):
    """The marker moves on; `next` is the epoch that begins."""

    next: int


class Scored(PublicEvent, frozen=True, tag="epochs.scored"):
    """The final scores, in turn order."""

    scores: tuple[Score, ...]


def end_epoch(context: Context, step: EndEpoch) -> None:
    state = state_of(context)
    if state.epoch >= EPOCHS:
        score_all(context)
        return
    state.epoch += 1
    context.emit(EpochEnded(state.epoch))


def score_all(context: Context) -> None:
    end_by_score(context, score_of, Scored)


def score_of(context: Context, seat: int) -> Score:
    """Count the score of a seat as the board stands."""
    state, land = state_of(context), income_of(context, seat)
    return Score(
        seat=seat,
        territories=land.territories,
        continents=sum_counts(land.continents),
        crypts=len(spaces_of(state, seat, CRYPT)),
        altars=len(spaces_of(state, seat, ALTAR)),
        relics=relic_points(context, seat),
        faith=state.purses[seat],
        temples=len(temples_of(state, seat)),
        gods=len(gods_of(state, seat)),
        armies=sum(state.armies[at] for at in context.territories_of(seat)),
    )


def relic_points(context: Context, seat: int) -> int:
    """Count the relics of a seat whose territory it holds."""
    state, number = context.state, context.graph.number
    held = (land for title, land in BONUS_LANDS.items() if has_relic(state, seat, title))
    return sum(state.owner[number[land]] == seat for land in held)


MECHANIC = Mechanic(
    name="epochs",
    steps={EndEpoch: end_epoch, FinalScore: lambda context, step: score_all(context)},
    events=(EpochEnded, Scored),
)
