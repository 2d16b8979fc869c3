"""What a person may read of a game's messages. `messages_for` is the one way to them: pages, mails, the API, exports
and spectators all take theirs from it.

Numbers of messages and conversations count per reader, so gaps tell nothing of what others write.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, cached_property
from typing import NotRequired, TypedDict, Unpack

from django.conf import settings
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from common.prepared import Prepared
from games.models import Game, Player
from games.models.press_time import BETWEEN
from games.selectors.access import Access
from press.audience import seats_of
from press.models import EVERYONE, Message, Mute, Reading
from press.moments import active_seat


@dataclass(frozen=True)
class Viewer:
    """Who reads a game's messages: a player by their own seat, or a spectator (None)."""

    player: Player | None
    now: datetime

    @classmethod
    def of(cls, access: Access, now: datetime | None = None) -> Viewer:
        """Make the viewer of a page: whoever stands in for a player reads what spectators read."""
        own = access.player if access.has_own_seat else None
        return cls(own if own and own.seat is not None else None, now or timezone.now())

    @property
    def user_id(self) -> int:
        return (self.player.user_id if self.player else None) or 0


@dataclass(frozen=True)
class Seen:
    """A message as its reader sees it. `id` and `conversation` count per reader; `pk` and `conversation_id` are rows,
    never shown. `seats` are those of its conversation, none for everyone. `seat` is None for unsigned messages and for
    those of organizers. A text that a moderator hid is empty."""

    id: int
    conversation: int
    seats: tuple[int, ...]
    seat: int | None
    is_grey: bool
    is_of_organizer: bool
    text: str
    at: datetime
    own: bool
    is_hidden: bool
    is_muted: bool
    is_read: bool
    pk: int
    conversation_id: int

    @property
    def is_new(self) -> bool:
        """Whether it waits to be read."""
        return not (self.own or self.is_muted or self.is_read)


class Values(TypedDict):
    """What a query for the messages of a player takes beside the game: from when they had the seat, until when, the
    turn that runs, and the present."""

    since: datetime
    now: datetime
    until: NotRequired[datetime]
    turn: NotRequired[str]


@dataclass(frozen=True)
class Sight:
    """What makes the query for the messages of a player another query, not other values in it.

    `reads_all`: the game is over and published everything. `is_on_turn`: what others write now waits until the player's
    turn is over. `organizers_only`: messages are switched off for the site.
    """

    seat: int
    reads_all: bool
    is_on_turn: bool
    organizers_only: bool
    hides_names: bool

    @classmethod
    def of(cls, game: Game, player: Player) -> Sight:
        assert player.seat is not None
        return cls(
            player.seat,
            reads_all=is_published(game),
            is_on_turn=game.press_when == BETWEEN and not game.has_ended and active_seat(game) == player.seat,
            organizers_only=not settings.PRESS,
            hides_names=game.hides_names,
        )

    @property
    def kinds(self) -> dict[str, type]:
        """Which `Values` the query takes, and of which kind."""
        found: dict[str, type] = {"since": datetime, "now": datetime}
        if not self.reads_all:
            found["until"] = datetime
            if self.is_on_turn:
                found["turn"] = str
        return found

    def query(
        self, game: int, since: datetime, now: datetime, until: datetime | None = None, turn: str = ""
    ) -> QuerySet[Message]:
        """Query what the player may read of the game with this key. Who got the seat later reads of what came before
        only what went to everyone."""
        shown = Message.objects.filter(game=game, shown_at__lte=now)
        if self.organizers_only:
            shown = shown.filter(source="organizer")
        if self.reads_all:
            return shown
        private = Q(conversation__seats__contains=str(self.seat), shown_at__gte=since)
        shown = shown.filter(private | Q(conversation__seats=EVERYONE), shown_at__lte=until or LAST)
        if self.is_on_turn:
            shown = shown.exclude(~Q(seat=self.seat) & Q(turn__in=("", turn)) & ~Q(source="organizer"))
        return shown


FIRST, LAST = datetime(1970, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, tzinfo=UTC)


def values_of(game: Game, player: Player, now: datetime) -> tuple[Sight, Values]:
    """Return a player's `Sight`, and the values that its query takes."""
    sight = Sight.of(game, player)
    values: Values = {"since": player.taken_at or FIRST, "now": now}
    if "until" in sight.kinds:
        values["until"] = player.left_at or LAST
    if "turn" in sight.kinds:
        values["turn"] = game.clock_key
    return sight, values


