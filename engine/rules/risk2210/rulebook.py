"""What the book of rules has to prove of 2210: the sections of its rulebook with the functions that carry them out,
rulings, proposals, reminders, cards, and what is fixed about its orders and windows.

A case names them in its source by their keys: `002 Invade Territories`, `2210 ruling moon fortify`, `2210 open decoys
empty`, `2210 E08`, `card Land Stealth MODs`, `FAMILIES windows`.
"""

from collections.abc import Iterator

from engine.core.family import Provable
from engine.mechanics.action_cards.kinds import CardKind
from engine.mechanics.action_cards.types import GAME_END
from engine.rules.risk2210 import cards

SETUP, INCOME, DEPLOY = "engine.mechanics.setup.", "engine.mechanics.income.", "engine.mechanics.deploy."
BIDDING, PURCHASE = "engine.mechanics.bidding.", "engine.mechanics.purchase."
CARDS, BATTLE, OCCUPY = "engine.mechanics.action_cards.", "engine.mechanics.battle.", "engine.mechanics.occupy."
FORTIFY, REACTION = "engine.mechanics.fortify.", "engine.mechanics.reaction."
FAMILY = "engine.rules.risk2210."
BOARD = "engine.core.mapgraph.MapGraph.build"

BOOK = (
    ("Equipment", (FAMILY + "decks.fill",)),
    ("The Gameboard", (BOARD,)),
    ("Important Notes", (FAMILY + "view.see", CARDS + "kinds.deck_of")),
    ("The MOD Armies", (DEPLOY + "place",)),
    ("Sow the Seeds of War", (FAMILY + "setup.begin", FAMILY + "decks.fill")),
    (
        "Devastated Lands",
        (FAMILY + "devastation.devastate", FAMILY + "devastation.change_links", FAMILY + "devastation.left_out"),
    ),
    (
        "Placing Armies and Commanders",
        (SETUP + "claim", SETUP + "setup_place", "engine.mechanics.opening.FirstPieces.place"),
    ),
    ("Your Mission", (FAMILY + "years.score_all",)),
    ("Start of a Year", (BIDDING + "check_bid", BIDDING + "open_bids")),
    ("Turn Order Markers", (BIDDING + "choose_marker", BIDDING + "next_marker")),
    ("Turn Overview", (FAMILY + "TURN",)),
    (
        "Collect and Deploy MODs and Energy",
        (INCOME + "income_of", FAMILY + "stations.collect_further", DEPLOY + "place"),
    ),
    ("General Notes on Commanders", (FAMILY + "commanders.may_lead",)),
    ("Hire and Place Commanders", (PURCHASE + "hire", FAMILY + "hiring.wares")),
    ("Build Space Stations", (PURCHASE + "build", FAMILY + "hiring.station_sites")),
    ("Buy Command Cards", (PURCHASE + "buy", FAMILY + "bonus.open_decks")),
    ("Play Command Cards", (CARDS + "playing.check_play", CARDS + "playing.play_card")),
    ("Invade Territories", (BATTLE + "fight.attack", BATTLE + "targeting.targets")),
    ("Rules of Engagement", (BATTLE + "fight.attack", BATTLE + "targeting.most_dice")),
    ("Attacking", (BATTLE + "fight.attack", BATTLE + "fight.defend")),
    ("Deciding a battle", (BATTLE + "fight.losses",)),
    ("Capturing territories", (OCCUPY + "move_in", OCCUPY + "advance")),
    ("Attacking with Commanders", (FAMILY + "commanders.may_lead", FAMILY + "commanders.dice_sides")),
    (
        "Space Stations",
        (FAMILY + "commanders.dice_sides", FAMILY + "stations.change_links", FAMILY + "stations.capture"),
    ),
    ("3-Territory Bonus", (FAMILY + "bonus.earn_bonus", FAMILY + "bonus.draw")),
    ("Empty Territories", (BATTLE + "targeting.targets", BATTLE + "fight.attack", OCCUPY + "move_in")),
    ("Water Territories", (FAMILY + "commanders.may_enter",)),
    ("Lunar Territories", (FAMILY + "commanders.may_enter", FAMILY + "stations.change_links")),
    ("Invading Earth", (FAMILY + "stations.change_links",)),
    ("Calling It Off", (BATTLE + "fight.attack", BATTLE + "fight.resume_attack")),
    ("Eliminating a Player", (OCCUPY + "eliminate", FAMILY + "elimination.clear_away")),
    ("Fortify Position", (FORTIFY + "fortify", FAMILY + "stations.change_links")),
    ("Ending a Year", (FAMILY + "years.score_step", BIDDING + "ask_bids")),
    ("Winning", (FAMILY + "years.score_all", FAMILY + "years.score_of")),
    ("A Tie", (FAMILY + "years.Score", "engine.mechanics.scoring.foremost")),
    ("Blank Command Cards", (FAMILY + "options.problem_with",)),
    ("2210 for 2 Players", (FAMILY + "setup.place_neutrals",)),
    ("Answers", (FAMILY + "scouts.report", CARDS + "playing.check_play")),
)
RULINGS = (
    ("moon fortify", (FORTIFY + "fortify", FAMILY + "stations.change_links")),
    ("moon invade", (FAMILY + "commanders.may_enter", FAMILY + "stations.change_links")),
    ("commander lost", (FAMILY + "commanders.may_enter",)),
    ("cards without commander", (FAMILY + "cards.may_play", FAMILY + "bonus.open_decks")),
    ("each roll new invasion", (BATTLE + "fight.resume_attack",)),
    ("nuclear not invasion", (BATTLE + "losses.strike",)),
    ("pre invasion window", (FAMILY + "cards.while_attacking", FAMILY + "cards.note_invasion")),
    ("contested", (BATTLE + "types.AttackInProgress", FAMILY + "bonus.earn_bonus")),
    ("three bonus once", (FAMILY + "bonus.earn_bonus",)),
    ("station not unit", (FAMILY + "state.State2210",)),
    ("station income", (FAMILY + "stations.collect_further",)),
    ("station alone", (OCCUPY + "let_go",)),
    ("commander casualty", (BATTLE + "losses.lose", OCCUPY + "advance")),
    ("d6 allowed", (BATTLE + "targeting.leaders_of", FAMILY + "commanders.dice_sides")),
    ("three d8", (FAMILY + "commanders.may_lead",)),
    ("land commander optional", (FAMILY + "commanders.may_enter",)),
    ("stealth empty", (FAMILY + "cards.common.stealth_mods",)),
    ("armageddon jam", (FAMILY + "cards.armageddon.ask_next", FAMILY + "cards.may_play")),
    ("armageddon commander", (FAMILY + "cards.armageddon.ask_next", FAMILY + "cards.may_play")),
    ("self damage", (FAMILY + "cards.nuclear.bomb_region", FAMILY + "cards.targets.enemy_in")),
    ("elimination no loot", (OCCUPY + "eliminate", FAMILY + "elimination.clear_away")),
    ("energy kept", (BIDDING + "open_bids",)),
    ("scoring time", (FAMILY + "years.score_step",)),
    ("decks once", (FAMILY + "decks.fill", FAMILY + "RISK2210")),
    ("regions devastated", (INCOME + "income_of", FAMILY + "devastation.left_out")),
)
OPEN_POINTS = (
    ("exiled states canada", (BOARD,)),
    ("station only attack", (BATTLE + "targeting.targets", FAMILY + "stations.capture")),
    ("evacuated move in", (OCCUPY + "move_in",)),
    ("elimination by card", (BATTLE + "losses.settle_losses", FAMILY + "elimination.survives")),
    ("armageddon order", (FAMILY + "cards.armageddon.begin_armageddon",)),
    ("hidden energy public", (FAMILY + "cards.naval.look_for_energy", FAMILY + "view.see")),
    ("end of turn order", (FAMILY + "turn_end.settle_turn",)),
    ("decoys empty", (FAMILY + "cards.diplomat.reveal_decoys",)),
    ("neutral defender", (FAMILY + "cards.may_react",)),
    ("reaction order", (REACTION + "resolve",)),
    ("too few mods", (FAMILY + "cards.reduction.reduce_next",)),
    ("deck empty", (FAMILY + "cards.common.deck_empty",)),
    ("bonus card none", (FAMILY + "bonus.earn_bonus",)),
    ("neutral opponent", (FAMILY + "cards.targets.enemy_in", FAMILY + "cards.targets.opponents")),
    ("region all devastated", (INCOME + "income_of", FAMILY + "devastation.left_out")),
    ("scout waits", (FAMILY + "scouts.report",)),
)
REMINDERS = 25
TABLES = ("chart", "regions")
FIXED = ("positions", "orders", "windows", "losses", "defaults", "planned")


def book() -> Iterator[Provable]:
    """Yield everything there is to prove, in order."""
    for heading, code in BOOK:
        yield Provable("002 Risk 2210 A.D.", f"002 {heading}", heading, code=code)
    for point, code in RULINGS:
        yield Provable("rulings of 2210", f"2210 ruling {point}", code=code)
    for point, code in OPEN_POINTS:
        yield Provable("open points of 2210", f"2210 open {point}", code=code)
    for number in range(1, REMINDERS + 1):
        yield Provable("reminders of 2210", f"2210 E{number:02}")
    for table in TABLES:
        yield Provable("tables of 2210", f"2210 {table}")
    for name, kind in zip(cards.BOOK.names, cards.BOOK.kinds, strict=True):
        yield Provable("Command cards", f"card {name}", code=(_find_function(kind),))
    for topic in FIXED:
        yield Provable("orders and windows of the later families", f"FAMILIES {topic}")


def _find_function(kind: CardKind) -> str:
    """Return the function that does what a card says; what counts at the end of the game by itself has no effect."""
    return FAMILY + "cards.influence" if kind.timing == GAME_END else f"{kind.effect.__module__}.{kind.effect.__name__}"
