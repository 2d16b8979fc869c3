"""Free movement at the end of a turn: the page of all counts, single moves one after the other, mails and story; and
what a limit of armies does to pages."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from django.http import QueryDict

import engine
from engine.position import position
from games.decisions.kit.context import Selection, read_selection
from games.decisions.kit.posted import IncompleteForm
from games.decisions.registry import action_from_form, prompt_for, suggested_orders
from games.wording import narration
from games.wording.narration import Names
from tests.games.decisions.test_panels import GRAPH, page_of, post
from tests.games.reader import form_of

BOARD = "red: Brazil 6, Peru 1, Argentina 1, Japan 4, Kamchatka 1, Egypt 3 | blue: *2"
MANY: dict[str, Any] = {"fortify": "connected_many"}
CAPPED: dict[str, Any] = {**MANY, "army_cap": 5}
BRAZIL, PERU, ARGENTINA, JAPAN = (GRAPH.number[name] for name in ("brazil", "peru", "argentina", "japan"))


def asked(*, step: str = "fortify", **options: Any) -> tuple[Any, engine.PlayerView]:
    state = position(BOARD, rules="classic_1959", step=step, options=options or MANY)
    return state, engine.view_for(state, 0)


def laid(view: engine.PlayerView, **at: int) -> tuple[Any, str]:
    return page_of(view, Selection(way="counts", at={GRAPH.number[name]: count for name, count in at.items()}))


def pressed(view: engine.PlayerView, address: str) -> tuple[Any, str]:
    return page_of(view, read_selection(QueryDict(address.partition("?")[2]).dict(), GRAPH))


def stand_of(page: Any, place: int) -> Any:
    return next(s for group in page.panel.data.groups for s in (*group.stands, *group.quiet) if s.territory == place)


def test_a_single_move_stays_easy_and_says_that_more_may_follow() -> None:
    state, view = asked()
    page, html = page_of(view)
    assert page.panel.heading == "Move armies, or end the turn" and "?way=counts" in html
    page, html = page_of(view, Selection(src=BRAZIL, dst=PERU, force=2))
    assert page.order == "fortify Brazil Peru 2" and "<small>then move more if you like</small>" in html
    state = engine.apply(state, engine.action_from_json(page.panel.action), engine.FastChance(1)).state
    again = engine.open_decision(state)
    assert again is not None and again.kind == "fortify.move_asked"


def test_other_games_know_one_move() -> None:
    _, view = asked(fortify="connected_one")
    page, html = page_of(view, Selection(way="counts"))
    assert page.panel.template == "fortify" and "Rearrange all armies at once" not in html
    assert page.panel.heading == "Move armies once, or end the turn"


def test_groups_show_what_is_linked() -> None:
    page, html = laid(asked()[1])
    assert [group.title for group in page.panel.data.groups] == [
        "Brazil and the 2 territories connected with it",
        "Kamchatka and Japan",
    ]
    assert "Egypt" not in {s.name for group in page.panel.data.groups for s in group.stands}
    assert page.panel.action is None and page.order == "" and 'value="fortify.redistribute"' in html


def test_a_press_takes_up_and_puts_down() -> None:
    state, view = asked()
    page, _ = laid(view)
    page, _ = pressed(view, page.panel.marks.links[BRAZIL])
    assert page.panel.heading == "5 armies to place" and stand_of(page, BRAZIL).chosen == 1
    assert page.panel.action is None
    page, _ = pressed(view, page.panel.marks.links[PERU])
    page, html = pressed(view, stand_of(page, ARGENTINA).all)
    assert page.order == "redistribute Peru 2, Argentina 5, Brazil 1" or set(
        page.order.removeprefix("redistribute ").split(", ")
    ) == {"Peru 2", "Argentina 5", "Brazil 1"}
    form = form_of(html, "fortify.redistribute")
    assert form is not None
    action = engine.action_from_json(action_from_form(post(form.sent), view, GRAPH))
    assert action == engine.action_from_json(page.panel.action) == engine.parse_order(page.order, view)
    after = engine.apply(state, action, engine.FastChance(1)).state
    assert (after.armies[BRAZIL], after.armies[PERU], after.armies[ARGENTINA]) == (1, 2, 5)


@pytest.mark.parametrize(("armies", "word"), [(1, ""), (2, ""), (3, "take 2")])
def test_all_that_can_go_is_taken_at_once_where_that_is_more_than_one(armies: int, word: str) -> None:
    page, _ = laid(asked()[1], brazil=7 - armies, peru=armies)
    peru = stand_of(page, PERU)
    assert (peru.all_word, bool(peru.all), bool(peru.less)) == (word, bool(word), armies > 1)


def test_one_group_does_not_disturb_the_other() -> None:
    _, view = asked()
    page, _ = laid(view, japan=3, kamchatka=2)
    page, _ = pressed(view, stand_of(page, BRAZIL).less)
    assert stand_of(page, JAPAN).chosen == 3 and page.panel.data.left == 1
    assert [group.left for group in page.panel.data.groups] == [1, 0]


def test_more_than_there_is_is_not_laid_out() -> None:
    page, _ = laid(asked()[1], brazil=600, peru=4)
    assert stand_of(page, BRAZIL).chosen == 6 and page.panel.data.left == 0 and not page.panel.data.summary


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ({"c-BRA": "6"}, "These numbers move no army"),
        ({"c-BRA": "x"}, "not a whole number"),
        ({"c-QQQ": "2"}, "Choose a territory"),
        ({}, "These numbers move no army"),
    ],
)
def test_forms_that_say_too_little(typed: dict[str, str], says: str) -> None:
    _, view = asked()
    with pytest.raises(IncompleteForm, match=says):
        action_from_form(post({"act": "fortify.redistribute", **typed}), view, GRAPH)


def test_numbers_that_do_not_add_up_are_refused_with_the_sum() -> None:
    state, view = asked()
    codes = {place: f"c-{GRAPH.codes[place]}" for place in (BRAZIL, PERU)}
    action = action_from_form(post({"act": "fortify.redistribute", codes[BRAZIL]: "3", codes[PERU]: "3"}), view, GRAPH)
    with pytest.raises(engine.IllegalAction, match="hold 7 armies together, but your numbers add up to 6"):
        engine.apply(state, engine.action_from_json(action), engine.FastChance(1))


def test_mails_bring_all_up_at_once() -> None:
    for options in (MANY, CAPPED):
        state, view = asked(**options)
        assert prompt_for(view).heading == "Move your armies, or end your turn"
        likely = suggested_orders(view)
        assert likely
        for one in likely:
            engine.apply(state, engine.parse_order(one.order, view), engine.FastChance(1))


def test_the_story_tells_what_changed() -> None:
    names = Names(["red", "blue"], GRAPH, 0, html=False)
    event = {"type": "fortify.redistributed", "seat": 0, "at": [[BRAZIL, 6, 1], [PERU, 1, 6]]}
    assert narration.sentence(event, names) == "You rearranged armies: Brazil from 6 to 1 and Peru from 1 to 6."


class TestALimitOfArmies:
    def test_nothing_above_it_is_proposed_or_linked(self) -> None:
        state, view = asked(step="place", army_cap=5)
        page, _ = page_of(view, Selection(at={JAPAN: 3}))
        japan = page.panel.data.own.chosen[0]
        assert (japan.chosen, japan.more, japan.all) == (1, "", "")
        assert BRAZIL not in {spot.territory for spot in page.panel.data.own.spots}
        for one in suggested_orders(view):
            line = one.order.split("\n")[0]
            engine.apply(state, engine.parse_order(line, view), engine.FastChance(1))

    def test_moves_and_counts_hold_to_it(self) -> None:
        _, view = asked(**CAPPED)
        page, _ = page_of(view, Selection(src=JAPAN, dst=GRAPH.number["kamchatka"], force=99))
        assert page.panel.data.amount.most == 3
        page, _ = laid(view, brazil=1)
        assert stand_of(page, PERU).all_word == "all 4"

    def test_lost_armies_are_told(self) -> None:
        names = Names(["red", "blue"], GRAPH, 0, html=False)
        lost = {"type": "deploy.forfeited", "seat": 0, "armies": 3, "at": -1}
        assert narration.sentence(lost, names) == "You had no room for 3 armies, so they are lost."
        assert narration.sentence({**lost, "seat": 1}, names).startswith("Blue had no room for 3 armies")
        assert narration.sentence({**lost, "at": BRAZIL}, names) == "Brazil had no room for 3 armies, so they are lost."


def test_the_card_comes_where_the_rules_say() -> None:
    for timing, order in (("before_fortify", "PACF"), ("after_fortify", "PAFC")):
        _, view = asked(draw_timing=timing)
        page, _ = page_of(view)
        assert "".join(step.label[0] for step in page.panel.steps) == order


class TestAskedForASetThatIsNotThere:
    """Three cards without a set, and a limit of armies: the page goes on to the armies as far as there is room."""

    def asked(self, board: str) -> tuple[Any, engine.PlayerView]:
        symbols = GRAPH.symbols("A")
        alike = [name for name, symbol in zip(GRAPH.names, symbols, strict=False) if symbol == symbols[0]][:2]
        other = next(name for name, symbol in zip(GRAPH.names, symbols, strict=False) if symbol != symbols[0])
        hands = {"red": (*alike, other)}
        state = position(board, rules="classic_1959", step="trade", options={"army_cap": 5}, hands=hands)
        return state, engine.view_for(state, 0)

    def test_no_more_is_proposed_than_finds_room(self) -> None:
        state, view = self.asked(BOARD.replace("Brazil 6", "Brazil 5"))
        japan = {JAPAN: view.pool}
        page, _ = page_of(view, Selection(at=japan))
        assert page.panel.template == "place" and page.panel.action["at"] == [[JAPAN, 1]]
        assert engine.play(state, engine.action_from_json(page.panel.action), engine.FastChance(1))

    def test_where_nothing_finds_room_the_turn_goes_on(self) -> None:
        state, view = self.asked("red: Brazil 5, Peru 5 | blue: *2")
        page, html = page_of(view)
        assert page.panel.template == "trade" and form_of(html, "turn.end") is not None
        after = engine.apply(state, engine.action_from_json({"type": "turn.end", "seat": 0}), engine.FastChance(1))
        asked = engine.open_decision(after.state)
        assert asked is not None and asked.kind == "battle.attack_asked"


@pytest.mark.parametrize(
    ("why", "says", "step"),
    [("elimination", "before you attack again", "Attack"), ("draw", "place its armies now", "Card")],
)
def test_the_page_of_a_set_says_why_it_is_asked(why: str, says: str, step: str) -> None:
    hands = {"red": tuple(GRAPH.names[:6])}
    state = position(BOARD, rules="modern", step="trade", hands=hands)
    view = engine.view_for(state, 0)
    view = msgspec.structs.replace(view, about={**view.about, "why": why})
    page, html = page_of(view)
    assert says in html
    assert [each.label for each in page.panel.steps if each.state == "now"] == [step]
