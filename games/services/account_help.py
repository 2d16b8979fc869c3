"""Restore access to lost accounts: acts with a reason, an audit entry and a mail to the owner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils.translation import gettext as _

from accounts import helping
from games.errors import GameError, NotAllowed
from games.services.organize import audit

if TYPE_CHECKING:
    from accounts.models import User

RIGHT = "accounts.help_user"


def may_help(helper: User, person: User) -> bool:
    """Check whether `helper` may act on an account: never on their own, on staff only as administrator."""
    if helper.pk == person.pk or not helper.has_perm(RIGHT):
        return False
    return helper.is_superuser or not (person.is_staff or person.is_superuser)


def help_address(*, person_id: int, user: User, reason: str, address: str) -> None:
    """Change the address of a person whose mailbox is lost. Raises GameError for one that another account has."""
    try:
        with transaction.atomic():
            person = lock_for_help(person_id, user, "help.address", reason, new=address)
            helping.change_address(person, address, reason=reason)
    except helping.AddressTaken:
        raise GameError(_("Another account uses this address. Choose another one.")) from None


def help_second_step(*, person_id: int, user: User, reason: str) -> None:
    """Remove the second step of a person who lost it."""
    with transaction.atomic():
        helping.remove_second_steps(lock_for_help(person_id, user, "help.second_step", reason), reason=reason)


def help_sessions(*, person_id: int, user: User, reason: str) -> None:
    """End every login of a person, as after a lost phone."""
    with transaction.atomic():
        helping.end_sessions(lock_for_help(person_id, user, "help.sessions", reason), reason=reason)


def lock_for_help(person_id: int, user: User, action: str, reason: str, *, new: str = "") -> User:
    """Lock a person's account and audit the act. Raises NotAllowed, and GameError without reason."""
    rows = get_user_model().objects.select_for_update(no_key=True)
    person = rows.filter(pk=person_id, is_active=True).first()
    if person is None or not may_help(user, person):
        raise NotAllowed
    addresses = {"former": person.email, "address": new} if new else {}
    audit(None, user, action, reason, person=person.pk, name=person.username, **addresses)
    return person
