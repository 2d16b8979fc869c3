"""One mail a round for who is out: who may follow, what is told and how often, and how it ends."""

from __future__ import annotations

import pytest
import time_machine
from django.db.models import F
from django.test import Client
from django.urls import reverse

from accounts.game_mail import mail_token, stop_mail
from accounts.models import User
from accounts.services import export_account
from following.models import Follow
from following.services import follow, rounds_tell
from games.errors import GameError
from games.mail.outbox import outbox_deliver
from games.mail.render import mail_for
from games.models import Game, OutboxMail, Player
from games.services.locks import db_now
from tests.games.kit import Table, finish, table
from tests.games.mail.test_news import take_all
from tests.games.test_lines import read
from tests.games.views.test_play import client
from tests.kit.dying import check_deaths

pytestmark = pytest.mark.django_db


@pytest.fixture
def play() -> Table:
    """A game from which bob is out, or alice if bob has the turn."""
    play = table()
    take_all(play, play.seat(loser_of(play)))
    return play


def loser_of(play: Table) -> User:
    fallen = Player.objects.filter(game=play.game, state=Player.State.OUT).first()
    if fallen is not None and fallen.user is not None:
        return fallen.user
    return play.bob if play.asked_user == play.alice else play.alice


def go_on(play: Table) -> None:
    """Let a round be over."""
    Game.objects.filter(pk=play.game.pk).update(round=F("round") + 1)


def queued() -> int:
    return OutboxMail.objects.filter(template="round").count()


def test_who_is_out_may_follow_and_stop(play: Table) -> None:
    user = loser_of(play)
    page = read(client(user), reverse("game", args=[play.game.slug]))
    assert "Follow by email, once a round" in page
    assert f'href="{reverse("games-public")}">Find your next game' in page
    answer = client(user).post(reverse("follow", args=[play.game.slug]), {"do": "start"}, follow=True)
    assert "You get one email when each round is over." in answer.content.decode()
    assert "Stop these emails" in answer.content.decode() and Follow.objects.get().user == user
    client(user).post(reverse("follow", args=[play.game.slug]), {"do": "stop"})
    assert not Follow.objects.exists()


def test_nobody_else_may(play: Table) -> None:
    winner = play.alice if loser_of(play) == play.bob else play.bob
    with pytest.raises(GameError, match="out of a running game"):
        follow(play.fresh(), winner)
    answer = client(winner).post(reverse("follow", args=[play.game.slug]), follow=True)
    assert "Only players who are out of a running game" in answer.content.decode()
    assert "Follow by email" not in read(client(winner), reverse("game", args=[play.game.slug]))
    assert not Follow.objects.exists()


def test_a_round_is_told_once(play: Table) -> None:
    user = loser_of(play)
    follow(play.fresh(), user)
    assert rounds_tell(db_now()) == 0 and queued() == 0
    play.order("end turn")
    go_on(play)
    assert rounds_tell(db_now()) == 1 and rounds_tell(db_now()) == 0
    row = OutboxMail.objects.get(template="round")
    assert row.user == user
    mail = mail_for(row)
    assert mail.subject.startswith("Long Winter: round ") and mail.subject.endswith(" is over")
    assert "Territories now:" in mail.body and "Dice:" not in mail.body
    told = mail.body.partition("WHAT HAPPENED\n")[2].partition("\n\n")[0]
    assert told.startswith("- ") and " (" in told, "a few words for each seat"
    assert "/history/" in mail.body and "Leave" not in mail.body, "who is out has no seat to leave"
    assert "List-Unsubscribe" in mail.message()
    go_on(play)
    assert rounds_tell(db_now()) == 1 and queued() == 2


def test_several_rounds_at_once_are_one_mail(play: Table) -> None:
    follow(play.fresh(), loser_of(play))
    go_on(play)
    go_on(play)
    assert rounds_tell(db_now()) == 1 and queued() == 1


def test_one_click_of_a_mail_program_ends_it(play: Table) -> None:
    user = loser_of(play)
    follow(play.fresh(), user)
    go_on(play)
    rounds_tell(db_now())
    url = reverse("mail-preferences", args=[mail_token(user, "follow")])
    answer = Client().post(url, {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200 and not Follow.objects.exists()
    outbox_deliver()
    assert OutboxMail.objects.get(template="round").state != OutboxMail.State.SENT


def test_all_mail_stopped_ends_it_too(play: Table) -> None:
    user = loser_of(play)
    follow(play.fresh(), user)
    stop_mail(user, "news")
    assert Follow.objects.exists()
    stop_mail(user)
    assert not Follow.objects.exists()


def test_the_end_of_the_game_is_the_end_of_it(play: Table) -> None:
    user = loser_of(play)
    follow(play.fresh(), user)
    finish(play, play.waiting.seat)
    assert rounds_tell(db_now()) == 0 and queued() == 0 and not Follow.objects.exists()
    with pytest.raises(GameError):
        follow(play.fresh(), user)


def test_the_mail_of_who_is_out_leads_there(play: Table) -> None:
    mail = mail_for(OutboxMail.objects.get(template="out"))
    assert "one email when each round is over" in " ".join(mail.body.split())


def test_an_export_names_the_games(play: Table) -> None:
    user = loser_of(play)
    follow(play.fresh(), user)
    assert export_account(user)["follows"] == ["Long Winter"]


@pytest.mark.once
def test_a_worker_that_dies_tells_nobody_twice(play: Table) -> None:
    follow(play.fresh(), loser_of(play))
    go_on(play)
    with time_machine.travel(db_now(), tick=False):
        assert check_deaths(lambda: rounds_tell(db_now()), "following") >= 2
