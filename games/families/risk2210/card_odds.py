"""What a Command card would make of the odds of an invasion, for those that change its forces or its dice."""

from __future__ import annotations

from statistics import fmean

import engine
from engine import PlayerView, odds
from engine.mechanics.action_cards.kinds import CardKind
from engine.mechanics.battle.forecast import Fight
from engine.rules.risk2210 import cards
from engine.rules.risk2210.cards.common import ASSEMBLED, STEALTHY, half
from games.families.cards import Change, stop_invasion, with_defenders

GREAT = 8


def trap(fight: Fight) -> float:
    """Take half of the invaders, but never the last one."""
    units = fight.attackers + 1
    return fight._replace(attackers=units - 1 - min(half(units), units - 1)).win


def fortify(fight: Fight) -> float:
    """Let all defenders throw eight-sided dice."""
    great = odds.Dice(fight.dice.attack, (GREAT,) * len(fight.dice.defend))
    return fight._replace(dice=great).win


def with_attackers(more: int) -> Change:
    """Add units to the attack."""
    return lambda fight: fight._replace(attackers=fight.attackers + more).win


def strike(fight: Fight) -> float:
    """Take as many defenders as a die shows."""
    return fmean(fight._replace(defenders=max(0, fight.defenders - die)).win for die in range(1, 7))


ANSWERS: dict[str, Change] = {
    "Stealth MODs": with_defenders(STEALTHY),  # as typed
    "Stealth Station": fortify,  # as typed
    "Land Death Trap": trap,  # as typed
    "Water Death Trap": trap,  # as typed
    "Orbital Mines": trap,  # as typed
    "Cease Fire": stop_invasion,  # as typed
    "Evacuation": lambda fight: 1.0,  # as typed
}
"""Cards against an invasion, by their titles."""
HELP: dict[str, Change] = {
    "Assemble MODs": with_attackers(ASSEMBLED),  # as typed
    "Reinforcements": with_attackers(1),  # as typed
}
"""Cards that bring units to where an invasion begins."""
STRIKES: dict[str, Change] = {
    "Rocket Strike Land": strike,  # as typed
    "Rocket Strike Water": strike,  # as typed
    "Rocket Strike Moon": strike,  # as typed
}
"""Cards that fall on what is invaded."""
LIKE = {kind.effect: kind.title for kind in cards.KINDS}
"""Cards that a host has made work as one of the book's do."""


def card_chance(view: PlayerView, kind: CardKind, fight: Fight, src: int, dst: int) -> float | None:
    """Compute the chance that an invasion succeeds once a card is played; None where the card does not change it."""
    title, graph = LIKE.get(kind.effect, kind.title), engine.mapgraph(view.map)
    change = ANSWERS.get(title)
    if title in HELP and graph.zone(src) == kind.zone:
        change = HELP[title]
    elif title in STRIKES and graph.zone(dst) == kind.zone:
        change = STRIKES[title]
    return change(fight) if change else None
