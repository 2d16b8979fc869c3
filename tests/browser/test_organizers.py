"""The desk of organizers and the admin in a real browser: no breach of the policy, nothing that scrolls sideways."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from games.models import AuditEntry, Game, OutboxMail, Player
from games.services.disputes import dispute_raise
from games.services.organize import game_extend
from tests.browser.test_reach import come_in
from tests.games.kit import Table, table
from tests.kit.certain import some
from tests.kit.chromium import DESKTOP, PHONE, Visitor, Visitors
from tests.routes_kit import PASSWORD

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def play() -> Table:
    """A game with a question, a dead letter and something done."""
    made = table()
    for _ in range(4):
        made.order(made.likely())
    ada = User.objects.create_superuser("ada", "ada@example.org", PASSWORD)
    game_extend(game_id=made.game.pk, user=ada, reason="Bob is ill.", hours=24)
    dispute_raise(game_id=made.game.pk, user=made.alice, text="Was the defence of Iceland right?")
    User.objects.filter(pk=made.bob.pk).update(bounced_at=timezone.now() - timedelta(hours=3))
    OutboxMail.objects.filter(game=made.game).update(state=OutboxMail.State.DEAD, error="550 no such mailbox")
    return made


@pytest.mark.parametrize(("size", "dark"), [(PHONE, False), (DESKTOP, True)], ids=["phone by day", "desk by night"])
def test_every_page_of_the_desk(visitors: Visitors, play: Table, size: tuple[int, int], dark: bool) -> None:
    visitor, slug = visitors(size, dark=dark), play.game.slug
    come_in(visitor, User.objects.get(username="ada"))
    pages = {
        "games": "/organize/",
        "game": f"/organize/g/{slug}/",
        "journal": f"/organize/g/{slug}/journal/",
        "rewind": f"/organize/g/{slug}/do/rewind/",
        "hidden": f"/organize/g/{slug}/hidden/",
        "mails": "/organize/mails/",
        "people": "/organize/people/",
        "audit": "/organize/audit/",
        "many": f"/organize/many/?act=extend&g={slug}",
        "person": f"/organize/people/{play.bob.pk}/",
        "replace": f"/organize/g/{slug}/do/replace/",
        "admin": "/admin/",
        "admin-games": "/admin/games/game/",
        "admin-person": f"/admin/accounts/user/{play.bob.pk}/change/",
        "admin-people": "/admin/accounts/user/",
        "admin-new": "/admin/accounts/user/add/",
        "admin-history": f"/admin/accounts/user/{play.bob.pk}/history/",
    }
    for name, path in pages.items():
        answer = visitor.page.goto(path)
        assert answer is not None and answer.status == 200 and visitor.page.url.endswith(path), path
        wide = visitor.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{path} scrolls sideways by {wide} pixels"
        expect(visitor.page.locator("h1"), path).to_have_count(1)
        visitor.picture(f"organize-{name}-{size[0]}-{'dark' if dark else 'light'}")
    preview_many(visitor, slug)
    open_filters(visitor)


def preview_many(visitor: Visitor, slug: str) -> None:
    """What would happen to each game stands in lines of words, not in a column of them."""
    page = visitor.page
    page.goto(f"/organize/many/?act=extend&g={slug}")
    page.get_by_label("Reason").fill("The site moves.")
    page.get_by_role("button", name="Preview").click()
    expect(page.locator(".preview p").first).to_be_visible()
    box = page.locator(".preview p").first.bounding_box()
    assert box and box["width"] > 200


def open_filters(visitor: Visitor) -> None:
    """Each filter of a list opens within the page."""
    page = visitor.page
    page.goto("/admin/games/game/")
    for title in some(page.locator("#changelist-filter summary").all()):
        title.click()
        expect(page.locator("#changelist-filter a:visible").nth(1)).to_be_attached()
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "plain"])
def test_pausing_by_hand(visitors: Visitors, play: Table, scripts: bool) -> None:
    visitor = visitors(PHONE, scripts=scripts)
    come_in(visitor, User.objects.get(username="ada"))
    page = visitor.page
    page.goto("/organize/")
    page.locator("a.case").filter(has_text="Long Winter").click()
    page.get_by_role("link", name="Pause the game").click()
    page.get_by_label("Reason").fill("A question is being settled.")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("Players cannot give orders until")).to_be_visible()
    page.get_by_role("button", name="Pause the game").click()
    expect(page.get_by_text("The game is paused.")).to_be_visible()
    assert Game.objects.get(pk=play.game.pk).status == Game.Status.PAUSED
    assert AuditEntry.objects.filter(action="game.pause", user__username="ada").exists()
    assert Player.objects.filter(game=play.game).count() == 3
