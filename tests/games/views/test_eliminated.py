"""What is left to whoever is out of a game of Godstorm: to watch. Nothing they had opens anything any more."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.mail.links import RECLAIM_SEAT, OrderLink, link_path
from games.models import Player
from games.services.seats import standing_set
from tests.games.api.kit import Program, program
from tests.games.decisions.godstorm.kit import war_state
from tests.games.decisions.positions import Asked, lay
from tests.games.kit import table
from tests.games.views.test_play import client

pytestmark = pytest.mark.django_db

COLOURS = ("red", "blue", "green")
HIDDEN = ("Storms Rage", "Men Become Warriors")


@pytest.fixture
def asked() -> Asked:
    """A game in which Alice has taken the last territory of Bob, who had a card and a standing order."""
    play = table("godstorm", bots=("random",))
    lay(play, war_state())  # Alice has the first seat now
    bob = play.seat(play.bob)
    other = ({1, 2} - {bob}).pop()
    board = f"red: Gaul 60 | {COLOURS[bob]}: Liguria 1 | {COLOURS[other]}: *1"
    hands = {"red": ["Storms Rage"], COLOURS[other]: ["Men Become Warriors"], COLOURS[bob]: ["Lava Erupts"]}
    asked = lay(play, war_state(board, miracles=hands))
    assert "Lava Erupts" in client(play.bob).get(asked.url).content.decode()
    standing_set(game_id=play.game.pk, user_id=play.bob.pk, text="never play Lava Erupts")
    play.order("attack Gaul Liguria until captured, then advance all")
    assert play.view().seats[bob].out and Player.objects.get(game=play.game, seat=bob).state == "out"
    return asked


def journal_of(asked: Asked) -> tuple[int, Any]:
    game = asked.play.fresh()
    return game.seq, asked.play.waiting.seat


def test_the_page_shows_what_spectators_see(asked: Asked) -> None:
    play = asked.play
    assert play.view(play.seat(play.bob)).extra == {**play.view().extra, "cards": []}
    for path in (
        asked.url,
        reverse("game-history", args=[play.game.slug]),
        reverse("game-settings", args=[play.game.slug]),
    ):
        page = client(play.bob).get(path).content.decode()
        assert not any(title in page for title in HIDDEN) and 'id="order"' not in page


def test_forms_links_and_programs_change_nothing(asked: Asked) -> None:
    play, before = asked.play, journal_of(asked)
    bob, row = play.seat(play.bob), play.waiting
    visitor = client(play.bob)
    for fields in (
        {"act": "turn.end"},
        {"line": "1", "order": "end turn"},
        {"act": "cards.play", "f-card": '"Lava Erupts"'},
    ):
        answer = visitor.post(asked.url, {"ref": row.ref, "key": "x", **fields})
        assert answer.status_code in (403, 409), answer.status_code
    slug = play.game.slug
    for name in ("game-undo", "game-settings"):
        answer = visitor.post(reverse(name, args=[slug]), {"act": "resign", "sure": "1"})
        assert answer.status_code in (302, 403, 404, 409, 422), (name, answer.status_code)
    for ref in (asked.row.ref, row.ref):
        for order in ("play Lava Erupts", "end turn", RECLAIM_SEAT):
            path = link_path(OrderLink(play.game.pk, bob, ref, order, play.bob.pk))
            for answer in (Client().get(path), Client().post(path)):
                assert answer.status_code in (200, 409), (order, answer.status_code)
                assert not any(title in answer.content.decode() for title in HIDDEN)
    check_program(program(play.bob), slug, row.ref)
    assert journal_of(asked) == before
    assert Player.objects.get(game=play.game, seat=bob).state == "out"


def check_program(bot: Program, slug: str, ref: int) -> None:
    for operation, body in (
        ("orders", {"ref": ref, "order": "end turn"}),
        ("try", {"ref": ref, "order": "end turn"}),
        ("undo", {}),
        ("resign", {}),
        ("return", {}),
    ):
        answer = bot.post(f"games/{slug}/{operation}/", body)
        assert 400 <= answer.status_code < 500 and answer.json()["message"], (operation, answer.content)
    for operation in ("view", "options", "history"):
        answer = bot.get(f"games/{slug}/{operation}/")
        assert answer.status_code < 500 and not any(title in answer.content.decode() for title in HIDDEN)
