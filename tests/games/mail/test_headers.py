"""What mail programs read: identity, threads, and unsubscribing by one click."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.games.kit import Table, table
from tests.games.mail.kit import made

pytestmark = pytest.mark.django_db


@pytest.fixture
def play() -> Table:
    return table()


def test_a_mail_that_is_sent_twice_has_one_identity(play: Table) -> None:
    seat = play.waiting.seat
    one, other = (made(play.game, "turn", seat).message() for _ in range(2))
    assert one["Message-ID"] == other["Message-ID"]
    reminder = made(play.game, "reminder", seat).message()
    assert reminder["Message-ID"] != one["Message-ID"]
    assert reminder["References"] == one["References"] == one["In-Reply-To"]
    assert one["Auto-Submitted"] == "auto-generated"


def test_text_comes_before_html_and_both_before_the_picture(play: Table) -> None:
    message = made(play.game, "turn", play.waiting.seat).message()
    kinds = [part.get_content_type() for part in message.walk()]
    assert kinds == ["multipart/related", "multipart/alternative", "text/plain", "text/html", "image/png"]


def test_one_click_unsubscribes_without_a_login(play: Table) -> None:
    user = play.asked_user
    message = made(play.game, "turn", play.waiting.seat).message()
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = message["List-Unsubscribe"].strip("<>").partition("://")[2].partition("/")[2]
    visitor = Client(enforce_csrf_checks=True)
    assert visitor.get(f"/{path}").status_code == 200
    user.refresh_from_db()
    assert user.wants_mail("turn")
    answer = visitor.post(f"/{path}", {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200  # mail programs do not follow a redirect
    user.refresh_from_db()
    assert not any(user.wants_mail(kind) for kind in ("turn", "reminder", "news"))
