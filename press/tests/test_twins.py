"""Twin games that differ in one hidden thing alone: all that others are shown of both is equal, byte by byte."""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import partial
from random import Random

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.mail.outbox import outbox_deliver
from games.models import OutboxMail, Player
from games.services.tokens import token_make
from press.models import Message
from press.services.messages import press_sweep
from press.tests.kit import NAMES, change, four, user_of, write
from tests.games.kit import Table, person
from tests.routes_kit import undone

pytestmark = pytest.mark.django_db

PAIRS = int(os.environ.get("PRESS_TWINS", "2"))
"""A small share. `PRESS_TWINS=200 pytest -n 0 press/tests/test_twins.py` compares 200 pairs of each kind, and delivers
a thousand unsigned messages."""

MESSAGES = 1000 if PAIRS >= 200 else 40
LEAST_P = 0.01 if PAIRS >= 200 else 1e-6

PAGES = ("", "messages/", "messages/1/", "messages/new/", "history/", "dice/", "odds/", "settings/", "votes/", "lobby/")
APIS = ("", "press/", "history/", "view/")
DRAWN_ANEW = re.compile(r"[0-9a-f]{16,}|[A-Za-z0-9]{64}|fp_[\w-]+")
"""Keys, tokens and signatures, which are drawn anew for each page."""

AT = datetime.fromisoformat("2030-03-05T10:01:00+00:00")


def shown_to(play: Table, reader: User | None) -> Iterator[tuple[str, str]]:
    """Yield all that somebody is shown of a game: pages, answers of the API with their headers, and mails."""
    visitor = Client()
    headers = {}
    if reader is not None:
        visitor.force_login(reader)
        headers = {"Authorization": f"Bearer {token_make(user=reader, name='bot', scope='press')[1]}"}
    for path in PAGES:
        yield path, plain(visitor.get(f"/g/{play.game.slug}/{path}"))
    for path in APIS if reader else ():
        yield f"api/{path}", plain(Client().get(f"/api/games/{play.game.slug}/{path}", headers=headers))


def plain(answer) -> str:  # type: ignore[no-untyped-def]
    headers = {name: value for name, value in answer.headers.items() if name not in ("Content-Length",)}
    return DRAWN_ANEW.sub("", f"{answer.status_code} {json.dumps(headers, sort_keys=True)}\n{answer.content.decode()}")


def mailed_to(readers: list[User]) -> list[str]:
    """Deliver all mail, and write out that of these readers but for what is drawn anew."""
    mail.outbox.clear()
    OutboxMail.objects.filter(state="queued").update(not_before=timezone.now())
    outbox_deliver()
    addresses = {reader.email for reader in readers}
    found = [message for message in mail.outbox if set(message.to) <= addresses]
    return [DRAWN_ANEW.sub("", f"{made.subject}\n{made.extra_headers}\n{made.body}") for made in found]


def world(play: Table, readers: list[User], happens: Callable[[], object]) -> list[object]:
    """Let something happen in a game and collect what these readers and a spectator are shown; nothing of it stays."""
    with undone(), time_machine.travel(AT, tick=False) as clock:
        happens()
        clock.shift(timedelta(minutes=20))
        press_sweep()
        shown: list[object] = [list(shown_to(play, reader)) for reader in (*readers, None)]
        return [*shown, mailed_to(readers)]


def differences(one: list[object], other: list[object]) -> list[str]:
    """List the first line by which each thing that is shown differs."""
    lines = [(str(first).split("\\n"), str(second).split("\\n")) for first, second in zip(one, other, strict=True)]
    return [f"{a} / {b}" for first, second in lines for a, b in zip(first, second, strict=False) if a != b][:5]


@pytest.mark.parametrize("seed", range(PAIRS))
def test_who_sends_an_unsigned_message_changes_nothing_for_others(seed: int) -> None:
    rng = Random(seed)
    with time_machine.travel(AT - timedelta(hours=1), tick=False):
        play = four(grey=True, press_when=rng.choice(["always", "quiet_windows"]))
        write(play, "carol", text="Good luck.")
    User.objects.update(press_mail=rng.choice(["each", "turn"]))
    senders = rng.sample(NAMES, 2)
    readers = [user_of(name) for name in NAMES if name not in senders]

    def lie(name: str) -> None:
        write(play, name, text="Blue lies.", is_unsigned=True)

    worlds = [world(play, readers, partial(lie, name)) for name in senders]
    assert Message.objects.count() == 1 and "Blue lies." in str(worlds[0])
    assert worlds[0] == worlds[1], differences(*worlds)


@pytest.mark.parametrize("seed", range(PAIRS))
def test_who_sits_where_changes_nothing_for_others_where_names_are_hidden(seed: int) -> None:
    rng = Random(seed)
    with time_machine.travel(AT - timedelta(hours=1), tick=False):
        play = four(names="anonymous")
    pair = rng.sample(NAMES, 2)
    readers = [user_of(name) for name in NAMES if name not in pair]
    first, second = (Player.objects.get(user__username=name) for name in pair)
    User.objects.filter(username=pair[0]).update(
        is_superuser=True, timezone="Asia/Tokyo", quiet=["22:00", "06:00"], turn_mail="none", press_mail="each"
    )

    def swap() -> None:
        Player.objects.filter(pk=first.pk).update(user=None, bot="recruit")
        Player.objects.filter(pk=second.pk).update(user=first.user, word=first.word)
        Player.objects.filter(pk=first.pk).update(user=second.user, word=second.word, bot="")

    def talk(swapped: bool) -> None:
        if swapped:
            swap()
        names = dict(Player.objects.values_list("pk", "user__username"))
        write(play, names[first.pk], text="From the first seat.")
        write(play, names[second.pk], readers[0].username, text="From the second.")

    worlds = [world(play, readers, partial(talk, swapped)) for swapped in (False, True)]
    assert "From the first seat." in str(worlds[0]) and not any(name in str(worlds[0]) for name in pair)
    assert worlds[0] == worlds[1], differences(*worlds)


def test_unsigned_messages_of_one_quarter_come_in_an_order_that_tells_nothing() -> None:
    """Which of two senders wrote first is told no better than by a coin."""
    play = four(grey=True)
    User.objects.update(press_mail="none")
    rounds, firsts = MESSAGES // 2, 0
    for _ in range(rounds):
        with undone():
            for name in ("alice", "bob"):
                write(play, name, text=name, is_unsigned=True)
            shown = Message.objects.order_by("shown_at", "number").values_list("text", flat=True)
            firsts += shown[0] == "alice"
    deviation = abs(firsts - rounds / 2) / math.sqrt(rounds / 4)
    assert math.erfc(deviation / math.sqrt(2)) >= LEAST_P, f"{firsts} of {rounds}"


def test_a_stranger_learns_no_names_of_an_anonymous_game() -> None:
    play, sam = four(names="anonymous"), person("sam")
    write(play, "bob", text="hello")
    change(play, clock_key="9:0")
    shown = str([*shown_to(play, sam), *shown_to(play, None)])
    assert "hello" in shown and not any(name in shown for name in NAMES[1:])
