"""Authenticate programs by bearer tokens, check scopes, and throttle requests."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from accounts.ratelimit import client_ip, limit, limit_reads
from games.models import ApiToken
from games.services.tokens import token_find

if TYPE_CHECKING:
    from accounts.models import User

READS_A_MINUTE = 120
WRITES_A_MINUTE = 60
OWN_GAME_A_MINUTE = 600
"""Reads, and as many writes, of a token that is bound to a game which its person has made."""

BAD_TOKENS_AN_HOUR = 20
"""From one address. Guessing a token is hopeless anyway; this keeps the log readable."""

BEARER = re.compile(r"^bearer +(\S{1,200})$", re.IGNORECASE)


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer fp_…`. A token in the address or the body is not looked for."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        header = request.META.get("HTTP_AUTHORIZATION", "").strip()
        if not header:
            return None
        found = BEARER.match(header)
        token = token_find(found[1]) if found else None
        if token is None:
            self.refuse(request)
        assert token is not None
        return token.user, token

    def refuse(self, request: Request) -> None:
        wait = limit_reads(f"api-bad:ip:{client_ip(request._request)}", BAD_TOKENS_AN_HOUR, 3600)
        if wait:
            raise Throttled(wait, _("Too many requests with invalid tokens."))
        raise AuthenticationFailed(_("This token is unknown, revoked or expired."))

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="fieldpost"'


class HasScope(BasePermission):
    """Checks that a token's scope suffices for the method; views say in `scope` where a POST only reads."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        return isinstance(request.auth, ApiToken) and request.auth.allows(needed_scope(request, view))


class TokenThrottle(BaseThrottle):
    """Throttle the requests of each token in a window of a minute, reads and writes apart."""

    seconds = 0

    def allow_request(self, request: Request, view: APIView) -> bool:
        token = request.auth
        assert isinstance(token, ApiToken)
        scope = needed_scope(request, view)
        count = limit_reads if scope == ApiToken.Scope.READ else limit
        self.seconds = count(f"api:{scope}:{token.pk}", per_minute(token, scope), 60)
        return not self.seconds

    def wait(self) -> float:
        return self.seconds


def needed_scope(request: Request, view: APIView) -> str:
    usual = ApiToken.Scope.READ if request.method in ("GET", "HEAD", "OPTIONS") else ApiToken.Scope.PLAY
    return str(getattr(view, "scope", "") or usual)


def per_minute(token: ApiToken, scope: str) -> int:
    """Return how many requests a token may make in a minute."""
    if token.game is not None and token.game.creator_id == token.user_id:
        return OWN_GAME_A_MINUTE
    return READS_A_MINUTE if scope == ApiToken.Scope.READ else WRITES_A_MINUTE


class TokenScheme(OpenApiAuthenticationExtension):
    """How the OpenAPI document names our tokens."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "A token made on the page of your account."}
