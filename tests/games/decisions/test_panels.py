"""The cards of decisions: each can be built, shown and answered with the form it shows."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from typing import Any

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils.safestring import SafeString

import engine
from engine.position import position
from games.decisions.kit.context import Selection, read_selection
from games.decisions.kit.page_types import GameHeader, PageData, Refusal, StoryLine
from games.decisions.kit.posted import IncompleteForm
from games.decisions.registry import action_from_form
from games.pages.turn import turn_page
from games.wording.seats import Person
from tests.kit.certain import some
from tests.kit.games import walk
from tests.kit.markup import one_line

GRAPH = engine.mapgraph("classic42")
HEAD = GameHeader("Low Tide", "Modern", "round 2", "/g/low/", "/g/low/history/", "/g/low/odds/", "/g/low/settings/")
EACH = 4
ALL = ["redy", "bluey", "greeny"]


class Forms(HTMLParser):
    """Forms of a page with what a browser would send: [{name: value}] with the address and the method."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[dict[str, str]] = []
        self.select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append({"": given.get("method", "get")})
        if not self.forms or "disabled" in given:
            return
        if (
            tag == "input"
            and given.get("name")
            and (given.get("type") not in ("radio", "checkbox") or "checked" in given)
        ):
            self.forms[-1][given["name"]] = given.get("value", "on")
        if tag == "select":
            self.select = given.get("name", "")
        if tag == "option" and self.select:
            self.forms[-1].setdefault(self.select, given.get("value", ""))


def page_data_of(view: Any) -> PageData:
    people = tuple(Person(seat.seat, seat.colour, f"{seat.colour}y", seat.seat == view.viewer) for seat in view.seats)
    return PageData(HEAD, people, "/g/low/", "/g/low/", key="k")


def page_of(view: Any, choice: Selection | None = None, refusal: Refusal | None = None) -> tuple[Any, str]:
    page = turn_page(view, engine.mapgraph(view.map), page_data_of(view), choice or Selection(), refusal)
    html = render_to_string("games/turn.html", {"page": page, "user": None}, RequestFactory().get("/g/low/"))
    return page, one_line(html)


@cache
def positions(rules: str) -> list[tuple[str, Any]]:
    """A few positions for each kind of decision, from a random game."""
    found: dict[str, list[Any]] = {}
    for seed in (3, 4):
        for state in walk(rules, 3, seed):
            asked = engine.open_decision(state)
            if asked and len(found.setdefault(asked.kind, [])) < EACH:
                found[asked.kind].append(state)
    return some((kind, state) for kind, states in found.items() for state in states)


def seen_by_the_asked(state: Any) -> Any:
    asked = engine.open_decision(state)
    assert asked is not None
    return engine.view_for(state, asked.seats[0])


def post(fields: dict[str, str]) -> QueryDict:
    query = QueryDict(mutable=True)
    for name, value in fields.items():
        if name:
            query[name] = value
    return query


def follow(view: Any) -> tuple[Any, str]:
    """The page after choosing on the map until there is nothing left to choose."""
    choice = Selection()
    for _ in range(200):
        page, html = page_of(view, choice)
        if page.panel.action is not None and not must_go_on(page):
            return page, one_line(html)
        links = dict(page.panel.marks.links)
        if not links:
            return page, one_line(html)
        address = list(links.values())[-1].replace("&amp;", "&")
        choice = read_selection(QueryDict(address.partition("?")[2]).dict(), GRAPH)
    raise AssertionError("the choice does not come to an end")


def must_go_on(page: Any) -> bool:
    data = page.panel.data
    return page.panel.template == "place" and not data.ready


@pytest.mark.no_cover
@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("name", "parts"),
    [("Lamplight Swiss 2.1", ("Lamplight Swiss", "2.1")), ("Low Tide", ("Low Tide", "")), ("1914", ("1914", ""))],
)
def test_the_number_of_a_game_is_parted_from_its_series(name: str, parts: tuple[str, str]) -> None:
    assert GameHeader(name, "Modern").name_parts == parts


