"""Choose a capital, sealed until everybody has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import engine
from games.decisions import evaluation
from games.decisions.context import Choices, Desk
from games.decisions.panel import Card, choice_marks, until_of
from games.decisions.posted import PostedForm
from games.decisions.prompts import Question
from games.decisions.registry import DECISIONS, Answer, Decision, Timeout
from games.decisions.suggestion import Likely, written
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


def panel(desk: Desk) -> Card:
    """Choose one of one's own territories; the page proposes the quietest."""
    own = desk.places("setup.capital", "territory")
    suggested = desk.choice.dst not in own
    chosen = quietest(desk, own) if suggested or desk.choice.dst is None else desk.choice.dst
    marks = choice_marks(desk, own, chosen, _("can be your capital"), deciding=not suggested)
    action = {"type": "setup.capital", "seat": desk.me, "territory": chosen}
    ways = tuple((f"capital {desk.name(t)}", _("yours")) for t in own[:4])
    heading = _("Choose your capital")
    if not suggested:
        heading = _("%(land)s as your capital?") % {"land": desk.name(chosen)}
    data = Choosing(desk.name(chosen), desk.code(chosen), suggested, desk.by_continent(own), fate_of(desk.view.options))
    return Card("capital", heading, data, marks, (), until_of(desk), action, ways)


def fate_of(options: Mapping[str, Any]) -> str:
    """What capitals decide, in a sentence."""
    if options.get("capitals") == "lose_and_out":
        return _("A player who does not hold their own capital at the end of their turn is out of the game.")
    if (needed := options.get("capitals_needed", "all")) == "all":
        return _("The first to hold all capitals at once, their own included, wins.")
    text = ngettext(
        "The first to hold their own capital and %(count)s other at once wins.",
        "The first to hold their own capital and %(count)s others at once wins.", int(needed),
    )  # fmt: skip
    return text % {"count": needed}


def quietest(desk: Desk, own: tuple[int, ...]) -> int:
    """The territory with the fewest others next door."""
    owner = desk.view.owner
    return min(own, key=lambda t: (sum(owner[near] not in (desk.me, -1) for near in desk.view.links[t]), t))


def prompt(view: engine.PlayerView) -> Question:
    lead = _("Everyone chooses at the same time, and all choices are revealed together.")
    return Question(_("Choose your capital"), _("choose your capital"), lead)


LISTED = 4
"""Suggestions of a mail."""


def suggestions(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Likely]:
    """Own land with the fewest enemies next door."""
    spots = sorted(offer.fields[0].values, key=lambda spot: (len(evaluation.others_near(view, spot)), spot))
    for spot in spots[:LISTED]:
        yield Likely(
            written(view, offer.action, territory=spot), f"Capital {territory_name(view, spot)}", src=spot
        )  # as typed


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
