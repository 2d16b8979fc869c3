"""Messages beside the board: the drawer of the turn page, and the number at its tab."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from django.utils import timezone
from playwright.sync_api import expect

from games.models import Player
from press.models import Message
from press.pages import tab_of
from press.tests.kit import change, four, user_of, write
from tests.browser.test_axe import RULES, TALL_DESK
from tests.browser.test_reach import come_in
from tests.games.kit import Table, make_table
from tests.kit.chromium import DESKTOP, Visitors


@pytest.fixture
def play() -> Table:
    made = four()
    write(made, "bob", "alice", text="Japan stays yours.")
    write(made, "carol", text="Good luck to all.")
    return made


@pytest.mark.django_db
def test_an_open_page_asks_for_its_number_by_a_signature(play: Table, django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    data = tab_of(Player.objects.select_related("game").get(user=play.alice), timezone.now())
    assert data.count == 2
    with django_assert_num_queries(2):
        assert Client().get(data.poll).status_code == 204
    write(play, "dave", "alice", text="And you?")
    answer = Client().get(data.poll)
    assert answer.status_code == 200 and 'data-count="3"' in answer.content.decode()
    assert Client().get(data.poll.replace(play.game.slug, "another")).status_code == 404
    assert Client().get(data.poll + "x").status_code == 404
    Player.objects.filter(user=play.alice).update(user=None, bot="recruit")
    assert Client().get(data.poll).status_code == 404


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_messages_are_read_and_answered_beside_the_board(visitors: Visitors, play: Table) -> None:
    visitor = visitors(DESKTOP)
    page = visitor.page
    come_in(visitor, user_of("alice"))
    page.clock.install()
    page.goto(f"/g/{play.game.slug}/")
    page.keyboard.press("m")
    drawer = page.get_by_role("complementary", name="Messages")
    drawer.get_by_role("link", name="bob").click()
    expect(drawer.get_by_role("log")).to_contain_text("Japan stays yours.")
    expect(drawer.get_by_role("link", name="Everyone")).to_be_visible()
    drawer.get_by_label("Message to bob").fill("Until round 6.")
    visitor.picture("press-drawer")
    drawer.get_by_role("button", name="Send to 1 player").click()
    expect(drawer.get_by_role("log")).to_contain_text("Until round 6.")
    assert Message.objects.filter(text="Until round 6.").count() == 1 and page.url.endswith(f"/g/{play.game.slug}/")
    drawer.get_by_label("Message to bob").fill("half a thought")
    write(play, "bob", "alice", text="Agreed.")
    page.clock.run_for(16_000)
    expect(drawer.get_by_role("log")).to_contain_text("Agreed.")
    expect(page.locator("#live")).to_have_text("2 new messages")
    expect(drawer.get_by_label("Message to bob")).to_have_value("half a thought")
    page.keyboard.press("Escape")
    expect(drawer).to_have_count(0)
    expect(page.locator("[data-poll-url]")).to_be_focused()


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_axe_finds_nothing_in_the_drawer(visitors: Visitors, play: Table) -> None:
    visitor = visitors(TALL_DESK, dark=True)
    come_in(visitor, user_of("alice"))
    visitor.page.goto(f"/g/{play.game.slug}/")
    visitor.page.keyboard.press("m")
    visitor.page.get_by_role("complementary", name="Messages").get_by_role("link", name="bob").click()
    expect(visitor.page.get_by_role("log")).to_be_visible()
    visitor.picture("press-drawer-dark")
    found = Axe().run(visitor.page, options=RULES).response["violations"]
    assert not [f"{rule['id']} {rule['nodes'][0]['html'][:160]}" for rule in found]


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("width", [320, 360])
def test_the_name_of_the_game_has_room_in_the_bar_of_a_small_phone(visitors: Visitors, play: Table, width: int) -> None:
    change(play, name="The Long Winter")
    user = user_of("alice")
    make_table(user, name="Low Tide", rules="classic_1959", seats_wanted=3, bots=("random", "random"))
    visitor = visitors((width, 780))
    come_in(visitor, user)
    for path in ("", "messages/", "history/"):
        visitor.page.goto(f"/g/{play.game.slug}/{path}")
        visitor.picture(f"press-bar-{path.strip('/') or 'turn'}-{width}")
        title = visitor.page.locator(".bar-title > :first-child")
        assert title.evaluate("each => each.scrollWidth <= each.parentElement.clientWidth"), path
        assert title.evaluate("each => each.scrollHeight <= each.clientHeight"), path
