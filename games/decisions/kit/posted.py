"""Read a posted form of a decision: territories, counts and forces, and by its fields any action at all.

Only its shape is looked at here; whether an action is allowed the engine says.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _

from engine import (
    AmountsField,
    CountsField,
    Facts,
    Field,
    ForceField,
    ListField,
    LossesField,
    MapGraph,
    NumberField,
    Offer,
    PieceMovesField,
    PlacementsField,
    PlayerView,
    RankingField,
    TerritoriesField,
)
from games.decisions.kit.context import number

PIECES_AT_MOST = 20
LONGEST_WORD = 40
RANKS = 8  # wishes that the general form takes in an order


class IncompleteForm(ValueError):
    """A form that says too little; the text is for the player."""


@dataclass(frozen=True)
class PostedForm:
    """What was posted to answer a decision, by the viewer of `view` on the board `graph`. Its readers raise
    IncompleteForm."""

    post: QueryDict
    view: PlayerView
    graph: MapGraph

    def text(self, name: str, otherwise: str = "") -> str:
        return self.post.get(name, otherwise)

    def territory(self, name: str = "territory") -> int:
        """Parse the code of a territory."""
        return self.territory_of(self.post.get(name))

    def count(self, name: str, otherwise: int | None = None) -> int:
        """Parse a whole number; `otherwise` where the field is empty."""
        text = self.post.get(name, "")
        found = number(text)
        if found is None and otherwise is not None and not text.strip():
            return otherwise
        if found is None:
            raise IncompleteForm(_("“%(text)s” is not a whole number. Enter one such as 3.") % {"text": text[:20]})
        return found

    def force(self, name: str = "force") -> Facts:
        """Parse a number of armies and the pieces that go with them."""
        pieces = [piece[:40] for piece in self.post.getlist(f"p-{name}")][:PIECES_AT_MOST]
        return {"armies": self.count(name, 0 if pieces else None), "pieces": pieces}

    def counts(self, prefix: str) -> list[tuple[int, int]]:
        """Parse the fields `<prefix><CODE>` as (territory, count) in the order of the map; no zeros."""
        return sorted((territory, count) for territory, count in self.fields(prefix).items() if count)

    def fields(self, prefix: str) -> dict[int, int]:
        """Parse the count of each field `<prefix><CODE>`, in the order of the form; an empty one counts 0."""
        names = [name for name in self.post if name.startswith(prefix)]
        return {self.territory_of(name[len(prefix) :]): self.count(name, 0) for name in names}

    def allocation(self, prefix: str) -> list[tuple[int, int]]:
        """Parse counts of which at least one must be there."""
        found = self.counts(prefix)
        if not found:
            raise IncompleteForm(_("Choose at least one territory."))
        return found

    def territory_of(self, text: str | None) -> int:
        """Parse a code of a territory."""
        code = (text or "").strip().upper()
        if code not in self.graph.codes:
            raise IncompleteForm(_("Choose a territory first."))
        return self.graph.codes.index(code)


def parse_territory(form: PostedForm) -> Facts:
    """Read `territory` (code), the only field of a choice of one territory."""
    return {"territory": form.territory()}


def make_number_parser(name: str) -> Callable[[PostedForm], Facts]:
    """Make the reader of a form whose one field is a whole number of this name."""
    return lambda form: {name: form.count(name)}


def make_word_parser(name: str) -> Callable[[PostedForm], Facts]:
    """Make the reader of a form whose one field is a word of this name."""
    return lambda form: {name: form.text(name)[:LONGEST_WORD]}


def parse_by_fields(form: PostedForm, tag: str) -> Facts:
    """Parse the fields of any action that is offered, as the general form writes them. Of several offers of one action
    that is meant whose first field has the value that was sent."""
    offers = [offer for offer in form.view.offers if offer.action == tag]
    if not offers:
        raise IncompleteForm(_("You cannot do that now. The page shows what you can do."))
    meant = next((offer for offer in offers[1:] if _begins_so(form, offer)), offers[0])
    return {field.name: _value(form, field) for field in meant.fields}


def _begins_so(form: PostedForm, offer: Offer) -> bool:
    first = offer.fields[0] if offer.fields else None
    return isinstance(first, ListField) and form.text(f"f-{first.name}") in map(json.dumps, first.values)


def _value(form: PostedForm, field: Field) -> object:
    match field:
        case LossesField():
            return [[place, {"armies": armies, "pieces": []}] for place, armies in form.allocation(f"n-{field.name}-")]
        case PlacementsField() | CountsField():
            return form.allocation(f"n-{field.name}-")
        case AmountsField():
            counts = {thing: form.count(f"n-{field.name}-{thing}", 0) for thing in field.values}
            return [[thing, count] for thing, count in counts.items() if count]
        case NumberField():
            return form.count(f"f-{field.name}")
        case TerritoriesField():
            return [form.territory_of(code) for code in form.post.getlist(f"t-{field.name}")[:PIECES_AT_MOST]]
        case PieceMovesField():
            going = {kind: form.text(f"m-{field.name}-{kind}") for kind in field.values}
            return [[kind, form.territory_of(code)] for kind, code in going.items() if code]
        case ForceField():
            pieces = [piece[:40] for piece in form.post.getlist(f"p-{field.name}")][:PIECES_AT_MOST]
            return {"armies": form.count(f"f-{field.name}", 0), "pieces": pieces}
        case RankingField():
            ranks = (form.text(f"r-{field.name}-{rank}") for rank in range(1, RANKS + 1))
            return [_parse_json(text, field) for text in ranks if text]
    return _parse_json(form.text(f"f-{field.name}"), field)


def _parse_json(text: str, field: Field) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise IncompleteForm(_("Choose something for “%(field)s”.") % {"field": field.name.replace("_", " ")}) from None
