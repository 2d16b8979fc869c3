"""How many armies of a territory move: the bounds, the choice, and the board as it will stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.decisions.context import PageContext
from games.decisions.panel import advice


@dataclass(frozen=True)
class Amount:
    """How many armies: bounds, the chosen number, and what a friend would say if all of them went; with them the two
    territories and what stands there now, for the board that shows how it will be."""

    least: int
    most: int
    value: int
    advice: tuple[str, ...] = ()
    src_code: str = ""
    dst_code: str = ""
    src_armies: int = 0
    dst_armies: int = 0

    @property
    def filled(self) -> int:
        """The share of the slider, in per cent."""
        return round(100 * (self.value - self.least) / max(1, self.most - self.least))


def amount_of(context: PageContext, src: int, dst: int, bounds: tuple[int, int], move: dict[str, Any]) -> Amount:
    """Read how many armies the reader chose to move, else all that may go. `move` is the action without its seat and
    force."""
    least, most = bounds
    wish = context.selection.force if context.selection.force is not None else most
    said = advice(context, {**move, "seat": context.me, "force": {"armies": most, "pieces": []}})
    value, armies = max(least, min(wish, most)), context.view.armies
    return Amount(least, most, value, said, context.code(src), context.code(dst), armies[src], armies[dst])


def after_move(amount: Amount | None, src: int | None, dst: int | None) -> dict[int, int]:
    """Count the armies of both territories as they will stand; empty while no amount is chosen."""
    if amount is None or src is None or dst is None:
        return {}
    return {src: amount.src_armies - amount.value, dst: amount.dst_armies + amount.value}
