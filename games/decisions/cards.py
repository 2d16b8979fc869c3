"""Play cards by name: in one's own turn, against an invasion, and when everybody may fire their own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import engine
from games.boards.overlays import Marks
from games.decisions.context import PageContext
from games.decisions.end_turn import END_TURN
from games.decisions.generic import OfferForm, form_of_fields
from games.decisions.hand import paid
from games.decisions.panel import Panel, steps_of, until_of
from games.decisions.posted import PostedForm
from games.decisions.prompts import Prompt, Suggestion, order_text, values_of
from games.decisions.registry import DECISIONS, Answer, Decision, Timeout
from games.wording.amounts import count_funds, count_units, percent
from games.wording.seats import seat_label, territory_name

PLAY, DECLINE = "cards.play", "reaction.decline"
SCOPES = {
    "window": gettext_lazy("this time"),
    "order": gettext_lazy("this order"),
    "turn": gettext_lazy("this turn"),
}

LABELS = {
    "at": gettext_lazy("Where"),
    "on": gettext_lazy("Against"),
    "target": gettext_lazy("Whom"),
    "what": gettext_lazy("Which piece"),
    "dst": gettext_lazy("Where to"),
    "moves": gettext_lazy("Who moves"),
}
"""What may be named with a card, as a form asks for it."""


@dataclass(frozen=True)
class CardForm:
    """A card that can be played now, with what must be named with it; `price` is empty for one that costs nothing."""

    name: str
    text: str
    price: str
    sent: str
    form: OfferForm


@dataclass(frozen=True)
class CardsPanel:
    """Data of decisions/cards.html. `idle` are cards of the hand that cannot be played now; `act` is the action of the
    button `label`, which goes on without a card."""

    lead: str
    cards: tuple[CardForm, ...]
    idle: tuple[str, ...]
    act: str = END_TURN
    label: str = ""


@dataclass(frozen=True)
class Force:
    """One side of an invasion: its territory, who holds it in words, and how many units stand there."""

    name: str
    whose: str
    colour: str
    units: int


@dataclass(frozen=True)
class WindowPanel:
    """Data of decisions/window.html: an invasion before its dice, the chance that it succeeds as it stands, and the
    cards that answer it."""

    src: Force
    dst: Force
    chance: str
    cards: tuple[CardForm, ...]
    scopes: tuple[tuple[str, str], ...]


def card_forms(context: PageContext) -> tuple[CardForm, ...]:
    """Build a form for each card that can be played."""
    view = context.view
    offers = [offer for offer in view.offers if offer.action == PLAY]
    return tuple(_card_form(context, offer, number) for number, offer in enumerate(offers))


def _card_form(context: PageContext, offer: engine.Offer, number: int) -> CardForm:
    view = context.view
    name, *further = offer.fields
    assert isinstance(name, engine.ChoiceField)
    (title,) = name.values
    cards = engine.catalogue_of(view.rules, view.options)
    kind = cards.kinds[cards.numbers[title]]
    price = count_funds(kind.cost, view.rules) if kind.cost else ""
    form = form_of_fields(context, offer, further, number, {name: str(label) for name, label in LABELS.items()})
    return CardForm(title, kind.text, price, json.dumps(title), form)


def cards_panel(context: PageContext) -> Panel:
    """Play a card, or go on."""
    cards = card_forms(context)
    playable = {card.name for card in cards}
    idle = tuple(dict.fromkeys(name for name in context.view.extra.get("cards", ()) if name not in playable))
    last = ends_turn(context.view)
    lead = _("You have %(funds)s.") % {"funds": own_funds(context.view)}
    data = CardsPanel(lead, cards, idle, label=_("End your turn") if last else _("Go on"))
    heading = _("Play a card, or end your turn") if last else _("Play a card, or go on")
    return Panel("cards", heading, data, steps=steps_of(context), until=until_of(context))


def ends_turn(view: engine.PlayerView) -> bool:
    """Check whether nothing but the end of the turn follows."""
    return bool(view.about.get("timing") == "turn_end")


def own_funds(view: engine.PlayerView) -> str:
    """Say what the viewer has in their purse; empty where a view does not tell."""
    purses = view.extra.get("purses", ())
    return count_funds(purses[view.viewer], view.rules) if view.viewer is not None and purses else ""


def window_panel(context: PageContext) -> Panel:
    """Answer an invasion before its dice: play a card, or let it pass."""
    view, about = context.view, context.view.about
    src, dst = about["src"], about["dst"]
    data = WindowPanel(
        force_at(context, src),
        force_at(context, dst),
        percent(engine.fight(view, src, dst).win),
        card_forms(context),
        tuple((scope, str(said)) for scope, said in SCOPES.items()),
    )
    marks = Marks(src=src, target=dst, selectable={src: "", dst: ""}, order=(src, dst), deciding=True)
    own = view.owner[dst] == view.viewer
    said = {"seat": context.title(about["seat"]), "land": context.name(dst), "owner": context.title(view.owner[dst])}
    heading = (_("%(seat)s invades your %(land)s") if own else _("%(seat)s invades %(land)s of %(owner)s")) % said
    action = {"type": DECLINE, "seat": context.me}
    ways = tuple((order, str(SCOPES[scope])) for scope, order in DECLINES.items())
    return Panel("window", heading, data, marks, (), until_of(context), action, ways, fight=(src, dst))


DECLINES = {"window": "decline", "order": "decline this order", "turn": "decline this turn"}  # as typed


def force_at(context: PageContext, at: int) -> Force:
    """Describe who stands on a territory."""
    view = context.view
    owner = view.owner[at]
    whose = _("yours") if owner == view.viewer else _("of %(seat)s") % {"seat": context.title(owner)}
    return Force(context.name(at), whose, context.colour(owner), view.units(at))


def window_prompt(view: engine.PlayerView) -> Prompt:
    about = view.about
    src, dst = about["src"], about["dst"]
    own = view.owner[dst] == view.viewer
    said = {
        "seat": seat_label(view, about["seat"]),
        "src": territory_name(view, src),
        "dst": territory_name(view, dst),
        "owner": seat_label(view, view.owner[dst]),
        "attacking": count_units(view.units(src), view.rules),
        "defending": view.units(dst),
        "chance": percent(engine.fight(view, src, dst).win),
    }
    heading = (_("%(seat)s invades your %(dst)s") if own else _("%(seat)s invades %(owner)s’s %(dst)s")) % said
    lead = _(
        "%(seat)s attacks from %(src)s, where %(attacking)s stand, against %(defending)s: a %(chance)s chance to "
        "capture it. Play a card or decline; all answers stay sealed until everyone has answered."
    )
    return Prompt(heading, heading, lead % said)


def suggest_cards(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    """Suggest a card as it can be played with the first of what may be named with it."""
    given: dict[str, Any] = {}
    for field in offer.fields:
        values = values_of(field, given)
        if not values:
            return
        given[field.name] = values[0]
    order = order_text(view, offer.action, **given)
    words, note = order[:1].upper() + order[1:], card_words(view, given["card"])
    yield Suggestion(order, words, note=note, low_value=view.offer(END_TURN) is not None)


def card_words(view: engine.PlayerView, title: str) -> str:
    """Say what a card costs and does: "free. When a water territory is invaded, ..."."""
    cards = engine.catalogue_of(view.rules, view.options)
    kind = cards.kinds[cards.numbers[title]]
    return f"{paid(view, kind.cost)}. {kind.text}"


def suggest_declining(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    """Suggest to let this roll, the whole order or all further invasions of the turn pass."""
    notes = {
        "window": _("keep your cards; you are asked again before the next roll"),
        "order": _("keep your cards until this attack order is over"),
        "turn": _("keep your cards for the rest of this turn"),
    }
    for scope, order in DECLINES.items():
        yield Suggestion(order, order.capitalize(), note=notes[scope], low_value=True, passes=scope == "window")


def parse_declining(form: PostedForm) -> dict[str, Any]:
    """Read `scope`."""
    scope = form.text("scope", "window")
    return {"scope": scope if scope in SCOPES else "window"}


def cards_prompt(view: engine.PlayerView) -> Prompt:
    count = len([offer for offer in view.offers if offer.action == PLAY])
    lead = ngettext(
        "You can play %(count)s of your cards now, and have %(funds)s.",
        "You can play %(count)s of your cards now, and have %(funds)s.",
        count,
    )
    if not count:
        lead = _("You can play none of your cards now, and have %(funds)s.")
    said = lead % {"count": count, "funds": own_funds(view)}
    if ends_turn(view):
        return Prompt(_("Play a card, or end your turn"), _("play a card, or end your turn"), said)
    return Prompt(_("Play a card, or go on"), _("play a card, or go on"), said)


DECISIONS.add(
    Decision(
        "cards.play_asked",
        summary=gettext_lazy("Play a card, or go on."),
        panel=cards_panel,
        prompt=cards_prompt,
        answers={PLAY: Answer(None, suggest_cards)},
        timeout=Timeout(turn=lambda view: _("no card is played"), organizer=gettext_lazy("no card is played")),
    )
)
DECISIONS.add(
    Decision(
        "reaction.asked",
        summary=gettext_lazy("Answer an invasion, or let it pass."),
        panel=window_panel,
        prompt=window_prompt,
        answers={PLAY: Answer(None, suggest_cards), DECLINE: Answer(parse_declining, suggest_declining)},
        timeout=Timeout(
            owner=gettext_lazy("you let every invasion of this turn pass."),
            others=gettext_lazy("they let it pass."),
            organizer=gettext_lazy("it lets every invasion of this turn pass"),
        ),
    )
)
