"""The switches of Godstorm: few, as the book leaves little open."""

from typing import Literal

from msgspec import Struct, field

from engine.core.errors import OptionError
from engine.core.language import gettext

STARTING_ARMIES = {"2": 30, "3": 35, "4": 30, "5": 25}  # 004 "Place Armies, Gods, and Temples"


class OptionsGodstorm(Struct, frozen=True, kw_only=True):
    """The values of the book; what has one value alone is fixed by it, and is read by shared mechanics."""

    territory_setup: Literal["deal", "claim"] = "deal"  # 004 "Non-random Setup"
    starting_armies: dict[str, int] = field(default_factory=lambda: dict(STARTING_ARMIES))
    placement_go: Literal[3] = 3
    first_player: Literal["high_roll"] = "high_roll"
    reinforcement_minimum: Literal[3] = 3  # the reference card
    fortify: Literal["connected_one"] = "connected_one"
    defender_dice: Literal["choose", "always_max"] = "choose"  # 004 "Attacking"
    setup_orders: Literal["in_turn", "planned"] = "in_turn"  # the book's way; by mail from sealed plans


def problem_with(options: OptionsGodstorm, seats: int) -> OptionError | None:
    """Return the sentence that says what is wrong with these switches for so many seats; None if all is well."""
    if options.starting_armies != STARTING_ARMIES:
        return OptionError(gettext("Each player starts with the armies of the rulebook."), "starting_armies")
    if seats == 2 and options.territory_setup == "claim":
        return OptionError(
            gettext("Two players are dealt their territories, a third pile is neutral. Choose “deal”."),
            "territory_setup",
        )
    return None
