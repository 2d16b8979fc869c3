"""Hold the odds of a throw against dice as games throw them.

    python -m benchmarks.throws [--throws 1000000] [--seed 1]

Each setting, of rows of dice, of who throws ones again and of who wins ties, is thrown so many times by what battles
throw with, and its losses are counted. Exits with 1 where a chance is further than 0.2 points from the exact one.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from itertools import product

from engine import FastChance, GameState, new_game
from engine.core.context import Context
from engine.mechanics.battle.fight import losses
from engine.mechanics.battle.throwing import throw_dice
from engine.odds import Dice, chances

WITHIN = 0.002
ROWS = (((6,), (6,)), ((6, 6), (6,)), ((6, 6, 6), (6, 6)), ((8, 6, 6), (8, 6)))
CUSTOMS = tuple(product((1, 2), (1, 2), (False, True)))
SETTINGS = tuple(Dice(attack, defend, *customs) for attack, defend in ROWS for customs in CUSTOMS)


def table(seed: int) -> Context:
    """Lay a game whose dice may have any number of sides."""
    chance = FastChance(seed)
    state: GameState = new_game("risk2210", ("red", "blue", "green"), chance=chance).state
    return Context(state, chance)


def simulate(context: Context, dice: Dice, throws: int) -> dict[tuple[int, int], float]:
    """Roll so many times; returns how often each pair of losses came."""
    found: Counter[tuple[int, int]] = Counter()
    for number in range(throws):
        attack = throw_dice(context, 0, "attacker", dice.attack, lambda: dice.attack_from > 1)
        defend = throw_dice(context, 1, "defender", dice.defend, lambda: dice.defend_from > 1)
        rows = sorted(attack, reverse=True), sorted(defend, reverse=True)
        found[losses(*rows, ties_to_attacker=dice.ties_to_attacker)] += 1
        if number % 1000 == 0:
            context.events.clear()
            context.draws.clear()
    return {pair: count / throws for pair, count in found.items()}


def furthest(context: Context, dice: Dice, throws: int) -> float:
    """Return the largest difference between a chance and how often it came."""
    came = simulate(context, dice, throws)
    return max(abs(chance - came.get(pair, 0.0)) for pair, chance in chances(dice).items())


def name(dice: Dice) -> str:
    again = [side for side, lowest in (("attacker", dice.attack_from), ("defender", dice.defend_from)) if lowest > 1]
    ties = "attacker" if dice.ties_to_attacker else "defender"
    return f"{dice.attack} against {dice.defend}, ones again: {' and '.join(again) or 'nobody'}, ties: {ties}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--throws", type=int, default=1_000_000, help="how often each setting is thrown")
    parser.add_argument("--seed", type=int, default=1, help="of the dice")
    asked = parser.parse_args()
    context, wrong = table(asked.seed), 0
    for dice in SETTINGS:
        far = furthest(context, dice, asked.throws)
        wrong += far > WITHIN
        print(f"{far * 100:6.3f} points  {name(dice)}", flush=True)
    print(f"{len(SETTINGS)} settings, {wrong} further than {WITHIN * 100} points")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
