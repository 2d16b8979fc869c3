"""The rows of one locked game's open answers: seat, decision, start and deadline."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

import engine
from games.clocks.calendar import MINUTE
from games.clocks.deadline import moved, time_left, together
from games.clocks.values import Minutes, SeatTime
from games.models import Game, Player, Waiting
from games.play import window_passes
from games.play.clock import Clock


class WaitingRows:
    """The rows of `Waiting`, by seat: `before` as they were loaded, `after` as `rewrite` has stored them."""

    def __init__(self, game: Game, clock: Clock, now: datetime) -> None:
        self.game = game
        self.clock = clock
        self.now = now
        self.turn = clock.key  # when the game was loaded
        self.before: dict[int, Waiting] = {}
        self.after: dict[int, Waiting] = {}
        self._until: dict[int, datetime | None] = {}  # deadlines as they were stored, by seat
        self._asked: dict[int, int] = {}  # decisions by seat, whatever is dropped from `before`

    def load(self) -> None:
        """Read the stored rows, each with its deadline as it is now, outages included."""
        for row in Waiting.objects.filter(game_id=self.game.pk):
            row.game, row.player = self.game, self.clock.players[row.seat]
            self._until[row.seat] = row.deadline_at
            if (deadline := row.deadline) is not None and deadline.deadline_at != row.deadline_at:
                row.set_deadline(deadline)
            if deadline is not None and row.pace == Waiting.Pace.TURN:
                self.clock.follow(deadline)
            self.before[row.seat] = row
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
        row.set_deadline(moved(rules, row.player.seat_time(rules), deadline, by))
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
                self.clock.follow(deadline)
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
            self.clock.follow(deadline)
        self._share_deadline()

    def _share_deadline(self) -> None:
        """Give all answers in secret the latest of their deadlines, from which nobody's night can be read."""
        sealed = [row for row in self.before.values() if row.pace == Waiting.Pace.SEALED and row.deadline_at]
        if sealed:
            latest = together([deadline for row in sealed if (deadline := row.deadline)])
            for row in sealed:
                row.set_deadline(latest)

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
        """Replace the stored rows, keeping the start of answers that stay open, and set the clocks by them. `wishes`
        are the hours in which seats want to answer out of turn. Returns the players whose time for windows has
        changed."""
        Waiting.objects.filter(game_id=self.game.pk).delete()
        self.clock.sync_with_decision(asked)
        spent = self._stop_window_clocks(asked, players)
        rows = [self._row(asked, seat, players[seat], wishes.get(seat, 0)) for seat in asked.seats] if asked else []
        Waiting.objects.bulk_create(rows)
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
        return time_left(rules, row.player.seat_time(rules), deadline, self.clock.now).own

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
        if is_open and before is not None and (kept := before.deadline) is not None:
            row.set_deadline(kept)
        else:
            left = self._window_left(player) if asked.pace == Waiting.Pace.WINDOW else None
            row.set_deadline(self.clock.deadline(asked, seat, left, hours * 60 or None))
        same = before if before is not None and before.ref == asked.ref else None
        self.clock.arm_reminders(row, same, self._until.get(seat))
        if same is not None:
            row.mail_credit = same.mail_credit
        return row
