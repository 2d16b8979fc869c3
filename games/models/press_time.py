"""When the players of a game may write to each other, as `Game.press_when` says it."""

from __future__ import annotations

import re

ALWAYS, BETWEEN, QUIET_WINDOWS, FROM_ROUND = "always", "between", "quiet_windows", "from_round"
"""`BETWEEN`: not to or from the player whose turn it is. `QUIET_WINDOWS`: what is sent while others answer in secret
arrives afterwards. `FROM_ROUND`: with the number of the first round behind it."""

FROM = re.compile(rf"{FROM_ROUND} ([2-9]|[1-9][0-9])")


def is_press_time(text: str) -> bool:
    return text in (ALWAYS, BETWEEN, QUIET_WINDOWS) or FROM.fullmatch(text) is not None


def first_round(text: str) -> int:
    """Return the round from which players may write; 0 where they may from the start."""
    found = FROM.fullmatch(text)
    return int(found[1]) if found else 0
