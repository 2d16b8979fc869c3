"""Register the functions that make the sentence of each kind of event."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.wording.narration.names import Names

Event = Mapping[str, Any]
SentenceMaker = Callable[[Event, Names], str]

SENTENCES: dict[str, SentenceMaker] = {}


def registers_sentence(*tags: str) -> Callable[[SentenceMaker], SentenceMaker]:
    def keep(maker: SentenceMaker) -> SentenceMaker:
        SENTENCES.update(dict.fromkeys(tags, maker))
        return maker

    return keep
