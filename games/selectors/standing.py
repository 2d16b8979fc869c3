"""Read what a player's standing orders have done: which line gave which answer, and which lines count no more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from games.models import Game, Player, StandingOrder, StandingText, StandingUse
from games.play.standing_language import lines_of, write_line
from games.play.standing_orders import Moment, is_over, rules_in

SHOWN = 10


@dataclass(frozen=True)
class Use:
    """One answer that a line gave."""

    seq: int
    at: datetime
    version: int
    line: int
    text: str
    order: str


def uses_of(players: Sequence[Player], limit: int | None = SHOWN) -> dict[int, list[Use]]:
    """List the answers that lines of these seats of one game gave, by player, the latest first. Two queries."""
    if not players:
        return {}
    seats = {player.seat: player.pk for player in players}
    rows = StandingUse.objects.filter(entry__game_id=players[0].game_id, entry__seat__in=seats)
    rows = rows.select_related("entry").order_by("-entry__seq")[:limit]
    texts = {
        (text.player_id, text.version): lines_of(text.text)
        for text in StandingText.objects.filter(player__in=seats.values(), version__in={row.version for row in rows})
    }
    found: dict[int, list[Use]] = {pk: [] for pk in seats.values()}
    for row in rows:
        player = seats[row.entry.seat]
        said = texts.get((player, row.version), {}).get(row.line, "")
        found[player].append(Use(row.entry.seq, row.entry.at, row.version, row.line, said, row.entry.order))
    return found


def moment_of(player: Player, order: StandingOrder | None, now: datetime) -> Moment:
    """Return what decides now which lines of a player are over."""
    zone = player.user.zone if player.user else UTC
    return Moment(frozenset(order.spent if order else ()), now.astimezone(zone).date())


def lines_over(game: Game, order: StandingOrder | None, round: int, moment: Moment) -> list[str]:
    """List the lines of a stored text whose term is over."""
    rules = rules_in(order.text, game.rules, game.map) if order else ()
    return [write_line(rule) for rule in rules if not rule.otherwise and is_over(rule, round, moment)]
