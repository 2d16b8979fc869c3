"""Claim a free territory in the set-up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import engine
from games.decisions import evaluation
from games.decisions.context import Choices, PageContext
from games.decisions.evaluation import NOBODY
from games.decisions.panel import Panel, choice_marks, until_of
from games.decisions.posted import PostedForm
from games.decisions.prompts import Prompt
from games.decisions.registry import DECISIONS, Answer, Decision, Timeout
from games.decisions.suggestion import Suggestion, order_text
from games.wording.narration.setup import claimed
from games.wording.values import territory_name


@dataclass(frozen=True)
class Claiming:
    """Data of decisions/claim.html: the chosen territory, or the proposed one, and the free ones by continent."""

    chosen: str
    code: str
    suggested: bool
    free: Choices
    count: int


def panel(context: PageContext) -> Panel:
    """Take a free territory: the reader's choice, or one that the page proposes."""
    free = context.places("setup.claim", "territory")
    suggested = context.selection.dst not in free
    chosen = evaluation.best_claims(context.view, free)[0] if suggested else context.selection.dst
    assert chosen is not None
    data = Claiming(context.name(chosen), context.code(chosen), suggested, context.by_continent(free), len(free))
    marks = choice_marks(context, free, chosen, _("free to claim"), deciding=not suggested)
    action = {"type": "setup.claim", "seat": context.me, "territory": chosen}
    ways = tuple((f"claim {context.name(t)}", _("free")) for t in free[:4])
    heading = _("Claim a territory") if suggested else _("Claim %(land)s?") % {"land": data.chosen}
    return Panel("claim", heading, data, marks, (), until_of(context), action, ways)


def prompt(view: engine.PlayerView) -> Prompt:
    free = sum(owner < 0 for owner in view.owner)
    lead = ngettext("%(count)s territory is still free.", "%(count)s territories are still free.", free)
    return Prompt(_("Claim a territory"), _("claim a territory"), lead % {"count": free})


LISTED = 4
"""Suggestions of a mail."""


def suggestions(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    """Free land: in the continent that is held best, next to one's own."""
    for territory in evaluation.best_claims(view, offer.field("territory", engine.TerritoryField).values)[:LISTED]:
        words = f"Claim {territory_name(view, territory)}"  # as typed
        yield Suggestion(order_text(view, offer.action, territory=territory), words, src=territory)


def parse(form: PostedForm) -> dict[str, Any]:
    """Read `territory` (code)."""
    return {"territory": form.territory()}


def on_timeout(view: engine.PlayerView) -> str:
    if has_free_beside(view):
        return _("a territory next to your own is claimed for you")
    return _("a territory is claimed for you")


def has_free_beside(view: engine.PlayerView) -> bool:
    """Whether free land lies beside land of the viewer; none does before the first claim."""
    graph = engine.mapgraph(view.map)
    own = (territory for territory, owner in enumerate(view.owner) if owner == view.viewer)
    return any(view.owner[near] == NOBODY for territory in own for near in graph.neighbours[territory])


DECISIONS.add(
    Decision(
        "setup.claim_asked",
        summary=gettext_lazy("Claim a territory."),
        panel=panel,
        prompt=prompt,
        answers={"setup.claim": Answer(parse, suggestions)},
        timeout=Timeout(
            turn=on_timeout,
            others=gettext_lazy("the rules choose a territory."),
            organizer=gettext_lazy("a territory is claimed for it"),
        ),
        sentences={"setup.claimed": claimed},
    )
)
