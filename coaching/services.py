"""Begin and end coached games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

import engine
from games.clocks.values import usual_clock
from games.models import Game
from games.services.lobby import game_create
from games.services.table_settings import TableSettings, with_usual_setup

if TYPE_CHECKING:
    from accounts.models import User

COACHED = ("modern", "risk2210", "godstorm")
"""The rule sets that are taught, from the easiest on."""

PACE = 7 * 24 * 60
"""Minutes for an answer: nobody who learns is to be hurried, and nobody waits for them."""

OPPONENTS = ("recruit", "recruit")


def lesson_start(user: User, rules: str) -> Game:
    """Create a game against bots in which its person is coached. Raises KeyError for rules that are not taught, and
    what `game_create` raises."""
    if rules not in COACHED:
        raise KeyError(rules)
    title = engine.ruleset(rules).title
    settings = TableSettings(
        name=_("First game of %(rules)s") % {"rules": _(title)},
        rules=rules,
        options=with_usual_setup(rules, {}, PACE),
        seats_wanted=len(OPPONENTS) + 1,
        bots=OPPONENTS,
        public=False,
        watch=Game.Watch.PLAYERS,
        clock={**usual_clock(user.timezone), "span": PACE},
    )
    with transaction.atomic():
        game = game_create(creator=user, settings=settings)
        Game.objects.filter(pk=game.pk).update(coached=True)
    return game


def lesson_end(game: Game, user: User) -> bool:
    """Let the coach go; the game goes on. Returns whether there was one."""
    return Game.objects.filter(pk=game.pk, creator=user, coached=True).update(coached=False) > 0
