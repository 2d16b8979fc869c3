"""What bots know of the classic family alone: where a capital is safe, and what they make of a throw that they may
improve, the die to throw again by a card and the one to turn to 6."""

from __future__ import annotations

from engine.bots import heuristics
from engine.bots.answers import action_of
from engine.bots.skills import teach
from engine.core.actions import Action
from engine.core.offers import ChoiceField, Offer, TerritoryField
from engine.core.view import PlayerView
from engine.rules.classic.dice_modifiers import SIX, Dice, replace_die, worth
from engine.rules.classic.once_per_turn import COMMANDER

LOW = 3  # a die of the recruit that shows no more than this is thrown again
KEEP = "improve.keep"


def keep(view: PlayerView, offer: Offer | None = None) -> Action:
    return action_of(view, KEEP)


def reroll_low(view: PlayerView, offer: Offer) -> Action:
    """Reroll the lowest die if it is low and an army would be lost."""
    low = min(offer.field("die", ChoiceField).values)
    if not view.about["attack_losses"] or low > LOW:
        return keep(view)
    return action_of(view, offer.action, die=low, card=_card(view, offer))


def reroll_best(view: PlayerView, offer: Offer) -> Action:
    """Reroll the die that gains most on average, counting what the Commander may still do."""
    attack, defend = _rows(view)
    helped = _has_commander(view)

    def average(die: int) -> int:
        return sum(_best(replace_die(attack, die, into), defend, helped) for into in range(1, SIX + 1))

    die = max(offer.field("die", ChoiceField).values, key=average)
    if average(die) <= SIX * _best(attack, defend, helped):
        return keep(view)
    return action_of(view, offer.action, die=die, card=_card(view, offer))


def command(view: PlayerView, offer: Offer) -> Action:
    """Turn the die that gains most into a 6; keep the dice if none gains anything."""
    attack, defend = _rows(view)
    die = max(offer.field("die", ChoiceField).values, key=lambda die: worth(replace_die(attack, die, SIX), defend))
    if worth(replace_die(attack, die, SIX), defend) <= worth(attack, defend):
        return keep(view)
    return action_of(view, offer.action, die=die)


def _rows(view: PlayerView) -> tuple[Dice, Dice]:
    return tuple(view.about["attack"]), tuple(view.about["defend"])


def _card(view: PlayerView, offer: Offer) -> int:
    """Pick a card that already lies open, so that no other is revealed."""
    cards: tuple[int, ...] = offer.field("card", TerritoryField).values
    shown = {card for _, card in view.extra.get("shown", ())}
    return next((card for card in cards if card in shown), cards[0])


def _has_commander(view: PlayerView) -> bool:
    return bool(view.options.get(COMMANDER)) and COMMANDER not in view.extra.get("used", ())


def _best(attack: Dice, defend: Dice, helped: bool) -> int:
    """Rate a throw, with the Commander's 6 where it may still help."""
    rows = [attack, *(replace_die(attack, die, SIX) for die in set(attack) if helped)]
    return max(worth(row, defend) for row in rows)


teach("caretaker", {"improve.keep": keep, "setup.capital": heuristics.quiet_capital})
teach(
    "recruit", {"improve.reroll": reroll_low, "setup.capital": heuristics.quiet_capital, "improve.commander": command}
)
teach(
    "veteran", {"improve.reroll": reroll_best, "setup.capital": heuristics.strong_capital, "improve.commander": command}
)
