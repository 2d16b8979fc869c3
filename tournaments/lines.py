"""Lines that lead from the games to events, and what events bring to calendars."""

from __future__ import annotations

from games.lines import GAME_LINES, HOME_LINES, Line, Link, Reader
from games.models import Game
from games.selectors.dated_lines import DATED_LINES, DatedLines
from tournaments.selectors.event_lists import event_of, list_dates, tell_next


def next_link(reader: Reader) -> Link | None:
    """Link to what is next for somebody in an event. One query for people who are logged in."""
    return tell_next(reader) if reader.is_authenticated else None


def event_link(reader: Reader, game: Game) -> Link | None:
    """Link from a game to its event. One query for a game of an event, none for others."""
    return event_of(game) if game.paired else None


HOME_LINES.add(Line("tournaments", next_link))
GAME_LINES.add(Line("tournament", event_link))
DATED_LINES.add(DatedLines("tournaments", list_dates))
