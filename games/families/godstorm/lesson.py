"""What *How to play* tells of Godstorm: a page of its own, with its pieces, a turn and all miracle cards."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from engine.rules.godstorm.cards import BOOK
from engine.rules.godstorm.miracles import RELICS
from games.families.lessons import DeckOfCards, FamilyLesson, PieceSign, Step, WorkedTurn

DECK_TITLES = {"war": _("War"), "sky": _("Sky"), "magic": _("Magic"), "death": _("Death")}
PIECES = (
    PieceSign("war", _("God of war"), _("Wins ties in attack. You begin with one.")),
    PieceSign("sky", _("God of the sky"), _("Rolls one more die in a godswar.")),
    PieceSign("magic", _("Goddess of magic"), _("Rerolls ones.")),
    PieceSign("death", _("God of death"), _("Keeps the defenders who fall from their heaven.")),
    PieceSign("temple", _("Temple"), _("Brings 1 army and 1 faith an epoch. Its defenders reroll ones.")),
    PieceSign("plague", _("Plague"), _("Half of the armies there die in each of their owner’s turns.")),
    PieceSign("heaven", _("Heaven"), _("Where your fallen armies wait.")),
    PieceSign("gate", _("Gate"), _("The way from heaven into the Underworld.")),
    PieceSign("crypt", _("Crypt"), _("Revives an army in each of your turns, and scores 1 point.")),
    PieceSign("altar", _("Altar"), _("One more die in a godswar, and 1 point.")),
    PieceSign("faith", _("Faith"), _("Pays for gods, temples, miracles and bids.")),
)

TURN = WorkedTurn(
    rules="godstorm",
    seats=("blue", "red", "green"),
    board="""
blue: Iberia 2, Gaul 4, Anglia 3, Caledonia 1, Hibernia 2, Alemannia 3, Thule 1, Varangia 2, Galicia 2
| red: Liguria 2, Corsica 2, Sicilia 1, Roma 3, Apulia 2, Dalmatia 3, Minoa 1, Dacia 2, Atlas 2, Carthage 2,
  Cyrenaica 1, Poseidonis 2, Oricalcos 2, Gaitulia 1
| green: Thracia 3, Graecia 3, Ionia 2, Anatolia 2, Nubia 1, Egypt 3, Kush 2, Phoenicia 2, Assyria 1, Parthia 1,
  Sumer 2, Babylon 3, Sheba 1, Hesperide 1, Tritonis 1, Rus 2, Scythia 1, Cimmeria 2, Sarmatia 1
""",  # as typed
    said={
        "pantheons": {"blue": "Norse", "red": "Greeks", "green": "Egyptians"},
        "faith": {"blue": 1},
        "gods": {"blue": {"war": "Gaul"}, "red": {"war": "Liguria"}},
        "temples": {"Anglia": True, "Roma": True, "Egypt": True},
        "plague": ["Corsica", "Galicia", "Dacia", "Sumer"],
        "heaven": {"blue": 2},
        "underworld": "red: u2 1, u3 1 | green: u9 1",  # as typed
    },
    dice={"attacker": (5, 4, 4, 6, 5, 3), "defender": (5, 3, 2, 1, 6, 4)},
    steps=(
        Step(
            title=_("Raise armies"),
            orders=("place 8 Gaul",),
            label=_("Gaul with its new armies and the god of war"),
            text=_(
                "You hold 9 territories, which makes 3, and all of Germania, which brings 5: you receive 8 armies and "
                "8 faith. The temple in Anglia has brought 1 army of its own, and 1 faith. You place all 8 in Gaul."
            ),
            at=("Gaul",),
        ),
        Step(
            title=_("Summon"),
            orders=("summon magic Gaul", "done"),  # as typed
            label=_("The god of war and the goddess of magic stand in Gaul"),
            text=_(
                "With 1 faith from the last epoch you have 10. The goddess of magic costs 3 and comes to Gaul. You "
                "keep 7 for the next bid, and buy no miracles."
            ),
            at=("Gaul",),
        ),
        Step(
            title=_("Suffer the plague"),
            orders=("done",),
            label=_("Galicia, where the plague left 1 army"),
            text=_(
                "In each of your territories with plague half of the armies die, rounded down: 1 of the 2 in Galicia. "
                "It goes to your heaven, where 2 wait already."
            ),
            at=("Galicia",),
        ),
        Step(
            title=_("Fight a godswar"),
            orders=("invade Liguria from Gaul with war, magic", "godswar war"),  # as typed
            label=_("From Gaul to Liguria, whose god is banished"),
            text=_(
                "Red’s god of war stands in Liguria, so gods fight first. Each side rolls three dice, Red one more for "
                "an altar in the Underworld. You roll 5, 4 and 4 and add the 11 armies that can leave Gaul: 24. Red "
                "rolls 5, 3, 2 and 1 and adds 2 armies: 13. Red’s god is banished."
            ),
            at=("Gaul", "Liguria"),
            moves=True,
        ),
        Step(
            title=_("Invade"),
            orders=("red: defend 2", "advance war, magic, 8"),  # as typed
            label=_("8 armies and both gods went from Gaul to Liguria"),
            text=_(
                "Now the armies fight. 6 meets 6, and because your god of war wins ties, Red loses that army; 5 beats "
                "4, and Red loses the other. Gods who joined the invasion move in, with at least as many armies as you "
                "rolled dice. Red’s dead go to Red’s heaven."
            ),
            at=("Gaul", "Liguria"),
            moves=True,
        ),
        Step(
            title=_("Go on in the Underworld"),
            orders=("done", "done", "embark 3 u4", "invade u5 from u4", "advance 1"),  # as typed
            label=_("One army went on from gate IV to the crypt in space V"),
            text=_(
                "After your free move, the 3 dead in your heaven embark. All go to gate IV, which is free. From there "
                "one goes on to space V, which nobody holds. Its crypt will revive an army in each of your turns, and "
                "scores 1 point at the end."
            ),
            at=("Underworld IV", "Underworld V"),  # as typed
            moves=True,
        ),
    ),
)

LESSON = FamilyLesson(
    "games/lessons/godstorm.html",
    tuple(
        DeckOfCards(title, tuple(kind for kind in BOOK.kinds if kind.deck == deck), deck != RELICS)
        for deck, title in DECK_TITLES.items()
    ),
    PIECES,
    TURN,
)
