"""What organizers do: with a reason, in the audit log, never by editing the state."""

from __future__ import annotations

from datetime import timedelta
from html import unescape

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

import engine
from accounts.models import User
from accounts.services import delete_account
from games.errors import GameClosed, GameError
from games.mail.render import mail_for
from games.models import AuditEntry, Entry, Game, OutboxMail, Player
from games.play.journal_reader import state_at
from games.services import organize
from games.services.deadlines import deadline_sweep
from games.services.mail_policy import reason_to_skip
from tests.games.kit import Table, person, table
from tests.games.play.test_clock import owned
from tests.games.services.test_deadlines import deserted
from tests.games.views.test_play import client

pytestmark = pytest.mark.django_db


@pytest.fixture
def play() -> Table:
    return table()


@pytest.fixture
def olga() -> object:
    return person("olga")


def test_a_pause_stops_orders_and_moves_deadlines(play: Table, olga: object) -> None:
    row, order = play.waiting, play.likely()
    organize.game_pause(game_id=play.game.pk, user=olga, reason="holidays")
    with pytest.raises(GameClosed):
        play.order(order)
    Game.objects.filter(pk=play.game.pk).update(paused_at=play.fresh().paused_at - timedelta(hours=5))
    organize.game_resume(game_id=play.game.pk, user=olga, reason="back")
    after = play.waiting
    assert after.ref == row.ref and row.deadline_at and after.deadline_at
    assert timedelta(hours=5) <= after.deadline_at - row.deadline_at < timedelta(hours=5, minutes=1)
    assert after.since == row.since
    assert AuditEntry.objects.filter(user=olga).count() == 2
    play.order(order)


@pytest.mark.once  # the clock of PostgreSQL cannot be moved
def test_a_game_that_is_put_back_in_a_pause_gets_the_rest_of_the_pause_only(play: Table, olga: object) -> None:
    game_id, now = play.game.pk, timezone.now()
    play.order(play.likely())
    organize.game_pause(game_id=game_id, user=olga, reason="holidays")
    with time_machine.travel(now + timedelta(days=5)):
        organize.game_rewind(game_id=game_id, user=olga, reason="wrong map", seq=1)
    with time_machine.travel(now + timedelta(days=7)):
        organize.game_resume(game_id=game_id, user=olga, reason="back")
        deadline = play.waiting.deadline_at
    assert deadline and abs(deadline - now - timedelta(days=7 + 3)) < timedelta(minutes=1)


def test_every_act_needs_a_reason(play: Table, olga: object) -> None:
    with pytest.raises(GameError):
        organize.game_pause(game_id=play.game.pk, user=olga, reason="  ")
    assert play.fresh().is_running and not AuditEntry.objects.filter(action="game.pause").exists()


def test_more_time(play: Table, olga: object) -> None:
    row = play.waiting
    organize.game_extend(game_id=play.game.pk, user=olga, reason="flu", hours=10)
    after = play.waiting
    assert after.deadline_at and row.deadline_at and after.deadline_at - row.deadline_at == timedelta(hours=10)


def test_passing_for_somebody_ends_the_turn(play: Table, olga: object) -> None:
    row = play.waiting
    organize.game_pass(game_id=play.game.pk, user=olga, reason="asked for it")
    assert play.waiting.seat != row.seat
    assert Player.objects.get(pk=row.player_id).missed == 0


def test_several_seats_are_skipped_at_once_and_named_by_their_colours(olga: object) -> None:
    play = table("modern", options={"setup_orders": "planned"})
    asked = list(play.game.waiting.order_by("seat").select_related("player"))
    assert len(asked) == 2
    organize.game_pass(game_id=play.game.pk, user=olga, reason="they agreed")
    act = AuditEntry.objects.get(action="game.pass")
    assert act.details == {"colours": [row.player.colour for row in asked]}
    passed = Entry.objects.filter(game=play.game, kind="note").order_by("seq")
    assert [entry.events[0]["type"] for entry in passed] == ["host.passed", "host.passed"]
    row = play.waiting
    organize.game_pass(game_id=play.game.pk, user=olga, reason="asked for it")
    act = AuditEntry.objects.filter(action="game.pass").latest("pk")
    assert act.details == {"colour": row.player.colour, "name": row.player.label, "person": row.player.user_id}


