"""Who is ranked where: the table of players by a rule set, the rank on a profile, and the ladder."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import AuditEntry, Game
from games.selectors.site_time import count_back
from games.services.locks import db_now
from games.services.site_outage import downtime_credit
from tests.games.kit import person
from tournaments.models import Entrant, Round, Table, Tournament
from tournaments.selectors.ranking import build_ranking, rank_ladder
from tournaments.selectors.ratings import person as named
from tournaments.selectors.ratings import standings_in
from tournaments.services.entry import entry_add, event_start
from tournaments.services.ratings import ratings_sweep
from tournaments.services.running import DAY, event_advance, find_today
from tournaments.tests.test_rating_books import ended, people
from tournaments.tests.test_running import open_event

pytestmark = pytest.mark.django_db
LADDER: dict[str, Any] = {"kind": "ladder", "rounds": 9}


def said(path: str) -> str:
    answer = Client().get(path)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", answer.content.decode()))


def test_players_are_ranked_by_the_cautious_rating_and_bots_are_not() -> None:
    alice, bob, carol = people(3)
    for day in range(3):
        ended({alice: 1, bob: 2, carol: 2}, day)
    ratings_sweep()
    rows = build_ranking("modern").rows
    assert [(row.name, row.rank) for row in rows] == [("alice", 1), ("bob", 2), ("carol", 2)]
    assert [row.standing.cautious for row in rows] == sorted((row.standing.cautious for row in rows), reverse=True)
    page = said("/ratings/modern/")
    assert re.search(r"1 alice 1[345]\d\d 15\d\d \? provisional 3", page) and "2 bob" in page
    assert re.search(r"place 2 of 3 in Modern, after 3 rated games", said("/players/carol/"))
    User.objects.filter(pk=bob.pk).update(deleted_at=db_now())
    assert "2 deleted player" in said("/ratings/modern/") and "bob" not in said("/ratings/modern/")


def test_the_table_goes_on_page_by_page_and_costs_few_queries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.selectors.ranking.ON_A_PAGE", 2)
    alice, bob, carol = people(3)
    ended({alice: 1, bob: 2, carol: 3})
    ratings_sweep()
    with CaptureQueriesContext(connection) as seen:
        assert [row.rank for row in build_ranking("modern", 2).rows] == [3]
    assert len(seen) <= 5
    assert "Lower ranks" in said("/ratings/modern/?page=1") and "3 carol" in said("/ratings/modern/?page=99")
    assert "1 alice" in said("/ratings/modern/?page=x")


def test_rules_without_a_rated_game_have_an_empty_table_and_others_none() -> None:
    assert "No rated game has ended yet" in said("/ratings/capital/")
    assert Client().get("/ratings/chess/").status_code == 404


def running_ladder(*people: User, at_once: int = 1) -> Tournament:
    event = open_event(work=100, stages=[LADDER])
    for user in people:
        entry_add(event_id=event.pk, user=user, at_once=at_once)
    event_start(event_id=event.pk)
    event.refresh_from_db()
    return event


def test_a_ladder_pairs_by_cautious_ratings_those_with_a_free_place() -> None:
    alice, bob, carol = people(3)
    for day in range(3):
        ended({alice: 1, bob: 2, carol: 3}, day)
    ratings_sweep()
    event = running_ladder(alice, bob, carol, at_once=2)
    event_advance(event.pk)
    (drawn,) = Round.objects.all()
    rated = standings_in("modern", {named(user.pk) for user in (alice, bob, carol)})
    users = {each.code: each.user_id for each in event.entrants.all()}
    told = {each["id"]: each["score"] for each in drawn.given["players"]}
    assert told == {code: rated[named(user)].cautious for code, user in users.items() if user}
    assert told["e001"] > told["e002"] > told["e003"]
    today = find_today(event)
    assert today is not None and today.free == set(users)  # a second place each
    assert today.met == {("e001", "e002"), ("e001", "e003"), ("e002", "e003")}
    Entrant.objects.filter(number=2).update(at_once=1)
    Round.objects.update(frozen_at=db_now() - 30 * DAY - timedelta(seconds=1))
    today = find_today(event)
    assert today is not None and today.free == {"e001", "e003"} and not today.met


def test_whoever_plays_no_game_of_a_ladder_for_thirty_days_has_no_rank_until_the_next() -> None:
    alice, bob, carol, dave = *people(3), person("dave")
    for day in range(3):
        ended({alice: 1, bob: 2, carol: 3}, day)
    ratings_sweep()
    event = running_ladder(alice, bob, carol)
    Entrant.objects.create(tournament=event, number=4, user=dave, name="dave", entered=1)
    Entrant.objects.create(tournament=event, number=5, bot="recruit", name="recruit", entered=1)
    event_advance(event.pk)
    table = Table.objects.get()
    table.seats = ["e001", "e002", "e003", "e005"]
    table.save()

    def ranks() -> dict[str, int | None]:
        return {row.name: row.rank for row in rank_ladder(event, db_now())}

    assert ranks() == {"alice": 1, "bob": 2, "carol": 3, "dave": None, "recruit": None}
    assert "1 alice" in said(f"/events/{event.slug}/ladder/") and "– dave" in said(f"/events/{event.slug}/ladder/")
    Game.objects.filter(pk=table.game_id).update(ended_at=db_now() - 30 * DAY - timedelta(seconds=1))
    assert set(ranks().values()) == {None}
    Game.objects.filter(pk=table.game_id).update(ended_at=db_now() - 29 * DAY)
    assert ranks()["alice"] == 1
    Tournament.objects.update(status=Tournament.Status.DRAFT)
    assert Client().get(f"/events/{event.slug}/ladder/").status_code == 404


def test_an_outage_lengthens_the_thirty_days_of_a_ladder() -> None:
    alice, bob, carol = people(3)
    event = running_ladder(alice, bob, carol)
    event_advance(event.pk)
    a_month_ago = db_now() - 31 * DAY
    Round.objects.update(frozen_at=a_month_ago)
    Game.objects.update(ended_at=a_month_ago)
    today = find_today(event)
    assert today is not None and not today.met and {row.rank for row in rank_ladder(event, db_now())} == {None}
    downtime_credit(2 * DAY, db_now())
    AuditEntry.objects.update(at=db_now() - 5 * DAY)
    today = find_today(event)
    assert today is not None and len(today.met) == 3 and None not in {row.rank for row in rank_ladder(event, db_now())}


def test_time_is_counted_back_over_outages_and_credit_that_was_taken_back() -> None:
    def credit(action: str, days: int, ago: int) -> None:
        row = AuditEntry.objects.create(action=action, details={"seconds": days * 86_400})
        AuditEntry.objects.filter(pk=row.pk).update(at=now - ago * DAY)

    now = db_now()
    assert count_back(now, 3 * DAY) == now - 3 * DAY
    credit("downtime.credit", 2, 1)
    assert [count_back(now, days * DAY) for days in (1, 3)] == [now - DAY, now - 5 * DAY]
    credit("outage.give", 1, 4)
    assert [count_back(now, days * DAY) for days in (2, 3)] == [now - 4 * DAY, now - 6 * DAY]
    credit("outage.take_back", 1, 0)
    assert count_back(now, 3 * DAY) == now - 4 * DAY


def test_an_event_that_is_no_ladder_has_no_such_page() -> None:
    assert Client().get(f"/events/{open_event().slug}/ladder/").status_code == 404
