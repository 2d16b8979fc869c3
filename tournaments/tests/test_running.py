"""Events through the services: entry, rounds, bookings, and the files that follow."""

from __future__ import annotations

import hashlib
import json
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any, ClassVar

import pytest
from django.core.management import CommandError, call_command

from games.errors import LobbyError
from games.models import Game, Player
from games.services.locks import db_now
from games.services.organize import game_void
from substitutes.tests.kit import beat
from tests.games.kit import person
from tests.routes_kit import organizer
from tournaments.chains import LENGTH, reveal
from tournaments.documents import write_document
from tournaments.events import read_event
from tournaments.folders import compare_standings
from tournaments.integrity import check_events
from tournaments.models import Booking, Entrant, Round, Table, Tournament
from tournaments.selectors.publishing import each_file, show_event
from tournaments.services.creating import EventRefused, EventSettings, event_create, rules_for
from tournaments.services.entry import entry_add, entry_open, entry_withdraw, event_start
from tournaments.services.ratings import ratings_differences
from tournaments.services.running import (
    book_seat,
    book_table,
    draw_rounds,
    event_advance,
    events_sweep,
    freeze_round,
    start_tables,
)
from tournaments.services.season import Season, play_season, report
from tournaments.tasks import book

pytestmark = [pytest.mark.django_db, pytest.mark.databases]

SWISS: dict[str, Any] = {"kind": "swiss", "rounds": 2}
FORMATS = {
    "knockout": {"entrants": 6, "advance": 1},
    "double": {"entrants": 4},
    "pods": {"entrants": 4, "games": 1, "cut": 3},
    "series": {"entrants": 3, "games": 2},
    "league": {"entrants": 3},
    "swiss": {"entrants": 6, "rounds": 2},
    "ladder": {"entrants": 3, "rounds": 2},
    "hill": {"entrants": 4, "rounds": 2},
}


class Woken:
    """Whom a test wakes: it keeps what was called."""

    names: ClassVar[list[str]] = []

    @classmethod
    def send_task(cls, name: str, **options: object) -> None:
        """Keep the name of a task."""
        cls.names.append(name)


def season(kind: str = "swiss", **told: Any) -> Season:
    """A season whose games end after a round."""
    told = {"entrants": 3, "seats": 3, "bots": ("random",), "seed": "s", "last_round": 1} | told
    return Season(format=kind, **told)


def open_event(**told: Any) -> Tournament:
    settings = {"title": "Harbour Cup", "rules": "modern", "stages": [SWISS]} | told
    event = event_create(EventSettings(**settings))
    entry_open(event_id=event.pk)
    return event


def running_event(people: int = 3, **told: Any) -> Tournament:
    """An event whose first round has been started."""
    event = open_event(**told)
    for number in range(people):
        entry_add(event_id=event.pk, user=person(f"p{number}"))
    event_start(event_id=event.pk)
    event_advance(event.pk)
    event.refresh_from_db()
    return event


def unpack(files: dict[str, bytes], folder: Path) -> Path:
    for name, body in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(body)
    return folder


# ---- seasons


@pytest.mark.no_cover
@pytest.mark.parametrize("kind", FORMATS)
def test_a_season_of_each_format_comes_to_its_end(kind: str, tmp_path: Path) -> None:
    check_season(season(kind, **FORMATS[kind]), tmp_path)


@pytest.mark.nightly
@pytest.mark.no_cover
@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("entrants", [3, 6, 7, 16, 23, 64])
def test_seasons_of_every_size_come_to_their_end(kind: str, entrants: int, tmp_path: Path) -> None:
    check_season(season(kind, entrants=entrants, seats=min(4, entrants)), tmp_path)


def check_season(played: Season, folder: Path) -> None:
    """Play a season and check all that it leaves behind."""
    outcome = play_season(played)
    told = report(played, outcome)
    assert outcome.event.status == Tournament.Status.OVER and told["games"] == Game.objects.count()
    assert told["bookings"] == Booking.objects.count() == Player.objects.count() and told["first"]
    files, differences = compare_standings(unpack(outcome.files, folder))
    assert files and not differences
    assert ratings_differences() == (told["games"], []) and not list(check_events(db_now()))


@pytest.mark.once
def test_a_season_is_the_same_whenever_it_is_played() -> None:
    told = []
    for _time in range(2):
        told.append(report(season(), play_season(season(rounds=1)))["standings"])
        call_command("flush", interactive=False, inhibit_post_migrate=True, verbosity=0)
    assert told[0] == told[1]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("--bots nobody", "there is no bot 'nobody'"),
        ("--rules chess", "no rules called chess"),
        ("--rounds 0", "rounds: a whole number from 1"),
        ("--last-round -1", "last-round: a whole number from 1"),
        ("--entrants 1", "entrants: a whole number from 2 to 300, not 1"),
        ("--entrants many", "entrants: a whole number from 2 to 300, not many"),
        ("--seats 7", "seats: a whole number from 2 to 6, not 7"),
        ("--teams 2", "at most one team for two entrants"),
        ("--out .", "is not empty: name a new folder"),
        ("--format lottery", "invalid choice: 'lottery'"),
    ],
)
def test_wrong_use_of_the_command_is_refused(words: str, why: str) -> None:
    asked = f"--format swiss --entrants 3 --seats 3 --bots random --seed s --keep {words}"
    with pytest.raises(CommandError, match=why) as refused:
        call_command("season", *asked.split())
    assert refused.value.returncode in (1, 2) and not Game.objects.exists()


