"""What is bought, in sentences: pieces, buildings and cards."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.wording.narration.roles import InStory
from games.wording.narration.sentences import Event, Names, join_and, registers_sentence, say, say_where


def placed_together(event: Event) -> str:
    """Tell pieces that cost nothing as those of one set-up."""
    return "" if event["price"] else "story.pieces_placed"


@registers_sentence("purchase.hired", "purchase.built", story=InStory(several=placed_together))
def placed(event: Event, names: Names) -> str:
    """Tell where a piece now stands, and what it cost; in a set-up it costs nothing. Who has a name is summoned."""
    text = _("%(seat)s placed %(piece)s in %(at)s.")
    if event["price"] and event["type"] == "purchase.built":
        text = _("%(seat)s built %(piece)s in %(at)s for %(price)s.")
    elif event["price"]:
        text = _("%(seat)s hired %(piece)s in %(at)s for %(price)s.")
        if names.own_name(event["seat"], event["kind"]):
            text = _("%(seat)s summoned %(piece)s in %(at)s for %(price)s.")
    return say_where(text, event, names, piece=one_piece(event, names), price=names.funds(event["price"]))


def one_piece(event: Event, names: Names) -> str:
    """Name the piece of a purchase: "a Diplomat", "Ares"."""
    own = names.own_name(event["seat"], event["kind"])
    return own or say(_("a %(piece)s"), piece=names.piece(event["kind"]))


@registers_sentence("story.pieces_placed")
def all_placed(event: Event, names: Names) -> str:
    """List the pieces of a set-up, territory by territory: "a Diplomat and a Space Station in Peru and ..."."""
    by_land: dict[int, list[str]] = {}
    for placing in event["events"]:
        by_land.setdefault(placing["at"], []).append(one_piece(placing, names))
    heaps = [
        say(_("%(pieces)s in %(at)s"), pieces=join_and(pieces), at=names.land(at)) for at, pieces in by_land.items()
    ]
    return say(_("%(seat)s placed %(heaps)s."), seat=names.Seat(event["seat"]), heaps=join_and(heaps))


@registers_sentence("purchase.bought")
def bought(event: Event, names: Names) -> str:
    """Tell from which decks cards were bought; their buyer learns which; those that lie open are told
    after it."""
    decks = join_and([deck_words(deck, count) for deck, count in event["decks"]])
    text = _("%(seat)s bought %(decks)s for %(price)s.")
    told = say(text, seat=names.Seat(event["seat"]), decks=decks, price=names.funds(event["price"]))
    cards = [names.command_card(card) for card in event.get("cards") or () if not names.lies_open(card)]
    return f"{told} {say(_('You drew %(cards)s.'), cards=join_and(cards))}" if cards else told


def deck_words(deck: str, count: int) -> str:
    """Count cards of a deck: "2 Naval cards"."""
    said = {"count": count, "deck": deck.capitalize()}
    return ngettext("%(count)s %(deck)s card", "%(count)s %(deck)s cards", count) % said
