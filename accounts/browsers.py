"""Browsers that an account has logged in from: a signed cookie by which no stranger's failed tries count against them.

The cookie opens nothing. It is void once the password changes or all other logins are ended.
"""

from __future__ import annotations

import secrets
import time
from datetime import timedelta

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.models import User

SALT = "accounts.browser"
LASTS = timedelta(days=400)
"""As long as browsers keep a cookie at all."""

MOST_ACCOUNTS = 5
"""Accounts that one browser is known to at a time, the latest."""

Known = dict[str, tuple[float, str]]
"""By the number of an account: since when it knows the browser, and the name it knows it by."""


def known_by(request: HttpRequest) -> Known:
    """List the accounts that say they know this browser; none if the cookie is forged or missing."""
    try:
        found: Known = signing.loads(request.COOKIES.get(settings.BROWSER_COOKIE_NAME, ""), salt=SALT, max_age=LASTS)
    except (signing.BadSignature, TypeError):
        return {}
    return found


def name_of(request: HttpRequest, user: User | None) -> str:
    """Return the id by which an account knows this browser; empty if it does not."""
    since, name = known_by(request).get(str(user.pk), (0, "")) if user else (0, "")
    trusted_from = user.browsers_known_from if user else None
    return name if name and (trusted_from is None or since >= trusted_from.timestamp()) else ""


def remember(request: HttpRequest, user: User) -> None:
    """Have the answer to this request tell the browser that the account knows it."""
    known = getattr(request, "browser_known_by", None) or known_by(request)
    others = {pk: facts for pk, facts in known.items() if pk != str(user.pk)}
    latest = dict(list(others.items())[-(MOST_ACCOUNTS - 1) :])
    request.browser_known_by = latest | {str(user.pk): (time.time(), secrets.token_hex(8))}  # type: ignore[attr-defined]  # ours


def forget_all(user: User) -> None:
    """Forget every browser of this account."""
    user.browsers_known_from = timezone.now()
    user.save(update_fields=["browsers_known_from"])


def write_cookie(request: HttpRequest, response: HttpResponse) -> None:
    """Put the accounts that `remember` noted into the answer."""
    response.set_cookie(
        settings.BROWSER_COOKIE_NAME,
        signing.dumps(request.browser_known_by, salt=SALT),  # type: ignore[attr-defined]  # ours
        max_age=LASTS,
        httponly=True,
        secure=settings.HTTPS,
        samesite="Lax",
    )
