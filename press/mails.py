"""Mails with messages: one of their own, and the part of a turn mail that has them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.mail import reply
from games.mail.links import absolute_url
from games.mail.notes import NEWS_PARTS, Button, NewsPart, NewsSection, Notice, site_frame
from games.mail.turn import TURN_PARTS, TurnPart, frame, seat_of
from games.models import Game, OutboxMail, Player
from games.selectors.access import Access
from games.selectors.mailed_game import MailedGame, MailReader
from games.services.mail_kinds import MAIL_KINDS, Context, MailKind, explain_lost_seat
from games.wording.amounts import join_and
from games.wording.seats import Person
from press.models import Reading
from press.pages import may_thank
from press.selectors import Seen, Viewer, messages_for, threads_of
from press.services.mailing import BEGINS, LONGEST_WAIT, reply_number
from press.wording import author_of, names_of

MOST_MAILED = 20
"""Messages in one mail; the page has them all."""


@dataclass(frozen=True)
class MailedMessage:
    """A message as a mail shows it: the colour of its badge, who wrote, to whom (empty in a mail of one conversation),
    when, and its lines."""

    colour: str
    name: str
    to: str
    at: str
    lines: tuple[str, ...]


def press(mail: OutboxMail, reader: MailReader) -> Context:
    """Build what press/mail.html and .txt show: what was written to the reader and not mailed yet."""
    game, player = seat_of(mail, reader)
    people = reader.mailed.people(player.seat)
    found = take_unmailed(mail, game, Viewer(player, reader.now))
    alone = len({message.conversation_id for message in found}) == 1
    shown = [mailed_message(message, people, reader, player, alone) for message in found[-MOST_MAILED:]]
    url = absolute_url(reverse("game-messages", args=[game.slug]))
    if alone:
        url = absolute_url(reverse("game-conversation", args=[game.slug, found[-1].conversation]))
    writers = join_and(list(dict.fromkeys(writer_of(message, people) for message in found)))
    return frame(game, reader.mailed.view(player.seat)) | {
        "subject": subject_of(game, found, writers),
        "heading": heading_of(found, writers),
        "lead": readers_sentence(found, people, player) if alone else _("These are the messages that wait for you."),
        "preheader": f"{shown[0].name}: “{shown[0].lines[0]}”" if shown else "",
        "messages": shown,
        "more": len(found) - len(shown),
        "url": url,
        "alone": alone,
        "hides_seal": True,
        **reply_context(mail, player, found, alone),
        "why": _("You get this because players of %(game)s wrote to you.") % {"game": game.name},
    }


def reply_context(mail: OutboxMail, player: Player, found: Sequence[Seen], alone: bool) -> Context:
    """Build what a mail of one conversation needs to be answered. Empty on a site that reads no mail."""
    if not (alone and reply.is_open() and mail.game_id and mail.user_id):
        return {"marker": "", "answer": ""}
    number, seat = reply_number(player, found[-1].conversation_id), player.seat or 0
    named = reply.ReplyAddress(mail.game_id, seat, number, mail.user_id, reply.PRESS)
    answer = _(
        "Reply to this email, above its first line. All that you write goes to those who read this conversation."
    )
    return {"reply": named, "marker": reply.END_OF_MESSAGE, "answer": answer}


def subject_of(game: Game, found: Sequence[Seen], writers: str) -> str:
    text = ngettext("%(game)s: a message from %(who)s", "%(game)s: %(count)s messages from %(who)s", len(found))
    return text % {"game": game.name, "count": len(found), "who": writers}


def writer_of(message: Seen, people: Sequence[Person]) -> str:
    """Name who wrote a message within a sentence."""
    if message.is_of_organizer:
        return _("an organizer")
    return author_of(message, people) if message.seat is not None else _("an unsigned sender")


def heading_of(found: Sequence[Seen], writers: str) -> str:
    """Say who wrote, with a capital letter unless the name of a player stands first."""
    said = _("%(who)s wrote to you") % {"who": writers}
    return said if found and found[0].seat is not None else capfirst(said)


def readers_sentence(found: Sequence[Seen], people: Sequence[Person], player: Player) -> str:
    """Say who reads a conversation besides its reader."""
    seats = tuple(seat for seat in found[-1].seats if seat != player.seat) if found else ()
    if not seats:
        return _("Everybody in the game reads this conversation.")
    said = {"who": join_and([_("you"), *names_of(seats, people)])}
    return _("Only %(who)s can read this conversation.") % said


def mailed_message(
    message: Seen, people: Sequence[Person], reader: MailReader, player: Player, alone: bool
) -> MailedMessage:
    colours = {person.seat: person.colour for person in people}
    others = names_of([seat for seat in message.seats if seat not in (message.seat, player.seat)], people)
    to = "" if alone else join_and([_("you"), *others]) if message.seats else _("everyone")
    return MailedMessage(
        colour=colours.get(message.seat, "") if message.seat is not None else "",
        name=author_of(message, people),
        to=to,
        at=reader.long(message.at),
        lines=tuple(message.text.splitlines()) or (_("A moderator hid this message."),),
    )


# ---- what was mailed


Since = dict[int, datetime | None]
"""Up to when a player was mailed each conversation."""


def find_unmailed(mail: OutboxMail, game: Game, viewer: Viewer) -> tuple[list[Seen], Since]:
    """List what waits to be read and was not mailed, of the conversation of a mail or of all, and since when it is
    told. What was mailed is read only where something waits."""
    wanted = mail.context.get("conversation")
    new = [message for message in messages_for(game, viewer) if message.is_new]
    waits = [message for message in new if wanted in (None, message.conversation_id)]
    if not waits or viewer.player is None:
        return [], {}
    kept = mail.context.get("since")
    since = read_since(kept) if kept is not None else mailed_to(viewer.player)
    return [each for each in waits if (moment := since.get(each.conversation_id)) is None or each.at > moment], since


def mailed_to(player: Player) -> Since:
    """Return up to when a player was mailed each conversation. One query."""
    return dict(Reading.objects.filter(player=player).values_list("conversation_id", "mail"))


def take_unmailed(mail: OutboxMail, game: Game, viewer: Viewer) -> list[Seen]:
    """List what a mail tells, and note that it was mailed. The row keeps from when on it tells, so that one that could
    not be sent has the same messages when it is tried again."""
    player = viewer.player
    assert player is not None
    found, since = find_unmailed(mail, game, viewer)
    if found and "since" not in mail.context:
        mail.context = {**mail.context, "since": {str(pk): at.isoformat() for pk, at in since.items() if at}}
        OutboxMail.objects.filter(pk=mail.pk).update(context=mail.context)
    for pk, at in {message.conversation_id: message.at for message in found}.items():
        Reading.objects.update_or_create(conversation_id=pk, player=player, defaults={"mail": at})
    return found


def read_since(kept: dict[str, str]) -> Since:
    return {int(pk): datetime.fromisoformat(at) for pk, at in kept.items()}


def explain_read(mail: OutboxMail, mailed: MailedGame, now: datetime) -> str:
    """Explain that there is nothing left to tell; empty if there is."""
    if lost := explain_lost_seat(mail, mailed, now):
        return lost
    player = mailed.player(mail.seat)
    if player.user_id != mail.user_id:
        return _("only the owner of a seat reads its messages")
    found, _since = find_unmailed(mail, mailed.game, Viewer(player, now))
    return "" if found else _("read on the site, or mailed with a turn")


# ---- with a turn


def turn_part(mail: OutboxMail, reader: MailReader) -> Context | None:
    """Build the part of a turn mail that has messages; None without any, and for whoever stands in."""
    game, player = seat_of(mail, reader)
    if player.user_id != mail.user_id or mail.template != "turn" or player.mail_way("press") == "none":
        return None
    found = take_unmailed(mail, game, Viewer(player, reader.now))
    if not found:
        return None
    people = reader.mailed.people(player.seat)
    shown = [mailed_message(message, people, reader, player, alone=False) for message in found[-MOST_MAILED:]]
    return {
        "messages": shown,
        "more": len(found) - len(shown),
        "url": absolute_url(reverse("game-messages", args=[game.slug])),
        "threads": threads_of(found, player),
    }


def thanks_section(mail: OutboxMail, reader: MailReader) -> NewsSection | None:
    """Ask a player of an ended game for a line to the others; None where they cannot write, or nobody would read it."""
    game, player = seat_of(mail, reader)
    is_theirs = player.user_id == mail.user_id
    if not is_theirs or not may_thank(Access(game, tuple(reader.mailed.players), player), reader.now):
        return None
    url = absolute_url(reverse("game", args=[game.slug])) + "#thanks"
    return NewsSection(_("Say thanks"), [], [Button(_("Write a line to everyone in the game"), url)])


def press_begins(mail: OutboxMail, reader: MailReader) -> Context:
    """Tell the players of games that ran before there were messages that they can write to each other now."""
    title = _("You can now write to the other players")
    lead = [
        _("You can write to one player, to several, or to everyone: open “Messages” beside the board."),
        _("Messages come with the email of your turn. You can change that in your email settings."),
    ]
    why = _("You get this once, because you play in a game that has begun.")
    button = Button(_("Open your games"), absolute_url(reverse("home")))
    return site_frame("Fieldpost") | Notice(title, title, lead, button=button, why=why).context()


MAIL_KINDS.add(MailKind(BEGINS, gettext_lazy("Players can write to each other"), press_begins))
MAIL_KINDS.add(
    MailKind(
        "press",
        gettext_lazy("Messages of players"),
        press,
        "press/mail",
        "press",
        longest_wait=LONGEST_WAIT,
        explain_obsolete=explain_read,
    )
)
NEWS_PARTS.add(NewsPart("thanks", "over", thanks_section))
TURN_PARTS.add(TurnPart("press", "press/turn_part", turn_part))
