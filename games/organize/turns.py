"""The turns of a game as places to go back to, and every moment in words."""

from __future__ import annotations

from datetime import datetime, tzinfo
from html import unescape

from django.utils.translation import gettext as _

from games.journal import counted
from games.models import Entry, Game
from games.narration.host import place
from games.organize.sheet import names_of, seats_of
from games.pages.times import moment
from games.selectors.history import turns_of
from games.selectors.moments import moment_facts
from games.selectors.people import people_of

MOST_TURNS = 40


def turn_starts(game: Game) -> list[tuple[int, str]]:
    """(entry to go back to, words) for the beginnings of the last turns that count, newest first. Two queries."""
    fields = ("seq", "round", "seat", "kind", "pace", "back_to")
    rows = list(counted(Entry.objects.filter(game=game).order_by("-seq").only(*fields)))[::-1]
    turns = turns_of(rows, people_of(seats_of(game), None))
    places = [(turn.seq - 1, _("the beginning of %(turn)s") % {"turn": lowered(turn.title)}) for turn in turns]
    return [place for place in reversed(places) if 1 <= place[0] < game.seq][:MOST_TURNS]


def moment_named(game: Game, seq: int, now: datetime, zone: tzinfo) -> str:
    """ "the beginning of round 5, Green", "round 5, Green, after “attack ...” (today, 20:14)", or "the moment before
    the rewind (today, 20:14)"."""
    facts = moment_facts(game, seq)
    if facts.get("undoes"):
        at = Entry.objects.values_list("at", flat=True).get(game=game, seq=facts["rewound_at"])
        return _("the moment before the rewind (%(at)s)") % {"at": moment(at, now, zone)}
    words = unescape(place(facts, names_of(game, seats_of(game), html=False)))
    if facts["begins"]:
        return words
    at = Entry.objects.values_list("at", flat=True).get(game=game, seq=seq)
    return _("%(place)s (%(at)s)") % {"place": words, "at": moment(at, now, zone)}


def lowered(title: str) -> str:
    return title[:1].lower() + title[1:]
