"""`manage.py fsck`: silent about games that are whole, clear about damage, and able to mend what the journal tells."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.utils import timezone

from games.mail.outbox import outbox_deliver
from games.models import AuditEntry, Entry, Game, GameKey, Heartbeat, OutboxMail, Snapshot, Waiting
from games.selectors.integrity import GAME_CHECKS, SITE_CHECKS, Check, Issue
from games.services.deadlines import deadline_sweep
from games.services.orders import order_undo, undo_target
from games.services.seats import resign, take_back
from tests.games.kit import Table, table
from tests.games.services.test_deadlines import run_out
from tests.kit.registered import registered

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


@pytest.fixture
def play() -> Table:
    made = table()
    for _ in range(4):
        made.order(made.likely())
    return made


def fsck(*words: str) -> str:
    """What it prints if all is well; raises CommandError otherwise."""
    out = StringIO()
    call_command("fsck", *words, stdout=out)
    return out.getvalue()


def complaint(*words: str) -> str:
    """What it prints about something that is wrong."""
    out = StringIO()
    with pytest.raises(CommandError) as refused:
        call_command("fsck", *words, stdout=out)
    assert refused.value.returncode == 1
    return out.getvalue()


def test_a_game_that_was_played_undone_missed_and_left_is_whole(play: Table) -> None:
    deadline_sweep()
    play.order(play.likely())
    row = play.waiting
    if undo_target(play.fresh(), row.seat):  # the dice are new each time: the likely order may have been an attack
        order_undo(game_id=play.game.pk, seat=row.seat, ref=row.ref, user_id=row.player.user_id or 0)
    for _ in range(3):
        run_out(play)
        deadline_sweep()
    assert "nothing wrong" in fsck()
    for person in (play.alice, play.bob):
        player = play.game.players.get(user=person)
        if player.state == "caretaker":
            take_back(game_id=play.game.pk, user_id=person.pk)
    outbox_deliver()
    assert "1 game checked" in fsck(play.game.slug)
    resign(game_id=play.game.pk, user_id=play.alice.pk)
    resign(game_id=play.game.pk, user_id=play.bob.pk)
    assert "nothing wrong" in fsck()


def _other_dice(game: Game) -> None:
    entry = game.entries.exclude(draws=[]).order_by("seq").last()
    assert entry is not None
    Entry.objects.filter(pk=entry.pk).update(draws=[7 - entry.draws[0], *entry.draws[1:]])


def _other_key(game: Game) -> None:
    GameKey.objects.filter(game=game).update(key=bytes(32))


def _lost_entry(game: Game) -> None:
    game.entries.filter(seq=3).delete()


def _other_head(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(head="00" * 32)


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (_other_dice, "does not add up"),
        (_other_key, "does not fit the digest"),
        (_lost_entry, "should have"),
        (_other_head, "does not end in the head"),
    ],
)
def test_a_journal_that_was_changed_is_found_and_not_mended(
    play: Table, damage: Callable[[Game], None], words: str
) -> None:
    damage(play.fresh())
    assert words in complaint()
    assert "restore the game from a backup" in complaint("--mend")


def _damaged_snapshot(game: Game) -> None:
    Snapshot.objects.filter(game=game).update(state=b"rubbish")


def _old_snapshot(game: Game) -> None:
    first = Snapshot.objects.filter(game=game).earliest("seq")
    Snapshot.objects.update_or_create(game=game, seq=game.seq, defaults={"state": first.state})


def _nobody_asked(game: Game) -> None:
    Waiting.objects.filter(game=game).delete()


def _another_asked(game: Game) -> None:
    Waiting.objects.filter(game=game).update(ref=9999)


def _no_deadline(game: Game) -> None:
    Waiting.objects.filter(game=game).update(due_at=None)


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (_damaged_snapshot, "snapshot"),
        (_old_snapshot, "snapshot"),
        (_nobody_asked, "waited for is nothing"),
        (_another_asked, "waited for is"),
        (_no_deadline, "without a deadline"),
    ],
)
def test_what_repeats_the_journal_is_found_and_mended(play: Table, damage: Callable[[Game], None], words: str) -> None:
    before = play.fresh().deadline_at
    damage(play.fresh())
    assert words in complaint()
    assert "nothing wrong" in fsck("--mend") and "nothing wrong" in fsck()
    assert play.fresh().deadline_at == before
    assert AuditEntry.objects.filter(game=play.game, action="game.mend").count() == 1
    play.order(play.likely())


def test_whoever_is_asked_must_have_been_told(play: Table) -> None:
    run_out(play)
    deadline_sweep()
    OutboxMail.objects.filter(game=play.game).delete()
    Waiting.objects.filter(game=play.game).update(since=timezone.now() + timedelta(hours=1))
    assert "no mail was queued" in complaint()


def test_a_mail_that_asked_what_was_answered_is_told(play: Table) -> None:
    mail = OutboxMail.objects.filter(game=play.game, template="turn").earliest("pk")
    late = timezone.now() + timedelta(hours=1)
    OutboxMail.objects.filter(pk=mail.pk).update(state="sent", sent_at=late)
    assert f"mail {mail.key} was sent after its question was answered" in complaint(play.game.slug)
    OutboxMail.objects.filter(pk=mail.pk).update(template="over")
    assert "was sent after" not in fsck(play.game.slug)


def test_work_that_nobody_does_is_told(play: Table) -> None:
    deadline_sweep()
    long_ago = timezone.now() - timedelta(minutes=10)
    Heartbeat.objects.update(seen_at=long_ago)
    Waiting.objects.update(due_at=long_ago)
    OutboxMail.objects.update(not_before=long_ago)
    told = complaint()
    assert "silent" in told and "overdue" in told and "mails are due" in told


def test_a_mail_without_an_end_is_told(play: Table) -> None:
    mail = OutboxMail.objects.latest("pk")
    for state, words in (("sent", "nobody knows when"), ("dead", "without a reason"), ("cancelled", "without")):
        OutboxMail.objects.filter(pk=mail.pk).update(state=state, sent_at=None)
        assert words in complaint()


def test_checks_of_an_app_above_are_made_of_each_game_and_of_the_site(play: Table) -> None:
    odd = Check("odd", lambda game: [Issue(game.slug, "has no table in its cup", "ask its organizer")])
    late = Check("late", lambda now: [Issue("cups", f"are late since {now:%Y}", "see that a worker runs")])
    with registered(GAME_CHECKS, odd), registered(SITE_CHECKS, late):
        told = complaint()
        assert f"{play.game.slug}: has no table in its cup\n    ask its organizer" in told and "cups: are late" in told
        assert "cups" not in complaint(play.game.slug)
    assert "nothing wrong" in fsck(play.game.slug)


def test_a_game_that_does_not_exist_is_said(play: Table) -> None:
    with pytest.raises(CommandError, match="no game nowhere"):
        fsck("nowhere")
