"""Replay windows with other hands, and show that nobody but their owners could tell.

    python -m benchmarks.windows [--rules risk2210] [--windows 10000] [--seed 1] [--processes 1]

A window comes up at an attack, or at a card that somebody may undo. Each is played on a site of its own: as it came up
in a game of bots, and with the hands and decks that one reader cannot know dealt anew under equal counts
(`engine.redeal`). Every seat that is asked declines: by its standing orders, by default as it has none, by its own
answer, by one that it gave beforehand for the whole turn, or by letting its clock run out. Who is asked, the entries
and events that the reader sees, the mails that go out and all clocks must be the same in both. Every fourth window is
played once more with the other hands, and all others decline in another way: the answers to it must still be the same
entries. Exits with 1 at the first difference.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import datetime, timedelta
from itertools import count, islice, repeat
from multiprocessing import get_context
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any

import msgspec

import engine
from benchmarks.pages import site
from engine.bots import choose
from engine.redeal import deal_anew

if TYPE_CHECKING:
    from games.models import Entry, Game, Waiting

SEATS = 5
FAR = 1_000_000
"""Between the seeds of two processes, so that they play other games."""
WINDOWS, OPENERS, SEALED = {"reaction.asked", "cards.undo_asked"}, {"battle.attack", "cards.play"}, "turn.answered"
LAID_OPEN = "miracles.hand_discarded"
"""The event of a hand that a card lays open for all to see: from then on it may be another one."""
CASES = {"risk2210": ("invaded", "anybody is invaded"), "godstorm": ("invaded", "a miracle is played")}
"""The windows of a rule set as standing orders call them."""
RULE, DEFAULT, ASK, BEFOREHAND, CLOCK = "by rule", "by default", "by its own answer", "beforehand", "by the clock"
STANDING = {
    RULE: ("when {}: decline", "when {}: decline"),
    DEFAULT: (),
    ASK: ("when {}: ask me", "when {}: ask me within 12 hours"),
    BEFOREHAND: ("when {}: ask me", "when {}: ask me within 12 hours"),
    CLOCK: ("when {}: ask me within 6 hours", "when {}: ask me"),
}
"""The standing orders of a seat that declines in each of the ways, a line for each window."""


def standing_orders(rules: str, way: str) -> str:
    """Write the standing orders of a seat that declines in a way."""
    return "\n".join(line.format(case) for line, case in zip(STANDING[way], CASES[rules], strict=False))


def windows(rules: str, seed: int) -> Iterator[tuple[engine.GameState, engine.Action]]:
    """Yield positions of recruits' games with an order that opens a window, game after game. As on the site, each
    answer is to one window alone."""
    from games.play.window_passes import for_this_window

    while True:
        chance, rng = engine.FastChance(seed), Random(seed)
        state = engine.new_game(rules, engine.COLOURS[:SEATS], chance=chance).state
        while (asked := engine.open_decision(state)) is not None:
            action = for_this_window(choose("recruit", engine.view_for(state, asked.seats[0]), rng))
            after = engine.apply(state, action, chance).state
            opened = engine.open_decision(after)
            if asked.kind not in WINDOWS and is_opener(action) and opened and opened.kind in WINDOWS:
                yield state, action
            state = after
        seed += 1


def is_opener(action: engine.Action) -> bool:
    return engine.action_to_json(action)["type"] in OPENERS


class Table:
    """A game of five people whose position is laid anew for each window."""

    def __init__(self, rules: str) -> None:
        from accounts.models import User
        from games.models import Player, StandingOrder
        from games.services.lobby import game_create, game_join
        from games.services.table_settings import TableSettings

        people = [User.objects.create_user(f"p{n}", f"p{n}@example.org") for n in range(SEATS)]
        settings = TableSettings(name="Windows", rules=rules, seats_wanted=SEATS, options={"setup_orders": "in_turn"})
        game = game_create(creator=people[0], settings=settings)
        for person in people[1:]:
            game = game_join(game_id=game.pk, user=person, invite_token=game.invite_token)
        self.game: Game = game
        self.players = {player.seat: player for player in Player.objects.filter(game=game).select_related("user")}
        for player in self.players.values():
            StandingOrder.objects.create(game=game, player=player)

    def lay(self, state: engine.GameState, ways: list[str]) -> None:
        """Lay a position with its open decision, and how each seat declines."""
        from games.models import Snapshot, StandingOrder, Waiting
        from games.services.locks import db_now

        game = self.game
        Snapshot.objects.update_or_create(game=game, seq=game.seq, defaults={"state": engine.pack(state)})
        Waiting.objects.filter(game=game).delete()
        asked = engine.open_decision(state)
        assert asked is not None
        now = db_now()
        for seat in asked.seats:
            row = Waiting(game=game, player=self.players[seat], seat=seat, ref=asked.ref, kind=asked.kind)
            row.pace, row.since, row.deadline_at = asked.pace, now, now + timedelta(hours=72)
            row.save()
        game.clock_key, game.turn_deadline_at, game.turn_left = f"{state.round}:{state.active}", None, None
        game.save()
        for way in set(ways):
            text = standing_orders(game.rules, way)
            seats = [seat for seat, each in enumerate(ways) if each == way]
            StandingOrder.objects.filter(game=game, player__seat__in=seats).update(text=text)

    def decline(self, order: engine.Action, ways: list[str]) -> list[object]:
        """Give the order, decline until no window is open, and return the clocks on the way."""
        from games.models import Waiting

        clocks: list[object] = []
        self._pass_turn([seat for seat, way in enumerate(ways) if way == BEFOREHAND])
        self._submit(order.seat, order)
        while rows := list(Waiting.objects.filter(game=self.game, kind__in=WINDOWS).order_by("seat")):
            clocks.append([clock_of(row) for row in rows])
            row = rows[0]
            if ways[row.seat] == CLOCK:
                self._expire(row)
            else:
                self._submit(row.seat, engine.action_from_json({"type": "reaction.decline", "seat": row.seat}))
        return clocks

    def _pass_turn(self, seats: list[int]) -> None:
        """Store that seats have said that they decline all windows of the turn."""
        from games.models import Player

        fields = {"window_turn": self.game.clock_key, "window_pass": Player.Pass.TURN}
        Player.objects.filter(game=self.game, seat__in=seats).update(**fields)

    def _submit(self, seat: int, action: engine.Action) -> None:
        from games.models import Waiting
        from games.services.orders import order_submit

        row = Waiting.objects.get(game=self.game, seat=seat)
        user_id = self.players[seat].user_id or 0
        order_submit(game_id=self.game.pk, seat=seat, ref=row.ref, source="web", user_id=user_id, action=action)

    def _expire(self, row: Waiting) -> None:
        from games.models import Waiting
        from games.services.deadlines import deadline_expire
        from games.services.locks import db_now

        past = db_now() - timedelta(minutes=1)
        Waiting.objects.filter(pk=row.pk).update(deadline_at=past, due_at=past)
        deadline_expire(game_id=self.game.pk)

    def seen(self, viewer: int | None, began: int) -> dict[str, object]:
        """Collect what a reader can learn of all that was written since entry `began`."""
        from games.api.serializers import serialize_entry
        from games.models import Entry, OutboxMail, Player, Waiting
        from games.wording.narration import Names

        game = self.game
        names = Names(engine.COLOURS[:SEATS], engine.mapgraph(game.map), viewer, False, game.rules, game.options)
        entries = Entry.objects.filter(game=game, seq__gt=began).order_by("seq")
        mails = OutboxMail.objects.filter(game=game).order_by("key")
        return {
            "entries": [comparable(serialize_entry(entry, reader(entry, viewer), names)) for entry in entries],
            "open": [clock_of(row) for row in Waiting.objects.filter(game=game).order_by("seat")],
            "mails": [(mail.key, mail.template, mail.seat, delay(mail.created_at, mail.not_before)) for mail in mails],
            "time left": [
                (player.seat, player.window_turn, minutes(player.window_left))
                for player in Player.objects.filter(game=game).order_by("seat")
            ],
        }


def clock_of(row: Waiting) -> tuple[object, ...]:
    """Describe an open answer: who is asked what, and how long they have, to the minute."""
    return row.seat, row.kind, row.pace, delay(row.since, row.deadline_at)


def reader(entry: Entry, viewer: int | None) -> int | None:
    """Choose as whom an entry is read: a card that a reader alone gets to see comes from what was dealt anew, so it is
    another one, and the entry is compared as spectators see it."""
    told = map(engine.event_from_json, entry.events)
    own = any(getattr(event, owner) == viewer for event in told for owner in event.secret.values())
    return None if own else viewer


def delay(start: datetime, end: datetime | None) -> int | None:
    return minutes(end - start) if end else None


def minutes(span: timedelta | None) -> int | None:
    return None if span is None else round(span.total_seconds() / 60)


def comparable(entry: Any) -> dict[str, Any]:
    """Turn an entry into JSON without the moment at which it was written, and without a hand that it lays open."""
    plain: dict[str, Any] = msgspec.to_builtins(entry)
    plain.pop("at")
    shown = [event for event in plain["events"] if event["type"] == LAID_OPEN]
    for event in shown:
        event["cards"] = len(event["cards"])
    return {name: value for name, value in plain.items() if not (shown and name == "story")}


def replay(
    table: Table, state: engine.GameState, order: engine.Action, ways: list[str], viewer: int | None
) -> dict[str, object]:
    """Play a window and take it back; returns all that `viewer` could learn of it."""
    from django.db import transaction

    block = transaction.atomic()
    block._from_testcase = True  # type: ignore[attr-defined]  # services begin transactions of their own, which may then be taken back with this one
    with block:
        table.game.refresh_from_db()
        table.lay(state, ways)
        began = table.game.seq
        clocks = table.decline(order, ways)
        learnt = {"clocks": clocks, **table.seen(viewer, began)}
        transaction.set_rollback(True)
    return learnt


def any_ways(random: Random) -> list[str]:
    """Choose how each seat declines."""
    return [random.choice(list(STANDING)) for _ in range(SEATS)]


def difference(
    table: Table, state: engine.GameState, order: engine.Action, random: Random, *, thrice: bool
) -> tuple[str, int]:
    """Play a window with its own and with other hands, and perhaps in other ways; returns how a reader could tell them
    apart, empty if they could not, and how often somebody was waited for."""
    viewer = random.choice([None, *range(SEATS)])
    ways = any_ways(random)
    others = [
        way if seat == viewer else other for seat, (way, other) in enumerate(zip(ways, any_ways(random), strict=True))
    ]
    twin = other_hands(state, order, viewer, random)
    learnt, otherwise = (replay(table, each, order, ways, viewer) for each in (state, twin))
    waits = len(learnt["clocks"])  # type: ignore[arg-type]  # a list
    if learnt != otherwise:
        return f"seat {viewer} learns of the hands:\n{learnt}\nor\n{otherwise}", waits
    if not thrice:
        return "", waits
    entries = replay(table, twin, order, others, viewer)["entries"]
    if first_answers(learnt["entries"]) != first_answers(entries):
        return f"seat {viewer} learns of {ways} or {others}:\n{learnt['entries']}\nor\n{entries}", waits
    return "", waits


def other_hands(state: engine.GameState, order: engine.Action, viewer: int | None, random: Random) -> engine.GameState:
    """Deal hands anew until whoever opens the window with a card out of its hand holds that card again."""
    wanted = is_held(state, order)
    deals = (deal_anew(state, viewer, random, hands_alone=True) for _ in count())
    return next(twin for twin in deals if is_held(twin, order) or not wanted)


def is_held(state: engine.GameState, order: engine.Action) -> bool:
    """Check whether an order names no card, or one that its seat holds."""
    card = engine.action_to_json(order).get("card")
    return (
        not card or engine.catalogue_of(state.rules, state.options).numbers[str(card)] in state.players[order.seat].hand
    )


def first_answers(entries: Any) -> object:
    """Describe the order and the answers to its first window by seats: who thinks longer answers later, and dice hang
    on who has answered before."""
    order, *answers = entries
    window = order["ref"] + 1
    told = [
        [
            entry["seat"],
            entry["kind"],
            entry["source"],
            entry["order"],
            [e for e in entry["events"] if e["type"] == SEALED],
        ]
        for entry in answers
        if entry["ref"] in (window, None)  # notes belong to no question
    ]
    return order, sorted(told, key=str)


def compare(rules: str, total: int, seed: int) -> int:
    """Compare so many windows; returns the exit status."""
    table, random = Table(rules), Random(seed)
    asked, began = 0, monotonic()
    for number, (state, order) in enumerate(islice(windows(rules, seed), total), start=1):
        told, waits = difference(table, state, order, random, thrice=number % 4 == 0)
        asked += waits
        if told:
            print(f"seed {seed}, window {number}: {told}")
            return 1
        if number % 500 == 0:
            print(f"seed {seed}: {number} windows, {asked} waits, {monotonic() - began:.0f} s: the same", flush=True)
    print(f"seed {seed}: {total} windows, {asked} waits, {monotonic() - began:.0f} s: nobody could tell them apart")
    return 0


def share(rules: str, total: int, seed: int) -> int:
    """Compare windows on a site of this process; returns the exit status."""
    with site():
        return compare(rules, total, seed)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", default="risk2210", choices=CASES, help="rule set")
    parser.add_argument("--windows", type=int, default=10_000, help="how many windows")
    parser.add_argument("--seed", type=int, default=1, help="of the first game")
    parser.add_argument("--processes", type=int, default=1, help="share the windows among so many, each with its seed")
    asked = parser.parse_args()
    shares = [len(range(number, asked.windows, asked.processes)) for number in range(asked.processes)]
    seeds = [asked.seed + FAR * number for number in range(asked.processes)]
    with ProcessPoolExecutor(asked.processes, mp_context=get_context("spawn")) as pool:
        return max(pool.map(share, repeat(asked.rules), shares, seeds))


if __name__ == "__main__":
    sys.exit(main())
