"""Lines of a story of Godstorm: a fight, a card or plague is one line with all that follows from it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import engine
from games.decisions.kit.page_types import StoryLine
from games.pages.by_seat import is_hit
from games.pages.story import EntryEvents, story_lines
from games.wording.narration import names_for
from tests.games.families.test_godstorm import state_of

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def story_after(state: engine.GameState, *orders: tuple[int, str], viewer: int = 1, luck: int = 1) -> list[StoryLine]:
    """Lines of what these orders do, each of which is an entry."""
    entries = []
    for seq, (seat, text) in enumerate([*orders, *((1, "defend 1") for _ in range(20))], start=1):
        asked = engine.open_decision(state)
        if seq > len(orders) and (asked is None or asked.kind != "battle.defend_asked"):
            break
        done = engine.apply(state, engine.parse_order(text, engine.view_for(state, seat)), engine.FastChance(luck))
        state = done.state
        events = [engine.event_to_json(engine.event_for(event, viewer)) for event in done.events]
        entries.append(EntryEvents(seq, NOW, events))
    names = names_for(engine.view_for(state, viewer), html=False)
    return list(story_lines(entries, names))


def words(line: StoryLine) -> str:
    return f"{line.text} {line.loss}".strip()


def test_a_fight_of_many_throws_is_one_line_with_the_way_of_its_dead() -> None:
    board = "red: Gaul 9 | blue: Iberia 6, Anglia 1 | green: *1"
    state = state_of(board=board, gods={"red": {"war": "Gaul"}}, temples={"Iberia": True}, relics={}, miracles={})
    (line,) = story_after(state, (0, "attack Gaul Iberia until captured, then advance all"))
    told = words(line)
    assert len(line.throws) == 6 and "You lost 6 armies. 6 of your armies reached Avalon." in told, told
    assert line.text.startswith("Red took <b>Iberia</b> from you")
    assert "Red took over the temple in Iberia." in told and line.throws[-1].result == "captured, 8 move in"


def test_a_godswar_is_one_line_with_the_god_it_banished() -> None:
    state = state_of(relics={}, miracles={})
    first, *_rest = story_after(state, (0, "attack Gaul Iberia"))
    assert first.text.startswith("Red fought a godswar for Iberia from Gaul: ") and first.loss.endswith("banished.")
    assert is_hit(first, "blue") and not is_hit(first, "red")


def test_a_card_is_one_line_with_all_that_it_did() -> None:
    hands: Any = {"red": ["Heroes Are Born", "Storms Rage", "Eagles Take Wing"]}
    state = state_of(step="play", miracles=hands, relics={})
    heroes, storms, eagles, *_ = story_after(
        state,
        (0, "play Heroes Are Born at Gaul"),
        (0, "play Storms Rage on Egypt"),
        (0, "play Eagles Take Wing from Gaul to Roma with 3"),
    )
    assert words(heroes) == "Red played Heroes Are Born. Red added 3 armies in Gaul."
    assert storms.text == "Red played Storms Rage on Egypt." and storms.victims == ("green",)
    assert "Red rolled " in storms.loss and storms.loss.endswith(" of Green’s armies reached Duat.")
    assert words(eagles).startswith("Red played Eagles Take Wing for 1 faith. Red moved 3 armies") and eagles.number


def test_whoever_loses_something_to_a_card_is_hit() -> None:
    hands: Any = {"red": ["Crops Wither"], "blue": ["Lava Erupts"]}
    state = state_of(step="play", miracles=hands, gods={"red": {"death": "Gaul"}}, relics={})
    line, *_rest = story_after(state, (0, "play Crops Wither on blue"))
    assert line.loss == "You had to discard Lava Erupts." and is_hit(line, "blue") and not is_hit(line, "red")


def test_what_an_epoch_begins_with_is_not_told_with_the_turn_before() -> None:
    state = state_of(step="fortify", relics={"blue": ["The Golden Fleece"]}, heaven={}, miracles={})
    lines = story_after(state, (0, "end turn"))
    drew = next(line for line in lines if "War deck" in words(line))
    assert drew.colour == "blue" and drew.text.startswith("You drew ")


def test_the_way_of_the_dead_is_told_with_the_losses_and_gods_together() -> None:
    emptied = {"type": "land.emptied", "seat": 2, "at": 1}
    banished = [{"type": "gods.banished", "seat": 2, "kind": kind, "at": 1} for kind in ("war", "sky")]
    dead = {"type": "dead.reached_heaven", "seat": 2, "at": 56, "armies": 1}
    labor = {"type": "labors.done", "seat": 0, "deck": "war"}
    names = names_for(engine.view_for(state_of(relics={}, miracles={}), 1), html=False)
    entry = EntryEvents(1, NOW, [emptied, dead, *banished, dead, labor])
    (line,) = story_lines([entry], names)
    assert line.text.startswith("Nobody holds ") and line.text.endswith(" now: Green has no armies left there.")
    assert line.loss.startswith("2 of Green’s armies reached ") and line.loss.endswith("Red completed the War Labor.")
    assert " and Ra were banished. " in line.loss, line.loss
