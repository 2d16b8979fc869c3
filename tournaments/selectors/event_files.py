"""The published files of an event, one or all of them: canonical bytes, whoever asks and in whatever language."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator

from django.utils import translation
from django.utils.translation import gettext_lazy

from games.errors import GameError
from tournaments.models import Tournament
from tournaments.selectors.publishing import each_file


class NotPublished(GameError):
    """Something of an event that is not public, or not yet."""

    code = "event.not_published"
    status = 404
    sentence = gettext_lazy("This tournament has not published a file of that name, or not yet.")


NEVER_CHANGED = (1980, 1, 1, 0, 0, 0)
"""The time of every file in an archive, so that the same event gives the same bytes."""


def files_of(event: Tournament) -> dict[str, bytes]:
    """Make all files that an event publishes, by their paths in its folder."""
    with translation.override(None):
        return dict(each_file(event))


def zip_files(slug: str, files: dict[str, bytes]) -> bytes:
    """Pack files into an archive with one folder of the event's name."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(f"{slug}/{name}", NEVER_CHANGED), body, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def file_of(event: Tournament, name: str) -> bytes:
    """Make one file that an event publishes. Raises NotPublished."""
    body = files_of(event).get(name)
    if body is None:
        raise NotPublished
    return body


def kind_of(name: str) -> str:
    """Return the media type of a published file."""
    return "text/csv; charset=utf-8" if name.endswith(".csv") else "application/json"


def list_folders(files: dict[str, bytes]) -> Iterator[tuple[str, list[tuple[str, int]]]]:
    """Yield the folders of an event in order, each with the paths of its files and their bytes."""
    folders: dict[str, list[tuple[str, int]]] = {}
    for name, body in sorted(files.items()):
        folders.setdefault(name.rpartition("/")[0], []).append((name, len(body)))
    yield from folders.items()
