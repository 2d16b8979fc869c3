"""Standings with reasons: each row with a line for each round, and a sentence for each figure that parts the tied."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.wording.amounts import join_and
from tournaments.events import Entrant, Event
from tournaments.history import Drawn, count_points
from tournaments.pages.words import count_points_words, place_word, round_title, show_points, table_title
from tournaments.reasons import ADJUST, BYE, TOOK_OVER, VOID, Line, find_tied, list_lines, list_opponents
from tournaments.results import WHOLE
from tournaments.standings import Row, rank_entrants, two_decimals
from tournaments.teams import rank_teams

FIGURES = ("reached", "last", "points")
"""What comes before the tie-breaks of an event."""

MOST_OPPONENTS = 40


@dataclass(frozen=True)
class Square:
    """A round in the row of places: its figure, and the style of it."""

    text: str
    css: str = "p"


@dataclass(frozen=True)
class Reason:
    """A line below a row: what it is about, what happened, and what it brought. `short` names the table alone."""

    title: str
    text: str
    points: str
    game: str = ""
    short: str = ""


@dataclass(frozen=True)
class Standing:
    """A row of standings with its reasons. `note` stands below the name, `columns` are figures for wide pages,
    `line` is the class of its line in leagues, where `at_most` says what can still be won."""

    place: int
    entrant: str
    name: str
    status: str
    points: str
    columns: tuple[str, ...]
    squares: tuple[Square, ...]
    squares_words: str
    reasons: tuple[Reason, ...]
    total: str
    sentences: tuple[str, ...]
    note: str = ""
    line: str = ""
    at_most: str = ""


@dataclass(frozen=True)
class Ranking:
    """What rows are made of: the event, the names of its entrants, the rows in order and the lines of each."""

    event: Event
    names: Mapping[str, str]
    rows: Sequence[Row]
    lines: Mapping[str, Sequence[Line]]
    last_round: int

    @property
    def by_id(self) -> dict[str, Row]:
        return {row.entrant: row for row in self.rows}

    def name(self, entrant: str) -> str:
        return self.names.get(entrant, entrant)


def make_ranking(event: Event, names: Mapping[str, str], rounds: Sequence[Drawn], group: str = "") -> Ranking:
    """Rank everybody after these rounds, which are complete, and collect what their figures come from."""
    rows = rank_entrants(event, rounds, group=group)
    return Ranking(event, names, rows, list_lines(event, rounds), rounds[-1].number)


def show_ranking(ranking: Ranking) -> list[Standing]:
    """Write all rows of standings."""
    by_id = ranking.by_id
    return [show_standing(ranking, at, by_id) for at in range(len(ranking.rows))]


def show_standing(ranking: Ranking, at: int, by_id: Mapping[str, Row]) -> Standing:
    row = ranking.rows[at]
    lines = ranking.lines.get(row.entrant, ())
    return Standing(
        place=row.place,
        entrant=row.entrant,
        name=ranking.name(row.entrant),
        status=row.status,
        points=show_points(row.points),
        columns=(str(row.wins), str(row.seconds), two_decimals(row.opponents, 100)),
        squares=tuple(map(show_square, lines)),
        squares_words=", ".join(map(square_words, lines)),
        reasons=tuple(show_reason(ranking, line) for line in lines),
        total=show_points(row.points),
        sentences=tuple(tell_figures(ranking, at, by_id)),
        note=status_words(row),
    )


def status_words(row: Row) -> str:
    return {"left": _("left the tournament"), "out": _("out")}.get(row.status, "")


def show_teams(event: Event, names: Mapping[str, str], rounds: Sequence[Drawn]) -> list[Standing]:
    """Write the standings of teams, with what each member brought."""
    points = count_points(event, rounds)
    return [show_team(event, names, row, points) for row in rank_teams(event, rounds, "")]


def show_team(event: Event, names: Mapping[str, str], row: Row, points: Mapping[str, int]) -> Standing:
    members = [each for each in event.entrants.values() if each.team == row.entrant and each.entered]
    members.sort(key=lambda each: (-points.get(each.id, 0), each.id))
    reasons = tuple(Reason(names.get(each.id, each.id), "", show_points(points.get(each.id, 0))) for each in members)
    is_cut = row.points < total(members, points)
    counted = _("Of each round only the best of a team count.") if is_cut else ""
    return Standing(
        place=row.place,
        entrant=row.entrant,
        name=row.entrant,
        status=row.status,
        points=show_points(row.points),
        columns=(str(row.wins), str(row.seconds), str(row.land)),
        squares=(),
        squares_words="",
        reasons=reasons,
        total=show_points(row.points),
        sentences=tuple(filter(None, (counted, tell_team_decided(row)))),
        note=join_and([names.get(each.id, each.id) for each in members]),
    )


def total(members: Sequence[Entrant], points: Mapping[str, int]) -> int:
    return sum(points.get(each.id, 0) for each in members)


def tell_team_decided(row: Row) -> str:
    if row.decided_by is None:
        return ""
    return _("The team above is ahead by %(what)s.") % {"what": tell_decided(row)}


# ---- lines


def show_square(line: Line) -> Square:
    if line.kind == BYE:
        return Square(_("b"), "p open")
    if line.kind == VOID:
        return Square("–", "p open")
    if line.kind in (ADJUST, TOOK_OVER):
        return Square("±" if line.kind == ADJUST else "+", "p open")
    css = f"p p{line.place}" if line.part == WHOLE else "p"
    return Square(str(line.place), css)


def square_words(line: Line) -> str:
    if line.kind == BYE:
        return _("bye")
    if line.kind == VOID:
        return _("void")
    return place_word(line.place) if line.place else _("adjusted")


def show_reason(ranking: Ranking, line: Line) -> Reason:
    title, table = round_title(line.round), ""
    if line.table:
        table = table_title(line.table, line.group)
        title = _("%(round)s, %(table)s") % {"round": title, "table": table[:1].lower() + table[1:]}
    return Reason(title, tell_line(ranking, line), show_points(line.units), line.game, table)


def tell_line(ranking: Ranking, line: Line) -> str:
    """Say what a line is, and why an organizer changed it."""
    told = tell_played(ranking, line)
    return (
        _("%(told)s; mended by an organizer: %(reason)s") % {"told": told, "reason": line.repaired}
        if line.repaired
        else told
    )


def tell_played(ranking: Ranking, line: Line) -> str:
    """Say how a line came about: "second against harbour, zephyr and umber"."""
    others = join_and([ranking.name(each) for each in line.others])
    if line.kind == BYE:
        return _("bye")
    if line.kind == ADJUST:
        return _("adjusted by an organizer: %(reason)s") % {"reason": line.reason}
    if line.kind == VOID:
        return _("void, with %(others)s: counts for nothing") % {"others": others}
    told = _("%(place)s against %(others)s") % {"place": place_word(line.place), "others": others}
    if line.kind == TOOK_OVER:
        return _("took over a seat that came %(told)s") % {"told": told}
    if line.kind == "adjudicated":
        told = _("%(told)s, ranked when time was over") % {"told": told}
    if line.part == WHOLE:
        return told
    if line.part == 0:
        return _("%(told)s, but left the seat") % {"told": told}
    return _("%(told)s, but left the seat and keeps %(part)s of 60 parts") % {"told": told, "part": line.part}


# ---- figures


def tell_figures(ranking: Ranking, at: int, by_id: Mapping[str, Row]) -> list[str]:
    """Tell every figure that may part the tied in a sentence, then who stands next by what."""
    row = ranking.rows[at]
    told = [TELL[name](ranking, row, by_id) for name in criteria_of(ranking.event) if name in TELL]
    return [sentence for sentence in (*told, *tell_neighbours(ranking, at)) if sentence]


def criteria_of(event: Event) -> tuple[str, ...]:
    return (*FIGURES, *event.tie_breaks)


def tell_reached(ranking: Ranking, row: Row, by_id: Mapping[str, Row]) -> str:
    if not row.reached:
        return ""
    if row.reached > ranking.last_round:
        return _("Still in after round %(round)s.") % {"round": ranking.last_round}
    text = _("Came as far as round %(round)s; %(place)s at the last table.")
    if not row.last:
        text = _("Came as far as round %(round)s.")
    return text % {"round": row.reached, "place": place_word(row.last)}


def tell_wins(ranking: Ranking, row: Row, by_id: Mapping[str, Row]) -> str:
    return tell_count(ranking, row, row.wins, 1, _("Wins"))


def tell_seconds(ranking: Ranking, row: Row, by_id: Mapping[str, Row]) -> str:
    return tell_count(ranking, row, row.seconds, 2, _("Second places"))


def tell_count(ranking: Ranking, row: Row, count: int, place: int, noun: str) -> str:
    """Say in which rounds a place was won: "Wins: 2, in rounds 1 and 3."."""
    lines = ranking.lines.get(row.entrant, ())
    kinds = ("won",) if place == 1 else ("won", "adjudicated")
    rounds = [line.round for line in lines if line.place == place and line.part == WHOLE and line.kind in kinds]
    if not rounds:
        first = any(line.place == place == 1 for line in lines)
        return _("Wins: 0, for a first place when time is over is no win.") if first else ""
    where = ngettext("round %(rounds)s", "rounds %(rounds)s", len(rounds)) % {"rounds": join_and([*map(str, rounds)])}
    return _("%(noun)s: %(count)s, in %(where)s.") % {"noun": noun, "count": count, "where": where}


def tell_opponents(ranking: Ranking, row: Row, by_id: Mapping[str, Row]) -> str:
    """Say what the opponents won elsewhere, each once for each meeting."""
    found = list_opponents(row, by_id)
    units, games = sum(each[1] for each in found), sum(each[2] for each in found)
    if not games:
        return _("Opponents’ points: 0, for the opponents played no other game.")
    each = [f"{ranking.name(name)} {show_points(won)}/{count}" for name, won, count in found[:MOST_OPPONENTS]]
    said = {
        "mean": two_decimals(row.opponents, 100),
        "points": count_points_words(units),
        "games": games,
        "each": ", ".join(each),
    }
    text = _(
        "Opponents’ points: %(mean)s a game. At their other tables they won %(points)s in %(games)s games: %(each)s."
    )
    return text % said


def tell_direct(ranking: Ranking, row: Row, by_id: Mapping[str, Row]) -> str:
    """Say how somebody did against those still tied; empty where nobody is, or none of them was met."""
    tied = find_tied(row, ranking.rows, criteria_of(ranking.event), "direct")
    met = [name for name in tied if any(name in table.entrants for table, _units in row.at)]
    if not met:
        return ""
    said = {"count": f"{row.direct:+d}", "names": join_and([ranking.name(name) for name in met])}
    return _("Direct meetings: %(count)s, against %(names)s, who are tied so far.") % said


def tell_land(ranking: Ranking, row: Row, by_id: Mapping[str, Row]) -> str:
    if not row.land:
        return ""
    text = ngettext(
        "Land: %(count)s territory at tables that were ended by time.",
        "Land: %(count)s territories at tables that were ended by time.",
        row.land,
    )
    return text % {"count": row.land}


TELL = {
    "reached": tell_reached,
    "wins": tell_wins,
    "seconds": tell_seconds,
    "opponents": tell_opponents,
    "direct": tell_direct,
    "land": tell_land,
}


def tell_neighbours(ranking: Ranking, at: int) -> list[str]:
    """Say by what somebody stands behind the next above, and before the next below."""
    rows, told = ranking.rows, []
    if at:
        said = _("%(name)s stands above by %(what)s.")
        told.append(said % {"name": ranking.name(rows[at - 1].entrant), "what": tell_decided(rows[at])})
    if at + 1 < len(rows):
        said = _("%(name)s stands below by %(what)s.")
        told.append(said % {"name": ranking.name(rows[at + 1].entrant), "what": tell_decided(rows[at + 1])})
    return told


def tell_decided(row: Row) -> str:
    """Name the criterion that put a row below the one above it."""
    words = {
        "reached": _("the round that was reached"),
        "last": _("the place at the last table"),
        "points": _("points"),
        "wins": _("wins"),
        "seconds": _("second places"),
        "opponents": _("opponents’ points"),
        "direct": _("direct meetings"),
        "land": _("territories"),
        "lot": _("lot, drawn from the seed of the round"),
    }
    return words[row.decided_by or "lot"]


def tell_order(event: Event) -> str:
    """Say what decides between equal points: "wins, second places, opponents’ points, then lot"."""
    words = {
        "wins": _("wins"),
        "seconds": _("second places"),
        "opponents": _("opponents’ points"),
        "direct": _("direct meetings"),
        "land": _("territories"),
        "lot": _("lot"),
    }
    names = [words[name] for name in event.tie_breaks]
    if not names[1:]:
        return names[0]
    return _("%(first)s, then %(last)s") % {"first": ", ".join(names[:-1]), "last": names[-1]}
