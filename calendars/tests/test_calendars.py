"""A person's calendar: one entry a question, moved with its deadline, at an address that can be revoked."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import icalendar
import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from accounts.services import delete_account, export_account
from accounts.signals import account_recovered
from calendars.models import Feed
from calendars.services import end_feed, feed_of, renew_feed, token_of
from games.models import Waiting
from games.services.organize import game_pause
from tests.games.kit import Table, table
from tests.routes_kit import organizer

pytestmark = pytest.mark.django_db


@pytest.fixture
def play() -> Table:
    return table()


def address(user: User) -> str:
    return reverse("calendar", args=[token_of(feed_of(user) or renew_feed(user))])


def entries(user: User) -> list[Any]:
    """The entries of a person's calendar, as a program without a login reads them."""
    answer = Client().get(address(user))
    assert answer.status_code == 200 and answer["Content-Type"].startswith("text/calendar")
    read = icalendar.Calendar.from_ical(answer.content)
    return read.walk("VEVENT")


def test_each_open_question_is_one_entry_at_its_deadline(play: Table) -> None:
    user, row = play.asked_user, play.waiting
    User.objects.filter(pk=user.pk).update(timezone="Asia/Tokyo")
    (entry,) = entries(user)
    assert row.deadline_at is not None
    assert entry["DTSTART"].dt == row.deadline_at.replace(microsecond=0)
    assert entry["SUMMARY"] == "Long Winter: your turn ends"
    assert str(entry["URL"]).endswith(f"/g/{play.game.slug}/")
    local = row.deadline_at + timedelta(hours=9)
    assert f"{local:%H:%M}" in entry["DESCRIPTION"], "by the clock of its owner"
    assert entries(play.bob if user == play.alice else play.alice) == [], "nobody else is asked"


def test_an_entry_stays_the_same_until_its_deadline_moves(play: Table) -> None:
    (first,) = entries(play.asked_user)
    (again,) = entries(play.asked_user)
    assert first.to_ical() == again.to_ical() and first["SEQUENCE"] == 0
    row = play.waiting
    assert row.deadline_at is not None
    later = row.deadline_at + timedelta(hours=5)
    Waiting.objects.filter(pk=row.pk).update(deadline_at=later, told_at=later)
    (moved,) = entries(play.asked_user)
    assert moved["UID"] == first["UID"] and moved["SEQUENCE"] == 1
    assert moved["DTSTART"].dt == first["DTSTART"].dt + timedelta(hours=5)
    assert moved["LAST-MODIFIED"].dt >= first["LAST-MODIFIED"].dt
    (later,) = entries(play.asked_user)
    assert later["SEQUENCE"] == 1


def test_a_question_that_was_answered_is_gone(play: Table) -> None:
    user = play.asked_user
    (first,) = entries(user)
    play.order(play.likely())
    assert [each["UID"] for each in entries(user)] != [first["UID"]]
    game_pause(game_id=play.game.pk, user=organizer("olga"), reason="a storm")
    assert entries(user) == [], "a game that is paused asks nobody"
    assert not Feed.objects.get(user=user).events.exists()


def test_nothing_of_hands_boards_or_other_players_is_told(play: Table) -> None:
    text = Client().get(address(play.asked_user)).content.decode()
    for secret in ("alice", "bob", "example.org", "armies"):
        assert secret not in text


def test_a_new_address_ends_the_old_one(play: Table) -> None:
    visitor, user = Client(), play.asked_user
    visitor.force_login(user)
    page = reverse("calendar-settings")
    assert "Create the address" in visitor.get(page).content.decode()
    visitor.post(page, {"do": "renew"})
    old = address(user)
    assert old in visitor.get(page).content.decode()
    visitor.post(page, {"do": "renew"})
    assert Client().get(old).status_code == 404
    assert Client().get(address(user)).status_code == 200
    latest = address(user)
    visitor.post(page, {"do": "end"})
    assert Client().get(latest).status_code == 404 and feed_of(user) is None


def test_forged_addresses_are_unknown_and_limited(play: Table) -> None:
    token = token_of(renew_feed(play.alice))
    other = token.replace(token.partition(".")[0], str(renew_feed(play.bob).pk), 1)
    for forged in (token[:-1], other, "x", "1.2:3", "é", "1"):
        assert Client().get(reverse("calendar", args=[forged])).status_code == 404
    statuses = {Client().get(reverse("calendar", args=["x"])).status_code for _ in range(20)}
    assert statuses == {404, 429}


def test_a_calendar_ends_with_its_account(play: Table) -> None:
    mine = address(play.alice)
    assert export_account(play.alice)["calendar"]["created_at"]
    account_recovered.send(sender=User, user=play.alice)
    assert Client().get(mine).status_code == 404, "somebody else may have read it"
    mine = address(play.alice)
    User.objects.filter(pk=play.alice.pk).update(is_active=False)
    assert Client().get(mine).status_code == 404
    User.objects.filter(pk=play.alice.pk).update(is_active=True)
    delete_account(User.objects.get(pk=play.alice.pk))
    assert not Feed.objects.exists()


def test_many_games_cost_no_further_query(play: Table, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    mine = address(play.asked_user)
    Client().get(mine)
    with django_assert_max_num_queries(8):
        Client().get(mine)


def test_a_calendar_that_ends_while_it_is_read_is_unknown(play: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = address(play.alice)
    found = feed_of(play.alice)
    end_feed(play.alice)
    monkeypatch.setattr("calendars.views.feed_at", lambda token: found)  # looked up a moment before
    assert Client().get(mine).status_code == 404
