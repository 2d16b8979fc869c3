"""The steps within one entry of the journal that played a whole set-up: its claims and placings, one by one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from django.utils.translation import gettext as _
from msgspec.structs import replace

import engine
from games.models import Entry, Game, Waiting
from games.play.journal_reader import view_at
from games.selectors.story import is_setup_move, visible_events
from games.wording import narration

Event = engine.Facts


@dataclass(frozen=True)
class Steps:
    """The moves of an entry, and after how many of them the reader looks at the board: 0 where it has none."""

    moves: tuple[Event, ...]
    at: int

    @classmethod
    def of(cls, game: Game, row: Paced, at: int | None) -> Steps:
        """Load the steps of an entry; the reader looks at the board after the last without `at`."""
        moves = moves_of(game, row)
        return cls(moves, len(moves) if at is None else min(at, len(moves)))

    def view(self, game: Game, seq: int, viewer: int | None) -> engine.PlayerView:
        """Make the view that `viewer` had at this step of entry `seq`."""
        if 0 < self.at < len(self.moves):
            return after(view_at(game, seq - 1, viewer), self.moves[: self.at])
        return view_at(game, seq, viewer)

    def words(self, view: engine.PlayerView) -> str:
        """Describe a step: "step 37 of 120: Blue claimed Peru"; empty before the first."""
        if not self.at:
            return ""
        said = narration.sentence(self.moves[self.at - 1], narration.names_for(view, html=False))
        return _("step %(at)s of %(count)s: %(said)s") % {"at": self.at, "count": len(self.moves), "said": said}


class Paced(Protocol):
    """What an entry, or a row of some of its columns, has to say here."""

    @property
    def seq(self) -> int: ...

    @property
    def pace(self) -> str: ...


def moves_of(game: Game, row: Paced | None) -> tuple[Event, ...]:
    """List the claims and placings of an entry that played a set-up at once; none of any other. `row` needs its pace
    and number alone; a query is made only where there may be such moves."""
    if row is None or row.pace != Waiting.Pace.SEALED:
        return ()
    entry = Entry.objects.only("events").get(game_id=game.pk, seq=row.seq)
    moves = tuple(filter(is_setup_move, visible_events(entry, None)))
    return moves if len(moves) > 1 else ()


def after(view: engine.PlayerView, moves: Iterable[Event]) -> engine.PlayerView:
    """Apply these moves to the view: owners, armies, and what each seat holds. A claimed `territory` has one army."""
    owner, armies = list(view.owner), list(view.armies)
    for move in moves:
        if "territory" in move:
            owner[move["territory"]], armies[move["territory"]] = move["seat"], 1
        for spot, count in (*move.get("at", ()), *move.get("neutral", ())):
            armies[spot] += count
    seats = tuple(
        replace(
            seat,
            territories=owner.count(seat.seat),
            armies=sum(count for count, held in zip(armies, owner, strict=True) if held == seat.seat),
        )
        for seat in view.seats
    )
    return replace(view, owner=tuple(owner), armies=tuple(armies), seats=seats)
