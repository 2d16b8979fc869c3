"""Choose actions in a person's place: bots, the caretaker, and standing orders. Sees views, never states."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import NamedTuple

import engine
from engine import Action, PendingDecision, PlayerView, bots
from games.families.standing_cases import Rule
from games.models import Entry, Player, Waiting
from games.models.absence import OWN_ORDERS
from games.play.standing_uses import StandingUses

DEFENCE = "battle.defend_asked"
ATTACK, DEFEND, DECLINE = "battle.attack", "battle.defend", "reaction.decline"


def first_defence(newest_first: Iterable[Entry], seat: int) -> Action | None:
    """Find the first dice that `seat` chose by itself against the running attack order; None if it has not.

    Dice of a standing order from before the player ticked "ask me" do not count.
    """
    given = None
    for entry in newest_first:
        action = entry.action or {}
        if action.get("type") == ATTACK:
            break
        if action.get("type") == DEFEND and entry.seat == seat and entry.source != Entry.Source.STANDING:
            given = action
    return engine.action_from_json(given) if given else None


class Wish(NamedTuple):
    """What shall answer in a person's place: None leaves it to the rule set's default. `rule` is the line of standing
    orders that says so."""

    action: Action | None = None
    rule: Rule | None = None


def auto_player(
    player: Player, asked: PendingDecision, standing: StandingUses, view: Callable[[], PlayerView], now: datetime
) -> str:
    """Return the source that answers for `player` now; empty if the person is waited for. `view` makes their view.

    Out of turn only players are waited for whose lines ask them; in their own turn people always are, and for sealed
    answers unless a line answers those. Nobody is waited for out of turn who is away from a game whose clock stops for
    that.
    """
    if bot := player.bot_for(asked.pace):
        return Entry.Source.STANDING if bot == OWN_ORDERS else Entry.Source.BOT
    if asked.pace in Waiting.OUT_OF_TURN and not player.game.reaction_hours:
        return Entry.Source.STANDING
    if asked.pace in Waiting.OUT_OF_TURN and player.is_not_waited_for(now) and not player.substitute_for(asked.pace):
        return Entry.Source.STANDING
    if asked.pace in Waiting.OUT_OF_TURN:
        has_text = bool(standing.text_of(player))
        return "" if has_text and standing.asking_rule(player, view()) else Entry.Source.STANDING
    if asked.pace == Waiting.Pace.SEALED and standing.text_of(player):
        return Entry.Source.STANDING if standing.answers_sealed(player, view()) else ""
    return ""


def auto_wish(player: Player, view: PlayerView, standing: StandingUses, source: str) -> Wish:
    """Choose what `source` plays for `player`."""
    if source == Entry.Source.BOT:
        return Wish(bots.choose(player.bot_for(view.asked.pace if view.asked else ""), view, random.Random()))
    chosen = standing.answer(player, view)
    return Wish(chosen.action, chosen.rule) if chosen else Wish()
