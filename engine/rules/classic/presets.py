"""The presets of the classic family: a title, a summary, and the values of all switches.

Each is a column of the comparison of editions; what a switch means stands in `ClassicOptions`. Here the values come
from three roots: the first game, the modern one and the classic part of the later books; the games for two change the
same few switches of each.
"""

from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

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
    """The same game for two players with a neutral army between them, each of the three with so many armies (R34)."""
    return replace(
        options,
        territory_setup="deal_three_piles",
        starting_armies={"2": armies},
        placement_go=2,
        first_player="high_roll",
        neutral_army=True,
    )


FIRST = ClassicOptions()
MODERN: dict[str, Any] = {
    "territory_setup": "claim",
    "starting_armies": BOX_OF_SIX,
    "first_player": "high_roll",
    "occupied_bonus": "once_per_set",
    "elimination_trade_stop": "stop_at_four",
    "trade_on_draw_above_five": True,
    "draw_timing": "before_fortify",
    "defender_dice": "always_max",
}
LATER_BOOKS: dict[str, Any] = {
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
        "Classic 1959",
        "The first rules. The cards deal out the whole board, one army on each territory, and the first turn "
        "begins at once: a bare, quick opening in which the deal decides where you start. The defender says "
        "whether one die or two are thrown, and the card for a capture comes at the very end of the turn.",
        (3, 6),
        FIRST,
        short="1959",
        for_two="classic_1959_2p",
    ),
    Preset(
        "classic_1959_2p",
        "Classic 1959 for two",
        "The first rules for two players. A third of the board belongs to a neutral army that stands between you: it "
        "never attacks and never grows, your opponent throws its dice, and you need not beat it to win. Each of the "
        "three has forty armies, and in set-up you place two of your own and one of the neutral ones at a time.",
        (2, 2),
        for_two(FIRST, 40),
        short="1959",
    ),
    Preset(
        "modern",
        "Modern",
        "The game most people know. You claim territories one by one and place the rest of your armies in turn, so the "
        "opening is yours to shape. The defence always throws as many dice as it can, a set whose card shows land of "
        "yours brings two armies more, and the card comes before the free move.",
        (3, 6),
        OF_MODERN,
        for_two="modern_2p",
    ),
    Preset(
        "modern_2p",
        "Modern for two",
        "The modern rules for two players. Land is dealt, a third of it to a neutral army that only defends, always "
        "with the most dice. Forty armies for each of the three, placed two and one at a time; whoever takes the last "
        "territory of the other wins, whatever the neutral army still holds.",
        (2, 2),
        for_two(OF_MODERN, 40),
        short="Modern",
    ),
)

RACES = (
    Preset(
        "capital",
        "Capital Risk",
        "The modern game with a shorter road to the end. When the starting armies are placed, everybody chooses one of "
        "his territories as his capital, in secret, and all are shown at once. Whoever holds all capitals at the same "
        "time, his own among them, wins on the spot; losing your capital does not put you out.",
        (3, 6),
        replace(OF_MODERN, capitals="control_all"),
        short="Capital",
        rounds=10,
    ),
    Preset(
        "secret_mission",
        "Secret Mission",
        "The modern game with land dealt by the cards and a secret goal for each player: some continents, a number of "
        "territories, or the end of one colour. Whoever fulfils his mission first has won, and nobody knows what the "
        "others are after until then.",
        (3, 6),
        replace(OF_MODERN, territory_setup="deal", missions="us12"),
        short="Mission",
        rounds=10,
    ),
)

LATER = (
    Preset(
        "book2210",
        "Classic from the 2210 book",
        "The classic game as the book of Risk 2210 tells it, for up to five players on its map of the land. Claiming "
        "and placing are as in Modern, but the defender chooses his dice, pictured land brings two armies once a turn "
        "and no more, six cards may be kept for the next turn, and sets go back under the deck.",
        (3, 5),
        OF_LATER_BOOKS,
        "earth2210",
        short="2210",
        for_two="book2210_2p",
    ),
    Preset(
        "book2210_2p",
        "Classic from the 2210 book for two",
        "The classic game of the Risk 2210 book for two players. Land is dealt in three piles, the third to a neutral "
        "army that only defends and throws the dice your opponent chooses; each of the three has forty armies, placed "
        "two and one at a time.",
        (2, 2),
        for_two(OF_LATER_BOOKS, 40),
        "earth2210",
        short="2210",
    ),
    Preset(
        "godstorm_classic",
        "Classic from the Godstorm book",
        "The classic game as the book of Risk Godstorm tells it, for up to five players on its map of the ancient "
        "world, where mountains part neighbours and continents pay 7, 5, 5, 3, 3 and 2. The rules are those of the "
        "2210 book: chosen dice in defence, two armies for pictured land once a turn, sets under the deck.",
        (3, 5),
        OF_LATER_BOOKS,
        "ancient",
        short="Godstorm",
        for_two="godstorm_classic_2p",
    ),
    Preset(
        "godstorm_classic_2p",
        "Classic from the Godstorm book for two",
        "The classic game of the Risk Godstorm book for two players. A neutral army that only defends stands between "
        "them, and each of the three has thirty armies where other books give forty: eight goes of placing, and a "
        "thinner board to begin with.",
        (2, 2),
        for_two(OF_LATER_BOOKS, 30),
        "ancient",
        short="Godstorm",
    ),
)

PRESETS = (*CLASSIC, *RACES, *LATER)
