"""Messages and private notes for programs: a scope of its own, which playing does not include."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response

import engine
from games.api.base import GameAPIView
from games.api.describe import operation
from games.api.requests import LARGEST
from games.errors import NotAllowed
from games.models import ApiToken, Entry
from games.selectors.access import Access
from press.audience import ALL, UNSIGNED, VERB, Audience, audience_named, read_line
from press.errors import PressLimited, PressRefused
from press.models import LONGEST_LINE, LONGEST_NOTES
from press.selectors import Seen, Viewer, messages_for, threads_of
from press.services.messages import Sent, press_send
from press.services.muting import mute_seat, unmute_seat
from press.services.notes import notes_of, notes_store
from press.services.reporting import is_read_by_hosts, report_message

MOST_TYPED = 20_000
"""Letters of a text that are read before it is measured as it would be kept."""

Seat = Annotated[int, Meta(ge=0, le=5)]


class PressQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """Messages after number `since`."""

    since: Annotated[int, Meta(ge=0, le=LARGEST)] = 0


class PressWish(Struct, frozen=True, forbid_unknown_fields=True):
    """A message `to` seats, or to `all` or `unsigned`; or a `text` alone that begins with `press red:`."""

    text: Annotated[str, Meta(min_length=1, max_length=MOST_TYPED)]
    to: list[Seat] | Literal["all", "unsigned"] | None = None


class ReportWish(Struct, frozen=True, forbid_unknown_fields=True):
    """What is wrong with a message, and a few words about it."""

    kind: Literal["insult", "threat", "spam", "cheating", "private", "other"]
    text: Annotated[str, Meta(max_length=1000)] = ""


class MuteWish(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a seat is muted; `everywhere` means its player in all games, where names are known."""

    muted: bool = True
    everywhere: bool = False


class NoteLine(Struct, frozen=True, forbid_unknown_fields=True):
    territory: Annotated[int, Meta(ge=0, le=1000)]
    text: Annotated[str, Meta(max_length=LONGEST_LINE)]


class NotesWish(Struct, frozen=True, forbid_unknown_fields=True):
    """All of your notes on a game, in place of the earlier ones."""

    text: Annotated[str, Meta(max_length=LONGEST_NOTES)] = ""
    territories: Annotated[list[NoteLine], Meta(max_length=1000)] = []


class ConversationFacts(Struct, frozen=True):
    """A conversation: the seats that read it besides spectators (an empty list for everyone), and how many of its
    messages wait for you. `id` counts the conversations that you can read."""

    id: int
    seats: list[int]
    unread: int


class MessageFacts(Struct, frozen=True):
    """A message. `id` counts those that you can read; `seat` is null for unsigned ones (`grey`) and for those of
    organizers. A text that a moderator hid is empty."""

    id: int
    conversation: int
    seat: int | None
    grey: bool
    text: str
    at: datetime
    own: bool
    hidden: bool


class PressFacts(Struct, frozen=True):
    """Your conversations in a game, the latest first, and their messages, the oldest first. What you have muted is left
    out."""

    conversations: list[ConversationFacts]
    messages: list[MessageFacts]


class SentFacts(Struct, frozen=True):
    """A message that was sent, as you read it; null if it waits, as unsigned ones do."""

    message: MessageFacts | None
    replayed: bool


class Done(Struct, frozen=True):
    """It was done."""

    done: bool = True


class Reported(Struct, frozen=True):
    """It was reported. `by_hosts`: no organizer of the site can moderate this game, so its hosts read the report."""

    by_hosts: bool
    done: bool = True


class PressAPIView(GameAPIView):
    """Base of the operations on messages."""

    scope = ApiToken.Scope.PRESS

    def viewer(self, access: Access) -> Viewer:
        """Make the viewer of the token's person. Raises NotAllowed without a seat of their own."""
        found = Viewer.of(access)
        if found.player is None:
            raise NotAllowed
        return found


