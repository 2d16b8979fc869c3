"""Read the tables of the rounds that are being played, and show each: map, seats, who is waited for, how it ended."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from django.core.cache import cache
from django.db.models import OuterRef, Subquery
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from common.times import format_datetime, format_duration
from engine import PlayerView
from games.boards.board import mini_map
from games.boards.geometry import stages
from games.boards.minimap import empty_minimap
from games.models import Game, Player
from games.models.game import game_path
from games.selectors.access import views_of
from games.selectors.page_data import PageReader
from games.selectors.thumbnails import KEEP, moment_of
from games.wording.amounts import join_and, round_name
from tournaments.models import Booking, Table
from tournaments.pages.words import place_word, table_title
from tournaments.selectors.event_reading import Published, RoundRow

MOST_MAPS = 9
"""Tables that a page draws; a round's own page draws more."""


class TableRow(NamedTuple):
    """A table with its game, as lists of tables need it; `revision` counts how often it was booked."""

    pk: int
    round: int
    number: int
    seats: list[str]
    booked_at: datetime | None
    revision: int | None
    game: int | None
    repaired: str
    slug: str | None
    status: str | None
    game_round: int
    map: str
    head: str
    seq: int
    watch: str
    rules: str
    result: dict[str, object] | None

    @property
    def has_ended(self) -> bool:
        return self.booked_at is not None or self.status in (Game.Status.OVER, Game.Status.VOID)

    def as_game(self) -> Game:
        """Make the game, with the fields that its map and its view are made from."""
        assert self.game is not None and self.slug is not None
        return Game(
            pk=self.game,
            slug=self.slug,
            status=self.status or "",
            round=self.game_round,
            map=self.map,
            head=self.head,
            seq=self.seq,
            watch=self.watch,
            rules=self.rules,
            result=self.result,
        )


class SeatRow(NamedTuple):
    """A seat of such a game: who sits there, how it ended, and until when it is waited for."""

    game: int
    seat: int | None
    colour: str
    user: int | None
    username: str | None
    state: str
    place: int | None
    waiting: int | None
    own_until: datetime | None
    until: datetime | None


@dataclass(frozen=True)
class SeatMark:
    """A seat in a card: its colour, and the name of its player."""

    colour: str
    name: str


@dataclass(frozen=True)
class TableCard:
    """A table as a list shows it. `css`: run, late, dispute, done or next; `mark` with its icon says it in a word.
    `waiting` are those it waits for, `more` the line below them."""

    pk: int
    title: str
    url: str
    css: str
    seats: tuple[SeatMark, ...]
    who: str
    mark: str = ""
    mark_icon: str = ""
    waiting: tuple[SeatMark, ...] = ()
    told: str = ""
    more: str = ""
    mini: SafeString = SafeString("")
    is_mine: bool = False


def tables_in(rounds: Iterable[RoundRow]) -> list[TableRow]:
    """List the tables of some rounds with their games. One query."""
    booked = Booking.objects.filter(table=OuterRef("pk")).order_by("-revision").values("revision")[:1]
    rows = Table.objects.filter(round__in=[each.pk for each in rounds])
    own = ("pk", "round", "number", "seats", "booked_at", "revision", "game", "repaired")
    names = ("slug", "status", "round", "map", "head", "seq", "watch", "rules", "result")
    rows = rows.order_by("round__number", "round__group", "number").annotate(revision=Subquery(booked))
    return list(map(TableRow._make, rows.values_list(*own, *(f"game__{name}" for name in names))))


def seats_at(tables: Iterable[TableRow]) -> dict[int, list[SeatRow]]:
    """List the seats of these games, by game. One query."""
    games = [table.game for table in tables if table.game]
    seats = Player.objects.filter(game__in=games).order_by("seat")
    columns = ("game", "seat", "colour", "user", "user__username", "state", "place")
    waiting = ("waiting", "waiting__own_until", "waiting__deadline_at")
    found: dict[int, list[SeatRow]] = {}
    for row in map(SeatRow._make, seats.values_list(*columns, *waiting)):
        found.setdefault(row.game, []).append(row)
    return found


