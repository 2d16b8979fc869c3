"""The switches of the classic family as a form shows them, a sentence each."""

from engine.core.ruleset import Switch
from engine.rules.classic.options import ClassicOptions

MISSIONS = ("missions", "mission_target_killed_by_other")

SWITCHES = (
    Switch(
        "territory_setup",
        "Who gets which land",
        "Whether territories are claimed one by one, or dealt out by the cards, which is quicker by mail.",
        (("claim", "claimed in turn"), ("deal", "dealt by the cards")),
    ),
    Switch(
        "setup_orders",
        "Set-up",
        "Whether players claim and place one after another, as at a table, or everybody makes a secret plan at the "
        "same time and the turns are played from the plans at once: days instead of weeks.",
        (("in_turn", "turn by turn"), ("planned", "everybody plans at once")),
    ),
    Switch(
        "placement_go",
        "Armies a go in set-up",
        "How many starting armies are placed at a time, where there are any. More makes a set-up by mail shorter.",
        ((1, "one"), (2, "two"), (3, "three")),
    ),
    Switch(
        "defender_dice",
        "Dice of the defence",
        "Whether the defender says how many dice are thrown, or always throws the most.",
        (("choose", "the defender chooses"), ("always_max", "always the most")),
    ),
    Switch(
        "fortify",
        "The free move",
        "How far armies may go in the move that ends a turn, and whether one territory may send them or many.",
        (
            ("adjacent_one", "to a neighbouring territory"),
            ("connected_one", "along your own territories"),
            ("connected_many", "any number of moves along your own territories"),
        ),
    ),
    Switch(
        "occupied_bonus",
        "Land on the cards",
        "Whether two armies come on a territory of yours that a card of your set shows, and how often.",
        (("none", "never"), ("once_per_turn", "once a turn"), ("once_per_set", "with every set")),
    ),
    Switch(
        "army_cap",
        "Armies on one territory",
        "How many may stand on one territory at the most. New armies that find no room anywhere are lost.",
        ((None, "any number"), (12, "twelve"), (20, "twenty")),
    ),
    Switch(
        "traded_cards",
        "Cards turned in",
        "Where the cards of a set go: on a pile that is shuffled when the deck is used up, or under the deck.",
        (("discard_pile", "on a pile"), ("deck_bottom", "under the deck")),
    ),
    Switch(
        "set_values",
        "Worth of card sets",
        "How fast sets of cards grow: 4, 6, 8, 10, 12, 15, 20 and so on, or one more each time.",
        (("escalating", "4, 6, 8, 10, 12, 15, 20 …"), ("plus_one", "4, 5, 6, 7 …")),
    ),
    Switch(
        "reinforcement_minimum",
        "Fewest new armies",
        "What a seat gets at the start of its turn however little it holds.",
        least=0,
        most=5,
    ),
    Switch(
        "elimination_trade_at",
        "Cards after an elimination",
        "With so many cards after taking over an eliminated seat's hand, sets must be turned in at once.",
        ((6, "from six cards"), (7, "from seven cards")),
    ),
    Switch(
        "capitals",
        "Capitals",
        "Whether everybody chooses a capital in secret, and what it decides: without it you are out at the end of your "
        "own turn and its captor gets your land, or whoever holds all of them wins at once.",
        (("none", "no capitals"), ("lose_and_out", "who loses his own is out"), ("control_all", "who holds all wins")),
    ),
    Switch(
        "capitals_needed",
        "Capitals that win",
        "How many capitals of others win beside your own, where holding capitals wins. Fewer make a shorter game.",
        (("all", "all of them"), (1, "one"), (2, "two"), (3, "three"), (4, "four")),
    ),
    Switch(
        "missions",
        "Secret missions",
        "Whether everybody gets a goal that nobody else knows, and from which cards: those of the American boxes, or "
        "of the European ones, which have two missions of three continents more.",
        (("none", "no missions"), ("us12", "the American twelve"), ("eu14", "the European fourteen")),
    ),
    Switch(
        "mission_target_killed_by_other",
        "When others destroy your target",
        "What becomes of the mission to destroy a colour if somebody else does it: it is fulfilled all the same, or "
        "you need 24 territories from then on.",
        (("counts", "the mission is fulfilled"), ("becomes_24", "it becomes 24 territories")),
    ),
)


def switches_of(options: ClassicOptions) -> tuple[Switch, ...]:
    """Those that a game may choose for itself: a neutral army fixes the set-up, and one race leaves no room for
    another."""
    left_out = _fixed_by_neutral(options) | _fixed_by_race(options)
    return tuple(switch for switch in SWITCHES if switch.name not in left_out)


def _fixed_by_neutral(options: ClassicOptions) -> set[str]:
    return {"territory_setup", "placement_go", *MISSIONS, "capitals_needed"} if options.neutral_army else set()


def _fixed_by_race(options: ClassicOptions) -> set[str]:
    if options.capitals == "control_all":
        return {"capitals", *MISSIONS}
    return {"capitals_needed"} if options.missions != "none" else set()
