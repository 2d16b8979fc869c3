"""The table of a division: what everybody has played, what they can still win, and who goes up and down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from games.wording.amounts import number_word
from tournaments.events import Event
from tournaments.history import Drawn
from tournaments.pages.standings import Ranking, Reason, Square, Standing, show_ranking
from tournaments.pages.words import division_name, show_points


def show_division(ranking: Ranking, drawn: Drawn, divisions: int, *, is_over: bool) -> list[Standing]:
    """Write the rows of a division of which `drawn` has the results so far; there are so many `divisions` in all."""
    rows = show_ranking(ranking)
    number = int(drawn.group[1:])
    games = Counter(name for table in drawn.tables for name in table)
    open_points = count_open(ranking.event, drawn)
    points = {row.entrant: row.points + open_points[row.entrant] for row in ranking.rows}
    moves = moves_of(number, len(rows), divisions) if any(row.squares for row in rows) else {}
    return [
        show_row(row, games[row.entrant], points[row.entrant], moves.get(at), is_over=is_over)
        for at, row in enumerate(rows)
    ]


def count_open(event: Event, drawn: Drawn) -> Counter[str]:
    """Sum up what each can still win at the tables of a division that have not ended, in units."""
    told = {number_in(table) for table in (drawn.told or {}).get("tables", [])}  # type: ignore[union-attr]
    found = Counter[str]()
    for number, table in enumerate(drawn.tables, 1):
        if number not in told:
            for name in table:
                found[name] += event.points.row_of(len(table))[0]
    return found


def number_in(table: object) -> int:
    assert isinstance(table, Mapping)
    return int(table["number"])


LINES = {"up": "line-up", "down": "line-down"}
"""The class of the line at a row, by the way on which it leads."""


def moves_of(number: int, size: int, divisions: int) -> dict[int, tuple[str, int]]:
    """Return who would move, by their places from 0: up or down, and to which division. The first goes up; the last two
    go down, the better one to the lower number.

    >>> moves_of(1, 7, 3), moves_of(3, 7, 3)
    ({5: ('down', 2), 6: ('down', 3)}, {0: ('up', 1)})
    """
    below = [each for each in (2 * number, 2 * number + 1) if each <= divisions]
    first = max(1, size - len(below))
    found = {first + at: ("down", each) for at, each in enumerate(below) if first + at < size}
    return ({0: ("up", number // 2)} if number > 1 else {}) | found


def show_row(row: Standing, games: int, most_points: int, move: tuple[str, int] | None, *, is_over: bool) -> Standing:
    """Add to a row what a league tells: games played and to come, what can still be won, and where it leads."""
    played, most = len(row.squares), show_points(most_points)
    to_come = max(0, games - played)
    at_most = _("at most %(most)s when all %(games)s games are played") % {"most": most, "games": number_word(games)}
    return replace(
        row,
        columns=(_("%(played)s of %(games)s") % {"played": played, "games": max(games, played)}, most),
        squares=(*row.squares, *[Square("·", "p open")] * to_come),
        reasons=tuple(map(name_game, row.reasons)),
        at_most=at_most if to_come else "",
        note=tell_move(move, is_over=is_over) if move else row.note,
        line=LINES[move[0]] if move else "",
    )


def name_game(reason: Reason) -> Reason:
    """Name a line by its table alone: a season is one round."""
    return replace(reason, title=reason.short or reason.title)


def tell_move(move: tuple[str, int], *, is_over: bool) -> str:
    way, division = move
    said = {"name": division_name(f"D{division}")}
    if is_over:
        return (_("up to division %(name)s") if way == "up" else _("down to division %(name)s")) % said
    text = _("as it stands, up to division %(name)s")
    return (text if way == "up" else _("as it stands, down to division %(name)s")) % said


def mark_lines(rows: Sequence[Standing]) -> list[Standing]:
    """Keep the line that parts who goes down on the first of them alone."""
    first = next((at for at, row in enumerate(rows) if row.line == LINES["down"]), len(rows))
    return [replace(row, line="") if row.line == LINES["down"] and at > first else row for at, row in enumerate(rows)]
