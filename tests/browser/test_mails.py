"""Mails on a small telephone, in a real browser: nothing of them is cut."""

from __future__ import annotations

import base64
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone

from games.mail.render import MailMessage
from games.models import Game, OutboxMail, Waiting
from games.services.deadlines import deadline_expire
from tests.games.kit import attacked, finish, make_table, table
from tests.games.mail.kit import html_of, made, picture_of, put_up_for_trade
from tests.kit.chromium import Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.django_db  # not marked as a browser's: boards as small as elsewhere do

WIDTHS = (390, 360)
LONG = "Donaudampfschifffahrtsgesellschaftskapitänswettbewerb 2026"


def placing() -> MailMessage:
    play = table()
    return made(play.game, "turn", play.waiting.seat)


def reminder() -> MailMessage:
    play = table()
    return made(play.game, "reminder", play.waiting.seat)


def attacking() -> MailMessage:
    play = table()
    seat = play.waiting.seat
    play.order(play.likely().splitlines()[0])
    play.front(seat, (seat + 1) % 3)
    return made(play.fresh(), "turn", seat)


def trading() -> MailMessage:
    play = table()
    return made(play.fresh(), "turn", put_up_for_trade(play, "set"))


def defending() -> MailMessage:
    play = attacked()
    return made(play.game, "turn", play.waiting.seat)


def started() -> MailMessage:
    play = table()
    return made(play.game, "started", play.seat(play.bob))


def passed() -> MailMessage:
    play = table()
    past = timezone.now() - timedelta(hours=1)
    seat = play.waiting.seat
    Waiting.objects.filter(game=play.game).update(deadline_at=past, due_at=past)
    deadline_expire(game_id=play.game.pk)
    return made(play.fresh(), "passed", seat, context=OutboxMail.objects.get(template="passed", seat=seat).context)


def over() -> MailMessage:
    play = table()
    finish(play, play.seat(play.alice))
    return made(play.fresh(), "over", play.seat(play.bob))


def invitation() -> MailMessage:
    play = table()
    game = make_table(play.alice, name=LONG[:60], rules="modern", seats_wanted=3)
    return made(game, "invitation", user=play.bob, context={"from": "alice"})


def long_words() -> MailMessage:
    """A name of a game, and names of people, that have no place to be parted."""
    play = table()
    Game.objects.filter(pk=play.game.pk).update(name=LONG.replace(" ", ""))
    play.bob.username = "W" * 24
    play.bob.save()
    return made(play.fresh(), "turn", play.waiting.seat)


MAILS = (
    placing,
    attacking,
    trading,
    defending,
    reminder,
    started,
    passed,
    over,
    invitation,
    long_words,
)


@pytest.mark.parametrize("mail", MAILS, ids=lambda mail: mail.__name__)
def test_a_mail_is_no_wider_than_a_telephone(browser: Browser, mail: Callable[[], MailMessage]) -> None:
    letter = mail()
    picture = base64.b64encode(picture_of(letter)).decode()
    visitor = Visitor(browser.new_context())
    visitor.page.set_content(html_of(letter).replace("cid:board", f"data:image/png;base64,{picture}"))
    for width in WIDTHS:
        visitor.page.set_viewport_size({"width": width, "height": 780})
        assert visitor.page.evaluate("document.documentElement.scrollWidth") <= width, width
    visitor.picture(f"mail-{mail.__name__}-{WIDTHS[-1]}")
    visitor.context.close()


@pytest.mark.parametrize("mail", [placing, attacking, trading, defending], ids=lambda mail: mail.__name__)
def test_the_first_screen_has_all_up_to_the_first_answer(browser: Browser, mail: Callable[[], MailMessage]) -> None:
    """Of a telephone of 390 x 664, with the bars of its browser: where orders go, the question, its deadline and what
    hit the reader."""
    visitor = Visitor(browser.new_context())
    visitor.page.set_viewport_size({"width": 390, "height": 664})
    visitor.page.set_content(html_of(mail()).replace("cid:board", "data:,"))
    links = visitor.page.locator(".option a").all()[:3]
    assert len(links) >= 2 and "Until" in visitor.page.locator("body").inner_text()
    box = links[0].bounding_box()
    assert box and box["y"] + box["height"] <= 664, links[0].inner_text()
    visitor.context.close()


def test_a_bonus_stands_beside_the_last_word_of_its_continent(browser: Browser) -> None:
    """On a telephone the column of the continents has room for the longest word and the number."""
    visitor = Visitor(browser.new_context())
    visitor.page.set_viewport_size({"width": 390, "height": 780})
    visitor.page.set_content(html_of(placing()).replace("cid:board", "data:,"))
    regions = visitor.page.locator(".region")
    lines_of = {
        region.inner_text(): region.evaluate(
            "cell => { const all = document.createRange(); all.selectNodeContents(cell);"
            " return new Set([...all.getClientRects()].map(line => Math.round(line.top))).size }"
        )
        for region in regions.all()
    }
    assert lines_of["Australia,\xa02"] == 1 and lines_of["North America,\xa05"] == 2, lines_of
    visitor.context.close()