@pytest.mark.parametrize("rules", ["classic_1959", "modern"])
def test_the_form_that_is_shown_plays_the_order_that_is_shown(rules: str) -> None:
    for kind, state in positions(rules):
        view = seen_by_the_asked(state)
        page, html = follow(view)
        parser = Forms()
        parser.feed(html)
        acts = [form for form in parser.forms if form.get("act") and form[""] == "post"]
        assert acts, f"{kind} shows no form"
        action = action_from_form(post(acts[0]), view, GRAPH)
        shown = page.panel.action
        if shown is not None and shown["type"] == action["type"]:
            assert engine.action_from_json(action) == engine.action_from_json(shown), kind
        engine.play(state, engine.action_from_json(action), engine.FastChance(1))


def test_the_set_up_proposes_an_answer_and_takes_another_from_the_map() -> None:
    kinds = ("setup.claim_asked", "setup.place_asked")
    for state in some(state for kind, state in positions("modern") if kind in kinds):
        view = seen_by_the_asked(state)
        page, html = page_of(view)
        assert page.panel.data.suggested and page.panel.action and 'data-key="Enter"' in html
        engine.apply(state, engine.action_from_json(page.panel.action), engine.FastChance(1))
        other = list(page.panel.marks.links.values())[-1]
        again, _ = page_of(view, read_selection(QueryDict(other.partition("?")[2]).dict(), GRAPH))
        assert not again.panel.data.suggested
        engine.apply(state, engine.action_from_json(again.panel.action), engine.FastChance(1))


def test_who_holds_no_set_is_asked_for_armies_at_once() -> None:
    met = 0
    for kind, state in positions("modern"):
        view = seen_by_the_asked(state)
        if kind == "cards.trade_asked" and not view.offer("cards.trade") and view.about["why"] == "turn":
            met += 1
            page, _ = page_of(view, Selection(at={view.owner.index(view.viewer): 1}))
            assert page.panel.template == "place" and page.panel.data.own.pool == view.pool
            played = engine.play(state, engine.action_from_json(page.panel.action), engine.FastChance(1))
            assert [engine.action_to_json(step)["type"] for step, _ in played] == ["turn.end", "deploy.place"]
    assert met


@pytest.mark.no_cover
@pytest.mark.no_cover
@pytest.mark.parametrize("rules", ["classic_1959", "modern"])
def test_every_page_has_one_heading_no_style_and_no_doubled_id(rules: str) -> None:
    for kind, state in positions(rules):
        for viewer in (0, 1, None):
            _, html = page_of(engine.view_for(state, viewer))
            ids = re.findall(r'\sid="([^"]+)"', html)
            assert len(ids) == len(set(ids)), (kind, {each for each in ids if ids.count(each) > 1})
            assert html.count("<h1") == 1 and " style=" not in html and "<style" not in html


@pytest.mark.parametrize(
    ("step", "choice", "says"),
    [
        ("place", {"at": "PER.3"}, "No enemy is next to Peru."),
        ("place", {"at": "BRA.3"}, ""),
        ("attack", {}, "You have not captured a territory this turn, so you get no card."),
        ("attack", {"src": "BRA", "dst": "NAF"}, "Your chance to capture North Africa is 3 %"),
        ("attack", {"src": "BRA", "dst": "NAF", "go": "once"}, ""),
        ("fortify", {"src": "BRA", "dst": "PER"}, "This leaves only one army in Brazil, next to 9 enemy armies."),
        ("trade", {}, "You also hold a set without a joker."),
    ],
)
def test_what_a_friend_would_say_stands_beside_the_button(step: str, choice: dict[str, str], says: str) -> None:
    state = position(
        "red: Brazil 4, Peru 1, Venezuela 1, Argentina 2 | blue: North Africa 9 | green: *1",
        step=step,
        hands={"red": ["Alaska", "Alberta", "Argentina", "wild"]},
    )
    _, html = page_of(engine.view_for(state, 0), read_selection(choice, GRAPH))
    found = re.findall(
        r'class="irrevocable advice".*?<span>(?:<span class="without-script">.*?</span>)?(.*?)</span>', html, re.S
    )
    assert found[0].startswith(says) if says else not found, found


@pytest.mark.parametrize(
    ("armies", "said"), [(1, "defends with 1 die at once"), (2, "defends by standing order, or is asked first")]
)
def test_an_attack_says_with_how_many_dice_the_other_defends(armies: int, said: str) -> None:
    state = position(f"red: Brazil 4, Peru 1 | blue: North Africa {armies} | green: *1", step="attack")
    _page, html = page_of(engine.view_for(state, 0), read_selection({"src": "BRA", "dst": "NAF", "go": "once"}, GRAPH))
    assert said in html


