"""Which boards a rule set can be played on."""

from __future__ import annotations

from engine.core.mapgraph import maps_of
from engine.core.ruleset import RuleSet


def boards_for(rules: RuleSet) -> tuple[str, ...]:
    """List the boards of a rule set: its own first, then the others that are made for its family."""
    return (rules.map, *(id for id in maps_of(rules.family) if id != rules.map))
