"""Reports: what moderators read, what they decide, who hears of it, and appeals; and when messages are deleted."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from games.errors import GameError, LobbyError, NotAllowed
from games.mail.outbox import outbox_deliver
from games.models import AuditEntry, Game, OutboxMail, Player
from games.selectors.access import game_for
from games.selectors.company import is_apart_from_table
from games.selectors.lists import public_games
from games.services.invitations import invite_send
from games.services.lobby import game_join
from press.errors import PressRefused
from press.models import GreySender, Message, Mute, Report, Silence
from press.selectors import Viewer
from press.services.moderation import (
    Decision,
    may_appeal,
    moderates,
    open_reports,
    open_reports_about,
    opened_until,
    report_appeal,
    report_decide,
)
from press.services.muting import mute_grey, mute_seat, unmute_seat
from press.services.reporting import report_message
from press.services.retention import press_forget
from press.tests.kit import change, client, four, read, seat_of, texts, user_of, write
from tests.games.kit import Table, make_table
from tests.routes_kit import organizer

pytestmark = pytest.mark.django_db


@pytest.fixture
def play() -> Table:
    return four()


def report(play: Table, name: str, message: int, later: timedelta = timedelta(), **fields: str) -> Report:
    access = game_for(user_of(name), play.game.slug)
    viewer = Viewer.of(access, timezone.now() + later)
    return report_message(access=access, viewer=viewer, message=message, **{"kind": "insult", "text": "", **fields})


def test_a_report_copies_what_its_reporter_saw(play: Table) -> None:
    for number in range(9):
        write(play, "bob", "alice", text=f"before {number}")
    write(play, "bob", "carol", text="not for Alice")
    for number in range(4):
        write(play, "carol", text=f"elsewhere {number}")
        Message.objects.update(sent_at=timezone.now() - timedelta(hours=1))
    write(play, "bob", "alice", text="You fool.")
    made = report(play, "alice", len(read(play, "alice")))
    assert [line["text"] for line in made.copy] == [*(f"before {number}" for number in range(9)), "You fool."]
    assert report(play, "alice", len(read(play, "alice"))) == made and made.accused == play.bob
    with pytest.raises(PressRefused):
        report(play, "bob", len(read(play, "bob")))


def test_moderators_are_those_who_do_not_play(play: Table) -> None:
    olga, playing = organizer("olga"), user_of("carol")
    playing.is_staff = playing.is_superuser = True
    playing.save()
    write(play, "bob", text="You fool.")
    made = report(play, "alice", 1)
    assert moderates(olga, made) and not moderates(playing, made) and not moderates(play.alice, made)
    assert list(open_reports(olga)) == [made] and list(open_reports(playing)) == []
    outbox_deliver()
    assert [message.to for message in mail.outbox if "reported" in message.subject] == [["olga@example.org"]]
    assert not [message for message in mail.outbox if "reported" in message.subject and "fool" in str(message.body)]


def test_a_decision_hides_silences_and_is_told_to_both_sides(play: Table) -> None:
    olga = organizer("olga")
    write(play, "bob", text="You fool.")
    made = report(play, "alice", 1)
    with pytest.raises(GameError, match="Give a reason"):
        report_decide(report_id=made.pk, user=olga, reason=" ", decision=Decision(hides=True))
    report_decide(report_id=made.pk, user=olga, reason="No insults here.", decision=Decision(hides=True, days=3))
    assert texts(play, "carol") == [""] and read(play, "carol")[0].is_hidden
    with pytest.raises(PressRefused, match="paused your messages"):
        write(play, "bob")
    for path in ("1/", "new/"):
        page = client("bob").get(f"/g/{play.game.slug}/messages/{path}").content.decode()
        assert "A moderator has paused your messages until " in page and "<textarea" not in page
    assert AuditEntry.objects.filter(action="press.moderate", user=olga).count() == 1
    outbox_deliver()
    kinds = {"press_report": 1, "press_outcome": 2}
    assert {kind: OutboxMail.objects.filter(template=kind).count() for kind in kinds} == kinds
    told = {tuple(message.to): str(message.body) for message in mail.outbox if "decided" in message.subject}
    assert set(told) == {("alice@example.org",), ("bob@example.org",)}
    assert all("No insults here." in text for text in told.values()) and "alice" not in told["bob@example.org",]
    with pytest.raises(PressRefused, match="already decided"):
        report_decide(report_id=made.pk, user=olga, reason="Again.", decision=Decision())


def test_an_appeal_goes_to_another_moderator_who_can_lift_it(play: Table) -> None:
    olga, otto = organizer("olga"), organizer("otto")
    write(play, "bob", text="You fool.")
    made = report(play, "alice", 1)
    report_decide(report_id=made.pk, user=olga, reason="No insults.", decision=Decision(hides=True, days=30))
    assert may_appeal(play.bob, made.__class__.objects.get()) and not may_appeal(user_of("carol"), Report.objects.get())
    appeal = report_appeal(report_id=made.pk, user=play.bob, text="It was a joke.")
    assert not moderates(olga, appeal) and moderates(otto, appeal)
    with pytest.raises(NotAllowed):
        report_appeal(report_id=made.pk, user=play.alice, text="Once more.")
    report_decide(report_id=appeal.pk, user=otto, reason="It was one.", decision=Decision(lifts=True))
    assert texts(play, "carol") == ["You fool."] and not Silence.objects.exists()


def test_moderators_learn_who_wrote_an_unsigned_message_and_others_do_not(play: Table) -> None:
    organizer("olga")
    change(play, grey=True)
    write(play, "bob", text="Red lies.", is_unsigned=True)
    made = report(play, "alice", 1, later=timedelta(minutes=20))
    assert made.accused == play.bob and made.copy[0]["seat"] is None and "bob" not in str(made.copy)
    page = client("olga").get(f"/organize/reports/{made.pk}/").content.decode()
    assert "bob" in page
    assert GreySender.objects.get().user == play.bob


def test_the_queue_is_for_moderators(play: Table) -> None:
    organizer("olga")
    write(play, "bob", text="You fool.")
    made = report(play, "alice", 1)
    page = client("olga")
    assert b"Long Winter" in page.get("/organize/reports/").content
    given = {"reason": "Enough.", "hides": "on", "days": "0"}
    assert page.post(f"/organize/reports/{made.pk}/", given).status_code == 302
    assert read(play, "carol")[0].is_hidden
    for name in ("alice", "bob"):
        assert client(name).get(f"/organize/reports/{made.pk}/").status_code == 404
        assert client(name).get(f"/reports/{made.pk}/appeal/").status_code == 200
    assert client("carol").get(f"/reports/{made.pk}/appeal/").status_code == 404
    assert client("bob").post(f"/reports/{made.pk}/appeal/", {"text": "A joke."}).status_code == 302


# ---- muting


def test_a_muted_seat_is_heard_no_more_until_it_is_unmuted(play: Table) -> None:
    alice = game_for(play.alice, play.game.slug).player
    assert alice is not None
    mute_seat(alice, seat_of("bob"))
    write(play, "bob", "alice", text="Hello?")
    assert [seen.is_muted for seen in read(play, "alice")] == [True]
    assert not read(play, "alice")[0].is_new
    unmute_seat(alice, seat_of("bob"))
    assert [seen.is_new for seen in read(play, "alice")] == [True]


def test_who_wrote_to_everyone_alone_can_be_unmuted_at_their_message(play: Table) -> None:
    alice = game_for(play.alice, play.game.slug).player
    assert alice is not None
    write(play, "bob", text="You fool.")
    mute_seat(alice, seat_of("bob"))
    page = client("alice").get(f"/g/{play.game.slug}/messages/1/").content.decode()
    assert "Unmute bob" in page and ">Mute bob<" not in page


def test_somebody_muted_everywhere_is_muted_in_every_game_that_shows_names(play: Table) -> None:
    alice = game_for(play.alice, play.game.slug).player
    assert alice is not None
    mute_seat(alice, seat_of("bob"), everywhere=True)
    write(play, "bob")
    assert read(play, "alice")[0].is_muted
    change(play, names="anonymous")
    assert not read(play, "alice")[0].is_muted


def test_muting_unsigned_messages_mutes_all_of_them(play: Table) -> None:
    alice = game_for(play.alice, play.game.slug).player
    assert alice is not None
    change(play, grey=True)
    for name in ("bob", "carol"):
        write(play, name, is_unsigned=True)
    mute_grey(alice, on=True)
    assert [seen.is_muted for seen in read(play, "alice", timedelta(minutes=20))] == [True, True]
    mute_grey(alice, on=False)
    assert Mute.objects.count() == 0


def test_people_who_are_blocked_are_kept_apart_and_never_told(play: Table) -> None:
    alice = game_for(play.alice, play.game.slug).player
    assert alice is not None
    mute_seat(alice, seat_of("bob"), blocks=True)
    table = make_table(play.alice, name="Slow River", rules="modern", seats_wanted=4)
    for name, sees in (("bob", False), ("carol", True)):
        assert (b"Slow River" in client(name).get("/games/").content) is sees
    for name in ("bob", "carol"):
        assert invite_send(game_id=table.pk, user=play.alice, whom=name)
    assert list(OutboxMail.objects.filter(game=table, user__isnull=False).values_list("user__username", flat=True)) == [
        "carol"
    ]
    assert is_apart_from_table(play.bob.pk, table) and not is_apart_from_table(user_of("carol").pk, table)


# ---- keeping


def end(play: Table, days: int, **fields: str) -> None:
    change(play, status=Game.Status.OVER, ended_at=timezone.now() - timedelta(days=days), **fields)


def test_messages_go_ninety_days_after_the_end(play: Table) -> None:
    write(play, "bob", text="hello")
    Message.objects.update(sent_at=timezone.now() - timedelta(days=100))
    end(play, 89)
    assert press_forget(timezone.now()) == 0
    end(play, 91)
    assert press_forget(timezone.now()) == 1 and press_forget(timezone.now()) == 0


def test_a_message_is_reported_without_a_line_of_what_is_new(play: Table) -> None:
    write(play, "bob", "alice")
    seen = read(play, "alice")[0]
    page = client("alice").get(f"/g/{play.game.slug}/messages/{seen.id}/report/").content.decode()
    assert "Leave Siam to me?" in page and "since you last looked" not in page


def test_a_reported_message_says_so_to_who_reported_it_until_it_is_decided(play: Table) -> None:
    write(play, "bob", text="You fool.")
    made, url = report(play, "alice", 1), f"/g/{play.game.slug}/messages/1/"
    page = client("alice").get(url).content.decode()
    assert "Reported by you. A moderator is looking at it." in page and "Report this message" not in page
    assert "Reported by you" not in client("carol").get(url).content.decode()
    report_decide(report_id=made.pk, user=organizer("olga"), reason="A joke.", decision=Decision())
    assert "Reported by you" not in client("alice").get(url).content.decode()
    page = client("olga").get(f"/organize/reports/{made.pk}/").content.decode()
    assert "A joke." in page and "Both sides were told." in page and "Your decision" not in page


def test_messages_under_report_and_those_of_open_games_stay(play: Table) -> None:
    write(play, "bob", text="You fool.")
    report(play, "alice", 1)
    end(play, 91)
    assert press_forget(timezone.now()) == 0
    Report.objects.update(state="closed")
    end(play, 91, press_after="open")
    assert press_forget(timezone.now()) == 0


def test_games_can_delete_their_messages_at_the_end(play: Table) -> None:
    write(play, "bob", text="before the end")
    Message.objects.update(sent_at=timezone.now() - timedelta(days=2))
    end(play, 1, press_after="delete")
    write(play, "bob", text="Well played.")
    assert press_forget(timezone.now()) == 1 and texts(play, "alice") == ["Well played."]
    assert OutboxMail.objects.filter(template="press").exists()


def test_a_moderator_opens_a_whole_conversation_for_an_hour_and_the_table_is_told(play: Table) -> None:
    olga, carol = organizer("olga"), user_of("carol")
    write(play, "alice", "bob", text="Long ago.")
    for number in range(12):
        write(play, "bob", "alice", text=f"fool {number}")
        Message.objects.update(sent_at=timezone.now() - timedelta(hours=1))
    write(play, "bob", "carol", text="Not for Alice.")
    change(play, status=Game.Status.OVER, ended_at=timezone.now())
    made = report(play, "alice", 13)
    address = f"/organize/reports/{made.pk}/whole/"
    for name in ("alice", "bob", "carol"):
        assert client(name).get(address).status_code == client(name).post(address, {"reason": "x"}).status_code == 404
    desk = client("olga")
    assert "Long ago." not in desk.get(address).content.decode()
    assert desk.post(address, {"reason": " "}).status_code == 422 and opened_until(made, olga, timezone.now()) is None
    assert desk.post(address, {"reason": "Was it a joke?"}).status_code == 302
    page = desk.get(address).content.decode()
    assert "Long ago." in page and "fool 0" in page and "Not for Alice." not in page
    assert read(play, "carol")[-1].is_of_organizer and texts(play, "carol")[-1].endswith("Was it a joke?")
    assert AuditEntry.objects.filter(action="press.open", user=olga).count() == 1
    assert opened_until(made, olga, timezone.now() + timedelta(minutes=61)) is None
    assert opened_until(made, carol, timezone.now()) is None


def test_reports_stand_on_the_page_of_who_wrote_for_their_moderators(play: Table) -> None:
    olga = organizer("olga")
    write(play, "bob", text="You fool.")
    made = report(play, "alice", 1)
    assert open_reports_about(play.bob, olga) == [made] and open_reports_about(play.alice, olga) == []
    desk = client("olga")
    assert f"/organize/reports/{made.pk}/" in desk.get(f"/organize/people/{play.bob.pk}/").content.decode()
    assert "Reports that wait" not in desk.get(f"/organize/people/{play.alice.pk}/").content.decode()


def test_people_who_are_blocked_find_no_way_to_a_table_of_the_other(play: Table) -> None:
    alice = Player.objects.get(user=play.alice)
    mute_seat(alice, seat_of("bob"), blocks=True)
    table = make_table(play.bob, name="Low Tide", rules="modern", seats_wanted=4, public=True)
    for reader, is_found in ((play.alice, False), (user_of("carol"), True)):
        assert (table in public_games(reader, "open")[0]) is is_found
        answer = client(reader.username).get(f"/g/{table.slug}/lobby/")
        assert answer.status_code == (200 if is_found else 404)
    with pytest.raises(LobbyError, match="You cannot join this game."):
        game_join(game_id=table.pk, user=play.alice, invite_token=table.invite_token)
    game_join(game_id=table.pk, user=user_of("carol"))
