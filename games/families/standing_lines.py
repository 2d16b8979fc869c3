"""Standing orders that are lines of their own, for families whose cards have names and whose armies have pieces beside
them:

    never play Cease Fire
    bid 2, marker 1, 3
    prefer markers 2, 1, 3
"""

from __future__ import annotations

import re

from django.utils.translation import gettext as _

import engine
from engine import Action, PlayerView
from engine.mechanics.bidding import Bid, Marker
from games.families.standing_cases import Rule, StandingCase

PLAY = "cards.play"
RANKING = r"(?P<kinds>(?!(?:first|then|and)\b)\w+\s+first(?:(?:\s*,\s*|\s+)(?:(?:then|and)\s+)?\w+)*)"
"""How words are ranked: `mods first, then land, naval`."""


def never(rule: Rule, view: PlayerView) -> bool:
    return False


def cards_called(words: str, view: PlayerView) -> set[str]:
    """Collect the cards that words may mean, as orders name them: with a deck one of them, without all of the name."""
    cards = engine.catalogue_of(view.rules, view.options)
    said = tuple(re.findall(r"\w+", words.lower()))
    return {cards.names[number] for number in cards.called.get(said, ())}


def forbids_card(rule: Rule, view: PlayerView, action: Action) -> bool:
    """Check whether an answer would play the card that the rule never plays."""
    plain = engine.action_to_json(action)
    return plain["type"] == PLAY and plain["card"] in cards_called(rule.words["card"], view)


def unknown_card(rule: Rule, view: PlayerView) -> str:
    if cards_called(rule.words["card"], view):
        return ""
    return _("There is no card “%(name)s”.") % {"name": engine.clipped(rule.words["card"])}


NEVER_PLAY = StandingCase(
    "never_play",
    never,
    line=r"never\s+play\s+(?P<card>\S.*)",
    forbids=forbids_card,
    problem=unknown_card,
    write=lambda rule: f"never play {' '.join(rule.words['card'].split())}",  # as typed
)


def ranked_words(rule: Rule) -> list[str]:
    """List the words that a line ranks, the first one first."""
    return [word for word in re.findall(r"\w+", rule.words["kinds"].lower()) if word not in ("first", "then", "and")]


def write_ranking(rule: Rule) -> str:
    """Write a ranking in its canonical form: "mods first, then land, naval"."""
    first, *others = ranked_words(rule)
    return f"{first} first, then {', '.join(others)}" if others else f"{first} first"  # as typed


BID, MARKER = "bidding.bid_asked", "bidding.marker_asked"


def chooses_markers(rule: Rule, view: PlayerView) -> bool:
    """Check whether nothing but markers is left to choose: for a bid that can only be 0, or once the bids are open."""
    if view.asked is None or view.viewer is None:
        return False
    return view.asked.kind == MARKER or (view.asked.kind == BID and not view.extra["purses"][view.viewer])


def markers_named(rule: Rule) -> list[int]:
    return list(dict.fromkeys(map(int, re.findall(r"\d+", rule.words["markers"]))))


def choose_markers(rule: Rule, view: PlayerView) -> Action | None:
    """Bid 0 with the markers of the line that there are, or take the first of them that is free; None if none is."""
    assert view.asked is not None and view.viewer is not None
    named = markers_named(rule)
    if view.asked.kind == BID:
        wishes = [number for number in named if number <= view.about["markers"]]
        return Bid(view.viewer, 0, tuple(wishes))
    free = next((number for number in named if number in view.about["free"]), None)
    return None if free is None else Marker(view.viewer, free)


def unknown_marker(rule: Rule, view: PlayerView) -> str:
    most = len(view.seats)
    if all(1 <= number <= most for number in markers_named(rule)):
        return ""
    return _("The markers of this game are 1 to %(most)s.") % {"most": most}


PREFER_MARKERS = StandingCase(
    "prefer_markers",
    chooses_markers,
    sealed=True,
    line=r"prefer\s+markers?\s+(?P<markers>\d{1,2}(?:\s*,?\s*\d{1,2}){0,9})",
    answer=choose_markers,
    problem=unknown_marker,
    write=lambda rule: f"prefer markers {', '.join(map(str, markers_named(rule)))}",  # as typed
)
"""Answers a bid whose purse is empty, and chooses a place once the bids are open."""


def bids(rule: Rule, view: PlayerView) -> bool:
    """Check whether the viewer is asked for a bid, or for a place that the line of a bid names."""
    kind = view.asked.kind if view.asked and view.viewer is not None else ""
    return kind == BID or (kind == MARKER and bool(rule.words["markers"]))


def bid_as_said(rule: Rule, view: PlayerView) -> Action | None:
    """Bid what the line says, or all of the purse if that is less; choose a place as `choose_markers` does."""
    assert view.asked is not None and view.viewer is not None
    if view.asked.kind == MARKER:
        return choose_markers(rule, view)
    wishes = [number for number in markers_named(rule) if number <= view.about["markers"]]
    return Bid(view.viewer, min(int(rule.words["amount"]), view.extra["purses"][view.viewer]), tuple(wishes))


def write_bid(rule: Rule) -> str:
    markers = ", ".join(map(str, markers_named(rule)))
    bid = f"bid {int(rule.words['amount'])}"  # as typed
    return f"{bid}, marker {markers}" if markers else bid  # as typed


BID_LINE = StandingCase(
    "bid line",  # as typed
    bids,
    sealed=True,
    line=r"bid\s+(?P<amount>\d{1,3})(?:\s*,?\s*markers?\s+(?P<markers>\d{1,2}(?:\s*,?\s*\d{1,2}){0,9}))?",
    answer=bid_as_said,
    problem=unknown_marker,
    write=write_bid,
)
"""Bids as soon as bids are asked for."""
