"""The journal of a game: every action with the dice and cards it drew, chained so that nobody can change it unseen.

A game starts with a secret key of 32 random bytes. Its digest is shown before the first die, the key itself when the
game is over. Each entry's dice come from the key and the hash of everything before it, so a roll hangs on everybody's
moves and cannot be foreseen; each entry's hash is salted from the key, so nobody can guess a hidden card from it.
With the key everybody can recompute the chain and every roll: `verify`.

What this cannot show: a host who plays could read the key of his own server and see the dice before he attacks.

A log is a file of JSON lines in one exact form: a header, the entries, and a last line with the head of the chain and
the key. Undo and rewind are entries that void a suffix; nothing is ever taken out.
"""

import hashlib
import hmac
import json
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from engine.core.chance import Chance, ChanceMismatch, KeyedChance, RecordedChance
from engine.core.codec import action_from_json, actions_from_json
from engine.core.errors import OrderError
from engine.core.kernel import Played, answer, apply_in_place, new_game
from engine.core.mapgraph import mapgraph
from engine.core.ruleset import ruleset
from engine.core.state import GameState
from engine.core.table import Table

FORMAT = 1
KEY_BYTES = 32
START, ACTION, UNDO, REWIND = "start", "action", "undo", "rewind"
VOIDING = frozenset({UNDO, REWIND})
UNPLAYABLE = (OrderError, ChanceMismatch, KeyError)  # what an entry that does not fit its game raises


class LogError(ValueError):
    """The log is damaged, incomplete or does not add up; the text says where."""


class Header(Struct, frozen=True, kw_only=True):
    """What the game is, fixed before the first die. `options` holds the switches that were changed."""

    rules: str
    family: str
    map: str
    seats: tuple[str, ...]
    options: dict[str, Any]
    digest: str
    fieldpost: int = FORMAT


