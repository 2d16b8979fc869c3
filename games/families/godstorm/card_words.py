"""Miracle cards in words: what they may aim at, and what chance gives for them."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import PlayerView, mapgraph
from engine.mechanics.action_cards.kinds import CardKind, catalogue_of
from engine.rules.godstorm.cards import targets
from engine.rules.godstorm.cards.common import draw_continent
from engine.rules.godstorm.cards.death import find_new_site
from engine.rules.godstorm.cards.relics import AEGIS
from engine.rules.godstorm.kinds import GODS, PANTHEONS
from games.families.cards import Aim
from games.families.parts import parts_of
from games.wording.amounts import dice_row
from games.wording.seats import seat_label


def aim(view: PlayerView, kind: CardKind, value: str) -> Aim:
    """Describe a deck, a god or a relic that a card may aim at."""
    if targets.FILLED_DECK in kind.targets:
        return deck_aim(view, value)
    return god_aim(view, value) if value in GODS else relic_aim(view, value)


def deck_aim(view: PlayerView, deck: str) -> Aim:
    count = view.decks[deck]
    left = ngettext("%(count)s card left", "%(count)s cards left", count) % {"count": count}
    return Aim(_("%(deck)s deck") % {"deck": deck.capitalize()}, left, sign=f"deck-{deck}")


def god_aim(view: PlayerView, god: str) -> Aim:
    """Describe a god of the seat whose turn it is, by his own name."""
    pantheons = view.extra["pantheons"]
    own = pantheons[view.active] if view.active < len(pantheons) else -1
    kind = str(parts_of(view.rules).board.piece_signs[god].name)
    return Aim(PANTHEONS[own].gods[god], kind, sign=god) if own >= 0 else Aim(kind, sign=god)


def relic_aim(view: PlayerView, name: str) -> Aim:
    """Describe a relic by whose it is and what it does."""
    cards = catalogue_of(view.rules, view.options)
    number = cards.numbers[name]
    seat = next((seat for seat, held in enumerate(view.extra["relics"]) if number in held), -1)
    said = {"seat": seat_label(view, seat), "text": cards.kinds[number].text}
    text = _("Yours. %(text)s") if seat == view.viewer else _("%(seat)s’s. %(text)s")
    return Aim(name, text % said, seat, "relic")


def chance_words(view: PlayerView, kind: CardKind, shown: Sequence[int]) -> str:
    """Say what chance gave for a card: dice, a continent or a territory."""
    graph = mapgraph(view.map)
    if kind.chance is draw_continent:
        return _("The card of %(place)s was drawn.") % {"place": graph.continents[shown[0]].name}
    if kind.chance is find_new_site:
        return _("The card of %(place)s was drawn.") % {"place": graph.names[shown[0]]}
    return ngettext("The die shows %(dice)s.", "The dice show %(dice)s.", len(shown)) % {"dice": dice_row(shown)}


def undo_words(view: PlayerView) -> str:
    """Say who has Aegis and may undo a card of the viewer; empty where nobody else has it."""
    aegis = catalogue_of(view.rules, view.options).numbers[AEGIS]
    others = [seat for seat, held in enumerate(view.extra["relics"]) if aegis in held and seat != view.viewer]
    text = _("%(seat)s’s Aegis can undo it before it takes effect.")
    return text % {"seat": seat_label(view, others[0])} if others else ""


def laid_open(view: PlayerView) -> Sequence[tuple[int, int]]:
    """List the relics in play, as (seat, card)."""
    return [(seat, card) for seat, held in enumerate(view.extra.get("relics", ())) for card in held]
