"""States, actions and events as bytes and back, with versions.

`dump` writes JSON that a person can read; `pack` the same in few bytes. Everything stored names its schema; older
schemas are lifted by upcasts, pure functions from the old plain data to the new. Types are found by their tags among
the registered rule sets, so a family brings its own without a word here.
"""

import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from operator import or_
from types import GenericAlias

import msgspec

from engine.core.actions import Action
from engine.core.errors import UnreadableOrder, clipped
from engine.core.events import Event
from engine.core.facts import Facts
from engine.core.language import gettext
from engine.core.registry import action_type, event_type, ruleset, rulesets
from engine.core.ruleset import RuleSet
from engine.core.state import GameState

SCHEMA = 1
UPCASTS: dict[int, Callable[[Facts], Facts]] = {}  # from schema n to n + 1

# How the fields that every game has follow each other in a packed state, schema by schema; a family's own come after
# them and grow at their end alone. Any change to these is a new schema with an upcast: old rows keep their names.
LAYOUTS: dict[int, tuple[str, ...]] = {
    1: (
        "rules",
        "family",
        "map",
        "options",
        "seats",
        "owner",
        "armies",
        "players",
        "agenda",
        "pieces",
        "decks",
        "discards",
        "supply",
        "order",
        "active",
        "round",
        "seq",
        "ref",
        "pool",
        "captures",
        "sets_traded",
        "winners",
    ),
}

_PLAIN = ("decks", "discards", "pieces", "supply", "winners", "order")  # left out of a dump while empty
Kinds = Iterable[type[msgspec.Struct]]


class UnreadableGame(ValueError):
    """Stored bytes that are no game of a known rule set and schema."""


def to_plain(state: GameState) -> Facts:
    """Return a state as JSON values; options only where they differ from the rule set's own."""
    plain = msgspec.to_builtins(state)
    usual = msgspec.to_builtins(ruleset(state.rules).options)
    plain["options"] = {name: value for name, value in plain["options"].items() if usual[name] != value}
    plain["schema"] = SCHEMA
    return {key: value for key, value in plain.items() if key not in _PLAIN or value}


def from_plain(plain: Facts) -> GameState:
    """Build a state from its JSON values. Raises UnreadableGame."""
    try:
        while plain["schema"] != SCHEMA:
            plain = UPCASTS[plain["schema"]](plain)
        rules = ruleset(plain["rules"])
        if not rules.supports_edition(str(plain["family"])):
            raise UnreadableGame(f"This game is played by {plain['family']}; the rules here are {rules.edition}.")
        usual = msgspec.to_builtins(rules.options)
        known = {key: value for key, value in plain.items() if key not in ("schema", "agenda")}
        state = msgspec.convert(known, rules.state_type)
        state.options = msgspec.convert(usual | plain["options"], type(rules.options))
        state.agenda = [msgspec.convert(task, _task_type(rules.id, task.get("type"))) for task in plain["agenda"]]
    except (KeyError, TypeError, msgspec.ValidationError) as exc:
        raise UnreadableGame(f"This is no stored game that can be read: {exc}.") from exc
    return state


def dump(state: GameState) -> bytes:
    return msgspec.json.encode(to_plain(state))


def load(data: bytes) -> GameState:
    """Decode a state. Raises UnreadableGame."""
    try:
        return from_plain(msgspec.json.decode(data))
    except msgspec.DecodeError as exc:
        raise UnreadableGame(f"This is no stored game: {exc}.") from exc


def pack(state: GameState) -> bytes:
    """Encode a state in its smallest form, some 200 bytes in mid-game: MessagePack of the bare values in field order,
    deflated."""
    plain = to_plain(state)
    order = [plain.get(name) for name in _layout(SCHEMA, type(state))]
    return _deflate(msgspec.msgpack.encode(order), level=9)


def unpack(data: bytes) -> GameState:
    """Decode a packed state. Raises UnreadableGame."""
    try:
        values = msgspec.msgpack.decode(_inflate(data))
        names = _layout(values[0], ruleset(values[1]).state_type)
        plain = dict(zip(names[: len(values)], values, strict=True))
    except (zlib.error, msgspec.DecodeError, ValueError, LookupError, TypeError) as exc:
        raise UnreadableGame(f"This is no packed game: {exc}.") from exc
    return from_plain({key: value for key, value in plain.items() if value is not None})


def _layout(schema: int, state_type: type[GameState]) -> tuple[str, ...]:
    """List the names of the values in a packed state."""
    own = state_type.__struct_fields__[len(GameState.__struct_fields__) :]
    return ("schema", *LAYOUTS[schema], *own)


