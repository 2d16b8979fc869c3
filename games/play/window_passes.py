"""Windows that a seat lets pass beforehand: all of a turn or of an attack order, by its word or as its time ran out.

The engine could answer for such a seat within the attack that opens a window. On the site it never has to: the entry of
somebody else's attack would then tell what an entry of the seat's own tells of a seat whose standing orders decline,
and others could count who is which. So the engine gets an answer to one window at a time, and what a player has said of
further ones is kept here; each seat's answer is an entry of its own, whoever gives it and why.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

import engine
from games.models import Player
from games.play.auto_actions import DECLINE

ORDER, TURN = Player.Pass.ORDER, Player.Pass.TURN


def for_this_window(action: engine.Action) -> engine.Action:
    """Return what the engine gets of an answer: of one that lets further windows pass, no more than this one."""
    return engine.action_from_json({"type": DECLINE, "seat": action.seat}) if scope_of(action) else action


def scope_of(action: engine.Action) -> str:
    """Return which further windows an answer lets pass: "order", "turn", or empty for none."""
    plain = engine.action_to_json(action)
    return str(plain.get("scope", "")) if plain["type"] == DECLINE else ""


def begin_turn(player: Player, turn: str) -> None:
    """Begin to count the time and the word of a player for windows of a turn, unless they are counted already."""
    if player.window_turn != turn:
        player.window_turn, player.window_left, player.window_pass = turn, None, ""


def keep(player: Player, action: engine.Action, turn: str) -> None:
    """Keep which further windows of a turn a player has let pass."""
    begin_turn(player, turn)
    if player.window_pass != TURN:
        player.window_pass = scope_of(action)


def run_out(player: Player, turn: str) -> None:
    """Keep that a player has no time left for windows of a turn."""
    begin_turn(player, turn)
    player.window_left = timedelta()


def forget_order(players: Iterable[Player]) -> list[Player]:
    """Forget who has let the windows of an attack order pass, as another begins; returns whose rows have changed."""
    changed = [player for player in players if player.window_pass == ORDER]
    for player in changed:
        player.window_pass = ""
    return changed


def forget_turn(players: Iterable[Player], turn: str) -> list[Player]:
    """Forget the time and the words of a turn that is played anew; returns whose rows have changed."""
    changed = [player for player in players if player.window_turn == turn]
    for player in changed:
        begin_turn(player, "")
    return changed


def is_kept(player: Player, turn: str) -> bool:
    """Check whether a player has let windows of a turn pass, or has no time left for them."""
    return player.window_turn == turn and (bool(player.window_pass) or is_spent(player))


def is_spent(player: Player) -> bool:
    """Check whether the time of a player for windows of the turn that is counted has run out."""
    return player.window_left is not None and player.window_left <= timedelta()


def has_passed(player: Player, *, may_decline: bool) -> bool:
    """Check whether a player of whom something is kept is not asked any more. Who has let windows pass still chooses
    losses, for which nobody can decline, as long as there is time."""
    return is_spent(player) or (may_decline and bool(player.window_pass))
