"""The classic family: all its games as values of the same parts.

Sources: the 1959 rulebook; the modern rules text; the classic parts of the 2210 and Godstorm books. What each switch
decides, and which book asks for it, stands beside it in `ClassicOptions`, the values of each game in `presets`;
rulings for what the books leave open are in docs/rulings.md.
"""

from collections.abc import Callable

from engine.core.family import Family
from engine.core.registry import register, register_family
from engine.core.ruleset import RuleSet
from engine.mechanics import battle, card_sets, deploy, fortify, income, occupy, setup, setup_plan, turns
from engine.mechanics.battle.types import AttackStep
from engine.rules.classic import (
    capitals,
    case_keys,
    dice_modifiers,
    limits,
    missions,
    once_per_turn,
    rulebook,
    victory_conditions,
)
from engine.rules.classic.options import ClassicOptions, problem_with
from engine.rules.classic.overlays import overlays_of, problem_on
from engine.rules.classic.presets import PRESETS, Preset
from engine.rules.classic.state import ClassicState
from engine.rules.classic.switches import switches_of
from engine.rules.classic.traits import TRAITS

SETUP = (
    setup.ChooseFirst(),
    missions.DealMissions(),
    setup.DistributeTerritories(),
    capitals.ChooseCapitals(),
    turns.StartRound(),
)

TURN = (
    turns.BeginTurn(),
    income.CollectIncome(),
    card_sets.TradeStep("turn"),
    deploy.PlaceStep(),
    AttackStep(),
    card_sets.DrawStep("before_fortify"),
    fortify.FortifyStep(),
    card_sets.DrawStep("after_fortify"),
    turns.EndTurn(),
)
MECHANICS = (
    turns.MECHANIC,
    setup.MECHANIC,
    setup_plan.MECHANIC,
    income.MECHANIC,
    card_sets.MECHANIC,
    deploy.MECHANIC,
    battle.MECHANIC,
    dice_modifiers.MECHANIC,
    occupy.MECHANIC,
    fortify.MECHANIC,
    capitals.MECHANIC,
    missions.MECHANIC,
    once_per_turn.MECHANIC,
    limits.MECHANIC,
    victory_conditions.MECHANIC,
)


def ruleset_of(preset: Preset) -> RuleSet:
    """Make a rule set from a preset; the parts are the same for all presets."""
    return RuleSet(
        id=preset.id,
        family="classic",
        version=2,
        title=preset.title,
        summary=preset.summary,
        seats=preset.seats,
        map=preset.map,
        options=preset.options,
        mechanics=MECHANICS,
        setup=SETUP,
        turn=TURN,
        state_type=ClassicState,
        init_state=card_sets.deal_deck,
        validate=_checks(preset),
        incomes=income.list_incomes,
        switches=switches_of(preset.options),
        overlays=overlays_of(preset.options),
        for_two=preset.for_two,
        short=preset.short,
        rounds=preset.rounds,
        descriptions=TRAITS,
        reconstructed=card_sets.reconstructed_symbols,
    )


def _checks(preset: Preset) -> Callable[[ClassicOptions, int, int], str]:
    """Make the function that checks the switches of a game that starts from this preset."""
    return lambda options, seats, territories: (
        problem_on(preset.options, options) or problem_with(options, seats, territories) or ""
    )


register_family(
    Family(
        "classic",
        keys=case_keys.KEYS,
        case_map="classic42",
        battle_orders=("reroll", "commander", "keep"),
        orders_after_placing=("capital",),
        unit_changes={capitals.TakenOver: capitals.armies_taken_over},
        cards_aside=capitals.cards_aside,
        book=rulebook.book,
    )
)

for preset in PRESETS:
    register(ruleset_of(preset))
