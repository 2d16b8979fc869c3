"""Queries that are compiled once give what their querysets give, with the values of each call."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from django.db import transaction
from django.db.models import Model
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

import engine
from accounts import models
from accounts.models import User
from common.prepared import Prepared
from games.mail import leases
from games.models import OutboxMail, Player, Snapshot, StandingOrder
from games.play import journal_reader
from games.selectors import access, lists, mailed_game, page_data, story
from games.services.invitations import invite_send
from games.services.locks import game_lock
from games.services.seats import standing_set
from games.views import public
from press import selectors as press
from press.audience import Audience
from press.services.messages import press_send, write_to_all
from tests.games.kit import Table, make_table, person, table
from tests.games.views.test_play import client

# Databases reject values out of range differently.
pytestmark = [pytest.mark.django_db, pytest.mark.databases, pytest.mark.nothing_new]

STORY = {"game": "game"}
SIGHTS = {f"messages, {flags}": press.Sight(1, *flags) for flags in product((False, True), repeat=4)}
RECALLED = story.with_recalled("deploy.place", 3)
QUERIES: dict[str, tuple[Prepared[Any], list[dict[str, str]]]] = {
    "players": (access.PLAYERS, [{"slug": "slug", "user": "alice"}, {"slug": "slug", "user": "bob"}]),
    "watched": (public.PUBLIC_GAME, [{"slug": "slug"}]),
    "turns": (lists.TURNS, [{"user": "alice"}, {"user": "bob"}]),
    **{
        name: (query, [{"user": "alice"}, {"user": "bob"}])
        for name, query in {
            "my turns": lists.MY_TURNS,
            "my seats": lists.MY_SEATS,
            "seats around": lists.SEATS_AROUND,
            "open tables": lists.OPEN_TABLES,
            "taken seats": lists.TAKEN,
            "invited": lists.INVITED,
        }.items()
    },
    "open": (page_data.OPEN, [{"game": game, "user": user} for game in ("game", "0") for user in ("alice", "bob")]),
    "story": (story.ENTRIES, [STORY | {"after": "0", "until": "5"}, STORY | {"after": "3", "until": "4"}]),
    "recalled": (RECALLED, [STORY | {"after": "0", "until": "5"}, STORY | {"after": "4", "until": "seq"}]),
    "person": (models.PERSON, [{"pk": "alice"}, {"pk": "bob"}]),
    "snapshot": (journal_reader.SNAPSHOT, [{"game": "game", "seq": "seq"}, {"game": "game", "seq": "1"}]),
    "own": (
        story.OWN,
        [
            STORY | {"seat": seat, "after": after, "before": before, "ref": ref}
            for seat in "01"
            for after, before, ref in [("-1", "1000000000", "1000000000"), ("0", "9", "9"), ("-1", "1", "9")]
        ],
    ),
    "mailed game": (mailed_game.GAME, [{"game": "game"}]),
    "mailed waiting": (mailed_game.WAITING, [{"game": "game"}]),
    "mail": (leases.MAIL, [{"pk": "mail"}]),
    "mailed players": (mailed_game.PLAYERS, [{"game": "game"}]),
    **{
        name: (
            press.count_by(sight),
            [
                {each: each for each in ("game", *sight.kinds)} | {"player": f"{reader} seat", "user": reader}
                for reader in ("alice", "bob")
            ],
        )
        for name, sight in SIGHTS.items()
    },
    "to fold": (journal_reader.TO_FOLD, [STORY | {"after": "0", "seq": "seq"}, STORY | {"after": "2", "seq": "4"}]),
}


@pytest.fixture
def play() -> Table:
    play = table()
    standing_set(game_id=play.game.pk, user_id=play.alice.pk, text="when attacked: ask me")
    for _ in range(3):
        play.order(play.likely())
    gathering = make_table(person("carol"), name="Dusk", rules="modern", seats_wanted=3)
    for user in (play.alice, play.bob):
        press_send(game_id=play.game.pk, user_id=user.pk, to=Audience(frozenset()), text="Hello.", source="web")
    with transaction.atomic():
        write_to_all(game_lock(play.game.pk), person("olga"), "Good evening.")
    invite_send(game_id=gathering.pk, user=gathering.creator, whom="bob")
    return play


def values_of(play: Table, words: dict[str, str]) -> dict[str, Any]:
    found = {
        "slug": play.game.slug,
        "game": play.game.pk,
        "seq": play.fresh().seq,
        "alice": play.alice.pk,
        "bob": play.bob.pk,
        "mail": OutboxMail.objects.latest("pk").pk,
        "alice seat": seat(play, play.alice),
        "bob seat": seat(play, play.bob),
        "turn": "another",
        "since": press.FIRST,
        "until": press.LAST,
        "now": timezone.now(),
    }
    return {name: found[word] if word in found else int(word) for name, word in words.items()}


def seat(play: Table, user: User) -> int:
    return Player.objects.get(game=play.game, user=user).pk


def content(row: Model | tuple[Any, ...]) -> object:
    """What a row holds, with the rows that came with it."""
    if isinstance(row, tuple):
        return row
    held = {key: value for key, value in row.__dict__.items() if key != "_state"}
    return held | {"rows": {key: content(value) for key, value in row._state.fields_cache.items() if value is not None}}


@pytest.mark.parametrize("name", list(QUERIES))
def test_a_prepared_query_gives_the_rows_of_its_queryset(
    play: Table, name: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    query, asked = QUERIES[name]
    for words in [*asked, *asked]:
        values = values_of(play, words)
        with django_assert_num_queries(1):
            rows = query(**values)
        plain = list(query.plain(**values))
        assert list(map(type, rows)) == list(map(type, plain))
        assert list(map(content, rows)) == list(map(content, plain))
        assert all(row._state.db == "default" for row in rows if isinstance(row, Model))
    assert any(query(**values_of(play, words)) for words in asked)


def test_every_prepared_query_is_compared() -> None:
    modules = (models, access, journal_reader, leases, lists, mailed_game, page_data, public, story)
    here = [vars(module).values() for module in modules]
    there = {id(value) for values in here for value in values if isinstance(value, Prepared)}
    made = {id(RECALLED), *(id(press.count_by(sight)) for sight in SIGHTS.values())}
    assert there | made == {id(query) for query, _ in QUERIES.values()}


def test_wrong_names_and_lost_parameters_are_refused() -> None:
    with pytest.raises(TypeError, match="takes game"):
        mailed_game.WAITING(player=3)
    lost: Prepared[StandingOrder] = Prepared(lambda name: StandingOrder.objects.filter(text=name[:3]), name=str)
    with pytest.raises(ValueError, match="do not reach"):
        lost(name="x")


def test_a_person_is_found_by_a_prepared_query(play: Table, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(1) as asked:
        assert User.objects.get(pk=play.alice.pk).username == play.alice.username
    assert "LIMIT" not in asked[0]["sql"]  # which Django's `get` sets
    with pytest.raises(User.DoesNotExist):
        User.objects.get(pk=0)


def test_a_state_that_was_kept_needs_no_entry(play: Table, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    game = play.fresh()
    state = journal_reader.state_at(game, game.seq)
    Snapshot.objects.update_or_create(game=game, seq=game.seq, defaults={"state": engine.pack(state)})
    with django_assert_num_queries(1):
        assert engine.dump(journal_reader.state_at(game, game.seq)) == engine.dump(state)


def test_a_turn_page_asks_the_database_no_more_than_nine_times(
    play: Table, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    """Login and account, the table with the reader's standing order, the state in two parts, what is open here and
    elsewhere, where the story begins, the story, and what players wrote."""
    visitor, page = client(play.asked_user), reverse("game", args=[play.game.slug])
    visitor.get(page)
    with django_assert_max_num_queries(9):
        assert visitor.get(page).status_code == 200
