"""Damage replies at random and read them: nothing may raise, take long, or play what its sender did not write.

    python -m benchmarks.mail_mutants --seed 1 --number 100000

Each mutant is made from its seed and number alone: `--first` goes on with a later one, so that many can be read in
pieces. A mail is read in `MOST_MS` of processor time and `MOST_MB` of memory (of Python and of C, by the growth of the
process). An order is a stranger if its line is more like a line of the mail that was sent than like any that the player
typed: damage to what is quoted must never make it the player's.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cache
from random import Random

MOST_MS = 200
MOST_MB = 50
GAMES = ("modern", "risk2210", "godstorm")
PIECES = (
    b"\n",
    b"\r\n",
    b">",
    b"> ",
    b"\n> ",
    b"=\r\n",
    b"</blockquote>",
    b"<blockquote>",
    b"<br>",
    b"<div>",
    b"</div>",
    b"<p>",
    b"<pre>",
    b"--",
    b"\r\n-- \r\n",
    b"\x00",
    b"\xff",
    b" ",
    b"\t",
    b"=20",
    b"=3D",
    b"<",
    b"</",
    b"<!--",
    b"-->",
    b"\r\n\r\n",
    b"Content-Type: text/html\r\n",
    b"charset=utf-16",
    b"charset=iso-2022-jp",
    b"base64",
    b"quoted-printable",
    b"\xe2\x80\x8b",
    b"&nbsp;",
    b"&lt;",
    b"| ",
    b"\xc2\xa0",
    b"PS: ",
    b"#",
    b"?",
    b";",
    b"end of orders",
    b"<style>",
    b"display:none",
    b"\r\nend turn\r\n",
)
"""What mails are made of, put in where it does not belong."""


@dataclass(frozen=True)
class Original:
    """A mail before it is damaged, the lines that its player typed, and its game."""

    name: str
    rules: str
    raw: bytes
    typed: tuple[str, ...]


@cache
def originals() -> tuple[Original, ...]:
    """Render the replies of the tests, but for those that are read by their size alone."""
    from inbound.tests.programs import answered, descriptions, render

    return tuple(
        Original(spec["id"], rules, raw, typed_lines(spec, answered(rules).example))
        for rules in GAMES
        for spec in descriptions(rules)
        if len(raw := render(spec, answered(rules))) < 100_000
    )


def typed_lines(spec: dict, example: str) -> tuple[str, ...]:
    """List what the player of a description typed, as letters; of a mail that is written out, all of it."""
    from inbound.reading.letters import letters_of

    lines = [*spec.get("body", []), *(line for _, lines in spec.get("inline", []) for line in lines)]
    lines += [text for key in ("html_body", "raw") for text in spec.get(key, "").replace(">", "\n").split("\n")]
    return tuple(letters_of(line.replace("{EXAMPLE}", example).partition("<")[0]) for line in lines)


# ---- damage


def mutate(rng: Random, raw: bytes, others: Sequence[bytes]) -> bytes:
    """Change a mail in one to six ways, its body more often than its head."""
    mail = bytearray(raw)
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        if mail:
            head = mail.find(b"\r\n\r\n")
            at = rng.randrange(head if head > 0 and rng.random() < 0.7 else 0, len(mail))
            rng.choice(DAMAGES)(rng, mail, at, others)
    return bytes(mail)


def set_byte(rng: Random, mail: bytearray, at: int, others: Sequence[bytes]) -> None:
    mail[at] = rng.randrange(256)


def flip_bit(rng: Random, mail: bytearray, at: int, others: Sequence[bytes]) -> None:
    mail[at] ^= 1 << rng.randrange(8)


def delete(rng: Random, mail: bytearray, at: int, others: Sequence[bytes]) -> None:
    del mail[at : at + rng.choice((1, 1, 2, 5, 20, 100, 1000))]


def put_in(rng: Random, mail: bytearray, at: int, others: Sequence[bytes]) -> None:
    mail[at:at] = rng.choice(PIECES)


def repeat(rng: Random, mail: bytearray, at: int, others: Sequence[bytes]) -> None:
    to = rng.randrange(len(mail))
    mail[to:to] = mail[at : at + rng.choice((3, 10, 80, 400))]


def cut_off(rng: Random, mail: bytearray, at: int, others: Sequence[bytes]) -> None:
    del mail[at:]


def swap_lines(rng: Random, mail: bytearray, at: int, others: Sequence[bytes]) -> None:
    lines = mail.split(b"\n")
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    mail[:] = b"\n".join(lines)


def delete_line(rng: Random, mail: bytearray, at: int, others: Sequence[bytes]) -> None:
    lines = mail.split(b"\n")
    del lines[rng.randrange(len(lines))]
    mail[:] = b"\n".join(lines)


def join_lines(rng: Random, mail: bytearray, at: int, others: Sequence[bytes]) -> None:
    lines = mail.split(b"\n")
    place = rng.randrange(len(lines))
    lines[place : place + 2] = [bytearray().join(lines[place : place + 2])]
    mail[:] = b"\n".join(lines)


def replace_piece(rng: Random, mail: bytearray, at: int, others: Sequence[bytes]) -> None:
    old = rng.choice(PIECES)
    place = mail.find(old, at)
    if place >= 0:
        mail[place : place + len(old)] = rng.choice(PIECES)


def splice(rng: Random, mail: bytearray, at: int, others: Sequence[bytes]) -> None:
    other = rng.choice(others)
    begin = rng.randrange(len(other))
    mail[at : at + rng.choice((0, 50))] = other[begin : begin + rng.choice((5, 40, 300, 3000))]


DAMAGES = (
    set_byte,
    flip_bit,
    delete,
    put_in,
    repeat,
    cut_off,
    swap_lines,
    delete_line,
    join_lines,
    replace_piece,
    splice,
)


# ---- reading


@dataclass
class Tally:
    """What came of the mutants that were read; `faults` are those that must not be."""

    codes: Counter[str] = field(default_factory=Counter)
    milliseconds: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def read_mutants(seed: str, numbers: range) -> Tally:
    """Make and read some mutants."""
    tally = Tally()
    for number in numbers:
        rng = Random(f"{seed}:{number}")
        original = rng.choice(originals())
        read_mutant(number, original, mutate(rng, original.raw, [each.raw for each in originals()]), tally)
    return tally


def read_mutant(number: int, original: Original, raw: bytes, tally: Tally) -> None:
    """Read a mutant as every door does and note what came of it."""
    from inbound.tests.kit import read_raw

    begun = time.process_time()
    try:
        answer = read_raw(raw, original.rules)
    except Exception as error:
        tally.faults.append(f"{number} {original.name}: {type(error).__name__} {error}")
        return
    spent = 1000 * (time.process_time() - begun)
    tally.codes[answer.code] += 1
    tally.milliseconds.append(spent)
    if spent > MOST_MS:
        tally.faults.append(f"{number} {original.name}: {spent:.0f} ms")
    played = answer.reading.lines if answer.reading.orders else ()
    strange = (line.text for line in played if line.orders and is_strange(line.text, original))
    strange = (text for text in strange if not stands_above(text, raw))
    tally.faults += [f"{number} {original.name}: played {text!r}" for text in strange]


def stands_above(text: str, raw: bytes) -> bool:
    """Return whether damage has put an order above all that the mail quotes. There it counts, be it a line of ours: to
    copy the example is the commonest answer of all."""
    from inbound.reading.letters import letters_of
    from inbound.reading.mails import read_texts
    from inbound.reading.sent import END_OF_ORDERS

    texts = read_texts(raw)
    parts = (part.partition(END_OF_ORDERS)[0] for part in (texts.text, texts.html) if part)
    return any(letters_of(text) in letters_of(part) for part in parts)


def is_strange(text: str, original: Original) -> bool:
    """Return whether an order's line comes from the mail that was sent rather than from the player. Lines that other
    mails were spliced in with may be anybody's."""
    from inbound.reading.letters import letters_of

    letters = letters_of(text)
    if any(letters in typed for each in originals() for typed in each.typed if typed):
        return False
    return likeness(letters, sent_lines(original.rules)) > likeness(letters, original.typed)


