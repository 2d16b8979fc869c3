"""Migrations that change what is stored: rows as the code before wrote them, and what becomes of them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.db.migrations import RunPython
from django.db.migrations.loader import MigrationLoader

from games.models import Entry, Game, Player, StandingOrder, StandingText, Waiting
from games.play.session import Session
from games.selectors.integrity import game_issues
from games.services.locks import db_now
from games.services.seats import standing_set
from tests.games.kit import Table, table

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.no_cover]

MONDAY = datetime(2026, 11, 23, 9, tzinfo=UTC)
HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)
HOURS = {"turn_hours": 30, "reaction_hours": 7, "grace_minutes": 45}
"""What a game of the last release said of time."""


def data_steps(number: str, before: str) -> Iterator[tuple[Any, RunPython]]:
    """Yield each data step of a migration of games with the models as they are then. Columns that came later have
    defaults, so they read and write today's tables."""
    loader = MigrationLoader(None, replace_migrations=False)
    state = loader.project_state(("games", before))
    for operation in loader.get_migration("games", number).operations:
        if isinstance(operation, RunPython):
            yield state.clone().apps, operation
        operation.state_forwards("games", state)


def migrate(number: str, before: str) -> None:
    for apps, step in data_steps(number, before):
        step.code(apps, None)  # type: ignore[arg-type]  # none of them asks for what alters tables


def running(late: str = Game.Late.PASS) -> Table:
    """A game that runs, with its rows as the last release wrote them."""
    with time_machine.travel(MONDAY, tick=False):
        play = table("classic_1959", late_policy=late, **HOURS)
    Game.objects.update(clock=None, late_policy=late, **HOURS)
    Player.objects.update(came=False, bank=None)
    Waiting.objects.update(own_until=None, told_at=None, steps=None, reminders_sent=0)
    return play


def times(row: Waiting) -> tuple[datetime | None, ...]:
    return row.since, row.deadline_at, row.due_at, row.until


def test_games_that_run_keep_their_deadlines() -> None:
    play = running()
    before = times(play.waiting)
    assert before[1] == MONDAY + 30 * HOUR and before[2] == MONDAY + 30 * HOUR + 45 * MINUTE
    migrate("0017_clock", "0016_mail_ways")
    assert times(play.waiting) == before
    with time_machine.travel(MONDAY + HOUR, tick=False):
        Session.load(play.fresh(), db_now()).save()
        assert times(play.waiting) == before
        play.order("place on the weakest border")
        assert times(play.waiting) == before
        play.order("end turn")
        assert times(play.waiting)[:3] == (MONDAY + HOUR, MONDAY + 31 * HOUR, MONDAY + 31 * HOUR + 45 * MINUTE)
    assert play.fresh().time.rules.reaction == 7 * 60 and not list(game_issues(play.game))


@pytest.mark.parametrize(
    ("late", "row"), [(Game.Late.PASS, 2), (Game.Late.CARETAKER, 1)], ids=["passed", "to the caretaker"]
)
def test_what_followed_lateness_stays_and_nobody_is_a_no_show(late: str, row: int) -> None:
    play = running(late)
    migrate("0017_clock", "0016_mail_ways")
    settings = play.fresh().time
    assert (settings.late.row, settings.late.then, settings.rules.quiet) == (row, ("caretaker",), False)
    assert set(Player.objects.exclude(user=None).values_list("came", flat=True)) == {True}


def test_a_reminder_that_went_out_before_goes_out_no_second_time() -> None:
    play = running()
    Waiting.objects.update(reminded_at=MONDAY + 10 * HOUR, remind_at=MONDAY + 10 * HOUR)
    migrate("0017_clock", "0016_mail_ways")
    row = play.waiting
    assert (row.remind_at, row.reminders_sent) == (None, 1)


def test_standing_orders_become_the_first_text_with_the_box_as_a_line() -> None:
    play = running()
    with time_machine.travel(MONDAY, tick=False):
        for user, text in ((play.alice, "when attacked: defend 1"), (play.bob, "")):
            standing_set(game_id=play.game.pk, user_id=user.pk, text=text)
    StandingText.objects.all().delete()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE games_standingorder SET version = 0, ask_me = %s", [True])
    deadlines = times(play.waiting)
    migrate("0021_standing_texts", "0020_absence")
    found = {order.player.user: order for order in StandingOrder.objects.select_related("player__user")}
    assert found[play.alice].text == "when attacked: ask me\nwhen attacked: defend 1"
    assert found[play.bob].text == "when attacked: ask me"
    kept = StandingText.objects.order_by("player__user__username").values_list("version", "text", "source")
    assert [*kept] == [(1, found[user].text, Entry.Source.WEB) for user in (play.alice, play.bob)]
    assert times(play.waiting) == deadlines


def test_the_step_of_standing_orders_goes_back() -> None:
    play = running()
    standing_set(game_id=play.game.pk, user_id=play.alice.pk, text="when attacked: ask me\nnever trade")
    ((apps, step),) = data_steps("0021_standing_texts", "0020_absence")
    assert step.reverse_code is not None
    step.reverse_code(apps, None)  # type: ignore[arg-type]  # as above
    with connection.cursor() as cursor:
        cursor.execute("SELECT text, ask_me FROM games_standingorder")
        assert [(text, bool(ticked)) for text, ticked in cursor.fetchall()] == [("never trade", True)]
