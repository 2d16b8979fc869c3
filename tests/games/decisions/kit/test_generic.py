"""The form for decisions that have no card of their own: whatever is offered can be chosen in it and comes back."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import msgspec
import pytest
from django.http import QueryDict

import engine
from engine import (
    AmountsField,
    CardsField,
    ChoiceField,
    CountsField,
    Field,
    Force,
    ForceField,
    LossesField,
    NumberField,
    Offer,
    PendingDecision,
    PieceMovesField,
    PlacementsField,
    RankingField,
    SeatField,
    TerritoriesField,
    TerritoryField,
)
from engine.core.offers import random_arguments
from games.decisions.kit.context import PageContext, Selection
from games.decisions.kit.generic import Control, GenericPanel, form_of_fields, generic_panel
from games.decisions.kit.posted import RANKS, IncompleteForm, PostedForm, parse_by_fields
from games.decisions.registry import DECISIONS, action_from_form
from tests.games.decisions.test_panels import GRAPH, page_data_of, page_of, positions, seen_by_the_asked
from tests.kit.games import action_of
from tests.toy import TOY


@pytest.fixture
def no_other_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if no decision had a record of its own."""
    monkeypatch.setattr(DECISIONS, "_records", {})
    monkeypatch.setattr(DECISIONS, "_answers", {})


def desk_of(view: Any) -> PageContext:
    return PageContext(view, engine.mapgraph(view.map), page_data_of(view), Selection())


def form_of(view: Any, action: str) -> tuple[Control, ...]:
    data = generic_panel(desk_of(view)).data
    assert isinstance(data, GenericPanel)
    return next(form.controls for form in data.forms if form.action == action)


def form_of_offer(view: Any, offer: Offer) -> tuple[Control, ...]:
    """The form of one offer out of several of the same action."""
    data = generic_panel(desk_of(view)).data
    assert isinstance(data, GenericPanel)
    return data.forms[view.offers.index(offer)].controls


def sent(view: Any, offer: Offer, given: dict[str, Any]) -> QueryDict:
    """What a browser sends for these arguments, each of them chosen from what the form shows."""
    query = QueryDict(mutable=True)
    query["act"] = offer.action
    for control, field in zip(form_of_offer(view, offer), offer.fields, strict=True):
        assert control.name == field.name and control.label
        value = given[field.name]
        if control.kind == "list":
            word = json.dumps(msgspec.to_builtins(value))
            assert word in [option.value for option in control.options], (control, value)
            query[f"f-{control.name}"] = word
        elif control.kind == "ranking":
            for rank, wish in enumerate(value, 1):
                query[f"r-{control.name}-{rank}"] = json.dumps(wish)
        elif isinstance(field, AmountsField) and not isinstance(field, PlacementsField):
            for thing, count in value:
                assert thing in {option.value for option in control.options}
                query[f"n-{control.name}-{thing}"] = str(count)
        elif control.kind == "placements":
            codes = {option.value for option in control.options}
            for territory, lost in value:
                armies = lost.armies if isinstance(lost, Force) else lost
                assert desk_of(view).code(territory) in codes and armies <= control.most
                query[f"n-{control.name}-{desk_of(view).code(territory)}"] = str(armies)
        elif control.kind == "territories":
            query.setlist(f"t-{control.name}", [desk_of(view).code(territory) for territory in value])
        elif control.kind == "moves":
            for kind, place in value:
                assert kind in [piece.value for piece in control.pieces]
                query[f"m-{control.name}-{kind}"] = desk_of(view).code(place)
        else:
            armies = value.armies if isinstance(value, Force) else value
            assert control.most >= armies
            query[f"f-{control.name}"] = str(armies)
            query.setlist(f"p-{control.name}", list(getattr(value, "pieces", ())))
            assert set(getattr(value, "pieces", ())) <= {option.value for option in control.pieces}
    return query


@pytest.mark.parametrize("rules", ["classic_1959", "modern", TOY.id])
def test_whatever_is_offered_can_be_sent(rules: str, no_other_cards: None) -> None:
    random = Random(7)
    kinds = set()
    for kind, state in positions(rules):
        view = seen_by_the_asked(state)
        for offer in view.offers:
            for _ in range(5):
                given = random_arguments(offer, random.randrange)
                if any(isinstance(field, PlacementsField) and not given[field.name] for field in offer.fields):
                    continue
                plain = action_from_form(sent(view, offer, given), view, engine.mapgraph(view.map))
                assert engine.action_from_json(plain) == action_of(offer, view.viewer, given), kind
                kinds.add(kind)
    assert len(kinds) >= 5


