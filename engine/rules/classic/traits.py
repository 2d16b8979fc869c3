"""What the options of the classic family mean for a game, in a few words each: the lines of the comparison.

Switches that a form offers bring their own words; here is what they leave out, and the options that no form offers.
What plays no part in a game has no words.
"""

from collections.abc import Mapping

from engine.core.language import gettext, gettext_noop
from engine.core.ruleset import OptionDescription
from engine.core.variants import description_of
from engine.rules.classic.options import ClassicOptions
from engine.rules.classic.switches import SWITCHES


def _describe_by_words(name: str, title: str, words: Mapping[object, str]) -> OptionDescription:
    return OptionDescription(name, title, lambda options: gettext(words[getattr(options, name)]))


def _starting_armies(options: ClassicOptions) -> str:
    """Describe the table of a box in words: "35 with 3 players, 5 fewer for each extra player"."""
    if options.starting_armies is None:
        return gettext("one on each territory")
    by_seats = sorted((int(seats), armies) for seats, armies in options.starting_armies.items())
    (seats, most), *others = by_seats
    if not others:
        return gettext("{armies} for each side").format(armies=most)
    steps = {before - after for (_, before), (_, after) in zip(by_seats, others, strict=False)}
    if len(steps) == 1 and min(steps) > 0:
        words = gettext("{armies} with {seats} players, {fewer} fewer for each extra player")
        return words.format(armies=most, seats=seats, fewer=steps.pop())
    words = gettext("{armies} with {seats} players")
    return ", ".join(words.format(armies=armies, seats=count) for count, armies in by_seats)


def _army_cap(options: ClassicOptions) -> str:
    if options.army_cap is None:
        return gettext("any number")
    return gettext("{most} at most").format(most=options.army_cap)


def _placement_go(options: ClassicOptions) -> str:
    if options.starting_armies is None:
        return ""
    words = {1: gettext("one"), 2: gettext("two"), 3: gettext("three")}
    count = words.get(options.placement_go, str(options.placement_go))
    return gettext("{count}, and one neutral army").format(count=count) if options.neutral_army else count


def _setup_orders(options: ClassicOptions) -> str:
    if options.starting_armies is None and options.territory_setup == "deal":
        return ""
    return {"in_turn": gettext("turn by turn"), "planned": gettext("everyone plans at once")}[options.setup_orders]


def _mission_target(options: ClassicOptions) -> str:
    if options.missions == "none":
        return ""
    words = {"counts": gettext("your mission is complete"), "becomes_24": gettext("you need 24 territories")}
    return words[options.mission_target_killed_by_other]


def _capitals_needed(options: ClassicOptions) -> str:
    if options.capitals != "control_all":
        return ""
    if options.capitals_needed == "all":
        return gettext("all of them")
    return gettext("{count} besides your own").format(count=options.capitals_needed)


def _deck(options: ClassicOptions) -> str:
    return gettext("card symbols as in box {box}").format(box=options.deck)


OWN = (
    _describe_by_words(
        "territory_setup",
        gettext_noop("Territories at the start"),
        {
            "deal": gettext_noop("dealt by the cards"),
            "claim": gettext_noop("claimed in turn"),
            "deal_three_piles": gettext_noop("dealt in three piles"),
        },
    ),
    OptionDescription("starting_armies", gettext_noop("Armies at the start"), _starting_armies),
    _describe_by_words(
        "first_player",
        gettext_noop("Who goes first"),
        {
            "left_of_dealer": gettext_noop("left of a dealer drawn by lot"),
            "high_roll": gettext_noop("the highest roll"),
        },
    ),
    _describe_by_words(
        "occupied_bonus",
        gettext_noop("Cards of your own territories"),
        {
            "none": gettext_noop("bring nothing"),
            "once_per_turn": gettext_noop("bring 2 armies once a turn"),
            "once_per_set": gettext_noop("bring 2 armies with every set"),
        },
    ),
    _describe_by_words(
        "elimination_trade_stop",
        gettext_noop("Sets after an elimination"),
        {
            "may_continue": gettext_noop("down to four cards, then more if you like"),
            "stop_at_four": gettext_noop("only down to four cards"),
        },
    ),
    _describe_by_words(
        "trade_on_draw_above_five",
        gettext_noop("If you draw a sixth card"),
        {
            False: gettext_noop("you keep it for your next turn"),
            True: gettext_noop("you can trade in a set at once"),
        },
    ),
    _describe_by_words(
        "draw_timing",
        gettext_noop("The card for a capture"),
        {
            "before_fortify": gettext_noop("before the free move"),
            "after_fortify": gettext_noop("at the end of the turn"),
        },
    ),
    OptionDescription("army_cap", gettext_noop("Armies on one territory"), _army_cap),
    _describe_by_words(
        "missions",
        gettext_noop("Secret missions"),
        {
            "none": gettext_noop("none"),
            "us12": gettext_noop("one each, of the American twelve"),
            "eu14": gettext_noop("one each, of the European fourteen"),
        },
    ),
    _describe_by_words(
        "attack_card_reroll",
        gettext_noop("Cards in battle"),
        {False: gettext_noop("not used"), True: gettext_noop("reroll one die")},
    ),
    _describe_by_words(
        "commander",
        gettext_noop("Commanders"),
        {False: gettext_noop("none"), True: gettext_noop("one die a turn becomes a 6")},
    ),
    OptionDescription("setup_orders", gettext_noop("Set-up"), _setup_orders),
    OptionDescription("placement_go", gettext_noop("Armies per placement during set-up"), _placement_go),
    OptionDescription(
        "mission_target_killed_by_other", gettext_noop("When others destroy your target"), _mission_target
    ),
    OptionDescription("capitals_needed", gettext_noop("Capitals needed to win"), _capitals_needed),
    _describe_by_words(
        "neutral_army",
        gettext_noop("Neutral army"),
        {False: gettext_noop("none"), True: gettext_noop("holds a third of the territories")},
    ),
    OptionDescription("deck", gettext_noop("Deck"), _deck),
)


def _all() -> tuple[OptionDescription, ...]:
    """List the traits, one for each option, in the order in which the options stand."""
    said = {switch.name: description_of(switch) for switch in SWITCHES} | {trait.name: trait for trait in OWN}
    return tuple(said[name] for name in ClassicOptions.__struct_fields__)


TRAITS = _all()
