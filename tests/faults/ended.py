"""Adds to a site under test a game that has ended a while ago, with few turns. Prints its number.

python -m tests.faults.ended
"""

from __future__ import annotations

import os
from datetime import timedelta


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from chances.services import BEGINS_AFTER
    from chances.tests.kit import ended_game
    from games.models import AuditEntry, Game, OutboxMail
    from games.services.demo import SEEDED
    from games.services.locks import db_now
    from tests.faults.seed import person

    AuditEntry.objects.get_or_create(action=SEEDED)  # the local site shall not add its own game
    game = ended_game(person("alice"), last_round=1)
    Game.objects.filter(pk=game.pk).update(ended_at=db_now() - BEGINS_AFTER - timedelta(minutes=1))
    OutboxMail.objects.update(state=OutboxMail.State.CANCELLED, error="of the game, which no test is about")
    print(game.slug)


if __name__ == "__main__":
    main()
