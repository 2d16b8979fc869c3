"""The work on the chances of an ended game: once, resumed, for nobody before the end."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from benchmarks.secrets.tables import taken_back
from chances import services
from chances.models import GameChances
from chances.selectors import chances_part
from chances.services import MAIL_WAITS, TRIES, due, games_each, hold_mails, take, work_all, work_on, work_waits
from chances.tests.kit import ended_game, play_out
from games.mail.render import mail_for
from games.models import Entry, Game, OutboxMail
from games.play.playouts import Playouts
from games.selectors.access import game_for
from games.selectors.key_moments import key_moments
from games.selectors.page_data import PageReader
from games.services.background import BACKGROUND
from games.services.locks import db_now
from tests.games.kit import person, table
from tests.kit.dying import Death, Killed

pytestmark = [pytest.mark.django_db, pytest.mark.once]
COLOURS = ("red", "blue", "green", "yellow")


@pytest.fixture(autouse=True)
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games from each of a few turns: enough to see that they are done, and done once."""
    monkeypatch.setattr(services, "games_each", lambda turns: 2)
    monkeypatch.setattr(services, "MOST_TURNS", 3)
    monkeypatch.setattr(services, "BEGINS_AFTER", timedelta())
    monkeypatch.setattr(settings, "CHANCES", True)


@pytest.fixture
def game() -> Game:
    return ended_game(person("alice"))


def known(game: Game) -> tuple[object, ...]:
    row = GameChances.objects.get(game=game)
    return row.turns, row.points, row.count, row.done_at is not None


def test_chances_of_an_ended_game(game: Game) -> None:
    assert work_waits(db_now()) and work_all() == 1
    row = GameChances.objects.get(game=game)
    assert 2 <= row.count == len(row.turns) <= services.MOST_TURNS
    assert all(turn[3] == 2 and sum(turn[4]) == pytest.approx(2, abs=1e-4) for turn in row.turns)
    assert [turn[0] for turn in row.turns] == sorted({turn[0] for turn in row.turns})
    assert len(row.points) >= 2 and all(point["seq"] < point["until"] <= game.seq for point in row.points)
    assert not work_waits(db_now()) and work_all() == 0


def test_long_games_have_fewer_games_from_each_turn() -> None:
    counted = {turns: games_each(turns) for turns in (1, 60, 61, 120, 400)}
    assert list(counted.values()) == [100, 100, 98, 50, 20]


def test_the_same_game_gives_the_same_chances(game: Game) -> None:
    work_all()
    first = known(game)
    GameChances.objects.all().delete()
    work_all()
    assert known(game) == first


def test_a_worker_that_dies_before_any_of_its_writes_is_made_good(game: Game) -> None:
    counted = Death(app="chances")
    with taken_back(), connection.execute_wrapper(counted):
        work_all()
        whole = known(game)
    assert counted.writes > 4
    for number in range(1, counted.writes + 1):
        with taken_back():
            with pytest.raises(Killed), connection.execute_wrapper(Death(number, "chances")):
                work_all()
            before = GameChances.objects.filter(game=game).values_list("count", flat=True).first() or 0
            GameChances.objects.update(taken_until=None)  # as when the time of the dead worker is over
            played = Counted()
            with played.watching():
                work_all()
            assert known(game) == whole, number
            assert played.times == len(whole[0]) - before, number  # type: ignore[arg-type]  # no turn twice


class Counted:
    """Counts the turns that are played on."""

    times = 0

    def watching(self) -> pytest.MonkeyPatch.context:  # type: ignore[valid-type]
        real: Callable[..., object] = Playouts.tally

        def tally(playouts: Playouts, *given: object) -> object:
            self.times += 1
            return real(playouts, *given)

        context = pytest.MonkeyPatch.context()
        patched = context.__enter__()
        patched.setattr(Playouts, "tally", tally)
        return _Leaving(context)


class _Leaving:
    def __init__(self, context: object) -> None:
        self.context = context

    def __enter__(self) -> None: ...

    def __exit__(self, *exc: object) -> None:
        self.context.__exit__(*exc)  # type: ignore[attr-defined]


def test_two_workers_never_add_the_same_turn(game: Game) -> None:
    row = take(game, db_now())
    assert row is not None and take(game, db_now()) is None
    late = GameChances.objects.get(game=game)
    assert work_on(row, game)
    assert not services.store(late, row.turns[0]) and known(game)[2] == row.count


def test_work_that_is_stopped_is_taken_up_at_once(game: Game) -> None:
    row = take(game, db_now())
    assert row is not None and not work_on(row, game, lambda: False)
    row.refresh_from_db()
    assert row.tries == 0  # nothing has gone wrong
    assert work_waits(db_now()) and work_all() == 1


def test_a_game_that_kills_its_workers_is_given_up(game: Game) -> None:
    for _worker in range(TRIES):
        assert take(game, db_now()) is not None
        GameChances.objects.update(taken_until=None)
    assert take(game, db_now()) is None
    assert known(game) == ([], [], 0, True) and not due(db_now()).exists()
    assert chances_part(game_for(person("bob"), game.slug), PageReader.of(person("carol"))) is None


def test_a_game_that_cannot_be_played_on_is_left_out(game: Game, caplog: pytest.LogCaptureFixture) -> None:
    Entry.objects.filter(game=game, kind="start").update(action={"family": "classic@999", "map": "classic@1"})
    assert work_all() == 1 and known(game) == ([], [], 0, True)
    assert "cannot be worked out" in caplog.text


