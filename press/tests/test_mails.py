"""Mails with messages: with the next turn, at once or never; answered by a reply; and the requests of programs."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from email.utils import parseaddr

import pytest
from django.core import mail
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.ratelimit import limit
from games.errors import GameError, NotAllowed
from games.mail.outbox import outbox_deliver
from games.mail.reply import read_address
from games.models import ApiToken, Game, OutboxMail, Player
from games.services.deadlines import deadline_sweep
from games.services.press_replies import press_replies
from games.services.seats import seat_hand_over
from games.services.tokens import token_make
from press.models import Held, Message, Note, Reading
from press.services.messages import note_read
from press.services.retention import press_forget
from press.tests.kit import change, client, four, number, read, seat_of, texts, user_of, write
from tests.games.kit import Table, person
from tests.routes_kit import organizer

pytestmark = pytest.mark.django_db


@pytest.fixture
def play() -> Table:
    made = four()
    User.objects.update(quiet=None)
    OutboxMail.objects.all().delete()
    return made


def want(name: str, way: str) -> None:
    User.objects.filter(username=name).update(press_mail=way)


def deliver() -> list[str]:
    """Send what is due, and list the subjects."""
    mail.outbox.clear()
    outbox_deliver()
    return [message.subject for message in mail.outbox]


def due() -> None:
    OutboxMail.objects.update(not_before=timezone.now() - timedelta(seconds=1))


def test_messages_are_mailed_at_once_to_those_who_want_that(play: Table) -> None:
    want("bob", "each")
    want("carol", "none")
    write(play, "alice", "bob", text="Leave Siam to me?\nattack Siam China")
    write(play, "alice", "carol")
    assert deliver() == ["Long Winter: a message from alice"]
    made = mail.outbox[0]
    assert "| attack Siam China" in str(made.body) and "Only you and alice can read" in " ".join(str(made.body).split())
    write(play, "alice", "bob", text="And Peru?")
    write(play, "alice", "bob", text="And Chile?")
    assert deliver() == []
    assert OutboxMail.objects.filter(template="press", state="queued").count() == 1
    due()
    assert deliver() == ["Long Winter: 2 messages from alice"]


def test_what_was_read_on_the_page_is_not_mailed(play: Table) -> None:
    want("bob", "each")
    write(play, "alice", "bob")
    bob = Player.objects.get(user=play.bob)
    seen = read(play, "bob")[0]
    note_read(bob, [seen.conversation_id], seen.at)
    assert deliver() == []
    assert OutboxMail.objects.get(template="press").error == "read on the site, or mailed with a turn"


def test_messages_come_with_the_mail_of_the_turn(play: Table) -> None:
    asked = play.waiting.player
    other = next(name for name in ("alice", "bob", "carol", "dave") if name != asked.user.username)
    write(play, other, asked.user.username, text="Peace until round 6?")
    given = {"user": asked.user, "game": play.game, "seat": asked.seat, "ref": play.waiting.ref}
    row = OutboxMail.objects.create(key="turn:again", template="turn", not_before=timezone.now(), **given)
    deliver()
    row.refresh_from_db()
    assert row.state == "sent" and "| Peace until round 6?" in str(mail.outbox[0].body)
    due()
    assert deliver() == []
    assert Reading.objects.get().mail is not None


def test_without_a_turn_messages_come_in_one_mail_a_day_later(play: Table) -> None:
    write(play, "alice", "bob", text="one")
    write(play, "carol", "bob", text="two")
    row = OutboxMail.objects.get(template="press", user=play.bob)
    assert timedelta(hours=24) <= row.not_before - timezone.now() <= timedelta(hours=48, minutes=1)
    deadline_sweep()  # which makes due what a wrong clock has put off
    assert deliver() == []
    due()
    assert deliver() == ["Long Winter: 2 messages from alice and carol"]
    assert "alice to you" in mail.outbox[0].body and "Reply-To" not in mail.outbox[0].extra_headers


def test_a_night_is_left_alone_by_a_sweep(play: Table) -> None:
    want("bob", "each")
    wakes = timezone.now() + timedelta(hours=8)
    User.objects.filter(pk=play.bob.pk).update(
        quiet=[f"{wakes - timedelta(hours=9):%H:%M}", f"{wakes:%H:%M}"], timezone="UTC"
    )
    write(play, "alice", "bob", text="one")
    deadline_sweep()
    assert deliver() == []
    assert OutboxMail.objects.get(template="press").not_before > timezone.now() + timedelta(hours=7)


def test_messages_put_off_by_a_clock_that_ran_ahead_are_mailed(play: Table) -> None:
    write(play, "alice", "bob", text="one")
    OutboxMail.objects.update(not_before=timezone.now() + timedelta(hours=100))
    deadline_sweep()
    assert deliver() == ["Long Winter: a message from alice"]


def test_unsigned_messages_are_mailed_alike_to_all(play: Table) -> None:
    change(play, grey=True)
    for name in ("alice", "bob", "carol", "dave"):
        want(name, "each")
    write(play, "alice", text="Blue lies.", is_unsigned=True)
    assert OutboxMail.objects.filter(template="press").count() == 4
    assert deliver() == []
    due()
    Message.objects.update(shown_at=timezone.now())
    assert deliver() == ["Long Winter: a message from an unsigned sender"] * 4
    assert "AN UNSIGNED SENDER WROTE TO YOU" in mail.outbox[0].body


@override_settings(MAIL_IN=True)
@pytest.mark.parametrize("way", ["each", "turn"])
def test_a_mail_of_one_conversation_can_be_answered(play: Table, way: str) -> None:
    want("bob", way)
    write(play, "alice", "bob", text="Siam?")
    due()
    deliver()
    made = mail.outbox[0]
    assert made.extra_headers["Reply-To"].partition("<")[2].startswith("press+")
    assert str(made.body).startswith("=== end of message: write your message above this line ===")
    replies = press_replies()
    assert replies is not None
    given = {"game_id": play.game.pk, "seat": seat_of("bob"), "number": 1, "user_id": play.bob.pk, "key": "mail:1"}
    receipt = replies.reply(text="Yes.\nUntil round 6.", **given)
    assert receipt.to == "alice" and not receipt.held and texts(play, "alice")[-1] == "Yes.\nUntil round 6."
    assert replies.reply(text="Yes.\nUntil round 6.", **given).replayed and Message.objects.count() == 2
    with pytest.raises(GameError, match="no longer open"):
        replies.reply(text="Hello", **given | {"number": 9, "key": "mail:2"})
    with pytest.raises(NotAllowed):
        replies.reply(text="Hello", **given | {"user_id": user_of("carol").pk, "key": "mail:3"})


@override_settings(MAIL_IN=True)
@pytest.mark.parametrize("after", ["players", "open", "delete"])
def test_a_reply_to_an_old_mail_never_goes_to_another_conversation(play: Table, after: str) -> None:
    """When a game is over it may publish what others wrote, or delete what there was: the numbers of pages change."""
    change(play, press_after=after)
    want("bob", "each")
    write(play, "carol", "dave", text="Between us.")
    write(play, "alice", "bob", text="Siam?")
    deliver()
    signed = read_address(parseaddr(mail.outbox[0].extra_headers["Reply-To"])[1])
    now = timezone.now()
    change(play, status=Game.Status.OVER, ended_at=now)
    press_forget(now)
    write(play, "alice", text="Well played.")
    deliver()
    replies = press_replies()
    assert replies is not None and signed is not None
    who = {"game_id": play.game.pk, "seat": seat_of("bob"), "number": signed.named.number, "user_id": play.bob.pk}
    with pytest.raises(GameError, match="This game is over" if after != "delete" else "no longer open"):
        replies.reply(text="You liar!", key="mail:1", **who)
    assert "You liar!" not in texts(play, "dave")


def test_a_page_that_is_old_never_writes_to_another_conversation(play: Table) -> None:
    write(play, "alice", "bob", text="Siam?")
    url = reverse("game-conversation", args=[play.game.slug, 1])
    page = client("bob").get(url).content.decode()
    seats = re.search(r'name="seats" value="([^"]*)"', page)
    now = timezone.now()
    change(play, press_after="delete", status=Game.Status.OVER, ended_at=now)
    press_forget(now)
    write(play, "alice", text="Well played.")
    assert seats is not None
    sent = client("bob").post(url, {"text": "You liar!", "seats": seats[1]})
    assert sent.status_code == 422 and "no longer open" in sent.content.decode()
    assert "You liar!" in sent.content.decode() and "You liar!" not in texts(play, "dave")


def test_a_reply_that_reads_as_an_order_is_held_and_shown_again(play: Table) -> None:
    write(play, "alice", "bob", text="Siam?")
    replies = press_replies()
    assert replies is not None
    given = {"game_id": play.game.pk, "seat": seat_of("bob"), "number": number("bob")}
    given |= {"user_id": play.bob.pk, "key": "mail:1"}
    receipt = replies.reply(text="attack Siam China", is_order=True, **given)
    assert receipt.held and "looks like an order" in receipt.why and Message.objects.count() == 1
    page = client("bob").get(
        receipt.url.removeprefix("http://testserver").partition("/g/")[1] + receipt.url.partition("/g/")[2]
    )
    assert b"attack Siam China" in page.content and Held.objects.count() == 1
    assert b"was not sent yet. Change it, or send it as it is." in page.content


@pytest.mark.parametrize("text", ["bob here, hello", "Hello.\n-- \nB.", "write to bob@example.org"])
def test_where_names_are_hidden_a_reply_that_tells_one_is_held(play: Table, text: str) -> None:
    change(play, names="anonymous")
    write(play, "alice", "bob")
    replies = press_replies()
    assert replies is not None
    receipt = replies.reply(
        game_id=play.game.pk, seat=seat_of("bob"), number=number("bob"), user_id=play.bob.pk, key="mail:1", text=text
    )
    assert receipt.held and "hidden" in receipt.why


def test_a_press_line_by_mail_says_to_whom_it_went(play: Table) -> None:
    colour = Player.objects.get(user=play.bob).colour
    replies = press_replies()
    assert replies is not None
    given = {"game_id": play.game.pk, "user_id": play.alice.pk, "source": "mail", "key": "mail:9"}
    receipt = replies.line(text=f"press {colour}: leave me Siam", **given)
    assert (receipt.to, receipt.text) == ("bob", "leave me Siam") and texts(play, "bob") == ["leave me Siam"]


def test_players_of_games_that_ran_before_are_told_once(play: Table) -> None:
    OutboxMail.objects.create(key="press_begins:1", template="press_begins", user=play.bob, not_before=timezone.now())
    assert deliver() == ["You can now write to the other players"]


def test_an_organizer_writes_to_everyone_whatever_is_muted(play: Table) -> None:
    organizer("olga")
    given = {"reason": "Mail was down for 9 hours.", "sure": "1", "seen": play.fresh().seq}
    url = reverse("organize-act", args=[play.game.slug, "announce"])
    assert client("olga").post(url, given).status_code == 302
    assert [(seen.is_of_organizer, seen.seat) for seen in read(play, "bob")] == [(True, None)]
    for path in ("", "1/"):
        page = client("bob").get(f"/g/{play.game.slug}/messages/{path}").content.decode()
        assert "An organizer, to everyone:" in page and "Mail was down for 9 hours." in page
    again = client("bob").get(f"/g/{play.game.slug}/messages/").content.decode()
    assert "An organizer, to everyone:" not in again


# ---- programs


def ask(name: str, method: str, path: str, play: Table, body: object = None, scope: str = "press", key: str = "k1"):  # type: ignore[no-untyped-def]
    token = token_make(user=user_of(name), name="bot", scope=scope)[1]
    headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": key}
    given = {"data": json.dumps(body), "content_type": "application/json"} if body is not None else {}
    return getattr(Client(), method)(f"/api/games/{play.game.slug}/{path}", headers=headers, **given)


def test_programs_read_and_write_with_a_scope_of_their_own(play: Table) -> None:
    for scope in (ApiToken.Scope.PLAY, ApiToken.Scope.READ):
        assert ask("alice", "get", "press/", play, scope=scope).status_code == 403
    made = ask("alice", "post", "press/", play, {"to": [seat_of("bob")], "text": "Until round 6."})
    assert made.status_code == 201 and made.json()["message"]["own"] is True
    again = ask("alice", "post", "press/", play, {"to": [seat_of("bob")], "text": "Until round 6."})
    assert again.json() == made.json() | {"replayed": True} and Message.objects.count() == 1
    got = ask("bob", "get", "press/", play).json()
    assert got["conversations"] == [{"id": 1, "seats": sorted([seat_of("alice"), seat_of("bob")]), "unread": 1}]
    assert [row["text"] for row in got["messages"]] == ["Until round 6."]
    assert ask("bob", "get", "press/?since=1", play).json()["messages"] == []
    assert ask("carol", "get", "press/", play).json() == {"conversations": [], "messages": []}
    assert ask("alice", "post", "press/", play, {"to": [], "text": "x"}, key="k2").status_code == 422
    colour = Player.objects.get(user=play.bob).colour
    line = ask("alice", "post", "press/", play, {"text": f"press {colour}: as a line"}, key="k3")
    assert line.status_code == 201 and texts(play, "bob")[-1] == "as a line"


def test_a_page_says_when_its_reader_may_write_again(play: Table) -> None:
    for text in "0123456789":
        write(play, "alice", text=text)
    for path in ("messages/1/", "messages/new/"):
        page = client(play.alice).post(f"/g/{play.game.slug}/{path}", {"text": "Once more.", "to": seat_of("bob")})
        said = page.content.decode()
        assert page.status_code == 429 and "You can write again in" in said and "Once more." in said


def test_programs_report_mute_and_keep_notes(play: Table) -> None:
    write(play, "bob", text="You fool.")
    told = ask("alice", "post", "press/1/report/", play, {"kind": "insult"})
    assert told.status_code == 201 and told.json() == {"by_hosts": True, "done": True}
    assert ask("alice", "put", f"press/mutes/{seat_of('bob')}/", play, {}).status_code == 200
    assert ask("alice", "get", "press/", play).json()["messages"] == []
    assert ask("alice", "put", f"press/mutes/{seat_of('bob')}/", play, {"muted": False}).status_code == 200
    assert len(ask("alice", "get", "press/", play).json()["messages"]) == 1
    notes = {"text": "Watch Bob.", "territories": [{"territory": 3, "text": "weak"}]}
    assert ask("alice", "put", "notes/", play, notes).json() == notes
    assert ask("alice", "get", "notes/", play).json() == notes
    assert ask("bob", "get", "notes/", play).json() == {"text": "", "territories": []}
    assert ask("alice", "put", "notes/", play, {"territories": [{"territory": 999, "text": "x"}]}).status_code == 422
    assert Note.objects.filter(user=play.alice).count() == 2


def test_notes_hold_what_a_browser_sends_of_10_000_characters(play: Table) -> None:
    """Browsers send two characters for each line break, and count one."""
    url = reverse("game-notes", args=[play.game.slug])
    text = "\r\n".join("x" * 9 for _line in range(1000)) + "!"
    assert client("alice").post(url, {"text": text}).status_code == 302
    assert len(Note.objects.get().text) == 10_000
    refused = client("alice").post(url, {"text": f"{text}!"})
    assert refused.status_code == 422 and "Your notes have 10,001 characters." in refused.content.decode()


def test_notes_are_kept_as_often_as_messages_are_written(play: Table) -> None:
    url = reverse("game-notes", args=[play.game.slug])
    for _post in range(60):
        limit(f"notes:user:{play.alice.pk}", 60, 60)
    refused = client("alice").post(url, {"text": "Watch Bob."})
    assert refused.status_code == 429 and refused.headers["Retry-After"] and not Note.objects.exists()
    assert client("bob").post(url, {"text": "Watch Alice."}).status_code == 302


def test_notes_go_with_the_seat(play: Table) -> None:
    for name in ("alice", "bob"):
        ask(name, "put", "notes/", play, {"text": f"Of {name}."})
    seat_hand_over(game_id=play.game.pk, seat=seat_of("bob"), by=person("sam"))
    press_forget(timezone.now())
    assert [note.user for note in Note.objects.all()] == [play.alice]
    seat_hand_over(game_id=play.game.pk, seat=seat_of("alice"), bot="recruit")
    press_forget(timezone.now())
    assert not Note.objects.exists()


def test_too_much_says_until_when(play: Table) -> None:
    for count in range(10):
        write(play, "alice", text=str(count))
    refused = ask("alice", "post", "press/", play, {"to": "all", "text": "x"})
    assert refused.status_code == 429 and 0 < int(refused.headers["Retry-After"]) <= 61
