"""`python -m engine`: the engine on the command line. One module a command, loaded when it is asked for."""

from __future__ import annotations

import importlib
import io
import os
import sys
from collections.abc import Sequence

from engine.cli.arguments import BadInput

COMMANDS = {  # word -> module, function, what it does
    "play": ("engine.cli.play", "play_command", "play whole games between bots"),
    "replay": ("engine.cli.logs", "replay_command", "play a log again"),
    "verify": ("engine.cli.logs", "verify_command", "recompute every die of a log with its key"),
    "conformance": ("engine.conformance", "main", "run cases of the rules"),
    "odds": ("engine.cli.odds", "odds_command", "the odds of a fight or of a path of fights"),
    "bench": ("engine.cli.bench", "bench_command", "time the engine on this machine"),
}


def usage() -> str:
    rows = [f"  {word:<12} {what}" for word, (_, _, what) in COMMANDS.items()]
    return "\n".join(["usage: python -m engine COMMAND …, COMMAND --help explains it", "", *rows])


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; return its exit code: 0 done, 1 something is wrong with the game, 2 with what was typed."""
    print_in_any_charset()
    try:
        code = run(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read has seen enough
        print_no_more()
        return 1
    except OSError as error:
        if error.filename is not None:
            raise
        print(f"What was found cannot be written: {error.strerror}.", file=sys.stderr)
        print_no_more()
        return 1
    return code


def run(words: list[str]) -> int:
    if not words or words[0] in ("-h", "--help"):
        print(usage())
        return 0 if words else 2
    if words[0] not in COMMANDS:
        print(f"There is no command “{words[0]}”.\n{usage()}", file=sys.stderr)
        return 2
    module, function, _ = COMMANDS[words[0]]
    try:
        return int(getattr(importlib.import_module(module), function)(words[1:]))
    except BadInput as error:
        print(error, file=sys.stderr)
        return 2
    except SystemExit as leaving:  # --help has printed
        return int(leaving.code or 0)


def print_no_more() -> None:
    """Let what still waits to be printed go nowhere, or Python would try it again at its end and complain."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def print_in_any_charset() -> None:
    """Let a terminal without the signs of a drawing show question marks in their place."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
