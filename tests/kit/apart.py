"""Let each table of a database number its rows from a place of its own, so that no two rows of a test share an id."""

from __future__ import annotations

from django.apps import apps
from django.db import connection
from django.db.models import AutoField

FAR = 1000
"""How far the first ids of two tables are from one another: further than any test makes rows."""


def count_apart() -> None:
    """Let the first row of the first table be 1001, that of the second 2001, and so on."""
    numbered = [model for model in apps.get_models() if isinstance(model._meta.pk, AutoField) and not model._meta.proxy]
    with connection.cursor() as cursor:
        for number, model in enumerate(numbered, start=1):
            table = model._meta.db_table
            if connection.vendor == "sqlite":
                cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
                cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, number * FAR])
            else:
                column = model._meta.pk.column
                cursor.execute("SELECT setval(pg_get_serial_sequence(%s, %s), %s)", [table, column, number * FAR])
