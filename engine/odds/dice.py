"""What one throw of the dice costs each side, by counting the equally likely throws."""

from __future__ import annotations

from functools import cache
from math import prod
from typing import NamedTuple

Losses = tuple[int, int]  # the attacker's, the defender's
Faces = tuple[int, int, int]  # the highest, the second, the third
Move = tuple[int, int, float]  # the attacker's losses, the defender's, the chance of both


class Dice(NamedTuple):
    """The sides of each side's dice, in the order in which a force uses them.

    A force of n armies throws its first n dice. So the length is the limit of dice, and a commander whose
    eight-sided die outlives the armies beside it stands first: (8, 6, 6). `attack_from` and `defend_from` are the
    lowest faces that may lie: 2 where a side throws its ones again until none is left, for then all other faces are
    alike. `ties_to_attacker` says who wins pairs of equal faces.
    """

    attack: tuple[int, ...] = (6, 6, 6)
    defend: tuple[int, ...] = (6, 6)
    attack_from: int = 1
    defend_from: int = 1
    ties_to_attacker: bool = False

    def limited(self, attack: int = 3, defend: int = 3) -> Dice:
        """Return these dice with at most so many thrown by each side ("with 2", "defend 1")."""
        return self._replace(attack=self.attack[:attack], defend=self.defend[:defend])


CLASSIC = Dice()


@cache
def _highest(sides: tuple[int, ...], kept: int, lowest: int) -> dict[Faces, int]:
    """Count the throws that show each set of highest faces: `kept` faces in falling order, then zeros."""
    if not sides:
        return {(0, 0, 0): 1}
    throws: dict[Faces, int] = {}
    for faces, ways in _highest(sides[:-1], kept, lowest).items():
        high, middle, low = faces
        for face in range(lowest, sides[-1] + 1):
            if face > high:
                shown = (face, high if kept > 1 else 0, middle if kept > 2 else 0)
            elif face > middle and kept > 1:
                shown = (high, face, middle if kept > 2 else 0)
            elif face > low and kept > 2:
                shown = (high, middle, face)
            else:
                shown = faces
            throws[shown] = throws.get(shown, 0) + ways
    return throws


@cache
def counts(dice: Dice) -> dict[Losses, int]:
    """Count the throws of all these dice by their losses: {(attacker's, defender's): throws}.

    The highest faces are compared pair by pair, three pairs at most; equal faces cost the attacker, or the defender
    where the attacker wins ties. The counts add up to the product of the faces of all dice.
    """
    pairs = min(len(dice.attack), len(dice.defend), 3)
    won = [0] * (pairs + 1)
    against = [(*faces, ways) for faces, ways in _highest(dice.defend, pairs, dice.defend_from).items()]
    for (first, second, third), ways in _highest(dice.attack, pairs, dice.attack_from).items():
        if dice.ties_to_attacker:  # as if each of the faces that are compared showed one more
            first, second, third = first + 1, second + (pairs > 1), third + (pairs > 2)
        for high, middle, low, more in against:
            won[(first > high) + (second > middle) + (third > low)] += ways * more
    return {(pairs - kills, kills): throws for kills, throws in enumerate(won)}


@cache
def chances(dice: Dice) -> dict[Losses, float]:
    """Return the chance of each pair of losses in one throw of all these dice: {(attacker's, defender's): chance}."""
    throws = prod(sides - dice.attack_from + 1 for sides in dice.attack)
    throws *= prod(sides - dice.defend_from + 1 for sides in dice.defend)
    return {losses: ways / throws for losses, ways in counts(dice).items()}


@cache
def full_throw_chances(dice: Dice) -> tuple[float, ...]:
    """Return the chances of a throw with all dice, by the attacker's losses from 0 up."""
    return tuple(chance for _, _, chance in reversed(outcome_chances(dice)[-1][-1]))


@cache
def outcome_chances(dice: Dice) -> tuple[tuple[tuple[Move, ...], ...], ...]:
    """Tabulate outcome_chances(dice)[i][j] of a throw of i against j dice; empty where i or j is 0.

    Raises ValueError for dice that cannot be thrown.
    """
    check(dice)
    return tuple(
        tuple(_outcome_chances(dice.limited(i, j)) if i and j else () for j in range(len(dice.defend) + 1))
        for i in range(len(dice.attack) + 1)
    )


def _outcome_chances(dice: Dice) -> tuple[Move, ...]:
    return tuple((*losses, chance) for losses, chance in chances(dice).items())


def check(dice: Dice) -> None:
    """Raise ValueError where a side has no die, or a die fewer than two sides."""
    if not dice.attack or not dice.defend:
        raise ValueError("Each side throws at least one die.")
    if min(*dice.attack, *dice.defend) < 2:
        raise ValueError("A die has at least two sides.")


def clear_cache() -> None:
    """Clear all counts, for measurements from a cold start."""
    for counted in (_highest, counts, chances, outcome_chances, full_throw_chances):
        counted.cache_clear()
