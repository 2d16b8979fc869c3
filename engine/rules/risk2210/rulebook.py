"""What the book of rules has to prove of 2210: the sections of its rulebook with the functions that carry them out,
rulings, proposals, reminders, cards, and what is fixed about its orders and windows.

A case names them in its source by their keys: `002 Invade Territories`, `2210 ruling moon fortify`, `2210 open decoys
empty`, `2210 E08`, `card Land Stealth MODs`, `FAMILIES windows`.
"""

from collections.abc import Iterator

from engine.core.family import Provable
from engine.rules.risk2210 import cards

SETUP, INCOME, DEPLOY = "engine.mechanics.setup.", "engine.mechanics.income.", "engine.mechanics.deploy."
BIDDING, PURCHASE = "engine.mechanics.bidding.", "engine.mechanics.purchase."
CARDS, BATTLE, OCCUPY = "engine.mechanics.action_cards.", "engine.mechanics.battle.", "engine.mechanics.occupy."
FORTIFY, TURNS = "engine.mechanics.fortify.", "engine.mechanics.turns."
FAMILY = "engine.rules.risk2210."
BOARD = "engine.core.mapgraph.MapGraph.build"

BOOK = (
    ("Equipment", (FAMILY + "decks.fill",)),
    ("The Gameboard", (BOARD,)),
    ("Important Notes", (FAMILY + "view.see", CARDS + "deck_of")),
    ("The MOD Armies", (DEPLOY + "place",)),
    ("Sow the Seeds of War", (FAMILY + "setup.begin", FAMILY + "decks.fill")),
    ("Devastated Lands", (FAMILY + "devastation.devastate", FAMILY + "devastation.open_links")),
    ("Placing Armies and Commanders", (SETUP + "claim", SETUP + "setup_place", FAMILY + "setup.place_first")),
    ("Your Mission", (FAMILY + "years.score_all",)),
    ("Start of a Year", (BIDDING + "check_bid", BIDDING + "open_bids")),
    ("Turn Order Markers", (BIDDING + "choose_marker", BIDDING + "next_marker")),
    ("Turn Overview", (FAMILY + "TURN",)),
    (
        "Collect and Deploy MODs and Energy",
        (INCOME + "income_of", FAMILY + "stations.collect_further", DEPLOY + "place"),
    ),
    ("General Notes on Commanders", (FAMILY + "commanders.leaders",)),
    ("Hire and Place Commanders", (PURCHASE + "hire", FAMILY + "hiring.wares")),
    ("Build Space Stations", (PURCHASE + "build", FAMILY + "hiring.station_sites")),
    ("Buy Command Cards", (PURCHASE + "buy", FAMILY + "bonus.open_decks")),
    ("Play Command Cards", (CARDS + "check_play", CARDS + "play_card")),
    ("Invade Territories", (BATTLE + "attack", BATTLE + "targets")),
    ("Rules of Engagement", (BATTLE + "attack", BATTLE + "most_dice")),
    ("Attacking", (BATTLE + "attack", BATTLE + "defend")),
    ("Deciding a battle", (BATTLE + "losses",)),
    ("Capturing territories", (OCCUPY + "move_in", OCCUPY + "advance")),
    ("Attacking with Commanders", (FAMILY + "commanders.leaders", FAMILY + "commanders.sides")),
    ("Space Stations", (FAMILY + "commanders.sides", FAMILY + "stations.capture")),
    ("3-Territory Bonus", (FAMILY + "bonus.earn_bonus", FAMILY + "bonus.draw")),
    ("Empty Territories", (BATTLE + "targets",)),
    ("Water Territories", (FAMILY + "commanders.may_enter",)),
    ("Lunar Territories", (FAMILY + "commanders.may_enter", FAMILY + "stations.links")),
    ("Invading Earth", (FAMILY + "stations.links",)),
    ("Calling It Off", (BATTLE + "attack",)),
    ("Eliminating a Player", (OCCUPY + "eliminate", FAMILY + "elimination.clear_away")),
    ("Fortify Position", (FORTIFY + "fortify", FAMILY + "stations.links")),
    ("Ending a Year", (FAMILY + "years.score_step",)),
    ("Winning", (FAMILY + "years.score_all", FAMILY + "years.score_of")),
    ("A Tie", (FAMILY + "years.winners",)),
    ("Blank Command Cards", (FAMILY + "options.problem_with",)),
    ("2210 for 2 Players", (FAMILY + "setup.place_neutrals",)),
    ("Answers", (FAMILY + "scouts.report", CARDS + "check_play")),
)
RULINGS = (
    "moon fortify",
    "moon invade",
    "commander lost",
    "cards without commander",
    "each roll new invasion",
    "nuclear not invasion",
    "pre invasion window",
    "contested",
    "three bonus once",
    "station not unit",
    "station income",
    "station alone",
    "commander casualty",
    "d6 allowed",
    "three d8",
    "land commander optional",
    "stealth empty",
    "armageddon jam",
    "armageddon commander",
    "self damage",
    "elimination no loot",
    "energy kept",
    "scoring time",
    "decks once",
    "regions devastated",
)
OPEN_POINTS = (
    "exiled states canada",
    "station only attack",
    "evacuated move in",
    "elimination by card",
    "armageddon order",
    "hidden energy public",
    "end of turn order",
    "decoys empty",
    "neutral defender",
    "reaction order",
    "too few mods",
    "deck empty",
    "bonus card none",
    "neutral opponent",
    "region all devastated",
    "scout waits",
)
REMINDERS = 25
TABLES = ("chart", "regions")
FIXED = ("positions", "orders", "windows", "losses", "defaults", "planned")


def book() -> Iterator[Provable]:
    """Yield everything there is to prove, in order."""
    for heading, code in BOOK:
        yield Provable("002 Risk 2210 A.D.", f"002 {heading}", heading, code=code)
    for point in RULINGS:
        yield Provable("rulings of 2210", f"2210 ruling {point}")
    for point in OPEN_POINTS:
        yield Provable("open points of 2210", f"2210 open {point}")
    for number in range(1, REMINDERS + 1):
        yield Provable("reminders of 2210", f"2210 E{number:02}")
    for table in TABLES:
        yield Provable("tables of 2210", f"2210 {table}")
    for name in cards.BOOK.names:
        yield Provable("Command cards", f"card {name}")
    for topic in FIXED:
        yield Provable("orders and windows of the later families", f"FAMILIES {topic}")
