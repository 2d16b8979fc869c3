"""What the pages of a game's messages show, made from what `messages_for` lets their reader see."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from django.core.signing import BadSignature, Signer
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common.times import dated, format_datetime, format_day
from games.models import Game, Player
from games.models.game import game_path
from games.selectors.access import Access
from games.selectors.page_data import PageReader
from games.wording.amounts import join_and
from games.wording.press import press_sentences
from games.wording.seats import Person, colour_name, people_of
from press.audience import key_of
from press.models import GreySender, Report
from press.moments import active_seat
from press.selectors import Seen, Thread, Viewer, count_new, has_press, threads_of
from press.services.messages import OPEN_AFTER_END, silenced_until, why_unread
from press.wording import author_of, title_of

SNIPPET = 80
"""Letters of the latest message that a list of conversations shows."""


@dataclass(frozen=True)
class Face:
    """The badge of a seat with its name."""

    seat: int
    colour: str
    name: str


@dataclass(frozen=True)
class ThreadRow:
    """A line of the list: who else reads the conversation, its latest words, and how many wait to be read."""

    url: str
    faces: tuple[Face, ...]
    title: str
    snippet: str
    at: str
    unread: int
    is_here: bool
    is_muted: bool


@dataclass(frozen=True)
class MessageRow:
    """A message as the page shows it. `day` is a new day's heading before it, `first_new` counts those that are new
    from here on; `kind` is own, grey, organizer or other; `is_reported` says that a moderator still looks at what its
    reader reported."""

    id: int
    kind: str
    colour: str
    name: str
    at: str
    lines: tuple[str, ...]
    is_hidden: bool
    is_muted: bool
    is_new: bool
    seat: int | None
    report_url: str
    day: str = ""
    first_new: int = 0
    is_reported: bool = False


@dataclass(frozen=True)
class Composer:
    """The field to write in: where it is sent, to whom, what the button says, and what was typed and refused. `seats`
    is the key of those to whom it goes, for numbers of conversations change when a game ends. `note` says what
    stands in it already."""

    url: str
    faces: tuple[Face, ...]
    title: str
    readers: str
    button: str
    seats: str
    may_be_unsigned: bool
    text: str = ""
    refusal: str = ""
    key: str = ""
    note: str = ""


@dataclass(frozen=True)
class Choice:
    """A seat that a new message can go to; `why_not` says why nobody would read it there."""

    face: Face
    why_not: str
    is_ticked: bool


@dataclass(frozen=True)
class MessagesPage:
    """The list of conversations, and of one of them the messages. `announced` has the lines of each message of an
    organizer that waits to be read; `is_only` says that the game has no other conversation."""

    url: str
    new_url: str
    ask_url: str
    threads: tuple[ThreadRow, ...]
    rules: str
    note: str
    is_anonymous: bool
    own_colour: str
    has_press: bool
    may_write: bool
    unread: int
    title: str = ""
    faces: tuple[Face, ...] = ()
    rows: tuple[MessageRow, ...] = ()
    number: int = 0
    composer: Composer | None = None
    choices: tuple[Choice, ...] = ()
    mutes: tuple[tuple[Face, bool], ...] = ()
    pending: tuple[tuple[str, str], ...] = ()
    notes_url: str = ""
    mute_url: str = ""
    may_report: bool = False
    may_answer_alone: bool = False
    may_mute_grey: bool = False
    is_grey_muted: bool = False
    why_closed: str = ""
    announced: tuple[tuple[str, ...], ...] = ()
    is_only: bool = False


@dataclass(frozen=True)
class TabData:
    """The way from the turn page to messages: how many wait to be read, and where the page asks for that number again
    (`poll`). Where there is room a script opens them in a drawer."""

    url: str
    count: int
    poll: str
    styles: str = "press/press.css"
    script: str = "press/drawer.js"


def turn_tab(access: Access, reading: PageReader) -> TabData | None:
    """Build the tab of the turn page, with how many messages wait. One query for players of a game with press."""
    if not access.has_own_seat or not access.game.has_board or access.player is None:
        return None
    return tab_of(access.player, reading.now)


def tab_of(player: Player, now: datetime) -> TabData:
    """Build the tab of a player whose game is loaded. One query where there is press."""
    game, count = player.game, count_new(player.game, Viewer(player, now))
    query = urlencode({"count": count, "by": TAB_SIGNER.sign(f"{player.pk}.{player.user_id}")})
    return TabData(messages_url(game), count, f"{reverse('game-messages-count', args=[game.slug])}?{query}")


TAB_SIGNER = Signer(salt="press.tab")
"""Signs who reads an open page, so that it can ask for its number four times a minute without a look at the login."""


def reader_of_tab(signed: str, slug: str) -> Player | None:
    """Find the player whose page asks for its number; None for a signature that is not ours, and for somebody who has
    lost the seat since. One query."""
    try:
        player, user = TAB_SIGNER.unsign(signed).split(".")
    except (BadSignature, ValueError):
        return None
    return Player.objects.filter(pk=player, user_id=user, game__slug=slug).select_related("game").first()


def mute_url(game: Game) -> str:
    return reverse("game-message-mute", args=[game.slug])


def messages_url(game: Game, number: int = 0) -> str:
    if number:
        return reverse("game-conversation", args=[game.slug, number])
    return game_path("game-messages", game.slug)


# ---- the pages


def list_page(access: Access, reading: PageReader, messages: Sequence[Seen], **more: object) -> MessagesPage:
    """Build the page with all conversations of a reader."""
    game, people = access.game, people_of(access.players, access.viewer)
    player = Viewer.of(access).player
    threads = threads_of(messages, player)
    here = more.get("number", 0)
    return MessagesPage(
        url=messages_url(game),
        new_url=reverse("game-message-new", args=[game.slug]),
        ask_url=reverse("game-ask", args=[game.slug]) if player else "",
        threads=tuple(thread_row(game, thread, people, reading, thread.number == here) for thread in threads),
        rules=" ".join(press_sentences(game)),
        note=closed_note(access, reading.now),
        is_anonymous=game.hides_names,
        own_colour=colour_name(player.colour) if player else "",
        has_press=has_press(game),
        may_write=may_write(access, reading.now),
        unread=sum(thread.unread for thread in threads),
        notes_url=reverse("game-notes", args=[game.slug]) if player else "",
        mute_url=mute_url(game),
        may_report=player is not None,
        may_answer_alone=may_write(access, reading.now) and game.press == Game.Press.PRIVATE and not game.has_ended,
        announced=tuple(tuple(each.text.splitlines()) for each in messages if each.is_of_organizer and each.is_new),
        is_only=has_one_thread(game),
        **more,  # type: ignore[arg-type]  # fields of the page
    )


def has_one_thread(game: Game) -> bool:
    """Check whether all messages of a game stand in one conversation, so that its page needs no list."""
    return game.press == Game.Press.PUBLIC


def only_thread_url(access: Access, messages: Sequence[Seen], now: datetime) -> str:
    """Find the page of the only conversation of a game, or of the first message in it; empty where there are more, and
    for readers who could neither read nor write there."""
    if not has_one_thread(access.game):
        return ""
    if messages:
        return messages_url(access.game, messages[0].conversation)
    return reverse("game-message-new", args=[access.game.slug]) if may_write(access, now) else ""


def thread_page(
    access: Access, reading: PageReader, messages: Sequence[Seen], number: int, **typed: str
) -> MessagesPage:
    """Build the page of one conversation. Raises LookupError for a number that it does not have."""
    game, people, player = access.game, people_of(access.players, access.viewer), Viewer.of(access).player
    thread = next((thread for thread in threads_of(messages, player) if thread.number == number), None)
    if thread is None:
        raise LookupError(number)
    faces = faces_of(thread.seats, people)
    by_seat = {each.seat: each for each in access.players}
    unread = (why for seat in thread.seats if (why := why_unread(by_seat[seat])))
    silence = silence_note(access, player, reading)
    return list_page(
        access,
        reading,
        messages,
        number=number,
        why_closed=silence or (next(unread, "") if may_write(access, reading.now) else ""),
        title=title_of(thread.seats, people),
        faces=faces,
        rows=tuple(message_rows(game, thread.messages, people, reading, reported_by(player, thread))),
        composer=None
        if silence and not typed.get("text")
        else composer_for(access, reading, thread.seats, messages_url(game, number), **typed),
        mutes=tuple((face, is_muted_here(thread, face.seat)) for face in faces) if player else (),
        may_mute_grey=player is not None and any(message.is_grey for message in thread.messages),
        is_grey_muted=any(message.is_grey and message.is_muted for message in thread.messages),
        pending=tuple(pending_rows(game, player, reading)) if player and not thread.seats else (),
    )


def new_page(
    access: Access, reading: PageReader, messages: Sequence[Seen], ticked: Iterable[int], **typed: str
) -> MessagesPage:
    """Build the page of a new message: seats to tick, or everyone."""
    game, people, player = access.game, people_of(access.players, access.viewer), Viewer.of(access).player
    chosen = set(ticked)
    others = [other for other in access.players if other.seat is not None and other.seat != access.viewer]
    silence = silence_note(access, player, reading)
    choices = [
        Choice(face, why_unread(other), other.seat in chosen)
        for other in sorted(others, key=lambda other: other.seat or 0)
        for face in faces_of((other.seat or 0,), people)
    ]
    return list_page(
        access,
        reading,
        messages,
        title=_("New message"),
        pending=tuple(pending_rows(game, player, reading)) if player and game.grey else (),
        choices=tuple(choices) if game.press == Game.Press.PRIVATE and not game.has_ended else (),
        why_closed=silence,
        composer=None
        if silence and not typed.get("text")
        else composer_for(access, reading, (), reverse("game-message-new", args=[game.slug]), **typed),
    )


def silence_note(access: Access, player: Player | None, reading: PageReader) -> str:
    """Say until when a moderator has silenced a player; empty if nobody has. One query for players."""
    until = silenced_until(access.game, player.user_id, reading.now) if player and player.user_id else None
    if until is None:
        return ""
    told = format_datetime(until, reading.now, reading.zone)
    return _("A moderator has paused your messages until %(until)s.") % {"until": told}


def is_muted_here(thread: Thread, seat: int) -> bool:
    return any(message.is_muted for message in thread.messages if message.seat == seat)


def thread_row(game: Game, thread: Thread, people: Sequence[Person], reading: PageReader, is_here: bool) -> ThreadRow:
    latest = thread.latest
    return ThreadRow(
        url=messages_url(game, thread.number),
        faces=faces_of(thread.seats, people),
        title=title_of(thread.seats, people),
        snippet=_("muted by you") if latest.is_muted else snippet_of(latest, people),
        at=short_time(latest.at, reading),
        unread=thread.unread,
        is_here=is_here,
        is_muted=latest.is_muted,
    )


def snippet_of(message: Seen, people: Sequence[Person]) -> str:
    """Show the first line of a message in a list: "quill: “Fine by me.”"."""
    if message.is_hidden:
        return _("A moderator hid this message.")
    line = message.text.splitlines()[0]
    said = line if len(line) <= SNIPPET else f"{line[:SNIPPET].rstrip()}…"
    return _("%(who)s: “%(text)s”") % {"who": _("you") if message.own else author_of(message, people), "text": said}


def reported_by(player: Player | None, thread: Thread) -> frozenset[int]:
    """List the rows of the messages in a conversation that a player has reported and that nobody has decided on. One
    query."""
    if player is None:
        return frozenset()
    found = Report.objects.filter(reporter_id=player.user_id, state=Report.State.OPEN)
    return frozenset(found.filter(message__in=[seen.pk for seen in thread.messages]).values_list("message", flat=True))


def message_rows(
    game: Game,
    messages: Sequence[Seen],
    people: Sequence[Person],
    reading: PageReader,
    reported: Collection[int] = (),
) -> Iterable[MessageRow]:
    """Yield the messages of a conversation, with a line before each new day and before the first that is new."""
    colours = {person.seat: person.colour for person in people}
    day, new, is_told = None, sum(message.is_new for message in messages), False
    for message in messages:
        local = message.at.astimezone(reading.zone)
        is_first = message.is_new and not is_told
        is_told = is_told or message.is_new
        yield MessageRow(
            id=message.id,
            kind=kind_of(message),
            colour=colours.get(message.seat, "") if message.seat is not None else "",
            name=own_name(game, colours, message) if message.own else author_of(message, people),
            at=f"{local:%H:%M}",
            lines=tuple(message.text.splitlines()),
            is_hidden=message.is_hidden,
            is_muted=message.is_muted,
            is_new=message.is_new,
            seat=message.seat,
            report_url="" if message.own else reverse("game-message-report", args=[game.slug, message.id]),
            day=day_heading(local, reading) if local.date() != day else "",
            first_new=new if is_first else 0,
            is_reported=message.pk in reported,
        )
        day = local.date()


def kind_of(message: Seen) -> str:
    if message.own:
        return "own"
    return "organizer" if message.is_of_organizer else "grey" if message.is_grey else "other"


def own_name(game: Game, colours: dict[int, str], message: Seen) -> str:
    if not game.hides_names or message.seat is None:
        return _("you")
    return _("you, as %(colour)s") % {"colour": colour_name(colours[message.seat])}


def day_heading(local: datetime, reading: PageReader) -> str:
    return dated(local, "weekday") if (reading.now - local).days > 1 else format_day(local, reading.now)


def short_time(at: datetime, reading: PageReader) -> str:
    local = at.astimezone(reading.zone)
    return f"{local:%H:%M}" if local.date() == reading.now.astimezone(reading.zone).date() else dated(local, "short")


def faces_of(seats: Iterable[int], people: Iterable[Person]) -> tuple[Face, ...]:
    by_seat = {person.seat: person for person in people}
    return tuple(Face(seat, by_seat[seat].colour, by_seat[seat].name) for seat in seats if seat in by_seat)


# ---- writing


def may_write(access: Access, now: datetime) -> bool:
    """Return whether a reader may write at all now, by their own seat."""
    return has_press(access.game) and not closed_note(access, now) and access.has_own_seat


def thanks_part(access: Access, reading: PageReader) -> str | None:
    """Return where a player of an ended game writes to everyone; None for readers who are not asked to."""
    return reverse("game-message-new", args=[access.game.slug]) if may_thank(access, reading.now) else None


def may_thank(access: Access, now: datetime) -> bool:
    """Check whether a reader may write to everyone, and somebody else would read it."""
    others = any(player.user_id and player.seat != access.viewer for player in access.players)
    return others and may_write(access, now)


def closed_note(access: Access, now: datetime) -> str:
    """Say why a reader cannot write here; empty if they can."""
    game, player = access.game, access.player
    if not has_press(game):
        return ""
    if not game.is_watchable and not access.has_own_seat:
        return _("Only its players read the messages of this game.")
    if access.is_stand_in:
        return _("You stand in for this player, so you read what spectators read and do not write.")
    if player is None:
        return _("You watch this game. You read messages to everyone once their turn is over.")
    if player.state == Player.State.RESIGNED:
        return _("You resigned. You can read what came before.")
    if player.state == Player.State.CARETAKER:
        return _("The caretaker holds your seat. Take it back to write.")
    if game.has_ended and (game.ended_at is None or now - game.ended_at > OPEN_AFTER_END):
        return _("This game is over, and nobody writes in it any more.")
    return moment_note(game, player)


def moment_note(game: Game, player: Player) -> str:
    if game.press_when == "between" and active_seat(game) == player.seat:
        return _("It is your turn. In this game you can read and write messages afterwards.")
    return ""


def composer_for(
    access: Access,
    reading: PageReader,
    seats: Sequence[int],
    url: str,
    *,
    text: str = "",
    refusal: str = "",
    key: str = "",
    note: str = "",
) -> Composer | None:
    """Build the field to write in, for those seats; None for a reader who cannot write to them."""
    game, people = access.game, people_of(access.players, access.viewer)
    by_seat = {player.seat: player for player in access.players}
    if (
        not may_write(access, reading.now)
        or (game.has_ended and seats)
        or any(why_unread(by_seat[seat]) for seat in seats)
    ):
        return None
    faces = faces_of(seats, people)
    return Composer(
        url=url,
        faces=faces,
        title=join_and([face.name for face in faces]) if faces else _("everyone"),
        readers=_("nobody else can read it") if faces else everyone_words(access),
        button=button_words(faces),
        seats=key_of(seats),
        may_be_unsigned=game.grey and not faces,
        text=text,
        refusal=refusal,
        note=note,
        key=key,
    )


def everyone_words(access: Access) -> str:
    """Say who reads what goes to everyone: "6 players and anyone who watches"."""
    count = sum(bool(player.user_id) for player in access.players)
    if access.game.is_watchable:
        return ngettext(
            "%(count)s player, and later anyone who watches", "%(count)s players, and later anyone who watches", count
        ) % {"count": count}
    return ngettext("%(count)s player", "%(count)s players", count) % {"count": count}


def button_words(faces: Sequence[Face]) -> str:
    if not faces:
        return _("Send to everyone")
    return ngettext("Send to %(count)s player", "Send to %(count)s players", len(faces)) % {"count": len(faces)}


def pending_rows(game: Game, player: Player, reading: PageReader) -> Iterable[tuple[str, str]]:
    """Yield the reader's own unsigned messages with when they come, or came: their page alone shows them."""
    rows = GreySender.objects.filter(game=game, user=player.user).select_related("message").order_by("-pk")[:10]
    for row in rows:
        at = row.message.shown_at
        yield row.message.text, short_time(at, reading) if at else _("once everybody has answered")
