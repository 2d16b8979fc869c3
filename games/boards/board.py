"""The board of a game for pages, mails and spectators, from what a viewer may see.

    board_context(view, graph, marks=Marks(...))   for templates/jinja2/partials/board.html: one stage of the map
    board_svg(view, marks)                         the drawing alone
    mini_map(view, label)                          a small map
    board_words(view, graph, names)                the same in words, by continent: screen readers, plain mails
    board_png(view, arrows)                        the picture in a mail (games.boards.picture)

Of a map with several stages a page shows one, with a lens on the next that leads to it. Maps without a drawing give an
empty SVG and their words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, partial

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from engine import Facts, MapGraph, PlayerView
from games.boards import drawing
from games.boards.geometry import Box, Point, Region, Sheet, stages
from games.boards.holdings import Holdings
from games.boards.minimap import minimap
from games.boards.moving import Moving
from games.boards.overlays import Arrow, Marks
from games.boards.picture import board_png
from games.boards.sky import SkyCard, cards_of
from games.families.pieces import piece_words
from games.wording.amounts import count_units
from games.wording.seats import colour_name, colour_of

__all__ = ["Arrow", "BoardContext", "Marks", "board_context", "board_png", "board_svg", "board_words", "mini_map"]

NUMBERS = re.compile(r"\d{1,4}\.\d{1,4}\.\d{1,4}\.\d{1,4}")
STEP = 20
"""Views of a narrow stage go in steps of this many map units (static/css/steps.css)."""
COVERED = 0.1
"""Controls lie on the lower part of a narrow stage: what matters stands this share of its height above the middle."""
NEARER, FARTHER = 0.6, 1.6
MIDDLE = 5  # tenths


@dataclass(frozen=True)
class RegionWords:
    """A continent in words: who holds all of it (empty: nobody), and its territories."""

    name: str
    bonus: int
    holder: str
    lands: tuple[LandWords, ...]


@dataclass(frozen=True)
class LandWords:
    """A territory in words, with the address that chooses it, if it can be chosen. `pieces` are a few words on what
    stands there besides armies; of lost land there is only what it is now, `ruined`."""

    name: str
    owner: str
    colour: str
    armies: int
    counted: str = ""
    note: str = ""
    url: str = ""
    pieces: str = ""
    ruined: str = ""

    @property
    def words(self) -> str:
        """What a list of territories says behind the name: "Green: 7 units, with a Land Commander"."""
        held = f"{self.owner}: {self.counted}" if self.colour else self.owner
        said = (self.note,) if self.ruined else (held, self.note)
        return ", ".join(filter(None, said))


@dataclass(frozen=True)
class StageLink:
    """A stage of a map with the address that shows it, whether it is the one shown, and how many of its territories
    the viewer holds."""

    name: str
    url: str
    here: bool
    own: int


@dataclass(frozen=True)
class Lens:
    """The stage that lies on the one that is shown, small, with the address that changes them; `flat` if it is
    neither a round world nor a cave. `said` tells who holds it."""

    svg: SafeString
    look: str
    flat: bool
    name: str
    said: str
    url: str
    sign: str


@dataclass(frozen=True)
class BoardContext:
    """What templates/jinja2/partials/board.html shows. `svg` is empty for maps without a drawing.

    `look` are the classes that a board and its style have everywhere, `stage` those and the part that is shown. A map
    with several stages has `stages` to choose from, and the next of them in a `lens`. Phones list the places of the
    `sky` in words, as there is no room above.
    """

    svg: SafeString = field(default_factory=lambda: SafeString(""))
    look: str = ""
    stage: str = ""
    whole: bool = False
    inset: SafeString = field(default_factory=lambda: SafeString(""))
    closer: str = ""
    wider: str = ""
    all: str = ""
    width: int = 0
    height: int = 0
    words: tuple[RegionWords, ...] = ()
    stages: tuple[StageLink, ...] = ()
    lens: Lens | None = None
    sky: tuple[SkyCard, ...] = ()


def board_svg(view: PlayerView, marks: Marks | None = None, label: str = "Board") -> SafeString:
    """Draw the whole map, or its first stage, as SVG; empty if the map has no drawing."""
    drawn = stages_of(view)
    return mark_safe(drawing.draw(drawn[0], Holdings(view), marks or Marks(), label)) if drawn else SafeString("")


def mini_map(view: PlayerView, label: str) -> SafeString:
    """Draw a small map with all its stages; empty if the map has no drawing."""
    drawn = stages_of(view)
    return mark_safe(minimap(drawn[0], Holdings(view), label, others=drawn[1:])) if drawn else SafeString("")


def stages_of(view: PlayerView) -> tuple[Sheet, ...]:
    """Read the drawings of a view's map; none if they are not of its territories."""
    drawn = stages(view.map)
    return drawn if drawn and drawn[0].territories == len(view.owner) else ()


