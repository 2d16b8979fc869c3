"""Mails are stored, read, played and answered: each once, whatever is killed when."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress

from accounts.services import void_reply_addresses
from games.mail.outbox import outbox_deliver
from games.mail.reply import END_OF_MESSAGE, PRESS, ReplyAddress, address_of
from games.models import Entry, OutboxMail, SentMail, Waiting
from games.services.deadlines import deadline_expire
from games.services.locks import db_now
from games.services.organize import game_pause
from games.services.seats import resign
from inbound.answers import Answer, answer_context, shorten_ends
from inbound.models import InboundMail
from inbound.services import handling
from inbound.services.handling import MAILS_AN_HOUR, MOST_TRIES, carry_out, play, read_due, settle
from inbound.services.receiving import mail_receive
from inbound.summary import what_came
from inbound.tests.mail_kit import address, answer, receipt_of, receive, reply, table_attacking
from inbound.verdicts import judge
from press.audience import Audience
from press.models import Conversation, Message
from press.services.mailing import reply_number
from press.services.messages import press_send
from tests.games.kit import Table, person
from tests.games.mail.kit import html_of
from tests.routes_kit import organizer

pytestmark = pytest.mark.django_db


@pytest.fixture
def attacking() -> Table:
    return table_attacking()


def by_mail(play: Table) -> int:
    return Entry.objects.filter(game=play.game, source=Entry.Source.MAIL, implied=False).count()


def bare(html: str) -> str:
    return re.sub(r' style="[^"]*"', "", html)


def receipts() -> int:
    return OutboxMail.objects.filter(template="receipt").count()


# ---- once


def test_a_mail_plays_its_orders_and_is_answered(attacking: Table) -> None:
    mail = answer(attacking, "end turn\n")
    assert (mail.code, mail.answer, mail.state) == ("played", "receipt", "done")
    entry = Entry.objects.get(game=attacking.game, key=mail.order_key)
    assert (entry.source, entry.order, entry.actor) == ("mail", "end turn", f"user:{attacking.alice.pk}")
    letter = receipt_of(mail)
    assert letter.to == ["alice@example.org"]
    assert letter.subject == "Long Winter: 1 order played, your turn is over"
    assert letter.body.startswith("Your order was played. It is ") and "\nok  end turn\n" in letter.body
    assert "You get an email when it is yours." in " ".join(letter.body.split())
    assert "Reply-To" not in letter.extra_headers and "end of orders" not in letter.body


def test_a_turn_that_begins_before_the_answer_goes_is_no_longer_the_same(attacking: Table) -> None:
    """Bots take no time, and an answer may wait: others have had their turns when it goes."""
    mail = answer(attacking, "end turn")
    for _ in range(40):
        if attacking.asked_user == attacking.alice:
            break
        attacking.order("end turn" if attacking.waiting.kind == "battle.attack_asked" else attacking.likely())
    letter = receipt_of(mail)
    assert letter.subject == "Long Winter: 1 order played, you are asked again"
    said = " ".join(letter.body.split())
    assert "It is your turn again, until " in said and "still your turn" not in said
    assert "Reply with your orders, for example:" in said and "Reply-To" in letter.extra_headers


def test_the_answer_is_threaded_and_marked(attacking: Table) -> None:
    mail = answer(attacking, "status", message_id="<one@example.org>")
    headers = receipt_of(mail).extra_headers
    assert (headers["In-Reply-To"], headers["Auto-Submitted"]) == ("<one@example.org>", "auto-replied")
    assert headers["References"].endswith(" <one@example.org>") and headers["X-Fieldpost"] == "receipt"


@pytest.mark.parametrize("door", ["smtp", "imap", "webhook"])
def test_the_same_mail_through_any_door_is_silent(attacking: Table, door: str) -> None:
    raw = reply("end turn", address(attacking.waiting))
    receive(raw)
    again = receive(b"Received: by another.example.org\r\n" + raw, door)
    assert (again.code, again.answer) == ("duplicate", "none")
    assert (by_mail(attacking), receipts()) == (1, 1)


def test_a_mail_without_an_id_is_known_by_its_bytes(attacking: Table) -> None:
    raw = b"From: alice@example.org\r\nTo: " + address(attacking.waiting).encode() + b"\r\n\r\nend turn\r\n"
    codes = [receive(b"Received: by %d.example.org\r\n" % door + raw).code for door in range(2)]
    assert codes == ["played", "duplicate"]


def test_another_text_under_the_same_id_is_a_mail_of_its_own(attacking: Table) -> None:
    row = attacking.waiting
    first = receive(reply("status", address(row), message_id="<one@example.org>"))
    other = receive(reply("end turn", address(row), message_id="<one@example.org>"))
    third = receive(reply("end turn", address(row), message_id="<one@example.org>"))
    assert [mail.code for mail in (first, other, third)] == ["commands", "played", "duplicate"]
    assert first.key != other.key


@pytest.mark.parametrize("killed", ["after storing", "after reading", "after playing", "after answering"])
def test_a_kill_at_any_point_leaves_one_move_and_one_answer(attacking: Table, killed: str) -> None:
    mail = mail_receive(reply("end turn", address(attacking.waiting)), "smtp", db_now())
    if killed != "after storing":
        settle(mail, judge(mail))
    if killed in ("after playing", "after answering"):
        assert play(mail) == "played"
    if killed == "after answering":
        carry_out(InboundMail.objects.get(pk=mail.pk))
        InboundMail.objects.filter(pk=mail.pk).update(state=InboundMail.State.READ)
    assert read_due() == 1 and read_due() == 0
    mail.refresh_from_db()
    assert (mail.state, mail.code) == ("done", "played")
    assert (by_mail(attacking), receipts()) == (1, 1)
    assert "Your order was played." in receipt_of(mail).body


def test_mails_are_read_in_the_order_in_which_they_arrived(attacking: Table) -> None:
    row, now = attacking.waiting, db_now()
    late = mail_receive(reply("attack Iceland Greenland", address(row)), "imap", now)
    early = mail_receive(reply("end turn", address(row)), "smtp", now - timedelta(minutes=5))
    assert read_due() == 2
    early.refresh_from_db()
    late.refresh_from_db()
    assert early.code == "played" and late.code != "played"


def test_nobody_reads_past_a_mail_that_is_being_read(attacking: Table) -> None:
    mail = mail_receive(reply("end turn", address(attacking.waiting)), "smtp", db_now())
    mail_receive(reply("status", address(attacking.waiting)), "smtp", db_now())
    InboundMail.objects.filter(pk=mail.pk).update(claimed_until=db_now() + timedelta(seconds=20))
    assert read_due() == 0
    InboundMail.objects.filter(pk=mail.pk).update(claimed_until=db_now() - timedelta(seconds=1))
    assert read_due() == 2


def test_a_mail_that_cannot_be_handled_keeps_no_other_waiting(
    attacking: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = mail_receive(reply("status", address(attacking.waiting)), "smtp", db_now() - timedelta(minutes=1))

    def judge_or_fail(mail: InboundMail) -> object:
        if mail.pk == bad.pk:
            raise RuntimeError("a fault")
        return judge(mail)

    monkeypatch.setattr(handling, "judge", judge_or_fail)
    good = mail_receive(reply("status", address(attacking.waiting)), "smtp", db_now())
    assert read_due() == 2
    good.refresh_from_db()
    assert good.code == "commands"
    for _ in range(MOST_TRIES):
        InboundMail.objects.filter(pk=bad.pk).update(due_at=None)
        read_due()
    bad.refresh_from_db()
    assert (bad.state, bad.code) == ("done", "broken")


# ---- what an address is good for


def test_orders_stop_where_the_game_refuses_one(attacking: Table) -> None:
    src, dst = attacking.front(attacking.waiting.seat, attacking.seat(attacking.bob))
    mail = answer(attacking, f"attack {src} {dst}\nattack {dst} {src}\nend turn")
    assert mail.code == "stopped"
    letter = receipt_of(mail)
    assert letter.subject == "Long Winter: 1 of 3 orders played"
    said = " ".join(letter.body.split())
    assert "1 order was played. The game stopped at the second. It is still your turn, until " in said
    assert f"ok attack {src} {dst}" in said and "Dice: " in said
    assert "-- end turn Not played. Reply with what is left to do, for example: end turn" in said
    assert "Reply-To" in letter.extra_headers and letter.body.startswith("=== end of orders")
    assert "✓</td>" in html_of(letter) and f"attack {src} {dst}</b>" in html_of(letter)


def test_the_orders_behind_a_refused_one_are_offered_again(attacking: Table) -> None:
    """As they were written, if they can be given now."""
    src, dst = attacking.front(attacking.waiting.seat, attacking.seat(attacking.bob))
    rest = f"attack {src} {dst} until captured or 2 left, then advance all\nend turn"
    letter = receipt_of(answer(attacking, f"attack {src} {dst}\nattack {dst} {src}\n{rest}"))
    said = " ".join(letter.body.split())
    offered = f"attack {src} {dst} until captured or 2 left, then advance all end turn"
    assert f"Reply with what is left to do, for example: {offered}" in said
    again = receipt_of(answer(attacking, f"attack {src} {dst}\nattack {dst} {src}\nattack {dst} {src}"))
    assert "for example: end turn" in " ".join(again.body.split())


def test_a_capture_by_mail_moves_in_at_once(attacking: Table) -> None:
    src, dst = attacking.front(attacking.waiting.seat, attacking.seat(attacking.bob))
    for _ in range(5):
        mail = answer(attacking, f"attack {src} {dst} until captured")
        if mail.code == "played":
            break
    assert attacking.waiting.kind != "occupy.advance_asked"
    said = " ".join(receipt_of(mail).body.split())
    assert "Captured." in said or "Not captured." in said


def test_an_unclear_line_plays_nothing_and_is_marked(attacking: Table) -> None:
    mail = answer(attacking, "attack Icland Greenland\nend turn")
    assert (mail.code, by_mail(attacking)) == ("unreadable", 0)
    letter = receipt_of(mail)
    assert letter.subject == "Long Winter: nothing was played, line 1 is unclear"
    assert "Nothing was played, because one line is unclear." in letter.body
    assert "✗</td>" in html_of(letter) and "<b>attack <mark>Icland</mark> Greenland</b>" in bare(html_of(letter))
    assert "--  end turn\n    Clear, not played.\n" in letter.body


def test_the_next_question_is_told_once(attacking: Table, settings: object) -> None:
    """By the answer to the mail before it, or else by a mail of its own."""
    settings.MAIL_IN = True  # type: ignore[attr-defined]  # of the test
    src, dst = attacking.front(attacking.waiting.seat, attacking.seat(attacking.bob))
    OutboxMail.objects.all().delete()
    mails = [answer(attacking, f"attack {src} {dst}") for _ in range(2)]
    first, second = OutboxMail.objects.filter(template="turn").order_by("pk")
    assert {mail.code for mail in mails} == {"played"}
    OutboxMail.objects.filter(template="receipt").update(state="cancelled")
    with time_machine.travel(db_now() + timedelta(seconds=31)):
        outbox_deliver()
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.state, second.state) == ("cancelled", "sent")
    again = answer(attacking, f"attack {src} {dst}")
    assert again.code == "played"
    outbox_deliver()
    with time_machine.travel(db_now() + timedelta(seconds=31)):
        outbox_deliver()
    third = OutboxMail.objects.filter(template="turn").latest("pk")
    assert (third.state, third.error) == ("cancelled", "the answer to their email told of it")


@pytest.mark.parametrize(
    ("kind", "report"),
    [("bounce", "Content-Type: multipart/report"), ("complaint", "Content-Type: message/feedback-report")],
)
def test_a_mail_that_asks_for_no_answer_is_known_when_it_comes_back(
    attacking: Table, settings: object, kind: str, report: str
) -> None:
    settings.MAIL_IN = True  # type: ignore[attr-defined]  # of the test
    letter = receipt_of(answer(attacking, "end turn"))
    assert "Reply-To" not in letter.extra_headers
    sent = letter.extra_headers["Message-ID"]
    head = f"From: mailer-daemon@example.org\r\nTo: post@testserver\r\n{report}\r\n\r\n"
    mail = receive(f"{head}Message-ID: {sent}\r\n".encode())
    attacking.alice.refresh_from_db()
    assert (mail.code, mail.answer) == (kind, "none")
    assert (attacking.alice.bounced_at is not None, attacking.alice.wants("turn")) == (
        (True, True) if kind == "bounce" else (False, False)
    )


def test_the_first_order_refused_plays_nothing(attacking: Table) -> None:
    mine, theirs = attacking.front(attacking.waiting.seat, attacking.seat(attacking.bob))
    mail = answer(attacking, f"attack {theirs} {mine}")
    assert (mail.code, by_mail(attacking)) == ("not_allowed", 0)
    said = " ".join(receipt_of(mail).body.split())
    assert "Nothing was played, because your first order is not possible now." in said
    assert f"?? attack {theirs} {mine} Not played: " in said and "for example: end turn" in said


def test_the_same_orders_again_are_told_once_more_and_only_once(attacking: Table) -> None:
    row = attacking.waiting
    receive(reply("end turn", address(row)))
    again = receive(reply("end turn", address(row)))
    assert (again.code, again.answer) == ("already_played", "receipt")
    letter = receipt_of(again)
    assert "Nothing new was played. These orders came in at " in " ".join(letter.body.split())
    assert "\nok  end turn\n" in letter.body
    assert receive(reply("end turn", address(row))).answer == "none"
    assert by_mail(attacking) == 1


def test_an_old_address_repeats_the_orders_with_a_link(attacking: Table) -> None:
    old = attacking.waiting
    src, dst = attacking.front(old.seat, attacking.seat(attacking.bob))
    attacking.order(f"attack {src} {dst}")
    mail = receive(reply("end turn", address(old)))
    assert (mail.code, by_mail(attacking)) == ("stale", 0)
    letter = receipt_of(mail)
    assert letter.subject == "Long Winter: that question is already answered"
    assert "You wrote: end turn" in letter.body and "/l/" in letter.body
    assert "Reply-To" in letter.extra_headers


def test_what_stands_beside_orders_that_are_not_played_is_not_done_and_told(attacking: Table) -> None:
    row = attacking.waiting
    attacking.order("end turn")
    mail = receive(reply("attack Iceland Greenland\npress all: I am coming\nstatus", address(row)))
    assert mail.code == "not_your_turn" and not Message.objects.exists()
    said = " ".join(receipt_of(mail).body.split())
    assert "Not done either: “press all: I am coming”. Send that again in an email of its own." in said
    assert "STATUS" in said, "a question is answered all the same"
    alone = receive(reply("press all: I am coming", address(row)))
    assert alone.code == "commands" and Message.objects.get().text == "I am coming"


def test_status_tells_who_has_to_answer_in_the_turn_of_another(attacking: Table) -> None:
    assert "It is Red’s turn, until " in receipt_of(answer(attacking, "status")).body
    Waiting.objects.filter(game=attacking.game).update(pace=Waiting.Pace.REACTION)
    said = receipt_of(answer(attacking, "status")).body
    assert "Red has to answer, until " in said and "It is Red’s turn" not in said


def test_orders_out_of_turn_are_told_whose_turn_it_is(attacking: Table) -> None:
    row = attacking.waiting
    attacking.order("end turn")
    mail = receive(reply("attack Iceland Greenland", address(row)))
    assert mail.code == "not_your_turn"
    said = " ".join(receipt_of(mail).body.split())
    assert "Nothing was played. It is " in said and "You get an email when it is yours." in said


def test_orders_after_the_deadline_are_told_what_was_played(attacking: Table) -> None:
    row = attacking.waiting
    over = row.until
    assert over is not None
    with time_machine.travel(over + timedelta(minutes=9)):
        assert deadline_expire(game_id=attacking.game.pk)
        mail = receive(reply("attack Iceland Greenland", address(row)))
        assert mail.code == "too_late"
        said = " ".join(receipt_of(mail).body.split())
    there = over.astimezone(attacking.alice.zone)
    assert f"at {there:%H:%M}; your email arrived at " in said and "Played for you instead: end turn. It is " in said


@pytest.mark.parametrize(
    ("orders", "said"),
    [
        (["end", "end"], ["end turn"]),
        (["place 3 Brazil", "end", "end"], ["place 3 Brazil", "end turn"]),
        (["decline"], ["decline"]),
        ([], [""]),
    ],
)
def test_the_ends_of_the_last_steps_are_told_as_one(orders: list[str], said: list[str]) -> None:
    assert shorten_ends(orders) == said


@pytest.mark.parametrize(
    ("first", "title", "lead"),
    [
        ("Nothing was played: your email has no text.", "Nothing was played", ["Your email has no text.", "More."]),
        ("Nothing was played. It is Red’s turn.", "Nothing was played", ["It is Red’s turn.", "More."]),
        ("Your 2 orders were played.", "Your 2 orders were played", ["More."]),
        ("Do you want to resign?", "Do you want to resign?", ["More."]),
    ],
)
def test_the_title_of_an_answer_is_short(first: str, title: str, lead: list[str]) -> None:
    made = answer_context(Answer("", first, ["More."]))
    assert (made["title"], made["lead"], made["more"]) == (title, lead, ["More."])


def test_a_paused_game_takes_no_orders(attacking: Table) -> None:
    row = attacking.waiting
    game_pause(game_id=attacking.game.pk, user=organizer("olga"), reason="a test")
    assert receive(reply("end turn", address(row))).code == "game_closed"
    assert receive(reply("status", address(row))).code == "commands"


def test_a_seat_that_was_left_takes_no_orders(attacking: Table) -> None:
    row = attacking.waiting
    resign(game_id=attacking.game.pk, user_id=attacking.alice.pk)
    mail = receive(reply("end turn", address(row)))
    assert mail.code == "not_your_seat" and by_mail(attacking) == 0
    assert "somebody else plays this seat now" in " ".join(receipt_of(mail).body.split())


def test_a_false_signature_plays_nothing_and_is_told_once_a_day(attacking: Table) -> None:
    EmailAddress.objects.create(user=attacking.alice, email="alice@example.org", verified=True)
    local, host = address(attacking.waiting).split("@")
    false = f"{local[:-1]}{'a' if local[-1] != 'a' else 'b'}@{host}"
    mails = [receive(reply("end turn", false)) for _ in range(2)]
    assert [(mail.code, mail.answer) for mail in mails] == [("forged", "receipt"), ("forged", "none")]
    assert receive(reply("end turn", false, sender="stranger@example.net")).answer == "none"
    assert by_mail(attacking) == 0


def test_addresses_that_were_made_void_are_forged(attacking: Table) -> None:
    old = address(attacking.waiting)
    EmailAddress.objects.create(user=attacking.alice, email="alice@example.org", verified=True)
    void_reply_addresses(attacking.alice)
    mail = receive(reply("end turn", old))
    assert (mail.code, by_mail(attacking)) == ("forged", 0)
    letter = receipt_of(mail)
    said = " ".join(letter.body.split())
    assert "Nothing was played: the address that you wrote to is not valid." in said
    assert "reply to an email that came after that" in said and "/games/" in letter.body
    assert answer(attacking, "end turn").code == "played"


def test_two_addresses_in_a_mail_play_nothing(attacking: Table) -> None:
    row = attacking.waiting
    both = f"{address(row)}, {address(row, number=row.ref - 1)}"
    mail = receive(reply("end turn", both))
    assert (mail.code, mail.answer, by_mail(attacking)) == ("two_addresses", "receipt", 0)


def test_an_address_of_press_plays_nothing(attacking: Table) -> None:
    row = attacking.waiting
    to = address_of(ReplyAddress(row.game_id, row.seat, row.ref, attacking.alice.pk, PRESS), 0)
    mail = receive(reply("end turn", to))
    assert mail.code in ("press", "held") and by_mail(attacking) == 0


@pytest.mark.parametrize(
    ("text", "code", "label"),
    [("Until round 6.\nThen we see.", "press", "Open the conversation"), ("end turn\nHa!", "held", "Send it anyway")],
)
def test_the_answer_to_a_message_is_answered_with_a_message(attacking: Table, text: str, code: str, label: str) -> None:
    """Not with orders, though its writer is asked for some; and no mail of the turn is left out because of it."""
    row = attacking.waiting
    everyone = Audience(frozenset())
    press_send(game_id=row.game_id, user_id=attacking.bob.pk, to=everyone, text="Peace?", source="web")
    to = address(row, number=reply_number(row.player, Conversation.objects.get().pk), kind=PRESS)  # type: ignore[arg-type]  # a word
    mail = receive(reply(text, to))
    assert mail.code == code
    letter = receipt_of(mail)
    assert letter.body.startswith(END_OF_MESSAGE) and to in letter.extra_headers["Reply-To"]
    quoted = "".join(f"| {line}\n" for line in text.splitlines())
    assert f"YOUR MESSAGE\n{quoted}\n" in letter.body and f"{label}:\nhttp" in letter.body
    assert text.replace("\n", "<br>") in bare(html_of(letter))
    assert "asks" not in OutboxMail.objects.get(key=mail.receipt_key).context


# ---- mails to the site itself


@pytest.fixture
def known(attacking: Table) -> Table:
    EmailAddress.objects.create(user=attacking.alice, email="alice@example.org", verified=True)
    return attacking


def test_orders_without_an_address_get_a_link_that_asks_once(known: Table) -> None:
    mail = receive(reply("end turn", "post@testserver"))
    assert (mail.code, mail.answer, by_mail(known)) == ("no_token", "confirm", 0)
    letter = receipt_of(mail)
    assert letter.subject == "Long Winter: are these your orders?"
    assert "    end turn\n" in letter.body and "/l/" in letter.body
    assert receive(reply("end turn", "post@testserver")).answer == "none"


def test_a_stranger_is_answered_once_a_day_if_the_sender_is_proved() -> None:
    stranger = {"to": "post@testserver", "sender": "stranger@example.net"}
    assert receive(reply("end turn", **stranger)).answer == "none"
    mail = receive(reply("end turn", **stranger), proof=True)
    assert (mail.code, mail.answer) == ("unknown_sender", "receipt")
    letter = receipt_of(mail)
    assert letter.to == ["stranger@example.net"] and "end turn" not in letter.body
    assert receive(reply("end turn", **stranger), proof=True).answer == "none"


def test_the_verdict_of_our_own_mail_server_is_a_proof(settings: object) -> None:
    settings.MAIL_SERVER_NAME = "mx.example.org"  # type: ignore[attr-defined]  # of the test
    said = {"Authentication_Results": "mx.example.org; dmarc=pass header.from=example.net"}
    assert receive(reply("hello", "post@testserver", "a@example.net", **said)).answer == "receipt"
    other = {"Authentication_Results": "evil.example.org; dmarc=pass header.from=example.net"}
    assert receive(reply("hello", "post@testserver", "b@example.net", **other)).answer == "none"


@pytest.mark.parametrize(
    ("code", "headers"),
    [
        ("loop", {"X_Fieldpost": "receipt"}),
        ("list", {"List_Id": "<games.example.org>"}),
        ("automatic", {"Auto_Submitted": "auto-replied"}),
        ("bounce", {"Return_Path": "<>"}),
    ],
)
def test_what_no_person_wrote_is_never_answered(attacking: Table, code: str, headers: dict[str, str]) -> None:
    mail = answer(attacking, "end turn", **headers)
    assert (mail.code, mail.answer) == (code, "none")
    assert (by_mail(attacking), receipts()) == (0, 0)


# ---- questions, limits


def test_orders_and_questions_are_answered_together(attacking: Table) -> None:
    mail = answer(attacking, "odds 12 7\nhelp attack\nhistory 3\nmap\nstatus\nend turn")
    assert mail.code == "played"
    body = receipt_of(mail).body
    for heading in ("ODDS 12 7", "HELP ATTACK", "HISTORY 3", "MAP", "STATUS"):
        assert f"\n{heading}\n" in body
    assert "85 % chance to capture" in body


def test_a_try_tells_chances_and_plays_nothing(attacking: Table) -> None:
    src, dst = attacking.front(attacking.waiting.seat, attacking.seat(attacking.bob))
    mail = answer(attacking, f"?\nattack {src} {dst} until captured\nend turn")
    assert (mail.code, by_mail(attacking)) == ("trial", 0)
    body = receipt_of(mail).body
    assert "This was only a try; nothing was played." in body
    assert "% chance to capture it, about" in " ".join(body.split()) and "Allowed if the first succeeds." in body


def test_too_many_mails_wait_until_the_hour_is_over(attacking: Table) -> None:
    row = attacking.waiting
    for _ in range(MAILS_AN_HOUR):
        mail = mail_receive(reply("status", address(row)), "smtp", db_now())
        InboundMail.objects.filter(pk=mail.pk).update(state="done", user=attacking.alice, game=row.game, seat=row.seat)
    mails = [receive(reply("end turn", address(row))) for _ in range(2)]
    assert {mail.code for mail in mails} == {"too_many"} and by_mail(attacking) == 0
    assert receipts() == 1
    InboundMail.objects.filter(pk=mails[0].pk).update(due_at=db_now())
    read_due()
    assert by_mail(attacking) == 1


@pytest.mark.parametrize("how", ["In_Reply_To", "Subject"])
def test_what_was_sent_is_how_a_quotation_is_known(attacking: Table, how: str) -> None:
    """The answer stands below a quotation without any mark, as Outlook makes it; the server that mails go through may
    have given them an id of its own, so that the reply names none of ours."""
    row = attacking.waiting
    rows = OutboxMail.objects.filter(template="turn", seat=row.seat).order_by("-pk")
    OutboxMail.objects.filter(pk=rows[0].pk).update(state="queued", not_before=db_now(), ref=row.ref)
    outbox_deliver()
    kept = SentMail.objects.get(template="turn")
    quoted = kept.contents[1]
    headers = {"In_Reply_To": kept.message_id} if how == "In_Reply_To" else {"Subject": f"AW: {kept.contents[0]}"}
    mail = answer(attacking, f"end turn\n\n{quoted}", **headers)
    assert mail.code == "played" and by_mail(attacking) == 1


def test_a_stranger_cannot_read_a_game_by_its_address(attacking: Table) -> None:
    mail = receive(reply("status", address(attacking.waiting), sender="eve@example.net"))
    assert receipt_of(mail).to == ["alice@example.org"]
    assert person("eve").email == "eve@example.org"


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("Leave me Siam. " * 200, "too_long", "write at most 2,000 characters and 40 lines."),
        ("", "no_orders", "your email has no text of its own."),
    ],
)
def test_a_message_that_cannot_be_sent_is_answered_as_one(attacking: Table, text: str, code: str, said: str) -> None:
    """Not as orders, though its writer is asked for some; and the answer can be answered with a message."""
    alice = attacking.alice
    to = address_of(ReplyAddress(attacking.game.pk, attacking.waiting.seat, 1, alice.pk, PRESS), alice.reply_epoch)
    mail = receive(reply(text, to))
    assert mail.code == code
    letter = receipt_of(mail)
    plain = " ".join(letter.body.split())
    assert f"Your message was not sent: {said}" in plain and "Nothing was played" not in plain
    assert letter.subject == "Long Winter: your message was not sent"
    assert letter.body.startswith(END_OF_MESSAGE) and to in letter.extra_headers["Reply-To"]
    assert what_came(mail) == [f"Your message was not sent: {said}"]
