"""All that some apps have stored, as plain text, to be compared."""

from __future__ import annotations

from django.apps import apps

from games.models import Heartbeat

UNTOLD = frozenset({"id", "claimed_until", "changed_at", "counted_at"})
"""Columns that say nothing of what has happened: numbers of rows, claims, and when a row was looked at."""

Stored = dict[str, list[str]]


def stored(*labels: str) -> Stored:
    """Read all that is stored by some apps, but for what tells nothing."""
    found: Stored = {}
    for model in [model for label in labels for model in apps.get_app_config(label).get_models()]:
        columns = [field.attname for field in model._meta.concrete_fields if field.name not in UNTOLD]
        if model is not Heartbeat:
            found[model.__name__] = sorted(map(repr, model._default_manager.values_list(*columns)))
    return found
