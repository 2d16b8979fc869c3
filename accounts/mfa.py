"""The second step at login that the site asks of its staff."""

from __future__ import annotations

from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib.auth.models import AnonymousUser

from accounts.models import User


def lacks_second_step(user: User | AnonymousUser) -> bool:
    """Return whether the site asks its staff for a second step and this person has none.

    Who has one has also used it: every login of such an account passes it.
    """
    return bool(settings.STAFF_SECOND_STEP and not is_mfa_enabled(user))
