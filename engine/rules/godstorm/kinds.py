"""The kinds of things in a game of Godstorm: gods, temples, pantheons, zones and signs of the board, decks of cards."""

from typing import NamedTuple

from engine.core.language import gettext_noop

GODS = ("death", "magic", "sky", "war")
"""Kinds of gods, in the order in which they are named."""

TEMPLE = "temple"

PIECE_NAMES = {
    "death": gettext_noop("god of death"),
    "magic": gettext_noop("goddess of magic"),
    "sky": gettext_noop("god of the sky"),
    "war": gettext_noop("god of war"),
    TEMPLE: gettext_noop("temple"),
}

LAND, UNDERWORLD, HEAVEN = "land", "underworld", "heaven"  # zones of the board
GATE, CRYPT, ALTAR = "gate", "crypt", "altar"  # signs of spaces in the Underworld
ATLANTIS = "atlantis"  # the continent that may sink

DECKS = ("death", "magic", "sky", "war")
"""Decks of miracle cards, each named for the god whom its cards need."""

TERRITORIES, CONTINENTS = "territories", "continents"
"""Decks of which a card is shown and put back: of territories, and of the continents for a lot."""


class Pantheon(NamedTuple):
    """A civilization with its gods, by kind, and its heaven, by the id of its place."""

    name: str
    heaven: str
    gods: dict[str, str]


PANTHEONS = (
    Pantheon("Babylonians", "kurnugia", {"death": "Druaga", "magic": "Ishtar", "sky": "Marduk", "war": "Gilgamesh"}),
    Pantheon("Celts", "avalon", {"death": "Arawn", "magic": "Brigid", "sky": "Lugh", "war": "Nuada"}),
    Pantheon("Egyptians", "duat", {"death": "Osiris", "magic": "Isis", "sky": "Ra", "war": "Set"}),
    Pantheon("Greeks", "elysium", {"death": "Hades", "magic": "Hekate", "sky": "Zeus", "war": "Ares"}),
    Pantheon("Norse", "valhalla", {"death": "Loki", "magic": "Freya", "sky": "Odin", "war": "Thor"}),
)
"""In the order of the rulebook; a seat's pantheon is its number here."""

PANTHEON_NAMES = tuple(pantheon.name for pantheon in PANTHEONS)
UNCHOSEN = -1  # the pantheon of a seat that has yet to choose
