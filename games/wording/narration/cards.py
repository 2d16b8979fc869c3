"""Cards in sentences: drawn, traded, taken over, shuffled again."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.wording.narration.names import Names
from games.wording.narration.sentences import Event, registers_sentence
from games.wording.narration.words import join_and, pluralize_armies, say


def traded(event: Event, names: Names) -> str:
    text = _("%(seat)s traded in %(cards)s for %(armies)s.")
    told = say(
        text,
        seat=names.Seat(event["seat"]),
        armies=pluralize_armies(event["value"]),
        cards=join_and([names.card(card) for card in event["cards"]]),
    )
    if event["bonus_armies"] and event["bonus"] >= 0:
        more = _("%(land)s gets %(armies)s more.")
        told += " " + say(more, armies=pluralize_armies(event["bonus_armies"]), land=names.land(event["bonus"]))
    return told


@registers_sentence("cards.drawn")
def drawn(event: Event, names: Names) -> str:
    if event.get("card") is None:
        return say(_("%(seat)s drew a card."), seat=names.Seat(event["seat"]))
    return say(_("%(seat)s drew the card %(card)s."), seat=names.Seat(event["seat"]), card=names.card(event["card"]))


@registers_sentence("cards.taken_over")
def taken_over(event: Event, names: Names) -> str:
    count = event["count"]
    text = ngettext("%(seat)s took %(count)s card from %(was)s.", "%(seat)s took %(count)s cards from %(was)s.", count)
    told = say(text, seat=names.Seat(event["seat"]), count=count, was=names.seat(event["was"]))
    if event.get("cards"):
        told += " " + say(_("They are %(cards)s."), cards=join_and([names.card(card) for card in event["cards"]]))
    return told


@registers_sentence("cards.reshuffled")
def reshuffled(event: Event, names: Names) -> str:
    return say(_("The %(count)s traded-in cards were shuffled into a new deck."), count=event["count"])
