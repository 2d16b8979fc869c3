"""Tell the story of a game: entries of the journal as lines that one reader may read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, tzinfo
from functools import cache, partial
from itertools import groupby
from typing import NamedTuple

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

import engine
from common.prepared import Prepared
from common.times import format_short_datetime
from games.decisions.kit.page_types import StoryLine
from games.decisions.registry import disputed_land
from games.models import Entry, Game, Waiting
from games.models.game import game_path
from games.pages.story import EntryEvents, story_lines
from games.play.journal_reader import Happened, effective_entries, entries_in_force
from games.play.sealed import events_without_people, stand_in_without_people, visible_stand_in
from games.wording import narration
from games.wording.narration.roles import Event, in_story, is_by_host
from games.wording.seats import stood_in_words

MOST_ENTRIES = 600
"""Entries that one story reads; older ones are in the history."""

LATEST_ENTRIES = 40
"""Entries that a page tells at first, of a story that it can tell whole."""

MOST_RECALLED = 12
"""Older entries that are read with a story for an event of the past: the answers to two sealed decisions of all seats.
"""


def visible_events(entry: Entry | Told | Happened, viewer: int | None) -> Iterator[Event]:
    """Redact the events of an entry to what `viewer` may know. What cannot be read is left out, never shown whole."""
    for plain in entry.events:
        if engine.is_public(plain) or is_by_host(plain):
            yield plain
            continue
        try:
            event = engine.event_from_json(plain)
        except ValueError:
            continue
        yield engine.event_to_json(engine.event_for(event, viewer))


def told_to_all(game: Game) -> list[tuple[int, list[Event]]]:
    """List the events of all effective entries as spectators may read them, oldest first, each with its entry. One
    query."""
    return [(entry.seq, list(visible_events(entry, None))) for entry in entries_in_force(game)]


class Told(NamedTuple):
    """What it takes of an entry to tell its events, and to say whether it may be taken back."""

    seq: int
    kind: str
    seat: int | None
    events: list[Event]
    at: datetime
    back_to: int | None
    undoable: bool
    round: int
    turn_deadline_at: datetime | None
    time_given: timedelta
    pace: str
    stand_in: dict[str, str] | None


def entries_since(game: Game, seq: int, until: int | None = None) -> list[Told]:
    """List the effective entries after `seq`, oldest first, at most `MOST_ENTRIES` of them. One query."""
    rows = ENTRIES(game=game.pk, after=seq, until=game.seq if until is None else until)
    return list(effective_entries(map(Told._make, rows)))[::-1]


def whole_story(game: Game) -> list[Told]:
    """List all effective entries of a game, oldest first. One query."""
    rows = Entry.objects.filter(game_id=game.pk).order_by("-seq")
    return list(effective_entries(map(Told._make, rows.values_list(*Told._fields))))[::-1]


def entries_with_recalled(game: Game, seq: int, action: str) -> tuple[list[Told], list[Told]]:
    """List the effective entries after `seq`, oldest first, and those before it whose action is of this type, newest
    first. One query."""
    most = MOST_ENTRIES if game.seq - seq > LATEST_ENTRIES + 1 else LATEST_ENTRIES + 1
    rows = with_recalled(action, most)(game=game.pk, after=seq, until=game.seq)
    told = list(effective_entries(map(Told._make, rows)))
    return [entry for entry in reversed(told) if entry.seq > seq], [entry for entry in told if entry.seq <= seq]


def told_between(game: int, after: int, until: int) -> QuerySet[Entry, tuple[object, ...]]:
    """List the entries after one up to another, newest first."""
    rows = Entry.objects.filter(game_id=game, seq__gt=after, seq__lte=until).order_by("-seq")
    return rows.values_list(*Told._fields)[:MOST_ENTRIES]


ENTRIES = Prepared(told_between, game=int, after=int, until=int)


@cache
def with_recalled(action: str, most: int) -> Prepared[tuple[object, ...]]:
    """Build the query of at most so many entries after one up to another, and of the last before them with an action of
    this type."""

    def told(game: int, after: int, until: int) -> QuerySet[Entry, tuple[object, ...]]:
        wanted = Q(seq__gt=after) | Q(action__type=action)
        rows = Entry.objects.filter(wanted, game_id=game, seq__lte=until).order_by("-seq")
        return rows.values_list(*Told._fields)[: most + MOST_RECALLED]

    return Prepared(told, game=int, after=int, until=int)


def lands_of_last(entries: Sequence[Told], seat: int) -> tuple[int, ...]:
    """List the territories of the last action of a seat that had to do with some, as everybody may know them."""
    for entry in reversed(entries):
        if entry.kind == Entry.Kind.ACTION and entry.seat == seat:
            found = [land for event in visible_events(entry, None) for land in lands_of(event)]
            if found:
                return tuple(dict.fromkeys(found))
    return ()


def lands_of(event: Event) -> list[int]:
    """List the territories that an event names: of a claim, a move, a fight, or where something was put."""
    at = event.get("at") or ()
    places = [at] if isinstance(at, int) else [place if isinstance(place, int) else place[0] for place in at]
    found = [event.get("territory"), event.get("src"), event.get("dst"), *places]
    return [land for land in found if isinstance(land, int) and land >= 0]


@dataclass(frozen=True)
class Since:
    """The last entry of a seat's previous turn, 0 before its first answer, and what a story from there is called."""

    seq: int
    title: str


