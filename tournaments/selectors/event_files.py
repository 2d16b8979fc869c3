"""The published files of an event, one or all of them: canonical bytes, whoever asks and in whatever language.

What `publishing.each_file` makes is kept in parts: the files of a round, and the standings after one. A part is kept
under a digest of all that it is made of, so a repair makes a new one, and what cannot change any more is made once.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from django.core.cache import cache
from django.db.models import TextField
from django.db.models.functions import Cast
from django.utils import translation
from django.utils.translation import gettext_lazy

from games.errors import GameError
from tournaments.documents import to_canonical
from tournaments.events import read_event
from tournaments.folders import digits_of, each_table, has_teams, paths_of_table, write_tables
from tournaments.models import Round, Tournament
from tournaments.selectors.publishing import files_of_round, published, round_folder, show_event
from tournaments.teams import TEAMS

KEPT = 7 * 24 * 3600
"""Seconds."""
EVENT = "event.json"
FAST = 1
"""Of zlib: what is kept is read more often than it is sent."""


class NotPublished(GameError):
    """Something of an event that is not public, or not yet."""

    code = "event.not_published"
    status = 404
    sentence = gettext_lazy("This tournament has not published a file of that name, or not yet.")


NEVER_CHANGED = (1980, 1, 1, 0, 0, 0)
"""The time of every file in an archive, so that the same event gives the same bytes."""


# ---- the parts of a folder


class PublicRound(NamedTuple):
    """A public round, or a group of one, with the text of what may still change in it. Input and output never do: a
    round that is drawn anew is another row."""

    pk: int
    stage_number: int
    number: int
    group: str
    frozen_at: datetime
    results: str | None
    swaps: str

    @property
    def stage(self) -> str:
        return f"s{self.stage_number}"

    @property
    def is_complete(self) -> bool:
        return self.results is not None

    @property
    def stamp(self) -> str:
        return digest("round", repr(self))


@dataclass(frozen=True)
class Part:
    """Files of an event that are made and kept together, under the digest of what they are made of."""

    stamp: str
    names: tuple[str, ...]
    make: Callable[[], Iterable[tuple[str, bytes]]]

    @property
    def key(self) -> str:
        return f"event-files:{self.stamp}"


class Folder:
    """The folder of an event as it is now. Four queries, and one more once something is to be made."""

    def __init__(self, event: Tournament) -> None:
        self.event = event
        with translation.override(None):
            told = show_event(event)
        self.event_file = to_canonical(told)
        self.read = read_event(told)
        self.public = list(public_rounds(event))
        self.digits = digits_of(self.read, self.public)

    @cached_property
    def rows(self) -> dict[int, Round]:
        """All public rounds with their documents. One query."""
        return {row.pk: row for row in published(self.event)}

    @cached_property
    def parts(self) -> list[Part]:
        """All parts but for the event itself."""
        return [*map(self.part_of_round, self.public), *self.parts_of_standings()]

    def part_of_round(self, drawn: PublicRound) -> Part:
        folder = round_folder(drawn.number, drawn.group, self.digits)
        told = ("input", "output", *["results"] * drawn.is_complete, *["swaps"] * (drawn.swaps not in ("[]", "")))
        names = tuple(f"{folder}/{name}.json" for name in told)
        return Part(digest(folder, drawn.stamp), names, lambda: files_of_round(self.rows[drawn.pk], folder))

    def parts_of_standings(self) -> Iterator[Part]:
        for number, group, told in each_table(self.read, self.public):
            yield self.part_of_standings(f"{number:0{self.digits}}", group, told)

    def part_of_standings(self, number: str, group: str, told: Sequence[PublicRound]) -> Part:
        kinds = ("", TEAMS) if has_teams(self.read) else ("",)
        names = tuple(path for kind in kinds for path in paths_of_table(number, group, kind))
        stamp = digest("standings", number, group, self.event_file, *[each.stamp for each in told])
        return Part(stamp, names, lambda: self.make_standings(told, group, number))

    def make_standings(self, told: Sequence[PublicRound], group: str, number: str) -> Iterator[tuple[str, bytes]]:
        rounds = [self.rows[each.pk].files for each in told]
        yield from write_tables(self.read, rounds, group, number)


def public_rounds(event: Tournament) -> Iterator[PublicRound]:
    """List the public rounds of an event. One query."""
    rows = event.drawn.exclude(status=Round.Status.DRAFT).order_by("number", "group")
    rows = rows.annotate(told=Cast("results", TextField()), swapped=Cast("swaps", TextField()))
    columns = ("pk", "stage__number", "number", "group", "frozen_at", "told", "swapped")
    return map(PublicRound._make, rows.values_list(*columns))


def digest(*said: str | bytes) -> str:
    """Make a digest of texts, each kept apart from the next."""
    found = hashlib.sha256()
    for each in said:
        body = each.encode() if isinstance(each, str) else each
        found.update(len(body).to_bytes(8) + body)
    return found.hexdigest()


# ---- what is asked for


def files_of(event: Tournament) -> dict[str, bytes]:
    """Return all files that an event publishes, by their paths in its folder."""
    return files_in(Folder(event))


def files_in(folder: Folder) -> dict[str, bytes]:
    found = {EVENT: folder.event_file}
    kept = cache.get_many([part.key for part in folder.parts])
    for part in folder.parts:
        found |= unpack(kept[part.key]) if part.key in kept else make_part(part)
    return found


def make_part(part: Part) -> dict[str, bytes]:
    """Make the files of a part, and keep them."""
    made = dict(part.make())
    cache.set(part.key, {name: zlib.compress(body, FAST) for name, body in made.items()}, KEPT)
    return made


def unpack(kept: dict[str, bytes]) -> dict[str, bytes]:
    return {name: zlib.decompress(body) for name, body in kept.items()}


def names_of(event: Tournament) -> list[str]:
    """List the paths of all files that an event publishes, in order. Four queries."""
    return sorted([EVENT, *(name for part in Folder(event).parts for name in part.names)])


def file_of(event: Tournament, name: str) -> bytes:
    """Return one file that an event publishes. Raises NotPublished."""
    folder = Folder(event)
    if name == EVENT:
        return folder.event_file
    part = next((each for each in folder.parts if name in each.names), None)
    if part is None:
        raise NotPublished
    kept = cache.get(part.key)
    return zlib.decompress(kept[name]) if kept else make_part(part)[name]


def archive_of(event: Tournament) -> bytes:
    """Return all files in one archive."""
    folder = Folder(event)
    key = f"event-archive:{digest(event.slug, folder.event_file, *[part.stamp for part in folder.parts])}"
    packed: bytes | None = cache.get(key)
    if packed is None:
        packed = zip_files(event.slug, files_in(folder))
        cache.set(key, packed, KEPT)
    return packed


def zip_files(slug: str, files: dict[str, bytes]) -> bytes:
    """Pack files into an archive with one folder of the event's name."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(f"{slug}/{name}", NEVER_CHANGED), body, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def kind_of(name: str) -> str:
    """Return the media type of a published file."""
    return "text/csv; charset=utf-8" if name.endswith(".csv") else "application/json"


def list_folders(files: dict[str, bytes]) -> Iterator[tuple[str, list[tuple[str, int]]]]:
    """Yield the folders of an event in order, each with the paths of its files and their bytes."""
    folders: dict[str, list[tuple[str, int]]] = {}
    for name, body in sorted(files.items()):
        folders.setdefault(name.rpartition("/")[0], []).append((name, len(body)))
    yield from folders.items()
