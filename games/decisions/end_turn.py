"""End a step or the turn: an answer to many decisions, which say themselves what comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import engine
from games.decisions.kit.posted import PostedForm
from games.decisions.kit.prompts import Suggestion, order_text, worded_by
from games.decisions.registry import DECISIONS, Answer

END_TURN = "turn.end"


def suggestions(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    """Suggest the end in the words of its offer."""
    yield replace(worded_by(order_text(view, offer.action), offer.label), passes=True)


def no_fields(form: PostedForm) -> engine.Facts:
    """Read a form that says all by its tag."""
    return {}


DECISIONS.add_common(END_TURN, Answer(no_fields, suggestions))
