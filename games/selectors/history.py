"""Build the pages of a game as it stood at any moment, and as it ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

import engine
from common.caches import get_or_make
from common.times import dated, format_duration
from games.decisions.kit.page_types import StoryLine
from games.families.final_ranking import final_places, kept_places
from games.families.parts import parts_of
from games.lines import PAST_LINES, links_of
from games.models import Entry, Game, GameKey
from games.models.game import game_path
from games.pages import history as pages
from games.pages.result import OverPage, Proof, over_page
from games.pages.territory_chart import Scale, Share, land_shares
from games.play.journal_reader import effective_entries, entries_in_force
from games.selectors.access import Access, view_of
from games.selectors.page_data import PageReader, address, page_header, share_card
from games.selectors.seat_notes import note_seats
from games.selectors.steps import Steps, moves_of
from games.selectors.story import Told, entries_since, story_of, visible_events
from games.selectors.thumbnails import moment_of
from games.wording.amounts import round_name
from games.wording.rules import table_rules
from games.wording.seats import Person, colour_name, people_of

TURNS_AROUND = 6
"""Turns before and after a moment whose lines are listed beside it."""
ENTRIES_AROUND = 150
"""The turns farthest from a moment are left out where all have more entries: in some games a turn has many."""

KEEP_SHARES = 24 * 3600


class EntryRow(NamedTuple):
    """What it takes of an entry to tell the turns of a game. Bare: a long game has thousands."""

    seq: int
    round: int
    seat: int | None
    kind: str
    pace: str
    back_to: int | None


def rows_of(game: Game) -> list[EntryRow]:
    """List all entries of a game, newest first. One query."""
    entries = Entry.objects.filter(game_id=game.pk).order_by("-seq")
    return list(map(EntryRow._make, entries.values_list(*EntryRow._fields)))


def counted_rows(game: Game) -> list[EntryRow]:
    """List the entries of a game that no undo has voided, oldest first. One query."""
    return list(effective_entries(rows_of(game)))[::-1]


def entry_at(rows: Sequence[EntryRow], seq: int) -> EntryRow | None:
    """Find the entry `seq` among those of a game; None if there is none."""
    return next((row for row in rows if row.seq == seq), None)


@dataclass(frozen=True)
class Turn:
    """A turn in the journal: its first entry, its title, "Round 9, Violet", and whose turn it is."""

    seq: int
    round: int
    title: str
    seat: int | None = None


def history_of(
    access: Access,
    seq: int | None,
    reading: PageReader,
    *,
    shown: str = "",
    board: str = "",
    player: str = "",
    step: int | None = None,
) -> pages.HistoryPage | None:
    """Build the page of the moment after entry `seq` (the present without one); None if there is no such entry.

    `player` keeps only the lines in which the seat of this colour acts or defends, of more turns around it. `step`
    looks into an entry that played a whole set-up, after so many of its moves.
    """
    game = access.game
    rows = rows_of(game)
    here = entry_at(rows, game.seq if seq is None else seq)
    if here is None:
        return None
    steps = Steps.of(game, here, step)
    view = steps.view(game, here.seq, access.viewer)
    past = replace(
        past_around(access, reading, rows, view, here.seq, player),
        shown=shown,
        board=board,
        steps=len(steps.moves),
        step=steps.at,
        coming=bool(moves_of(game, entry_at(rows, here.seq + 1))),
        step_words=steps.words(view),
    )
    return pages.history_page(view, engine.mapgraph(game.map), past)


def past_around(
    access: Access, reading: PageReader, rows: Sequence[EntryRow], view: engine.PlayerView, seq: int, player: str
) -> pages.Past:
    """Load what a page shows around the moment after entry `seq`: its lines, its jumps and the chart of land. `view` is
    the position then; `player` as in `history_of`."""
    game = access.game
    people = people_of(access.players, access.viewer)
    kept = list(effective_entries(rows))
    turns = turns_of(game.rules, kept[::-1], people)
    player = player if player in {person.colour for person in people} else ""
    first, end, earlier, later = around(turns, seq, game.seq, len(people) if player else 1)
    before = next((row.seq for row in kept if row.seq < first and row.kind == Entry.Kind.ACTION), first)
    entries = entries_since(game, before - 1, until=end)
    told = lines_of(game, entries, view, reading, player)
    lines = [line for line in told if first <= place_of(turns, line) <= (end if later else game.seq + 1)]
    return pages.Past(
        head=page_header(access, reading, heading=False),
        people=people,
        moments=[(title_of(game.rules, turns, people, line), line) for line in lines],
        seq=seq,
        last=game.seq,
        base=address("game-history", game),
        url=lambda moment: game_path("game-history", game.slug, moment),
        at=moment_at(game, seq, entries),
        zone=reading.zone,
        shares=shares_of(game, len(people)),
        starts={turn.round: turn.seq for turn in reversed(turns)},
        turn_seqs=[turn.seq for turn in turns],
        earlier=earlier,
        later=later,
        player=player,
        links=links_of(PAST_LINES, reading.user, game),
        share=share_card(game, seq, moment_title(game, view)),
    )


def moment_title(game: Game, view: engine.PlayerView) -> str:
    """Name a moment of a game for those who have not seen it: "Long Winter, round 7"."""
    return _("%(game)s, %(round)s") % {"game": game.name, "round": round_name(view.rules, view.round)}


def moment_at(game: Game, seq: int, entries: Sequence[Told]) -> datetime:
    """Return when entry `seq` was made. One query unless it is among `entries`, as all are that no undo has voided."""
    found = next((entry.at for entry in entries if entry.seq == seq), None)
    return found or Entry.objects.values_list("at", flat=True).get(game_id=game.pk, seq=seq)


def turns_of(rules: str, kept: Sequence[Entry | EntryRow | Told], people: Sequence[Person]) -> list[Turn]:
    """List where each turn began, oldest first. The whole set-up is one; answers out of turn belong to the turn they
    interrupt. An entry's own round is that after it, so the one that ends a round belongs to the round before."""
    turns: list[Turn] = []
    key: tuple[int, int | None] | None = None
    number = 0
    for row in kept:
        now = (number, row.seat if number else None)
        if now != key and (row.kind == Entry.Kind.START or row.kind == Entry.Kind.ACTION and row.pace == "turn"):
            key = now
            turns.append(Turn(row.seq, number, turn_title(rules, people, number, row.seat or 0), row.seat))
        number = row.round
    return turns


