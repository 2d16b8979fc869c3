"""Acts on a game: said before, asked why, done by services, told to the players, written down."""

from __future__ import annotations

from datetime import timedelta
from html import unescape

import pytest
import time_machine
from django.core import mail
from django.utils import timezone

from games.mail.outbox import outbox_deliver
from games.models import AuditEntry, Entry, Game, OutboxMail, Player
from games.organize.rewind_points import turn_starts
from games.services.absence import Wanted, vacation_announce
from tests.games.kit import make_table, person
from tests.games.organize.kit import Desk
from tests.kit.markup import one_line

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Desk:
    return Desk.of()


def test_nothing_happens_before_it_was_said(desk: Desk) -> None:
    url = desk.url("organize-act", "pause")
    assert desk.client.post(url, {"reason": "holidays"}).status_code == 200
    assert desk.play.fresh().is_running and not AuditEntry.objects.filter(action="game.pause").exists()
    assert "<title>Pause the game. Long Winter, Organize, Fieldpost</title>" in desk.client.get(url).content.decode()


def test_every_act_asks_why(desk: Desk) -> None:
    for name in ("pause", "extend", "pass", "replace", "rewind", "adjudicate", "void"):
        answer = desk.client.post(desk.url("organize-act", name), {"sure": "1", "seen": desk.play.game.seq})
        assert answer.status_code == 422, name
        assert "Give a reason" in answer.content.decode(), name
    assert not AuditEntry.objects.exists()


def test_a_game_that_moved_on_is_looked_at_again(desk: Desk) -> None:
    url, seen = desk.url("organize-act", "pass"), desk.play.fresh().seq
    desk.play.order(desk.play.likely())
    answer = desk.client.post(url, {"reason": "late", "sure": "1", "seen": seen})
    assert answer.status_code == 409 and "moved on" in answer.content.decode()
    assert not AuditEntry.objects.exists()


def test_pause_and_resume_are_told_and_written_down(desk: Desk) -> None:
    assert desk.act("pause").status_code == 302
    assert desk.play.fresh().status == Game.Status.PAUSED
    assert "for a test" in desk.text(desk.url("game"))
    assert desk.act("resume").status_code == 302
    assert desk.play.fresh().is_running
    actions = list(AuditEntry.objects.order_by("pk").values_list("action", "user__username", "reason"))
    assert actions == [("game.pause", "olga", "for a test"), ("game.resume", "olga", "for a test")]
    outbox_deliver()
    told = [message for message in mail.outbox if "paused" in message.subject]
    assert len(told) == 2 and all("for a test" in message.body for message in told)


def test_a_deserted_game_says_what_would_help(desk: Desk) -> None:
    Player.objects.filter(user__isnull=False).update(state=Player.State.CARETAKER)
    Game.objects.update(status=Game.Status.PAUSED, paused_at=timezone.now(), deserted=True)
    answer = desk.act("resume")
    assert answer.status_code == 422 and "Give a seat to another person first." in answer.content.decode()
    person("carol")
    desk.act("replace", seat=0, to="person", person="carol")
    assert desk.play.fresh().is_running


def test_more_time(desk: Desk) -> None:
    before = desk.play.waiting.deadline_at
    desk.act("extend", hours=30)
    after = desk.play.waiting.deadline_at
    assert before and after and (after - before).total_seconds() == 30 * 3600
    for hours in ("0", "337", "many", ""):
        answer = desk.client.post(desk.url("organize-act", "extend"), {"reason": "x", "hours": hours})
        assert answer.status_code == 422, hours


def test_passing(desk: Desk) -> None:
    row = desk.play.waiting
    desk.act("pass")
    assert desk.play.waiting.seat != row.seat


def test_a_seat_goes_to_a_bot_or_to_a_person(desk: Desk) -> None:
    row, url = desk.play.waiting, desk.url("organize-act", "replace")
    nobody = desk.client.post(url, {"reason": "x", "seat": row.seat, "to": "person", "person": "nobody-here"})
    assert nobody.status_code == 422 and "No player has this name." in nobody.content.decode()
    nina = person("nina")
    shown = desk.client.post(url, {"reason": "x", "seat": row.seat, "to": "person", "person": "nina"})
    assert "nina gets the full time for the current question" in shown.content.decode()
    desk.act("replace", seat=row.seat, to="bot:recruit", person="")
    assert Player.objects.get(pk=row.player_id).bot == "recruit"
    desk.act("replace", seat=row.seat, to="person", person="Nina")
    assert Player.objects.get(pk=row.player_id).user == nina
    twice = desk.client.post(
        url,
        {"reason": "x", "seat": row.seat, "to": "person", "person": "nina", "sure": "1", "seen": desk.play.fresh().seq},
    )
    assert twice.status_code == 422 and "already plays in this game" in twice.content.decode()


