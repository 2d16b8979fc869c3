"""Seats that their entrant does not play: no-shows, those who stop later, and who finishes for whom."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest
from django.core import mail
from django.test import Client

from accounts.models import User
from games.clocks.lateness import StopRules
from games.mail.outbox import outbox_deliver
from games.models import Game, Heartbeat, OutboxMail, Player, Vacation, Waiting
from games.services.deadlines import deadline_expire
from games.services.locks import db_now
from games.services.organize import game_adjudicate
from games.services.seats import resign
from substitutes.tests.kit import beat
from tests.games.kit import person
from tests.routes_kit import organizer
from tournaments.models import Apart, Booking, Entrant, SeatChange, Table, Tournament
from tournaments.selectors.entry_pages import vacation_words
from tournaments.services.absences import absences_sweep
from tournaments.services.entry import entry_add
from tournaments.services.running import book_tables, event_advance
from tournaments.services.season import play_season
from tournaments.tests.test_entry import user_of
from tournaments.tests.test_running import running_event, season, unpack

pytestmark = [pytest.mark.django_db, pytest.mark.databases]

MINUTE = timedelta(minutes=1)


def waiting_event(*substitutes: str, **told: object) -> Tournament:
    """An event of three at one table, whose first round runs, with substitutes in their order."""
    beat()
    event = running_event(3)
    Tournament.objects.filter(pk=event.pk).update(**told)
    for name in substitutes:
        entry_add(event_id=event.pk, user=person(name))
    event.refresh_from_db()
    return event


def pass_seat(seat: int) -> Player:
    """Let the time of a seat run out, as often as it takes until the seat falls free."""
    game = Game.objects.get()
    for _turn in range(4):
        Waiting.objects.filter(game=game, seat=seat).update(due_at=db_now() - MINUTE)
        deadline_expire(game_id=game.pk)
        player = Player.objects.get(game=game, seat=seat)
        if player.state == Player.State.CARETAKER:
            break
    return player


def names_at_table() -> list[str]:
    return [player.label for player in Player.objects.order_by("seat")]


def end_game(event: Tournament) -> dict[int, Booking]:
    """Adjudicate the one game and book its table."""
    game_adjudicate(game_id=Game.objects.get().pk, user=organizer("olga"), reason="late")
    book_tables(event.pk)
    return {each.seat: each for each in Booking.objects.all()}


def test_the_first_substitute_gets_the_seat_of_a_no_show_and_stays() -> None:
    event = waiting_event("sue", "sam")
    owner = Entrant.objects.get(user=pass_seat(1).user)
    assert absences_sweep() == 1 and absences_sweep() == 0
    sue = Entrant.objects.get(name="sue")
    owner.refresh_from_db()
    assert names_at_table()[1] == "sue" and (sue.entered, sue.reserve) == (2, False) and owner.left == 2
    change = SeatChange.objects.get()
    assert (change.seat, change.entrant, change.taker, change.no_show) == (1, owner, sue, True)
    assert Player.objects.get(seat=1).missed == 0
    outbox_deliver()
    told = {message.to[0]: " ".join(str(message.body).split()) for message in mail.outbox}
    assert "you are the next substitute: you are Blue in Harbour Cup 1.1." in told["sue@example.org"]
    assert "from round 2 on you are paired like all others" in told["sue@example.org"]
    assert OutboxMail.objects.filter(template="event_seat").count() == 1
    assert f"you are out of {event.title}" in told[f"{owner.name}@example.org"]
    for name, said in (
        ("sue", "Your table, number 1 of 1"),
        (owner.name, "somebody else has your seat and you are out"),
    ):
        visit = Client()
        visit.force_login(User.objects.get(username=name))
        page = visit.get(f"/events/{event.slug}/").content.decode()
        assert said in page and "You have no table" not in page and ">sue<" in page
    booked = end_game(event)[1]
    assert (booked.entrant, booked.instead_of, booked.credits) == (sue, owner, [[sue.code, 60]])
    event_advance(event.pk)
    players = [each["id"] for each in event.drawn.get(number=2).given["players"]]
    assert sue.code in players and owner.code not in players


@pytest.mark.parametrize("bar", ["kept apart", "gone", "withdrawn"])
def test_a_substitute_who_cannot_have_the_seat_is_passed_over(bar: str) -> None:
    event = waiting_event("sue", "sam")
    sue = Entrant.objects.get(name="sue")
    if bar == "kept apart":
        Apart.objects.create(tournament=event, first=Entrant.objects.get(number=1), second=sue, since=1)
    elif bar == "gone":
        type(sue.user).objects.filter(pk=sue.user_id).update(is_active=False)  # type: ignore[union-attr]
    else:
        Entrant.objects.filter(pk=sue.pk).update(left=2)
    pass_seat(1)
    absences_sweep()
    assert "sam" in names_at_table() and "sue" not in names_at_table()


def test_without_a_substitute_a_bot_plays_and_the_no_show_gets_nothing() -> None:
    event = waiting_event(leaver_share=20)
    owner = Entrant.objects.get(user=pass_seat(1).user)
    absences_sweep()
    assert Player.objects.get(seat=1).bot == "recruit" and absences_sweep() == 0
    booked = end_game(event)[1]
    owner.refresh_from_db()
    assert (booked.entrant, booked.instead_of, booked.credits) == (owner, None, [])
    assert booked.finished_by == "bot:recruit" and owner.left == 2


def test_nobody_is_dropped_for_a_vacation() -> None:
    waiting_event("sue")
    player = pass_seat(1)
    today = db_now().date()
    Vacation.objects.create(user=player.user, first=today - timedelta(days=1), last=today, announced_at=db_now())
    assert absences_sweep() == 1 and "sue" not in names_at_table() and not SeatChange.objects.exists()


@pytest.mark.parametrize(("days", "most"), [(3, 3), (0, 0), (28, 10)])
def test_some_days_of_vacation_stop_the_clock_in_each_round(days: int, most: int) -> None:
    event = running_event(3, vacation="days", vacation_days=days)
    published = event.drawn.get().published_at
    assert published is not None
    time = Game.objects.get().time
    assert time.vacation == "stops" and time.stops == StopRules(most, published.date())
    told = f"at most {most} days in each round; after that, somebody stands in."
    told = told if most else "While you are on vacation, somebody stands in for you."
    for path in (f"/events/{event.slug}/join/", f"/events/{event.slug}/"):
        assert f"{told} You are not dropped for it." in Client().get(path).content.decode(), path


@pytest.mark.parametrize(
    ("kind", "clock", "told"),
    [
        ("none", "stops", "does not stop your clock"),
        ("allowed", "stops", "stops your clock."),
        ("allowed", "", "stands in"),
    ],
)
def test_an_event_tells_what_a_vacation_does(kind: str, clock: str, told: str) -> None:
    games = {"clock": {"vacation": clock}} if clock else {}
    assert told in vacation_words(Tournament(vacation=kind, game_settings=games))


def stop_playing(seat: int, *, came: bool = True) -> Player:
    """Let somebody have come to their game, or not, and then lose the seat."""
    Player.objects.filter(seat=seat).update(came=came, state=Player.State.CARETAKER)
    return Player.objects.get(seat=seat)


@pytest.mark.parametrize("rule", ["substitute", "bot", "out"])
def test_for_those_who_stop_later_the_events_rule_is_followed(rule: str) -> None:
    event = waiting_event("sue", leavers=rule, leaver_share=20)
    owner = Entrant.objects.get(user=stop_playing(1).user)
    absences_sweep()
    player, sue = Player.objects.get(seat=1), Entrant.objects.get(name="sue")
    assert player.label == ("sue" if rule == "substitute" else owner.name)
    assert player.state == {"substitute": "playing", "bot": "caretaker", "out": "resigned"}[rule]
    booked = end_game(event)[1]
    owner.refresh_from_db()
    assert booked.entrant == owner and owner.left is None
    rest = [[sue.code, 40]] if rule == "substitute" else []
    assert booked.credits == [[owner.code, 20], *rest]
    assert booked.finished_by == (sue.code if rule == "substitute" else "bot:caretaker")


def test_a_substitute_who_does_not_come_is_replaced_in_turn() -> None:
    event = waiting_event("sue", "sam")
    owner = Entrant.objects.get(user=pass_seat(1).user)
    absences_sweep()
    stop_playing(1, came=False)
    absences_sweep()
    sam = Entrant.objects.get(name="sam")
    assert names_at_table()[1] == "sam"
    booked = end_game(event)[1]
    assert (booked.entrant, booked.instead_of) == (sam, owner)


def test_whoever_resigns_after_coming_is_a_leaver() -> None:
    event = waiting_event("sue")
    Player.objects.filter(seat=1).update(came=True)
    player = Player.objects.get(seat=1)
    resign(game_id=player.game_id, user_id=player.user_id or 0)
    absences_sweep()
    assert names_at_table()[1] == "sue" and not SeatChange.objects.get().no_show
    assert Entrant.objects.get(name="sue").entered is None and Tournament.objects.get(pk=event.pk).rounds == 1


def test_a_deleted_account_leaves_the_event_and_keeps_its_id() -> None:
    event = waiting_event("sue")
    sue = Entrant.objects.get(name="sue")
    user_of(sue).__class__.objects.filter(pk=sue.user_id).update(deleted_at=db_now(), is_active=False)
    absences_sweep()
    sue.refresh_from_db()
    assert sue.left == 2 and sue.code == "e004" and sue.tournament == event


def test_nothing_is_settled_while_an_outage_may_have_to_be_credited() -> None:
    waiting_event("sue")
    pass_seat(1)
    Heartbeat.objects.all().delete()
    assert absences_sweep() == 0


FORMATS = {
    "knockout": {"entrants": 6, "advance": 1},
    "pods": {"entrants": 4, "games": 2, "cut": 3},
    "league": {"entrants": 4},
    "swiss": {"entrants": 6, "rounds": 2},
}


@pytest.mark.no_cover
@pytest.mark.parametrize("kind", FORMATS)
def test_a_season_with_no_shows_and_leavers_adds_up(kind: str, tmp_path: Path) -> None:
    outcome = play_season(season(kind, no_shows=34, leavers=17, **{"last_round": 2, **FORMATS[kind]}))
    assert outcome.event.status == Tournament.Status.OVER and SeatChange.objects.exists()
    tables = [
        table
        for name, body in outcome.files.items()
        if name.endswith("results.json")
        for table in json.loads(body)["tables"]
    ]
    seats = [seat for table in tables for seat in table["seats"]]
    assert all(sum(part for _name, part in seat["credits"]) <= 60 for seat in seats)
    assert any("instead_of" in seat or "finished_by" in seat for seat in seats)
    assert Table.objects.filter(booked_at=None).count() == 0 and unpack(outcome.files, tmp_path)
