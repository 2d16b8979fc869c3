"""What a rewritten log is found out by: heads that were noted while the game ran, and seats drawn from everybody's
words."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from engine import bots, dump, journal, view_for
from engine.cli import main
from engine.core.chance import KeyedChance
from engine.core.state import COLOURS
from engine.journal import Header, Joined, Log, LogEntry, LogError
from engine.sim import Recorder, play_match

KEY = bytes(range(32))
MATCH = play_match("modern", ["recruit"] * 3, "heads", longest=1)
LOG = MATCH.log
WORDS = tuple(Joined(colour, word) for colour, word in zip(COLOURS[:3], ("owl", "", "a" * 32), strict=True))


def rechained(header: Header, entries: tuple[LogEntry, ...], key: bytes) -> Log:
    """The same entries with a chain made anew: what somebody publishes who has the key."""
    return Log(header, entries, journal.heads_of(key, header, entries)[-1], key.hex())


def rewritten() -> Log:
    """Another game under the same key, with other answers: it adds up as well as the true one."""
    table, rng = Recorder(LOG.header, bytes.fromhex(LOG.key)), Random(1)
    for _ in range(4):
        seat = table.state.agenda[-1].seats[0]  # type: ignore[attr-defined]
        table.play(bots.choose("random", view_for(table.state, seat), rng))
    journal.verify(table.log())
    return table.log()


def drawn(joined: tuple[Joined, ...] = WORDS, key: bytes = KEY) -> Log:
    """A game whose seats are drawn from the words, with its set-up alone."""
    given = Header(
        rules="modern",
        family=LOG.header.family,
        map=LOG.header.map,
        seats=(),
        options={"territory_setup": "deal"},
        digest=journal.digest_of(key),
        joined=joined,
        fieldpost=journal.WITH_WORDS,
    )
    chance = journal.chance_after(key, journal.first_head(given))
    header = replace(given, seats=journal.seat_order(given, chance))
    played = journal.set_up(header, chance)
    return rechained(header, (LogEntry(seq=1, kind=journal.START, draws=tuple(played.draws)),), key)


def test_a_rewritten_log_adds_up_and_is_found_by_a_head_of_the_true_one() -> None:
    true, other = journal.heads_of(bytes.fromhex(LOG.key), LOG.header, LOG.entries), rewritten()
    assert journal.heads_found(LOG, [head[:16] for head in true]) == list(range(len(true)))
    with pytest.raises(LogError, match=f"never had the head {true[5][:16]}"):
        journal.heads_found(other, [true[0][:16], true[5][:16]])


def test_the_command_proves_a_log_against_heads_and_says_what_it_cannot_show(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    heads = journal.heads_of(bytes.fromhex(LOG.key), LOG.header, LOG.entries)
    file = tmp_path / "log"
    file.write_text(journal.write_log(LOG))
    assert main(["verify", str(file)]) == 0
    assert "Anyone with the key could have written another log" in capsys.readouterr().out
    spaced = f"{heads[7][:4]} {heads[7][4:16]}".upper()
    assert main(["verify", str(file), "--head", heads[3][:8], "--head", spaced, "--head", heads[0]]) == 0
    said = capsys.readouterr().out
    assert "stood after entry 3" in said and "stood after entry 7" in said and "before the first entry" in said
    assert "Anyone with the key" not in said
    assert "To prove the moves after it, add a later head" in said
    assert main(["verify", str(file), "--head", heads[-1][:16], "--head", heads[3]]) == 0
    assert "add a later head" not in capsys.readouterr().out
    file.write_text(journal.write_log(rewritten()))
    assert main(["verify", str(file)]) == 0
    assert main(["verify", str(file), "--head", heads[7][:16]]) == 1
    assert "not that of the game that was played" in capsys.readouterr().err


@pytest.mark.parametrize("head", ["1234567", "", "xyzxyzxyz", "0" * 65, "ab\x00cdef01"])
def test_what_is_no_head_is_refused_in_one_sentence(head: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "log", f"--head={head}"]) == 2
    said = capsys.readouterr().err
    assert "a head has 8 to 64 digits" in said and "Traceback" not in said


def test_seats_and_dealt_cards_come_from_the_key_and_every_word() -> None:
    log = drawn()
    assert dump(journal.verify(journal.read_log(journal.write_log(log)))) == dump(journal.replay(log))
    seats = {drawn((*WORDS[:2], Joined("yellow", f"word {n}"))).header.seats for n in range(60)}
    dealt = {drawn((*WORDS[:2], Joined("yellow", f"word {n}"))).entries[0].draws for n in range(60)}
    assert len(seats) == 6 and len(dealt) == 60


def test_a_host_who_tries_keys_finds_another_order_after_every_word() -> None:
    """A key is chosen among many so that red begins; once others have added words it is a fair draw again."""
    tried = (bytes([n]) * 32 for n in range(126))
    key = next(key for key in tried if drawn((Joined("red", "mine"), *WORDS[1:]), key).header.seats[0] == "red")
    others = [(Joined("red", "mine"), Joined("blue", f"b{n}"), Joined("yellow", f"y{n}")) for n in range(90)]
    first = [drawn(joined, key).header.seats[0] for joined in others]
    assert all(15 <= first.count(colour) <= 45 for colour in COLOURS[:3])


def test_other_seats_than_those_drawn_are_found() -> None:
    log = drawn()
    seats = log.header.seats
    header = replace(log.header, seats=(seats[1], seats[0], seats[2]))
    played = journal.set_up(header, after_seats(log))
    entry = replace(log.entries[0], draws=tuple(played.draws))
    with pytest.raises(LogError, match="seats are not in the order that was drawn"):
        journal.verify(rechained(header, (entry,), KEY))


def after_seats(log: Log) -> KeyedChance:
    return journal.start_chance(KEY, log.header)


def test_a_word_changed_after_the_start_is_found() -> None:
    log = drawn()
    header = replace(log.header, joined=(Joined("red", "owls"), *WORDS[1:]))
    with pytest.raises(LogError):
        journal.verify(Log(header, log.entries, log.head, log.key))
    head = journal.first_head(log.header).hex()
    assert head != journal.first_head(header).hex() and journal.heads_found(log, [head[:16]]) == [0]


def test_the_seal_of_a_word_hangs_on_key_colour_and_word() -> None:
    seals = {journal.seal_word(key, joined) for key in (KEY, bytes(32)) for joined in (*WORDS, Joined("blue", "owl"))}
    assert len(seals) == 8 and all(len(seal) == 16 for seal in seals)


def test_formats_that_are_not_known_and_mixtures_are_refused() -> None:
    text = journal.write_log(drawn())
    for old, new, says in [
        ('"fieldpost":2', '"fieldpost":4', "format 4; formats 1, 2 and 3"),
        ('"fieldpost":2', '"fieldpost":3', "exact form"),
        ('"fieldpost":2', '"fieldpost":1', "exact form"),
    ]:
        with pytest.raises(LogError, match=says):
            journal.read_log(text.replace(old, new))
    plain = journal.write_log(LOG)
    assert '"fieldpost":1' in plain and "joined" not in plain
    with pytest.raises(LogError, match="exact form"):
        journal.read_log(plain.replace('"fieldpost":1', '"fieldpost":2'))


def given(joined: tuple[Joined, ...] = WORDS, seats: tuple[str, ...] = ("yellow", "red", "blue"), **fields: str) -> Log:
    """A game whose seats a pairing gave, with its set-up alone."""
    header = replace(
        drawn().header, joined=joined, seats=seats, **{"pairing": "ab" * 32, **fields}, fieldpost=journal.WITH_PAIRING
    )
    played = journal.set_up(header, journal.start_chance(KEY, header))
    return rechained(header, (LogEntry(seq=1, kind=journal.START, draws=tuple(played.draws)),), KEY)


def test_seats_that_a_pairing_gave_stay_and_every_word_still_goes_into_the_dice() -> None:
    log = given()
    assert log.header.seats == ("yellow", "red", "blue") and '"fieldpost":3' in journal.write_log(log)
    assert dump(journal.verify(journal.read_log(journal.write_log(log)))) == dump(journal.replay(log))
    dealt = {given((*WORDS[:2], Joined("yellow", f"word {n}"))).entries[0].draws for n in range(20)}
    assert len(dealt) == 20


def test_the_first_head_fixes_given_seats_and_their_pairing() -> None:
    heads = {journal.first_head(log.header) for log in (given(), given(seats=WORDS_SEATS), given(pairing="cd" * 32))}
    assert len(heads) == 3


WORDS_SEATS = tuple(joined.colour for joined in WORDS)


@pytest.mark.parametrize(
    ("log", "says"),
    [
        (given(pairing="AB" * 32), "not a digest of 64 hex digits"),
        (given(pairing="abc"), "not a digest of 64 hex digits"),
        (given(WORDS[:2]), "not those of the players who sat down"),
    ],
)
def test_a_log_with_a_pairing_that_does_not_add_up_is_refused(log: Log, says: str) -> None:
    with pytest.raises(LogError, match=says):
        journal.read_log(journal.write_log(log))


def test_what_the_draws_were_made_from_makes_them_again() -> None:
    key = bytes.fromhex(LOG.key)
    heads = journal.heads_of(key, LOG.header, LOG.entries)
    asked = journal.chance_asked(LOG)
    assert [len(each) for each in asked] == [len(entry.draws) for entry in LOG.entries]
    for entry, each, head in zip(LOG.entries, asked, heads, strict=False):
        chance = journal.chance_after(key, bytes.fromhex(head))
        again = [chance.roll(1, of, "")[0] if isinstance(of, int) else chance.pick(of, "") for of in each]
        assert tuple(again) == entry.draws


def test_every_changed_byte_of_a_log_with_words_is_found() -> None:
    text = journal.write_log(drawn()).encode()
    for at in range(len(text)):
        changed = text[:at] + bytes([text[at] ^ 0x01]) + text[at + 1 :]
        with pytest.raises(LogError):
            journal.verify(journal.read_log(changed.decode()))