def _deflate(data: bytes, level: int) -> bytes:
    squeezer = zlib.compressobj(level, zlib.DEFLATED, -15)
    return squeezer.compress(data) + squeezer.flush()


def _inflate(data: bytes) -> bytes:
    return zlib.decompress(data, -15)


@lru_cache
def _union_of(pick: Callable[[RuleSet], Kinds], names: tuple[str, ...]) -> object:
    kinds = {kind for name in names for kind in pick(ruleset(name))}
    return reduce(or_, sorted(kinds, key=lambda kind: str(kind.__struct_config__.tag)))


def _union(pick: Callable[[RuleSet], Kinds], *names: str) -> object:
    """Build the union of the types of the named rule sets, or of all registered ones, for decoding."""
    return _union_of(pick, names or tuple(rulesets()))


@lru_cache(maxsize=1024)
def _task_type(rules: str, tag: object) -> object:
    """Return the task with this tag, or the union of all, which reports what is wrong. A union is analysed anew each
    time that something is decoded."""
    kinds: dict[object, object] = {kind.__struct_config__.tag: kind for kind in ruleset(rules).tasks()}
    return kinds.get(tag, _union(RuleSet.tasks, rules))


def action_to_json(action: Action) -> dict[str, object]:
    plain: dict[str, object] = msgspec.to_builtins(action)
    return plain


def action_from_json(plain: object) -> Action:
    """Decode an action. Raises UnreadableOrder with what is wrong."""
    try:
        # By its tag where that is known: many times faster than a union of all, and replays live on it.
        kind = action_type(plain.get("type")) if isinstance(plain, dict) else None
        action: Action = msgspec.convert(plain, kind or _union(RuleSet.actions))
    except msgspec.ValidationError as exc:
        raise UnreadableOrder(
            clipped(str(plain)), gettext("This is not an action: {reason}.").format(reason=clipped(str(exc)))
        ) from exc
    return action


def actions_from_json(plain: Sequence[object], rules: str) -> Iterator[Action]:
    """Parse many actions of one rule set, together where all are sound: less than half the time of one by one. Raises
    UnreadableOrder when it comes to one that is not."""
    try:
        return iter(msgspec.convert(plain, GenericAlias(list, (_union(RuleSet.actions, rules),))))
    except msgspec.ValidationError:
        return map(action_from_json, plain)


def event_to_json(event: Event) -> dict[str, object]:
    plain: dict[str, object] = msgspec.to_builtins(event)
    return plain


def event_from_json(plain: Facts) -> Event:
    """Decode an event. Raises ValueError for one that no registered rule set knows."""
    event: Event = msgspec.convert(plain, event_type(plain.get("type")) or _union(RuleSet.events))
    return event


def is_public(plain: Facts) -> bool:
    """Tell whether a stored event is of a type without secrets and has its very fields: everybody may read it as it
    lies. Events of other editions, with fields more or less, are not: they are read by `event_from_json`."""
    kind = event_type(plain["type"])
    if kind is None or kind.secret:
        return False
    least, most = _fields(kind)
    return least <= plain.keys() <= most


@lru_cache(maxsize=1024)
def _fields(kind: type[Event]) -> tuple[frozenset[str], frozenset[str]]:
    """Return the fields that a type of event is always stored with, and all that it may have."""
    known = msgspec.structs.fields(kind)
    may_lack = {field.name for field in known if not field.required} if kind.__struct_config__.omit_defaults else set()
    most = frozenset(("type", *(field.name for field in known)))
    return most - may_lack, most


def pack_log(rows: list[tuple[Action, list[int]]]) -> bytes:
    """Pack actions and their draws in few bytes: one flat list of numbers, tags numbered in order of appearance."""
    tags: list[str] = []
    flat: list[object] = []
    for action, draws in rows:
        tag = str(action.__struct_config__.tag)
        if tag not in tags:
            tags.append(tag)
        flat.append([tags.index(tag), *_values(action), draws] if draws else [tags.index(tag), *_values(action)])
    return _deflate(msgspec.msgpack.encode([tags, flat]), level=9)


def _values(struct: msgspec.Struct) -> list[object]:
    """List field values in order, with those at the end that are the default left out."""
    values = [getattr(struct, name) for name in struct.__struct_fields__]
    defaults = list(struct.__struct_defaults__)
    while defaults and values and values[-1] == defaults[-1]:
        values.pop()
        defaults.pop()
    return values
