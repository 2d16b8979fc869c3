"""A story folded by seat: what hit the reader, what everybody has to know, and for each seat what it did in a few
words, with its lines for whoever wants to read on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.decisions.kit.page_types import StoryLine
from games.wording.amounts import count_units, join_and
from games.wording.seats import Person, colour_name

MOST_NAMED = 4
"""Territories and cards that a few words name; of more, the newest."""

Named = Sequence[tuple[str, int]]
"""Names, oldest first, each with the number of its arrow on the map, 0 for none."""


@dataclass(frozen=True)
class SeatStory:
    """What one seat did: its colour, "Blue (harbour)" or "You", a few words that may be none, and its lines."""

    colour: str
    title: str
    words: str
    lines: tuple[StoryLine, ...]


@dataclass(frozen=True)
class FoldedStory:
    """A story by what it is to its reader: attacks on them and cards that struck them, what concerns everybody, and
    the rest seat by seat, in the order of their first line."""

    hits: tuple[StoryLine, ...]
    news: tuple[StoryLine, ...]
    seats: tuple[SeatStory, ...]


def fold_story(
    lines: Sequence[StoryLine], people: Sequence[Person], colour: str, view: engine.PlayerView
) -> FoldedStory:
    """Fold a story for the reader who plays `colour`."""
    hits = tuple(line for line in lines if is_hit(line, colour))
    others = [line for line in lines if not is_hit(line, colour)]
    news = tuple(line for line in others if line.is_news or not line.colour)
    names = {person.colour: person for person in people}
    rest = [line for line in others if line not in news]
    nobody = {line.colour: _("attacked nobody else") for line in hits}
    seats = tuple(
        seat_story(names.get(seat), [line for line in rest if line.colour == seat], view, nobody.get(seat, ""))
        for seat in dict.fromkeys(line.colour for line in rest)
    )
    return FoldedStory(hits, news, seats)


def is_hit(line: StoryLine, colour: str) -> bool:
    """Check whether somebody else attacked this seat, or hit it with a card."""
    return colour in line.victims or (bool(line.throws) and line.defender == colour != line.colour)


def seat_story(
    person: Person | None, lines: Sequence[StoryLine], view: engine.PlayerView, nobody: str = ""
) -> SeatStory:
    """Fold the lines of a seat; `nobody` is said of one that attacked nobody in them, but its reader elsewhere. Readers
    know themselves that they attacked nobody, and in the set-up nobody can."""
    nobody = nobody or (_("attacked nobody") if view.round else _("took part in the set-up"))
    said = deeds(lines, view) or ("" if person and person.you else nobody)
    by = {line.by for line in lines}
    title = title_of(person, lines[0].colour, by.pop() if len(by) == 1 else "")
    return SeatStory(lines[0].colour, title, said, tuple(lines))


def title_of(person: Person | None, colour: str, by: str = "") -> str:
    """Name who did something: "Blue (harbour)", "You"; "Blue (Anna for harbour)" where somebody stood in for all of
    it."""
    if by:
        who = _("You") if person and person.you else colour_name(colour)
        return f"{who} ({by})"
    if person is None:
        return colour_name(colour)
    return _("You") if person.you else f"{colour_name(person.colour)} ({person.name})"


def deeds(lines: Iterable[StoryLine], view: engine.PlayerView) -> str:
    """Say in a few words what a seat did: "took Peru (1) and Siam, failed to take Egypt, played Cease Fire, lost 4
    units"; empty if that was none of it."""
    lines, names = list(lines), engine.mapgraph(view.map).names
    took = [(names[at], line.number if at == line.dst else 0) for line in lines for at in line.taken]
    missed = [(names[line.dst or 0], line.number) for line in lines if line.held]
    moved = [(names[line.dst], line.number) for line in lines if is_move(line) and line.dst is not None]
    told = [
        (_("took %(what)s"), named_lands(took)),
        (_("failed to take %(what)s"), named_lands(without(missed, took))),
        (_("moved to %(what)s"), named_lands(moved)),
        (_("played %(what)s"), list_cards([(line.card, 0) for line in lines if line.card])),
        (_("lost %(what)s"), lost_words(sum(line.lost for line in lines), view.rules)),
    ]
    said = [text % {"what": what} for text, what in told if what]
    return ", ".join(said)


def is_move(line: StoryLine) -> bool:
    """Check whether a line tells of units that moved without a fight."""
    return line.src is not None and not (line.throws or line.taken or line.held)


def without(lands: Named, others: Named) -> Named:
    """Leave out those that are named among others: a land that fell in the end."""
    known = {name for name, _number in others}
    return [(name, number) for name, number in lands if number or name not in known]


def named_lands(lands: Named) -> str:
    """List territories, each once: the newest, and how many more there are."""
    newest = dict(lands)  # a later arrow has the number
    shown = list(newest.items())[-MOST_NAMED:]
    if more := len(newest) - len(shown):
        counted = ngettext("%(count)s more territory", "%(count)s more territories", more) % {"count": more}
        return join_and([*map(with_number, shown), counted])
    return join_and([*map(with_number, shown)])


def list_cards(cards: Named) -> str:
    """List cards, the newest, and how many more there are."""
    shown = [name for name, _number in cards][-MOST_NAMED:]
    if more := len(cards) - len(shown):
        shown.append(ngettext("%(count)s more card", "%(count)s more cards", more) % {"count": more})
    return join_and(shown)


def with_number(land: tuple[str, int]) -> str:
    name, number = land
    return f"{name} ({number})" if number else name


def lost_words(count: int, rules: str) -> str:
    return count_units(count, rules) if count else ""
