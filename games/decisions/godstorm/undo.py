"""Undo a card as it is played, once its targets and its dice are known, or let it pass."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from games.boards.overlays import Marks
from games.decisions.cards.choice import card_rows
from games.decisions.cards.form import card_form
from games.decisions.cards.play import (
    DECLINE,
    Reply,
    card_of_window,
    declining,
    idle_cards,
    parse_declining,
    ways_to_decline,
)
from games.decisions.kit.context import PageContext, offered_field
from games.decisions.kit.panel import Panel
from games.decisions.kit.prompts import Prompt, Suggestion
from games.decisions.registry import DECISIONS, Answer, Decision, Timeout
from games.families.godstorm.card_words import chance_words
from games.wording.narration import names_for, sentence
from games.wording.seats import seat_label

UNTOLD = {"at", "src", "dst", "what", "moves"}
"""What an order may name that the sentence of a card leaves out, as what the card does tells it afterwards."""
SCOPES = {
    "window": gettext_lazy("this card"),
    "order": gettext_lazy("all cards of this attack"),
    "turn": gettext_lazy("this turn"),
}


@dataclass(frozen=True, kw_only=True)
class UndoPanel(Reply):
    """Data of decisions/undo.html: the card that is being played, with the sign of its deck and its text, how it is
    played, and what chance gave for it."""

    card: str
    sign: str
    text: str
    played: str
    outcome: str


def panel(context: PageContext) -> Panel:
    """Show the card that is being played, and ask whether to undo it."""
    view, kind, scopes = context.view, kind_of(context.view), scopes_of(context.view)
    chosen = card_of_window(context)
    form = None if chosen is None else card_form(context, chosen)
    data = UndoPanel(
        cards=card_rows(context, chosen=chosen),
        form=form,
        idle=idle_cards(view),
        decline=context.link(way="decline"),
        scopes=tuple(scopes.items()),
        final=_("The card then has no effect. It stays discarded, and its price is not paid back."),
        sealed=_("If you let the turn pass, the game asks you nothing more in it.") if "turn" in scopes else "",
        passing=(_("Let it pass"), _("the card takes effect")),
        card=view.about["card"],
        sign=f"deck-{kind.deck}",
        text=kind.text,
        played=played_words(view),
        outcome=outcome_words(view),
    )
    action = form.action if form else {"type": DECLINE, "seat": context.me}
    places = places_of(view)
    marks = Marks(highlighted=places, look_at=places)
    return Panel("undo", prompt(view).heading, data, marks, (), action, ways_to_decline(scopes))


def kind_of(view: engine.PlayerView) -> engine.CardKind:
    """Return the kind of the card that is being played."""
    cards = engine.catalogue_of(view.rules, view.options)
    return cards.kinds[cards.numbers[view.about["card"]]]


def scopes_of(view: engine.PlayerView) -> dict[str, str]:
    """Name what may be let pass now."""
    return {scope: str(SCOPES[scope]) for scope in offered_field(view, DECLINE, "scope", engine.ChoiceField).values}


def played_words(view: engine.PlayerView) -> str:
    """Say who plays the card on what, as the story does; what it names besides, the order says."""
    order = view.about["order"]
    event = {"type": "cards.played", "seat": view.about["seat"], "cost": 0, "order": order}
    told = str(sentence(event, names_for(view, html=False)))
    if not UNTOLD & order.keys():
        return told
    text = engine.format_order(engine.action_from_json(order), view.rules, view.map, view.colours)
    return f"{told} {_('The order: %(order)s.') % {'order': text}}"


def outcome_words(view: engine.PlayerView) -> str:
    """Say what chance gave for the card; empty where it needs none."""
    shown = view.about["shown"]
    return chance_words(view, kind_of(view), shown) if shown else ""


def places_of(view: engine.PlayerView) -> tuple[int, ...]:
    """List the territories that are named with the card."""
    order = view.about["order"]
    ends = (at for at in (order.get("src", -1), order.get("dst", -1)) if at >= 0)
    return (*order.get("at", ()), *order.get("on", ()), *ends)


def prompt(view: engine.PlayerView) -> Prompt:
    said = {"seat": seat_label(view, view.about["seat"]), "card": view.about["card"]}
    heading = _("%(seat)s plays %(card)s. Undo it?") % said
    subject = _("undo %(seat)s’s %(card)s?") % said
    lead = (played_words(view), outcome_words(view), kind_of(view).text)
    return Prompt(heading, subject, " ".join(filter(None, lead)))


def suggest_passing(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    """Suggest to let this card pass, all of the attack, or all of the turn."""
    notes = {
        "window": _("the card takes effect"),
        "order": _("the game does not ask you about other cards in this attack"),
        "turn": _("the game asks you nothing more this turn"),
    }
    return declining({scope: notes[scope] for scope in scopes_of(view)})


DECISIONS.add(
    Decision(
        "cards.undo_asked",
        summary=gettext_lazy("Undo a card as it is played, or let it pass."),
        panel=panel,
        prompt=prompt,
        cards_free=True,
        answers={DECLINE: Answer(parse_declining, suggest_passing)},
        timeout=Timeout(
            turn=lambda view: _("no card is undone"),
            owner=gettext_lazy("the card takes effect, and the game asks you nothing more this turn."),
            others=gettext_lazy("they let it pass."),
            organizer=gettext_lazy("every card played this turn takes effect"),
        ),
    )
)
