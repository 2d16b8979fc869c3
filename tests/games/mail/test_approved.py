"""Mails that ask for no order go to whom, and say what, somebody has read and approved (`tests/kit/approved.py`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine

from accounts.models import User
from games.clocks.values import usual_clock
from games.mail.render import mail_for
from games.models import OutboxMail, Waiting
from games.services import organize
from games.services.absence import Wanted, settle_stand_ins, stand_in_agree, stand_in_decline, vacation_announce
from games.services.disputes import dispute_raise, dispute_settle, reveal_hidden
from games.services.invitations import invite_send
from games.services.lobby import game_call_off, game_join, game_rematch, game_start
from games.services.locks import db_now
from games.services.organizer_messages import game_write, person_write
from games.services.plans import plan_keep
from games.services.seats import resign, take_back
from inbound.tests.mail_kit import address, receive, reply
from tests.games.kit import Table, make_table, person, table
from tests.games.mail.test_news import expire, take_all
from tests.kit import approved
from tests.routes_kit import organizer

NOW = datetime(2026, 11, 24, 9, tzinfo=UTC)
HOUR = timedelta(hours=1)
ASKING = ("turn", "reminder")
"""Kinds that are approved with their questions (`tests/games/decisions/test_approved.py`)."""

Story = Callable[[], Iterator[str]]
"""Yields what has just been done; the mails that it queued are read before it goes on."""


def gather() -> Iterator[str]:
    """Invite, begin and call off."""
    alice, bob, _carol = person("alice"), person("bob"), person("carol")
    game = make_table(alice, name="Small Table", rules="modern", seats_wanted=4, turn_hours=36, bots=("recruit",))
    invite_send(game_id=game.pk, user=alice, whom="friend@example.org", note="See you at the harbour")
    yield "alice invites a friend by address, with a line of her own"
    invite_send(game_id=game.pk, user=alice, whom="carol")
    yield "alice invites carol"
    game_join(game_id=game.pk, user=bob, invite_token=game.invite_token)
    game_start(game_id=game.pk, user=alice, fill="veteran")
    yield "bob joins, and a bot gets the last seat"
    other = make_table(alice, name="Low Tide", rules="classic_1959", seats_wanted=3)
    game_join(game_id=other.pk, user=bob, invite_token=other.invite_token)
    game_call_off(game_id=other.pk, user=alice)
    yield "alice calls off another game, in which bob sat"


def leave() -> Iterator[str]:
    """Miss turns until nobody plays, and come back."""
    play = table()
    yield "a game begins"
    for word in ("first", "second", "third", "fourth"):
        expire(play)
        yield f"the {word} missed turn"
    take_back(game_id=play.game.pk, user_id=play.alice.pk)
    yield "alice is back"
    resign(game_id=play.game.pk, user_id=play.alice.pk)
    yield "alice resigns"
    game_write(game_id=play.game.pk, user=organizer("olga"), reason="Is anybody there?")
    yield "an organizer writes to who may still come back"


def end() -> Iterator[str]:
    """Take the last territories of the others, and ask for another game."""
    play = table()
    yield "a game begins"
    seats = [seat for seat in range(3) if seat != play.waiting.seat]
    for seat in sorted(seats, key=lambda seat: play.seat(play.bob) != seat):
        take_all(play, seat)
        yield f"seat {seat} is eliminated"
    game_rematch(game_id=play.game.pk, user=play.alice)
    yield "alice asks for another game"


def look_after() -> Iterator[str]:
    """Do all that organizers do with a running game."""
    play, olga, nina = table(), organizer("olga"), person("nina")
    game, seat = play.game.pk, play.waiting.seat
    yield "a game begins"
    dispute_raise(game_id=game, user=play.alice, text="Were the dice thrown?\nBob says not.")
    yield "alice asks"
    dispute_settle(game_id=game, user=olga, answer="They were.\nSee the log.")
    yield "olga answers"
    game_write(game_id=game, user=olga, reason="The site moves house on Friday.")
    yield "olga writes to the table"
    person_write(person_id=play.bob.pk, user=olga, reason="Be kind.")
    yield "olga writes to bob"
    for act in (organize.game_pause, organize.game_resume, reveal_hidden, organize.game_pass):
        act(game_id=game, user=olga, reason="Bob is ill.")
        yield act.__name__
    organize.game_extend(game_id=game, user=olga, reason="Bob is ill.", hours=30)
    yield "game_extend"
    organize.game_replace(game_id=game, user=olga, reason="Gone to sea", seat=seat, by=nina)
    yield "nina gets a seat"
    organize.game_replace(game_id=game, user=olga, reason="Gone too", seat=seat, bot="recruit")
    yield "a bot gets it"
    organize.game_rewind(game_id=game, user=olga, reason="The wrong map", seq=1)
    yield "game_rewind"
    organize.game_void(game_id=game, user=olga, reason="Nobody wants it")
    yield "game_void"


def go_away() -> Iterator[str]:
    """Ask a friend, let them play, and come back."""
    play, friend = table(clock=usual_clock("UTC") | {"span": 4320, "quiet": False}), person("friend")
    away = play.asked_user
    yield "a game begins"
    wanted = Wanted(date(2026, 11, 24), date(2026, 11, 30), friend=friend)
    made = vacation_announce(user=away, wanted=wanted)
    yield f"{away.username} announces a vacation"
    stand_in_decline(user=friend, vacation_id=made.pk)
    yield "the friend declines"
    with time_machine.travel(NOW + HOUR, tick=False):
        stand_in_agree(user=friend, vacation_id=made.pk)
    yield "the friend agrees after all"
    with time_machine.travel(NOW + 25 * HOUR, tick=False):
        settle_stand_ins(db_now())
        play.order(play.likely(), user_id=friend.pk)
    yield "the friend plays"
    with time_machine.travel(NOW + 7 * 24 * HOUR, tick=False):
        settle_stand_ins(db_now())
    yield f"{away.username} is back"


def gather_mail() -> Iterator[str]:
    """Queue each mail that lists what waits, with a game of one's own and one in which one stands in."""
    play, friend = table(clock=usual_clock("UTC") | {"span": 4320, "quiet": False}), person("friend")
    away = play.asked_user
    made = vacation_announce(user=away, wanted=Wanted(date(2026, 11, 24), date(2026, 11, 30), friend=friend))
    stand_in_agree(user=friend, vacation_id=made.pk)
    with time_machine.travel(NOW + 25 * HOUR, tick=False):
        settle_stand_ins(db_now())
    User.objects.filter(pk=friend.pk).update(turn_mail="digest", news_digest=True)
    own = make_table(friend, name="Low Tide", rules="classic_1959", seats_wanted=3, bots=("random", "random"))
    Waiting.objects.filter(game=own).exclude(player__user=friend).delete()
    OutboxMail.objects.filter(user=friend, game=play.game).delete()
    yield "a friend stands in, and plays a game of their own"
    for template in ("summary", "weekly", "digest"):
        OutboxMail.objects.create(key=template, template=template, user=User.objects.get(pk=friend.pk), not_before=NOW)
        yield template


