"""What the book of rules has to prove of the classic family: sections of the rulebooks with the functions that carry
them out, rulings, decisions of our own, numbered test cases and cards.

A case names them in its source by their keys: `001 (f)`, `003 capital risk`, `002 classic, continents`, `R14`,
`card Siam`.
"""

from collections.abc import Iterator

from engine.core.family import Provable
from engine.core.mapgraph import mapgraph
from engine.rules.classic.missions import CARDS as MISSIONS

RULINGS, DECISIONS = 35, 9
TESTS = 117
PROVED_BY_TESTS = {
    1: "tests/engine/core/test_map.py",
    2: "tests/engine/core/test_map.py",
    60: "tests/engine/mechanics/test_battle.py",
    62: "tests/engine/mechanics/test_battle.py",
    63: "tests/engine/mechanics/test_battle.py",
    102: "tests/engine/rules/classic/test_presets.py",
    106: "tests/engine/rules/classic/test_missions.py",
    116: "tests/engine/test_properties.py",
    117: "tests/engine/test_storing.py",
}

SETUP, INCOME, DEPLOY = "engine.mechanics.setup.", "engine.mechanics.income.", "engine.mechanics.deploy."
CARDS, BATTLE, OCCUPY = "engine.mechanics.card_sets.", "engine.mechanics.battle.", "engine.mechanics.occupy."
FORTIFY, TURNS = "engine.mechanics.fortify.", "engine.mechanics.turns."
FAMILY = "engine.rules.classic."
BOARD = "engine.core.mapgraph.MapGraph.build"

FIRST_BOOK = (
    ("object", "Object", (TURNS + "check_victory",)),
    ("preparation", "Preparation", (SETUP + "choose_first",)),
    ("cards", "The cards", (CARDS + "deal_deck", CARDS + "symbols")),
    ("board", "The board", (BOARD,)),
    ("set up", "The set up", (SETUP + "distribute_territories", SETUP + "choose_first")),
    ("(a)", "Accumulation of armies", (INCOME + "income_of",)),
    ("(b)", "Placing of armies", (DEPLOY + "place", DEPLOY + "check_placements")),
    ("(c)", "How to attack", (BATTLE + "fight.attack", BATTLE + "targeting.most_dice", BATTLE + "fight.defend")),
    ("(d)", "Where to attack", (BATTLE + "targeting.targets",)),
    ("(e)", "Options of attacker", (BATTLE + "fight.attack", BATTLE + "fight.end_attacks")),
    ("(f)", "Capturing territories", (OCCUPY + "move_in", OCCUPY + "advance")),
    ("(g)", "The free move", (FORTIFY + "fortify", FORTIFY + "destinations")),
    ("(h)", "Play of cards", (CARDS + "trade", CARDS + "is_set", CARDS + "set_value", CARDS + "draw_step")),
    ("(i)", "Elimination of opponents", (OCCUPY + "eliminate", CARDS + "transfer_hand")),
    ("summary", "Summary of play", (FAMILY + "TURN",)),
    ("winning", "Winning the game", (TURNS + "check_victory",)),
    (
        "two players",
        "Risk for two players",
        (SETUP + "distribute_territories", SETUP + "setup_place", SETUP + "neutral_armies_due"),
    ),
    ("experts, sets", "The value of sets", (CARDS + "set_value",)),
    ("experts, fortifying", "Fortifying your position", (FORTIFY + "redistribute", FORTIFY + "connected_groups")),
    ("experts, armies", "Armies per territory", (FAMILY + "limits.army_cap", DEPLOY + "forfeit")),
    ("experts, advantage", "Advantage when attacking", (FAMILY + "dice_modifiers.reroll",)),
    ("experts, commanders", "Commanders", (FAMILY + "dice_modifiers.command",)),
    ("experts, capitals", "Capitals", (FAMILY + "capitals.check_capital", FAMILY + "capitals.take_over")),
)

