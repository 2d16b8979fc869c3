"""Every kind of question of Godstorm answered more than once at the same moment, by real threads: through the page, the
API and the link of a mail, from several tabs of one person, and by all who are asked."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

import engine
from engine.core.offers import random_arguments
from engine.core.reducer import offers
from tests.games.play.races import at_once

if TYPE_CHECKING:
    from benchmarks.secrets.tables import Table
    from games.models import Entry

REVISABLE = {"bidding.bid_asked", "pantheons.ranking_asked", "setup.plan_asked"}
"""Sealed questions whose answer may be given anew until the last is in."""
PLAYED, LATE = "played", "late"
MOVED_ON = "The game has moved on"
TABS = 2
REFS = 100
"""Tabs that send the same order by each door."""


class Race:
    """A running game that is laid to a question, and the seat that is asked first."""

    def __init__(self, table: Table, state: engine.GameState, random: Random) -> None:
        from django.core.cache import cache

        from games.models import ApiToken

        cache.clear()  # and with it the count of what one person may send
        ApiToken.objects.all().delete()  # of which one person may have so many
        table.game.refresh_from_db()
        state.ref = REFS * table.game.seq  # no order of a race before is a repetition of one of this
        session = table.lay(state)
        session.clock.start_turn(session.turn)
        session.save()
        assert session.asked is not None
        self.table, self.random, self.state = table, random, state
        self.asked, self.seq = session.asked, table.game.seq

    def action(self, seat: int) -> engine.Action:
        """Make up an answer of a seat that is offered."""
        offer = self.random.choice(offers(self.state, seat))
        given = msgspec.to_builtins(random_arguments(offer, self.random.randrange))
        return engine.action_from_json({"type": offer.action, "seat": seat, **given})

    def by_page(self, seat: int, order: engine.Action) -> Callable[[], str]:
        """A job that types an order into the order line."""
        from django.test import Client

        text = engine.format_order(order, self.state.rules, self.state.map, self.state.seats)
        sent = {"ref": self.asked.ref, "key": f"{self.seq}: {text}", "line": "1", "order": text}
        browser = Client()
        browser.force_login(self.table.user(seat))
        return lambda: told(browser.post(self.table.url, sent), 302)

    def by_program(self, seat: int, order: engine.Action) -> Callable[[], str]:
        """A job that sends an order to the API."""
        from tests.games.api.kit import program

        sender = program(self.table.user(seat))
        path, body = f"games/{self.table.game.slug}/orders/", {"ref": self.asked.ref}
        sent = json.dumps(body | {"action": engine.action_to_json(order)})
        return lambda: told(sender.post(path, sent, key=f"{self.seq}-{seat}"), 200)

    def by_mail(self, seat: int, order: engine.Action) -> Callable[[], str]:
        """A job that presses the button of a mailed link."""
        from django.test import Client

        from games.mail.links import OrderLink, link_path

        text, user = json.dumps(engine.action_to_json(order)), self.table.user(seat)
        path = link_path(OrderLink(self.table.game.pk, seat, self.asked.ref, text, user.pk))
        return lambda: told(Client().post(path), 200)

    def written(self) -> list[Entry]:
        """List the answers to the question that people have given since, by themselves."""
        from games.models import Entry

        since = Entry.objects.filter(game=self.table.game, seq__gt=self.seq, kind="action")
        return [entry for entry in since.order_by("seq") if entry.key]


def told(answer: Any, played: int) -> str:
    """Sort the answer to an order: it was played, or a sentence says that it came too late; else what it says."""
    if answer.status_code == played:
        return PLAYED
    is_late = answer.status_code == 409 and MOVED_ON in answer.content.decode()
    return LATE if is_late else f"{answer.status_code}: {answer.content.decode()[-300:]}"


def one_seat_by_all_doors(race: Race) -> Counter[str]:
    """One person answers by the page, the API and a link, by each with an order of its own: one counts, or all of them
    one after another where an answer may be given anew."""
    seat = race.asked.seats[0]
    doors = (race.by_page, race.by_program, race.by_mail)
    found = at_once([door(seat, race.action(seat)) for door in doors])
    written = race.written()
    assert len(written) == found[PLAYED] and found[PLAYED] + found[LATE] == len(doors), (race.asked.kind, found)
    assert found[PLAYED] == 1 or race.asked.kind in REVISABLE, (race.asked.kind, found)
    return found


def one_form_twice(race: Race) -> Counter[str]:
    """A double click: both are told that the order was played, and it was played once."""
    seat = race.asked.seats[0]
    found = at_once([race.by_page(seat, race.action(seat))] * TABS)
    assert found == {PLAYED: TABS} and len(race.written()) == 1, (race.asked.kind, found)
    return found


def all_seats(race: Race) -> Counter[str]:
    """All who are asked answer at once: each answer counts once, and the question closes once."""
    seats = race.asked.seats
    found = at_once([race.by_program(seat, race.action(seat)) for seat in seats])
    written = race.written()
    assert found == {PLAYED: len(seats)}, (race.asked.kind, found)
    assert sorted(entry.seat or 0 for entry in written) == sorted(seats)
    return found


RACES = (one_seat_by_all_doors, one_form_twice, all_seats)


def check_questions(questions: dict[str, engine.GameState], table_of: Callable[[int], Table]) -> None:
    """Run every race at every question, and find nothing wrong with the position afterwards that was not before."""
    from games.play.journal_reader import state_at

    random = Random(2)
    for state in questions.values():
        table = table_of(len(state.seats))
        for run in RACES:
            race = Race(table, state.copy(), random)
            run(race)
            table.game.refresh_from_db()
            broken = faults(state_at(table.game, table.game.seq)) - faults(state)
            assert not broken, (race.asked.kind, run.__name__, broken)


def faults(state: engine.GameState) -> set[str]:
    """Tell of what no position may have; those of the book need no whole decks."""
    from engine.rules.godstorm.checks import BOARD_INVARIANTS, INVARIANTS

    return {fault for check in (*INVARIANTS, *BOARD_INVARIANTS) for fault in check(state)}
