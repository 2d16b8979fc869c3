"""The page of a game: board, decision, order line, story, hand, seats.

    page = turn_page(view, graph, page_data, read_selection(request.GET, graph))
    render(request, "games/turn.html", {"page": page})

`view` is what the engine's `view_for` gives, `graph` its `mapgraph(view.map)`, `page_data` what the site knows besides
(games.decisions.kit.page_types.PageData). Pure: nothing is read or written here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.utils.translation import gettext as _

import engine
from games.boards.board import BoardContext, board_context
from games.clocks.words import format_bank
from games.decisions.cards.hand import Hand, hand_of
from games.decisions.kit.context import PageContext, Selection, write_wishes
from games.decisions.kit.page_types import GameHeader, PageData, Refusal, StoryLine
from games.decisions.kit.panel import Panel, Until, until_of
from games.decisions.registry import panel_for
from games.families.parts import parts_of
from games.families.seats import Mission, SeatColumn, Sign
from games.families.turn import Track
from games.pages.story import arrows_of
from games.wording.amounts import capitalized, count_units, units_noun
from games.wording.seats import NEUTRAL, Person

LATEST = 8
"""So many lines of a story lie open; those before them are folded away."""


@dataclass(frozen=True)
class SeatCell:
    """What stands in one column of a row."""

    column: SeatColumn
    text: str
    title: str
    signs: tuple[Sign, ...] = ()


@dataclass(frozen=True)
class SeatRow:
    """A row of the seat list, in order of play, with its `place` there. `cells` are those of the family's columns;
    `units_label` heads what is counted in `armies`, `units_words` says it, `has` what else the family tells of it."""

    person: Person
    territories: int
    armies: int
    cells: tuple[SeatCell, ...]
    now: bool
    out: bool
    place: int = 0
    units_label: str = ""
    units_words: str = ""
    has: str = ""

    @property
    def name(self) -> str:
        return _("you") if self.person.you else self.person.name

    @property
    def remark(self) -> str:
        """The note on who plays, and what else the seat has; the titles of bots say by themselves what they are."""
        note = "" if self.person.bot else self.person.note
        bank = self.person.bank
        time_bank = "" if bank is None else _("time bank %(span)s") % {"span": format_bank(bank)}
        return ", ".join(filter(None, (note, self.has, time_bank)))

    @property
    def strip(self) -> list[list[SeatCell]]:
        """List the cells of the narrow strip line by line: what the seat has, then its leading pieces and decks."""
        shown = [cell for cell in self.cells if cell.column.narrow and (cell.text or cell.signs)]
        lines = ([cell for cell in shown if (cell.column.css == "detail") is detail] for detail in (False, True))
        return [line for line in lines if line]


@dataclass(frozen=True)
class TurnPage:
    """What templates/jinja2/games/turn.html shows. `open_cards` lie on the table, as (colour of the seat, name)."""

    head: GameHeader
    page_data: PageData
    panel: Panel
    until: Until | None
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
    track: Track | None = None
    rules: str = ""

    @property
    def signs(self) -> list[SeatColumn]:
        """List the columns of the list of seats that a sign heads, which a page says in words too."""
        return [cell.column for cell in self.seats[0].cells if cell.column.sign] if self.seats else []

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
        return self.panel.answers


def turn_page(
    view: engine.PlayerView,
    graph: engine.MapGraph,
    page_data: PageData,
    choice: Selection,
    refusal: Refusal | None = None,
) -> TurnPage:
    """Build the page for the open decision, with what the reader has chosen so far."""
    context = PageContext(view, graph, page_data, choice)
    panel = panel_for(context)
    label = _("Board of %(game)s") % {"game": page_data.head.name}
    board = board_context(
        view,
        graph,
        marks=replace(panel.marks, arrows=arrows_of(page_data.story)),
        shown=choice.view,
        label=label,
        link=lambda shown: context.link(**{**_keep_selection(choice, graph), "view": shown, "board": choice.board}),
        stage=choice.board,
        stage_link=lambda stage: context.link(**{**_keep_selection(choice, graph), "view": "", "board": stage}),
    )
    order = page_data.typed or order_text(panel.action, view)
    head = replace(page_data.head, odds_url=odds_url(context, panel))
    return TurnPage(
        head,
        page_data,
        panel,
        until_of(context),
        board,
        seat_rows(context),
        page_data.story,
        hand_of(context),
        order,
        view.asked.ref if view.asked else 0,
        _title(context, panel),
        refusal,
        open_cards(context),
        parts_of(view.rules).seats.mission(view),
        parts_of(view.rules).turn.track(view),
        view.rules,
    )


def odds_url(context: PageContext, panel: Panel) -> str:
    """Build the URL of the odds calculator, filled in with the fight that the panel is about."""
    url = context.page_data.head.odds_url
    if not url or panel.fight is None:
        return url
    src, dst = panel.fight
    armies = {"attackers": max(1, context.view.units(src) - 1), "path": context.view.units(dst)}
    if panel.action and panel.action.get("left"):
        armies["until"] = panel.action["left"]
    return f"{url}?{urlencode(armies)}"


def open_cards(context: PageContext) -> tuple[tuple[str, str], ...]:
    """List territory cards that all may see, each with the colour of its seat."""
    cards = parts_of(context.view.rules).cards
    shown = () if cards.names_cards else cards.laid_open(context.view)
    return tuple((context.colour(seat), context.name(card)) for seat, card in shown)


def _keep_selection(choice: Selection, graph: engine.MapGraph) -> engine.Facts:
    """Return the selection as it goes into the links that only move the map."""
    return {
        "src": choice.src,
        "dst": choice.dst,
        "dice": choice.dice,
        "go": choice.go,
        "left": choice.left,
        "odds": choice.odds,
        "then": choice.then,
        "lead": choice.lead,
        "at": choice.at,
        "neutral": choice.neutral,
        "way": choice.way,
        "force": choice.force,
        "bid": choice.bid,
        "cards": "-".join(map(str, choice.cards)),
        "like": choice.like,
        "plan": None if choice.plan is None else write_wishes(choice.plan, graph) or "-",
    }


def seat_rows(context: PageContext) -> tuple[SeatRow, ...]:
    """List seats in the order of play with land, armies and the family's columns; the neutral army, where there is
    one, last."""
    view, units = context.view, held_units(context.view)
    asked = view.asked.seats if view.asked else ()
    order = view.order or tuple(range(len(view.seats)))
    label, remark = capitalized(units_noun(view.rules)), parts_of(view.rules).seats.remark
    rows = []
    for place, seat in enumerate(order, 1):
        row = view.seats[seat]
        cells = seat_cells(view, seat)
        rows.append(
            SeatRow(
                context.person(seat),
                row.territories,
                units[seat],
                cells,
                seat in asked,
                row.out,
                place,
                label,
                count_units(units[seat], view.rules),
                remark(view, seat),
            )
        )
    return (*rows, *neutral_row(context))


def held_units(view: engine.PlayerView) -> list[int]:
    """Count what the badges of each seat show together."""
    if not parts_of(view.rules).board.piece_signs:
        return [seat.armies for seat in view.seats]
    standing = view.borders.units
    return [sum(standing[t] for t, owner in enumerate(view.owner) if owner == seat.seat) for seat in view.seats]


def seat_cells(view: engine.PlayerView, seat: int) -> tuple[SeatCell, ...]:
    """Fill the columns that the family brings, for a seat or for the neutral army."""
    cells = ((column, column.cell(view, seat)) for column in parts_of(view.rules).seats.columns(view))
    return tuple(SeatCell(column, cell.text, cell.title, cell.signs) for column, cell in cells)


def neutral_row(context: PageContext) -> tuple[SeatRow, ...]:
    """Build the row of the neutral army, also when it has lost its last territory; none in games without one."""
    view = context.view
    seat = len(view.seats)
    held = [territory for territory, owner in enumerate(view.owner) if owner == seat]
    if not held and not view.options.get("neutral_army"):
        return ()
    person = Person(seat, NEUTRAL, _("neutral army"))
    standing = sum(view.armies[t] for t in held)
    return (SeatRow(person, len(held), standing, seat_cells(view, seat), False, not held),)


def order_text(action: engine.Facts | None, view: engine.PlayerView) -> str:
    """Write the answer that the page has built as the order line would send it.

    Empty while nothing is chosen, and for actions for which the order language has no verb.
    """
    if action is None:
        return ""
    try:
        return engine.format_order(engine.action_from_json(action), view.rules, view.map, view.colours)
    except engine.OrderError:
        return ""


def _title(context: PageContext, panel: Panel) -> str:
    """Return the title for the browser's tab: what is asked, and the game."""
    asks = _("Your turn: %(step)s") % {"step": context.view.step} if panel.answers else panel.heading
    return f"{asks}. {context.page_data.head.name}, Fieldpost"
