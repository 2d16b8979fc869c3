"""One loaded game: play orders, rewind, save. Automatic answers are played by `games.play.autoplay`.

This module and `games.play.journal_reader`, which folds the journal, are the only ones that hold a game's state; pages
and mails show views of it. Everything here runs inside a transaction that has locked the game's row
(`games.services.locks.game_lock`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import takewhile
from operator import attrgetter
from typing import Any

import msgspec

import engine
from engine.journal import set_up
from games.clocks.deadline import Deadline
from games.errors import PartiallyPlayed, StaleDecision, refuse_closed
from games.families.final_ranking import Places, figures_of, final_places, number_places
from games.models import Entry, Game, GameKey, Player, Snapshot, TurnPlan, Waiting
from games.models.journal import LONGEST_ORDER
from games.play import chain, lateness, standing_orders, window_passes
from games.play.auto_actions import ATTACK, DECLINE, DEFENCE, Wish, first_defence
from games.play.clock import Clock
from games.play.journal_reader import (
    captured_this_turn,
    entries_in_force,
    events_of,
    last_actions,
    refuse_other_editions,
    renumber_decision,
    since_turn_began,
    state_at,
)
from games.play.journal_writer import JournalWriter
from games.play.outage import uncredited
from games.play.sealed import SEALED
from games.play.standing_uses import StandingUses
from games.play.waiting_rows import WaitingRows
from games.signals import end_game

SNAPSHOT_EVERY = 200
"""Entries after which a snapshot is stored even within a turn."""

CHANGES = (
    "state",
    "missed",
    "came",
    "began",
    "lapse",
    "held_by",
    "first_holder",
    "stand_in",
    "result",
    "place",
    "bot",
    "user_id",
    "bank",
    "rating",
    "offered_at",
    "taken_at",
    "left_at",
    "wait_until",
    "window_turn",
    "window_left",
    "window_pass",
)
"""Columns of players that a session may change."""

CHANGEABLE = attrgetter(*CHANGES)

ROUND_BEGAN = "round.began"

HUMAN = frozenset({Entry.Source.WEB, Entry.Source.LINK, Entry.Source.MAIL, Entry.Source.API})
OWN = HUMAN | {Entry.Source.PLAN}
"""Sources of orders that a person has given for this very turn."""


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
        self.clock = Clock(game, self.players, now, uncredited)
        self.journal = JournalWriter(game, key, self.clock, now)
        self.waiting = WaitingRows(game, self.clock, now)
        self.standing = StandingUses(game, now, self.captured)
        self._defences: dict[int, engine.Action] = {}  # first answers to the running attack order, by seat
        self.unfinished = False
        self.plans: list[TurnPlan] = []  # those that have begun or ended
        # Turns that have ended: of whom, the round, how, and since when they were asked.
        self.judged: list[tuple[Player, int, str, datetime | None]] = []
        self._touched: set[int] = set()
        self._stored = {player.pk: CHANGEABLE(player) for player in self.players.values()}
        self._must_snapshot = False

    @classmethod
    def load(cls, game: Game, now: datetime) -> Session:
        """Load the stored game. The caller holds the lock of its row. Raises OtherEdition."""
        refuse_other_editions(game)
        players = list(game.players.select_related("user", "plan"))
        key = bytes(GameKey.objects.get(game_id=game.pk).key)
        session = cls(game, players, state_at(game, game.seq), key, now)
        session.waiting.load()
        session.standing.load()
        return session

    @classmethod
    def begin(cls, game: Game, now: datetime, start: engine.Facts) -> Session:
        """Begin a new game: play the set-up, which becomes entry 1."""
        key = bytes(GameKey.objects.get(game_id=game.pk).key)
        players = list(game.players.select_related("user"))
        game.head = chain.first_head(start, game.digest)
        chance = chain.start_chance(start, game.digest, key)
        played = set_up(chain.header_of(start, game.digest), chance)
        session = cls(game, players, played.state, key, now)
        session._write(Entry.Kind.START, Entry.Source.SYSTEM, action=start, draws=played.draws, events=played.events)
        session.clock.start_turn(session.turn)
        session._must_snapshot = True
        return session

    # ---- asking

    @property
    def entries(self) -> list[Entry]:
        """The entries written since the game was loaded."""
        return self.journal.entries

    @property
    def asked(self) -> engine.PendingDecision | None:
        """The open decision, or None once the game has ended."""
        return None if self.game.has_ended else engine.open_decision(self._state)

    def has_been_asked(self, seat: int) -> bool:
        """Check whether the decision of `seat` was open before this session, so that its player was told of it."""
        asked = self.asked
        return asked is not None and self.waiting.was_asked(seat, asked.ref)

    @property
    def turn(self) -> str:
        """The name of the running turn. It changes whenever another seat has the turn, or the same one a new turn."""
        return f"{self._state.round}:{self._state.active}"

    @property
    def is_past_end(self) -> bool:
        """Whether the time has come at which the game ends: nothing is played on."""
        return self.game.ends_at is not None and self.game.ends_at <= self.now

    @property
    def round(self) -> int:
        """The round, from 1; 0 during the set-up. None comes after the last round of a game: the rules begin one with
        the answer that ends the last, but it is never played."""
        return min(self._state.round, self.game.last_round or self._state.round)

    def view(self, viewer: int | None) -> engine.PlayerView:
        """Make the view of a seat, or of spectators for None."""
        return engine.view_for(self._state, viewer)

    def captured(self) -> frozenset[int]:
        """Return the territories captured in the running turn."""
        return captured_this_turn(last_actions(self.game.pk, self.entries))

    def answer_given(self, seat: int) -> Wish | None:
        """Return what `seat` has answered beforehand: its dice against an attack order that asks it again, or letting
        pass the windows of an order or a turn. None if it has not."""
        asked = self.asked
        if asked is not None and asked.kind == DEFENCE:
            return self._defence_given(seat)
        player = self.players[seat]
        if asked is None or not window_passes.is_kept(player, self.clock.key):
            return None
        may_decline = self.view(seat).offer(DECLINE) is not None
        if asked.pace != Waiting.Pace.WINDOW:  # in one's own turn, of a card that answers one's attack
            return Wish(engine.default_answer(self._state, seat)) if may_decline and player.window_pass else None
        return self.timeout_answer(seat) if window_passes.has_passed(player, may_decline=may_decline) else None

    def timeout_answer(self, seat: int) -> Wish:
        """Return what answers for a seat whose time is over: its standing orders, or the rule set's default."""
        return self.standing_answer(seat) or Wish(engine.default_answer(self._state, seat))

    def standing_answer(self, seat: int) -> Wish | None:
        """Return what the standing orders of a seat answer whose time is over; None if nothing."""
        player = self.players[seat]
        chosen = self.standing.timeout_answer(player, self.view(seat)) if self.standing.text_of(player) else None
        return Wish(chosen.action, chosen.rule) if chosen else None

    def _defence_given(self, seat: int) -> Wish | None:
        text = self.standing.text_of(self.players[seat])
        if not text or not standing_orders.asks_for_dice(text, self.game.rules, self.game.map):
            return None
        if seat not in self._defences:
            given = first_defence(last_actions(self.game.pk, self.entries), seat)
            if given is None:
                return None
            self._defences[seat] = given
        return Wish(self._defences[seat])

    def require_pending(self, seat: int, ref: int) -> None:
        """Require that decision `ref` is open to `seat`, or that it may still revise its answer. Raises GameClosed or
        StaleDecision."""
        refuse_closed(self.game)
        asked = self.asked
        if asked is None or asked.ref != ref or not asked.takes_from(seat):
            raise StaleDecision

    # ---- playing

    def play(self, order: engine.Action, source: str, *, actor: str = "", key: str = "", body: str = "") -> list[Entry]:
        """Play `order`, first ending the optional steps that it skips.

        A dry run comes first; each step is then played with the dice of its own place in the chain. Raises
        IllegalAction, with nothing changed, or PartiallyPlayed if rolls on the way made the order illegal; they stay,
        or players could preview dice.
        """
        given, order, turn = order, window_passes.for_this_window(order), self.clock.key
        self.dry_run(order)
        if source in OWN:
            self._note_order(order.seat)
        made: list[Entry] = []
        refusal = None
        while refusal is None and (not made or (made[-1].implied and self.asked is not None)):
            action = engine.implied_action(self._state, order)
            try:
                made.append(self._apply(action, source))
            except engine.IllegalAction as exc:
                refusal = exc
            else:
                made[-1].implied = action != order
        made[-1].actor, made[-1].key, made[-1].body = actor, key, body
        if source in OWN and made[0].pace == Waiting.Pace.TURN and self.turn == turn:
            self.clock.begin_orders()
        if refusal is not None:
            raise PartiallyPlayed(made, refusal)
        if given is not order and source in {*HUMAN, Entry.Source.ORGANIZER}:
            made[-1].order = self._order_text(given)
            window_passes.keep(self.players[given.seat], given, turn)
            self.touch(self.players[given.seat])
        return made

    def dry_run(self, order: engine.Action) -> list[engine.Action]:
        """List the steps in which `order` would be played now, tried with other dice. Raises IllegalAction."""
        if self.game.has_ended:
            raise engine.IllegalAction("game.over")
        return [action for action, _ in engine.play(self._state, order, engine.FastChance(0))]

    def _order_text(self, action: engine.Action) -> str:
        text = engine.format_order(action, self.game.rules, self.game.map, self._state.seats)
        return text[:LONGEST_ORDER] or tag_of(action)

    def _apply(self, action: engine.Action, source: str) -> Entry:
        """Play one step. Raises IllegalAction, with nothing changed."""
        asked = self.asked
        assert asked is not None
        before, owner, hidden = self.turn, self._state.active, hidden_cards(self._state, action.seat)
        played = engine.apply(self._state, action, chain.chance_after(self.game.head, self.key))
        self._state = played.state
        if tag_of(action) == ATTACK:
            self._defences.clear()
            self.touch(*window_passes.forget_order(self.players.values()))
        entry = self._write(
            Entry.Kind.ACTION,
            source,
            ref=asked.ref,
            pace=asked.pace,
            seat=action.seat,
            action=engine.action_to_json(action),
            order=self._order_text(action),
            draws=played.draws,
            events=self._events_to_the_end(played.events),
        )
        entry.turn = before
        entry.stand_in = self._stood_in(action.seat, asked.pace, source)
        entry.undoable = source in OWN and asked.pace == "turn" and is_undoable(played, hidden, action.seat)
        if self.turn != before:
            ended = [owner] if before[0] != "0" else [*self.players] if self.round else []
            outcomes = [self.judge_turn(seat, int(before.partition(":")[0])) for seat in ended]
            self.clock.end_turn(owner, is_missed=outcomes == [lateness.MISSED], is_answered=any(outcomes))
            self.clock.start_turn(self.turn)
        if why := self._end_reached():
            self.adjudicate(why)
        return entry

    def _events_to_the_end(self, events: Iterable[engine.Event]) -> Iterator[engine.Event]:
        """Yield the events of an action up to the end of the last round: nobody hears of the turn that would follow."""
        last = self.game.last_round
        return takewhile(lambda event: last is None or not is_beginning_after(event, last), events)

    def _end_reached(self) -> str:
        """Say which end of the game has been reached that is none by its rules: `last_round` or `stop_at`; empty if
        none is."""
        game = self.game
        if self.asked is None:
            return ""
        if self._state.round > self.round:
            return "last_round"
        living = sum(not player.out for player in self._state.players)
        return "stop_at" if game.stop_at is not None and living <= game.stop_at else ""

    def _stood_in(self, seat: int, pace: str, source: str) -> dict[str, str] | None:
        """Return who gives an answer for the owner of a seat, as its entry keeps it. The owner's own order has ended
        what stood in before it is played."""
        if source not in {*HUMAN, Entry.Source.BOT}:
            return None
        found = self.players[seat].stood_in(pace, by_person=source != Entry.Source.BOT)
        return found._asdict() if found else None

    def judge_turn(self, seat: int, round: int) -> str:
        """Return what the turn of a seat that is over, in this round, was to its owner, and keep that to be recorded.
        Round 0 is the set-up. Empty for nothing."""
        player = self.players[seat]
        outcome = lateness.judge_turn(player, is_set_up=not round)
        self.touch(player)
        if outcome:
            self.judged.append((player, round, outcome, self.clock.turn_since if round else None))
        return outcome

    def note_lapse(self, seat: int, lapse: str) -> None:
        """Note what answers for a seat whose time is over, if that is its turn or the set-up."""
        asked = self.asked
        if asked is not None and (asked.pace == Waiting.Pace.TURN or not self.round):
            lateness.note_lapse(self.players[seat], lapse)
            self.touch(self.players[seat])

    def _write(self, kind: str, source: str, **fields: Any) -> Entry:
        """Append an entry in the current round."""
        return self.journal.write(kind, source, round=self.round, **fields)

    def log_host_event(
        self, what: str, *, source: str = Entry.Source.SYSTEM, seat: int | None = None, **facts: object
    ) -> Entry:
        """Journal an event of the host: `what` is its tag without "host.", `facts` are its public fields."""
        event = {"type": f"host.{what}", "seat": seat, **facts}
        return self._write(Entry.Kind.NOTE, source, seat=seat, events=[event])

    def _note_order(self, seat: int) -> None:
        """Note that a person orders: in time of their own turn, or of the set-up."""
        asked, player = self.asked, self.players[seat]
        is_own = asked is not None and (asked.pace == Waiting.Pace.TURN or not self.round)
        if not player.came or (is_own and not player.began):
            lateness.note_order(player, is_own=is_own)
            self.touch(player)

    def touch(self, *players: Player) -> None:
        """Mark the rows of players as changed, to be stored by `save`."""
        self._touched.update(player.pk for player in players)

    def rewind_to(self, seq: int, kind: str, source: str, *, deadline: Deadline | None, **fields: Any) -> Entry:
        """Return the game to its state after entry `seq`; the chain, and so the dice, branch from here.

        Without a `deadline` the running turn gets its full time.
        """
        ref = self._state.ref + 1
        self._state = renumber_decision(state_at(self.game, seq), ref)
        if self.turn != self.clock.key:
            lateness.forget_turns(self.game, self._first_after(seq), self.round)
        if deadline is None or self.turn != self.clock.key:
            self._restore_banks(seq)
        tag = "host.undone" if kind == Entry.Kind.UNDO else "host.rewound"
        event = {"type": tag, "seat": fields.get("seat"), "back_to": seq}
        entry = self._write(kind, source, ref=ref, back_to=seq, events=[event], **fields)
        if kind == Entry.Kind.REWIND:
            self.standing.forget_after(seq)
            self.touch(*window_passes.forget_turn(self.players.values(), self.turn))
        if deadline is None:
            self.clock.start_turn(self.turn)
        else:
            self.clock.restore(self.turn, deadline)
        self._sync_eliminated(self.view(None))  # before anybody is asked: who was out may play again
        begun = self._begun_seats() if kind == Entry.Kind.UNDO else ()
        for seat, player in self.players.items():
            player.began, player.lapse = seat in begun, ""
            self.touch(player)
        self._must_snapshot = True
        return entry

    def turn_began_after(self) -> int:
        """Return the entry with which the running turn began; 0 in the set-up."""
        if not self.round:
            return 0
        actions = last_actions(self.game.pk, self.entries)
        return next((entry.seq for entry in actions if any(event.new_turn for event in events_of(entry))), 0)

    def _first_after(self, seq: int) -> datetime:
        """Return when the entry after `seq` was written."""
        later = Entry.objects.filter(game_id=self.game.pk, seq__gt=seq).order_by("seq")
        return later.values_list("at", flat=True).first() or self.now

    def _begun_seats(self) -> set[int | None]:
        """Find the seats of which an order of the running turn, or of the set-up, is in force that a person gave."""
        actions = last_actions(self.game.pk, self.entries)
        if self.round:
            actions = (entry for entry in since_turn_began(actions) if entry.pace == Waiting.Pace.TURN)
        return {entry.seat for entry in actions if entry.source in OWN}

    def _restore_banks(self, seq: int) -> None:
        """Put the time banks back to what they were after entry `seq`."""
        if self.clock.rules.bank is None:
            return
        rows = Entry.objects.filter(game_id=self.game.pk, seq__lte=seq, banks__isnull=False).order_by("-seq")
        banks = rows.values_list("banks", flat=True).first()
        for seat, player in self.players.items():
            self.clock.set_bank(player, banks[seat] if banks else self.clock.rules.bank.start)

    def play_default(self, seat: int, source: str) -> list[Entry]:
        """Play the rule set's timeout action for `seat`."""
        if source == Entry.Source.DEADLINE:
            self.note_lapse(seat, lateness.DEFAULT)
        return self.play(engine.default_answer(self._state, seat), source)

    # ---- saving

    def save(self) -> None:
        """Store entries, snapshot, open answers, players and the game's own row."""
        self.journal.save()
        if self._must_snapshot or self.clock.renewed or self.journal.passes(SNAPSHOT_EVERY):
            self._store_snapshot()
        public = self.view(None)
        self._sync_eliminated(public)
        self._finish(public)
        game = self.game
        is_live = game.status in (Game.Status.RUNNING, Game.Status.PAUSED)
        spent = self.waiting.rewrite(self.asked if is_live else None, self.players, self._wished_hours())
        self.touch(*spent, *self.clock.banked)
        game.round = self.round
        game.moved_at = self.now
        game.save()
        self.standing.save()
        self._store_players()

    def _store_players(self) -> None:
        """Store the columns that have changed of the players who were touched: each costs, whoever it is written of."""
        touched = [player for player in self.players.values() if player.pk in self._touched]
        stored = [self._stored[player.pk] for player in touched]
        columns = [
            name
            for at, name in enumerate(CHANGES)
            if any(CHANGEABLE(player)[at] != before[at] for player, before in zip(touched, stored, strict=True))
        ]
        if columns:
            Player.objects.bulk_update(touched, [name.removesuffix("_id") for name in columns])

    def _wished_hours(self) -> dict[int, int]:
        """Collect in how many hours the seats that are asked out of turn want to answer; lines that ask once have."""
        asked = self.asked
        hours: dict[int, int] = {}
        for seat in asked.seats if asked is not None and asked.pace in Waiting.OUT_OF_TURN else ():
            player = self.players[seat]
            rule = self.standing.asking_rule(player, self.view(seat)) if self.standing.text_of(player) else None
            if rule is not None:
                hours[seat] = rule.within
                if not self.has_been_asked(seat):
                    self.standing.spend(player, rule)
        return hours

    def _store_snapshot(self) -> None:
        Snapshot.objects.update_or_create(
            game_id=self.game.pk, seq=self.game.seq, defaults={"state": engine.pack(self._state)}
        )

    def _sync_eliminated(self, public: engine.PlayerView) -> None:
        """Mark the players whose seats are eliminated, and unmark them after a rewind."""
        for seat in public.seats:
            player = self.players[seat.seat]
            if seat.out and player.offered_at is not None:
                player.offered_at = None
                self.touch(player)
            if seat.out and player.state in (Player.State.PLAYING, Player.State.CARETAKER):
                player.state = Player.State.OUT
                self.touch(player)
            elif not seat.out and player.state == Player.State.OUT:
                gone = player.user is not None and player.user.deleted_at is not None
                player.state = Player.State.RESIGNED if gone else Player.State.PLAYING
                self.touch(player)

    def _finish(self, public: engine.PlayerView) -> None:
        """Store the result of a game that has just been won."""
        if self.asked is None and not self.game.has_ended:
            self._conclude(public)

    def share(self, seats: Iterable[int]) -> None:
        """End the game as a draw: `seats` share the win. The state does not know of it, as no rule has ended the game;
        `games.play.journal_reader.conclude` puts it into what is read from here on."""
        self._conclude(msgspec.structs.replace(self.view(None), winners=tuple(sorted(seats))), shared_at=self.game.seq)

    def adjudicate(self, why: str, *, source: str = Entry.Source.SYSTEM, **by: str) -> Entry:
        """End the game without a winner: the seats still in are ranked by how they stand. The note in the journal has
        all figures, and `why`: `last_round`, `stop_at`, `ends_at` or `organizer`, with the name and the reason of whom
        it was ended `by`."""
        public, round = self.view(None), self.round
        figures = figures_of(public)
        land = {str(each["seat"]): [each["income"], each["territories"], each["armies"]] for each in figures}
        places = self._conclude(public, adjudicated_at=self.game.seq + 1, round=round, land=land)
        said: engine.Facts = {"why": why, "round": round, "figures": figures, "places": places, **by}
        return self.log_host_event("adjudicated", source=source, **said)

    def _conclude(self, public: engine.PlayerView, **kept: object) -> Places:
        """End the game with the winners of a view, rank the seats behind them, and keep further facts in its result.
        No pause is left, for nothing goes on."""
        game = self.game
        game.paused_at, game.waits_until, game.deserted = None, None, False
        end_game(game, Game.Status.OVER, self.now)
        places = final_places(public, [entry.events for entry in entries_in_force(game, self.entries)])
        game.result = {"winners": list(public.winners), "places": places, **kept}
        behind = "placed" if "adjudicated_at" in kept else "lost"
        for place, seat in number_places(places):
            player = self.players[seat]
            player.place, player.result = place, "won" if seat in public.winners else behind
            self.touch(player)
        return places


