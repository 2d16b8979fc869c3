"""The bonus for three contested territories in one turn: choose the deck to draw a card from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import engine
from games.decisions.kit.context import PageContext
from games.decisions.kit.panel import Panel, steps_of
from games.decisions.kit.posted import make_word_parser
from games.decisions.kit.prompts import Prompt, Suggestion, order_text
from games.decisions.registry import DECISIONS, Answer, Decision, Timeout


@dataclass(frozen=True)
class DeckChoice:
    """A deck that can be drawn from, and how many cards are left in it, in words."""

    deck: str
    name: str
    left: str


@dataclass(frozen=True)
class DrawPanel:
    """Data of decisions/draw.html."""

    lead: str
    decks: tuple[DeckChoice, ...]


def panel(context: PageContext) -> Panel:
    """Choose one of the decks whose Commander is in play."""
    view = context.view
    decks = decks_of(view)
    ways = tuple((f"draw {each.deck}", each.left) for each in decks)
    action = {"type": "bonus.draw", "seat": context.me, "deck": decks[0].deck}
    data = DrawPanel(lead(), decks)
    return Panel("draw", _("Draw a card"), data, steps=steps_of(context), action=action, ways=ways)


def lead() -> str:
    return _(
        "You captured three enemy territories this turn: you receive 1 energy and draw a card from a deck of your "
        "choice."
    )


def decks_of(view: engine.PlayerView) -> tuple[DeckChoice, ...]:
    """List the decks that can be drawn from, the fullest first."""
    ranked = sorted(view.about["decks"], key=lambda deck: -view.decks[deck])
    return tuple(
        DeckChoice(deck, _("%(deck)s deck") % {"deck": deck.capitalize()}, count_left(view, deck)) for deck in ranked
    )


def count_left(view: engine.PlayerView, deck: str) -> str:
    count = view.decks[deck]
    return ngettext("%(count)s card left", "%(count)s cards left", count) % {"count": count}


def prompt(view: engine.PlayerView) -> Prompt:
    return Prompt(_("Choose a deck to draw a card from"), _("draw a card"), lead())


def suggestions(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    for each in decks_of(view):
        order = order_text(view, offer.action, deck=each.deck)
        yield Suggestion(order, order[:1].upper() + order[1:], note=each.left, called=label_draw(each.deck))


def label_draw(deck: str) -> str:
    return _("Draw a %(deck)s card") % {"deck": deck.capitalize()}


DECISIONS.add(
    Decision(
        "bonus.draw_asked",
        summary=gettext_lazy("Choose a deck to draw a card from."),
        panel=panel,
        prompt=prompt,
        answers={"bonus.draw": Answer(make_word_parser("deck"), suggestions)},
        timeout=Timeout(
            turn=lambda view: _("you draw from the fullest deck"),
            organizer=gettext_lazy("a card is drawn from the fullest deck"),
        ),
    )
)
