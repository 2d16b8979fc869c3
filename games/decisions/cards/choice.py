"""Cards to choose from beside the board; each is chosen by its number in the address, as `cards` has it."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString

import engine
from engine import ChoiceField
from games.decisions.kit.context import PageContext
from games.decisions.kit.funds import price_of
from games.decisions.registry import DECISIONS
from games.families.parts import parts_of
from games.wording.amounts import percent

PLAY = "cards.play"


@dataclass(frozen=True)
class CardRow:
    """A card that can be played now: what it does, what it costs, where it is chosen, and what it makes of the odds of
    the invasion that is looked at."""

    number: int
    name: str
    text: str
    price: SafeString
    sign: str
    url: str
    chosen: bool
    odds: str = ""


def playable(view: engine.PlayerView) -> dict[int, engine.Offer]:
    """Find the offers of cards by the numbers of the cards."""
    offers = [offer for offer in view.offers if offer.action == PLAY]
    if not offers:
        return {}
    numbers = engine.catalogue_of(view.rules, view.options).numbers
    return {numbers[offer.field("card", ChoiceField).values[0]]: offer for offer in offers}


def price_now(view: engine.PlayerView, cost: int) -> int:
    """Return what a card costs as the viewer is asked: some questions give cards for nothing."""
    return 0 if view.asked and DECISIONS[view.asked.kind].cards_free else cost


def declared_fight(view: engine.PlayerView, src: int, dst: int) -> engine.Fight:
    """Describe a fight as it stands: with those who were declared to come along, where a window says who these are."""
    if "leaders" not in view.about or (view.about["src"], view.about["dst"]) != (src, dst):
        return engine.fight(view, src, dst)
    return engine.fight(view, src, dst, leaders=tuple(view.about["leaders"]))


def chances_after_cards(view: engine.PlayerView, src: int, dst: int) -> dict[int, float]:
    """Compute the chance that an invasion succeeds after each card that can be played now and changes it."""
    card_chance, offered = parts_of(view.rules).cards.card_chance, playable(view)
    kinds = engine.catalogue_of(view.rules, view.options).kinds if offered else ()
    fight = declared_fight(view, src, dst)
    found = {number: card_chance(view, kinds[number], fight, src, dst) for number in offered}
    return {number: chance for number, chance in found.items() if chance is not None}


def card_rows(
    context: PageContext, src: int | None = None, dst: int | None = None, *, chosen: int | None = None
) -> tuple[CardRow, ...]:
    """List the cards that can be played now, with the odds of an invasion after each."""
    view, offered = context.view, playable(context.view)
    if not offered:
        return ()
    cards = engine.catalogue_of(view.rules, view.options)
    after = chances_after_cards(view, src, dst) if src is not None and dst is not None else {}
    found = []
    for number in offered:
        kind = cards.kinds[number]
        price = price_of(price_now(view, kind.cost), view.rules)
        url, odds = context.link(cards=number), percent(after[number]) if number in after else ""
        row = CardRow(number, cards.names[number], kind.text, price, f"deck-{kind.deck}", url, number == chosen, odds)
        found.append(row)
    return tuple(found)


def chosen_card(context: PageContext) -> int | None:
    """Return the card that the address names, if it can be played now."""
    chosen = context.selection.cards[:1]
    return chosen[0] if chosen and chosen[0] in playable(context.view) else None


def proposed_card(view: engine.PlayerView) -> int | None:
    """Return the card that is proposed first: the first that can be played and does something; None without any."""
    return next((number for number in playable(view) if not is_in_vain(view, number)), None)


def is_in_vain(view: engine.PlayerView, number: int) -> bool:
    """Check whether a card that can be played would do nothing as the board stands."""
    kind = engine.catalogue_of(view.rules, view.options).kinds[number]
    return parts_of(view.rules).cards.has_no_effect(view, kind)