@cache
def sent_lines(rules: str) -> tuple[str, ...]:
    """List the lines of the mail that was sent about a game, as letters."""
    from inbound.tests.kit import context_of

    return tuple({line for stream in context_of(rules).sent.streams for line in stream.lines})


def likeness(letters: str, lines: Sequence[str]) -> float:
    """Return how much a line is like the likest of others, from 0 to 1."""
    return max((SequenceMatcher(None, letters, line).ratio() for line in lines), default=0.0)


def peak_megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def report(tally: Tally, grown: float) -> Iterator[str]:
    """Write what came of it."""
    yield ", ".join(f"{code} {count}" for code, count in tally.codes.most_common())
    spent = sorted(tally.milliseconds)
    median, slowest = spent[len(spent) // 2], spent[-1]
    yield f"{len(spent)} read, median {median:.1f} ms, slowest {slowest:.0f} ms, grown by {grown:.0f} MB"
    yield from tally.faults
    yield f"{len(tally.faults)} faults"


def main(arguments: Sequence[str]) -> int:
    """Read mutants and print what came of them; the exit status is 1 if any has a fault."""
    import os

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seed", default="1")
    parser.add_argument("--number", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    options = parser.parse_args(arguments)
    read_mutants(options.seed, range(1))  # what is made once is no mail's
    before = peak_megabytes()
    tally = read_mutants(options.seed, range(options.first, options.first + options.number))
    grown = peak_megabytes() - before
    if grown > MOST_MB:
        tally.faults.append(f"{grown:.0f} MB")
    print("\n".join(report(tally, grown)))
    return 1 if tally.faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
