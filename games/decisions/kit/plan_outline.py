"""A plan of the set-up as it comes out, for a player who takes it by one link and has not made it on the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from games.boards.overlays import Marks
from games.decisions.kit.context import Wish, count_by_territory
from games.families.pieces import titled_name
from games.wording.amounts import capitalized, count_armies
from games.wording.seats import territory_name

TAG = "setup.plan"
PARTS = ("claim", "place", "neutral", "pieces")
"""The fields of a plan."""

WORDS = {"next_to_mine": gettext_lazy("next to mine"), "any": gettext_lazy("any")}


@dataclass(frozen=True)
class OutlineRow:
    """A territory or another wish of a plan: its place in the ranking (0 without one), and the armies that will stand
    there in words, empty where the plan names none."""

    place: int
    name: str
    armies: str = ""


@dataclass(frozen=True)
class PlanOutline:
    """What a plan says. `rows` are the wishes of the seat's own share, `later` those that count once others were
    quicker; where the land is dealt, `rows` are the territories that get armies. `neutral` are those of the neutral
    army; `pieces` are (piece, territory) pairs."""

    claims: bool
    rows: tuple[OutlineRow, ...]
    later: tuple[OutlineRow, ...]
    neutral: tuple[OutlineRow, ...]
    pieces: tuple[tuple[str, str], ...]
    marks: Marks


def outline_of(view: engine.PlayerView, order: str) -> PlanOutline | None:
    """Describe the plan that an order gives; None for any other order, and for a plan that leaves all to the rules."""
    if view.offer(TAG) is None:
        return None
    try:
        plan: engine.Facts = engine.action_to_json(engine.parse_order(order, view))
    except engine.OrderError:
        return None
    claim, place, neutral, pieces = (plan.get(part) or [] for part in PARTS)
    if not (claim or place or neutral or pieces):
        return None
    share = -(-int(view.about.get("free", 0)) // len(view.seats))
    counts, blocks = dict(place), count_by_territory(neutral)
    ranked = tuple(_row(view, wish, counts, number) for number, wish in enumerate(claim, 1))
    return PlanOutline(
        claims=bool(ranked),
        rows=ranked[:share] or tuple(_row(view, spot, counts) for spot in counts),
        later=ranked[share:],
        neutral=tuple(_row(view, spot, blocks) for spot in blocks),
        pieces=tuple(
            (capitalized(titled_name(view, plan["seat"], part)), territory_name(view, spot)) for part, spot in pieces
        ),
        marks=_marks(claim[:share], counts),
    )


def _row(view: engine.PlayerView, wish: Wish, counts: Mapping[int, int], place: int = 0) -> OutlineRow:
    count = counts.get(wish, 0) if isinstance(wish, int) else 0
    return OutlineRow(place, name_wish(view, wish), count_armies(count, view.rules) if count else "")


def _marks(claim: Sequence[Wish], counts: Mapping[int, int]) -> Marks:
    """Mark what is claimed with its place in the ranking, or where the land is dealt, what gets armies with their
    number."""
    lit = {wish: str(place) for place, wish in enumerate(claim, 1) if isinstance(wish, int)}
    said = _("number %(number)s of the plan") if lit else _("%(number)s planned")
    lit = lit or {spot: str(count) for spot, count in counts.items()}
    notes = {spot: said % {"number": number} for spot, number in lit.items()}
    return Marks(selectable=lit, notes=notes, look_at=tuple(lit))


def name_wish(view: engine.PlayerView, wish: Wish) -> str:
    """Name a territory, a continent, or what stands for land that is not named."""
    if isinstance(wish, int):
        return territory_name(view, wish)
    continent = next((part.name for part in view.graph.continents if part.id == wish), "")
    return continent or str(WORDS.get(wish, wish))
