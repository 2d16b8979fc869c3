"""Turns of a game as points to rewind to, and moments of the journal in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, tzinfo
from html import unescape

from django.utils.translation import gettext as _

from common.times import format_datetime
from engine import Facts
from games.models import Entry, Game, Player
from games.organize.game_detail import seats_of
from games.play.journal_reader import effective_entries
from games.selectors.history import turns_of
from games.selectors.moments import export_moment
from games.wording.amounts import name_round
from games.wording.narration.host import moment_words
from games.wording.seats import colour_name, people_of

MOST_TURNS = 40
FIRST = 1
"""The entry with which a game begins, which is never taken back."""


def turn_starts(game: Game) -> list[tuple[int, str]]:
    """List (entry to go back to, words) for the beginnings of the last turns that count, newest first; for a set-up its
    beginning and the moments before each answer. Two queries."""
    fields = ("seq", "round", "seat", "kind", "pace", "back_to")
    rows = list(effective_entries(Entry.objects.filter(game=game).order_by("-seq").only(*fields)))[::-1]
    turns = turns_of(game.rules, rows, people_of(seats_of(game), None))
    starts = [
        (max(turn.seq - 1, FIRST), _("the beginning of %(turn)s") % {"turn": lower_first(turn.title)}) for turn in turns
    ]
    found = sorted({**dict(answers_in_setup(rows, seats_of(game))), **dict(starts)}.items(), reverse=True)
    return [start for start in found if start[0] < game.seq][:MOST_TURNS]


def answers_in_setup(rows: Iterable[Entry], players: Iterable[Player]) -> Iterator[tuple[int, str]]:
    """Yield (entry to go back to, words) for the moment before each answer of a set-up that is not over."""
    rows = [row for row in rows if row.kind == Entry.Kind.ACTION]
    if any(row.round for row in rows):
        return
    colours = {player.seat: colour_name(player.colour) for player in players}
    for row in rows:
        yield row.seq - 1, _("set-up, before %(seat)s answered") % {"seat": colours.get(row.seat, "")}


def moment_text(game: Game, seq: int, now: datetime, zone: tzinfo) -> str:
    """Describe the moment after entry `seq`: "the beginning of round 5, Green (today, 20:11)", "round 5, Green, after
    “attack ...” (today, 20:14)", or "the moment before the rewind (today, 20:14)"."""
    return format_moment(export_moment(game, seq), now, zone)


def format_moment(moment: Facts, now: datetime, zone: tzinfo) -> str:
    """Describe a moment that `export_moment` has exported; older exports do not name the `rules`."""
    at = format_datetime(datetime.fromisoformat(moment["at"]), now, zone)
    if moment.get("undoes"):
        return _("the moment before the rewind (%(at)s)") % {"at": at}
    named = name_round(moment["round"], moment.get("rules", ""))
    words = unescape(moment_words(moment, named, colour_name(moment["colour"])))
    return _("%(place)s (%(at)s)") % {"place": words, "at": at}


def lower_first(title: str) -> str:
    return title[:1].lower() + title[1:]
