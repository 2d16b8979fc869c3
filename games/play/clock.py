"""The clocks of one game: one for the turn, which stands still while others are asked, and one for each answer.

Times are instants in UTC. Deadlines are computed by `games.clocks`; here is kept what they are computed from. This
module knows no rules of a game beyond the pace of a decision.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Protocol

from engine import PendingDecision
from games.clocks.calendar import MINUTE
from games.clocks.deadline import (
    Deadline,
    as_shown,
    bank_after,
    begun_deadline,
    late_reminder,
    moved,
    next_deadline,
    no_sooner,
    open_minutes,
    reminders,
    time_left,
    together,
)
from games.clocks.values import Ask, Minutes, SeatTime
from games.models import Entry, Game, Player, Waiting
from games.play.outage import uncredited

REARMED = timedelta(hours=4)
"""A deadline that moves by as much is reminded of anew."""

APART = timedelta(minutes=10)
"""A reminder that would follow another sooner is left out: a night moves those to come to one moment before it."""

KINDS = {
    Waiting.Pace.TURN: "turn",
    Waiting.Pace.REACTION: "reaction",
    Waiting.Pace.WINDOW: "reaction",
    Waiting.Pace.SEALED: "sealed",
}
"""What a clock calls a question of each pace."""


class Clock:
    """The clocks of one game while it is played on. In a pause they stand at the moment when that began.

    `key` names the running turn. Either its clock runs to `turn`, or it stands still with `left` minutes; neither where
    it is to begin with its whole time. While it stands still, `told` is the deadline that it had: it goes on to no
    sooner one. `turn_since` is since when the owner has been asked, after `reminded` reminders, which count anew once
    the site has been given `remind_again`. `begun_at` is when the first order of the turn came, and `given` how far
    deadlines were moved since the game began. `banked` are the players whose time bank has changed, and
    `banks_changed` says that the next entry is to keep all of them. `outage` measures the outage that lasts at a
    moment (`games.play.outage.uncredited`).
    """

    def __init__(
        self,
        game: Game,
        players: Mapping[int, Player],
        now: datetime,
        outage: Callable[[datetime], timedelta] = lambda now: timedelta(),
    ) -> None:
        self.game, self.players, self.present, self._measure_outage = game, players, now, outage
        self.rules = game.time.rules
        self.key = game.clock_key
        self.given = game.time_given
        self.begun_at = game.turn_begun_at
        self.left = None if game.turn_left is None else -(-game.turn_left // MINUTE)
        self.turn = self.stored_turn(game.turn_deadline_at)
        self.told = self.stored_turn(game.turn_told_at)
        self.turn_since, self.reminded, self.remind_again = (
            game.turn_since,
            game.turn_reminded,
            game.turn_remind_again,
        )
        self.renewed = False
        self.banked: list[Player] = []
        self.banks_changed = False
        self._replaced: datetime | None = None  # the deadline that a turn had which begins again
        self._went_on: datetime | None = None  # when clocks began to run again after a pause

    def stored_turn(self, until: datetime | None) -> Deadline | None:
        """Build the deadline of the turn from the game's row, None without `until`. The row of the open answer, where
        there is one, knows more (`follow`)."""
        if until is None:
            return None
        due_at = until + self.rules.grace * MINUTE
        return Deadline(self.game.turn_own_until or until, until, due_at, is_elapsed=self.begun_at is not None)

    @property
    def now(self) -> datetime:
        """The present, or the moment of the pause: seats that are asked during a pause get it added."""
        return (self.game.paused_at if self.game.status == Game.Status.PAUSED else None) or self.present

    @property
    def round(self) -> int:
        """The round of the running turn."""
        return int(self.key.partition(":")[0] or 0)

    @property
    def owner(self) -> int:
        """The seat whose turn it is."""
        return int(self.key.partition(":")[2] or 0)

    @cached_property
    def uncredited(self) -> timedelta:
        """The outage that lasts now: what stops or ends is measured as if it had been given already."""
        return self._measure_outage(self.present)

    def as_credited(self, seat_time: SeatTime, deadline: Deadline) -> Deadline:
        """Return a deadline as the next sweep will move it for the outage until now."""
        return moved(self.rules, seat_time, deadline, self.uncredited) if self.uncredited else deadline

    # ---- the turn

    @property
    def running(self) -> Deadline | None:
        """The end of the turn if its owner is asked from now on; None before the first turn, and in that of a bot."""
        if self.turn is None and (not self.key or self.players[self.owner].answers_by_itself):
            return None
        return self.turn or self.next_turn()

    def next_turn(self) -> Deadline:
        """Compute the deadline of the running turn, of which its owner is asked from now on."""
        begun_at = None if self.left is None else self.begun_at
        ask = Ask(self.now, "turn", self.round, left=self.left, begun_at=begun_at, own=self._own_left())
        seat_time = self.players[self.owner].seat_time(self.rules)
        return no_sooner(self.rules, seat_time, next_deadline(self.rules, seat_time, ask), self.told)

    def _own_left(self) -> Minutes | None:
        """Return what was left of the own time of a begun turn when its clock stopped, by the deadline that it had;
        None if that is not known."""
        if self.begun_at is None or self.left is None or self.told is None:
            return None
        seat_time = as_shown(self.rules, self.players[self.owner].seat_time(self.rules))
        stopped_at = self.told.deadline_at - self.left * MINUTE
        return open_minutes(self.rules, seat_time, stopped_at, self.told.own_until)

    def start_turn(self, key: str) -> None:
        """Start a turn, another or the same one again, with its full time."""
        if key == self.key and (running := self.running) is not None:
            self._replaced = running.deadline_at
        self.key, self.renewed = key, True
        self.turn = self.left = self.begun_at = None
        self._forget_told()

    def _forget_told(self) -> None:
        self.told, self.turn_since, self.reminded, self.remind_again = None, None, 0, None

    def end_turn(self, seat: int, *, is_missed: bool, is_answered: bool) -> None:
        """Update the time bank of a seat whose turn is over: what it took is gone, what an answered turn adds is added,
        and a missed turn empties it. The set-up counts as one turn, and adds nothing."""
        player, bank = self.players[seat], self.rules.bank
        if bank is None or player.bot_for("turn"):
            return
        seat_time, increment = player.seat_time(self.rules), bank.increment if self.round and is_answered else 0
        if is_missed:
            self.set_bank(player, 0)
        elif self.turn is None:
            self.set_bank(player, min(bank.cap, seat_time.bank + increment))
        elif increment:
            self.set_bank(player, bank_after(self.rules, seat_time, self._turn_that_ends(seat_time), self.now))
        else:
            self.set_bank(player, time_left(self.rules, seat_time, self._turn_that_ends(seat_time), self.now).bank)

    def _turn_that_ends(self, seat_time: SeatTime) -> Deadline:
        """Return the deadline by which the turn that ends now has used its bank."""
        assert self.turn is not None
        return self.as_credited(seat_time, self.turn) if self.now > self.turn.own_until else self.turn

    def set_bank(self, player: Player, minutes: Minutes) -> None:
        if player.bank != minutes:
            player.bank, self.banks_changed = minutes, True
            self.banked.append(player)

    def begin_orders(self) -> None:
        """Note the first order of a turn: where games limit a turn that was begun, its deadline is that from now on."""
        if self.rules.begun is None or self.begun_at is not None or self.turn is None or self.turn.is_elapsed:
            return
        self.begun_at = self.now
        own_until = self.turn.own_until
        self.turn = begun_deadline(self.rules, self.now + self.rules.begun * MINUTE, self.turn.steps, own_until)

    def restore(self, key: str, deadline: Deadline) -> None:
        """Restore an earlier moment with the deadline it had."""
        if key != self.key:
            self.begun_at = None if self.rules.begun is None else self.now
        self.key, self.renewed = key, True
        self.turn, self.left = deadline, None
        self._forget_told()

    def extend(self, by: timedelta) -> None:
        """Extend the turn. The extension is remembered, or an undo would take it away again."""
        self.given += by
        if self.turn is not None:
            self.turn = moved(self.rules, self.players[self.owner].seat_time(self.rules), self.turn, by)

    def follow(self, row: Waiting) -> None:
        """Take the deadline of the owner's open answer for that of the turn."""
        self.turn, self.turn_since, self.reminded = row.deadline, row.since, row.reminders_sent
        self.remind_again = row.remind_again_given

    def go_on(self, row: Waiting, since: datetime) -> Deadline:
        """Compute the deadline of an open answer after a pause that began at `since`: it keeps the open time that was
        left, of its own and in the bank."""
        player, deadline, self._went_on = self.players[row.seat], row.deadline, self.present
        assert deadline is not None
        seat_time = player.seat_time(self.rules, row.pace)
        left = time_left(self.rules, seat_time, deadline, since)
        begun_at = self.begun_at if row.pace == Waiting.Pace.TURN else None
        kind = KINDS[Waiting.Pace(row.pace)]
        ask = Ask(self.present, kind, self.round, left=left.own, begun_at=begun_at, own=left.own_time)
        if row.pace == Waiting.Pace.TURN:
            self.set_bank(player, left.bank)
        seat_time = replace(seat_time, bank=left.bank)
        return no_sooner(self.rules, seat_time, next_deadline(self.rules, seat_time, ask), deadline)

    def reconsider(self, row: Waiting, old: SeatTime) -> Deadline:
        """Compute the deadline of an open answer anew because its player's vacations have changed; `old` is what was
        known of the seat before. A clock that has run since it was asked keeps its whole time, another what is left."""
        deadline, kind = row.deadline, KINDS[Waiting.Pace(row.pace)]
        assert deadline is not None
        seat_time = row.player.seat_time(self.rules, row.pace)
        if deadline.is_elapsed:
            return deadline
        for left in (None, self._left_when_asked(row, old)):
            ask = Ask(row.since, kind, self.round, left=left)
            made = next_deadline(self.rules, seat_time, ask)
            if next_deadline(self.rules, old, ask).deadline_at == deadline.deadline_at and not made.is_waived:
                return made if kind != "sealed" else no_sooner(self.rules, seat_time, made, deadline)
        rest = time_left(self.rules, old, deadline, self.now)
        ask = Ask(self.now, kind, self.round, left=rest.own)
        if kind == "turn":
            self.set_bank(row.player, rest.bank)
        seat_time = replace(seat_time, bank=rest.bank)
        return no_sooner(self.rules, seat_time, next_deadline(self.rules, seat_time, ask), deadline)

    def _left_when_asked(self, row: Waiting, old: SeatTime) -> Minutes | None:
        """Return what a clock had left when its answer was asked, by the first of its rules."""
        steps = row.unsettled().steps
        if not steps or steps[0].rule not in ("span", "reaction"):
            return None
        return open_minutes(self.rules, as_shown(self.rules, old), row.since, steps[0].at)

    def sync_with_decision(self, asked: PendingDecision | None) -> None:
        """Run the turn's clock if its owner is asked, else stop it."""
        if asked is None:
            self.turn = self.left = None
            self._forget_told()
        elif asked.pace == Waiting.Pace.TURN:
            if self.turn is None:
                self.turn, self.left = self.next_turn(), None
                if self._replaced is not None:
                    self.given += self.turn.deadline_at - self._replaced
        elif self.turn is not None:
            player = self.players[self.owner]
            seat_time = player.seat_time(self.rules)
            left = time_left(self.rules, seat_time, self.as_credited(seat_time, self.turn), self.now)
            self.turn, self.left, self.told = None, left.own, self.turn
            if self.rules.bank is not None:
                self.set_bank(player, left.bank)

    def store(self, game: Game) -> None:
        """Copy the clock to the fields of the game's row."""
        game.clock_key = self.key
        game.turn_deadline_at = self.turn.deadline_at if self.turn else None
        told = self.turn or self.told
        game.turn_own_until = told.own_until if told else None
        game.turn_told_at = self.told.deadline_at if self.told and not self.turn else None
        is_stopped = game.turn_told_at is not None
        game.turn_since, game.turn_reminded = (self.turn_since, self.reminded) if is_stopped else (None, 0)
        game.turn_remind_again = self.remind_again if is_stopped else None
        game.turn_begun_at = self.begun_at
        game.turn_left = None if self.left is None else self.left * MINUTE
        game.time_given = self.given

    # ---- answers

    def deadline(self, asked: PendingDecision, seat: int, left: Minutes | None, within: Minutes | None) -> Deadline:
        """Compute the deadline of a seat that is asked now: that of the turn for its owner. For a reply, `within`
        bounds it further, and `left` is what its seat has left for replies of this turn."""
        if asked.pace == Waiting.Pace.TURN:
            assert self.turn is not None
            return self.turn
        kind = KINDS[Waiting.Pace(asked.pace)]
        if kind == "sealed":
            return together(
                [self.ask(other, kind) for other in asked.seats if not self.players[other].bot_for(asked.pace)]
            )
        return self.ask(seat, kind, left=left, within=within)

    def ask(self, seat: int, kind: str, left: Minutes | None = None, within: Minutes | None = None) -> Deadline:
        ask = Ask(self.now, kind, self.round, left=left, within=within)
        return next_deadline(self.rules, self.players[seat].seat_time(self.rules, kind), ask)

    def since(self, asked: PendingDecision, before: Waiting | None) -> datetime:
        """Return since when a seat has been asked: for a turn, since it began."""
        same_turn = asked.pace == Waiting.Pace.TURN and not self.renewed
        if before and (same_turn or before.ref == asked.ref):
            return before.since
        return (same_turn and self.turn_since) or self.now

    def arm_reminders(self, row: Waiting, before: Waiting | None, was_until: datetime | None) -> None:
        """Set when an open answer is reminded of: as it was `before` while its deadline stays where it was, anew where
        it has moved far. A moment that came in a pause is past, and may have been in another night."""
        assert row.deadline_at is not None
        if before is None and row.pace == Waiting.Pace.TURN and self.told and not self.renewed:
            is_near = abs(row.deadline_at - self.told.deadline_at) < REARMED
            row.reminders_sent, row.remind_again_given = (self.reminded, self.remind_again) if is_near else (0, None)
        moved_by = None if before is None or was_until is None else abs(row.deadline_at - was_until)
        if before is not None and moved_by is not None and moved_by < REARMED:
            row.reminders_sent, row.reminded_at = before.reminders_sent, before.reminded_at
            row.remind_again_given = before.remind_again_given
            if not moved_by and row.ref == before.ref and self._went_on is None:
                row.remind_at = before.remind_at
                return
        arm_next_reminder(row, self.now, self._went_on)


