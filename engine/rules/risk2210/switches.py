"""The switches of 2210 as a form shows them, and what its options mean for a game in a few words."""

from engine.core.language import gettext, gettext_noop
from engine.core.ruleset import OptionDescription, Switch
from engine.core.variants import description_of
from engine.rules.risk2210.options import Options2210

SETUP_ORDERS = Switch(
    "setup_orders",
    gettext_noop("Set-up"),
    gettext_noop(
        "Players claim and place one after another, as at a table, or everyone makes a secret plan at the same "
        "time and the game plays the turns from these plans: days instead of weeks."
    ),
    (("in_turn", gettext_noop("turn by turn")), ("planned", gettext_noop("everyone plans at once"))),
)
DEFENDER_DICE = Switch(
    "defender_dice",
    gettext_noop("The defender’s dice"),
    gettext_noop("The defender chooses how many dice to roll, or always rolls as many as allowed."),
    (("choose", gettext_noop("the defender chooses")), ("always_max", gettext_noop("as many as allowed"))),
)
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
