"""The page of a turn as it is used: with and without scripts, at a desk and on a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

import engine
from engine.core.state import Player
from games.models import Game, Snapshot
from games.play.journal_reader import state_at
from tests.browser.test_reach import come_in
from tests.games.kit import Table, make_table, person, table
from tests.kit.chromium import DESKTOP, PHONE, Visitors

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

GRAPH = engine.mapgraph("classic42")


@pytest.fixture
def play() -> Table:
    """A turn whose armies are placed."""
    play = table()
    play.order(play.likely())
    assert play.waiting.kind == "battle.attack_asked"
    return play


def sit_down(visitors: Visitors, play: Table, size: tuple[int, int] = DESKTOP, scripts: bool = True) -> Page:
    visitor = visitors(size, scripts=scripts)
    come_in(visitor, play.asked_user)
    visitor.page.goto(f"/g/{play.game.slug}/")
    return visitor.page


def border(play: Table, own: int, other: int) -> tuple[str, str]:
    """Two codes of land side by side: so many armies of whoever is asked, and of the next seat."""
    seat = play.waiting.seat
    names = play.front(seat, (seat + 1) % 3)
    codes = tuple(GRAPH.codes[GRAPH.names.index(name)] for name in names)
    game = play.fresh()
    state = state_at(game, game.seq)
    for code, armies in zip(codes, (own, other), strict=True):
        state.armies[GRAPH.codes.index(code)] = armies
    Snapshot.objects.filter(game=game, seq=game.seq).update(state=engine.pack(state))
    return codes[0], codes[1]


def captured(play: Table) -> None:
    """Go on to the question of how many move in."""
    src, dst = border(play, 24, 1)
    names = [GRAPH.names[GRAPH.codes.index(code)] for code in (src, dst)]
    play.order(f"attack {names[0]} {names[1]} until captured")
    assert play.waiting.kind == "occupy.advance_asked"


def expect_says(button: Locator, said: str | re.Pattern[str]) -> None:
    """What a reader sees of it; other choices stand there hidden."""
    expect(button).to_have_text(said, use_inner_text=True)


def choose(page: Page, value: str) -> None:
    page.locator(f'.radio-bar label:has([value="{value}"])').click()


@pytest.mark.parametrize("scripts", [True, False])
def test_the_button_of_an_attack_says_what_is_chosen(visitors: Visitors, play: Table, scripts: bool) -> None:
    src, dst = border(play, 10, 6)
    page = sit_down(visitors, play, scripts=scripts)
    page.goto(f"/g/{play.game.slug}/?src={src}&dst={dst}")
    button = page.locator("button.primary")
    expect_says(button, "Attack with 3 dice until captured")
    choose(page, "once")
    expect_says(button, "Attack with 3 dice one throw")
    choose(page, "2")
    expect_says(button, "Attack with 2 dice one throw")
    choose(page, "left")
    left = " or 4 left" if scripts else ", or until the number above is left"
    expect_says(button, f"Attack with 2 dice until captured{left}")


def test_a_choice_is_not_taken_from_under_a_finger(visitors: Visitors, play: Table) -> None:
    src, dst = border(play, 10, 6)
    page = sit_down(visitors, play)
    page.goto(f"/g/{play.game.slug}/?src={src}&dst={dst}")
    held: list[Route] = []
    page.route("**/*go=once*", lambda route: held.append(route), times=1)
    with page.expect_response(lambda response: "go=once" in response.url) as first:
        with page.expect_request("**/*go=once*"):
            choose(page, "once")
        page.locator('.radio-bar label:has([value="2"])').hover()
        page.mouse.down()
        held[0].continue_()
    first.value.finished()
    with page.expect_response(lambda response: "dice=2" in response.url):
        page.mouse.up()
    expect_says(page.locator("button.primary"), "Attack with 2 dice one throw")


def test_a_choice_by_keys_keeps_its_place(visitors: Visitors, play: Table) -> None:
    src, dst = border(play, 10, 6)
    page = sit_down(visitors, play)
    page.goto(f"/g/{play.game.slug}/?src={src}&dst={dst}")
    page.locator('.radio-bar [name="go"]:checked').focus()
    with page.expect_response(lambda response: "go=once" in response.url) as answer:
        page.keyboard.press("ArrowLeft")
    answer.value.finished()
    with page.expect_response(lambda response: "go=captured" in response.url):
        page.keyboard.press("ArrowRight")
    expect(page.locator('.radio-bar [value="captured"]')).to_be_focused()


def test_without_scripts_the_number_that_moves_in_is_typed(visitors: Visitors, play: Table) -> None:
    captured(play)
    page = sit_down(visitors, play, scripts=False)
    expect(page.locator("input[type=range], output:visible")).to_have_count(0)
    expect_says(page.locator("button.primary"), re.compile("^Move that many into "))
    page.locator("input[name=force]").fill("5")
    with page.expect_navigation():
        page.locator("button.primary").click()
    assert 5 in play.view(0).armies


def test_with_scripts_it_is_a_slider_and_the_button_says_it(visitors: Visitors, play: Table) -> None:
    captured(play)
    page = sit_down(visitors, play)
    slider, order = page.locator("input[type=range][name=force]"), page.locator("#order")
    for key in ("ArrowLeft", "Home", "ArrowRight"):
        slider.press(key)
        chosen = slider.input_value()
        expect_says(page.locator("button.primary"), re.compile(f"^Move {chosen} into "))
        expect(page.locator(".amount output")).to_have_text(chosen)
        expect(order).to_have_value(re.compile(rf"^advance {chosen}\b"))
    order.fill("advance all")
    slider.press("Home")
    expect(order).to_have_value("advance all")


def test_typed_placements_stand_on_the_button(visitors: Visitors) -> None:
    page = sit_down(visitors, table())
    fields = page.locator(".allocation-rows .stepper input")
    names = page.locator(".allocation-rows label b")
    fields.nth(0).fill("1")
    fields.nth(1).fill("2")
    first, second = (names.nth(number).inner_text() for number in (0, 1))
    expect_says(page.locator("button.primary"), f"Place 3 armies 1 in {first}, 2 in {second}")


@pytest.mark.parametrize("size", [PHONE, (390, 664)], ids=["phone", "under a browser's bars"])
def test_on_a_phone_all_of_a_choice_stands_above_its_button_and_both_are_in_sight(
    visitors: Visitors, play: Table, size: tuple[int, int]
) -> None:
    src, dst = border(play, 10, 6)
    page = sit_down(visitors, play, size)
    page.goto(f"/g/{play.game.slug}/?src={src}&dst={dst}")
    assert_in_sight(page, ".radio-bar")
    with page.expect_response(lambda response: "go=left" in response.url) as answer:
        choose(page, "left")
    answer.value.finished()
    expect(page.locator(".odds-line")).to_contain_text("before you stop")
    assert_in_sight(page, ".with-stepper")
    captured(play)
    page.goto(f"/g/{play.game.slug}/")
    assert_in_sight(page, ".amount")
    page.locator("button.primary").click()
    expect(page.locator("#ask")).to_have_text("Attack, or end your attacks")
    expect(page.locator(".fight")).to_be_attached()
    if page.locator("a.pick").count():
        expect(page.locator("a.pick").first).to_be_in_viewport(ratio=1)


def assert_in_sight(page: Page, what: str) -> None:
    choice, button = page.locator(what).last.bounding_box(), page.locator("button.primary").bounding_box()
    assert choice and button and page.viewport_size
    assert choice["y"] + choice["height"] <= button["y"]
    assert button["y"] + button["height"] <= page.viewport_size["height"] and page.evaluate("scrollY") == 0


def test_the_button_of_a_long_list_stays_in_sight_at_a_desk(visitors: Visitors) -> None:
    page = sit_down(visitors, table())
    expect(page.locator(".allocation-rows li").nth(9)).to_be_attached()
    expect(page.locator("button.primary")).to_be_in_viewport(ratio=1)


def test_of_a_long_fight_the_last_throws_are_shown(visitors: Visitors, play: Table) -> None:
    src, dst = border(play, 80, 30)
    play.order(f"attack {src} {dst} until captured")
    page = sit_down(visitors, play, PHONE)
    shown = page.locator(".fight[aria-live] li")
    expect(shown).to_have_count(3)
    number = int(shown.first.locator(".no").inner_text())
    assert number > 3
    page.locator(".decision details.earlier summary").click()
    expect(page.locator(".decision details.earlier li:visible")).to_have_count(number - 1)


def test_what_cannot_be_fetched_is_said_where_it_is_seen(visitors: Visitors, play: Table) -> None:
    page = sit_down(visitors, play)
    page.route("**/g/*/?src=*", lambda route: route.fulfill(status=429), times=1)
    page.locator("a.pick").first.click()
    expect(page.locator("#trouble")).to_contain_text("Wait a minute")
    expect(page.locator("#trouble")).to_be_in_viewport()
    page.locator("a.pick").first.click()
    expect(page.locator("#trouble")).to_be_hidden()


def test_the_way_to_the_next_game_comes_with_a_step_of_this_one(visitors: Visitors, play: Table) -> None:
    page = sit_down(visitors, play)
    expect(page.locator("#next-game a")).to_have_count(0)
    make_table(play.asked_user, name="Low Tide", rules="modern", seats_wanted=3, bots=("random", "random"))
    page.locator("a.pick").first.click()
    expect(page.locator("#next-game .count")).to_have_text("1")


def test_the_round_above_changes_with_the_page_below(visitors: Visitors, play: Table) -> None:
    page = sit_down(visitors, play)
    expect(page.locator("#stage-line")).to_contain_text("round 1")
    Game.objects.filter(pk=play.game.pk).update(round=7)
    page.locator("a.pick").first.click()
    expect(page.locator("#stage-line")).to_contain_text("round 7")
    Game.objects.filter(pk=play.game.pk).update(round=8)
    page.locator('.zoom [data-zoom="all"]').click()
    expect(page.locator("#stage-line")).to_contain_text("round 8")
    Game.objects.filter(pk=play.game.pk).update(round=9)
    page.locator(".board .t a[href]").first.dispatch_event("click")
    expect(page.locator("#stage-line")).to_contain_text("round 9")


@pytest.mark.parametrize("at_the_slider", [True, False])
def test_five_quick_presses_move_five_moments(visitors: Visitors, play: Table, at_the_slider: bool) -> None:
    for _ in range(6):
        play.order(play.likely())
    page = sit_down(visitors, play)
    page.goto(f"/g/{play.game.slug}/history/")
    last = play.fresh().seq
    if at_the_slider:
        page.locator("#moment").focus()
    for _ in range(5):
        page.keyboard.press("ArrowLeft")
    expect(page.locator(".transport .where")).to_contain_text(f"Moment {last - 5} of {last}")


@pytest.mark.parametrize("pause", [350, 600])
def test_presses_count_while_a_slow_page_is_on_its_way(visitors: Visitors, play: Table, pause: int) -> None:
    """Presses while the page of the first is asked for, and just before it comes."""
    for _ in range(6):
        play.order(play.likely())
    page = sit_down(visitors, play)
    page.goto(f"/g/{play.game.slug}/history/")
    last = play.fresh().seq

    def late(route: Route) -> None:
        page.wait_for_timeout(400)
        route.continue_()

    page.route("**/history/?*at=*", late)
    page.keyboard.press("ArrowLeft")
    page.wait_for_timeout(pause)
    for _ in range(4):
        page.keyboard.press("ArrowLeft")
    expect(page.locator(".transport .where")).to_contain_text(f"Moment {last - 5} of {last}")


def test_the_steps_of_the_history_keep_their_places(visitors: Visitors, play: Table) -> None:
    page = sit_down(visitors, play)
    places = []
    for moment in (1, play.fresh().seq):
        page.goto(f"/g/{play.game.slug}/history/?seq={moment}")
        places.append(page.locator(".play").bounding_box())
    assert places[0] == places[1]


@pytest.mark.parametrize("width", [360, 390])
def test_five_cards_fit_on_a_phone(visitors: Visitors, width: int) -> None:
    play = table()
    game = play.fresh()
    state = state_at(game, game.seq)
    held = (GRAPH.names.index("Northwest Territory"), GRAPH.names.index("Western United States"), 5, 11, 38)
    state.players[play.waiting.seat] = Player(hand=held)
    Snapshot.objects.update_or_create(game=game, seq=game.seq, defaults={"state": engine.pack(state)})
    page = sit_down(visitors, play, (width, 780))
    expect(page.locator(".territory-card")).to_have_count(5)
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    for text in page.locator(".territory-card b, .territory-card small").all():
        assert text.evaluate(
            "e => e.scrollWidth <= e.clientWidth + 1 && parseFloat(getComputedStyle(e).fontSize) >= 12"
        )


@pytest.mark.parametrize("scripts", [True, False])
def test_what_may_have_been_meant_goes_into_the_order_line(visitors: Visitors, play: Table, scripts: bool) -> None:
    page, seq = sit_down(visitors, play, PHONE, scripts), play.fresh().seq
    page.locator("#order").fill("attack NW Terr Alberta")
    page.locator("#order").focus()
    board = page.locator("#view").element_handle()
    page.locator(".order-line .send").click()
    expect(page.locator(".refusal mark")).to_have_text("NW Terr")
    expect(page.locator("#order")).to_have_value("attack NW Terr Alberta")
    assert not scripts or board.evaluate("e => e.isConnected"), "only the sentence is fetched"
    page.locator(".meant a").click()
    expect(page.locator("#order")).to_have_value("attack Northwest Territory Alberta")
    expect(page.locator("#order")).to_be_in_viewport()
    assert play.fresh().seq == seq


def test_an_order_that_is_built_is_replaced_by_what_is_typed(visitors: Visitors, play: Table) -> None:
    src, dst = border(play, 10, 6)
    page = sit_down(visitors, play)
    page.goto(f"/g/{play.game.slug}/?src={src}&dst={dst}")
    expect(page.locator("#order")).not_to_have_value("")
    page.locator("#order").click()
    page.keyboard.type("end turn")
    expect(page.locator("#order")).to_have_value("end turn")


def test_a_name_is_completed_after_a_number(visitors: Visitors) -> None:
    play = table()
    page = sit_down(visitors, play)
    own = play.view(play.waiting.seat).owner.index(play.waiting.seat)
    name = GRAPH.names[own]
    page.locator("#order").click()
    page.keyboard.type(f"place 1 {name[:-2]}")
    expect(page.locator("#complete li:visible b").first).to_have_text(f"place 1 {name}")
    page.keyboard.press("Tab")
    expect(page.locator("#order")).to_have_value(f"place 1 {name}")


def test_the_badges_follow_the_number_that_moves_in(visitors: Visitors, play: Table) -> None:
    captured(play)
    page = sit_down(visitors, play)
    slider = page.locator("input[type=range][name=force]")
    badges = page.locator('[id^="armies-"] text')
    total = sum(map(int, badges.all_text_contents()))
    slider.press("Home")
    least = slider.input_value()
    figures = badges.all_text_contents()
    assert least in figures and sum(map(int, figures)) == total


def test_letters_do_nothing_once_they_are_switched_off(visitors: Visitors, play: Table) -> None:
    user = play.asked_user
    user.letter_keys = False
    user.save()
    page = sit_down(visitors, play)
    for key in ("o", "s", "/"):
        page.keyboard.press(key)
    expect(page).to_have_url(re.compile(f"/g/{play.game.slug}/$"))
    assert page.evaluate("document.activeElement.id") != "order"


@pytest.mark.parametrize(("size", "least"), [(PHONE, 382), ((390, 664), 229)], ids=["phone", "under a browser's bars"])
def test_on_a_phone_the_board_has_room_and_nothing_lies_on_what_is_asked(
    visitors: Visitors, play: Table, size: tuple[int, int], least: int
) -> None:
    src, dst = border(play, 10, 6)
    page = sit_down(visitors, play, size)
    page.goto(f"/g/{play.game.slug}/?src={src}&dst={dst}")
    box = page.locator(".view").bounding_box()
    assert box and box["height"] >= least
    expect(page.locator(".inset")).to_be_hidden()
    expect(page.locator("kbd:visible")).to_have_count(0)
    page.locator(".to-story").click()
    expect(page.locator("#since")).to_be_in_viewport()


def test_more_seats_than_there_is_room_for_are_reached_by_keys(visitors: Visitors) -> None:
    page = sit_down(visitors, table(bots=("random",) * 4), PHONE)
    strip = page.locator(".seat-strip")
    strip.focus()
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    for _ in range(100):  # asked from here: the page's policy lets no script be made of words
        if strip.evaluate("strip => strip.scrollLeft") > 100:
            return
        page.wait_for_timeout(50)
    pytest.fail("the strip has not moved")


def test_a_plan_of_the_whole_board_leaves_a_phone_its_card(visitors: Visitors) -> None:
    """Its order names every territory: a line that scrolls, not half a screen above the card."""
    planner = person("erin")
    plan = make_table(
        planner,
        name="Plan",
        rules="modern",
        seats_wanted=3,
        bots=("recruit", "recruit"),
        options={"setup_orders": "planned"},
    )
    visitor = visitors(PHONE)
    come_in(visitor, planner)
    page = visitor.page
    page.goto(f"/g/{plan.slug}/?plan=-&like=veteran")
    assert len(page.locator("#order").input_value()) > 500
    line = page.locator(".order-line").bounding_box()
    assert line and line["height"] < 60
    expect(page.locator("button.primary")).to_be_in_viewport(ratio=1)
    expect(page.locator(".ranking li").first).to_be_in_viewport(ratio=1)


def test_a_wheel_over_the_map_says_how_it_zooms(visitors: Visitors, play: Table) -> None:
    """It scrolls the page by itself; with Ctrl it zooms, and says no more."""
    page = sit_down(visitors, play)
    hint, width = (
        page.locator("[data-wheel]"),
        "getComputedStyle(document.querySelector('.stage')).getPropertyValue('--vw')",
    )
    expect(hint).to_be_hidden()
    page.mouse.move(500, 300)
    page.mouse.wheel(0, 200)
    expect(hint).to_have_text("Hold Ctrl to zoom with the wheel")
    expect(hint).to_be_visible()
    page.wait_for_function("() => scrollY > 0")  # a function: the policy of the page allows no text
    expect(hint).to_be_hidden()
    before = page.evaluate(width)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -200)
    page.keyboard.up("Control")
    page.wait_for_function(f"before => {width} !== before", arg=before)
    expect(hint).to_be_hidden()


def test_a_page_tells_that_somebody_is_there_until_nobody_touches_it(visitors: Visitors, play: Table) -> None:
    visitor = visitors(DESKTOP)
    come_in(visitor, play.asked_user)
    visitor.page.clock.install()
    visitor.page.goto(f"/g/{play.game.slug}/")

    def poll_after(milliseconds: int) -> str:
        with visitor.page.expect_request(re.compile("/poll/")) as asked:
            visitor.page.clock.fast_forward(milliseconds)
        return asked.value.url

    assert "here=1" in poll_after(16_000)
    assert "here=1" not in poll_after(6 * 60_000)
    visitor.page.keyboard.press("Tab")
    assert "here=1" in poll_after(16_000)
