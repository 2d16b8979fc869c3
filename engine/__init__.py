"""The rules engine: maps, rules, dice and cards, without clock, database or web.

    >>> from engine import FastChance, new_game, default_answer, apply
    >>> state = new_game("modern", ["red", "blue", "green"], chance=FastChance(7)).state
    >>> state = apply(state, default_answer(state, state.active), FastChance(8)).state

States are opaque to callers: pages, mails, bots and the API see `view_for(state, viewer)` and
`event_for(event, viewer)`.
"""

from engine.core.actions import Action, End
from engine.core.advice import advise
from engine.core.agenda import Asked
from engine.core.boards import boards
from engine.core.chance import FastChance, KeyedChance, ScriptedChance
from engine.core.codec import (
    UnreadableGame,
    action_from_json,
    action_to_json,
    dump,
    event_from_json,
    event_to_json,
    is_public,
    load,
    pack,
    unpack,
)
from engine.core.conditions import Course
from engine.core.errors import CATALOGUE, IllegalAction, OrderError, UnreadableOrder, clipped
from engine.core.events import Event, captured_in_turn, event_for
from engine.core.language import speak_with
from engine.core.length import plans_setup, setup_answers, usual_turns
from engine.core.mapgraph import MapGraph, mapgraph
from engine.core.notation import find_territory, format_order, parse_order
from engine.core.offers import (
    AnyField,
    CardsField,
    ChoiceField,
    CountsField,
    Field,
    ForceField,
    ListField,
    NumberField,
    Offer,
    PlacementsField,
    RankingField,
    SeatField,
    TerritoryField,
)
from engine.core.reducer import Played, apply, apply_in_place, default_answer, new_game, next_step, open_decision, play
from engine.core.registry import ruleset, rulesets
from engine.core.ruleset import Overlay, RuleSet, Switch
from engine.core.scripts import Line, parse_message, play_message, read_message
from engine.core.state import COLOURS, GameState
from engine.core.units import ALL, Force, Piece
from engine.core.variants import (
    Difference,
    Term,
    changes_in,
    differences,
    for_seats,
    main_game,
    main_games,
    overlays_in,
    overlays_of_family,
    short_title,
    terms,
    with_switches,
)
from engine.core.view import PlayerView, SeatView, view_for
from engine.mechanics.battle.forecast import Fight, fight, outcome_of
from engine.mechanics.occupy import ASK, LEAST
from engine.rules import classic as classic  # importing a family registers its rule sets

from engine import bots as bots  # isort: skip  # registered last, as they read what is above; `like BOT` needs them

__all__ = [
    "ALL",
    "ASK",
    "CATALOGUE",
    "COLOURS",
    "LEAST",
    "Action",
    "AnyField",
    "Asked",
    "CardsField",
    "ChoiceField",
    "CountsField",
    "Course",
    "Difference",
    "End",
    "Event",
    "FastChance",
    "Field",
    "Fight",
    "Force",
    "ForceField",
    "GameState",
    "IllegalAction",
    "KeyedChance",
    "Line",
    "ListField",
    "MapGraph",
    "NumberField",
    "Offer",
    "OrderError",
    "Overlay",
    "Piece",
    "PlacementsField",
    "Played",
    "PlayerView",
    "RankingField",
    "RuleSet",
    "ScriptedChance",
    "SeatField",
    "SeatView",
    "Switch",
    "Term",
    "TerritoryField",
    "UnreadableGame",
    "UnreadableOrder",
    "action_from_json",
    "action_to_json",
    "advise",
    "apply",
    "apply_in_place",
    "boards",
    "captured_in_turn",
    "changes_in",
    "clipped",
    "default_answer",
    "differences",
    "dump",
    "event_for",
    "event_from_json",
    "event_to_json",
    "fight",
    "find_territory",
    "for_seats",
    "format_order",
    "is_public",
    "load",
    "main_game",
    "main_games",
    "mapgraph",
    "new_game",
    "next_step",
    "open_decision",
    "outcome_of",
    "overlays_in",
    "overlays_of_family",
    "pack",
    "parse_message",
    "parse_order",
    "plans_setup",
    "play",
    "play_message",
    "read_message",
    "ruleset",
    "rulesets",
    "setup_answers",
    "short_title",
    "speak_with",
    "terms",
    "unpack",
    "usual_turns",
    "view_for",
    "with_switches",
]
