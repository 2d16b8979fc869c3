"""`python -m engine replay` and `verify`: play a log again, or recompute every die and card of it with its key."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from engine import GameState, journal
from engine.cli.arguments import BadInput, Parser

REPLAY = "Play a log again with the dice and cards that are written in it, and say how the game stands at its end."
VERIFY = """Check a log from its first byte to its last: the key against the digest that was shown before the game, the
chain of entries, each die and each card, each move."""


def _read(path: Path) -> journal.Log:
    """Raises BadInput for a file that cannot be read, LogError for one that is no log."""
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as exc:
        raise BadInput(f"{path} cannot be read: {exc.strerror}.") from exc
    except UnicodeDecodeError as exc:
        raise journal.LogError("The log is not written in its exact form: it is no text in UTF-8.") from exc
    return journal.read_log(text)


def replay_command(argv: Sequence[str]) -> int:
    """0 if the log could be played. Raises BadInput."""
    return _over("replay", REPLAY, argv, journal.replay, "replayed")


def verify_command(argv: Sequence[str]) -> int:
    """0 if everything holds, 1 at the first thing that does not. Raises BadInput."""
    return _over("verify", VERIFY, argv, journal.verify, "verified")


def _over(
    command: str, description: str, argv: Sequence[str], run: Callable[[journal.Log], GameState], done: str
) -> int:
    parser = Parser(command, description)
    parser.add_argument("log", metavar="LOG", type=Path, help="a file of `play --log`, or the log of a served game")
    path = parser.parse_args(list(argv)).log
    try:
        log = _read(path)
        state = run(log)
    except journal.LogError as exc:
        print(exc, file=sys.stderr)
        return 1
    print(f"{len(log.entries)} entries {done}: {_standing(state)}")
    print(f"head {log.head}")
    return 0


def _standing(state: GameState) -> str:
    if state.winners:
        return f"won by {' and '.join(state.seats[seat] for seat in state.winners)} in round {state.round}"
    return f"not over, round {state.round}, {state.seats[state.active]} to move"
