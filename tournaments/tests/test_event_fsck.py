"""`manage.py fsck` about events: silent about those that are whole, and clear about each fault."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from benchmarks.secrets.tables import taken_back
from games.models import Entry, Game, Player
from games.services.locks import db_now
from games.services.organize import game_adjudicate
from tests.faults.test_fsck import complaint, fsck
from tests.games.kit import person
from tests.routes_kit import organizer
from tournaments.integrity import check_events
from tournaments.models import Booking, Round, Table, Tournament, TournamentKey
from tournaments.services.entry import entry_add, event_start
from tournaments.services.ratings import ratings_sweep
from tournaments.services.running import event_advance
from tournaments.tests.test_running import open_event

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


def two_rounds() -> Tournament:
    """An event of two tables whose first round is complete and whose second runs."""
    event = open_event(work=100)
    for number in range(6):
        entry_add(event_id=event.pk, user=person(f"p{number}"))
    event_start(event_id=event.pk)
    event_advance(event.pk)
    olga = organizer("olga")
    for game in Game.objects.all():
        game_adjudicate(game_id=game.pk, user=olga, reason="over")
    event_advance(event.pk)
    ratings_sweep()
    return event


def test_an_event_is_whole_at_every_point_of_a_round() -> None:
    event, gerd = two_rounds(), organizer("gerd")
    assert "nothing wrong" in fsck()
    for game in Game.objects.filter(status=Game.Status.RUNNING):
        game_adjudicate(game_id=game.pk, user=gerd, reason="over")
        assert "nothing wrong" in fsck()
        event_advance(event.pk)
        ratings_sweep()
        assert "nothing wrong" in fsck()


def _other_key() -> None:
    TournamentKey.objects.update(key=bytes(32))


def _other_commitment() -> None:
    Tournament.objects.update(commitment="00" * 32)


def _other_seed() -> None:
    drawn = Round.objects.get(number=1)
    drawn.given["seed"] = "00" * 32
    drawn.save()


def _other_score() -> None:
    drawn = Round.objects.get(number=2)
    drawn.given["players"][0]["score"] += 60
    drawn.save()


def _lost_table() -> None:
    Booking.objects.filter(table__number=2).delete()
    Table.objects.filter(round__number=1, number=2).delete()


def _no_game() -> None:
    Table.objects.filter(round__number=2, number=1).update(game=None)


def _fewer_seats() -> None:
    Player.objects.filter(game__event_table__number=1, game__status="running", seat=2).delete()


def _game_of_another_draw() -> None:
    one, two = (Table.objects.get(round__number=number, number=1) for number in (1, 2))
    first, second = one.game_id, two.game_id
    Table.objects.filter(pk=one.pk).update(game=None)
    Table.objects.filter(pk=two.pk).update(game=first)
    Table.objects.filter(pk=one.pk).update(game=second)


def _change_seats(change: Callable[[list[str], list[str]], None]) -> None:
    one, two = Table.objects.filter(round__number=2)
    change(one.seats, two.seats)
    one.save(), two.save()


def _at_two_tables() -> None:
    _change_seats(lambda one, two: one.__setitem__(0, two[0]))


def _twice_at_a_table() -> None:
    _change_seats(lambda one, two: one.__setitem__(0, one[1]))


def _a_stranger() -> None:
    _change_seats(lambda one, two: one.__setitem__(0, "e099"))


def _seat_not_booked() -> None:
    Booking.objects.filter(table__number=1, seat=1).delete()


def _booked_and_not_said() -> None:
    Table.objects.filter(round__number=1, number=1).update(booked_at=None)


def _said_and_not_booked() -> None:
    Table.objects.filter(round__number=2).update(booked_at=db_now())


def _running_game_booked() -> None:
    Game.objects.filter(event_table__round__number=1, event_table__number=1).update(status=Game.Status.RUNNING)
    Entry.objects.all().delete()


def _too_many_parts() -> None:
    booked = Booking.objects.filter(seat=0).earliest("pk")
    booked.credits = [*booked.credits, ["e001", 30]]
    booked.save()


def _another_state() -> None:
    Booking.objects.filter(table__number=1).update(state=Booking.State.WON)


def _another_place() -> None:
    booked = Booking.objects.filter(table__number=1, seat=0).get()
    booked.place = (booked.place or 0) + 1
    booked.save()


def _no_results() -> None:
    Round.objects.filter(number=1).update(results=None)


def _early_results() -> None:
    Round.objects.filter(number=2).update(results={})


def _other_results() -> None:
    drawn = Round.objects.get(number=1)
    assert drawn.results is not None
    drawn.results["adjust"] = [{"entrant": "e001", "points": 600, "reason": "kind"}]
    drawn.save()


def _points_that_rise() -> None:
    event = Tournament.objects.get()
    event.points["rows"]["3"] = [0, 1, 2]
    event.save()


def _step_not_taken() -> None:
    Tournament.objects.update(next_at=db_now() - timedelta(minutes=6))


def _end_not_booked() -> None:
    ended = {"status": Game.Status.OVER, "ended_at": db_now() - timedelta(minutes=6)}
    Game.objects.filter(event_table__round__number=2).update(**ended)


FAULTS: list[tuple[Callable[[], None], str]] = [
    (_other_key, "the commitment is not the one of its chain"),
    (_other_commitment, "the commitment is not the one of its chain"),
    (_other_seed, "the seed of round 1 is not the one of its chain"),
    (_other_score, "round 02: its output was drawn from another input"),
    (_lost_table, "round 01: its tables are not those that were drawn"),
    (_no_game, "round 02: table 1 has no game"),
    (_fewer_seats, "table 1 has 3 seats, and its game another number"),
    (_game_of_another_draw, "the game of table 1 names another draw"),
    (_at_two_tables, "is there twice"),
    (_at_two_tables, "is lost"),
    (_twice_at_a_table, "sits twice at a table"),
    (_a_stranger, "e099 was not to be paired"),
    (_seat_not_booked, "table 1 is not booked for every seat once"),
    (_booked_and_not_said, "table 1 is half booked"),
    (_booked_and_not_said, "is complete, and a table is not booked"),
    (_said_and_not_booked, "table 1 is not booked"),
    (_running_game_booked, "table 1 is booked, and its game has not ended"),
    (_too_many_parts, "gives away more than the points of a seat"),
    (_another_state, "table 1 is booked otherwise than its game ended"),
    (_another_place, "table 1 is booked with other places than its game has"),
    (_no_results, "round 01: is complete without results"),
    (_early_results, "round 02: has results before it is complete"),
    (_other_results, "round 01: its results are not what was booked"),
    (_points_that_rise, "its standings cannot be made: points"),
    (_step_not_taken, "its next step should have been taken long ago"),
    (_end_not_booked, "table 1 of round 02 should have been booked long ago"),
]


def test_each_fault_is_found_and_said() -> None:
    event = two_rounds()
    for fault, words in FAULTS:
        with taken_back():
            fault()
            said = [str(issue) for issue in check_events(db_now())]
        assert any(line.startswith(f"{event.slug}: ") and words in line for line in said), (words, said)
    with taken_back():
        _other_commitment()
        assert "is not the one of its chain" in complaint()
    assert not list(check_events(db_now()))
