"""Mails of one game made together: read once what they share, told each seat what it may know."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

import engine
from games.journal import state_at
from games.mail.mailed import MailedGame
from games.mail.render import mail_for
from games.models import Snapshot
from tests.games.kit import Table, table
from tests.games.mail.kit import row

pytestmark = pytest.mark.django_db


@pytest.fixture
def play() -> Table:
    play = table()
    for _ in range(3):
        play.order(play.likely())
    return play


def test_a_turn_mail_takes_six_queries_and_the_next_of_its_game_four(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    play = table()
    state = state_at(play.game, play.fresh().seq)
    Snapshot.objects.update_or_create(game=play.game, seq=play.game.seq, defaults={"state": engine.pack(state)})
    asked, mailed = row(play.game, "turn", play.waiting.seat), MailedGame(play.game.pk)
    mail_for(asked)  # the picture, and what is compiled once
    with django_assert_num_queries(6):  # game, seats, what is open, the view, where the story begins, its entries
        first = mail_for(asked, mailed)
    mailed.refresh()
    with django_assert_num_queries(4):
        second = mail_for(asked, mailed)
    assert first.body == second.body


def test_what_changed_between_two_mails_of_a_game_is_told(play: Table) -> None:
    mailed = MailedGame(play.game.pk)
    before = mailed.view(0), mailed.people(0), mailed.entries_since(0)
    play.order(play.likely())
    play.game.players.filter(seat=0).update(user=None, bot="recruit")
    assert (mailed.view(0), mailed.people(0), mailed.entries_since(0)) == before
    mailed.refresh()
    assert mailed.view(0) == play.view(0) != before[0] and mailed.people(0) != before[1]
    assert mailed.entries_since(0)[-1].seq == play.game.seq > before[2][-1].seq


def test_a_story_is_the_same_from_a_longer_stretch(play: Table) -> None:
    alone, after = MailedGame(play.game.pk), MailedGame(play.game.pk)
    after.entries_since(0)
    for seq in range(play.fresh().seq + 1):
        assert after.entries_since(seq) == MailedGame(play.game.pk).entries_since(seq) == alone.entries_since(seq)