@pytest.mark.no_cover
@pytest.mark.parametrize("rules", ["modern", TOY.id])
def test_the_page_shows_a_form_for_every_offer(rules: str, no_other_cards: None) -> None:
    seen = [(kind, seen_by_the_asked(state)) for kind, state in positions(rules)]
    assert seen
    for kind, view in seen:
        page, html = page_of(view)
        assert page.panel.template == "generic"
        acts = re.findall(r'name="act" value="([^"]+)"', html)[: len(view.offers)]
        assert acts == [offer.action for offer in view.offers], kind


# ---- words

ASKED = PendingDecision(ref=1, kind="odd.asked", pace="turn", seats=(0,), step="attack", ask="choose something")


def odd(*fields: Field, **about: Any) -> Any:
    """A view in which seat 0 is asked for something nobody has heard of."""
    view = seen_by_the_asked(positions("modern")[0][1])
    offer = Offer("odd.answer", "Do it", fields)
    return msgspec.structs.replace(view, viewer=0, asked=ASKED, offers=(offer,), about=about)


def labels(field: Field) -> list[str]:
    (control,) = form_of(odd(field), "odd.answer")
    return [option.label for option in control.options]


def test_values_are_shown_in_words() -> None:
    graph = engine.mapgraph(odd().map)
    names = graph.names
    colours = [seat.colour.capitalize() for seat in odd().seats]
    assert labels(TerritoryField("where", (3, -1))) == [names[3], "none"]
    assert labels(SeatField("whose", (0, 1, -1))) == [colours[0], colours[1], "nobody"]
    assert labels(CardsField("cards", ((1, 2, graph.size),))) == [f"{names[1]}, {names[2]}, joker"]
    assert labels(ChoiceField("how", (True, False, "stand_fast", 3))) == ["yes", "no", "stand fast", "3"]
    assert labels(AmountsField("sold", ("war_temple", "sea"), 1, 2)) == ["war temple", "sea"]
    forces = (Force(2, ("general",)), Force(1))
    assert labels(ChoiceField("lost", forces)) == ["2 armies and general", "1 army"]


def shown(field: Field) -> tuple[str, list[tuple[str, str, str]], int, int, list[str]]:
    """The kind of a control, its options, its bounds and its pieces."""
    (control,) = form_of(odd(field), "odd.answer")
    options = [(option.value, option.label, option.by) for option in control.options]
    return control.kind, options, control.least, control.most, [piece.value for piece in control.pieces]


def test_each_field_becomes_a_control_of_its_kind() -> None:
    view = odd()
    graph = engine.mapgraph(view.map)
    land, armies = (graph.codes[3], graph.names[3]), str(view.armies[3])
    assert shown(TerritoryField("at", (3,))) == ("list", [("3", land[1], "")], 0, 0, [])
    assert shown(PlacementsField("at", (3,), 2, 5)) == ("placements", [(*land, "0")], 2, 5, [])
    sold = [("war_temple", "war temple", "0")]
    assert shown(AmountsField("sold", ("war_temple",), 1, 4)) == ("placements", sold, 1, 4, [])
    assert shown(CountsField("at", (3,))) == ("counts", [(*land, armies)], 0, 0, [])
    assert shown(TerritoriesField("at", (3,), 1, 2)) == ("territories", [(*land, "")], 1, 2, [])
    assert shown(PieceMovesField("moves", ("land",), (3,))) == ("moves", [(*land, "")], 0, 0, ["land"])
    wishes = [("3", land[1], ""), ('"any"', "any", "")]
    assert shown(RankingField("wishes", (3, "any"))) == ("ranking", wishes, 0, 2, [])
    many = RankingField("wishes", tuple(range(RANKS + 1)))
    assert shown(many)[3] == RANKS
    assert shown(ForceField("force", ("scout",), 1, 4)) == ("force", [], 1, 4, ["scout"])
    by = ForceField("force", by="src", table={"1": (2, 4, "scout"), "2": (1, 3, "scout", "general")})
    assert shown(by) == ("force", [], 1, 4, ["scout", "general"])
    assert shown(NumberField("force", 2, 5)) == ("number", [], 2, 5, [])


def test_what_has_better_words_than_its_name_is_called_by_them() -> None:
    view = odd(NumberField("own_dice", 1, 3))
    (offer,) = view.offers
    form = form_of_fields(desk_of(view), offer, offer.fields, 0, {"own_dice": "Your dice"})
    assert (form.key, form.action, form.label, form.primary) == ("odd.answer", "odd.answer", "Do it", True)
    assert [control.label for control in form.controls] == ["Your dice"]
    second = form_of_fields(desk_of(view), offer, offer.fields, 1)
    assert (second.key, second.primary, second.controls[0].label) == ("odd.answer1", False, "Own dice")


