"""What mail programs read: identity, threads, and unsubscribing by one click."""

from __future__ import annotations

from email import message_from_bytes
from email.policy import default

import pytest
from django.core.mail.message import SafeMIMEMultipart
from django.test import Client

from games.mail import render
from games.mail.render import mail_for, rendered, wrap_text
from games.models import OutboxMail
from tests.games.kit import Table, table
from tests.games.mail.kit import html_of, made
from tests.games.views.test_play import client

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
    texts = ["multipart/related", "multipart/alternative", "text/plain", "text/html"]
    assert kinds == [*texts, "image/png", "image/png"], "the board by day and by night"


@pytest.mark.parametrize("linesep", ["\n", "\r\n"])
@pytest.mark.parametrize("said", ["", "Say “hello”.\r\nAnd:\rgo", "plain\r\n"], ids=["short", "letters", "returns"])
def test_a_mail_is_written_as_python_writes_it(play: Table, linesep: str, said: str) -> None:
    mail = made(play.game, "turn", play.waiting.seat)
    mail.body += said
    message = mail.message()
    written = message.as_bytes(linesep=linesep)
    assert written == SafeMIMEMultipart.as_bytes(message, linesep=linesep)
    assert written == message.as_bytes(linesep=linesep), "and it can be written again"


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
    assert "You get no more emails about your turns. Reminders before a deadline" in " ".join(letter.body.split())
    assert "http" in letter.body.partition("Changed your mind?")[2]
    page = client(play.alice if user == play.bob else play.bob).get(f"/g/{play.game.slug}/").content.decode()
    assert "gets no mail about turns" in page


@pytest.mark.parametrize("template", ["turn", "reminder", "started"])
def test_the_foot_of_a_mail_stops_its_own_kind(play: Table, template: str) -> None:
    mail = made(play.game, template, play.waiting.seat)
    words = {"turn": "Stop emails about my turns", "reminder": "Stop reminders", "started": "Stop emails with news"}
    assert words[template] in mail.body and words[template] in html_of(mail)


def test_a_picture_is_encoded_once_for_all_mails_that_show_it(monkeypatch: pytest.MonkeyPatch) -> None:
    png = b"\x89PNG" + bytes(range(256)) * 8
    encoded: list[bytes] = []
    original = render.base64.encodebytes
    monkeypatch.setattr(render.base64, "encodebytes", lambda data: (encoded.append(data), original(data))[1])
    render.in_base64.cache_clear()
    for address in ("a@example.org", "b@example.org"):
        mail = render.MailMessage("Board", "text", to=[address])
        mail.embed("board", png, "board.png")
        raw = message_from_bytes(mail.message().as_bytes(), policy=default)
        picture = next(part for part in raw.walk() if part.get_content_type() == "image/png")
        assert picture.get_content() == png
        assert picture["Content-ID"] == "<board>" and picture["Content-Transfer-Encoding"] == "base64"
        assert max(len(line) for line in mail.message().as_bytes().splitlines()) < 998
    assert encoded == [png]


@pytest.mark.parametrize(
    ("long", "wrapped"),
    [
        ("a " * 33 + "well-known word", ["a " * 32 + "a", "well-known word"]),
        ("- " + "a " * 32 + "well-known word", ["- " + "a " * 31 + "a", "  well-known word"]),
        ("a " * 30 + "W" * 90, ["a " * 29 + "a", "W" * 90]),
    ],
    ids=["hyphen", "item", "long word"],
)
def test_plain_text_is_wrapped_between_words_alone(long: str, wrapped: list[str]) -> None:
    assert wrap_text(long).splitlines() == wrapped


@pytest.mark.parametrize("template", ["emails/parts/example.txt", "inbound/receipt.txt"])
def test_an_order_to_be_copied_stays_on_one_line(template: str) -> None:
    order = "attack Western United States Eastern United States until captured, then advance all"
    text = wrap_text(rendered(template, {"example": [order, "end turn"], "next": ["Reply:"], "more": [], "first": ""}))
    assert f"\n\n  {order}\n  end turn\n\n" in f"{text}\n"
