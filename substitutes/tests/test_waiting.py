"""Games that wait for a seat: 48 hours, once a seat, until somebody takes it; then what the game has chosen next."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail
from django.db import transaction
from django.db.models import F
from django.test import Client
from django.utils import timezone

from games.mail.outbox import outbox_deliver
from games.models import Entry, Game, MailStop, OutboxMail, Player, SiteClock
from games.play.session import Session
from games.services.deadlines import end_waits, wait_expire
from games.services.free_seats import wait_for_seat
from games.services.locks import db_now, game_lock
from games.services.organize import game_replace, game_resume, game_void
from games.services.seats import resign, take_back
from substitutes.models import Offer
from substitutes.services import offer_accept
from substitutes.tests.kit import asked, beat, free, three, told, willing
from tests.routes_kit import organizer

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
ALL = ("substitute", "pause", "caretaker")


def later(hours: int) -> None:
    """Let time pass for games that wait."""
    by = timedelta(hours=hours)
    Game.objects.update(waits_until=F("waits_until") - by, paused_at=F("paused_at") - by)
    Player.objects.update(wait_until=F("wait_until") - by)
    beat()


def sweep() -> None:
    end_waits(timezone.now())


def test_a_game_waits_48_hours_and_goes_on_with_the_next_remedy() -> None:
    play = three(then=ALL)
    seat = free(play)
    game = play.fresh()
    assert game.status == Game.Status.PAUSED and game.waits_until and game.paused_at
    assert game.waits_until - game.paused_at == timedelta(hours=48)
    assert told(play)[-2:] == ["seat_offered", "awaited"] and seat.offered_at
    later(hours=47)
    sweep()
    assert play.fresh().status == Game.Status.PAUSED
    before = play.waiting.deadline_at
    later(hours=1)
    sweep()
    assert play.fresh().is_running and told(play)[-2:] == ["resumed", "caretaker"]
    after = play.waiting.deadline_at
    assert before and after and timedelta(hours=47) < after - before < timedelta(hours=49)
    assert Player.objects.get(pk=seat.pk).offered_at and not wait_expire(game_id=play.game.pk)


def test_an_organizer_who_resumes_goes_on_with_the_next_remedy() -> None:
    play = three(then=("pause", "bot:recruit"))
    seat = free(play)
    game_resume(game_id=play.game.pk, user=organizer("olga"), reason="enough")
    seat.refresh_from_db()
    assert play.fresh().is_running and told(play)[-2:] == ["resumed", "caretaker"] and seat.held_by == "recruit"
    resumed = Entry.objects.filter(game=play.game, events__0__type="host.resumed").latest("seq")
    assert (resumed.source, resumed.events[0]["reason"]) == ("organizer", "enough")


def test_delays_of_mail_are_given_back_before_a_game_waits() -> None:
    play, now = three(then=("pause", "caretaker")), timezone.now()
    MailStop.objects.create(cause="unreachable", began_at=now - 2 * HOUR, next_try_at=now)
    OutboxMail.objects.filter(template="turn").update(wanted_at=now - 2 * HOUR, state="pending")
    before, asked_seat = play.waiting.deadline_at, play.waiting.seat
    with transaction.atomic():
        session = Session.load(game_lock(play.game.pk), db_now())
        late = next(player for seat, player in session.players.items() if seat != asked_seat)
        assert wait_for_seat(session, late)
        session.save()
    after = play.waiting.deadline_at
    assert before and after and abs(after - before - 2 * HOUR) < timedelta(minutes=1)
    assert told(play)[-2:] == ["delayed", "awaited"]


def test_it_waits_for_a_seat_once() -> None:
    play = three(then=ALL)
    owner, seat = play.asked_user, free(play)
    later(hours=48)
    sweep()
    take_back(game_id=play.game.pk, user_id=owner.pk)
    while play.waiting.seat != seat.seat:
        play.order(play.likely())
    free(play)
    assert play.fresh().is_running and told(play)[-1] == "caretaker" and told(play).count("awaited") == 1


@pytest.mark.parametrize(
    ("then", "last"),
    [
        (("pause", "bot:random"), "caretaker"),
        (("pause", "substitute", "bot:random"), "caretaker"),
        (("pause", "end"), "ended_late"),
        (("pause",), "caretaker"),
    ],
)
def test_what_comes_next_is_the_choice_of_the_game(then: tuple[str, ...], last: str) -> None:
    play = three(then=then)
    seat = free(play)
    assert play.fresh().status == Game.Status.PAUSED and seat.offered_at is None
    later(hours=48)
    sweep()
    assert told(play)[-1] == last
    assert play.fresh().status == (Game.Status.VOID if last == "ended_late" else Game.Status.RUNNING)
    seat.refresh_from_db()
    assert seat.held_by == ("random" if "bot:random" in then else "")
    assert bool(seat.offered_at) == ("substitute" in then)


def test_it_goes_on_when_its_player_comes_back() -> None:
    play = three(then=ALL)
    owner = play.asked_user
    free(play)
    willing("sue")
    assert asked() == ["sue"]
    take_back(game_id=play.game.pk, user_id=owner.pk)
    assert play.fresh().is_running and play.fresh().waits_until is None and told(play)[-1] == "resumed"
    assert asked() == []


def test_it_goes_on_when_a_substitute_takes_the_seat() -> None:
    play = three(then=ALL)
    seat = free(play)
    willing("sue")
    assert asked() == ["sue"]
    offer_accept(offer=Offer.objects.get(), user=Offer.objects.get().user)
    assert play.fresh().is_running and told(play)[-2:] == ["replaced", "resumed"]
    assert Player.objects.get(pk=seat.pk).state == Player.State.PLAYING


def test_a_player_who_comes_back_in_the_set_up_gets_the_whole_time() -> None:
    play = three(then=ALL, options={"territory_setup": "claim"})
    assert play.fresh().round == 0
    owner, seat = play.asked_user, free(play)
    assert play.fresh().status == Game.Status.PAUSED
    later(hours=10)
    take_back(game_id=play.game.pk, user_id=owner.pk)
    assert play.fresh().is_running
    while play.waiting.seat != seat.seat:
        play.order(play.likely())
    until = play.waiting.deadline_at
    assert until and until > timezone.now() + timedelta(hours=71)


def test_it_goes_on_when_its_player_gives_up_a_seat_that_nobody_is_offered() -> None:
    play = three(then=("pause", "caretaker"))
    owner = play.asked_user
    free(play)
    resign(game_id=play.game.pk, user_id=owner.pk)
    assert play.fresh().is_running


def test_organizers_may_end_the_wait_in_every_way() -> None:
    play, olga = three(then=ALL), organizer("olga")
    seat = free(play).seat or 0
    game_resume(game_id=play.game.pk, user=olga, reason="a test")
    assert play.fresh().is_running and play.fresh().waits_until is None
    other = free(play).seat or 0
    assert play.fresh().status == Game.Status.PAUSED
    game_replace(game_id=play.game.pk, user=olga, reason="a test", seat=seat, bot="random")
    assert play.fresh().status == Game.Status.PAUSED  # for the other seat
    game_replace(game_id=play.game.pk, user=olga, reason="a test", seat=other, bot="random")
    assert play.fresh().is_running
    free(play)
    game_void(game_id=play.game.pk, user=olga, reason="a test")
    later(hours=48)
    sweep()
    assert play.fresh().status == Game.Status.VOID


def test_an_outage_prolongs_the_wait() -> None:
    play = three(then=ALL)
    free(play)
    SiteClock.objects.update(given=timedelta(hours=5))
    later(hours=48)
    sweep()
    assert play.fresh().status == Game.Status.PAUSED
    later(hours=5)
    sweep()
    assert play.fresh().is_running


def test_mails_say_that_the_game_waits() -> None:
    play = three(then=ALL)
    owner, other = play.asked_user, play.alice
    sue = willing("sue")[0]
    free(play)
    asked()
    if owner == other:
        other = play.bob
    outbox_deliver()
    texts = {
        message.to[0]: str(message.body)
        for message in mail.outbox
        if "answer in time" in message.subject or "waits" in message.subject
    }
    mine, theirs = " ".join(texts[owner.email].split()), " ".join(texts[other.email].split())
    assert "paused for up to 48 hours" in mine and "Until somebody takes it, you can take it back." in mine
    assert "The game waits for them for up to 48 hours. The seat is also offered to new players." in theirs
    asking = next(str(message.body) for message in mail.outbox if message.to == [sue.email])
    assert "The game is paused meanwhile." in " ".join(asking.split())
    client = Client()
    client.force_login(other)
    board = client.get(f"/g/{play.game.slug}/").content.decode()
    assert f"({owner.username}), for up to 48 hours from the missed turn" in board
    client.force_login(owner)
    seat = client.get(f"/g/{play.game.slug}/settings/").content.decode()
    assert "Until somebody takes it, you can take it back." in seat
