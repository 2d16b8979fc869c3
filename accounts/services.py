"""What may be done to an account beyond logging in: preferences by link, export, deletion."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import sessions
from accounts.models import AddressChange, RateCount, Theme, User, new_mail_key
from accounts.ratelimit import limit
from accounts.signals import account_deleted, account_exported
from common.mail_ways import Way

UNCONFIRMED_LIVES = timedelta(hours=2)
"""A sign-up holds its name so long; every code of it has run out by then."""

EXPORT_VERSION = 1


class CannotDelete(Exception):
    """The account may not be deleted; the text says why, to the person."""


class AccountGone(Exception):
    """The account was deleted or closed while somebody worked on it."""


def update_fields(user: User, names: Iterable[str]) -> None:
    """Write these fields of an account and no others: those may have changed since it was read.

    Raises AccountGone for one that was deleted or closed meanwhile.
    """
    facts = {name: getattr(user, name) for name in names}
    if not User.objects.filter(pk=user.pk, is_active=True).update(**facts):
        raise AccountGone


def void_reply_addresses(user: User) -> None:
    """Make all addresses void that came with emails to a person, so that no reply to them does anything."""
    User.objects.filter(pk=user.pk, is_active=True).update(reply_epoch=F("reply_epoch") + 1)


def forget_unconfirmed(now: datetime | None = None) -> int:
    """Remove sign-ups of some hours ago whose code was never typed in; how many. Their names become free."""
    stale = (now or timezone.now()) - UNCONFIRMED_LIVES
    return _unconfirmed().filter(date_joined__lt=stale).delete()[0]


def forget_signup(user: User) -> None:
    """Remove this sign-up, if its code was never typed in: the person starts again, perhaps with another address."""
    _unconfirmed().filter(pk=user.pk).delete()


def confirmed_people() -> QuerySet[User]:
    """Query the people whom others may see and write to: a sign-up is nobody before its address is confirmed."""
    return User.objects.filter(is_active=True).exclude(pk__in=_unconfirmed().values("pk"))


def _unconfirmed() -> QuerySet[User]:
    """Query the people who signed up and never came in; accounts made otherwise have no address that waits."""
    waiting = User.objects.filter(last_login=None, is_staff=False, emailaddress__verified=False)
    return User.objects.filter(pk__in=waiting).exclude(emailaddress__verified=True)


def hold_name(name: str) -> None:
    """Hold the name of a sign-up, whether or not its address is known already and no account comes of it: if the name
    were free then, a second sign-up would tell."""
    limit(_held(name), 1, UNCONFIRMED_LIVES.total_seconds())


def is_name_held(name: str) -> bool:
    """Return whether a sign-up of the last hours holds this name."""
    return RateCount.objects.filter(key=_held(name), ends__gt=time.time()).exists()


def release_name(name: str) -> None:
    """Release the name of a sign-up that starts again."""
    RateCount.objects.filter(key=_held(name)).delete()


def _held(name: str) -> str:
    return f"name:{name.lower()}"


def export_account(user: User) -> dict[str, object]:
    """Export everything kept about a person, as a document of JSON values; games add their sections by signal."""
    document: dict[str, object] = {
        "format": "fieldpost.account",
        "version": EXPORT_VERSION,
        "exported_at": _moment(timezone.now()),
        "account": _account_facts(user),
        "addresses": list(EmailAddress.objects.filter(user=user).values("email", "verified", "primary")),
        "addresses_changed": [_change_facts(each) for each in AddressChange.objects.filter(user=user)],
        "second_steps": [_factor_facts(each) for each in Authenticator.objects.filter(user=user)],
        "logged_in_at": [_session_facts(each) for each in UserSession.objects.filter(user=user)],
    }
    for _receiver, sections in account_exported.send(sender=User, user=user):
        if isinstance(sections, dict):
            document.update(sections)
    return document


def _account_facts(user: User) -> dict[str, object]:
    return {
        "name": user.username,
        "email": user.email,
        "joined_at": _moment(user.date_joined),
        "last_login": _moment(user.last_login),
        "has_password": user.has_usable_password(),
        "time_zone": user.timezone,
        "language": user.language,
        "theme": user.theme,
        "quiet_hours": user.quiet,
        "reminders": user.remind,
        "hidden_on_page": user.hidden_parts,
        "mail": {
            "turns": user.turn_mail,
            "reminders": user.reminder_mail,
            "news": user.news_mail,
            "messages": user.press_mail,
            "news_in_digest": user.news_digest,
            "digest_hour": user.mail_hour,
            "weekly": user.weekly_mail,
            "staff": user.staff_mail,
            "muted_until": _moment(user.mail_muted_until),
            "bounced_at": _moment(user.bounced_at),
        },
    }


def _change_facts(change: AddressChange) -> dict[str, object]:
    return {"from": change.old, "to": change.new, "at": _moment(change.at), "undone_at": _moment(change.undone_at)}


def _factor_facts(factor: Authenticator) -> dict[str, object]:
    """Describe a second factor by kind and dates, never by its secret."""
    return {
        "type": factor.type,
        "created_at": _moment(factor.created_at),
        "last_used_at": _moment(factor.last_used_at),
    }


def _session_facts(session: UserSession) -> dict[str, object]:
    return {
        "began_at": _moment(session.created_at),
        "last_seen_at": _moment(session.last_seen_at),
        "address": session.ip,
        "browser": session.user_agent,
    }


def _moment(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None


def delete_account(user: User) -> None:
    """Empty an account for good. Listeners of `account_deleted` go first and hand over its seats.

    The row stays without name, address or secret, because finished games and the audit log refer to it.
    Raises CannotDelete for the last administrator, without whom nobody could run the site.
    """
    _refuse_last_administrator(user)
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        account_deleted.send(sender=User, user=user)
        sessions.end_all(user)
        EmailAddress.objects.filter(user=user).delete()
        AddressChange.objects.filter(user=user).delete()
        Authenticator.objects.filter(user=user).delete()
        user.groups.clear()
        user.user_permissions.clear()
        _empty(user)
        user.save()


def _refuse_last_administrator(user: User) -> None:
    others = User.objects.filter(is_superuser=True, is_active=True).exclude(pk=user.pk)
    if user.is_superuser and not others.exists():
        raise CannotDelete(_("You are the only administrator of this site. Make somebody else one first."))


def _empty(user: User) -> None:
    user.username = f"gone-{secrets.token_hex(6)}"
    user.email = user.first_name = user.last_name = user.language = ""
    user.timezone, user.theme = "UTC", Theme.DEVICE
    user.turn_mail, user.reminder_mail, user.news_mail, user.staff_mail = Way.NONE, False, False, False
    user.news_digest = user.weekly_mail = False
    user.press_mail = Way.NONE
    user.quiet = user.remind = None
    user.mail_muted_until = user.bounced_at = user.last_login = None
    user.mail_key = new_mail_key()
    user.is_active = user.is_staff = user.is_superuser = False
    user.set_unusable_password()
    user.deleted_at = timezone.now()
