"""What figures bring to the site: each record registers when this module is imported."""

from __future__ import annotations

from django.utils.translation import gettext

from games.lines import PAST_LINES, Line, Link, Reader
from games.models import Game
from games.models.game import game_path


def figures_link(reader: Reader, game: Game) -> Link | None:
    """Link to the figures of a game that has begun."""
    return Link(game_path("figures", game.slug), gettext("In figures"), "chart") if game.has_board else None


PAST_LINES.add(Line("figures", figures_link))
