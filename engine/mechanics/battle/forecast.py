"""The odds of one fight on a board: for rules, bots, warnings, pages, mails and the API alike.

What decides them is read here and nowhere else: how many armies may fight, how many dice each side throws at most, how
many sides these have, who throws ones again and who wins ties, and what the order says.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec import UNSET, UnsetType

from engine import odds
from engine.core.actions import Action
from engine.core.dice import SIDES, Board, Clash, Terms
from engine.mechanics.battle.leading import leading_of
from engine.mechanics.battle.types import Attack


class Fight(NamedTuple):
    """A fight as it stands: `attackers` may fight, `stay` armies more have to stay behind."""

    attackers: int
    defenders: int
    dice: odds.Dice
    stay: int = 1

    @property
    def is_possible(self) -> bool:
        return bool(self.attackers > 0 < self.defenders and self.dice.attack and self.dice.defend)

    @property
    def win(self) -> float:
        """The chance to capture if the attacker never stops."""
        if not self.is_possible:
            return float(self.attackers > 0 and bool(self.dice.attack))
        return odds.win(self.attackers, self.defenders, dice=self.dice)

    def at_least(self, percent: int) -> bool:
        """Compare the chance to capture with a percentage."""
        if not self.is_possible:
            return self.win * 100 >= percent
        return odds.win_chance_at_least(self.attackers, self.defenders, percent, dice=self.dice)

    def mean_losses(self, defence: int) -> tuple[float, float]:
        """Compute what one throw against so many dice costs attacker and defender on average."""
        thrown = odds.chances(self.dice.limited(self.attackers, defence))
        return (
            sum(attack * chance for (attack, _), chance in thrown.items()),
            sum(defend * chance for (_, defend), chance in thrown.items()),
        )

    def outcome(self, *, left: int = 0, throws: int = 0, least: int = 0) -> odds.Outcome:
        """List all ends of a fight that stops at `left` armies on the territory, after so many throws, or when the
        chance to capture falls below `least` per cent. Raises ValueError where nobody can fight."""
        if not self.defenders:  # nobody is there: it is walked into
            walked_in = odds.End(1, self.attackers, 0, 1.0)
            return odds.Outcome(self.attackers, (0,), (walked_in,))
        stop = min(max(0, left - self.stay), self.attackers)
        return odds.battle(self.attackers, self.defenders, stop=stop, throws=throws, odds=least, dice=self.dice)


def fight(
    board: Board,
    src: int,
    dst: int,
    *,
    dice: int = 0,
    more: int = 0,
    leaders: tuple[str, ...] | UnsetType = UNSET,
) -> Fight:
    """Describe the fight over `dst` from `src` with at most `dice` dice (0 for the most), `more` armies put on `src`
    before, led by these pieces or, if none are named, by all that may lead."""
    clash = Clash(src, dst, leaders)
    rows = odds.Dice(board.dice_row("attacker", clash), board.dice_row("defender", clash), *board.terms(clash))
    stay = board.must_stay(src)
    attackers = max(0, board.units(src) - stay + more)
    return Fight(attackers, board.units(dst), rows.limited(attack=dice) if dice else rows, stay)


def higher_sum(attack: int, defend: int, lead: int, terms: Terms) -> float:
    """Return the chance that so many of the attacker's dice and `lead` add up to more than so many of the defender's,
    or to as much where the attacker wins ties."""
    return odds.higher_sum(odds.Dice((SIDES,) * attack, (SIDES,) * defend, *terms), lead)


def fight_of(board: Board, order: Attack) -> Fight:
    """Describe the fight that an order starts."""
    return fight(board, order.src, order.dst, dice=order.dice, leaders=leading_of(board.rule_set).named_in(order))


def outcome_of(board: Board, order: Action) -> odds.Outcome | None:
    """List all ends of an attack as the board stands; None for other orders, and where nobody can attack."""
    if not isinstance(order, Attack):
        return None
    found = fight_of(board, order)
    if not found.is_possible and (found.defenders or not found.win):
        return None
    return found.outcome(left=order.left, throws=order.throws, least=order.odds)