def board_context(
    view: PlayerView,
    graph: MapGraph,
    *,
    marks: Marks | None = None,
    shown: str = "",
    label: str = "Board",
    link: Callable[[str], str] | None = None,
    narrow_only: bool = False,
    stage: str = "",
    stage_link: Callable[[str], str] | None = None,
    moves: bool = False,
) -> BoardContext:
    """Make the stage of a page. `shown` is the reader's `view`; `link` gives the page's address with another one. With
    `narrow_only` phones alone show that part, and wide windows the whole board. Of a map with several stages `stage`
    is the one that the reader chose, and `stage_link` gives the page's address with another one. A board that `moves`
    has its parts in groups that can be replaced (`games.boards.moving`)."""
    marks, held = marks or Marks(), Holdings(view)
    words = _words(held, graph, marks)
    drawn = stages_of(view)
    if not drawn:
        return BoardContext(words=words)
    board = choose_stage(drawn, stage, marks, view)
    box, middle, chosen = _choose_part(board, shown, drawing.on_stage(board, marks), view)
    near = chosen and shown != "whole" and not narrow_only
    to = link or (lambda name: f"?view={name}")
    return BoardContext(
        svg=mark_safe(Moving(board).svg(held, marks, label) if moves else drawing.draw(board, held, marks, label)),
        look=stage_classes(board),
        stage=f"{stage_classes(board)} {_classes(box)} fy-{middle}" + (" near" if near else ""),
        whole=shown == "whole",
        inset=mark_safe(minimap(board, held, _("Whole board; the part shown is framed"), frame=box)),
        closer=to(_name(zoom(board, box, NEARER))),
        wider=to(_name(zoom(board, box, FARTHER))),
        all=to("whole"),
        width=board.width,
        height=board.height,
        words=words,
        sky=tuple(cards_of(board, held, marks)),
        **_other_stages(drawn, board, held, marks, stage_link or (lambda name: f"?board={name}"), moves),
    )


def moving_stages(view: PlayerView, stage: str) -> list[Moving]:
    """Make the stages of a map as they move, in the order in which they are drawn: the one that is shown by this name,
    and the lens on the next. One for a map of one stage, none without a drawing."""
    drawn = stages_of(view)
    if len(drawn) < 2:
        return [Moving(board) for board in drawn]
    shown = next((place for place, board in enumerate(drawn) if board.stage == stage), 0)
    return [Moving(drawn[shown]), Moving(drawn[(shown + 1) % len(drawn)], lens=True)]


def choose_stage(drawn: Sequence[Sheet], wanted: str, marks: Marks, view: PlayerView) -> Sheet:
    """Choose the stage to show: the reader's, else the one where what is asked about lies, else the one with most of
    what can be chosen, else the first for a reader who must answer and that of the last move for all others."""
    if len(drawn) == 1:
        return drawn[0]
    named = next((each for each in drawn if each.stage == wanted), None)
    if named:
        return named
    spots = [marks.target, marks.src, *marks.highlighted, *marks.look_at]
    if all(spot is None for spot in spots) and marks.selectable:
        return max(drawn, key=lambda each: sum(map(each.has, marks.selectable)))
    if not view.must_answer:
        spots += [move.dst for move in marks.arrows[-1:]]
    about = next((spot for spot in spots if spot is not None), 0)
    return next(each for each in drawn if each.has(about))


