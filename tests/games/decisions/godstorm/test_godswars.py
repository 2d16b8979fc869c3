"""Godswars as people meet them: who fights, who knows whom, another one or none."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from games.decisions.godstorm.godswar import own_chance, side_rows
from games.decisions.registry import generic_parts, prompt_for
from tests.games.decisions.godstorm.kit import after, meeting, suggests, war_state, words_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("kind", ["godswar.asked", "godswar.go_on_asked"])
def test_every_question_has_parts_of_its_own(kind: str) -> None:
    assert generic_parts(kind) == []


def test_a_god_is_named_on_both_sides() -> None:
    first = after(meeting(), "attack Gaul Liguria")
    assert first.row.kind == "godswar.asked" and first.row.seat == 0
    page = first.page()
    words = words_of(page)
    assert "Which god fights the godswar?" in words and 'value="war"' in page and "Zeus God of the sky." in words
    assert "Dice 4 4" in words and "Armies 7 5" in words and "Wins ties yes no" in words
    assert "chance to win this godswar" in words and "Ares" in prompt_for(first.view).lead
    assert sorted(suggests(first)) == ["godswar sky", "godswar war"]
    assert first.post(act="godswar.name", god="magic") == 422
    assert first.post(act="godswar.name", god="war") == 302


def test_the_defender_knows_whom_the_attacker_sends() -> None:
    second = after(meeting(), "attack Gaul Liguria", "godswar war")
    words = words_of(second.page())
    assert second.row.seat == 1 and "Who fights Ares?" in words and "Odin" in words
    assert sorted(suggests(second)) == ["godswar death", "godswar sky"]


def test_a_godswar_is_followed_by_another_or_called_off() -> None:
    third = after(meeting(), "attack Gaul Liguria", "godswar war", "godswar death")
    assert third.row.kind == "godswar.go_on_asked" and third.row.seat == 0
    words = words_of(third.page())
    assert "Fight another godswar?" in words and "Call the invasion off" in words
    assert suggests(third) == ["fight on", "call off"]
    assert third.post(act="godswar.call_off") == 302
    assert third.play.waiting.kind == "battle.attack_asked"


def both_sides(viewer: int, attacker: dict[str, Any], defender: dict[str, Any]) -> Any:
    usual = {"gods": (), "dice": 2, "armies": 3, "bonus": 0, "again": False}
    sides = [{"seat": 4, **usual, **attacker}, {"seat": 5, **usual, **defender}]
    return SimpleNamespace(viewer=viewer, about={"chance": 0.75, "sides": sides, "ties_to_attacker": False})


def test_each_side_reads_its_own_chance_and_what_either_brings() -> None:
    assert [own_chance(both_sides(viewer, {}, {})) for viewer in (4, 5)] == [0.75, 0.25]
    plain = {row.label: (row.attack, row.defend) for row in side_rows(both_sides(4, {}, {}))}
    assert plain == {"Gods": ("", ""), "Dice": ("2", "2"), "Armies": ("3", "3"), "Wins ties": ("no", "yes")}
    for attacker, defender, more in (
        ({"again": True}, {}, {"Rerolls ones": ("yes", "no")}),
        ({}, {"again": True}, {"Rerolls ones": ("no", "yes")}),
        ({"bonus": 2}, {}, {"Relics and cards": ("+2", "+0")}),
        ({"dice": 1}, {"armies": 9}, {"Dice": ("1", "2"), "Armies": ("3", "9")}),
    ):
        rows = {row.label: (row.attack, row.defend) for row in side_rows(both_sides(4, attacker, defender))}
        assert rows == plain | more


def test_a_godswar_is_shown_with_its_dice_on_the_panel_that_follows() -> None:
    """Whatever its dice bring: another one, a capture, or the next invasion."""
    gods = {"red": {"war": "Gaul", "sky": "Gaul"}, "blue": {"sky": "Liguria"}}
    first = after(war_state("red: Gaul 8 | blue: Liguria 1, Roma 9 | green: *1", gods=gods), "attack Gaul Liguria")
    assert 'class="duel"' not in first.page()
    assert first.post(act="godswar.name", god="war") == 302
    page = first.page()
    panel = page[page.index('<ol class="fight"') :]
    assert "You fought a godswar for Liguria from Gaul" in words_of(page)
    assert panel.index('class="duel"') < panel.index(" in all</span>") < panel.index("</ol>")
