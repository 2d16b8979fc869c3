"""Pages of links and of the local inbox in a real browser: no breach of the policy, and the button works."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from games.mail.links import OrderLink, link_path
from games.mail.outbox import outbox_deliver
from games.models import Game, InboxMail, OutboxMail
from tests.games.kit import Table, table
from tests.kit.chromium import Visitors

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def link_of(play: Table) -> str:
    row = play.waiting
    return link_path(OrderLink(play.game.pk, row.seat, row.ref, play.likely(), row.player.user_id or 0))


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_a_turn_by_links(visitors: Visitors, scripts: bool) -> None:
    """The button plays (no header of the page keeps its form from being believed), and the next links are there. A
    long name leaves the brand its room."""
    play = table()
    Game.objects.filter(pk=play.game.pk).update(name="The Very Long Winter of Nineteen Kings and Nine Queens")
    visitor = visitors((390, 844), scripts=scripts)
    page = visitor.page
    page.goto(link_of(play))
    seq = play.fresh().seq
    expect(page.locator("form button.primary")).to_have_count(1)
    brand, name = (page.locator(part).bounding_box() for part in (".bar .brand svg", ".bar .name"))
    assert brand and name and brand["x"] + brand["width"] < name["x"] and name["x"] + name["width"] <= 390
    expect(page.locator(".bar .brand span")).to_be_hidden()
    page.click("form button.primary")
    expect(page.locator("h1")).to_have_text("Done")
    assert play.fresh().seq > seq
    page.locator("a.way").first.click()
    expect(page.locator("form button.primary")).to_be_visible()
    if scripts:
        visitor.picture("link-390")


def test_the_local_inbox_shows_a_mail_as_its_reader_sees_it(visitors: Visitors, settings: Any) -> None:
    settings.EMAIL_BACKEND, settings.LOCAL_INBOX = "games.mail.inbox.InboxBackend", True
    play = table()
    OutboxMail.objects.exclude(template="turn").delete()
    outbox_deliver()
    mail = InboxMail.objects.get()
    visitor = visitors((700, 900), dark=True)
    page = visitor.page
    page.goto("/inbox/")
    page.click(f"text={mail.subject}")
    board = page.locator(".mail img.m-night")
    expect(board).to_be_visible()
    expect(page.locator(".mail img.m-day")).to_be_hidden()
    expect(page.locator("h1")).to_have_count(1)
    board.evaluate("image => image.decode()")  # it may be on its way still
    assert board.evaluate("image => image.naturalWidth") >= 800
    colour = page.locator(".mail .m-wrap").evaluate("element => getComputedStyle(element).backgroundColor")
    assert colour == "rgb(33, 27, 20)"  # the dark paper of mails
    visitor.picture("mail-dark")
    page.click("text=As plain text")
    expect(page.locator("pre")).to_contain_text("OTHER OPTIONS")
    page.locator("pre a").first.click()
    assert play.fresh().seq > 0
