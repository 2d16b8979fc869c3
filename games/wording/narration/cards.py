"""Cards that are played by name, in sentences; what they do besides, their families tell."""

from __future__ import annotations

from django.utils.translation import gettext as _

import engine
from games.wording.narration.roles import ASIDE, InStory, Role
from games.wording.narration.sentences import Event, Names, join_and, of_seat, registers_sentence, say, say_where

CONTINENTS = "continents"  # the deck for the lot of a continent


@registers_sentence("cards.played", story=InStory(Role.CARD))
def played(event: Event, names: Names) -> str:
    """Tell which card was played, on whom or what, and its price; what it brings to own land is told after it."""
    aim = aim_words(event["order"], names)
    text = _("%(seat)s played %(card)s on %(aim)s.") if aim else _("%(seat)s played %(card)s.")
    if event["cost"]:
        text = _("%(seat)s played %(card)s for %(price)s.")
        if aim:
            text = _("%(seat)s played %(card)s on %(aim)s for %(price)s.")
    return say_where(text, event, names, card=event["order"]["card"], price=names.funds(event["cost"]), aim=aim)


def aim_words(order: Event, names: Names) -> str:
    """Name what a card was played on: "Nunavut", "Red", "Red’s Nuclear Commander"."""
    words = [names.land(land) for land in order.get("on", ())]
    target, what = order.get("target", -1), order.get("what")
    if target >= 0:
        words.insert(0, whose_piece(target, what, names) if what else names.seat(target))
    return join_and(words)


def whose_piece(seat: int, kind: str, names: Names) -> str:
    """Name a piece with its owner, "your Naval Commander", or by the name that it has of its own."""
    if own := names.own_name(seat, kind):
        return own
    text = _("your %(piece)s") if seat == names.viewer else _("%(seat)s’s %(piece)s")
    return say(text, seat=names.seat(seat), piece=names.piece(kind))


@registers_sentence("cards.armies_added", story=ASIDE)
def armies_added(event: Event, names: Names) -> str:
    where = [
        say(_("%(armies)s in %(land)s"), armies=names.armies(armies), land=names.land(land))
        for land, armies in event["at"]
        if armies
    ]
    told = join_and(where) or names.armies(0)
    return say(_("%(seat)s added %(where)s."), seat=names.Seat(event["seat"]), where=told)


@registers_sentence("cards.rolled", story=ASIDE)
def rolled(event: Event, names: Names) -> str:
    dice = ", ".join(map(str, event["dice"]))
    return say(_("%(seat)s rolled %(dice)s."), seat=names.Seat(event["seat"]), dice=dice)


@registers_sentence("cards.turned_over", story=ASIDE)
def turned_over(event: Event, names: Names) -> str:
    if not event["cards"]:
        return say(_("%(seat)s found no card to turn over."), seat=names.Seat(event["seat"]))
    cards = join_and([open_card(event["deck"], card, names) for card in event["cards"]])
    return say(_("%(seat)s turned over %(cards)s."), seat=names.Seat(event["seat"]), cards=cards)


def open_card(deck: str, card: int, names: Names) -> str:
    """Name a card of a deck: one that is played by its name, a continent, or a territory."""
    if deck == CONTINENTS:
        return names.graph.continents[card].name
    if names.rules and any(kind.deck == deck for kind in engine.catalogue_of(names.rules, names.options).kinds):
        return names.command_card(card)
    return names.land(card)


@registers_sentence("cards.undone", story=ASIDE)
def undone(event: Event, names: Names) -> str:
    yours, theirs = _("Your %(card)s had no effect."), _("%(seat)s’s %(card)s had no effect.")
    return of_seat(event["seat"], names, yours, theirs, card=event["card"])


@registers_sentence("cards.hand_shown", story=ASIDE)
def hand_shown(event: Event, names: Names) -> str:
    """Tell who looked into whose hand, and the one who looked what is in it."""
    yours, theirs = _("%(looker)s looked into your hand."), _("%(looker)s looked into %(seat)s’s hand.")
    told = of_seat(event["of"], names, yours, theirs, looker=names.Seat(event["seat"]))
    if not event.get("cards"):
        return told
    cards = join_and([names.command_card(card) for card in event["cards"]])
    return told + " " + say(_("It holds %(cards)s."), cards=cards)


@registers_sentence("cards.taken", story=ASIDE)
def taken(event: Event, names: Names) -> str:
    """Tell which card went from hand to hand; to others than these two only its deck."""
    known = event["card"] if event.get("card") is not None else event.get("lost")
    card: str = say(_("a %(deck)s card"), deck=event["deck"].capitalize())
    if known is not None:
        card = names.command_card(known)
    text = _("%(seat)s took %(card)s from %(of)s.")
    return say(text, seat=names.Seat(event["seat"]), card=card, of=names.seat(event["of"]))


def drawn_from_deck(event: Event, names: Names) -> str:
    """Tell from which deck a card was drawn; its owner learns which."""
    deck = event["deck"].capitalize()
    if event.get("card") is not None:
        return say(_("You drew %(card)s from the %(deck)s deck."), card=names.command_card(event["card"]), deck=deck)
    text = _("%(seat)s drew a card from the %(deck)s deck.")
    return say(text, seat=names.Seat(event["seat"]), deck=deck)
