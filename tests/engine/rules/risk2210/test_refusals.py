"""Refusals call Commanders, Space Stations and MODs by their names, not by the words of orders."""

import pytest

from engine import Action, FastChance, Force, IllegalAction, apply, ruleset
from engine.mechanics.battle.types import Attack
from engine.mechanics.deploy import Place
from engine.mechanics.fortify import Fortify
from engine.mechanics.purchase import Build, Hire
from tests.engine.rules.risk2210.cards.kit import at, holding

JAPAN, EGYPT = at("Japan"), at("Egypt")


@pytest.mark.parametrize(
    ("step", "order", "says"),
    [
        ("invade", Attack(0, JAPAN, at("Pevek"), dice=1, leaders=("naval",)), "Your Naval Commander cannot lead"),
        ("fortify", Fortify(0, JAPAN, EGYPT, Force(1, ("land",))), "You have no Land Commander in Japan"),
        ("hire", Hire(0, "space", JAPAN), "You cannot have a Space Commander now"),
        ("hire", Build(0, "station", at("Tycho")), "You cannot put a Space Station in Tycho"),
        ("hire", Hire(0, "w" * 99, JAPAN), "You cannot have a " + "w" * 79 + "… now"),
    ],
)
def test_pieces_are_called_by_their_titles(step: str, order: Action, says: str) -> None:
    with pytest.raises(IllegalAction, match=says):
        apply(holding(step=step), order, FastChance(1))


@pytest.mark.parametrize(("rules", "says"), [("risk2210", "1 MOD"), ("modern", "1 army")])
def test_a_single_army_is_counted_as_one(rules: str, says: str) -> None:
    assert ruleset(rules).count_armies(1) == says


def test_armies_to_place_are_counted_in_the_words_of_the_game() -> None:
    state = holding(step="collect")
    with pytest.raises(IllegalAction, match=rf"You have {state.pool} MODs to place"):
        apply(state, Place(0, ((JAPAN, state.pool + 1),)), FastChance(1))
