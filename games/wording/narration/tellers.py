"""The table of tellers: which function has the sentence for which kind of event."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.wording.narration.names import Names

Event = Mapping[str, Any]
Teller = Callable[[Event, Names], str]

TELLERS: dict[str, Teller] = {}


def tells(*tags: str) -> Callable[[Teller], Teller]:
    def keep(teller: Teller) -> Teller:
        TELLERS.update(dict.fromkeys(tags, teller))
        return teller

    return keep
