"""How many mails one person gets: twenty a day without an answer, questions beyond that together, news not at all."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from games.mail.links import read_link
from games.mail.outbox import outbox_deliver
from games.models import OutboxMail
from games.services import mail_policy
from tests.games.kit import Table, table

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


@pytest.fixture
def play() -> Table:
    """A game whose asked player has had all the mails of a day, an hour ago."""
    made = table()
    OutboxMail.objects.exclude(template="turn").delete()
    at = timezone.now() - HOUR
    OutboxMail.objects.bulk_create(
        OutboxMail(key=f"had {number}", template="turn", state="sent", user=made.asked_user, not_before=at, sent_at=at)
        for number in range(mail_policy.DAILY_LIMIT)
    )
    return made


def waiting_mail() -> OutboxMail:
    return OutboxMail.objects.get(template="turn", key__startswith="turn:")


def test_a_question_beyond_the_limit_is_told_in_a_summary(play: Table, caplog: pytest.LogCaptureFixture) -> None:
    assert outbox_deliver() == 0 and not mail.outbox
    assert waiting_mail().state == OutboxMail.State.CANCELLED and "summary" in waiting_mail().error
    assert "has had 20 mails" in caplog.text
    row = OutboxMail.objects.get(template="summary")
    assert timedelta() < row.not_before - timezone.now() <= mail_policy.SUMMARY_EVERY
    OutboxMail.objects.filter(pk=row.pk).update(not_before=timezone.now())
    assert outbox_deliver() == 1
    body = mail.outbox[0].body
    assert "Long Winter" in body and "until" in body
    token = next(word for word in body.split() if "/l/" in word).rstrip("/").rpartition("/")[2]
    assert read_link(token).seat == play.waiting.seat


def test_several_questions_make_one_summary(play: Table) -> None:
    first = waiting_mail()
    OutboxMail.objects.create(
        key="reminder",
        template="reminder",
        user=first.user,
        game=first.game,
        seat=first.seat,
        ref=first.ref,
        not_before=first.not_before,
    )
    outbox_deliver()
    assert OutboxMail.objects.filter(template="summary").count() == 1


def test_a_summary_of_nothing_is_not_sent(play: Table) -> None:
    outbox_deliver()
    play.order(play.likely())
    play.order("end turn")
    OutboxMail.objects.filter(template="turn").delete()
    OutboxMail.objects.filter(template="summary").update(not_before=timezone.now())
    if play.asked_user.pk == OutboxMail.objects.get(template="summary").user_id:
        pytest.fail("the turn did not go on to somebody else")
    assert outbox_deliver() == 0
    assert OutboxMail.objects.get(template="summary").state == OutboxMail.State.CANCELLED


def test_news_beyond_the_limit_are_left_out_but_not_the_end_of_a_game(play: Table) -> None:
    first, now = waiting_mail(), timezone.now()
    OutboxMail.objects.filter(pk=first.pk).delete()
    for template in ("passed", "over"):
        OutboxMail.objects.create(
            key=template,
            template=template,
            user=first.user,
            game=first.game,
            seat=first.seat,
            not_before=now,
            context={"seq": 1},
        )
    outbox_deliver()
    assert OutboxMail.objects.get(key="passed").state == OutboxMail.State.CANCELLED
    assert OutboxMail.objects.get(key="over").state == OutboxMail.State.SENT


def test_who_orders_by_link_or_page_is_mailed_on_however_many_it_were(play: Table) -> None:
    user = play.asked_user
    play.order(play.likely(), source="link")
    OutboxMail.objects.filter(state="queued").update(not_before=timezone.now())
    if play.waiting.player.user_id != user.pk:
        pytest.fail("the same player should be asked on")
    assert outbox_deliver() == 1 and mail.outbox[0].to == [user.email]


def test_yesterdays_mails_do_not_count(play: Table) -> None:
    OutboxMail.objects.filter(state="sent").update(sent_at=timezone.now() - timedelta(hours=25))
    assert outbox_deliver() == 1


def test_an_address_without_an_account_gets_no_more_than_a_player(play: Table) -> None:
    now = timezone.now()
    OutboxMail.objects.filter(state="sent").update(user=None, address="x@example.org")
    row = OutboxMail.objects.create(
        key="one more", template="invitation", address="X@example.org", game=play.game, not_before=now
    )
    assert mail_policy.over_daily_limit(row, now)
    row.address = "y@example.org"
    assert not mail_policy.over_daily_limit(row, now)


@pytest.mark.parametrize(
    ("template", "has_account", "told"), [("turn", True, 1), ("turn", False, 0), ("over", True, 0)]
)
def test_only_questions_to_people_with_an_account_are_summed_up(
    play: Table, template: str, has_account: bool, told: int
) -> None:
    late = OutboxMail(key="x", template=template, user=play.asked_user if has_account else None)
    said = mail_policy.move_to_summary(late, timezone.now())
    assert OutboxMail.objects.filter(template="summary").count() == told
    assert said.startswith("included" if told else "left out")
