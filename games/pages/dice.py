"""Rows of dice against each other: which dice lose an army, and what a throw costs, in words."""

from __future__ import annotations

Dice = tuple[int, ...]


def lost_places(attack: Dice, defend: Dice) -> tuple[Dice, Dice]:
    """The places of the dice that lose an army, in each row."""
    pairs = list(zip(attack, defend, strict=False))
    lost = tuple(place for place, (mine, other) in enumerate(pairs) if mine <= other)
    return lost, tuple(place for place in range(len(pairs)) if place not in lost)


def cost_words(lost: int, killed: int, attacker: str, defender: str) -> str:
    """ "you lose 2", "each loses 1"."""
    if lost and lost == killed:
        return f"each loses {lost}"
    return ", ".join(loses(who, count) for who, count in ((attacker, lost), (defender, killed)) if count)


def loses(who: str, count: int) -> str:
    return f"{who} {'lose' if who == 'you' else 'loses'} {count}"
