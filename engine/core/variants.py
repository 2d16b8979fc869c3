"""How games of a family are told apart and put together: the preset for two, overlays, changed switches, in words.

Pages, mails and the API say what is played by what stands here, so that a new preset or switch needs no word of
theirs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec
from msgspec import Struct

from engine.core.errors import IllegalAction
from engine.core.language import gettext, gettext_noop
from engine.core.mapgraph import mapgraph
from engine.core.registry import rulesets
from engine.core.ruleset import OptionDescription, Overlay, RuleSet, Switch

BOARD = gettext_noop("Board")
NO = gettext_noop("does not apply")
RECONSTRUCTED = "reconstructed"
"""The name of what is said of a game beside its options: which of its facts are our guess."""


class OptionText(NamedTuple):
    """One thing about a game in words: the option's name, a title, and what it is here."""

    name: str
    title: str
    words: str


class OptionDifference(NamedTuple):
    """A line of the comparison: what it is here, and what it is elsewhere with the short titles of those games; with
    none where all others agree."""

    title: str
    here: str
    elsewhere: tuple[tuple[str, tuple[str, ...]], ...]


# ---- presets


def base_presets() -> list[RuleSet]:
    """List the rule sets that a choice of games shows: all but the presets for two players of others."""
    every = rulesets()
    for_two = {rules.for_two for rules in every.values()}
    return [rules for id, rules in every.items() if id not in for_two]


def base_preset(rules: RuleSet) -> RuleSet:
    """Return the game of which `rules` is the preset for two players; else `rules` itself."""
    return next((other for other in rulesets().values() if other.for_two == rules.id), rules)


def preset_for_player_count(rules: RuleSet, seats: int) -> RuleSet:
    """Return the preset for so many players of `rules`: for two its preset for two, if it has one."""
    return rulesets().get(rules.for_two, rules) if seats == 2 else rules


def short_title(rules: RuleSet) -> str:
    return rules.short or rules.title


# ---- overlays and switches


def overlays_of_family(rules: RuleSet) -> tuple[Overlay, ...]:
    """List every overlay that some game of the family takes; whether one fits this game, the rules' own check says."""
    family = [other for other in rulesets().values() if other.family == rules.family]
    return tuple({overlay.id: overlay for other in (*family, rules) for overlay in other.overlays}.values())


def with_switches(rules: RuleSet, overlays: Iterable[str], switches: Mapping[str, object]) -> dict[str, object]:
    """Return the switches of a game that differ from its preset: those of its overlays and the others together.

    Raises IllegalAction (game.overlays) for an unknown overlay, or two that set the same switch differently. Whether
    the values are allowed, `new_game` checks.
    """
    known = {overlay.id: overlay for overlay in overlays_of_family(rules)}
    chosen, said_by = dict(switches), dict.fromkeys(switches, "")
    for id in dict.fromkeys(overlays):
        if id not in known:
            raise _no_overlay(id, rules, ", ".join(known))
        for name, value in known[id].changes.items():
            if name in chosen and chosen[name] != value:
                raise _conflicting(rules, known[id], name, said_by[name])
            chosen[name], said_by[name] = value, known[id].title
    usual = msgspec.to_builtins(rules.options)
    return {name: value for name, value in chosen.items() if name not in usual or usual[name] != value}


def _no_overlay(id: str, rules: RuleSet, known: str) -> IllegalAction:
    if known:
        words = gettext("There is no option “{id}” for {rules}. Choose from: {known}.")
    else:
        words = gettext("There is no option “{id}” for {rules}, which has none.")
    return IllegalAction("game.overlays", problem=words.format(id=id, rules=rules.title, known=known))


def _conflicting(rules: RuleSet, overlay: Overlay, name: str, other: str) -> IllegalAction:
    title = next((trait.title for trait in option_descriptions(rules) if trait.name == name), name)
    if other:
        words = gettext("“{one}” and “{other}” set “{title}” differently: choose one of them.")
    else:
        words = gettext("“{one}” sets “{title}” differently than you do: choose one of them.")
    words = words.format(one=overlay.title, other=other, title=title)
    return IllegalAction("game.overlays", problem=words, switches=[name], overlay=overlay.id)


