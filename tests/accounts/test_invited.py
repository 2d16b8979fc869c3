"""The mail of an invitation proves the address it went to: a newcomer types neither address nor code."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.address_proof import LASTS, prove, proved_address
from accounts.models import User
from config.logs import without_tokens
from games.models import Game
from games.services.invitations import invite_send
from games.services.lobby import game_join
from tests.accounts.kit import Door, person
from tests.games.kit import make_table

FRIEND = "friend@example.org"


@pytest.fixture
def link(db: None) -> str:
    """The link of an invitation as it was mailed."""
    host = person("alice")
    game = make_table(host, name="Low Tide", rules="modern", seats_wanted=3, public=False)
    invite_send(game_id=game.pk, user=host, whom=FRIEND)
    from games.mail.outbox import outbox_deliver

    outbox_deliver()
    found = re.search(r"http\S+(/i/\S+)", mail.outbox[-1].body)
    assert found
    mail.outbox.clear()
    return found[1]


def _sign_up_link(door: Door, link: str) -> str:
    page = door.client.get(link).content.decode()
    found = re.search(r'href="(/accounts/signup/\?next=[^"]+)"', page)
    assert found
    return found[1].replace("&amp;", "&")


def _sign_up(door: Door, link: str, **more: str) -> object:
    """Sign up by what the page holds."""
    page = door.client.get(_sign_up_link(door, link)).content.decode()
    hidden = dict(re.findall(r'<input type="hidden" name="(next|proof)" value="([^"]*)"', page))
    assert 'name="email"' not in page and FRIEND in page
    return door.post("account_signup", **hidden | {"username": "osprey", "timezone": "UTC"} | more)


def test_a_newcomer_goes_from_the_mail_to_the_seat(door: Door, link: str) -> None:
    answer = _sign_up(door, link)
    assert answer.url == link.partition("?")[0]  # type: ignore[attr-defined]  # the client's answer
    assert door.inside and EmailAddress.objects.get(user__username="osprey").verified
    assert "Join</button>" in door.client.get(answer.url).content.decode()  # type: ignore[attr-defined]  # as above
    (told,) = mail.outbox
    assert told.to == [FRIEND] and "If it wasn’t you" in told.body and "so we asked for no code" in told.body


def test_looking_changes_nothing_whoever_looks(door: Door, link: str) -> None:
    """A scanner follows every link of a mail, and those of the pages behind it."""
    people = User.objects.count()
    assert door.client.get(_sign_up_link(door, link)).status_code == 200
    assert not door.inside and User.objects.count() == people and not mail.outbox


def test_an_account_of_that_address_logs_in_as_ever(door: Door, link: str) -> None:
    friend = person("friend")
    _sign_up(door, link)
    assert not door.inside and not User.objects.filter(username="osprey").exists()
    assert [each.subject for each in mail.outbox] == ["You already have a Fieldpost account"]
    assert EmailAddress.objects.get(email=FRIEND).user == friend


def test_another_address_gets_its_code(door: Door, link: str) -> None:
    """Who was passed a mail on signs up with an address of their own."""
    page = door.client.get(_sign_up_link(door, link)).content.decode()
    other = re.search(r'href="(/accounts/signup/\?next=[^"]+)">Use another address', page)
    assert other and "proof" not in other[1] and 'name="email"' in door.client.get(other[1]).content.decode()
    door.sign_up("osprey", "osprey@example.org")
    assert not door.inside and mail.outbox[-1].to == ["osprey@example.org"]


def test_the_proof_is_of_its_own_address_alone(door: Door, link: str) -> None:
    _sign_up(door, link, email="victim@example.org")
    assert User.objects.get(username="osprey").email == FRIEND
    assert not EmailAddress.objects.filter(email="victim@example.org").exists()


@pytest.mark.parametrize("proof", ["", "x", "é", "gAAAAA" * 20, prove(FRIEND)[:-4] + "AAAA"])
def test_a_forged_proof_proves_nothing(door: Door, proof: str) -> None:
    assert proved_address(proof) == ""
    door.sign_up("osprey", FRIEND, proof=proof)
    assert not door.inside and not EmailAddress.objects.get(email=FRIEND).verified


def test_a_proof_grows_old() -> None:
    proof = prove(FRIEND)
    assert proved_address(proof) == FRIEND
    with time_machine.travel(timezone.now() + timedelta(seconds=LASTS + 1)):
        assert proved_address(proof) == ""


def test_no_log_holds_it(link: str) -> None:
    shown = without_tokens(f"GET {link} and /accounts/signup/?next=/i/abcdefgh/&proof={prove(FRIEND)}")
    assert "gAAAA" not in shown and FRIEND not in link


def test_a_name_gets_no_proof(db: None) -> None:
    host, bob = person("alice"), person("bob")
    game = make_table(host, name="Low Tide", rules="modern", seats_wanted=3)
    invite_send(game_id=game.pk, user=host, whom="bob")
    from games.mail.outbox import outbox_deliver

    outbox_deliver()
    assert "proof" not in mail.outbox[-1].body
    game_join(game_id=game.pk, user=bob, invite_token=Game.objects.get().invite_token)
    assert Client().get(f"/i/{game.invite_token}/?proof=x").status_code == 200
