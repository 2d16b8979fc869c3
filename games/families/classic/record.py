"""The classic family: capitals, that may change hands with all land of a seat, secret missions, and cards drawn in a
turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import engine
from engine import Action, PlayerView, mapgraph
from engine.mechanics.card_sets import will_draw_sixth_card
from games.families.attack import AttackParts
from games.families.board import BoardParts, LandMark
from games.families.cards import CardParts
from games.families.option_lists import NewGameParts
from games.families.parts import FAMILIES, FamilyParts
from games.families.result import SHARED_LAND_CHANGES, Event, ResultParts
from games.families.seats import CARDS, Cell, Mission, SeatColumn, SeatParts
from games.families.standing_cases import SHARED_CASES, Rule, StandingCase, StandingParts
from games.families.standing_lines import never
from games.families.turn import ATTACK, FORTIFY, PLACE, Rail, TurnParts
from games.models.game import REACTION_HOURS
from games.wording.amounts import NBSP
from games.wording.seats import LETTERS, seat_label

CARD = ("card", _("Card"))
TRADE_AT = {"elimination": "attack", "draw": "card"}
"""The step at which a set is asked for later in a turn, by the reason."""


def take_over_land(owner: list[int], event: Event) -> None:
    for land in event["lands"]:
        owner[land] = event["seat"]


def rail(view: PlayerView) -> Rail:
    """Put the card for a capture before the free move, or at the very end of the turn."""
    late = view.options.get("draw_timing") == "after_fortify"
    return (PLACE, ATTACK, FORTIFY, CARD) if late else (PLACE, ATTACK, CARD, FORTIFY)


def step_now(view: PlayerView) -> str:
    """Name the step by the open decision; a set may be asked for at three of them."""
    return TRADE_AT.get(str(view.about.get("why", "")), "place") if view.step == "trade" else view.step


def capital(view: PlayerView, seat: int) -> Cell:
    """Name the capital of a seat; the neutral army has none."""
    known, graph = view.extra.get("capitals", ()), mapgraph(view.map)
    at = known[seat] if seat < len(known) else -1
    return Cell(graph.codes[at], graph.names[at]) if at >= 0 else Cell("")


CAPITAL = SeatColumn(_("Capital"), "star", capital, narrow=True)


def capital_notes(view: PlayerView) -> Mapping[int, str]:
    """Name the seat whose capital a territory is: "capital of Red"."""
    known = enumerate(view.extra.get("capitals", ()))
    return {at: gettext("capital of %(seat)s") % {"seat": seat_label(view, seat)} for seat, at in known if at >= 0}


STAR = "M0-12L3.2-4.4 11.4-3.7 5.1 1.7 7.1 9.7 0 5.4-7.1 9.7-5.1 1.7-11.4-3.7-3.2-4.4z"


def capital_marks(view: PlayerView) -> Sequence[LandMark]:
    """Mark each capital that is known with a star, in the colour of the seat whose capital it is."""
    known = enumerate(view.extra.get("capitals", ()))
    return [LandMark(at, seat, STAR) for seat, at in known if at >= 0]


def forbids_trade(rule: Rule, view: PlayerView, action: Action) -> bool:
    return bool(engine.action_to_json(action)["type"] == "cards.trade")


NEVER_TRADE = StandingCase("never trade", never, line=r"never\s+trade", forbids=forbids_trade)  # as typed
"""Keeps the orders for a late owner from trading in a set; one that must be traded in is."""


def columns(view: PlayerView) -> tuple[SeatColumn, ...]:
    """Add the capitals, once they are known."""
    known = any(at >= 0 for at in view.extra.get("capitals", ()))
    return (CARDS, CAPITAL) if known else (CARDS,)


def capital_legend(view: PlayerView) -> str:
    """List the capitals: "Capitals: R Brazil, B Siam." Empty before they are known."""
    names = mapgraph(view.map).names
    known = [(seat, at) for seat, at in enumerate(view.extra.get("capitals", ())) if at >= 0]
    said = [f"{LETTERS[view.seats[seat].colour]} {names[at]}".replace(" ", NBSP) for seat, at in known]
    return gettext("Capitals: %(capitals)s.") % {"capitals": ", ".join(said)} if said else ""


def mission(view: PlayerView) -> Mission | None:
    """Read the viewer's mission; None in games without missions."""
    cards = view.extra.get("mission_cards")
    if not cards:
        return None
    own = view.extra.get("mission") or {}
    shown = {seat: each["says"] for seat, each in enumerate(view.extra["missions"]) if each}
    return Mission(own.get("says", ""), own.get("instead", ""), own.get("why", ""), tuple(cards), shown)


def how_won(view: PlayerView) -> str:
    """Name the mission or the capitals that won the game."""
    winner, names = view.winners[0], mapgraph(view.map).names
    dealt = mission(view)
    if dealt and winner in dealt.shown:
        return gettext("Mission complete: %(mission)s") % {"mission": dealt.shown[winner]}
    held = [names[at] for at in view.extra.get("capitals", ()) if at >= 0 and view.owner[at] == winner]
    text = gettext("That makes %(count)s capitals: %(capitals)s.")
    return text % {"count": len(held), "capitals": ", ".join(held)} if held else ""


def shown_cards(view: PlayerView) -> Sequence[tuple[int, int]]:
    """List the cards shown for a reroll, which lie open until the attack is over."""
    return tuple(view.extra.get("shown", ()))


FAMILIES.add(
    FamilyParts(
        "classic",
        board=BoardParts(land_notes=capital_notes, land_marks=capital_marks, legend=capital_legend),
        seats=SeatParts(columns=columns, mission=mission),
        turn=TurnParts(rail=rail, step_now=step_now),
        attack=AttackParts(trades_after_attacks=will_draw_sixth_card),
        cards=CardParts(laid_open=shown_cards),
        result=ResultParts(
            land_changes={**SHARED_LAND_CHANGES, "capitals.taken_over": take_over_land}, how_won=how_won
        ),
        orders=StandingParts(standing_cases=(*SHARED_CASES, NEVER_TRADE)),
        new_game=NewGameParts(reply_hours=REACTION_HOURS),
    )
)
