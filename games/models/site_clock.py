"""The site's own clock, which stands still whenever the site does.

*Site time* is the wall clock less `given`, all the time that the site ever stood still. Whatever runs out is stored in
site time, so an outage moves every deadline by changing one number, however many games there are. Nothing else knows:
a `SiteTimeField` is stored in site time, and read, written and compared in wall time. The database converts, within
the statement that reads or writes.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import lookups
from django.db.models.sql.compiler import SQLCompiler
from django.utils.translation import gettext_lazy as _

ROW = 1


class SiteClock(models.Model):
    """The one row that says how long the site stood still. Moves read it `FOR SHARE`, a credit changes it alone.

    While `held_since` is set nobody is skipped: the clock moved on by more than is credited without being asked.
    """

    id = models.PositiveSmallIntegerField(primary_key=True, default=ROW)
    given = models.DurationField(default=timedelta, db_default=timedelta())
    held_since = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("site clock")
        verbose_name_plural = _("site clock")
        constraints = [models.CheckConstraint(condition=models.Q(id=ROW), name="site_clock_once")]

    def __str__(self) -> str:
        return f"given {self.given}"


def _given(connection: BaseDatabaseWrapper) -> str:
    """Write the SQL that reads `given`, once a statement."""
    nothing = "INTERVAL '0'" if connection.vendor == "postgresql" else "0"
    return f"COALESCE((SELECT given FROM games_siteclock WHERE id = {ROW}), {nothing})"


def _shifted(sql: str, sign: str, connection: BaseDatabaseWrapper) -> str:
    return f"({connection.ops.combine_duration_expression(sign, [sql, _given(connection)])})"


class SiteTimeField(models.DateTimeField):  # type: ignore[type-arg]  # takes none where it runs
    """A moment that an outage puts off. In Python it is wall time, as the clock stands at the moment of reading.

    `F()` means the stored site time: to add a duration to it is right, to compare it with wall time is not.
    """

    def deconstruct(self) -> tuple[str, str, Sequence[object], dict[str, object]]:
        """Describe the field to migrations as what it is stored as."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.DateTimeField", args, kwargs

    def select_format(
        self, compiler: SQLCompiler, sql: str, params: tuple[str | int, ...]
    ) -> tuple[str, tuple[str | int, ...]]:
        connection = compiler.connection
        if compiler.query.subquery:  # the statement around it converts
            return sql, params
        shifted = _shifted(sql, "+", connection)
        if connection.vendor == "sqlite":  # where a sum is a call of Python for each row
            return f"CASE WHEN {_given(connection)} = 0 THEN {sql} ELSE {shifted} END", (*params, *params)
        return shifted, params

    def get_placeholder(self, value: object, compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> str:
        is_moment = value is not None and not hasattr(value, "as_sql")
        return _shifted("%s", "-", connection) if is_moment else "%s"


class InSiteTime:
    """A comparison of a stored moment with one of the wall clock."""

    def get_db_prep_lookup(self, value: object, connection: BaseDatabaseWrapper) -> tuple[str, Sequence[object]]:
        sql, params = super().get_db_prep_lookup(value, connection)  # type: ignore[misc]  # of the lookup that it is mixed into
        return _shifted(sql, "-", connection), params


for _lookup in (
    lookups.Exact,
    lookups.GreaterThan,
    lookups.GreaterThanOrEqual,
    lookups.LessThan,
    lookups.LessThanOrEqual,
):
    SiteTimeField.register_lookup(type(_lookup.__name__, (InSiteTime, _lookup), {}))