def overlays_in(rules: RuleSet, switches: Mapping[str, object]) -> tuple[Overlay, ...]:
    """List the overlays that are on, inferred from the switches of a game that differ from its preset."""
    on = [overlay for overlay in rules.overlays if overlay.changes.items() <= switches.items()]
    return tuple(overlay for overlay in on if overlay.changes)


def changed_options(rules: RuleSet, switches: Mapping[str, object]) -> tuple[OptionText, ...]:
    """Describe the changed switches of a game in words, without those that its overlays change."""
    by_overlays = {name for overlay in overlays_in(rules, switches) for name in overlay.changes}
    left = {name for name in switches if name not in by_overlays}
    options = _options(rules, switches)
    return tuple(
        OptionText(trait.name, trait.title, trait.say(options) or gettext(NO))
        for trait in option_descriptions(rules)
        if trait.name in left
    )


# ---- words


def option_descriptions(rules: RuleSet) -> tuple[OptionDescription, ...]:
    """List what can be said of each option: the family's own words, else those of its switches."""
    own = {trait.name for trait in rules.descriptions}
    return (*rules.descriptions, *(description_of(switch) for switch in rules.switches if switch.name not in own))


def description_of(switch: Switch) -> OptionDescription:
    """Describe a switch by its own words for its values; a number stands for itself."""
    return OptionDescription(switch.name, switch.title, lambda options: _label(switch, getattr(options, switch.name)))


def _label(switch: Switch, value: object) -> str:
    words = {repr(choice): label for choice, label in switch.choices}
    if repr(value) in words:
        return words[repr(value)]
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return str(value)


def describe_options(rules: RuleSet, switches: Mapping[str, object], board: str = "") -> tuple[OptionText, ...]:
    """Describe every option that plays a part in a game, in words, and last what is reconstructed of the game on this
    board, by default that of the rules. Switches that the rules no longer know are left out."""
    options = _options(rules, switches)
    every = [OptionText(trait.name, trait.title, trait.say(options)) for trait in option_descriptions(rules)]
    guessed = rules.reconstructed(options, mapgraph(board or rules.map))
    every.append(OptionText(RECONSTRUCTED, gettext("Reconstructed, as no source names it"), guessed))
    return tuple(term for term in every if term.words)


def _options(rules: RuleSet, switches: Mapping[str, object]) -> Struct:
    known = {name: value for name, value in switches.items() if name in rules.options.__struct_fields__}
    return msgspec.convert(msgspec.to_builtins(rules.options) | known, type(rules.options))


def compare_presets(rules: RuleSet, others: Sequence[RuleSet] | None = None) -> tuple[OptionDifference, ...]:
    """List how a preset differs from the others of its family: the lines in which they do not all agree.

    Unless `others` are named, games for two are compared with games for two, all others with all others.
    """
    rivals = [other for other in (comparable_presets(rules) if others is None else others) if other.id != rules.id]
    lines = [(gettext(BOARD), mapgraph(rules.map).title, {other.id: mapgraph(other.map).title for other in rivals})]
    for trait in option_descriptions(rules):
        there = {other.id: trait.say(other.options) for other in rivals}
        lines.append((trait.title, trait.say(rules.options), there))
    named = {other.id: short_title(other) for other in rivals}
    told = (_line(title, here, there, named) for title, here, there in lines if here)
    return tuple(line for line in told if line.elsewhere)


def comparable_presets(rules: RuleSet) -> list[RuleSet]:
    """List the games of its family that a game is compared with, itself among them."""
    mains = {other.id for other in base_presets()}
    family = [other for other in rulesets().values() if other.family == rules.family]
    return [other for other in family if (other.id in mains) == (rules.id in mains)]


def _line(title: str, here: str, there: Mapping[str, str], named: Mapping[str, str]) -> OptionDifference:
    """Compare an option with other games. Those in which it plays no part are left out; without any other words
    `elsewhere` is empty."""
    others = dict.fromkeys(words for words in there.values() if words not in ("", here))
    if len(set(there.values())) == 1:
        return OptionDifference(title, here, tuple((words, ()) for words in others))
    groups = ((words, tuple(named[id] for id, said in there.items() if said == words)) for words in others)
    return OptionDifference(title, here, tuple(groups))
