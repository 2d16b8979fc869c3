"""What organizers see of an event: how its tables are, who holds them up, and when they are likely to end.

The number of queries does not depend on the number of tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from functools import cached_property

from django.db.models import Exists, OuterRef, Prefetch
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from common.times import format_datetime, format_duration
from games.models import AuditEntry, Game, Player, Waiting
from games.models.upkeep import RAISED, SETTLED
from games.organize.game_list import LIVE, with_flags
from games.wording.amounts import join_and, number_word
from tournaments.models import Entrant, Round, Table, Tournament

DONE, DISPUTED, SILENT, LATE, CARETAKER, BOUNCED = "done", "disputed", "silent", "late", "caretaker", "bounced"
RUNNING, PAUSED, WAITS = "running", "paused", "waits"
NEEDS = (DISPUTED, SILENT)
"""Tables that need an organizer: they do not go on by themselves."""

ORDER = (DISPUTED, SILENT, LATE, CARETAKER, BOUNCED, PAUSED, RUNNING, WAITS, DONE)
"""Those that need somebody first, done ones last."""


@dataclass(frozen=True)
class Figure:
    """A state of tables: its name in addresses, what its figure is called, and the mark on a table."""

    key: str
    title: str | Promise
    mark: str | Promise
    icon: str = ""
    is_urgent: bool = False


FIGURES = (
    Figure(DONE, gettext_lazy("done"), gettext_lazy("Done")),
    Figure(RUNNING, gettext_lazy("running"), gettext_lazy("Running")),
    Figure(PAUSED, gettext_lazy("paused"), gettext_lazy("Paused"), "pause"),
    Figure(LATE, gettext_lazy("late"), gettext_lazy("Late"), "clock"),
    Figure(SILENT, gettext_lazy("silent"), gettext_lazy("Silent"), "bed", True),
    Figure(DISPUTED, gettext_lazy("disputed"), gettext_lazy("Disputed"), "circle-alert", True),
    Figure(CARETAKER, gettext_lazy("with a caretaker"), gettext_lazy("Caretaker"), "user"),
    Figure(BOUNCED, gettext_lazy("mail bounces"), gettext_lazy("Mail bounces"), "mail"),
)
MARKS = {each.key: each for each in (*FIGURES, Figure(WAITS, gettext_lazy("not started"), gettext_lazy("Not started")))}


@dataclass(frozen=True)
class TableRow:
    """A table of an event as organizers see it. `states`: all that are true of it, the most urgent first."""

    table: Table
    names: tuple[str, ...]
    states: tuple[str, ...]
    who: str
    note: str
    expected: datetime | None

    @property
    def game(self) -> Game | None:
        return self.table.game

    @property
    def state(self) -> str:
        return self.states[0]

    @property
    def title(self) -> str:
        """Its number; in a group, or where several rounds run, more."""
        drawn = self.table.round
        if drawn.group:
            return _("Table %(group)s %(number)s") % {"group": drawn.group, "number": self.table.number}
        return _("Table %(number)s") % {"number": self.table.number}

    @property
    def marks(self) -> list[Figure]:
        return [MARKS[state] for state in self.states]

    @property
    def is_late_end(self) -> bool:
        """Whether it is likely to end after the last day of its games."""
        ends_at = self.game.ends_at if self.game else None
        return bool(ends_at and self.expected and self.expected > ends_at)


@dataclass(frozen=True)
class Holdup:
    """Somebody for whom a table waits longer than it should: their name, why, and the table."""

    name: str
    why: str
    row: TableRow


@dataclass(frozen=True)
class Reading:
    """When and in which time zone an organizer reads."""

    now: datetime
    zone: tzinfo

    def moment(self, at: datetime) -> str:
        return format_datetime(at, self.now, self.zone)


@dataclass(frozen=True)
class Overview:
    """The tables of an event that an organizer looks at: those of one round, or of all that run."""

    event: Tournament
    rounds: Sequence[Round]
    number: int | None
    rows: Sequence[TableRow]
    questions: Sequence[AuditEntry]
    entrants: Sequence[Entrant]
    reading: Reading

    @cached_property
    def counts(self) -> Counter[str]:
        return Counter(state for row in self.rows for state in row.states)

    @property
    def figures(self) -> list[tuple[Figure, int]]:
        """The figures at a glance."""
        return [(figure, self.counts[figure.key]) for figure in FIGURES]

    def filtered(self, show: str) -> list[TableRow]:
        """List the tables in a state, or all that are not done."""
        if show == "all":
            return list(self.rows)
        return [row for row in self.rows if (show in row.states if show else row.state != DONE)] or (
            [] if show else list(self.rows)
        )

    @property
    def needing(self) -> list[TableRow]:
        return [row for row in self.rows if set(row.states) & set(NEEDS)]

    @property
    def asked(self) -> list[tuple[AuditEntry, Table | None]]:
        """The open questions of players, each with its table if that can be booked anew from here."""
        done = {row.table.game_id: row.table for row in self.rows if row.table.booked_at}
        return [(question, done.get(question.game_id)) for question in self.questions]

    @property
    def numbers(self) -> list[int]:
        return sorted({drawn.number for drawn in self.rounds if drawn.status != Round.Status.DRAFT})

    @property
    def drafts(self) -> list[Round]:
        """Rounds that are drawn and not public."""
        return [drawn for drawn in self.rounds if drawn.status == Round.Status.DRAFT and drawn.output is not None]

    @property
    def waits_for_draw(self) -> bool:
        """Whether a round was taken back, and the next is drawn when an organizer asks for it."""
        event = self.event
        is_still = event.status == Tournament.Status.RUNNING and event.next_at is None
        return is_still and all(drawn.status == Round.Status.BOOKED for drawn in self.rounds)

    @property
    def heading(self) -> str:
        """What the page is about, in its headline."""
        event = self.event
        if event.status != Tournament.Status.RUNNING or not self.rows:
            return event.title
        said = {"number": self.number, "count": number_word(len(self.needing))}
        if not self.needing and all(row.state == DONE for row in self.rows):
            return _("Round %(number)s is over") % said if self.number else _("The last games are over")
        if not self.needing and all(row.state in (DONE, PAUSED) for row in self.rows):
            return _("Round %(number)s is paused") % said if self.number else _("The games are paused")
        if not self.needing:
            return _("Round %(number)s runs by itself") % said if self.number else _("The games run by themselves")
        text = ngettext(
            "Round %(number)s needs you at %(count)s table",
            "Round %(number)s needs you at %(count)s tables",
            len(self.needing),
        )
        if not self.number:
            text = ngettext("%(count)s table needs you", "%(count)s tables need you", len(self.needing))
        return capfirst(text % said)

    @property
    def lead(self) -> str:
        """How far it is, and when it is likely to end."""
        if not self.rows:
            return ""
        text = ngettext("%(done)s of %(all)s table is done.", "%(done)s of %(all)s tables are done.", len(self.rows))
        done = text % {"done": self.counts[DONE], "all": len(self.rows)}
        if paused := self.counts[PAUSED]:
            text = ngettext("%(count)s table is paused.", "%(count)s tables are paused.", paused)
            done = f"{done} {text % {'count': paused}}"
        if self.ends is None:
            return done
        text = _("At this pace the round ends %(at)s.") % {"at": self.reading.moment(self.ends)}
        if self.needing:
            waits = join_and([row.title for row in self.needing[:4]])
            text = _("At this pace the round ends %(at)s, if you settle %(tables)s.") % {
                "at": self.reading.moment(self.ends),
                "tables": waits,
            }
        return f"{done} {text}"

    @property
    def ends(self) -> datetime | None:
        """When the last of the tables that run is likely to end."""
        return max((row.expected for row in self.rows if row.expected and row.state != DONE), default=None)

    @property
    def last_day(self) -> datetime | None:
        """When the games that run end as they stand."""
        ends = (row.game.ends_at for row in self.rows if row.game and row.state != DONE)
        return max((at for at in ends if at), default=None)

    @cached_property
    def holdups(self) -> list[Holdup]:
        return list(find_holdups(self.rows, self.reading))

    @property
    def caretaker_seats(self) -> list[tuple[str, TableRow]]:
        """Who has left a seat to the caretaker, and where."""
        return [(name, row) for row in self.rows for name in kept_seats(row.game)]

    @property
    def bouncing(self) -> list[str]:
        found = (player for row in self.rows if row.game for player in row.game.players.all())
        return sorted({player.label for player in found if bounces(player)})

    @property
    def seasons(self) -> list[Tournament]:
        """The seasons that were made from this event. One query."""
        return list(self.event.followed_by.order_by("-pk"))

    @property
    def entered(self) -> Iterator[str]:
        """How many have a place, have checked in and wait."""
        text = ngettext("%(count)s player has a place.", "%(count)s players have a place.", self.playing)
        yield text % {"count": self.playing}
        if self.event.status == Tournament.Status.CHECK_IN:
            there = sum(bool(each.checked_in_at) for each in self.entrants if is_playing(each))
            text = ngettext("%(count)s of them has checked in.", "%(count)s of them have checked in.", there)
            yield text % {"count": there}
        if self.waiting:
            text = ngettext("%(count)s more waits for one.", "%(count)s more wait for one.", self.waiting)
            yield text % {"count": self.waiting}

    @property
    def playing(self) -> int:
        return sum(map(is_playing, self.entrants))

    @property
    def waiting(self) -> int:
        return sum(entrant.reserve for entrant in self.entrants)


def is_playing(entrant: Entrant) -> bool:
    """Check whether an entrant has a place and has not left."""
    return entrant.entered is not None and entrant.left is None


def load_overview(event: Tournament, reading: Reading, number: int | None = None) -> Overview:
    """Load the tables of a round, or without a number of all that run; once none does, of the last. Seven queries."""
    rounds = list(event.drawn.order_by("number", "group"))
    shown = [drawn for drawn in rounds if drawn.status != Round.Status.DRAFT]
    chosen = [drawn for drawn in shown if drawn.number == number] or running_rounds(shown)
    entrants = list(event.entrants.select_related("user"))
    names = {entrant.code: entrant.name for entrant in entrants}
    tables = load_tables(chosen, reading.now)
    asked = questions_in(event)
    pace = rounds_expected(event, tables)
    rows = [row_of(table, names, asked, pace, reading) for table in tables]
    rows.sort(key=lambda row: (ORDER.index(row.state), row.table.round_id, row.table.number))
    found = {drawn.number for drawn in chosen}
    only = found.pop() if len(found) == 1 else None
    return Overview(event, rounds, only, rows, list(asked.values()), entrants, reading)


def running_rounds(rounds: Sequence[Round]) -> list[Round]:
    """List the rounds that are not complete; the last where all are."""
    running = [drawn for drawn in rounds if drawn.status != Round.Status.BOOKED]
    return running or [drawn for drawn in rounds if drawn.number == rounds[-1].number]


def load_tables(rounds: Sequence[Round], now: datetime) -> list[Table]:
    """Load the tables of rounds with their games, flags, players and open answers. Four queries."""
    by_id = {drawn.pk: drawn for drawn in rounds}
    seats = Prefetch("players", Player.objects.select_related("user").order_by("seat"))
    asked = Prefetch("waiting", Waiting.objects.select_related("player__user"))
    games = Prefetch("game", with_flags(now).prefetch_related(seats, asked))
    tables = list(Table.objects.filter(round__in=by_id).order_by("round_id", "number").prefetch_related(games))
    for table in tables:
        table.round = by_id[table.round_id]
    for game in (table.game for table in tables if table.game is not None):
        for row in game.waiting.all():
            row.player.game = game  # by which players are named
    return tables


def questions_in(event: Tournament) -> dict[int, AuditEntry]:
    """Map the disputed games of an event, of all its rounds, to the last question about each. One query."""
    answered = AuditEntry.objects.filter(game=OuterRef("game"), action=SETTLED, pk__gt=OuterRef("pk"))
    rows = AuditEntry.objects.filter(game__event_table__round__tournament=event, action=RAISED)
    open_rows = rows.filter(~Exists(answered)).select_related("user", "game").order_by("pk")
    return {row.game_id: row for row in open_rows if row.game_id}


# ---- one table


def row_of(
    table: Table, names: dict[str, str], asked: dict[int, AuditEntry], rounds: float | None, reading: Reading
) -> TableRow:
    """Describe a table."""
    seated, game = tuple(names.get(code, code) for code in table.seats), table.game
    if game is None:
        return TableRow(table, seated, (WAITS,), _("The game has not begun"), "", None)
    states = states_of(game, reading.now)
    who, note = describe(game, states[0], asked.get(game.pk), reading)
    return TableRow(table, seated, states, who, note, expected_end(game, rounds, reading.now))


def states_of(game: Game, now: datetime) -> tuple[str, ...]:
    """List what is true of a game, the most urgent first; its flags are those of the organizers' list of games."""
    if game.has_ended:
        return (DISPUTED, DONE) if game.disputed else (DONE,)  # type: ignore[attr-defined]
    found = {
        DISPUTED: game.disputed,  # type: ignore[attr-defined]
        SILENT: game.stalled or game.abandoned,  # type: ignore[attr-defined]
        LATE: bool(late_rows(game, now)),
        CARETAKER: game.kept,  # type: ignore[attr-defined]
        BOUNCED: game.bounces,  # type: ignore[attr-defined]
        PAUSED: game.status == Game.Status.PAUSED,
    }
    true = [state for state in ORDER if found.get(state)]
    return tuple(true) if set(true) - {BOUNCED, PAUSED} else (*true, *([] if PAUSED in true else [RUNNING]))