MODERN_TEXT = (
    ("setup", "Game setup", (SETUP + "claim", SETUP + "setup_place", SETUP + "claim_next")),
    ("turn", "The parts of a turn", (FAMILY + "TURN",)),
    ("placing", "Placing armies", (INCOME + "income_of", DEPLOY + "place")),
    ("cards", "Bonus cards", (CARDS + "trade", CARDS + "owned_card_territories", CARDS + "draw_step")),
    ("attacking", "Attacking", (BATTLE + "fight.attack", OCCUPY + "move_in")),
    ("combat", "Resolving combat", (BATTLE + "targeting.most_dice", BATTLE + "fight.attack")),
    ("free move", "The free move", (FORTIFY + "fortify",)),
    ("elimination", "Elimination", (OCCUPY + "eliminate", CARDS + "transfer_hand")),
    ("winning", "Winning the game", (TURNS + "check_victory",)),
    ("two players", "Special rules for two players", (SETUP + "distribute_territories", SETUP + "setup_place")),
    ("capital risk", "Capital Risk", (FAMILY + "capitals.choose", FAMILY + "victory_conditions.by_capitals")),
    ("secret mission", "Secret Mission Risk", (FAMILY + "missions.deal", FAMILY + "missions.is_fulfilled")),
)

# The classic parts of the two later books have the same sections.
LATER_BOOKS = (
    ("board", "The gameboard", (BOARD,)),
    ("object", "Object of the game", (TURNS + "check_victory",)),
    ("setup", "Setup", (SETUP + "choose_first", SETUP + "claim", SETUP + "setup_place")),
    ("territories", "Territories", (INCOME + "income_of",)),
    ("continents", "Continents", (INCOME + "income_of",)),
    ("earning cards", "Earning cards", (CARDS + "draw_step", CARDS + "is_set", CARDS + "trade_step")),
    ("trading cards", "Trading cards in", (CARDS + "trade", CARDS + "set_value", CARDS + "discard_set")),
    ("occupied territories", "Occupied territories", (CARDS + "bonus_territories", FAMILY + "limits.bonus_open")),
    ("attacking", "Attacking", (BATTLE + "targeting.targets", BATTLE + "targeting.can_attack")),
    ("to attack", "To attack", (BATTLE + "fight.attack", BATTLE + "fight.defend", BATTLE + "targeting.most_dice")),
    ("battle", "Deciding a battle", (BATTLE + "fight.losses",)),
    ("capturing", "Capturing territories", (OCCUPY + "move_in", OCCUPY + "advance")),
    ("ending", "Ending your attack", (BATTLE + "fight.end_attacks", CARDS + "draw_step")),
    ("eliminating", "Eliminating your opponent", (OCCUPY + "eliminate", CARDS + "transfer_hand")),
    ("fortifying", "Fortifying your position", (FORTIFY + "fortify",)),
    ("winning", "Winning", (TURNS + "check_victory",)),
    ("two players, setup", "Two players: setup", (SETUP + "distribute_territories", SETUP + "neutral_armies_due")),
    ("two players, attacking", "Two players: attacking", (BATTLE + "fight.defend",)),
    ("two players, winning", "Two players: winning", (TURNS + "check_victory",)),
)

SECTIONS = (
    *(Provable("001 Classic 1959", f"001 {key}", title, code=code) for key, title, code in FIRST_BOOK),
    *(Provable("003 Modern", f"003 {key}", title, code=code) for key, title, code in MODERN_TEXT),
    *(Provable("002 Risk 2210", f"002 classic, {key}", title, code=code) for key, title, code in LATER_BOOKS),
    *(Provable("004 Godstorm", f"004 classic, {key}", title, code=code) for key, title, code in LATER_BOOKS),
)


def book() -> Iterator[Provable]:
    """Yield everything there is to prove, in order."""
    yield from SECTIONS
    for number in range(1, RULINGS + 1):
        yield Provable("rulings", f"R{number}")
    for number in range(1, DECISIONS + 1):
        yield Provable("decisions of our own", f"F{number}")
    for number in range(1, TESTS + 1):
        yield Provable("test cases", f"T{number:02}", tests=PROVED_BY_TESTS.get(number, ""))
    for name in (*mapgraph("classic42").names, "wild"):
        yield Provable("cards of the classic family", f"card {name}")
    for deck, cards in MISSIONS.items():
        yield from (Provable("mission cards", f"{deck} {card.id}") for card in cards)
