"""The clocks of one game: one for the turn, which stands still while others are asked, and one for each answer.

Times are instants in UTC. The rules know no time; this module knows no rules beyond the pace of a decision.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from engine import PendingDecision
from games.models import Game, Waiting

REMIND_BEFORE = timedelta(hours=24)
"""The longest time before a deadline at which a reminder goes out."""

SHORTEST_REMINDED = timedelta(hours=4)
"""Answers with less time than this get no reminder, and none a second one sooner after the first."""


@dataclass
class Clock:
    """The turn's clock of one game while it is being played on. In a pause it stands at the moment when that began."""

    present: datetime
    turn: timedelta
    reaction: timedelta
    key: str
    turn_deadline_at: datetime | None
    turn_left: timedelta | None
    given: timedelta = timedelta()
    game: Game | None = None
    renewed: bool = False

    @classmethod
    def of(cls, game: Game, now: datetime) -> Clock:
        """Build the clock of a stored game."""
        return cls(
            present=now,
            turn=timedelta(hours=game.turn_hours),
            reaction=timedelta(hours=game.reaction_hours),
            key=game.clock_key,
            turn_deadline_at=game.turn_deadline_at,
            turn_left=game.turn_left,
            given=game.time_given,
            game=game,
        )

    @property
    def now(self) -> datetime:
        """The present, or the moment of the pause: seats that are asked during a pause get it added."""
        paused_at = self.game.paused_at if self.game and self.game.status == Game.Status.PAUSED else None
        return paused_at or self.present

    @property
    def due(self) -> datetime | None:
        """The end of the turn if its owner is asked from now on; None before the first turn."""
        return self.now + self.turn_left if self.turn_left is not None else self.turn_deadline_at

    def start_turn(self, key: str) -> None:
        """Start a turn, another or the same one again, with its full time."""
        if key == self.key and self.due is not None:
            self.given += self.now + self.turn - self.due
        self.key, self.renewed = key, True
        self.turn_deadline_at, self.turn_left = None, self.turn

    def restore(self, key: str, deadline: datetime) -> None:
        """Restore an earlier moment with the deadline it had."""
        self.key, self.renewed = key, True
        self.turn_deadline_at, self.turn_left = deadline, None

    @property
    def is_running(self) -> bool:
        """Whether the turn's clock runs; it stands still while other seats are asked."""
        return self.turn_deadline_at is not None

    def extend(self, by: timedelta) -> None:
        """Extend the turn. The extension is remembered, or an undo would take it away again."""
        self.given += by
        if self.turn_deadline_at is not None:
            self.turn_deadline_at += by

    def sync_with_decision(self, asked: PendingDecision | None) -> None:
        """Run the turn's clock if its owner is asked, else stop it."""
        if asked is None:
            self.turn_deadline_at = self.turn_left = None
        elif asked.pace == Waiting.Pace.TURN:
            if self.turn_deadline_at is None:
                self.turn_deadline_at = self.now + (self.turn if self.turn_left is None else self.turn_left)
            self.turn_left = None
        elif self.turn_deadline_at is not None:
            self.turn_left = max(self.turn_deadline_at - self.now, timedelta())
            self.turn_deadline_at = None

    def store(self, game: Game) -> None:
        """Copy the clock to the fields of the game's row."""
        game.clock_key = self.key
        game.turn_deadline_at = self.turn_deadline_at
        game.turn_left = self.turn_left
        game.time_given = self.given

    def deadline(self, asked: PendingDecision, before: Waiting | None, window: timedelta | None = None) -> datetime:
        """Compute the deadline of an answer. An answer that was open before keeps its time. `window` is what its
        seat has left for windows of this turn."""
        if asked.pace == Waiting.Pace.TURN:
            return self.turn_deadline_at or self.now + self.turn
        if before and before.ref == asked.ref and before.deadline_at:
            kept: datetime = before.deadline_at
            return kept
        if asked.pace == Waiting.Pace.WINDOW and window is not None:
            return self.now + window
        return self.now + (self.turn if asked.pace == Waiting.Pace.SEALED else self.reaction)

    def since(self, asked: PendingDecision, before: Waiting | None) -> datetime:
        """Return since when a seat has been asked: for a turn, since it began."""
        same_turn = asked.pace == Waiting.Pace.TURN and not self.renewed
        return before.since if before and (same_turn or before.ref == asked.ref) else self.now

    def remind_at(self, deadline: datetime, since: datetime) -> datetime | None:
        """Compute when to remind: after three quarters of the time, but not earlier than a day before the end."""
        whole = deadline - since
        if whole < SHORTEST_REMINDED:
            return None
        return deadline - min(REMIND_BEFORE, whole / 4)

    def reminded_at(self, remind_at: datetime | None, before: Waiting) -> datetime | None:
        """Return when a reminder of an open answer was sent; None if another is to be sent."""
        was = before.reminded_at
        again = was is not None and remind_at is not None and remind_at - was >= SHORTEST_REMINDED
        return None if again else was


class Timed(Protocol):
    """What an entry, or a row of some of its columns, has to say of the clock of its turn."""

    @property
    def round(self) -> int: ...

    @property
    def seat(self) -> int | None: ...

    @property
    def turn_deadline_at(self) -> datetime | None: ...

    @property
    def time_given(self) -> timedelta: ...


def deadline_of(entry: Timed, game: Game) -> datetime | None:
    """Compute the deadline of an entry's turn if the entry is undone.

    A turn that still runs keeps its clock. An earlier one gets the deadline it had then, plus what its game was given
    since: players who let somebody think about an attack and undo it pay for that time, or a turn would never end.
    """
    if game.turn_deadline_at and game.clock_key == f"{entry.round}:{entry.seat}":
        kept: datetime = game.turn_deadline_at
        return kept
    at = entry.turn_deadline_at
    return at + (game.time_given - entry.time_given) if at else None


def is_past(entry: Timed, game: Game, now: datetime) -> bool:
    """Check whether the turn of an entry is over, grace included, so that it cannot be continued."""
    at = deadline_of(entry, game)
    return at is not None and at + timedelta(minutes=game.grace_minutes) <= now
