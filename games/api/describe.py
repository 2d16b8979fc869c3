"""The OpenAPI document: each view describes its operations beside their code, the schemas are those of bodies, queries
and answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import lru_cache
from threading import Lock
from typing import TypeVar

import msgspec
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema

import engine
from games.api.requests import OrderWish, TrialWish
from games.api.responses import Refusal

REF = "#/components/schemas/{name}"
SCHEMA_TYPES: set[type] = {Refusal}
"""Every type of body or answer that a view names; filled by `operation`."""

_making = Lock()

PUBLISHED_NAMES = {"CommanderAction": "Command", "KeepDice": "Keep", "PendingDecision": "Asked"}
"""Names that the document gave to types which are called otherwise by now: clients are generated from it."""

DESCRIPTIONS = {
    400: "The request cannot be read; `params` and `message` say what is wrong.",
    401: "There is no token, or it is unknown, revoked or expired.",
    403: "The token, or the person, may not do this.",
    404: "There is nothing here, or it is not for you.",
    409: "The game has moved on, has not begun, is paused or is over. `params.ref` is the question that is open now.",
    413: "The body is too large.",
    415: "The body is not `application/json`.",
    422: "Understood, but refused by the rules.",
    428: "There is no `Idempotency-Key` header.",
    429: "Too many requests. `Retry-After` says how many seconds to wait.",
    503: "The site is too busy, or cannot reach its database. Nothing was done; `Retry-After` says how many seconds to "
    "wait.",
}
COMMON_ERRORS = (401, 403, 429, 503)
BODY_ERRORS = (400, 413, 415)

KEY_HEADER = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": 100, "pattern": "^[!-~]+$"},
    OpenApiParameter.HEADER,
    required=True,
    description="A new key for each order. If you send the same key with the same body again, you get the same answer "
    "and no second move.",
)

View = TypeVar("View", bound=Callable[..., object])


def schema_ref(kind: type) -> dict[str, str]:
    """Refer to the schema of a type, and add it to the document."""
    SCHEMA_TYPES.add(kind)
    return {"$ref": REF.format(name=kind.__name__)}


def operation(
    name: str,
    summary: str,
    *,
    tag: str,
    answer: type | None,
    status: int = 200,
    body: type | None = None,
    query: type | None = None,
    key: bool = False,
    refuses: Iterable[int] = (),
) -> Callable[[View], View]:
    """Describe one method of a view. The view's docstring becomes the description."""
    codes = {*COMMON_ERRORS, *refuses, *(BODY_ERRORS if body else ())}
    if query or key:
        codes |= {400}
    if key:
        codes |= {428}
    responses: dict[int, OpenApiResponse] = {status: success_response(answer)}
    responses |= {code: OpenApiResponse(schema_ref(Refusal), description=DESCRIPTIONS[code]) for code in sorted(codes)}
    parameters = [*(parameters_of(query) if query else ()), *((KEY_HEADER,) if key else ())]
    request = {"application/json": schema_ref(body)} if body else None
    described: Callable[[View], View] = extend_schema(
        operation_id=name, summary=summary, tags=[tag], request=request, responses=responses, parameters=parameters
    )
    return described


def success_response(kind: type | None) -> OpenApiResponse:
    """Describe a successful response by the first paragraph of its type's docstring."""
    if kind is None:
        return OpenApiResponse(description="Done.")
    return OpenApiResponse(schema_ref(kind), description=(kind.__doc__ or "").partition("\n\n")[0])


def parameters_of(query: type) -> list[OpenApiParameter]:
    """List the fields of a query's schema as parameters of the address."""
    _, found = msgspec.json.schema_components([query])
    return [
        OpenApiParameter(name, schema, OpenApiParameter.QUERY, description=schema.get("description", ""))
        for name, schema in found[query.__name__]["properties"].items()
    ]


def add_schemas(result: engine.Facts, generator: object, request: object, public: bool) -> engine.Facts:
    """Add, as the generator's last step, the schemas of all bodies and answers, and of every action."""
    actions = sorted(all_actions(), key=tag_of)
    kinds = [*sorted(SCHEMA_TYPES, key=lambda kind: kind.__name__), *actions]
    refs, found = msgspec.json.schema_components(kinds, ref_template=REF)
    of_actions = dict(zip(map(tag_of, actions), refs[-len(actions) :], strict=True))
    found["Action"] = {
        "title": "Action",
        "description": "What a seat does; `type` says which kind of action it is. Territories are numbers.",
        "anyOf": list(of_actions.values()),
        "discriminator": {"propertyName": "type", "mapping": {tag: ref["$ref"] for tag, ref in of_actions.items()}},
    }
    for body in (OrderWish, TrialWish):
        found[body.__name__]["properties"]["action"] = {"$ref": REF.format(name="Action")}
        found[body.__name__]["oneOf"] = [{"required": ["action"]}, {"required": ["text"]}]
    schemas = with_published_names(found)
    result["components"].setdefault("schemas", {}).update(schemas)
    require_bodies(result["paths"], schemas)
    return result


def with_published_names(schemas: engine.Facts) -> engine.Facts:
    """Return the schemas with the names that clients were generated from, whatever their types are called by now."""
    text = json.dumps(schemas)
    for name, published in PUBLISHED_NAMES.items():
        text = text.replace(f'"{name}"', f'"{published}"').replace(f'/{name}"', f'/{published}"')
    found: engine.Facts = json.loads(text)
    return found


def require_bodies(paths: engine.Facts, schemas: engine.Facts) -> None:
    """Say of each body whether it may be left out: where every field of its schema may."""
    for operation in (operation for methods in paths.values() for operation in methods.values()):
        if body := operation.get("requestBody"):
            schema = schemas[body["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]]
            body["required"] = bool(schema.get("required") or schema.get("oneOf"))


def all_actions() -> set[type[msgspec.Struct]]:
    """Collect the types of action of all rule sets."""
    return {action for rules in engine.rulesets().values() for action in rules.actions()}


def tag_of(action: type[msgspec.Struct]) -> str:
    """Return the tag by which JSON names a type of action."""
    return str(action.__struct_config__.tag)


def document() -> engine.Facts:
    """Return the whole document. The first of several readers makes it: the library fails if two do so at once."""
    with _making:
        return _document()


@lru_cache(maxsize=1)
def _document() -> engine.Facts:
    """Build the document, once per process, for it depends on the code alone."""
    made: engine.Facts = SchemaGenerator().get_schema(request=None, public=True)
    return made
