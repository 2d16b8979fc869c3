"""Mails about votes: one has been opened, one was not agreed to, an organizer ended one. What has passed is told by the
mail about what it did."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.mail.links import absolute_url
from games.mail.notes import Button, Notice, board_button, board_image
from games.mail.turn import command_context, frame, seat_of
from games.models import AuditEntry, OutboxMail
from games.selectors.mailed_game import MailedGame, MailReader
from games.services.mail_kinds import MAIL_KINDS, Context, MailKind, explain_lost_seat
from votes.models import Vote
from votes.reading import line_of
from votes.selectors import describe_vote, title_of


def vote_opened(mail: OutboxMail, reader: MailReader) -> Context:
    """Tell what somebody asks the reader to agree to, how many must agree, and until when."""
    game, player = seat_of(mail, reader)
    vote = Vote.objects.get(pk=mail.context["vote"])
    card = describe_vote(vote, reader.mailed.players, player.user, reader.now, reader.zone)
    said = {"game": game.name, "who": card.opener, "vote": card.title, "until": card.until}
    made = Notice(
        _("%(game)s: vote on “%(vote)s”") % said,
        card.title,
        [
            _("%(who)s opened a vote. This is what would happen:") % said,
            card.about,
            _("You can vote until %(until)s. A player who does not vote counts as against.") % said,
        ],
        button=Button(_("See the vote"), absolute_url(reverse("game-votes", args=[game.slug]))),
        other=board_button(game),
    ).context()
    view = reader.mailed.view(player.seat)
    lead = _("Or reply with “%(line)s” to agree.") % {"line": line_of(vote, reader.mailed.players)}
    return frame(game, view) | made | board_image(game, view) | command_context(mail, reader, lead)


def vote_failed(mail: OutboxMail, reader: MailReader) -> Context:
    """Tell that not enough people agreed."""
    game, player = seat_of(mail, reader)
    vote = Vote.objects.get(pk=mail.context["vote"])
    agreed = vote.ballots.filter(agrees=True).count()
    text = ngettext(
        "%(agreed)s of %(voters)s players agreed, and that was not enough. Nothing changes.",
        "%(agreed)s of %(voters)s players agreed, and that was not enough. Nothing changes.",
        vote.voters,
    )
    return ended(mail, reader, _("The vote failed"), text % {"agreed": agreed, "voters": vote.voters})


def vote_stopped(mail: OutboxMail, reader: MailReader) -> Context:
    """Tell that an organizer ended a vote, and why."""
    acts = AuditEntry.objects.filter(game=mail.game, action="vote.stop", details__pk=mail.context["vote"])
    reason = acts.values_list("reason", flat=True).first() or ""
    return ended(mail, reader, _("An organizer ended a vote"), _("The reason: %(reason)s") % {"reason": reason})


def ended(mail: OutboxMail, reader: MailReader, heading: str, text: str) -> Context:
    game, player = seat_of(mail, reader)
    title = title_of(Vote.objects.get(pk=mail.context["vote"]), reader.mailed.players)
    subject = _("%(game)s: %(heading)s") % {"game": game.name, "heading": f"{heading[:1].lower()}{heading[1:]}"}
    made = Notice(subject, heading, [f"{title}.", text], button=board_button(game)).context()
    view = reader.mailed.view(player.seat)
    return frame(game, view) | made | board_image(game, view)


def explain_over(mail: OutboxMail, mailed: MailedGame, now: datetime) -> str:
    """Explain why nobody needs to hear of an opened vote any more; empty while it is open."""
    if not Vote.objects.filter(pk=mail.context["vote"], outcome="").exists():
        return _("the vote is over")
    return explain_lost_seat(mail, mailed, now)


MAIL_KINDS.add(MailKind("vote_opened", gettext_lazy("A vote has opened"), vote_opened, explain_obsolete=explain_over))
MAIL_KINDS.add(MailKind("vote_failed", gettext_lazy("A vote failed"), vote_failed))
MAIL_KINDS.add(MailKind("vote_stopped", gettext_lazy("An organizer ended a vote"), vote_stopped))
