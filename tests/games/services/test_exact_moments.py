"""A deadline at midnight and at both changes of the clocks, with the site up and with an outage across it: each
turn is missed once, each reminder comes once, each vote and each stand-in begins and ends once."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from accounts.models import User
from benchmarks.luck import fixed_luck
from benchmarks.sequences.checks import notes
from benchmarks.sequences.play import Sequence, alike
from games.models import Entry, OutboxMail, StandIn, Waiting
from games.services import absence
from votes.models import Vote
from votes.reading import VoteWish
from votes.services import vote_for

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.no_cover]  # the clock of PostgreSQL cannot be moved

ZONE = "Europe/Berlin"
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
MOMENTS = {
    "midnight": datetime(2027, 5, 11, 22, tzinfo=UTC),
    "clocks go on": datetime(2027, 3, 28, 1, tzinfo=UTC),
    "clocks go back": datetime(2027, 10, 31, 1, tzinfo=UTC),
}
LATER = 4 * DAY
"""How long the site works on after the moment: a few turns, and the end of the vacation."""


class Table(Sequence):
    """A game whose first turn runs out a day after its start, and whose people all miss their turns."""

    notes: Counter[str]
    votes: list[str]
    stand_ins: list[datetime | None]
    reminded: Counter[Any]
    missed: Counter[Any]

    def person(self, name: str, zone: str) -> User:
        user = super().person(name, zone)
        user.quiet, user.remind, user.timezone = None, [60], zone
        user.save()
        return user

    def make_clock(self, zone: str) -> dict[str, Any]:
        late = {"row": 9, "then": ["caretaker"]}
        return {"zone": zone, "span": 1440, "quiet": False, "grace": 0, "reaction": 720, "late": late} | {
            "vacation": "stand_in"
        }

    def wait_for(self, end: datetime) -> None:
        self.pass_to(end)
        self.sweep()


def play_across(moment: datetime, *, outage: bool) -> Table:
    """Let a vacation and a vote come before a deadline at this moment; nobody moves, and the site may stand still."""
    with alike() as clock:
        table = Table(1, clock, ZONE, moment - DAY)
        table.sweep()
        first = Waiting.objects.get(game=table.game)
        assert first.deadline_at == moment
        away = next(each for each in table.people if each.pk != first.player.user_id)
        days = date(2027, moment.month, absence.today_of(away, moment).day)
        absence.vacation_announce(user=away, wanted=absence.Wanted(days, days + DAY, bot="caretaker", scope="both"))
        vote_for(game_id=table.game.pk, user=table.people[0], wish=VoteWish("draw"), source="web")
        table.sweep()
        table.wait_for(moment - 30 * MINUTE)
        if outage:
            clock.now = moment + 2 * HOUR
            table.work()
            moved = Waiting.objects.get(game=table.game)
            assert moved.ref == first.ref, "the outage has cost a turn"
            assert moved.until is not None
            assert moved.until - clock.now > 29 * MINUTE
        table.wait_for(moment + LATER)
        table.notes, table.votes = notes(table.game), list(Vote.objects.values_list("outcome", flat=True))
        table.stand_ins = [each.ended_at for each in StandIn.objects.filter(player__game=table.game)]
        mails = OutboxMail.objects.filter(game=table.game, template="reminder")
        table.reminded = Counter(mails.values_list("user", "seat", "ref"))
        table.missed = Counter(
            (entry.seat, entry.round)
            for entry in Entry.objects.filter(game=table.game, kind=Entry.Kind.NOTE, events__0__type="host.missed")
        )
        return table


@pytest.mark.parametrize("outage", [False, True], ids=["site up", "outage across it"])
@pytest.mark.parametrize("moment", MOMENTS.values(), ids=MOMENTS)
def test_everything_happens_once(moment: datetime, outage: bool) -> None:
    with fixed_luck("exact moments"):
        table = play_across(moment, outage=outage)
    assert not table.told.faults
    assert len(table.missed) >= 2
    assert set(table.missed.values()) == {1}
    assert len(table.reminded) >= 2
    assert set(table.reminded.values()) == {1}
    assert table.votes == [Vote.Outcome.FAILED]
    assert (table.notes["host.vote_opened"], table.notes["host.vote_failed"]) == (1, 1)
    assert len(table.stand_ins) == 1
    assert table.stand_ins[0] is not None
    assert (table.notes["host.stand_in"], table.notes["host.stand_in_ended"]) == (1, 1)
