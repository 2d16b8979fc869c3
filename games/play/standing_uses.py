"""The standing orders of one locked game: their texts, which lines have been used, and what is to be stored of it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import UTC, datetime

import engine
from games.families.standing_cases import Rule
from games.models import Entry, Game, Player, StandingOrder, StandingUse
from games.play import standing_orders
from games.play.standing_language import write_line
from games.play.standing_orders import Choice, Moment


class StandingUses:
    """Answers from the standing orders of all seats. `save` stores which lines gave answers, once."""

    def __init__(self, game: Game, now: datetime, captured: Callable[[], Collection[int]]) -> None:
        self.game = game
        self.now = now
        self.captured = captured
        self.orders: dict[int, StandingOrder] = {}  # by player
        self._used: list[tuple[Entry, StandingOrder, Rule]] = []
        self._changed: dict[int, StandingOrder] = {}

    def load(self) -> None:
        """Read the stored texts."""
        self.orders = {row.player_id: row for row in StandingOrder.objects.filter(game_id=self.game.pk)}

    def forget(self, player: Player) -> None:
        """Forget the text of a seat that somebody else plays from now on."""
        self.orders.pop(player.pk, None)

    def text_of(self, player: Player) -> str:
        order = self.orders.get(player.pk)
        return order.text if order else ""

    def moment_of(self, player: Player) -> Moment:
        """Return what decides which of a player's lines are over."""
        order = self.orders.get(player.pk)
        today = self.now.astimezone(player.user.zone if player.user else UTC).date()
        return Moment(frozenset(order.spent if order else ()), today, self.captured)

    def asking_rule(self, player: Player, view: engine.PlayerView) -> Rule | None:
        """Return the line by which a player wants to be asked what others wait for; None if their lines answer."""
        text = self.text_of(player)
        return standing_orders.asking_rule(text, view, self.moment_of(player)) if text else None

    def answers_sealed(self, player: Player, view: engine.PlayerView) -> bool:
        """Check whether a line answers a sealed question."""
        text = self.text_of(player)
        return bool(text) and standing_orders.answers_sealed(text, view, self.moment_of(player))

    def answer(self, player: Player, view: engine.PlayerView) -> Choice | None:
        """Choose what answers at once in a player's place."""
        text = self.text_of(player)
        return standing_orders.choose_answer(text, view, self.moment_of(player)) if text else None

    def timeout_answer(self, player: Player, view: engine.PlayerView) -> Choice | None:
        """Choose what answers for a player whose time is over."""
        text = self.text_of(player)
        return standing_orders.choose_timeout(text, view, self.moment_of(player)) if text else None

    def note(self, player: Player, entry: Entry, rule: Rule) -> None:
        """Keep that a line has given the answer of an entry."""
        order = self.orders[player.pk]
        self._used.append((entry, order, rule))
        self.spend(player, rule)

    def spend(self, player: Player, rule: Rule) -> None:
        """Keep that a line which counts once has counted; of one with `else` the line that it belongs to."""
        if rule.term.once:
            order = self.orders[player.pk]
            order.spent = [*order.spent, self._head_of(order, rule)]
            self._changed[order.pk] = order

    def _head_of(self, order: StandingOrder, rule: Rule) -> str:
        rules = standing_orders.rules_in(order.text, self.game.rules, self.game.map)
        return write_line([each for each in rules if not each.otherwise and each.number <= rule.number][-1])

    def forget_after(self, seq: int) -> None:
        """Let lines that count once count again where the answers that they gave after an entry are taken back."""
        taken = StandingUse.objects.filter(entry__game_id=self.game.pk, entry__seq__gt=seq)
        for use in taken.select_related("entry"):
            for order in self.orders.values():
                if order.spent and order.player.seat == use.entry.seat and order.version == use.version:
                    rules = standing_orders.rules_in(order.text, self.game.rules, self.game.map)
                    freed = {self._head_of(order, rule) for rule in rules if rule.number == use.line}
                    order.spent = [line for line in order.spent if line not in freed]
                    self._changed[order.pk] = order

    def save(self) -> None:
        """Store the uses, after the entries."""
        uses = [StandingUse(entry=entry, version=order.version, line=rule.number) for entry, order, rule in self._used]
        StandingUse.objects.bulk_create(uses)
        StandingOrder.objects.bulk_update(self._changed.values(), ["spent"])
