"""The games for two on pages and in words: the go of the set-up, the neutral army among the seats, its defence."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import QueryDict

import engine
from engine.position import position
from games.decisions.kit.context import read_selection
from games.decisions.registry import action_from_form, prompt_for, suggested_orders
from games.families.result import SHARED_LAND_CHANGES
from games.mail.parts import legend
from games.pages.story import EntryEvents, story_lines
from games.pages.territory_chart import land_shares
from games.wording import narration
from games.wording.narration import Names
from games.wording.narration.turns import sum_placings
from tests.games.decisions.test_panels import GRAPH, page_data_of, page_of, post
from tests.games.reader import filled, form_of

BOARD = "red: Brazil 3, Peru 1 | blue: North Africa 5, Iceland 2 | neutral: *1"
RULES = ["classic_1959_2p", "modern_2p", "book2210_2p", "godstorm_classic_2p"]


def asked(rules: str) -> tuple[Any, engine.PlayerView]:
    """The first go of the set-up."""
    state = engine.new_game(rules, ("red", "blue"), chance=engine.FastChance(3)).state
    decision = engine.open_decision(state)
    assert decision is not None and decision.kind == "setup.place_asked"
    return state, engine.view_for(state, decision.seats[0])


def pressed(view: engine.PlayerView, address: str) -> tuple[Any, str]:
    """The page behind an address of another one."""
    graph = engine.mapgraph(view.map)
    return page_of(view, read_selection(QueryDict(address.replace("&amp;", "&").partition("?")[2]).dict(), graph))


def take(state: Any, view: engine.PlayerView, html: str, page: Any) -> Any:
    """Send the form as it is shown."""
    graph = engine.mapgraph(view.map)
    form = form_of(html, "deploy.place")
    assert form is not None
    action = action_from_form(post(form.sent), view, graph)
    assert engine.action_from_json(action) == engine.action_from_json(page.panel.action)
    return engine.apply(state, engine.action_from_json(action), engine.FastChance(1)).state


@pytest.mark.parametrize("rules", RULES)
class TestTheGoOfTheSetUp:
    def test_one_press_gives_all_of_it(self, rules: str) -> None:
        state, view = asked(rules)
        page, html = page_of(view)
        assert page.panel.heading == "Place 2, and 1 neutral"
        assert prompt_for(view).subject == "place 2 armies and 1 neutral"
        assert 'data-key="Enter"' in html and page.order.startswith("place 2 ") and ", neutral 1 " in page.order
        after = take(state, view, html, page)
        assert sum(after.armies) == sum(state.armies) + 3
        assert engine.parse_order(page.order, view) == engine.action_from_json(page.panel.action)

    def test_neutral_land_is_chosen_on_the_map(self, rules: str) -> None:
        state, view = asked(rules)
        page, _ = page_of(view)
        neutral = [place for place, owner in enumerate(view.owner) if owner == 2]
        assert set(neutral) < set(page.panel.marks.links)
        other = neutral[-1] if page.panel.action["neutral"] != [[neutral[-1], 1]] else neutral[0]
        again, html = pressed(view, page.panel.marks.links[other])
        assert again.panel.action["neutral"] == [[other, 1]] and again.panel.marks.target == other
        assert again.panel.action["at"] == page.panel.action["at"]
        assert take(state, view, html, again).armies[other] == 2

    def test_ones_own_two_go_together_or_apart(self, rules: str) -> None:
        state, view = asked(rules)
        own = [place for place, owner in enumerate(view.owner) if owner == view.viewer]
        page, _ = page_of(view)
        together, _ = pressed(view, page.panel.marks.links[own[0]])
        assert together.panel.action["at"] == [[own[0], 2]]
        apart, html = pressed(view, together.panel.marks.links[own[1]])
        assert apart.panel.action["at"] == [[own[0], 1], [own[1], 1]]
        assert take(state, view, html, apart).armies[own[1]] == 2
        anew, _ = pressed(view, apart.panel.marks.links[own[2]])
        assert anew.panel.action["at"] == [[own[2], 2]]


def test_without_any_script_numbers_can_be_typed() -> None:
    state, view = asked("modern_2p")
    own, neutral = view.owner.index(view.viewer or 0), view.owner.index(2)
    _, html = page_of(view)
    form = form_of(html, "deploy.place")
    assert form is not None
    codes = {name: GRAPH.codes[place] for name, place in (("n-", own), ("neutral-", neutral))}
    typed = {name: "0" if name.startswith(("n-", "neutral-")) else value for name, value in form.sent.items()}
    typed |= {f"n-{codes['n-']}": "2", f"neutral-{codes['neutral-']}": "1"}
    action = action_from_form(post(typed), view, GRAPH)
    after = engine.apply(state, engine.action_from_json(action), engine.FastChance(1)).state
    assert (after.armies[own], after.armies[neutral]) == (3, 2)


def test_an_answer_without_the_neutral_army_is_told_what_is_missing() -> None:
    state, view = asked("modern_2p")
    own = GRAPH.codes[view.owner.index(view.viewer or 0)]
    action = action_from_form(post({"act": "deploy.place", f"n-{own}": "2"}), view, GRAPH)
    with pytest.raises(engine.IllegalAction, match="Also say where the neutral army puts 1 army"):
        engine.apply(state, engine.action_from_json(action), engine.FastChance(1))


def test_links_of_mails_place_it_too() -> None:
    state, view = asked("godstorm_classic_2p")
    assert prompt_for(view).heading == "Place 2 armies and 1 neutral"
    likely = suggested_orders(view)
    assert likely and all(", and 1 neutral army on " in one.sentence for one in likely)
    for one in likely:
        engine.apply(state, engine.parse_order(one.order, view), engine.FastChance(1))


class TestTheNeutralArmy:
    def test_it_stands_last_among_the_seats_and_holds_no_cards(self) -> None:
        _, view = asked("modern_2p")
        page, html = page_of(view)
        row = page.seats[-1]
        assert (row.person.colour, row.name, row.territories, row.armies) == ("neutral", "neutral army", 14, 14)
        assert "<td>–</td>" in html
        assert legend(page_data_of(view).people, neutral=True).endswith(
            ", N\N{NO-BREAK SPACE}neutral\N{NO-BREAK SPACE}army."
        )

    def test_games_without_one_have_no_such_line(self) -> None:
        state = engine.new_game("modern", ("red", "blue", "green"), chance=engine.FastChance(3)).state
        page, html = page_of(engine.view_for(state, 0))
        assert len(page.seats) == 3 and "neutral army" not in html

    def test_the_opponent_defends_it_and_knows_for_whom(self) -> None:
        state = position(BOARD.replace("*1", "*2"), rules="classic_1959_2p", seats=("red", "blue"), step="attack")
        action = engine.parse_order("attack Brazil Argentina", engine.view_for(state, 0))
        state = engine.apply(state, action, engine.FastChance(1)).state
        view = engine.view_for(state, 1)
        page, html = page_of(view)
        assert page.panel.heading == "Defend Argentina for the neutral army"
        assert "on average the neutral army loses" in html and "yours</span>" not in html
        assert filled(html, {"type": "battle.defend", "dice": 2}, GRAPH)["dice"] == "2"
        assert prompt_for(view).heading == "Defend Argentina for the neutral army against Red"
        assert "The neutral army has 2 armies in Argentina, and you roll its dice." in prompt_for(view).lead

    def test_a_fight_against_it_is_told_by_name(self) -> None:
        view = asked("modern_2p")[1]
        names = narration.names_for(view)
        fought = {
            "type": "battle.fought",
            "seat": 0,
            "src": 1,
            "dst": 2,
            "defender": 2,
            "attack": [6],
            "defend": [1],
            "attack_losses": 0,
            "defend_losses": 1,
            "src_left": 4,
            "dst_left": 0,
        }
        taken = {"type": "battle.captured", "seat": 0, "src": 1, "dst": 2, "was": 2}
        told = EntryEvents(1, page_data_of(view).now, [fought, taken])
        line = story_lines([told], names)[0]
        assert "from the neutral army, attacking from" in line.text and line.loss == "The neutral army lost 1 army."

    def test_its_armies_are_told_with_those_of_the_seat(self) -> None:
        names = Names(["red", "blue"], GRAPH, 1, html=False)
        placed = {"type": "deploy.placed", "seat": 0, "at": [[0, 2]], "left": 4, "neutral": [[1, 1]]}
        place, other = GRAPH.names[:2]
        assert (
            narration.sentence(placed, names)
            == f"Red placed 2 armies in {place}. The neutral army received 1 army in {other}."
        )
        twice = sum_placings([placed, {**placed, "at": [[0, 1], [3, 1]]}])
        assert (twice["at"], twice["neutral"]) == ([[0, 3], [3, 1]], [[1, 2]])
        plain = {"type": "deploy.placed", "seat": 0, "at": [[0, 2]], "left": 4}
        assert "neutral" not in sum_placings([plain, plain])

    def test_its_land_is_a_band_of_the_river(self) -> None:
        dealt = {"type": "setup.dealt", "first": 0, "owners": [0, 1, 2, 2]}
        assert [share.lands for share in land_shares([(1, [dealt])], 2, 4, SHARED_LAND_CHANGES)] == [(1, 1, 2)]
