"""What mail programs read: identity, threads, and unsubscribing by one click."""

from __future__ import annotations

import pytest
from django.test import Client

from games.mail.render import mail_for
from games.models import OutboxMail
from tests.games.kit import Table, table
from tests.games.mail.kit import html_of, made
from tests.games.test_pages import client

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


def test_one_click_stops_mails_of_this_kind_and_says_so_once(play: Table) -> None:
    """Without a login; other kinds still come, and clicking twice writes no second mail."""
    user = play.asked_user
    message = made(play.game, "turn", play.waiting.seat).message()
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = message["List-Unsubscribe"].strip("<>").partition("://")[2].partition("/")[2]
    visitor = Client(enforce_csrf_checks=True)
    assert visitor.get(f"/{path}").status_code == 200
    user.refresh_from_db()
    assert user.wants_mail("turn")
    for _again in range(2):
        answer = visitor.post(f"/{path}", {"List-Unsubscribe": "One-Click"})
        assert answer.status_code == 200  # mail programs do not follow a redirect
    user.refresh_from_db()
    assert [user.wants_mail(kind) for kind in ("turn", "reminder", "news")] == [False, True, True]
    (said,) = OutboxMail.objects.filter(template=OutboxMail.ACCOUNT, address=user.email)
    letter = mail_for(said)
    assert "You get no more mails about your turns." in " ".join(letter.body.split())
    assert "http" in letter.body.partition("Changed your mind?")[2]
    page = client(play.alice if user == play.bob else play.bob).get(f"/g/{play.game.slug}/").content.decode()
    assert "gets no mail about turns" in page


@pytest.mark.parametrize("template", ["turn", "reminder", "started"])
def test_the_foot_of_a_mail_stops_its_own_kind(play: Table, template: str) -> None:
    mail = made(play.game, template, play.waiting.seat)
    words = {"turn": "Stop mails about my turns", "reminder": "Stop reminders", "started": "Stop mails with news"}
    assert words[template] in mail.body and words[template] in html_of(mail)
