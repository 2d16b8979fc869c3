"""What a turn was to its owner: in time, late or missed; and whether a seat has missed so much that it falls free.

A turn counts once, at its end; the set-up counts as one turn. A player who gave an order in it was late at most,
and so was one whose orders for that case played it to its end.
"""

from __future__ import annotations

from datetime import datetime

from games.clocks.lateness import LateRules
from games.models import Game, Player, TurnRecord

IN_TIME, LATE, MISSED = TurnRecord.Outcome.IN_TIME, TurnRecord.Outcome.LATE, TurnRecord.Outcome.MISSED
LINE, DEFAULT = Player.Lapse.LINE, Player.Lapse.DEFAULT


def note_order(player: Player, *, is_own: bool) -> None:
    """Note that a person has given an order: they have come, and a turn of their own is begun and so not missed."""
    player.came = True
    if is_own:
        player.began, player.missed = True, 0


def note_lapse(player: Player, lapse: str) -> None:
    """Note what answered for a seat whose time was over. One default answer makes all of the turn one."""
    if player.lapse != DEFAULT:
        player.lapse = lapse


def judge_turn(player: Player, *, is_set_up: bool) -> str:
    """Return what the turn that is over was to its owner, and forget its marks; count it if it was missed, but for the
    set-up, whose answers were counted one by one. Empty for a turn that is nobody's to answer for: of bots, of seats
    held by others, one that a friend who stands in did not play to its end, and one that an organizer skipped."""
    began, lapse = player.began, player.lapse
    player.began, player.lapse = False, ""
    if player.bot_for("turn") or not (began or lapse):
        return ""
    if not lapse:
        return IN_TIME
    if player.is_played_by_friend:
        return ""
    if began or lapse == LINE:
        return LATE
    if not is_set_up:
        player.missed += 1
    return MISSED


def forget_turns(game: Game, since: datetime, round: int) -> None:
    """Forget what turns of a game were that ended at `since` or later, in this round or a later one: they come back,
    and count when they end again."""
    TurnRecord.objects.filter(game=game, at__gte=since, round__gte=round).delete()


def never_came(player: Player, round: int) -> bool:
    """Check whether a player has not shown up in the set-up or the first round."""
    return round <= 1 and not player.came


def falls_free(late: LateRules, player: Player, round: int, total: int) -> bool:
    """Check whether a seat falls free by its turns missed in a row, or those `total` that were late or missed."""
    return player.missed >= (late.first if never_came(player, round) else late.row) or total >= late.total


def would_fall_free(late: LateRules, player: Player, round: int) -> bool:
    """Check whether a seat falls free if its player misses the running turn altogether; those of long ago aside."""
    if player.began or player.is_played_by_friend:
        return False
    return player.missed + 1 >= (late.first if never_came(player, round) else late.row)
