"""Orders that a program makes up at every question of Godstorm, for its own seat and for others: an answer by the rules
or a refusal, never an error, and nothing half done."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from django.core.cache import cache

import engine
from benchmarks.secrets.tables import Table, taken_back
from engine.core.offers import random_arguments
from engine.rules.godstorm.checks import BOARD_INVARIANTS, INVARIANTS
from games.models import Entry
from games.play.journal_reader import state_at
from tests.games.api.kit import Program, program
from tests.kit.games import questions

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.no_cover]

POSTS = 4
CRYPT, HEAVEN, NOWHERE = 44, 57, 60
"""Places that are no territories: below, above, and past the last of the map."""
VALUES: tuple[Any, ...] = (
    *(-1, 0, 1, 3, 99, CRYPT, HEAVEN, NOWHERE, 2**31, 10**30, 1.5, True, None, "", "1", "red", "x" * 3000, "\x00"),
    *("sky", "temple", "magic", "Aegis", "Storms Rage", "The Book of the Dead", "Celts", "heaven", "u12", "turn"),
    *([], [1], [[1, 2]], [[HEAVEN, -3]], {}, {"armies": -1, "pieces": ["sky"]}, {"armies": 10**9}, [["sky", 9]]),
)
TEXTS = (
    *("attack u1 heaven", "attack Gaul u1", "invade heaven Gaul", "invade Roma heaven", "embark -3 u1"),
    *("embark 999 u1", "play Storms Rage on u12", "play Storms Rage on heaven", "play Aegis"),
    *("play The Fog Lifts from Roma, 99999999999", "play Eagles Take Wing from Gaul to heaven, 4 with war"),
    *("play The Siren Calls on Roma and Roma", "take Aegis", "play The Dead Walk from u2 to heaven, 4"),
    *("play Your Idol Is False on temple", "play The Temple Falls from u1 to u2"),
    *("play The Mighty Turn Meek on magic to heaven", "buy magic 99", "buy continents 1"),
    *("buy territories 1, sky -1", "bid 99999999999999999999", "bid -1", "bid 1, marker 0", "marker 9"),
    *("summon death at heaven", "temple at u12", "place 99 heaven", "place 1 u1, 1 u1", "revive u2 heaven"),
    *("revive u99 Gaul", "godswar temple", "spare 99", "spare -1", "pantheon Romans"),
    *("pantheon Celts, Celts", "fortify heaven Gaul 1", "fortify Gaul Roma 1 with temple", "advance 0"),
    *("decline this turn", "call off", "fight on", "end turn", "play Faith Shall Deliver on continents"),
    *("\x00", "٣٣٣٣٣٣٣٣٣"),
)
PLAYED = 200
TAKEN = {PLAYED, 400, 403, 409, 422}
OPTIONS = {3: {"setup_orders": "in_turn"}, 2: {"setup_orders": "planned"}}


@pytest.mark.parametrize(("seats", "least"), [(3, 17), (2, 14)])
def test_whatever_a_program_sends_is_an_answer_or_a_refusal(seats: int, least: int) -> None:
    random, table = Random(seats), Table("godstorm", seats, OPTIONS[seats])
    answers, kinds = set(), questions("godstorm", seats, **OPTIONS[seats])
    assert len(kinds) >= least, sorted(kinds)
    programs = [program(table.user(seat)) for seat in range(seats)]
    for state in kinds.values():
        with taken_back():
            answers |= forged_posts(table, state, programs, random)
    assert answers == TAKEN


def forged_posts(table: Table, state: engine.GameState, programs: list[Program], random: Random) -> set[int]:
    """Send forged orders at a position, of whoever is asked and of the others; returns the statuses of the answers."""
    session = table.lay(state)
    session.save()
    assert session.asked is not None
    found, seq = set(), table.game.seq
    for seat, sender in enumerate(programs):
        for _ in range(POSTS):
            cache.clear()  # and with it the count of what one person may send
            body = forged(state, session.asked, seat, random)
            with taken_back():
                status = sender.post(f"games/{table.game.slug}/orders/", body).status_code
                assert status in TAKEN, (session.asked.kind, seat, body)
                look_at_what_came(table, seat, seq, played=status == PLAYED)
            found.add(status)
    return found


def forged(state: engine.GameState, asked: engine.PendingDecision, seat: int, random: Random) -> bytes:
    """Make up an order of a seat: words, or a move of whoever is asked with a field that cannot be."""
    ref = random.choice((asked.ref,) * 6 + (asked.ref - 1, asked.ref + 1, -1, 10**12))
    if random.random() < 0.4:
        return msgspec.json.encode({"ref": ref, "text": random.choice(TEXTS)})
    mover = random.choice((seat, asked.seats[0]))
    offers = engine.view_for(state, asked.seats[0]).offers
    offer = random.choice(offers)
    fields: dict[str, Any] = dict(msgspec.to_builtins(random_arguments(offer, random.randrange)))
    for name in random.sample(list(fields), min(len(fields), random.randrange(3))):
        fields[name] = random.choice(VALUES)
    if random.random() < 0.2:
        fields[random.choice(("armies", "card", "at", "src", "pieces", "extra"))] = random.choice(VALUES)
    return msgspec.json.encode({"ref": ref, "action": {"type": offer.action, "seat": mover, **fields}})


def look_at_what_came(table: Table, seat: int, seq: int, *, played: bool) -> None:
    """Check that an order that was played is the sender's own, that a refused one left nothing, and that the position
    can be."""
    table.game.refresh_from_db()
    came = Entry.objects.filter(game=table.game, seq__gt=seq)
    assert bool(came) == played == (table.game.seq > seq)
    assert not played or came.order_by("seq")[0].seat == seat
    assert [*broken_in(state_at(table.game, table.game.seq))] == []


def broken_in(state: engine.GameState) -> Iterator[str]:
    """Tell of what no position of the family may have."""
    for check in (*INVARIANTS, *BOARD_INVARIANTS):
        yield from check(state)
