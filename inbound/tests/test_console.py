"""The organizers' console of mails that came in: who sees what, and what reading again does."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.mail.reply import PRESS, ReplyAddress, address_of
from games.models import AuditEntry, Entry, OutboxMail
from games.services.disputes import reveal_hidden
from inbound.answers import ANSWERS
from inbound.codes import CODE_WORDS
from inbound.console import UNHEEDED
from inbound.models import InboundMail
from inbound.services.handling import forget_old, read_due
from inbound.services.receiving import mail_receive
from inbound.tests.mail_kit import address, answer, receive, reply
from inbound.tests.test_handling import attacking as attacking
from inbound.tests.test_handling import by_mail
from press.audience import Audience
from press.services.messages import press_send
from tests.games.kit import Table
from tests.routes_kit import organizer

pytestmark = pytest.mark.django_db
SECRET = "attack Icland Greenland with my last three armies"


@pytest.fixture
def olga() -> User:
    return organizer("olga")


def looking(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def page_of(user: User, mail: InboundMail) -> str:
    found = looking(user).get(reverse("organize-letter", args=[mail.pk]))
    return found.content.decode() if found.status_code == 200 else str(found.status_code)


def test_headers_code_and_counts_are_shown_and_no_word(attacking: Table, olga: User) -> None:
    mail = answer(attacking, SECRET)
    page = page_of(olga, mail)
    assert "unreadable" in page and "Re: Long Winter" in page and "alice" in page
    assert SECRET not in page and "my last three armies" not in page
    signature = address(attacking.waiting).partition("@")[0].rpartition("-")[2]
    assert signature not in page and "-…@" in page
    rows = looking(olga).get(reverse("organize-letters")).content.decode()
    assert "alice" in rows and SECRET not in rows
    assert "Unclear line" in rows and "unreadable" not in rows and "Unclear line" in page


def test_each_code_has_words() -> None:
    assert {*ANSWERS, *UNHEEDED, "readable"} <= {*CODE_WORDS}


def test_what_was_written_shows_while_the_game_is_open_to_the_reader(attacking: Table, olga: User) -> None:
    mail, other = answer(attacking, SECRET), organizer("otto")
    reveal_hidden(game_id=attacking.game.pk, user=olga, reason="Alice asks why")
    page = page_of(olga, mail)
    assert page.count(SECRET) == 2  # read, and as it came
    assert address(attacking.waiting).partition("@")[0].rpartition("-")[2] not in page
    assert SECRET not in page_of(other, mail)


@pytest.mark.parametrize(
    "text",
    [
        "press {bob}: leave me Siam",
        "press {bob} leave: leave me Siam",
        "press purple: leave me Siam",
        "vote draw\n* Press {bob}: leave me Siam",
    ],
)
def test_messages_to_players_never_show(attacking: Table, olga: User, text: str) -> None:
    colour = attacking.game.players.get(user=attacking.bob).colour
    mail = answer(attacking, text.format(bob=colour))
    reveal_hidden(game_id=attacking.game.pk, user=olga, reason="Alice asks why")
    assert "leave me Siam" not in page_of(olga, mail)


@pytest.mark.parametrize("rest", ["", " and more" * 300])
def test_replies_to_messages_never_show_sent_or_refused(attacking: Table, olga: User, rest: str) -> None:
    alice = attacking.alice
    to = address_of(ReplyAddress(attacking.game.pk, attacking.waiting.seat, 1, alice.pk, PRESS), alice.reply_epoch)
    mail = receive(reply(f"leave me Siam{rest}", to))
    assert mail.code == ("too_long" if rest else "press")
    reveal_hidden(game_id=attacking.game.pk, user=olga, reason="Alice asks why")
    assert "leave me Siam" not in page_of(olga, mail)


def test_messages_that_a_mail_quotes_never_show(attacking: Table, olga: User) -> None:
    """Those that wait come with the mail of a turn, and its answer quotes them."""
    bob = attacking.bob
    press_send(game_id=attacking.game.pk, user_id=bob.pk, to=Audience(), text="Siam is yours", source="web")
    mail = answer(attacking, f"{SECRET}\n\nOn Friday, Fieldpost wrote:\n> Siam is yours")
    reveal_hidden(game_id=attacking.game.pk, user=olga, reason="Alice asks why")
    page = page_of(olga, mail)
    assert SECRET in page and "Siam is yours" not in page


def test_who_plays_sees_no_mail_of_the_game(attacking: Table, olga: User) -> None:
    mail = answer(attacking, SECRET)
    attacking.game.players.filter(user=attacking.bob).update(user=olga)
    assert page_of(olga, mail) == "404" == page_of(attacking.bob, mail)
    assert "alice" not in looking(olga).get(reverse("organize-letters"), {"show": "all"}).content.decode()
    again = looking(olga).post(reverse("organize-letter-again", args=[mail.pk]), {"reason": "Why not"})
    assert again.status_code == 404


def test_a_mail_that_was_refused_is_read_again_and_plays_once(
    attacking: Table, olga: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as fault:
        fault.setattr("inbound.verdicts.read_reply", lambda raw, context: broken(raw, context))
        mail = answer(attacking, "end turn")
    assert (mail.code, by_mail(attacking)) == ("broken", 0)
    url = reverse("organize-letter-again", args=[mail.pk])
    assert looking(olga).post(url, {"reason": ""}).status_code == 422
    assert looking(olga).post(url, {"reason": "A fault is mended"}).status_code == 302
    assert AuditEntry.objects.get(action="mail.read_again").game == attacking.game
    assert read_due() == 1
    mail.refresh_from_db()
    assert (mail.code, by_mail(attacking)) == ("played", 1)
    answers = OutboxMail.objects.filter(template="receipt").order_by("pk")
    assert [(row.key == mail.receipt_key, row.state) for row in answers] == [(False, "cancelled"), (True, "queued")]
    page = looking(olga).post(url, {"reason": "And again"}, follow=True).content.decode()
    assert "has done what it says" in page
    assert read_due() == 0 and Entry.objects.filter(key=mail.order_key).count() == 1


def broken(raw: bytes, context: object) -> object:
    from inbound.reading.results import Reading

    return Reading("broken")


def test_what_is_forgotten_or_waits_is_not_read_again(attacking: Table, olga: User) -> None:
    mail = answer(attacking, SECRET)
    InboundMail.objects.filter(pk=mail.pk).update(arrived_at="2020-01-01T00:00Z")
    forget_old(mail.read_at or mail.arrived_at)
    assert "are deleted" in page_of(olga, mail)
    waits = mail_receive(reply("status", address(attacking.waiting)), "smtp", mail.arrived_at)
    assert "still waits to be read" in page_of(olga, waits)


def test_mails_of_strangers_show_no_text(olga: User) -> None:
    mail = receive(reply(SECRET, "post@testserver", sender="eve@example.net"))
    page = page_of(olga, mail)
    assert "eve@example.net" in page and SECRET not in page


@pytest.mark.parametrize("show", ["refused", "waiting", "played", "unheeded", "all", "nonsense"])
def test_the_list_is_filtered(attacking: Table, olga: User, show: str) -> None:
    answer(attacking, SECRET)
    answer(attacking, "end turn")
    rows = looking(olga).get(reverse("organize-letters"), {"show": show}).content.decode()
    wanted = {"refused": (1, 0), "played": (0, 1), "all": (1, 1), "nonsense": (1, 0)}.get(show, (0, 0))
    assert (rows.count(">Unclear line<"), rows.count(">Orders played<")) == wanted
