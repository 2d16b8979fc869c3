"""Read what people type: orders, or else the words of a link or button of the question that is open.

A line that the order language cannot read is compared with what the suggested answers are called. One that says exactly
the same is that answer; one that says nearly the same is refused with the order that may be meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches

from django.utils.translation import gettext as _

import engine
from games.decisions.kit.prompts import Suggestion
from games.decisions.registry import action_of_text, suggested_orders, suggestions_to

NEAR = 0.7
"""How much a line must be like the words of an answer, from 0 to 1, to be asked whether it is meant."""


def read_orders(text: str, view: engine.PlayerView) -> list[engine.ScriptLine]:
    """Read a text whole. Raises UnreadableOrder, with all lines that cannot be read."""
    return engine.read_message(
        text, view, otherwise=lambda line, error: read_as_said(line, error, view, answers_by_words(view))
    )


def read_as_said(
    line: str, error: engine.UnreadableOrder, view: engine.PlayerView, answers: Mapping[str, str]
) -> tuple[engine.Action, ...]:
    """Read a line as the words of one of some `answers`. Raises UnreadableOrder with the order that may be meant."""
    typed = bare_words(line)
    if order := answers.get(typed):
        return tuple(action_of_text(each, view) for each in order.splitlines())
    if error.hint and error.candidates:
        raise error
    near = [answers[words] for words in get_close_matches(typed, answers, 1, NEAR)]
    typable = [order for order in near if not order.startswith("{") and "\n" not in order]
    if not typable:
        raise error
    hint = _("Did you mean %(order)s?") % {"order": typable[0]}
    why = error.why.removesuffix(error.hint).rstrip()
    raise engine.UnreadableOrder(error.text, why, typable, wrong=line, hint=hint)


def answers_by_words(view: engine.PlayerView) -> Mapping[str, str]:
    """Return the orders of what may be suggested now by all that they are called, but for words of several orders."""
    found: dict[str, set[str]] = {}
    for suggestion in [*suggested_orders(view), *suggestions_to(view, view.offers)]:
        for words in _list_calls(suggestion):
            found.setdefault(bare_words(words), set()).add(suggestion.order)
    return {words: next(iter(orders)) for words, orders in found.items() if len(orders) == 1}


def bare_words(text: str) -> str:
    """Reduce a text to its words."""
    return engine.spoken(re.sub(r"[^\w\s-]", " ", text))


def _list_calls(suggestion: Suggestion) -> Iterator[str]:
    """List what links and buttons call an answer."""
    yield suggestion.sentence
    yield suggestion.button
    yield suggestion.words
    yield suggestion.order