def late_rows(game: Game, now: datetime) -> list[Waiting]:
    """List the open answers of a running game whose own time is over: the bank runs, or the deadline has passed."""
    if not game.is_running:
        return []
    return [row for row in game.waiting.all() if (begins := row.own_until or row.deadline_at) and begins <= now]


def describe(game: Game, state: str, question: AuditEntry | None, reading: Reading) -> tuple[str, str]:
    """Say in two lines who or what a table waits for."""
    asked = join_and([row.player.label for row in game.waiting.all()])
    if game.has_ended:
        return (_("Waits for your answer"), question_words(question)) if state == DISPUTED else ended_words(game)
    if game.status == Game.Status.PAUSED:
        since = reading.moment(game.paused_at) if game.paused_at else ""
        return _("Paused since %(at)s") % {"at": since}, question_words(question)
    if state == DISPUTED:
        return _("Waits for your answer"), question_words(question)
    if state == SILENT:
        span = format_duration(reading.now - (game.moved_at or game.created_at))
        return _("Nobody has moved for %(span)s") % {"span": span}, asked
    if late := late_rows(game, reading.now):
        return late_words(late[0], reading), join_and([row.player.label for row in late])
    if kept := kept_seats(game):
        return _("The caretaker plays for %(who)s") % {"who": join_and(kept)}, ""
    until = next((row.deadline_at for row in game.waiting.all() if row.deadline_at), None)
    return (
        _("Waiting for %(who)s") % {"who": asked} if asked else _("The site plays on"),
        _("until %(at)s") % {"at": reading.moment(until)} if until else "",
    )


