"""Messages in a real browser: on a phone and beside the board, with scripts and without."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from games.models import Game, Player
from press.models import Message, Mute, Report
from press.tests.kit import four, user_of, write
from tests.browser.test_axe import TALL_DESK, TALL_PHONE, violations
from tests.browser.test_reach import come_in
from tests.games.kit import Table
from tests.kit.chromium import DESKTOP, PHONE, Visitors
from tests.routes_kit import organizer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIDEWAYS = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.fixture
def play() -> Table:
    made = four(grey=True)
    write(made, "alice", text="Six rounds and still no continent.")
    write(made, "bob", "alice", text="Japan stays yours.")
    write(
        made,
        "carol",
        "alice",
        "bob",
        text="Grey has 9 in Ukraine and trades a set next turn. If you hit it, I keep my 7 in the Middle East.",
    )
    write(
        made,
        "alice",
        "bob",
        "carol",
        text="Agreed for this round.\nYou leave Southern Europe alone, I leave it alone too.",
    )
    write(made, "bob", "alice", "carol", text="Fine by me.")
    return made


@pytest.mark.parametrize(("size", "dark"), [(PHONE, False), (PHONE, True), (DESKTOP, False), (DESKTOP, True)])
def test_a_conversation_is_found_read_and_answered(
    visitors: Visitors, play: Table, size: tuple[int, int], dark: bool
) -> None:
    name = f"{size[0]}-{'dark' if dark else 'light'}"
    visitor = visitors(size, dark=dark)
    come_in(visitor, user_of("alice"))
    visitor.page.goto(f"/g/{play.game.slug}/")
    visitor.picture(f"press-turn-{name}")
    if size == PHONE:
        visitor.page.locator(".panel-tabs").get_by_role("link", name="Messages").click()
    else:  # where there is room the tab opens a drawer
        visitor.page.goto(f"/g/{play.game.slug}/messages/")
    expect(visitor.page.get_by_role("heading", name="Messages", level=1)).to_be_visible()
    visitor.picture(f"press-list-{name}")
    visitor.page.get_by_role("link", name=re.compile("bob and carol|carol and bob")).click()
    expect(visitor.page.get_by_role("log")).to_contain_text("Fine by me.")
    assert not visitor.page.evaluate(SIDEWAYS)
    visitor.picture(f"press-thread-{name}")
    visitor.page.get_by_label("Message to").fill("Until round 11 then.")
    visitor.page.get_by_role("button", name="Send to 2 players").click()
    expect(visitor.page.get_by_role("log")).to_contain_text("Until round 11 then.")
    assert Message.objects.filter(text="Until round 11 then.").count() == 1


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "none"])
def test_a_new_message_goes_to_those_who_are_ticked(visitors: Visitors, play: Table, scripts: bool) -> None:
    visitor = visitors(PHONE, scripts=scripts)
    come_in(visitor, user_of("alice"))
    Player.objects.filter(user=user_of("dave")).update(state=Player.State.CARETAKER)
    visitor.page.goto(f"/g/{play.game.slug}/messages/")
    visitor.page.get_by_role("link", name="New message").click()
    expect(visitor.page.get_by_label("dave")).to_be_disabled()
    visitor.page.get_by_label("bob").check()
    visitor.page.get_by_label("Message", exact=True).fill("Only you.")
    visitor.picture(f"press-new-{'scripts' if scripts else 'none'}")
    visitor.page.get_by_role("button", name="Send").click()
    expect(visitor.page.get_by_role("log")).to_contain_text("Only you.")
    assert not visitor.page.evaluate(SIDEWAYS)


@pytest.mark.parametrize(
    ("size", "dark"), [(TALL_PHONE, False), (TALL_DESK, True)], ids=["phone by day", "desk by night"]
)
def test_axe_finds_nothing_on_the_pages_of_messages(
    visitors: Visitors, play: Table, size: tuple[int, int], dark: bool
) -> None:
    Game.objects.filter(pk=play.game.pk).update(names="anonymous")
    visitor = visitors(size, dark=dark)
    come_in(visitor, user_of("alice"))
    for number, path in enumerate(("messages/", "messages/2/", "messages/new/", "messages/2/report/", "notes/")):
        assert violations(visitor, f"/g/{play.game.slug}/{path}") == []
        visitor.picture(f"press-axe-{number}-{size[0]}")


@pytest.mark.parametrize(
    ("size", "dark"),
    [((360, 3000), True), (TALL_PHONE, False), (TALL_DESK, False)],
    ids=["small phone by night", "phone by day", "desk by day"],
)
def test_a_message_is_reported_decided_on_and_appealed(
    visitors: Visitors, play: Table, size: tuple[int, int], dark: bool
) -> None:
    organizer("olga")
    visitor, desk = visitors(size, dark=dark), visitors(size, dark=dark)
    come_in(visitor, user_of("alice"))
    visitor.page.goto(f"/g/{play.game.slug}/messages/2/")
    visitor.page.get_by_label("More about this message of bob").click()
    visitor.page.get_by_role("link", name="Report this message").click()
    visitor.page.get_by_label("A threat").check()
    visitor.picture(f"press-report-{size[0]}")
    visitor.page.get_by_role("button", name="Report to the moderators").click()
    expect(visitor.page.get_by_text("A moderator will look at it")).to_be_visible()
    come_in(desk, user_of("olga"))
    pk = Report.objects.get().pk
    for number, path in enumerate(("", f"{pk}/", f"{pk}/whole/")):
        assert violations(desk, f"/organize/reports/{path}") == []
        assert not desk.page.evaluate(SIDEWAYS)
        desk.picture(f"press-desk-{number}-{size[0]}")
    desk.page.get_by_label("Reason").fill("Is it a threat?")
    desk.page.get_by_role("button", name="Open it for an hour").click()
    expect(desk.page.get_by_text("Japan stays yours.")).to_be_visible()
    desk.picture(f"press-desk-whole-{size[0]}")
    desk.page.get_by_role("link", name="Back to the report").click()
    desk.page.get_by_label("Hide the message").check()
    desk.page.get_by_label("Reason").fill("No threats here.")
    desk.page.get_by_role("button", name="Decide").click()
    expect(desk.page.get_by_text("Both sides are told")).to_be_visible()
    assert violations(visitor, f"/reports/{pk}/appeal/") == []
    visitor.picture(f"press-appeal-{size[0]}")
    visitor.page.goto(f"/g/{play.game.slug}/messages/2/")
    expect(visitor.page.get_by_text("A moderator hid this message.").first).to_be_visible()
    visitor.picture(f"press-hidden-{size[0]}")


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desk"])
def test_a_player_is_muted_heard_again_and_blocked(visitors: Visitors, play: Table, size: tuple[int, int]) -> None:
    visitor = visitors(size)
    page = visitor.page
    come_in(visitor, user_of("alice"))
    page.goto(f"/g/{play.game.slug}/messages/2/")
    page.get_by_label("More about this conversation").click()
    visitor.picture(f"press-mute-menu-{size[0]}")
    page.get_by_role("button", name="Mute bob in this game").click()
    expect(page.get_by_text("Muted by you. Show it once")).to_be_visible()
    visitor.picture(f"press-muted-{size[0]}")
    page.get_by_label("More about this conversation").click()
    page.get_by_role("button", name="Unmute bob").click()
    expect(page.get_by_role("log")).to_contain_text("Japan stays yours.")
    page.get_by_label("More about this conversation").click()
    page.get_by_role("button", name="Block bob").click()
    expect(page.get_by_text("Muted by you. Show it once")).to_be_visible()
    assert Mute.objects.get().blocks
