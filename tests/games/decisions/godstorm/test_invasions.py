"""Invasions of Godstorm as people meet them: gods who go along or stay, what lies ahead, plague, empty land."""

from __future__ import annotations

import re
from typing import Any

import pytest

import engine
from games.decisions.attack.choices import choose_source
from games.decisions.kit.context import PageContext, Selection
from games.decisions.kit.page_types import GameHeader, PageData
from games.decisions.registry import suggested_orders
from games.families.godstorm.invasions import godswar_chance
from tests.games.decisions.godstorm.kit import codes, meeting, war_state, words_of
from tests.games.decisions.positions import Asked, asked_at, ordered

pytestmark = pytest.mark.django_db


def invasion(**keys: Any) -> tuple[Asked, str, str]:
    asked = asked_at(meeting(**keys))
    src, dst = codes(asked, "Gaul", "Liguria")
    return asked, src, dst


def test_gods_go_along_by_their_own_names() -> None:
    asked, src, dst = invasion()
    page = asked.page(f"?src={src}&dst={dst}")
    words = words_of(page)
    assert "Invade Liguria?" in words and "Who goes along" in words and "8 sides" not in words
    assert "Ares God of war. Wins ties in the battles he fights in." in words
    assert "with Zeus and Ares" in words or "with Ares and Zeus" in words
    assert "attack Gaul Liguria until captured" in page and "Commanders" not in words
    assert "Odin" in words and "Loki" in words, "who stands on the other side is named too"


def test_gods_can_stay_behind() -> None:
    asked, src, dst = invasion()
    one = asked.page(f"?src={src}&dst={dst}&led=1&lead-war=1")
    assert "attack Gaul Liguria with war until captured" in one and "with Ares" in words_of(one)
    none = asked.page(f"?src={src}&dst={dst}&led=1&dice=2&go=once")
    assert "attack Gaul Liguria with no gods 2" in none and "with no gods" in words_of(none)
    fields = {"led": "1", "lead__war": "1", "lead__sky": "1", "dice": "0", "go": "once"}
    assert asked.post(act="battle.attack", src=src, dst=dst, **fields) == 302
    row = asked.play.waiting
    assert row.kind == "godswar.asked" and row.seat == asked.row.seat


@pytest.mark.parametrize("way", [("Gaul", "Egypt"), ("Egypt", "Gaul"), ("Gaul", "Underworld I")])
def test_a_form_for_an_invasion_that_is_not_possible_is_refused(way: tuple[str, str]) -> None:
    asked, *_way = invasion()
    src, dst = codes(asked, *way)
    assert asked.post(act="battle.attack", src=src, dst=dst, led="1", lead__war="1", go="once") == 422


def test_an_invasion_says_what_is_ahead() -> None:
    asked, src, dst = invasion(miracles={"blue": ["Lava Erupts"]})
    words = words_of(asked.page(f"?src={src}&dst={dst}"))
    assert re.search(r"Gods meet first: \d+ % chance to win the first godswar\.", words)
    assert "The defender rerolls ones." in words
    assert "Blue can answer with a Sky card." in words
    assert "Gods who go along move in if you capture it." in words
    assert "Before each roll, others can play a card." not in words


def test_targets_are_listed_with_gods_and_temples() -> None:
    asked, src, _dst = invasion(plague=["Liguria"])
    assert "Blue, 5 armies, Odin, Loki, temple, plague" in words_of(asked.page(f"?src={src}"))


def test_nobody_can_be_invaded_without_an_army_to_spare() -> None:
    view = engine.view_for(meeting(), 0)
    data = PageData(GameHeader("Long Winter", "Risk Godstorm"), (), "/")
    panel = choose_source(PageContext(view, view.graph, data, Selection()), ())
    assert panel.heading == "No invasion is possible" and not panel.data.best and not panel.data.more
    assert panel.data.nobody.startswith("None of your territories has both 1 army to spare and a territory")


def test_plague_is_warned_of() -> None:
    asked, src, dst = invasion(plague=["Liguria"])
    words = words_of(asked.page(f"?src={src}&dst={dst}"))
    assert "Plague in Liguria banishes gods and kills half of the armies that move in." in words
    without = words_of(asked.page(f"?src={src}&dst={dst}&led=1"))
    assert "Plague in Liguria kills half of the armies that move in." in without


def test_empty_land_is_walked_into_with_gods() -> None:
    board = "red: Gaul 8 | blue: Roma 2 | green: *1 | empty: Liguria"
    asked = asked_at(war_state(board, gods={"red": {"war": "Gaul", "sky": "Gaul"}}))
    src, dst = codes(asked, "Gaul", "Liguria")
    page = asked.page(f"?src={src}&dst={dst}")
    assert "Gods who go along move in too." in words_of(page) and "if you capture it" not in words_of(page)
    assert "Walk into Liguria" in words_of(page) and 'name="lead-war"' in page and 'name="dice"' not in page
    assert asked.post(act="battle.attack", src=src, dst=dst, go="once", then="all", led="1", lead__sky="1") == 302
    at = {piece.kind: asked.view.graph.codes[piece.at] for piece in asked.play.view().pieces if piece.seat == 0}
    assert at == {"war": src, "sky": dst}


RELICS = {"red": ["Mjolnir"], "blue": ["Gungnir"]}


@pytest.mark.parametrize("gods", ["", "with sky", "with war"])
@pytest.mark.parametrize("relics", [{}, RELICS])
def test_the_chance_of_a_godswar_before_it_is_that_of_its_own_panel(gods: str, relics: dict[str, list[str]]) -> None:
    state = meeting(relics=relics, underworld="red: u12 2, u9 3 | blue: u13 1")
    before, src, dst = engine.view_for(state, 0), *territories("Gaul", "Liguria")
    going = tuple(gods.split()[1:]) or ("sky", "war")
    asked = engine.view_for(ordered(state, 0, f"attack Gaul Liguria {gods}"), 0)
    assert godswar_chance(before, src, dst, going) == pytest.approx(about_of(asked), abs=0.0001)


def about_of(view: engine.PlayerView) -> float:
    """Return the attacker's chance as the question for a god gives it; of one god, as the defender is asked."""
    return float(view.about["chance"])


def territories(*names: str) -> list[int]:
    return [engine.mapgraph("ancient_world").names.index(name) for name in names]


def test_who_stays_behind_wages_no_godswar_and_needs_not_move_in() -> None:
    asked, src, dst = invasion()
    words = words_of(asked.page(f"?src={src}&dst={dst}&led=1"))
    assert "Gods meet first" not in words and "Gods who go along" not in words


def test_what_comes_after_the_attacks_is_said_as_it_is() -> None:
    def said(board: str, **keys: Any) -> list[str]:
        view = engine.view_for(war_state(board, **keys), 0)
        return [each.note for each in suggested_orders(view) if each.words == "End your attacks"]

    alone = "red: Gaul 8 | blue: Liguria 5 | green: *1"
    assert said("red: Gaul 8, Iberia 3 | blue: Liguria 5 | green: *1") == ["goes on to the free move"]
    assert said(alone, heaven={"red": 2}) == ["goes on to the Underworld"]
    assert said(alone) == [], "the turn ends"
    below = "red: Gaul 8, {} | blue: Liguria 5 | green: *1"
    assert said(below.format("u12 3")) == ["goes on to the Underworld"] and said(below.format("u12 1")) == []
