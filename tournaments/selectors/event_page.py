"""The page of an event, in the order in which people read it: rounds, what is going on, their own table, standings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from accounts.lines import ACCOUNT_LINES
from common.caches import get_or_make
from common.times import dated, format_datetime
from games.clocks.lateness import read_settings
from games.clocks.words import tell_pace
from games.lines import Link
from games.selectors.page_data import PageReader
from games.services.table_settings import TableSettings
from games.wording.adjudication import describe_end
from games.wording.amounts import join_and, round_name
from tournaments.models import Stage, Tournament
from tournaments.pages.bracket import Bracket
from tournaments.pages.rounds import RoundFacts, Segment, draw_line
from tournaments.pages.standings import tell_order
from tournaments.pages.words import count_entrants, describe_rules, format_title, stages_title
from tournaments.selectors.entry_pages import vacation_words
from tournaments.selectors.event_bracket import bracket_of
from tournaments.selectors.event_league import Division, DivisionLink, division_of, standings_of_division
from tournaments.selectors.event_reading import Published, RoundRow, may_see
from tournaments.selectors.event_standings import KEEP, Kept, Part, cut_standings, has_league, standings_of, teams_of
from tournaments.selectors.event_tables import TableCard, Tables, read_tables, show_tables
from tournaments.selectors.my_table import MyTable, my_table, own_look, own_tables
from tournaments.selectors.table_links import links_of_table

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User

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
    divisions: tuple[DivisionLink, ...] = ()
    entry_url: str = ""
    is_in: bool = False
    must_check_in: bool = False
    brackets: tuple[Bracket, ...] = ()
    seasons: tuple[Link, ...] = ()


def build_event_page(found: Published, reading: PageReader, division: int = 0) -> EventPage:
    """Build the page of an event for a reader, in a league that of a division. Three queries, one more unless its
    standings are kept, two more unless its small maps are, and one for each season before and after it."""
    event, slug = found.event, found.event.slug
    shown = division_of(found, division) if found.rounds and has_league(found, found.stage) else None
    tables = shown.tables if shown else read_tables(found.current if found.rounds else [])
    me = found.me
    kept = standings_of(found, found.stage) if found.rounds and not shown else None
    kept = standings_of_division(found, shown) if shown else kept
    board = kept_board(found)
    own = own_tables(found, tables)
    cards = show_tables(found, tables, reading, own=own_look(own))
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
        sections=list(list_sections(found, kept, me.code if me else "", shown)),
        tables_title=_("Games of division %(name)s") % {"name": shown.name} if shown else title_of_tables(found),
        tables=cards,
        tables_url=reverse("event-round", args=[slug, found.rounds[-1].number]) if found.rounds else "",
        tables_count=len(tables.rows),
        entrants=board.entrants,
        names=board.names,
        facts=board.facts,
        commitment=event.commitment,
        organizers=join_and([person.username for person in event.organizers.all()]),
        links=list(list_links(found, latest, shown)),
        mine=my_table(found, tables, own, kept, reading),
        brackets=tuple(list_brackets(found, tables)),
        divisions=shown.links if shown else (),
        seasons=tuple(list_seasons(found.event, reading.user)),
        entry_url=reverse("event-join", args=[slug]) if takes_entries(found) else "",
        is_in=me is not None,
        must_check_in=bool(me and me.left is None and not me.checked_in_at and event.status == State.CHECK_IN),
    )


def takes_entries(found: Published) -> bool:
    """Check whether the page of entry has something to say to the reader: anybody may enter now, or they are in."""
    event = found.event
    is_late = event.status == State.RUNNING and event.rounds < event.late_entry
    is_open = event.status in (State.ENTRY, State.CHECK_IN) or is_late
    return is_open or (found.me is not None and event.status == State.RUNNING)


def list_seasons(event: Tournament, user: User | AnonymousUser) -> Iterator[Link]:
    """Yield links to the next season of an event that is over, and to the one before it, if the reader may see them."""
    after = event.followed_by.order_by("-pk").first() if event.status == State.OVER else None
    for other, text in ((after, _("Next season: %(title)s")), (event.follows, _("Last season: %(title)s"))):
        if other is not None and may_see(user, other):
            yield Link(reverse("event", args=[other.slug]), text % {"title": other.title})


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
    playing = [each for each in found.sitters if each.entered is not None]
    waiting = sum(each.reserve for each in found.sitters)
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
    yield Fact(_("Vacation"), vacation_words(event))
    text = _("if a result is wrong, open its game and ask an organizer before the next round is public")
    yield Fact(_("Appeals"), text)


LEAVERS: dict[str, Callable[[], str]] = {
    Tournament.Leavers.SUBSTITUTE: lambda: _("a substitute takes the seat of a player who leaves"),
    Tournament.Leavers.BOT: lambda: _("a bot plays on for a player who leaves"),
    Tournament.Leavers.OUT: lambda: _("a player who leaves gives up the seat"),
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
        yield from tell_running(found, tables, kept, reading)
    if event.status == State.OVER:
        yield from tell_over(found, kept, reading)


def tell_entry(found: Published, reading: PageReader) -> Iterator[SafeString]:
    event = found.event
    count = sum(1 for each in found.sitters if each.entered is not None)
    entered = _("%(count)s of %(most)s places are taken.") % {"count": count, "most": event.most_entrants}
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


def tell_running(found: Published, tables: Tables, kept: Kept | None, reading: PageReader) -> Iterator[SafeString]:
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
    last = event.game_settings.get("last_round")
    if last and tables.running:
        text = _("A game that is still going after its %(round)s ends then, and the players still in are ranked.")
        yield format_html("{}", text % {"round": round_name(event.rules, last)})
    if found.me and found.rounds:
        yield from tell_me(found, tables, kept)


def tell_me(found: Published, tables: Tables, kept: Kept | None) -> Iterator[SafeString]:
    """Tell an entrant how they stand who plays at no table now."""
    me = found.me
    assert me is not None
    sits = {table.pk for table in tables.rows if tables.seat_of(table, me.user)}
    own = [table for table in tables.rows if table.pk in sits or me.code in table.seats]
    if me.left is None and any(not table.has_ended for table in own):
        return
    at = kept.find(me.code) if kept else None
    is_out = kept is not None and at is not None and kept.row(at).status == "out"
    if me.left is not None and any(not table.has_ended and table.pk not in sits for table in own):
        yield format_html(
            "<b>{}</b>", _("You did not play at your table, so somebody else has your seat and you are out.")
        )
    elif is_out:
        yield format_html("<b>{}</b>", _("You are out."))
    elif me.left is not None and not any(table.pk in sits and not table.has_ended for table in own):
        yield format_html("<b>{}</b>", _("You have left this tournament."))
    elif own:
        yield format_html("<b>{}</b>", _("Your table is done."))
    elif me.reserve:
        yield format_html("<b>{}</b>", _("You are on the waiting list."))
    elif any(not each.is_over for each in found.rounds) and me.entered:
        yield format_html("<b>{}</b>", _("You have no table in this round."))


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


def list_links(found: Published, latest: int, shown: Division | None) -> Iterator[Link]:
    """Yield what can be taken away from a page: calendar, standings, all files."""
    slug = found.event.slug
    if found.me and (calendar := ACCOUNT_LINES.get("calendar-settings")):
        yield Link(reverse(calendar.name), _("Your dates in your calendar app"))
    if found.stage.form["kind"] == "ladder":
        yield Link(reverse("event-ladder", args=[slug]), _("The ladder by rank"))
    if shown is None and latest:
        yield from links_of_table(found, latest)
    elif shown is not None and shown.row.is_over:
        yield from links_of_table(found, shown.row.number, shown.row.group)
    yield Link(reverse("event-files", args=[slug]), _("All files of this tournament"))
    yield Link(reverse("event-zip", args=[slug]), _("All files in one ZIP"))


def list_brackets(found: Published, tables: Tables) -> Iterator[Bracket]:
    """Yield the brackets of the stages that have one, the latest first."""
    me = found.me.code if found.me else ""
    for stage in reversed(found.stages):
        if bracket := bracket_of(found, stage, tables, me):
            yield bracket


# ---- standings


def list_sections(found: Published, kept: Kept | None, me: str, division: Division | None) -> Iterator[Section]:
    """Yield the standings of teams, those of the stage that is played, and those of stages before it."""
    if kept is None:
        return
    if not division and (teams := teams_of(found, found.stage)).rows:
        yield show_teams_section(teams, found.stage)
    if kept.rows:
        yield show_section(found, kept, me, division, found.stage if len(found.stages) > 1 else None)
    for stage in reversed(found.stages[: found.stages.index(found.stage)]):
        if (before := standings_of(found, stage)).rows:
            yield show_section(found, before, me, None, stage)


def show_teams_section(teams: Kept, stage: Stage) -> Section:
    count = stage.form.get("count")
    text = ngettext(
        "A team has the points of its best member of each round.",
        "A team has the points of its best %(count)s members of each round.",
        count or 0,
    )
    whose = text % {"count": count} if count else _("A team has the points of its members.")
    order = _("Equal points are decided by wins, second places, land, then lot.")
    return Section(
        title=_("Teams after round %(number)s") % {"number": teams.after},
        about=f"{whose} {order}",
        url="",
        columns=(_("Wins"), _("2nd"), _("Land")),
        parts=(Part(tuple(map(teams.row, range(len(teams.rows))))),),
        count=len(teams.rows),
        who=_("Team"),
        squares="",
    )


def show_section(
    found: Published, kept: Kept, me: str, division: Division | None, stage: Stage | None = None
) -> Section:
    """Show standings, under the name of their `stage` where there are several."""
    if division is not None:
        return show_division(found, kept, division)
    url = f"{reverse('event-standings', args=[found.event.slug])}?after={kept.after}"
    title = _("Standings after round %(number)s") % {"number": kept.after}
    return Section(
        title=f"{format_title(stage.form)}: {title[:1].lower()}{title[1:]}" if stage else title,
        about=_("Open a row to see where its figures come from. Equal points are decided by %(order)s.")
        % {"order": tell_order(found.told)},
        url=url,
        columns=(_("Wins"), _("2nd"), _("Opp.")),
        parts=tuple(cut_standings(kept, me, url)),
        count=len(kept.rows),
        who=_("Player"),
        squares=_("Rounds"),
    )


def show_division(found: Published, kept: Kept, division: Division) -> Section:
    text = _("Open a row to see where its figures come from. Equal points are decided by %(order)s.")
    return Section(
        title=_("Division %(name)s") % {"name": division.name},
        about=text % {"order": tell_order(found.told)},
        url="",
        columns=(_("Played"), _("At most")),
        parts=(Part(tuple(map(kept.row, range(len(kept.rows))))),),
        count=len(kept.rows),
        who=_("Player"),
        squares=_("Games"),
        css="league",
    )
