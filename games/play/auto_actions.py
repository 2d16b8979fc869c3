"""Choose actions in a person's place: bots, the caretaker, and standing orders. Sees views, never states."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from datetime import datetime

import engine
from engine import Action, PendingDecision, PlayerView, bots
from games.models import Entry, Player, StandingOrder, Waiting
from games.models.absence import OWN_ORDERS
from games.play import standing_orders

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


def auto_player(
    player: Player, asked: PendingDecision, order: StandingOrder | None, view: Callable[[], PlayerView], now: datetime
) -> str:
    """Return the source that answers for `player` now; empty if the person is waited for. `view` makes their view.

    Out of turn only players are waited for who ticked "ask me", or at windows those whose rules ask them; in their own
    turn people always are, and for sealed answers unless nothing is left to choose but what they have written down.
    Nobody is waited for out of turn who is away from a game whose clock stops for that.
    """
    if bot := player.bot_for(asked.pace):
        return Entry.Source.STANDING if bot == OWN_ORDERS else Entry.Source.BOT
    if asked.pace in Waiting.OUT_OF_TURN and not player.game.reaction_hours:
        return Entry.Source.STANDING
    if asked.pace in Waiting.OUT_OF_TURN and player.is_not_waited_for(now) and not player.substitute_for(asked.pace):
        return Entry.Source.STANDING
    if asked.pace == Waiting.Pace.WINDOW:
        return "" if window_hours(view(), order) is not None else Entry.Source.STANDING
    if asked.pace == Waiting.Pace.REACTION and not (order and order.ask_me):
        return Entry.Source.STANDING
    if asked.pace == Waiting.Pace.SEALED and order and order.text:
        return Entry.Source.STANDING if standing_orders.answers_sealed(order.text, view()) else ""
    return ""


def window_hours(view: PlayerView, order: StandingOrder | None) -> int | None:
    """Return in how many hours a player wants to answer a window, 0 for all that the game gives; None if
    standing orders answer."""
    return standing_orders.asked_within(order.text, view) if order and order.text else None


def auto_action(player: Player, view: PlayerView, order: StandingOrder | None, source: str) -> Action | None:
    """Choose the action that `source` plays for `player`; None leaves it to the rule set's default."""
    if source == Entry.Source.BOT:
        return bots.choose(player.bot_for(view.asked.pace if view.asked else ""), view, random.Random())
    return standing_orders.answer(order.text, view) if order and order.text else None