def test_the_board_marks_what_may_be_chosen_and_opens_where_something_may() -> None:
    marks = generic_panel(desk_of(odd(TerritoryField("at", (0, 5, -1)), SeatField("whose", (0,))))).marks
    assert (set(marks.selectable), marks.deciding) == ({0, 5}, True)
    marks = generic_panel(desk_of(odd(SeatField("whose", (0,))))).marks
    assert (set(marks.selectable), marks.deciding) == (set(), False)


def test_several_offers_of_one_action_are_told_apart_by_what_is_sent() -> None:
    """Cards, each with what its own words want named, come back as they were chosen."""
    view = odd()
    fields = (
        (TerritoriesField("at", (3, 5, 8), 2, 2),),
        (PieceMovesField("moves", ("land", "naval"), (4, 6)),),
        (SeatField("target", (1, 2)),),
        (AmountsField("cards", ("land", "naval"), 1, 4, {"naval": (0, 1)}),),
        (LossesField("lost", (3, 5), 4, 4, {"3": (0, 2)}),),
    )
    offers = [Offer("odd.play", "Play", (ChoiceField("card", (str(n),)), *rest)) for n, rest in enumerate(fields)]
    view = msgspec.structs.replace(view, offers=(*offers, Offer("turn.end", "Go on")))
    data = generic_panel(desk_of(view)).data
    assert len({form.key for form in data.forms}) == 6
    random = Random(3)
    for offer in offers:
        for _ in range(5):
            given = random_arguments(offer, random.randrange)
            found = parse_by_fields(PostedForm(sent(view, offer, given), view, GRAPH), "odd.play")
            assert in_any_order(found) == in_any_order(given)


def in_any_order(given: dict[str, Any]) -> dict[str, Any]:
    """Arguments as JSON has them; a form has boxes in the order of the map."""
    plain = msgspec.json.decode(msgspec.json.encode(given))
    return {name: sorted(value) if isinstance(value, list) else value for name, value in plain.items()}


def test_a_field_that_hangs_on_another_says_so_and_lists_each_value_once() -> None:
    there = TerritoryField("dst", by="src", table={"1": (2, 3), "4": (3,)})
    many = NumberField("force", by="src", table={"1": (1, 4), "4": (2, 9)})
    empty = NumberField("spare", by="src", table={})
    first, second, third = form_of(odd(there, many, empty), "odd.answer")
    assert [(option.value, option.by) for option in first.options] == [("2", "1"), ("3", "1")]
    assert first.hint == second.hint == "depends on src"
    assert (second.least, second.most) == (1, 9)
    assert (third.least, third.most) == (0, 0)


def test_a_field_names_in_words_what_it_hangs_on_and_is_silent_where_it_hangs_on_nothing() -> None:
    named = NumberField("force", by="own_dice", table={"1": (1, 4)})
    first, second = form_of(odd(named, NumberField("spare", 0, 3)), "odd.answer")
    assert (first.hint, second.hint) == ("depends on own dice", "")


def test_facts_of_the_decision_are_told_by_name() -> None:
    names = engine.mapgraph(odd().map).names
    card = generic_panel(desk_of(odd(src=1, dst=2, at=3, seat=0, by=9, most_dice=3, open=True, rest=[1], none=None)))
    colour = odd().seats[0].colour.capitalize()
    assert card.data.about == (
        ("from", names[1]),
        ("to", names[2]),
        ("at", names[3]),
        ("seat", colour),
        ("by", "nobody"),
        ("most dice", "3"),
    )
    assert card.heading == "Choose something"


def test_a_form_that_says_nothing_of_what_is_asked_is_unclear() -> None:
    view = odd(TerritoryField("where", (3,)), NumberField("how_many", least=1, most=3))
    for fields, says in [
        ({"act": "odd.other"}, "cannot do that now"),
        ({"act": "odd.answer"}, "Choose something for “where”"),
        ({"act": "odd.answer", "f-where": "[" * 5000}, "Choose something for “where”"),
        ({"act": "odd.answer", "f-where": "3", "f-how_many": "many"}, "“many” is not a whole number"),
    ]:
        query = QueryDict(mutable=True)
        query.update(fields)
        with pytest.raises(IncompleteForm, match=says):
            action_from_form(query, view, GRAPH)
