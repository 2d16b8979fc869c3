"""What bots know of Godstorm: two worlds, gods and faith, miracles, and that the score decides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from msgspec import UNSET

from engine import (
    ALL,
    ChoiceField,
    End,
    FastChance,
    Force,
    Offer,
    PlayerView,
    apply_in_place,
    default_answer,
    mapgraph,
    new_game,
    open_decision,
    parse_order,
    view_for,
)
from engine.bots import choose
from engine.bots.families.godstorm import faith, miracles, war
from engine.bots.families.godstorm.world import World, cost_of
from engine.bots.marches import best_march
from engine.core.state import COLOURS
from engine.mechanics.action_cards.kinds import catalogue_of
from engine.mechanics.purchase import Hire
from engine.mechanics.reaction import Decline
from engine.mechanics.setup_plan.types import Plan
from engine.position import position
from engine.rules.godstorm.kinds import DECKS, GODS
from engine.sim import run_matches

RULES = "godstorm"
WORLD = mapgraph("ancient_world")


def at(name: str) -> int:
    return WORLD.number[name]


def world(board: str, step: str = "invade", **more: Any) -> World:
    """Both worlds as red sees them in its turn."""
    return World(view_for(position(board, rules=RULES, seats=["red", "blue"], turn="red", step=step, **more), 0))


def names(places: Sequence[int]) -> set[str]:
    return {WORLD.ids[place] for place in places}


# ---- where to


def test_above_the_earth_counts_and_below_the_underworld() -> None:
    below = {"underworld": "red: u12 3 | blue: u13 1", "heaven": {"red": 2}}
    above = world("red: Gaul 4, Iberia 2 | blue: *1", **below)
    assert names(above.own) == {"gaul", "iberia"}
    assert names(above.enemies(at("iberia"))) == {"atlas", "oricalcos"}
    deep = world("red: Gaul 4, Iberia 2 | blue: *1", "underworld", **below)
    assert names(deep.own) == {"u12", "kurnugia"}
    assert names(deep.enemies(at("u12"))) == {"u1", "u11", "u13"}
    assert names(deep.enemies(at("kurnugia"))) == {"u1", "u4", "u8"}
    assert deep.armies[at("kurnugia")] == 3


def test_what_has_sunk_or_is_closed_or_sacred_is_let_alone() -> None:
    seen = world("red: Iberia 5, Gaul 1 | blue: *1", sunken=True, maelstrom=["Iberia", "Atlas"])
    assert seen.enemies(at("iberia")) == []
    holy = world("red: Iberia 5, Gaul 1 | blue: *1", sacred=["Atlas"])
    assert names(holy.enemies(at("iberia"))) == {"oricalcos"}


def test_gods_make_a_fight_cheaper_and_temples_dearer() -> None:
    usual = cost_of(False, False, False, 2)
    assert cost_of(True, False, True, 2) < cost_of(False, False, True, 2) < usual < cost_of(False, True, False, 2)
    seen = world("red: Gaul 5 | blue: *2", gods={"red": {"war": "Gaul"}}, plague=["Alemannia"])
    assert seen.cost(at("gaul"), at("liguria")) < 2 * usual < seen.cost(at("gaul"), at("alemannia")) + 1


def test_crypts_and_altars_are_worth_points() -> None:
    seen = world("red: Gaul 5 | blue: *2", "underworld", underworld="red: u13 6 | blue: u2 1, u12 1, u3 1")
    found = best_march(seen)
    assert found and WORLD.ids[found.path[0]] in ("u2", "u3")


# ---- what they do


def offer_of(view: Any, tag: str) -> Offer:
    offer = view.offer(tag)
    assert offer
    return offer


def test_no_god_goes_into_plague() -> None:
    view = world("red: Gaul 9 | blue: *1", gods={"red": {"war": "Gaul"}}, plague=["Liguria"]).view
    seen = World(view)
    plagued: Any = war._attack(seen, at("gaul"), at("liguria"))
    other: Any = war._attack(seen, at("gaul"), at("iberia"))
    assert (plagued.leaders, other.leaders) == ((), UNSET)


def test_a_veteran_starts_no_attack_that_would_stop_at_once() -> None:
    board = "red: Gaul 5, Alemannia 1, Iberia 1, Anglia 1 | blue: Liguria 5, *1"
    view = world(board, gods={"red": {"war": "Gaul", "magic": "Gaul"}}, plague=["Liguria"]).view
    order = war.march_on(view, offer_of(view, "battle.attack"))
    apply_in_place(position(board, rules=RULES, seats=["red", "blue"], step="invade"), order, FastChance(1))


def test_heaven_empties_where_it_leads_furthest() -> None:
    seen = world("red: Gaul 5 | blue: *2", "embark", heaven={"red": 5}, underworld="red: u2 1")
    order: Any = war.embark(seen.view, offer_of(seen.view, "embark.move"))
    ((_, armies),) = order.at
    assert armies == 5


@pytest.mark.parametrize(("own", "armies", "space"), [("u12 6", 1, "u12"), ("u12 6", 3, "u12"), ("u2 1", 3, "u8")])
def test_heaven_joins_what_stands_below_where_both_lead_furthest(own: str, armies: int, space: str) -> None:
    seen = world("red: Gaul 5 | blue: *2", "embark", heaven={"red": armies}, underworld=f"red: {own}")
    order: Any = war.embark(seen.view, offer_of(seen.view, "embark.move"))
    assert [(WORLD.ids[place], count) for place, count in order.at] == [(space, armies)]


def test_a_crypt_keeps_two_others() -> None:
    board = "red: Gaul 5 | blue: *2"
    few = world(board, "raise", temples={"Gaul": True}, underworld="red: u2 2").view
    many = world(board, "raise", temples={"Gaul": True}, underworld="red: u2 3").view
    assert war.revive(few, offer_of(few, "crypt.revive")) is None
    assert war.revive(many, offer_of(many, "crypt.revive")) is not None


def test_the_god_who_is_missed_least_is_named() -> None:
    field = ChoiceField("god", ("magic", "sky", "war"))
    order: Any = war.name_god(world("red: Gaul 5 | blue: *2").view, Offer("godswar.name", "Name", (field,)))
    assert order.god == "sky"


def test_every_judge_judges_a_miracle_of_the_book() -> None:
    titles = {kind.title for kind in catalogue_of(RULES, world("red: Gaul 5 | blue: *2").view.options).kinds}
    assert set(miracles.JUDGES) < titles


# ---- whole games


def play(players: list[str], seed: int) -> Counter[tuple[str, str]]:
    """A game of these bots, and what each of them did: tags of actions, kinds of gods, decks of cards."""
    chance, rng = FastChance(seed), Random(seed)
    state = new_game(RULES, COLOURS[: len(players)], chance=chance).state
    kinds, done = catalogue_of(RULES, state.options), Counter[tuple[str, str]]()
    while asked := open_decision(state):
        seat = asked.seats[0]
        action: Any = choose(players[seat], view_for(state, seat), rng)
        bot = players[seat]
        done[bot, f"{asked.step} {action.__struct_config__.tag}"] += 1
        if action.__struct_config__.tag == "purchase.hire":
            done[bot, f"god {action.kind}"] += 1
        if isinstance(card := getattr(action, "card", None), str):
            done[bot, f"deck {kinds.kinds[kinds.numbers[card]].deck}"] += 1
        apply_in_place(state, action, chance)
    return done


@pytest.mark.no_cover
def test_both_use_all_gods_decks_and_worlds() -> None:
    done = Counter[tuple[str, str]]()
    for seed in range(6):
        done += play(["veteran", "recruit", "veteran", "recruit"][: 2 + seed % 3], seed)
    for bot in ("recruit", "veteran"):
        gods = [f"god {kind}" for kind in GODS]
        decks = [f"deck {deck}" for deck in DECKS if deck != "magic"]  # whose relics lie open at once
        steps = ["embark embark.move", "underworld battle.attack", "obtain purchase.buy", "summon purchase.build"]
        for what in (*gods, *decks, *steps):
            assert done[bot, what], f"{bot}: {what}"


LADDER = [("recruit", "random", 0.95), ("veteran", "recruit", 0.6)]


def share(strong: str, weak: str, games: int) -> float:
    """The part of games for two that `strong` wins alone."""
    return sum(match.won_by == (strong,) for match in run_matches(RULES, [strong, weak], games, "godstorm")) / games


@pytest.mark.no_cover
@pytest.mark.parametrize(("strong", "weak"), [pair[:2] for pair in LADDER])
def test_the_stronger_bot_wins_most_games_for_two(strong: str, weak: str) -> None:
    assert share(strong, weak, games=6) >= 0.6


@pytest.mark.nightly
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("strong", "weak", "least"), LADDER)
def test_the_stronger_bot_wins_its_share_of_100_games(strong: str, weak: str, least: float) -> None:
    assert share(strong, weak, games=100) >= least


def test_a_suggested_plan_claims_nothing_after_the_deal() -> None:
    """The spaces below belong to nobody, and are no land to be claimed."""
    state = new_game(RULES, COLOURS[:3], chance=FastChance(1), options={"setup_orders": "planned"}).state
    while (asked := open_decision(state)) and asked.kind != "setup.plan_asked":
        apply_in_place(state, default_answer(state, asked.seats[0]), FastChance(1))
    assert asked is not None
    view = view_for(state, asked.seats[0])
    plan = parse_order("plan like veteran", view)
    assert isinstance(plan, Plan) and not plan.claim
    assert {part for part, _at in plan.pieces} == {"war", "temple"}
    assert not {at for part, at in plan.pieces if part == "war"} & {*view.extra["plague"]}
    apply_in_place(state, plan, FastChance(1))


# ---- faith


def faithful(step: str, board: str = "red: Gaul 5, Iberia 2 | blue: Egypt 5, *1", **more: Any) -> PlayerView:
    return world(board, step, **({"faith": {"red": 20, "blue": 20}, "gods": {"red": {"war": "Gaul"}}} | more)).view


def decided(bot: str, view: PlayerView) -> Any:
    return choose(bot, view, Random(1))


def test_a_recruit_bids_to_go_first_and_a_veteran_for_the_last_word() -> None:
    early, last = (faithful("bid", epoch=epoch) for epoch in (2, 5))
    assert (decided("recruit", early).amount, decided("recruit", last).amount) == (4, 4)
    assert decided("recruit", last).wishes == (1, 2)
    assert (decided("veteran", early).amount, decided("veteran", early).wishes) == (0, (1, 2))
    assert (decided("veteran", last).amount, decided("veteran", last).wishes) == (4, (2, 1))


def test_gods_come_to_the_strongest_and_temples_while_they_pay() -> None:
    summoned = faith.summon(view := faithful("summon"), offer_of(view, "purchase.hire"))
    assert summoned == Hire(0, "magic", at("gaul"))
    last = faithful("summon", epoch=5)
    assert faith.summon_for_war(last, offer_of(last, "purchase.hire")) == summoned
    helped = faithful("summon", epoch=5, gods={"red": {"war": "Gaul", "magic": "Gaul"}})
    assert faith.summon_for_war(helped, offer_of(helped, "purchase.hire")) is None
    built: Any = faith.build(view, offer_of(view, "purchase.build"))
    assert built and built.at == at("gaul")
    late = faithful("summon", epoch=4)
    assert faith.build(late, offer_of(late, "purchase.build")) is None


def test_a_veteran_keeps_faith_where_a_recruit_buys_all_it_can() -> None:
    gods = {"red": {"war": "Gaul", "sky": "Gaul"}}
    few = faithful("obtain", faith={"red": 6}, gods=gods)
    assert dict(decided("recruit", few).cards) == {"war": 2, "sky": 1}
    assert dict(decided("veteran", few).cards) == {"war": 1, "sky": 1}
    rich = faithful("obtain", gods=gods)
    assert dict(decided("recruit", rich).cards) == {"war": 2, "sky": 2}
    last = faithful("obtain", epoch=5, gods=gods)
    assert faith.buy_some(last, offer_of(last, "purchase.buy")) is None


# ---- what miracles are worth


GOOD_AND_BAD: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("The Young Grow Old", {"board": "red: Gaul 9 | blue: *2"}, {"board": "red: Gaul 9, Iberia 2 | blue: *1"}),
    ("The Mighty Have Fallen", {"board": "red: Gaul 1 | blue: *4"}, {"board": "red: Gaul 9 | blue: *1"}),
    ("Blood Coats the Land", {"board": "red: Gaul 9 | blue: *1"}, {"board": "red: *1 | blue: Gaul 9"}),
    ("The Sea Is Your Tomb", {"board": "red: Gaul 9 | blue: *1"}, {"board": "red: *1 | blue: Gaul 9"}),
    ("Ragnarok Cometh", {"gods": {"blue": {"sky": "Egypt"}}}, {"gods": {"red": {"sky": "Gaul"}}}),
    ("The Sun Grows Cold", {"gods": {"blue": {"death": "Egypt"}}}, {"gods": {"red": {"death": "Gaul"}}}),
    ("Diamonds Turn to Rust", {"relics": {"blue": ["Excalibur"]}}, {"relics": {"red": ["Excalibur"]}}),
    ("Death's Door Closes", {"underworld": "blue: u2 4"}, {"underworld": "red: u2 4"}),
    ("Crops Wither", {"miracles": {"blue": ["Storms Rage"]}}, {}),
    ("Time Stands Still", {"epoch": 5}, {"epoch": 4}),
    ("An Empire Is Born", {"epoch": 4}, {"epoch": 5}),
    ("Champions Arise", {"faith": {"red": 4}}, {"faith": {"red": 1}}),
    ("The Faithful Gather", {"temples": {"Gaul": True}}, {"temples": {"Egypt": True}}),
]


@pytest.mark.parametrize(("title", "good", "bad"), GOOD_AND_BAD, ids=[title for title, *_ in GOOD_AND_BAD])
def test_a_miracle_is_worth_what_it_does_to_others_less_what_it_does_to_oneself(
    title: str, good: dict[str, Any], bad: dict[str, Any]
) -> None:
    kinds = catalogue_of(RULES, world("red: Gaul 5 | blue: *2").view.options).kinds
    kind = next(kind for kind in kinds if kind.title == title)
    there = {"board": "red: Gaul 5 | blue: Egypt 5, *2", "step": "play"}
    helps, harms = (miracles.JUDGES[title].worth(world(**(there | more)), kind) for more in (good, bad))
    assert helps > 0 >= harms


# ---- the recruit's war, and both bots' answers to an attack


def test_a_recruit_attacks_where_it_leads_by_most_or_not_at_all() -> None:
    ahead = decided("recruit", world("red: Gaul 9, Egypt 4 | blue: *4, Alemannia 2").view)
    assert (ahead.src, ahead.dst, ahead.throws) == (at("gaul"), at("alemannia"), 0)
    level = world("red: Gaul 4, Egypt 4 | blue: *4").view
    assert war.attack_ahead(level, offer_of(level, "battle.attack")) == End(0)


def test_armies_are_placed_where_a_march_gains_most() -> None:
    view = world("red: Gaul 3, Egypt 3 | blue: Nubia 1, Kush 1, *9", "raise").view
    placed = decided("recruit", view)
    assert [(WORLD.ids[place], armies) for place, armies in placed.at] == [("egypt", 3)]


def test_an_idle_stack_joins_the_front_with_its_gods() -> None:
    board = "red: Gaul 9, Iberia 3, Anglia 2, Alemannia 2, Liguria 2 | blue: Atlas 5, *1"
    moved: Any = decided("recruit", world(board, "fortify", gods={"red": {"war": "Gaul"}}).view)
    assert (moved.src, moved.dst, moved.force) == (at("gaul"), at("iberia"), Force(ALL, ("war",)))
    nobody_idle = world("red: Gaul 9, Iberia 3 | blue: *1", "fortify").view
    assert decided("recruit", nobody_idle) == End(0)


SKY: dict[str, Any] = {"faith": {"red": 9, "blue": 9}, "gods": {"red": {"war": "Gaul"}, "blue": {"sky": "Roma"}}}
NO_GOD_COMES = {"gods": {"red": {"war": "Egypt"}, "blue": {"sky": "Roma"}}}
GODS_MEET = {"gods": {"red": {"war": "Gaul"}, "blue": {"sky": "Liguria"}}}
ANSWERS: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("Men Become Warriors", {"comes": 3}, {"comes": 2}),
    ("Enemies Convert", {"comes": 3}, {"comes": 2}),
    ("Swords Become Plowshares", {"comes": 3}, {"comes": 2}),
    ("This Ground Is Sacred", {"comes": 8}, {"comes": 2}),
    ("Your Idol Is False", {}, NO_GOD_COMES),
    ("Fire Sears the Sky", GODS_MEET, {}),
    ("Fire Sears the Sky", GODS_MEET, {"gods": {"red": {"war": "Egypt"}, "blue": {"sky": "Liguria"}}}),
    ("Lava Erupts", {"around": "Iberia 1, Alemannia 1, Anglia 1, Egypt 1"}, {}),
]


def asked_after(kind: str, seat: int, orders: str, board: str, step: str = "invade", **more: Any) -> PlayerView:
    """What a seat sees when this is asked of it, once red and whoever is asked then have given these orders."""
    given = {"turn": "red", "step": step} | SKY | more
    state = position(board, rules=RULES, seats=["red", "blue"], **given)
    for order in orders.split("; "):
        now = open_decision(state)
        assert now is not None
        apply_in_place(state, parse_order(order, view_for(state, now.seats[0])), FastChance(1))
    asked = open_decision(state)
    assert asked and (asked.kind, asked.seats) == (kind, (seat,))
    return view_for(state, seat)


def attacked(comes: int = 8, around: str = "Egypt 1", **more: Any) -> PlayerView:
    """Blue is asked for a Sky card in defence of Liguria."""
    board = f"red: Gaul {comes}, {around} | blue: Liguria 3, *1"
    return asked_after("reaction.asked", 1, "attack Gaul Liguria until captured", board, **more)


@pytest.mark.parametrize(("title", "calls", "leaves"), ANSWERS, ids=[title for title, *_ in ANSWERS])
def test_an_attack_is_answered_by_a_card_that_does_something_about_it(
    title: str, calls: dict[str, Any], leaves: dict[str, Any]
) -> None:
    held = {"miracles": {"blue": [title]}}
    for bot in ("recruit", "veteran"):
        assert getattr(decided(bot, attacked(**held | calls)), "card", None) == title, bot
        assert isinstance(decided(bot, attacked(**held | leaves)), Decline), bot


def test_a_veteran_keeps_the_peace_of_a_turn_for_a_stack_that_is_worth_its_faith() -> None:
    few = attacked(comes=4, miracles={"blue": ["This Ground Is Sacred"]})
    assert decided("recruit", few).card == "This Ground Is Sacred"
    assert isinstance(decided("veteran", few), Decline)


def test_aegis_undoes_a_miracle() -> None:
    order, board = "play Storms Rage on Liguria", "red: Gaul 8 | blue: Liguria 3, *1"
    hands: dict[str, Any] = {"miracles": {"red": ["Storms Rage"]}, "relics": {"blue": ["Aegis"]}}
    view = asked_after("cards.undo_asked", 1, order, board, "play", **hands)
    assert {decided(bot, view).card for bot in ("recruit", "veteran")} == {"Aegis"}


def test_as_many_dead_are_spared_as_faith_allows() -> None:
    order, board = "attack Gaul Liguria until captured; defend 2", "red: Gaul 30 | blue: Liguria 3, *1"
    for purse, most in ((9, 2), (1, 1)):
        kept: dict[str, Any] = {"relics": {"blue": ["The Tree of Life"]}, "faith": {"blue": purse}}
        view = asked_after("sparing.asked", 1, order, board, **kept)
        assert decided("veteran", view).armies == decided("recruit", view).armies == most


def test_a_godswar_goes_on_only_with_more_armies_than_the_defender_has() -> None:
    gods = {"red": {"war": "Gaul", "magic": "Gaul"}, "blue": {"death": "Liguria", "war": "Liguria"}}
    order = "attack Gaul Liguria with war and magic until captured; godswar magic; godswar death"
    for comes, goes_on in ((8, "fight_on"), (4, "call_off")):
        board = f"red: Gaul {comes} | blue: Liguria 4, *1"
        view = asked_after("godswar.go_on_asked", 0, order, board, gods=gods)
        for bot in ("recruit", "veteran"):
            assert decided(bot, view).__struct_config__.tag == f"godswar.{goes_on}"
