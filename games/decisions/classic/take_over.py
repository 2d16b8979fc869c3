"""Place armies on the territories taken over with a capital."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from games.decisions import place
from games.decisions.kit.context import PageContext
from games.decisions.kit.panel import Panel
from games.decisions.kit.prompts import Prompt
from games.decisions.registry import DECISIONS, Decision, Timeout
from games.wording.amounts import join_and, pluralize_armies
from games.wording.seats import seat_label, territory_name


def panel(context: PageContext) -> Panel:
    """Show armies to place on land that was taken over: as in a turn, but all of them at once and only there."""
    built = place.panel(context)
    was = context.title(int(context.view.about["was"]))
    heading = _("Place %(armies)s on the territories of %(seat)s") % {
        "armies": pluralize_armies(context.view.pool),
        "seat": was,
    }
    return replace(built, heading=heading, steps=())


def prompt(view: engine.PlayerView) -> Prompt:
    about = view.about
    count, was = pluralize_armies(about["armies"]), seat_label(view, about["was"])
    where = join_and([territory_name(view, land) for land in about["lands"]])
    said = {"armies": count, "seat": was, "lands": where}
    return Prompt(
        _("Place %(armies)s on the territories you took from %(seat)s") % said,
        _("place %(armies)s") % said,
        _("You took over %(lands)s, with 1 army on each.") % said,
    )


DECISIONS.add(
    Decision(
        "capitals.take_over_asked",
        summary=gettext_lazy("Place armies on the territories taken over."),
        panel=panel,
        prompt=prompt,
        timeout=Timeout(
            owner=gettext_lazy("they are spread over those territories one by one."),
            others=gettext_lazy("the armies are spread over those territories one by one."),
            organizer=gettext_lazy("the armies are spread over those territories one by one"),
        ),
    )
)
