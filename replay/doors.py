"""What replays bring to the site: each record registers when this module is imported."""

from __future__ import annotations

from django.utils.translation import gettext

from games.lines import PAST_LINES, Line, Link, Reader
from games.models import Game
from games.models.game import game_path
from games.services.background import BACKGROUND, BackgroundWork
from replay.films import films_make, work_waits


def replay_link(reader: Reader, game: Game) -> Link | None:
    """Link to the replay of a game that has begun."""
    text = gettext("Replay the game") if game.has_ended else gettext("Replay")
    return Link(game_path("replay", game.slug), text, "play") if game.has_board else None


PAST_LINES.add(Line("replay", replay_link))
BACKGROUND.add(BackgroundWork("films", work_waits, films_make, awaited=True))
