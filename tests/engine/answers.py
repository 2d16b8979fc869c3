"""What bots answer to a position, what the engine says of these answers and others, and what comes of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from random import Random
from typing import Any
from zlib import crc32

import msgspec

from engine import (
    Action,
    FastChance,
    GameState,
    IllegalAction,
    OrderError,
    PlayerView,
    UnreadableOrder,
    action_from_json,
    action_to_json,
    apply,
    bots,
    default_answer,
    dump,
    event_to_json,
    format_order,
    open_decision,
    outcome_of,
    view_for,
    warnings_for,
)
from engine.core.notation import parse_orders
from tests.kit.games import random_action

OFFERED, NEAR = 3, 4
"""How many orders are drawn from what is offered, and how many that differ from an order in one thing."""

TYPED = 3
"""How many orders are typed with a slip."""

STRANGE = ("all", "with", "rest", "2", "0", "and", "from", "zzq", "at", ",")
"""Words that slip into an order."""

LONGEST = 160
"""Characters of an order; of longer ones the rest is told by a sum."""


def describe(state: GameState, seed: int) -> Iterator[str]:
    """Yield the lines of a position: its views, and orders with what comes of them, which are drawn by the seed."""
    asked = open_decision(state)
    assert asked is not None
    random, seat = Random(seed), asked.seats[0]
    view = view_for(state, seat)
    yield f"==== {asked.kind}, round {state.round}, {state.seats[seat]}"
    yield f"views: {' '.join(sum_of(view_for(state, viewer)) for viewer in (None, *range(len(state.players))))}"
    answers = {"late": default_answer(state, seat)}
    answers |= {name: bots.choose(name, view, Random(1)) for name in bots.bots()}
    for text, names in by_order(answers, view).items():
        yield f"{', '.join(names)}: {text}"
    orders = [*answers.values(), *(random_action(state, random) for _ in range(OFFERED))]
    orders += [near for _ in range(NEAR) if (near := nearly(random.choice(orders), random)) is not None]
    for action in {dump_action(action): action for action in orders}.values():
        said, *more = outcome(state, view, action, seed)
        yield f"{order_text(action, view)} -> {said}"
        yield from (f"    {line}" for line in more)
    for action in random.sample(orders, min(TYPED, len(orders))):
        text = spoil(order_text(action, view), random)
        yield f"“{text}”: {meaning(text, view)}"


def by_order(answers: dict[str, Action], view: PlayerView) -> dict[str, list[str]]:
    """Say who gives which order."""
    found: dict[str, list[str]] = {}
    for name, action in answers.items():
        found.setdefault(order_text(action, view), []).append(name)
    return found


def order_text(action: Action, view: PlayerView) -> str:
    try:
        text = format_order(action, view.rules, view.map, view.colours)
    except (IndexError, KeyError, ValueError, LookupError):  # it names what is not there
        text = msgspec.json.encode(action_to_json(action)).decode()
    text = text.replace("\n", " / ")
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}… {crc32(text.encode()):08x}"


def dump_action(action: Action) -> bytes:
    return msgspec.json.encode(action_to_json(action))


def outcome(state: GameState, view: PlayerView, action: Action, seed: int) -> Iterator[str]:
    """Say why an order is refused; or what happens, with a sum of all events and the state that comes of it, what it is
    warned of, and how a fight ends."""
    try:
        played = apply(state, action, FastChance(seed))
    except IllegalAction as refusal:
        yield f"{refusal.code}: {refusal}"
        return
    tags = [str(event.__struct_config__.tag) for event in played.events]
    told = [(tag, len([*same])) for tag, same in groupby(tags)]
    said = ", ".join(tag if count == 1 else f"{count} {tag}" for tag, count in told[:8])
    after = open_decision(played.state)
    whole = msgspec.json.encode([event_to_json(event) for event in played.events]) + dump(played.state)
    yield f"{said}; {after.kind if after else 'over'} {crc32(whole):08x}"
    yield from warnings_for(view, action)
    if ends := outcome_of(view, action):
        yield f"wins {ends.win:.6f}, loses {ends.attacker_losses:.5f} for {ends.defender_losses:.5f}"


def spoil(text: str, random: Random) -> str:
    """Leave a word of an order out, put one in, say one twice, or misspell one."""
    words = text.split()
    at = random.randrange(len(words))
    word = words[at]
    put = random.choice(([], [], [word, word], [random.choice(STRANGE), word], [word[:-1]], [f"{word}e"], [word[:3]]))
    return " ".join([*words[:at], *put, *words[at + 1 :]])


def meaning(text: str, view: PlayerView) -> str:
    """Say how an order is read, or why it cannot be."""
    try:
        return " / ".join(order_text(action, view) for action in parse_orders(text, view))
    except UnreadableOrder as refusal:
        return f"! {refusal}"


def sum_of(value: Any) -> str:
    return f"{crc32(msgspec.json.encode(value, order='sorted')):08x}"


def nearly(action: Action, random: Random) -> Action | None:
    """Change one number or list of an order a little; None where that is none any more."""
    plain: Any = msgspec.json.decode(dump_action(action))
    spots = [spot for spot in leaves(plain) if spot[-1] not in ("type", "seat")]
    if not spots:
        return None
    *path, last = random.choice(spots)
    holder = plain
    for step in path:
        holder = holder[step]
    value = holder[last]
    if isinstance(value, list):
        holder[last] = random.choice([value[1:], [*value, *value[:1]], value[::-1]])
    else:
        holder[last] = value + random.choice((-2, -1, 1, 2))
    try:
        return action_from_json(plain)
    except OrderError:
        return None


def leaves(plain: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the ways to all numbers and lists of an order."""
    if isinstance(plain, bool | str) or plain is None:
        return
    if isinstance(plain, dict | list):
        for step in plain if isinstance(plain, dict) else range(len(plain)):
            yield from leaves(plain[step], (*path, step))
    if path and not isinstance(plain, dict):
        yield path
