"""Append entries to the journal of one locked game, each of which carries the chain on."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import engine
from games.models import Entry, Game
from games.play import chain
from games.play.clock import Clock


class JournalWriter:
    """The entries made since a game was loaded. `save` stores them, once."""

    def __init__(self, game: Game, key: bytes, clock: Clock, now: datetime) -> None:
        self.game = game
        self.key = key
        self.clock = clock
        self.now = now
        self.entries: list[Entry] = []

    def write(
        self,
        kind: str,
        source: str,
        *,
        events: Iterable[engine.Event | engine.Facts] = (),
        draws: Iterable[int] = (),
        **fields: Any,
    ) -> Entry:
        """Append one entry; all but notes carry the chain on."""
        running = self.clock.running
        self.game.seq += 1
        if kind != Entry.Kind.NOTE:
            self.game.chained += 1
        entry = Entry(
            game=self.game,
            seq=self.game.seq,
            place=None if kind == Entry.Kind.NOTE else self.game.chained,
            kind=kind,
            source=source,
            draws=list(draws),
            events=[engine.event_to_json(event) if isinstance(event, engine.Event) else event for event in events],
            turn_deadline_at=running.deadline_at if running else None,
            turn_own_until=running.own_until if running else None,
            banks=self.banks_if_changed(),
            time_given=self.clock.given,
            at=self.now,
            **fields,
        )
        if entry.place is not None:
            self.game.head = chain.next_head(self.game.head, self.key, entry, self.chain_index(entry.back_to))
        self.entries.append(entry)
        return entry

    def banks_if_changed(self) -> list[int | None] | None:
        """Return the minutes in all time banks by seat if one has changed since the entry before."""
        if not self.clock.banks_changed:
            return None
        self.clock.banks_changed = False
        return [self.clock.players[seat].bank for seat in sorted(self.clock.players)]

    def chain_index(self, seq: int | None) -> int:
        """Return the chain index of the last link up to entry `seq`; 0 if there is none to go back to."""
        if seq is None:
            return 0
        rows = Entry.objects.filter(game_id=self.game.pk, seq__lte=seq, place__isnull=False)
        return rows.order_by("-seq").values_list("place", flat=True).first() or 0

    def passes(self, every: int) -> bool:
        """Check whether the number of one of the new entries is a multiple of `every`."""
        return any(entry.seq % every == 0 for entry in self.entries)

    def save(self) -> None:
        """Store the entries."""
        Entry.objects.bulk_create(self.entries)
