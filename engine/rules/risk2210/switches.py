"""The switches of 2210 as a form shows them, and what its options mean for a game in a few words."""

from engine.core.language import gettext, gettext_noop
from engine.core.ruleset import OptionDescription
from engine.core.variants import description_of
from engine.mechanics.battle import DEFENDER_DICE
from engine.mechanics.setup_plan import SETUP_ORDERS
from engine.rules.risk2210.options import Options2210

SWITCHES = (SETUP_ORDERS, DEFENDER_DICE)


def _starting_mods(options: Options2210) -> str:
    return gettext("35 with 3 players, 5 fewer for each extra player; 30 each for two")


def _blank_cards(options: Options2210) -> str:
    if not options.blank_cards:
        return gettext("none")
    return ", ".join(
        gettext("{name} ({deck}, {cost} energy), like {like}").format(
            name=blank.name, deck=blank.deck, cost=blank.cost, like=blank.like
        )
        for blank in options.blank_cards
    )


TRAITS = (
    OptionDescription("starting_armies", gettext_noop("MODs at the start"), _starting_mods),
    description_of(SETUP_ORDERS),
    description_of(DEFENDER_DICE),
    OptionDescription("blank_cards", gettext_noop("Blank cards"), _blank_cards),
)
