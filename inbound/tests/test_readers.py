"""Several readers at once: mails of a game are read in turn, those of another game meanwhile, and nobody waits long."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Entry, OutboxMail, Waiting
from games.services.deadlines import deadline_sweep, is_put_off
from games.services.lobby import game_join
from games.services.locks import db_now
from inbound.models import InboundMail
from inbound.services.handling import LEASE, MOST_TRIES, read_due, take_oldest
from inbound.services.receiving import mail_receive
from inbound.tests.mail_kit import address, receipt_of, reply, table_attacking
from tests.games.kit import Table, make_table, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def plays() -> tuple[Table, Table]:
    one = table()
    game = make_table(one.alice, name="Short Summer", rules="classic_1959", seats_wanted=3, bots=("random",))
    game = game_join(game_id=game.pk, user=one.bob, invite_token=game.invite_token)
    return one, Table(game, one.alice, one.bob)


def store(play: Table, minutes: int = 0) -> InboundMail:
    """Store a mail for the open question of a table that came so many minutes ago."""
    raw = reply("status", address(play.waiting))
    return mail_receive(raw, "smtp", db_now() - timedelta(minutes=minutes))


def begin(play: Table) -> InboundMail:
    """A mail at which another reader is."""
    mail = store(play, minutes=1)
    taken = take_oldest()
    assert taken is not None and taken.pk == mail.pk
    return mail


def run_out(play: Table) -> None:
    Waiting.objects.filter(game=play.game).update(due_at=db_now() - timedelta(seconds=1))


def let_die(mail: InboundMail) -> None:
    """Let the lease of whoever reads a mail run out."""
    InboundMail.objects.filter(pk=mail.pk).update(claimed_until=db_now() - timedelta(seconds=1))


def test_a_reader_keeps_the_mails_of_its_own_game_waiting_alone(plays: tuple[Table, Table]) -> None:
    one, two = plays
    first = begin(one)
    second, other = store(one), store(two)
    assert read_due() == 1
    states = dict(InboundMail.objects.values_list("pk", "state"))
    assert states == {first.pk: "new", second.pk: "new", other.pk: "done"}
    let_die(first)
    assert read_due() == 2


def test_mails_for_no_game_wait_for_no_other() -> None:
    for _ in range(2):
        mail_receive(reply("end turn", "post@testserver", "stranger@example.org"), "smtp", db_now())
    first = take_oldest()
    assert first is not None and first.lane == 0 and read_due() == 1


def test_a_mail_that_is_being_read_holds_its_own_game_alone(plays: tuple[Table, Table]) -> None:
    one, two = plays
    mail = begin(one)
    run_out(one)
    run_out(two)
    assert is_put_off(one.game.pk) and not is_put_off(two.game.pk)
    assert deadline_sweep() == 1
    assert Waiting.objects.filter(game=one.game, due_at__lte=db_now()).exists()
    let_die(mail)
    Waiting.objects.filter(game=one.game).update(claimed_until=None)
    assert deadline_sweep() == 1
    mail.refresh_from_db()
    assert (mail.state, mail.code) == ("done", "commands")


def test_a_sweep_reads_the_mails_of_the_game_that_it_passes(plays: tuple[Table, Table]) -> None:
    mine, others = store(plays[0], minutes=90), store(plays[1])
    assert not is_put_off(plays[0].game.pk)
    assert dict(InboundMail.objects.values_list("pk", "state")) == {mine.pk: "done", others.pk: "new"}


def test_a_mail_that_ends_its_readers_is_given_up(plays: tuple[Table, Table]) -> None:
    mail, next_one = store(plays[0], minutes=1), store(plays[0])
    for _ in range(MOST_TRIES):
        taken = take_oldest()
        assert taken is not None and taken.pk == mail.pk
        let_die(mail)
    run_out(plays[0])
    assert not is_put_off(plays[0].game.pk)
    assert dict(InboundMail.objects.values_list("pk", "code")) == {mail.pk: "broken", next_one.pk: "commands"}
    mail.refresh_from_db()
    letter = receipt_of(mail)
    assert (mail.answer, letter.to) == ("receipt", [plays[0].waiting.player.user.email])  # type: ignore[union-attr]
    assert "your email arrived damaged and could not be read" in " ".join(letter.body.split())


@pytest.mark.parametrize("headers", [{"Auto_Submitted": "auto-replied"}, {"List_Id": "<games.example.org>"}])
def test_what_no_person_wrote_is_given_up_without_an_answer(
    plays: tuple[Table, Table], headers: dict[str, str]
) -> None:
    mail = mail_receive(reply("status", address(plays[0].waiting), **headers), "smtp", db_now())
    for _ in range(MOST_TRIES):
        take_oldest()
        let_die(mail)
    assert take_oldest() is None
    mail.refresh_from_db()
    assert (mail.state, mail.answer) == ("done", "none") and not OutboxMail.objects.filter(template="receipt").exists()


def test_a_mail_that_played_before_its_readers_died_is_answered_with_what_it_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    play = table_attacking()
    mail = mail_receive(reply("end turn", address(play.waiting)), "smtp", db_now())

    def die(mail: InboundMail) -> None:
        raise RuntimeError("the worker is killed")

    with monkeypatch.context() as patch:
        patch.setattr("inbound.services.handling.finish", die)
        for _ in range(MOST_TRIES - 1):
            InboundMail.objects.filter(pk=mail.pk).update(due_at=None)
            read_due()
    InboundMail.objects.filter(pk=mail.pk).update(due_at=None, attempts=MOST_TRIES)
    assert take_oldest() is None
    mail.refresh_from_db()
    assert (mail.state, mail.code) == ("done", "played")
    assert Entry.objects.filter(key=mail.order_key).count() == 1
    assert receipt_of(mail).subject.endswith("1 order played, your turn is over")


def test_a_dead_reader_is_noticed_soon(plays: tuple[Table, Table]) -> None:
    mail = begin(plays[0])
    mail.refresh_from_db()
    assert mail.claimed_until is not None and mail.claimed_until - db_now() <= LEASE <= timedelta(seconds=10)
