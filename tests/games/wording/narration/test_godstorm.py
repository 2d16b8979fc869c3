"""What happens in a game of Godstorm, in sentences: all of it can be told to anybody, and nothing that is hidden."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import engine
from engine.bots import choose
from games.wording.narration import SENTENCES, Names, names_for, sentence
from games.wording.narration.roles import IN_STORY, Role
from games.wording.narration.toll import toll

SEATS = ("red", "blue", "green")
NAMES = Names(SEATS, engine.mapgraph("ancient_world"), viewer=1, html=False, rules="godstorm")
AT = {name: number for number, name in enumerate(NAMES.graph.names)}
GAUL, ROMA, VALHALLA = AT["Gaul"], AT["Roma"], AT["Valhalla"]
BOOK = engine.catalogue_of("godstorm", {}).numbers
GODSWAR = {
    "type": "godswar.fought",
    "seat": 0,
    "src": GAUL,
    "dst": ROMA,
    "defender": 1,
    "attack_god": "war",
    "defend_god": "sky",
    "attack": [6, 5, 2],
    "defend": [4, 4, 1],
    "attack_total": 18,
    "defend_total": 12,
    "won": True,
}


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ({"type": "pantheons.chosen", "seat": 1, "pantheon": "Norse"}, "You play the Norse."),
        (
            {"type": "pantheons.rolled", "throws": [[[0, 2], [1, 5], [2, 2]], [[0, 1], [2, 6]]], "order": [1, 2, 0]},
            "Everyone rolled for the choice of pantheons: Red 2, you 5, Green 2; Red 1, Green 6. They choose in this "
            "order: you, Green and Red.",
        ),
        ({"type": "plagues.drawn", "at": [GAUL, ROMA]}, "There is plague in Gaul and Roma."),
        (
            {"type": "faith.faith_gathered", "seat": 0, "land": 4, "temples": 2, "left": 9},
            "Red gathered 6 faith, 2 of it from temples.",
        ),
        ({"type": "faith.temples_paid", "seat": 0, "at": [GAUL]}, "The temple in Gaul brought 1 army."),
        (
            {"type": "faith.relic_paid", "seat": 1, "relic": "Excalibur", "armies": 4, "faith": 0},
            "Excalibur brought you 4 armies.",
        ),
        (
            GODSWAR,
            "Red fought a godswar for Roma from Gaul: Red’s god of war 18 in all (dice 6, 5, 2) against your god of "
            "the sky 12 in all (dice 4, 4, 1). Red won.",
        ),
        ({"type": "gods.banished", "seat": 1, "kind": "sky", "at": ROMA}, "Your god of the sky was banished."),
        (
            {"type": "dead.reached_heaven", "seat": 1, "at": VALHALLA, "armies": 2},
            "2 of your armies reached Valhalla.",
        ),
        ({"type": "plague.struck", "seat": 0, "at": GAUL, "armies": 1}, "Plague in Gaul: Red lost 1 army."),
        (
            {"type": "sparing.kept", "seat": 1, "at": ROMA, "armies": 2},
            "You kept 2 armies with The Tree of Life for 2 faith.",
        ),
        ({"type": "temples.taken", "seat": -1, "at": GAUL, "was": 0}, "The temple in Gaul belongs to nobody now."),
        ({"type": "embark.moved", "seat": 0, "at": [[42, 2]], "left": 0}, "Red embarked from heaven: 2 armies in "),
        ({"type": "miracles.drawn", "seat": 0, "deck": "war", "card": None}, "Red drew a card from the War deck."),
        (
            {"type": "miracles.drawn", "seat": 1, "deck": "war", "card": BOOK["Storms Rage"]},
            "You drew Storms Rage from the War deck.",
        ),
        (
            {"type": "cards.taken", "seat": 0, "of": 2, "deck": "war", "card": None, "lost": None},
            "Red took a War card from Green.",
        ),
        (
            {"type": "cards.taken", "seat": 0, "of": 1, "deck": "war", "card": None, "lost": BOOK["Storms Rage"]},
            "Red took Storms Rage from you.",
        ),
        ({"type": "cards.hand_shown", "seat": 0, "of": 2, "cards": None}, "Red looked into Green’s hand."),
        ({"type": "cards.turned_over", "seat": 0, "deck": "continents", "cards": [0]}, "Red turned over Europa."),
        (
            {"type": "cards.turned_over", "seat": 0, "deck": "death", "cards": [BOOK["Crops Wither"]]},
            "Red turned over Crops Wither.",
        ),
        ({"type": "cards.turned_over", "seat": 0, "deck": "territories", "cards": [GAUL]}, "Red turned over Gaul."),
        ({"type": "cards.undone", "seat": 1, "by": 0, "card": "Storms Rage"}, "Your Storms Rage had no effect."),
        (
            {"type": "miracles.epoch_turned_back", "epoch": 2},
            "The epoch marker went back: the game lasts one epoch longer.",
        ),
        ({"type": "epochs.ended", "next": 3}, "The epoch ended."),
        (
            {"type": "elimination.left", "seat": 0, "dead": [[42, 2], [VALHALLA, 3]], "relics": [], "faith": 4},
            "Gone with Red: 5 armies and 4 faith.",
        ),
    ],
)
def test_what_is_told(event: dict[str, Any], said: str) -> None:
    told = sentence(event, NAMES)
    assert told.startswith(said) and (told == said or event["type"] == "embark.moved")


def test_land_that_a_card_takes_is_told_in_sums_of_a_turn() -> None:
    taken = {"type": "miracles.land_taken", "seat": 0, "at": GAUL, "was": 1, "armies": 4}
    assert toll([taken], NAMES) == "Red took Gaul from you."


def test_gods_have_their_own_names_where_pantheons_are_known() -> None:
    state = engine.new_game("godstorm", list(SEATS), chance=engine.FastChance(5)).state
    state.pantheons = (3, 4, 0)
    told = sentence(GODSWAR, names_for(engine.view_for(state, 1), html=False))
    assert "Ares 18 in all (dice 6, 5, 2) against Odin 12 in all (dice 4, 4, 1)." in told


def played(seed: int) -> Iterator[tuple[engine.PlayerView, Any]]:
    """The events of a game between bots, each with what a spectator sees after it."""
    rng, chance = random.Random(seed), engine.FastChance(seed)
    played = engine.new_game("godstorm", list(SEATS), chance=chance)
    for _ in range(4000):
        seen = engine.view_for(played.state, None)
        yield from ((seen, event) for event in played.events)
        asked = engine.open_decision(played.state)
        if asked is None:
            return
        view = engine.view_for(played.state, asked.seats[0])
        played = engine.apply(played.state, choose("recruit", view, rng), chance)


@pytest.mark.no_cover
def test_a_whole_game_can_be_told_to_anybody() -> None:
    kinds = set()
    for seen, event in played(11):
        for viewer in (None, 0, 1):
            names = Names(SEATS, NAMES.graph, viewer, rules="godstorm", options=seen.options, view=seen)
            text = sentence(engine.event_for(event, viewer), names)
            assert text.endswith((".", "</b>.")) and "None" not in text and "%(" not in text, text
            assert "  " not in text and "somewhere" not in text, text
        kinds.add(engine.event_to_json(event)["type"])
    assert len(kinds) > 25 and kinds <= SENTENCES.keys() and any(IN_STORY[kind].role is Role.ASIDE for kind in kinds)
