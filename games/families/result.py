"""How a game went and ended: land as it changed hands, and what decides the final ranking."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.utils.translation import gettext

from common.lazy_text import LazyText
from engine import Facts, PlayerView
from games.wording.amounts import join_and
from games.wording.seats import colour_name

Event = Facts
LandChange = Callable[[list[int], Event], None]
"""Write into the owners of all territories what an event changes of them."""


def deal_land(owner: list[int], event: Event) -> None:
    owner[:] = event["owners"]


def claim_land(owner: list[int], event: Event) -> None:
    owner[event["territory"]] = event["seat"]


def capture_land(owner: list[int], event: Event) -> None:
    owner[event["dst"]] = event["seat"]


def empty_land(owner: list[int], event: Event) -> None:
    owner[event["at"]] = -1


SHARED_LAND_CHANGES: Mapping[str, LandChange] = {
    "setup.dealt": deal_land,
    "setup.claimed": claim_land,
    "battle.captured": capture_land,
    "land.emptied": empty_land,
}
"""The events of shared mechanics by which land changes hands."""


def follow_land(owner: list[int], event: Event, changes: Mapping[str, LandChange]) -> bool:
    """Change the owners as an event tells. Returns whether it did."""
    change = changes.get(event.get("type", ""))
    if change:
        change(owner, event)
    return change is not None


def standing_of(view: PlayerView, seat: int) -> tuple[int, ...]:
    """Return how a seat stands that is still in: what its land would bring, its territories, its armies."""
    row = view.seats[seat]
    return row.income, row.territories, row.armies


@dataclass(frozen=True)
class ScoreTable:
    """The final score of each seat as a table: a label for each column, and rows of a seat with its numbers, the best
    first; `words` has each row as mails say it, `note` says what decided between equal ones."""

    columns: tuple[str, ...]
    rows: tuple[tuple[int, tuple[int, ...]], ...]
    words: tuple[str, ...]
    note: str = ""


@dataclass(frozen=True)
class ResultParts:
    """What counts in a family's games when they are over."""

    land_changes: Mapping[str, LandChange] = field(default_factory=lambda: SHARED_LAND_CHANGES)
    """The events by which land changes hands, for the chart of the history."""
    score: Callable[[PlayerView, int], tuple[int, ...]] | None = None
    """What a family with a final score ranks seats by that are still in when the game ends without one, the highest
    first: the score as the board stands, and what breaks ties. Other families rank by `standing_of`."""
    ranks: Callable[[Sequence[Event]], Mapping[int, tuple[int, ...]]] = lambda events: {}
    """What the final score ranks each seat by, the highest first; nothing before it is counted."""
    score_table: Callable[[Sequence[Event]], ScoreTable | None] = lambda events: None
    """What each seat scored for."""
    how_won: Callable[[PlayerView], str] = lambda view: ""
    """By what a finished game was won while others were still in it."""


# ---- games that end by a count: what there is to score for and what breaks ties; the rest is the same for all

Score = Facts
"""What one seat has at the end, as the event of the scores tells it."""


class Counted(NamedTuple):
    """A number of a score: its field, the `label` of its column, and what says it: "6 territories". What breaks ties
    has a `noun` besides: "faith"."""

    field: str
    label: LazyText
    say: Callable[[int], str]
    noun: LazyText | str = ""


@dataclass(frozen=True)
class Scoring:
    """What the scores of an event count: the `parts` of a sum, and what breaks ties, in this order."""

    event: str
    parts: tuple[Counted, ...]
    breakers: tuple[Counted, ...]

    def total(self, score: Score) -> int:
        return sum(int(score[part.field]) for part in self.parts)

    def totals(self, scores: Sequence[Score]) -> dict[int, int]:
        """Map each seat to its score."""
        return {score["seat"]: self.total(score) for score in scores}

    def rank(self, score: Score) -> tuple[int, ...]:
        return (self.total(score), *(int(score[breaker.field]) for breaker in self.breakers))

    def told(self, events: Sequence[Event]) -> list[Score]:
        """Return the scores that were told; none for a game that ended before it was scored."""
        return next((event["scores"] for event in events if event.get("type") == self.event), [])

    def ranks(self, events: Sequence[Event]) -> dict[int, tuple[int, ...]]:
        """Map each seat to what its final score ranks it by."""
        return {score["seat"]: self.rank(score) for score in self.told(events)}

    def table(self, events: Sequence[Event]) -> ScoreTable | None:
        """Lay out what each seat scored for; None for a game that ended before it was scored."""
        told = self.told(events)
        if not told:
            return None
        ranked = sorted(told, key=self.rank, reverse=True)
        note = self.tie_words(ranked)
        breakers = self.breakers if note else ()
        columns = [*self.parts, *breakers]
        labels = [str(each.label) for each in columns]
        labels.insert(len(self.parts), gettext("Score"))
        rows = tuple((score["seat"], self._row(score, breakers)) for score in ranked)
        return ScoreTable(tuple(labels), rows, tuple(self._words(score, breakers) for score in ranked), note)

    def _row(self, score: Score, breakers: Sequence[Counted]) -> tuple[int, ...]:
        parts = (int(score[part.field]) for part in self.parts)
        return (*parts, self.total(score), *(int(score[breaker.field]) for breaker in breakers))

    def _words(self, score: Score, breakers: Sequence[Counted]) -> str:
        """Say what a seat scored for: "6 territories, 2 for continents, score 8, 4 faith"."""
        said = [each.say(int(score[each.field])) for each in (*self.parts, *breakers)]
        said.insert(len(self.parts), gettext("score %(score)s") % {"score": self.total(score)})
        return ", ".join(said)

    def tie_words(self, ranked: Sequence[Score]) -> str:
        """Say what decided between equal highest scores; empty if one seat alone has the highest."""
        if len(ranked) < 2 or self.total(ranked[0]) > self.total(ranked[1]):
            return ""
        best, other = ranked[:2]
        equal = [gettext("The highest scores")]
        for breaker in self.breakers:
            said = {"thing": breaker.noun, "best": best[breaker.field], "next": other[breaker.field]}
            if said["best"] > said["next"]:
                text = gettext("%(equal)s are equal, and more %(thing)s decided: %(best)s against %(next)s.")
                return text % {**said, "equal": join_and(equal)}
            equal.append(gettext("their %(thing)s (%(best)s)") % said)
        return gettext("%(equal)s are equal, so the win is shared.") % {"equal": join_and(equal)}


def rank_by_score(view: PlayerView, seat: int) -> tuple[int, ...]:
    """Rank by the score as the board stands, then by what is in the purse."""
    return int(view.extra["scores"][seat]), int(view.extra["purses"][seat])


def tell_scores(view: PlayerView) -> str:
    """Tell the score of all seats, the highest first."""
    scores = sorted(((view.extra["scores"][row.seat], row) for row in view.seats), key=lambda pair: -pair[0])
    told = [f"{colour_name(row.colour)} {points}" for points, row in scores]
    return gettext("Final score: %(scores)s.") % {"scores": join_and(told)}
