"""Columns of the admin in the site's own style: plain headings, and dates as every other page writes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from django.contrib import admin
from django.db import models
from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.text import capfirst

from accounts.dates import dated_clock


@cache
def moment_column(model: Any, name: str, heading: Any = "") -> Callable[[Any], str]:
    """A column that writes a moment as "24 November 2026, 20:00"."""

    @admin.display(description=heading or capfirst(model._meta.get_field(name).verbose_name), ordering=name)
    def column(row: Any) -> str:
        at = getattr(row, name)
        return dated_clock(timezone.localtime(at), "year") if at else "-"

    return column


class SiteColumns(admin.ModelAdmin):
    """Lists and pages whose moments are in the site's style; `headings` renames columns of lists."""

    headings: Mapping[str, str | Promise] = {}

    def dated_columns(self, names: Sequence[Any]) -> list[Any]:
        """The names with those of moments replaced."""
        moments = {field.name for field in self.opts.get_fields() if isinstance(field, models.DateTimeField)}
        model: Any = self.model
        return [moment_column(model, name, self.headings.get(name, "")) if name in moments else name for name in names]

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        return self.dated_columns(super().get_list_display(request))

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[Any]:
        return self.dated_columns(super().get_readonly_fields(request, obj))

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """As listed; only what is read and not edited changes its style."""
        read = set(super().get_readonly_fields(request, obj))
        sets = []
        for title, options in super().get_fieldsets(request, obj):
            names = [self.dated_columns([name])[0] if name in read else name for name in options["fields"]]
            sets.append((title, {**options, "fields": names}))
        return sets