def _other_stages(
    drawn: Sequence[Sheet], board: Sheet, held: Holdings, marks: Marks, to: Callable[[str], str], moves: bool
) -> Facts:
    """Make the links to the stages of a map and the lens on the next of them; nothing for a map of one stage."""
    if len(drawn) == 1:
        return {}
    links = tuple(StageLink(_(each.title), to(each.stage), each is board, own_on(each, held.view)) for each in drawn)
    place = (drawn.index(board) + 1) % len(drawn)
    return {"stages": links, "lens": _lens(drawn[place], held, marks, links[place].url, moves)}


def _lens(board: Sheet, held: Holdings, marks: Marks, url: str, moves: bool) -> Lens:
    small = Moving(board, lens=True).svg(held, marks) if moves else drawing.lens(board, held, marks)
    said = _("%(holders)s. Show it large") % {"holders": holders_on(board, held.view)}
    svg, flat = mark_safe(small), board.disc is None and "cave" not in board.decor
    return Lens(svg, f"look-{board.style}", flat, _(board.title), said, url, board.sign)


def own_on(board: Sheet, view: PlayerView) -> int:
    """Count the viewer's territories on a stage."""
    return sum(view.owner[place] == view.viewer for place in board.lands) if view.viewer is not None else 0


def holders_on(board: Sheet, view: PlayerView) -> str:
    """Say how many territories of a stage each seat holds, the most first: "Green 4, Violet 2, nobody 5"."""
    counts = Counter(view.owner[place] for place in board.lands)
    return ", ".join(
        f"{colour_name(colour_of(view, seat)) or _('nobody')} {held}" for seat, held in counts.most_common()
    )


def _choose_part(board: Sheet, shown: str, marks: Marks, view: PlayerView) -> tuple[Box, int, bool]:
    """Choose the part to show: the reader's choice, else what the decision is about, else what happened last. Also
    return how far down in it lies what it is about, in tenths, and whether the reader chose it."""
    if shown == "whole":
        return zoom(board, board.whole, 1.0), MIDDLE, True
    for region in board.regions:
        if region.id == shown:
            return view_of_region(board, region), MIDDLE, True
    if NUMBERS.fullmatch(shown):
        x, y, width, height = map(int, shown.split("."))
        return zoom(board, (x, y, max(width, STEP), max(height, STEP)), 1.0), MIDDLE, True
    points = [board.lands[place].anchor for place in _territories_in_focus(board, marks, view)]
    box = fit(board, points)
    return box, relative_height(points, box), False


def _territories_in_focus(board: Sheet, marks: Marks, view: PlayerView) -> list[int]:
    if marks.src is not None or marks.target is not None:
        places = [place for place in (marks.src, marks.target) if place is not None]
        return places + (list(marks.selectable) if marks.src is not None and len(marks.selectable) < 9 else [])
    if marks.highlighted or marks.look_at:
        return list(marks.highlighted or marks.look_at)
    if marks.deciding and marks.selectable:  # the first of the page's list: all of them may be all over the world
        return list(marks.selectable)[:1]
    if marks.arrows:
        return [place for place in (marks.arrows[-1].src, marks.arrows[-1].dst) if place in board.lands]
    own = [place for place in board.lands if view.owner[place] == view.viewer]
    return (list(marks.selectable) or own or list(board.lands))[:12]


def _name(box: Box) -> str:
    return ".".join(map(str, box))


def stage_classes(board: Sheet) -> str:
    """Return the classes of a stage: colours go by theme, the shape of the stage by map (static/css/looks.css)."""
    return f"map-{board.id} look-{board.style}"


