"""Reply addresses, and what mails bring that can be answered: a first line, an example, and what is kept of them."""

from __future__ import annotations

import re
from dataclasses import replace
from email.utils import parseaddr

import pytest
from django.core import mail as sent_by_django
from django.core.exceptions import ImproperlyConfigured
from pytest_django.fixtures import Settings

from config.environment import LONGEST_LOCAL_PART, LONGEST_TOKEN, reply_address
from games.decisions.kit.prompts import Suggestion
from games.decisions.registry import suggested_orders
from games.mail import reply
from games.mail.example import END_TURN, example_orders
from games.mail.outbox import outbox_deliver
from games.mail.reply import PRESS, TURN, ReplyAddress, address_of, read_address, read_addresses
from games.models import Entry, OutboxMail, SentMail, Waiting
from games.services.orders import order_submit
from tests.games.kit import Table, table
from tests.games.mail.kit import html_of, made

NAMED = ReplyAddress(game_id=1234567, seat=3, number=4711, user_id=98765)


@pytest.fixture(params=["game+{token}@play.example.org", "{token}@Reply.example.org"])
def shape(request: pytest.FixtureRequest, settings: Settings) -> str:
    settings.REPLY_ADDRESS = request.param
    return str(request.param)


@pytest.mark.parametrize("kind", [TURN, PRESS])
def test_an_address_is_read_as_it_was_written_in_any_case(shape: str, kind: reply.AddressKind) -> None:
    named = replace(NAMED, kind=kind)
    for written in (address_of(named, 2), address_of(named, 2).upper()):
        found = read_address(written)
        assert found is not None and found.named == named
        assert found.is_genuine(2) and not found.is_genuine(3)


@pytest.mark.parametrize("changed", [{"game_id": 1}, {"seat": 0}, {"number": 1}, {"user_id": 1}, {"kind": PRESS}])
def test_a_signature_is_good_for_its_own_numbers_and_kind_alone(shape: str, changed: dict[str, object]) -> None:
    found = read_address(address_of(NAMED, 0))
    assert found is not None
    assert not replace(found, named=replace(NAMED, **changed)).is_genuine(0)  # type: ignore[arg-type]  # as above


def test_an_old_key_of_the_site_is_still_good(shape: str, settings: Settings) -> None:
    found = read_address(address_of(NAMED, 0))
    assert found is not None
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another"
    assert found.is_genuine(0)


def test_an_address_fits_into_what_mail_servers_take() -> None:
    longest = ReplyAddress(game_id=36**7 - 1, seat=35, number=36**5 - 1, user_id=36**6 - 1)
    token = f"g{reply.numbers_of(longest)}-{'a' * reply.SIGNATURE}"
    assert len(token) <= LONGEST_TOKEN
    shape = reply_address("game+{token}@play.example.org", "post@example.org")
    assert len(shape.replace("{token}", token).partition("@")[0]) <= LONGEST_LOCAL_PART


TOO_LONG = "long-name-for-a-mailbox+{token}@x.org"


@pytest.mark.parametrize("given", ["game@example.org", "{token}", "game@{token}", TOO_LONG])
def test_a_host_is_told_of_an_address_that_cannot_work(given: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="REPLY_ADDRESS"):
        reply_address(given, "post@example.org")


def test_the_usual_address_stands_beside_that_of_the_sender() -> None:
    assert reply_address("", "post@play.example.org") == "game+{token}@play.example.org"


@pytest.mark.parametrize("text", ["", "post@play.example.org", "game+1-2-3@x.org", "game+1-2-3-4-short@x.org"])
def test_other_addresses_are_none_of_ours(text: str) -> None:
    assert read_address(text) is None


def test_headers_with_several_addresses_give_each_of_ours_once(shape: str) -> None:
    one, other = address_of(NAMED, 0), address_of(replace(NAMED, seat=1), 0)
    headers = [f"Fieldpost <{one}>, somebody@example.org", f'"A, B" <{other}>', one.upper()]
    assert [found.named.seat for found in read_addresses(headers)] == [3, 1]


# ---- mails


@pytest.mark.django_db
def test_a_turn_mail_can_be_answered() -> None:
    play = table()
    row = play.waiting
    letter = made(play.game, "turn", row.seat)
    found = read_address(parseaddr(letter.extra_headers["Reply-To"])[1])
    assert found is not None and found.is_genuine(0)
    assert found.named == ReplyAddress(play.game.pk, row.seat, row.ref, row.player.user_id or 0)
    assert letter.body.startswith(reply.END_OF_ORDERS + "\n")
    visible = re.sub(r"<head>.*?</head>|<div class=\"pre\".*?</div>|<[^>]+>", "", html_of(letter), flags=re.DOTALL)
    assert visible.split("\n\n")[0].strip().startswith(reply.END_OF_ORDERS)
    assert letter.extra_headers["X-Fieldpost"] == "turn"


@pytest.mark.django_db
def test_a_host_without_mail_in_asks_for_no_replies(settings: Settings) -> None:
    settings.MAIL_IN = False
    play = table()
    letter = made(play.game, "turn", play.waiting.seat)
    assert "Reply-To" not in letter.extra_headers
    assert "end of orders" not in letter.body and "reply with orders" not in letter.body.lower()
    assert "end of orders" not in html_of(letter) and "Replies to this email are not read." in " ".join(
        letter.body.split()
    )


@pytest.mark.django_db
@pytest.mark.parametrize("rules", ["classic_1959", "risk2210", "godstorm"])
def test_the_example_can_be_sent_as_it_stands(rules: str) -> None:
    play = table(rules)
    for _ in range(15):
        row = Waiting.objects.exclude(player__user=None).filter(game=play.game).order_by("seat")[0]
        lines = example_orders(suggested_orders(play.view(row.seat)))
        assert lines, row.kind
        asked = {"seat": row.seat, "ref": row.ref, "user_id": row.player.user_id or 0}
        order_submit(game_id=play.game.pk, text="\n".join(lines), source=Entry.Source.MAIL, **asked)


def test_two_attacks_of_an_example_do_not_stop_each_other() -> None:
    """The first moves all armies into what it captures, so that nothing could attack from where it began."""
    best, same, apart = (
        Suggestion(f"attack {order} until captured, then advance all", order, 0.9, src=src, dst=dst)
        for order, src, dst in (("Egypt Congo", 1, 2), ("Egypt Middle East", 1, 3), ("Siam India", 4, 5))
    )
    end = Suggestion(END_TURN, "End the turn", passes=True)
    assert example_orders([best, same, end]) == [best.order, END_TURN]
    assert example_orders([best, same, apart, end]) == [best.order, apart.order, END_TURN]


@pytest.mark.django_db
def test_what_was_sent_is_kept_once_as_it_was_sent_last(table_of_one: Table) -> None:
    for _ in range(2):
        OutboxMail.objects.filter(template="turn").update(state="queued", not_before="2020-01-01T00:00Z")
        outbox_deliver()
    (kept,) = SentMail.objects.filter(template="turn")
    letter = sent_by_django.outbox[-1]
    assert kept.message_id == letter.extra_headers["Message-ID"]
    assert kept.contents == (letter.subject, letter.body, html_of(letter))  # type: ignore[arg-type]  # a mail of ours
    assert len(kept.packed) < (len(letter.body) + len(html_of(letter))) / 4  # type: ignore[arg-type]  # as above


@pytest.fixture
def table_of_one() -> Table:
    """A game in which one person has been asked and mailed nothing yet."""
    return table()
