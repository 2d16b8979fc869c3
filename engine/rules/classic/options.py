"""The switches of the classic family, each with the books that need it."""

from typing import Literal

from msgspec import Struct

from engine.core.errors import OptionError
from engine.core.language import gettext

MOST_STARTING_ARMIES = 200  # far above all boxes; a set-up by mail would never end
COUNTS = frozenset("23456")  # of players, as the keys of a table by their number


class ClassicOptions(Struct, frozen=True, kw_only=True):
    """The values of the 1959 game; other presets change some of them.

    `starting_armies` by number of players, None for one army a territory and no placing (1959, ruling R1).
    `placement_go` is how many armies a seat places at a time in set-up. `deck` names the symbols of the cards.
    """

    territory_setup: Literal["deal", "claim", "deal_three_piles"] = "deal"  # 1959, Modern, games for two
    starting_armies: dict[str, int] | None = None  # R1; Modern has a table
    placement_go: int = 1  # Modern Game Setup; with a neutral army one of its armies goes with them, R34
    first_player: Literal["left_of_dealer", "high_roll"] = "left_of_dealer"  # R3; Modern rolls, R15, R31
    reinforcement_minimum: int = 3  # R2
    set_values: Literal["escalating", "plus_one"] = "escalating"  # 1959 (h), Modern; "plus_one" 1959 for experts
    occupied_bonus: Literal["none", "once_per_turn", "once_per_set"] = "none"  # 1959 (h); the later books, R12
    elimination_trade_at: int = 6  # 1959 (i); Modern to the letter 7, R8
    elimination_trade_stop: Literal["may_continue", "stop_at_four"] = "may_continue"  # R10; Modern stops
    trade_on_draw_above_five: bool = False  # Modern Placing Armies, R9
    traded_cards: Literal["discard_pile", "deck_bottom"] = "discard_pile"  # 1959 (h), R13; later books lay them under
    draw_timing: Literal["before_fortify", "after_fortify"] = "after_fortify"  # 1959 Summary; Modern before, R33
    defender_dice: Literal["choose", "always_max"] = "choose"  # 1959 (c); Modern throws the most, R17
    fortify: Literal["adjacent_one", "connected_one", "connected_many"] = "adjacent_one"  # 1959 (g), for experts; R25
    army_cap: int | None = None  # 1959 for experts, R24
    attack_card_reroll: bool = False  # 1959 for experts, R22
    commander: bool = False  # 1959 for experts, R23
    capitals: Literal["none", "lose_and_out", "control_all"] = "none"  # 1959 for experts, R26; Capital Risk, R27
    capitals_needed: Literal["all"] | int = "all"  # R27: how many of the others' beside one's own
    missions: Literal["none", "us12", "eu14"] = "none"  # Secret Mission, R28, R29
    mission_target_killed_by_other: Literal["counts", "becomes_24"] = "counts"  # R29
    neutral_army: bool = False  # the books' games for two, R19, R34
    setup_orders: Literal["in_turn", "planned"] = "in_turn"  # the books' way; by mail from sealed plans, F9
    deck: Literal["A", "B", "C"] = "A"  # which figures stand on the cards differs from box to box


def problem_with(options: ClassicOptions, seats: int, territories: int) -> OptionError | None:
    """Return the sentence that says what is wrong with these switches for so many seats and territories; None if all
    is well."""
    return (
        _out_of_bounds(options)
        or _neutral_army(options, seats)
        or _races(options, seats)
        or _starting_armies(options, seats, territories)
    )


def _out_of_bounds(options: ClassicOptions) -> OptionError | None:
    if not 0 <= options.reinforcement_minimum <= 5:
        return OptionError(gettext("The fewest new armies must be 0 to 5."), "reinforcement_minimum")
    if options.elimination_trade_at not in (6, 7):
        return OptionError(
            gettext("Trading in after an elimination must begin at 6 or at 7 cards."), "elimination_trade_at"
        )
    if not 1 <= options.placement_go <= 3:
        return OptionError(gettext("Armies per placement during set-up must be 1 to 3."), "placement_go")
    if options.army_cap is not None and not 2 <= options.army_cap <= 99:
        return OptionError(gettext("The limit of armies on a territory must be 2 to 99, or none."), "army_cap")
    return None


def _neutral_army(options: ClassicOptions, seats: int) -> OptionError | None:
    """Check that a neutral army, two players and three piles come together."""
    piles = options.territory_setup == "deal_three_piles"
    if not (options.neutral_army or piles):
        return None
    if seats != 2:
        return OptionError(
            gettext("Only two players can play with a neutral army and a deal in three piles."),
            "neutral_army",
            "territory_setup",
        )
    if not options.neutral_army:
        return OptionError(
            gettext("A deal in three piles needs a neutral army to take the third pile."), "territory_setup"
        )
    if not piles:
        return OptionError(
            gettext("A neutral army needs a deal in three piles, so that it gets the third one."),
            "neutral_army",
            "territory_setup",
        )
    if options.starting_armies is None:
        return OptionError(
            gettext("With a neutral army you must set the number of starting armies."), "starting_armies"
        )
    if options.placement_go != 2:
        return OptionError(gettext("With a neutral army, armies per placement must be 2."), "placement_go")
    return None


def _races(options: ClassicOptions, seats: int) -> OptionError | None:
    """Check missions against capitals: they are two different races to the end."""
    if options.missions != "none" and not 3 <= seats <= 6:
        return OptionError(gettext("Missions are for 3 to 6 players."), "missions")
    if options.missions != "none" and options.capitals == "control_all":
        return OptionError(
            gettext("You cannot combine missions with winning by capitals: choose one of them."),
            "missions",
            "capitals",
        )
    if options.capitals_needed == "all":
        return None
    if options.capitals != "control_all":
        return OptionError(
            gettext("You can set the capitals needed only in a game that is won by capitals."), "capitals_needed"
        )
    if not 1 <= options.capitals_needed < seats - 1:
        return OptionError(
            gettext("With {seats} players you can ask for 1 to {most} other capitals, or for all of them.").format(
                seats=seats, most=seats - 2
            ),
            "capitals_needed",
        )
    return None


def _starting_armies(options: ClassicOptions, seats: int, territories: int) -> OptionError | None:
    """Check the starting armies: enough for every territory that a seat may get, and not more than finds room."""
    if options.starting_armies is None:
        return None
    if not COUNTS.issuperset(options.starting_armies):
        return OptionError(
            gettext("Starting armies must be given for each number of players, 2 to 6."), "starting_armies"
        )
    armies = options.starting_armies.get(str(seats))
    if armies is None:
        return OptionError(
            gettext("The starting armies for {seats} players are missing.").format(seats=seats), "starting_armies"
        )
    sides = seats + options.neutral_army
    least = -(-territories // sides)  # one for each territory of whoever gets most of them
    if not least <= armies <= MOST_STARTING_ARMIES:
        words = gettext("With {seats} players each player needs {least} to {most} starting armies.").format(
            seats=seats, least=least, most=MOST_STARTING_ARMIES
        )
        return OptionError(words, "starting_armies")
    room = (options.army_cap or MOST_STARTING_ARMIES) * (territories // sides)  # of whoever gets fewest
    if armies > room:
        words = gettext("With at most {cap} armies on a territory there is room for {room} starting armies.").format(
            cap=options.army_cap, room=room
        )
        return OptionError(words, "army_cap", "starting_armies")
    return None
