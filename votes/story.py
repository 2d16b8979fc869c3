"""Votes in sentences: what is asked, as pages and mails put it, and how the journal tells of openings and ends."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.wording.narration.host import because
from games.wording.narration.sentences import Event, Names, registers_sentence, say
from votes.kinds import EXTENSION
from votes.models import Vote

Kind = Vote.Kind


def asked_words(kind: str, days: int, seat: str) -> str:
    """Complete "to …" with what a vote decides; `seat` is the one that would be offered."""
    words = {
        Kind.EXTEND: _("move the deadline by %(hours)s hours"),
        Kind.PAUSE: ngettext("pause the game for %(days)s day", "pause the game for %(days)s days", days),
        Kind.RESUME: _("end the pause"),
        Kind.SUBSTITUTE: _("offer %(seat)s to a new player"),
        Kind.DRAW: _("end the game as a draw"),
        Kind.CALL_OFF: _("call the game off"),
    }
    return words[Kind(kind)] % {"hours": EXTENSION, "days": days, "seat": seat}


def words_of(event: Event, names: Names) -> str:
    return asked_words(event["vote"], event["days"], names.seat(event["about"]))


@registers_sentence("host.vote_opened")
def opened(event: Event, names: Names) -> str:
    text = _("%(seat)s opened a vote to %(what)s.")
    return say(text, seat=names.Seat(event["seat"]), what=words_of(event, names))


@registers_sentence("host.vote_failed")
def failed(event: Event, names: Names) -> str:
    agreed = len(event["agreed"])
    text = ngettext(
        "The vote to %(what)s failed: %(agreed)s player agreed, and it needed %(needed)s.",
        "The vote to %(what)s failed: %(agreed)s players agreed, and it needed %(needed)s.",
        agreed,
    )
    return say(text, what=words_of(event, names), agreed=agreed, needed=event["needed"])


@registers_sentence("host.vote_lapsed")
def lapsed(event: Event, names: Names) -> str:
    text = _("The vote to %(what)s ended without a result, for there is nothing left to decide.")
    if event["vote"] == Kind.EXTEND:
        text = _("The vote to %(what)s ended without a result, for that turn is over.")
    return say(text, what=words_of(event, names))


@registers_sentence("host.vote_stopped")
def stopped(event: Event, names: Names) -> str:
    return because(say(_("The organizer ended the vote to %(what)s."), what=words_of(event, names)), event)