NEVER = 1_000_000_000
"""Above every round and every decision."""
OWN = Prepared(
    lambda game, seat, after, before, ref: (
        Entry.objects.filter(game_id=game, seat=seat, pace=Waiting.Pace.TURN)
        .filter(round__gt=after, round__lt=before, ref__lt=ref)
        .only("seq", "round")
        .order_by("-seq")[:1]
    ),
    game=int,
    seat=int,
    after=int,
    before=int,
    ref=int,
)


def since_last_turn(game: Game, seat: int, view: engine.PlayerView) -> Since:
    """Find where the story of a seat begins: before its own turn, also while that waits for others. One query."""
    asked, before, ref = view.asked, NEVER, NEVER
    is_asked = asked is not None and seat in asked.seats and asked.pace == Waiting.Pace.TURN
    if game.round and (is_asked or view.active == seat):
        before = game.round
    elif asked is not None and is_asked:
        ref = asked.ref
    last = next(iter(OWN(game=game.pk, seat=seat, after=-1, before=before, ref=ref)), None)
    if last is None:
        return Since(0, _("So far"))
    return Since(last.seq, _("Since your last turn") if last.round else _("Since your last answer"))


def visible_entries(
    entries: Iterable[Told], viewer: int | None, *, slug: str, now: datetime, zone: tzinfo
) -> list[EntryEvents]:
    """List entries as the viewer may read them; merge placings that follow each other."""
    told: list[EntryEvents] = []
    for entry in entries:
        events = sum_up_setup(visible_events(entry, viewer))
        by = stand_in_of(entry, viewer) if entry.stand_in else None
        if told and told[-1].by == by and should_merge(told[-1].events, events):
            *earlier, last = told[-1].events
            told[-1] = replace(told[-1], events=[*earlier, merge([last, events[0]]), *events[1:]])
            continue
        when, url = format_short_datetime(entry.at, now, zone), game_path("game-history", slug, entry.seq)
        told.append(EntryEvents(entry.seq, entry.at, events, when, url, by=by))
    return told


def stand_in_of(entry: Told, viewer: int | None) -> tuple[int, str] | None:
    """Return the seat of an entry, and who gave it for the seat's owner in words; None if the owner did."""
    found = visible_stand_in(entry, viewer)
    return (entry.seat or 0, stood_in_words(found)) if found else None


def is_setup_move(event: Event) -> bool:
    """Check whether an event is a move of a set-up, of which one entry may have all."""
    return in_story(event).sum_up is not None


def sum_up_setup(events: Iterable[Event]) -> list[Event]:
    """Sum up a set-up that was played at once: the moves of each kind and seat as one event. The history has them one
    by one."""
    every = list(events)
    if len(every) < 2:
        return every
    found: list[Event] = []
    for is_setup, run in groupby(every, key=is_setup_move):
        moves = list(run)
        found += sum_by_seat(moves) if is_setup and len(moves) > 1 else moves
    return found


def sum_by_seat(moves: Sequence[Event]) -> Iterator[Event]:
    """Sum up the moves of each kind and seat, kind after kind."""
    seats = dict.fromkeys(move["seat"] for move in moves)
    for kind in dict.fromkeys(move["type"] for move in moves):
        for seat in seats:
            if own := [move for move in moves if (move["type"], move["seat"]) == (kind, seat)]:
                yield merge(own)


def merge(moves: Sequence[Event]) -> Event:
    """Make one event of moves of one kind and seat."""
    sum_up = in_story(moves[0]).sum_up
    return sum_up(moves) if sum_up else moves[0]


def should_merge(before: Sequence[Event], after: Sequence[Event]) -> bool:
    """Check whether the first of some events goes on with the last of those before, of the same kind and seat."""
    if not before or not after or before[-1]["type"] != after[0]["type"]:
        return False
    return in_story(after[0]).goes_on and bool(before[-1]["seat"] == after[0]["seat"])


def story_of(
    game: Game, entries: Iterable[Told], view: engine.PlayerView, *, now: datetime, zone: tzinfo, public: bool = False
) -> tuple[StoryLine, ...]:
    """Render the lines of a story that ends at a view, oldest first, as its viewer may know it; one that is `public`
    has nothing in it that a spectator may not know, in the same words."""
    if game.hides_names:
        entries = map(without_people, entries)
    told = visible_entries(entries, None if public else view.viewer, slug=game.slug, now=now, zone=zone)
    return story_lines(told, narration.names_for(view), disputed_land(view))


def without_people(entry: Told) -> Told:
    """Take the names of people out of an entry."""
    return entry._replace(events=events_without_people(entry.events), stand_in=stand_in_without_people(entry.stand_in))


public_story = partial(story_of, public=True)