def late_words(row: Waiting, reading: Reading) -> str:
    """Say how late an open answer is: how far into the bank, or behind the deadline."""
    if row.deadline_at and row.deadline_at <= reading.now:
        return _("%(span)s after the deadline") % {"span": format_duration(reading.now - row.deadline_at)}
    begins = row.own_until or reading.now
    return _("%(span)s into the time bank") % {"span": format_duration(reading.now - begins)}


def question_words(question: AuditEntry | None) -> str:
    if question is None:
        return ""
    who = question.user.username if question.user else _("somebody who has left")
    return _("%(who)s: %(text)s") % {"who": who, "text": question.reason}


def ended_words(game: Game) -> tuple[str, str]:
    if game.status == Game.Status.VOID:
        return _("Called off"), ""
    first = join_and([player.label for player in game.players.all() if player.place == 1])
    if "adjudicated_at" in (game.result or {}):
        return _("Ended as it stood"), _("%(who)s came first") % {"who": first} if first else ""
    return _("%(who)s won") % {"who": first}, ""


def kept_seats(game: Game | None) -> list[str]:
    """List whose seats the caretaker plays in a game that goes on."""
    if game is None or game.status not in LIVE:
        return []
    return [player.label for player in game.players.all() if player.state == Player.State.CARETAKER]


