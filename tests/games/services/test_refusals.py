"""What services refuse, and that nothing is written then."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError
from django.utils import timezone
from django.utils.functional import Promise

import engine
from games.api.refusals import InvalidRequest, KeyMissing, OutOfReach
from games.errors import GameClosed, GameError, KeyReused, LobbyError, NotAllowed, NothingToUndo, StaleDecision
from games.mail import outbox
from games.models import AuditEntry, Entry, Game, OutboxMail, Player
from games.play.journal_reader import state_at
from games.services import idempotency, mail_policy, organize
from games.services.disputes import dispute_raise
from games.services.invitations import invite_send
from games.services.lobby import game_join, game_leave, game_rematch, game_start
from games.services.orders import order_check, order_submit, order_undo
from games.services.seats import resign, take_back
from games.services.table_settings import TableSettings
from games.services.tables import make_slug, pick_colour
from games.wording.seats import COLOURS
from tests.games.kit import Table, make_table, person, table
from tests.games.play.test_session import attack_somebody

pytestmark = pytest.mark.django_db


@pytest.fixture
def play() -> Table:
    return table()


@pytest.mark.parametrize("kind", [InvalidRequest, KeyMissing, OutOfReach, NotAllowed, StaleDecision])
def test_a_refusal_is_put_into_words_when_somebody_reads_it(kind: type[GameError]) -> None:
    assert isinstance(kind.sentence, Promise) and kind().message == str(kind.sentence)


@pytest.mark.parametrize(
    "wrong",
    [
        {"rules": "chess"},
        {"seats_wanted": 9},
        {"map": "atlantis"},
        {"options": {"no_such_switch": 1}},
        {"bots": ("deep-blue",)},
        {"bots": ("caretaker", "random")},
        {"bots": ("random",) * 4},
        {"turn_hours": 0},
        {"turn_hours": 15 * 24},
        {"reaction_hours": 0},
        {"colour": "pink"},
    ],
)
def test_a_table_that_cannot_be(wrong: dict[str, object]) -> None:
    given = {"name": "X", "rules": "modern", "seats_wanted": 3, **wrong}
    with pytest.raises(LobbyError):
        make_table(person("alice"), **given)
    assert not Game.objects.exists()


def test_addresses_are_readable_and_never_the_same() -> None:
    first, second = make_slug("Der lange Winter!"), make_slug("Der lange Winter!")
    assert re.fullmatch("der-lange-winter-[a-z2-9]{5}", first) and first != second
    assert len(make_slug("a" * 60)) == 46
    assert make_slug("雪").startswith("game-")


def test_starting_twice_and_joining_a_full_table_do_nothing(play: Table) -> None:
    seq = play.fresh().seq
    game_start(game_id=play.game.pk, user=play.alice)
    game_join(game_id=play.game.pk, user=play.alice)
    assert play.fresh().seq == seq


def test_undoing_needs_something_of_ones_own(play: Table) -> None:
    row = play.waiting
    with pytest.raises(NothingToUndo):
        play.undo(row)
    play.order(play.likely())
    with pytest.raises(NothingToUndo):
        play.undo(row, row.ref)
    other = play.game.players.exclude(seat=row.seat).get(bot="")
    with pytest.raises(NothingToUndo):
        play.undo(row, seat=other.seat, user_id=other.user_id)


def test_the_same_undo_twice_is_one(play: Table) -> None:
    row = play.waiting
    play.order(play.likely())
    ref = play.waiting.ref
    first, again = play.undo(row, ref, key="u"), play.undo(row, ref, key="u")
    assert again.replayed and again.seqs == first.seqs


def test_an_undo_takes_the_implied_ends_with_it(play: Table) -> None:
    Player.objects.filter(game=play.game).exclude(bot="").update(bot="", user=person("dora"))  # nobody moves at once
    play.past_setup()
    row = play.waiting
    view = play.view(row.seat)
    own = [at for at, owner in enumerate(view.owner) if owner == row.seat]
    movable = next(at for at in own if set(view.links[at]) & set(own))  # so that a free move is asked for
    play.order(f"place {view.pool} {engine.mapgraph(view.map).names[movable]}")
    assert play.waiting.kind == "battle.attack_asked"
    asked = play.view(row.seat)
    receipt = play.order("end turn")
    idempotency = Entry.objects.filter(game=play.game, seq__in=receipt.seqs).order_by("seq")
    assert [entry.implied for entry in idempotency] == [True, False]
    assert play.waiting.seat != row.seat
    play.undo(row)
    again = play.view(row.seat)
    assert again.must_answer and again.step == "attack"
    assert (again.owner, again.armies, again.hand) == (asked.owner, asked.armies, asked.hand)


def test_trying_an_order_writes_nothing(play: Table) -> None:
    row, seq = play.waiting, play.fresh().seq
    orders = order_check(game=play.game, seat=row.seat, text=play.likely())
    assert len(orders) == 1
    assert order_check(game=play.game, seat=row.seat, action=orders[0]) == orders
    with pytest.raises(engine.OrderError):
        order_check(game=play.game, seat=row.seat, text="place 900 Alaska")
    with pytest.raises(engine.OrderError):
        order_check(game=play.game, seat=row.seat, text="# nothing")
    assert play.fresh().seq == seq


def test_a_game_that_is_not_running_takes_nothing(play: Table) -> None:
    order, row = play.likely(), play.waiting
    Game.objects.filter(pk=play.game.pk).update(status=Game.Status.OVER)
    with pytest.raises(GameClosed):
        play.order(order)
    for act in (resign, take_back):
        with pytest.raises(GameClosed):
            act(game_id=play.game.pk, user_id=play.alice.pk)
    with pytest.raises(GameClosed):
        order_undo(game_id=play.game.pk, seat=row.seat, ref=row.ref, user_id=play.alice.pk)
    with pytest.raises(LobbyError):
        game_leave(game_id=play.game.pk, user=play.alice)


def test_strangers_hold_no_seat(play: Table) -> None:
    eve = person("eve")
    for act in (resign, take_back):
        with pytest.raises(NotAllowed):
            act(game_id=play.game.pk, user_id=eve.pk)
    with pytest.raises(StaleDecision):
        order_submit(game_id=play.game.pk, seat=99, ref=play.waiting.ref, source="web", user_id=eve.pk, text="end")


@pytest.mark.parametrize(
    "act",
    [
        lambda game, olga: organize.game_extend(game_id=game.pk, user=olga, reason="r", hours=0),
        lambda game, olga: organize.game_replace(game_id=game.pk, user=olga, reason="r", seat=0),
        lambda game, olga: organize.game_replace(game_id=game.pk, user=olga, reason="r", seat=0, bot="deep-blue"),
        lambda game, olga: organize.game_replace(game_id=game.pk, user=olga, reason="r", seat=77, bot="random"),
        lambda game, olga: organize.game_rewind(game_id=game.pk, user=olga, reason="r", seq=0),
        lambda game, olga: organize.game_rewind(game_id=game.pk, user=olga, reason="r", seq=10**6),
        lambda game, olga: organize.game_resume(game_id=game.pk, user=olga, reason="r"),
    ],
)
def test_organizers_are_refused_too(play: Table, act: Callable[[Game, object], None]) -> None:
    seq = play.fresh().seq
    with pytest.raises(GameError):
        act(play.game, person("olga"))
    assert play.fresh().seq == seq and not AuditEntry.objects.exists()


def test_an_organizer_passes_for_a_defender(play: Table) -> None:
    attack_somebody(play, ask=True)
    assert play.waiting.pace == "reaction"
    organize.game_pass(game_id=play.game.pk, user=person("olga"), reason="asleep")
    assert play.waiting.pace == "turn"
    assert Entry.objects.filter(game=play.game, source="organizer", kind="action").count() == 1


def test_a_table_is_put_away_before_it_begins() -> None:
    game = make_table(person("alice"), name="X", rules="modern", seats_wanted=3)
    organize.game_void(game_id=game.pk, user=person("olga"), reason="spam")
    game.refresh_from_db()
    assert game.status == Game.Status.VOID
    with pytest.raises(GameClosed):
        organize.game_void(game_id=game.pk, user=person("otto"), reason="again")


def test_a_dead_mail_is_queued_again(play: Table) -> None:
    mail = OutboxMail.objects.filter(game=play.game).first()
    assert mail is not None
    OutboxMail.objects.filter(pk=mail.pk).update(state=OutboxMail.State.DEAD, attempts=9)
    organize.mail_retry(mail_id=mail.pk, user=person("olga"), reason="server is back")
    mail.refresh_from_db()
    assert mail.state == OutboxMail.State.RETRY and mail.attempts == 0


def test_a_rematch_that_is_full_stays_as_it_is(play: Table) -> None:
    Game.objects.filter(pk=play.game.pk).update(status=Game.Status.OVER)
    again = game_rematch(game_id=play.game.pk, user=play.alice)
    assert game_rematch(game_id=play.game.pk, user=play.alice).pk == again.pk
    assert Player.objects.filter(game=again, user=play.alice).count() == 1


def test_nobody_sits_down_at_a_table_that_is_full() -> None:
    game = make_table(person("alice"), name="X", rules="modern", seats_wanted=3)
    Game.objects.filter(pk=game.pk).update(seats_wanted=1)
    with pytest.raises(LobbyError, match="All seats are taken"):
        game_join(game_id=game.pk, user=person("bob"))
    assert game.players.count() == 1


def test_there_are_no_more_seats_than_colours() -> None:
    game = make_table(person("alice"), name="X", rules="modern", seats_wanted=6)
    for colour in {*COLOURS} - {game.players.get().colour}:
        Player.objects.create(game=game, colour=colour, bot="random")
    with pytest.raises(LobbyError, match="All seats are taken"):
        pick_colour(game)


def test_an_invitation_is_refused_in_a_sentence() -> None:
    alice = person("alice")
    game = make_table(alice, name="X", rules="modern", seats_wanted=4, bots=("random",))
    with pytest.raises(NotAllowed):
        invite_send(game_id=game.pk, user=person("eve"), whom="bob@example.org")
    with pytest.raises(LobbyError, match="not an email address"):
        invite_send(game_id=game.pk, user=alice, whom="bob@")
    for number in range(2):
        game_join(game_id=game.pk, user=person(f"friend{number}"))
    with pytest.raises(LobbyError, match="has already begun"):
        invite_send(game_id=game.pk, user=alice, whom="bob@example.org")
    assert not OutboxMail.objects.filter(template="invitation").exists()


def test_a_question_to_the_organizers_is_refused_in_a_sentence(play: Table) -> None:
    for text, says in (("  ", "Write what is wrong"), ("x" * 501, "at most 500 characters")):
        with pytest.raises(GameError, match=says):
            dispute_raise(game_id=play.game.pk, user=play.alice, text=text)
    with pytest.raises(NotAllowed):
        dispute_raise(game_id=play.game.pk, user=person("eve"), text="Why?")
    waiting = make_table(play.alice, name="X", rules="modern", seats_wanted=3)
    with pytest.raises(GameClosed):
        dispute_raise(game_id=waiting.pk, user=play.alice, text="Why?")
    assert not AuditEntry.objects.exists()


def test_a_table_is_made_once_for_a_key_even_if_two_ask_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    alice = person("alice")
    settings = TableSettings(name="X", rules="modern", seats_wanted=3)
    looked = idempotency.find_previous

    def too_early(user: object, key: str, body: str) -> Game | None:
        """Looks once before the other request has written its row."""
        monkeypatch.setattr(idempotency, "find_previous", looked)
        return None

    first = idempotency.game_create_once(user=alice, key="k", body="b", settings=settings)
    monkeypatch.setattr(idempotency, "find_previous", too_early)
    assert idempotency.game_create_once(user=alice, key="k", body="b", settings=settings) == first
    with pytest.raises(KeyReused):
        idempotency.game_create_once(user=alice, key="k", body="other", settings=settings)
    assert Game.objects.count() == 1


def test_a_table_that_cannot_be_made_is_no_other_request(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*args: object) -> Game:
        raise IntegrityError("a constraint of something else")

    monkeypatch.setattr(idempotency, "create_under_key", breaks)
    with pytest.raises(IntegrityError):
        idempotency.game_create_once(
            user=person("alice"), key="k", body="b", settings=TableSettings(name="X", rules="modern", seats_wanted=3)
        )


def test_passing_in_a_game_that_asks_nobody_changes_nothing(play: Table) -> None:
    state = state_at(play.game, play.fresh().seq)
    state.agenda = []
    play.game.snapshots.update_or_create(seq=play.game.seq, defaults={"state": engine.pack(state)})
    organize.game_pass(game_id=play.game.pk, user=person("olga"), reason="asleep")
    assert not Entry.objects.filter(game=play.game, source="organizer", kind="action").exists()


def test_a_mail_about_no_question_is_not_held_for_one(play: Table) -> None:
    mail, now = OutboxMail.objects.get(game=play.game, template="turn"), timezone.now()
    assert mail_policy.reason_to_skip(mail, now) == ""
    mail.ref = None
    assert mail_policy.reason_to_skip(mail, now) == "answered before it was sent"


def test_a_mail_that_another_worker_took_is_left_to_it(play: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    mails = OutboxMail.objects.filter(game=play.game)
    mine, other = mails.order_by("pk")
    deliver = outbox.deliver

    def taken_by_another(mail: OutboxMail, *args: Any) -> Any:
        mails.filter(pk=other.pk).update(claimed_until=timezone.now() + timedelta(seconds=29))
        return deliver(mail, *args)

    monkeypatch.setattr(outbox, "deliver", taken_by_another)
    assert outbox.outbox_deliver() == 1
    assert [mail.state for mail in mails.order_by("pk")] == ["sent", "sending"]


@pytest.mark.parametrize("state", [Player.State.PLAYING, Player.State.CARETAKER])
def test_who_has_lost_the_seat_meanwhile_orders_nothing_there(play: Table, state: str) -> None:
    row, order = play.waiting, play.likely()
    user = row.player.user if state == Player.State.CARETAKER else person("nora")
    Player.objects.filter(pk=row.player_id).update(user=user, state=state)
    with pytest.raises(NotAllowed, match="caretaker" if state == Player.State.CARETAKER else "Somebody else plays"):
        play.order(order, user_id=row.player.user_id)
    with pytest.raises(NotAllowed):
        play.undo(row)
    assert play.waiting.ref == row.ref


@pytest.mark.parametrize("act", ["pause", "resume", "extend", "pass", "rewind", "adjudicate", "void"])
def test_who_plays_does_nothing_as_an_organizer(play: Table, act: str) -> None:
    more = {"extend": {"hours": 3}, "rewind": {"seq": 1}}.get(act, {})
    if act == "resume":
        organize.game_pause(game_id=play.game.pk, user=person("olga"), reason="a break")
    before = play.fresh().status, play.fresh().seq
    with pytest.raises(NotAllowed, match="You play in this game"):
        getattr(organize, f"game_{act}")(game_id=play.game.pk, user=play.alice, reason="mine", **more)
    assert (play.fresh().status, play.fresh().seq) == before
