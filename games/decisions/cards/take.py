"""Take a card out of another player's hand, which only who takes it sees."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from games.decisions.cards.hand import NamedCard, format_payment, named_card
from games.decisions.kit.context import PageContext, offered_field
from games.decisions.kit.panel import Panel, steps_of
from games.decisions.kit.prompts import Prompt, Suggestion, order_text
from games.decisions.registry import DECISIONS, Answer, Decision, Timeout
from games.wording.seats import seat_label

TAKE = "cards.take"


@dataclass(frozen=True)
class SeenCard:
    """A card of the hand that is shown, as it is sent, and whether it is chosen at first."""

    sent: str
    card: NamedCard
    chosen: bool


@dataclass(frozen=True)
class TakePanel:
    """Data of decisions/take.html."""

    lead: str
    cards: tuple[SeenCard, ...]
    lost: str


def panel(context: PageContext) -> Panel:
    """Show the hand, and ask which card is taken."""
    view = context.view
    names = name_takeable(view)
    cards = tuple(SeenCard(json.dumps(name), named_card(view, name), name == names[0]) for name in names)
    asks = prompt(view)
    data = TakePanel(asks.lead, cards, lost_words(view))
    action = {"type": TAKE, "seat": context.me, "card": names[0]}
    ways = tuple((f"take {name}", "") for name in names[1:])
    return Panel("take", asks.heading, data, steps=steps_of(context), action=action, ways=ways)


def name_takeable(view: engine.PlayerView) -> list[str]:
    """Name the cards that may be taken, each once, the dearest first."""
    offered = offered_field(view, TAKE, "card", engine.ChoiceField).values
    cards = engine.catalogue_of(view.rules, view.options)
    return sorted(offered, key=lambda name: -cards.kinds[cards.numbers[name]].cost)


def lost_words(view: engine.PlayerView) -> str:
    """Say who learns what of it."""
    return _("%(seat)s learns which card is gone. Nobody else does.") % {"seat": seat_label(view, view.about["of"])}


def prompt(view: engine.PlayerView) -> Prompt:
    said = {"seat": seat_label(view, view.about["of"])}
    heading = _("Take a card from %(seat)s") % said
    lead = _("You see all of %(seat)s’s miracle cards, and nobody else does. Choose the one you want to take.") % said
    return Prompt(heading, _("take a card from %(seat)s") % said, lead)


def suggestions(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    """Suggest each card of the hand, the dearest first."""
    cards = engine.catalogue_of(view.rules, view.options)
    for name in name_takeable(view):
        kind, order = cards.kinds[cards.numbers[name]], order_text(view, offer.action, card=name)
        yield Suggestion(order, order[:1].upper() + order[1:], note=f"{format_payment(view, kind.cost)}. {kind.text}")


DECISIONS.add(
    Decision(
        "cards.take_asked",
        summary=gettext_lazy("Take a card from another player’s hand."),
        panel=panel,
        prompt=prompt,
        answers={TAKE: Answer(None, suggestions)},
        timeout=Timeout(
            turn=lambda view: _("you take the card that costs the most to play"),
            organizer=gettext_lazy("the card that costs the most to play is taken"),
        ),
    )
)
