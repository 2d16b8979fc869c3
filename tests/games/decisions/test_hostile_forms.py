"""Forms of every question of a game with whatever somebody may post instead: an answer, a refusal, never an error."""

from __future__ import annotations

import re
from random import Random
from urllib.parse import urlencode

import pytest
from django.core.cache import cache
from django.test import Client

import engine
from benchmarks.secrets.tables import Table, taken_back
from tests.kit.games import questions

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.no_cover]

POSTS = 4
VALUES = (
    *("", "-1", "0", "1", "99", "2147483648", "9" * 30, "٣", "²", "1.5", "1e9", "NaN", "true", "null"),
    *("[]", '{"armies": -1, "pieces": ["land"]}', '[[1, {"armies": 2}]]', "[" * 2000, "x" * 3000, "\x00", "'\"><b>"),
    *(
        "JAP",
        "Japan",
        "GAU",
        "Norse",
        "war",
        "u2",
        "red",
        "land",
        "station",
        "land.naval",
        "all",
        "JAP:3,EGY:-4",
        "\u202e",
        "neutral",
        "turn",
    ),
)
TAGS = (
    *("battle.attack", "battle.lose", "cards.play", "bidding.bid", "bidding.marker", "purchase.buy", "purchase.hire"),
    *("purchase.build", "pantheons.choice", "godswar.name", "embark.move", "sparing.spare", "crypt.revive"),
)
FIELDS = (
    *("n-JAP", "n-GAU", "n-XYZ", "p-JAP", "p-GAU", "p-force", "lead-land", "led", "along-war", "pantheon", "god"),
    *("f-card", "f-lost", "f-at", "f-src", "f-dst", "n-land", "n-magic", "territory"),
)
PLAYED = 302
TAKEN = {PLAYED, 409, 422}


def posted_by(page: str) -> list[tuple[str, str]]:
    """List the fields of a page's forms with their values."""
    tags = re.findall(r"<(?:input|button|select|textarea|option)\b[^>]*>", page)
    names = [re.search(r'\bname="([^"]+)"', tag) for tag in tags]
    values = [re.search(r'\bvalue="([^"]*)"', tag) for tag in tags]
    pairs = [(name[1], value[1] if value else "") for name, value in zip(names, values, strict=True) if name]
    return [(name, value) for name, value in pairs if name != "csrfmiddlewaretoken"]


def spoilt(fields: list[tuple[str, str]], random: Random) -> list[tuple[str, str]]:
    """Leave fields out, change and repeat them, and add some that belong elsewhere."""
    sent = []
    for name, value in fields:
        keeps = name in ("ref", "act") and random.random() < 0.8
        times = 1 if keeps else random.choice((0, 1, 1, 1, 2))
        sent += [(name, value if keeps or random.random() < 0.4 else random.choice(VALUES)) for _ in range(times)]
    sent += [(random.choice(FIELDS), random.choice(VALUES)) for _ in range(random.randrange(3))]
    return sent + ([("act", random.choice(TAGS))] if random.random() < 0.2 else [])


@pytest.mark.parametrize(("rules", "most"), [("risk2210", 12), ("godstorm", 15)])
def test_whatever_is_posted_is_an_answer_or_a_refusal(rules: str, most: int) -> None:
    random, table = Random(2210), Table(rules, 3, {"setup_orders": "in_turn"})
    answers, kinds = set(), questions(rules, 3, setup_orders="in_turn")
    assert len(kinds) > most, kinds.keys()
    for state in kinds.values():
        with taken_back():
            answers |= hostile_posts(table, state, random)
    assert answers == TAKEN


def hostile_posts(table: Table, state: engine.GameState, random: Random) -> set[int]:
    """Post spoilt forms at a position; returns the statuses of the answers."""
    session = table.lay(state)
    session.save()
    asked, seq = session.asked, table.game.seq
    assert asked is not None
    browser = Client()
    browser.force_login(table.user(asked.seats[0]))
    fields = posted_by(browser.get(table.url).content.decode())
    found = set()
    for _ in range(POSTS):
        cache.clear()  # and with it the count of what one person may post
        sent = spoilt(fields, random)
        with taken_back():
            body = urlencode(sent)
            status = browser.post(table.url, body, content_type="application/x-www-form-urlencoded").status_code
            table.game.refresh_from_db()
            assert status in TAKEN, (asked.kind, sent)
            assert (table.game.seq > seq) == (status == PLAYED), (asked.kind, sent)
            found.add(status)
    return found