def bounces(player: Player) -> bool:
    return player.user is not None and player.user.is_active and player.user.bounced_at is not None


# ---- how long it will take


FEWEST = 2
"""Rounds of a game after which its pace says something."""


def rounds_expected(event: Tournament, tables: Sequence[Table]) -> float | None:
    """Return how many rounds a game of an event is likely to have: its last one, or the mean of those that ended."""
    last = event.game_settings.get("last_round")
    if last:
        return float(last)
    ended = [table.game.round for table in tables if table.game and table.game.has_ended and table.game.round]
    return sum(ended) / len(ended) if ended else None


def expected_end(game: Game, rounds: float | None, now: datetime) -> datetime | None:
    """Estimate when a game ends, from its pace so far; no later than its last day. None where nothing tells."""
    if game.has_ended:
        ended: datetime | None = game.ended_at
        return ended
    if game.started_at is None or rounds is None or game.round < FEWEST:
        last: datetime | None = game.ends_at
        return last
    spent = max(now - game.started_at, timedelta(hours=1))
    end: datetime = now + spent / (game.round - 1) * max(rounds - game.round + 1, 1)
    return end


def find_holdups(rows: Sequence[TableRow], reading: Reading) -> Iterator[Holdup]:
    """Yield whom silent and late tables wait for, those that wait longest first."""
    found = []
    for row in rows:
        if row.game is None or not {SILENT, LATE} & set(row.states):
            continue
        for waiting in row.game.waiting.all():
            since = waiting.own_until or waiting.since
            if since <= reading.now:
                found.append((since, Holdup(waiting.player.label, holdup_words(row, waiting, reading), row)))
    yield from (holdup for _since, holdup in sorted(found, key=lambda each: each[0]))


def holdup_words(row: TableRow, waiting: Waiting, reading: Reading) -> str:
    span = format_duration(reading.now - waiting.since)
    text = _("%(table)s, asked %(span)s ago") % {"table": row.title, "span": span}
    return f"{text}; {_('mail bounces')}" if bounces(waiting.player) else text
