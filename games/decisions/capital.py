"""Choose a capital, sealed until everybody has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import engine
from games.decisions import evaluation
from games.decisions.context import Choices, PageContext
from games.decisions.panel import Panel, choice_marks, until_of
from games.decisions.posted import PostedForm
from games.decisions.prompts import Prompt
from games.decisions.registry import DECISIONS, Answer, Decision, Timeout
from games.decisions.suggestion import Suggestion, order_text
from games.wording.values import territory_name


@dataclass(frozen=True)
class Choosing:
    """Data of decisions/capital.html: the chosen territory, or the proposed one, and all of the reader's own;
    `fate` says what becomes of who loses it."""

    chosen: str
    code: str
    suggested: bool
    own: Choices
    fate: str


def panel(context: PageContext) -> Panel:
    """Choose one of one's own territories; the page proposes the quietest."""
    own = context.places("setup.capital", "territory")
    suggested = context.selection.dst not in own
    chosen = quietest(context, own) if suggested or context.selection.dst is None else context.selection.dst
    marks = choice_marks(context, own, chosen, _("can be your capital"), deciding=not suggested)
    action = {"type": "setup.capital", "seat": context.me, "territory": chosen}
    ways = tuple((f"capital {context.name(t)}", _("yours")) for t in own[:4])
    heading = _("Choose your capital")
    if not suggested:
        heading = _("%(land)s as your capital?") % {"land": context.name(chosen)}
    data = Choosing(
        context.name(chosen), context.code(chosen), suggested, context.by_continent(own), fate_of(context.view.options)
    )
    return Panel("capital", heading, data, marks, (), until_of(context), action, ways)


def fate_of(options: Mapping[str, Any]) -> str:
    """What capitals decide, in a sentence."""
    if options.get("capitals") == "lose_and_out":
        return _("A player who does not hold their own capital at the end of their turn is out of the game.")
    if (needed := options.get("capitals_needed", "all")) == "all":
        return _("The first to hold all capitals at once, their own included, wins.")
    text = ngettext(
        "The first to hold their own capital and %(count)s other at once wins.",
        "The first to hold their own capital and %(count)s others at once wins.",
        int(needed),
    )
    return text % {"count": needed}


def quietest(context: PageContext, own: tuple[int, ...]) -> int:
    """The territory with the fewest others next door."""
    owner = context.view.owner
    return min(own, key=lambda t: (sum(owner[near] not in (context.me, -1) for near in context.view.links[t]), t))


def prompt(view: engine.PlayerView) -> Prompt:
    lead = _("Everyone chooses at the same time, and all choices are revealed together.")
    return Prompt(_("Choose your capital"), _("choose your capital"), lead)


LISTED = 4
"""Suggestions of a mail."""


def suggestions(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    """Own land with the fewest enemies next door."""
    spots = sorted(
        offer.field("territory", engine.TerritoryField).values,
        key=lambda spot: (len(evaluation.others_near(view, spot)), spot),
    )
    for spot in spots[:LISTED]:
        words = f"Capital {territory_name(view, spot)}"  # as typed
        yield Suggestion(order_text(view, offer.action, territory=spot), words, src=spot)


def parse(form: PostedForm) -> dict[str, Any]:
    """Read `territory` (code)."""
    return {"territory": form.territory()}


DECISIONS.add(
    Decision(
        "setup.capital_asked",
        summary=gettext_lazy("Choose a capital."),
        panel=panel,
        prompt=prompt,
        answers={"setup.capital": Answer(parse, suggestions)},
        timeout=Timeout(
            owner=gettext_lazy("your territory with the fewest enemy neighbours becomes your capital."),
            others=gettext_lazy("the rules choose a capital."),
            organizer=gettext_lazy("its territory with the fewest enemy neighbours becomes its capital"),
        ),
    )
)