def test_back_to_the_beginning_of_a_turn(desk: Desk) -> None:
    desk.play.past_setup()
    for _ in range(6):
        desk.play.order(desk.play.likely())
    page = desk.text(desk.url("organize-act", "rewind"))
    assert "the beginning of round 1" in page
    first = Entry.objects.filter(game=desk.play.game, round=1, kind="action").order_by("seq")[0]
    desk.act("rewind", seq=first.seq - 1)
    last = Entry.objects.filter(game=desk.play.game, kind=Entry.Kind.REWIND).get()
    assert last.back_to == first.seq - 1
    assert "The reason: for a test" in desk.text(desk.url("organize-journal"))
    assert "Undone." in desk.text(desk.url("organize-journal"))


def test_each_turn_is_offered_once_where_it_began(desk: Desk) -> None:
    while desk.play.fresh().round < 4:
        desk.play.order(desk.play.likely())
    places = turn_starts(desk.play.game)
    titles = [title for _seq, title in places]
    assert len(titles) == len(set(titles)) >= 8
    began = {}
    for entry in Entry.objects.filter(game=desk.play.game):
        rounds = [event["round"] for event in entry.events if event["type"] == "round.began"]
        for event in entry.events:
            if event["type"] == "turn.began" and entry.seq > 1:
                began[entry.seq] = (rounds[-1] if rounds else entry.round, event["seat"])
    colours = {player.seat: player.get_colour_display() for player in desk.play.game.players.all()}
    for seq, title in places:
        if "round 1" not in title:
            number, seat = began[seq]
            assert title == f"the beginning of round {number}, {colours[seat]}", seq
    seq, title = places[1]
    shown = desk.client.post(desk.url("organize-act", "rewind"), {"reason": "x", "seq": seq}).content.decode()
    assert f"goes back to {title} (today, " in shown and "step {seq}" not in shown


@pytest.mark.once  # the clock of PostgreSQL cannot be stopped
def test_a_deadline_that_stays_is_not_told_as_moved(desk: Desk) -> None:
    with time_machine.travel(timezone.now(), tick=False):
        desk.act("pause")
        shown = desk.client.post(desk.url("organize-act", "resume"), {"reason": "x"}).content.decode()
    assert "instead of" not in shown and "deadline moves by as much" in shown


def test_back_to_a_step_of_the_journal(desk: Desk) -> None:
    for _ in range(3):
        desk.play.order(desk.play.likely())
    order = Entry.objects.get(game=desk.play.game, seq=2).order
    page = unescape(desk.text(desk.url("organize-act", "rewind"), to=2))
    assert f"round 1, Red, after “{order}” (today, " in page and "step 2" not in page
    for step in ("0", "99999", "-1", "x", "9" * 30, "000000001" + "9" * 20, "0" * 9 + "1"):
        assert desk.client.get(desk.url("organize-act", "rewind"), {"to": step}).status_code == 200
        answer = desk.client.post(desk.url("organize-act", "rewind"), {"reason": "x", "seq": step})
        assert answer.status_code == 422, step


def test_calling_off_a_game_and_a_table(desk: Desk) -> None:
    desk.act("void")
    assert desk.play.fresh().status == Game.Status.VOID
    assert desk.client.get(desk.url("organize-act", "pause")).status_code == 302
    table = make_table(desk.play.alice, name="Gathering", rules="modern", seats_wanted=4)
    desk.play.game = table
    assert [
        name for name in ("void", "pause", "pass") if desk.client.get(desk.url("organize-act", name)).status_code == 200
    ] == ["void"]
    desk.act("void")
    assert desk.play.fresh().status == Game.Status.VOID


def test_a_game_ends_as_it_stands_and_the_act_says_so_before(desk: Desk) -> None:
    preview = desk.text(desk.url("organize-act", "adjudicate"))
    assert "Players are ranked by what they hold now." in preview
    shown = desk.client.post(desk.url("organize-act", "adjudicate"), {"reason": "the hall closes"}).content.decode()
    assert "ends now as it stands. Nobody wins, but every player gets a place." in shown
    assert desk.play.fresh().is_running
    assert desk.act("adjudicate").status_code == 302
    game = desk.play.fresh()
    assert game.status == Game.Status.OVER and game.result is not None and not game.result["winners"]
    assert AuditEntry.objects.get().action == "game.adjudicate"
    assert "ended the game as it stood" in desk.text("/organize/audit/")
    outbox_deliver()
    assert [message for message in mail.outbox if "came first" in message.subject or "first place" in message.subject]
    assert desk.client.get(desk.url("organize-act", "rewind")).status_code == 302


