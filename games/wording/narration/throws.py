"""Throws that are asked about before they count, in sentences: the dice, and what was made of them."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.wording.narration.battle import dice
from games.wording.narration.roles import HIDDEN, InStory, Role
from games.wording.narration.sentences import Event, Names, join_and, of_seat, registers_sentence, say, say_where


@registers_sentence("battle.thrown", story=InStory(Role.DICE))
def thrown(event: Event, names: Names) -> str:
    text = _("%(seat)s rolled %(attack)s from %(src)s against %(defend)s in %(dst)s.")
    return say_where(text, event, names, attack=dice(event["attack"]), defend=dice(event["defend"]))


def rerolled(event: Event, names: Names) -> str:
    text = _("%(seat)s showed the %(card)s card and rerolled the %(die)s: %(into)s.")
    return say_where(text, event, names, card=names.card(event["card"]), die=event["die"], into=event["into"])


def commanded(event: Event, names: Names) -> str:
    yours, theirs = _("Your Commander turned the %(die)s to 6."), _("%(seat)s’s Commander turned the %(die)s to 6.")
    return of_seat(event["seat"], names, yours, theirs, die=event["die"])


@registers_sentence("improve.laid_back", story=HIDDEN)
def laid_back(event: Event, names: Names) -> str:
    cards = event["cards"]
    text = ngettext(
        "%(seat)s took the shown card back: %(cards)s.",
        "%(seat)s took the shown cards back: %(cards)s.",
        len(cards),
    )
    return say(text, seat=names.Seat(event["seat"]), cards=join_and([names.card(card) for card in cards]))
