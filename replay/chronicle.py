"""The course of a game as everybody may know it: its moments, its turns and what they won, and who held how much land.

    course = chronicle_of(game, colours)

It is kept in the cache until the game goes on.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from common.caches import get_or_make
from games.families.parts import parts_of
from games.families.result import follow_land
from games.models import Entry, Game
from games.pages.territory_chart import Scale, Share, land_shares
from games.selectors.history import Turn, turns_of
from games.selectors.story import Told, visible_events, whole_story
from games.selectors.thumbnails import moment_of
from games.wording.amounts import join_and
from games.wording.seats import Person, colour_name

KEEP = 24 * 3600
MOST_NAMED = 3
"""Territories that the line of a turn names; of more it gives the number."""


@dataclass(frozen=True)
class TurnRow:
    """A turn: the moment at its end, its title, the colour of its seat (empty in the set-up), and what came of it."""

    seq: int
    first: int
    title: str
    colour: str
    said: str


@dataclass(frozen=True)
class Chronicle:
    """The numbers of the entries that are moments, the turns, the first entry of each round, and the land of each seat
    after each entry that changed it."""

    moments: list[int]
    turns: list[TurnRow]
    starts: dict[int, int]
    shares: list[Share]

    @property
    def scale(self) -> Scale:
        return Scale.of(self.starts, self.moments[-1])

    def nearest(self, seq: int) -> int:
        """Find the moment at an entry, or the last before it."""
        return self.moments[max(0, bisect_right(self.moments, seq) - 1)]

    def turn_at(self, seq: int) -> int:
        """Find the place of the turn that a moment belongs to."""
        return max((place for place, row in enumerate(self.turns) if row.first <= seq), default=0)

    def beginning(self) -> int:
        """Find the moment with which a replay begins: the end of the set-up, else the first."""
        opening = next((row.first for row in self.turns if row.colour), self.moments[0])
        return self.nearest(opening - 1)


def chronicle_of(game: Game, people: Sequence[Person]) -> Chronicle:
    """Read the course of a game that has begun. One query if it is not in the cache."""
    return get_or_make(f"chronicle:{moment_of(game)}", Chronicle, KEEP, lambda: write_chronicle(game, people))


def write_chronicle(game: Game, people: Sequence[Person]) -> Chronicle:
    """Write the course of a game from its journal."""
    told = whole_story(game)
    turns = turns_of(game.rules, told, people)
    public = [(entry.seq, list(visible_events(entry, None))) for entry in told]
    names, changes = engine.mapgraph(game.map).names, parts_of(game.rules).result.land_changes
    return Chronicle(
        moments=[entry.seq for entry in told if is_moment(entry, game)],
        turns=list(rows_of_turns(turns, public, people, game)),
        starts={turn.round: turn.seq for turn in reversed(turns)},
        shares=land_shares(public, len(people), len(names), changes),
    )


def is_moment(entry: Told, game: Game) -> bool:
    """Check whether a replay shows an entry: those that play, and the note with which a game ended."""
    return entry.kind in (Entry.Kind.START, Entry.Kind.ACTION) or (game.has_ended and entry.seq == game.seq)


def rows_of_turns(
    turns: Sequence[Turn], public: Sequence[tuple[int, list[engine.Facts]]], people: Sequence[Person], game: Game
) -> Iterator[TurnRow]:
    """Yield a row for each turn with the land that its seat won, the continents that it holds since, and who is out."""
    colours = {person.seat: person.colour for person in people}
    owner, graph = [-1] * len(engine.mapgraph(game.map).names), engine.mapgraph(game.map)
    changes, ends = parts_of(game.rules).result.land_changes, [turn.seq for turn in turns[1:]]
    entries = iter(public)
    entry = next(entries, None)
    for turn, end in zip(turns, [*ends, public[-1][0] + 1 if public else 0], strict=False):
        before, out, last = list(owner), list[int](), turn.seq
        while entry is not None and entry[0] < end:
            for event in entry[1]:
                follow_land(owner, event, changes)
                if event.get("type") == "seat.eliminated":
                    out.append(event["seat"])
            last, entry = entry[0], next(entries, None)
        colour = colours.get(turn.seat or 0, "") if turn.round else ""
        won = [place for place, seat in enumerate(owner) if colour and seat == turn.seat != before[place]]
        whole = [
            each.name
            for each in graph.continents
            if won and all(owner[place] == turn.seat for place in each.members) and {*won} & {*each.members}
        ]
        fallen = [colour_name(colours.get(seat, "")) for seat in out]
        said = tell_turn([graph.names[place] for place in won], whole, fallen)
        yield TurnRow(last, turn.seq, turn.title, colour, said)


def tell_turn(won: Sequence[str], whole: Sequence[str], fallen: Sequence[str]) -> str:
    """Say what a turn won: "Took China and Siberia. Holds all of Asia. Blue is out."; empty for nothing."""
    said = []
    if len(won) > MOST_NAMED:
        took = ngettext("Took %(count)s territory.", "Took %(count)s territories.", len(won))
        said.append(took % {"count": len(won)})
    elif won:
        said.append(_("Took %(names)s.") % {"names": join_and(won)})
    if whole:
        said.append(_("Holds all of %(names)s.") % {"names": join_and(whole)})
    said += [_("%(seat)s is out.") % {"seat": seat} for seat in fallen]
    return " ".join(said)
