"""What the book of rules has to prove of Godstorm: the sections of its rulebook with the functions that carry them out,
rulings, reminders, cards, and what is fixed about its orders and windows.

A case names them in its source by their keys: `004 Determine Plague Lands`, `godstorm R14`, `godstorm E08`, `card
Storms Rage`, `FAMILIES godstorm windows`.
"""

from collections.abc import Iterator

from engine.core.family import Provable
from engine.mechanics.action_cards.kinds import catalogue_of
from engine.rules.godstorm.options import OptionsGodstorm

SETUP, INCOME, DEPLOY = "engine.mechanics.setup.", "engine.mechanics.income.", "engine.mechanics.deploy."
BIDDING, PURCHASE = "engine.mechanics.bidding.", "engine.mechanics.purchase."
CARDS, BATTLE, OCCUPY = "engine.mechanics.action_cards.", "engine.mechanics.battle.", "engine.mechanics.occupy."
FORTIFY, REACTION = "engine.mechanics.fortify.", "engine.mechanics.reaction."
FAMILY = "engine.rules.godstorm."
BOARD = "engine.core.mapgraph.MapGraph.build"

BOOK: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Artifacts of the Past", (FAMILY + "decks.fill",)),
    ("The Rules of War", (FAMILY + "view.see",)),
    ("Atlantis", (FAMILY + "world.open_links", FAMILY + "world.collect_uncounted")),
    ("The Gameboards", (BOARD,)),
    ("The Gods and Faithful", (FAMILY + "kinds.PANTHEONS",)),
    ("Setup", (FAMILY + "setup.begin", FAMILY + "decks.fill")),
    ("Determine Plague Lands", (FAMILY + "plagues.draw_plagues",)),
    ("Choose Pantheons", (FAMILY + "pantheons.roll_for_pantheons", FAMILY + "pantheons.choose")),
    (
        "Place Armies, Gods, and Temples",
        (FAMILY + "setup.hand_out", SETUP + "setup_place", "engine.mechanics.opening.FirstPieces.place"),
    ),
    ("Non-random Setup", (SETUP + "claim", FAMILY + "setup.hand_out")),
    ("Gain Faith Tokens", (FAMILY + "setup.begin",)),
    ("Setup for 2 Players", (FAMILY + "setup.place_neutrals",)),
    ("Object of the Game", (FAMILY + "epochs.score_all",)),
    (
        "Start of an Epoch",
        (BIDDING + "check_bid", BIDDING + "open_bids", BIDDING + "choose_marker", FAMILY + "obtaining.bid_bonus"),
    ),
    ("Turn Overview", (FAMILY + "TURN",)),
    (
        "Raise Armies and Gather Faith",
        (INCOME + "income_of", FAMILY + "faith.collect_faith", FAMILY + "turn_start.next_relic", DEPLOY + "place"),
    ),
    ("Continent Bonus", (INCOME + "income_of",)),
    ("Summon Gods and Build Temples", (PURCHASE + "hire", PURCHASE + "build", FAMILY + "summoning.wares")),
    (
        "Gods and Their Powers",
        (
            FAMILY + "gods.come_along",
            FAMILY + "gods.throws_again",
            FAMILY + "gods.wins_ties",
            FAMILY + "godswar.dice_of",
            FAMILY + "dead.bury",
        ),
    ),
    ("God of Death", (FAMILY + "dead.bury",)),
    ("Goddess of Magic", (FAMILY + "gods.throws_again",)),
    ("God of the Sky", (FAMILY + "godswar.dice_of",)),
    ("God of War", (FAMILY + "gods.wins_ties",)),
    ("Temples", (FAMILY + "temples.hand_over", FAMILY + "temples.sites")),
    (
        "Obtain Miracle Cards",
        (
            PURCHASE + "buy",
            FAMILY + "obtaining.open_decks",
            FAMILY + "obtaining.price",
            FAMILY + "miracles.draw_miracle",
        ),
    ),
    ("Death Cards", (FAMILY + "turn_end.do_death_labor",)),
    ("Play Miracle Cards", (CARDS + "playing.check_play", CARDS + "playing.play_card")),
    ("War and Death Cards", (CARDS + "playing.check_play",)),
    ("War Cards", (FAMILY + "labors.conquer",)),
    ("Sky Cards", (REACTION + "open_window", FAMILY + "cards.may_react")),
    ("Magic Cards", (FAMILY + "miracles.receive", FAMILY + "epochs.relic_points")),
    ("Suffer Plague", (FAMILY + "plague.suffer", FAMILY + "plague.halve")),
    ("Invade Territories", (BATTLE + "fight.attack", BATTLE + "targeting.targets", FAMILY + "world.change_links")),
    ("Declaring an Attack", (BATTLE + "fight.attack", FAMILY + "gods.come_along", FAMILY + "godswar.meet")),
    (
        "Godswar",
        (FAMILY + "godswar.wage", FAMILY + "godswar.name_god", FAMILY + "godswar.bonus_of", FAMILY + "labors.beat_god"),
    ),
    ("Attacking", (BATTLE + "fight.attack", BATTLE + "fight.defend")),
    ("Deciding a Battle", (BATTLE + "fight.losses", FAMILY + "dead.bury")),
    ("Temples in Battle", (FAMILY + "gods.throws_again",)),
    ("Sky Cards in Battle", (REACTION + "open_window", REACTION + "take_effect")),
    ("Calling It Off", (BATTLE + "fight.attack", BATTLE + "fight.call_off", FAMILY + "godswar.call_off")),
    (
        "Capturing Territories",
        (OCCUPY + "move_in", OCCUPY + "advance", FAMILY + "gods.banish_all", FAMILY + "plague.enter"),
    ),
    (
        "Eliminating a Player",
        (OCCUPY + "eliminate", FAMILY + "elimination.survives", FAMILY + "elimination.clear_away"),
    ),
    ("Fortify a Position", (FORTIFY + "fortify", FAMILY + "world.change_links", FAMILY + "underworld.may_bring")),
    ("Embark from Heaven", (FAMILY + "embark.embark", FAMILY + "embark.open_spaces")),
    ("Invade the Underworld", (BATTLE + "fight.attack", FAMILY + "world.must_stay", FAMILY + "underworld.may_enter")),
    ("Spaces in the Underworld", (FAMILY + "world.left_out",)),
    ("Altars", (FAMILY + "facts.spaces_of",)),
    ("Crypts", (FAMILY + "underworld.revive", FAMILY + "underworld.revivals")),
    ("End Your Turn", (FAMILY + "turn_end.do_death_labor",)),
    ("End of an Epoch", (FAMILY + "epochs.end_epoch",)),
    ("Winning", (FAMILY + "epochs.score_all", FAMILY + "epochs.score_of")),
    ("A Tie", (FAMILY + "epochs.Score", "engine.mechanics.scoring.foremost")),
)
"""The sections of the Godstorm half, with what carries each out."""

