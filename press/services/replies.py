"""Messages that come by mail: replies to mails with messages, and lines in replies to other mails."""

from __future__ import annotations

import re

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.errors import NotAllowed
from games.mail.links import absolute_url
from games.models import Entry, Game, Player
from games.services.locks import db_now
from games.services.press_replies import PressReceipt
from games.wording.amounts import join_and
from games.wording.seats import people_of
from press.audience import Audience, audience_named, read_line
from press.errors import PressRefused
from press.models import Held, ReplyNumber
from press.selectors import Thread, Viewer, messages_for, threads_of
from press.services.messages import press_send
from press.texts import clean_text
from press.wording import names_of

SIGNED = re.compile(r"^(-- ?|—|best( regards)?|cheers|regards|yours),?$", re.IGNORECASE)
"""A line below which people sign."""


def press_reply(
    *,
    game_id: int,
    seat: int,
    number: int,
    user_id: int,
    text: str,
    key: str,
    is_order: bool = False,
    is_proved: bool = True,
) -> PressReceipt:
    """Send a reply to a mail with messages as one message to its conversation, or hold it if it reads as an order,
    comes without the proof that its game asks for, or tells who wrote it where names are hidden. Raises GameError for
    what cannot be sent."""
    player = writer_by(game_id, seat, user_id)
    game = player.game
    thread = thread_by(player, number)
    if thread is None:
        raise PressRefused(_("This conversation is no longer open to you."))
    cleaned = clean_text(text)
    if is_order:
        why = _("This looks like an order. Reply to the email of your turn to play it, or send this anyway.")
        return hold(player, thread, cleaned, key, why)
    if not is_proved:
        why = _(
            "This game asks for proof that you sent an email, and yours came without. You can send it here instead."
        )
        return hold(player, thread, cleaned, key, why)
    if (game.hides_names or game.grey) and (found := what_tells(player, cleaned)):
        why = _("Players are hidden in this game, and your message has “%(found)s”. Send it anyway, or write it anew.")
        return hold(player, thread, cleaned, key, why % {"found": found})
    sent = press_send(
        game_id=game_id,
        user_id=user_id,
        to=Audience(frozenset(thread.seats)),
        text=cleaned,
        source=Entry.Source.MAIL,
        key=key,
    )
    url = conversation_url(game, thread.number)
    return PressReceipt(readers_of(player, thread.seats), cleaned, replayed=sent.replayed, url=url)


def press_line(*, game_id: int, user_id: int, text: str, source: str, key: str) -> PressReceipt:
    """Send what a line such as `press red: text` says. Raises UnreadableOrder, and GameError for what cannot be
    sent."""
    line = read_line(text)
    players = list(Player.objects.filter(game_id=game_id).exclude(seat=None).select_related("game", "user"))
    audience = audience_named(line.who, players)
    if audience is None:
        raise PressRefused(_("Nobody plays that colour in this game."))
    sent = press_send(game_id=game_id, user_id=user_id, to=audience, text=line.text, source=source, key=key)
    people = people_of(players, None)
    to = _("the organizers") if audience.is_for_organizers else join_and(names_of(sorted(audience.seats), people))
    return PressReceipt(to or _("everyone"), clean_text(line.text), replayed=sent.replayed)


def writer_by(game_id: int, seat: int, user_id: int) -> Player:
    """Find the player whose reply address this is. Raises NotAllowed once somebody else has the seat."""
    player = Player.objects.filter(game_id=game_id, seat=seat, user_id=user_id).select_related("game", "user").first()
    if player is None:
        raise NotAllowed(_("Somebody else plays this seat now, so your message went to nobody."))
    return player


def thread_by(player: Player, number: int) -> Thread | None:
    """Find the conversation that a player's reply addresses name by this number; None if they can read it no more."""
    named = ReplyNumber.objects.filter(player=player, user=player.user, number=number).first()
    threads = threads_of(messages_for(player.game, Viewer(player, timezone.now())), player)
    return next((thread for thread in threads if named and thread.pk == named.conversation_id), None)


def readers_of(player: Player, seats: tuple[int, ...]) -> str:
    """Name who reads a conversation besides a player, as that player knows them."""
    people = people_of(player.game.players.select_related("user"), player.seat)
    return join_and(names_of(seats, people)) or _("everyone")


def what_tells(player: Player, text: str) -> str:
    """Return what of a text tells who wrote it: their name, their address, or a line under which people sign."""
    user = player.user
    names = (user.username, user.email, user.get_full_name()) if user else ()
    lowered = text.lower()
    if found := next((name for name in names if name and name.lower() in lowered), ""):
        return found
    return next((line.strip() for line in text.splitlines() if SIGNED.match(line.strip())), "")


def hold(player: Player, thread: Thread, text: str, key: str, why: str) -> PressReceipt:
    """Keep a reply that was not sent until its writer says otherwise."""
    held, _made = Held.objects.get_or_create(
        player=player, key=key, defaults={"conversation_id": thread.pk, "text": text, "at": db_now()}
    )
    url = f"{conversation_url(player.game, thread.number)}?held={held.pk}#say"
    return PressReceipt(readers_of(player, thread.seats), text, held=True, why=why, url=url)


def conversation_url(game: Game, number: int) -> str:
    return absolute_url(reverse("game-conversation", args=[game.slug, number]))


def held_text(player: Player | None, conversation: int, pk: str) -> str:
    """Return the text of a held reply for the field of its conversation; empty for any other."""
    if player is None or not (pk.isdigit() and len(pk) < 12):
        return ""
    rows = Held.objects.filter(pk=pk, player=player, conversation_id=conversation)
    return rows.values_list("text", flat=True).first() or ""