def test_there_are_no_other_acts(desk: Desk) -> None:
    assert desk.client.get(desk.url("organize-act", "win")).status_code == 404


def test_who_plays_does_not_organize(desk: Desk) -> None:
    seat = desk.play.waiting.seat
    desk.act("replace", seat=seat, to="person", person="olga")
    answer = desk.act("pause")
    assert answer.status_code == 403 and "another organizer" in answer.content.decode()
    assert desk.play.fresh().is_running
    desk.olga.is_superuser = True
    desk.olga.save()
    assert desk.act("pause").status_code == 302


def test_a_dead_letter_is_sent_again(desk: Desk) -> None:
    row = OutboxMail.objects.filter(game=desk.play.game).first()
    assert row is not None
    OutboxMail.objects.filter(pk=row.pk).update(state=OutboxMail.State.DEAD, error="550 no such mailbox", attempts=4)
    assert "550 no such mailbox" in desk.text("/organize/mails/")
    url = f"/organize/mails/{row.pk}/retry/"
    assert desk.client.post(url, {"reason": "the mailbox is back"}).status_code == 302
    row.refresh_from_db()
    assert (row.state, row.attempts) == (OutboxMail.State.RETRY, 0)
    again = desk.client.post(url, {"reason": "once more"})
    assert again.status_code == 422 and AuditEntry.objects.filter(action="mail.retry").count() == 1


def test_mail_that_came_back_is_tried_again(desk: Desk) -> None:
    alice = desk.play.alice
    alice.bounced_at = desk.play.game.created_at
    alice.save()
    assert "alice" in desk.text("/organize/people/")
    assert desk.client.post(f"/organize/people/{alice.pk}/mail/", {"reason": "she wrote"}).status_code == 302
    alice.refresh_from_db()
    assert alice.bounced_at is None and AuditEntry.objects.get().action == "mail.forget_bounce"
    assert desk.client.post(f"/organize/people/{alice.pk}/mail/", {"reason": "again"}).status_code == 422


def test_who_gets_a_seat_is_asked_before_anything_is_sent(desk: Desk) -> None:
    url, seat = desk.url("organize-act", "replace"), desk.play.waiting.seat
    page = desk.text(url)
    choice = page.partition('name="to"')[2].partition("</select>")[0]
    assert "required" in choice.partition(">")[0] and choice.index('value=""') < choice.index('value="person"')
    for to, name, said in (
        ("", "", "Choose who gets the seat."),
        ("bot:recruit", "carol", "Which of them gets the seat?"),
        ("person", "", "Enter the player name."),
    ):
        answer = desk.client.post(url, {"reason": "x", "seat": seat, "to": to, "person": name})
        assert answer.status_code == 422 and said in one_line(answer.content.decode())


def test_a_seat_is_not_offered_to_who_plays_there_already(desk: Desk) -> None:
    seat = desk.play.seat(desk.play.alice)
    answer = desk.client.post(
        desk.url("organize-act", "replace"),
        {"seat": seat, "to": "person", "person": desk.play.bob.username, "reason": "Alice is away."},
    )
    page = answer.content.decode()
    assert answer.status_code == 422 and "bob already plays in this game." in page and "This will happen" not in page


def test_a_pass_is_said_by_what_is_asked() -> None:
    claiming = Desk.of(rules="modern")
    answer = claiming.client.post(claiming.url("organize-act", "pass"), {"reason": "for a test"})
    page = answer.content.decode()
    assert "turn is skipped: a territory is claimed for it." in page and "weakest border" not in page


def test_an_absence_is_ended_from_the_page(desk: Desk) -> None:
    row = desk.play.waiting
    first = timezone.now().date() + timedelta(days=2)
    vacation_announce(user=desk.play.asked_user, wanted=Wanted(first, first + timedelta(days=3)))
    assert "End an absence" in desk.text(desk.url("organize-game"))
    assert desk.act("end-absence", seat=row.seat).status_code == 302
    player = Player.objects.select_related("user", "game").get(game=desk.play.game, seat=row.seat)
    assert player.absences == [] and AuditEntry.objects.get().action == "game.end_absence"
