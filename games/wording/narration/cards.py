"""Cards that are played by name, in sentences; what they do besides, their families tell."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.wording.narration.sentences import Event, Names, join_and, registers_sentence, say


@registers_sentence("cards.played")
def played(event: Event, names: Names) -> str:
    """Tell which card was played, on whom or what, and its price; what it brings to own land is told after it."""
    aim = aim_words(event["order"], names)
    text = _("%(seat)s played %(card)s on %(aim)s.") if aim else _("%(seat)s played %(card)s.")
    if event["cost"]:
        text = _("%(seat)s played %(card)s for %(price)s.")
        if aim:
            text = _("%(seat)s played %(card)s on %(aim)s for %(price)s.")
    return say(
        text,
        seat=names.Seat(event["seat"]),
        card=event["order"]["card"],
        price=names.funds(event["cost"]),
        aim=aim,
    )


def aim_words(order: Event, names: Names) -> str:
    """Name what a card was played on: "Nunavut", "Red", "Red’s Nuclear Commander"."""
    words = [names.land(land) for land in order.get("on", ())]
    target, what = order.get("target", -1), order.get("what")
    if target >= 0:
        words.insert(0, whose_piece(target, what, names) if what else names.seat(target))
    return join_and(words)


def whose_piece(seat: int, kind: str, names: Names) -> str:
    text = _("your %(piece)s") if seat == names.viewer else _("%(seat)s’s %(piece)s")
    return say(text, seat=names.seat(seat), piece=names.piece(kind))


@registers_sentence("cards.armies_added")
def armies_added(event: Event, names: Names) -> str:
    where = [
        say(_("%(armies)s in %(land)s"), armies=names.armies(armies), land=names.land(land))
        for land, armies in event["at"]
    ]
    return say(_("%(seat)s added %(where)s."), seat=names.Seat(event["seat"]), where=join_and(where))


@registers_sentence("cards.rolled")
def rolled(event: Event, names: Names) -> str:
    dice = ", ".join(map(str, event["dice"]))
    return say(_("%(seat)s rolled %(dice)s."), seat=names.Seat(event["seat"]), dice=dice)


@registers_sentence("cards.turned_over")
def turned_over(event: Event, names: Names) -> str:
    if not event["cards"]:
        return say(_("%(seat)s found no card to turn over."), seat=names.Seat(event["seat"]))
    cards = join_and([names.land(card) for card in event["cards"]])
    return say(_("%(seat)s turned over %(cards)s."), seat=names.Seat(event["seat"]), cards=cards)
