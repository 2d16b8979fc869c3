"""Claim a free territory in the set-up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import engine
from games.decisions import evaluation
from games.decisions.context import Choices, Desk
from games.decisions.evaluation import NOBODY
from games.decisions.panel import Card, choice_marks, until_of
from games.decisions.posted import PostedForm
from games.decisions.prompts import Question
from games.decisions.registry import DECISIONS, Answer, Decision, Timeout
from games.decisions.suggestion import Likely, written
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


def panel(desk: Desk) -> Card:
    """Take a free territory: the reader's choice, or one that the page proposes."""
    free = desk.places("setup.claim", "territory")
    suggested = desk.choice.dst not in free
    chosen = evaluation.best_claims(desk.view, free)[0] if suggested else desk.choice.dst
    assert chosen is not None
    data = Claiming(desk.name(chosen), desk.code(chosen), suggested, desk.by_continent(free), len(free))
    marks = choice_marks(desk, free, chosen, _("free to claim"), deciding=not suggested)
    action = {"type": "setup.claim", "seat": desk.me, "territory": chosen}
    ways = tuple((f"claim {desk.name(t)}", _("free")) for t in free[:4])
    heading = _("Claim a territory") if suggested else _("Claim %(land)s?") % {"land": data.chosen}
    return Card("claim", heading, data, marks, (), until_of(desk), action, ways)


def prompt(view: engine.PlayerView) -> Question:
    free = sum(owner < 0 for owner in view.owner)
    lead = ngettext("%(count)s territory is still free.", "%(count)s territories are still free.", free)
    return Question(_("Claim a territory"), _("claim a territory"), lead % {"count": free})


LISTED = 4
"""Suggestions of a mail."""


def suggestions(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Likely]:
    """Free land: in the continent that is held best, next to one's own."""
    for territory in evaluation.best_claims(view, offer.fields[0].values)[:LISTED]:
        words = f"Claim {territory_name(view, territory)}"  # as typed
        yield Likely(written(view, offer.action, territory=territory), words, src=territory)


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