def test_the_command_prints_what_was_played_and_writes_its_files(tmp_path: Path) -> None:
    asked = f"--format hill --entrants 3 --seats 3 --rounds 1 --last-round 1 --bots random --seed s --out {tmp_path}"
    out = StringIO()
    call_command("season", *asked.split(), "--keep", "--json", stdout=out)
    told = json.loads(out.getvalue())
    assert (told["games"], told["adjudicated"], told["bookings"], told["faults"]) == (1, 1, 3, [])
    assert (tmp_path / "standings" / "01.csv").exists() and told["cpu_seconds"] > 0


# ---- entry


def test_above_the_most_entrants_people_wait() -> None:
    event = open_event(most_entrants=2)
    entered = [entry_add(event_id=event.pk, user=person(name)) for name in ("a", "b", "c")]
    assert [(each.code, each.entered, each.reserve) for each in entered] == [
        ("e001", 1, False),
        ("e002", 1, False),
        ("e003", None, True),
    ]


def test_nobody_enters_twice_and_whoever_organizes_does_not_play() -> None:
    olga, ann = person("olga"), person("ann")
    event = event_create(EventSettings(title="Cup", rules="modern", stages=[SWISS]), olga)
    with pytest.raises(EventRefused):
        entry_add(event_id=event.pk, user=ann)  # not open yet
    entry_open(event_id=event.pk)
    assert entry_add(event_id=event.pk, user=ann) == entry_add(event_id=event.pk, user=ann)
    with pytest.raises(EventRefused, match="organizes"):
        entry_add(event_id=event.pk, user=olga)
    with pytest.raises(EventRefused):
        entry_withdraw(event_id=event.pk, user=olga)
    assert Entrant.objects.count() == 1


def test_an_event_with_too_few_entrants_is_called_off() -> None:
    event = open_event(least_entrants=3)
    for name in ("a", "b"):
        entry_add(event_id=event.pk, user=person(name))
    event_start(event_id=event.pk)
    event.refresh_from_db()
    assert event.status == Tournament.Status.CANCELLED and event.next_at is None and not events_sweep()
    with pytest.raises(EventRefused):
        event_start(event_id=event.pk)


def test_whoever_withdraws_is_not_in_the_next_round() -> None:
    event = running_event(4)
    (table,) = Table.objects.all()
    entry_withdraw(event_id=event.pk, user=Entrant.objects.get(number=1).user)
    entry_withdraw(event_id=event.pk, user=Entrant.objects.get(number=1).user)
    assert Entrant.objects.get(number=1).left == 2
    game_void(game_id=table.game_id, user=organizer("olga"), reason="over")
    event_advance(event.pk)
    drawn = Round.objects.get(number=2)
    assert [each["id"] for each in drawn.given["players"]] == ["e002", "e003", "e004"]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"title": " "}, "a name that people can read"),
        ({"stages": []}, "at least one stage"),
        ({"stages": [{"kind": "lottery"}]}, "kind: one of"),
        ({"tables": {"preferred": 3, "least": 4, "most": 5}}, "rise in this order"),
        ({"least_entrants": 9, "most_entrants": 8}, "the least is not above the most"),
        ({"leaver_share": 10}, "0, 20 or 30"),
        ({"tables": {"preferred": 6, "least": 6, "most": 7}}, "1 to 6 seats"),
    ],
)
def test_settings_that_do_not_fit_together_are_refused_in_words(change: dict[str, Any], why: str) -> None:
    with pytest.raises(LobbyError, match=why):
        open_event(**change)
    assert not Tournament.objects.exists()


def test_two_play_by_the_rules_for_two() -> None:
    assert [rules_for("modern", seats) for seats in (2, 3, 6)] == ["modern_2p", "modern", "modern"]
    assert rules_for("risk2210", 2) == "risk2210"
    assert rules_for("capital", 2) in ("classic_1959_2p", "modern_2p")


# ---- rounds


def test_the_chain_of_seeds_is_fixed_by_its_commitment() -> None:
    event = open_event()
    key = bytes(event.secret_key.key)
    assert reveal(key, 0).hex() == event.commitment and reveal(key, LENGTH) == key
    seeds = [reveal(key, number) for number in (1, 2)]
    assert hashlib.sha256(seeds[0]).hexdigest() == event.commitment and hashlib.sha256(seeds[1]).digest() == seeds[0]
    with pytest.raises(ValueError, match="number"):
        reveal(key, LENGTH + 1)


