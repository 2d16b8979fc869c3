"""Acts of organizers on people: retry mail to an address that bounced."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import GameError
from games.services.organize import audit

if TYPE_CHECKING:
    from accounts.models import User


def bounce_forget(*, person_id: int, user: User, reason: str) -> None:
    """Forget that mail to a person bounced. Raises GameError without a reason or a failed address."""
    with transaction.atomic():
        people = get_user_model().objects.select_for_update(no_key=True)
        person = people.filter(pk=person_id, bounced_at__isnull=False).first()
        if person is None:
            raise GameError(_("No mail to this person has bounced."))
        people.filter(pk=person_id).update(bounced_at=None)
        subject = {"person": person.pk, "name": person.username, "address": person.email}
        audit(None, user, "mail.forget_bounce", reason, **subject)
