"""How bots take up the kinds of offers that they know, by the tag of the action; a family adds what it alone asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine import Action, Offer, PlayerView

ActionPolicy = Callable[[PlayerView, Offer], Action]
"""Chooses an action out of one offer."""

_POLICIES: dict[str, dict[str, ActionPolicy]] = {}


def teach(bot: str, policies: Mapping[str, ActionPolicy]) -> None:
    """Add to what a bot, by its name, does with offers. Raises ValueError for a kind of offer that it knows already."""
    known = _POLICIES.setdefault(bot, {})
    twice = known.keys() & policies.keys()
    if twice:
        raise ValueError(f"{bot} has two ways to answer {', '.join(sorted(twice))}.")
    known.update(policies)


def skilled_action(bot: str, view: PlayerView) -> Action | None:
    """Choose an action for the first offer that a bot knows; None where it knows none."""
    known = _POLICIES.get(bot, {})
    for offer in view.offers:
        if offer.action in known:
            return known[offer.action](view, offer)
    return None