def test_a_seat_goes_to_a_bot_and_to_a_person(play: Table, olga: object) -> None:
    row = play.waiting
    organize.game_replace(game_id=play.game.pk, user=olga, reason="gone", seat=row.seat, bot="recruit")
    assert Player.objects.get(pk=row.player_id).bot == "recruit" and play.waiting.seat != row.seat
    newcomer = person("nina")
    organize.game_replace(game_id=play.game.pk, user=olga, reason="found one", seat=row.seat, by=newcomer)
    assert Player.objects.get(pk=row.player_id).user == newcomer
    other = play.bob if row.player.user == play.alice else play.alice
    with pytest.raises(GameError):
        organize.game_replace(game_id=play.game.pk, user=olga, reason="twice", seat=row.seat, by=other)
    with pytest.raises(GameError, match="no bot called caretaker"):
        organize.game_replace(game_id=play.game.pk, user=olga, reason="idle", seat=row.seat, bot="caretaker")


def test_the_page_of_a_paused_game_says_why_to_players_and_spectators(play: Table, olga: object) -> None:
    organize.game_pause(game_id=play.game.pk, user=olga, reason="An old one.")
    organize.game_resume(game_id=play.game.pk, user=olga, reason="over")
    organize.game_pause(game_id=play.game.pk, user=olga, reason="Bob is <ill>.")
    for visitor in (client(play.alice), client(play.bob), Client()):
        page = unescape(visitor.get(reverse("game", args=[play.game.slug])).content.decode())
        assert "The organizer has paused this game: “Bob is <ill>”. All clocks have stopped" in page


@pytest.mark.once  # the clock of PostgreSQL cannot be moved
@pytest.mark.parametrize("paused", [False, True])
def test_a_newcomer_has_the_full_time_of_the_turn_and_so_has_an_order_taken_back(
    play: Table, olga: object, paused: bool
) -> None:
    row, game_id, now = play.waiting, play.game.pk, timezone.now()
    play.order(f"place 1 {owned(play)}")
    newcomer = person("nina")
    if paused:
        organize.game_pause(game_id=game_id, user=olga, reason="we look for somebody")
    with time_machine.travel(now + timedelta(hours=80)):
        organize.game_replace(game_id=game_id, user=olga, reason="gone", seat=row.seat, by=newcomer)
    with time_machine.travel(now + timedelta(hours=90)):
        if paused:
            organize.game_resume(game_id=game_id, user=olga, reason="found one")
        assert deadline_sweep() == 0
        first, _undone = play.waiting, play.undo(play.waiting)
        second = play.waiting
    asked_at = now + timedelta(hours=90 if paused else 80)
    for after in (first, second):
        assert after.player.user == newcomer and after.player.missed == 0 and after.deadline_at
        assert abs(after.deadline_at - asked_at - timedelta(hours=72)) < timedelta(minutes=1)


def test_who_loses_a_seat_hears_of_it_and_everybody_reads_why(play: Table, olga: object) -> None:
    row = play.waiting
    organize.game_replace(game_id=play.game.pk, user=olga, reason="Gone to sea", seat=row.seat, bot="random")
    gone = OutboxMail.objects.get(template="unseated")
    assert gone.user == row.player.user and reason_to_skip(gone, timezone.now()) == ""
    said = " ".join(mail_for(gone).body.split())
    assert "gave your seat in Long Winter to Wanderer." in said and "The reason: Gone to sea" in said
    organize.game_replace(game_id=play.game.pk, user=olga, reason="Found one", seat=row.seat, by=person("nina"))
    colour = row.player.get_colour_display()
    told = [" ".join(mail_for(mail).body.split()) for mail in OutboxMail.objects.filter(template="notice")]
    assert any(f"nina now plays {colour}, in place of Wanderer." in said for said in told)
    history = client(play.bob if gone.user == play.alice else play.alice)
    page = history.get(reverse("game-history", args=[play.game.slug])).content.decode()
    assert "The reason: Gone to sea" in page


