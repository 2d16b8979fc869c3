"""Where a friend who stands in finds the game, and where a table reads who is away."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
import time_machine
from django.urls import reverse
from django.utils.html import strip_tags

from accounts.models import User
from games.mail.notes import Button
from games.mail.render import mail_for
from games.models import OutboxMail, Waiting
from games.selectors.lists import my_games
from games.selectors.mailed_game import MailReader
from games.services.digests import due_readers
from games.services.mail_kinds import MAIL_KINDS
from tests.games.api.kit import program
from tests.games.kit import person
from tests.games.services.test_absence import HOUR, MONDAY, away_with_friend, midnight, play_with, sweep
from tests.games.views.test_play import client
from tests.routes_kit import organizer

pytestmark = [pytest.mark.django_db, pytest.mark.once]  # the clock of PostgreSQL cannot be moved


def page_of(user: User, address: str) -> str:
    with time_machine.travel(MONDAY + 26 * HOUR, tick=False):
        return " ".join(strip_tags(client(user).get(address).content.decode()).split())


def test_a_friend_finds_the_game_in_their_lists_and_the_owner_not_as_their_turn() -> None:
    play, friend = play_with(span=4320), person("friend")
    user, row = play.asked_user, play.waiting
    assert not my_games(friend).others
    away_with_friend(play, friend)
    with time_machine.travel(MONDAY + 26 * HOUR, tick=False):
        mine, own = my_games(friend), my_games(user)
        assert [(each.game_id, each.played_for) for each in mine.your_turn] == [(play.game.pk, user.username)]
        assert (own.your_turn, [player.played_for for player in own.others]) == ([], [""])
    colour = row.player.get_colour_display()
    assert f"you play {colour[0]} {colour} for {user.username}" in page_of(friend, "/games/")
    assert "It’s not your turn" in page_of(user, "/games/")
    with time_machine.travel(MONDAY + 26 * HOUR, tick=False):
        play.order(play.likely(), user_id=friend.pk)
        play.order("end turn", user_id=friend.pk)
    assert f"You play {colour} for {user.username}" in page_of(friend, "/games/")
    assert sweep(midnight(date(2026, 12, 1)) + HOUR) == 1
    assert play.game.name not in page_of(friend, "/games/")


def test_a_stand_in_for_replies_is_not_asked_for_turns() -> None:
    play, friend = play_with(span=4320), person("friend")
    user = play.asked_user
    away_with_friend(play, friend, scope="reactions")
    assert not my_games(friend).your_turn and len(my_games(user).your_turn) == 1
    Waiting.objects.update(pace="reaction")
    assert len(my_games(friend).your_turn) == 1 and not my_games(user).your_turn


def test_the_list_of_games_says_who_is_away_until_when_and_who_plays() -> None:
    play, friend = play_with(span=4320), person("friend")
    user, colour = play.asked_user, play.waiting.player.get_colour_display()
    other = play.bob if user == play.alice else play.alice
    away_with_friend(play, friend)
    assert f"{user.username}: away until 30 November, friend plays" in page_of(other, "/games/")
    assert "You: away until 30 November, friend plays" in page_of(user, "/games/")
    board = reverse("game", args=[play.game.slug])
    assert f"You play {colour} for {user.username} until Monday 30 November, or until they" in page_of(friend, board)
    assert "friend plays for you until Monday 30 November. Your first order ends that." in page_of(user, board)
    assert "plays for you" not in page_of(other, board)
    olga = page_of(organizer("olga"), reverse("organize-game", args=[play.game.slug]))
    assert f"{colour}, away until 30 November, friend plays" in olga


def test_programs_and_mails_list_the_seats_in_which_one_stands_in() -> None:
    play, friend = play_with(span=4320), person("friend")
    user = play.asked_user
    away_with_friend(play, friend)
    turns = program(friend).get("turns/").json()["turns"]
    assert [(turn["game"], turn["plays_for"]) for turn in turns] == [(play.game.slug, user.username)]
    assert program(user).get("turns/").json()["turns"] == []
    said = f"{play.game.name}, for {user.username}: "
    for template in ("digest", "weekly", "summary"):
        User.objects.filter(pk=friend.pk).update(turn_mail="digest", weekly_mail=True)
        reader = User.objects.get(pk=friend.pk)
        mail = OutboxMail.objects.create(key=template, template=template, user=reader, not_before=MONDAY)
        made = MAIL_KINDS[template].make(mail, MailReader.of(mail))
        assert any(isinstance(line, Button) and line.label.startswith(said) for line in made["after"])
    OutboxMail.objects.filter(template="weekly").delete()
    sunday = datetime(2026, 11, 29, 19, tzinfo=UTC)
    User.objects.exclude(pk=friend.pk).update(weekly_mail=False)
    assert [each.pk for each in due_readers(sunday)] == [friend.pk]
    turn = OutboxMail.objects.get(template="turn", user=friend)
    with time_machine.travel(MONDAY + 26 * HOUR, tick=False):
        letter = mail_for(turn)
    assert letter.subject.startswith(said) and f"for {user.username}." in letter.body
