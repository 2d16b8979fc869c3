"""One loaded game: play orders, go back, save. What answers by itself is played by `games.play.autoplay`.

With `games.play.journal`, which folds it, the only module that holds a game's state; what is shown are views of it.
Everything here runs inside a transaction that has locked the game's row (`games.services.locks.game_lock`).
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

import engine
from engine.journal import set_up
from games.errors import CutShort, StaleDecision, refuse_closed
from games.models import Entry, Game, GameKey, Player, Snapshot, StandingOrder, Waiting
from games.models.journal import LONGEST_ORDER
from games.play import chain
from games.play.auto_actions import ATTACK, DEFENCE, first_defence
from games.play.clock import Clock
from games.play.journal import captured_lately, last_actions, refuse_other_editions, reopened, state_at
from games.play.sealed import is_sealed

SNAPSHOT_EVERY = 200
"""Entries after which a state is kept even if the turn goes on."""

HUMAN = frozenset({Entry.Source.WEB, Entry.Source.LINK, Entry.Source.MAIL, Entry.Source.API})


class Session:
    """A locked game in memory. Use `begin` or `load`, then play and save, once."""

    def __init__(
        self, game: Game, players: Iterable[Player], state: engine.GameState, key: bytes, now: datetime
    ) -> None:
        self.game = game
        self.players = {player.seat: player for player in players if player.seat is not None}
        self._state = state
        self.key = key
        self.now = now
        self.entries: list[Entry] = []
        self.clock = Clock.of(game, now)
        self.standing: dict[int, StandingOrder] = {}
        self.waiting_before: dict[int, Waiting] = {}
        self._open: dict[int, int] = {}
        self._defences: dict[int, engine.Action] = {}  # first answers to the running attack order, by seat
        self.unfinished = False
        self._touched: set[int] = set()
        self._must_snapshot = False

    @classmethod
    def load(cls, game: Game, now: datetime) -> Session:
        """The stored game. The caller holds the lock of its row. Raises OtherEdition."""
        refuse_other_editions(game)
        players = list(game.players.select_related("user"))
        key = bytes(GameKey.objects.get(game_id=game.pk).key)
        session = cls(game, players, state_at(game, game.seq), key, now)
        session._read_rows()
        return session

    @classmethod
    def begin(cls, game: Game, now: datetime, start: dict[str, Any]) -> Session:
        """A new game: the set-up is played and becomes entry 1."""
        key = bytes(GameKey.objects.get(game_id=game.pk).key)
        players = list(game.players.select_related("user"))
        game.head = chain.first_head(start, game.digest)
        chance = chain.start_chance(start, game.digest, key)
        played = set_up(chain.header_of(start, game.digest), chance)
        session = cls(game, players, played.state, key, now)
        session._write(Entry.Kind.START, Entry.Source.SYSTEM, action=start, draws=played.draws, events=played.events)
        session.clock.renew(session.turn)
        session._must_snapshot = True
        return session

    def _read_rows(self) -> None:
        self.waiting_before = {row.seat: row for row in Waiting.objects.filter(game_id=self.game.pk)}
        self._open = {seat: row.ref for seat, row in self.waiting_before.items()}
        self.standing = {row.player_id: row for row in StandingOrder.objects.filter(game_id=self.game.pk)}

    # ---- asking

    @property
    def asked(self) -> engine.Asked | None:
        """The open decision, or None once the game is won."""
        return engine.open_decision(self._state)

    def has_been_asked(self, seat: int) -> bool:
        """Whether what is asked of `seat` now stood open before this session: somebody has been told of it."""
        asked = self.asked
        return asked is not None and self._open.get(seat) == asked.ref

    @property
    def turn(self) -> str:
        """Names the running turn: changes whenever another seat has the turn, or the same one a new turn."""
        return f"{self._state.round}:{self._state.active}"

    @property
    def round(self) -> int:
        """Counts from 1; 0 during the set-up."""
        return self._state.round

    def view(self, viewer: int | None) -> engine.PlayerView:
        return engine.view_for(self._state, viewer)

    def captured(self) -> frozenset[int]:
        """The territories that were captured in the running turn."""
        return captured_lately(last_actions(self.game.pk, self.entries))

    def defence_given(self, seat: int) -> engine.Action | None:
        """The answer that `seat` has given to the attack order that asks it again now; None where it is asked first."""
        asked, order = self.asked, self.standing.get(self.players[seat].pk)
        if asked is None or asked.kind != DEFENCE or order is None or not order.ask_me:
            return None
        if seat not in self._defences:
            given = first_defence(last_actions(self.game.pk, self.entries), seat)
            if given is None:
                return None
            self._defences[seat] = given
        return self._defences[seat]

    def require_pending(self, seat: int, ref: int) -> None:
        """Make sure that `seat` is asked decision `ref` now, or may change its answer to it. Raises GameClosed or
        StaleDecision."""
        refuse_closed(self.game)
        asked = self.asked
        if asked is None or asked.ref != ref or not asked.takes_from(seat):
            raise StaleDecision

    # ---- playing

    def play(self, order: engine.Action, source: str, *, actor: str = "", key: str = "", body: str = "") -> list[Entry]:
        """Play `order`, first ending the optional steps that it skips.

        A trial run comes first; each step is then played with the dice of its own place in the chain. Raises
        IllegalAction, nothing changed, or CutShort where throws lay before the order and led elsewhere: they stand,
        or who asked could look at dice to come.
        """
        self.dry_run(order)
        made: list[Entry] = []
        refusal = None
        while refusal is None and (not made or made[-1].implied):
            action = engine.next_step(self._state, order)
            try:
                made.append(self._apply(action, source))
            except engine.IllegalAction as exc:
                refusal = exc
            else:
                made[-1].implied = action != order
        made[-1].actor, made[-1].key, made[-1].body = actor, key, body
        if source in HUMAN:
            self._note_presence(order.seat)
        if refusal is not None:
            raise CutShort(made, refusal)
        return made

    def dry_run(self, order: engine.Action) -> list[engine.Action]:
        """The steps in which `order` would be played now, tried with other dice. Raises IllegalAction."""
        return [action for action, _ in engine.play(self._state, order, engine.FastChance(0))]

    def _apply(self, action: engine.Action, source: str) -> Entry:
        """Play one step. Raises IllegalAction, nothing changed."""
        asked = self.asked
        assert asked is not None
        before = self.turn
        played = engine.apply(self._state, action, chain.chance_after(self.game.head, self.key))
        self._state = played.state
        if tag_of(action) == ATTACK:
            self._defences.clear()
        entry = self._write(
            Entry.Kind.ACTION,
            source,
            ref=asked.ref,
            pace=asked.pace,
            seat=action.seat,
            action=engine.action_to_json(action),
            order=engine.format_order(action, self.game.rules, self.game.map)[:LONGEST_ORDER] or tag_of(action),
            draws=played.draws,
            events=played.events,
        )
        entry.undoable = source in HUMAN and asked.pace == "turn" and is_known_to_nobody_else(played)
        if self.turn != before:
            self.clock.renew(self.turn)
        return entry

    def _write(
        self,
        kind: str,
        source: str,
        *,
        events: Iterable[engine.Event | dict[str, Any]] = (),
        draws: Iterable[int] = (),
        **fields: Any,
    ) -> Entry:
        """Append one entry; all but notes carry the chain on."""
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
            events=[event if isinstance(event, dict) else engine.event_to_json(event) for event in events],
            round=self._state.round,
            turn_deadline_at=self.clock.due,
            time_given=self.clock.given,
            at=self.now,
            **fields,
        )
        if entry.place is not None:
            self.game.head = chain.next_head(self.game.head, self.key, entry, self._place_of(entry.back_to))
        self.entries.append(entry)
        return entry

    def _place_of(self, seq: int | None) -> int:
        """The place in the chain of the last link up to entry `seq`; 0 if there is none to go back to."""
        if seq is None:
            return 0
        rows = Entry.objects.filter(game_id=self.game.pk, seq__lte=seq, place__isnull=False)
        return rows.order_by("-seq").values_list("place", flat=True).first() or 0

    def log_host_event(
        self, what: str, *, source: str = Entry.Source.SYSTEM, seat: int | None = None, **facts: Any
    ) -> Entry:
        """Journal something that the host did: `what` is the tag of a host event, `facts` its public fields."""
        event = {"type": f"host.{what}", "seat": seat, **facts}
        return self._write(Entry.Kind.NOTE, source, seat=seat, events=[event])

    def _note_presence(self, seat: int) -> None:
        player = self.players[seat]
        if player.missed:
            player.missed = 0
            self.touch(player)

    def touch(self, player: Player) -> None:
        """Remember that the player's row changed and must be saved."""
        self._touched.add(player.pk)

    def rewind_to(self, seq: int, kind: str, source: str, *, deadline: datetime | None, **fields: Any) -> Entry:
        """Put the game back to where it stood after entry `seq`; the chain and so the dice branch from here.

        Without a `deadline` the turn that goes on gets its full time.
        """
        ref = self._state.ref + 1
        self._state = reopened(state_at(self.game, seq), ref)
        tag = "host.undone" if kind == Entry.Kind.UNDO else "host.rewound"
        event = {"type": tag, "seat": fields.get("seat"), "back_to": seq}
        entry = self._write(kind, source, ref=ref, back_to=seq, events=[event], **fields)
        if deadline is None:
            self.clock.renew(self.turn)
        else:
            self.clock.restore(self.turn, deadline)
        self._sync_eliminated(self.view(None))  # before anybody is asked: who was out may play again
        self._must_snapshot = True
        return entry

    def extend_deadline(self, seat: int, by: timedelta) -> None:
        """Move the deadline of one open answer."""
        row = self.waiting_before[seat]
        if row.deadline_at:
            row.deadline_at += by
        if row.pace == Waiting.Pace.TURN:
            self.clock.give(by)

    def extend_for_mail(self, seat: int, by: timedelta) -> None:
        """Move the deadline of one open answer because its mail stood still."""
        self.extend_deadline(seat, by)
        row = self.waiting_before[seat]
        row.mail_credit = (row.mail_credit or timedelta()) + by

    def play_default(self, seat: int, source: str) -> list[Entry]:
        """Play what the rule set does when time runs out."""
        return self.play(engine.default_answer(self._state, seat), source)

    # ---- saving

    def save(self) -> None:
        """Write entries, snapshot, open answers, seats and the game's own row."""
        Entry.objects.bulk_create(self.entries)
        if self._must_snapshot or self.clock.renewed or self._long_since_snapshot():
            self._store_snapshot()
        public = self.view(None)
        self._sync_eliminated(public)
        self._finish(public)
        self._write_waiting()
        game = self.game
        game.round = self._state.round
        game.moved_at = self.now
        game.save()
        changed = [player for player in self.players.values() if player.pk in self._touched]
        Player.objects.bulk_update(changed, ["state", "missed", "result", "bot", "user"])

    def _long_since_snapshot(self) -> bool:
        return any(entry.seq % SNAPSHOT_EVERY == 0 for entry in self.entries)

    def _store_snapshot(self) -> None:
        Snapshot.objects.update_or_create(
            game_id=self.game.pk, seq=self.game.seq, defaults={"state": engine.pack(self._state)}
        )

    def _sync_eliminated(self, public: engine.PlayerView) -> None:
        """Mark the seats that the rules have put out, and unmark them after a rewind."""
        for seat in public.seats:
            player = self.players[seat.seat]
            if seat.out and player.state in (Player.State.PLAYING, Player.State.CARETAKER):
                player.state = Player.State.OUT
                self.touch(player)
            elif not seat.out and player.state == Player.State.OUT:
                gone = player.user is not None and player.user.deleted_at is not None
                player.state = Player.State.RESIGNED if gone else Player.State.PLAYING
                self.touch(player)

    def _finish(self, public: engine.PlayerView) -> None:
        game = self.game
        if self.asked is not None or game.has_ended:
            return
        game.status = Game.Status.OVER
        game.ended_at = self.now
        game.result = {"winners": list(public.winners)}
        for seat, player in self.players.items():
            player.result = "won" if seat in public.winners else "lost"
            self.touch(player)

    def _write_waiting(self) -> None:
        """Rewrite the rows of open answers, keeping since when a seat has been asked."""
        Waiting.objects.filter(game_id=self.game.pk).delete()
        asked = self.asked if self.game.status in (Game.Status.RUNNING, Game.Status.PAUSED) else None
        self.clock.close(asked)
        rows = [self._waiting_row(asked, seat) for seat in asked.seats] if asked else []
        Waiting.objects.bulk_create(rows)
        self.waiting = {row.seat: row for row in rows}
        self.clock.store(self.game)
        self.game.deadline_at = min((row.deadline_at for row in rows if row.deadline_at), default=None)

    def _waiting_row(self, asked: engine.Asked, seat: int) -> Waiting:
        player = self.players[seat]
        before = self.waiting_before.get(seat)
        row = Waiting(game=self.game, player=player, seat=seat, ref=asked.ref, kind=asked.kind, pace=asked.pace)
        row.since = self.clock.since(asked, before)
        if player.answers_by_itself:
            row.due_at = self.now
            return row
        row.deadline_at = self.clock.deadline(asked, before)
        row.due_at = row.deadline_at + timedelta(minutes=self.game.grace_minutes)
        row.remind_at = self.clock.remind_at(row.deadline_at, row.since)
        if before and before.ref == asked.ref:
            row.reminded_at = self.clock.reminded_at(row.remind_at, before)
            row.remind_again_given = before.remind_again_given if row.reminded_at else None
            row.mail_credit = before.mail_credit
        return row


def tag_of(action: engine.Action) -> str:
    """Names actions for which the order language has no verb."""
    return str(engine.action_to_json(action)["type"])


def is_known_to_nobody_else(played: engine.Played) -> bool:
    """Whether an action may be taken back: no die or card came of it, and no sealed answer or secret."""
    hidden = any(engine.event_for(event, None) != event for event in played.events)
    return not played.draws and not hidden and not is_sealed(map(engine.event_to_json, played.events))
