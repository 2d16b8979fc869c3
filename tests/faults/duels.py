"""Runs on a site under test: in every game an order and a sweep that come in the same moment. Prints who was first.

python -m tests.faults.duels
"""

from __future__ import annotations

import json
import os
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.models import Waiting


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from games.models import Waiting

    rows = list(Waiting.objects.select_related("player").order_by("pk"))
    first: Counter[str] = Counter()
    for number, row in enumerate(rows):
        first.update([duel(row, number)])
    print(json.dumps(first))


def duel(row: Waiting, number: int) -> str:
    """Who answered the question, "human" or "deadline"; both or "nobody" must never be.

    The rest of a turn may be passed after an order that was in time: its clock has run out as well.
    """
    from games.decisions.registry import suggested_orders
    from games.models import Entry, Game
    from games.selectors.access import view_of
    from games.services.deadlines import deadline_expire
    from games.services.orders import order_submit
    from tests.games.play.races import at_once

    game_id, seat, ref = row.game_id, row.seat, row.ref
    order = suggested_orders(view_of(Game.objects.get(pk=game_id), seat))[0].order

    def human() -> str:
        order_submit(
            game_id=game_id,
            seat=seat,
            ref=ref,
            source="web",
            user_id=row.player.user_id or 0,
            key=f"duel {number}",
            text=order,
        )
        return "human"

    def deadline() -> str:
        return "deadline" if deadline_expire(game_id=game_id) else "nothing due"

    at_once([human, deadline] if number % 2 else [deadline, human])
    answers = Entry.objects.filter(game_id=game_id, seat=seat, ref=ref, kind=Entry.Kind.ACTION)
    return " and ".join("human" if entry.source == Entry.Source.WEB else "deadline" for entry in answers) or "nobody"


if __name__ == "__main__":
    main()
