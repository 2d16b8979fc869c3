"""What answers in a person's place: bots, the caretaker, and standing orders. Sees views, never states."""

from __future__ import annotations

import random

from engine import Action, Asked, PlayerView, bots
from games import standing
from games.models import Entry, Player, StandingOrder


def automatic_source(player: Player, asked: Asked, order: StandingOrder | None) -> str:
    """Who answers for `player` now: a source of entries, or an empty string if the person is waited for.

    Out of turn nobody is waited for who has not ticked "ask me"; in one's own turn and for sealed answers a
    person always is.
    """
    if player.answers_by_itself:
        return Entry.Source.BOT
    if asked.pace == "reaction" and not (order and order.ask_me):
        return Entry.Source.STANDING
    return ""


def automatic_answer(player: Player, view: PlayerView, order: StandingOrder | None, source: str) -> Action | None:
    """The action that `source` plays for `player`; None leaves it to the rule set's default."""
    if source == Entry.Source.BOT:
        return bots.choose(player.answers_by_itself, view, random.Random())
    return standing.answer(order.text, view) if order and order.text else None
