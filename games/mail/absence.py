"""Mails about stand-ins: the request to a friend, the friend's answer, and what happened while somebody was away."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from common.times import dated
from games.mail.links import absolute_url
from games.mail.notes import Button, Notice, site_frame
from games.models import Entry, OutboxMail, StandIn, Vacation
from games.models.absence import OWN_ORDERS
from games.selectors.mailed_game import MailedGame, MailReader
from games.services.mail_kinds import MAIL_KINDS, Context, MailKind
from games.wording.seats import stand_in_title


def request(mail: OutboxMail, reader: MailReader) -> Context:
    """Ask a friend to stand in."""
    row = Vacation.objects.select_related("user").get(pk=mail.context["vacation"])
    words = {
        "name": row.user.username,
        "first": dated(row.first, "weekday"),
        "last": dated(row.last, "weekday"),
    }
    title = _("%(name)s asks you to stand in") % words
    notice = Notice(
        title,
        title,
        [
            _("%(name)s is away from %(first)s to %(last)s and asks you to play meanwhile.") % words,
            _(
                "You would see the seat as its player does and give its orders, in games in which you have no seat of "
                "your own. It ends with the vacation, or sooner if %(name)s gives an order."
            )
            % words,
            _("If you do not answer, the caretaker plays."),
        ],
        button=Button(_("Agree or decline"), absolute_url(reverse("stand-in", args=[row.pk]))),
        why=_("You get this email because %(name)s named you.") % words,
    )
    return site_frame(_("Stand-in")) | notice.context()


def answer(mail: OutboxMail, reader: MailReader) -> Context:
    """Tell who is away what the friend has answered."""
    row = Vacation.objects.select_related("by").get(pk=mail.context["vacation"])
    words = {"name": row.by.username if row.by else _("Somebody who has left")}
    title = _("%(name)s stands in for you") % words
    lead = _("They play where they have no seat of their own; elsewhere the caretaker does.")
    if row.agreed_at is None:
        title = _("%(name)s cannot stand in for you") % words
        lead = _("The caretaker plays instead. You can choose a bot or your standing orders for your games.")
    why = _("You get this email because you announced a vacation.")
    button = Button(_("Your absence"), absolute_url(reverse("away")))
    return site_frame(_("Stand-in")) | Notice(title, title, [lead], button=button, why=why).context()


def begun(mail: OutboxMail, reader: MailReader) -> Context:
    """Tell a friend in which games they stand in from now on."""
    row = Vacation.objects.select_related("user").get(pk=mail.context["vacation"])
    running = StandIn.objects.filter(vacation=row, by=mail.user_id, ended_at=None).select_related("player__game")
    words = {
        "name": row.user.username,
        "last": dated(row.last, "weekday"),
        "games": ", ".join(each.player.game.name for each in running),
    }
    title = _("You stand in for %(name)s now") % words
    lead = [
        _("%(name)s is away until %(last)s. You stand in here: %(games)s.") % words,
        _(
            "You get an email whenever the seat has to answer. "
            "It ends with the vacation, or when %(name)s gives an order."
        )
        % words,
    ]
    button = Button(_("Your games"), absolute_url(reverse("home")))
    why = _("You get this email because you agreed to stand in for %(name)s.") % words
    return site_frame(_("Stand-in")) | Notice(title, title, lead, button=button, why=why).context()


def over(mail: OutboxMail, reader: MailReader) -> Context:
    """Tell a friend that they stand in no more."""
    row = Vacation.objects.select_related("user").get(pk=mail.context["vacation"])
    rows = StandIn.objects.filter(vacation=row, by=mail.user_id).select_related("player__game")
    words = {"name": row.user.username, "games": ", ".join(each.player.game.name for each in rows)}
    title = _("You no longer stand in for %(name)s") % words
    lead = _("%(name)s plays again: %(games)s. Thank you for standing in.") % words
    button = Button(_("Your games"), absolute_url(reverse("home")))
    why = _("You get this email because you stood in for %(name)s.") % words
    return site_frame(_("Stand-in")) | Notice(title, title, [lead], button=button, why=why).context()


def summary(mail: OutboxMail, reader: MailReader) -> Context:
    """Tell somebody who is back what was played for them, in all games at once."""
    row = Vacation.objects.get(pk=mail.context["vacation"])
    rows = StandIn.objects.filter(vacation=row).select_related("player__game", "by")
    lead = [summary_line(each) for each in rows]
    title = _("You are back")
    why = _("You get this email because your vacation is over.")
    button = Button(_("Your games"), absolute_url(reverse("home")))
    return site_frame(_("Absence")) | Notice(title, title, lead, button=button, why=why).context()


def summary_line(row: StandIn) -> str:
    """Count what one stand-in played in a game."""
    since, until = row.begins_at, row.ended_at or row.ends_at
    entries = Entry.objects.filter(game=row.player.game, seat=row.player.seat, kind=Entry.Kind.ACTION)
    count = entries.filter(at__gte=since, at__lte=until, implied=False).count()
    title = stand_in_title(row.bot, row.by.username if row.by else "")
    name = _("your standing orders") if row.bot == OWN_ORDERS else title
    if not count:
        return _("%(game)s: nothing had to be played.") % {"game": row.player.game.name}
    text = ngettext(
        "%(game)s: %(count)s order by %(name)s.",
        "%(game)s: %(count)s orders by %(name)s.",
        count,
    )
    return text % {"game": row.player.game.name, "count": count, "name": name}


def explain_gone(mail: OutboxMail, mailed: MailedGame, now: datetime) -> str:
    """Explain that the vacation of a mail was given back; empty if it stands."""
    is_there = Vacation.objects.filter(pk=mail.context.get("vacation")).exists()
    return "" if is_there else _("the vacation was given back")


def explain_not_begun(mail: OutboxMail, mailed: MailedGame, now: datetime) -> str:
    """Explain that a friend stands in no more; empty while they do."""
    stands_in = StandIn.objects.filter(vacation=mail.context.get("vacation"), by=mail.user_id, ended_at=None).exists()
    return "" if stands_in else _("its reader stands in no more")


for kind in (
    MailKind("stand_in_begun", gettext_lazy("A stand-in has begun"), begun, explain_obsolete=explain_not_begun),
    MailKind("stand_in_over", gettext_lazy("A stand-in is over"), over, explain_obsolete=explain_gone),
    MailKind("stand_in_request", gettext_lazy("A request to stand in"), request, explain_obsolete=explain_gone),
    MailKind("stand_in_answer", gettext_lazy("The answer of a stand-in"), answer, explain_obsolete=explain_gone),
    MailKind("stand_in_summary", gettext_lazy("What was played meanwhile"), summary, explain_obsolete=explain_gone),
):
    MAIL_KINDS.add(kind)
