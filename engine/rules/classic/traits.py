"""What the options of the classic family mean for a game, in a few words each: the lines of the comparison.

Switches that a form offers bring their own words; here is what they leave out, and the options that no form offers.
What plays no part in a game has no words.
"""

from collections.abc import Mapping
from typing import Any

from engine.core.ruleset import Trait
from engine.core.variants import trait_of
from engine.rules.classic.options import ClassicOptions
from engine.rules.classic.switches import SWITCHES


def _worded(name: str, title: str, words: Mapping[Any, str]) -> Trait:
    return Trait(name, title, lambda options: words[getattr(options, name)])


def _starting_armies(options: ClassicOptions) -> str:
    """The table of a box in words: "35 with 3 players, 5 fewer with each more"."""
    if options.starting_armies is None:
        return "one on each territory"
    table = sorted((int(seats), armies) for seats, armies in options.starting_armies.items())
    (seats, most), *others = table
    if not others:
        return f"{most} for each side"
    steps = {before - after for (_, before), (_, after) in zip(table, others, strict=False)}
    if len(steps) == 1 and min(steps) > 0:
        return f"{most} with {seats} players, {steps.pop()} fewer with each more"
    return ", ".join(f"{armies} with {count} players" for count, armies in table)


def _army_cap(options: ClassicOptions) -> str:
    return "any number" if options.army_cap is None else f"{options.army_cap} at most"


def _placement_go(options: ClassicOptions) -> str:
    if options.starting_armies is None:
        return ""
    count = {1: "one", 2: "two", 3: "three"}.get(options.placement_go, str(options.placement_go))
    return f"{count}, and one of the neutral army" if options.neutral_army else count


def _setup_orders(options: ClassicOptions) -> str:
    if options.starting_armies is None and options.territory_setup == "deal":
        return ""
    return {"in_turn": "turn by turn", "planned": "everybody plans at once"}[options.setup_orders]


def _mission_target(options: ClassicOptions) -> str:
    if options.missions == "none":
        return ""
    words = {"counts": "the mission is fulfilled", "becomes_24": "it becomes 24 territories"}
    return words[options.mission_target_killed_by_other]


def _capitals_needed(options: ClassicOptions) -> str:
    if options.capitals != "control_all":
        return ""
    return "all of them" if options.capitals_needed == "all" else f"{options.capitals_needed} besides your own"


OWN = (
    _worded(
        "territory_setup",
        "Land at the start",
        {"deal": "dealt by the cards", "claim": "claimed in turn", "deal_three_piles": "dealt in three piles"},
    ),
    Trait("starting_armies", "Armies at the start", _starting_armies),
    _worded(
        "first_player", "Who begins", {"left_of_dealer": "left of a dealer drawn by lot", "high_roll": "highest throw"}
    ),
    _worded(
        "occupied_bonus",
        "Land on your cards",
        {
            "none": "brings nothing",
            "once_per_turn": "brings two armies once a turn",
            "once_per_set": "brings two armies with every set",
        },
    ),
    _worded(
        "elimination_trade_stop",
        "Sets after an elimination",
        {"may_continue": "down to four cards, then more if you like", "stop_at_four": "only down to four cards"},
    ),
    _worded(
        "trade_on_draw_above_five",
        "A sixth card drawn",
        {False: "kept for the next turn", True: "a set may be turned in at once"},
    ),
    _worded(
        "draw_timing",
        "The card for a capture",
        {"before_fortify": "before the free move", "after_fortify": "at the end of the turn"},
    ),
    Trait("army_cap", "Armies on one territory", _army_cap),
    _worded(
        "missions",
        "Secret missions",
        {"none": "none", "us12": "one each, of the American twelve", "eu14": "one each, of the European fourteen"},
    ),
    _worded("attack_card_reroll", "Cards in battle", {False: "not used", True: "one die may be thrown again"}),
    _worded("commander", "Commanders", {False: "none", True: "one die a turn becomes a six"}),
    Trait("setup_orders", "Set-up", _setup_orders),
    Trait("placement_go", "Armies a go in set-up", _placement_go),
    Trait("mission_target_killed_by_other", "When others destroy your target", _mission_target),
    Trait("capitals_needed", "Capitals that win", _capitals_needed),
    _worded("neutral_army", "Neutral army", {False: "none", True: "holds a third of the land"}),
    Trait("deck", "Deck", lambda options: f"with the figures of box {options.deck}"),
)


def _all() -> tuple[Trait, ...]:
    """One for each option, in the order in which the options stand."""
    said = {switch.name: trait_of(switch) for switch in SWITCHES} | {trait.name: trait for trait in OWN}
    return tuple(said[name] for name in ClassicOptions.__struct_fields__)


TRAITS = _all()
