"""What a text of standing orders answers, without the line that does."""

from __future__ import annotations

from engine import Action, PlayerView
from games.play import standing_orders


def answer_at_once(text: str, view: PlayerView) -> Action | None:
    """Return the action of the first rule that answers at once and fits; None if there is none."""
    chosen = standing_orders.choose_answer(text, view)
    return chosen.action if chosen else None


def timeout_action(text: str, view: PlayerView) -> Action | None:
    """Return what answers for a player whose time is over; None leaves it to the default."""
    chosen = standing_orders.choose_timeout(text, view)
    return chosen.action if chosen else None


def asked_within(text: str, view: PlayerView) -> int | None:
    """Return in how many hours the player wants to be asked, 0 for the game's own time; None if their rules answer."""
    rule = standing_orders.asking_rule(text, view)
    return rule.within if rule else None
