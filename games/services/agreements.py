"""What people at a table may agree on: more time, a pause and its end, a seat to offer, a draw, calling the game off.

    with locked_table(game_id) as table:
        table.pause(days=7, agreed=[0, 2])

A `Table` is a locked game without its state, for apps above the games, which get none. Each agreement is told by a note
in the journal with the seats that agreed; the mails about it follow from the note.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import cached_property
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import GameClosed, NotAllowed
from games.models import Entry, Game, Player, Waiting
from games.play.session import Session
from games.services.commit import commit_session
from games.services.free_seats import HELD, offer_seat, withdraw_seat
from games.services.locks import db_now, game_lock, person_lock
from games.services.pauses import restart_clocks, stop_clocks
from games.services.seats import hand_over, require_newcomer
from games.signals import end_game

if TYPE_CHECKING:
    from accounts.models import User

SYSTEM = Entry.Source.SYSTEM


class Table:
    """The people at a locked game and what they may do with it together. The journal is read only if something is
    noted or done."""

    def __init__(self, game: Game, now: datetime) -> None:
        self.game = game
        self.now = now
        self._changed = False

    @cached_property
    def players(self) -> list[Player]:
        """Everybody with a seat, in the order of seats."""
        return list(self.game.players.select_related("user").order_by("seat"))

    @cached_property
    def people(self) -> list[Player]:
        """The people who play: no bots, and nobody who is out, has resigned or whose seat the caretaker holds."""
        return [player for player in self.players if player.user_id and player.state == Player.State.PLAYING]

    def player_of(self, user: User) -> Player | None:
        """Find the seat of somebody who plays."""
        return next((player for player in self.people if player.user_id == user.pk), None)

    @cached_property
    def held(self) -> list[Player]:
        """The seats that the caretaker holds and that are not offered yet."""
        return [player for player in self.players if player.state in HELD and player.offered_at is None]

    @cached_property
    def deadline(self) -> datetime | None:
        """The nearest deadline that runs, as it is told; None while the game pauses or nobody is waited for."""
        if not self.game.is_running:
            return None
        rows = Waiting.objects.filter(game=self.game).exclude(deadline_at=None).select_related("game", "player__user")
        return min((until for row in rows if (until := row.until)), default=None)

    @property
    def is_changed(self) -> bool:
        """Whether there is something to commit."""
        return self._changed

    @cached_property
    def _session(self) -> Session:
        self._changed = True
        return Session.load(self.game, self.now)

    def commit(self, *, source: str) -> None:
        """Save what was noted and done, and queue the mails about it."""
        commit_session(self._session, source=source)

    # ---- what is done

    def note(self, what: str, *, seat: int | None = None, source: str = SYSTEM, **facts: object) -> Entry:
        """Journal an event of the host, as `Session.log_host_event` does."""
        return self._session.log_host_event(what, seat=seat, source=source, **facts)

    def extend(self, hours: int, agreed: Sequence[int]) -> None:
        """Move every deadline that runs."""
        self._session.waiting.extend_all(timedelta(hours=hours))
        self.note("extended", hours=hours, agreed=list(agreed))

    def pause(self, days: int, agreed: Sequence[int]) -> None:
        """Stop all clocks; whoever calls this ends the pause after `days`."""
        stop_clocks(self._session)
        self.note("paused", days=days, agreed=list(agreed))

    def resume(self, agreed: Sequence[int] = ()) -> None:
        """End a pause; without anybody who agreed it has lasted its time."""
        restart_clocks(self._session)
        self.note("resumed", agreed=list(agreed))

    def offer(self, seat: int, agreed: Sequence[int] = (), *, source: str = SYSTEM, reason: str = "") -> None:
        """Offer a seat that the caretaker holds. Raises NotAllowed for any other."""
        offer_seat(self._session, seat, agreed, source=source, reason=reason)

    def withdraw(self, seat: int, reason: str) -> None:
        """Take back the offer of a seat, as an organizer. Raises NotAllowed if it is not offered."""
        withdraw_seat(self._session, seat, reason)

    def give_seat(self, seat: int, user: User, *, source: str = Entry.Source.WEB) -> None:
        """Give a seat that is offered to a person, the `newcomer` of this table, with a whole turn. Raises NotAllowed
        for any other seat, GameError for somebody who plays here already or has seen what is hidden."""
        player = self._session.players.get(seat)
        if player is None or player.state not in HELD or player.offered_at is None:
            raise NotAllowed(_("This seat is no longer free."))
        require_newcomer(self.game, user, seat)
        hand_over(self._session, player, source=source, by=user)
        player.came = True

    def draw(self, agreed: Sequence[int]) -> None:
        """End the game; those who agreed share the win."""
        self.note("drawn", agreed=list(agreed))
        self._session.share(agreed)

    def call_off(self, agreed: Sequence[int]) -> None:
        """End the game without a winner."""
        self.note("void", agreed=list(agreed))
        end_game(self.game, Game.Status.VOID, self.now)


@contextmanager
def locked_table(
    game_id: int, *, source: str = SYSTEM, skip_locked: bool = False, newcomer: User | None = None
) -> Iterator[Table]:
    """Lock a game that is being played, and before it a `newcomer` who may get a seat; commit what was done with it at
    the end. Raises GameClosed for any other game, NotAllowed if the newcomer's account is gone, and Game.DoesNotExist
    as `game_lock` does."""
    with transaction.atomic(durable=True):
        if newcomer is not None:
            person_lock(newcomer)
        table = Table(game_lock(game_id, skip_locked=skip_locked), db_now())
        if table.game.status not in (Game.Status.RUNNING, Game.Status.PAUSED) or not table.game.has_board:
            raise GameClosed
        yield table
        if table.is_changed:
            table.commit(source=source)
