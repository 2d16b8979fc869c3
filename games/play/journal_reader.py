"""Read the journal: the state that it folds to, its effective entries, and whether the snapshots agree.

Pages and mails get views from `view_at`; the state itself is for `games.play.session`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain as chained
from itertools import takewhile
from typing import NamedTuple, Protocol, TypeVar

from django.db.models import F, OuterRef, Subquery

import engine
from common.prepared import Prepared
from engine import journal
from games.errors import OtherEdition
from games.models import Entry, Game, Snapshot
from games.play import chain

FOLDED = ("seq", "place", "kind", "seat", "source", "action", "draws", "back_to", "ref")
"""What of an entry it takes to play it again."""


def view_at(game: Game, seq: int, viewer: int | None) -> engine.PlayerView:
    """Make the view of `viewer` as the game stood after entry `seq`."""
    return views_at(game, seq, [viewer])[0]


def views_at(game: Game, seq: int, viewers: Iterable[int | None]) -> list[engine.PlayerView]:
    """Make the views of several viewers from one reading of the journal."""
    moment = Moment(game, seq)
    return [moment.view(viewer) for viewer in viewers]


class Moment:
    """A game as it stood after an entry, read once for the views of any number of viewers. Raises as `state_at`."""

    def __init__(self, game: Game, seq: int) -> None:
        self._state = conclude(state_at(game, seq), game, seq)

    def view(self, viewer: int | None) -> engine.PlayerView:
        return engine.view_for(self._state, viewer)


def conclude(state: engine.GameState, game: Game, seq: int) -> engine.GameState:
    """End the state from the entry on in which the players agreed to a draw, or the game was adjudicated: there is no
    action that does, for no rule ended the game. A last round ends with the action that begins another one."""
    result = game.result or {}
    noted = result.get("shared_at", result.get("adjudicated_at"))
    if noted is not None and (seq >= noted or state.round > (game.last_round or state.round)):
        state.winners, state.round = tuple(result["winners"]), result.get("round", state.round)
        state.agenda.clear()
    return state


def state_at(game: Game, seq: int) -> engine.GameState:
    """Fold the state after entry `seq` from the latest snapshot and the entries after it.

    Without any snapshot the whole journal is folded, so that snapshots may be dropped. Raises OtherEdition for a game
    of rules that are not here, what the engine raises if an entry cannot be played, ValueError for a game that has
    not begun.
    """
    try:
        return _state_at(game, seq)
    except (engine.UnreadableGame, journal.LogError, KeyError):
        refuse_other_editions(game)
        raise


def refuse_other_editions(game: Game) -> None:
    """Raise OtherEdition for a game whose rules or map are not here: any others would play it wrongly. One query."""
    start = Entry.objects.filter(game_id=game.pk, kind=Entry.Kind.START).values_list("action", flat=True).first()
    if start and not chain.is_played_here(start):
        raise OtherEdition(rules=start.get("family", ""), map=start.get("map", ""))


SNAPSHOT = Prepared(
    lambda game, seq: Snapshot.objects.filter(game_id=game, seq__lte=seq).order_by("-seq")[:1], game=int, seq=int
)
TO_FOLD = Prepared(
    lambda game, after, seq: (
        Entry.objects.filter(game_id=game, seq__gt=after, seq__lte=seq)
        .exclude(kind=Entry.Kind.NOTE)
        .only(*FOLDED)
        .order_by("seq")
    ),
    game=int,
    after=int,
    seq=int,
)


def _state_at(game: Game, seq: int) -> engine.GameState:
    snapshot = next(iter(SNAPSHOT(game=game.pk, seq=seq)), None)
    if snapshot is not None and snapshot.seq == seq:
        return engine.unpack(bytes(snapshot.state))
    entries = TO_FOLD(game=game.pk, after=snapshot.seq if snapshot else 0, seq=seq)
    state = engine.unpack(bytes(snapshot.state)) if snapshot else None
    for index in range(len(entries) - 1, -1, -1):
        entry = entries[index]
        if entry.back_to is not None:
            state = renumber_decision(state_at(game, entry.back_to), entry.ref or 0)
            entries = entries[index + 1 :]
            break
    return fold(state, entries)


def renumber_decision(state: engine.GameState, ref: int) -> engine.GameState:
    """Renumber the open decision of `state`, so that forms from before an undo are stale."""
    state.ref = ref
    return state


def fold(state: engine.GameState | None, entries: Sequence[Entry]) -> engine.GameState:
    """Fold entries, none of which is an undo, onto a state; without one they begin with the start of a game."""
    if state is None:
        if not entries or entries[0].kind != Entry.Kind.START:
            raise ValueError("The journal does not begin with the start of a game.")
        start, *entries = entries
        state = journal.initial_state(chain.header_of(start.action or {}, ""), chain.link_of(start))
    return journal.fold_from(state, [chain.link_of(entry) for entry in entries])


def views_along(game: Game, viewer: int | None) -> Iterator[tuple[int, engine.PlayerView]]:
    """Yield what `viewer` may see after each effective entry that is no note, oldest first, with its number; at last as
    the game stands, where a note ended it.

    Two queries; the journal is folded once, and taken up anew at each snapshot, as `state_at` does. Raises as that.
    """
    rows = Entry.objects.filter(game_id=game.pk).exclude(kind=Entry.Kind.NOTE).only(*FOLDED)
    kept = dict(Snapshot.objects.filter(game_id=game.pk).values_list("seq", "state"))
    state: engine.GameState | None = None
    try:
        for entry in list(effective_entries(rows.order_by("-seq")))[::-1]:
            if entry.seq in kept:
                state = engine.unpack(bytes(kept[entry.seq]))
            elif entry.back_to is not None and state is not None:
                state = renumber_decision(state, entry.ref or 0)
            else:
                state = fold(state, [entry])
            yield entry.seq, engine.view_for(conclude(state, game, entry.seq), viewer)
        if state is not None and game.has_ended and entry.seq < game.seq:
            yield game.seq, engine.view_for(conclude(state, game, game.seq), viewer)
    except (engine.UnreadableGame, journal.LogError, KeyError):
        refuse_other_editions(game)
        raise


class Counts(Protocol):
    """What an entry, or a row of some of its columns, has to say to be counted."""

    @property
    def seq(self) -> int: ...

    @property
    def kind(self) -> str: ...

    @property
    def back_to(self) -> int | None: ...


C = TypeVar("C", bound=Counts)


def effective_entries(newest_first: Iterable[C]) -> Iterator[C]:
    """Yield the entries that no undo or rewind has voided, newest first; notes and the undo entries themselves too.

    An undo voids the actions after its `back_to`. Notes tell of what the host did and stay.
    """
    limit: int | None = None
    for entry in newest_first:
        void = limit is not None and entry.seq > limit
        if void and entry.kind != Entry.Kind.NOTE:
            continue
        if entry.back_to is not None:
            limit = entry.back_to
        yield entry


class Happened(NamedTuple):
    """What it takes of an entry to tell its events. Bare: a long game has thousands."""

    seq: int
    kind: str
    back_to: int | None
    events: list[engine.Facts]


def entries_in_force(game: Game, written: Sequence[Entry] = ()) -> list[Happened]:
    """List all effective entries, oldest first, those just `written` among them, whether they are stored or not. One
    query."""
    rows = Entry.objects.filter(game_id=game.pk).order_by("-seq")
    if written:
        rows = rows.filter(seq__lt=written[0].seq)
    new = (Happened(entry.seq, entry.kind, entry.back_to, entry.events) for entry in reversed(written))
    return list(effective_entries(chained(new, map(Happened._make, rows.values_list(*Happened._fields)))))[::-1]


def last_actions(game_id: int, unsaved: Sequence[Entry] = ()) -> Iterator[Entry]:
    """Yield the effective actions, newest first, read in small portions; `unsaved` entries follow the stored."""
    rows = Entry.objects.filter(game_id=game_id).order_by("-seq").iterator(chunk_size=50)
    return (entry for entry in effective_entries(chained(reversed(unsaved), rows)) if entry.kind == Entry.Kind.ACTION)


def since_turn_began(newest_first: Iterable[Entry]) -> Iterator[Entry]:
    """Yield the actions of the running turn, newest first, without the one with which it began."""
    return takewhile(lambda entry: not any(event.new_turn for event in events_of(entry)), newest_first)


def events_of(entry: Entry) -> list[engine.Event]:
    return [engine.event_from_json(event) for event in entry.events]


def captured_this_turn(newest_first: Iterable[Entry]) -> frozenset[int]:
    """List the territories that were captured since the running turn began; only its entries are read."""
    events: list[engine.Event] = []
    for entry in newest_first:
        told = events_of(entry)
        events = told + events
        if any(event.new_turn for event in told):
            break
    return engine.captured_in_turn(events)


def replayed(game_id: int, wanted: Iterable[int]) -> dict[int, bytes]:
    """Return the dumped states by entry, for those `wanted`, folded from the start without any snapshot.

    Raises what the engine raises if an entry cannot be played.
    """
    entries = list(Entry.objects.filter(game_id=game_id).only(*FOLDED).order_by("seq"))
    kept = {*wanted} | {entry.back_to for entry in entries if entry.back_to is not None}
    found: dict[int, bytes] = {}
    state: engine.GameState | None = None
    for entry in entries:
        if entry.back_to is not None:
            state = renumber_decision(engine.load(found[entry.back_to]), entry.ref or 0)
        elif entry.kind != Entry.Kind.NOTE:
            state = fold(state, [entry])
        if state is not None and entry.seq in kept:
            found[entry.seq] = engine.dump(state)
    return found


def wrong_snapshots(game: Game) -> list[int]:
    """List the entries whose snapshot differs from what the journal gives, or cannot be read."""
    rows = list(Snapshot.objects.filter(game_id=game.pk).order_by("seq"))
    right = replayed(game.pk, [row.seq for row in rows])
    return [row.seq for row in rows if dump_of(row) != right.get(row.seq)]


def dump_of(snapshot: Snapshot) -> bytes | None:
    """Dump the state of a snapshot in the form that states are compared in; None if it is damaged."""
    try:
        return engine.dump(engine.unpack(bytes(snapshot.state)))
    except Exception:  # whatever damaged bytes make a decompressor or a decoder raise
        return None


def views_now(asked: Sequence[tuple[Game, int | None]]) -> list[engine.PlayerView | None]:
    """Make the views of several games as they stand, each for its viewer: two queries for all of them, and more for a
    game whose last entries were undone. None for games of rules that are not here, or that have not begun."""
    latest = Snapshot.objects.filter(game=OuterRef("game_id")).order_by("-seq").values("pk")[:1]
    snapshots = Snapshot.objects.filter(game__in={game.pk for game, _viewer in asked}, pk=Subquery(latest))
    kept = {row.game_id: row for row in snapshots}
    since = Snapshot.objects.filter(game=OuterRef("game_id")).order_by("-seq").values("seq")[:1]
    after = Entry.objects.filter(game__in=list(kept)).alias(since=Subquery(since)).filter(seq__gt=F("since"))
    entries: dict[int, list[Entry]] = {}
    for entry in after.exclude(kind=Entry.Kind.NOTE).only("game_id", *FOLDED).order_by("seq"):
        entries.setdefault(entry.game_id, []).append(entry)
    return [view_now(game, viewer, kept.get(game.pk), entries.get(game.pk, [])) for game, viewer in asked]


def view_now(
    game: Game, viewer: int | None, snapshot: Snapshot | None, entries: Sequence[Entry]
) -> engine.PlayerView | None:
    """Make the view of a game as it stands, from its latest snapshot and the entries after it."""
    try:
        if snapshot is None or snapshot.seq > game.seq or any(entry.back_to is not None for entry in entries):
            return view_at(game, game.seq, viewer)
        state = fold(engine.unpack(bytes(snapshot.state)), [entry for entry in entries if entry.seq <= game.seq])
        return engine.view_for(conclude(state, game, game.seq), viewer)
    except (engine.UnreadableGame, journal.LogError, KeyError, ValueError, OtherEdition):
        return None
