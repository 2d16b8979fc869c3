"""What *How to play* tells of Godstorm: a page of its own, with all miracle cards."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from engine.rules.godstorm.cards import BOOK
from engine.rules.godstorm.miracles import RELICS
from games.families.lessons import DeckOfCards, FamilyLesson

DECK_TITLES = {"war": _("War"), "sky": _("Sky"), "magic": _("Magic"), "death": _("Death")}
LESSON = FamilyLesson(
    "games/lessons/godstorm.html",
    tuple(
        DeckOfCards(title, tuple(kind for kind in BOOK.kinds if kind.deck == deck), deck != RELICS)
        for deck, title in DECK_TITLES.items()
    ),
)
