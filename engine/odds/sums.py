"""Which side's dice add up to more: the chance by counting the equally likely throws."""

from __future__ import annotations

from functools import cache

from engine.odds.dice import Dice


@cache
def sums(sides: tuple[int, ...], lowest: int = 1) -> dict[int, int]:
    """Count the throws of these dice by the sum of their faces, none below `lowest`."""
    if not sides:
        return {0: 1}
    found: dict[int, int] = {}
    for total, ways in sums(sides[:-1], lowest).items():
        for face in range(lowest, sides[-1] + 1):
            found[total + face] = found.get(total + face, 0) + ways
    return found


@cache
def higher_sum(dice: Dice, lead: int = 0) -> float:
    """Return the chance that the attacker's dice and `lead` add up to more than the defender's dice, or to as much
    where the attacker wins ties."""
    needed = 0 if dice.ties_to_attacker else 1
    ours, theirs = sums(dice.attack, dice.attack_from), sums(dice.defend, dice.defend_from)
    won = sum(
        ways * more for mine, ways in ours.items() for other, more in theirs.items() if mine + lead - other >= needed
    )
    return won / (sum(ours.values()) * sum(theirs.values()))