def arm_next_reminder(row: Waiting, now: datetime, went_on: datetime | None = None) -> None:
    """Set when an open answer is reminded of next: half of the time is that of a clock which `went_on` after a pause
    just now. What lies in the past counts as sent, so that a deadline that moves a little brings no reminder a second
    time."""
    wanted = wanted_reminders(row, went_on)
    row.reminders_sent = max(row.reminders_sent, sum(at <= now for at in wanted))
    row.remind_at = next(iter(wanted[row.reminders_sent :]), None)


def goes_out(row: Waiting, now: datetime) -> bool:
    """Check whether a reminder that is due goes out now. One that an outage has moved by a plain sum is put off to
    where the deadline as it is now wants it, and one in the night of its reader to the end of that, or left out."""
    if (deadline := row.deadline) is None or not row.is_moved:
        return deadline is not None
    rules = row.game.time.rules
    at = next(iter(wanted_reminders(row)[row.reminders_sent :]), now)
    late = at if at > now else late_reminder(rules, row.player.seat_time(rules, row.pace), now, deadline)
    if late is None:
        row.reminders_sent += 1
        arm_next_reminder(row, now)
    elif late > now:
        row.remind_at = late
    return late == now


def wanted_reminders(row: Waiting, went_on: datetime | None = None) -> list[datetime]:
    """List the reminders of an open answer, those that were sent too."""
    if (deadline := row.deadline) is None:
        return []
    rules, ask = row.game.time.rules, Ask(went_on or row.since, KINDS[Waiting.Pace(row.pace)], 0)
    return reminders(rules, row.player.seat_time(rules, row.pace), ask, deadline)


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