def test_land_from_which_armies_can_move_says_so_on_the_map() -> None:
    state = position("red: Brazil 4, Peru 1 | blue: North Africa 9 | green: *1", step="fortify")
    page, html = page_of(engine.view_for(state, 0))
    assert set(page.panel.marks.notes.values()) == {"can move armies"} and "can move armies" in html


def test_advice_about_a_number_is_hidden_while_another_is_chosen() -> None:
    state = position("red: Brazil 4, Peru 1 | blue: North Africa 9 | green: *1", step="fortify")
    view = engine.view_for(state, 0)
    chosen = {"src": "BRA", "dst": "PER"}
    assert 'data-most="3">' in page_of(view, read_selection(chosen, GRAPH))[1]
    assert 'data-most="3" hidden>' in page_of(view, read_selection({**chosen, "force": "2"}, GRAPH))[1]


@pytest.mark.parametrize(("armies", "kept"), [(9, 4), (4, 3), (2, 1)])
def test_an_attack_that_stops_early_keeps_four_armies_unless_told_otherwise(armies: int, kept: int) -> None:
    state = position(f"red: Brazil {armies}, Peru 1 | blue: North Africa 9 | green: *1", step="attack")
    attack = {"src": "BRA", "dst": "NAF", "go": "left"}
    page, _html = page_of(engine.view_for(state, 0), read_selection(attack, GRAPH))
    assert page.panel.data.choices.left == kept


@pytest.mark.no_cover
def test_spectators_and_others_get_no_form() -> None:
    for _, state in positions("modern"):
        asked = engine.open_decision(state)
        assert asked is not None
        for viewer in (None, next(seat for seat in range(3) if seat not in asked.seats)):
            page, html = page_of(engine.view_for(state, viewer))
            assert not page.answers and 'name="act"' not in html and 'id="order"' not in html


def test_a_refusal_keeps_what_was_typed_and_marks_the_word() -> None:
    view = seen_by_the_asked(positions("modern")[0][1])
    with pytest.raises(engine.UnreadableOrder) as found:
        engine.parse_order("claim Ukrane", view)
    exc = found.value
    refusal = Refusal(
        "That order was not played.", str(exc), "claim Ukrane", exc.wrong, exc.candidates, exc.text, exc.hint
    )
    _, html = page_of(view, refusal=refusal)
    assert 'role="alert"' in html and "claim <mark>Ukrane</mark>" in html
    assert html.count("Did you mean") == 1 and 'href="/g/low/?order=claim%20Ukraine#order"' in html


@pytest.mark.parametrize(
    ("typed", "line", "wrong", "marked"),
    [
        ("place 3 Peru\nattack Peru Per", "attack Peru Per", "Per", ("place 3 Peru\nattack Peru ", "Per", "")),
        ("attack Atlantis Peru", "attack Atlantis Peru", "Atlantis", ("attack ", "Atlantis", " Peru")),
        ("nonsense", "", "", ("nonsense", "", "")),
        ("", "", "Peru", ("", "", "")),
    ],
)
def test_only_the_wrong_word_is_marked(typed: str, line: str, wrong: str, marked: tuple[str, str, str]) -> None:
    refusal = Refusal("No.", "Why.", typed, wrong, ("Brazil",), line)
    assert (refusal.before, refusal.marked, refusal.after) == marked
    assert bool(refusal.meant) is bool(marked[1])


def test_names_of_people_are_escaped() -> None:
    state = positions("modern")[0][1]
    view = engine.view_for(state, None)
    evil = tuple(Person(seat.seat, seat.colour, "<b>x</b>") for seat in view.seats)
    page = turn_page(view, GRAPH, PageData(HEAD, evil, "/g/low/"), Selection())
    html = render_to_string("games/turn.html", {"page": page, "user": None}, RequestFactory().get("/"))
    assert "<b>x</b>" not in html and "&lt;b&gt;x&lt;/b&gt;" in html


@pytest.mark.no_cover
@pytest.mark.parametrize(
    "query",
    [
        {"src": "XXX", "dst": "", "dice": "-1", "go": "for ever", "left": "99999", "view": "x" * 99},
        {"at": "NEU.9999_UKR.x_.._1", "cards": "1-2-x-99999", "force": "²", "bonus": "🙂"},
        {"src": "NEU", "dst": "NEU", "dice": "٣", "left": "0", "then": "never"},
    ],
)
def test_any_query_gives_a_page(query: dict[str, str]) -> None:
    for _, state in positions("modern"):
        _, html = page_of(seen_by_the_asked(state), read_selection(query, GRAPH))
        assert 'name="act"' in html


