"""Answer errors of the API as `{code, message, params}` with the status that fits."""

from __future__ import annotations

import logging
from collections.abc import Mapping

import msgspec
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.http.request import UnreadablePostError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import exceptions
from rest_framework.response import Response

import engine
from games.api.requests import PATTERNS
from games.api.responses import Refusal
from games.errors import GameError
from games.mail.links import absolute_url
from games.models.game import game_path

log = logging.getLogger(__name__)


class KeyMissing(GameError):
    """A request that changes something came without an idempotency key."""

    code = "request.key_missing"
    status = 428
    sentence = gettext_lazy("Send an Idempotency-Key header, new for each order and the same when you try one again.")


class InvalidRequest(GameError):
    """The request cannot be read."""

    code = "request.invalid"
    status = 400
    sentence = gettext_lazy("This request cannot be read.")


class OutOfReach(GameError):
    """The token does not reach that far."""

    code = "token.scope"
    status = 403
    sentence = gettext_lazy("This token may not do that.")


DRF_CODES: dict[type[Exception], str] = {
    exceptions.NotAuthenticated: "token.missing",
    exceptions.AuthenticationFailed: "token.bad",
    exceptions.PermissionDenied: "token.scope",
    exceptions.MethodNotAllowed: "request.method",
    exceptions.UnsupportedMediaType: "request.media_type",
    exceptions.Throttled: "limit.reached",
    exceptions.ParseError: "request.invalid",
}


def refusal_of(exc: Exception, slug: str = "") -> tuple[Refusal, int] | None:
    """Convert an exception to its refusal and HTTP status; None for a fault of ours. That of an order names the page
    with the orders of the game `slug`."""
    if isinstance(exc, GameError):
        return Refusal(exc.code, exc.message, json_params(exc.params)), exc.status
    if isinstance(exc, engine.OrderError):
        params = {"orders_url": absolute_url(game_path("game-orders", slug))} if slug else {}
        return Refusal(order_code(exc), str(exc), {**json_params(getattr(exc, "params", {})), **params}), 422
    if isinstance(exc, msgspec.ValidationError | msgspec.DecodeError):
        return Refusal("request.invalid", f"{in_words(str(exc))}."), 400
    if isinstance(exc, Http404):
        return Refusal("request.not_found", _("There is nothing here, or it is not for you.")), 404
    if isinstance(exc, UnreadablePostError):
        return Refusal("request.invalid", _("The request was cut off before it was complete.")), 400
    if isinstance(exc, PermissionDenied):
        return Refusal("token.scope", _("This token may not do that.")), 403
    if isinstance(exc, exceptions.APIException):
        return Refusal(DRF_CODES.get(type(exc), "request.invalid"), str(exc.detail)), exc.status_code
    return None


def in_words(message: str) -> str:
    """Say what a text should be, where msgspec shows the pattern that it should match."""
    for pattern, words in PATTERNS.items():
        message = message.replace(f"Expected `str` matching regex {pattern!r}", str(words))  # as typed
    return message


def order_code(exc: engine.OrderError) -> str:
    """Return the code of a refused order."""
    return str(getattr(exc, "code", "order.refused"))


def json_params(params: Mapping[str, object]) -> engine.Facts:
    """Convert the parameters of a refusal to JSON values."""
    values: engine.Facts = msgspec.to_builtins(dict(params), enc_hook=str)
    return values


def refusal_response(exc: Exception, context: dict[str, object]) -> Response | None:
    """Handle DRF's exceptions. None lets a fault of ours become a 500 and a line in the log."""
    kwargs = context.get("kwargs")
    found = refusal_of(exc, kwargs.get("slug", "") if isinstance(kwargs, dict) else "")
    if found is None:
        return None
    refusal, status = found
    response = Response(refusal, status=status)
    if header := getattr(exc, "auth_header", None):
        response["WWW-Authenticate"] = header
    if wait := getattr(exc, "wait", None):
        response["Retry-After"] = str(int(wait))
    return response
