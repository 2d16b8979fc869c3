"""A worker that dies at any step of a vote that ends or a pause that is over: the next one finishes its work, and
everything has happened once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from games.models import Game, OutboxMail
from tests.games.kit import Table
from tests.kit.dying import check_deaths
from votes.models import Vote
from votes.services import vote_answer, votes_sweep
from votes.tests.test_votes import beat, four, outcome, say, settled, told, user_of

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.no_cover]  # the clock of PostgreSQL cannot be moved

MONDAY = datetime(2026, 11, 23, 9, tzinfo=UTC)
SECOND = timedelta(seconds=1)


def work() -> None:
    beat()
    votes_sweep()


def voted(text: str, *names: str) -> Table:
    """A table whose people typed a vote on Monday at nine."""
    with time_machine.travel(MONDAY, tick=False):
        beat()
        play = four()
        say(play, text, *names)
    return play


def swept(at: datetime) -> int:
    """Let workers die in the sweep of a moment; then let one live. Returns how often one died."""
    with time_machine.travel(at, tick=False):
        deaths = check_deaths(work, "votes")
        work()
    return deaths


def test_a_vote_that_ends_without_a_majority() -> None:
    play = voted("vote pause", "alice", "bob")
    assert swept(MONDAY + timedelta(hours=48) + SECOND) > 8
    assert outcome(play, "pause") == "failed" and told(play).count("vote_failed") == 1
    assert OutboxMail.objects.filter(template="vote_failed").count() == 4
    settled(play)


def test_a_pause_that_is_over() -> None:
    play = voted("vote pause 2", "alice", "bob", "carol")
    assert play.fresh().status == Game.Status.PAUSED
    assert swept(MONDAY + timedelta(days=2) + SECOND) > 8
    assert play.fresh().is_running and told(play).count("resumed") == 1


def test_the_last_agreement() -> None:
    """Who agrees and is told that the site failed agrees again."""
    play = voted("vote call off", "alice", "bob", "carol")
    vote = Vote.objects.get()

    def agree() -> None:
        if play.fresh().is_running:
            vote_answer(game_id=play.game.pk, user=user_of("dave"), vote_id=vote.pk, agrees=True)

    with time_machine.travel(MONDAY + SECOND, tick=False):
        assert check_deaths(agree, "votes") > 8
        agree()
    assert play.fresh().status == Game.Status.VOID and told(play).count("void") == 1
