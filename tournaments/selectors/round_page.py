"""The page of a round: its tables as they were drawn, what the draw could not avoid, and how to check it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.selectors.page_data import PageReader
from games.wording.amounts import join_and
from tournaments.documents import Document, Json, digest_of
from tournaments.folders import digits_of
from tournaments.history import Drawn
from tournaments.models import Round
from tournaments.pages.words import division_name, round_title
from tournaments.reading import get
from tournaments.selectors.event_files import NotPublished
from tournaments.selectors.event_reading import Published
from tournaments.selectors.event_tables import TableCard, read_tables, show_tables

MOST_MAPS = 64


@dataclass(frozen=True)
class Draw:
    """The draw of a round, or of a group of it: what it could not avoid, what an organizer swapped in it and why, its
    seed and digests, and its files."""

    title: str
    unavoidable: tuple[str, ...]
    swaps: tuple[str, ...]
    byes: str
    seed: str
    given: str
    output: str
    files: str


@dataclass(frozen=True)
class RoundPage:
    """A round: its tables, and how they were drawn. `before` and `after` are the numbers of its neighbours, or 0."""

    slug: str
    title: str
    number: int
    heading: str
    told: str
    tables: tuple[TableCard, ...]
    draws: tuple[Draw, ...]
    before: int
    after: int
    commitment: str


def build_round_page(found: Published, number: int, reading: PageReader) -> RoundPage:
    """Build the page of a round. Raises NotPublished unless its tables are public."""
    rounds = [each for each in found.rounds if each.number == number]
    if not rounds:
        raise NotPublished(_("This round has not been drawn yet."))
    tables = read_tables(rounds)
    drawn = [each for each in found.drawn if each.number == number]
    swaps = dict(Round.objects.filter(pk__in=[each.pk for each in rounds]).values_list("group", "swaps"))
    numbers = sorted({each.number for each in found.rounds})
    return RoundPage(
        slug=found.event.slug,
        title=found.event.title,
        number=number,
        heading=round_title(number),
        told=tell_tables(len(tables.rows), tables.done),
        tables=tuple(show_tables(found, tables, reading, MOST_MAPS)),
        draws=tuple(show_draw(found, each, swaps.get(each.group, [])) for each in drawn),
        before=number - 1 if number - 1 in numbers else 0,
        after=number + 1 if number + 1 in numbers else 0,
        commitment=found.event.commitment,
    )


def tell_tables(count: int, done: int) -> str:
    text = ngettext("%(done)s of %(count)s table is done.", "%(done)s of %(count)s tables are done.", count)
    return text % {"done": done, "count": count}


def show_draw(found: Published, drawn: Drawn, swaps: Sequence[Document]) -> Draw:
    folder = f"rounds/{drawn.number:0{digits_of(found.told, found.drawn)}}{'-' * bool(drawn.group)}{drawn.group}"
    return Draw(
        title=title_of(drawn.group),
        unavoidable=tuple(tell_unavoidable(found, drawn.output)),
        swaps=tuple(tell_swap(found, swap) for swap in swaps),
        byes=join_and([found.names.get(name, name) for name in drawn.byes]),
        seed=drawn.seed,
        given=digest_of(drawn.given),
        output=digest_of(drawn.output),
        files=reverse("event-file", args=[found.event.slug, folder]),
    )


def tell_swap(found: Published, swap: Document) -> str:
    """Say which two players an organizer swapped, and the reason."""
    said = _("An organizer let %(names)s change places: “%(reason)s”")
    return said % {"names": names_of(found, get(swap, "pair", list)), "reason": swap["reason"]}


def title_of(group: str) -> str:
    if group.startswith("D"):
        return _("Division %(name)s") % {"name": division_name(group)}
    if group == "F":
        return _("Final")
    return _("Bracket %(name)s") % {"name": group} if group else ""


def tell_unavoidable(found: Published, output: Document) -> Iterator[str]:
    """Say what the draw could not avoid: pairs who meet again, pairs kept apart who meet, seats had too often."""
    for pair in pairs_in(output, "repeats"):
        times = pair[2]
        text = ngettext(
            "%(names)s meet again: they had met %(count)s time.",
            "%(names)s meet again: they had met %(count)s times.",
            int(str(times)),
        )
        yield text % {"names": names_of(found, pair[:2]), "count": times}
    for pair in pairs_in(output, "together"):
        yield _("%(names)s should not meet, but sit together.") % {"names": names_of(found, pair[:2])}
    for name in get(output, "uneven_seats", list):
        who = name[0] if isinstance(name, list) else name
        yield _("%(name)s has this seat more often than another.") % {"name": names_of(found, [who])}


def pairs_in(output: Document, name: str) -> list[list[Json]]:
    return [pair for pair in get(output, name, list) if isinstance(pair, list)]


def names_of(found: Published, ids: Sequence[Json]) -> str:
    return join_and([found.names.get(str(each), str(each)) for each in ids])
