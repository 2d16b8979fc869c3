"""Columns of the admin in the site's own style: plain headings, and dates as every other page writes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.db import models
from django.http import HttpRequest
from django.utils import timezone
from django.utils.text import capfirst

from common.lazy_text import LazyText
from common.times import dated_clock


@cache
def moment_column(name: str, heading: str | LazyText) -> Callable[[models.Model], str]:
    """Make a column that writes a moment as "24 November 2026, 20:00"."""

    @admin.display(description=heading, ordering=name)
    def column(row: models.Model) -> str:
        at = getattr(row, name)
        return dated_clock(timezone.localtime(at), "year") if at else "-"

    return column


@cache
def headed_column(field: models.Field, heading: str | LazyText) -> Callable[[models.Model], object]:
    """Make a column of a field under another heading than its name."""
    shown = f"get_{field.name}_display" if field.choices else field.name

    @admin.display(description=heading, ordering=field.name, boolean=isinstance(field, models.BooleanField))
    def column(row: models.Model) -> object:
        value = getattr(row, shown)
        value = value() if field.choices else value
        return "-" if value in ("", None) else value

    column.__name__ = field.name  # the name of its style
    return column


class SiteColumns(admin.ModelAdmin):
    """Lists and pages with `headings` for fields and filters, and with moments in the site's style."""

    headings: Mapping[str, str | LazyText] = {}
    show_facets = admin.ShowFacets.NEVER

    def columns(self, names: Sequence[object]) -> list[Any]:
        """Replace the names of fields that need another heading or style by their columns."""
        return [self.column(name) for name in names]

    def column(self, name: Any) -> Any:
        field = {field.name: field for field in self.opts.get_fields()}.get(name)
        if isinstance(field, models.DateTimeField):
            return moment_column(name, self.headings.get(name, "") or capfirst(field.verbose_name))
        if isinstance(field, models.Field) and name in self.headings:
            return headed_column(field, self.headings[name])
        return name

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        return self.columns(super().get_list_display(request))

    def get_readonly_fields(self, request: HttpRequest, obj: object = None) -> list[Any]:
        return self.columns(super().get_readonly_fields(request, obj))

    def get_fieldsets(self, request: HttpRequest, obj: object = None) -> list[Any]:
        """Restyle the fields that are read and not edited."""
        read = set(super().get_readonly_fields(request, obj))
        sets = []
        for title, options in super().get_fieldsets(request, obj):
            names = [self.column(name) if name in read else name for name in options["fields"]]
            sets.append((title, {**options, "fields": names}))
        return sets

    def get_changelist_instance(self, request: HttpRequest) -> ChangeList:
        """Give the filters of the list the names of its columns."""
        found = super().get_changelist_instance(request)
        for each in found.filter_specs:
            field = getattr(each, "field_path", "").rpartition("__")[2]
            each.title = self.headings.get(field, each.title)
        return found
