"""Small maps and questions for the list of games, kept in the cache until the game goes on."""

from __future__ import annotations

from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

import engine
from accounts.models import User
from common.caches import get_or_make
from games.boards.board import BoardContext, board_context
from games.boards.geometry import stages
from games.boards.outlines import outlines_url
from games.decisions.registry import prompt_for
from games.errors import OtherEdition
from games.models import Game
from games.pages.thumbnails import mini_of
from games.selectors.access import view_of
from games.selectors.lists import MyGames
from games.selectors.story import entries_since, since_last_turn, visible_events
from games.wording.narration import names_for
from games.wording.narration.toll import toll

MOST = 24
"""Games of a list that are drawn; the others are rows without a picture."""

KEEP = 24 * 3600


def moment_of(game: Game) -> str:
    """Return the name of a moment of a game in the cache, by the head of its chain and not by the row's number: a
    database that was put back from a backup gives the same numbers to other moments, while the cache lives on. Drawings
    name the files of their board, one for each stage, which have other addresses once they are changed; what is drawn
    has words of the reader's language."""
    files = ",".join(outlines_url(stage.id) for stage in stages(game.map))
    return f"{game.head}:{game.seq}:{files}:{get_language()}"


def mini_map_of(game: Game, viewer: int | None) -> SafeString:
    """Draw the small map of a game as one seat sees it; two queries if it is not in the cache."""
    return row_of(game, viewer)[0]


def row_of(game: Game, viewer: int | None) -> tuple[SafeString, str, str]:
    """Draw the small map of a game as one seat sees it; with it what that seat is asked, in the words of its mail, and
    what others did to it since its last turn. Four queries if they are not in the cache.

    Empty for a game of rules that are not here: it must not take the list with it in which it stands.
    """

    def made() -> tuple[SafeString, str, str]:
        view = view_of(game, viewer)
        asked = prompt_for(view).sentence if view.must_answer else ""
        return mini_of(view, game.name), asked, recent_attacks(game, view)

    try:
        return get_or_make(f"row:{moment_of(game)}:{viewer}", tuple[SafeString, str, str], KEEP, made)
    except OtherEdition:
        return SafeString(""), "", ""


def recent_attacks(game: Game, view: engine.PlayerView) -> str:
    """Tell what others did to the viewer since their last turn. Two queries; none for spectators."""
    if view.viewer is None:
        return ""
    since = since_last_turn(game, view.viewer, view)
    entries = entries_since(game, since.seq) if since.seq else []
    events = (event for entry in entries for event in visible_events(entry, view.viewer))
    return toll(events, names_for(view, html=False))


def add_minis(user: User, mine: MyGames) -> None:
    """Give the rows of a person's games their `mini`, `ask` and `recent_attacks`."""
    rows: list[tuple[Any, Game, int | None]] = [(row, row.game, row.seat) for row in mine.your_turn]
    rows += [(player, player.game, player.seat) for player in [*mine.others, *mine.paused]]
    drawn = [row for row in rows if row[1].has_board][:MOST]
    for row, game, seat in drawn:
        row.mini, row.ask, row.happened = row_of(game, seat)


def front_board(game: Game) -> BoardContext:
    """Draw the board of a public game as spectators see it, for the front; phones show the continent that most players
    share. Empty for rules that are not here."""

    def made() -> BoardContext:
        view, graph = view_of(game, None), engine.mapgraph(game.map)
        label = _("Board of %(game)s") % {"game": game.name}
        return board_context(view, graph, shown=busiest(view, graph), label=label, narrow_only=True)

    try:
        return get_or_make(f"front:{moment_of(game)}", BoardContext, KEEP, made)
    except OtherEdition:
        return BoardContext()


def busiest(view: engine.PlayerView, graph: engine.MapGraph) -> str:
    """Find the continent that most players share, the largest of several."""

    shared = [
        (len({view.owner[place] for place in each.members}), len(each.members), each.id) for each in graph.continents
    ]
    return max(shared)[2] if shared else "whole"