def test_a_game_that_has_just_ended_waits(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "BEGINS_AFTER", timedelta(minutes=2))
    assert not work_waits(db_now())
    assert work_waits(db_now() + timedelta(minutes=2)) and services.BEGINS_AFTER < MAIL_WAITS / 2


def test_old_games_are_left_alone_unless_asked_for(game: Game) -> None:
    Game.objects.update(ended_at=timezone.now() - services.AGE - timedelta(days=1))
    assert not work_waits(db_now())
    call_command("chances", "--game", game.slug)
    assert known(game)[3]
    for slug in (game.slug, "nothing-like-it"):
        with pytest.raises(CommandError):
            call_command("chances", "--game", slug)


def test_nothing_of_a_running_game() -> None:
    play = table()
    game = play.fresh()
    assert not due(db_now()).exists()
    with pytest.raises(ValueError, match="running"):
        Playouts(game, [])
    point = {"seq": 1, "until": 2, "round": 1, "seat": 0, "whose": 0, "before": 0, "after": 1, "ends": False}
    quiet = {"out": [], "gained": [], "broke": [], "sets": 0, "armies": 0, "captures": 0}
    GameChances.objects.create(game=game, turns=[[1, 1, 0, 3, [1, 1, 1]]], points=[point | quiet], done_at=db_now())
    access = game_for(play.alice, game.slug)
    assert chances_part(access, PageReader.of(play.alice)) is None
    assert key_moments(game, COLOURS) == []
    with pytest.raises(CommandError):
        call_command("chances", "--game", game.slug)


def test_the_page_costs_one_query_more(game: Game, django_assert_num_queries: Callable[[int], object]) -> None:
    access, reading = game_for(person("bob"), game.slug), PageReader.of(person("carol"))
    for _state in ("before", "after"):
        with django_assert_num_queries(1):  # type: ignore[attr-defined]
            chances_part(access, reading)
        work_all()
    with django_assert_num_queries(1):  # type: ignore[attr-defined]
        found = key_moments(game, COLOURS)
    assert len(found) == len(known(game)[1]) and found[0].title.startswith("Round ")  # type: ignore[arg-type]


def test_the_result_shows_them(game: Game, client: Client) -> None:
    address = reverse("game", args=[game.slug])
    assert "Turning points" not in client.get(address).content.decode()
    row = take(game, db_now())
    waiting = Client().get(address, {"now": 1}).content.decode()
    assert "0 turns are done" in waiting and '<svg class="plot"' not in waiting
    assert row is not None and work_on(row, game)
    page = Client().get(address, {"now": 2}).content.decode()
    assert page.count('class="flag"') == len(known(game)[1])  # type: ignore[arg-type]
    assert '<svg class="plot"' in page and "Games won, turn by turn, in a table" in page


def test_the_mail_about_the_end_waits_for_them(django_capture_on_commit_callbacks: Callable[..., object]) -> None:
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        game = ended_game(person("alice"))
    mail = OutboxMail.objects.get(game=game, template="over")
    assert mail.not_before == mail.wanted_at > db_now() + MAIL_WAITS - timedelta(minutes=1)
    work_all()
    mail.refresh_from_db()
    assert mail.not_before == mail.wanted_at <= db_now()
    hold_mails(game.pk, db_now())
    OutboxMail.objects.update(state=OutboxMail.State.SENT)
    sent = OutboxMail.objects.get(pk=mail.pk).not_before
    hold_mails(game.pk, db_now() + timedelta(hours=1))
    assert OutboxMail.objects.get(pk=mail.pk).not_before == sent


def test_a_host_may_turn_them_off(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Callable[..., object]
) -> None:
    monkeypatch.setattr(settings, "CHANCES", False)
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        game = ended_game(person("alice"))
    assert OutboxMail.objects.get(game=game, template="over").not_before <= db_now()
    assert not BACKGROUND["chances"].waits(db_now())
    monkeypatch.setattr(settings, "CHANCES", True)
    assert BACKGROUND["chances"].waits(db_now())


def test_an_adjudicated_game_ends_with_its_first_place() -> None:
    game = ended_game(person("alice"), last_round=2)
    assert game.result["winners"] == [] and work_all() == 1
    last = GameChances.objects.get(game=game).points[-1]
    first = game.result["places"][0]
    assert last["after"] == (1 / len(first) if last["whose"] in first else 0)


def test_games_of_all_families() -> None:
    for rules in ("godstorm", "risk2210"):
        game = ended_game(person(f"of-{rules}"), rules=rules, last_round=1)
        assert work_all() == 1 and known(game)[1], rules


def test_a_position_is_played_on_by_itself() -> None:
    """The game goes on after its chances were asked for as it would have without."""
    play = table()
    before = play.view()
    play_out(play.game.pk, rounds=2)
    assert before.round < play.fresh().round


def test_the_last_mail_tells_the_turning_points(game: Game) -> None:
    mail = OutboxMail.objects.get(game=game, template="over")
    assert "TURNING POINTS" not in rendered(mail)
    work_all()
    text, points = rendered(mail), known(game)[1]
    assert "TURNING POINTS" in text and "Your luck: " in text and "#chances" in text
    assert text.count("chance to win") >= len(points)  # type: ignore[arg-type]
    assert text.index("FINAL RANKING") < text.index("TURNING POINTS") < text.index("The dice key is now public")


def rendered(mail: OutboxMail) -> str:
    """The text of a mail, on one line."""
    return " ".join(str(mail_for(mail).body).split())
