"""The rules engine: maps, rules, dice and cards, without clock, database or web.

    >>> from engine import FastChance, new_game, apply, default_answer
    >>> state = new_game("modern", ["red", "blue", "green"], chance=FastChance(7)).state
    >>> state = apply(state, default_answer(state, state.active), FastChance(8)).state

States are opaque to callers: pages, mails, bots and the API see `view_for(state, viewer)` and
`event_for(event, viewer)`.
"""

from engine import bots as bots  # which register themselves, as `like BOT` needs them
from engine.core.actions import Action, End
from engine.core.advice import hazards_for, warnings_for
from engine.core.agenda import PendingDecision
from engine.core.boards import boards_for
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
from engine.core.conditions import Condition, ConditionEvaluator, format_condition, read_condition
from engine.core.dice import Clash
from engine.core.errors import ERROR_MESSAGES, IllegalAction, OrderError, UnreadableOrder, clipped
from engine.core.events import Event, captured_in_turn, event_for, hides_order
from engine.core.facts import Facts
from engine.core.language import speak_with
from engine.core.length import plans_setup, setup_answers, usual_round_questions, usual_turns
from engine.core.mapgraph import Continent, MapGraph, mapgraph
from engine.core.notation import Command, format_order, parse_order
from engine.core.offers import (
    AmountsField,
    AnyField,
    CardsField,
    ChoiceField,
    CountsField,
    Field,
    ForceField,
    ListField,
    LossesField,
    NumberField,
    Offer,
    PieceMovesField,
    PlacementsField,
    RankingField,
    SeatField,
    TerritoriesField,
    TerritoryField,
    Value,
)
from engine.core.place_names import find_continent, find_territory, spoken
from engine.core.reducer import (
    Transition,
    apply,
    apply_in_place,
    default_answer,
    implied_action,
    new_game,
    open_decision,
    play,
)
from engine.core.registry import ruleset, rulesets
from engine.core.ruleset import Overlay, RuleSet, Switch
from engine.core.scripts import ScriptLine, parse_message, play_message, read_message
from engine.core.state import COLOURS, GameState
from engine.core.units import ALL, Force, Piece
from engine.core.variants import (
    RECONSTRUCTED,
    OptionDifference,
    OptionText,
    base_preset,
    base_presets,
    changed_options,
    compare_presets,
    describe_options,
    overlays_in,
    overlays_of_family,
    preset_for_player_count,
    short_title,
    with_switches,
)
from engine.core.view import PlayerView, SeatView, view_for
from engine.mechanics.action_cards.kinds import CardKind, catalogue_of
from engine.mechanics.battle.fight import defender_may_be_asked
from engine.mechanics.battle.forecast import Fight, fight, outcome_of
from engine.mechanics.battle.leading import Leading, leading_of
from engine.mechanics.battle.orders import with_usual_advance
from engine.mechanics.occupy import ASK, LEAST
from engine.mechanics.purchase import CARDS_A_TURN
from engine.rules import classic as classic  # importing a family registers its rule sets
from engine.rules import godstorm as godstorm
from engine.rules import risk2210 as risk2210

__all__ = [
    "Command",
    "RECONSTRUCTED",
    "AmountsField",
    "ALL",
    "ASK",
    "CARDS_A_TURN",
    "ERROR_MESSAGES",
    "COLOURS",
    "CardKind",
    "Value",
    "catalogue_of",
    "defender_may_be_asked",
    "LEAST",
    "Leading",
    "leading_of",
    "Action",
    "AnyField",
    "PendingDecision",
    "CardsField",
    "ChoiceField",
    "Clash",
    "CountsField",
    "Condition",
    "ConditionEvaluator",
    "Continent",
    "OptionDifference",
    "End",
    "Event",
    "FastChance",
    "Field",
    "Facts",
    "Fight",
    "Force",
    "ForceField",
    "GameState",
    "IllegalAction",
    "KeyedChance",
    "ScriptLine",
    "ListField",
    "LossesField",
    "MapGraph",
    "NumberField",
    "Offer",
    "OrderError",
    "Overlay",
    "Piece",
    "PieceMovesField",
    "PlacementsField",
    "Transition",
    "PlayerView",
    "RankingField",
    "RuleSet",
    "ScriptedChance",
    "SeatField",
    "SeatView",
    "Switch",
    "OptionText",
    "TerritoriesField",
    "TerritoryField",
    "UnreadableGame",
    "UnreadableOrder",
    "action_from_json",
    "action_to_json",
    "hazards_for",
    "warnings_for",
    "apply",
    "apply_in_place",
    "boards_for",
    "captured_in_turn",
    "changed_options",
    "clipped",
    "default_answer",
    "compare_presets",
    "dump",
    "event_for",
    "hides_order",
    "event_from_json",
    "event_to_json",
    "fight",
    "find_continent",
    "find_territory",
    "preset_for_player_count",
    "format_condition",
    "format_order",
    "is_public",
    "load",
    "base_preset",
    "base_presets",
    "mapgraph",
    "new_game",
    "implied_action",
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
    "read_condition",
    "read_message",
    "ruleset",
    "rulesets",
    "setup_answers",
    "short_title",
    "speak_with",
    "spoken",
    "describe_options",
    "unpack",
    "usual_round_questions",
    "usual_turns",
    "view_for",
    "with_usual_advance",
    "with_switches",
]
