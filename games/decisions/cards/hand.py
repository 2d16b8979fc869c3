"""The cards that a player holds, as they are drawn."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.boards.geometry import stages
from games.decisions.cards.choice import price_now
from games.decisions.kit.context import PageContext
from games.decisions.kit.funds import price_of
from games.families.parts import parts_of
from games.wording.amounts import count_funds

JOKER = "asterisk"


FIGURES = {
    "infantry": "infantry",
    "cavalry": "cavalry",
    "artillery": "artillery",
    "1.0 MOD": "mod-1",
    "3.0 MOD": "mod-3",
    "5.0 MOD": "mod-5",
    "skull": "skull",
    "blade": "blade",
    "sphere": "sphere",
}
"""Symbols of cards and their icons; what a map's deck names otherwise gets the icon of a map."""


@dataclass(frozen=True)
class TerritoryCard:
    """A card as it is drawn: the land's own outline and its symbol. Jokers have no land."""

    number: int
    name: str
    symbol: str
    icon: str
    view_box: str = ""
    path: str = ""


@dataclass(frozen=True)
class NamedCard:
    """A card that is played by its name: what it does, what it costs, the sign and the name of its deck, and whether
    it can be played `now`; `when` says when else. One that `lies` open works from there."""

    name: str
    text: str
    price: SafeString
    sign: str
    deck: str
    now: bool
    when: str
    lies: bool = False


@dataclass(frozen=True)
class Hand:
    """The viewer's cards, what they are worth together, and what the next set brings (0: no sets in this game). A game
    whose cards are `named` has no territory cards in hands."""

    cards: tuple[TerritoryCard, ...]
    headline: str
    next_set: int
    named: tuple[NamedCard, ...] = ()
    draws_for_captures: bool = True


def draw_card(context: PageContext, card: int) -> TerritoryCard:
    """Draw one card of the game; numbers from the count of territories on are jokers."""
    return card_of(context.graph, context.page_data.deck, card)


def card_of(graph: engine.MapGraph, deck: str, card: int) -> TerritoryCard:
    """Draw one card of a board's deck."""
    if card >= len(graph.names):
        return TerritoryCard(card, _("Joker"), _("counts as any"), JOKER)
    symbol = graph.symbols(deck)
    word = symbol[card] if card < len(symbol) else ""
    land = next((drawn.lands[card] for drawn in stages(graph.id) if card in drawn.lands), None)
    if land is None:
        return TerritoryCard(card, graph.names[card], word, FIGURES.get(word, "map"))
    x0, y0, x1, y1 = land.bbox
    box = f"{x0 - 6} {y0 - 6} {x1 - x0 + 12} {y1 - y0 + 12}"
    return TerritoryCard(card, graph.names[card], word, FIGURES.get(word, "map"), box, land.path)


def hand_of(context: PageContext) -> Hand | None:
    """Draw the viewer's hand; None for spectators."""
    if context.view.viewer is None:
        return None
    if parts_of(context.view.rules).cards.names_cards:
        held, laid = named_hand(context.view), laid_open(context.view, context.me)
        return Hand((), _count_named(len(held), len(laid)), 0, (*held, *laid), draws_for_captures=False)
    cards = tuple(draw_card(context, card) for card in context.view.hand)
    next_set = int(context.view.extra.get("next_set", 0) or 0)
    return Hand(cards, _headline(len(cards), context.view.has_set), next_set)


def named_hand(view: engine.PlayerView) -> tuple[NamedCard, ...]:
    """List the viewer's cards with what they do, those that can be played now first."""
    names = engine.catalogue_of(view.rules, view.options).names
    found = [named_card(view, names[number]) for number in view.hand]
    return tuple(sorted(found, key=lambda card: not card.now))


def laid_open(view: engine.PlayerView, seat: int) -> tuple[NamedCard, ...]:
    """List the cards that lie open before a seat."""
    numbers = [card for owner, card in parts_of(view.rules).cards.laid_open(view) if owner == seat]
    names = engine.catalogue_of(view.rules, view.options).names if numbers else ()
    found = (named_card(view, names[number]) for number in numbers)
    return tuple(
        replace(card, lies=True, price=SafeString(""), when=card.when if card.now else _("in play")) for card in found
    )


def named_card(view: engine.PlayerView, name: str) -> NamedCard:
    """Describe a card by its name, for a reader who may see it."""
    cards = engine.catalogue_of(view.rules, view.options)
    kind = cards.kinds[cards.numbers[name]]
    offers = [offer for offer in view.offers if offer.action == "cards.play"]
    now = any(name in offer.field("card", engine.ChoiceField).values for offer in offers)
    when = _("can be played now") if now else parts_of(view.rules).cards.why_idle(view, kind)
    return NamedCard(
        name,
        kind.text,
        price_of(price_now(view, kind.cost), view.rules),
        f"deck-{kind.deck}",
        kind.deck.capitalize(),
        now,
        when,
    )


def format_payment(view: engine.PlayerView, price: int) -> str:
    """Say what is paid for something: "2 energy", "free"."""
    return count_funds(price, view.rules) if price else _("free")


def _count_named(held: int, laid: int) -> str:
    """Count the cards in hand and those that lie open: "3 cards in hand, 2 in play"."""
    if not laid:
        return _count(held)
    return _("%(cards)s in hand, %(laid)s in play") % {"cards": _count(held), "laid": laid}


def _count(held: int) -> str:
    return ngettext("%(count)s card", "%(count)s cards", held) % {"count": held} if held else _("no cards")


def _headline(held: int, has_set: bool) -> str:
    count = _count(held)
    if not held:
        return count
    return _("%(cards)s, with a set") % {"cards": count} if has_set else _("%(cards)s, no set yet") % {"cards": count}
