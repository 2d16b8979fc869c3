"""A worker that dies at any step of a check-in, of a seat that falls free, and of the end of an event: another goes on,
and everybody has one place, one seat, one trophy and one mail of each."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from games.models import Game, OutboxMail, Player
from games.services.organize import game_adjudicate
from substitutes.tests.kit import beat
from tests.games.kit import person
from tests.kit.dying import check_deaths
from tests.routes_kit import organizer
from tournaments.models import Entrant, SeatChange, Table, Tournament, Trophy
from tournaments.services import repairs
from tournaments.services.absences import absences_sweep
from tournaments.services.entry import check_in, entries_sweep, entry_add
from tournaments.services.running import event_advance, events_sweep
from tournaments.tests.test_absences import pass_seat, stop_playing, waiting_event
from tournaments.tests.test_entry import HOUR
from tournaments.tests.test_running import open_event

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.no_cover]  # the clock of PostgreSQL cannot be moved

MONDAY = datetime(2026, 11, 23, 9, tzinfo=UTC)


@pytest.fixture
def clock() -> Iterator[time_machine.Coordinates]:
    with time_machine.travel(MONDAY, tick=False) as travelled:
        yield travelled


def entry_work() -> None:
    beat()
    entries_sweep()


def absence_work() -> None:
    beat()
    absences_sweep()


def event_work() -> None:
    beat()
    events_sweep()


def count_mails(template: str) -> list[str]:
    """Who is mailed by a template, each as often as they are."""
    rows = OutboxMail.objects.filter(template=template).order_by("user__username")
    return list(rows.values_list("user__username", flat=True))


def open_for_three() -> Tournament:
    """An event of at most three with a check-in, whose entry ends in an hour; two people wait for a place."""
    event = open_event(most_entrants=3, check_in_hours=24, entry_ends_at=MONDAY + HOUR)
    for name in ("ann", "bob", "cleo", "dora", "eve"):
        entry_add(event_id=event.pk, user=person(name))
    return event


def test_a_check_in_that_begins(clock: time_machine.Coordinates) -> None:
    event = open_for_three()
    clock.shift(2 * HOUR)
    assert check_deaths(entry_work, "tournaments") >= 7
    entry_work()
    event.refresh_from_db()
    assert event.status == event.Status.CHECK_IN and event.check_in_ends_at == MONDAY + 26 * HOUR
    assert count_mails("event_check_in") == ["ann", "bob", "cleo", "dora", "eve"]


def test_a_check_in_that_ends(clock: time_machine.Coordinates) -> None:
    event = open_for_three()
    clock.shift(2 * HOUR)
    entry_work()
    for name in ("ann", "cleo", "eve"):
        check_in(entrant_id=event.entrants.get(name=name).pk)
    clock.shift(25 * HOUR)
    assert check_deaths(entry_work, "tournaments") >= 5
    entry_work()
    event.refresh_from_db()
    playing = event.entrants.filter(entered=1, left=None).values_list("name", flat=True)
    assert event.status == event.Status.RUNNING and sorted(playing) == ["ann", "cleo", "eve"]
    assert sorted(event.entrants.values_list("seed_rank", flat=True)) == [1, 2, 3, 4, 5]


def test_the_seat_of_a_no_show_that_a_substitute_gets(clock: time_machine.Coordinates) -> None:
    waiting_event("sue", "sam")
    owner = Entrant.objects.get(user=pass_seat(1).user)
    assert check_deaths(absence_work, "tournaments") >= 8
    absence_work()
    change, owner = SeatChange.objects.get(), Entrant.objects.get(pk=owner.pk)
    assert (change.taker and change.taker.name, change.no_show, owner.left) == ("sue", True, 2)
    assert Player.objects.get(seat=1).user == Entrant.objects.get(name="sue").user
    assert count_mails("event_seat") == ["sue"] and count_mails("unseated") == [owner.name]


def test_the_seat_of_a_no_show_that_a_bot_gets(clock: time_machine.Coordinates) -> None:
    waiting_event()
    pass_seat(1)
    assert check_deaths(absence_work, "tournaments") >= 6
    absence_work()
    assert SeatChange.objects.get().taker is None and Player.objects.get(seat=1).bot == "recruit"


@pytest.mark.parametrize("rule", ["substitute", "out"])
def test_the_seat_of_somebody_who_stops_later(clock: time_machine.Coordinates, rule: str) -> None:
    waiting_event("sue", leavers=rule)
    stop_playing(1)
    assert check_deaths(absence_work, "tournaments") >= 4
    absence_work()
    sue = Entrant.objects.get(name="sue")
    assert sue.entered is None and SeatChange.objects.count() == (rule == "substitute")
    assert Player.objects.get(seat=1).state == ("playing" if rule == "substitute" else "resigned")


def ended_series() -> Tournament:
    """An event of four people and one game, which has ended and is not booked."""
    beat()
    event = open_event(stages=[{"kind": "series", "games": 1}], tables={"preferred": 4, "least": 3, "most": 4})
    for number in range(4):
        entry_add(event_id=event.pk, user=person(f"p{number}"))
    Tournament.objects.filter(pk=event.pk).update(entry_ends_at=MONDAY - timedelta(hours=1))
    entry_work()
    event_advance(event.pk)
    game_adjudicate(game_id=Game.objects.get().pk, user=organizer("olga"), reason="over")
    return event


def test_trophies_at_the_end(clock: time_machine.Coordinates) -> None:
    event = ended_series()
    assert check_deaths(event_work, "tournaments", before="tournaments_") >= 8
    event_work()
    trophies = {each.place: each.entrant.name for each in Trophy.objects.select_related("entrant")}
    event.refresh_from_db()
    assert event.status == event.Status.OVER and sorted(trophies) == [1, 2, 3] and len({*trophies.values()}) == 3
    assert count_mails("event_trophy") == sorted(trophies.values())
    assert len(count_mails("event_over")) == 1


def test_trophies_that_a_mend_moves(clock: time_machine.Coordinates) -> None:
    """The mend is one act of an organizer: with a worker that dies in it nothing has happened, and it is done again."""
    event = ended_series()
    event_work()
    table, olga = Table.objects.get(), organizer("olga2")
    before = {each.place: each.entrant for each in Trophy.objects.select_related("entrant")}
    fourth = event.entrants.exclude(pk__in=[each.pk for each in before.values()]).get()
    order = [fourth, before[2], before[3], before[1]]
    places = [1 + [each.code for each in order].index(code) for code in table.seats]

    def mend() -> None:
        if not table.bookings.filter(revision=2).exists():
            repairs.table_set_places(event_id=event.pk, user=olga, reason="wrong", table_id=table.pk, places=places)

    assert check_deaths(mend, "tournaments") >= 12
    mend()
    assert [each.entrant for each in Trophy.objects.order_by("place")] == order[:3]
    moved = OutboxMail.objects.filter(key__contains=":trophy:").values_list("template", "user__username")
    assert sorted(moved) == [("event_trophy", fourth.name), ("event_trophy_lost", before[1].name)]
