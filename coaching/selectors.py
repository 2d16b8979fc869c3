"""What the coach shows beside a question, and the sound answer that is looked at."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import cast

from django.urls import reverse

import engine
from coaching.hints import MOST_PLACES, hint_for
from engine.bots import choose
from games.decisions.kit.context import write_placements
from games.selectors.access import Access
from games.selectors.page_data import PageReader, address

SHOWN_BY = "veteran"
"""The bot whose answer is shown."""


@dataclass(frozen=True)
class PlaceLink:
    """A territory to look at, and the address of the page with it chosen."""

    name: str
    url: str


@dataclass(frozen=True)
class CoachCard:
    """What templates/coaching/card.html shows. Without words there is nothing to answer now."""

    words: str
    places: tuple[PlaceLink, ...]
    show_url: str
    end_url: str
    order: str
    """The sound answer: a reader who has it in the order line can send it."""


def is_coached(access: Access) -> bool:
    """Check whether the reader's own game has a coach. No query: the game's row says so."""
    return access.game.coached and access.has_own_seat and not access.game.has_ended


def turn_card(access: Access, view: engine.PlayerView, reading: PageReader) -> CoachCard | None:
    """Build the coach's card for a game that has one."""
    if not is_coached(access):
        return None
    hint = hint_for(view)
    answer = choose_answer(view) if view.must_answer else None
    at = tuple((placed_at(answer) or hint.at(view)) if hint else ())[:MOST_PLACES]
    page, graph = address("game", access.game), view.graph
    places = tuple(PlaceLink(graph.names[each], f"{page}?src={graph.codes[each]}") for each in at)
    slug = access.game.slug
    return CoachCard(
        words=str(hint.words) if hint else "",
        places=places,
        show_url=reverse("coach-show", args=[slug]),
        end_url=reverse("coach-end", args=[slug]),
        order=write_order(answer, view) if answer else "",
    )


def placed_at(answer: engine.Action | None) -> tuple[int, ...]:
    """List where an answer places new armies, most of them first; empty for every other answer. The coach points at
    these, so that it does not name one territory and show another."""
    if answer is None or (plain := engine.action_to_json(answer))["type"] != "deploy.place":
        return ()
    placed = dict(cast(Iterable[tuple[int, int]], plain["at"]))
    return tuple(sorted(placed, key=lambda at: -placed[at]))


def choose_answer(view: engine.PlayerView) -> engine.Action:
    """Choose a sound answer to the open question. The seat of the view must be asked."""
    return choose(SHOWN_BY, view, Random(f"{view.seq} {view.viewer}"))


def write_order(action: engine.Action, view: engine.PlayerView) -> str:
    """Write an answer as the order line takes it."""
    return engine.format_order(action, view.rules, view.map, view.colours)


def shown_query(action: engine.Action, view: engine.PlayerView) -> dict[str, str]:
    """Make the query of the turn page that shows an answer: in the order line, and chosen on the board as far as its
    panel reads that from the address."""
    plain, codes = engine.action_to_json(action), view.graph.codes
    if plain["type"] == "setup.plan":  # the panel fills in that bot's plan, for all to see and change
        return {"like": SHOWN_BY}
    query = {"order": write_order(action, view)}
    for name, chosen in (("territory", "dst"), ("src", "src"), ("dst", "dst")):
        if isinstance(at := plain.get(name), int) and at >= 0:
            query[chosen] = codes[at]
    if plain["type"] == "deploy.place":
        query["at"] = write_placements(dict(cast(Iterable[tuple[int, int]], plain["at"])), view.graph)
    if plain["type"] == "bidding.bid":
        query["bid"] = str(plain["amount"])
    if plain.get("odds"):
        query |= {"go": "odds", "odds": str(plain["odds"])}
    return query
