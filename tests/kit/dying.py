"""A worker that dies before each of its writes in turn, and another that goes on: nothing is lost or done twice."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from django.apps import apps
from django.db import connection, transaction
from django.db.models import Model

from benchmarks.secrets.tables import taken_back
from games.models import Heartbeat, Waiting

UNTOLD = frozenset({"id", "claimed_until", "changed_at", "counted_at"})
"""Columns that say nothing of what has happened: numbers of rows, claims, and when a row was looked at."""
WRITES = ("INSERT", "UPDATE", "DELETE")
PASSES = 3
"""Passes of workers until nothing is left to do."""

Row = tuple[Any, ...]
Stored = dict[str, list[str]]


class Killed(BaseException):
    """The end of a worker."""


class Death:
    """Ends whatever writes before its write of this number; 0 for never. `writes` counts them."""

    def __init__(self, number: int = 0) -> None:
        self.number, self.writes = number, 0

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.lstrip().startswith(WRITES):
            self.writes += 1
            if self.writes == self.number:
                raise Killed
        return execute(sql, params, many, context)


def stored(labels: tuple[str, ...]) -> Stored:
    """Read all that is stored by some apps, but for what tells nothing."""
    found: Stored = {}
    models: list[type[Model]] = [model for label in labels for model in apps.get_app_config(label).get_models()]
    for model in models:
        columns = [field.attname for field in model._meta.concrete_fields if field.name not in UNTOLD]
        if model is not Heartbeat:
            found[model.__name__] = sorted(map(repr, model._default_manager.values_list(*columns)))
    return found


def forget_claims() -> None:
    """Let the claims of whoever died run out."""
    Waiting.objects.update(claimed_until=None)


def check_deaths(run: Callable[[], object], *labels: str) -> int:
    """Let a worker die before each of its writes in one pass of `run`, and others finish its work: what the games and
    these apps have stored must be what it is without a death. Returns how often one died. Time stands still."""
    alike = SimpleNamespace(Random=lambda: Random(1951))
    with patch("games.play.auto_actions.random", alike):
        counted, whole = Death(), outcome(run, Death(), labels)
        with taken_back(), connection.execute_wrapper(counted):
            run()
        for number in range(1, counted.writes + 1):
            found = outcome(run, Death(number), labels)
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
        return stored(("games", *labels))
