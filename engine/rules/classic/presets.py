"""The presets of the classic family: a title, a summary, and the values of all switches.

Each is a column of the comparison of editions; what a switch means stands in `ClassicOptions`. Here the values come
from three roots: the first game, the modern one and the classic part of the later books; the games for two change the
same few switches of each.
"""

from dataclasses import dataclass

from msgspec.structs import replace

from engine.core.language import gettext_noop
from engine.rules.classic.options import ClassicOptions

BOX_OF_SIX = {"3": 35, "4": 30, "5": 25, "6": 20}
BOX_OF_FIVE = {"3": 35, "4": 30, "5": 25}


@dataclass(frozen=True)
class Preset:
    """A game of the family as a value. `seats` are the least and the most players, `map` its own board, `for_two`
    the preset that two people play in its place, `short` its title where space is short, `rounds` after how many
    people have usually finished it."""

    id: str
    title: str
    summary: str
    seats: tuple[int, int]
    options: ClassicOptions
    map: str = "classic42"
    short: str = ""
    for_two: str = ""
    rounds: int = 15


def for_two(options: ClassicOptions, armies: int) -> ClassicOptions:
    """Make the two-player game of a preset, with a neutral army between them and so many armies for each of the three
    (R34)."""
    return replace(
        options,
        territory_setup="deal_three_piles",
        starting_armies={"2": armies},
        placement_go=2,
        first_player="high_roll",
        neutral_army=True,
    )


FIRST = ClassicOptions()
MODERN: dict[str, object] = {
    "territory_setup": "claim",
    "starting_armies": BOX_OF_SIX,
    "first_player": "high_roll",
    "occupied_bonus": "once_per_set",
    "elimination_trade_stop": "stop_at_four",
    "trade_on_draw_above_five": True,
    "draw_timing": "before_fortify",
    "defender_dice": "always_max",
}
LATER_BOOKS: dict[str, object] = {
    "territory_setup": "claim",
    "starting_armies": BOX_OF_FIVE,
    "first_player": "high_roll",
    "occupied_bonus": "once_per_turn",
    "elimination_trade_stop": "stop_at_four",
    "traded_cards": "deck_bottom",
    "draw_timing": "before_fortify",
}
OF_MODERN = replace(FIRST, **MODERN)
OF_LATER_BOOKS = replace(FIRST, **LATER_BOOKS)

CLASSIC = (
    Preset(
        "classic_1959",
        gettext_noop("Classic 1959"),
        gettext_noop(
            "The 1959 original: the cards deal out the whole board, and the first turn begins at once. Each territory "
            "starts with one army, so the deal decides where you begin. The defender chooses to roll one die or two, "
            "and you get the card for a capture at the very end of your turn."
        ),
        (3, 6),
        FIRST,
        short=gettext_noop("1959"),
        for_two="classic_1959_2p",
    ),
    Preset(
        "classic_1959_2p",
        gettext_noop("Classic 1959 for two"),
        gettext_noop(
            "The 1959 original for two players. A third of the board belongs to a neutral army between you: it never "
            "attacks and never grows, your opponent rolls its dice, and you can win without beating it. Each of the "
            "three sides has 40 armies. During set-up you place two of your own armies and one neutral army at a "
            "time."
        ),
        (2, 2),
        for_two(FIRST, 40),
        short=gettext_noop("1959"),
    ),
    Preset(
        "modern",
        gettext_noop("Modern"),
        gettext_noop(
            "The game most people know: you claim territories one by one, and win when you hold them all. You place "
            "the rest of your armies in turn, so you shape your own opening. The defender always rolls as many dice "
            "as allowed, a set with a card of one of your territories brings 2 extra armies, and you get your card "
            "before the free move."
        ),
        (3, 6),
        OF_MODERN,
        for_two="modern_2p",
    ),
    Preset(
        "modern_2p",
        gettext_noop("Modern for two"),
        gettext_noop(
            "The modern rules for two players. The territories are dealt, a third of them to a neutral army that "
            "only defends, always with as many dice as allowed. Each of the three sides has 40 armies, and during "
            "set-up you place two of your own armies and one neutral army at a time. You win when you take your "
            "opponent’s last territory, whatever the neutral army still holds."
        ),
        (2, 2),
        for_two(OF_MODERN, 40),
        short=gettext_noop("Modern"),
    ),
)

