"""Twin games that differ in one hidden thing alone: all that others are shown of both is equal, byte by byte."""

from __future__ import annotations

import math
import os
import re
from datetime import timedelta
from functools import partial
from random import Random

import pytest
import time_machine
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Group

from accounts.models import User
from games.models import Player
from games.permissions import GROUP
from press.models import Message
from press.tests.kit import NAMES, change, four, user_of, write
from press.tests.twins import (
    AT,
    NOT_ASKED,
    ROUTES,
    asked_routes,
    differences,
    paths,
    shown_to,
    swap_seats,
    words_of,
    world,
)
from tests.games.kit import person
from tests.routes_kit import organizer, undone

pytestmark = pytest.mark.django_db

PAIRS = int(os.environ.get("PRESS_TWINS", "4"))
"""A small share. `PRESS_TWINS=200 pytest -n 0 press/tests/test_twins.py` compares 200 pairs of each kind, and delivers
a thousand unsigned messages."""

MESSAGES = 1000 if PAIRS >= 200 else 40
LEAST_P = 0.01 if PAIRS >= 200 else 1e-6

OF_ORGANIZERS = {"organize/": "organizers know who plays where, unless they play there themselves"}
"""What twins that differ in who sits where are not asked for besides."""

READERS = ("player", "stranger", "organizer", "organizing player", "nobody", "player")
"""Each pair is looked at by one of these in turn."""

FORMS_EVERY = 4
"""Each so many pairs are sent forms too."""


def reader_of(seed: int, players: list[User]) -> User | None:
    """Choose who looks at a pair."""
    kind = READERS[seed % len(READERS)]
    if kind == "organizer":
        return organizer("olga")
    if kind == "organizing player":
        players[0].groups.add(Group.objects.get(name=GROUP))
        User.objects.filter(pk=players[0].pk).update(is_staff=True)
        return User.objects.get(pk=players[0].pk)
    return {"player": Random(seed).choice(players), "stranger": person("sam"), "nobody": None}[kind]


@pytest.mark.parametrize("seed", range(PAIRS))
def test_who_sends_an_unsigned_message_changes_nothing_for_others(seed: int) -> None:
    rng = Random(seed)
    with time_machine.travel(AT - timedelta(hours=1), tick=False):
        play = four(grey=True, press_when=rng.choice(["always", "quiet_windows"]))
        write(play, "carol", text="Good luck.")
    User.objects.update(press_mail=rng.choice(["each", "turn"]))
    senders = rng.sample(NAMES, 2)
    players = [user_of(name) for name in NAMES if name not in senders]
    reader = reader_of(seed, players)

    def lie(name: str) -> None:
        write(play, name, text="Blue lies.", is_unsigned=True)

    worlds = [
        world(play, reader, players, senders, partial(lie, name), forms=seed % FORMS_EVERY == 0) for name in senders
    ]
    assert Message.objects.count() == 1 and "Blue lies." in str(worlds[0])
    assert worlds[0] == worlds[1], differences(*worlds)


@pytest.mark.parametrize("seed", range(PAIRS))
def test_who_sits_where_changes_nothing_for_others_where_names_are_hidden(seed: int) -> None:
    rng = Random(seed)
    with time_machine.travel(AT - timedelta(hours=1), tick=False):
        play = four(names="anonymous")
    pair = rng.sample(NAMES, 2)
    players = [user_of(name) for name in NAMES if name not in pair]
    reader = reader_of(seed, players)
    for _ in range(rng.randrange(6)):
        play.order(play.likely())
    first, second = (Player.objects.get(user__username=name) for name in pair)
    User.objects.filter(username=pair[0]).update(
        is_superuser=True, timezone="Asia/Tokyo", quiet=["22:00", "06:00"], turn_mail="none", press_mail="each"
    )

    def talk(swapped: bool) -> None:
        if swapped:
            swap_seats(first, second)
        names = dict(Player.objects.values_list("pk", "user__username"))
        write(play, names[first.pk], text="From the first seat.")
        write(play, names[second.pk], players[0].username, text="From the second.")

    exempt = OF_ORGANIZERS if reader not in players else ()
    worlds = [
        world(play, reader, players, pair, partial(talk, swapped), exempt, forms=seed % FORMS_EVERY == 0)
        for swapped in (False, True)
    ]
    assert "From the first seat." in str(worlds[0])
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
    about_people = ("players/",)
    shown = [*shown_to(play, sam, NAMES, about_people), *shown_to(play, None, NAMES, about_people)]
    assert "hello" in str(shown)
    assert not [page[:80] for page in shown for name in NAMES[1:] if re.search(rf"\\b{name}\\b", page)]


def test_every_address_is_asked_or_exempt_for_a_reason() -> None:
    for left_out in (NOT_ASKED, OF_ORGANIZERS):
        unused = [start for start in left_out if not any(route.startswith(start) for route in ROUTES)]
        assert not unused, "no address begins like these any more"
    words = words_of(four(), NAMES)
    assert all(next(paths(route, words)).startswith("/") for route in asked_routes())
    assert not [model for model in apps.get_app_config("press").get_models() if admin.site.is_registered(model)]
