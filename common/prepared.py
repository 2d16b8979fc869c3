"""Querysets that are compiled once: for the few queries of every page, building SQL costs more than the database does.

    players = Prepared(lambda slug: Player.objects.filter(game__slug=slug).select_related("user"), slug=str)
    players(slug="long-winter")     the rows, as `list(...)` of the queryset gives them

A queryset is built with marks in the place of its parameters, and compiled; each call puts the values there. Rows are
models, or tuples where the queryset is a `values_list`, which cost a fraction. It leans on the insides of Django's
compiler, so it serves hot queries alone, with whole numbers, text and times as parameters that change nothing in the
SQL; a test compares every one with the plain queryset.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, ClassVar, Generic, TypeVar

from django.db import connections
from django.db.models import Model, QuerySet
from django.db.models.query import ModelIterable

M = TypeVar("M")
Value = int | str | datetime

MARKS: dict[type, Callable[[int], Value]] = {
    int: lambda place: 31_900 + place,
    str: "mark-{}-98765".format,
    datetime: lambda place: datetime(1898, 7, 6, second=place, tzinfo=UTC),
}
"""Values that no query has by itself, and that every column takes."""


class Prepared(Generic[M]):
    """A queryset with named parameters, compiled when it is first asked."""

    def __init__(self, build: Callable[..., QuerySet[Model, M]], **kinds: type) -> None:
        self.plain = build
        self.marks = {name: MARKS[kind](place) for place, (name, kind) in enumerate(kinds.items())}
        self._compiled: Compiled | None = None

    def __call__(self, **values: Value) -> list[M]:
        """Fetch the rows for these values. One query."""
        if values.keys() != self.marks.keys():
            raise TypeError(f"This query takes {', '.join(self.marks)}.")
        self._compiled = self._compiled or Compiled(self.plain(**self.marks), set(self.marks.values()))
        asked = {self.marks[name]: value for name, value in values.items()}
        source: Any = self._compiled.bind(asked)
        if self._compiled.gives_tuples:
            return list(source.get_compiler(source.db).results_iter(tuple_expected=True))
        return list(ModelIterable(source))


class Compiled:
    """A queryset with its SQL. Imitates the parts of a queryset that `ModelIterable` reads."""

    _known_related_objects: ClassVar[dict[object, object]] = {}

    def __init__(self, plain: QuerySet[Model, object], marks: set[Value]) -> None:
        self.db, self.model, self.gives_tuples = plain.db, plain.model, plain._fields is not None  # type: ignore[attr-defined]
        self.compiler = plain.query.get_compiler(using=plain.db)
        self.sql, self.params = self.compiler.as_sql()
        if missing := {self.adapt(mark) for mark in marks} - set(self.params):
            raise ValueError(f"Parameters that do not reach the database as they are: {missing}")
        self.converters = self.compiler.get_converters([each[0] for each in self.compiler.select])

    def adapt(self, value: Value) -> object:
        """Return a value as the database takes it as a parameter: SQLite has times as text."""
        operations: Any = connections[self.db].ops
        return operations.adapt_datetimefield_value(value) if isinstance(value, datetime) else value

    def bind(self, values: Mapping[Value, Value]) -> BoundQuery:
        asked: dict[object, object] = {self.adapt(mark): self.adapt(value) for mark, value in values.items()}
        return BoundQuery(self, [asked.get(each, each) for each in self.params])


class BoundQuery:
    """A compiled queryset with the values of one call."""

    def __init__(self, compiled: Compiled, params: Sequence[object]) -> None:
        self.compiled, self.params = compiled, params
        self.query = self

    def __getattr__(self, name: str) -> object:
        return getattr(self.compiled, name)

    def get_compiler(self, using: str) -> Any:
        """Return a compiler whose SQL is ready, on the connection of this thread."""
        ready = copy.copy(self.compiled.compiler)
        ready.connection = connections[using]
        ready.as_sql = lambda *args, **kwargs: (self.compiled.sql, self.params)
        ready.get_converters = lambda expressions: self.compiled.converters
        return ready
