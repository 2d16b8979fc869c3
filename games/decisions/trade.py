"""The hand, and the card that trades in a set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.boards.geometry import sheet
from games.decisions.advice import advice
from games.decisions.context import Desk
from games.decisions.panel import Card, builds, steps_of, until_of
from games.decisions.place import place_for_turn
from games.wording.amounts import armies

JOKER = "asterisk"
FIGURES = {
    "infantry": "infantry", "cavalry": "cavalry", "artillery": "artillery",
    "1.0 MOD": "mod-1", "3.0 MOD": "mod-3", "5.0 MOD": "mod-5",
    "skull": "skull", "blade": "blade", "sphere": "sphere",
}  # fmt: skip
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
class Hand:
    """The viewer's cards, what they are worth together, and what the next set brings (0: no sets in this game)."""

    cards: tuple[TerritoryCard, ...]
    headline: str
    next_set: int


def draw_card(desk: Desk, card: int) -> TerritoryCard:
    """One card of the game; numbers from the count of territories on are jokers."""
    return card_of(desk.graph, desk.facts.deck, card)


def card_of(graph: engine.MapGraph, deck: str, card: int) -> TerritoryCard:
    """One card of a board's deck."""
    if card >= len(graph.names):
        return TerritoryCard(card, _("Joker"), _("counts as any"), JOKER)
    symbol = graph.symbols(deck)
    word = symbol[card] if card < len(symbol) else ""
    drawn = sheet(graph.id)
    if drawn is None or len(drawn.lands) != len(graph.names):
        return TerritoryCard(card, graph.names[card], word, FIGURES.get(word, "map"))
    x0, y0, x1, y1 = drawn.lands[card].bbox
    box = f"{x0 - 6} {y0 - 6} {x1 - x0 + 12} {y1 - y0 + 12}"
    return TerritoryCard(card, graph.names[card], word, FIGURES.get(word, "map"), box, drawn.lands[card].path)


def hand_of(desk: Desk) -> Hand | None:
    """The viewer's hand; None for spectators."""
    if desk.view.viewer is None:
        return None
    cards = tuple(draw_card(desk, card) for card in desk.view.hand)
    next_set = int(desk.view.extra.get("next_set", 0) or 0)
    return Hand(cards, _headline(cards), next_set)


def _headline(cards: tuple[TerritoryCard, ...]) -> str:
    if not cards:
        return _("no cards")
    count = ngettext("%(count)s card", "%(count)s cards", len(cards)) % {"count": len(cards)}
    return (
        _("%(cards)s, with a set") % {"cards": count}
        if has_set(cards)
        else _("%(cards)s, no set yet") % {"cards": count}
    )


def has_set(cards: tuple[TerritoryCard, ...]) -> bool:
    """Whether three of these cards make a set: alike, all different, or two with a joker."""
    words = [card.symbol for card in cards if card.path or card.icon != JOKER]
    jokers = len(cards) - len(words)
    kinds = set(words)
    return len(cards) > 2 and (bool(jokers) or len(kinds) > 2 or any(words.count(word) > 2 for word in kinds))


@dataclass(frozen=True)
class Set:
    """A set that can be traded in: its cards, the value of the radio button, and where the extra armies may go."""

    value: str
    cards: tuple[TerritoryCard, ...]
    said: str
    bonus: tuple[tuple[str, str], ...]
    checked: bool
    advice: tuple[str, ...]


OPEN = 3
"""Sets that are shown at once: with a joker among six cards there are a dozen."""


@dataclass(frozen=True)
class Trading:
    """Data of decisions/trade.html. `why`: "turn" at its start, "elimination" or "draw" later in it; `cards` counts
    the reader's."""

    sets: tuple[Set, ...]
    worth: int
    forced: bool
    pool: int
    why: str
    cards: int

    @property
    def first(self) -> tuple[Set, ...]:
        """The sets that are shown at once; one more than these is not worth a fold."""
        return self.sets if len(self.sets) <= OPEN + 1 else self.sets[:OPEN]

    @property
    def later(self) -> tuple[Set, ...]:
        return self.sets[len(self.first) :]

    @property
    def reason(self) -> str:
        """Why a set is asked for, and whether one must go."""
        if self.why == "elimination" and self.forced:
            text = _("With the cards you took over you hold %(cards)s: trade in a set before you attack again.")
        elif self.why == "elimination":
            text = _("You can trade in another set, or keep your %(cards)s cards.")
        elif self.why == "draw":
            text = _("You now hold %(cards)s cards. You can trade in a set at once and place its armies now.")
        elif self.forced:
            text = _("You hold %(cards)s cards, so you must trade in a set.")
        else:
            text = _("You can keep your cards: later sets are worth more.")
        return text % {"cards": self.cards}


AT_STEP = {"elimination": "attack", "draw": "card"}


@builds("cards.trade_asked")
def trade(desk: Desk) -> Card:
    """Trade in a set, or go on without one where that is allowed. Nobody is asked for a set that is not there: all
    are asked in the game, lest others read from it who holds one, but the page goes on to the armies at once."""
    about = desk.view.about
    offered: tuple[Any, ...] = desk.places("cards.trade", "cards")
    every = sorted(offered, key=lambda cards: dearness(desk, cards))
    if not every and (placing := place_for_turn(desk)) is not None:
        return placing
    chosen = desk.choice.cards if desk.choice.cards in every else (every[0] if every else ())
    sets = tuple(_set(desk, cards, cards == chosen) for cards in every)
    forced = bool(about.get("forced", not desk.may("turn.end")))
    why = str(about.get("why", "turn"))
    data = Trading(sets, int(about.get("worth", 0)), forced, desk.view.pool, why, len(desk.view.hand))
    action = (
        {"type": "cards.trade", "seat": desk.me, "cards": list(chosen), "bonus": _bonus(desk, chosen)}
        if chosen
        else None
    )
    text = _("Trade in a set for %(worth)s armies") if forced else _("Trade in a set for %(worth)s armies?")
    heading = text % {"worth": data.worth}
    ways = (("trade best", armies(data.worth)),) if sets else ()  # as typed
    held = len(desk.view.hand)
    return Card(
        "trade",
        heading if sets else ngettext("You hold %(count)s card", "You hold %(count)s cards", held) % {"count": held},
        data,
        steps=steps_of(desk, AT_STEP.get(why, "")),
        until=until_of(desk),
        action=action,
        ways=ways,
    )


def dearness(desk: Desk, cards: tuple[int, ...]) -> tuple[int, bool]:
    """Order sets by what they cost: jokers are better kept, and a set that brings extra armies comes before others."""
    jokers = sum(card >= desk.graph.size for card in cards)
    return jokers, _bonus(desk, cards) < 0


def _bonus(desk: Desk, cards: tuple[int, ...]) -> int:
    """Where the extra armies of a set go: as chosen, else the first territory that is allowed; -1 if none is."""
    places = desk.places("cards.trade", "bonus", {"cards": cards})
    if desk.choice.bonus in places:
        return desk.choice.bonus
    return places[0] if places else -1


def _set(desk: Desk, cards: tuple[int, ...], checked: bool) -> Set:
    drawn = tuple(draw_card(desk, card) for card in cards)
    places = [t for t in desk.places("cards.trade", "bonus", {"cards": cards}) if t >= 0]
    bonus = tuple((desk.code(territory), desk.name(territory)) for territory in places)
    action = {"type": "cards.trade", "seat": desk.me, "cards": list(cards), "bonus": _bonus(desk, cards)}
    said = ", ".join(card.name for card in drawn)
    return Set("-".join(map(str, cards)), drawn, said, bonus, checked, advice(desk, action))
