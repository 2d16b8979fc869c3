"""What a seat holds secretly appears on no page, mail, log or poll of anybody else."""

from __future__ import annotations

import random

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

import engine
from games.mail.outbox import outbox_deliver
from games.models import Game, OutboxMail
from games.play.chain import published_log
from games.play.journal_reader import state_at
from games.selectors.access import view_of
from tests.games.kit import Table, person, table
from tests.games.views.test_play import client
from tests.kit.markup import one_line

pytestmark = pytest.mark.django_db

PAGES = ("game", "game-history", "game-odds", "game-orders", "game-log", "game-poll")


def with_cards(play: Table) -> dict[int, tuple[int, ...]]:
    """Give every seat three cards that nobody else holds; returns the hands."""
    from msgspec.structs import replace

    from games.models import Snapshot

    game = play.fresh()
    state = state_at(game, game.seq)
    cards = random.Random(7).sample(range(42), 9)
    hands = {seat: tuple(cards[seat * 3 : seat * 3 + 3]) for seat in range(3)}
    for seat, hand in hands.items():
        state.players[seat] = replace(state.players[seat], hand=hand)
    Snapshot.objects.update_or_create(game=game, seq=game.seq, defaults={"state": engine.pack(state)})
    return hands


def test_views_hold_only_the_own_hand() -> None:
    play = table()
    hands = with_cards(play)
    for viewer in (None, 0, 1, 2):
        assert view_of(play.game, viewer).hand == (hands[viewer] if viewer is not None else ())


@pytest.mark.parametrize("name", PAGES)
def test_two_games_that_differ_in_others_hands_look_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page of a reader is byte for byte the same whatever the others hold."""
    monkeypatch.setattr("games.selectors.page_data.secrets.token_hex", lambda size: "0" * size)
    play = table()
    with_cards(play)
    for reader in (play.alice, play.bob, None):
        seat = play.seat(reader) if reader else None
        first = page_of(play, name, reader)
        swap_others(play, seat)
        assert page_of(play, name, reader) == first


def page_of(play: Table, name: str, reader: object) -> str:
    import re

    text = one_line(client(reader).get(reverse(name, args=[play.game.slug])).content.decode())
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"|\d+ minutes?|\d+ hours?', "", text)


def swap_others(play: Table, mine: int | None) -> None:
    """Exchange the hands of two seats that the reader does not see."""
    from msgspec.structs import replace

    from games.models import Snapshot

    game = play.fresh()
    state = state_at(game, game.seq)
    others = [seat for seat in range(3) if seat != mine][:2]
    first, second = (state.players[seat].hand for seat in others)
    for seat, hand in zip(others, (second, first), strict=True):
        state.players[seat] = replace(state.players[seat], hand=hand)
    Snapshot.objects.update_or_create(game=game, seq=game.seq, defaults={"state": engine.pack(state)})


def test_mails_hold_only_the_readers_hand() -> None:
    play = table()
    hands = with_cards(play)
    names = engine.mapgraph(play.game.map).names
    OutboxMail.objects.filter(template="started").delete()
    outbox_deliver()
    assert mail.outbox and all(hands.values())
    for message in mail.outbox:
        reader = play.alice if play.alice.email in message.to else play.bob
        others = [card for seat, hand in hands.items() if seat != play.seat(reader) for card in hand]
        for card in others:
            assert f"{names[card]} (" not in message.body


def test_the_key_is_nowhere_while_the_game_runs() -> None:
    play = table()
    key = bytes(play.game.secret_key.key).hex()
    assert key not in published_log(play.fresh())
    for reader in (play.alice, None):
        for name in PAGES:
            assert key not in page_of(play, name, reader)
    Game.objects.filter(pk=play.game.pk).update(status=Game.Status.VOID)
    assert key in page_of(play, "game-log", None)


def test_standing_orders_are_for_their_owner() -> None:
    from games.services.seats import standing_set

    play = table()
    standing_set(game_id=play.game.pk, user_id=play.alice.pk, text="when attacked at Egypt: defend 1")
    for name in (*PAGES, "game-settings"):
        assert "attacked at Egypt" not in page_of(play, name, play.bob)
    assert "attacked at Egypt" in page_of(play, "game-settings", play.alice)


def test_settings_are_for_players_alone() -> None:
    play = table()
    address = reverse("game-settings", args=[play.game.slug])
    assert client(person("charlie")).get(address).status_code == 404
    assert Client().get(address).status_code == 302
