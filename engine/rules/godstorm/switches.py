"""The switches of Godstorm as a form shows them, and what its options mean for a game in a few words."""

from engine.core.language import gettext, gettext_noop
from engine.core.mapgraph import MapGraph
from engine.core.ruleset import OptionDescription, Switch
from engine.core.variants import description_of
from engine.mechanics.battle import DEFENDER_DICE
from engine.mechanics.setup_plan import SETUP_ORDERS
from engine.rules.godstorm import cards
from engine.rules.godstorm.options import OptionsGodstorm

TERRITORY_SETUP = Switch(
    "territory_setup",
    gettext_noop("Territories"),
    gettext_noop("Territory cards are dealt, or players claim one territory after another."),
    (("deal", gettext_noop("dealt")), ("claim", gettext_noop("claimed in turn"))),
)
SWITCHES = (TERRITORY_SETUP, SETUP_ORDERS, DEFENDER_DICE)


def _starting_armies(options: OptionsGodstorm) -> str:
    return gettext("35 with 3 players, 5 fewer for each extra player; 30 each for two")


def tell_reconstructed(options: OptionsGodstorm, graph: MapGraph) -> str:
    """Tell of cards that stand in for ones which no source names."""
    found = []
    for kind in cards.KINDS:
        if kind.reconstructed:
            size = sum(other.copies for other in cards.KINDS if other.deck == kind.deck)
            words = gettext("{count} of the {size} cards of the {deck} deck: a further copy of {card}")
            deck = kind.deck.capitalize()
            found.append(words.format(count=kind.reconstructed, size=size, deck=deck, card=kind.title))
    return "; ".join(found)


TRAITS = (
    OptionDescription("starting_armies", gettext_noop("Armies at the start"), _starting_armies),
    description_of(TERRITORY_SETUP),
    description_of(SETUP_ORDERS),
    description_of(DEFENDER_DICE),
)
