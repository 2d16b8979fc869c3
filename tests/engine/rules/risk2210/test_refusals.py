"""Refusals call Commanders and Space Stations by their names, not by the words of orders."""

import pytest

from engine import Action, FastChance, Force, IllegalAction, apply
from engine.mechanics.battle.types import Attack
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
