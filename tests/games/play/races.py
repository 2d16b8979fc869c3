"""Things done at once, by real threads on a real database; run as a program on an SQLite file of its own.

DATA_DIR=... python -m tests.games.play.races
"""

from __future__ import annotations

import os
import threading
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from accounts.models import User
    from tests.games.kit import Table

CROWD = 20


def at_once(jobs: list[Callable[[], str]]) -> Counter[str]:
    """Run all jobs in threads that start together; how often each outcome came. Unexpected errors count by name."""
    from django.db import connection

    outcomes: list[str] = []
    gate = threading.Barrier(len(jobs))

    def run(job: Callable[[], str]) -> None:
        gate.wait()
        try:
            outcomes.append(job())
        except Exception as exc:
            outcomes.append(type(exc).__name__)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return Counter(outcomes)


def submit(play: Table, key: str) -> Callable[[], str]:
    """A job that orders the same as all others, with an idempotency key."""
    from games.services.orders import order_submit

    row, order = play.waiting, play.likely()

    def job() -> str:
        receipt = order_submit(
            game_id=play.game.pk,
            seat=row.seat,
            ref=row.ref,
            source="web",
            user_id=row.player.user_id or 0,
            key=key,
            text=order,
        )
        return "replayed" if receipt.replayed else "played"

    return job


def one_key(play: Table) -> Counter[str]:
    """A double click, twenty times."""
    return at_once([submit(play, "same")] * CROWD)


def many_keys(play: Table) -> Counter[str]:
    """Twenty tabs that answer one question."""
    return at_once([submit(play, f"key{number}") for number in range(CROWD)])


def sweeps(play: Table) -> Counter[str]:
    """Six workers that find the same missed turn."""
    from games.services.deadlines import deadline_expire

    expire(play)
    return at_once([lambda: str(deadline_expire(game_id=play.game.pk))] * 6)


def against_the_clock(play: Table) -> Counter[str]:
    """An order and a sweep at the same moment."""
    from games.services.deadlines import deadline_expire

    job = submit(play, "late")
    expire(play)
    return at_once([job, lambda: "passed" if deadline_expire(game_id=play.game.pk) else "nothing to pass"])


def against_the_organizer(play: Table) -> Counter[str]:
    """An order and the loss of the seat to another person at the same moment."""
    from games.services.organize import game_replace
    from tests.games.kit import person

    olga, newcomer, seat = person("olga"), person("nora"), play.waiting.seat
    job = submit(play, "replaced")

    def replace() -> str:
        game_replace(game_id=play.game.pk, user=olga, reason="away", seat=seat, by=newcomer)
        return "replaced"

    return at_once([job, replace])


def against_the_caretaker(play: Table) -> Counter[str]:
    """An order and a sweep that hands the seat to the caretaker at the same moment."""
    from games.models import Player
    from games.services.deadlines import deadline_expire

    Player.objects.filter(game=play.game).update(missed=1)
    job = submit(play, "missed")
    expire(play)
    return at_once([job, lambda: "passed" if deadline_expire(game_id=play.game.pk) else "nothing to pass"])


def one_mail(play: Table) -> Counter[str]:
    """Twenty workers that fold one question each into the same summary."""
    from django.utils import timezone

    from games.services.notifications import NewMail, mail_enqueue

    def job() -> str:
        new = mail_enqueue(NewMail(key="summary", template="summary", not_before=timezone.now(), user_id=play.alice.pk))
        return "queued" if new else "known"

    return at_once([job] * CROWD)


def sit_down(people: int) -> None:
    """Sit down at the same moment, each with a word: the last seat begins the game, with every word in it."""
    from engine.journal import verify
    from games.play.chain import whole_log
    from games.services.lobby import game_join
    from tests.games.kit import make_table, person

    game = make_table(person("host"), name="Rush", rules="classic_1959", seats_wanted=people + 1, word="host")
    crowd = [person(f"guest{number}") for number in range(people)]

    def job(user: User) -> Callable[[], str]:
        return lambda: game_join(game_id=game.pk, user=user, word=f"word of {user.username}").status

    found = at_once([job(user) for user in crowd])
    assert found == {"open": people - 1, "running": 1}, found
    log = whole_log(game_join(game_id=game.pk, user=crowd[0]))
    words = [joined.word for joined in log.header.joined or []]
    assert words[0] == "host" and sorted(words[1:]) == sorted(f"word of {user.username}" for user in crowd)
    verify(log)


def expire(play: Table) -> None:
    from django.utils import timezone

    from games.models import Waiting

    Waiting.objects.filter(game=play.game).update(due_at=timezone.now() - timedelta(seconds=1))


def check_all(make: Callable[[], Table], clean: Callable[[], None]) -> None:
    """Every race, each on a fresh table, with what must come of it."""
    from games.models import Entry

    for race, expected in (
        (one_key, {"played": 1, "replayed": CROWD - 1}),
        (many_keys, {"played": 1, "StaleDecision": CROWD - 1}),
    ):
        play = make()
        assert race(play) == expected, race.__name__
        assert Entry.objects.filter(game=play.game, source="web").count() == 1
        clean()
    for people in (2, 4):
        sit_down(people)
        clean()
    assert one_mail(make()) == {"queued": 1, "known": CROWD - 1}
    clean()
    play = make()
    found = sweeps(play)
    assert found["True"] == 1 and sum(found.values()) == 6, found
    assert Entry.objects.filter(game=play.game, kind="note").count() == 1
    clean()
    for race in (against_the_organizer, against_the_caretaker):
        for _ in range(5):
            play = make()
            check_that_a_seat_was_held(play, race(play))
            clean()
    for _ in range(5):
        play = make()
        found = against_the_clock(play)
        human = Entry.objects.filter(game=play.game, source="web", kind="action").count()
        missed = Entry.objects.filter(game=play.game, kind="note").count()
        assert human + missed == 1, found
        assert found["played"] + found["passed"] == 1, found
        clean()


def check_that_a_seat_was_held(play: Table, found: Counter[str]) -> None:
    """An order counts only if it came before the note that somebody else holds the seat; else it is refused."""
    from games.models import Entry

    own = Entry.objects.filter(game=play.game, source="web", kind="action").first()
    lost = Entry.objects.filter(game=play.game, events__0__type__in=["host.replaced", "host.caretaker"]).first()
    assert (found["played"] == 1) == (own is not None), found
    assert found["played"] + found["NotAllowed"] + found["StaleDecision"] == 1, found
    assert own is None or lost is None or own.seq < lost.seq, found


def main() -> None:
    """Migrate the database of this process's settings and run every race on it."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    from accounts.models import User
    from games.models import Game
    from tests.games.kit import table

    def clean() -> None:
        Game.objects.all().delete()
        User.objects.all().delete()

    check_all(table, clean)
    print("all races ended well")


if __name__ == "__main__":
    main()
