"""What must hold of offers of free seats, for `manage.py fsck`."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from games.models import Game
from games.selectors.integrity import REPORT, WORKER, Issue
from games.services.free_seats import HELD
from substitutes.models import OPEN, Offer

STUCK = timedelta(minutes=5)
"""How long an offer may be overdue while the sweep runs."""


def check_offers(game: Game) -> Iterator[Issue]:
    """Check that only seats that nobody plays are offered, and that an offer is either open or closed."""
    for player in game.players.exclude(state__in=HELD).filter(offered_at__isnull=False):
        if not game.has_ended:
            yield Issue(game.slug, f"offers seat {player.seat}, which is {player.state}", REPORT)
    for offer in Offer.objects.filter(game=game):
        if offer.is_open != (offer.closed_at is None):
            yield Issue(game.slug, f"offer {offer.pk} of seat {offer.seat} is open and closed at once", REPORT)


def check_overdue(now: datetime) -> Iterator[Issue]:
    """Check that the sweep ends the offers that nobody has answered, and those of seats that are taken."""
    for offer in Offer.objects.filter(OPEN, until__lt=now - STUCK).select_related("game"):
        yield Issue(offer.game.slug, f"offer {offer.pk} of seat {offer.seat} should have ended long ago", WORKER)
