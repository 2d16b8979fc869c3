"""Narrate events: a function with the sentence of each kind, for pages, mails and the API.

A sentence names seats by their colour, the reader as "you", and land by its name. Fields that are hidden from the
reader arrive as None and are not spoken of. Kinds without a function of their own are told from their fields, so a new
rule set is readable before anybody has written a word for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import unescape
from typing import Any

from django.utils.safestring import SafeString, mark_safe

import engine
from games.wording.narration.fields import generic_sentence
from games.wording.narration.names import Names, names_for
from games.wording.narration.sentences import SENTENCES, Event

# Sentences register themselves by being imported.
from games.wording.narration import battle, cards, host, setup, throws, turns  # noqa: F401  isort: skip

__all__ = ["HIDDEN_EVENTS", "SENTENCES", "Names", "names_for", "sentence"]

HIDDEN_EVENTS = frozenset(
    {
        "turn.began",
        "turn.ended",
        "round.began",
        "income.collected",
        "battle.ended",
        "battle.declared",
        "improve.laid_back",
    }
)
"""Kinds that a story leaves out: what follows tells it."""


def sentence(event: Any, names: Names) -> SafeString | str:
    """Render one event as a sentence: safe for pages if `names.html`, else plain text.

    Takes the event's JSON or the event itself. Hidden fields must have been blanked before.
    """
    plain: Event = event if isinstance(event, Mapping) else engine.event_to_json(event)
    text = SENTENCES.get(str(plain["type"]), generic_sentence)(plain, names)
    return mark_safe(text) if names.html else unescape(text)
