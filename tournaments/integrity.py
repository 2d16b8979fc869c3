"""What must hold of ratings, for `manage.py fsck`."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from games.selectors.integrity import WORKER, Issue
from tournaments.selectors.ratings import unbooked_games
from tournaments.services.ratings import NOT_BOOKED, ratings_differences

STUCK = timedelta(minutes=5)
"""How long a rated game may wait to be booked while the sweep runs."""

REBUILD = "run python manage.py ratings_rebuild"


def check_ratings(now: datetime) -> Iterator[Issue]:
    """Check that rated games are booked as they end, and that all ratings are what they are made anew."""
    for game in unbooked_games().filter(ended_at__lt=now - STUCK):
        yield Issue(game.slug, "its ratings should have been booked long ago", WORKER)
    for line in ratings_differences()[1]:
        where, _, what = line.partition(": ")
        if what != NOT_BOOKED:
            yield Issue(where, f"what it changed of ratings {what}", REBUILD)
