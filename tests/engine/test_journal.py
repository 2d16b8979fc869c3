"""The journal of a game: what is undone, and everything that a log may be caught at."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from engine import default_answer, dump, journal
from engine.core.chance import ChanceMismatch
from engine.journal import REWIND, UNDO, Log, LogEntry, LogError
from engine.sim import Recorder, play_match

KEY = bytes(range(32))
MATCH = play_match("modern", ["recruit"] * 3, "journal", longest=1)
LOG = MATCH.log


def chained(log: Log, entries: list[LogEntry]) -> Log:
    """The same game with these entries, its chain made anew: what somebody would publish who has the key."""
    key, head = bytes.fromhex(log.key), journal.first_head(log.header)
    for entry in entries:
        head = journal.next_head(key, head, entry)
    return Log(log.header, tuple(entries), head.hex(), log.key)


def undone(kind: str, back: int) -> Log:
    """A game in which the last `back` of its first answers were taken back, and one was given again."""
    header = replace(LOG.header, digest=journal.digest_of(KEY))
    table = Recorder(header, KEY)
    for _ in range(6):
        table.play(default_answer(table.state, table.state.agenda[-1].seats[0]))  # type: ignore[attr-defined]
    marker = LogEntry(seq=8, kind=kind, back_to=7 - back, ref=table.state.ref + 1)
    entries = [*table.entries, marker]
    state = journal.fold(header, entries)
    again = default_answer(state, state.agenda[-1].seats[0])  # type: ignore[attr-defined]
    table.state, table.entries = state, entries
    table.head = journal.next_head(KEY, table.head, marker)
    table.play(again)
    return table.log()


@pytest.mark.parametrize(("kind", "back"), [(UNDO, 1), (REWIND, 4)])
def test_what_was_taken_back_is_void_and_the_log_still_verifies(kind: str, back: int) -> None:
    log = undone(kind, back)
    standing = [entry.seq for entry in journal.effective_entries(log.entries)]
    assert standing == [*range(1, 8 - back), 8, 9]
    assert dump(journal.verify(log)) == dump(journal.replay(log))
    assert journal.replay(log).ref > journal.fold(log.header, log.entries[:7]).ref


def test_a_log_with_an_undo_survives_its_file() -> None:
    log = undone(UNDO, 2)
    assert journal.read_log(journal.write_log(log)) == log


def test_going_back_to_an_entry_that_is_not_there_is_caught() -> None:
    log = undone(UNDO, 1)
    entries = [replace(entry, back_to=70) if entry.kind == UNDO else entry for entry in log.entries]
    with pytest.raises(LogError, match="Entry 8 goes back to entry 70, which does not exist"):
        journal.verify(chained(log, entries))


def lucky(entry: LogEntry) -> LogEntry:
    return replace(entry, draws=(6,) * len(entry.draws)) if entry.seq > 1 else entry


FAKES: list[tuple[str, Callable[[], Log]]] = [
    ("not published yet", lambda: Log(LOG.header, LOG.entries, LOG.head)),
    ("does not fit the digest", lambda: Log(LOG.header, LOG.entries, LOG.head, KEY.hex())),
    ("Entry 3 stands in the place of entry 2", lambda: chained(LOG, [LOG.entries[0], *LOG.entries[2:]])),
    ("Entry 1 comes before the start", lambda: chained(LOG, [replace(LOG.entries[1], seq=1)])),
    ("does not end in the head", lambda: Log(LOG.header, LOG.entries[:-1], LOG.head, LOG.key)),
    ("has no entries", lambda: chained(LOG, [])),
    ("chance gave", lambda: chained(LOG, [lucky(entry) for entry in LOG.entries])),
    ("Entry 2 cannot be played", lambda: chained(LOG, [LOG.entries[0], replace(LOG.entries[1], action={})])),
]


@pytest.mark.parametrize(("says", "fake"), FAKES)
def test_whoever_changes_a_log_with_the_key_at_hand_is_caught(says: str, fake: Callable[[], Log]) -> None:
    journal.verify(LOG)
    with pytest.raises(LogError, match=says):
        journal.verify(fake())


def test_every_changed_byte_is_found() -> None:
    """Also a letter in the other case, which means the same number in hexadecimal digits."""
    text = journal.write_log(chained(LOG, list(LOG.entries[:4]))).encode()
    assert journal.verify(journal.read_log(text.decode()))
    for at in range(len(text)):
        for bit in (0x01, 0x20):
            changed = text[:at] + bytes([text[at] ^ bit]) + text[at + 1 :]
            with pytest.raises(LogError):
                journal.verify(journal.read_log(changed.decode()))


def test_a_replay_names_the_entry_that_does_not_fit() -> None:
    with pytest.raises(LogError, match="does not begin with the start"):
        journal.fold(LOG.header, LOG.entries[1:])
    with pytest.raises(LogError, match="does not begin with the start"):
        journal.fold(LOG.header, [])
    with pytest.raises(LogError, match="Entry 1 cannot be played"):
        journal.fold(LOG.header, [replace(LOG.entries[0], draws=(1,) * 300)])
    unreadable = replace(LOG.entries[3], action={"type": "fly"})
    with pytest.raises(LogError, match="Entry 4 cannot be played: This is not an action"):
        journal.fold(LOG.header, [*LOG.entries[:3], unreadable, *LOG.entries[4:]])
    with pytest.raises(LogError, match="Entry 2 cannot be played: 1 recorded"):  # the first that does not fit is named
        journal.fold(LOG.header, [LOG.entries[0], replace(LOG.entries[1], draws=(5,)), LOG.entries[2], unreadable])


def test_a_set_up_with_a_draw_too_many_is_caught() -> None:
    first, *_ = LOG.entries
    assert journal.initial_state(LOG.header, first).agenda
    with pytest.raises(ChanceMismatch, match="1 recorded values were never drawn"):
        journal.initial_state(LOG.header, replace(first, draws=(*first.draws, 1)))
