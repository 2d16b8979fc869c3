"""Capitals and missions on the page of a game: the sealed choice, land taken over, one's own secret mission."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.decisions.context import Choices, Desk
from games.decisions.panel import Card, builds, until_of
from games.decisions.place import choice_marks, place
from games.wording.amounts import armies


@dataclass(frozen=True)
class Choosing:
    """Data of decisions/capital.html: the chosen territory, or the proposed one, and all of the reader's own;
    `fate` says what becomes of who loses it."""

    chosen: str
    code: str
    suggested: bool
    own: Choices
    fate: str


@builds("setup.capital_asked")
def capital(desk: Desk) -> Card:
    """Choose one of one's own territories; the page proposes the quietest."""
    own = desk.places("setup.capital", "territory")
    suggested = desk.choice.dst not in own
    chosen = quietest(desk, own) if suggested or desk.choice.dst is None else desk.choice.dst
    marks = choice_marks(desk, own, chosen, _("can be your capital"), deciding=not suggested)
    action = {"type": "setup.capital", "seat": desk.me, "territory": chosen}
    ways = tuple((f"capital {desk.name(t)}", _("yours")) for t in own[:4])
    heading = _("Choose your capital")
    if not suggested:
        heading = _("%(land)s as your capital?") % {"land": desk.name(chosen)}
    data = Choosing(desk.name(chosen), desk.code(chosen), suggested, desk.by_continent(own), fate_of(desk.view.options))
    return Card("capital", heading, data, marks, (), until_of(desk), action, ways)


def fate_of(options: Mapping[str, Any]) -> str:
    """What capitals decide, in a sentence."""
    if options.get("capitals") == "lose_and_out":
        return _("A player who does not hold their own capital at the end of their turn is out of the game.")
    if (needed := options.get("capitals_needed", "all")) == "all":
        return _("The first to hold all capitals at once, their own included, wins.")
    text = ngettext(
        "The first to hold their own capital and %(count)s other at once wins.",
        "The first to hold their own capital and %(count)s others at once wins.", int(needed),
    )  # fmt: skip
    return text % {"count": needed}


def quietest(desk: Desk, own: tuple[int, ...]) -> int:
    """The territory with the fewest others next door."""
    owner = desk.view.owner
    return min(own, key=lambda t: (sum(owner[near] not in (desk.me, -1) for near in desk.view.links[t]), t))


@builds("capitals.take_over_asked")
def take_over(desk: Desk) -> Card:
    """Armies on land that was taken over: as in a turn, but all of them at once and only there."""
    card = place(desk)
    was = desk.title(int(desk.view.about["was"]))
    heading = _("Place %(armies)s on the territories of %(seat)s") % {"armies": armies(desk.view.pool), "seat": was}
    return replace(card, heading=heading, steps=())


@dataclass(frozen=True)
class Mission:
    """One's own mission, with what it asks for instead and why, where that has changed, and all cards that may have
    been dealt. `says` is empty for readers who have none."""

    says: str
    instead: str
    why: str
    cards: tuple[str, ...]


def mission_of(desk: Desk) -> Mission | None:
    """The reader's mission; None in games without missions."""
    cards = desk.view.extra.get("mission_cards")
    if not cards:
        return None
    own = desk.view.extra.get("mission") or {}
    return Mission(own.get("says", ""), own.get("instead", ""), own.get("why", ""), tuple(cards))


def missions_shown(desk: Desk) -> dict[int, str]:
    """Everybody's mission by seat, as far as the reader may know them."""
    told = desk.view.extra.get("missions", ())
    return {seat: mission["says"] for seat, mission in enumerate(told) if mission}


def how_won(desk: Desk) -> str:
    """By what the game was won, where others were still in it; empty for a game that all others had left."""
    view = desk.view
    if sum(not seat.out for seat in view.seats) < 2 or not view.winners:
        return ""
    mission = missions_shown(desk).get(view.winners[0])
    if mission:
        return _("Mission complete: %(mission)s") % {"mission": mission}
    held = [desk.name(at) for at in view.extra.get("capitals", ()) if at >= 0 and view.owner[at] == view.winners[0]]
    text = _("That makes %(count)s capitals: %(capitals)s.")
    return text % {"count": len(held), "capitals": ", ".join(held)} if held else ""


def capitals_of(desk: Desk) -> dict[int, tuple[str, str]]:
    """Name and code of each seat's capital, once they are known."""
    told = enumerate(desk.view.extra.get("capitals", ()))
    return {seat: (desk.name(at), desk.code(at)) for seat, at in told if at >= 0}
