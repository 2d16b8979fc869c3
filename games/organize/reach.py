"""Who is told of an act on games, and whom no email reaches: said before an organizer writes a word."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.contrib.auth import get_user_model
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.models import Game, Player
from games.services.mail_kinds import MAIL_KINDS
from games.wording.amounts import join_and

MOST_NAMED = 8


def readers_of(games: Sequence[Game]) -> list[User]:
    """List everybody with a seat in one of the games who has not resigned, each once. One query."""
    seats = Player.objects.filter(game__in=games, user__isnull=False).exclude(state=Player.State.RESIGNED)
    return list(get_user_model().objects.filter(pk__in=seats.values("user")).order_by("username"))


def why_unreached(person: User, now: datetime) -> str:
    """Say why a message of an organizer does not reach a person; empty if it does."""
    if not person.is_active:
        return _("account closed")
    if not person.email:
        return _("no address")
    if person.bounced_at is not None:
        return _("mail bounces")
    if person.is_muted(now):
        return _("all mail paused")
    return "" if person.wants_mail(MAIL_KINDS["message"].wish, now) else _("emails about games turned off")


def unreached_words(people: Sequence[User], now: datetime) -> str:
    """Name the people whom no email reaches, each with the reason; empty if it reaches all."""
    found = [(person, why) for person in people if (why := why_unreached(person, now))]
    if not found:
        return ""
    named = [f"{person.username} ({why})" for person, why in found[:MOST_NAMED]]
    if more := len(found) - len(named):
        named.append(ngettext("%(count)s other", "%(count)s others", more) % {"count": more})
    return _("Email does not reach %(people)s.") % {"people": join_and(named)}


def count_reached(people: Sequence[User], now: datetime) -> int:
    return sum(not why_unreached(person, now) for person in people)
