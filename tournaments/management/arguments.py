"""Arguments that commands share."""

from __future__ import annotations

import argparse

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
