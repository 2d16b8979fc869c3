"""The sentence on a deadline where people read it: on pages, in mails and in the API."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.test import Client

from games.clocks.values import usual_clock
from games.models import Player, Waiting
from games.models.game import Substitute
from games.play.session import Session
from games.selectors.told_deadline import reader_of, tell_deadline
from games.services.locks import db_now
from tests.games.api.kit import program
from tests.games.kit import Table, person, table
from tests.games.mail.kit import made
from tests.kit.markup import one_line
from tests.routes_kit import organizer

pytestmark = [pytest.mark.django_db, pytest.mark.once]  # the clock of PostgreSQL cannot be moved

EVENING = datetime(2026, 11, 23, 22, 30, tzinfo=UTC)  # a Monday, 23:30 in Berlin, where both people live
NIGHT = "your 24 hours end at night, so the morning counts"


def begun(**changes: Any) -> Table:
    """Begin a table whose first turn ends in the night of who is asked."""
    clock = {key: value for key, value in {**usual_clock("Europe/Berlin"), **changes}.items() if value is not None}
    play = table(clock=clock, came=True)
    for user in (play.alice, play.bob):
        user.timezone = "Europe/Berlin"
        user.save()
    play.past_setup()
    session = Session.load(play.fresh(), db_now())
    session.clock.start_turn(session.turn)  # asked anew, by the settings that the people have now
    session.save()
    return play


def others(play: Table) -> Any:
    return play.bob if play.asked_user == play.alice else play.alice


def page(user: Any, play: Table) -> str:
    client = Client()
    client.force_login(user)
    return client.get(f"/g/{play.game.slug}/").content.decode()


def test_pages_mails_and_the_api_tell_the_owner_why_and_others_only_when() -> None:
    with time_machine.travel(EVENING, tick=False):
        play = begun(bank=None)
        owner, colour = play.asked_user, play.waiting.player.get_colour_display()
        sentence = f"You have until Wednesday, 09:00 (Berlin): {NIGHT}."
        assert sentence in page(owner, play)
        there = page(others(play), play)
        assert f"{colour} has until Wednesday, 09:00 your time." in there and "at night" not in there
        letter = made(play.fresh(), "turn", play.waiting.seat)
        assert NIGHT in " ".join(letter.body.split()) and NIGHT in " ".join(str(letter.alternatives[0][0]).split())
        assert [asked_words(user, play) for user in (owner, others(play))] == [
            sentence,
            f"{colour} has until Wednesday, 09:00 your time.",
        ]
        turns = program(owner).get("turns/").json()["turns"]
        assert [turn["asked"]["words"] for turn in turns] == [sentence]


def test_a_friend_who_stands_in_reads_nothing_of_the_owners_night() -> None:
    with time_machine.travel(EVENING, tick=False):
        play = begun(bank=None)
        owner, row = play.waiting.player, play.waiting
        assert NIGHT in tell_deadline(row, reader_of(row, row.seat, db_now(), UTC))
        friend = Substitute(1, owner.user_id or 0, person("friend").pk, "friend", "", "both", "2026-12-01")
        row.player.stand_in = friend._asdict()
        said = tell_deadline(row, reader_of(row, row.seat, db_now(), UTC))
        assert said.startswith("You have until") and NIGHT not in said


def asked_words(user: Any, play: Table) -> str:
    words: str = program(user).get(f"games/{play.game.slug}/").json()["asked"][0]["words"]
    return words


def test_a_bare_moment_is_not_said_twice() -> None:
    with time_machine.travel(datetime(2026, 11, 23, 11, tzinfo=UTC), tick=False):
        play = begun(bank=None)
        assert "You have until" not in page(play.asked_user, play)
        assert Waiting.objects.count() == 1


def test_everybody_at_the_table_sees_every_bank_where_there_are_any() -> None:
    with time_machine.travel(datetime(2026, 11, 23, 11, tzinfo=UTC), tick=False):
        play = begun()
        Player.objects.filter(pk=play.waiting.player.pk).update(bank=1590)
        for user in (play.alice, play.bob):
            there = page(user, play)
            assert there.count("time bank 26 h 30 min") == there.count("time bank 24 h") == 2
        play.game.clock = {**play.game.clock, "bank": None}
        play.game.save()
        assert "time bank" not in page(play.alice, play)


def test_organizers_see_the_steps_of_a_deadline() -> None:
    with time_machine.travel(EVENING, tick=False):
        play = begun(bank=None)
        desk = Client()
        desk.force_login(organizer("olga"))
        there = one_line(desk.get(f"/organize/g/{play.game.slug}/").content.decode())
        assert "The time for a turn: " in there and "Not in the player’s night or on a day off: " in there
        assert "Not in the player" not in page(others(play), play)
