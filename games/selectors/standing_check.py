"""Check standing orders for their owner as they are typed."""

from __future__ import annotations

from django.utils import timezone

import engine
from games.models import Game, Player, StandingOrder
from games.play.standing_check import TextCheck, check_text
from games.selectors.access import view_of
from games.selectors.standing import moment_of


def check_for(game: Game, player: Player, text: str) -> TextCheck:
    """Check a text on the present board of a player. Saves nothing."""
    rules = engine.rulesets().get(game.rules)
    dice_chosen = rules is None or engine.defender_may_be_asked(rules, game.options)
    moment = moment_of(player, StandingOrder.objects.filter(player=player).first(), timezone.now())
    return check_text(text, view_of(game, player.seat), game.reaction_hours, moment, dice_chosen=dice_chosen)
