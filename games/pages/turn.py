"""The page of a game: board, decision, order line, story, hand, seats.

    page = turn_page(view, graph, facts, read_choice(request.GET, graph))
    render(request, "games/turn.html", {"page": page})

`view` is what the engine's `view_for` gives, `graph` its `mapgraph(view.map)`, `facts` what the site knows besides
(games.decisions.page_data.Facts). Pure: nothing is read or written here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _

import engine
from games.boards.board import BoardContext, board_context
from games.boards.marks import Arrow, Marks
from games.decisions.attack import fight_in_mind
from games.decisions.context import Desk
from games.decisions.dispatch import card_for
from games.decisions.hand import Hand, hand_of
from games.decisions.objectives import Mission, capitals_of, mission_of
from games.decisions.page_data import Facts, Person, Refusal, StoryLine
from games.decisions.panel import Card
from games.decisions.selection import Choice, write_wishes
from games.wording import seats as looks

LATEST = 8
"""So many lines of a story lie open; those before them are folded away."""


@dataclass(frozen=True)
class SeatRow:
    """A line of the cartouche, in order of play."""

    person: Person
    territories: int
    armies: int
    cards: int
    income: int
    now: bool
    out: bool
    capital: str = ""
    capital_code: str = ""

    @property
    def name(self) -> str:
        return _("you") if self.person.you else self.person.name

    @property
    def neutral(self) -> bool:
        """A row of the army that nobody plays: it holds no cards."""
        return self.person.colour == looks.NEUTRAL


@dataclass(frozen=True)
class TurnPage:
    """What templates/jinja2/games/turn.html shows. `open_cards` lie on the table, as (colour of the seat, name)."""

    head: Any
    facts: Facts
    card: Card
    board: BoardContext
    seats: tuple[SeatRow, ...]
    story: tuple[StoryLine, ...]
    hand: Hand | None
    order: str
    ref: int
    title: str
    refusal: Refusal | None = None
    open_cards: tuple[tuple[str, str], ...] = ()
    mission: Mission | None = None

    @property
    def earlier(self) -> tuple[StoryLine, ...]:
        """The lines of the story that are folded away."""
        return self.story[:-LATEST]

    @property
    def latest(self) -> tuple[StoryLine, ...]:
        return self.story[-LATEST:]

    @property
    def answers(self) -> bool:
        """Whether the viewer is asked something now."""
        return self.card.answers


def turn_page(
    view: engine.PlayerView, graph: engine.MapGraph, facts: Facts, choice: Choice, refusal: Refusal | None = None
) -> TurnPage:
    """The page for what is asked now, with what the reader has chosen so far."""
    desk = Desk(view, graph, facts, choice)
    card = card_for(desk)
    label = _("Board of %(game)s") % {"game": facts.head.name}
    board = board_context(
        view, graph, marks=with_story(card.marks, facts.story), shown=choice.view, label=label,
        link=lambda shown: desk.link(**{**_kept(choice, graph), "view": shown}),
    )  # fmt: skip
    order = facts.typed or order_text(card.action, view)
    head = replace(facts.head, odds_url=odds_url(desk, card))
    return TurnPage(
        head, facts, card, board, seat_rows(desk), facts.story, hand_of(desk), order,
        view.asked.ref if view.asked else 0, _title(desk, card), refusal, open_cards(desk),
        mission_of(desk),
    )  # fmt: skip


def odds_url(desk: Desk, card: Card) -> str:
    """The calculator, filled in with the fight that the page is about."""
    fight, url = fight_in_mind(desk, card), desk.facts.head.odds_url
    if not url or fight is None:
        return url
    src, dst = fight
    armies = {"attackers": max(1, desk.view.armies[src] - 1), "path": desk.view.armies[dst]}
    if card.action and card.action.get("left"):
        armies["until"] = card.action["left"]
    return f"{url}?{urlencode(armies)}"


def open_cards(desk: Desk) -> tuple[tuple[str, str], ...]:
    """Cards of hands that all may see."""
    return tuple((desk.colour(seat), desk.name(card)) for seat, card in desk.view.extra.get("shown", ()))


def _kept(choice: Choice, graph: engine.MapGraph) -> dict[str, Any]:
    """The choice as it goes into the links that only move the map."""
    return {
        "src": choice.src, "dst": choice.dst, "dice": choice.dice, "go": choice.go, "left": choice.left,
        "odds": choice.odds, "then": choice.then, "at": choice.at, "neutral": choice.neutral, "way": choice.way,
        "force": choice.force, "cards": "-".join(map(str, choice.cards)), "like": choice.like,
        "plan": None if choice.plan is None else write_wishes(choice.plan, graph) or "-",
    }  # fmt: skip


def with_story(marks: Marks, story: tuple[StoryLine, ...]) -> Marks:
    """Marks with the arrows of the story's numbered moves."""
    arrows = tuple(
        Arrow(line.src, line.dst, line.colour, line.number, line.age, line.held)
        for line in story
        if line.number and line.src is not None and line.dst is not None and line.colour
    )
    return replace(marks, arrows=arrows)


def seat_rows(desk: Desk) -> tuple[SeatRow, ...]:
    """Seats in the order of play with land, armies and cards; the neutral army, where there is one, last."""
    view = desk.view
    asked = view.asked.seats if view.asked else ()
    order = view.order or tuple(range(len(view.seats)))
    capitals = capitals_of(desk)
    rows = []
    for seat in order:
        facts = view.seats[seat]
        rows.append(
            SeatRow(
                desk.person(seat),
                facts.territories,
                facts.armies,
                facts.cards,
                facts.income,
                seat in asked,
                facts.out,
                *capitals.get(seat, ("", "")),
            )
        )
    return (*rows, *neutral_row(desk))


def neutral_row(desk: Desk) -> tuple[SeatRow, ...]:
    """The line of the neutral army, also when it has lost its last territory; none in games without one."""
    view = desk.view
    seat = len(view.seats)
    held = [territory for territory, owner in enumerate(view.owner) if owner == seat]
    if not held and not view.options.get("neutral_army"):
        return ()
    person = Person(seat, looks.NEUTRAL, _("neutral army"))
    return (SeatRow(person, len(held), sum(view.armies[t] for t in held), 0, 0, False, not held),)


def order_text(action: dict[str, Any] | None, view: engine.PlayerView) -> str:
    """The order that the page has built, as the line that would be sent.

    Empty while nothing is chosen, and for actions for which the order language has no verb.
    """
    if action is None:
        return ""
    try:
        return engine.format_order(engine.action_from_json(action), view.rules, view.map)
    except engine.OrderError:
        return ""


def _title(desk: Desk, card: Card) -> str:
    """For the browser's tab: what is asked, and the game."""
    asks = _("Your turn: %(step)s") % {"step": desk.view.step} if card.answers else card.heading
    return f"{asks}. {desk.facts.head.name}, Fieldpost"