@pytest.mark.parametrize(
    "fields",
    [
        {"act": "battle.attack"},
        {"act": "battle.attack", "src": "NEU", "dst": "UKR", "dice": "many"},
        {"act": "battle.attack", "src": "NEU", "dst": "UKR", "go": "for ever"},
        {"act": "deploy.place", "n-NEU": "0"},
        {"act": "deploy.place", "n-QQQ": "3"},
        {"act": "deploy.place", "n-NEU": "-3"},
        {"act": "cards.trade", "set": "x"},
        {"act": "occupy.advance", "force": ""},
        {"act": "nothing.known"},
        {},
    ],
)
def test_a_form_that_says_too_little_is_unclear(fields: dict[str, str]) -> None:
    view = seen_by_the_asked(positions("modern")[0][1])
    with pytest.raises(IncompleteForm):
        action_from_form(post(fields), view, GRAPH)


def told(number: int) -> StoryLine:
    return StoryLine(number, 0, "red", SafeString(f"Line {number}."), url=f"/g/low/history/{number}/")


@pytest.mark.parametrize(("count", "earlier"), [(0, 0), (8, 0), (22, 14)])
def test_the_last_lines_of_a_story_lie_open(count: int, earlier: int) -> None:
    view = seen_by_the_asked(positions("modern")[0][1])
    story = tuple(told(number) for number in range(count))
    page = turn_page(view, GRAPH, replace(page_data_of(view), story=story), Selection())
    html = render_to_string("games/turn.html", {"page": page, "user": None}, RequestFactory().get("/g/low/"))
    assert len(page.earlier) == earlier and html.count("Line ") == count
    assert (f"<summary>{earlier} earlier" in html) is bool(earlier)
    assert not count or html.index(f"Line {count - 1}.") > html.rindex("Line 0.")


QUEUE = "red: Brazil 4, Peru 1 | blue: North Africa 9 | green: *1"


@pytest.mark.parametrize(("viewer", "names"), [(1, ["redy", "bluey"]), (2, ["redy", "bluey", "greeny"]), (None, ALL)])
def test_the_queue_ends_with_the_reader(viewer: int | None, names: list[str]) -> None:
    page, html = page_of(engine.view_for(position(QUEUE, step="attack"), viewer))
    assert [queued.person.name for queued in page.panel.data.queue] == names
    assert "Before your turn" in html or viewer is None


def attacked() -> Any:
    """Red has declared an attack, and Blue is asked how to defend."""
    state = position(QUEUE, step="attack", options={"defender_dice": "choose"})
    order = engine.parse_order("attack Brazil North Africa", engine.view_for(state, 0))
    return engine.play(state, order, engine.FastChance(1))[-1][1].state


def test_who_waits_for_a_defender_waits_for_nobody_else() -> None:
    page, _ = page_of(engine.view_for(attacked(), 0))
    assert [queued.person.name for queued in page.panel.data.queue] == ["bluey", "redy"]


def test_the_button_of_the_defence_names_the_dice() -> None:
    _, html = page_of(engine.view_for(attacked(), 1))
    said = (
        '<span><span class="if-dice-2">Defend with 2 dice</span><span class="if-dice-1">Defend with 1 die</span></span>'
    )
    assert said in html and 'data-dice="2" checked' in html


def test_of_many_sets_the_cheap_ones_come_first_and_most_are_folded() -> None:
    """A joker is better kept, and extra armies are better taken."""
    state = position(
        "red: Brazil 4, Peru 1 | blue: North Africa 9 | green: *1",
        step="trade",
        hands={"red": ["Alaska", "Alberta", "Argentina", "Brazil", "Congo", "wild"]},
    )
    page, html = page_of(engine.view_for(state, 0))
    data = page.panel.data
    jokers = [sum(card.number >= GRAPH.size for card in each.cards) for each in data.sets]
    assert len(data.sets) > 4 and jokers == sorted(jokers) and not jokers[0] and data.sets[0].checked
    assert len(data.first) == 3 and f"{len(data.sets) - 3} more sets" in html
    assert html.count('name="set"') == len(data.sets)