RULINGS: dict[int, tuple[str, ...]] = {
    1: (FAMILY + "dead.bury",),
    2: (FAMILY + "dead.bury",),
    3: (FAMILY + "dead.bury",),
    4: (FAMILY + "gods.come_along",),
    5: (FAMILY + "godswar.dice_of", FAMILY + "godswar.bonus_of"),
    6: (FAMILY + "godswar.wage",),
    7: (FAMILY + "godswar.name_god",),
    8: (FAMILY + "godswar.wage", FAMILY + "gods.wins_ties"),
    9: (FAMILY + "gods.throws_again",),
    10: (FAMILY + "godswar.wage", FAMILY + "godswar.fight_on"),
    11: (FAMILY + "godswar.call_off", BATTLE + "fight.attack"),
    12: (FAMILY + "labors.look_at_dice",),
    13: (BATTLE + "throwing.throw_dice", FAMILY + "labors.look_at_dice"),
    14: (FAMILY + "plague.enter",),
    15: (FAMILY + "plague.suffer",),
    16: (FAMILY + "summoning.wares",),
    17: (FAMILY + "setup.spots",),
    18: (BATTLE + "fight.attack", OCCUPY + "move_in"),
    19: (FAMILY + "gods.banish_all", FAMILY + "temples.abandon"),
    20: (OCCUPY + "move_in", FAMILY + "gods.banish_all", FAMILY + "temples.hand_over_taken"),
    21: (FAMILY + "labors.conquer",),
    22: (FAMILY + "labors.beat_god",),
    23: (FAMILY + "turn_end.do_death_labor",),
    24: (FAMILY + "obtaining.price", PURCHASE + "buy"),
    25: (FAMILY + "obtaining.open_decks", FAMILY + "cards.may_play"),
    26: (FAMILY + "turn_start.next_relic", FAMILY + "faith.collect_faith"),
    27: (FAMILY + "book_of_the_dead.read",),
    28: (FAMILY + "cards.common.draw_continent",),
    29: (FAMILY + "cards.death.shake", FAMILY + "plague.halve"),
    30: (CARDS + "undoing.ask_to_undo", FAMILY + "cards.relics.may_undo"),
    31: (REACTION + "open_window", FAMILY + "cards.may_react"),
    32: (FORTIFY + "fortify", FAMILY + "world.change_links"),
    33: (FAMILY + "world.open_links", FAMILY + "cards.death.rain_fire", FAMILY + "cards.sky.lava_fields"),
    34: (FAMILY + "embark.open_spaces",),
    35: (FAMILY + "world.must_stay", FAMILY + "underworld.may_enter"),
    36: (FAMILY + "world.change_links", FAMILY + "world.left_out"),
    37: (FAMILY + "underworld.revivals",),
    38: (FAMILY + "elimination.survives", FAMILY + "elimination.clear_away"),
    39: (FAMILY + "temples.sites",),
    41: (FAMILY + "world.open_links", FAMILY + "world.collect_uncounted", FAMILY + "world.sink"),
    42: (FAMILY + "world.open_links", FAMILY + "cards.death.boil"),
    43: (FAMILY + "plagues.draw_plagues", FAMILY + "cards.death.forsake", FAMILY + "cards.war.purge"),
    44: (BIDDING + "open_bids", FAMILY + "obtaining.bid_bonus"),
    45: (FAMILY + "setup.place_neutrals",),
    46: (FAMILY + "epochs.score_of", FAMILY + "epochs.relic_points"),
}
"""What carries out a numbered ruling, where that is not said by the sections alone."""