class PressView(PressAPIView):
    """The messages of a game."""

    @operation("press", "Read messages", tag="press", answer=PressFacts, query=PressQuery, refuses=[404])
    def get(self, request: Request, slug: str) -> Response:
        """List your conversations, and the messages after `since`. Reading here does not mark them as read."""
        access, since = self.access(slug), self.query(PressQuery).since
        viewer = Viewer.of(access)
        found = messages_for(access.game, viewer)
        threads = threads_of(found, viewer.player)
        return Response(
            PressFacts(
                [ConversationFacts(each.number, list(each.messages[0].seats), each.unread) for each in threads],
                [facts_of(each) for each in found if each.id > since and not each.is_muted],
            )
        )

    @operation(
        "write", "Write", tag="press", answer=SentFacts, status=201, body=PressWish, key=True, refuses=[404, 409, 422]
    )
    def post(self, request: Request, slug: str) -> Response:
        """Send a message. An unsigned one is shown at the next quarter of an hour, as if anybody had sent it."""
        access = self.access(slug)
        key, wish = self.key(), self.parse_body(PressWish)
        to, text = read_wish(wish, access)
        try:
            sent = press_send(
                game_id=access.game.pk, user_id=self.person.pk, to=to, text=text, source=Entry.Source.API, key=key
            )
        except PressLimited as exc:
            raise Throttled(exc.seconds, exc.message) from exc
        return Response(SentFacts(self.message_of(slug, sent), sent.replayed), status=201)

    def message_of(self, slug: str, sent: Sent) -> MessageFacts | None:
        """Find a message that was just sent among those that its writer can read."""
        if sent.message is None or sent.message.is_grey:
            return None
        access = self.access(slug)
        found = messages_for(access.game, Viewer.of(access))
        return next((facts_of(each) for each in found if each.pk == sent.message.pk), None)


def read_wish(wish: PressWish, access: Access) -> tuple[Audience, str]:
    """Read to whom a message goes, and its text. Raises PressRefused."""
    if wish.to is None:
        line = read_line(wish.text if wish.text.lstrip().lower().startswith(VERB) else f"{VERB} :{wish.text}")
        found = audience_named(line.who, access.players)
        if found is None:
            raise PressRefused
        return found, line.text
    if isinstance(wish.to, str):
        return Audience(is_unsigned=wish.to == UNSIGNED), wish.text
    if not wish.to:
        raise PressRefused(f"Name seats, or “{ALL}”.")  # as typed
    return Audience(frozenset(wish.to)), wish.text


def facts_of(seen: Seen) -> MessageFacts:
    return MessageFacts(
        id=seen.id,
        conversation=seen.conversation,
        seat=seen.seat,
        grey=seen.is_grey,
        text=seen.text,
        at=seen.at,
        own=seen.own,
        hidden=seen.is_hidden,
    )


class ReportView(PressAPIView):
    """Reports of messages."""

    @operation(
        "report", "Report a message", tag="press", answer=Reported, status=201, body=ReportWish, refuses=[404, 422]
    )
    def post(self, request: Request, slug: str, message: int) -> Response:
        """Report a message, by its id, to moderators who do not play in the game."""
        access, wish = self.access(slug), self.parse_body(ReportWish)
        viewer = self.viewer(access)
        try:
            report_message(access=access, viewer=viewer, message=message, kind=wish.kind, text=wish.text)
        except PressLimited as exc:
            raise Throttled(exc.seconds, exc.message) from exc
        return Response(Reported(is_read_by_hosts(access.game)), status=201)


class MuteView(PressAPIView):
    """Whom you do not want to hear."""

    http_method_names = ["put"]

    @operation("mute", "Mute a seat", tag="press", answer=Done, body=MuteWish, refuses=[404])
    def put(self, request: Request, slug: str, seat: int) -> Response:
        """Mute a seat, or hear it again. Its player learns nothing of it."""
        access, wish = self.access(slug), self.parse_body(MuteWish)
        player = self.viewer(access).player
        assert player is not None
        (mute_seat if wish.muted else unmute_seat)(player, seat, everywhere=wish.everywhere)
        return Response(Done())


class NotesView(PressAPIView):
    """Your private notes on a game, which nobody else can read."""

    http_method_names = ["get", "head", "put"]

    @operation("notes", "Read your notes", tag="press", answer=NotesWish, refuses=[404])
    def get(self, request: Request, slug: str) -> Response:
        """Return your notes on a game and on its territories."""
        player = self.viewer(self.access(slug)).player
        assert player is not None
        return Response(serialize_notes(notes_of(player)))

    @operation("keep_notes", "Keep your notes", tag="press", answer=NotesWish, body=NotesWish, refuses=[404, 422])
    def put(self, request: Request, slug: str) -> Response:
        """Keep your notes in place of the earlier ones."""
        access, wish = self.access(slug), self.parse_body(NotesWish)
        player = self.viewer(access).player
        assert player is not None
        texts: dict[int | None, str] = {None: wish.text, **{line.territory: line.text for line in wish.territories}}
        notes_store(player, texts, len(engine.mapgraph(access.game.map).names))
        return Response(serialize_notes(notes_of(player)))


def serialize_notes(texts: dict[int | None, str]) -> NotesWish:
    lines = [NoteLine(number, text) for number, text in sorted(texts.items(), key=str) if number is not None]
    return NotesWish(texts.get(None, ""), lines)
