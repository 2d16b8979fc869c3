"""Keep people apart in events who do not want to meet, without telling anybody who asked for it.

Each block of two entrants stands among at least three pairs that were drawn by lot. They are drawn once, before the
first round, for all who have signed up, also where nobody is blocked; and once for those who sign up later. Blocks
count that were made before the event began, so neither a pair nor the moment at which it appears proves anything.
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

MOST_BLOCKS = 100


def block_add(*, user: User, other: User) -> None:
    """Keep two people apart in events that begin from now on. Harmless when repeated. Raises EventRefused for oneself,
    and beyond `MOST_BLOCKS`."""
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
    """Draw the pairs that are kept apart of those who have signed up since pairs were drawn last, from the next round
    on, and keep them; False if there are none. Called before a round is frozen; what is drawn follows from the event's
    secret and the blocks. The caller holds the lock of the event."""
    entrants = list(event.entrants.order_by("number"))
    known = set(event.pairs_apart.values_list("first", "second"))
    both = ((a.pk, b.pk) for a, b in combinations(entrants, 2) if b.number > event.apart_to)
    pairs = [pair for pair in both if pair not in known]
    if not pairs:
        return False
    since = event.rounds + 1
    lots = random.Random(lot_seed(event, since))
    blocked = blocked_pairs(event, entrants)
    chosen, free = [pair for pair in pairs if pair in blocked], [pair for pair in pairs if pair not in blocked]
    count = DECOYS * max(len(chosen), 1) + lots.randrange(MORE + 1)
    drawn = [*chosen, *lots.sample(free, min(count, len(free)))]
    Apart.objects.bulk_create(Apart(tournament=event, first_id=a, second_id=b, since=since) for a, b in sorted(drawn))
    event.apart_to = entrants[-1].number
    event.save(update_fields=["apart_to"])
    return True


def blocked_pairs(event: Tournament, entrants: list[Entrant]) -> set[tuple[int, int]]:
    """Find the pairs of entrants, in order of their numbers, of whom one asked before the event began to be kept apart
    from the other."""
    by_user = {each.user_id: each for each in entrants if each.user_id}
    rows = Block.objects.filter(Q(user__in=by_user) & Q(other__in=by_user), at__lte=event.started_at)
    pairs = (
        sorted((by_user[a], by_user[b]), key=lambda each: each.number) for a, b in rows.values_list("user", "other")
    )
    return {(first.pk, second.pk) for first, second in pairs}


def lot_seed(event: Tournament, since: int) -> bytes:
    """Derive the lots of a round from the event's secret, which nobody ever sees."""
    return hashlib.sha256(bytes(event.secret_key.key) + f"apart {since}".encode()).digest()
