"""What *How to play* tells of Risk 2210 A.D.: a page of its own, with all Command cards."""

from __future__ import annotations

from engine.rules.risk2210.cards import BOOK
from engine.rules.risk2210.options import DECKS
from games.families.lessons import DeckOfCards, FamilyLesson
from games.families.risk2210.blank_cards import DECK_TITLES

LESSON = FamilyLesson(
    "games/lessons/risk2210.html",
    tuple(DeckOfCards(DECK_TITLES[deck], tuple(kind for kind in BOOK.kinds if kind.deck == deck)) for deck in DECKS),
)
