"""What is shown of the chances in an ended game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import engine
from chances.drawing import Plot, draw
from chances.models import GameChances
from chances.points import Turn, chances_of, outcome_of
from chances.wording import sentence_of, title_of, turn_title
from common.prepared import Prepared
from engine.playouts import standard_error
from games.families.final_ranking import kept_places
from games.models import Game, Player
from games.models.game import game_path
from games.selectors.access import Access
from games.selectors.key_moments import KeyMoment
from games.selectors.page_data import PageReader
from games.wording.amounts import percent
from games.wording.seats import colour_name

KNOWN = Prepared(lambda game: GameChances.objects.filter(game=game), game=int)


@dataclass(frozen=True)
class ShownPoint:
    """A turning point: its turn, a sentence, and where the game can be looked at as it stood then."""

    title: str
    words: str
    url: str


@dataclass(frozen=True)
class ShownTurn:
    """A row of the table: its turn, the chance of each seat in words, how many games they come from."""

    title: str
    url: str
    chances: tuple[str, ...]
    games: int


@dataclass(frozen=True)
class ChancesPart:
    """What templates/chances/result.html shows. Without a plot the work is not done yet: `done` of its turns are."""

    done: int = 0
    plot: Plot | None = None
    seats: tuple[tuple[str, str], ...] = ()
    points: tuple[ShownPoint, ...] = ()
    turns: tuple[ShownTurn, ...] = ()
    error: str = ""


def chances_part(access: Access, reading: PageReader) -> ChancesPart | None:
    """Build the part of the page of an ended game; None where there is nothing to come. One query."""
    game = access.game
    row = row_of(game)
    if row is None or (row.done_at and not row.turns):
        return None
    if row.done_at is None:
        return ChancesPart(done=row.count)
    row.game, colours = game, colours_of(access.players)
    outcome = outcome_of(kept_places(game.result) or [], len(colours))
    return ChancesPart(
        done=row.count,
        plot=draw(row.turns, outcome, colours, [point["seq"] for point in row.points], game.rules),
        seats=tuple((colour, colour_name(colour)) for colour in colours),
        points=tuple(
            ShownPoint(each.title, each.words, game_path("game-history", game.slug, each.until))
            for each in told(row, colours)
        ),
        turns=tuple(shown_turn(game, turn, colours) for turn in row.turns),
        error=percent(largest_error(row.turns)),
    )


def row_of(game: Game) -> GameChances | None:
    """Read the chances of a game that has ended; None for any other, and before the work begins. One query."""
    return next(iter(KNOWN(game=game.pk)), None) if game.has_ended else None


def shown_turn(game: Game, turn: Turn, colours: Sequence[str]) -> ShownTurn:
    return ShownTurn(
        turn_title(turn[1], turn[2], game.rules, colours),
        game_path("game-history", game.slug, turn[0]),
        tuple(percent(chance) for chance in chances_of(turn)),
        turn[3],
    )


def largest_error(turns: Sequence[Turn]) -> float:
    return max(standard_error(won, turn[3]) for turn in turns for won in turn[4])


def told(row: GameChances, colours: Sequence[str]) -> list[KeyMoment]:
    """Tell the turning points of a game, oldest first."""
    rules, graph = row.game.rules, engine.mapgraph(row.game.map)
    return [
        KeyMoment(point["seq"], point["until"], title_of(point, rules, colours), sentence_of(point, graph, colours))
        for point in row.points
    ]


def moments_of(game: Game, colours: Sequence[str]) -> list[KeyMoment]:
    """Tell the turning points of an ended game; none for any other. One query."""
    row = row_of(game)
    if row is None:
        return []
    row.game = game
    return told(row, colours)


def colours_of(players: Sequence[Player]) -> list[str]:
    """List the colours of a game's seats in their order."""
    seated = [player for player in players if player.seat is not None]
    return [player.colour for player in sorted(seated, key=lambda player: player.seat or 0)]
