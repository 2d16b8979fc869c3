"""The reader's own table in an event: what is asked there, and who sits at it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.cache import cache
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from common.caches import get_or_make
from engine import PlayerView
from games.decisions.registry import prompt_for
from games.lines import Link
from games.models import Game
from games.models.game import game_path
from games.pages.thumbnails import mini_of
from games.selectors.access import views_of
from games.selectors.page_data import PageReader
from games.selectors.thumbnails import KEEP, moment_of, recent_attacks
from games.wording.amounts import join_and
from games.wording.seats import colour_name
from tournaments.pages.words import round_title, table_title
from tournaments.selectors.event_reading import Published
from tournaments.selectors.event_standings import Kept
from tournaments.selectors.event_tables import Look, SeatRow, TableRow, Tables, code_at, mark_of, reading_moment


@dataclass(frozen=True)
class Outlook:
    """A board as one seat sees it: small map, what the seat is asked, what others did to it, and everybody's
    territories by seat."""

    mini: SafeString
    asked: str
    happened: str
    lands: list[int]


@dataclass(frozen=True)
class Neighbour:
    """Somebody at the reader's table, with points and place so far and their territories."""

    colour: str
    name: str
    note: str
    land: int


@dataclass(frozen=True)
class MyTable:
    """The reader's table that is most urgent; `others` are more of theirs."""

    title: str
    eyebrow: str
    url: str
    colour: str
    told: str
    happened: str
    until: str
    is_asked: bool
    mini: SafeString
    people: tuple[Neighbour, ...]
    others: tuple[Link, ...]


def own_tables(found: Published, tables: Tables) -> list[tuple[TableRow, SeatRow]]:
    """List the tables at which the reader plays now, first where they are asked."""
    own = [(table, seat) for table in tables.running if (seat := tables.seat_of(table, found.reader)) and table.seq]
    return sorted(own, key=lambda each: (each[1].waiting is None, each[1].until is None, each[1].until, each[0].pk))


def own_look(own: Sequence[tuple[TableRow, SeatRow]]) -> Look | None:
    """Ask for the reader's board, to be read with the small maps of others; None if it is kept or there is none."""
    if not own:
        return None
    table, seat = own[0]
    game, key = table.as_game(), key_of(table, seat)
    if cache.get(key) is not None:
        return None
    return Look(game, seat.seat, lambda view: get_or_make(key, Outlook, KEEP, lambda: make_outlook(table, game, view)))


def my_table(
    found: Published,
    tables: Tables,
    own: Sequence[tuple[TableRow, SeatRow]],
    kept: Kept | None,
    reading: PageReader,
) -> MyTable | None:
    """Show the first of the reader's own tables. No query if its board is kept; up to three."""
    if not own:
        return None
    table, seat = own[0]
    look = outlook(table, seat)
    number = sum(each.round == table.round for each in tables.rows)
    drawn = tables.rounds[table.round]
    return MyTable(
        title=round_title(drawn.number),
        eyebrow=_("Your table, number %(number)s of %(count)s") % {"number": table.number, "count": number},
        url=game_path("game", table.slug or ""),
        colour=seat.colour,
        told=look.asked or tell_waiting(found, tables, table),
        happened=look.happened,
        until=tell_until(tables, table, seat, reading),
        is_asked=seat.waiting is not None and table.status == Game.Status.RUNNING,
        mini=look.mini,
        people=tuple(list_people(found, tables, table, look, kept)),
        others=tuple(link_to(found, tables, other) for other, _seat in own[1:]),
    )


def link_to(found: Published, tables: Tables, table: TableRow) -> Link:
    drawn = tables.rounds[table.round]
    title = table_title(table.number)
    return Link(game_path("game", table.slug or ""), f"{round_title(drawn.number)}, {title[:1].lower()}{title[1:]}")


def key_of(table: TableRow, seat: SeatRow) -> str:
    return f"event-outlook:{moment_of(table.as_game())}:{seat.seat}"


def outlook(table: TableRow, seat: SeatRow) -> Outlook:
    """Look at a board from a seat, kept until its game goes on."""
    game = table.as_game()
    return get_or_make(
        key_of(table, seat), Outlook, KEEP, lambda: make_outlook(table, game, views_of([(game, seat.seat)])[0])
    )


def make_outlook(table: TableRow, game: Game, view: PlayerView | None) -> Outlook:
    """Tell what a seat sees and is asked. One query."""
    if view is None:
        return Outlook(SafeString(""), "", "", [])
    asked = prompt_for(view).sentence if view.must_answer else ""
    lands = [each.territories for each in view.seats]
    return Outlook(mini_of(view, table_title(table.number)), asked, recent_attacks(game, view), lands)


def tell_waiting(found: Published, tables: Tables, table: TableRow) -> str:
    """Say whom a table waits for where the reader is not asked."""
    if table.status == Game.Status.PAUSED:
        return _("The game is paused.")
    names = [mark_of(found, table, seat).name for seat in tables.seats_of(table) if seat.waiting]
    return _("Waiting for %(names)s.") % {"names": join_and(names)} if names else ""


def tell_until(tables: Tables, table: TableRow, own: SeatRow, reading: PageReader) -> str:
    asked = [own] if own.waiting else [seat for seat in tables.seats_of(table) if seat.waiting]
    until = min((seat.until for seat in asked if seat.until), default=None)
    return _("Until %(moment)s") % {"moment": reading_moment(until, reading)} if until else ""


def list_people(
    found: Published, tables: Tables, table: TableRow, look: Outlook, kept: Kept | None
) -> Sequence[Neighbour]:
    """List who sits at a table, in the order of seats, with points and place so far."""
    stands = {entrant: (place, points) for entrant, place, points in kept.order} if kept else {}
    people = []
    for seat in tables.seats_of(table):
        at = seat.seat or 0
        place, points = stands.get(code_at(found, table, seat), (0, ""))
        scored = _("1 point") if points == "1" else _("%(points)s points") % {"points": points}
        note = _("%(scored)s, place %(place)s") % {"scored": scored, "place": place} if place else ""
        name = _("you") if seat.user == found.reader else mark_of(found, table, seat).name
        land = look.lands[at] if at < len(look.lands) else 0
        people.append(Neighbour(seat.colour, name, note or colour_name(seat.colour), land))
    return people
