"""Lists of the admin in which people look things up and change nothing."""

from __future__ import annotations

from functools import cached_property

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.admin_columns import SiteColumns

MOST_ROWS = 1000
"""Rows that a list leads to. To find older ones, narrow the list."""


ENDS = ("exact", "id__exact", "gte", "lt", "isnull")
"""What the links of a filter ask of its field: a value, a row, a time from one moment to another."""


class ShortPaginator(Paginator):
    """A paginator that counts no further than `MOST_ROWS`, however large the table."""

    @cached_property
    def count(self) -> int:
        rows = self.object_list
        assert isinstance(rows, QuerySet)
        return rows.order_by().values("pk")[:MOST_ROWS].count()


class ReadOnlyAdmin(SiteColumns):
    """A read-only admin: people with the right to view a table may read it, nobody may change it."""

    actions = None
    show_full_result_count = False
    paginator = ShortPaginator
    list_per_page = 50
    asked_for: tuple[str, ...] = ()
    """What the address of a list may ask for besides its filters."""

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Allow the listed filters only: others could probe fields that are not shown."""
        listed = (*map(name_of, self.list_filter), *self.asked_for)
        return any(lookup in (name, *(f"{name}__{end}" for end in ENDS)) for name in listed)


def name_of(listed: object) -> str:
    """Return what an entry of `list_filter` is called in addresses: a field, a field with a filter, or a filter."""
    named = listed[0] if isinstance(listed, tuple) else listed
    return str(getattr(named, "parameter_name", named))
