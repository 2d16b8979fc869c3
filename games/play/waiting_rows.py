"""The rows of one locked game's open answers: seat, decision, start and deadline."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

import engine
from games.clocks.calendar import MINUTE
from games.clocks.deadline import Deadline, moved, no_sooner, time_left, together
from games.clocks.values import Minutes, SeatTime
from games.models import Game, Player, Waiting
from games.play import window_passes
from games.play.clock import Clock, arm_next_reminder


class WaitingRows:
    """The rows of `Waiting`, by seat: `before` as they were loaded, `after` as `make` has made them."""

    def __init__(self, game: Game, clock: Clock, now: datetime) -> None:
        self.game = game
        self.clock = clock
        self.now = now
        self.turn = clock.key  # when the game was loaded
        self.before: dict[int, Waiting] = {}
        self.after: dict[int, Waiting] = {}
        self._until: dict[int, datetime | None] = {}  # deadlines as they were stored, by seat
        self._sealed: tuple[int, Deadline] | None = None  # the decision that is open in secret, and until when
        self._kept: dict[int, tuple[int, Deadline]] = {}  # decisions of seats that are asked anew, and until when
        self._asked: dict[int, int] = {}  # decisions by seat, whatever is dropped from `before`

    def load(self) -> None:
        """Read the stored rows."""
        self.take(Waiting.objects.filter(game_id=self.game.pk))

    def take(self, rows: Iterable[Waiting]) -> None:
        """Take the rows as they were stored, each with its deadline as it is now, outages included."""
        moved = []
        for row in rows:
            row.game, row.player = self.game, self.clock.players[row.seat]
            if row.is_moved and (deadline := row.deadline_alone) is not None:
                moved.append(row)
                if deadline.deadline_at != row.deadline_at:
                    row.set_deadline(deadline)
            self.before[row.seat] = row
        self._share_deadline()
        for row in moved:
            arm_next_reminder(row, self.now)
        for row in self.before.values():
            self._until[row.seat] = row.deadline_at
            if row.pace == Waiting.Pace.TURN and row.deadline_at is not None:
                self.clock.follow(row)
            if row.pace == Waiting.Pace.SEALED and (told := row.deadline_alone):
                self._sealed = row.ref, told
        self._asked = {seat: row.ref for seat, row in self.before.items()}

    def was_asked(self, seat: int, ref: int) -> bool:
        """Check whether decision `ref` of a seat was open when the rows were loaded."""
        return self._asked.get(seat) == ref

    def extend_deadline(self, seat: int, by: timedelta) -> None:
        """Extend the deadline of one open answer by open time."""
        row = self.before[seat]
        if (deadline := row.deadline) is None:
            return
        rules = self.clock.rules
        row.set_deadline(moved(rules, row.player.seat_time(rules, row.pace), deadline, by))
        if row.pace == Waiting.Pace.TURN:
            self.clock.extend(by)

    def extend_all(self, by: timedelta) -> None:
        """Extend every open deadline, and the turn whose clock runs; answers in secret keep one deadline."""
        for seat in self.before:
            self.extend_deadline(seat, by)
        self._share_deadline()

    def go_on(self, since: datetime) -> None:
        """Let the clocks go on after a pause that began at `since`, with the open time that was left."""
        for row in self.before.values():
            if row.deadline_at is None:
                continue
            was, deadline = row.deadline_at, self.clock.go_on(row, since)
            row.set_deadline(deadline)
            if row.pace == Waiting.Pace.TURN:
                self.clock.given += deadline.deadline_at - was
                self.clock.follow(row)
        self._share_deadline()

    def reconsider(self, seat: int, old: SeatTime) -> None:
        """Compute the deadline of one open answer anew because its player's vacations have changed."""
        row = self.before[seat]
        if row.deadline_at is None or row.player.bot_for(row.pace):
            return
        was, deadline = row.deadline_at, self.clock.reconsider(row, old)
        row.set_deadline(deadline)
        if row.pace == Waiting.Pace.TURN:
            self.clock.given += deadline.deadline_at - was
            self.clock.follow(row)
        self._share_deadline()

    def ask_again(self, seat: int, *, is_whole: bool) -> None:
        """Ask the open question of a seat anew, as of somebody else: with its whole time, or until when it runs."""
        row = self.before.pop(seat)
        if not is_whole and row.pace != Waiting.Pace.TURN and (deadline := row.deadline_alone) is not None:
            self._kept[seat] = row.ref, deadline

    def _share_deadline(self) -> None:
        share_deadline(self.before.values())

    def extend_for_mail(self, seat: int, by: timedelta) -> None:
        """Extend the deadline of one open answer whose mail was delayed by an outage, and record by how much. Answers
        in secret keep one deadline: all of them get the time, once."""
        row = self.before[seat]
        is_shared = row.pace == Waiting.Pace.SEALED
        for each in [other for other in self.before.values() if other.pace == row.pace] if is_shared else [row]:
            self.extend_deadline(each.seat, by)
            each.mail_credit = (each.mail_credit or timedelta()) + by
        self._share_deadline()

    def rewrite(
        self, asked: engine.PendingDecision | None, players: Mapping[int, Player], wishes: Mapping[int, int]
    ) -> list[Player]:
        """Replace the stored rows by those that `make` makes; returns what it does."""
        spent = self.make(asked, players, wishes)
        Waiting.objects.filter(game_id=self.game.pk).delete()
        Waiting.objects.bulk_create(self.after.values())
        return spent

    def make(
        self, asked: engine.PendingDecision | None, players: Mapping[int, Player], wishes: Mapping[int, int]
    ) -> list[Player]:
        """Make the rows of what is asked now, keeping the start of answers that stay open, and set the clocks by them.
        `wishes` are the hours in which seats want to answer out of turn. Returns the players whose time for windows has
        changed."""
        self.clock.sync_with_decision(asked)
        spent = self._stop_window_clocks(asked, players)
        rows = [self._row(asked, seat, players[seat], wishes.get(seat, 0)) for seat in asked.seats] if asked else []
        for row in rows:
            self._keep_sealed(row)
        share_deadline(rows)
        for row in rows:
            if row.deadline_at is not None:
                self._arm(row)
        self.after = {row.seat: row for row in rows}
        self.clock.store(self.game)
        self.game.deadline_at = min((row.deadline_at for row in rows if row.deadline_at), default=None)
        return spent

    def _stop_window_clocks(self, asked: engine.PendingDecision | None, players: Mapping[int, Player]) -> list[Player]:
        """Keep what is left to each seat that has answered a window, for further ones of the same turn."""
        spent = []
        for seat, row in self.before.items():
            is_open = asked is not None and asked.ref == row.ref and seat in asked.seats
            if row.pace == Waiting.Pace.WINDOW and row.deadline_at and not is_open:
                player = players[seat]
                window_passes.begin_turn(player, self.turn)
                player.window_left = self._minutes_left(row) * MINUTE
                spent.append(player)
        return spent

    def _minutes_left(self, row: Waiting) -> Minutes:
        rules, deadline = self.clock.rules, row.deadline
        assert deadline is not None
        seat_time = row.player.seat_time(rules, row.pace)
        return time_left(rules, seat_time, self.clock.as_credited(seat_time, deadline), self.clock.now).own

    def _window_left(self, player: Player) -> Minutes | None:
        """Return what a seat has left for replies of the running turn; None for its whole time."""
        if player.window_turn != self.clock.key or player.window_left is None:
            return None
        return -(-player.window_left // MINUTE)

    def _row(self, asked: engine.PendingDecision, seat: int, player: Player, hours: int) -> Waiting:
        before = self.before.get(seat)
        row = Waiting(
            game=self.game, player=player, seat=seat, ref=asked.ref, kind=asked.kind, pace=asked.pace, reminders_sent=0
        )
        row.since = self.clock.since(asked, before)
        if player.bot_for(asked.pace):
            row.due_at = self.now
            return row
        is_open = before is not None and before.ref == asked.ref and asked.pace != Waiting.Pace.TURN
        if is_open and before is not None and (kept := before.deadline_alone) is not None:
            row.set_deadline(kept)
        elif seat in self._kept and self._kept[seat][0] == asked.ref:
            row.set_deadline(self._kept[seat][1])
        else:
            left = self._window_left(player) if asked.pace == Waiting.Pace.WINDOW else None
            row.set_deadline(self.clock.deadline(asked, seat, left, hours * 60 or None))
        return row

    def _keep_sealed(self, row: Waiting) -> None:
        """Put off the deadline of an answer in secret that is asked anew, of somebody else, to what all were told."""
        if self._sealed is None or self._sealed[0] != row.ref or (deadline := row.deadline_alone) is None:
            return
        seat_time = row.player.seat_time(self.clock.rules, row.pace)
        kept = no_sooner(self.clock.rules, seat_time, deadline, self._sealed[1])
        if kept is not deadline:
            row.set_deadline(kept)

    def _arm(self, row: Waiting) -> None:
        """Set when an open answer is reminded of, and keep what of that was done."""
        before = self.before.get(row.seat)
        is_same = before is not None and before.ref == row.ref
        goes_on = before is not None and before.pace == row.pace == Waiting.Pace.TURN and not self.clock.renewed
        self.clock.arm_reminders(row, before if is_same or goes_on else None, self._until.get(row.seat))
        if before is not None and is_same:
            row.mail_credit = before.mail_credit


def share_deadline(rows: Iterable[Waiting]) -> None:
    """Give all answers in secret the latest of their deadlines, from which nobody's night can be read."""
    sealed = [row for row in rows if row.pace == Waiting.Pace.SEALED and row.deadline_at]
    deadlines = [deadline for row in sealed if (deadline := row.deadline_alone)]
    if len({deadline.deadline_at for deadline in deadlines}) > 1:
        latest = together(deadlines)
        for row in sealed:
            row.set_deadline(latest)
