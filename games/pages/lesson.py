"""The example of "How to play": a turn played by the engine, and its pictures by the renderer of every board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

import engine
from games.boards.board import BoardContext, board_context, mini_map
from games.boards.geometry import Box, drawn_sheet
from games.boards.overlays import Marks
from games.decisions.cards.hand import TerritoryCard, card_of
from games.decisions.kit import evaluation
from games.decisions.kit.page_types import StoryLine
from games.families.parts import parts_of
from games.pages.worked_turn import Scene, Shown, fight_of, play_steps, scene, show
from games.wording.amounts import percent

BOARD = """
blue: Alaska 2, Northwest Territory 1, Alberta 2, Ontario 3, Western United States 1, Eastern United States 2,
  Central America 2, Venezuela 2, Peru 1, Brazil 3, Argentina 4
| red: Greenland 3, Quebec 3, Iceland 1, Great Britain 2, Northern Europe 4, Western Europe 3, Southern Europe 2,
  North Africa 3, Egypt 2, East Africa 1, Congo 2, Kamchatka 2, Yakutsk 1, Japan 1
| green: Scandinavia 2, Ukraine 4, South Africa 2, Madagascar 1, Ural 1, Siberia 2, Irkutsk 1, Afghanistan 3, China 2,
  Mongolia 2, Middle East 4, India 1, Siam 3, Indonesia 2, New Guinea 1, Western Australia 1, Eastern Australia 1
"""  # as typed
SEATS = ("blue", "red", "green")
ORDERS = """
place 5 Brazil
attack Brazil N Africa until captured
advance 4
fortify Argentina Brazil 3
"""  # as typed
DICE = {"attacker": [6, 4, 1, 5, 5, 2], "defender": [5, 4, 4, 1]}
DECK = "A"
PLACES = ("brazil", "north_africa", "argentina")
CARDS = ("Egypt", "Greenland", "Brazil")
PART: Box = (380, 560, 700, 480)


@dataclass(frozen=True)
class Lesson:
    """What templates/games/help.html shows: the board, the pictures of a turn, a fight, a set of cards."""

    world: SafeString
    board: BoardContext
    place: Scene
    attack: Scene
    captured: Scene
    fortify: Scene
    fight: StoryLine
    cards: tuple[TerritoryCard, ...]
    odds: str


def lesson() -> Lesson:
    return _lesson(get_language() or "")


@lru_cache(maxsize=8)
def _lesson(language: str) -> Lesson:
    """Build the lesson once for each language, which is the key of its cache and nothing else."""
    views, fight = turn()
    start, placed, taken, moved_in, done = views
    graph, sheet = engine.mapgraph(start.map), drawn_sheet(start.map)
    brazil, africa, argentina = (graph.number[name] for name in PLACES)
    odds = percent(evaluation.chance(placed, brazil, africa))
    america = next(part.members for part in graph.continents if part.id == "south_america")
    aim = Marks(src=brazil, target=africa, selectable={africa: odds}, order=(brazil, africa), deciding=True)
    board = board_context(start, graph, marks=Marks(look_at=america), label=_("A board in the middle of a game"))
    return Lesson(
        world=mini_map(start, _("The whole world in three colours")),
        board=board,
        place=scene(
            sheet,
            start,
            Marks(selectable={brazil: f"+{start.pool}"}, deciding=True),
            PART,
            _("Brazil will get 5 new armies"),
        ),
        attack=scene(sheet, placed, aim, PART, _("Brazil with 8 armies attacks North Africa, which has 3")),
        captured=scene(
            sheet,
            moved_in,
            Marks(order=(brazil, africa), highlighted=(africa,)),
            PART,
            _("North Africa is Blue’s now, with 4 armies; 3 stayed in Brazil"),
        ),
        fortify=scene(
            sheet,
            done,
            Marks(order=(argentina, brazil), highlighted=(brazil,)),
            PART,
            _("3 armies went from Argentina to Brazil, which has 6 now"),
        ),
        fight=fight,
        cards=tuple(card_of(graph, DECK, graph.names.index(name)) for name in CARDS),
        odds=odds,
    )


@lru_cache(maxsize=16)
def family_turn(rules: str, language: str) -> tuple[Shown, ...]:
    """Draw the turn that the family of some rules shows, once for each language. Raises KeyError where it has none."""
    told = parts_of(rules).lesson
    if told is None:
        raise KeyError(rules)
    return show(told.turn)


def turn() -> tuple[Sequence[engine.PlayerView], StoryLine]:
    """Play the turn: return what Blue sees at each step, and its fight."""
    played = list(play_steps(BOARD, "modern", SEATS, [[order] for order in ORDERS.strip().splitlines()], DICE))
    fights = (fight_of(step, SEATS) for step in played)
    return [step.view for step in played], next(fight for fight in fights if fight)
