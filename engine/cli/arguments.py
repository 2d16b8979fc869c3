"""What the commands share: a parser that complains in one sentence, numbers within bounds, lists of names."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import NoReturn


class BadInput(Exception):
    """What was typed cannot be used; the text is a sentence for the person who typed it."""


class Parser(argparse.ArgumentParser):
    """Raises BadInput in place of leaving the program."""

    def __init__(self, command: str, description: str) -> None:
        super().__init__(prog=f"python -m engine {command}", description=description, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        raise BadInput(f"{message[:1].upper()}{message[1:].rstrip('.')}.")


def whole(least: int, most: int) -> Callable[[str], int]:
    """Make a parser of whole numbers within bounds."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 10 and least <= int(text) <= most):
            raise argparse.ArgumentTypeError(f"“{text}” is not a whole number from {least} to {most}")
        return int(text)

    return read


def words(text: str) -> str:
    """Parse any text that can be encoded in UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise argparse.ArgumentTypeError(f"{text!a} is not text in UTF-8") from None
    return text


def names(text: str) -> list[str]:
    """Parse names separated by commas."""
    found = [name.strip() for name in text.split(",") if name.strip()]
    if not found:
        raise argparse.ArgumentTypeError("no name is given")
    return found
