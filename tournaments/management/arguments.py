"""Arguments that commands share."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from django.core.management.base import CommandParser

import engine


def add_rules(parser: CommandParser, *, required: bool = False) -> None:
    """Add the rule set of a command, all of them without it."""
    parser.add_argument("--rules", type=read_rules, default="", required=required, help="a rule set, such as modern")


def read_rules(text: str) -> str:
    """Read the name of a rule set. Raises ArgumentTypeError."""
    if text and text not in engine.rulesets():
        raise argparse.ArgumentTypeError(f"there are no rules called {text}: one of {', '.join(engine.rulesets())}")
    return text


def whole(least: int, most: int = 9999) -> Callable[[str], int]:
    """Make the reader of a whole number with these bounds. It raises ArgumentTypeError."""

    def read(text: str) -> int:
        number = int(text) if text.lstrip("-").isdecimal() else None
        if number is None or not least <= number <= most:
            raise argparse.ArgumentTypeError(f"a whole number from {least} to {most}, not {text}")
        return number

    return read


def read_new_folder(text: str) -> Path:
    """Read the name of a folder that is to be written. Raises ArgumentTypeError unless it is new or empty."""
    folder = Path(text)
    if folder.exists() and not folder.is_dir():
        raise argparse.ArgumentTypeError(f"{folder} is no folder")
    if folder.exists() and any(folder.iterdir()):
        raise argparse.ArgumentTypeError(f"{folder} is not empty: name a new folder, or empty this one")
    return folder
