"""People and workers at once, before and beside the rounds: places, check-ins, invitations and free seats come once,
whoever was quickest."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection

from accounts.models import User
from games.models import OutboxMail, Player
from games.services.locks import db_now
from substitutes.tests.kit import beat
from tests.games.kit import person
from tests.games.play.races import at_once
from tests.routes_kit import organizer
from tournaments.models import Entrant, Invitation, SeatChange, Tournament
from tournaments.services.absences import absences_sweep
from tournaments.services.creating import Conditions
from tournaments.services.entry import check_in, entries_sweep, entry_add, entry_withdraw
from tournaments.services.inviting import event_invite
from tournaments.tests.test_absences import pass_seat, waiting_event
from tournaments.tests.test_entry import HOUR, enter
from tournaments.tests.test_running import open_event

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="threads need row locks"),
]
WORKERS = 3


def entering(event: Tournament, user: User) -> Callable[[], str]:
    def run() -> str:
        return "waits" if entry_add(event_id=event.pk, user=user).reserve else "in"

    return run


def test_the_last_places_go_to_as_many_as_there_are() -> None:
    event = open_event(most_entrants=3)
    people = [person(f"p{number}") for number in range(5)]
    assert at_once([entering(event, user) for user in (*people, people[0])]) in (
        {"in": 3, "waits": 3},
        {"in": 4, "waits": 2},  # the one who asks twice has a place
    )
    assert sorted(event.entrants.values_list("number", flat=True)) == [1, 2, 3, 4, 5]
    assert event.entrants.filter(entered=1, reserve=False).count() == 3


def test_a_place_that_falls_free_goes_to_one_person() -> None:
    event = open_event(most_entrants=2)
    ann, bob, cleo = (each.user for each in enter(event, "ann", "bob", "cleo"))
    dora = person("dora")
    assert ann and bob and cleo

    def leaving(user: User) -> Callable[[], str]:
        def run() -> str:
            entry_withdraw(event_id=event.pk, user=user)
            return "left"

        return run

    found = at_once([leaving(ann), leaving(bob), entering(event, dora)])
    assert found["left"] == 2 and event.entrants.filter(entered=1, reserve=False).count() == 2
    assert set(event.entrants.values_list("user__username", flat=True)) == {"cleo", "dora"}


def test_a_check_in_as_its_time_ends_counts_or_does_not() -> None:
    beat()
    event = open_event(most_entrants=4, check_in_hours=1, entry_ends_at=db_now() + HOUR)
    entrants = enter(event, "ann", "bob", "cleo", "dora")
    Tournament.objects.filter(pk=event.pk).update(entry_ends_at=db_now() - HOUR)
    entries_sweep()
    for entrant in entrants[:3]:
        check_in(entrant_id=entrant.pk)
    late = entrants[3]

    def check() -> str:
        check_in(entrant_id=late.pk)
        return "checked in"

    def sweep() -> str:
        Tournament.objects.filter(pk=event.pk, status="check_in").update(check_in_ends_at=db_now() - HOUR)
        entries_sweep()
        return "swept"

    found = at_once([check, *[sweep] * WORKERS])
    entries_sweep()
    event.refresh_from_db()
    late.refresh_from_db()
    assert found["swept"] == WORKERS and event.status == event.Status.RUNNING
    assert (late.entered == 1) == (found["checked in"] == 1) == (late.left is None)
    assert sorted(event.entrants.values_list("seed_rank", flat=True)) == [1, 2, 3, 4]


def test_a_seat_that_falls_free_is_settled_once() -> None:
    waiting_event("sue", "sam")
    pass_seat(1)

    def settle() -> str:
        absences_sweep()
        return "settled"

    assert at_once([settle] * WORKERS) == {"settled": WORKERS}
    change = SeatChange.objects.get()
    assert change.taker is not None and change.taker.name == "sue"
    assert Player.objects.get(seat=1).user == change.taker.user
    assert OutboxMail.objects.filter(template="event_seat").count() == 1
    assert Entrant.objects.filter(reserve=True).get().name == "sam"


def test_an_address_that_two_organizers_invite_is_invited_once() -> None:
    event = open_event(conditions=Conditions(invited_only=True))
    olga, paul = organizer("olga"), organizer("paul")

    def inviting(user: User) -> Callable[[], str]:
        def run() -> str:
            return str(event_invite(event_id=event.pk, user=user, whom=["new@example.net", "@nobody"]))

        return run

    assert at_once([inviting(olga), inviting(paul)]) == {"2": 1, "0": 1}
    assert Invitation.objects.count() == 2 and OutboxMail.objects.filter(template="event_opened").count() == 1
