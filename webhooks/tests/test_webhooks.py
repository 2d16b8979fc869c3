"""A person's webhook: posted by the worker what a move has queued, once, signed, and stopped after failures."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.services import delete_account, export_account
from games.models import OutboxMail, Player, Waiting
from games.selectors.presence import Shown, note_open
from games.services.organize import game_pause
from tests.games.kit import Table, table
from tests.routes_kit import organizer
from webhooks import outside
from webhooks.delivery import MOST_ATTEMPTS, claim, deliver
from webhooks.models import Delivery, Webhook
from webhooks.services import MOST_FAILURES, collect, end_webhook, note_success, opened, store_webhook, webhook_of
from webhooks.tasks import sweep
from webhooks.tests.kit import HERE, Chat, running

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def chat(settings: Any) -> Iterator[Chat]:
    settings.WEBHOOK_NETWORKS = HERE
    with running() as found:
        yield found


@pytest.fixture
def play() -> Table:
    return table()


def hooked(user: User, chat: Chat, *, with_news: bool = False) -> Webhook:
    """The webhook of a person, set up before anything that is queued."""
    made = store_webhook(user, url=chat.url, with_news=with_news)
    Webhook.objects.filter(pk=made.pk).update(created_at=timezone.now() - timedelta(days=1))
    return made


def test_a_turn_is_posted_once_and_signed(play: Table, chat: Chat) -> None:
    user = play.asked_user
    webhook = hooked(user, chat)
    User.objects.filter(pk=user.pk).update(turn_mail="none")
    for _again in range(3):
        sweep()
    ((path, headers, body),) = chat.taken
    (said,) = chat.messages
    assert path == "/hook?key=1" and headers["Content-Type"] == "application/json"
    assert said["event"] == "turn" and said["game"] == play.game.slug and said["deadline"]
    assert said["text"].startswith("Long Winter: place") and said["content"].startswith("Long Winter: place")
    assert said["url"].endswith(f"/g/{play.game.slug}/")
    at, _comma, signed = headers["Fieldpost-Signature"].partition(",")
    wanted = hmac.new(opened(webhook.secret).encode(), at[2:].encode() + b"." + body, hashlib.sha256).hexdigest()
    assert signed == f"v1={wanted}"
    assert Webhook.objects.get().posted_at is not None


def test_nothing_is_posted_by_the_move_itself(play: Table, chat: Chat) -> None:
    hooked(play.alice, chat)
    hooked(play.bob, chat)
    play.order(play.likely())
    assert not chat.taken and not Delivery.objects.exists()


def test_a_move_that_is_rolled_back_posts_nothing(play: Table, chat: Chat) -> None:
    hooked(play.alice, chat)
    hooked(play.bob, chat)
    sweep()
    chat.taken.clear()
    before = Delivery.objects.count()
    with transaction.atomic():
        OutboxMail.objects.create(key="x", template="turn", user=play.alice, game=play.game, not_before=timezone.now())
        transaction.set_rollback(True)
    sweep()
    assert Delivery.objects.count() == before and not chat.taken


def test_an_answered_question_is_dropped(play: Table, chat: Chat) -> None:
    hooked(play.asked_user, chat)
    collect(timezone.now())
    Waiting.objects.all().delete()
    deliver()
    assert not chat.taken and Delivery.objects.get().error == "answered before it was sent"


def test_an_open_board_spares_the_chat_too(play: Table, chat: Chat) -> None:
    hooked(play.asked_user, chat)
    player = play.waiting.player
    note_open(player.pk, play.asked_user.pk, Shown(play.fresh().seq - 1, 0))
    sweep()
    assert Delivery.objects.get().state == Delivery.State.QUEUED
    note_open(player.pk, play.asked_user.pk, Shown(play.fresh().seq, play.waiting.ref))
    Delivery.objects.update(not_before=timezone.now())
    sweep()
    assert Delivery.objects.get().state == Delivery.State.DROPPED and not chat.taken


def test_news_come_only_to_those_who_want_them(play: Table, chat: Chat) -> None:
    hooked(play.alice, chat, with_news=True)
    hooked(play.bob, chat)
    OutboxMail.objects.all().delete()
    game_pause(game_id=play.game.pk, user=organizer("olga"), reason="a storm")
    sweep()
    assert [(said["event"], said["title"]) for said in chat.messages] == [("notice", "Long Winter: the game is paused")]


def test_names_of_games_call_nobody(play: Table, chat: Chat) -> None:
    play.game.name = "@everyone <!channel>"
    play.game.save()
    hooked(play.asked_user, chat)
    sweep()
    (said,) = chat.messages
    assert "@everyone" not in said["content"] and said["allowed_mentions"] == {"parse": []}
    assert "<!channel>" not in said["text"]


def test_two_workers_post_a_message_once(play: Table, chat: Chat) -> None:
    hooked(play.asked_user, chat)
    collect(timezone.now())
    (delivery,) = Delivery.objects.all()
    assert claim(delivery.pk, timezone.now()) is not None
    assert claim(delivery.pk, timezone.now()) is None and deliver() == 0
    Delivery.objects.update(claimed_until=timezone.now() - timedelta(seconds=1))  # its worker has died
    assert deliver() == 1


def test_a_slow_receiver_holds_up_nobody_else(play: Table, chat: Chat) -> None:
    """It answers only once the message to another person, which was queued after its own, has come."""
    with running() as slow:
        slow.waits.clear()
        first, second = hooked(play.alice, slow), hooked(play.bob, chat)
        Delivery.objects.create(webhook=first, not_before=timezone.now() - timedelta(hours=1))
        Delivery.objects.create(webhook=first, not_before=timezone.now() - timedelta(hours=1))
        Delivery.objects.create(webhook=second, not_before=timezone.now())
        chat.on_taken = slow.waits.set
        assert deliver() == 3
        assert len(slow.taken) == 2 and len(chat.taken) == 1


def test_a_slow_webhook_rests_though_it_takes_all(play: Table, chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    webhook, now = hooked(play.alice, chat), timezone.now()
    note_success(webhook, now, seconds=1.0)
    assert Webhook.objects.get().rests_until is None
    note_success(webhook, now, seconds=8.0)
    assert Webhook.objects.get().rests_until == now + timedelta(seconds=80)


def test_a_receiver_that_does_not_answer_is_given_up(play: Table, chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "ALL_SECONDS", 0.3)
    chat.waits.clear()
    Delivery.objects.create(webhook=hooked(play.alice, chat), not_before=timezone.now())
    assert deliver() == 0
    assert Webhook.objects.get().failures == 1 and "could not be reached" in Delivery.objects.get().error
    chat.waits.set()


def test_repeated_failures_stop_it_and_the_page_says_so(play: Table, chat: Chat) -> None:
    user = play.asked_user
    hooked(user, chat)
    chat.status = 500
    collect(timezone.now())
    deliver()
    webhook = Webhook.objects.get()
    assert webhook.failures == 1 and webhook.rests_until is not None and webhook.rests_until > timezone.now()
    assert deliver() == 0 and len(chat.taken) == 1, "it rests"
    visitor = Client()
    visitor.force_login(user)
    page = visitor.get(reverse("webhook-settings")).content.decode()
    assert "The last message could not be posted." in page and "status 500" in page
    for _again in range(MOST_FAILURES - 1):
        Delivery.objects.update(state=Delivery.State.QUEUED, attempts=0, not_before=timezone.now())
        Webhook.objects.update(rests_until=None)
        deliver()
    webhook.refresh_from_db()
    assert webhook.stopped_at is not None and len(chat.taken) == MOST_FAILURES
    assert Delivery.objects.get().state == Delivery.State.DROPPED
    page = visitor.get(reverse("webhook-settings")).content.decode()
    assert "The webhook was stopped on" in page
    visitor.post(reverse("webhook-settings"), {"url": chat.url})
    webhook.refresh_from_db()
    assert webhook.stopped_at is None and webhook.failures == 0


def test_one_message_is_given_up_and_others_go_on(play: Table, chat: Chat) -> None:
    hooked(play.asked_user, chat)
    collect(timezone.now())
    chat.status = 400
    for _again in range(MOST_ATTEMPTS + 1):
        Webhook.objects.update(rests_until=None)
        deliver()
    assert Delivery.objects.get().state == Delivery.State.DEAD and len(chat.taken) == MOST_ATTEMPTS
    chat.status = 200
    Delivery.objects.create(webhook=Webhook.objects.get(), not_before=timezone.now())
    Webhook.objects.update(rests_until=None)
    assert deliver() == 1 and Webhook.objects.get().failures == 0


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_redirect_is_a_failure(play: Table, chat: Chat, status: int) -> None:
    hooked(play.asked_user, chat)
    chat.status, chat.location = status, "https://chat.example.org/"
    sweep()
    assert Webhook.objects.get().failures == 1 and len(chat.taken) == 1


def test_an_address_that_turns_inside_is_stopped_at_once(play: Table, chat: Chat, settings: Any) -> None:
    hooked(play.asked_user, chat)
    settings.WEBHOOK_NETWORKS = []
    sweep()
    webhook = Webhook.objects.get()
    assert webhook.stopped_at is not None and "inside the site" in webhook.error and not chat.taken


def test_a_chat_that_says_gone_is_stopped_at_once(play: Table, chat: Chat) -> None:
    hooked(play.asked_user, chat)
    chat.status = 410
    sweep()
    assert Webhook.objects.get().stopped_at is not None


def test_the_page_keeps_tests_and_removes_it(play: Table, chat: Chat, settings: Any) -> None:
    visitor, page = Client(), reverse("webhook-settings")
    visitor.force_login(play.alice)
    for url in ("", "nonsense", "https://localhost/", "https://10.0.0.1/", "https://[::ffff:127.0.0.1]/"):
        settings.WEBHOOK_NETWORKS = []
        assert visitor.post(page, {"url": url}).status_code == 422
    settings.WEBHOOK_NETWORKS = HERE
    visitor.post(page, {"url": chat.url, "with_news": "on"})
    mine = webhook_of(play.alice)
    assert mine and mine.with_news and chat.url not in mine.address, "it lies sealed"
    secret = opened(mine.secret)
    visitor.post(page, {"url": chat.url})
    mine = webhook_of(play.alice)
    assert mine and not mine.with_news and opened(mine.secret) == secret
    assert secret in visitor.get(page).content.decode()
    visitor.post(page, {"do": "test"})
    sweep()
    assert chat.messages[-1]["event"] == "test"
    visitor.post(page, {"do": "end"})
    assert webhook_of(play.alice) is None and not Delivery.objects.exists()


def test_it_ends_with_its_account(play: Table, chat: Chat) -> None:
    hooked(play.alice, chat)
    assert export_account(play.alice)["webhook"]["host"] == "127.0.0.1"
    assert "key=1" not in str(export_account(play.alice))
    delete_account(User.objects.get(pk=play.alice.pk))
    assert not Webhook.objects.exists()


def test_what_a_seat_lost_is_not_told(play: Table, chat: Chat) -> None:
    user = play.asked_user
    hooked(user, chat)
    collect(timezone.now())
    Player.objects.filter(game=play.game, user=user).update(user=None, bot="random")
    deliver()
    assert not chat.taken
    end_webhook(user)
