"""What *How to play* tells of Risk 2210 A.D.: a page of its own, with its pieces, a turn and all Command cards."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from engine.rules.risk2210.cards import BOOK
from engine.rules.risk2210.options import DECKS
from games.families.lessons import DeckOfCards, FamilyLesson, PieceSign, Step, WorkedTurn
from games.families.risk2210.blank_cards import DECK_TITLES

PIECES = (
    PieceSign("land", _("Land Commander"), _("Leads attacks from or to land. You begin with one.")),
    PieceSign("naval", _("Naval Commander"), _("Opens the water, and leads attacks from or to it.")),
    PieceSign("space", _("Space Commander"), _("Opens the Moon, and leads attacks from or to it.")),
    PieceSign("nuclear", _("Nuclear Commander"), _("Leads attacks everywhere. Its cards strike whole regions.")),
    PieceSign("diplomat", _("Diplomat"), _("Never leads an attack, but defends. You begin with one.")),
    PieceSign("station", _("Space Station"), _("Brings 1 MOD a year, and reaches the Moon.")),
    PieceSign("landing", _("Landing site"), _("Where an attack from a Space Station lands on the Moon.")),
    PieceSign("devastated", _("Devastated territory"), _("Nobody can hold it or go through it.")),
    PieceSign("energy", _("Energy"), _("Pays for Commanders, stations, cards and bids.")),
)

TURN = WorkedTurn(
    rules="risk2210",
    seats=("blue", "red", "green"),
    board="""
blue: Nuevo Timoto 2, Andean Nations 1, Amazon Desert 3, Argentina 2, Mexico 2, American Republic 2,
  Continental Biospheres 1, Exiled States of America 2, Lesotho 1
| red: Saharan Empire 2, Egypt 2, Ministry of Djibouti 2, Madagascar 1, Andorra 2, Imperial Balkania 1, New Avalon 3,
  Iceland GRC 2, Warsaw Republic 1, Canada 2, Republique du Quebec 1, Nunavut 2
| green: Jotenheim 2, Alberta 2, Northwestern Oil Emirate 1, Middle East 3, Afghanistan 2, Enclave of the Bear 1,
  Siberia 1, Sakha 2, Pevek 1, Alden 1, Khan Industrial State 2, Japan 2, United Indiastan 2, Angkhor Wat 3,
  Java Cartel 2, New Guinea 1, Aboriginal League 2, Australian Testing Ground 1
| empty: *
""",  # as typed
    said={
        "devastated": ("Zaire Military Zone", "Ukrayina", "Hong Kong"),  # as typed
        "energy": {"blue": 2},
        "commanders": {"blue": {"land": "Amazon Desert", "diplomat": "Argentina"}},  # as typed
        "stations": {"blue": ["Amazon Desert"]},  # as typed
    },
    dice={"attacker": (8, 5, 2), "defender": (6, 4)},
    steps=(
        Step(
            title=_("Collect"),
            orders=("place 5 Amazon Desert",),  # as typed
            label=_("The Amazon Desert with its new MODs, the Land Commander and the Space Station"),
            text=_(
                "You hold 9 territories, which makes 3, and all of South America, which brings 2: you receive 5 MODs "
                "and 5 energy. The Space Station in the Amazon Desert has brought 1 MOD of its own. You place all 5 "
                "there."
            ),
            at=("Amazon Desert",),  # as typed
        ),
        Step(
            title=_("Hire"),
            orders=("hire naval Amazon Desert", "hire space Amazon Desert", "done"),  # as typed
            label=_("Three Commanders and a Space Station stand round the badge of the Amazon Desert"),
            text=_(
                "2 energy were left from last year, so you have 7. A Naval and a Space Commander cost 3 each. Round "
                "signs at a badge are Commanders, and each counts as a unit; the square one is the station. You keep "
                "the last energy and buy no card."
            ),
            at=("Amazon Desert",),  # as typed
        ),
        Step(
            title=_("Go to sea"),
            orders=("invade Neo Paulo from Amazon Desert", "advance naval, 2 mods"),  # as typed
            label=_("The Naval Commander and 2 MODs went from the Amazon Desert to Neo Paulo"),
            text=_(
                "Nobody holds Neo Paulo, so nobody rolls. Without a Naval Commander in play you could not go there. "
                "It moves in with 2 MODs."
            ),
            at=("Amazon Desert", "Neo Paulo"),  # as typed
            moves=True,
        ),
        Step(
            title=_("Go to the Moon"),
            orders=("invade Tycho from Amazon Desert", "advance space, 2 mods"),  # as typed
            label=_("Tycho on the Moon is yours, with the Space Commander and 2 MODs"),
            text=_(
                "From a territory with a Space Station you reach the three landing sites of the Moon. Tycho is empty "
                "too, and the Space Commander goes with 2 MODs. From there you can attack other lunar territories."
            ),
            at=("Tycho",),
        ),
        Step(
            title=_("Attack an enemy"),
            orders=(
                "invade Saharan Empire from Amazon Desert with land 2",  # as typed
                "red: defend 2",  # as typed
                "advance land, 3 mods",  # as typed
            ),
            label=_("The Land Commander and 3 MODs went from the Amazon Desert to the Saharan Empire"),
            text=_(
                "The Land Commander leads with an eight-sided die, beside two ordinary ones. 8 beats 6, and 5 beats "
                "4: Red loses both MODs. The Commander who led must move in, and at least as many units as you rolled "
                "dice. Had Red a station or a Commander there, Red would have rolled eight-sided dice too."
            ),
            at=("Amazon Desert", "Saharan Empire"),  # as typed
            moves=True,
        ),
        Step(
            title=_("Fortify"),
            orders=("fortify Argentina Amazon Desert 1",),  # as typed
            label=_("1 MOD went from Argentina to the Amazon Desert"),
            text=_(
                "At the end you move units once, along a path of your own territories. You took three territories, "
                "but only one from an enemy: three from enemies would have brought 1 energy and a card."
            ),
            at=("Argentina", "Amazon Desert"),  # as typed
            moves=True,
        ),
    ),
)

LESSON = FamilyLesson(
    "games/lessons/risk2210.html",
    tuple(DeckOfCards(DECK_TITLES[deck], tuple(kind for kind in BOOK.kinds if kind.deck == deck)) for deck in DECKS),
    PIECES,
    TURN,
)
