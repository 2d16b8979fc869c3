"""Keep people apart in events who do not want to meet, without telling anybody who asked for it.

Each block of two entrants stands among at least three pairs that were drawn by lot. Some pairs are drawn where nobody
is blocked, at the start and now and then later, so that neither a pair nor the moment at which it appears proves
anything.
"""

from __future__ import annotations

import hashlib
import random
from itertools import combinations
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments.models import Apart, Block, Entrant, Tournament
from tournaments.services.creating import EventRefused

if TYPE_CHECKING:
    from accounts.models import User

DECOYS = 3
"""Pairs by lot for each block, at the least."""

MORE = 2
"""So many more there may be, that the number of pairs does not tell that of blocks."""

LATER = 4
"""One of so many rounds after the first brings pairs by lot though nobody was blocked."""

MOST_BLOCKS = 100


def block_add(*, user: User, other: User) -> None:
    """Keep two people apart in events, from the next round that is drawn on. Harmless when repeated. Raises
    EventRefused for oneself, and beyond `MOST_BLOCKS`."""
    if user == other:
        raise EventRefused(_("Choose somebody else."))
    with transaction.atomic():
        if Block.objects.filter(user=user).exclude(other=other).count() >= MOST_BLOCKS:
            raise EventRefused(_("You keep apart from %(most)s players already.") % {"most": MOST_BLOCKS})
        Block.objects.get_or_create(user=user, other=other)


def block_remove(*, user: User, other: User) -> None:
    """Let two people meet again in events that begin later; events that run keep them apart."""
    Block.objects.filter(user=user, other=other).delete()


def draw_apart(event: Tournament) -> bool:
    """Draw the pairs that are kept apart from the next round on, and keep them; False if there are no new ones. Called
    before a round is frozen; what is drawn follows from the event's secret and the blocks. The caller holds the lock
    of the event."""
    entrants = list(event.entrants.filter(entered__isnull=False, left=None).order_by("number"))
    known = set(event.pairs_apart.values_list("first", "second"))
    blocked = [pair for pair in blocked_pairs(entrants) if pair not in known]
    since = event.rounds + 1
    lots = random.Random(lot_seed(event, since))
    count = DECOYS * max(len(blocked), 1) + lots.randrange(MORE + 1)
    if not blocked and not is_due(event, since, lots):
        return False
    free = [
        pair for pair in combinations([each.pk for each in entrants], 2) if pair not in known and pair not in blocked
    ]
    drawn = [*blocked, *lots.sample(free, min(count, len(free)))]
    Apart.objects.bulk_create(Apart(tournament=event, first_id=a, second_id=b, since=since) for a, b in sorted(drawn))
    return True


def is_due(event: Tournament, since: int, lots: random.Random) -> bool:
    """Check whether pairs are drawn though nobody was blocked: before the first round, and by lot before later ones."""
    return since == 1 or lots.randrange(LATER) == 0


def blocked_pairs(entrants: list[Entrant]) -> list[tuple[int, int]]:
    """List the pairs of entrants of whom one asked to be kept apart from the other, in order of their numbers."""
    by_user = {each.user_id: each for each in entrants if each.user_id}
    rows = Block.objects.filter(Q(user__in=by_user) & Q(other__in=by_user)).values_list("user", "other")
    pairs = {tuple(sorted((by_user[a], by_user[b]), key=lambda each: each.number)) for a, b in rows}
    return sorted((first.pk, second.pk) for first, second in pairs)


def lot_seed(event: Tournament, since: int) -> bytes:
    """Derive the lots of a round from the event's secret, which nobody ever sees."""
    return hashlib.sha256(bytes(event.secret_key.key) + f"apart {since}".encode()).digest()
