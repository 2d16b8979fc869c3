"""Give each question to the record of its decision: the panel on the page, the prompt in mails, the answer of a form.

Fields of the forms: `ref` (the decision answered), `key` (makes a repeated sending harmless), and either `order`
(text of the order line, with `line=1`) or `act` (tag of the action) with the fields of its panel, which the module of
the decision names; f-<field> as JSON, n-<field>-<CODE> for counts and p-<field> for pieces in the general form.
"""

from __future__ import annotations

from typing import Any

from django.http import QueryDict

from engine import MapGraph, PlayerView
from games.decisions.context import PageContext
from games.decisions.panel import Panel
from games.decisions.posted import PostedForm
from games.decisions.prompts import Prompt
from games.decisions.registry import DECISIONS, parse_answer
from games.decisions.waiting import over, paused, waiting


def panel_for(context: PageContext) -> Panel:
    """The panel for what is asked now, for this viewer."""
    view = context.view
    if view.asked is None:
        return over(context)
    if context.facts.stopped:
        return paused(context)
    if not view.may_answer:
        return waiting(context)
    return DECISIONS[view.asked.kind].panel(context)


def prompt_for(view: PlayerView) -> Prompt:
    """The open decision as the viewer is asked it. The viewer must be asked."""
    assert view.asked is not None
    return DECISIONS[view.asked.kind].prompt(view)


def is_line(post: QueryDict) -> bool:
    """Whether the order line was sent rather than a panel."""
    return "line" in post


def action_from_form(post: QueryDict, view: PlayerView, graph: MapGraph) -> dict[str, Any]:
    """The action that a panel's form describes, for the seat of the viewer, as tagged JSON. Raises IncompleteForm."""
    tag = post.get("act", "")
    return {"type": tag, "seat": view.viewer, **parse_answer(PostedForm(post, view, graph), tag)}