def is_published(game: Game) -> bool:
    """Return whether everybody may read everything, since the game is over."""
    return game.has_ended and game.press_after == Game.PressAfter.OPEN


def visible(game: Game, viewer: Viewer) -> QuerySet[Message]:
    """Query the messages that a viewer may read now, in the order in which they were shown."""
    player = viewer.player
    if player is not None:
        sight, values = values_of(game, player, viewer.now)
        shown = sight.query(game.pk, **values)
    else:
        shown = Message.objects.filter(game=game, shown_at__lte=viewer.now)
        if not settings.PRESS:
            shown = shown.filter(source="organizer")
        if not is_published(game):
            shown = past_turns(game, shown.filter(conversation__seats=EVERYONE))
            shown = shown if game.is_watchable else shown.none()  # an organizer, or whoever stands in, looks at it
    return shown.order_by("shown_at", "number", "pk")


def past_turns(game: Game, shown: QuerySet[Message]) -> QuerySet[Message]:
    """Filter messages to those of turns that are over, which spectators may read."""
    return shown if game.has_ended else shown.exclude(turn__in=("", game.clock_key))


def messages_for(game: Game, viewer: Viewer) -> list[Seen]:
    """List what a viewer may read, the oldest first. One query for spectators and where nothing is written, three for
    players else."""
    rows = list(visible(game, viewer).select_related("conversation"))
    if not rows:
        return []
    mutes, read = Mutes.of(viewer, game), read_to(viewer)
    conversations: dict[int, int] = {}
    found = []
    for number, row in enumerate(rows, start=1):
        place = conversations.setdefault(row.conversation_id, len(conversations) + 1)
        moment = read.get(row.conversation_id)
        assert row.shown_at is not None
        found.append(
            Seen(
                id=number,
                conversation=place,
                seats=seats_of(row.conversation.seats),
                seat=row.seat,
                is_grey=row.is_grey,
                is_of_organizer=row.is_of_organizer,
                text="" if row.hidden_at else row.text,
                at=row.shown_at,
                own=is_own(row, viewer.player),
                is_hidden=row.hidden_at is not None,
                is_muted=mutes.silence(row),
                is_read=moment is not None and row.shown_at <= moment,
                pk=row.pk,
                conversation_id=row.conversation_id,
            )
        )
    return found


def is_own(row: Message, player: Player | None) -> bool:
    """Return whether a viewer wrote a message. Nobody's is an unsigned one: its answer is the same for all."""
    if player is None or row.seat is None or row.seat != player.seat or row.shown_at is None:
        return False
    return player.taken_at is None or row.shown_at >= player.taken_at


def read_to(viewer: Viewer) -> dict[int, datetime | None]:
    """Return up to when a viewer has read each conversation. One query for players."""
    if viewer.player is None:
        return {}
    return dict(Reading.objects.filter(player=viewer.player).values_list("conversation_id", "read_to"))


@dataclass(frozen=True)
class Mutes:
    """Whom a viewer has muted in a game: seats, and all that is unsigned. People that they have muted everywhere count
    where names are known."""

    seats: frozenset[int] = frozenset()
    grey: bool = False

    @classmethod
    def of(cls, viewer: Viewer, game: Game) -> Mutes:
        """Read the mutes of a viewer. One query for players."""
        if viewer.player is None:
            return cls()
        rows = list(
            mutes_in(game.pk, viewer.user_id, game.hides_names).values_list(
                "player__seat", "grey_id", "user__played__seat"
            )
        )
        numbers = {number for seat, _grey, other in rows for number in (seat, other) if number is not None}
        return cls(frozenset(numbers), any(grey for _seat, grey, _other in rows))

    def silence(self, row: Message) -> bool:
        """Return whether a message is muted; those of organizers never are."""
        return not row.is_of_organizer and (self.grey if row.seat is None else row.seat in self.seats)


def mutes_in(game: int, user: int, hides_names: bool) -> QuerySet[Mute]:
    """Query the mutes of a person that count in a game: in one that hides names only those of its seats."""
    here = Q(player__game=game) | Q(grey=game)
    if not hides_names:
        here |= Q(user__played__game=game)
    return Mute.objects.filter(here, owner_id=user)


