"""Mails about free seats: one can be taken, one is gone."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.mail import reply
from games.mail.links import absolute_url
from games.mail.notes import Button, Notice, board_image
from games.mail.turn import frame
from games.models import Game, OutboxMail, Player
from games.selectors.mailed_game import MailedGame, MailReader
from games.services.mail_kinds import MAIL_KINDS, Context, MailKind
from substitutes.models import Offer
from substitutes.selectors import SeatFacts, offer_url, seat_facts


def seat_offered(mail: OutboxMail, reader: MailReader) -> Context:
    """Tell which seat the reader can take, what it is, until when, and what happens otherwise."""
    game, offer = reader.mailed.game, Offer.objects.get(pk=mail.context["offer"])
    view = reader.mailed.view(None)
    facts = seat_facts(game, offer.seat, view)
    said = {"game": game.name, "seat": facts.name, "until": reader.long(offer.until), "zone": reader.zone_name}
    made = Notice(
        _("%(game)s: you can take over %(seat)s") % said,
        _("You can take over %(seat)s") % said,
        [
            _("%(seat)s in %(game)s is free. You can take the seat until %(until)s (%(zone)s).") % said,
            *describe(facts),
            _("If you do not answer, we ask the next person.")
            + " "
            + meanwhile(game, reader.mailed.players, offer.seat),
            *([_("Reply with “join” to take the seat, or look at it first.")] if reply.is_open() else []),
        ],
        button=Button(_("See the seat"), absolute_url(offer_url(offer))),
        why=_("You get this because you signed up as a substitute."),
    ).context()
    return frame(game, view) | {"links": links_of(game)} | made | board_image(game, view) | reply_context(offer)


def reply_context(offer: Offer) -> Context:
    """Build what an offer needs to be taken by a reply, to an address of decision 0. Empty on a site that reads no
    mail."""
    if not reply.is_open():
        return {}
    named = reply.ReplyAddress(offer.game_id, offer.seat, 0, offer.user_id)
    return {"reply": named, "marker": reply.END_OF_ORDERS}


def meanwhile(game: Game, players: Sequence[Player], seat: int) -> str:
    """Say what happens while nobody has the seat."""
    if game.status == Game.Status.PAUSED:
        return _("The game is paused meanwhile.")
    held_by = next(player.held_by for player in players if player.seat == seat)
    return _("A bot plays meanwhile.") if held_by else _("The caretaker plays meanwhile.")


def describe(facts: SeatFacts) -> list[str]:
    """Describe a seat in sentences: what it holds, and the time for a turn."""
    holds = ngettext(
        "%(rules)s, %(stage)s. %(seat)s holds %(count)s territory with %(armies)s.",
        "%(rules)s, %(stage)s. %(seat)s holds %(count)s territories with %(armies)s.",
        facts.territories,
    )
    said = {
        "rules": facts.rules,
        "stage": facts.stage,
        "seat": facts.name,
        "count": facts.territories,
        "armies": facts.armies,
        "clock": facts.clock,
    }
    return [holds % said, _("Time per turn: %(clock)s. You begin with a whole turn.") % said]


def seat_gone(mail: OutboxMail, reader: MailReader) -> Context:
    """Tell that a seat cannot be taken any more, and why."""
    game, offer = reader.mailed.game, Offer.objects.get(pk=mail.context["offer"])
    view = reader.mailed.view(None)
    said = {"game": game.name, "seat": seat_facts(game, offer.seat, view).name}
    text = _(
        "The seat in %(game)s that you could take is no longer free: its player has come back, or the game has ended."
    )
    if offer.outcome == Offer.Outcome.WITHDRAWN:
        text = _("An organizer no longer offers the seat in %(game)s that you could take.")
    made = Notice(
        _("%(game)s: %(seat)s is no longer free") % said,
        _("%(seat)s is no longer free") % said,
        [text % said, _("You stay on the list, and we ask you again when another seat falls free.")],
        why=_("You get this because you signed up as a substitute."),
    ).context()
    return frame(game, view) | {"links": links_of(game)} | made


def links_of(game: Game) -> dict[str, str]:
    """List where a mail about a free seat leads besides: to the board, if the reader may watch it."""
    return {"board": absolute_url(reverse("game", args=[game.slug]))} if game.is_watchable else {}


def explain_over(mail: OutboxMail, mailed: MailedGame, now: datetime) -> str:
    """Explain why an offer needs no mail any more; empty while it is open."""
    offer = Offer.objects.filter(pk=mail.context["offer"], outcome="").first()
    if offer is None:
        return _("the seat was taken, declined or is no longer free")
    return _("the time to answer is over") if offer.until <= now else ""


def explain_never_told(mail: OutboxMail, mailed: MailedGame, now: datetime) -> str:
    """Explain why nobody needs to hear that a seat is gone: they were never told of it."""
    told = OutboxMail.objects.filter(key=f"seat_offered:{mail.context['offer']}", state=OutboxMail.State.SENT)
    return "" if told.exists() else _("its reader was not told of the seat")


MAIL_KINDS.add(
    MailKind(
        "seat_offered",
        gettext_lazy("A free seat"),
        seat_offered,
        wish="seats",
        is_limited=False,
        explain_obsolete=explain_over,
    )
)
MAIL_KINDS.add(
    MailKind(
        "seat_gone",
        gettext_lazy("A seat that is no longer free"),
        seat_gone,
        wish="seats",
        explain_obsolete=explain_never_told,
    )
)
