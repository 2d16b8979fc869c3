"""The end of the set-up: the first Commanders and the first Space Station, which cost nothing."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from games.decisions.context import PageContext
from games.decisions.panel import Panel
from games.decisions.prompts import Prompt
from games.decisions.purchase import hire_panel, parse_ware, suggest_wares
from games.decisions.registry import DECISIONS, Answer, Decision, Timeout
from games.decisions.spending import BUILD, HIRE
from games.wording.amounts import join_and
from games.wording.narration.sentences import names_for


def panel(context: PageContext) -> Panel:
    """Choose a territory on the map and what goes there, one after another."""
    made = hire_panel(context)
    return replace(
        made, heading=_("Place your first pieces"), data=replace(made.data, lead=lead(context.view), ends=False)
    )


def lead(view: engine.PlayerView) -> str:
    names = names_for(view, html=False)
    left = join_and([names.piece(kind) for kind in view.about["left"]])
    return _("You have yet to place: %(left)s. They cost nothing.") % {"left": left}


def prompt(view: engine.PlayerView) -> Prompt:
    return Prompt(_("Place your first pieces"), _("place your first pieces"), lead(view))


DECISIONS.add(
    Decision(
        "opening.first_asked",
        summary=gettext_lazy("Place the first Commanders and the first Space Station."),
        panel=panel,
        prompt=prompt,
        answers={HIRE: Answer(parse_ware, suggest_wares), BUILD: Answer(parse_ware, suggest_wares)},
        timeout=Timeout(
            turn=lambda view: _("the next piece goes to your strongest territory"),
            owner=gettext_lazy("the next piece goes to your strongest territory."),
            others=gettext_lazy("the next piece goes to their strongest territory."),
            organizer=gettext_lazy("the next piece goes to its strongest territory"),
        ),
    )
)
