"""People and workers at once, and workers that die: each seat is offered to one person and goes to one."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection

from accounts.models import User
from games.errors import GameError
from games.models import Entry, Game, OutboxMail, Player
from games.selectors.integrity import game_issues
from games.services import agreements
from games.services.deadlines import wait_expire
from games.services.seats import take_back
from substitutes import services
from substitutes.models import Offer
from substitutes.services import offer_accept, substitutes_sweep
from substitutes.tests.kit import asked, beat, free, later, outcomes, three, told, willing
from substitutes.tests.test_waiting import later as wait
from tests.games.kit import Table
from tests.games.play.races import at_once

at_real_speed = pytest.mark.skipif(connection.vendor != "postgresql", reason="threads need row locks")
WORKERS = 6


@pytest.fixture
def play(transactional_db: None) -> Table:
    return three()


def sweeper() -> str:
    substitutes_sweep()
    return "swept"


def accepter(user: User) -> Callable[[], str]:
    offer = Offer.objects.filter(user=user).latest("pk")

    def job() -> str:
        try:
            offer_accept(offer=offer, user=user)
        except GameError as exc:
            return exc.code
        return "taken"

    return job


def settled(play: Table) -> None:
    """Check that nothing is left half done, and that everybody who was asked was told once."""
    assert not list(game_issues(play.fresh()))
    assert OutboxMail.objects.filter(template="seat_offered").count() == Offer.objects.count()


@at_real_speed
def test_many_workers_ask_one_person_for_each_seat_and_each_person_once(play: Table) -> None:
    willing("sue", "sam")
    free(play)
    free(play)
    assert at_once([sweeper] * WORKERS) == {"swept": WORKERS}
    for _ in range(2):
        asked()
    assert sorted(outcomes()) == [("sam", ""), ("sue", "")]
    assert Offer.objects.values("seat").distinct().count() == 2
    settled(play)


@at_real_speed
def test_who_accepts_twice_at_once_gets_the_seat_once(play: Table) -> None:
    sue = willing("sue")[0]
    free(play)
    asked()
    assert at_once([accepter(sue)] * 4 + [sweeper] * 2) == {"taken": 4, "swept": 2}
    assert told(play).count("replaced") == 1 and OutboxMail.objects.filter(template="unseated").count() == 1
    settled(play)


@at_real_speed
@pytest.mark.parametrize("attempt", range(3))
def test_the_seat_goes_to_who_accepts_or_to_who_comes_back(play: Table, attempt: int) -> None:
    sue = willing("sue")[0]
    owner, seat = play.asked_user, free(play)
    asked()

    def back() -> str:
        try:
            take_back(game_id=play.game.pk, user_id=owner.pk)
        except GameError:
            return "lost"
        return "back"

    found = at_once([accepter(sue), back, sweeper])
    holder = Player.objects.get(pk=seat.pk)
    assert holder.state == Player.State.PLAYING and holder.offered_at is None
    if holder.user == sue:
        assert found == {"taken": 1, "lost": 1, "swept": 1}
    else:
        assert found == {"substitute.over": 1, "back": 1, "swept": 1}
    asked()
    assert outcomes() == [("sue", "accepted" if holder.user == sue else "gone")]
    settled(play)


@at_real_speed
def test_an_answer_at_the_very_end_is_in_time_or_the_next_is_asked(play: Table) -> None:
    sue, _sam = willing("sue", "sam")
    free(play)
    asked()
    Offer.objects.update(until=Offer.objects.get().asked_at)
    found = at_once([accepter(sue)] + [sweeper] * 3)
    assert found == {"substitute.over": 1, "swept": 3}
    assert asked() == ["sam"] and outcomes() == [("sue", "expired"), ("sam", "")]
    settled(play)


@at_real_speed
def test_a_wait_ends_once_under_many_workers(transactional_db: None) -> None:
    play = three(then=("pause", "caretaker"))
    free(play)
    wait(hours=48)
    found = at_once([lambda: str(wait_expire(game_id=play.game.pk))] * WORKERS)
    assert found["True"] == 1 and sum(found.values()) == WORKERS
    assert told(play).count("resumed") == told(play).count("caretaker") == 1
    settled(play)


class Killed(BaseException):
    """The end of a worker."""


def die(*args: object, **named: object) -> None:
    raise Killed


@pytest.mark.parametrize("step", ["hand_over", "commit_session", "close", "tell"])
def test_a_worker_that_dies_leaves_nothing_half_done(play: Table, step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sue = willing("sue")[0]
    seat = free(play)

    def run() -> None:
        if step == "tell":
            asked()
        else:
            offer_accept(offer=Offer.objects.get(), user=sue)

    if step != "tell":
        asked()
    before = (play.fresh().seq, outcomes(), OutboxMail.objects.count())
    with monkeypatch.context() as dying:
        dying.setattr(services if step in ("close", "tell") else agreements, step, die)
        with pytest.raises(Killed):
            run()
    assert (play.fresh().seq, outcomes(), OutboxMail.objects.count()) == before
    assert Player.objects.get(pk=seat.pk).state == Player.State.CARETAKER
    run()
    if step != "tell":
        assert Player.objects.get(pk=seat.pk).user == sue
        assert Entry.objects.filter(game=play.game, events__0__type="host.replaced").count() == 1
    assert Game.objects.get(pk=play.game.pk).is_running
    beat()
    later(hours=0)
    settled(play)
