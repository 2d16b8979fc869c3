"""Cards to choose from beside the board, and the form of the one that is chosen, with what must be named with it.

A card is chosen by its number in the address, as `cards` has it; what it is played on by the map, as `dst` has it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from engine import ChoiceField, Field, PieceMovesField, SeatField, TerritoriesField, TerritoryField
from games.decisions.context import PageContext
from games.decisions.funds import price_of
from games.families.parts import parts_of
from games.wording.amounts import percent
from games.wording.narration.sentences import names_for

PLAY = "cards.play"
FEW = 9
"""Up to so many places stand as rows; more of them as a list to pull down, and on the map."""
LABELS = {
    "at": gettext_lazy("Where"),
    "on": gettext_lazy("Against"),
    "target": gettext_lazy("Whom"),
    "dst": gettext_lazy("Where to"),
    "moves": gettext_lazy("Who moves where"),
}
"""What may be named with a card, as a form asks for it."""


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


@dataclass(frozen=True)
class CardOption:
    """One thing that may be named with a card. `badge` are the colour and the figure beside it."""

    value: str
    name: str
    note: str
    chosen: bool
    colour: str = ""
    figure: str = ""


@dataclass(frozen=True)
class CardField:
    """What must be named with a card: a `kind` of control with its `name`, `least` to `most` of its options."""

    kind: str
    name: str
    label: str
    options: tuple[CardOption, ...] = ()
    count: str = ""
    pieces: tuple[CardOption, ...] = ()


@dataclass(frozen=True)
class CardForm:
    """The card that is chosen, as it is sent, with the territories that the map can choose for it."""

    number: int
    name: str
    text: str
    sent: str
    fields: tuple[CardField, ...]
    spots: tuple[int, ...]
    action: dict[str, Any] | None


def playable(view: engine.PlayerView) -> dict[int, engine.Offer]:
    """Find the offers of cards by the numbers of the cards."""
    offers = [offer for offer in view.offers if offer.action == PLAY]
    if not offers:
        return {}
    numbers = engine.catalogue_of(view.rules, view.options).numbers
    return {numbers[offer.field("card", ChoiceField).values[0]]: offer for offer in offers}


def chances_after_cards(view: engine.PlayerView, src: int, dst: int) -> dict[int, float]:
    """Compute the chance that an invasion succeeds after each card that can be played now and changes it."""
    family, offered = parts_of(view.rules), playable(view)
    kinds = engine.catalogue_of(view.rules, view.options).kinds if offered else ()
    found = {number: family.card_chance(view, kinds[number], src, dst) for number in offered}
    return {number: chance for number, chance in found.items() if chance is not None}


def card_rows(
    context: PageContext,
    src: int | None = None,
    dst: int | None = None,
    *,
    chosen: int | None = None,
    free: bool = False,
) -> tuple[CardRow, ...]:
    """List the cards that can be played now, with the odds of an invasion after each; `free` if nothing is paid."""
    view, offered = context.view, playable(context.view)
    if not offered:
        return ()
    cards = engine.catalogue_of(view.rules, view.options)
    after = chances_after_cards(view, src, dst) if src is not None and dst is not None else {}
    found = []
    for number in offered:
        kind = cards.kinds[number]
        price = price_of(0 if free else kind.cost, view.rules)
        url, odds = context.link(cards=number), percent(after[number]) if number in after else ""
        row = CardRow(number, cards.names[number], kind.text, price, f"deck-{kind.deck}", url, number == chosen, odds)
        found.append(row)
    return tuple(found)


def chosen_card(context: PageContext) -> int | None:
    """Return the card that the address names, if it can be played now."""
    chosen = context.selection.cards[:1]
    return chosen[0] if chosen and chosen[0] in playable(context.view) else None


def card_form(context: PageContext, number: int) -> CardForm:
    """Build the form of a card, with something chosen for all that must be named with it."""
    view, offer = context.view, playable(context.view)[number]
    cards = engine.catalogue_of(view.rules, view.options)
    maker = _FormMaker(context, number)
    fields = [maker.field(field) for field in offer.fields[1:] if not isinstance(field, ChoiceField)]
    name, text = cards.names[number], cards.kinds[number].text
    action = {"type": PLAY, "seat": context.me, "card": name, **maker.chosen} if maker.is_whole else None
    return CardForm(number, name, text, json.dumps(name), tuple(fields), tuple(maker.spots), action)


class _FormMaker:
    """Makes the fields of one card; `chosen` collects what they say as they stand, `spots` the territories that the
    map can choose."""

    def __init__(self, context: PageContext, number: int) -> None:
        self.context, self.number = context, number
        self.chosen: dict[str, Any] = {}
        self.spots: list[int] = []
        self.is_whole = True

    def field(self, field: Field) -> CardField:
        match field:
            case TerritoriesField() if field.values == (self.context.view.about.get("dst"),):
                return self.fixed(field)
            case TerritoriesField() if field.most > 1:
                return self.several(field)
            case TerritoriesField() | TerritoryField():
                return self.one(field)
            case SeatField():
                return self.seats(field)
            case PieceMovesField():
                return self.moves(field)
        raise TypeError(f"no control for {field!r}")

    def fixed(self, field: TerritoriesField) -> CardField:
        """Name the territory that is invaded, which needs no choice."""
        self.chosen[field.name] = list(field.values)
        return CardField("fixed", f"t-{field.name}", "", self.options(field.values, field.values))

    def several(self, field: TerritoriesField) -> CardField:
        """Choose several territories: the reader's, then those that need it most."""
        values = self.ranked(field.values)
        picked = tuple(values[: field.most])
        self.chosen[field.name] = sorted(picked)
        said = {"count": field.most, "all": len(values)}
        count = _("%(count)s of your %(all)s") % said if field.least == field.most else ""
        return CardField("several", f"t-{field.name}", self.label(field), self.options(values, picked), count)

    def one(self, field: TerritoriesField | TerritoryField) -> CardField:
        """Choose one territory, by a row, a list or the map."""
        values = self.ranked(field.values)
        listed = isinstance(field, TerritoriesField)
        self.chosen[field.name] = [values[0]] if listed else values[0]
        self.spots += values
        name = f"t-{field.name}" if listed else f"f-{field.name}"
        options = self.options(values, values[:1], coded=listed)
        return CardField("one" if len(values) <= FEW else "list", name, self.label(field), options)

    def seats(self, field: SeatField) -> CardField:
        """Choose a player, together with a Commander where one must be named: each pair is an option."""
        view, offer = self.context.view, playable(self.context.view)[self.number]
        what = next((each for each in offer.fields[1:] if isinstance(each, ChoiceField)), None)
        names = names_for(view, html=False)
        options: list[CardOption] = []
        for seat in field.values:
            colour, title = self.context.colour(seat), self.context.title(seat)
            for kind in what.values_for({field.name: seat}) if what else ("",):
                sent = json.dumps([seat, kind] if what else seat)
                note = names.piece(kind) if kind else self.context.person(seat).name
                options.append(CardOption(sent, title, note, not options, colour))
                self.chosen.setdefault(field.name, seat)
                if what:
                    self.chosen.setdefault(what.name, kind)
        return CardField("one", "pair" if what else f"f-{field.name}", self.label(field), tuple(options))

    def moves(self, field: PieceMovesField) -> CardField:
        """Choose a new place for each piece, or none."""
        names = names_for(self.context.view, html=False)
        places = tuple(CardOption(self.context.code(at), self.context.name(at), "", False) for at in field.places)
        pieces = tuple(CardOption(kind, names.piece(kind), "", False) for kind in field.values)
        self.is_whole = False  # nobody moves until the reader says so
        return CardField("moves", f"m-{field.name}", self.label(field), places, pieces=pieces)

    def label(self, field: Field) -> str:
        return str(LABELS.get(field.name, field.name))

    def ranked(self, values: Sequence[int]) -> list[int]:
        """Rank territories: the one that the reader chose on the map, then own ones by need, others by strength."""
        view, chosen = self.context.view, self.context.selection.dst

        def rank(at: int) -> tuple[bool, int, int]:
            own = view.owner[at] == self.context.me
            return at != chosen, -view.borders.exposure(at, view.owner[at]) if own else -view.units(at), at

        return sorted(values, key=rank)

    def options(self, values: Sequence[int], picked: Sequence[int], *, coded: bool = True) -> tuple[CardOption, ...]:
        context = self.context
        return tuple(
            CardOption(
                context.code(at) if coded else json.dumps(at),
                context.name(at),
                "" if context.view.owner[at] == context.me else context.title(context.view.owner[at]),
                at in picked,
                context.colour_at(at),
                str(context.view.units(at)),
            )
            for at in values
        )
