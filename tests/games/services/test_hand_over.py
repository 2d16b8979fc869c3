"""Seats that change hands without an organizer, as the rules of an event say."""

from __future__ import annotations

import pytest
from django.db import transaction

from accounts.services import delete_account
from games.errors import GameClosed, GameError, LobbyError, NotAllowed
from games.mail.tables import seat_lost
from games.models import AuditEntry, Entry, OutboxMail, Player
from games.selectors.integrity import game_issues
from games.selectors.mailed_game import MailReader
from games.services.organize import game_replace, game_void
from games.services.seats import seat_hand_over, standing_set
from tests.games.kit import Table, person, table

pytestmark = pytest.mark.django_db
WHY = "no answer by the first deadline"


def give(play: Table, seat: int, **taker: object) -> Player:
    seat_hand_over(game_id=play.game.pk, seat=seat, reason=WHY, **taker)  # type: ignore[arg-type]
    assert not list(game_issues(play.fresh()))
    return Player.objects.get(game=play.game, seat=seat)


def test_a_substitute_gets_the_seat_with_the_whole_turn_and_nothing_of_who_had_it() -> None:
    play = table(turn_hours=72)
    seat, left, carol = play.waiting.seat, play.asked_user, person("carol")
    standing_set(game_id=play.game.pk, user_id=left.pk, text="when attacked: ask me")
    play.game.players.update(missed=1, came=False)
    before = play.waiting.deadline_at
    player = give(play, seat, by=carol)
    assert (player.user, player.missed, player.state) == (carol, 0, Player.State.PLAYING)
    assert not player.standing_texts.exists() and play.waiting.deadline_at >= before  # type: ignore[operator]
    note = play.game.entries.get(events__0__type="host.replaced")
    assert note.source == Entry.Source.SYSTEM and note.events[0]["reason"] == WHY
    assert not AuditEntry.objects.exists()
    mail = OutboxMail.objects.get(template="unseated", user=left)
    told = " ".join(seat_lost(mail, MailReader.of(mail))["lead"])
    assert "went to carol" in told and WHY in told and "organizer" not in told
    play.order(play.likely())


def test_a_bot_takes_a_seat_and_plays_on() -> None:
    play = table()
    seat, turn = play.waiting.seat, play.fresh().seq
    player = give(play, seat, bot="recruit")
    assert (player.user, player.bot) == (None, "recruit")
    assert play.game.entries.filter(seq__gt=turn, seat=seat, source=Entry.Source.BOT).exists()


def test_an_organizer_still_reads_as_one() -> None:
    play = table()
    game_replace(game_id=play.game.pk, user=person("olga"), reason="ill", seat=play.seat(play.bob), bot="recruit")
    mail = OutboxMail.objects.get(template="unseated")
    assert "An organizer gave your seat" in " ".join(seat_lost(mail, MailReader.of(mail))["lead"])
    mail.context.pop("by_organizer")  # queued by the release before
    assert "An organizer gave your seat" in " ".join(seat_lost(mail, MailReader.of(mail))["lead"])


def test_what_cannot_be_is_refused_and_changes_nothing() -> None:
    play = table()
    mine, gone = play.seat(play.alice), person("gone")
    delete_account(gone)
    refusals: list[tuple[dict[str, object], type[Exception], str]] = [
        ({"by": play.bob}, GameError, "bob already plays"),
        ({}, GameError, "either a person or a bot"),
        ({"by": person("carol"), "bot": "recruit"}, GameError, "either a person or a bot"),
        ({"bot": "caretaker"}, LobbyError, "no bot called caretaker"),
        ({"by": gone}, NotAllowed, ""),
    ]
    for taker, error, words in refusals:
        with pytest.raises(error, match=words):
            give(play, mine, **taker)
    with pytest.raises(GameError, match="no such seat"):
        give(play, 9, bot="recruit")
    assert Player.objects.get(game=play.game, seat=mine).user == play.alice
    game_void(game_id=play.game.pk, user=person("olga"), reason="over")
    with pytest.raises(GameClosed):
        give(play, mine, bot="recruit")


def test_it_is_part_of_the_transaction_of_its_caller() -> None:
    play = table()
    with pytest.raises(RuntimeError), transaction.atomic():
        give(play, play.seat(play.bob), by=person("carol"))
        raise RuntimeError
    assert Player.objects.get(game=play.game, user=play.bob) and not OutboxMail.objects.filter(template="unseated")


def test_the_seat_keeps_who_came_first() -> None:
    play = table(bots=("random", "recruit"))
    seat = play.seat(play.bob)
    bots = play.game.players.get(bot="recruit").seat
    assert give(play, seat, bot="recruit").first_holder == f"person:{play.bob.pk}"
    assert give(play, seat, by=person("carol")).first_holder == f"person:{play.bob.pk}"
    assert give(play, bots, by=person("dora")).first_holder == "bot:recruit"
    assert Player.objects.get(game=play.game, user=play.alice).first_holder == ""
