"""Voters and workers at once, and workers that die: each vote opens, passes and ends once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection

from games.errors import GameError
from games.models import Entry, Game, OutboxMail
from games.services import agreements
from games.services.seats import resign
from tests.games.kit import Table
from tests.games.play.races import at_once
from votes.models import Ballot, Vote
from votes.reading import VoteWish
from votes.services import vote_for, votes_sweep
from votes.tests.test_votes import NAMES, beat, four, later, say, settled, told, user_of

at_real_speed = pytest.mark.skipif(connection.vendor != "postgresql", reason="threads need row locks")
WORKERS = 6


@pytest.fixture
def play(transactional_db: None) -> Table:
    beat()
    return four()


def voter(play: Table, name: str, kind: str) -> Callable[[], str]:
    user = user_of(name)

    def job() -> str:
        try:
            vote_for(game_id=play.game.pk, user=user, wish=VoteWish(kind), source="web")
        except GameError as exc:
            return exc.code
        return "taken"

    return job


def sweeper() -> str:
    votes_sweep()
    return "swept"


def mails(template: str) -> Counter[int]:
    return Counter(OutboxMail.objects.filter(template=template).values_list("user_id", flat=True))


@at_real_speed
def test_a_vote_that_all_open_at_once_opens_once_and_passes_once(play: Table) -> None:
    before = play.waiting.deadline_at
    assert at_once([voter(play, name, "call off") for name in NAMES]) == {"taken": 4}
    assert Vote.objects.count() == 1 and Ballot.objects.count() == 4 and before
    assert told(play).count("vote_opened") == told(play).count("void") == 1
    assert play.fresh().status == Game.Status.VOID and set(mails("notice").values()) == {1}
    settled(play)


@at_real_speed
def test_a_deadline_is_moved_once_by_the_last_agreements_at_once(play: Table) -> None:
    before = play.waiting.deadline_at
    say(play, "vote extend", "alice", "bob")
    jobs = [voter(play, "carol", "extend")] + [sweeper] * WORKERS
    assert at_once(jobs) == {"taken": 1, "swept": WORKERS}
    assert before and play.waiting.deadline_at == before + timedelta(hours=24)


@at_real_speed
def test_a_vote_ends_once_under_many_workers(play: Table) -> None:
    say(play, "vote pause", "alice", "bob")
    later(hours=48)
    assert at_once([sweeper] * WORKERS) == {"swept": WORKERS}
    assert told(play).count("vote_failed") == 1 and set(mails("vote_failed").values()) == {1}
    settled(play)


@at_real_speed
def test_an_agreement_at_the_very_end_is_in_time_or_too_late(play: Table) -> None:
    say(play, "vote pause", "alice", "bob")
    later(hours=48)
    at_once([voter(play, "carol", "pause")] + [sweeper] * 3)
    votes = list(Vote.objects.order_by("pk").values_list("outcome", flat=True))
    assert votes in (["passed"], ["failed", ""])
    assert (play.fresh().status == Game.Status.PAUSED) == (votes == ["passed"])
    settled(play)


@at_real_speed
def test_a_pause_ends_once_under_many_workers(play: Table) -> None:
    say(play, "vote pause 2", "alice", "bob", "carol")
    before = play.waiting.deadline_at
    later(days=2)
    jobs = [sweeper] * WORKERS + [voter(play, "alice", "resume")]
    outcomes = at_once(jobs)
    assert outcomes["swept"] == WORKERS
    votes_sweep()  # should the voter have had the lock before all others
    after = play.waiting.deadline_at
    assert told(play).count("resumed") == 1 and play.fresh().is_running
    assert before and after and timedelta(days=2) <= after - before < timedelta(days=2, minutes=2)
    votes_sweep()
    assert not Vote.objects.exclude(resumes_at=None).exists() and not Vote.objects.filter(outcome="").exists()
    settled(play)


class Killed(BaseException):
    """The end of a worker."""


STEPS = ("commit_session", "stop_clocks", "restart_clocks", "end_game")


@pytest.mark.parametrize("step", STEPS)
def test_a_worker_that_dies_leaves_nothing_half_done(play: Table, step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    jobs = {
        "stop_clocks": ("vote pause", ("alice", "bob", "carol"), "paused"),
        "end_game": ("vote call off", NAMES, "void"),
        "commit_session": ("vote extend", ("alice", "bob", "carol"), "extended"),
        "restart_clocks": ("vote pause", ("alice", "bob", "carol"), "resumed"),
    }
    text, names, note = jobs[step]

    def run() -> None:
        if step == "restart_clocks":
            votes_sweep()
        else:
            say(play, text, names[-1])

    say(play, text, *(names if step == "restart_clocks" else names[:-1]))
    if step == "restart_clocks":
        later(days=14)
    before = (play.fresh().seq, list(Ballot.objects.values_list("user_id")), OutboxMail.objects.count())
    with monkeypatch.context() as dying:
        dying.setattr(agreements, step, die)
        with pytest.raises(Killed):
            run()
    assert (play.fresh().seq, list(Ballot.objects.values_list("user_id")), OutboxMail.objects.count()) == before
    run()
    assert Entry.objects.filter(game=play.game, events__0__type=f"host.{note}").count() == 1
    settled(play)


def die(*args: object, **named: object) -> None:
    raise Killed


@at_real_speed
def test_who_resigns_as_the_others_agree_is_not_waited_for(play: Table) -> None:
    say(play, "vote call off", "alice", "bob")

    def leave() -> str:
        resign(game_id=play.game.pk, user_id=user_of("dave").pk)
        return "left"

    assert at_once([voter(play, "carol", "call off"), leave]) == {"taken": 1, "left": 1}
    votes_sweep()
    assert play.fresh().status == Game.Status.VOID and told(play).count("void") == 1
