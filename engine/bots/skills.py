"""How bots take up the kinds of offers that they know, by the tag of the action; a family adds what it alone asks, and
its own way where its game wants another."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.bots.answers import PASSES
from engine.core.actions import Action
from engine.core.offers import Offer
from engine.core.registry import ruleset
from engine.core.view import PlayerView

ActionPolicy = Callable[[PlayerView, Offer], Action | None]
"""Chooses an action out of one offer; None leaves the decision to the other offers."""

_POLICIES: dict[tuple[str, str], dict[str, ActionPolicy]] = {}
"""By bot and family; of all families for an empty one."""


def teach(bot: str, policies: Mapping[str, ActionPolicy], *, family: str = "") -> None:
    """Add to what a bot, by its name, does with offers, in the games of one family or in all. Raises ValueError for a
    kind of offer that it knows already."""
    known = _POLICIES.setdefault((bot, family), {})
    twice = known.keys() & policies.keys()
    if twice:
        raise ValueError(f"{bot} has two ways to answer {', '.join(sorted(twice))}.")
    known.update(policies)


def skilled_action(bot: str, view: PlayerView) -> Action | None:
    """Choose an action for the first offer that a bot knows and takes up, those that let the occasion pass last; None
    where it takes up none."""
    own, general = _POLICIES.get((bot, ruleset(view.rules).family), {}), _POLICIES.get((bot, ""), {})
    for offer in sorted(view.offers, key=lambda offer: offer.action in PASSES):
        policy = own.get(offer.action) or general.get(offer.action)
        action = policy(view, offer) if policy else None
        if action is not None:
            return action
    return None
