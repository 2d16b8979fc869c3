"""The values of a case in whatever way people write them down: lists with or without brackets, switches in words.

YAML reads `yes`, `none` or a bare number as it likes; what is meant follows from the type of the switch.
"""

import re
from collections.abc import Mapping
from types import NoneType
from typing import Literal, get_args, get_origin, get_type_hints

from engine.core.ruleset import RuleSet
from engine.core.written import EMPTY, NEUTRAL, CaseError, colour_of, list_things, mapping, names


def cards(value: object) -> int | list[str]:
    """Read cards by name, or how many."""
    return value if type(value) is int else names(value)


def dice(said: object) -> dict[str, list[int]]:
    """Parse dice by who throws them; `attacker 6 5, defender 5` as well. Raises CaseError."""
    if isinstance(said, str):
        said = {who: values.replace(",", " ").split() for who, values in re.findall(r"([a-z]+)\W*([\d,\s]+)", said)}
    found = {}
    for who, values in mapping("dice", said).items():
        thrown = [one for value in list_things(values) for one in str(value).split()]
        if not all(map(str.isdigit, thrown)):
            raise CaseError("dice are numbers")
        found[who] = [int(one) for one in thrown]
    return found


def board(said: object) -> str:
    """Put the text of a board together from a text, a list of groups, or seats with what they hold."""
    if isinstance(said, list):
        return " | ".join(map(board, said))
    if isinstance(said, dict):
        return " | ".join(f"{seat}: {_holdings(held)}" for seat, held in said.items())
    return "" if said is None else str(said)


def _holdings(held: object) -> str:
    if isinstance(held, dict):
        return ", ".join(f"{name} {'' if armies is None else armies}".strip() for name, armies in held.items())
    return ", ".join(map(str, list_things(held)))


# --- seats


def seats(said: object, most: tuple[str, ...]) -> tuple[str, ...]:
    """Return the seats as listed, or so many of the usual colours. The neutral army is no seat."""
    if type(said) is int:
        return most[:said]
    said = re.split(r"[\s,]+", said.strip()) if isinstance(said, str) else said
    return tuple(colour for colour in map(colour_of, list_things(said)) if colour not in (NEUTRAL, EMPTY))


# --- switches


def switch(rules: RuleSet, name: str, value: object, players: int) -> object:
    """Parse the value of a switch as the rules take it; what cannot be parsed stays as it is, for the rules to
    refuse."""
    hint = get_type_hints(type(rules.options)).get(name)
    if hint is None:
        return value
    kinds, choices = _kinds(hint)
    if dict in kinds and value is not None:
        return _table(value, players)
    if isinstance(value, list | dict) or re.fullmatch(r"\d\s*\+\s*\d", str(value)):
        return _own(value)
    word = str(value).strip().casefold()
    if bool in kinds:
        return {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}.get(word, value)
    if value is None or value is False or word == "none":
        return None if NoneType in kinds else "none"
    spelled = re.sub(r"[-\s]+", "_", word)
    found = next((choice for choice in choices if str(choice).casefold() == spelled), None)
    if found is not None:
        return found
    return int(word) if int in kinds and word.isdigit() else value


def _kinds(hint: object) -> tuple[set[object], list[object]]:
    """Return the types that a switch takes, and its words."""
    kinds: set[object] = set()
    choices: list[object] = []
    for part in get_args(hint) if get_origin(hint) not in (dict, Literal) and get_args(hint) else (hint,):
        if get_origin(part) is Literal:
            choices += get_args(part)
        else:
            kinds.add(get_origin(part) or part)
    return kinds, choices


def _table(value: object, players: int) -> object:
    """Read armies by number of players: one number is meant for this game, `35/30/25` starts at three."""
    if isinstance(value, Mapping):
        return {str(key): int(item) if str(item).isdigit() else item for key, item in value.items()}
    word = str(value).strip().casefold()
    if word.isdigit():
        return {str(players): int(word)}
    if re.fullmatch(r"\d+(\s*/\s*\d+)+", word):
        return {str(seats): int(armies) for seats, armies in enumerate(word.split("/"), 3)}
    return None if value is False or word == "none" else value


def _own(value: object) -> object:
    """Take the own armies of a go that is written as a pair, own and neutral: the neutral ones follow from their
    switch."""
    if not isinstance(value, list | dict):
        return int(str(value)[0])
    own = next(iter(value.values() if isinstance(value, dict) else value), None)
    return own if type(own) is int else value
