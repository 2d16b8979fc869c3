"""The Tree of Life: say how many armies that would fall are kept, for a faith each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from games.boards.overlays import Marks
from games.decisions.kit import order_labels
from games.decisions.kit.context import PageContext
from games.decisions.kit.forces import Force, force_at
from games.decisions.kit.funds import Purse, purse_of
from games.decisions.kit.panel import Panel, steps_of
from games.decisions.kit.posted import make_number_parser
from games.decisions.kit.prompts import Prompt, Suggestion, order_text
from games.decisions.registry import DECISIONS, Answer, Decision, Timeout
from games.wording.amounts import count_armies, count_funds, count_units
from games.wording.seats import seat_label, territory_name

SPARE = "sparing.spare"


@dataclass(frozen=True)
class SparePanel:
    """Data of decisions/spare.html. `options` are the numbers of armies that can be kept, each with what it costs."""

    src: Force
    dst: Force
    attacker: str
    purse: Purse | None
    lead: str
    options: tuple[tuple[int, str, str], ...]


def panel(context: PageContext) -> Panel:
    """Choose how many of the fallen are kept."""
    view, about = context.view, context.view.about
    options = tuple((count, count_kept(view, count), cost(view, count)) for count in range(about["most"], -1, -1))
    src, dst = about["src"], about["dst"]
    attacker = context.title(about["seat"])
    data = SparePanel(force_at(context, src), force_at(context, dst), attacker, purse_of(view), lead(view), options)
    notes = {src: _("attacks"), dst: _("under attack")}
    marks = Marks(src=dst, selectable={src: ""}, notes=notes, deciding=True)
    action = {"type": SPARE, "seat": context.me, "armies": about["most"]}
    ways = tuple((f"spare {count}", words) for count, _words, words in options)
    return Panel("spare", asks(view), data, marks, steps_of(context), action, ways)


def asks(view: engine.PlayerView) -> str:
    return _("Keep armies that fall in %(land)s?") % {"land": territory_name(view, view.about["dst"])}


def lead(view: engine.PlayerView) -> str:
    """Say what falls, and what The Tree of Life can do about it."""
    about = view.about
    said = {
        "attacker": seat_label(view, about["seat"]),
        "land": territory_name(view, about["dst"]),
        "armies": count_units(about["falling"], view.rules),
        "price": count_funds(1, view.rules),
    }
    told = _("%(attacker)s attacks %(land)s: you would lose %(armies)s.") % said
    return told + " " + _("The Tree of Life keeps each army for %(price)s.") % said


def count_kept(view: engine.PlayerView, count: int) -> str:
    """Say how many are kept: "Keep 2 armies", "Keep none"."""
    return _("Keep %(armies)s") % {"armies": count_units(count, view.rules)} if count else _("Keep none")


def cost(view: engine.PlayerView, count: int) -> str:
    """Say what that costs, and what falls all the same."""
    fall = count_units(view.about["falling"] - count, view.rules)
    said = {"price": count_funds(count, view.rules), "armies": fall}
    if not count:
        return _("you pay nothing and lose %(armies)s") % said
    if count == view.about["falling"]:
        return _("for %(price)s, you lose no armies") % said
    return _("for %(price)s, you lose %(armies)s") % said


def prompt(view: engine.PlayerView) -> Prompt:
    return Prompt(asks(view), _("keep armies that fall"), lead(view))


def suggestions(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    for count in range(view.about["most"], -1, -1):
        order, called = order_text(view, offer.action, armies=count), label_sparing(view, count)
        fallen = count_units(view.about["falling"] - count, view.rules)
        note = _("you lose %(armies)s") % {"armies": fallen}
        note = note if count < view.about["falling"] else _("you lose no armies")
        yield Suggestion(order, f"Spare {count}", note=note, low_value=not count, called=called)  # as typed


def label_sparing(view: engine.PlayerView, armies: int) -> str:
    if not armies:
        return _("Keep no army")
    kept = _("Keep %(armies)s") % {"armies": count_armies(armies, view.rules)}
    return order_labels.format_price(view, kept, armies)


DECISIONS.add(
    Decision(
        "sparing.asked",
        summary=gettext_lazy("Say how many fallen armies to keep for faith."),
        panel=panel,
        prompt=prompt,
        answers={SPARE: Answer(make_number_parser("armies"), suggestions)},
        timeout=Timeout(
            turn=lambda view: _("you keep none of your fallen armies"),
            owner=gettext_lazy("you keep none of your fallen armies."),
            others=gettext_lazy("they keep none of their fallen armies."),
            organizer=gettext_lazy("it keeps none of its fallen armies"),
        ),
    )
)
