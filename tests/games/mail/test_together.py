"""Mails of one game made together: read once what they share, told each seat what it may know."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

import engine
from games.mail import outbox
from games.mail.leases import LEASE, claim
from games.mail.outbox import due_mails, outbox_deliver
from games.mail.parts import mission_words
from games.mail.render import mail_for
from games.models import Entry, Game, OutboxMail, Snapshot
from games.play.journal_reader import state_at
from games.selectors.mailed_game import MailedGame
from tests.games.kit import Table, make_table, table
from tests.games.mail.kit import picture_of, row

pytestmark = pytest.mark.django_db


@pytest.fixture
def play() -> Table:
    play = table()
    for _ in range(3):
        play.order(play.likely())
    return play


def test_a_turn_mail_takes_seven_queries_and_the_next_of_its_game_five(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    play = table()
    state = state_at(play.game, play.fresh().seq)
    Snapshot.objects.update_or_create(game=play.game, seq=play.game.seq, defaults={"state": engine.pack(state)})
    asked, mailed = row(play.game, "turn", play.waiting.seat), MailedGame(play.game.pk)
    mail_for(asked)  # the picture, and what is compiled once
    # game, seats, what is open, the view, where the story begins, its entries; what players wrote
    with django_assert_num_queries(7):
        first = mail_for(asked, mailed)
    mailed.refresh()
    with django_assert_num_queries(5):
        second = mail_for(asked, mailed)
    assert first.subject == second.subject and picture_of(first) == picture_of(second)


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


# ---- the outbox


def due(*games: Game, copies: int = 1) -> list[OutboxMail]:
    """Mails about what has begun to the people of these games, queued in turns."""
    OutboxMail.objects.all().delete()
    people = [player for game in games for player in game.players.filter(bot="")]
    at = timezone.now()
    return OutboxMail.objects.bulk_create(
        OutboxMail(
            key=f"{copy} {player.pk}",
            template="started",
            game=player.game,
            seat=player.seat,
            user=player.user,
            context={"seq": 1},
            not_before=at - timedelta(seconds=100 - copy),
            wanted_at=at,
        )
        for copy in range(copies)
        for player in people
    )


def test_a_hundred_mails_are_claimed_by_one_statement(
    play: Table, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    rows, now = due(play.game, copies=60), timezone.now()
    with django_assert_num_queries(1):
        taken = claim(due_mails(now, 100), now + LEASE)
    assert taken == [row.pk for row in rows[:100]]
    held = OutboxMail.objects.filter(state=OutboxMail.State.SENDING, claimed_until=now + LEASE)
    assert set(held.values_list("pk", flat=True)) == set(taken)


def test_mails_of_a_game_follow_its_first(play: Table) -> None:
    other = make_table(play.alice, name="Other", rules="modern", seats_wanted=3, bots=("random", "random"))
    rows, now = due(play.game, other, copies=2), timezone.now()
    taken = claim(due_mails(now, 100), now + LEASE)
    games = [OutboxMail.objects.get(pk=pk).game for pk in taken]
    assert games == [play.game] * 4 + [other] * 2 and taken[:2] == [row.pk for row in rows[:2]]


def test_the_second_mail_of_a_group_takes_six_queries(play: Table) -> None:
    due(play.game)
    asked: list[int] = []
    deliver = outbox.deliver

    def counted(*args: Any) -> Any:
        with CaptureQueriesContext(connection) as made:
            done = deliver(*args)
        asked.append(len([query for query in made if "clock_timestamp" not in query["sql"]]))
        return done

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(outbox, "deliver", counted)
        assert outbox_deliver() == 2
    assert asked[0] > asked[1] == 6, (
        asked
    )  # game, seats, mails of a day, the head of the dice, what is kept, the outcome


def test_a_broken_game_stops_no_mail_of_another(play: Table, mailoutbox: list[EmailMessage]) -> None:
    sound = make_table(play.alice, name="Sound", rules="modern", seats_wanted=3, bots=("random", "random"))
    due(play.game, sound)
    Snapshot.objects.filter(game=play.game).delete()
    Entry.objects.filter(game=play.game, seq=1).update(action={"family": "classic@1"})
    assert outbox_deliver() == 1
    assert [mail.subject.startswith("Sound") for mail in mailoutbox] == [True]
    broken = OutboxMail.objects.filter(game=play.game)
    assert {(row.state, row.attempts) for row in broken} == {(OutboxMail.State.RETRY, 1)}
    assert all(row.error and row.claimed_until is None for row in broken)


def test_a_mail_that_cannot_be_made_stops_none_of_its_game(play: Table, mailoutbox: list[EmailMessage]) -> None:
    first, second = due(play.game)
    OutboxMail.objects.filter(pk=first.pk).update(template="passed", context={"seq": 10_000})
    assert outbox_deliver() == 1 and mailoutbox[0].to == [second.user.email]
    first.refresh_from_db()
    assert first.state == OutboxMail.State.RETRY and "DoesNotExist" in first.error


def test_what_is_left_when_a_sender_must_stop_is_given_back(play: Table) -> None:
    rows, left = due(play.game, copies=2), [True, True]
    assert outbox_deliver(go_on=lambda: bool(left and left.pop())) == 2
    states = [(row.state, row.attempts, row.claimed_until) for row in OutboxMail.objects.order_by("pk")]
    assert states == [("sent", 1, None)] * 2 + [("queued", 0, None)] * 2 and len(rows) == 4


def test_each_mail_of_a_group_tells_its_own_seat_alone(mailoutbox: list[EmailMessage]) -> None:
    """Everybody is asked for a set-up plan at once, so these mails are made together."""
    play = table("secret_mission", options={"setup_orders": "planned"})
    people = {player.user.email: player.seat for player in play.game.players.exclude(user=None)}
    missions = {seat: mission_words(play.view(seat)) for seat in people.values()}
    assert outbox_deliver() == len(people) == len(set(missions.values())) == 2
    for mail in mailoutbox:
        told = " ".join(mail.body.split())
        assert {seat for seat, mission in missions.items() if mission in told} == {people[mail.to[0]]}
