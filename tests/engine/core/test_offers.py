"""Kinds of fields are types in Python and a `kind` in JSON."""

from __future__ import annotations

import msgspec
import pytest

from engine import (
    AmountsField,
    CardsField,
    ChoiceField,
    CountsField,
    Field,
    ForceField,
    LossesField,
    NumberField,
    Offer,
    PieceMovesField,
    PlacementsField,
    RankingField,
    SeatField,
    TerritoriesField,
    TerritoryField,
)

SHAPES = [
    (TerritoryField("dst", by="src", table={"1": (2,)}), {"kind": "territory", "by": "src", "table": {"1": [2]}}),
    (SeatField("whose", (0, -1)), {"kind": "seat", "values": [0, -1]}),
    (CardsField("cards", ((1, 2, 3),)), {"kind": "cards", "values": [[1, 2, 3]]}),
    (ChoiceField("how", (True, "so")), {"kind": "choice", "values": [True, "so"]}),
    (NumberField("dice", 1, 3), {"kind": "number", "least": 1, "most": 3}),
    (ForceField("force", ("general",), 1, 4), {"kind": "force", "values": ["general"], "least": 1, "most": 4}),
    (PlacementsField("at", (5,), 2, 2), {"kind": "placements", "values": [5], "least": 2, "most": 2}),
    (AmountsField("cards", ("red",), 1, 4), {"kind": "amounts", "values": ["red"], "least": 1, "most": 4}),
    (LossesField("lost", (5,), 2, 2), {"kind": "losses", "values": [5], "least": 2, "most": 2}),
    (CountsField("at", (5, 6), 1, 9), {"kind": "counts", "values": [5, 6], "least": 1, "most": 9}),
    (TerritoriesField("at", (5, 6), 2, 2), {"kind": "territories", "values": [5, 6], "least": 2, "most": 2}),
    (PieceMovesField("moves", ("general",), (5,)), {"kind": "piece_moves", "values": ["general"], "places": [5]}),
    (RankingField("claim", (7, "asia")), {"kind": "ranking", "values": [7, "asia"]}),
]


@pytest.mark.parametrize(("field", "shape"), SHAPES, ids=lambda each: getattr(each, "name", None))
def test_json_names_the_kind(field: Field, shape: dict[str, object]) -> None:
    offer = Offer("some.act", "Act", (field,))  # type: ignore[arg-type]
    sent = msgspec.json.encode(offer)
    assert msgspec.json.decode(sent)["fields"] == [{"name": field.name, **shape}]
    assert type(msgspec.json.decode(sent, type=Offer).fields[0]) is type(field)


def test_a_field_is_found_by_name_and_kind() -> None:
    offer = Offer("battle.defend", "Defend", (NumberField("dice", 1, 2),))
    assert offer.field("dice", NumberField).most == 2
    with pytest.raises(LookupError, match="battle.defend has no PlacementsField 'dice'"):
        offer.field("dice", PlacementsField)
