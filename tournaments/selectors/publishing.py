"""What an event publishes, made from its rows: the event, its rounds, and the standings that follow from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext_noop

from tournaments.documents import Document, Json, to_canonical
from tournaments.events import read_event
from tournaments.folders import digits_of, write_standings
from tournaments.history import Drawn
from tournaments.models import Apart, Booking, Round, Table, Tournament
from tournaments.models.events import entrant_code
from tournaments.swaps import reasons_of_swaps, seat_swapped, show_swaps

EVENT, RESULTS = "fieldpost-event/1", "fieldpost-results/1"

DELETED = gettext_noop("deleted player")
"""The name of a deleted account in files, whose bytes are the same in every language."""


def show_event(event: Tournament) -> dict[str, Json]:
    """Write an event as it is published."""
    return {
        "schema": EVENT,
        "slug": event.slug,
        "title": event.title,
        "rules": event.rules,
        "stages": [{"id": stage.code, "format": stage.form} for stage in event.stages.all()],
        "tables": event.tables,
        "points": event.points,
        "tie_breaks": event.tie_breaks,
        "commitment": event.commitment,
        "leaver_share": event.leaver_share,
        "work": event.work,
        "apart": [show_pair(pair) for pair in event.pairs_apart.select_related("first", "second")],
        "entrants": [show_entrant(entrant) for entrant in entrants_of(event)],
        **({"simulated": True} if event.simulated else {}),
    }


def show_pair(pair: Apart) -> list[Json]:
    """Write two entrants who are kept apart, and from which round on."""
    first, second = sorted((pair.first.code, pair.second.code))
    return [first, second, pair.since]


class EntrantRow(NamedTuple):
    """What an event publishes of an entrant; read in one query for hundreds of them."""

    number: int
    name: str
    bot: str
    seed_rank: int | None
    team: str
    entered: int | None
    left: int | None
    sits_out: list[Json]
    reserve: bool
    deleted_at: datetime | None


def entrants_of(event: Tournament) -> Iterator[EntrantRow]:
    """List who entered. One query."""
    rows = event.entrants.order_by("number").values_list(*EntrantRow._fields[:-1], "user__deleted_at")
    return map(EntrantRow._make, rows)


def show_entrant(entrant: EntrantRow) -> dict[str, Json]:
    """Write an entrant as the event publishes it. A deleted account keeps its id."""
    return {
        "id": entrant_code(entrant.number),
        "name": DELETED if entrant.deleted_at is not None else entrant.name,
        "kind": "bot" if entrant.bot else "person",
        "seed_rank": entrant.seed_rank,
        "team": entrant.team,
        "entered": entrant.entered,
        "left": entrant.left,
        "sits_out": entrant.sits_out,
        "reserve": entrant.reserve,
    }


def drawn_in(event: Tournament) -> list[Drawn]:
    """List what was drawn in an event, in order of rounds and groups."""
    return [drawn.files for drawn in event.drawn.exclude(output__isnull=True)]


def show_results(drawn: Round) -> dict[str, Json]:
    """Write the results of a round whose tables are all booked."""
    assert drawn.output is not None
    tables = drawn.tables.select_related("game").prefetch_related("bookings__entrant", "bookings__instead_of")
    swapped = reasons_of_swaps(drawn.output, drawn.swaps)
    return {
        "schema": RESULTS,
        **{name: drawn.given[name] for name in ("event", "stage", "round", "group")},
        "byes": [*seat_swapped(drawn.output, drawn.swaps)[1]],
        "adjust": drawn.adjust,
        "tables": [show_table(table, swapped.get(table.number, "")) for table in tables],
    }


def show_table(table: Table, swapped: str = "") -> dict[str, Json]:
    """Write a table by what was booked last for each of its seats. `swapped`: why its seats are not those of the
    draw, where they were changed by hand."""
    booked = sorted({each.seat: each for each in table.bookings.all()}.values(), key=lambda each: each.seat)
    assert table.game is not None and booked
    state, repaired = booked[0].state, "; ".join(filter(None, (swapped, table.repaired)))
    return {
        "game": table.game.slug,
        "state": state,
        "places": group_places(booked) if state != Booking.State.VOID else [],
        "land": {str(each.seat): each.land for each in booked if each.land is not None},
        "seats": [show_seat(each) for each in booked],
        **({"repaired": repaired} if repaired else {}),
    }


def group_places(booked: Iterable[Booking]) -> list[Json]:
    """Group the seats of a table by their places, in order."""
    places: dict[int, list[Json]] = {}
    for each in booked:
        places.setdefault(each.place or 0, []).append(each.seat)
    return [places[place] for place in sorted(places)]


def show_seat(booked: Booking) -> dict[str, Json]:
    seat: dict[str, Json] = {"entrant": booked.entrant.code, "credits": booked.credits}
    if booked.instead_of is not None:
        seat["instead_of"] = booked.instead_of.code
    return seat | ({"finished_by": booked.finished_by} if booked.finished_by else {})


def each_file(event: Tournament) -> Iterator[tuple[str, bytes]]:
    """Yield every file that an event publishes: its path in the folder, and its bytes. Nothing of a round is public
    before its tables are, and its results once it is complete."""
    told = show_event(event)
    yield "event.json", to_canonical(told)
    rows = list(published(event))
    rounds = [row.files for row in rows]
    read = read_event(told)
    digits = digits_of(read, rounds)
    for row in rows:
        yield from files_of_round(row, round_folder(row.number, row.group, digits))
    yield from write_standings(read, rounds)


def round_folder(number: int, group: str, digits: int) -> str:
    """Return the folder of a round, or of a group of one."""
    return f"rounds/{number:0{digits}}{'-' * bool(group)}{group}"


def files_of_round(row: Round, folder: str) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a public round: the path of each, and its bytes."""
    yield from ((f"{folder}/{name}.json", to_canonical(found)) for name, found in documents_of(row.files))
    if row.swaps:
        yield f"{folder}/swaps.json", to_canonical(show_swaps(row.given, row.swaps))


def published(event: Tournament) -> Iterable[Round]:
    return event.drawn.exclude(status=Round.Status.DRAFT)


def documents_of(drawn: Drawn) -> Iterator[tuple[str, Document]]:
    yield "input", drawn.given
    yield "output", drawn.output
    if drawn.told is not None:
        yield "results", drawn.told
