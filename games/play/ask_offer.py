"""The offer to be asked about invasions, which a player gets once, with the first card that answers one.

It hangs on the hand, and so it is for its owner's page and mail alone; what it leads to is a standing order, which asks
by public facts whatever the hand holds.
"""

from __future__ import annotations

from collections.abc import Callable

import engine
from games.families.parts import parts_of
from games.families.standing_cases import INVADED
from games.models import Game, Player
from games.play import standing_orders

USUAL_HOURS, CHOICES = 12, (1, 2, 6, 12, 24, 48)
ANSWERS_INVASIONS = "window"


def is_due(game: Game, player: Player | None, view: Callable[[], engine.PlayerView]) -> bool:
    """Check whether a player has yet to say if they want to be asked about invasions; `view` makes their view."""
    if player is None or player.ask_offer == Player.Offer.ANSWERED or player.state != Player.State.PLAYING:
        return False
    parts = parts_of(game.rules)
    answerable = parts.names_cards and INVADED in parts.standing_cases
    return bool(answerable and game.reaction_hours and not game.has_ended) and holds_answer(view())


def holds_answer(view: engine.PlayerView) -> bool:
    """Check whether the viewer holds a card that answers an invasion."""
    kinds = engine.catalogue_of(view.rules, view.options).kinds
    return any(kinds[card].timing == ANSWERS_INVASIONS for card in view.hand)


def hours_offered(game: Game) -> tuple[int, ...]:
    """List in how many hours a player can offer to answer: no more than the game gives."""
    return (*(hours for hours in CHOICES if hours < game.reaction_hours), game.reaction_hours)


def usual_hours(game: Game) -> int:
    return min(USUAL_HOURS, game.reaction_hours)


def with_question(text: str, hours: int) -> str:
    """Add the rule that asks to standing orders, behind all that a player has written."""
    return f"{text}\nwhen invaded: ask me within {hours} hours".strip()  # as typed


def settles(text: str, game: Game) -> bool:
    """Check whether checked standing orders say something about invasions, so that nothing needs to be offered."""
    cases = parts_of(game.rules).standing_cases
    return any(rule.case.may_ask for rule in standing_orders.read(text, game.map, cases))