RELICS: dict[str, str] = {
    "Arawn's Cauldron of Life": "cards.relics.draw_death",  # as typed
    "Excalibur": "faith.swing_excalibur",
    "Freya's Tears of Gold": "faith.shed_tears",  # as typed
    "Gungnir": "godswar.wage",
    "Mjolnir": "godswar.bonus_of",
    "Pandora's Box": "cards.relics.open_box",  # as typed
    "Stonehenge": "obtaining.price",
    "The Book of the Dead": "book_of_the_dead.read",  # as typed
    "The Golden Fleece": "cards.relics.draw_war",  # as typed
    "The Great Pyramids": "cards.relics.draw_sky",  # as typed
    "The Scales of Osiris": "underworld.revivals",  # as typed
    "The Tablets of Destiny": "obtaining.bid_bonus",  # as typed
    "The Tree of Life": "sparing.keep",  # as typed
    "The Wine of Eternal Life": "faith.pour_wine",  # as typed
}
"""What carries out a relic that works as long as it is in play."""

LAST_RULING, REMINDERS = 46, 29
TABLES = ("territories", "connections", "Underworld", "reference card", "pantheons", "decks")
FIXED = ("positions", "orders", "windows", "defaults", "planned")


def book() -> Iterator[Provable]:
    """Yield everything there is to prove, in order."""
    for heading, code in BOOK:
        yield Provable("004 Risk Godstorm", f"004 {heading}", heading, code=code)
    for ruling in range(1, LAST_RULING + 1):
        yield Provable("rulings of Godstorm", f"godstorm R{ruling:02}", code=RULINGS.get(ruling, ()))
    for reminder in range(1, REMINDERS + 1):
        yield Provable("reminders of Godstorm", f"godstorm E{reminder:02}")
    for table in TABLES:
        yield Provable("tables of Godstorm", f"godstorm table {table}")
    cards = catalogue_of("godstorm", OptionsGodstorm())
    for name, kind in zip(cards.names, cards.kinds, strict=True):
        effect = FAMILY + RELICS[name] if name in RELICS else f"{kind.effect.__module__}.{kind.effect.__name__}"
        yield Provable("Miracle cards", f"card {name}", code=(effect,))
    for topic in FIXED:
        yield Provable("orders and windows of the later families", f"FAMILIES godstorm {topic}")