@dataclass(frozen=True)
class Tables:
    """The tables of the rounds that are being played, with their seats."""

    rows: Sequence[TableRow]
    seats: Mapping[int, Sequence[SeatRow]]
    rounds: Mapping[int, RoundRow]

    def seats_of(self, table: TableRow) -> Sequence[SeatRow]:
        return self.seats.get(table.game or 0, ())

    @property
    def done(self) -> int:
        return sum(table.has_ended for table in self.rows)

    @property
    def running(self) -> list[TableRow]:
        return [table for table in self.rows if not table.has_ended]

    def seat_of(self, table: TableRow, user: int | None) -> SeatRow | None:
        """Find the seat that a person has at a table."""
        return next((seat for seat in self.seats_of(table) if seat.user == user), None) if user else None


def read_tables(rounds: Sequence[RoundRow]) -> Tables:
    """Read the tables of some rounds. Two queries."""
    rows = tables_in(rounds)
    return Tables(rows, seats_at(rows), {each.pk: each for each in rounds})


# ---- cards


def show_tables(
    found: Published, tables: Tables, reading: PageReader, most: int = MOST_MAPS, own: Look | None = None
) -> list[TableCard]:
    """Show the tables that need attention first, those that are done last: `most` of them, each with its map."""
    rows = sorted(tables.rows, key=lambda table: (ORDER.index(css_of(tables, table, reading)), table.pk))[:most]
    cards = [show_table(found, tables, table, reading) for table in rows]
    minis = minis_of(rows, own)
    return [replace(card, mini=minis.get(card.pk, SafeString(""))) for card in cards]


ORDER = ("dispute", "late", "run", "next", "done")


def css_of(tables: Tables, table: TableRow, reading: PageReader) -> str:
    """Say in a word how a table stands, by which lists are sorted and styled."""
    if table.has_ended:
        return "done"
    if table.game is None:
        return "next"
    if table.status == Game.Status.PAUSED:
        return "dispute"
    return "late" if is_late(tables.seats_of(table), reading) else "run"


def is_late(seats: Sequence[SeatRow], reading: PageReader) -> bool:
    """Check whether a time bank is running at a table."""
    return any(seat.own_until and seat.until and seat.own_until < reading.now < seat.until for seat in seats)


def show_table(found: Published, tables: Tables, table: TableRow, reading: PageReader) -> TableCard:
    drawn, seats = tables.rounds[table.round], tables.seats_of(table)
    marks = tuple(mark_of(found, table, seat) for seat in seats if seat.seat is not None)
    who = ", ".join([each.name for each in marks] or [found.names.get(code, code) for code in table.seats])
    card = TableCard(
        pk=table.pk,
        title=table_title(table.number, drawn.group),
        url=game_path("game", table.slug) if table.slug else "",
        css="next",
        seats=marks,
        who=who,
        is_mine=tables.seat_of(table, found.reader) is not None,
    )
    if table.has_ended:
        done = replace(card, css="done", mark=_("Done"), mark_icon="check", told=tell_result(found, table, seats))
        return replace(done, more=tell_repair(table.repaired)) if table.repaired else done
    if table.game is None:
        return replace(card, told=_("Has not begun yet"))
    where = round_name(table.rules, table.game_round) if table.game_round else ""
    if table.status == Game.Status.PAUSED:
        return replace(card, css="dispute", mark=_("Paused"), mark_icon="pause", told=_("Paused"), more=where)
    return show_waiting(card, found, table, seats, reading, where)


def mark_of(found: Published, table: TableRow, seat: SeatRow) -> SeatMark:
    """Name a seat by its entrant, or by the person who has it by now."""
    entrant = found.by_code.get(table.seats[seat.seat or 0])
    own = entrant is None or seat.user is None or seat.user == entrant.user
    return SeatMark(seat.colour, (entrant.name if entrant else "") if own else seat.username or "")


def code_at(found: Published, table: TableRow, seat: SeatRow) -> str:
    """Return which entrant has a seat by now: whoever took it over, or else the one for whom it was drawn."""
    drawn = table.seats[seat.seat or 0]
    by = next((each.code for each in found.sitters if seat.user and each.user == seat.user), None)
    return by or drawn


