"""Lines of a story: a fight is one line whatever parts it, and sealed answers are told until they open."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime
from typing import Any

import pytest

import engine
from games.decisions.attack.choices import last_duels
from games.decisions.kit.page_types import StoryLine
from games.mail.parts import item_of
from games.pages.by_seat import is_hit
from games.pages.story import EntryEvents, arrows_of, story_lines
from games.selectors.history import lines_touching
from games.selectors.story import lands_of
from games.wording.narration import Names, names_for, sentence
from tests.games.decisions.risk2210.kit import state_of

NAMES = Names(("red", "blue", "green"), engine.mapgraph("earth2210"), rules="risk2210")
JAPAN, ALDEN, HONG_KONG = (NAMES.graph.names.index(name) for name in ("Japan", "Alden", "Hong Kong"))
NOW = datetime(2026, 1, 1, tzinfo=UTC)

THROW = {
    "type": "battle.fought",
    "seat": 0,
    "src": JAPAN,
    "dst": ALDEN,
    "defender": 1,
    "attack": [6, 3],
    "defend": [5, 4],
    "attack_losses": 1,
    "defend_losses": 1,
    "src_left": 3,
    "dst_left": 2,
}
LOST = {"type": "battle.lost", "seat": 0, "lost": [[JAPAN, {"armies": 1, "pieces": []}]], "struck": False}
FALLEN = {**LOST, "lost": [[JAPAN, {"armies": 0, "pieces": ["naval"]}]]}
CAPTURED = {"type": "battle.captured", "seat": 0, "src": JAPAN, "dst": ALDEN, "was": 1}
MOVED = {"type": "occupy.moved", "seat": 0, "src": JAPAN, "dst": ALDEN, "force": {"armies": 2, "pieces": ["land"]}}
ANSWERED = {"type": "turn.answered", "seat": 1, "kind": "reaction.asked"}


def story(*entries: list[dict[str, Any]], disputed: Collection[int] = ()) -> tuple[StoryLine, ...]:
    told = [EntryEvents(seq, NOW, events) for seq, events in enumerate(entries, start=1)]
    return story_lines(told, NAMES, disputed)


def test_a_fight_that_stops_for_answers_is_one_line() -> None:
    """Windows and choices of losses part an order into many entries."""
    (line,) = story([ANSWERED], [THROW], [LOST], [ANSWERED], [THROW], [FALLEN], [CAPTURED, MOVED])
    assert line.text == "Red took <b>Alden</b> from Blue, attacking from Japan."
    assert line.loss == "Red lost 2 units, Blue 2. Red chose to lose the Naval Commander in <b>Japan</b>."
    assert len(line.throws) == 2 and line.throws[-1].result == "captured, 3 move in"


def test_answers_are_told_until_they_are_opened() -> None:
    late = {"type": "host.late", "seat": 2}
    assert [line.text for line in story([ANSWERED], [late])] == [
        "Green did not answer in time, so the site answered for them.",
        "Blue has answered.",
    ]
    assert [line.text for line in story([ANSWERED], [LOST])] == ["Red chose to lose 1 MOD in <b>Japan</b>."]


def test_a_sealed_bid_is_told_in_the_words_of_its_panel() -> None:
    (line,) = story([{**ANSWERED, "kind": "bidding.bid_asked"}])
    assert line.text == "Blue has bid."


def test_what_a_turn_collects_as_it_begins_belongs_to_that_turn() -> None:
    """It stands in the entry that ends the turn before; what follows in other entries is found by their numbers."""
    collected = {"type": "energy.collected", "seat": 1, "energy": 4}
    ends = [LOST, {"type": "turn.ended", "seat": 0}, {"type": "turn.began", "seat": 1, "round": 2}, collected]
    assert [line.turn for line in story(ends, [LOST])] == [None, (2, 1), None]


def test_land_of_nobody_that_is_walked_into_is_told_and_drawn() -> None:
    (line,) = story([{**CAPTURED, "was": -1}, MOVED])
    assert line.text == "Red took <b>Alden</b>, which nobody held, from <b>Japan</b>."
    assert (line.number, line.src, line.dst, line.held) == (1, JAPAN, ALDEN, False)


def test_the_first_pieces_of_a_seat_are_one_line() -> None:
    """Those that are paid for are told one by one, with their prices."""
    placed = {"type": "purchase.hired", "seat": 0, "kind": "land", "at": JAPAN, "price": 0}
    naval = {**placed, "kind": "naval"}
    station = {**placed, "type": "purchase.built", "kind": "station", "at": ALDEN}
    other = {**placed, "seat": 1, "kind": "diplomat"}
    paid = {**placed, "price": 3}
    assert [line.text for line in story([placed], [naval], [station], [other, paid, {**paid, "kind": "naval"}])] == [
        "Red placed a Land Commander and a Naval Commander in <b>Japan</b> and a Space Station in <b>Alden</b>.",
        "Blue placed a Diplomat in <b>Japan</b>.",
        "Red hired a Land Commander in <b>Japan</b> for 3 energy.",
        "Red hired a Naval Commander in <b>Japan</b> for 3 energy.",
    ]


@pytest.mark.parametrize("at", [JAPAN, [JAPAN], [[JAPAN, 2]]], ids=["place", "places", "heaps"])
def test_places_of_an_event_are_found_in_each_form(at: object) -> None:
    assert lands_of({"type": "stations.paid", "seat": 0, "at": at}) == [JAPAN]


DECLARED = {"type": "battle.declared", "seat": 0, "src": JAPAN, "dst": ALDEN, "defender": 1}


def test_an_attack_whose_next_throw_waits_is_still_going_on() -> None:
    """Also after a card that was played while it waits; once the attack is over it did not take the land."""
    going_on = "Red attacked <b>Alden</b> from Japan, so far without taking it."
    waiting = [DECLARED], [THROW, DECLARED], [{**LOST, "seat": 1, "struck": True}]
    assert story(*waiting)[0].text == story(*waiting[:2])[0].text == going_on
    (thrown, _dice) = story([THROW, {**THROW, "type": "battle.thrown"}])
    assert thrown.text == going_on
    over = story([DECLARED], [THROW, DECLARED], [{"type": "battle.cancelled", "seat": 0, "src": JAPAN, "dst": ALDEN}])
    assert over[0].text == "Red attacked <b>Alden</b> from Japan but did not take it."


@pytest.mark.parametrize("disputed", [(JAPAN, ALDEN), (JAPAN,), (ALDEN,)], ids=["dice", "own losses", "losses"])
def test_an_attack_whose_dice_or_losses_are_asked_for_is_still_going_on(disputed: Collection[int]) -> None:
    going_on = "Red attacked <b>Alden</b> from Japan, so far without taking it."
    assert story([THROW], [LOST, THROW], disputed=disputed)[0].text == going_on
    over = "Red attacked <b>Alden</b> from Japan but did not take it."
    assert story([THROW], [{"type": "turn.ended", "seat": 0}], disputed=disputed)[0].text == over
    assert story([THROW], disputed=(*disputed, HONG_KONG))[0].text == over, "the question is about another fight"
    assert "took" in story([THROW, CAPTURED, MOVED], disputed=disputed)[0].text


CARD = {"type": "cards.played", "seat": 0, "cost": 2, "order": {"card": "Scatter Bomb Land"}}
ROLLED = {"type": "cards.rolled", "seat": 0, "dice": [2, 5]}
STRUCK = {**LOST, "struck": True}


def test_what_a_card_strikes_is_one_line_with_it() -> None:
    """Who played it is no victim; what follows in the turn is told by itself."""
    blue = {**STRUCK, "seat": 1, "lost": [[ALDEN, {"armies": 0, "pieces": ["naval"]}]]}
    emptied = {"type": "land.emptied", "seat": 1, "at": ALDEN}
    line, after = story([CARD, ROLLED], [STRUCK], [blue, emptied])
    assert (line.seq, line.colour, line.victims) == (3, "red", ("blue",))
    assert line.text == "Red played Scatter Bomb Land for 2 energy."
    assert line.loss == (
        "Red rolled 2, 5. Red lost 1 MOD in <b>Japan</b>. Blue lost the Naval Commander in <b>Alden</b>."
    )
    assert after.text == "Nobody holds <b>Alden</b> now: Blue has no units left there."
    assert is_hit(line, "blue") and not is_hit(line, "red") and not is_hit(after, "blue")
    assert lines_touching((line, after), "blue") == (line, after) and not lines_touching((line,), "green")


def test_an_order_that_a_card_interrupts_goes_on() -> None:
    first, card, second = story([THROW, DECLARED], [{**CARD, "seat": 1}, STRUCK, THROW, CAPTURED, MOVED])
    assert first.text == "Red attacked <b>Alden</b> from Japan, so far without taking it."
    assert card.victims == ("red",) and second.text.startswith("Red took <b>Alden</b>")
    ends = [{"type": "turn.ended", "seat": 0}, {"type": "turn.began", "seat": 0, "round": 1}]
    (before, now) = story([THROW], ends, [THROW])
    assert before.text == now.text == "Red attacked <b>Alden</b> from Japan but did not take it."


def test_an_attack_that_waits_before_its_first_throw_is_told() -> None:
    (line,) = story([DECLARED])
    assert line.text == "Red is about to attack Blue in <b>Alden</b> from <b>Japan</b>." and not line.number
    (walked,) = story([DECLARED, {**CAPTURED, "was": -1}, MOVED])
    assert "is about to" not in walked.text


PIECES = Names(("red", "blue"), engine.mapgraph("ancient_world"), rules="godstorm")
GAUL, ROMA = (PIECES.graph.names.index(name) for name in ("Gaul", "Roma"))
DUEL = {
    "type": "godswar.fought",
    "seat": 0,
    "src": GAUL,
    "dst": ROMA,
    "defender": 1,
    "attack_god": "war",
    "defend_god": "sky",
    "attack": [6, 5, 5, 2],
    "defend": [4, 4, 1],
    "attack_total": 23,
    "defend_total": 12,
    "won": True,
}


def test_a_duel_that_sums_decide_is_told_with_its_dice() -> None:
    declared = {"type": "battle.declared", "seat": 0, "src": GAUL, "dst": ROMA, "leaders": ["war"]}
    banished = {"type": "gods.banished", "seat": 1, "kind": "sky", "at": ROMA}
    told = [EntryEvents(1, NOW, [declared, DUEL, banished])]
    (line,) = story_lines(told, PIECES)
    (throw,) = line.throws
    assert line.is_duel and "23 in all against" in line.text and "dice" not in line.text
    assert "was banished" in line.loss
    assert (throw.attack, throw.defend, throw.attack_lost, throw.defend_lost) == ((6, 5, 5, 2), (4, 4, 1), (), ())
    assert (throw.src_left, throw.dst_left, throw.in_all, throw.result) == (23, 12, True, "Red won")
    assert item_of(line).dice == "Dice: 6\u00a05\u00a05\u00a02\u00a0against\u00a04\u00a04\u00a01."
    assert is_hit(line, "blue") and not is_hit(line, "red")


def test_a_battle_after_a_duel_is_a_line_of_its_own() -> None:
    thrown = {**THROW, "src": GAUL, "dst": ROMA}
    duel, battle = story_lines([EntryEvents(1, NOW, [DUEL, thrown])], PIECES)
    assert last_duels([duel], 0) == (duel,) and last_duels([duel], 1) == last_duels([duel, battle], 0) == ()
    assert not battle.is_duel and len(battle.throws) == 1


def test_a_march_through_land_of_nobody_is_one_line_with_all_its_arrows() -> None:
    """Whatever announces, answers and moves between its steps; somebody else's march is a line of its own."""
    first = [DECLARED, {**CAPTURED, "was": -1}, MOVED]
    second = {**CAPTURED, "was": -1, "src": ALDEN, "dst": HONG_KONG}
    other = {**second, "seat": 1, "src": JAPAN}
    lines = story(first, [ANSWERED], [DECLARED], [second], [other])
    assert [line.text for line in lines] == [
        "Red walked into <b>Alden</b> and <b>Hong Kong</b>.",
        "Blue took <b>Hong Kong</b>, which nobody held, from <b>Japan</b>.",
    ]
    assert (lines[0].seq, lines[0].number, lines[0].age) == (4, 1, 2)
    assert [(arrow.src, arrow.dst, arrow.number) for arrow in arrows_of(lines)] == [
        (JAPAN, ALDEN, 0),
        (ALDEN, HONG_KONG, 1),
        (JAPAN, HONG_KONG, 2),
    ]


