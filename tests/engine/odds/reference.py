"""A slow, exact reckoning of the same odds, written another way: every throw enumerated, in fractions."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

from engine.odds import CLASSIC, Dice


@cache
def throws(dice: Dice) -> dict[tuple[int, int], Fraction]:
    """{(attacker's losses, defender's): chance} by throwing every combination of faces that may lie once."""
    found: Counter[tuple[int, int]] = Counter()
    count = len(dice.attack)
    lowest = [dice.attack_from] * count + [dice.defend_from] * len(dice.defend)
    rows = zip(lowest, dice.attack + dice.defend, strict=True)
    for faces in product(*(range(least, sides + 1) for least, sides in rows)):
        ours, theirs = sorted(faces[:count], reverse=True), sorted(faces[count:], reverse=True)
        kills = sum(a > d or (a == d and dice.ties_to_attacker) for a, d in zip(ours, theirs, strict=False))
        found[min(len(ours), len(theirs)) - kills, kills] += 1
    return {losses: Fraction(count, found.total()) for losses, count in found.items()}


@cache
def ends(a: int, d: int, stop: int = 0, dice: Dice = CLASSIC) -> dict[tuple[int, int], Fraction]:
    """{(attackers left, defenders left): chance} of a fight until it is won, lost or stopped."""
    if not d or a <= stop:
        return {(a, d): Fraction(1)}
    found: dict[tuple[int, int], Fraction] = {}
    for (lost, killed), chance in throws(dice.limited(a, d)).items():
        for end, rest in ends(a - lost, d - killed, stop, dice).items():
            found[end] = found.get(end, Fraction(0)) + chance * rest
    return found


def win(a: int, d: int, stop: int = 0, dice: Dice = CLASSIC) -> Fraction:
    """The chance to capture."""
    return sum((chance for (_, left), chance in ends(a, d, stop, dice).items() if not left), Fraction(0))


def path(a: int, defenders: tuple[int, ...], stop: int = 0) -> Fraction:
    """The chance to capture all territories of a path, one army staying behind in each."""
    won = [(left, chance) for (left, d), chance in ends(a, defenders[0], stop).items() if not d]
    if len(defenders) == 1:
        return sum((chance for _, chance in won), Fraction(0))
    going_on = [(left, chance) for left, chance in won if left > 1]
    return sum((chance * path(left - 1, defenders[1:], stop) for left, chance in going_on), Fraction(0))
