"""The journal of a game: every action with the dice and cards it drew, chained so that nobody can change it unseen.

A game starts with a secret key of 32 random bytes. Its digest is shown when the game is created, the key itself when
the game is over. Everybody who sits down adds a word of their own; the first head of the chain is made of the settings,
the digest and these words, and the order of seats is drawn from it. Each entry's dice come from the key and the hash of
everything before it, so a roll hangs on everybody's moves and cannot be foreseen; each entry's hash is salted from the
key, so nobody can guess a hidden card from it. With the key everybody can recompute the chain and every roll: `verify`.

What a log alone cannot show: whoever has the key could write another game that adds up as well. Heads that were noted
while the game ran prove that it is the one that was played: `heads_found`. What nothing here can show: a host who plays
could read the key of their own server and see the dice before they attack.

A log is a file of JSON lines in one exact form: a header, the entries, and a last line with the head of the chain and
the key. Undo and rewind are entries that void a suffix; nothing is ever taken out.
"""

import hashlib
import hmac
import json
import re
from collections.abc import Sequence
from operator import attrgetter

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from engine.core.chance import Chance, ChanceMismatch, KeyedChance, NotingChance, RecordedChance
from engine.core.codec import action_from_json, actions_from_json
from engine.core.context import Context
from engine.core.errors import OrderError
from engine.core.facts import Facts
from engine.core.mapgraph import mapgraph
from engine.core.reducer import Transition, answer, apply_in_place, new_game
from engine.core.registry import ruleset
from engine.core.state import GameState

FORMAT = 1
"""Logs of seats that were given, not drawn: games of the command line, and served ones from before words."""

WITH_WORDS = 2
"""Logs whose header holds everybody's word, and whose seats are drawn."""

WITH_PAIRING = 3
"""Logs of games of an event: the header holds everybody's word and the digest of the pairing that gave the seats."""

FORMATS = (FORMAT, WITH_WORDS, WITH_PAIRING)

KEY_BYTES = 32
HEAD_SHOWN = 16
"""Hex digits of a head as pages and mails show it."""

HEAD_SHORTEST = 8
"""Hex digits that say which head is meant."""

START, ACTION, UNDO, REWIND = "start", "action", "undo", "rewind"
REWINDING = frozenset({UNDO, REWIND})
UNPLAYABLE = (OrderError, ChanceMismatch, KeyError)  # what an entry that does not fit its game raises


class LogError(ValueError):
    """The log is damaged, incomplete or does not add up; the text says where."""


class Joined(Struct, frozen=True):
    """Somebody who sat down, and the word that they added to the dice; a bot adds none."""

    colour: str
    word: str = ""


class Header(Struct, frozen=True, kw_only=True):
    """What the game is, fixed before the first die. `options` holds the switches that were changed; `joined` who sat
    down, in that order, with their words; `pairing` the digest of what gave the seats, where they were not drawn."""

    rules: str
    family: str
    map: str
    seats: tuple[str, ...]
    options: Facts
    digest: str
    joined: tuple[Joined, ...] | UnsetType = UNSET
    pairing: str | UnsetType = UNSET
    fieldpost: int = FORMAT

    @property
    def draws_seats(self) -> bool:
        """Whether the order of seats is drawn from everybody's word."""
        return self.joined is not UNSET and self.pairing is UNSET

    @property
    def format(self) -> int:
        """The format of a log with these fields."""
        if self.pairing is not UNSET:
            return WITH_PAIRING
        return FORMAT if self.joined is UNSET else WITH_WORDS


class LogEntry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line of the journal; `seq` counts from 1, the start.

    `action` is the engine's JSON; `draws` what chance gave. An undo or rewind voids every entry after `back_to` and
    gives the question that is open again the number `ref`, higher than any before, so that old pages stay old.
    """

    seq: int
    kind: str = ACTION
    seat: int | None = None
    source: str = ""
    action: Facts | None = None
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
    """Compute the commitment to a key that is published before the game: its SHA-256, in hex."""
    return hashlib.sha256(b"fieldpost key" + key).hexdigest()


def _line(value: Struct) -> str:
    return json.dumps(msgspec.to_builtins(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def first_head(header: Header) -> bytes:
    """Compute the head before the first entry: the hash of the header, without the seats where those are drawn from
    it."""
    fixed = replace(header, seats=()) if header.draws_seats else header
    return hashlib.sha256(b"fieldpost game" + _line(fixed).encode()).digest()


def seal_word(key: bytes, joined: Joined) -> str:
    """Compute the commitment to a player's word before the start; without the key it reveals nothing of the word."""
    plain = b"word" + joined.colour.encode() + b"\0" + joined.word.encode()
    return hmac.digest(key, plain, hashlib.sha256).hex()[:HEAD_SHOWN]


