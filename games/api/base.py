"""Base of all operations of the API: JSON in and out by typed bodies, tokens, limits, refusals."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, Literal, TypeVar, get_args, get_origin

import msgspec
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

import engine
from accounts.models import User
from games.api.authentication import HasScope, TokenAuthentication, TokenThrottle
from games.api.refusals import InvalidRequest, KeyMissing, OutOfReach, refusal_response
from games.errors import GameClosed, NotAllowed
from games.models import ApiToken
from games.selectors.access import Access, game_for

KEY = re.compile(r"^[\x21-\x7e]{1,100}$")

Schema = TypeVar("Schema", bound=msgspec.Struct)


class BodyParser(BaseParser):
    """The bytes of a JSON body, within the site's limit of size; `GameAPIView.parse_body` decodes them."""

    media_type = "application/json"

    def parse(self, stream: object, media_type: str | None = None, parser_context: engine.Facts | None = None) -> Any:
        assert parser_context is not None
        return parser_context["request"]._request.body


class StructRenderer(BaseRenderer):
    """Msgspec structs and plain values as JSON."""

    media_type = "application/json"
    format = "json"
    charset = None

    def render(self, data: object, accepted_media_type: object = None, renderer_context: object = None) -> bytes:
        return b"" if data is None else msgspec.json.encode(data, enc_hook=str)


class AlwaysJson(BaseContentNegotiation):
    """There is one format, whatever a program says that it accepts."""

    def select_parser(self, request: Request, parsers: Iterable[Any]) -> Any:
        kind = (request.content_type or "").partition(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == kind), None)

    def select_renderer(self, request: Request, renderers: Iterable[Any], format_suffix: str | None = None) -> Any:
        renderer = next(iter(renderers))
        return renderer, renderer.media_type


def whole_number(text: str) -> int | float:
    """Parse a whole number; 5.0 is one in JSON, as 5 is."""
    value = float(text)
    return int(value) if value.is_integer() else value


DECODER = msgspec.json.Decoder(float_hook=whole_number)


def convert(given: object, schema: type[Schema], *, strict: bool = True) -> Schema:
    """Convert what came in to `schema`. Raises msgspec.ValidationError, which names the values that a field may have
    if it has another."""
    try:
        return msgspec.convert(given, type=schema, strict=strict)
    except msgspec.ValidationError as exc:
        _, _, field = str(exc).rpartition(" - at `$.")
        choices = choices_of(schema, field.rstrip("`"))
        if not choices or not str(exc).startswith("Invalid enum value"):  # as typed
            raise
        raise msgspec.ValidationError(f"Expected one of {', '.join(choices)} - at `$.{field}") from exc  # as typed


def choices_of(schema: type[msgspec.Struct], name: str) -> list[str]:
    """List the values of a field of fixed choices as JSON; nothing for other fields."""
    found = {field.encode_name: field.type for field in msgspec.structs.fields(schema)}.get(name)
    return [msgspec.json.encode(choice).decode() for choice in get_args(found)] if get_origin(found) is Literal else []


class GameAPIView(APIView):
    """Base of all operations. `scope` says which scope a view needs if the method does not tell it."""

    authentication_classes = [TokenAuthentication]
    permission_classes = [HasScope]
    throttle_classes = [TokenThrottle]
    parser_classes = [BodyParser]
    renderer_classes = [StructRenderer]
    content_negotiation_class = AlwaysJson
    http_method_names = ["get", "head", "post"]
    scope = ""

    def get_exception_handler(self) -> Callable[[Exception, dict[str, object]], Response | None]:
        return refusal_response

    @property
    def token(self) -> ApiToken:
        assert isinstance(self.request.auth, ApiToken)
        return self.request.auth

    @property
    def person(self) -> User:
        """Return the person for whom the token acts."""
        return self.token.user

    # ---- what came in

    def parse_body(self, schema: type[Schema]) -> Schema:
        """Parse the body as `schema`; an empty body counts as {}. Raises a refusal with what is wrong and where."""
        data = self.request.data
        body = data if isinstance(data, bytes) and data.strip() else b"{}"
        try:
            return convert(DECODER.decode(body), schema)
        except (RecursionError, UnicodeError) as exc:
            raise InvalidRequest from exc

    def query(self, schema: type[Schema]) -> Schema:
        """Parse the query of the address as `schema`; the last one counts of a name that is given twice."""
        given = dict(self.request.query_params.items())
        return convert(given, schema, strict=False)

    def key(self) -> str:
        """Read the idempotency key, which every order needs. Raises KeyMissing, InvalidRequest."""
        key = self.request.headers.get("Idempotency-Key", "").strip()
        if not key:
            raise KeyMissing
        if not KEY.match(key):
            raise InvalidRequest(_("An Idempotency-Key has 1 to 100 printable characters without spaces."))
        return f"api:{key}"

    # ---- whom and what it is about

    def access(self, slug: str) -> Access:
        """Load the game of this address as the token may see it; others are a 404 to it."""
        access = game_for(self.person, slug)
        self.require_in_reach(access.game.pk)
        return access

    def require_in_reach(self, game_id: int) -> None:
        """Require that the token is not bound to another game, or raise Http404."""
        if self.token.game_id not in (None, game_id):
            raise Http404

    def require_unbound(self) -> None:
        """Require a token that is bound to no game: a bound one may not make others."""
        if self.token.game_id is not None:
            raise OutOfReach(_("This token is bound to one game."))

    def require_seat(self, slug: str) -> tuple[Access, int]:
        """Load the game and the seat of the token's person. Raises NotAllowed, or GameClosed before the start."""
        access = self.access(slug)
        if access.player is None:
            raise NotAllowed(_("You have no seat in this game."))
        if access.viewer is None or not access.game.has_board:
            raise GameClosed(_("This game has not begun."))
        return access, access.viewer

    def require_own_seat(self, slug: str) -> tuple[Access, int]:
        """Load the same for what is prepared for a seat, which nobody sees who stands in. Raises as above."""
        access, seat = self.require_seat(slug)
        if not access.has_own_seat:
            raise NotAllowed(_("Only the owner of this seat can do that."))
        return access, seat
