"""Mails about plans for the next turn: the receipt of what was played, and one word when a plan is dropped."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.mail.notes import Notice, board_button
from games.mail.turn import frame, seat_of
from games.models import Entry, Game, OutboxMail, TurnPlan
from games.selectors.estimates import expected_words
from games.selectors.mailed_game import MailedGame, MailReader
from games.services.mail_kinds import MAIL_KINDS, Context, MailKind


def find_plan(mail: OutboxMail) -> TurnPlan | None:
    """Find the plan that a mail tells of; None once another has taken its place."""
    plans = TurnPlan.objects.filter(game=mail.game, player__seat=mail.seat, user=mail.user)
    return plans.filter(version=mail.context.get("plan")).first()


def is_replaced(mail: OutboxMail, mailed: MailedGame, now: datetime) -> str:
    return "" if find_plan(mail) else _("another plan has taken its place")


def plan(mail: OutboxMail, reader: MailReader) -> Context:
    """Tell what of a plan was played, or why it was dropped."""
    game, player = seat_of(mail, reader)
    told = find_plan(mail)
    if told is None:
        raise TurnPlan.DoesNotExist
    return (
        frame(game, reader.mailed.view(mail.seat))
        | notice_of(game, told, expected_words(game, player.seat, reader.now, reader.zone, in_mail=True)).context()
    )


def notice_of(game: Game, told: TurnPlan, expected: str) -> Notice:
    """Write the mail; `expected` is when the reader's next turn probably comes, empty where nothing is known."""
    said = {"game": game.name}
    if told.state == TurnPlan.State.DROPPED:
        lead = [_("Your plan for your next turn was dropped, so nothing of it was played."), told.why]
        return Notice(
            _("%(game)s: your plan was dropped") % said, _("Your plan was dropped"), lead, button=board_button(game)
        )
    orders = Entry.objects.filter(game=game, seq__in=told.seqs, implied=False).order_by("seq")
    played = list(orders.values_list("order", flat=True))
    if told.state == TurnPlan.State.STOPPED:
        stopped = _("It stopped at line %(line)s, “%(said)s”: %(why)s")
        lead = [_("This much of your plan was played when your turn began:"), *played]
        lead.append(stopped % {"line": told.line, "said": told.said, "why": told.why})
        lead.append(_("You have the whole time of the turn for the rest."))
        subject = _("%(game)s: your plan stopped on its way") % said
        return Notice(subject, _("Your plan stopped on its way"), lead, button=board_button(game))
    lead = [_("Your plan was played when your turn began:"), *played]
    if expected:
        lead.append(_("Your next turn probably comes %(when)s.") % {"when": expected})
    return Notice(
        _("%(game)s: your plan was played") % said, _("Your plan was played"), lead, button=board_button(game)
    )


MAIL_KINDS.add(MailKind("plan", gettext_lazy("What became of a plan"), plan, explain_obsolete=is_replaced))
