"""Workers at once: a round is drawn once, each table gets one game, each seat one booking, whoever was quickest."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection

from games.models import Game, Player
from games.services.organize import game_adjudicate
from substitutes.tests.kit import beat
from tests.games.kit import person
from tests.games.play.races import at_once
from tests.routes_kit import organizer
from tournaments.models import Booking, Entrant, Round, Table, Tournament
from tournaments.services.entry import entry_add, entry_withdraw, event_start
from tournaments.services.running import draw_rounds, event_advance, freeze_round
from tournaments.tests.test_running import open_event

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="threads need row locks"),
]
WORKERS = 4


@pytest.fixture
def event() -> Tournament:
    """Six people in an event of two rounds that begins now."""
    beat()
    made = open_event(work=100)
    for number in range(6):
        entry_add(event_id=made.pk, user=person(f"p{number}"))
    event_start(event_id=made.pk)
    return made


def worker(event: Tournament) -> Callable[[], str]:
    def advance() -> str:
        event_advance(event.pk)
        return "advanced"

    return advance


def check_rounds(*statuses: str) -> None:
    """Check that everybody has one seat in each round, and each table one game, seated as it was drawn."""
    assert list(Round.objects.values_list("status", flat=True)) == [*statuses]
    assert Table.objects.count() == Game.objects.count() == 2 * len(statuses)
    assert Player.objects.count() == 6 * len(statuses)
    people = {entrant.code: entrant.user_id for entrant in Entrant.objects.all()}
    for table in Table.objects.all():
        assert table.game is not None
        seated = table.game.players.order_by("seat").values_list("user_id", flat=True)
        assert list(seated) == [people[name] for name in table.seats]
    for drawn in Round.objects.all():
        assert sorted(name for table in drawn.tables.all() for name in table.seats) == sorted(people)


def test_a_round_is_drawn_and_started_once(event: Tournament) -> None:
    assert at_once([worker(event)] * WORKERS) == {"advanced": WORKERS}
    check_rounds("running")


def test_two_workers_that_pair_one_input_at_once_store_one_output(event: Tournament) -> None:
    freeze_round(event.pk)

    def draw() -> str:
        draw_rounds(event.pk)
        return "drawn"

    assert at_once([draw] * WORKERS) == {"drawn": WORKERS}
    assert Table.objects.count() == 2 and Round.objects.get().output is not None
    event_advance(event.pk)
    check_rounds("running")


def test_tables_that_end_at_once_are_booked_once_and_the_next_round_begins_once(event: Tournament) -> None:
    event_advance(event.pk)
    olga = organizer("olga")

    def end(game_id: int) -> Callable[[], str]:
        def run() -> str:
            game_adjudicate(game_id=game_id, user=olga, reason="over")
            event_advance(event.pk)
            return "ended"

        return run

    ends = [end(game_id) for game_id in Game.objects.values_list("pk", flat=True)]
    assert at_once(ends + [worker(event)] * WORKERS) == {"ended": 2, "advanced": WORKERS}
    event_advance(event.pk)
    check_rounds("booked", "running")
    assert Booking.objects.count() == 6 and set(Booking.objects.values_list("revision", flat=True)) == {1}


def test_whoever_withdraws_as_a_round_is_drawn_plays_it_or_does_not(event: Tournament) -> None:
    leaver = Entrant.objects.get(number=1)
    assert leaver.user is not None

    def withdraw() -> str:
        entry_withdraw(event_id=event.pk, user=leaver.user)  # type: ignore[arg-type]
        return "left"

    assert at_once([withdraw] + [worker(event)] * WORKERS) == {"left": 1, "advanced": WORKERS}
    event_advance(event.pk)
    leaver.refresh_from_db()
    drawn = Round.objects.get()
    assert (leaver.left == 2) == (leaver.code in drawn.files.players) and leaver.left in (1, 2)
    assert Table.objects.exclude(game=None).count() == Game.objects.count() == len(drawn.files.tables)
