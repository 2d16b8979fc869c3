"""Choose a capital, sealed until everybody has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import engine
from games.decisions.kit import evaluation
from games.decisions.kit.context import PageContext
from games.decisions.kit.panel import Panel, territory_panel
from games.decisions.kit.posted import parse_territory
from games.decisions.kit.prompts import SUGGESTED, Prompt, Suggestion, order_text
from games.decisions.registry import DECISIONS, Answer, Decision, Timeout
from games.wording.seats import territory_name


def panel(context: PageContext) -> Panel:
    """Choose one of one's own territories; the page proposes the quietest."""
    own = context.places("setup.capital", "territory")
    return territory_panel(
        context,
        "capital",
        own,
        quietest(context.view, own)[0],
        asks=(_("Choose your capital"), _("%(land)s as your capital?")),
        notes=(_("can be your capital"), _("yours")),
        rule=fate_of(context.view.options),
    )


def fate_of(options: engine.Facts) -> str:
    """Say in a sentence what capitals decide."""
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


def quietest(view: engine.PlayerView, own: Iterable[int]) -> list[int]:
    """Sort own territories by the number of others' next to them, the fewest first."""
    return sorted(own, key=lambda territory: (len(evaluation.others_near(view, territory)), territory))


def prompt(view: engine.PlayerView) -> Prompt:
    lead = _("Everyone chooses at the same time, and all choices are revealed together.")
    return Prompt(_("Choose your capital"), _("choose your capital"), lead)


def suggestions(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    """Suggest own territories with the fewest enemies next to them."""
    for spot in quietest(view, offer.field("territory", engine.TerritoryField).values)[:SUGGESTED]:
        words = f"Capital {territory_name(view, spot)}"  # as typed
        yield Suggestion(order_text(view, offer.action, territory=spot), words, src=spot)


DECISIONS.add(
    Decision(
        "setup.capital_asked",
        summary=gettext_lazy("Choose a capital."),
        panel=panel,
        prompt=prompt,
        answers={"setup.capital": Answer(parse_territory, suggestions)},
        timeout=Timeout(
            owner=gettext_lazy("your territory with the fewest enemy neighbours becomes your capital."),
            others=gettext_lazy("the rules choose a capital."),
            organizer=gettext_lazy("its territory with the fewest enemy neighbours becomes its capital"),
        ),
    )
)