def next_head(key: bytes, head: bytes, entry: LogEntry) -> bytes:
    """Compute the head after an entry."""
    salt = hmac.digest(key, b"salt" + head, hashlib.sha256)
    return hashlib.sha256(head + salt + _line(entry).encode()).digest()


def chance_after(key: bytes, head: bytes) -> KeyedChance:
    """Make the source of the dice for the entry that follows `head`."""
    return KeyedChance(key, head)


def seat_order(header: Header, chance: Chance) -> tuple[str, ...]:
    """Draw the seats from those who sat down; keep them where a pairing gave them, and where nobody's word is in the
    header."""
    if header.joined is UNSET or not header.draws_seats:
        return header.seats
    left = [joined.colour for joined in header.joined]
    return tuple(left.pop(chance.pick(range(len(left)), "seats")) for _ in header.joined)


def start_chance(key: bytes, header: Header) -> KeyedChance:
    """Make the source of the set-up's dice and cards: it follows the draw of the seats. Raises LogError if the header
    has them in another order."""
    chance = chance_after(key, first_head(header))
    if seat_order(header, chance) != header.seats:
        raise LogError("The seats are not in the order that was drawn for them.")
    return chance


def heads_of(key: bytes, header: Header, entries: Sequence[LogEntry]) -> list[str]:
    """List every head of the chain in hex: before the first entry, and after each."""
    head = first_head(header)
    found = [head.hex()]
    for entry in entries:
        head = next_head(key, head, entry)
        found.append(head.hex())
    return found


def head_wanted(text: str) -> str:
    """Normalize a head as somebody typed it. Raises ValueError for what is no part of a head."""
    plain = "".join(text.split()).lower()
    if not re.fullmatch(rf"[0-9a-f]{{{HEAD_SHORTEST},64}}", plain):
        raise ValueError(text)
    return plain


def heads_found(log: Log, wanted: Sequence[str]) -> list[int]:
    """Return after which entry each of the noted heads stood; 0 is before the first. The log is one that verifies.

    Raises LogError for a head that this game never had: the log is not that of the game that was played.
    """
    heads = heads_of(bytes.fromhex(log.key), log.header, log.entries)
    indices = []
    for head in wanted:
        index = next((number for number, full in enumerate(heads) if full.startswith(head)), None)
        if index is None:
            raise LogError(f"This game never had the head {head}: the log is not that of the game that was played.")
        indices.append(index)
    return indices


# --- replay


def effective_entries(entries: Sequence[LogEntry]) -> list[LogEntry]:
    """List the effective entries: those that undo and rewind have voided are left out, they themselves stay as
    markers."""
    if REWINDING.isdisjoint(map(attrgetter("kind"), entries)):
        return list(entries)
    standing: list[LogEntry] = []
    for entry in entries:
        if entry.kind in REWINDING:
            standing = [kept for kept in standing if kept.seq <= entry.back_to]
        standing.append(entry)
    return standing


def set_up(header: Header, chance: Chance) -> Transition:
    """Play the set-up of the game that the header describes. Raises IllegalAction, KeyError, and LogError for rules or
    a map of a version that is not known here."""
    map_id = header.map.partition("@")[0]
    if not ruleset(header.rules).supports_edition(header.family):
        raise LogError(f"The game is played by {header.family}; here is {ruleset(header.rules).edition}.")
    if mapgraph(map_id).edition != header.map:
        raise LogError(f"The game is played on {header.map}; here is {mapgraph(map_id).edition}.")
    return new_game(
        header.rules, header.seats, chance=chance, options=header.options, map=map_id, edition=header.family
    )


def initial_state(header: Header, entry: LogEntry) -> GameState:
    """Return the state after the set-up that the first entry records. Raises ChanceMismatch, IllegalAction."""
    chance = RecordedChance(entry.draws)
    state = set_up(header, chance).state
    chance.finish()
    return state


def fold_from(state: GameState, entries: Sequence[LogEntry]) -> GameState:
    """Play the entries that come after `state`, on it. Raises LogError, which names the entry that does not fit.

    One context, one source of dice and one reading of the actions serve them all: whole games are folded here.
    """
    record = RecordedChance()
    context = Context(state, record)
    events, drawn = context.events, context.draws
    actions = actions_from_json([entry.action for entry in entries if entry.kind not in REWINDING], state.rules)
    for entry in entries:
        if entry.kind in REWINDING:
            state.ref = entry.ref
            continue
        draws = entry.draws
        try:
            if draws:
                record.feed(draws)
            answer(context, next(actions))
            if draws:
                record.finish()
        except UNPLAYABLE as exc:
            raise _unplayable(entry, exc) from exc
        events.clear()
        drawn.clear()
    return state


