"""Play the card that was turned over: at once, for nothing, with what must be named with it."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from games.decisions.cards.choice import playable
from games.decisions.cards.form import CardForm, card_form
from games.decisions.cards.play import irrevocable, marks_of_card
from games.decisions.kit.context import PageContext
from games.decisions.kit.panel import Panel, steps_of
from games.decisions.kit.prompts import Prompt
from games.decisions.registry import DECISIONS, Decision, Timeout
from games.wording.narration.roles import ASIDE
from games.wording.narration.sentences import Event, Names, registers_sentence, say


@dataclass(frozen=True)
class ForcedPanel:
    """Data of decisions/forced.html: the card that must be played, with the sign of its deck."""

    lead: str
    sign: str
    form: CardForm
    final: str


def panel(context: PageContext) -> Panel:
    """Show the card with the form of what must be named."""
    view = context.view
    form, asks = card_form(context, next(iter(playable(view)))), prompt(view)
    deck = engine.catalogue_of(view.rules, view.options).kinds[form.number].deck
    data = ForcedPanel(asks.lead, f"deck-{deck}", form, irrevocable(view))
    return Panel("forced", asks.heading, data, marks_of_card(context, form), steps_of(context), form.action)


def prompt(view: engine.PlayerView) -> Prompt:
    said = {"card": view.about["card"]}
    lead = _("You turned over %(card)s and must play it at once. It costs nothing.")
    return Prompt(_("You must play %(card)s") % said, _("play %(card)s") % said, lead % said)


@registers_sentence("cards.wasted", story=ASIDE)
def wasted(event: Event, names: Names) -> str:
    return say(_("%(card)s had nothing to fall on."), card=names.command_card(event["card"]))


DECISIONS.add(
    Decision(
        "cards.forced_asked",
        summary=gettext_lazy("Play the card that was turned over."),
        panel=panel,
        prompt=prompt,
        cards_free=True,
        timeout=Timeout(
            turn=lambda view: _("the card is played on the first possible target"),
            organizer=gettext_lazy("the card is played on the first possible target"),
        ),
    )
)
