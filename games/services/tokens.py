"""Create, find and revoke the API tokens of programs."""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db.models import F, Q, QuerySet
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext as _

from common.outages import dispensable
from games.errors import GameError
from games.models import ApiToken, Game

if TYPE_CHECKING:
    from accounts.models import User

PREFIX = "fp_"
TOKEN_BYTES = 32
"""256 random bits."""

MOST_TOKENS = 20
"""Good tokens that one person may have at a time."""

NOTE_USE_EVERY = timedelta(minutes=1)
"""How exact "last used" is: a write for every request would cost more than it tells."""


class TokenRefused(GameError):
    """A token cannot be made like this."""

    code = "token.refused"


def digest_of(token: str) -> str:
    """Hash a token for storage. It is long and random, so a plain hash cannot be guessed back."""
    return hashlib.sha256(token.encode()).hexdigest()


def token_make(
    *, user: User, name: str, scope: str, game: Game | None = None, days: int | None = None
) -> tuple[ApiToken, str]:
    """Create a token and its text, which is never known again. `days` of life; None means until it is revoked.

    `game` binds it: the caller makes sure that the person sits there. Raises TokenRefused if there are too many.
    """
    now = timezone.now()
    if valid_tokens(user, now).count() >= MOST_TOKENS:
        raise TokenRefused(_("You already have %(most)s tokens. Revoke one you no longer use.") % {"most": MOST_TOKENS})
    text = PREFIX + secrets.token_urlsafe(TOKEN_BYTES)
    token = ApiToken.objects.create(
        user=user,
        name=name,
        digest=digest_of(text),
        tail=text[-4:],
        scope=scope,
        game=game,
        expires_at=now + timedelta(days=days) if days else None,
    )
    return token, text


def valid_tokens(user: User, now: datetime) -> QuerySet[ApiToken]:
    """List a person's valid tokens, the newest first."""
    alive = Q(expires_at__isnull=True) | Q(expires_at__gt=now)
    return ApiToken.objects.filter(alive, user=user, revoked_at__isnull=True).select_related("game")


def token_find(text: str) -> ApiToken | None:
    """Find the valid token with this text, with its person and game; None for all others.

    One query, two if its use is noted.
    """
    token = ApiToken.objects.select_related("user", "game").filter(digest=digest_of(text)).first()
    now = timezone.now()
    if token is None or not token.is_good(now) or not token.user.is_active:
        return None
    if token.used_at is None or now - token.used_at > NOTE_USE_EVERY:
        with dispensable("when a token was used"):
            ApiToken.objects.filter(pk=token.pk).update(used_at=now)
    return token


def token_revoke(*, user: User, token_id: int) -> bool:
    """Revoke one of a person's own tokens; False if there is no such one."""
    return bool(ApiToken.objects.filter(pk=token_id, user=user, revoked_at__isnull=True).update(revoked_at=Now()))


def tokens_delete(user: User) -> None:
    """Delete all tokens of a person whose account is gone."""
    ApiToken.objects.filter(user=user).delete()


def token_export(user: User) -> list[dict[str, object]]:
    """Export what is kept about a person's tokens."""
    rows = ApiToken.objects.filter(user=user).annotate(bound_to=F("game__slug")).order_by("pk")
    fields = ("name", "tail", "scope", "bound_to", "created_at", "expires_at", "used_at", "revoked_at")
    return [dict(row) for row in rows.values(*fields)]
