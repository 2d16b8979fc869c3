"""What coaching brings to the site: each record registers when this module is imported."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext

from coaching import hints
from coaching.selectors import turn_card
from games.lines import FIRST_LINES, Line, Link, Reader
from games.selectors.page_data import TURN_CARDS, TurnCard

hints.load()


def learn_link(reader: Reader) -> Link | None:
    """Link to the games with a coach."""
    return Link(reverse("learn"), gettext("Learn with a coach"), "notebook-pen") if reader.is_authenticated else None


FIRST_LINES.add(Line("learn", learn_link))
TURN_CARDS.add(TurnCard("coach", "coaching/card.html", turn_card, above=True))
