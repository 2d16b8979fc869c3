"""The orders that a mail shows as an example: a few that may be given in this very position."""

from __future__ import annotations

from collections.abc import Sequence

from games.decisions.kit.prompts import Suggestion

MOST_LINES = 4
END_TURN = "end turn"  # as typed


def example_orders(likely: Sequence[Suggestion]) -> list[str]:
    """Choose the lines of an example from suggested orders: the best, another attack if the best attacks, the end of
    the turn where it can be ended. The other attack is from elsewhere and on elsewhere, for the first moves all in.
    Empty where nothing can be typed."""
    typed = [one for one in likely if one.is_text]
    if not typed:
        return []
    lines = typed[0].order.splitlines()
    if typed[0].is_attack:
        lines += [one.order.splitlines()[-1] for one in typed[1:] if one.is_attack and is_apart(one, typed[0])][:1]
    if lines[-1] != END_TURN and any(one.order == END_TURN for one in typed):
        lines.append(END_TURN)
    return lines[:MOST_LINES]


def is_apart(one: Suggestion, other: Suggestion) -> bool:
    """Return whether two attacks have neither their start nor their target in common."""
    return one.src != other.src and one.dst != other.dst
