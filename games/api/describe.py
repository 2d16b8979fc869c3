"""The OpenAPI document: each view describes its operations beside their code, the schemas are those of bodies, queries
and answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, TypeVar

import msgspec
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema

import engine
from games.api.requests import OrderWish, TrialWish
from games.api.responses import Refusal

REF = "#/components/schemas/{name}"
SHAPES: set[type] = {Refusal}
"""Every shape that a view names; filled by `operation`."""

WHY = {
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
}
ALWAYS = (401, 403, 429)
OF_BODIES = (400, 413, 415)

KEY_HEADER = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": 100, "pattern": "^[!-~]+$"},
    OpenApiParameter.HEADER,
    required=True,
    description="A new key for each order. If you send the same key with the same body again, you get the same answer "
    "and no second move.",
)

View = TypeVar("View", bound=Callable[..., Any])


def shape_ref(shape: type) -> dict[str, str]:
    """Refer to the schema of a type, and add it to the document."""
    SHAPES.add(shape)
    return {"$ref": REF.format(name=shape.__name__)}


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
    codes = {*ALWAYS, *refuses, *(OF_BODIES if body else ()), *((400,) if query else ()), *((400, 428) if key else ())}
    responses: dict[int, Any] = {status: answered(answer)}
    responses |= {code: OpenApiResponse(shape_ref(Refusal), description=WHY[code]) for code in sorted(codes)}
    parameters = [*(parameters_of(query) if query else ()), *((KEY_HEADER,) if key else ())]
    request: Any = {"application/json": shape_ref(body)} if body else None
    described: Callable[[View], View] = extend_schema(
        operation_id=name, summary=summary, tags=[tag], request=request, responses=responses, parameters=parameters
    )
    return described


def answered(shape: type | None) -> OpenApiResponse:
    """Describe a successful response by the first paragraph of its type's docstring."""
    if shape is None:
        return OpenApiResponse(description="Done.")
    return OpenApiResponse(shape_ref(shape), description=(shape.__doc__ or "").partition("\n\n")[0])


def parameters_of(query: type) -> list[OpenApiParameter]:
    """List the fields of a query's shape as parameters of the address."""
    _, found = msgspec.json.schema_components([query])
    return [
        OpenApiParameter(name, schema, OpenApiParameter.QUERY, description=schema.get("description", ""))
        for name, schema in found[query.__name__]["properties"].items()
    ]


def add_shapes(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Add, as the generator's last step, the schemas of all shapes, and of every action of every rule set."""
    actions = sorted(all_actions(), key=tag_of)
    kinds = [*sorted(SHAPES, key=lambda shape: shape.__name__), *actions]
    refs, found = msgspec.json.schema_components(kinds, ref_template=REF)
    of_actions = dict(zip(map(tag_of, actions), refs[-len(actions) :], strict=True))
    found["Action"] = {
        "title": "Action",
        "description": "What a seat does; `type` says which kind of action it is. Territories are numbers.",
        "anyOf": list(of_actions.values()),
        "discriminator": {"propertyName": "type", "mapping": {tag: ref["$ref"] for tag, ref in of_actions.items()}},
    }
    for wish in (OrderWish, TrialWish):
        found[wish.__name__]["properties"]["action"] = {"$ref": REF.format(name="Action")}
        found[wish.__name__]["oneOf"] = [{"required": ["action"]}, {"required": ["text"]}]
    result["components"].setdefault("schemas", {}).update(found)
    require_bodies(result["paths"], found)
    return result


def require_bodies(paths: dict[str, Any], shapes: dict[str, Any]) -> None:
    """Say of each body whether it may be left out: where every field of its shape may."""
    for operation in (operation for methods in paths.values() for operation in methods.values()):
        if body := operation.get("requestBody"):
            shape = shapes[body["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]]
            body["required"] = bool(shape.get("required") or shape.get("oneOf"))


def all_actions() -> set[type]:
    """Collect the types of action of all rule sets."""
    return {action for rules in engine.rulesets().values() for action in rules.actions()}


def tag_of(action: Any) -> str:
    """Return the tag by which JSON names a type of action."""
    return str(action.__struct_config__.tag)


@lru_cache(maxsize=1)
def document() -> dict[str, Any]:
    """Build the whole document, once per process, for it depends on the code alone."""
    made: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return made
