"""The turns of a game as places to go back to."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.journal import counted
from games.models import Entry, Game
from games.organize.sheet import seats_of
from games.selectors.history import turns_of
from games.selectors.people import people_of

MOST_TURNS = 40


def turn_starts(game: Game) -> list[tuple[int, str]]:
    """(entry to go back to, words) for the beginnings of the last turns that count, newest first. Two queries."""
    fields = ("seq", "round", "seat", "kind", "pace", "back_to")
    rows = list(counted(Entry.objects.filter(game=game).order_by("-seq").only(*fields)))[::-1]
    turns = turns_of(rows, people_of(seats_of(game), None))
    places = [(turn.seq - 1, _("the beginning of %(turn)s") % {"turn": lowered(turn.title)}) for turn in turns]
    return [place for place in reversed(places) if 1 <= place[0] < game.seq][:MOST_TURNS]


def place_named(game: Game, seq: int) -> str:
    """ "at the beginning of round 5, Green (step 225)", or by the step alone where no turn begins."""
    title = dict(turn_starts(game)).get(seq)
    words = _("at %(turn)s (step %(step)s)") if title else _("as it did after step %(step)s")
    return words % {"turn": title, "step": seq}


def lowered(title: str) -> str:
    return title[:1].lower() + title[1:]
