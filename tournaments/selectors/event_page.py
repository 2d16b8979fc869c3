"""The page of an event, in the order in which people read it: rounds, what is going on, their own table, standings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import msgspec
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from common.caches import get_or_make
from common.times import dated, format_datetime
from games.clocks.lateness import read_settings
from games.clocks.words import tell_pace
from games.lines import Link
from games.selectors.page_data import PageReader
from games.services.table_settings import TableSettings
from games.wording.adjudication import describe_end
from games.wording.amounts import join_and
from tournaments.folders import digits_of
from tournaments.models import Tournament
from tournaments.pages.rounds import RoundFacts, Segment, draw_line
from tournaments.pages.standings import tell_order
from tournaments.pages.words import count_entrants, describe_rules, stages_title
from tournaments.selectors.event_reading import Published, RoundRow
from tournaments.selectors.event_standings import KEEP, Kept, Part, cut_standings, has_league, standings_of
from tournaments.selectors.event_tables import TableCard, Tables, read_tables, show_tables
from tournaments.selectors.my_table import MyTable, my_table

State = Tournament.Status


@dataclass(frozen=True)
class Fact:
    """A line of how an event is played."""

    title: str
    text: str


@dataclass(frozen=True)
class Section:
    """Standings on a page: their title, what decides between equals, their columns, and the rows in parts."""

    title: str
    about: str
    url: str
    columns: tuple[str, ...]
    parts: tuple[Part, ...]
    count: int
    who: str
    squares: str
    css: str = ""


@dataclass(frozen=True)
class EventPage:
    """All that the page of an event shows. `now` are sentences on what is going on; `me` is the entrant who reads."""

    slug: str
    title: str
    status: str
    kind: str
    lead: str
    about: str
    line: list[Segment]
    now: list[SafeString]
    me: str
    sections: list[Section]
    tables_title: str
    tables: list[TableCard]
    tables_url: str
    tables_count: int
    entrants: str
    names: SafeString
    facts: list[Fact]
    commitment: str
    organizers: str
    links: list[Link]
    mine: MyTable | None = None
    brackets: tuple[object, ...] = ()


def build_event_page(found: Published, reading: PageReader) -> EventPage:
    """Build the page of an event for a reader. Three queries, one more unless its standings are kept, two more unless
    its small maps are."""
    event, slug = found.event, found.event.slug
    tables = read_tables(found.current if found.rounds else [])
    me = found.me
    kept = standings_of(found, found.stage) if found.rounds else None
    board = kept_board(found)
    latest = kept.after if kept else 0
    return EventPage(
        slug=slug,
        title=event.title,
        status=event.status,
        kind=board.kind,
        lead=board.lead,
        about=event.about,
        line=draw_line(found.forms, found.told.sizes, list(facts_of_rounds(found, tables)), count_playing(found)),
        now=[*tell_now(found, tables, kept, reading)],
        me=me.code if me else "",
        sections=[show_section(found, kept, me.code if me else "")] if kept and kept.rows else [],
        tables_title=title_of_tables(found),
        tables=show_tables(found, tables, reading),
        tables_url=reverse("event-round", args=[slug, found.rounds[-1].number]) if found.rounds else "",
        tables_count=len(tables.rows),
        entrants=board.entrants,
        names=board.names,
        facts=board.facts,
        commitment=event.commitment,
        organizers=join_and([person.username for person in event.organizers.all()]),
        links=list(list_links(found, latest)),
        mine=my_table(found, tables, kept, reading),
    )


def count_playing(found: Published) -> int:
    """Count who entered the event, without those who wait for a place."""
    return sum(1 for each in found.sitters if each.entered == 1)


# ---- what an event's files say, kept until they change


@dataclass(frozen=True)
class Board:
    """What stays the same on the page of an event until its files change."""

    kind: str
    lead: str
    entrants: str
    names: SafeString
    facts: list[Fact]


def kept_board(found: Published) -> Board:
    return get_or_make(f"event-board:{found.stamp}", Board, KEEP, lambda: make_board(found))


def make_board(found: Published) -> Board:
    playing = [each for each in found.sitters if not each.reserve]
    waiting = len(found.sitters) - len(playing)
    entrants = count_entrants(len(playing)) + "."
    if waiting:
        text = ngettext("%(count)s more on the waiting list.", "%(count)s more on the waiting list.", waiting)
        entrants = f"{entrants} {text % {'count': waiting}}"
    left = [each.name for each in playing if each.left is not None]
    if left:
        text = ngettext("%(names)s has left.", "%(names)s have left.", len(left))
        entrants = f"{entrants} {text % {'names': join_and(left)}}"
    rows = ((name_of_entrant(each),) for each in sorted(found.sitters, key=lambda each: each.name.lower()))
    return Board(
        kind=", ".join([stages_title(found.forms), count_entrants(len(playing)), rules_title(found.event.rules)]),
        lead=describe_rules(found.told, found.forms),
        entrants=entrants,
        names=format_html_join("", "<li>{}</li>", rows),
        facts=list(list_facts(found)),
    )


def name_of_entrant(sitter: object) -> SafeString:
    """Name an entrant, with a link to their page."""
    name, username = sitter.name, sitter.username  # type: ignore[attr-defined]
    if not username or sitter.deleted_at:  # type: ignore[attr-defined]
        return format_html("{}", name)
    return format_html('<a href="{}">{}</a>', reverse("profile", args=[username]), name)


def rules_title(rules: str) -> str:
    found = engine.rulesets().get(rules)
    return _(found.title) if found else rules


def list_facts(found: Published) -> Iterator[Fact]:
    event, sizes = found.event, found.told.sizes
    usual = {"least": sizes.least, "preferred": sizes.preferred, "most": sizes.most}
    seats = _("tables of %(preferred)s, at least %(least)s and at most %(most)s") % usual
    yield Fact(_("Rules"), f"{rules_title(event.rules)}, {seats}")
    settings = TableSettings(name="", rules=event.rules, seats_wanted=sizes.preferred, **event.game_settings)
    yield Fact(_("Time"), tell_pace(read_settings(settings.clock).rules))
    if ends := describe_end(event.rules, settings.last_round, "", None):
        yield Fact(_("Ends"), ends)
    yield Fact(_("Ties"), tell_order(found.told))
    yield Fact(_("Missing"), LEAVERS[event.leavers]())


LEAVERS: dict[str, Callable[[], str]] = {
    Tournament.Leavers.SUBSTITUTE: lambda: _("who leaves a table is replaced by a substitute"),
    Tournament.Leavers.BOT: lambda: _("a bot plays on for who leaves a table"),
    Tournament.Leavers.OUT: lambda: _("who leaves a table gives up the seat"),
}


# ---- rounds, and what is going on


def facts_of_rounds(found: Published, tables: Tables) -> Iterator[RoundFacts]:
    """Yield the rounds of an event, all groups of each together."""
    stages = {stage.pk: at for at, stage in enumerate(found.stages)}
    numbers = sorted({each.number for each in found.rounds})
    for number in numbers:
        groups = [each for each in found.rounds if each.number == number]
        count, done, byes = count_tables(groups, tables)
        url = reverse("event-round", args=[found.event.slug, number])
        is_over = all(each.is_over for each in groups)
        yield RoundFacts(number, stages[groups[0].stage], count, done, byes, is_over, url)


def count_tables(groups: Sequence[RoundRow], tables: Tables) -> tuple[int, int, int]:
    """Count the tables of a round, those that are done, and its byes."""
    own = {each.pk for each in groups}
    rows = [table for table in tables.rows if table.round in own]
    count, done, byes = len(rows), sum(table.has_ended for table in rows), 0
    for each in groups:
        if each.results:
            told = RESULTS.decode(each.results)
            byes += len(told.byes)
            if not any(table.round == each.pk for table in rows):
                count, done = count + len(told.tables), done + len(told.tables)
    return count, done, byes


class TableShell(msgspec.Struct):
    """A table of published results, of which only the state matters."""

    state: str


class ResultsShell(msgspec.Struct):
    """As much of published results as it takes to count."""

    byes: list[str]
    tables: list[TableShell]


RESULTS = msgspec.json.Decoder(ResultsShell)


def tell_now(found: Published, tables: Tables, kept: Kept | None, reading: PageReader) -> Iterator[SafeString]:
    """Yield sentences on what is going on in an event."""
    event = found.event
    if event.status == State.DRAFT:
        yield format_html("{}", _("This tournament has not been announced yet."))
    if event.status in (State.ENTRY, State.CHECK_IN):
        yield from tell_entry(found, reading)
    if event.status == State.CANCELLED:
        yield format_html("{}", _("This tournament was called off."))
    if event.status == State.RUNNING:
        yield from tell_running(found, tables, reading)
    if event.status == State.OVER:
        yield from tell_over(found, kept, reading)


def tell_entry(found: Published, reading: PageReader) -> Iterator[SafeString]:
    event = found.event
    count = sum(1 for each in found.sitters if not each.reserve)
    entered = _("%(count)s of at most %(most)s have entered.") % {"count": count, "most": event.most_entrants}
    if event.status == State.CHECK_IN and event.check_in_ends_at:
        yield mark(_("Check-in ends %(moment)s."), event.check_in_ends_at, reading)
    elif event.entry_ends_at:
        yield mark(_("You can enter until %(moment)s."), event.entry_ends_at, reading)
    else:
        yield format_html("{}", _("You can enter now."))
    yield format_html("{}", entered)


def mark(text: str, at: object, reading: PageReader) -> SafeString:
    """Put a moment into a sentence, in bold."""
    moment = format_html("<b>{}</b>", format_datetime(at, reading.now, reading.zone))  # type: ignore[arg-type]
    before, _between, after = text.partition("%(moment)s")
    return format_html("{}{}{}", before, moment, after)


def tell_running(found: Published, tables: Tables, reading: PageReader) -> Iterator[SafeString]:
    event = found.event
    if not found.rounds:
        yield format_html("{}", _("Round 1 is being drawn."))
        return
    running = sorted({each.number for each in found.rounds if not each.is_over})
    if not running:
        yield format_html("{}", _("Round %(number)s is over.") % {"number": found.rounds[-1].number})
    elif len(running) == 1:
        yield format_html("{}", _("Round %(number)s is being played.") % {"number": running[0]})
    else:
        count = len(tables.running)
        text = ngettext("%(count)s game is being played.", "%(count)s games are being played.", count)
        yield format_html("{}", text % {"count": count})
    if event.next_at and event.next_at > reading.now:
        text = _("Round %(number)s is drawn %(moment)s.") % {"number": event.rounds + 1, "moment": "%(moment)s"}
        yield mark(text, event.next_at, reading)
    settings = event.game_settings
    if ends := describe_end(event.rules, settings.get("last_round"), "", None):
        yield format_html("{}", ends)


def tell_over(found: Published, kept: Kept | None, reading: PageReader) -> Iterator[SafeString]:
    event = found.event
    if kept and kept.order:
        names = [found.names.get(code, code) for code, _place, _points in kept.order[:3]]
        yield format_html("<b>{}</b>", _("%(name)s won.") % {"name": names[0]})
        if names[1:]:
            told = {"name": names[1], "other": names[2]} if names[2:] else {"name": names[1]}
            text = _("%(name)s came second, %(other)s third.") if names[2:] else _("%(name)s came second.")
            yield format_html("{}", text % told)
    if event.ended_at:
        day = dated(event.ended_at.astimezone(reading.zone), "year")
        yield format_html("{}", _("Ended on %(day)s.") % {"day": day})


def title_of_tables(found: Published) -> str:
    numbers = {each.number for each in found.current} if found.rounds else set()
    if len(numbers) == 1:
        return _("Tables of round %(number)s") % {"number": numbers.pop()}
    return _("Games being played")


def list_links(found: Published, latest: int) -> Iterator[Link]:
    """Yield what can be taken away from a page: calendar, standings, all files."""
    slug, digits = found.event.slug, digits_of(found.told, found.rounds)
    if latest and not has_league(found, found.stage):
        for kind in ("csv", "json"):
            name = f"standings/{latest:0{digits}}.{kind}"
            yield Link(reverse("event-file", args=[slug, name]), _("Standings as %(kind)s") % {"kind": kind.upper()})
    yield Link(reverse("event-files", args=[slug]), _("All files of this tournament"))
    yield Link(reverse("event-zip", args=[slug]), _("All files in one ZIP"))


# ---- standings


def show_section(found: Published, kept: Kept, me: str) -> Section:
    url = reverse("event-standings", args=[found.event.slug])
    return Section(
        title=_("Standings after round %(number)s") % {"number": kept.after},
        about=_("Open a row to see where its figures come from. Equal points are decided by %(order)s.")
        % {"order": tell_order(found.told)},
        url=url,
        columns=(_("Wins"), _("2nd"), _("Opp.")),
        parts=tuple(cut_standings(kept, me, url)),
        count=len(kept.rows),
        who=_("Player"),
        squares=_("Rounds"),
    )
