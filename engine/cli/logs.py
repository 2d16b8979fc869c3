"""`python -m engine replay` and `verify`: play a log again, or recompute every die and card of it with its key."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from engine import GameState, journal
from engine.cli.arguments import BadInput, Parser

REPLAY = "Play a log again with the dice and cards that are written in it, and say how the game stands at its end."
VERIFY = """Check a log from its first byte to its last: the key against the digest that was shown before the game, the
chain of entries, the order of seats, each die and each card, each move. Heads that you noted while the game ran (they
stand in every turn mail) show that it is the log of the game that was played."""
NO_HEADS = """You gave no head to compare with. Anyone with the key could have written another log that adds up too.
To rule that out, add --head with a head from one of your turn mails."""
LATER = "That proves the moves up to the last of these heads. To prove the moves after it, add a later head."


def _read(path: Path) -> journal.Log:
    """Read a log from a file. Raises BadInput for a file that cannot be read, LogError for one that is no log."""
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as exc:
        raise BadInput(f"{path} cannot be read: {exc.strerror}.") from exc
    except UnicodeDecodeError as exc:
        raise journal.LogError("The log is not written in its exact form: it is no text in UTF-8.") from exc
    return journal.read_log(text)


def replay_command(argv: Sequence[str]) -> int:
    """Replay a log; returns 0 if it could be played. Raises BadInput."""
    return _over(_parser("replay", REPLAY).parse_args(list(argv)).log, journal.replay, "replayed")


def verify_command(argv: Sequence[str]) -> int:
    """Verify a log; returns 0 if everything holds, 1 at the first thing that does not. Raises BadInput."""
    parser = _parser("verify", VERIFY)
    parser.add_argument(
        "--head",
        metavar="H",
        type=_head,
        action="append",
        default=[],
        help="a head that you noted, or its first digits, at least 8; may be given again",
    )
    asked = parser.parse_args(list(argv))
    return _over(asked.log, journal.verify, "verified", lambda log: _heads_told(log, asked.head))


def _parser(command: str, description: str) -> Parser:
    parser = Parser(command, description)
    parser.add_argument("log", metavar="LOG", type=Path, help="a file of `play --log`, or the log of a served game")
    return parser


def _head(text: str) -> str:
    try:
        return journal.head_wanted(text)
    except ValueError:
        digits = f"{journal.HEAD_SHORTEST} to 64 digits 0-9 and a-f"
        raise argparse.ArgumentTypeError(f"“{text[:80]}” is no head; a head has {digits}") from None


def _heads_told(log: journal.Log, wanted: Sequence[str]) -> list[str]:
    """Report after which entry each noted head stands, and what the heads do not show. Raises LogError."""
    if not wanted:
        return [NO_HEADS]
    indices = journal.heads_found(log, wanted)
    told = [f"head {head} stood {_after(index)}" for head, index in zip(wanted, indices, strict=True)]
    return told if max(indices) == len(log.entries) else [*told, LATER]


def _after(index: int) -> str:
    return f"after entry {index}" if index else "before the first entry"


def _over(
    path: Path,
    run: Callable[[journal.Log], GameState],
    done: str,
    more: Callable[[journal.Log], list[str]] = lambda log: [],
) -> int:
    try:
        log = _read(path)
        state = run(log)
        told = more(log)
    except journal.LogError as exc:
        print(exc, file=sys.stderr)
        return 1
    print(f"{len(log.entries)} entries {done}: {_standing(state)}")
    print(f"head {log.head}")
    for line in told:
        print(line)
    return 0


def _standing(state: GameState) -> str:
    if state.winners:
        return f"won by {' and '.join(state.seats[seat] for seat in state.winners)} in round {state.round}"
    return f"not over, round {state.round}, {state.seats[state.active]} to move"
