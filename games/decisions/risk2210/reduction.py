"""MOD Reduction: choose where MODs are removed."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from games.decisions.attack import losses
from games.decisions.kit import order_labels
from games.decisions.kit.context import PageContext, offered_field
from games.decisions.kit.evaluation import threat
from games.decisions.kit.panel import Panel
from games.decisions.kit.prompts import Prompt, Suggestion, order_text
from games.decisions.registry import DECISIONS, Answer, Decision, Timeout
from games.wording.amounts import count_armies


def panel(context: PageContext) -> Panel:
    """Choose territories and how many MODs each of them loses."""
    view = context.view
    ranked = sorted(places(view), key=lambda at: (-view.armies[at], at))
    return losses.losses_panel(context, heading(view), lead(view), from_largest(view), ranked, armies_alone=True)


def field_of(view: engine.PlayerView) -> engine.LossesField:
    return offered_field(view, losses.LOSE, "lost", engine.LossesField)


def places(view: engine.PlayerView) -> tuple[int, ...]:
    return field_of(view).values


def heading(view: engine.PlayerView) -> str:
    return _("Remove %(mods)s") % {"mods": count_armies(field_of(view).most, view.rules)}


def lead(view: engine.PlayerView) -> str:
    said = {"mods": count_armies(field_of(view).most, view.rules)}
    return _("MOD Reduction was played: remove %(mods)s from your territories. Commanders stay.") % said


def from_largest(view: engine.PlayerView) -> losses.Lost:
    """Remove one MOD after another where most of them stand, ties by map order."""
    left = {at: view.armies[at] for at in places(view)}
    for _number in range(field_of(view).most):
        left[max(left, key=lambda at: (left[at], -at))] -= 1
    return _list_removed(view, left)


def from_safest(view: engine.PlayerView) -> losses.Lost:
    """Remove MODs from the land with the fewest enemies next to it, all but one on each territory first."""
    left, due = {at: view.armies[at] for at in places(view)}, field_of(view).most
    ranked = sorted(left, key=lambda at: (threat(view, at), -left[at], at))
    for spare in (1, 0):
        for at in ranked:
            gone = min(due, max(0, left[at] - spare))
            left[at], due = left[at] - gone, due - gone
    return _list_removed(view, left)


def _list_removed(view: engine.PlayerView, left: dict[int, int]) -> losses.Lost:
    return [
        (at, {"armies": view.armies[at] - n, "pieces": []}) for at, n in sorted(left.items()) if n < view.armies[at]
    ]


def prompt(view: engine.PlayerView) -> Prompt:
    said = heading(view)
    return Prompt(said, said[:1].lower() + said[1:], lead(view))


def suggestions(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    """Suggest to remove MODs where most of them stand, or where no enemy is near."""
    for lost, note in (
        (from_largest(view), _("your largest forces")),
        (from_safest(view), _("where the fewest enemies are next to you")),
    ):
        plain: list[object] = [[at, dict(force)] for at, force in lost]
        order = order_text(view, offer.action, lost=plain)
        yield Suggestion(order, order[:1].upper() + order[1:], note=note, called=order_labels.loss(view, lost))


DECISIONS.add(
    Decision(
        "cards.reduction_asked",
        summary=gettext_lazy("Choose which MODs to remove."),
        panel=panel,
        prompt=prompt,
        answers={losses.LOSE: Answer(losses.parse, suggestions)},
        timeout=Timeout(
            turn=lambda view: _("you lose MODs where you have the most"),
            owner=gettext_lazy("you lose MODs where you have the most."),
            others=gettext_lazy("they lose MODs where they have the most."),
            organizer=gettext_lazy("it loses MODs where it has the most"),
        ),
    )
)