def tag_of(action: engine.Action) -> str:
    """Return the type of an action, which stands for its order where the language has no verb."""
    return str(engine.action_to_json(action)["type"])


def is_beginning_after(event: engine.Event, last: int) -> bool:
    """Check whether an event begins a round after round `last`."""
    facts = engine.event_to_json(event)
    number = facts.get("round")
    return facts["type"] == ROUND_BEGAN and isinstance(number, int) and number > last


def is_undoable(played: engine.Transition, hidden_before: tuple[int, int], seat: int) -> bool:
    """Check that an action of a seat may be undone: it drew no die or card, and revealed no sealed answer or secret.
    The last card of a deck is drawn without chance, and whoever is eliminated may lay down a hand, so what lies hidden
    is counted too."""
    secret = any(engine.event_for(event, None) != event for event in played.events)
    answered = any(engine.event_to_json(event)["type"] == SEALED for event in played.events)
    shown = bool(played.draws) or hidden_cards(played.state, seat) != hidden_before
    return not shown and not secret and not answered


def hidden_cards(state: engine.GameState, seat: int) -> tuple[int, int]:
    """Count the cards that a seat does not see: those in the decks, and those in others' hands."""
    decks = sum(len(layer) for layers in state.decks.values() for layer in layers)
    return decks, sum(len(player.hand) for other, player in enumerate(state.players) if other != seat)
