"""Mails about stand-ins: a friend is asked, whoever is away reads the answer, and what was played meanwhile."""

from __future__ import annotations

from datetime import date, datetime

import pytest
import time_machine

from accounts.models import User
from games.mail.outbox import outbox_deliver
from games.mail.render import mail_for
from games.models import OutboxMail
from games.services.absence import Wanted, stand_in_agree, stand_in_decline, vacation_announce
from games.services.seats import take_back
from tests.games.kit import person
from tests.games.services.test_absence import DAY, HOUR, MONDAY, announce, away_with_friend, play_with, sweep

pytestmark = [pytest.mark.django_db, pytest.mark.once]  # the clock of PostgreSQL cannot be moved


def read(template: str, reader: User, at: datetime = MONDAY) -> str:
    """The text of the only mail of a kind to somebody, with its subject."""
    with time_machine.travel(at, tick=False):
        letter = mail_for(OutboxMail.objects.get(template=template, user=reader))
    return f"{letter.subject}\n{letter.body}"


def test_a_friend_is_asked_with_the_dates_and_told_what_happens_without_an_answer() -> None:
    alice, friend = person("alice"), person("friend")
    announce(alice, date(2026, 12, 1), date(2026, 12, 8), friend=friend)
    text = " ".join(read("stand_in_request", friend).split())
    assert "alice asks you to stand in" in text and "If you do not answer, the caretaker plays." in text
    assert "from Tuesday 1 December to Tuesday 8 December" in text and "/games/stand-in/" in text


@pytest.mark.parametrize(
    ("agrees", "said"), [(True, "friend stands in for you"), (False, "friend cannot stand in for you")]
)
def test_whoever_is_away_reads_the_answer(agrees: bool, said: str) -> None:
    alice, friend = person("alice"), person("friend")
    with time_machine.travel(MONDAY, tick=False):
        made = vacation_announce(user=alice, wanted=Wanted(date(2026, 12, 1), date(2026, 12, 8), friend=friend))
        (stand_in_agree if agrees else stand_in_decline)(user=friend, vacation_id=made.pk)
    text = read("stand_in_answer", alice)
    assert text.startswith(said) and "/games/away/" in text
    assert ("caretaker plays instead. You can choose a bot" in " ".join(text.split())) != agrees


def test_a_friend_reads_once_where_they_stand_in_and_once_that_it_is_over() -> None:
    play, friend = play_with(span=4320), person("friend")
    away = play.asked_user
    away_with_friend(play, friend)
    text = " ".join(read("stand_in_begun", friend, MONDAY + 26 * HOUR).split())
    assert f"You stand in for {away.username} now" in text and "You stand in here: Long Winter." in text
    assert "is away until Monday 30 November" in text
    assert not OutboxMail.objects.filter(template="stand_in_over").exists()
    with time_machine.travel(MONDAY + 2 * DAY, tick=False):
        take_back(game_id=play.game.pk, user_id=away.pk)
    for hours in (49, 50):
        sweep(MONDAY + hours * HOUR)
    text = " ".join(read("stand_in_over", friend, MONDAY + 51 * HOUR).split())
    assert f"You no longer stand in for {away.username}" in text and "plays again: Long Winter." in text


def test_a_friend_who_stands_in_no_more_is_not_told_that_they_do() -> None:
    play, friend = play_with(span=4320), person("friend")
    away = play.asked_user
    away_with_friend(play, friend)
    with time_machine.travel(MONDAY + 25 * HOUR, tick=False):
        take_back(game_id=play.game.pk, user_id=away.pk)
    with time_machine.travel(MONDAY + 26 * HOUR, tick=False):
        outbox_deliver()
    row = OutboxMail.objects.get(template="stand_in_begun")
    assert (row.state, row.error) == (OutboxMail.State.CANCELLED, "its reader stands in no more")


def test_whoever_is_back_reads_how_much_was_played() -> None:
    play, friend = play_with(span=4320), person("friend")
    away = play.asked_user
    away_with_friend(play, friend)
    with time_machine.travel(MONDAY + 2 * DAY, tick=False):
        play.order(play.likely(), user_id=friend.pk)
    sweep(MONDAY + 9 * DAY)
    text = " ".join(read("stand_in_summary", away, MONDAY + 9 * DAY).split())
    assert "You are back" in text and "Long Winter: 1 order by friend." in text


def test_orders_of_ones_own_after_an_early_return_are_not_counted() -> None:
    play, friend = play_with(span=4320), person("friend")
    away = play.asked_user
    away_with_friend(play, friend)
    with time_machine.travel(MONDAY + 2 * DAY, tick=False):
        play.order(play.likely(), user_id=friend.pk)
        take_back(game_id=play.game.pk, user_id=away.pk)
    with time_machine.travel(MONDAY + 3 * DAY, tick=False):
        play.order(play.likely(), user_id=away.pk)
    sweep(MONDAY + 9 * DAY)
    assert "Long Winter: 1 order by friend." in " ".join(read("stand_in_summary", away, MONDAY + 9 * DAY).split())