RACES = (
    Preset(
        "capital",
        gettext_noop("Capital Risk"),
        gettext_noop(
            "Like Modern, but you win by taking capitals, which takes less time. Once all starting armies are placed, "
            "each player chooses a capital in secret, and all capitals are revealed together. Hold every capital at "
            "the same time, your own included, and you win at once. If you lose your capital, you play on."
        ),
        (3, 6),
        replace(OF_MODERN, capitals="control_all"),
        short=gettext_noop("Capital"),
        rounds=10,
    ),
    Preset(
        "secret_mission",
        gettext_noop("Secret Mission"),
        gettext_noop(
            "Like Modern, but each player has a secret mission, and the first to complete theirs wins. The cards deal "
            "out the territories. A mission asks you to hold certain continents or a number of territories, or to "
            "destroy one colour. Until the end nobody knows what the others are after."
        ),
        (3, 6),
        replace(OF_MODERN, territory_setup="deal", missions="us12"),
        short=gettext_noop("Mission"),
        rounds=10,
    ),
)

LATER = (
    Preset(
        "book2210",
        gettext_noop("Classic from the 2210 book"),
        gettext_noop(
            "The classic game from the Risk 2210 book, for up to five players on its map of the Earth. You claim and "
            "place as in Modern, but the defender chooses how many dice to roll, cards of your own territories bring "
            "2 armies only once a turn, you may keep six cards for your next turn, and traded-in cards go under the "
            "deck."
        ),
        (3, 5),
        OF_LATER_BOOKS,
        "earth2210",
        short=gettext_noop("2210"),
        for_two="book2210_2p",
    ),
    Preset(
        "book2210_2p",
        gettext_noop("Classic from the 2210 book for two"),
        gettext_noop(
            "The classic game from the Risk 2210 book for two players. The territories are dealt in three piles, the "
            "third to a neutral army that only defends, with as many dice as your opponent chooses. Each of the "
            "three sides has 40 armies, and during set-up you place two of your own armies and one neutral army at a "
            "time."
        ),
        (2, 2),
        for_two(OF_LATER_BOOKS, 40),
        "earth2210",
        short=gettext_noop("2210"),
    ),
    Preset(
        "godstorm_classic",
        gettext_noop("Classic from the Godstorm book"),
        gettext_noop(
            "The classic game from the Risk Godstorm book, for up to five players on its map of the ancient world. "
            "Mountains separate neighbours there, and the continents pay 7, 5, 5, 3, 3 and 2 armies. The rules are "
            "those of the 2210 book: the defender chooses how many dice to roll, cards of your own territories bring "
            "2 armies once a turn, and traded-in cards go under the deck."
        ),
        (3, 5),
        OF_LATER_BOOKS,
        "ancient",
        short=gettext_noop("Godstorm"),
        for_two="godstorm_classic_2p",
    ),
    Preset(
        "godstorm_classic_2p",
        gettext_noop("Classic from the Godstorm book for two"),
        gettext_noop(
            "The classic game from the Risk Godstorm book for two players. A neutral army that only defends stands "
            "between you, and each of the three sides has 30 armies, where other books give 40: you place armies "
            "eight times, and the board is thinner at the start."
        ),
        (2, 2),
        for_two(OF_LATER_BOOKS, 30),
        "ancient",
        short=gettext_noop("Godstorm"),
    ),
)

PRESETS = (*CLASSIC, *RACES, *LATER)
