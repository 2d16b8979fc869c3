"""Summarize all open questions of a person in one mail, for a day with too many."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import engine
from games.decisions.registry import prompt_for, suggested_orders
from games.mail.links import OrderLink, absolute_url, link_path
from games.mail.notes import Button, Notice, site_frame
from games.models import OutboxMail, Waiting
from games.selectors.access import view_of
from games.selectors.lists import open_questions_of
from games.selectors.mailed_game import MailedGame, MailReader
from games.services.mail_kinds import MAIL_KINDS, Context, MailKind
from games.services.mail_policy import DAILY_LIMIT
from games.wording.seats import owner_played_for

MOST = 20
"""Questions that one mail tells in full; the rest stand on the page."""


def summary(mail: OutboxMail, reader: MailReader) -> Context:
    """List each open question with its deadline and a link that shows the answers."""
    rows = list(open_questions_of(mail.user_id).select_related("player__user"))
    heading = ngettext("It is your turn in %(count)s game", "It is your turn in %(count)s games", len(rows))
    heading %= {"count": len(rows)}
    lead = _(
        "We have sent you %(count)s emails in a day and got no order, so all your open turns now come in one email."
    )
    told = [question_line(row, reader) for row in rows[:MOST]]
    left = [_("And %(count)s more.") % {"count": len(rows) - MOST}] if len(rows) > MOST else []
    return (
        site_frame(_("Your games"))
        | Notice(
            heading,
            heading,
            [lead % {"count": DAILY_LIMIT}],
            button=Button(_("See all your games"), absolute_url(reverse("home"))),
            after=[*told, *left],
        ).context()
    )


def explain_answered(mail: OutboxMail, mailed: MailedGame, now: datetime) -> str:
    """Explain that the reader has no open question left; empty if there is one."""
    return "" if open_questions_of(mail.user_id).exists() else _("everything was answered before it was sent")


def question_line(row: Waiting, reader: MailReader) -> Button:
    """Describe an open question: "Long Winter: place 3 armies and attack, until Tuesday 24 November, 20:00", a link
    to the answers."""
    view = view_of(row.game, row.seat)
    said = {"game": row.game.name, "question": prompt_for(view).subject}
    if owner := owner_played_for(row.player, reader.user.pk if reader.user else None):
        said["game"] = _("%(game)s, for %(owner)s") % {**said, "owner": owner}
    if row.until is None:
        return Button(f"{said['game']}: {said['question']}", address_of(row, view))
    said["until"] = reader.long(row.until)
    return Button(_("%(game)s: %(question)s, until %(until)s") % said, address_of(row, view))


def address_of(row: Waiting, view: engine.PlayerView) -> str:
    """Link to where one answers without logging in; the game's page if nothing is likely."""
    for likely in suggested_orders(view):
        return absolute_url(
            link_path(OrderLink(row.game_id, row.seat, view.ref, likely.order, row.player.person_for(row.pace) or 0))
        )
    return absolute_url(reverse("game", args=[row.game.slug]))


MAIL_KINDS.add(
    MailKind(
        "summary",
        gettext_lazy("All open questions"),
        summary,
        wish="turn",
        is_limited=False,
        explain_obsolete=explain_answered,
    )
)
