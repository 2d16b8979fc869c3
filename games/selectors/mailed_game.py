"""A game as its mails tell of it, and the reader of a mail. What mails that are made together share is read once: its
moment and its story."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, tzinfo
from functools import cached_property
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext as _

import engine
from accounts.models import User
from common.prepared import Prepared
from common.times import dated, dated_clock
from games.models import Game, OutboxMail, Player, Waiting
from games.play.journal_reader import Happened, Moment, entries_in_force
from games.selectors.story import Told, entries_since
from games.wording.seats import Person, people_of

GAME = Prepared(lambda game: Game.objects.filter(pk=game), game=int)
PLAYERS = Prepared(lambda game: Player.objects.filter(game_id=game).select_related("user"), game=int)
WAITING = Prepared(lambda game: Waiting.objects.filter(game_id=game), game=int)


class MailedGame:
    """A game, everybody at its table and what is open. `refresh` before each mail: all this is read anew then, three
    queries, and only what cannot change is kept as long as the game stands where it stood.

    Each seat gets the view that the engine makes for it; the story is made for each reader from the entries.
    """

    def __init__(self, game_id: int) -> None:
        self.game_id = game_id
        self._told: _Told | None = None

    def refresh(self) -> None:
        for name in ("game", "players", "waiting"):
            self.__dict__.pop(name, None)

    @cached_property
    def game(self) -> Game:
        """Raises Game.DoesNotExist."""
        found = GAME(game=self.game_id)
        if not found:
            raise Game.DoesNotExist
        return found[0]

    @cached_property
    def players(self) -> list[Player]:
        found = PLAYERS(game=self.game_id)
        for player in found:
            player.game = self.game
        return found

    @cached_property
    def waiting(self) -> list[Waiting]:
        return WAITING(game=self.game_id)

    def player(self, seat: int | None) -> Player:
        """Find the player of a seat. Raises Player.DoesNotExist."""
        for player in self.players:
            if player.seat == seat is not None:
                return player
        raise Player.DoesNotExist

    def question(self, seat: int, ref: int | None) -> Waiting:
        """Find the open answer of a seat to a decision. Raises Waiting.DoesNotExist if it is not open any more."""
        for row in self.waiting:
            if row.seat == seat and row.ref == ref:
                return row
        raise Waiting.DoesNotExist

    def people(self, viewer: int | None) -> tuple[Person, ...]:
        return people_of(self.players, viewer)

    def view(self, viewer: int | None) -> engine.PlayerView:
        """Make the view of a seat as the game stands now."""
        return self._now.moment.view(viewer)

    def entries_since(self, seq: int) -> list[Told]:
        """List the effective entries after `seq`, oldest first."""
        return self._now.entries_since(seq)

    @property
    def entries_in_force(self) -> list[Happened]:
        """All entries that count, oldest first."""
        return self._now.in_force

    @property
    def _now(self) -> _Told:
        if self._told is None or self._told.seq != self.game.seq:
            self._told = _Told(self.game)
        return self._told


class _Told:
    """What cannot change of a game that stands at one entry of its journal."""

    def __init__(self, game: Game) -> None:
        self.game, self.seq = game, game.seq
        self._since: tuple[int, list[Told]] | None = None

    @cached_property
    def moment(self) -> Moment:
        return Moment(self.game, self.seq)

    @cached_property
    def in_force(self) -> list[Happened]:
        return entries_in_force(self.game)

    def entries_since(self, seq: int) -> list[Told]:
        """List them from the longest stretch that was read yet."""
        if self._since is None or self._since[0] > seq:
            self._since = seq, entries_since(self.game, seq)
        return [entry for entry in self._since[1] if entry.seq > seq]


@dataclass(frozen=True)
class MailReader:
    """The person (None for somebody without an account), the moment of sending, the zone of all times, and the game
    that the mail is about, as it is now."""

    user: User | None
    now: datetime
    zone: tzinfo
    mailed: MailedGame

    @classmethod
    def of(cls, mail: OutboxMail, mailed: MailedGame | None = None) -> MailReader:
        zone = mail.user.zone if mail.user else ZoneInfo("UTC")
        return cls(mail.user, timezone.now(), zone, mailed or MailedGame(mail.game_id or 0))

    def long(self, at: datetime) -> str:
        """Format a moment in the reader's zone: "Tuesday 24 November, 20:00"; never "tomorrow", for nobody knows when
        a mail is read."""
        return dated_clock(at.astimezone(self.zone), "weekday")

    def short(self, at: datetime) -> str:
        """Format a moment in the reader's zone for subjects: "Tue 24 Nov 20:00"."""
        local = at.astimezone(self.zone)
        return f"{dated(local, 'short weekday')} {local:%H:%M}"  # as typed

    @property
    def zone_name(self) -> str:
        """The name of the reader's zone: "Lisbon time", "UTC"."""
        name = str(self.zone)
        city = name.rpartition("/")[2].replace("_", " ")
        return _("%(city)s time") % {"city": city} if "/" in name and not name.startswith("Etc/") else city
