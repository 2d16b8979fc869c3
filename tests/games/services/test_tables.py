"""Tables of an event: given people and bots in given seats, and a log that proves who gave them."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from engine import journal
from engine.core.state import COLOURS
from games.errors import LobbyError
from games.models import Game
from games.play import chain
from games.selectors.integrity import game_issues
from games.services.lobby import game_join, game_rematch
from games.services.organize import game_void
from games.services.table_settings import TableSettings
from games.services.tables import table_create
from tests.games.kit import person

pytestmark = pytest.mark.django_db

DIGEST = "5f" * 32


def seated(*names: str, pairing: str = DIGEST, rules: str = "modern", bots: tuple[str, ...] = ()) -> Game:
    """A table of an event with these people, or bots by their names."""
    known = {"recruit", "veteran", "nobody"}
    seats = [name if name in known else User.objects.filter(username=name).first() or person(name) for name in names]
    return table_create(TableSettings(name="Cup", rules=rules, seats_wanted=6, bots=bots), seats, pairing=pairing)


def test_people_and_bots_keep_the_seats_in_which_they_are_given() -> None:
    game = seated("carol", "veteran", "alice", "recruit", bots=("recruit",))
    game.refresh_from_db()
    sat = [(player.user.username if player.user else player.bot) for player in game.players.order_by("seat")]
    assert sat == ["carol", "veteran", "alice", "recruit", "recruit"]
    assert game.is_running and game.seats_wanted == 5 and game.creator is None
    assert not game.waiting.exclude(player__user__username="carol").exclude(player__user__username="alice").exists()
    assert not list(game_issues(game))
    with pytest.raises(LobbyError, match="already begun"):
        game_join(game_id=game.pk, user=person("dave"))


def test_the_log_names_the_pairing_keeps_the_seats_and_has_everybodys_word_in_its_dice() -> None:
    game = seated("alice", "bob", "recruit")
    game_void(game_id=game.pk, user=person("olga"), reason="over")
    game.refresh_from_db()
    log = journal.read_log(chain.published_log(game))
    header = log.header
    assert (header.fieldpost, header.pairing, header.seats) == (3, DIGEST, COLOURS[:3])
    assert header.joined is not journal.UNSET
    assert [bool(each.word) for each in header.joined] == [True, True, False]
    journal.verify(log)
    other = journal.replace(header, joined=(journal.Joined("red", "another"), *header.joined[1:]))
    assert journal.first_head(other) != journal.first_head(header)
    page = Client().get(reverse("game-dice", args=[game.slug])).content.decode()
    assert "Pairing that gave the seats" in page and "5f5f 5f5f" in page


def test_two_tables_of_the_same_seats_differ_in_dice() -> None:
    """Seats are not drawn from the chain, but all dice are."""
    first, second = (seated("alice", "bob", "recruit", rules="classic_1959") for _ in range(2))
    assert first.head != second.head
    assert [row.entries.get(seq=1).draws for row in (first, second)][0] != second.entries.get(seq=1).draws


def test_bots_alone_play_their_game_if_a_pairing_seats_them() -> None:
    with pytest.raises(LobbyError, match="at least one person"):
        seated("recruit", "veteran", "recruit", pairing="")
    game = seated("recruit", "veteran", "recruit")
    assert game.seq > 100 and game.status in (Game.Status.RUNNING, Game.Status.OVER)


@pytest.mark.parametrize(
    ("names", "pairing", "words"),
    [
        (("alice", "bob", "recruit"), "5F" * 32, "named by its SHA-256"),
        (("alice", "bob", "recruit"), "round 3", "named by its SHA-256"),
        (("alice", "recruit", "nobody"), DIGEST, "no bot called nobody"),
        (("alice", "bob", "alice"), DIGEST, "alice cannot sit in two seats"),
        (("alice", "recruit") * 4, DIGEST, "1 to 6 seats"),
        ((), DIGEST, "at least one person|1 to 6 seats"),
    ],
)
def test_seats_that_cannot_be_given_leave_nothing_behind(names: tuple[str, ...], pairing: str, words: str) -> None:
    with pytest.raises(LobbyError, match=words):
        seated(*names, pairing=pairing)
    assert not Game.objects.exists()


def test_a_rematch_of_a_game_of_an_event_draws_its_seats() -> None:
    game = seated("alice", "bob", "recruit")
    game_void(game_id=game.pk, user=person("olga"), reason="over")
    again = game_rematch(game_id=game.pk, user=User.objects.get(username="alice"))
    again = game_join(game_id=again.pk, user=User.objects.get(username="bob"), invite_token=again.invite_token)
    assert again.is_running and chain.whole_log(again).header.fieldpost == 2