def test_every_step_of_a_round_is_done_once_however_often_it_is_tried() -> None:
    event = running_event(4)
    for step in (freeze_round, draw_rounds, start_tables, event_advance):
        step(event.pk)
        Tournament.objects.filter(pk=event.pk).update(next_at=db_now() - timedelta(seconds=1))
        step(event.pk)
    assert Round.objects.count() == Table.objects.count() == Game.objects.count() == 1
    game, table = Game.objects.get(), Table.objects.get()
    assert game.status == Game.Status.RUNNING and not game.public and table.game == game
    seats = {player.seat: player.user for player in game.players.all()}
    assert [seats[seat] for seat in range(4)] == [
        Entrant.objects.get(number=int(name[1:])).user for name in table.seats
    ]


def test_a_round_waits_for_its_tables_and_the_next_begins_by_itself() -> None:
    event = running_event(3)
    beat()
    assert event.next_at is None and not events_sweep()
    table = Table.objects.get()
    game_void(game_id=table.game_id, user=organizer("olga"), reason="over")
    beat()
    assert events_sweep() == 1
    first, second = Round.objects.all()
    assert (first.status, second.status) == (Round.Status.BOOKED, Round.Status.RUNNING)
    assert first.results["tables"][0]["state"] == "void" and first.results["tables"][0]["places"] == []
    assert not second.given["players"][0]["met"]  # a void table counts for nothing


@pytest.mark.parametrize("left", ["to draw", "to start", "to complete"])
def test_the_sweep_finds_what_a_worker_that_died_has_left(left: str) -> None:
    event = running_event(3)
    beat()
    assert events_sweep() == 0
    table = Table.objects.get()
    game = table.game
    assert game is not None
    if left == "to complete":
        game_void(game_id=game.pk, user=organizer("olga"), reason="over")
        book_table(event.pk, table.pk)
    elif left == "to start":
        Table.objects.update(game=None)
        Round.objects.update(status=Round.Status.STARTING)
    else:
        table.delete()
        Round.objects.update(status=Round.Status.DRAFT, output=None)
    assert events_sweep() == 1
    assert Round.objects.get(number=1).status == ("booked" if left == "to complete" else "running")
    assert not Table.objects.filter(game=None).exists() and events_sweep() == 0


def test_nothing_of_a_round_is_public_before_its_tables_are() -> None:
    event = running_event(3)
    assert {name for name, _body in each_file(event)} == {"event.json", "rounds/01/input.json", "rounds/01/output.json"}
    Round.objects.update(status=Round.Status.DRAFT)
    assert [name for name, _body in each_file(event)] == ["event.json"]


def test_a_leaver_keeps_the_share_of_the_event_and_whoever_finished_gets_the_rest() -> None:
    event = running_event(3)
    event.leaver_share = 20
    game = Game.objects.get()
    game.status, game.result = Game.Status.OVER, {"winners": [0], "places": [[0], [1], [2]]}
    entrants = {each.code: each for each in event.entrants.all()}
    owner = entrants[Table.objects.get().seats[0]]
    player = game.players.get(seat=0)
    assert book_seat(event, game, player, owner, entrants).credits == [[owner.code, 60]]
    player.state = Player.State.RESIGNED
    booked = book_seat(event, game, player, owner, entrants)
    assert (booked.credits, booked.finished_by, booked.state) == ([[owner.code, 20]], "bot:caretaker", "won")
    other = next(each for each in entrants.values() if each != owner)
    player.state, player.user = Player.State.PLAYING, other.user
    booked = book_seat(event, game, player, owner, entrants)
    assert booked.credits == [[owner.code, 20], [other.code, 40]] and booked.finished_by == other.code
    event.leaver_share = 0
    assert book_seat(event, game, player, owner, entrants).credits == [[other.code, 60]]


def test_the_event_that_is_published_can_be_read_and_names_no_deleted_account(tmp_path: Path) -> None:
    event = running_event(3)
    user = Entrant.objects.get(number=2).user
    assert user is not None
    type(user).objects.filter(pk=user.pk).update(deleted_at=db_now())
    told = show_event(event)
    write_document(tmp_path / "event.json", told)
    read = read_event(told)
    assert read.entrants["e002"].name == "deleted player" and read.entrants["e001"].name == "p0"
    assert told["commitment"] == event.commitment and "simulated" not in told


def test_the_end_of_a_game_wakes_the_task_that_books_its_table(
    settings: Any, django_capture_on_commit_callbacks: Any
) -> None:
    settings.TASK_APP = "tournaments.tests.test_running.Woken"
    Woken.names.clear()
    event = event_create(EventSettings(title="Cup", rules="modern", stages=[SWISS]))
    entry_open(event_id=event.pk)
    for name in ("ann", "ben", "cid"):
        entry_add(event_id=event.pk, user=person(name))
    event_start(event_id=event.pk)
    event_advance(event.pk)
    with django_capture_on_commit_callbacks(execute=True):
        game_void(game_id=Game.objects.get().pk, user=organizer("olga"), reason="no winner")
    assert "tournaments.tasks.book" in Woken.names
    beat()
    book()
    assert Table.objects.exclude(booked_at=None).count() == 1
