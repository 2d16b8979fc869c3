"""What a site does all day, by the code in the present folder, whichever release that is: run by test_last_release.

Uses only what the last release has.
"""

from __future__ import annotations

import os
import sys
from datetime import timedelta
from pathlib import Path


def main() -> None:
    sys.path.insert(0, os.getcwd())
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()
    import games

    assert Path(games.__file__).is_relative_to(os.getcwd()), games.__file__
    play_a_day()


def play_a_day() -> None:
    """Sign up, sit down, order, take back, miss a turn, send mails, look at pages, pause, go on, leave."""
    from django.test import Client
    from django.urls import reverse
    from django.utils import timezone
    from accounts.models import User
    from games.decisions.registry import suggested_orders
    from games.mail.outbox import outbox_deliver
    from games.models import Entry, Game, OutboxMail, Waiting
    from games.selectors.access import view_of
    from games.services import organize
    from games.services.deadlines import deadline_sweep
    from games.services.lobby import game_create, game_join
    from games.services.orders import order_submit, order_undo
    from games.services.seats import resign, standing_set
    from games.services.table_settings import TableSettings
    from games.services.tokens import token_make

    red, blue = (User.objects.create_user(name, f"{name}@example.org", "a long password") for name in ("red", "blue"))
    olga = User.objects.create_superuser("olga", "olga@example.org", "a long password")
    settings = TableSettings(name="Old", rules="classic_1959", seats_wanted=3, bots=("random",))
    game = game_create(creator=red, settings=settings)
    game = game_join(game_id=game.pk, user=blue, invite_token=game.invite_token)
    assert outbox_deliver() > 0, "no mail left"

    def asked() -> Waiting:
        return Waiting.objects.select_related("player__user").get(game=game)

    row = asked()
    order = suggested_orders(view_of(game, row.seat))[0].order
    given = {"game_id": game.pk, "seat": row.seat, "user_id": row.player.user_id or 0}
    assert order_submit(**given, ref=row.ref, source="web", key="once", text=order).seqs
    order_undo(**given, ref=asked().ref)
    standing_set(game_id=game.pk, user_id=red.pk, text="", ask_me=True)  # as the last release has it
    token_make(user=red, name="program", scope="play", game=game)

    visitor = Client()
    visitor.force_login(row.player.user)
    for name in ("home", "game", "game-history", "game-settings"):
        page = visitor.get(reverse(name, args=[game.slug] if name != "home" else []), secure=False)
        assert page.status_code == 200, (name, page.status_code)

    organize.game_pause(game_id=game.pk, user=olga, reason="upgrade")
    organize.game_resume(game_id=game.pk, user=olga, reason="done")
    late = asked()
    past = timezone.now() - timedelta(seconds=1)
    Waiting.objects.filter(pk=late.pk).update(due_at=past, deadline_at=past)
    assert deadline_sweep() == 1 and asked().seat != late.seat
    outbox_deliver()
    resign(game_id=game.pk, user_id=asked().player.user_id or 0)
    assert Entry.objects.filter(game=game).count() > 5 and Game.objects.get(pk=game.pk).is_running
    assert not OutboxMail.objects.filter(state=OutboxMail.State.RETRY).exists()
    print("a day of play:", Entry.objects.filter(game=game).count(), "entries")


if __name__ == "__main__":
    main()
