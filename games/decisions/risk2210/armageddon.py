"""Armageddon: one after another, everybody may play Nuclear cards without paying."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from games.decisions.cards.play import DECLINE, DECLINES, SCOPES, CardsPanel, cards_panel, parse_declining
from games.decisions.kit import order_labels
from games.decisions.kit.context import PageContext, offered_field
from games.decisions.kit.panel import Panel
from games.decisions.kit.prompts import Prompt, Suggestion
from games.decisions.registry import DECISIONS, Answer, Decision, Timeout


def panel(context: PageContext) -> Panel:
    """Play a Nuclear card, or decline."""
    made = cards_panel(context)
    scopes = (("turn", _("Decline for the rest of this turn")),) if may_decline_turn(context.view) else ()
    assert isinstance(made.data, CardsPanel)
    data = replace(made.data, purse=None, lead=lead(), act=DECLINE, label=_("Decline"), scopes=scopes)
    ways = tuple((DECLINES[scope], str(SCOPES[scope])) for scope, _words in scopes)
    return replace(made, heading=_("Armageddon: play a Nuclear card, or decline"), data=data, ways=ways)


def may_decline_turn(view: engine.PlayerView) -> bool:
    """Check whether there are windows of this turn that the viewer could let pass too: those of other seats."""
    return "turn" in offered_field(view, DECLINE, "scope", engine.ChoiceField).values


def lead() -> str:
    return _("Your Nuclear cards cost nothing now. You can play as many as you like, one after another.")


def prompt(view: engine.PlayerView) -> Prompt:
    return Prompt(_("Armageddon: play a Nuclear card, or decline"), _("play a Nuclear card or decline"), lead())


def suggest_declining(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    yield Suggestion("decline", "Decline", note=_("keep your cards"), low_value=True, passes=True)
    if may_decline_turn(view):
        note = _("keep your cards, and let this turn’s invasions pass too")
        order, called = DECLINES["turn"], order_labels.decline("turn")
        yield Suggestion(order, order.capitalize(), note=note, low_value=True, called=called)


DECISIONS.add(
    Decision(
        "cards.armageddon_asked",
        summary=gettext_lazy("Play a Nuclear card, or decline."),
        panel=panel,
        prompt=prompt,
        cards_free=True,
        answers={DECLINE: Answer(parse_declining, suggest_declining)},
        timeout=Timeout(
            turn=lambda view: _("you play no Nuclear card"),
            owner=gettext_lazy("you play no Nuclear card."),
            others=gettext_lazy("they play no Nuclear card."),
            organizer=gettext_lazy("it plays no Nuclear card"),
        ),
    )
)