def test_a_seat_given_from_bot_to_bot_or_by_who_resigned_costs_no_mail(play: Table, olga: object) -> None:
    row = play.waiting
    Player.objects.filter(pk=row.player_id).update(state=Player.State.RESIGNED)
    for bot in ("recruit", "veteran"):
        organize.game_replace(game_id=play.game.pk, user=olga, reason="stronger", seat=row.seat, bot=bot)
    assert not OutboxMail.objects.filter(template="unseated").exists()


def test_a_rewind_branches_and_keeps_everything(play: Table, olga: object) -> None:
    seq = play.fresh().seq
    stored = state_at(play.game, seq)
    for _ in range(6):
        play.order(play.likely())
    count = Entry.objects.filter(game=play.game).count()
    organize.game_rewind(game_id=play.game.pk, user=olga, reason="wrong map", seq=seq)
    assert Entry.objects.filter(game=play.game).count() == count + 1
    after = state_at(play.fresh(), play.game.seq)
    assert after.armies == stored.armies and after.ref > stored.ref
    assert engine.open_decision(after).kind == engine.open_decision(stored).kind
    play.order(play.likely())


def test_a_rewind_gives_no_seat_back_to_a_deleted_account(play: Table, olga: object) -> None:
    row = play.waiting
    play.order(play.likely())
    fallen = Player.objects.filter(pk=row.player_id)
    fallen.update(state=Player.State.OUT)
    delete_account(User.objects.get(pk=row.player.user_id))
    organize.game_rewind(game_id=play.game.pk, user=olga, reason="a mistake", seq=1)
    assert fallen.get().state == Player.State.RESIGNED
    assert play.waiting.player_id != row.player_id and play.fresh().is_running


def test_who_was_out_is_asked_again_after_a_rewind(olga: object) -> None:
    play = table("classic_1959_2p", bots=())
    row = play.waiting
    other = play.bob if row.player.user == play.alice else play.alice
    play.order(play.likely())
    Player.objects.filter(pk=row.player_id).update(state=Player.State.OUT)
    Player.objects.filter(user=other).update(state=Player.State.RESIGNED)
    organize.game_rewind(game_id=play.game.pk, user=olga, reason="a mistake", seq=1)
    assert play.fresh().is_running and play.waiting.player_id == row.player_id
    assert Player.objects.get(pk=row.player_id).state == Player.State.PLAYING


def test_a_deserted_game_goes_on_when_a_person_gets_a_seat(olga: object) -> None:
    play, carol = deserted(), person("carol")
    seat, before = play.seat(play.alice), play.fresh().seq
    organize.game_replace(game_id=play.game.pk, user=olga, reason="gone", seat=play.seat(play.bob), bot="recruit")
    assert play.fresh().deserted
    OutboxMail.objects.all().delete()
    organize.game_replace(game_id=play.game.pk, user=olga, reason="found one", seat=seat, by=carol)
    game, row = play.fresh(), play.waiting
    assert game.is_running and not game.deserted and game.paused_at is None and game.seq > before
    assert row.seat == seat and row.deadline_at and row.deadline_at > timezone.now() + timedelta(hours=71)
    assert OutboxMail.objects.filter(template="turn", user=carol, ref=row.ref).count() == 1


def test_a_deserted_game_is_not_said_to_go_on(olga: object) -> None:
    play = deserted()
    OutboxMail.objects.all().delete()
    with pytest.raises(GameError, match="Give a seat"):
        organize.game_resume(game_id=play.game.pk, user=olga, reason="go on")
    assert play.fresh().deserted and not OutboxMail.objects.exists() and not AuditEntry.objects.exists()


def test_a_game_that_was_left_for_good_may_be_let_go_on(olga: object) -> None:
    play = deserted("classic_1959_2p", bots=())
    Player.objects.filter(game=play.game).update(state=Player.State.RESIGNED)  # as it could stand once
    organize.game_resume(game_id=play.game.pk, user=olga, reason="go on")
    assert play.fresh().status == Game.Status.VOID


def test_a_void_game_asks_nobody(play: Table, olga: object) -> None:
    organize.game_void(game_id=play.game.pk, user=olga, reason="a test")
    game = play.fresh()
    assert game.status == Game.Status.VOID and not game.waiting.exists() and game.deadline_at is None
    with pytest.raises(GameClosed):
        organize.game_pause(game_id=game.pk, user=olga, reason="late")
