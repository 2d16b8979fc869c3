"""Games that ask for proof: an email plays nothing unless somebody vouches for the player's address."""

from __future__ import annotations

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client, override_settings

from games.mail.reply import PRESS
from games.models import Entry, Game
from inbound.models import InboundMail
from inbound.tests.mail_kit import address, answer, receipt_of, receive, reply, table_attacking
from inbound.webhooks import PostmarkHeader, is_signed_by_author
from press.audience import Audience
from press.models import Conversation, Held, Message
from press.services.mailing import reply_number
from press.services.messages import press_send
from tests.games.kit import Table, make_table
from tests.games.mail.kit import html_of

pytestmark = pytest.mark.django_db

SERVER = "mx.example.org"
PASSED = {"Authentication_Results": f"{SERVER}; spf=pass; dmarc=pass header.from=example.org"}


@pytest.fixture
def play(settings: Any) -> Table:
    settings.MAIL_SERVER_NAME = SERVER
    play = table_attacking()
    EmailAddress.objects.create(user=play.alice, email="alice@example.org", verified=True)
    Game.objects.filter(pk=play.game.pk).update(mail_proof=True)
    return play


def by_mail() -> int:
    return Entry.objects.filter(source="mail", implied=False).count()


def words_of(mail: InboundMail) -> str:
    return " ".join(receipt_of(mail).body.split())


def test_a_proved_mail_plays(play: Table) -> None:
    assert answer(play, "end turn", **PASSED).code == "played" and by_mail() == 1


def test_the_door_may_vouch_for_a_mail(play: Table) -> None:
    assert receive(reply("end turn", address(play.waiting)), "webhook", proof=True).code == "played"


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Authentication_Results": f"{SERVER}; spf=pass; dkim=pass; dmarc=fail"},
        {"Authentication_Results": "evil.example.org; dmarc=pass"},
    ],
)
def test_an_unproved_mail_gets_a_link_that_plays_its_orders(play: Table, headers: dict[str, str]) -> None:
    mail = answer(play, "end turn", **headers)
    assert (mail.code, mail.answer, by_mail()) == ("confirm", "confirm", 0)
    letter = receipt_of(mail)
    assert letter.subject == "Long Winter: are these your orders?" and letter.to == ["alice@example.org"]
    said = " ".join(letter.body.split())
    assert "this game asks for proof that you sent an email, and this one came without." in said
    assert "YOUR ORDERS end turn" in said and "did not vouch for this email" in said
    (path,) = set(re.findall(r"/l/[^\s]+", letter.body))
    asked = Client().get(path)
    assert asked.status_code == 200 and not Entry.objects.filter(source="link").exists()
    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', asked.content.decode()))
    Client().post(path, fields)
    assert Entry.objects.filter(source="link", order="end turn").count() == 1


def test_a_verdict_on_another_address_proves_nothing(play: Table) -> None:
    mail = receive(reply("end turn", address(play.waiting), sender="eve@example.net", **PASSED))
    assert (mail.code, by_mail()) == ("confirm", 0)
    assert "write from the email address in your account" in words_of(mail)


def test_a_verdict_on_one_of_two_senders_proves_nothing(play: Table) -> None:
    raw = b"From: eve@example.net\r\n" + reply("end turn", address(play.waiting), **PASSED)
    assert receive(raw).code == "confirm"
    raw = reply("end turn", address(play.waiting), **PASSED).replace(b"To: ", b"From: eve@example.net\r\nTo: ", 1)
    assert receive(raw).code == "confirm" and by_mail() == 0


@pytest.mark.parametrize(
    "text",
    [
        "resign yes",
        "vote pause",
        "press all: hello",
        "standing add when attacked: defend 1",
        "next\nend turn\nend next",
    ],
)
def test_commands_that_change_something_are_left_to_the_page(play: Table, text: str) -> None:
    mail = answer(play, text)
    assert mail.code == "confirm" and not Message.objects.exists()
    letter = receipt_of(mail)
    assert letter.subject == "Long Winter: did you write this?" and "/l/" not in letter.body
    html = html_of(letter)
    assert ">Your email</h2>" in html and html.count("Open the board") == 1
    assert "You can do it on the page of your game." in " ".join(letter.body.split())
    assert answer(play, text, **PASSED).code == "commands"


def test_orders_get_a_link_and_the_rest_is_left_to_the_page(play: Table) -> None:
    mail = answer(play, "press all: hello\n\nend turn")
    assert (mail.code, by_mail()) == ("confirm", 0) and not Message.objects.exists()
    body = receipt_of(mail).body
    assert "/l/" in body and "You can do the rest on the page of your game." in " ".join(body.split())


@pytest.mark.parametrize("text", ["status", "odds 12 7\nhelp", "standing", "undo", "?\nend turn"])
def test_questions_need_no_proof(play: Table, text: str) -> None:
    mail = answer(play, text)
    assert mail.code in ("commands", "confirm", "trial") and "proof" not in words_of(mail)


def test_a_reply_to_a_message_is_held_without_proof(play: Table) -> None:
    press_send(game_id=play.game.pk, user_id=play.bob.pk, to=Audience(frozenset()), text="Hello.", source="web")
    number = reply_number(play.waiting.player, Conversation.objects.get().pk)
    to = address(play.waiting, number=number, kind=PRESS)  # type: ignore[arg-type]  # a word
    mail = receive(reply("Hello, Bob.", to))
    assert mail.code == "held" and Message.objects.count() == 1
    assert "asks for proof that you sent an email" in words_of(mail)
    assert Held.objects.get().text == "Hello, Bob."
    sent = receive(reply("Hello, Bob.", to, **PASSED))
    assert sent.code == "press" and Message.objects.count() == 2
    assert ">Your message</h2>" in html_of(receipt_of(sent))


def test_a_game_that_does_not_ask_for_proof_needs_none(play: Table) -> None:
    Game.objects.filter(pk=play.game.pk).update(mail_proof=False)
    assert answer(play, "end turn").code == "played"


@pytest.mark.parametrize(
    ("tests", "is_proved"),
    [
        (["DKIM_SIGNED,DKIM_VALID,DKIM_VALID_AU,SPF_PASS"], True),
        (["DKIM_SIGNED, DKIM_VALID, SPF_PASS"], False),
        (["NO_DKIM_VALID_AU_AT_ALL"], False),
        (["DKIM_VALID_AU", "SPF_PASS"], False),
        ([], False),
    ],
)
def test_postmark_vouches_for_what_the_senders_domain_has_signed(tests: list[str], is_proved: bool) -> None:
    headers = [PostmarkHeader("Subject", "Re"), *(PostmarkHeader("X-Spam-Tests", each) for each in tests)]
    assert is_signed_by_author(headers) is is_proved


def test_people_read_that_a_game_asks_for_proof_and_may_ask_for_it(play: Table) -> None:
    reader = Client()
    reader.force_login(play.alice)
    game = make_table(play.alice, name="Dusk", rules="modern", seats_wanted=3, mail_proof=True)
    told = "Orders by email need proof that the player sent them."
    assert told in reader.get(f"/g/{game.slug}/lobby/").content.decode()
    assert "Proof for orders by email" in reader.get("/games/new/").content.decode()
    with override_settings(MAIL_IN=False):
        assert "Proof for orders by email" not in reader.get("/games/new/").content.decode()