def count_new(game: Game, viewer: Viewer) -> int:
    """Count what waits to be read. One query; none for spectators, without press, and before anybody has written."""
    player = viewer.player
    if player is None or not game.has_messages or not has_press(game):
        return 0
    sight, values = values_of(game, player, viewer.now)
    rows = count_by(sight)(game=game.pk, player=player.pk, user=viewer.user_id, **values)
    return rows[0][0] if rows else 0


@cache
def count_by(sight: Sight) -> Prepared[tuple[int]]:
    """Build the query that counts what waits to be read by a player; no row where nothing does."""

    def counted(game: int, player: int, user: int, **values: Unpack[Values]) -> QuerySet[Message, tuple[int]]:
        found = new_by(sight, game=game, player=player, user=user, **values).order_by().values("game")
        return found.annotate(number=Count("pk")).values_list("number")

    return Prepared(counted, game=int, player=int, user=int, **sight.kinds)


def new_by(sight: Sight, *, game: int, player: int, user: int, **values: Unpack[Values]) -> QuerySet[Message]:
    """Query what waits to be read by a player, given as keys of their rows: theirs, the person's, and the game's."""
    read = Reading.objects.filter(
        conversation=OuterRef("conversation"), player=player, read_to__gte=OuterRef("shown_at")
    )
    muted_seats = mutes_in(game, user, sight.hides_names).filter(
        Q(player__seat=OuterRef("seat")) | Q(user__played__seat=OuterRef("seat"), user__played__game=game)
    )
    muted_grey = Mute.objects.filter(owner_id=user, grey=game)
    of_others = Q(seat=None) | ~Q(seat=sight.seat) | Q(shown_at__lt=values["since"])
    is_muted = (Q(seat__isnull=False) & Exists(muted_seats)) | (
        Q(seat=None) & ~Q(source="organizer") & Exists(muted_grey)
    )
    return sight.query(game, **values).filter(of_others, ~Exists(read)).exclude(is_muted)


MOST_COUNTED = 50
"""Games in which messages are counted at once, those that moved last."""


def count_new_by_game(user_id: int, now: datetime) -> Counter[int]:
    """Count what waits to be read in each game that goes on in which a person has a seat. Two queries at most."""
    rows = Player.objects.filter(game__has_messages=True, user=user_id, seat__isnull=False, game__status__in=LIVE)
    seats = rows.select_related("game").order_by("-game__moved_at")[:MOST_COUNTED]
    waiting = [
        new_messages(player.game, player, now).order_by().values_list("game_id", flat=True)
        for player in seats
        if has_press(player.game)
    ]
    return Counter(waiting[0].union(*waiting[1:], all=True)) if waiting else Counter()


def new_messages(game: Game, player: Player, now: datetime) -> QuerySet[Message]:
    """Query what waits to be read by a player."""
    sight, values = values_of(game, player, now)
    return new_by(sight, game=game.pk, player=player.pk, user=player.user_id or 0, **values)


LIVE = (Game.Status.RUNNING, Game.Status.PAUSED)


def has_press(game: Game) -> bool:
    """Return whether the people of a game may write to each other at all."""
    return bool(settings.PRESS) and game.press != Game.Press.NONE and game.has_board


# ---- conversations


@dataclass(frozen=True)
class Thread:
    """A conversation as its reader sees it: its number, its seats without the reader's (none for everyone), and its
    messages."""

    number: int
    seats: tuple[int, ...]
    messages: tuple[Seen, ...]

    @property
    def unread(self) -> int:
        return sum(message.is_new for message in self.messages)

    @property
    def latest(self) -> Seen:
        return self.messages[-1]

    @cached_property
    def pk(self) -> int:
        return self.messages[0].conversation_id


def threads_of(messages: Iterable[Seen], player: Player | None) -> list[Thread]:
    """Group messages by conversation, that of the latest message first."""
    grouped: dict[int, list[Seen]] = {}
    for message in messages:
        grouped.setdefault(message.conversation, []).append(message)
    own = player.seat if player else None
    found = [
        Thread(number, tuple(seat for seat in rows[0].seats if seat != own), tuple(rows))
        for number, rows in grouped.items()
    ]
    return sorted(found, key=lambda thread: thread.latest.id, reverse=True)