def is_of_running_turn(entry: Timed, game: Game) -> bool:
    """Check whether an entry is of a turn whose clock runs now."""
    return game.turn_deadline_at is not None and game.clock_key == f"{entry.round}:{entry.seat}"


def deadline_of(entry: Timed, game: Game) -> datetime | None:
    """Compute the deadline of an entry's turn if the entry is undone.

    A turn that still runs keeps its clock. An earlier one gets the deadline it had then, plus what its game was given
    since: players who let somebody think about an attack and undo it pay for that time, or a turn would never end.
    """
    if is_of_running_turn(entry, game):
        kept: datetime | None = game.turn_deadline_at
        return kept
    at = entry.turn_deadline_at
    return at + (game.time_given - entry.time_given) if at else None


def deadline_restored(entry: Entry, game: Game, clock: Clock) -> Deadline | None:
    """Compute all of the same deadline, with the moment at which the time bank began."""
    at = deadline_of(entry, game)
    if at is None or (clock.turn is not None and is_of_running_turn(entry, game)):
        return clock.turn
    own_until = (entry.turn_own_until or entry.turn_deadline_at or at) + (game.time_given - entry.time_given)
    return Deadline(own_until, at, at + clock.rules.grace * MINUTE, is_elapsed=clock.rules.begun is not None)


def is_past(entry: Timed, game: Game, now: datetime) -> bool:
    """Check whether the turn of an entry is over, grace included, so that it cannot be continued."""
    at = deadline_of(entry, game)
    due_at = None if at is None else at + game.time.rules.grace * MINUTE
    return due_at is not None and due_at <= now and due_at + uncredited(now) <= now
