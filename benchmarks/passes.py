"""Measure how many overdue games one worker passes in a second of its processor: `python -m benchmarks.passes`.

Each game is one of Classic 1959 with two people and a bot, in which a person misses a turn: it is passed to its end,
the bot plays, and the next person is asked and mailed. The median of several rounds is printed; to compare two commits,
run it in a checkout of each, in turns.
"""

from __future__ import annotations

import argparse
import statistics
import time
from datetime import timedelta

from benchmarks.pages import site


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    with site():
        games = make_games(given.games)
        found = [given.games / pass_all(games) for _ in range(given.rounds)]
    print(f"{statistics.median(found):.1f} games a second ({', '.join(f'{each:.1f}' for each in found)})")


def make_games(count: int) -> list[int]:
    """Begin games in which two people and a bot play; returns their ids."""
    from accounts.models import User
    from games.models import Player
    from games.services.lobby import game_create, game_join
    from games.services.table_settings import TableSettings

    alice, bob = (User.objects.create_user(name, f"{name}@example.org") for name in ("alice", "bob"))
    made = []
    for number in range(count):
        settings = TableSettings(name=f"Late {number}", rules="classic_1959", seats_wanted=3, bots=("recruit",))
        game = game_create(creator=alice, settings=settings)
        made.append(game_join(game_id=game.pk, user=bob, invite_token=game.invite_token).pk)
    if hasattr(Player, "came"):
        Player.objects.exclude(user=None).update(came=True)
    return made


def pass_all(games: list[int]) -> float:
    """Measure the seconds of the processor in which all games are passed once. Nobody’s misses count from before."""
    from django.utils import timezone

    from games import models
    from games.services.deadlines import deadline_expire

    models.Player.objects.update(missed=0)
    if hasattr(models, "TurnRecord"):
        models.TurnRecord.objects.all().delete()
    past = timezone.now() - timedelta(seconds=1)
    models.Waiting.objects.update(deadline_at=past, due_at=past)
    began = time.process_time()
    for pk in games:
        assert deadline_expire(game_id=pk)
    return time.process_time() - began


if __name__ == "__main__":
    main()