def plan_ahead() -> Iterator[str]:
    """Plan turns that are played, stop on their way, and are dropped."""
    play = table()
    first = play.asked_user
    other = play.bob if first == play.alice else play.alice
    yield "a game begins"
    played = "even if somebody took land of mine\nplace on the weakest border\nend turn"
    stopped = played.replace("end turn", "fortify Brazil Peru 90")
    for text, said in ((played, "a plan is played"), (stopped, "one stops on its way")):
        plan_keep(game_id=play.game.pk, user_id=other.pk, text=text, hold=0)
        play.order("place on the weakest border\nend turn")
        yield said
    play.order("end turn")
    yield "the rest of that turn is ended by hand"
    plan_keep(game_id=play.game.pk, user_id=other.pk, text=played, hold=0)
    organize.game_rewind(game_id=play.game.pk, user=organizer("olga"), reason="The wrong map", seq=1)
    yield "one is dropped by a rewind"


def answer_by_mail() -> Iterator[str]:
    """Answer a question by mails of every kind, and ask and tell things beside it."""
    play = table()
    while play.waiting.kind != "battle.attack_asked":
        play.order(play.likely())
    asked = play.waiting
    src, dst = play.front(asked.seat, play.seat(play.bob if play.asked_user == play.alice else play.alice))
    yield "a game begins"
    for number, (said, text) in enumerate(
        [
            ("a line is unclear", f"attack {src} Atlantys\nend turn"),
            ("the first order is refused", f"attack {dst} {src}\nend turn"),
            ("nothing is written", ""),
            ("orders are tried", f"?\nattack {src} {dst} until captured\nend turn"),
            ("questions are asked", "status\nodds 12 7\nhelp attack"),
            ("a seat is to be left", "resign"),
            ("orders stop half-way", f"attack {src} {dst}\nattack {dst} {src}\nend turn"),
            ("the turn is ended", "end turn"),
        ]
    ):
        by_mail(play, asked.seat, text, number)
        yield said
        asked = play.game.waiting.filter(seat=asked.seat).first() or asked
    receive(reply("attack Peru Brazil", address(asked), message_id="<old@example.org>"))
    yield "an order comes out of turn"


def by_mail(play: Table, seat: int, text: str, number: int) -> None:
    """Answer what a seat is asked now by a mail."""
    row = play.game.waiting.select_related("player__user").get(seat=seat)
    receive(reply(text, address(row), message_id=f"<{number}@example.org>"))


STORIES: dict[str, Story] = {
    "replies": answer_by_mail,
    "absence": go_away,
    "lists": gather_mail,
    "plans": plan_ahead,
    "gathering": gather,
    "missed-turns": leave,
    "organizers": look_after,
    "end": end,
}


@pytest.mark.once
@pytest.mark.luck(24)
@pytest.mark.django_db
@pytest.mark.parametrize("name", STORIES)
def test_mails_of_news_are_as_approved(name: str) -> None:
    read, lines = set[int](), []
    with time_machine.travel(NOW, tick=False):
        for done in STORIES[name]():
            queued = OutboxMail.objects.exclude(pk__in=read).order_by("pk")
            read |= {mail.pk for mail in queued}
            lines += [f"######## {done}", *write(queued)]
    approved.check(f"news/{name}", "\n".join(lines) + "\n")


def write(mails: Iterable[OutboxMail]) -> Iterator[str]:
    """Yield whom mails go to and what they say, if it differs from the last; of what asks for an order, whom alone."""
    before = ""
    for mail in mails:
        yield f"==== to {mail.user.username if mail.user else mail.address}: {mail.template}"
        letter = None if mail.template in ASKING else mail_for(mail)
        said = f"{letter.subject}\n\n{hide_chance(letter.body)}" if letter else ""
        yield "the same" if said and said == before else said
        before = said or before


def hide_chance(text: str) -> str:
    """Write links by where they lead, and what is drawn anew each time without its letters."""
    text = re.sub(r"https?://[^/\s]+", "", text)
    text = re.sub(r"(?<=/[gilm]/)[^/\s]+|(?<=/stand-in/)\d+|(?<=proof=)\S+", "…", text)
    return re.sub(r"\b[0-9a-f]{16,64}\b", "<hash>", text)
