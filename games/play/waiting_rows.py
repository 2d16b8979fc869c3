"""The rows of one locked game's open answers: seat, decision, start and deadline."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

import engine
from games.models import Game, Player, Waiting
from games.play import window_passes
from games.play.clock import Clock


class WaitingRows:
    """The rows of `Waiting`, by seat: `before` as they were loaded, `after` as `rewrite` has stored them."""

    def __init__(self, game: Game, clock: Clock, now: datetime) -> None:
        self.game = game
        self.clock = clock
        self.now = now
        self.turn = clock.key
        self.before: dict[int, Waiting] = {}
        self.after: dict[int, Waiting] = {}
        self._asked: dict[int, int] = {}  # decisions by seat, whatever is dropped from `before`

    def load(self) -> None:
        """Read the stored rows."""
        self.before = {row.seat: row for row in Waiting.objects.filter(game_id=self.game.pk)}
        self._asked = {seat: row.ref for seat, row in self.before.items()}

    def was_asked(self, seat: int, ref: int) -> bool:
        """Check whether decision `ref` of a seat was open when the rows were loaded."""
        return self._asked.get(seat) == ref

    def extend_deadline(self, seat: int, by: timedelta) -> None:
        """Extend the deadline of one open answer."""
        row = self.before[seat]
        if row.deadline_at:
            row.deadline_at += by
        if row.pace == Waiting.Pace.TURN:
            self.clock.extend(by)

    def extend_for_mail(self, seat: int, by: timedelta) -> None:
        """Extend the deadline of one open answer whose mail was delayed by an outage, and record by how much."""
        self.extend_deadline(seat, by)
        row = self.before[seat]
        row.mail_credit = (row.mail_credit or timedelta()) + by

    def rewrite(
        self, asked: engine.PendingDecision | None, players: Mapping[int, Player], wishes: Mapping[int, int]
    ) -> list[Player]:
        """Replace the stored rows, keeping the start of answers that stay open, and set the clocks by them. `wishes`
        are the hours in which seats want to answer a window. Returns the players whose time for windows has changed."""
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
                player.window_left = max(row.deadline_at - self.clock.now, timedelta())
                spent.append(player)
        return spent

    def _window(self, player: Player, hours: int) -> timedelta:
        """Compute what a seat has left for windows of the running turn; at first the game's own time or the
        `hours` that its player has named."""
        if player.window_turn == self.clock.key and player.window_left is not None:
            left: timedelta = player.window_left
            return left
        return min(self.clock.reaction, timedelta(hours=hours)) if hours else self.clock.reaction

    def _row(self, asked: engine.PendingDecision, seat: int, player: Player, hours: int) -> Waiting:
        before = self.before.get(seat)
        row = Waiting(game=self.game, player=player, seat=seat, ref=asked.ref, kind=asked.kind, pace=asked.pace)
        row.since = self.clock.since(asked, before)
        if player.answers_by_itself:
            row.due_at = self.now
            return row
        row.deadline_at = self.clock.deadline(asked, before, self._window(player, hours))
        row.due_at = row.deadline_at + timedelta(minutes=self.game.grace_minutes)
        row.remind_at = self.clock.remind_at(row.deadline_at, row.since)
        if before and before.ref == asked.ref:
            row.reminded_at = self.clock.reminded_at(row.remind_at, before)
            row.remind_again_given = before.remind_again_given if row.reminded_at else None
            row.mail_credit = before.mail_credit
        return row
