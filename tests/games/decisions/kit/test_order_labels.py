"""What links call orders in 2210 and Godstorm: whole sentences, in the words of players."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from functools import cache

import pytest

import engine
from engine import bots
from games.decisions.kit.order_labels import aim_words, describe_moved, force_words
from games.decisions.kit.prompts import Suggestion
from games.decisions.registry import suggested_orders

pytestmark = pytest.mark.nothing_new

RAW = re.compile(r"\bu\d+\b|\bmarker\b|\b(?:land|naval|space|nuclear|diplomat|mods?|death|magic|sky|war)\b|,\S|  |%\(")
"""What an order says and a sentence does not: codes, kinds of pieces and decks in small letters."""


@cache
def labels(rules: str) -> dict[str, list[Suggestion]]:
    """The suggestions of whole games between bots, by the kind of the question."""
    found: dict[str, list[Suggestion]] = defaultdict(list)
    for seed in (0, 1, 2):
        state = engine.new_game(rules, ["red", "blue", "green"], chance=engine.FastChance(seed)).state
        rng = random.Random(seed)
        for step in range(900):
            asked = engine.open_decision(state)
            if asked is None:
                break
            view = engine.view_for(state, asked.seats[0])
            if len(found[asked.kind]) < 60:
                found[asked.kind] += suggested_orders(view)
            bot = "veteran" if step % 3 else "random"
            state = engine.apply(state, bots.choose(bot, view, rng), engine.FastChance(step)).state
    return found


@pytest.mark.no_cover
@pytest.mark.parametrize("rules", ["risk2210", "godstorm"])
def test_a_link_is_called_by_a_sentence(rules: str) -> None:
    found = labels(rules)
    assert len(found) > 12
    for kind, suggestions in found.items():
        assert suggestions, kind
        for each in suggestions:
            assert each.sentence[0].isupper() and " " in each.sentence.replace("Decline", "D "), (kind, each.sentence)
            assert not RAW.search(each.sentence.replace("Alaska", "")), (kind, each.sentence)


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("rules", "kind", "pattern"),
    [
        ("risk2210", "purchase.hire_asked", r"Hire a \w+ Commander in .+ for 3 energy"),
        ("risk2210", "purchase.hire_asked", r"Build a Space Station in .+ for 5 energy"),
        ("risk2210", "purchase.hire_asked", r"Stop buying and go on to cards"),
        ("risk2210", "purchase.buy_asked", r"Buy 1 Land card for 1 energy"),
        ("risk2210", "purchase.buy_asked", r"Stop buying and go on"),
        ("risk2210", "opening.first_asked", r"Place a Space Station in .+"),
        ("risk2210", "bidding.bid_asked", r"Bid \d+ energy for an early turn"),
        ("risk2210", "bidding.bid_asked", r"Bid nothing and take the earliest turn left"),
        ("risk2210", "bidding.marker_asked", r"Take the second turn"),
        ("risk2210", "battle.attack_asked", r"Invade .+ from .+ until captured, then advance all"),
        ("risk2210", "battle.attack_asked", r"End your invasions"),
        ("risk2210", "deploy.place_asked", r"Place \d+ MODs on .+"),
        ("risk2210", "occupy.advance_asked", r"Advance with \d+ MODs(, the .+)? and the .+"),
        ("godstorm", "purchase.hire_asked", r"Build a temple in .+ for \d faith"),
        ("godstorm", "opening.first_god_asked", r"Place (Ares|Set|Thor|Nuada|Gilgamesh|Odin) in .+"),
        ("godstorm", "godswar.asked", r"Fight the godswar with [A-Z]\w+"),
        ("godstorm", "fortify.move_asked", r"Move nothing and go on to the Underworld"),
        ("godstorm", "deploy.place_asked", r"Place \d+ armies on .+"),
    ],
)
def test_a_label_says_price_place_and_meaning(rules: str, kind: str, pattern: str) -> None:
    said = {each.sentence for each in labels(rules)[kind]}
    assert any(re.fullmatch(pattern, sentence) for sentence in said), sorted(said)[:20]


def test_a_card_that_moves_pieces_alone_counts_no_armies() -> None:
    view = engine.view_for(engine.new_game("risk2210", ["red", "blue"], chance=engine.FastChance(1)).state, 0)
    assert describe_moved(view, {"pieces": ("land",)}) == force_words(view, {"armies": 0, "pieces": ("land",)})
    assert describe_moved(view, {"armies": 2}) == "2 MODs" and describe_moved(view, {}) == ""


@pytest.mark.parametrize(("seat", "player", "piece"), [(0, "Red", "your Diplomat"), (1, "Blue", "Blue’s Diplomat")])
def test_a_card_is_aimed_at_any_seat_the_first_included(seat: int, player: str, piece: str) -> None:
    view = engine.view_for(engine.new_game("risk2210", ["red", "blue"], chance=engine.FastChance(1)).state, 0)
    assert aim_words(view, {"target": seat}) == player
    assert aim_words(view, {"target": seat, "what": "diplomat"}) == piece
    assert aim_words(view, {}) == ""
