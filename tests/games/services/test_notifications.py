"""Which questions are mailed when a session is saved."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Entry, OutboxMail, Waiting
from tests.games.kit import table
from tests.games.play.test_clock import owned
from tests.games.play.test_windows import ASK, invaded, second_window

pytestmark = [pytest.mark.django_db, pytest.mark.luck(2210)]


def mails(row: Waiting) -> int:
    return OutboxMail.objects.filter(game=row.game_id, ref=row.ref, seat=row.seat, template="turn").count()


def test_the_first_window_of_a_turn_is_mailed_and_further_ones_to_who_answers_by_mail() -> None:
    play, row = invaded(ASK)
    assert mails(row) == 1
    following = second_window(play, row)
    assert mails(following) == 0
    assert mails(second_window(play, following, source=Entry.Source.LINK)) == 1


def test_a_move_that_asks_somebody_wakes_those_who_send(django_capture_on_commit_callbacks: Any) -> None:
    play = table()
    for order, woken in ((f"place 1 {owned(play)}", []), ("place on the weakest border\nend turn", ["outbox"])):
        with django_capture_on_commit_callbacks() as made:
            play.order(order)
        assert [wake.args[0].removeprefix("games.tasks.") for wake in made] == woken, order
