"""A worker that dies before each of its writes in turn, and another that goes on: nothing is lost or done twice."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from django.db import connection, transaction

from benchmarks.secrets.tables import taken_back
from benchmarks.sequences.stored import Stored, stored
from games.models import Waiting

WRITES = ("INSERT", "UPDATE", "DELETE")
PASSES = 3
"""Passes of workers until nothing is left to do."""


class Killed(BaseException):
    """The end of a worker."""


class Death:
    """Ends whatever writes before its write of this number; 0 for never. `writes` counts them: all, or those to the
    tables of an app."""

    def __init__(self, number: int = 0, app: str = "") -> None:
        self.number, self.app, self.writes = number, app, 0

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        verb, _, rest = sql.lstrip().partition('"')
        if verb.startswith(WRITES) and rest.startswith(self.app):
            self.writes += 1
            if self.writes == self.number:
                raise Killed
        return execute(sql, params, many, context)


def forget_claims() -> None:
    """Let the claims of whoever died run out."""
    Waiting.objects.update(claimed_until=None)


def check_deaths(run: Callable[[], object], *labels: str, before: str = "") -> int:
    """Let a worker die before each of its writes in one pass of `run`, or `before` those of an app alone, and others
    finish its work: what the games and these apps have stored must be what it is without a death. Returns how often one
    died. Time stands still."""
    alike = SimpleNamespace(Random=lambda: Random(1951))
    with patch("games.play.auto_actions.random", alike):
        counted, whole = Death(app=before), outcome(run, Death(), labels)
        with taken_back(), connection.execute_wrapper(counted):
            run()
        for number in range(1, counted.writes + 1):
            found = outcome(run, Death(number, before), labels)
            differ = {name: (whole[name], found[name]) for name in whole if whole[name] != found[name]}
            assert not differ, (f"died before write {number} of {counted.writes}", differ)
    return counted.writes


def outcome(run: Callable[[], object], death: Death, labels: tuple[str, ...]) -> Stored:
    """Let one worker run into its death, and others go on behind it; returns what is stored then."""
    with taken_back():
        with connection.execute_wrapper(death):
            try:
                run()
            except Killed:
                transaction.set_rollback(False)  # of a single statement outside any block, which was not made
        for _ in range(PASSES):
            run()
            forget_claims()
        return stored("games", *labels)