def tell_repair(reason: str) -> str:
    return _("Mended by an organizer: %(reason)s") % {"reason": reason}


def show_waiting(
    card: TableCard, found: Published, table: TableRow, seats: Sequence[SeatRow], reading: PageReader, where: str
) -> TableCard:
    """Add whom a running table waits for, and until when."""
    asked = [seat for seat in seats if seat.waiting]
    marks = tuple(mark_of(found, table, seat) for seat in asked)
    until = min((seat.until for seat in asked if seat.until), default=None)
    bank = min((seat.own_until for seat in asked if seat.own_until), default=None)
    if until and bank and bank < reading.now < until:
        spans = {"gone": format_duration(reading.now - bank), "bank": format_duration(until - bank)}
        more = _("%(gone)s into the time bank of %(bank)s") % spans
        late = replace(card, css="late", mark=_("Late"), mark_icon="clock")
        return replace(late, waiting=marks, more=", ".join(filter(None, (where, more))))
    moment = _("until %(moment)s") % {"moment": reading_moment(until, reading)} if until else ""
    return replace(card, css="run", waiting=marks, more=", ".join(filter(None, (where, moment))))


def reading_moment(at: datetime, reading: PageReader) -> str:
    return format_datetime(at, reading.now, reading.zone)


def tell_result(found: Published, table: TableRow, seats: Sequence[SeatRow]) -> str:
    """Say how a table ended: "garnet won, wicket second"."""
    if table.status == Game.Status.VOID:
        return _("Void: counts for nothing")
    placed = sorted((seat for seat in seats if seat.place), key=lambda seat: seat.place or 0)
    is_won = "adjudicated_at" not in (table.result or {})
    told = []
    for place in sorted({seat.place or 0 for seat in placed})[:2]:
        names = join_and([mark_of(found, table, seat).name for seat in placed if seat.place == place])
        if place == 1 and is_won:
            told.append(_("%(names)s won") % {"names": names})
        else:
            told.append(_("%(names)s %(place)s") % {"names": names, "place": place_word(place)})
    return ", ".join(told) or _("Ended")


# ---- small maps


@dataclass(frozen=True)
class Look:
    """A board that is read with the small maps: its game, from which seat, and what becomes of its view."""

    game: Game
    seat: int | None
    keep: Callable[[PlayerView | None], object]


def minis_of(tables: Sequence[TableRow], own: Look | None = None) -> dict[int, SafeString]:
    """Draw the small maps of these tables as spectators see them, kept until their games go on; boards that are not for
    everybody are drawn empty. Two queries if any is not kept, in which the reader's own board is read too."""
    games = {table.pk: table.as_game() for table in tables if table.game and table.seq}
    shown = {pk: game for pk, game in games.items() if game.is_watchable}
    keys = {pk: f"event-mini:{moment_of(game)}" for pk, game in shown.items()}
    kept = cache.get_many(list(keys.values()))
    looks = [look_at(game, keys[pk], kept) for pk, game in shown.items() if keys[pk] not in kept]
    looks += [own] if own else []
    views = views_of([(look.game, look.seat) for look in looks]) if looks else []
    for look, view in zip(looks, views, strict=True):
        look.keep(view)
    found = {pk: mark_safe(kept[key]) for pk, key in keys.items()}
    return found | {table.pk: empty_map(table.map) for table in tables if table.map and table.pk not in found}


def look_at(game: Game, key: str, kept: dict[str, object]) -> Look:
    """Read a board for its small map, which is kept here and in the cache."""

    def keep(view: PlayerView | None) -> None:
        kept[key] = str.__str__(mini_map(view, "")) if view else ""  # plain, as the cache wants it
        cache.set(key, kept[key], KEEP)

    return Look(game, None, keep)


def empty_map(board: str) -> SafeString:
    drawn = stages(board)
    return mark_safe(empty_minimap(drawn[0], "", others=drawn[1:])) if drawn else SafeString("")


def round_url(slug: str, number: int) -> str:
    return reverse("event-round", args=[slug, number])
