"""The blank cards of the box as a form asks for them, and as everybody reads them before they take a seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from engine.rules.risk2210.cards import BOOK
from engine.rules.risk2210.options import BLANKS, DECKS, MOST_BLANKS, MOST_COST
from games.families.option_lists import ListOption, Row
from games.wording.made_up import Item, ListedThing, describes_list

TITLE = _("Blank cards")

DECK_TITLES = {
    "land": _("Land"),
    "naval": _("Naval"),
    "space": _("Space"),
    "nuclear": _("Nuclear"),
    "diplomat": _("Diplomat"),
}
NAME_LETTERS = 30
APART = "/"
"""Between a deck and the card in it, in the values of the choice."""


def row_fields() -> dict[str, forms.Field]:
    """Make the fields of one card: its name, the card that it works like, what it costs."""
    return {
        "name": forms.CharField(
            label=_("Name"),
            max_length=NAME_LETTERS,
            required=False,
            widget=forms.TextInput(attrs={"autocomplete": "off"}),
            error_messages={"required": _("Give this card a name, or choose no card beside it.")},
        ),
        "like": forms.ChoiceField(
            label=_("Works like"),
            required=False,
            choices=like_choices,
            error_messages={"required": _("Choose the card that this one works like, or take the name out.")},
        ),
        "cost": forms.TypedChoiceField(
            label=_("Energy cost"),
            required=False,
            coerce=int,
            empty_value="0",
            initial=0,
            choices=[(cost, str(cost)) for cost in range(MOST_COST + 1)],
        ),
    }


def like_choices() -> list[tuple[str, object]]:
    """List the kinds of cards by their decks, the choice of none first."""
    return [
        ("", gettext("no card")),
        *(
            (
                gettext("%(deck)s deck") % {"deck": DECK_TITLES[deck]},
                [(f"{deck}{APART}{kind.title}", kind.title) for kind in BOOK.kinds if kind.deck == deck],
            )
            for deck in DECKS
        ),
    ]


def read_card(row: Row) -> dict[str, object]:
    deck, _apart, like = row["like"].partition(APART)
    return {"deck": deck, "name": row["name"], "like": like, "cost": int(row["cost"])}


@describes_list(
    "risk2210",
    BLANKS,
    title=TITLE,
    agreed=_("The creator of this game made up these cards. Taking a seat means that you agree to play with them."),
)
def describe_cards(cards: Sequence[Item]) -> list[ListedThing]:
    """Describe the blank cards of a game, equal ones once."""
    counted = Counter((card["deck"], card["name"], card["like"], card["cost"]) for card in cards)
    return [_describe(*card, copies) for card, copies in counted.items()]


def _describe(deck: str, name: str, like: str, cost: int, copies: int) -> ListedThing:
    price = ngettext("%(count)s energy", "%(count)s energy", cost) % {"count": cost} if cost else gettext("free")
    facts = gettext("%(deck)s deck, %(price)s") % {"deck": DECK_TITLES[deck], "price": price}
    if copies > 1:
        facts += ", " + ngettext("%(count)s copy", "%(count)s copies", copies) % {"count": copies}
    words = gettext("Works like %(like)s: %(text)s")
    kind = BOOK.kinds[BOOK.find(like, deck)]
    return ListedThing(name, facts, words % {"like": kind.title, "text": kind.text})


BLANK_CARDS = ListOption(
    name=BLANKS,
    title=TITLE,
    help=_(
        "The box has nine blank Command cards. Fill in as many as you like: a name of your own, a card that it works "
        "like, and what it costs to play. They are shuffled into that card’s deck. Everybody reads them before they "
        "take a seat, and nobody can change them later."
    ),
    row_title=_("Card %(number)s"),
    most=MOST_BLANKS,
    fields=row_fields,
    read=read_card,
)
