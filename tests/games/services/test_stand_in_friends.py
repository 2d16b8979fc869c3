"""Friends who stand in: what is theirs for a while and what never is, and what is left of them afterwards."""

from __future__ import annotations

from datetime import date

import pytest
import time_machine
from django.db.models import CharField, F
from django.db.models.functions import Concat

from accounts.models import User
from accounts.services import delete_account
from games.errors import NotAllowed
from games.mail.outbox import outbox_deliver
from games.models import Entry, OutboxMail, StandIn
from games.selectors.presence import open_board
from games.services import absence
from games.services.absence import (
    SAME_A_DAY,
    BadVacation,
    Wanted,
    stand_in_agree,
    vacation_announce,
    vacation_give_back,
)
from games.services.seats import take_back
from tests.games.kit import Table, person
from tests.games.play.test_session import attack_somebody
from tests.games.selectors.test_polling import poll_of
from tests.games.services.test_absence import HOUR, MONDAY, announce, away_with_friend, midnight, play_with, sweep
from tests.games.views.test_play import client

pytestmark = [pytest.mark.django_db, pytest.mark.once]  # the clock of PostgreSQL cannot be moved


def test_the_name_of_a_friend_who_gave_no_order_goes_with_the_account() -> None:
    play, friend = play_with(span=4320), person("friend")
    away_with_friend(play, friend)
    with time_machine.travel(MONDAY + 26 * HOUR, tick=False):
        delete_account(friend)
    notes = Entry.objects.filter(game=play.game, kind="note", events__0__type__startswith="host.stand_in")
    assert [note.events[0]["by"] for note in notes if note.events[0]["bot"] == ""] == [""]


def test_a_second_vacation_from_an_old_page_moves_a_deadline_as_from_a_new_one() -> None:
    untils = []
    for is_old in (False, True):
        play = play_with("stops", span=4320)
        user = play.asked_user
        old = User.objects.get(pk=user.pk)
        announce(user, date(2026, 11, 25), date(2026, 11, 26))
        announce(old if is_old else user, date(2026, 11, 28), date(2026, 11, 29))
        untils.append(play.waiting.until)
        User.objects.update(username=Concat(F("username"), F("pk"), output_field=CharField()))
    assert untils[0] == untils[1]


def test_a_board_that_the_owner_has_open_spares_the_friend_no_mail() -> None:
    play, friend = play_with(span=4320), person("friend")
    owner, seat = play.asked_user, play.waiting.player_id
    away_with_friend(play, friend)
    with time_machine.travel(MONDAY + 26 * HOUR, tick=False):
        visitor = client(owner)
        visitor.get(f"{poll_of(visitor, play)}&here=1")
        assert open_board(seat, owner.pk) and not open_board(seat, friend.pk)
        outbox_deliver()
    assert OutboxMail.objects.get(template="turn", user=friend).state == OutboxMail.State.SENT


def test_a_friend_who_has_the_board_open_gets_no_mail_of_it() -> None:
    play, friend = play_with(span=4320), person("friend")
    away_with_friend(play, friend)
    with time_machine.travel(MONDAY + 26 * HOUR, tick=False):
        visitor = client(friend)
        visitor.get(f"{poll_of(visitor, play)}&here=1")
        outbox_deliver()
    assert OutboxMail.objects.get(template="turn", user=friend).state == OutboxMail.State.CANCELLED


def ask(owner: User, friend: User) -> None:
    """Ask a friend to stand in tomorrow, and give the day back, as somebody may do again and again."""
    made = announce(owner, date(2026, 11, 25), date(2026, 11, 25), friend=friend)
    with time_machine.travel(MONDAY, tick=False):
        vacation_give_back(user=owner, vacation_id=made.pk)


def test_a_friend_is_asked_three_times_a_day_by_the_same_person() -> None:
    alice, friend = person("alice"), person("friend")
    for _ in range(SAME_A_DAY):
        ask(alice, friend)
    with pytest.raises(BadVacation, match="asked often enough today"):
        ask(alice, friend)
    assert OutboxMail.objects.filter(template="stand_in_request").count() == SAME_A_DAY
    announce(alice, date(2026, 11, 25), date(2026, 11, 25))
    with time_machine.travel(MONDAY + 25 * HOUR, tick=False):
        vacation_announce(user=alice, wanted=Wanted(date(2026, 11, 28), date(2026, 11, 28), friend=friend))


def test_nobody_asks_many_friends_in_a_day_and_no_friend_is_asked_by_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(absence, "REQUESTS_A_DAY", 2)
    monkeypatch.setattr(absence, "TO_ONE_A_DAY", 2)
    alice, *others = [person(name) for name in ("alice", "bea", "ben", "cleo")]
    for friend in others[:2]:
        ask(alice, friend)
    with pytest.raises(BadVacation, match="You have asked often enough today"):
        ask(alice, others[2])
    ask(others[1], others[0])
    with pytest.raises(BadVacation, match="This friend was asked often enough today"):
        ask(others[2], others[0])


def test_a_request_that_is_refused_is_not_counted() -> None:
    alice, friend = person("alice"), person("friend")
    for _ in range(SAME_A_DAY + 1):
        with pytest.raises(BadVacation, match="ends on the day"):
            announce(alice, date(2026, 11, 25), date(2026, 11, 24), friend=friend)
    ask(alice, friend)


