"""Places of games that ended before they were kept: worked out from the journal, once."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import transaction

import engine
from engine.journal import LogError
from games.errors import OtherEdition
from games.families.final_ranking import final_places, kept_places, number_places
from games.models import Game, Player
from games.play.journal_reader import entries_in_force, view_at
from games.services.locks import game_lock

BATCH = 100
"""Games whose ids are read at once; each is written in a transaction of its own."""


def games_without_places(after: int, limit: int = BATCH) -> list[int]:
    """List the ids of ended games above `after` of which a seat has no place."""
    rows = Game.objects.filter(status=Game.Status.OVER, seq__gt=0, pk__gt=after)
    rows = rows.filter(players__in=Player.objects.filter(place=None, seat__isnull=False))
    return list(rows.order_by("pk").values_list("pk", flat=True).distinct()[:limit])


def places_fill() -> Iterator[tuple[int, str]]:
    """Store the places of all ended games that lack them, and yield the id of each with what was wrong with it: empty
    where its places are stored now. Games that have theirs are left alone, so it may run again and be broken off."""
    after = 0
    while batch := games_without_places(after):
        for game_id in batch:
            yield game_id, fill_game(game_id)
        after = batch[-1]


def fill_game(game_id: int) -> str:
    """Store the places of one ended game. Returns why that cannot be done, empty if it was."""
    with transaction.atomic():
        game = game_lock(game_id)
        try:
            view = view_at(game, game.seq, None)
        except (OtherEdition, engine.UnreadableGame, engine.OrderError, LogError, ValueError, KeyError) as exc:
            return str(exc) or type(exc).__name__
        places = kept_places(game.result) or final_places(view, [entry.events for entry in entries_in_force(game)])
        game.result = {"winners": list(view.winners), **(game.result or {}), "places": places}
        game.save(update_fields=["result"])
        for place, seat in number_places(places):
            game.players.filter(seat=seat).update(place=place)
    return ""
