"""Nothing is mailed about a board that its reader has open: polls note who looks, the outbox asks before it sends."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from itertools import product

import pytest
from django.core import mail
from django.core.cache import cache
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.mail.outbox import BOARD_FOLLOWS, outbox_deliver
from games.models import OutboxMail, Player
from games.selectors.access import mac_of
from games.selectors.presence import Shown, note_open, open_board
from games.services.notifications import NewMail, mail_enqueue
from games.services.organize import game_pause
from tests.games.kit import Table, table
from tests.games.selectors.test_polling import poll_of
from tests.games.views.test_play import client
from tests.kit.services import Services
from tests.routes_kit import organizer

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Nobody has looked yet, here or in the tests that follow, whose seats have the same numbers."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def play() -> Table:
    return table()


def seat(play: Table) -> Player:
    """The seat that is asked."""
    return play.waiting.player


def looked_at(play: Table) -> Shown | None:
    """What the person who is asked has before their eyes."""
    return open_board(seat(play).pk, play.asked_user.pk)


def turn_mail() -> OutboxMail:
    return OutboxMail.objects.filter(template="turn").latest("pk")


def test_an_idle_poll_notes_the_look_without_a_further_query(
    play: Table, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    visitor = client(play.asked_user)
    asked = poll_of(visitor, play)
    visitor.get(asked)
    assert looked_at(play) is None, "nobody has touched the page for a while"
    with django_assert_num_queries(1):
        assert visitor.get(f"{asked}&here=1").status_code == 204
    assert looked_at(play) == Shown(play.fresh().seq, play.waiting.ref)


def test_nobody_looks_from_a_seat_that_is_not_theirs(play: Table) -> None:
    mine, other = client(play.alice), Player.objects.get(game=play.game, user=play.bob)
    own = Player.objects.get(game=play.game, user=play.alice)
    asked = poll_of(mine, play)
    for forged in (f"at={other.pk}.{play.alice.pk}.", f"at={own.pk}.{play.bob.pk}.", f"at={other.pk}.{play.bob.pk}."):
        mine.get(f"{asked.replace(f'at={own.pk}.{play.alice.pk}.', forged)}&here=1")
    client().get(f"{poll_of(client(), play)}&here=1")
    for player, user in product((own, other), (play.alice, play.bob)):
        assert open_board(player.pk, user.pk) is None


def test_a_page_of_an_older_release_is_polled_and_notes_nothing(play: Table) -> None:
    game, shown = play.fresh(), f"{seat(play).pk}.{play.waiting.ref}"
    old = f"/g/{game.slug}/poll/?seq={game.seq}&at={shown}&mac={mac_of(game.slug, str(game.seq), shown)}&here=1"
    assert client(play.asked_user).get(old).status_code == 204
    assert looked_at(play) is None


def test_a_question_that_is_on_the_open_board_is_not_mailed(play: Table) -> None:
    visitor = client(play.asked_user)
    visitor.get(f"{poll_of(visitor, play)}&here=1")
    outbox_deliver()
    row = turn_mail()
    assert (row.state, row.error) == (OutboxMail.State.CANCELLED, "its reader had the board open and saw it there")
    assert play.asked_user.email not in {address for message in mail.outbox for address in message.to}


def test_a_mail_waits_for_a_board_that_has_not_followed_yet(play: Table) -> None:
    now = timezone.now()
    note_open(seat(play).pk, play.asked_user.pk, Shown(play.fresh().seq - 1, play.waiting.ref - 1))
    outbox_deliver()
    row = turn_mail()
    assert row.state == OutboxMail.State.QUEUED and row.attempts == 0
    assert BOARD_FOLLOWS - timedelta(seconds=2) < row.not_before - now < BOARD_FOLLOWS + timedelta(seconds=20)
    cache.clear()  # as time does
    OutboxMail.objects.filter(pk=row.pk).update(not_before=timezone.now())
    outbox_deliver()
    assert turn_mail().state == OutboxMail.State.SENT, "the board was closed before it showed the question"


def test_a_page_that_has_followed_spares_the_mail(play: Table) -> None:
    """A poll that shows the page anew is a look at the game, and the next one at its question."""
    waiting_for = play.asked_user
    other = play.bob if waiting_for == play.alice else play.alice
    visitor = client(other)
    asked = poll_of(visitor, play)
    while play.asked_user != other:
        play.order(play.likely())
    page = visitor.get(f"{asked}&here=1")
    assert page.status_code == 200
    outbox_deliver()
    assert turn_mail().state == OutboxMail.State.QUEUED
    visitor.get(f"{poll_of(visitor, play)}&here=1")
    OutboxMail.objects.filter(pk=turn_mail().pk).update(not_before=timezone.now())
    outbox_deliver()
    assert turn_mail().state == OutboxMail.State.CANCELLED


def test_news_that_stand_on_the_open_board_are_not_mailed(play: Table) -> None:
    outbox_deliver()
    mail.outbox.clear()
    game_pause(game_id=play.game.pk, user=organizer("olga"), reason="a storm")
    own = Player.objects.get(game=play.game, user=play.alice)
    note_open(own.pk, play.alice.pk, Shown(play.fresh().seq, 0))
    outbox_deliver()
    assert {address for message in mail.outbox for address in message.to} == {play.bob.email}


def test_mail_about_no_game_does_not_ask(play: Table) -> None:
    note_open(seat(play).pk, play.asked_user.pk, Shown(play.fresh().seq, play.waiting.ref))
    mail_enqueue(NewMail(key="x", template="weekly", not_before=timezone.now(), user_id=play.asked_user.pk))
    outbox_deliver()
    assert OutboxMail.objects.get(template="weekly").state == OutboxMail.State.SENT


@pytest.mark.services
def test_another_process_knows_it(real_services: Services) -> None:
    """A web server notes, a worker asks: both by the cache that the whole site shares."""

    def run(code: str) -> str:
        lines = f"import django; django.setup(); from games.selectors.presence import *; {code}"
        environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings", "REDIS_URL": real_services.redis_url}
        done = subprocess.run(
            [sys.executable, "-c", lines], env=environment, check=True, timeout=120, capture_output=True, text=True
        )
        return done.stdout.strip()

    run("note_open(4711, 1, Shown(7, 3))")
    assert run("print(*open_board(4711, 1))") == "7 3"
    assert run("print(open_board(4712, 1), open_board(4711, 2))") == "None None"
