"""A change of the mail address that can be undone for a week, by a link in the mail to the former address.

It takes an account back from somebody who borrowed a session and knew the password too: the link needs no login, and
works whatever they changed since.
"""

from __future__ import annotations

from datetime import timedelta

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.core import signing
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from accounts import browsers, sessions
from accounts.models import AddressChange, User
from accounts.signals import account_recovered

UNDO_FOR = timedelta(days=7)
SALT = "accounts.address.undo"


class AddressTaken(Exception):
    """The former address belongs to another account by now."""


def proof_address(user: User) -> str:
    """Return the address that codes and warnings of an account go to."""
    return EmailAddress.objects.get_primary_email(user) or ""


def note_change(user: User, old: str, new: str) -> AddressChange:
    """Keep what an address was changed from and to, for as long as that can be undone."""
    AddressChange.objects.filter(at__lt=timezone.now() - UNDO_FOR).delete()
    return AddressChange.objects.create(user=user, old=old, new=new)


def undo_url(change: AddressChange) -> str:
    """Build the undo link for the mail to the former address."""
    return settings.SITE_URL + reverse("account-address-undo", args=[signing.dumps(change.pk, salt=SALT)])


def change_of_token(token: str) -> AddressChange | None:
    """Find the change that a link undoes; None if the link is forged, used up or too old."""
    try:
        pk = signing.loads(token, salt=SALT, max_age=UNDO_FOR)
    except signing.BadSignature:
        return None
    return open_changes().filter(pk=pk).first()


def open_changes() -> QuerySet[AddressChange]:
    """Select the changes that can still be undone."""
    fresh = AddressChange.objects.filter(undone_at=None, at__gte=timezone.now() - UNDO_FOR, user__is_active=True)
    return fresh.select_related("user")


def undo(change: AddressChange) -> bool:
    """Give the account back to the owner of its former address; False if that was done before.

    The person who changed it knew the password and may have added a second step, so both go, as do all logins and
    tokens; later changes cannot be undone any more, or they would lead back. Raises AddressTaken.
    """
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=change.user_id)
        if not open_changes().filter(pk=change.pk).update(undone_at=timezone.now()):
            return False
        AddressChange.objects.filter(user=user, pk__gt=change.pk, undone_at=None).update(undone_at=timezone.now())
        move_address(user, change.old)
        user.set_unusable_password()
        user.save(update_fields=["password"])
        drop_second_steps(Authenticator.objects.filter(user=user, created_at__gte=change.at - UNDO_FOR), user)
        shut_out(user)
    return True


def move_address(user: User, address: str) -> None:
    """Make this the one address of an account. Raises AddressTaken."""
    if EmailAddress.objects.filter(email__iexact=address, verified=True).exclude(user=user).exists():
        raise AddressTaken
    EmailAddress.objects.filter(user=user).delete()
    EmailAddress.objects.create(user=user, email=address.lower(), primary=True, verified=True)
    user.email, user.bounced_at = address.lower(), None
    user.save(update_fields=["email", "bounced_at"])


def drop_second_steps(steps: QuerySet[Authenticator], user: User) -> None:
    """Remove second steps; recovery codes do not stay alone."""
    steps.delete()
    left = Authenticator.objects.filter(user=user)
    if not left.exclude(type=Authenticator.Type.RECOVERY_CODES).exists():
        left.delete()


def shut_out(user: User) -> None:
    """End every login and everything else that opens the account without one."""
    sessions.end_all(user)
    browsers.forget_all(user)
    account_recovered.send(sender=User, user=user)
