"""What can be asked for by a line of a mail: each does what the page does, and its receipt says so."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
import time_machine

from games.mail.render import mail_for
from games.models import Entry, Game, OutboxMail, Player, StandingOrder, TurnPlan, Vacation
from games.services.seats import resign
from inbound.models import InboundMail
from inbound.services.commands import do_commands
from inbound.tests.mail_kit import address, answer, receipt_of, receive, reply
from inbound.tests.test_handling import attacking as attacking
from inbound.tests.test_handling import by_mail
from press.models import Message
from substitutes.models import Offer
from substitutes.tests import kit as seats
from tests.games.kit import Table, person, table
from tests.games.mail.test_news import expire
from tests.games.services.test_absence import HOUR, MONDAY, announce, notes, play_with, sweep
from votes.models import Vote

pytestmark = pytest.mark.django_db


def said_to(mail: InboundMail) -> str:
    """What the answer to a mail says, in one line."""
    return " ".join(receipt_of(mail).body.split())


# ---- seats


def test_a_seat_is_left_only_after_a_yes(attacking: Table) -> None:
    asked = answer(attacking, "resign")
    assert (asked.code, asked.answer) == ("confirm", "confirm")
    assert "resign yes" in receipt_of(asked).body
    assert Player.objects.get(user=attacking.alice).state == Player.State.PLAYING
    assert answer(attacking, "resign yes").code == "commands"
    assert Player.objects.get(user=attacking.alice).state == Player.State.RESIGNED


def test_standing_orders_are_kept_by_mail(attacking: Table) -> None:
    mail = answer(attacking, "standing add when attacked: defend 1")
    assert "1. when attacked: defend 1" in receipt_of(mail).body
    mail = answer(attacking, "standing drop 1")
    assert "You have no standing orders." in receipt_of(mail).body


def test_standing_orders_change_once_whoever_is_killed(attacking: Table) -> None:
    """The reader of a mail was killed before it was done, so another does it again."""
    adding = answer(attacking, "standing add when attacked at Siam: defend 1\nstanding add when attacked: defend 2")
    do_commands(adding)
    kept = StandingOrder.objects.get().text
    assert len(kept.splitlines()) == 2
    dropping = answer(attacking, "standing drop 1")
    do_commands(InboundMail.objects.get(pk=dropping.pk))
    assert StandingOrder.objects.get().text == kept.splitlines()[1]
    do_commands(InboundMail.objects.get(pk=adding.pk))
    assert StandingOrder.objects.get().text == kept.splitlines()[1]
    assert "Your standing orders are changed." in said_to(dropping)


def test_a_line_that_stands_already_is_told(attacking: Table) -> None:
    answer(attacking, "standing add when attacked: defend 1")
    again = answer(attacking, "standing add when attacked: defend 1")
    assert "Your standing orders have this line." in said_to(again)
    assert StandingOrder.objects.get().text == "when attacked: defend 1"


def test_an_absence_is_announced_by_mail(attacking: Table) -> None:
    mail = answer(attacking, "absence 2027-07-01 to 2027-07-10")
    assert "from 2027-07-01 to 2027-07-10 is announced" in " ".join(receipt_of(mail).body.split())


def test_a_seat_with_the_caretaker_is_taken_back_by_mail(attacking: Table) -> None:
    row = attacking.waiting
    Player.objects.filter(pk=row.player_id).update(state=Player.State.CARETAKER)
    assert receive(reply("end turn", address(row))).code == "not_your_seat"
    back = receive(reply("return", address(row)))
    assert back.code == "commands" and "The seat is yours again." in receipt_of(back).body
    assert Player.objects.get(pk=row.player_id).state == Player.State.PLAYING


def test_a_resigned_seat_is_not_taken_back_by_mail(attacking: Table) -> None:
    row = attacking.waiting
    resign(game_id=attacking.game.pk, user_id=attacking.alice.pk)
    assert receive(reply("return", address(row))).code == "not_your_seat"


# ---- free seats


@pytest.fixture
def offered(settings: object) -> Offer:
    """A seat that Sue is asked to take."""
    settings.MAIL_IN = True  # type: ignore[attr-defined]  # of the test
    play = seats.three()
    seats.willing("sue", game=play.game)
    seats.free(play)
    assert seats.asked() == ["sue"]
    return Offer.objects.select_related("game", "user").get()


def to_offer(offer: Offer) -> str:
    """The address in the mail that offers a seat."""
    letter = mail_for(OutboxMail.objects.get(template="seat_offered"))
    assert letter.body.startswith("=== end of orders")
    assert "Reply with “join” to take the seat" in " ".join(letter.body.split())
    return str(letter.extra_headers["Reply-To"])


def test_an_offered_seat_is_taken_by_a_reply(offered: Offer) -> None:
    to = to_offer(offered)
    mail = receive(reply("join", to, sender="sue@example.org"))
    assert mail.code == "commands" and "The seat is yours." in said_to(mail)
    assert Player.objects.get(game=offered.game, seat=offered.seat).user == offered.user
    assert "You have this seat already." in said_to(receive(reply("join", to, sender="sue@example.org")))


def test_an_offer_gives_nothing_but_the_seat(offered: Offer) -> None:
    to = to_offer(offered)
    asked = receive(reply("end turn", to, sender="sue@example.org"))
    assert asked.code == "not_your_seat"
    letter = receipt_of(asked)
    assert "reply with “join” to take it" in " ".join(letter.body.split()) and letter.extra_headers["Reply-To"] == to
    for text in ("resign yes", "vote draw", "press all: hello", "join\nend turn"):
        assert receive(reply(text, to, sender="sue@example.org")).code in ("not_your_seat", "unreadable")
    assert not Vote.objects.exists() and not Message.objects.exists()


def test_an_offer_that_is_over_is_told(offered: Offer) -> None:
    to = to_offer(offered)
    seats.later(13)
    mail = receive(reply("join", to, sender="sue@example.org"))
    assert "The time to answer is over, and the next person is asked." in said_to(mail)
    assert Player.objects.get(game=offered.game, seat=offered.seat).user != offered.user


def test_who_was_asked_nothing_joins_nothing(attacking: Table) -> None:
    row = attacking.waiting
    nobody = person("nobody")
    to = address(row, number=0, user_id=nobody.pk)
    assert "This seat is no longer free." in said_to(receive(reply("join", to)))
    assert Player.objects.get(pk=row.player_id).user == attacking.alice


# ---- votes and messages


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("extend", "extend"),
        ("pause", "pause"),
        ("pause 7", "pause"),
        ("Pause 7 days.", "pause"),
        ("draw", "draw"),
        ("call off", "call off"),
    ],
)
def test_votes_are_cast_by_mail(attacking: Table, text: str, kind: str) -> None:
    row = attacking.waiting
    assert "Your vote is cast." in said_to(receive(reply(f"vote {text}", address(row))))
    assert Vote.objects.get().kind == kind


def test_a_vote_on_a_seat_and_on_the_end_of_a_pause(attacking: Table) -> None:
    row, bob = attacking.waiting, Player.objects.get(user=attacking.bob)
    said = said_to(receive(reply(f"vote substitute {bob.colour}", address(row))))
    assert "Your vote is cast." not in said and not Vote.objects.exists()
    Player.objects.filter(pk=bob.pk).update(state=Player.State.CARETAKER)
    assert "Your vote is cast." in said_to(receive(reply(f"vote substitute {bob.colour}", address(row))))
    Player.objects.filter(pk=bob.pk).update(state=Player.State.PLAYING)
    bobs = address(row, seat=bob.seat or 0, user_id=attacking.bob.pk)
    for to in (address(row), bobs):
        receive(reply("vote pause", to))
    assert attacking.fresh().status == Game.Status.PAUSED
    assert "Your vote is cast." in said_to(receive(reply("vote resume", bobs)))


@pytest.mark.parametrize("line", ["pause 7", "draw"])
def test_a_vote_is_agreed_to_by_a_reply_to_its_mail(attacking: Table, line: str) -> None:
    """Bob is asked nothing, and this is the latest mail that he has."""
    receive(reply(f"vote {line}", address(attacking.waiting)))
    letter = mail_for(OutboxMail.objects.get(template="vote_opened", user=attacking.bob))
    word = line.partition(" ")[0]
    assert str(letter.body).startswith("=== end of orders") and f"reply with “vote {word}” to agree" in letter.body
    assert "are not read" not in letter.body and f"vote {word}" in str(letter.alternatives[0][0])
    to = letter.extra_headers["Reply-To"]
    assert receive(reply("end turn", to, "bob@example.org")).code == "not_your_turn"
    assert "Your vote is cast." in said_to(receive(reply(f"vote {word}", to, "bob@example.org")))
    assert Vote.objects.get().outcome == "passed"


@pytest.fixture
def late(settings: object) -> Table:
    """A game in which the caretaker holds the seat of somebody who missed two turns."""
    settings.MAIL_IN = True  # type: ignore[attr-defined]  # of the test
    play = table()
    Player.objects.filter(pk=play.waiting.player_id).update(missed=1)
    expire(play)
    return play


def test_a_seat_is_taken_back_by_a_reply_to_the_mail_that_tells_of_it(late: Table) -> None:
    owner = Player.objects.get(game=late.game, state=Player.State.CARETAKER)
    assert owner.user is not None
    row = OutboxMail.objects.filter(template="passed", user=owner.user).latest("pk")
    letter = mail_for(row)
    assert "reply with “return” to take your seat back" in " ".join(str(letter.body).split())
    back = receive(reply("return", letter.extra_headers["Reply-To"], owner.user.email))
    assert back.code == "commands" and "The seat is yours again." in said_to(back)
    assert Player.objects.get(pk=owner.pk).state == Player.State.PLAYING


def test_colours_are_named_as_people_write_them(attacking: Table) -> None:
    bob, alice = (Player.objects.get(user=user) for user in (attacking.bob, attacking.alice))
    for who in (f"{bob.colour} & {alice.colour}", f"{bob.colour} and {alice.colour}", f"{bob.colour};{alice.colour}"):
        assert "Your message went to" in said_to(answer(attacking, f"press {who}: {who}"))
    assert said_to(answer(attacking, f"press {bob.colour}\uff1a so wide")) and Message.objects.count() == 4


def test_a_message_without_its_colon_is_told_how_one_is_written(attacking: Table) -> None:
    bob = Player.objects.get(user=attacking.bob)
    for text in (f"press {bob.colour}", f"Press {bob.colour}, leave me Siam"):
        assert f"Write it as: press {bob.colour}: your message." in said_to(answer(attacking, text))
    assert "Write it as: press all: your message." in said_to(answer(attacking, "press all"))
    assert "No order starts with “press”." in said_to(answer(attacking, "press on to Siam"))
    assert not Message.objects.exists()


def test_a_message_is_sent_beside_orders(attacking: Table) -> None:
    bob = Player.objects.get(user=attacking.bob)
    mail = answer(attacking, f"end turn\n\npress {bob.colour}: leave me Siam")
    assert mail.code == "played"
    assert "Your message went to" in said_to(mail) and Message.objects.get().text == "leave me Siam"
    do_commands(mail)
    assert Message.objects.count() == 1


# ---- orders taken back, plans


def test_an_order_is_undone_only_after_a_yes(attacking: Table) -> None:
    answer(attacking, "end turn")
    row = attacking.waiting
    assert row.kind != "battle.attack_asked"
    seat = row if row.player.user == attacking.alice else None
    to = address(seat) if seat else address(row, seat=attacking.seat(attacking.alice), user_id=attacking.alice.pk)
    asked = receive(reply("undo", to))
    assert asked.code == "confirm"
    letter = receipt_of(asked)
    assert "undo yes" in letter.body and "Reply-To" in letter.extra_headers
    done = receive(reply("undo yes", to))
    assert "Your last order is undone." in said_to(done)
    assert attacking.waiting.kind == "battle.attack_asked"
    do_commands(done)
    assert Entry.objects.filter(kind=Entry.Kind.UNDO).count() == 1


def test_nothing_to_undo_is_told(attacking: Table) -> None:
    src, dst = attacking.front(attacking.waiting.seat, attacking.seat(attacking.bob))
    attacking.order(f"attack {src} {dst}")
    mail = answer(attacking, "undo yes")
    assert mail.code == "commands" and not Entry.objects.filter(kind=Entry.Kind.UNDO).exists()
    assert "undone" not in said_to(mail)


def test_a_plan_for_the_next_turn_is_kept_by_mail(attacking: Table) -> None:
    mail = answer(attacking, "end turn\nnext\nend turn\nend next")
    assert mail.code == "played" and "Your plan for the next turn is kept." in said_to(mail)
    plan = TurnPlan.objects.get()
    assert (plan.source, plan.user_id) == ("mail", attacking.alice.pk)


def test_a_plan_that_cannot_be_read_is_told_and_not_kept(attacking: Table) -> None:
    mail = answer(attacking, "next\nattack Icland Greenland\nend next")
    assert not TurnPlan.objects.exists() and "Line" in said_to(mail)


def test_a_wrong_standing_order_is_told_and_not_kept(attacking: Table) -> None:
    mail = answer(attacking, "standing add when attackd: defend 1")
    assert not StandingOrder.objects.exists() and "standing orders are changed" not in said_to(mail)


def test_an_absence_by_mail_is_one_of_the_account(attacking: Table) -> None:
    first = date.today() + timedelta(20)
    answer(attacking, f"absence {first} to {first + timedelta(3)}")
    assert Vacation.objects.get().user == attacking.alice
    assert answer(attacking, "absence 2027-02-30 to 2027-03-02").code == "unreadable"
    assert answer(attacking, f"absence {first} to {first}\nend turn").code == "mixed"


def test_commands_are_taken_from_older_addresses(attacking: Table) -> None:
    old = address(attacking.waiting)
    attacking.order("end turn")
    assert receive(reply("standing", old)).code == "commands"
    assert by_mail(attacking) == 0


def test_return_ends_a_standing_in() -> None:
    """The owner's address stays good while somebody stands in, and the seat is theirs again."""
    play = play_with(span=4320)
    owner, row = play.asked_user, play.waiting
    announce(owner, date(2026, 11, 23), date(2026, 11, 30), scope="reactions")
    assert sweep(MONDAY + 25 * HOUR) == 1 and Player.objects.get(pk=row.player_id).stand_in
    with time_machine.travel(MONDAY + 26 * HOUR, tick=False):
        mail = receive(reply("return", address(row), owner.email))
        assert mail.code == "commands" and "The seat is yours again." in receipt_of(mail).body
    assert Player.objects.get(pk=row.player_id).stand_in is None and notes(play)[-1] == "stand_in_ended"
