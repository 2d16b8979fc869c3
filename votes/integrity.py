"""What must hold of votes, for `manage.py fsck`."""

from __future__ import annotations

from collections.abc import Iterator

from games.models import Game
from games.selectors.integrity import REPORT, Issue
from votes.models import OPEN, Vote


def check_votes(game: Game) -> Iterator[Issue]:
    """Check that a game counts its open votes right, and that no vote pauses one that is not paused."""
    found = Vote.objects.filter(OPEN, game=game).count()
    if found != game.open_votes and not game.has_ended:
        yield Issue(game.slug, f"counts {game.open_votes} open votes and has {found}", REPORT)
    for vote in Vote.objects.filter(game=game, resumes_at__isnull=False):
        if vote.outcome != Vote.Outcome.PASSED or vote.kind != Vote.Kind.PAUSE:
            yield Issue(game.slug, f"is paused by vote {vote.pk}, which did not pass", REPORT)
