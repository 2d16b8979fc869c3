"""Whole games between bots, in this process and without a clock: matches, ladders, sample logs.

A match is journalled like a served game, with a key made from its seed, so its hash stands for every move and every
die, and its log can be replayed and verified like any other.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from random import Random

from msgspec import Struct

from engine import bots, journal
from engine.core.actions import Action
from engine.core.chance import KeyedChance
from engine.core.codec import action_to_json, dump
from engine.core.mapgraph import mapgraph
from engine.core.reducer import Transition, apply_in_place, new_game, open_decision
from engine.core.registry import ruleset
from engine.core.state import COLOURS
from engine.core.view import view_for
from engine.invariants import InvariantChecker, InvariantViolation
from engine.mechanics.turns import TurnBegan

LONGEST = 500  # rounds after which a match counts as not won


class Match(Struct, frozen=True):
    """How a match went. `bots` stand by seat; `winners` are seats, none if the last round did not end it.

    `hash` is the head of the journal's chain: it changes with every move and every die.
    """

    bots: tuple[str, ...]
    winners: tuple[int, ...]
    rounds: int
    turns: int
    actions: int
    hash: str
    log: journal.Log

    @property
    def won_by(self) -> tuple[str, ...]:
        """The bots that won, together if there are several."""
        return tuple(self.bots[seat] for seat in self.winners)


class Recorder:
    """Plays actions and keeps the journal of them; its chain is where the dice come from."""

    def __init__(self, header: journal.Header, key: bytes, check: bool = False) -> None:
        self.header = header
        self.key = key
        self.head = journal.first_head(header)
        self.entries: list[journal.LogEntry] = []
        self.turns = 0
        begun = self._start()
        self.watch = InvariantChecker(begun) if check else None
        self.state = begun.state

    def _start(self) -> Transition:
        header = self.header
        map_id = header.map.partition("@")[0]
        played = new_game(header.rules, header.seats, options=header.options, map=map_id, chance=self._chance())
        self._record(played, journal.LogEntry(seq=1, kind=journal.START, draws=tuple(played.draws)))
        return played

    def play(self, action: Action) -> None:
        """Play an action and record its entry. Raises IllegalAction, and InvariantViolation if the game is watched."""
        played = apply_in_place(self.state, action, self._chance())
        plain, draws = action_to_json(action), tuple(played.draws)
        entry = journal.LogEntry(seq=len(self.entries) + 1, seat=action.seat, source="bot", action=plain, draws=draws)
        self._record(played, entry)
        if self.watch:
            self.watch.after(played)

    def _chance(self) -> KeyedChance:
        return journal.chance_after(self.key, self.head)

    def _record(self, played: Transition, entry: journal.LogEntry) -> None:
        self.turns += sum(type(event) is TurnBegan for event in played.events)
        self.entries.append(entry)
        self.head = journal.next_head(self.key, self.head, entry)

    def log(self) -> journal.Log:
        return journal.Log(self.header, tuple(self.entries), self.head.hex(), self.key.hex())


def play_match(
    rules: str,
    players: Sequence[str],
    seed: str,
    *,
    options: Mapping[str, object] | None = None,
    map: str = "",
    longest: int = LONGEST,
    check: bool = False,
) -> Match:
    """Play one game of these bots, seat by seat, to the end or through `longest` rounds, on the rule set's own board
    unless another is named. With `check` every position is checked for invariants, and the log is replayed at the end.

    Raises IllegalAction for a number of seats or a switch that the rule set does not know, KeyError for no board,
    InvariantViolation for a position that cannot be and for a log that does not verify.
    """
    key = hashlib.sha256(b"fieldpost match " + seed.encode()).digest()
    recorder = Recorder(_header(rules, COLOURS[: len(players)], options or {}, map, key), key, check)
    rngs = [Random(f"{seed} seat {seat}") for seat in range(len(players))]
    while (asked := open_decision(recorder.state)) and recorder.state.round <= longest:
        seat = asked.seats[0]
        recorder.play(bots.choose(players[seat], view_for(recorder.state, seat), rngs[seat]))
    state = recorder.state
    log = recorder.log()
    if check and dump(journal.fold(log.header, log.entries)) != dump(state):
        raise InvariantViolation("the same orders and dice give another game")
    return Match(tuple(players), state.winners, state.round, recorder.turns, state.seq, log.head, log)


def _header(rules: str, seats: tuple[str, ...], options: Mapping[str, object], map: str, key: bytes) -> journal.Header:
    chosen = ruleset(rules)
    graph = mapgraph(map or chosen.map)
    return journal.Header(
        rules=rules,
        family=chosen.edition,
        map=graph.edition,
        seats=seats,
        options=dict(options),
        digest=journal.digest_of(key),
    )


def run_matches(
    rules: str,
    players: Sequence[str],
    games: int,
    seed: str,
    *,
    options: Mapping[str, object] | None = None,
    map: str = "",
    longest: int = LONGEST,
    check: bool = False,
    first: int = 1,
) -> Iterator[Match]:
    """Play `games` matches, seats moving on by one each time, so that no seat favours anybody. A series goes on with
    its match number `first`; an error names the match that it comes from."""
    for number in range(first, first + games):
        shift = (number - 1) % len(players)
        seated = [*players[shift:], *players[:shift]]
        game = f"{seed} game {number}"
        try:
            match = play_match(rules, seated, game, options=options, map=map, longest=longest, check=check)
        except Exception as exc:
            exc.add_note(f"in match {number} of seed {seed!r}")
            raise
        yield match
