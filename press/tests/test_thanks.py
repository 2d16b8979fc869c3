"""A line of thanks from the page of an ended game."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import Game, Player
from press.models import Message
from tests.games.kit import Table, finish, person, table
from tests.games.mail.kit import html_of, made

pytestmark = pytest.mark.django_db
FORM = 'id="thanks-text"'


def ended() -> Table:
    play = table()
    finish(play, 0)
    Game.objects.update(ended_at=timezone.now())
    return play


def page(play: Table, client: Client) -> str:
    return client.get(reverse("game", args=[play.game.slug])).content.decode()


def test_a_player_thanks_everyone(client: Client) -> None:
    play = ended()
    client.force_login(play.alice)
    shown = page(play, client)
    address = reverse("game-message-new", args=[play.game.slug])
    assert FORM in shown and f'action="{address}"' in shown
    answer = client.post(address, {"to": "all", "text": "Thanks for the game!"})
    assert answer.status_code == 302
    sent = Message.objects.get(game=play.game)
    assert sent.text == "Thanks for the game!"


def test_the_mail_about_the_end_leads_to_the_line_of_thanks() -> None:
    play = ended()
    mail = made(play.fresh(), "over", play.seat(play.alice))
    assert "SAY THANKS" in mail.body and f"/g/{play.game.slug}/#thanks" in mail.body
    assert "#thanks" in html_of(mail)
    Player.objects.filter(game=play.game, user=play.bob).update(state=Player.State.RESIGNED)
    assert "#thanks" not in made(play.fresh(), "over", play.seat(play.bob)).body
    Game.objects.update(press="none")
    assert "#thanks" not in made(play.fresh(), "over", play.seat(play.alice)).body


def test_nobody_else_is_asked_to(client: Client) -> None:
    play = ended()
    assert FORM not in page(play, client)
    client.force_login(person("carol"))
    assert FORM not in page(play, client)
    client.force_login(play.bob)
    Game.objects.update(press="none")
    assert FORM not in page(play, client)


def test_a_player_alone_among_bots_thanks_nobody(client: Client) -> None:
    play = ended()
    play.game.players.filter(user=play.bob).update(user=None, bot="recruit")
    client.force_login(play.alice)
    assert FORM not in page(play, client)
