"""What links call orders: a sentence for each kind of order, in mails and on the pages of links alike.

A label says the whole order in the players' words, with its price; the order itself may be shorter. Kinds without a
label here are called by the order as people type it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.decisions.kit.attack_words import ATTACK, attack_words
from games.decisions.kit.evaluation import viewer_of
from games.families.parts import parts_of
from games.families.pieces import hired_kinds, piece_name
from games.wording.amounts import capitalized, count_armies, count_funds, join_and, ordinal
from games.wording.narration.cards import whose_piece
from games.wording.narration.purchase import deck_words
from games.wording.narration.sentences import format_force, names_for
from games.wording.seats import seat_label, territory_name

# ---- what is bought


def one_ware(view: engine.PlayerView, kind: str) -> str:
    """Name one piece or building: "a Nuclear Commander"; a god by his own name."""
    name, title = piece_name(view, viewer_of(view), kind), engine.ruleset(view.rules).piece_title(kind)
    return name if name != title else _("a %(piece)s") % {"piece": title}


def format_price(view: engine.PlayerView, what: str, price: int) -> str:
    """Say what something costs behind its name; nothing for what is free."""
    return _("%(what)s for %(price)s") % {"what": what, "price": count_funds(price, view.rules)} if price else what


def ware(view: engine.PlayerView, verb: str, kind: str, at: int) -> str:
    """Label a purchase: "Hire a Nuclear Commander in Tycho for 3 energy"; `verb` is what the family calls it. What is
    free, such as a first piece, is placed."""
    price = view.about.get("prices", {}).get(kind, 0)
    said = {"verb": capitalized(verb), "ware": one_ware(view, kind), "land": territory_name(view, at)}
    text = _("%(verb)s %(ware)s in %(land)s") if price else _("Place %(ware)s in %(land)s")
    return format_price(view, text % said, price)


def cards(view: engine.PlayerView, deck: str, count: int = 1) -> str:
    """Label a purchase of cards: "Buy 1 Land card for 1 energy"."""
    return format_price(view, _("Buy %(cards)s") % {"cards": deck_words(deck, count)}, count * int(view.about["price"]))


def no_purchase(view: engine.PlayerView) -> str:
    """Label the end of buying, with what follows: "Stop buying and go on to cards"."""
    if view.about.get("cards", {}).get("most", 0):
        return _("Stop buying and go on to cards")
    return _("Stop buying and go on")


# ---- bids


def bid(view: engine.PlayerView, amount: int) -> str:
    """Label a bid for an early turn."""
    if not amount:
        return _("Bid nothing and take the earliest turn left")
    return _("Bid %(funds)s for an early turn") % {"funds": count_funds(amount, view.rules)}


def marker(number: int) -> str:
    return _("Take the %(place)s turn") % {"place": ordinal(number)}


# ---- units


def force_words(view: engine.PlayerView, force: engine.Facts) -> str:
    """Count the armies of a force, with its pieces: "18 MODs and the Land Commander"."""
    return format_force(force, names_for(view, html=False), viewer_of(view))


def assault(view: engine.PlayerView, src: int, dst: int) -> str:
    """Label an attack that goes on until it captures, by what the rule set calls attacks."""
    said = {"target": territory_name(view, dst), "source": territory_name(view, src)}
    if attack_words(view) is ATTACK:
        return _("Attack %(target)s from %(source)s until captured, then advance all") % said
    return _("Invade %(target)s from %(source)s until captured, then advance all") % said


def placing(view: engine.PlayerView, at: Sequence[tuple[int, int]], neutral: Sequence[tuple[int, int]] = ()) -> str:
    """Label armies that are placed: "Place 2 armies on Brazil and 1 on Peru, and 1 neutral army on Congo"."""
    said = {"heaps": heaps(view, at, partial(count_armies, rules=view.rules))}
    said["neutral"] = heaps(view, neutral, parts_of(view.rules).words.neutral_words)
    return (_("Place %(heaps)s, and %(neutral)s") if neutral else _("Place %(heaps)s")) % said


def heaps(view: engine.PlayerView, at: Sequence[tuple[int, int]], counted: Callable[[int], str]) -> str:
    """List placements, the noun once."""
    said = []
    for number, (place, count) in enumerate(at):
        armies = str(count) if number else counted(count)
        said.append(_("%(armies)s on %(land)s") % {"armies": armies, "land": territory_name(view, place)})
    return join_and(said)


def last_attack(view: engine.PlayerView) -> str:
    """Label the end of the attacks by what the rule set calls them."""
    return _("End your attacks") if attack_words(view) is ATTACK else _("End your invasions")


def free_move(view: engine.PlayerView, src: int, dst: int, force: engine.Facts) -> str:
    said = {"dst": territory_name(view, dst), "src": territory_name(view, src), "force": force_words(view, force)}
    return _("Fortify %(dst)s from %(src)s with %(force)s") % said


def move_in(view: engine.PlayerView, force: engine.Facts) -> str:
    return _("Advance with %(force)s") % {"force": force_words(view, force)}


def loss(view: engine.PlayerView, lost: Sequence[tuple[int, engine.Facts]]) -> str:
    """Label a choice of losses: "Lose 2 MODs in Japan and the Land Commander in Egypt"."""
    where = [
        _("%(force)s in %(at)s") % {"force": force_words(view, force), "at": territory_name(view, at)}
        for at, force in lost
    ]
    return _("Lose %(units)s") % {"units": join_and(where)}


def godswar(god: str) -> str:
    return _("Fight the godswar with %(god)s") % {"god": god}


# ---- cards


def decline(scope: str) -> str:
    """Label declining: one question, an attack order or a turn."""
    if scope == "order":
        return _("Decline for the rest of this attack")
    return _("Decline for the rest of this turn") if scope == "turn" else _("Decline")


def play(view: engine.PlayerView, card: engine.Facts) -> str:
    """Label a card with all that it names, from the fields of its order: "Play Assassin Bomb on Red’s Diplomat"."""
    said = [_("Play %(card)s") % {"card": card["card"]}]
    for text, words in (
        (_("at %(words)s"), lands(view, card.get("at", ()))),
        (_("on %(words)s"), aim_words(view, card)),
        (_("from %(words)s"), lands(view, (card.get("src", -1),))),
        (_("to %(words)s"), lands(view, (card.get("dst", -1),))),
        (_("with %(words)s"), describe_moved(view, card)),
    ):
        if words:
            said.append(text % {"words": words})
    return " ".join(said)


def lands(view: engine.PlayerView, places: Sequence[int]) -> str:
    return join_and([territory_name(view, place) for place in places if place >= 0])


def aim_words(view: engine.PlayerView, card: engine.Facts) -> str:
    """Name whom or what a card falls on: territories, a player, a piece of theirs, another card."""
    target, what = card.get("target", -1), card.get("what", "")
    if card.get("on"):
        return lands(view, card["on"])
    if what and target >= 0 and what in hired_kinds(view):
        return whose_piece(target, what, names_for(view, html=False))
    if what:
        catalogue = engine.catalogue_of(view.rules, view.options)
        kind = catalogue.kinds[catalogue.numbers[card["card"]]]
        return parts_of(view.rules).cards.aim(view, kind, what).name
    return seat_label(view, target) if target >= 0 else ""


def describe_moved(view: engine.PlayerView, card: engine.Facts) -> str:
    """Say what goes along with a card: armies and pieces, or pieces each with where they go."""
    if card.get("moves"):
        names = names_for(view, html=False)
        return join_and(
            [
                _("the %(piece)s to %(land)s") % {"piece": names.piece(kind), "land": territory_name(view, place)}
                for kind, place in card["moves"]
            ]
        )
    if card.get("armies") or card.get("pieces"):
        return force_words(view, {"armies": card.get("armies", 0), "pieces": card.get("pieces", ())})
    return ""


def no_card(ends_turn: bool) -> str:
    """Label the end of playing cards."""
    return _("Play no card and end your turn") if ends_turn else _("Play no card and go on")


def left_in_deck(count: int) -> str:
    """Count what is left in a deck."""
    return ngettext("%(count)s card left in the deck", "%(count)s cards left in the deck", count) % {"count": count}
