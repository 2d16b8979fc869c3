"""A window of 2210 that two seats have to answer, and what may happen at the same moment, by real threads."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from tests.games.kit import make_table, person
from tests.games.play.races import at_once

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Game, Waiting

SEATS, ASKED = 4, 2
LONGEST = 3_000
TIMES = 3
WINDOW = "reaction.asked"
ASK_ME = "when invaded: ask me\nwhen anybody is invaded: ask me"


class OpenWindow:
    """A game of people that stands at a window, which the order of entry `seq` has opened. An organizer takes it back
    there after each race."""

    def __init__(self) -> None:
        from games.services.lobby import game_join
        from games.services.seats import standing_set

        self.olga = person("olga")
        people = [person(f"p{seat}") for seat in range(SEATS)]
        options = {"setup_orders": "in_turn"}
        game = make_table(people[0], name="Windows", rules="risk2210", seats_wanted=SEATS, options=options)
        for user in people[1:]:
            game = game_join(game_id=game.pk, user=user, invite_token=game.invite_token)
        self.game: Game = game
        for user in people:
            standing_set(game_id=game.pk, user_id=user.pk, text=f"when attacked: ask me\n{ASK_ME}")
        self._open()

    def _open(self) -> None:
        """Play until an attack opens a window for two seats."""
        from django.db import transaction

        from engine.bots import choose
        from games.play.session import Session
        from games.services.locks import db_now, game_lock

        random = Random(2210)
        with transaction.atomic():
            session = Session.load(game_lock(self.game.pk), db_now())
            for _ in range(LONGEST):
                asked = session.asked
                assert asked is not None, "the game is over before"
                if asked.kind == WINDOW and len(asked.seats) == ASKED and session.entries[-1].pace == "turn":
                    break
                seat = asked.seats[0]
                session.play(choose("recruit", session.view(seat), random), "web")
            session.save()
        self.seq = session.game.seq

    def rows(self) -> list[Waiting]:
        from games.models import Waiting

        return list(Waiting.objects.filter(game=self.game).select_related("player__user").order_by("seat"))

    def holder(self, seat: int) -> User:
        user = self.game.players.get(seat=seat).user
        assert user is not None
        return user

    def back(self) -> None:
        """Let the organizer take the game back to the open window."""
        from games.services.organize import game_rewind

        self.game.refresh_from_db()
        if self.game.seq > self.seq:
            game_rewind(game_id=self.game.pk, user=self.olga, reason="once more", seq=self.seq)
        assert [row.kind for row in self.rows()] == [WINDOW] * ASKED

    def answer(self, row: Waiting, text: str = "decline", key: str = "") -> Callable[[], str]:
        """A job that answers for a seat."""
        from games.services.orders import order_submit

        def job() -> str:
            user = row.player.user_id or 0
            order_submit(
                game_id=self.game.pk, seat=row.seat, ref=row.ref, source="web", user_id=user, key=key, text=text
            )
            return "answered"

        return job

    def answers(self) -> int:
        """Count the answers to the window that were written since it was opened last."""
        from games.models import Entry

        since = Entry.objects.filter(game=self.game, kind__in=["rewind", "undo"]).order_by("-seq").first()
        entries = Entry.objects.filter(game=self.game, seq__gt=since.seq if since else self.seq, pace="window")
        return entries.filter(events__0__type="turn.answered").count()


def both_seats(at: OpenWindow) -> None:
    """Both answer at once: both count, and the window closes once."""
    found = at_once([at.answer(row) for row in at.rows()])
    assert found == {"answered": ASKED}, found
    assert at.answers() == ASKED


def one_seat_twice(at: OpenWindow) -> None:
    """One player answers in ten tabs: one answer counts."""
    row = at.rows()[0]
    found = at_once([at.answer(row, scope) for scope in ("decline", "decline this turn") * 5])
    assert found == {"answered": 1, "StaleDecision": 9}, found
    assert at.answers() == 1


def against_the_clock(at: OpenWindow) -> None:
    """Both clocks run out while an answer comes in: each seat has answered once."""
    from datetime import timedelta

    from django.utils import timezone

    from games.models import Waiting
    from games.services.deadlines import deadline_expire

    job = at.answer(at.rows()[0])
    past = timezone.now() - timedelta(seconds=1)
    Waiting.objects.filter(game=at.game).update(deadline_at=past, due_at=past)
    found = at_once([job, *[lambda: str(deadline_expire(game_id=at.game.pk))] * 3])
    assert found["answered"] + found["StaleDecision"] == 1 and found["True"] + found["False"] == 3, found
    if found["True"] == 0:  # the answer held the game whenever a sweep came by; the next one finds it free
        Waiting.objects.filter(game=at.game).update(due_at=past)
        assert deadline_expire(game_id=at.game.pk)
    assert at.answers() == ASKED


def against_undo(at: OpenWindow) -> None:
    """The attacker takes the attack back while an answer comes in: one of the two is too late."""
    from games.services.orders import order_undo

    row, attacker = at.rows()[0], at.game.entries.get(seq=at.seq).seat or 0
    user = at.holder(attacker)

    def undo() -> str:
        order_undo(game_id=at.game.pk, seat=attacker, ref=row.ref, user_id=user.pk)
        return "undone"

    found = at_once([at.answer(row), undo])
    assert found in ({"answered": 1, "NothingToUndo": 1}, {"undone": 1, "StaleDecision": 1}), found


def against_a_rewind(at: OpenWindow) -> None:
    """The organizer takes the game back before the attack while an answer comes in: it is gone or too late."""
    from games.services.organize import game_rewind

    def rewind() -> str:
        game_rewind(game_id=at.game.pk, user=at.olga, reason="a mistake", seq=at.seq - 1)
        return "rewound"

    found = at_once([at.answer(at.rows()[0]), rewind])
    assert found["rewound"] == 1 and found["answered"] + found["StaleDecision"] == 1, found
    assert at.answers() == 0 and at.rows()[0].kind != WINDOW


def against_a_new_holder(at: OpenWindow) -> None:
    """A bot takes the seat while its player answers: the seat has answered once, and the game goes on."""
    from games.services.organize import game_replace

    row = at.rows()[0]

    def replace() -> str:
        game_replace(game_id=at.game.pk, user=at.olga, reason="away", seat=row.seat, bot="recruit")
        return "replaced"

    found = at_once([at.answer(row), replace])
    assert found["replaced"] == 1 and found["answered"] + found["NotAllowed"] + found["StaleDecision"] == 1, found
    assert at.answers() == 1 and [left.seat for left in at.rows()] == [at.rows()[-1].seat]


RACES = (both_seats, one_seat_twice, against_the_clock, against_undo, against_a_rewind, against_a_new_holder)


def check_windows() -> None:
    """Run every race some times on one game, the last one once, and find nothing wrong with it afterwards."""
    from games.selectors.integrity import game_issues

    at = OpenWindow()
    for race in RACES:
        for _ in range(1 if race is against_a_new_holder else TIMES):
            at.back()
            race(at)
    at.game.refresh_from_db()
    assert not [str(issue) for issue in game_issues(at.game)]