def fold(header: Header, entries: Sequence[LogEntry]) -> GameState:
    """Fold entries into the state after them. Raises LogError, which names the entry that does not fit."""
    standing = effective_entries(entries)
    if not standing or standing[0].kind != START:
        raise LogError("The journal does not begin with the start of a game.")
    try:
        state = initial_state(header, standing[0])
    except UNPLAYABLE as exc:
        raise _unplayable(standing[0], exc) from exc
    return fold_from(state, standing[1:])


def _unplayable(entry: LogEntry, exc: Exception) -> LogError:
    return LogError(f"Entry {entry.seq} cannot be played: {exc}")


# --- files


def write_log(log: Log) -> str:
    """Write a log in its one exact form."""
    last = {"end": len(log.entries), "head": log.head, "key": log.key}
    lines = [_line(log.header), *map(_line, log.entries), json.dumps(last, sort_keys=True, separators=(",", ":"))]
    return "\n".join(lines) + "\n"


def read_log(text: str) -> Log:
    """Read a log. Raises LogError for anything that `write_log` would not write, down to the byte."""
    lines = text.removesuffix("\n").split("\n")
    try:
        header = msgspec.json.decode(lines[0].encode(), type=Header)
        entries = tuple(msgspec.json.decode(line.encode(), type=LogEntry) for line in lines[1:-1])
        last = json.loads(lines[-1])
        log = Log(header, entries, str(last["head"]), str(last["key"]))
        digits = [bytes.fromhex(text).hex() for text in (log.head, log.key)]
    except (IndexError, KeyError, TypeError, ValueError, msgspec.DecodeError) as exc:
        raise LogError(f"This is no log of a game: {exc}.") from exc
    if header.fieldpost not in FORMATS:
        raise LogError(f"The log is of format {header.fieldpost}; formats 1, 2 and 3 are known here.")
    if header.pairing is not UNSET:
        check_seated(header)
    exact = header.fieldpost == header.format
    if not exact or write_log(log) != text or digits != [log.head, log.key]:
        raise LogError("The log is not written in its exact form: something in it was changed.")
    return log


def check_seated(header: Header) -> None:
    """Check that a pairing has a digest and seats everybody who sat down, and nobody else. Raises LogError."""
    if not is_digest(header.pairing):
        raise LogError("The pairing of the log is not a digest of 64 hex digits.")
    joined = () if header.joined is UNSET else header.joined
    if sorted(each.colour for each in joined) != sorted(header.seats):
        raise LogError("The seats of the log are not those of the players who sat down.")


def is_digest(text: object) -> bool:
    """Check that a value is a SHA-256 in hex, in small letters."""
    return isinstance(text, str) and re.fullmatch("[0-9a-f]{64}", text) is not None


def replay(log: Log) -> GameState:
    """Replay a log and return its last state. Raises LogError."""
    return fold(log.header, log.entries)


def verify(log: Log) -> GameState:
    """Recompute everything with the key: its digest, the chain, the order of seats, every die and card, every move.

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
        chance = start_chance(key, log.header) if number == 1 else chance_after(key, head)
        state = _recompute(log.header, entry, chance, state, saved)
        saved.append((entry.seq, state.copy()))
        head = next_head(key, head, entry)
    if head.hex() != log.head:
        raise LogError("The chain does not end in the head of the log: an entry was changed.")
    if state is None:
        raise LogError("The log has no entries.")
    return state


def chance_asked(log: Log) -> list[list[int | list[int]]]:
    """List for each entry what its draws were made from: the sides of a die, or the values to choose from. With that
    and the key every draw can be made again without the rules. Raises LogError for a log that cannot be played."""
    state: GameState | None = None
    saved: list[tuple[int, GameState]] = []
    found = []
    for entry in log.entries:
        chance = NotingChance(entry.draws)
        state = _recompute(log.header, entry, chance, state, saved)
        saved.append((entry.seq, state.copy()))
        found.append(chance.asked)
    return found


def _recompute(
    header: Header,
    entry: LogEntry,
    chance: Chance,
    state: GameState | None,
    saved: list[tuple[int, GameState]],
) -> GameState:
    """Return the state after an entry, with its draws made anew and compared. Raises LogError."""
    if entry.kind in REWINDING:
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
