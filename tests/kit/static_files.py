"""The static files of a site under test: as they lie, and as strict as those that production collects."""

from __future__ import annotations

from functools import cache

from django.contrib.staticfiles.finders import find
from django.contrib.staticfiles.storage import StaticFilesStorage


class KnownFilesStorage(StaticFilesStorage):
    """Gives no address for a file that is not there: production looks each up in a manifest, and fails for others."""

    def url(self, name: str | None) -> str:
        if name and not is_there(name):
            raise ValueError(f"no static file is called {name}")
        return super().url(name)


@cache
def is_there(name: str) -> bool:
    return find(name) is not None
