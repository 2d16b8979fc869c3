"""Claim a free territory in the set-up."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import engine
from games.decisions.kit import evaluation
from games.decisions.kit.context import PageContext
from games.decisions.kit.evaluation import NOBODY
from games.decisions.kit.panel import Panel, territory_panel
from games.decisions.kit.posted import parse_territory
from games.decisions.kit.prompts import SUGGESTED, Prompt, Suggestion, order_text
from games.decisions.registry import DECISIONS, Answer, Decision, Timeout
from games.wording.seats import territory_name


def panel(context: PageContext) -> Panel:
    """Claim a free territory: the reader's choice, or one that the page proposes."""
    free = context.places("setup.claim", "territory")
    return territory_panel(
        context,
        "claim",
        free,
        evaluation.best_claims(context.view, free)[0],
        asks=(_("Claim a territory"), _("Claim %(land)s?")),
        notes=(_("free to claim"), _("free")),
    )


def prompt(view: engine.PlayerView) -> Prompt:
    free = sum(owner < 0 for owner in view.owner)
    lead = ngettext("%(count)s territory is still free.", "%(count)s territories are still free.", free)
    return Prompt(_("Claim a territory"), _("claim a territory"), lead % {"count": free})


def suggestions(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    """Suggest free land in the continent that is held best, next to one's own."""
    for territory in evaluation.best_claims(view, offer.field("territory", engine.TerritoryField).values)[:SUGGESTED]:
        words = f"Claim {territory_name(view, territory)}"  # as typed
        yield Suggestion(order_text(view, offer.action, territory=territory), words, src=territory)


def on_timeout(view: engine.PlayerView) -> str:
    if has_free_beside(view):
        return _("a territory next to your own is claimed for you")
    return _("a territory is claimed for you")


def has_free_beside(view: engine.PlayerView) -> bool:
    """Check whether a free territory lies beside one of the viewer's; none does before the first claim."""
    graph = engine.mapgraph(view.map)
    own = (territory for territory, owner in enumerate(view.owner) if owner == view.viewer)
    return any(view.owner[near] == NOBODY for territory in own for near in graph.neighbours[territory])


DECISIONS.add(
    Decision(
        "setup.claim_asked",
        summary=gettext_lazy("Claim a territory."),
        panel=panel,
        prompt=prompt,
        answers={"setup.claim": Answer(parse_territory, suggestions)},
        timeout=Timeout(
            turn=on_timeout,
            others=gettext_lazy("the rules choose a territory."),
            organizer=gettext_lazy("a territory is claimed for it"),
        ),
    )
)