def test_a_turn_has_its_whole_time_once_however_often_somebody_else_plays_it() -> None:
    play, friend = play_with(span=4320), person("friend")
    owner, told = play.asked_user, play.waiting.until
    away_with_friend(play, friend)
    begun = play.waiting.until
    assert begun == MONDAY + 97 * HOUR != told, "the friend has a whole turn"
    with time_machine.travel(MONDAY + 90 * HOUR, tick=False):
        take_back(game_id=play.game.pk, user_id=owner.pk)
        assert (play.asked_user, play.waiting.until) == (owner, begun)
        key = f"turn:{play.game.pk}:{play.waiting.seat}:{play.waiting.ref}:{owner.pk}"
        assert OutboxMail.objects.filter(key=key).exists()


def test_who_is_back_in_a_turn_that_began_for_the_friend_has_a_whole_one() -> None:
    play, friend = play_with(span=4320), person("friend")
    owner = play.asked_user
    away_with_friend(play, friend)
    with time_machine.travel(MONDAY + 26 * HOUR, tick=False):
        play.order(play.likely(), user_id=friend.pk)
        play.order("end turn", user_id=friend.pk)
        while play.asked_user != owner:
            play.order(play.likely())
        assert play.waiting.player.person_for("turn") == friend.pk
    with time_machine.travel(MONDAY + 50 * HOUR, tick=False):
        take_back(game_id=play.game.pk, user_id=owner.pk)
        assert play.waiting.until == MONDAY + (50 + 72) * HOUR


def test_a_reply_has_its_whole_time_once_too() -> None:
    play, friend = play_with(span=4320, notice=0), person("friend")
    with time_machine.travel(MONDAY, tick=False):
        attacker = attack_somebody(play, ask=True)
    owner, row = play.asked_user, play.waiting
    assert row.seat != attacker and row.until == MONDAY + 12 * HOUR
    made = announce(owner, MONDAY.date(), MONDAY.date(), friend=friend)
    with time_machine.travel(MONDAY, tick=False):
        stand_in_agree(user=friend, vacation_id=made.pk)
    assert sweep(MONDAY + 10 * HOUR) == 1
    told = play.waiting.until
    assert told == MONDAY + 22 * HOUR
    with time_machine.travel(MONDAY + 20 * HOUR, tick=False):
        take_back(game_id=play.game.pk, user_id=owner.pk)
    assert (play.asked_user, play.waiting.until) == (owner, told)


# ---- while the clock stops


TUESDAY = date(2026, 11, 24)


def stopped(scope: str, friend: User) -> Table:
    """A game whose clock stops, in which Bob is away from Tuesday to Thursday; it is Alice's turn, and Bob's lines ask
    him when he is attacked."""
    play = play_with("stops", span=1440, reaction=720, notice=0)
    if play.asked_user != play.alice:
        play.alice, play.bob = play.bob, play.alice
    made = announce(play.bob, TUESDAY, date(2026, 11, 26), friend=friend, scope=scope)
    with time_machine.travel(MONDAY, tick=False):
        stand_in_agree(user=friend, vacation_id=made.pk)
    return play


@pytest.mark.parametrize("scope", ["reactions", "both"])
def test_who_stands_in_for_replies_is_asked_while_the_clock_of_the_owner_stops(scope: str) -> None:
    friend = person("friend")
    play = stopped(scope, friend)
    assert sweep(midnight(TUESDAY) + HOUR) == 1
    row = StandIn.objects.get()
    assert (row.by, row.scope, row.ends_at) == (friend, "reactions", midnight(date(2026, 11, 27)))
    at = midnight(TUESDAY) + 2 * HOUR
    with time_machine.travel(at, tick=False):
        attack_somebody(play, ask=True)
        asked = play.waiting
        assert (asked.player.user, asked.player.person_for(asked.pace)) == (play.bob, friend.pk)
        assert asked.until == at + 12 * HOUR, "the friend is not away"
        assert OutboxMail.objects.filter(template="turn", user=friend, ref=asked.ref).exists()
        play.order("defend 1", user_id=friend.pk)
    assert not sweep(at + HOUR), "nobody takes over before the clock goes on"


def test_a_turn_waits_for_its_owner_while_a_friend_replies() -> None:
    friend = person("friend")
    play = stopped("both", friend)
    sweep(midnight(TUESDAY) + HOUR)
    with time_machine.travel(midnight(TUESDAY) + 2 * HOUR, tick=False):
        play.order(play.likely())
        play.order("end turn")
        assert play.asked_user == play.bob and play.waiting.until == midnight(date(2026, 11, 28))
        with pytest.raises(NotAllowed):
            play.order(play.likely(), user_id=friend.pk)


def test_a_bot_for_all_questions_leaves_replies_to_standing_orders_while_the_clock_stops() -> None:
    play = play_with("stops", span=4320, notice=0)
    announce(play.asked_user, TUESDAY, date(2026, 11, 26))
    assert not sweep(midnight(TUESDAY) + HOUR) and not StandIn.objects.exists()


def test_a_friend_who_replied_while_the_clock_stopped_plays_once_it_goes_on() -> None:
    play, friend = play_with("stops", span=1440), person("friend")
    owner = play.asked_user
    made = announce(owner, TUESDAY, date(2026, 12, 8), friend=friend)
    with time_machine.travel(MONDAY, tick=False):
        stand_in_agree(user=friend, vacation_id=made.pk)
    assert sweep(midnight(TUESDAY) + 12 * HOUR) == 1
    assert play.waiting.player.person_for("turn") == owner.pk
    goes_on = midnight(date(2026, 12, 4))
    assert not sweep(goes_on - HOUR)
    assert sweep(goes_on) == 1 and not sweep(goes_on + HOUR)
    assert StandIn.objects.get().scope == "both"
    assert play.waiting.player.person_for("turn") == friend.pk and play.waiting.until == goes_on + 24 * HOUR
