"""Absence as its stand-in begins: whatever comes meanwhile waits, sees the stand-in and counts for it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from datetime import date, datetime, timedelta

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import User
from accounts.services import delete_account
from games.errors import GameError
from games.models import Player, StandIn, Vacation
from games.selectors.integrity import game_issues
from games.services import absence
from games.services.absence import (
    Wanted,
    stand_in_agree,
    stand_in_begin,
    stand_in_decline,
    today_of,
    vacation_announce,
    vacation_give_back,
)
from games.services.organize import game_end_absence
from tests.games.kit import Table, person, table
from tests.games.play.races import at_once

pytestmark = pytest.mark.skipif(connection.vendor != "postgresql", reason="threads need row locks")

DAY = timedelta(days=1)


@pytest.fixture
def play(transactional_db: None) -> Table:
    return table("classic_1959", clock={"span": 4320, "zone": "UTC", "vacation": "stand_in"})


def away(play: Table, friend: User | None) -> Vacation:
    """Whoever is asked went away yesterday, announced three days ago; nobody stands in yet."""
    user = play.asked_user
    today = today_of(user, timezone.now())
    made = vacation_announce(user=user, wanted=Wanted(today, today + 9 * DAY, friend=friend))
    made.announced_at, made.first = timezone.now() - 3 * DAY, today - DAY
    made.save()
    user.away = [made.for_clocks()]
    user.save(update_fields=["away"])
    return made


def amid_the_beginning(made: Vacation, player: Player, act: Callable[[], object], patch: pytest.MonkeyPatch) -> None:
    """Do something while a worker begins the stand-in: after it has read who is chosen, before it has committed."""
    inside, chosen = threading.Event(), absence.who_stands_in

    def slowly(*arguments: object) -> object:
        found = chosen(*arguments)  # type: ignore[arg-type]  # as it was called
        if not inside.is_set():
            inside.set()
            time.sleep(0.7)
        return found

    def meanwhile() -> str:
        inside.wait(10)
        act()
        return "done"

    patch.setattr(absence, "who_stands_in", slowly)
    begin = {"player_id": player.pk, "vacation_id": made.pk}
    assert at_once([lambda: str(stand_in_begin(**begin)), meanwhile]) == {"True": 1, "done": 1}


def test_a_friend_who_agrees_as_the_caretaker_begins_takes_over(play: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    friend, player = person("friend"), play.waiting.player
    made = away(play, friend)
    amid_the_beginning(made, player, lambda: stand_in_agree(user=friend, vacation_id=made.pk), monkeypatch)
    assert StandIn.objects.get().by == friend and Player.objects.get(pk=player.pk).is_played_by(friend.pk)
    assert not list(game_issues(play.fresh()))


@pytest.mark.parametrize("leave", ["decline", "delete"])
def test_a_friend_who_goes_as_they_begin_leaves_it_to_the_caretaker(
    play: Table, leave: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    friend, player = person("friend"), play.waiting.player
    made = away(play, friend)
    stand_in_agree(user=friend, vacation_id=made.pk)

    def go() -> None:
        if leave == "decline":
            stand_in_decline(user=friend, vacation_id=made.pk)
        else:
            delete_account(friend)

    amid_the_beginning(made, player, go, monkeypatch)
    assert StandIn.objects.get().by is None and StandIn.objects.get().bot == "caretaker"
    assert not Player.objects.get(pk=player.pk).is_played_by(friend.pk)


def test_days_that_are_given_back_as_it_begins_end_it_tonight(play: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    user, player = play.asked_user, play.waiting.player
    made = away(play, None)
    amid_the_beginning(made, player, lambda: vacation_give_back(user=user, vacation_id=made.pk), monkeypatch)
    assert StandIn.objects.get().ends_at <= midnight_after(today_of(user, timezone.now()))


def midnight_after(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=timezone.get_default_timezone()) + DAY


def test_an_absence_that_an_organizer_ends_as_it_begins_has_ended(play: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    olga, player = person("olga"), play.waiting.player
    made, seat = away(play, None), play.waiting.seat

    def end() -> None:
        game_end_absence(game_id=play.game.pk, user=olga, reason="two hands", seat=seat)

    amid_the_beginning(made, player, end, monkeypatch)
    assert Player.objects.get(pk=player.pk).stand_in is None and StandIn.objects.get().ended_at is not None


@pytest.mark.parametrize("attempt", range(4))
def test_an_organizer_and_the_owner_at_once_lock_in_one_order(play: Table, attempt: int) -> None:
    olga, user = person("olga"), play.asked_user
    seat, pk, today = play.waiting.seat, play.waiting.player_id, today_of(user, timezone.now())
    made = away(play, None)

    def end() -> str:
        game_end_absence(game_id=play.game.pk, user=olga, reason="two hands", seat=seat)
        return "ended"

    def announce() -> str:
        vacation_announce(user=user, wanted=Wanted(today + 40 * DAY, today + 41 * DAY))
        return "announced"

    def give_back() -> str:
        try:
            vacation_give_back(user=user, vacation_id=made.pk)
        except GameError:
            return "over"
        return "given back"

    found = at_once([end, announce, give_back, lambda: str(stand_in_begin(player_id=pk, vacation_id=made.pk))])
    assert found["ended"] == 1 and found["announced"] == 1 and found["given back"] + found["over"] == 1, found
    user.refresh_from_db()
    assert user.away == [row.for_clocks() for row in Vacation.objects.filter(user=user)]
