"""The rule sets that can be played, by their ids, with the types of their actions and events by their tags; and what
their families bring beside them.

Registering a rule set makes its types known to the codec and its refusals to the catalogue; nothing else need be told.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.actions import Action
from engine.core.errors import ERROR_MESSAGES
from engine.core.events import Event
from engine.core.family import Family
from engine.core.ruleset import RuleSet

_RULESETS: dict[str, RuleSet] = {}
_FAMILIES: dict[str, Family] = {}
_ACTIONS: dict[str, type[Action]] = {}
_EVENTS: dict[str, type[Event]] = {}


def register(rules: RuleSet) -> RuleSet:
    """Make a rule set playable. Raises ValueError if a part is missing: an offer or default of a decision, a step."""
    for asked in rules.decisions():
        for name in ("offers", "defaults"):
            if asked not in getattr(rules, name):
                raise ValueError(f"{rules.id}: {asked.__name__} has no {name}")
        if asked.sealed and asked not in rules.resolves:
            raise ValueError(f"{rules.id}: nothing resolves the sealed {asked.__name__}")
    for step in (*rules.setup, *rules.round, *rules.turn, *rules.round_end):
        if type(step) not in rules.steps:
            raise ValueError(f"{rules.id}: nothing runs {type(step).__name__}")
    for event in rules.events():
        if getattr(event, "secret", None) is None:
            raise ValueError(f"{event.__name__} does not say what of it is secret")
    for mechanic in rules.mechanics:
        ERROR_MESSAGES.update(mechanic.refusals)
    _RULESETS[rules.id] = rules
    _ACTIONS.update({str(action.__struct_config__.tag): action for action in rules.actions()})
    _EVENTS.update({str(event.__struct_config__.tag): event for event in rules.events()})
    return rules


def ruleset(id: str) -> RuleSet:
    """Return the rule set of this id, as `rulesets()` lists them. Raises KeyError for an unknown one.

    >>> from engine import ruleset
    >>> ruleset("modern").seats  # the least and the most players
    (3, 6)
    """
    return _RULESETS[id]


def register_family(family: Family) -> Family:
    """Make known what a family brings. Raises ValueError for one that is known, or for a word that it has twice."""
    words = [key.name for key in family.keys]
    if family.id in _FAMILIES:
        raise ValueError(f"There are two records of the family {family.id}.")
    if len(words) != len(set(words)):
        raise ValueError(f"{family.id}: a word of positions and cases stands there twice.")
    _FAMILIES[family.id] = family
    return family


def family_of(rules: str) -> Family:
    """Return the record of a rule set's family; one of defaults where none was registered."""
    id = ruleset(rules).family
    return _FAMILIES.get(id) or Family(id)


def families() -> Mapping[str, Family]:
    """Return the records of families by id, in the order of registration."""
    return dict(_FAMILIES)


def is_earlier(played: str, edition: str) -> bool:
    """Compare two editions such as `classic@1`: whether `played` is an earlier one of the same family."""
    family, _, version = edition.partition("@")
    other, _, number = played.partition("@")
    return family == other and int(number) < int(version)


def parse_preset(name: str) -> tuple[RuleSet, dict[str, object]]:
    """Parse `preset+overlay+overlay` into the rule set and the switches that the overlays change, to be played with.

    Raises KeyError for an unknown rule set, ValueError with a sentence for an overlay that it does not have.
    """
    preset, *chosen = name.split("+")
    rules = ruleset(preset)
    known = {overlay.id: overlay for overlay in rules.overlays}
    changes: dict[str, object] = {}
    for overlay in chosen:
        if overlay not in known:
            there = ", ".join(known) or "none"
            raise ValueError(f"There is no overlay {overlay!r} for {preset}: there are {there}.")
        changes |= known[overlay].changes
    return rules, changes


def rulesets() -> Mapping[str, RuleSet]:
    """Return all registered rule sets by id, in the order of registration."""
    return dict(_RULESETS)


def action_type(tag: object) -> type[Action] | None:
    """Find the action with this tag among the registered rule sets; None for an unknown one."""
    return _ACTIONS.get(tag) if isinstance(tag, str) else None


def event_type(tag: object) -> type[Event] | None:
    """Find the event with this tag among the registered rule sets; None for an unknown one."""
    return _EVENTS.get(tag) if isinstance(tag, str) else None
