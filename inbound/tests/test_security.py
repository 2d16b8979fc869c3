"""Who can do what by mail: each address, through each door, in each state of the game. A mail does what its address is
good for, and nothing else happens: no other seat is touched, nothing is shown to who asks from elsewhere."""

from __future__ import annotations

import pytest
from django.core import mail as sent_by_django

from accounts.models import User
from accounts.services import void_reply_addresses
from games.mail.outbox import outbox_deliver
from games.mail.reply import PRESS, ReplyAddress, address_of
from games.models import Entry, OutboxMail, Player
from games.services.organize import game_pause
from games.services.seats import resign
from inbound.models import InboundMail
from inbound.smtp import is_known_address
from inbound.tests.mail_kit import address, receive, reply
from inbound.tests.test_handling import attacking as attacking
from press.models import Message
from tests.games.kit import Table
from tests.routes_kit import organizer

pytestmark = pytest.mark.django_db
DOORS = InboundMail.Door.values


def changed(text: str) -> str:
    """An address with another last letter of its signature."""
    local, host = text.split("@")
    return f"{local[:-1]}{'a' if local[-1] != 'a' else 'b'}@{host}"


def addresses(play: Table) -> dict[str, str]:
    """All kinds of addresses that a mail may be sent to, by what they are."""
    row, alice, bob = play.waiting, play.alice, play.bob
    good = address(row)
    voided = address_of(ReplyAddress(row.game_id, row.seat, row.ref, alice.pk), alice.reply_epoch + 1)
    press = ReplyAddress(row.game_id, row.seat, 1, alice.pk, PRESS)
    signature = address_of(press, 0).partition("@")[0].rpartition("-")[2]
    return {
        "open": good,
        "capitals": good.upper(),
        "forged": changed(good),
        "another seat": good.replace(f"-{row.seat}-", f"-{play.seat(bob)}-", 1),
        "another person": address_of(ReplyAddress(row.game_id, row.seat, row.ref, bob.pk), 0),
        "another game": address_of(ReplyAddress(row.game_id + 1, row.seat, row.ref, alice.pk), 0),
        "void": voided,
        "old": address(row, number=max(1, row.ref - 1)),
        "press": address_of(press, 0),
        "press as turn": good.rpartition("-")[0] + f"-{signature}@{good.partition('@')[2]}",
        "both": f"{good}, {address(row, number=row.ref + 1)}",
        "site": "post@testserver",
    }


STATES = ("asked", "not asked", "paused", "resigned", "caretaker", "void addresses")


def bring(play: Table, state: str) -> None:
    """Bring the game into a state."""
    if state == "not asked":
        play.order("end turn")
    if state == "paused":
        game_pause(game_id=play.game.pk, user=organizer("olga"), reason="a test")
    if state == "resigned":
        resign(game_id=play.game.pk, user_id=play.alice.pk)
    if state == "caretaker":
        Player.objects.filter(user=play.alice).update(state=Player.State.CARETAKER)
    if state == "void addresses":
        void_reply_addresses(play.alice)


FORGED = dict.fromkeys(STATES, "forged")
GOOD = {
    "asked": "played",
    "not asked": "already_played",  # the same was ordered on the page
    "paused": "game_closed",
    "resigned": "not_your_seat",
    "caretaker": "not_your_seat",
    "void addresses": "forged",
}
CODES = {
    "open": GOOD,
    "capitals": GOOD,
    "forged": FORGED,
    "another seat": FORGED,
    "another person": {**dict.fromkeys(STATES, "not_your_seat")},
    "another game": FORGED,
    "void": FORGED | {"void addresses": "played"},  # signed for the time after
    "old": GOOD | {"asked": "stale", "not asked": "not_your_turn"},
    "press": {**dict.fromkeys(STATES, "held"), "void addresses": "forged"},
    "press as turn": FORGED,
    "both": dict.fromkeys(STATES, "two_addresses"),
    "site": dict.fromkeys(STATES, "unknown_sender"),
}
NO_ORDERS = {"resigned": "press", "caretaker": "press"}
"""A message that nobody reads as an order where its writer can give none."""


