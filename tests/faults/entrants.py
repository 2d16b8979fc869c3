"""People of a hosted tournament: makes them, and plays their turns while the site does everything else.

python -m tests.faults.entrants make NUMBER      prints the cookies of the organizer and of everybody who may enter
python -m tests.faults.entrants play SLUG        until the tournament is over
"""

from __future__ import annotations

import json
import os
import sys
import time
from random import Random

MIND = "recruit"
PATIENCE = 240
"""Seconds after which a tournament that is not over hangs."""


def main(do: str, told: str) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    if do == "make":
        print(json.dumps(make(int(told))))
    else:
        print(json.dumps(play(told)))


def make(number: int) -> dict[str, object]:
    """Make an organizer, and people whom mail reaches."""
    from allauth.account.models import EmailAddress

    from tests.faults.seed import cookie, person
    from tests.routes_kit import organizer

    people = [person(f"entrant{at}") for at in range(number)]
    olga = organizer("olga")
    for user in (*people, olga):
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return {"organizer": cookie(olga), "people": [cookie(user) for user in people]}


def play(slug: str) -> int:
    """Answer for everybody who is asked in a tournament until it is over; returns how many games were played."""
    from games.models import Game
    from games.services.simulated_turns import turn_simulate
    from tournaments.models import Table, Tournament

    rng, played, until = Random(slug), set(), time.monotonic() + PATIENCE
    while Tournament.objects.get(slug=slug).status != Tournament.Status.OVER:
        assert time.monotonic() < until, "it does not come to its end"
        running = Table.objects.filter(round__tournament__slug=slug, game__status=Game.Status.RUNNING)
        for game in Game.objects.filter(event_table__in=running).prefetch_related("players"):
            minds = {player.user_id: MIND for player in game.players.all() if player.user_id}
            while turn_simulate(game_id=game.pk, minds=minds, rng=rng):
                played.add(game.pk)
        time.sleep(0.1)
    return len(played)


if __name__ == "__main__":
    main(*sys.argv[1:])