def _classes(box: Box) -> str:
    x, y, width, height = (number // STEP for number in box)
    return f"vx-{x} vy-{y} vw-{width} vh-{height}"


# ---- parts of a map


LEAST, SMALL = 720, 1200
"""A part that is chosen by itself is so wide and high at least; a board that is narrower than SMALL is shown whole."""


def fit(board: Sheet, points: Sequence[Point]) -> Box:
    """Fit a box around points: the smallest part of the map, on the grid of STEP, with room on all sides."""
    if board.width <= SMALL:
        return board.whole
    xs, ys = [x for x, _ in points], [y for _, y in points]
    width = _span(max(xs) - min(xs) + 260, LEAST, board.width)
    height = _span(max(ys) - min(ys) + 260, LEAST, board.height)
    left = _start((max(xs) + min(xs)) / 2, width, board.width)
    top = _start((max(ys) + min(ys)) / 2 + height * COVERED, height, board.height)
    return (left, top, width, height)


def relative_height(points: Sequence[Point], view: Box) -> int:
    """Return how far down in a view the middle of points lies, in tenths: a stage too low for the view keeps that in
    sight."""
    ys = [y for _, y in points]
    return max(0, min(10, round(10 * ((max(ys) + min(ys)) / 2 - view[1]) / view[3])))


def view_of_region(board: Sheet, region: Region) -> Box:
    """Return the part of the map that shows one continent, on the grid of STEP and inside the map."""
    return zoom(board, region.view, 1.0)


def zoom(board: Sheet, view: Box, factor: float) -> Box:
    """Zoom a view around its middle: nearer with a factor below 1, else farther."""
    x, y, width, height = view
    new_width = _span(width * factor, 360, board.width)
    new_height = _span(height * factor, 300, board.height)
    return (
        _start(x + width / 2, new_width, board.width),
        _start(y + height / 2, new_height, board.height),
        new_width,
        new_height,
    )


def _span(wanted: float, least: int, most: int) -> int:
    return min(most // STEP * STEP, max(least, -(-int(wanted) // STEP) * STEP))


def _start(middle: float, size: int, whole: int) -> int:
    wanted = round((middle - size / 2) / STEP) * STEP
    return max(0, min(int(wanted), (whole - size) // STEP * STEP))


# ---- in words


def board_words(view: PlayerView, graph: MapGraph, marks: Marks | None = None) -> tuple[RegionWords, ...]:
    """List the board by continents: every territory with owner and armies; places of the sky where somebody holds
    them."""
    return _words(Holdings(view), graph, marks or Marks())


def _words(held: Holdings, graph: MapGraph, marks: Marks) -> tuple[RegionWords, ...]:
    view, ruins, pieces = held.view, held.ruins, piece_words(held.view)
    colours = {seat: colour_of(view, seat) for seat in set(view.owner)}
    names = {seat: colour_name(colour) or _("nobody") for seat, colour in colours.items()}
    counted = cache(partial(count_units, rules=view.rules))

    def land(place: int) -> LandWords:
        seat, name = view.owner[place], graph.names[place]
        if place in ruins:
            return LandWords(name, names[seat], "", 0, "", drawing.pass_over(ruins[place]), ruined=ruins[place])
        note, url = ", ".join(filter(None, (held.notes.get(place), marks.notes.get(place)))), marks.links.get(place, "")
        count = held.units[place]
        return LandWords(name, names[seat], colours[seat], count, counted(count), note, url, pieces.get(place, ""))

    regions, stages = [], stages_of(view)
    free_sky = {place for board in stages for place in board.places if view.owner[place] < 0}
    elsewhere = set(range(len(view.owner))) - free_sky
    for continent in graph.continents:
        elsewhere -= {*continent.members}
        owners = {view.owner[place] for place in continent.members}
        holder = colour_of(view, next(iter(owners))) if len(owners) == 1 else ""
        lands = tuple(land(place) for place in continent.members)
        regions.append(RegionWords(continent.name, continent.bonus, colour_name(holder) if holder else "", lands))
    parts = [(board.title, [place for place in sorted(elsewhere) if board.has(place)]) for board in stages]
    outside = [(_(title), places) for title, places in parts if places] or [("", sorted(elsewhere))]
    regions += [RegionWords(name, 0, "", tuple(map(land, places))) for name, places in outside if places]
    return tuple(regions)