@pytest.mark.parametrize("state", STATES)
def test_an_order_is_played_by_its_own_address_alone(attacking: Table, state: str) -> None:
    to = addresses(attacking)
    assert set(to) == set(CODES)
    bring(attacking, state)
    for kind, text in to.items():
        wanted = CODES[kind][state]
        if wanted == "played":
            continue  # below, for it changes the state
        for door in DOORS:
            before = list(Entry.objects.values_list("pk", flat=True))
            mail = receive(reply("end turn", text, sender="somebody@example.net"), door)
            expected = NO_ORDERS.get(state, wanted) if kind == "press" else wanted
            assert mail.code == expected, (kind, door)
            assert list(Entry.objects.values_list("pk", flat=True)) == before, (kind, door)
    assert not Entry.objects.filter(source=Entry.Source.MAIL).exists() and not Message.objects.exists()
    everybody_else_hears_nothing(attacking)


def everybody_else_hears_nothing(play: Table) -> None:
    """No answer goes to who wrote, or to another player."""
    sent_by_django.outbox.clear()
    OutboxMail.objects.exclude(template="receipt").update(state="cancelled")
    outbox_deliver()
    readers = {to for letter in sent_by_django.outbox for to in letter.to}
    assert readers <= {play.alice.email, play.bob.email}  # Bob's own address, which bears his name
    about_bob = [letter for letter in sent_by_django.outbox if play.bob.email in letter.to]
    assert all("somebody else plays this seat now" in " ".join(str(letter.body).split()) for letter in about_bob)


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize(("kind", "state"), [("open", "asked"), ("capitals", "asked"), ("void", "void addresses")])
def test_a_mail_plays_once_through_whatever_doors(attacking: Table, kind: str, state: str, door: str) -> None:
    to, seat = addresses(attacking)[kind], attacking.waiting.seat
    bring(attacking, state)
    raw = reply("end turn", to, sender="somebody@example.net")
    assert receive(raw, door).code == "played"
    assert {receive(raw, again).code for again in DOORS} == {"duplicate"}
    assert receive(reply("end turn", to)).code == "already_played"
    played = Entry.objects.filter(source=Entry.Source.MAIL)
    assert {entry.seat for entry in played} == {seat} and played.filter(implied=False).count() == 1


@pytest.mark.parametrize("kind", ["press", "another person", "forged", "void", "site", "both"])
@pytest.mark.parametrize("text", ["status", "map", "history 5", "undo yes", "resign yes", "vote draw", "standing"])
def test_no_other_address_asks_or_tells_anything(attacking: Table, kind: str, text: str) -> None:
    row = attacking.waiting
    mail = receive(reply(text, addresses(attacking)[kind], sender="somebody@example.net"))
    assert mail.code not in ("commands", "played", "confirm")
    assert Player.objects.get(pk=row.player_id).state == Player.State.PLAYING
    assert not Entry.objects.filter(source=Entry.Source.MAIL).exists()


def test_an_order_address_shows_nothing_to_who_writes_to_it(attacking: Table) -> None:
    """What a seat may see goes to the address of its account, whoever writes."""
    for text in ("status", "map", "history 9", "?\nend turn", "attack Nowhere Somewhere"):
        receive(reply(text, address(attacking.waiting), sender="eve@example.net"))
    sent_by_django.outbox.clear()
    outbox_deliver()
    answers = [letter for letter in sent_by_django.outbox if letter.extra_headers.get("X-Fieldpost") == "receipt"]
    assert len(answers) == 5 and {tuple(letter.to) for letter in answers} == {(attacking.alice.email,)}


@pytest.mark.parametrize("state", STATES)
def test_the_smtp_door_takes_signed_addresses_alone(attacking: Table, state: str) -> None:
    to = addresses(attacking)
    bring(attacking, state)
    is_void = state == "void addresses"
    taken = {kind for kind, text in to.items() if kind not in ("both", "site") and is_known_address(text)}
    signed = {"another person", "another game"} | ({"void"} if is_void else {"open", "capitals", "old", "press"})
    assert taken == signed - ({"another game"} if is_void else set())


def test_names_and_subjects_put_no_header_into_answers(attacking: Table) -> None:
    User.objects.filter(pk=attacking.alice.pk).update(first_name="Alice\r\nBcc: eve@example.net")
    attacking.game.name = "Long\r\nBcc: eve@example.net"
    attacking.game.save(update_fields=["name"])
    row = attacking.waiting
    raw = reply("status", address(row)).replace(
        b"Subject: Re:", b"Subject: =?utf-8?q?Re=3A=0D=0ABcc=3A_eve=40example.net?= "
    )
    mail = receive(raw)
    assert mail.code == "commands" and "\n" not in mail.subject
    sent_by_django.outbox.clear()
    outbox_deliver()
    for letter in sent_by_django.outbox:
        assert "Bcc" not in letter.message() and letter.recipients() in (["alice@example.org"], ["bob@example.org"])