def test_what_a_card_brings_shares_its_line_until_something_else_begins() -> None:
    added = {"type": "cards.armies_added", "seat": 0, "at": [[JAPAN, 2]]}
    (line,) = story([CARD, added], [added])
    assert line.loss == "Red added 2 MODs in <b>Japan</b>. Red added 2 MODs in <b>Japan</b>."
    card, alone = story([CARD, {"type": "turn.ended", "seat": 0}], [added])
    assert not card.loss and alone.text.startswith("Red added 2 MODs")


def test_equal_dice_are_the_attackers_where_the_throw_says_so() -> None:
    fair, tied = story([THROW | {"attack": [5, 3]}], [{"type": "turn.ended", "seat": 0}], [{**THROW, **TIED}])
    assert fair.throws[0].attack_lost == (0, 1) and tied.throws[0].attack_lost == (1,)
    assert tied.throws[0].defend_lost == (0,)


TIED = {"attack": [5, 3], "ties_to_attacker": True}


@pytest.mark.parametrize(
    ("viewer", "said"), [(1, "You lost the Naval Commander"), (0, "Blue lost the Naval Commander")]
)
def test_a_commander_who_falls_with_the_last_units_is_named(viewer: int, said: str) -> None:
    """Nobody chooses where all units of a territory fall."""
    state = state_of(
        step="invade",
        board="red: Japan 9 | blue: Neo Tokyo 0, Alden 3 | green: *1",
        commanders={"red": {"land": "Japan", "naval": "Japan"}, "blue": {"naval": "Neo Tokyo"}},
    )
    order = engine.parse_order(
        "attack Japan Neo Tokyo with naval until captured, then advance all", engine.view_for(state, 0)
    )
    done = engine.apply(state, order, engine.FastChance(4))
    names = names_for(engine.view_for(done.state, viewer), html=False)
    events = [engine.event_to_json(engine.event_for(event, viewer)) for event in done.events]
    lines = story_lines([EntryEvents(1, datetime.now(UTC), events)], names)
    assert any(f"{said} in Neo Tokyo." in line.loss for line in lines), [line.loss for line in lines]
    assert any(f"{said} in Neo Tokyo." in str(sentence(event, names)) for event in events)


def test_stations_elsewhere_that_go_with_a_seat_are_told() -> None:
    state = state_of(
        step="invade",
        board="red: Japan 9 | blue: Neo Tokyo 0, Egypt 0 | green: *1",
        commanders={"red": {"land": "Japan", "naval": "Japan"}, "blue": {"naval": "Neo Tokyo"}},
        stations={"blue": ["Egypt"]},
    )
    order = engine.parse_order(
        "attack Japan Neo Tokyo with naval until captured, then advance all", engine.view_for(state, 0)
    )
    done = engine.apply(state, order, engine.FastChance(4))
    names = names_for(engine.view_for(done.state, 1), html=False)
    told = [str(sentence(event, names)) for event in done.events]
    assert any("Gone with you: the Space Station in Egypt." in text for text in told), told