class LogEntry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line of the journal; `seq` counts from 1, the start.

    `action` is the engine's JSON; `draws` what chance gave. An undo or rewind voids every entry after `back_to` and
    gives the question that is open again the number `ref`, higher than any before, so that old pages stay old.
    """

    seq: int
    kind: str = ACTION
    seat: int | None = None
    source: str = ""
    action: dict[str, Any] | None = None
    draws: tuple[int, ...] = ()
    back_to: int = 0
    ref: int = 0


class Log(Struct, frozen=True):
    """A whole journal. `key` is empty until the game is over; `head` is the hash of the last entry."""

    header: Header
    entries: tuple[LogEntry, ...]
    head: str
    key: str = ""


# --- the chain


def digest_of(key: bytes) -> str:
    """What is shown of the key before the game: its SHA-256, in hex."""
    return hashlib.sha256(b"fieldpost key" + key).hexdigest()


def _line(value: Struct) -> str:
    return json.dumps(msgspec.to_builtins(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def first_head(header: Header) -> bytes:
    """The chain before the first entry: the hash of the header."""
    return hashlib.sha256(b"fieldpost game" + _line(header).encode()).digest()


def next_head(key: bytes, head: bytes, entry: LogEntry) -> bytes:
    """The chain after an entry."""
    salt = hmac.digest(key, b"salt" + head, hashlib.sha256)
    return hashlib.sha256(head + salt + _line(entry).encode()).digest()


def chance_after(key: bytes, head: bytes) -> KeyedChance:
    """Where the dice of the entry that follows `head` come from."""
    return KeyedChance(key, head)


# --- replay


def in_force(entries: Sequence[LogEntry]) -> list[LogEntry]:
    """The entries that count: what undo and rewind have voided is left out, they themselves stay as markers."""
    standing: list[LogEntry] = []
    for entry in entries:
        if entry.kind in VOIDING:
            standing = [kept for kept in standing if kept.seq <= entry.back_to]
        standing.append(entry)
    return standing


def set_up(header: Header, chance: Chance) -> Played:
    """Play the set-up of the game that the header describes. Raises IllegalAction, KeyError, and LogError for rules or
    a map of a version that is not known here."""
    map_id = header.map.partition("@")[0]
    if not ruleset(header.rules).plays(header.family):
        raise LogError(f"The game is played by {header.family}; here is {ruleset(header.rules).edition}.")
    if mapgraph(map_id).edition != header.map:
        raise LogError(f"The game is played on {header.map}; here is {mapgraph(map_id).edition}.")
    return new_game(header.rules, header.seats, chance=chance, options=header.options, map=map_id)


def begin(header: Header, entry: LogEntry) -> GameState:
    """The state after the set-up that the first entry records. Raises ChanceMismatch, IllegalAction."""
    chance = RecordedChance(entry.draws)
    state = set_up(header, chance).state
    chance.finish()
    return state


def follow(state: GameState, entries: Sequence[LogEntry]) -> GameState:
    """Play the entries that come after `state`, on it. Raises LogError, which names the entry that does not fit.

    One table, one source of dice and one reading of the actions serve them all: whole games are folded here.
    """
    record = RecordedChance()
    table = Table(state, record)
    actions = actions_from_json([entry.action for entry in entries if entry.kind not in VOIDING], state.rules)
    for entry in entries:
        if entry.kind in VOIDING:
            state.ref = entry.ref
            continue
        try:
            record.lay(entry.draws)
            answer(table, next(actions))
            record.finish()
        except UNPLAYABLE as exc:
            raise _unplayable(entry, exc) from exc
        table.clear()
    return state


def fold(header: Header, entries: Sequence[LogEntry]) -> GameState:
    """The state after these entries. Raises LogError, which names the entry that does not fit."""
    standing = in_force(entries)
    if not standing or standing[0].kind != START:
        raise LogError("The journal does not begin with the start of a game.")
    try:
        state = begin(header, standing[0])
    except UNPLAYABLE as exc:
        raise _unplayable(standing[0], exc) from exc
    return follow(state, standing[1:])


def _unplayable(entry: LogEntry, exc: Exception) -> LogError:
    return LogError(f"Entry {entry.seq} cannot be played: {exc}")


# --- files


def write_log(log: Log) -> str:
    """The log in its one exact form."""
    last = {"end": len(log.entries), "head": log.head, "key": log.key}
    lines = [_line(log.header), *map(_line, log.entries), json.dumps(last, sort_keys=True, separators=(",", ":"))]
    return "\n".join(lines) + "\n"


def read_log(text: str) -> Log:
    """Raises LogError for anything that `write_log` would not write, down to the byte."""
    lines = text.removesuffix("\n").split("\n")
    try:
        header = msgspec.json.decode(lines[0].encode(), type=Header)
        entries = tuple(msgspec.json.decode(line.encode(), type=LogEntry) for line in lines[1:-1])
        last = json.loads(lines[-1])
        log = Log(header, entries, str(last["head"]), str(last["key"]))
        digits = [bytes.fromhex(text).hex() for text in (log.head, log.key)]
    except (IndexError, KeyError, TypeError, ValueError, msgspec.DecodeError) as exc:
        raise LogError(f"This is no log of a game: {exc}.") from exc
    if write_log(log) != text or digits != [log.head, log.key]:
        raise LogError("The log is not written in its exact form: something in it was changed.")
    return log


def replay(log: Log) -> GameState:
    """The last state of a log. Raises LogError."""
    return fold(log.header, log.entries)


def verify(log: Log) -> GameState:
    """Recompute everything with the key: its digest, the chain, every die and card, every move.

    Returns the last state. Raises LogError at the first thing that does not fit, or if the key is not in the log yet.
    """
    if not log.key:
        raise LogError("The key of this game is not published yet: it comes with the end of the game.")
    key = bytes.fromhex(log.key)
    if digest_of(key) != log.header.digest:
        raise LogError("The key does not fit the digest that was shown before the game.")
    head = first_head(log.header)
    state: GameState | None = None
    saved: list[tuple[int, GameState]] = []
    for number, entry in enumerate(log.entries, 1):
        if entry.seq != number:
            raise LogError(f"Entry {entry.seq} stands in the place of entry {number}.")
        state = _recompute(log.header, entry, chance_after(key, head), state, saved)
        saved.append((entry.seq, state.copy()))
        head = next_head(key, head, entry)
    if head.hex() != log.head:
        raise LogError("The chain does not end in the head of the log: an entry was changed.")
    if state is None:
        raise LogError("The log has no entries.")
    return state


def _recompute(
    header: Header,
    entry: LogEntry,
    chance: KeyedChance,
    state: GameState | None,
    saved: list[tuple[int, GameState]],
) -> GameState:
    """The state after an entry, its draws made anew and compared. Raises LogError."""
    if entry.kind in VOIDING:
        state = next((old.copy() for seq, old in reversed(saved) if seq == entry.back_to), None)
        if state is None:
            raise LogError(f"Entry {entry.seq} goes back to entry {entry.back_to}, which does not exist.")
        state.ref = entry.ref
        return state

    if state is None and entry.kind != START:
        raise LogError(f"Entry {entry.seq} comes before the start.")
    try:
        if state is None or entry.kind == START:
            played = set_up(header, chance)
        else:
            played = apply_in_place(state, action_from_json(entry.action), chance)
    except UNPLAYABLE as exc:
        raise _unplayable(entry, exc) from exc
    if tuple(played.draws) != entry.draws:
        raise LogError(f"Entry {entry.seq}: chance gave {played.draws}, the log has {list(entry.draws)}.")
    return played.state
