"""Rebuild snapshots and waiting rows from the journal."""

from __future__ import annotations

from django.db import transaction

from games.models import AuditEntry, Snapshot
from games.play.journal_reader import wrong_snapshots
from games.play.session import Session
from games.services.locks import db_now, game_lock


def rebuild_caches(*, game_id: int) -> list[int]:
    """Drop snapshots that differ from the journal and rewrite the open answers. Returns the entries of the snapshots.

    A player whose open answer is written anew keeps the turn's deadline. Raises what the engine raises if the journal
    itself cannot be played.
    """
    with transaction.atomic(durable=True):
        game = game_lock(game_id)
        wrong = wrong_snapshots(game)
        Snapshot.objects.filter(game=game, seq__in=wrong).delete()
        Session.load(game, db_now()).save()
        AuditEntry.objects.create(game=game, action="game.mend", details={"snapshots": wrong})
    return wrong
