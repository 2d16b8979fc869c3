"""The switches of the classic family as a form shows them, a sentence each."""

from engine.core.language import gettext_noop
from engine.core.ruleset import Switch
from engine.mechanics.battle import DEFENDER_DICE
from engine.mechanics.setup_plan import SETUP_ORDERS
from engine.rules.classic.options import ClassicOptions

MISSIONS = ("missions", "mission_target_killed_by_other")

SWITCHES = (
    Switch(
        "territory_setup",
        gettext_noop("Territories at the start"),
        gettext_noop("Players claim territories one by one, or the cards deal them out, which is quicker by email."),
        (("claim", gettext_noop("claimed in turn")), ("deal", gettext_noop("dealt by the cards"))),
    ),
    SETUP_ORDERS,
    Switch(
        "placement_go",
        gettext_noop("Armies per placement during set-up"),
        gettext_noop("How many starting armies you place at a time. More of them make the set-up shorter."),
        ((1, gettext_noop("one")), (2, gettext_noop("two")), (3, gettext_noop("three"))),
    ),
    DEFENDER_DICE,
    Switch(
        "fortify",
        gettext_noop("Free move"),
        gettext_noop("How far armies can go in the move that ends a turn, and how many territories can send them."),
        (
            ("adjacent_one", gettext_noop("to a neighbouring territory")),
            ("connected_one", gettext_noop("along your own territories")),
            ("connected_many", gettext_noop("any number of moves along your own territories")),
        ),
    ),
    Switch(
        "occupied_bonus",
        gettext_noop("Cards of your own territories"),
        gettext_noop("How often a set with a card of one of your territories brings 2 extra armies there."),
        (
            ("none", gettext_noop("never")),
            ("once_per_turn", gettext_noop("once a turn")),
            ("once_per_set", gettext_noop("with every set")),
        ),
    ),
    Switch(
        "army_cap",
        gettext_noop("Armies on one territory"),
        gettext_noop("The most armies that one territory can hold. New armies that fit nowhere are lost."),
        ((None, gettext_noop("any number")), (12, gettext_noop("twelve")), (20, gettext_noop("twenty"))),
    ),
    Switch(
        "traded_cards",
        gettext_noop("Traded-in cards"),
        gettext_noop(
            "Where traded-in cards go: to a discard pile, which is shuffled when the deck runs out, or under the deck."
        ),
        (("discard_pile", gettext_noop("to a discard pile")), ("deck_bottom", gettext_noop("under the deck"))),
    ),
    Switch(
        "set_values",
        gettext_noop("Value of sets"),
        gettext_noop("How fast sets grow in value: 4, 6, 8, 10, 12, 15, 20 and so on, or one army more each time."),
        (("escalating", "4, 6, 8, 10, 12, 15, 20 …"), ("plus_one", "4, 5, 6, 7 …")),
    ),
    Switch(
        "reinforcement_minimum",
        gettext_noop("Fewest new armies"),
        gettext_noop("What a player receives at the start of a turn, however few territories they hold."),
        least=0,
        most=5,
    ),
    Switch(
        "elimination_trade_at",
        gettext_noop("Cards after an elimination"),
        gettext_noop(
            "If you hold this many cards after taking those of an eliminated player, you must trade in sets at once."
        ),
        ((6, gettext_noop("six or more")), (7, gettext_noop("seven or more"))),
    ),
    Switch(
        "capitals",
        gettext_noop("Capitals"),
        gettext_noop(
            "Everyone chooses a capital in secret. Either you are out if you don’t hold yours at the end of your turn, "
            "and the player who holds it gets your territories, or the first to hold all capitals wins at once."
        ),
        (
            ("none", gettext_noop("no capitals")),
            ("lose_and_out", gettext_noop("lose yours and you are out")),
            ("control_all", gettext_noop("hold them all and you win")),
        ),
    ),
    Switch(
        "capitals_needed",
        gettext_noop("Capitals needed to win"),
        gettext_noop("How many other players’ capitals you must hold besides your own. Fewer make a shorter game."),
        (
            ("all", gettext_noop("all of them")),
            (1, gettext_noop("one")),
            (2, gettext_noop("two")),
            (3, gettext_noop("three")),
            (4, gettext_noop("four")),
        ),
    ),
    Switch(
        "missions",
        gettext_noop("Secret missions"),
        gettext_noop(
            "Everyone gets a mission that nobody else knows. The European cards have two more missions than the "
            "American ones, each for three continents."
        ),
        (
            ("none", gettext_noop("no missions")),
            ("us12", gettext_noop("the American twelve")),
            ("eu14", gettext_noop("the European fourteen")),
        ),
    ),
    Switch(
        "mission_target_killed_by_other",
        gettext_noop("When others destroy your target"),
        gettext_noop(
            "If another player destroys the colour in your mission, your mission is complete, or you need 24 "
            "territories instead."
        ),
        (
            ("counts", gettext_noop("your mission is complete")),
            ("becomes_24", gettext_noop("you need 24 territories")),
        ),
    ),
)


def switches_of(options: ClassicOptions) -> tuple[Switch, ...]:
    """List the switches that a game may choose: a neutral army fixes the set-up, and one race leaves no room for
    another."""
    left_out = _list_fixed_by_neutral(options) | _list_fixed_by_race(options)
    return tuple(switch for switch in SWITCHES if switch.name not in left_out)


def _list_fixed_by_neutral(options: ClassicOptions) -> set[str]:
    return {"territory_setup", "placement_go", *MISSIONS, "capitals_needed"} if options.neutral_army else set()


def _list_fixed_by_race(options: ClassicOptions) -> set[str]:
    if options.capitals == "control_all":
        return {"capitals", *MISSIONS}
    return {"capitals_needed"} if options.missions != "none" else set()