def stop_to_seq(game: Game, stop: int) -> int:
    """Map a stop of the slider to its entry."""
    kept = counted_rows(game)
    starts = {turn.round: turn.seq for turn in reversed(turns_of(game.rules, kept, ()))}
    return Scale.of(starts, game.seq).seq(stop)


def around(turns: Sequence[Turn], seq: int, last: int, times: int = 1) -> tuple[int, int, int, int]:
    """Return the first and last entry of the turns around `seq`, and a moment in the parts before and after (0:
    none). `times` as many are taken in as usual."""
    place = max((index for index, turn in enumerate(turns) if turn.seq <= seq), default=0)
    low, high = max(0, place - TURNS_AROUND * times), min(len(turns), place + TURNS_AROUND * times + 1)
    starts = [*(turn.seq for turn in turns), last + 1]
    while starts[high] - starts[low] > ENTRIES_AROUND * times and high - low > 1:
        low, high = (low + 1, high) if place - low >= high - 1 - place else (low, high - 1)
    first = turns[low].seq if low else 1
    end = starts[high] - 1
    return first, end, turns[low].seq - 1 if low else 0, turns[high].seq if high < len(turns) else 0


def title_of(rules: str, turns: Sequence[Turn], people: Sequence[Person], line: StoryLine) -> str:
    """Name the turn of a line: what a turn collects as it begins stands in the last entry of the turn before."""
    if line.turn:
        return turn_title(rules, people, *line.turn)
    return next((turn.title for turn in reversed(turns) if turn.seq <= line.seq), "")


def place_of(turns: Sequence[Turn], line: StoryLine) -> int:
    """Return the entry by which a line is listed: the first of its turn, if that begins in the line's own entry; one
    after all others if it has none yet."""
    return line.seq if line.turn is None else next((turn.seq for turn in turns if turn.seq > line.seq), line.seq + 1)


def turn_title(rules: str, people: Sequence[Person], number: int, seat: int) -> str:
    """Name a turn: "Round 9, Violet"; the set-up, round 0, is one for all seats."""
    title = round_name(rules, number)
    if number:
        colour = next((colour_name(person.colour) for person in people if person.seat == seat), "")
        title = _("%(round)s, %(seat)s") % {"round": title, "seat": colour}
    return title[:1].upper() + title[1:]


def shares_of(game: Game, seats: int) -> list[Share]:
    """Count how much land each seat held after each entry; kept in the cache until the game goes on."""

    def made() -> list[Share]:
        told = ((entry.seq, list(visible_events(entry, None))) for entry in entries_in_force(game))
        return land_shares(told, seats, len(engine.mapgraph(game.map).names), parts_of(game.rules).result.land_changes)

    return get_or_make(f"land-shares:{moment_of(game)}", list[Share], KEEP_SHARES, made)


def result_of(access: Access, reading: PageReader, board: str = "") -> OverPage:
    """Build the page of a game that has ended; `board` is the stage of its map that the reader chose."""
    game = access.game
    view = view_of(game, access.viewer)
    entries = [list(visible_events(entry, None)) for entry in entries_in_force(game)]
    events = [event for told in entries for event in told]
    lasted = format_duration(game.ended_at - game.started_at) if game.ended_at and game.started_at else ""
    note_seats(access.game, access.players)
    return over_page(
        view,
        engine.mapgraph(game.map),
        head=page_header(access, reading, heading=False),
        people=people_of(access.players, access.viewer),
        events=events,
        places=kept_places(game.result) or final_places(view, entries),
        proof=proof_of(game, events, reading),
        lasted=lasted,
        rematch_url=address("game-rematch", game) if access.player else "",
        played=table_rules(game),
        board=board,
        links=links_of(PAST_LINES, reading.user, game),
        share=share_card(game),
    )


def proof_of(game: Game, events: Sequence[engine.Facts], reading: PageReader) -> Proof:
    """Build the proof of the dice. The key is read for a game that has ended, and for no other."""
    if not game.has_ended:
        raise ValueError("the key of a running game is not shown")
    throws = sum(event["type"] == "battle.fought" for event in events)
    sealed = game.created_at.astimezone(reading.zone)
    return Proof(
        seal=game.digest,
        key=bytes(GameKey.objects.get(game_id=game.pk).key).hex(),
        sealed_on=dated(sealed, "year"),
        throws=throws,
        log_url=address("game-log", game),
        draws_url=address("game-draws", game),
    )


def lines_of(
    game: Game, entries: Sequence[Told], view: engine.PlayerView, reading: PageReader, player: str
) -> tuple[StoryLine, ...]:
    """Tell entries as the view's seat may know them; with a colour as `player` only the lines that touch its seat."""
    lines = story_of(game, entries, view, now=reading.now, zone=reading.zone)
    return lines_touching(lines, player) if player else lines


def lines_touching(lines: Sequence[StoryLine], colour: str) -> tuple[StoryLine, ...]:
    """Filter the lines in which a seat acts or defends."""
    return tuple(line for line in lines if colour in (line.colour, line.defender, *line.victims))
