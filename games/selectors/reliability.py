"""The reliability share: how many of a person's last turns were played in time, in all games. It is public."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction
from statistics import median

from django.utils import timezone
from django.utils.translation import gettext as _

from common.times import format_duration
from games.models import TurnRecord

MOST_TURNS = 100
LONGEST_AGO = timedelta(days=365)
FEWEST_TOLD = 20
"""With fewer turns a person is told as new."""


@dataclass(frozen=True)
class Reliability:
    """What a person's last turns were, the newest last: each "in_time", "late" or "missed", and how many minutes they
    took where that is known."""

    outcomes: tuple[str, ...]
    took: tuple[int, ...] = ()

    @property
    def turns(self) -> int:
        return len(self.outcomes)

    @property
    def in_time(self) -> int:
        return self.outcomes.count(TurnRecord.Outcome.IN_TIME)

    @property
    def late(self) -> int:
        return self.outcomes.count(TurnRecord.Outcome.LATE)

    @property
    def missed(self) -> int:
        return self.outcomes.count(TurnRecord.Outcome.MISSED)

    @property
    def is_new(self) -> bool:
        return self.turns < FEWEST_TOLD

    @property
    def usual(self) -> str:
        """Within what time half of the turns were over: "9 hours"; empty where too few are known."""
        if len(self.took) < FEWEST_TOLD:
            return ""
        return format_duration(timedelta(minutes=median(self.took)))

    @property
    def share(self) -> Fraction:
        """What a game that asks for a minimum compares: with few turns it lies near nine in ten."""
        return Fraction(self.in_time + 9, self.turns + 10)

    def meets(self, least: int) -> bool:
        """Check whether so many of 100 turns were in time."""
        return self.share * 100 >= least

    @property
    def words(self) -> str:
        """The share as it is told: "46 of 50 turns in time", or "new"."""
        if self.is_new:
            return _("new")
        return _("%(count)s of %(all)s turns in time") % {"count": self.in_time, "all": self.turns}


def reliability_of(user_id: int) -> Reliability:
    """Read what a person's last turns were. One query."""
    since = timezone.now() - LONGEST_AGO
    rows = TurnRecord.objects.filter(user_id=user_id, at__gt=since).order_by("-at", "-pk")
    found = list(rows.values_list("outcome", "took")[:MOST_TURNS])[::-1]
    return Reliability(tuple(outcome for outcome, _ in found), tuple(took for _, took in found if took is not None))
