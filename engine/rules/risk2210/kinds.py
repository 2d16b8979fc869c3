"""The kinds of things in a game of 2210: Commanders, stations, zones of the board, decks of cards."""

from engine.core.language import gettext_noop

STATION = "station"

COMMANDERS = ("land", "naval", "space", "diplomat", "nuclear")
"""Kinds of Commanders, in the order in which they are lost where nobody chooses."""

PIECE_NAMES = {
    "land": gettext_noop("Land Commander"),
    "naval": gettext_noop("Naval Commander"),
    "space": gettext_noop("Space Commander"),
    "diplomat": gettext_noop("Diplomat"),
    "nuclear": gettext_noop("Nuclear Commander"),
    STATION: gettext_noop("Space Station"),
}

LAND, WATER, MOON = "land", "water", "moon"  # zones of the board

DECKS = ("land", "naval", "space", "nuclear", "diplomat")
"""Decks of Command cards, each named for the Commander that its cards need, in the order of the rulebook's list."""

LAND_CARDS, WATER_CARDS, LUNAR_CARDS = "land_territories", "water_territories", "lunar_territories"
TERRITORY_DECKS = {LAND: LAND_CARDS, WATER: WATER_CARDS, MOON: LUNAR_CARDS}
"""Decks of territory cards by the zone of their territories; a card is the number of its territory."""

CARD_ZONES = {"land": LAND, "naval": WATER, "space": MOON}
"""Zones of the decks whose cards are for one kind of territory."""
