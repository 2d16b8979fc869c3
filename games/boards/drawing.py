"""The one drawing of a board, as SVG, for every page: whole, a part of it, or small; `games.boards.flat` has it for the
picture in mails.

What is the same in every game of a map is put together once (`fixed_parts`); a page adds owners, counts, marks and
links. The order of the layers is that of the design: sea, light, shore, names of seas, land, frontiers, routes, marks,
arrows, names, badges with the pieces round them, numbers, odds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from typing import NamedTuple

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine import PlayerView
from games.boards.arrows import arrow
from games.boards.background import ASH, background, definitions, text
from games.boards.geometry import MINI_WIDTH, Box, Land, Sheet, sheet
from games.boards.outlines import MINI, outlines_url
from games.boards.overlays import Arrow, Marks
from games.boards.pieces import Ring, ground_sign, lone_building, rings_of, ruin, vacant
from games.families.parts import FamilyParts, parts_of
from games.wording.seats import SHAPES, SeatStyle, colour_of, seat_css, styles_of

LINE = 19.5
LINES = {"moon": 26}
"""How far the lines of a name stand apart, in map units, and in looks with larger names."""
UNDER_NAME = 22
"""A sign of the ground stands so far under the last line of a name."""
WATER = "water"
"""The zone whose territories have a dashed shore."""
SELECTABLE, TARGET = "selectable", "target"
ASHEN = "ashen"
"""The class of land that nobody may hold any more."""
HIGHLIGHT_REACH = 430
MOST_OUTLINED = 12


@dataclass(frozen=True)
class FixedParts:
    """What of a board's drawing is the same in every game: the layers under, between and over highlight and land, and
    for each territory, by its number, the `href` of its outline, that of its small outline, and its name, in full ink
    and fallen back.
    """

    definitions: str
    below: str
    between: str
    above: str
    outlines: dict[int, str]
    small_outlines: dict[int, str]
    names: dict[int, str]
    names_off: dict[int, str]


@lru_cache(maxsize=16)
def fixed_parts(map_id: str) -> FixedParts:
    """Put the parts of a map with a drawing together, once."""
    board = sheet(map_id)
    assert board is not None
    file = outlines_url(map_id)
    return FixedParts(
        definitions(map_id),
        *background(map_id),
        {place: f'href="{file}#{land.code}"' for place, land in board.lands.items()},
        {place: f'href="{file}#{MINI}{land.code}"' for place, land in board.lands.items()},
        {place: name_of(board, land) for place, land in board.lands.items()},
        {place: name_of(board, land, "off") for place, land in board.lands.items()},
    )


def name_of(board: Sheet, land: Land, css: str = "") -> str:
    """Draw the name of a territory, with the signs of its ground under it."""
    line = LINES.get(board.style, LINE)
    (x, y), classes = land.label_at, f' class="{css}"' if css else ""
    under = y + line * (len(land.label) - 1) + UNDER_NAME
    return text(x, y, land.label, line, classes) + "".join(ground_sign(sign, x, under) for sign in land.signs)


def draw(board: Sheet, view: PlayerView, marks: Marks, label: str) -> str:
    """Draw the whole map as SVG, or the whole of one stage. `label` names it for screen readers."""
    marks = on_stage(board, marks)
    owners = _owners(view)
    lands = _lands(board, view, owners, marks)
    opened = _opening_tag(board, marks, _whole(board), "group", label)
    return f"{opened}{fixed_parts(board.id).definitions}{_layers(board, view, owners, marks, lands)}</svg>"


def lens(board: Sheet, view: PlayerView, marks: Marks) -> str:
    """Draw a stage for the link that leads to it: a picture that says nothing, as the link does."""
    marks = on_stage(board, marks)
    owners = _owners(view)
    opened = f'<svg class="{_classes(board, marks)}" viewBox="{_view_box(_whole(board))}" aria-hidden="true">'
    layers = _layers(board, view, owners, marks, _still_lands(board, view, owners, marks), names=False)
    return f"{opened}{fixed_parts(board.id).definitions}{layers}</svg>"


def _whole(board: Sheet) -> Box:
    return (0, 0, board.width, board.height)


def scene(board: Sheet, view: PlayerView, marks: Marks, part: Box, label: str) -> str:
    """Draw a part of the map as a picture, on which nothing can be chosen. Hatching and light are those of a whole map
    that the page has as well."""
    marks = on_stage(board, marks)
    owners = _owners(view)
    lands = _still_lands(board, view, owners, marks)
    return f"{_opening_tag(board, marks, part, 'img', label)}{_layers(board, view, owners, marks, lands)}</svg>"


def on_stage(board: Sheet, marks: Marks) -> Marks:
    """Leave out what lies on another stage of the map."""
    return marks if len(board.lands) == board.territories else marks.among(board.lands)


def _owners(view: PlayerView) -> list[SeatStyle]:
    """List how the owner of each territory is shown."""
    styles = styles_of(view, set(view.owner))
    return [styles[owner] for owner in view.owner]


def _opening_tag(board: Sheet, marks: Marks, part: Box, role: str, label: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{_classes(board, marks)}"'
        f' viewBox="{_view_box(part)}" role="{role}" aria-label="{escape(label)}">'
    )


def _view_box(part: Box) -> str:
    return " ".join(map(str, part))


def _layers(
    board: Sheet, view: PlayerView, owners: list[SeatStyle], marks: Marks, lands: str, names: bool = True
) -> str:
    fixed, chosen, rings = fixed_parts(board.id), _in_question(marks), rings_of(view)
    ruins = parts_of(view.rules).ruins(view)
    parts = [
        fixed.below,
        _highlight(board, chosen, marks.highlighted),
        fixed.between,
        lands,
        fixed.above,
        _outlines(fixed, marks),
        _moves(board, marks),
        _names(board, chosen if marks.deciding else None, ruins) if names else "",
        _army_badges(board, view, owners, marks, chosen, rings),
        _land_marks(board, view),
        _piece_counts(board, view),
        _numbers(board, marks),
        _odds_labels(board, marks, rings),
    ]
    return "".join(parts)


def _in_question(marks: Marks) -> frozenset[int]:
    """Collect the source and what can be chosen: territories that do not fall back."""
    return frozenset(marks.selectable) | ({marks.src} if marks.src is not None else set())


def _classes(board: Sheet, marks: Marks) -> str:
    return " ".join(["board", f"look-{board.style}", *(["deciding"] if marks.deciding else [])])


def _highlight(board: Sheet, chosen: frozenset[int], happened: tuple[int, ...]) -> str:
    """Draw a pool of light over the decision, or over what has just happened."""
    under = [*chosen, *happened]
    if not under:
        return ""
    xs = [board.lands[place].anchor[0] for place in under]
    ys = [board.lands[place].anchor[1] for place in under]
    reach = max(HIGHLIGHT_REACH, (max(xs) - min(xs)) * 0.75, (max(ys) - min(ys)) * 0.75)
    x, y = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2
    light = f"url(#{board.prefix}highlight)"
    return f'<circle class="highlight-pool" cx="{x:g}" cy="{y:g}" r="{min(reach, 900):g}" fill="{light}"/>'


def _lands(board: Sheet, view: PlayerView, owners: list[SeatStyle], marks: Marks) -> str:
    parts = ['<g class="t">']
    family, outlines, language = parts_of(view.rules), fixed_parts(board.id).outlines, get_language()
    told, ruins, units = family.land_notes(view), family.ruins(view), units_shown(view, family)
    for place, land in board.lands.items():
        note = ", ".join(filter(None, (told.get(place), marks.notes.get(place))))
        count = _units(family.unit_words, language, units[place])
        said = escape(
            ruin_label(land, ruins[place]) if place in ruins else land_label(land, owners[place], count, note)
        )
        link = f' href="{escape(marks.links[place])}"' if place in marks.links else ""
        fill = _fill(owners[place].colour, board.prefix, place in ruins)
        drawn = f"<use {fill} {outlines[place]}><title>{said}</title></use>"
        parts.append(f'<a id="at-{land.code}"{_land_class(land, place, marks)}{link} aria-label="{said}">{drawn}</a>')
    parts.append("</g>")
    return "".join(parts)


def _still_lands(board: Sheet, view: PlayerView, owners: list[SeatStyle], marks: Marks) -> str:
    """Draw land that cannot be chosen and says nothing: the picture has one label."""
    ruins, outlines = parts_of(view.rules).ruins(view), fixed_parts(board.id).outlines
    lands = (
        f"<a{_land_class(land, place, marks)}>"
        f"<use {_fill(owners[place].colour, board.prefix, place in ruins)} {outlines[place]}/></a>"
        for place, land in board.lands.items()
    )
    return f'<g class="t">{"".join(lands)}</g>'


def units_shown(view: PlayerView, family: FamilyParts) -> Sequence[int]:
    """Count what badges show: all units where pieces lie round them, else armies alone: pieces are counted beside."""
    return view.borders.units if family.piece_signs else view.armies


def land_label(land: Land, owner: SeatStyle, count: str, note: str = "") -> str:
    """Label a territory for screen readers: "Ukraine, Grey, 9 armies, can be attacked"."""
    said = f"{land.name}, {owner.title or _('nobody')}, {count}"
    return f"{said}, {note}" if note else said


def ruin_label(land: Land, word: str) -> str:
    """Label land that nobody may hold any more: "Siberia, devastated, no way through"."""
    return f"{land.name}, {pass_over(word)}"


def pass_over(word: str) -> str:
    """Say that no way leads through lost land."""
    return _("%(ruined)s, no way through") % {"ruined": word}


@lru_cache(maxsize=1024)
def _units(words: Callable[[int], str], language: str | None, count: int) -> str:
    """Count units in words; a page says it of every territory."""
    return words(count)


def _land_class(land: Land, place: int, marks: Marks) -> str:
    css = _choice_class(place, marks)
    if land.zone == WATER:
        css = f"{css} {WATER}".strip()
    return f' class="{css}"' if css else ""


def _choice_class(place: int, marks: Marks) -> str:
    if place == marks.src:
        return "src"
    if place in marks.selectable:
        return f"{SELECTABLE} {TARGET}" if place == marks.target else SELECTABLE
    return ""


@lru_cache(maxsize=64)
def _fill(colour: str, prefix: str, ruined: bool) -> str:
    if ruined:
        return f'class="{ASHEN}" fill="url(#{prefix}{ASH})"'
    return f'fill="url(#{prefix}h{list(SHAPES).index(colour)})"' if colour else 'class="nobody"'


def _outlines(fixed: FixedParts, marks: Marks) -> str:
    """Draw source and targets once more on top: neighbours would hide half of a stroke.

    Where most of the board can be chosen outlines would say nothing; then the rest falls back, and that is enough.
    """
    lit = [place for place in marks.selectable if place not in (marks.target, marks.src)]
    if len(lit) > MOST_OUTLINED:
        lit = []
    parts = [_outline(fixed.outlines[place], "selectable-under", "selectable-line") for place in lit]
    if marks.target is not None:
        parts.append(_outline(fixed.outlines[marks.target], "under", "target-line"))
    if marks.src is not None:
        parts.append(_outline(fixed.outlines[marks.src], "under", "src-line"))
    return "".join(parts)


def _outline(outline: str, under: str, line: str) -> str:
    return f'<use class="mark {under}" {outline}/><use class="mark {line}" {outline}/>'


def _moves(board: Sheet, marks: Marks) -> str:
    past = "".join(f'<g class="{_move_class(move)}">{_paths(board, move.src, move.dst)}</g>' for move in marks.arrows)
    order = f'<g class="arrows"><g class="order">{_paths(board, *marks.order)}</g></g>' if marks.order else ""
    return f'<g class="arrows" aria-hidden="true">{past}</g>{order}'


def _move_class(move: Arrow) -> str:
    words = [
        seat_css(move.colour),
        f"age{move.age}",
        f"m{move.number}" if move.number else "",
        "held" if move.held else "",
    ]
    return " ".join(filter(None, words))


def _paths(board: Sheet, src: int, dst: int) -> str:
    return "".join(f'<path d="{outline}"/>' for outline in arrow(board.id, src, dst)[0])


def _numbers(board: Sheet, marks: Marks) -> str:
    """Draw the number of each past move at the middle of its arrow, as in the story."""
    parts = [_number(board, move) for move in marks.arrows if move.number]
    return f'<g class="arrows" aria-hidden="true">{"".join(parts)}</g>' if parts else ""


def _number(board: Sheet, move: Arrow) -> str:
    x, y = arrow(board.id, move.src, move.dst)[1]
    return (
        f'<g class="no {seat_css(move.colour)} m{move.number}" transform="translate({round(x)} {round(y)})">'
        f'<circle r="12.5"/><text y="5.5">{move.number}</text></g>'
    )


def _names(board: Sheet, chosen: frozenset[int] | None, ruins: Mapping[int, str]) -> str:
    """Draw the names of all territories; of those that are not `chosen` fallen back, if a decision is open."""
    fixed = fixed_parts(board.id)
    names = fixed.names
    if chosen is not None:
        names = {place: name if place in chosen else fixed.names_off[place] for place, name in names.items()}
    if ruins:
        names = names | {place: name_of(board, land, "dead") for place, land in board.lands.items() if place in ruins}
    return f'<g class="l">{"".join(names.values())}</g>'


def _army_badges(
    board: Sheet,
    view: PlayerView,
    owners: list[SeatStyle],
    marks: Marks,
    chosen: frozenset[int],
    rings: Mapping[int, Ring],
) -> str:
    parts, family = ['<g class="b" aria-hidden="true">'], parts_of(view.rules)
    ruins, units = family.ruins(view), units_shown(view, family)
    for place, land in board.lands.items():
        at = f' transform="translate({land.anchor[0]} {land.anchor[1]})"'
        armies, owner = marks.armies.get(place, units[place]), owners[place]
        if place in ruins:
            parts.append(f'<g class="dv"{at}>{ruin()}</g>')
        elif owner.colour or armies:
            off = " off" if marks.deciding and place not in chosen else ""
            drawn = _badge(owner, armies, rings.get(place))
            parts.append(f'<g{_named(land, place, marks)} class="{owner.css}{off}"{at}>{drawn}</g>')
        elif family.marks_vacant:
            parts.append(f'<g class="{owner.css}"{at}>{vacant()}</g>')
    parts.append("</g>")
    return "".join(parts)


def _badge(owner: SeatStyle, units: int, ring: Ring | None) -> str:
    """Draw a badge with its ring; a building on which no unit stands has the place of the badge."""
    if ring and ring.buildings and not units:
        return lone_building(ring)
    badge = (
        f'<g class="{badge_size(units)}"><use href="#{owner.shape}"/>'
        f'<text{THREE if units > 99 else ""} y="7.5">{units}</text></g>'
    )
    return badge + ring.svg if ring else badge


def _named(land: Land, place: int, marks: Marks) -> str:
    """Give a badge an id if it follows the number that the reader is choosing."""
    return f' id="armies-{land.code}"' if place in marks.armies else ""


THREE = ' class="three"'


def badge_size(armies: int) -> str:
    """Return the size class of a badge: one army, two to seven, eight and more."""
    return "s1" if armies < 2 else "s2" if armies < 8 else "s3"


LEFT_OF_BADGE, RIGHT_OF_BADGE = (-19, -17), (20, -18)
"""Where marks and pieces stand, from the middle of a badge."""
NEXT_MARK = 24
"""A second mark of a territory stands so far left of the first."""


class PlacedMark(NamedTuple):
    """A family's mark of a territory: in whose colour, its outline, and how far it stands from the badge's middle."""

    at: int
    colour: str
    outline: str
    beside: tuple[int, int]


def mark_places(view: PlayerView) -> list[PlacedMark]:
    """Place the family's marks left of the badges, several of one territory side by side."""
    before: Counter[int] = Counter()
    found = []
    for mark in parts_of(view.rules).land_marks(view):
        x, y = LEFT_OF_BADGE
        beside = (x - NEXT_MARK * before[mark.at], y)
        found.append(PlacedMark(mark.at, colour_of(view, mark.seat), mark.outline, beside))
        before[mark.at] += 1
    return found


def _land_marks(board: Sheet, view: PlayerView) -> str:
    parts = [
        f'<g class="{seat_css(colour)}" transform="translate({board.lands[at].anchor[0]} {board.lands[at].anchor[1]})">'
        f'<g class="s2"><path transform="translate({x} {y})" d="{outline}"/></g></g>'
        for at, colour, outline, (x, y) in mark_places(view)
        if at in board.lands
    ]
    return f'<g class="caps" aria-hidden="true">{"".join(parts)}</g>' if parts else ""


def piece_counts(view: PlayerView) -> list[tuple[int, str, int]]:
    """Count the pieces of each colour on each territory, but for those that have a place round the badge. Labels of
    territories have them in words."""
    signs = parts_of(view.rules).piece_signs
    counts = Counter((piece.at, piece.seat) for piece in view.pieces if piece.kind not in signs)
    return [(at, colour_of(view, seat), count) for (at, seat), count in counts.items()]


def _piece_counts(board: Sheet, view: PlayerView) -> str:
    right, up = RIGHT_OF_BADGE
    parts = [
        f'<g class="{seat_css(colour)}"'
        f' transform="translate({board.lands[at].anchor[0] + right} {board.lands[at].anchor[1] + up})">'
        f'<circle r="9"/><text y="5">{count}</text></g>'
        for at, colour, count in piece_counts(view)
        if at in board.lands
    ]
    return f'<g class="b pieces" aria-hidden="true">{"".join(parts)}</g>' if parts else ""


BESIDE_BADGE, BESIDE_RING = 23, 50
"""The odds stand so far right of the middle of a badge, and of one with pieces on its right."""


def _odds_labels(board: Sheet, marks: Marks, rings: Mapping[int, Ring]) -> str:
    """Draw the odds, right of the badge of each legal target."""
    parts = []
    for place, said in marks.selectable.items():
        if said:
            x, y = board.lands[place].anchor
            x += BESIDE_RING if place in rings and rings[place].wide else BESIDE_BADGE
            wide = 22 + 9 * len(said)
            parts.append(
                f'<g class="tag{" target" if place == marks.target else ""}" transform="translate({x} {y})"'
                f' aria-hidden="true"><g class="plate"><rect x="0" y="-15" width="{wide}" height="30" rx="15"/>'
                f'<text x="{wide / 2 + 1:g}" y="6.5">{escape(said)}</text></g></g>'
            )
    return "".join(parts)


# ---- small maps, for lists and for finding one's way


def minimap(board: Sheet, view: PlayerView, label: str, frame: Box | None = None, others: Sequence[Sheet] = ()) -> str:
    """Draw a small map: land in the colours of its owners, `frame` the part shown elsewhere. `others` are stages that
    lie in its corner."""
    owners, ruins = _owners(view), parts_of(view.rules).ruins(view)

    def css(place: int) -> str:
        return ASHEN if place in ruins else owners[place].css

    return _small_map(board, css, label, others, _frame(frame, MINI_WIDTH / board.width))


def empty_minimap(board: Sheet, label: str, others: Sequence[Sheet] = ()) -> str:
    """Draw a small map on which nobody holds anything: land by continents."""
    drawn = (board, *others)
    names = [region.id for each in drawn for region in each.regions]
    continent = {place: names.index(land.continent) for each in drawn for place, land in each.lands.items()}
    return _small_map(board, lambda place: f"c{continent[place] % CONTINENT_COLOURS}", label, others)


def _small_map(board: Sheet, css: Callable[[int], str], label: str, others: Sequence[Sheet], frame: str = "") -> str:
    height = board.mini_height + (ROOM if others else 0)
    corner = "".join(_in_corner(other, css, height) for other in others)
    return f"{_small_opening_tag(board, label, height)}{_small_lands(board, css)}{corner}{frame}</svg>"


def _small_lands(board: Sheet, css: Callable[[int], str]) -> str:
    small = fixed_parts(board.id).small_outlines
    uses = "".join(f'<use class="{css(place)}" {outline}/>' for place, outline in small.items())
    return f"<g>{uses}</g>"


CONTINENT_COLOURS = 6
CORNER, ROOM = 64, 30
"""The width of a stage that lies in the corner of a small map of another, and how much higher that is for it."""


def _in_corner(board: Sheet, css: Callable[[int], str], height: int) -> str:
    return (
        f'<svg class="corner look-{board.style}" x="3" y="{height - CORNER - 3}" width="{CORNER}" height="{CORNER}"'
        f' viewBox="0 0 {MINI_WIDTH} {board.mini_height}">{_small_lands(board, css)}</svg>'
    )


def _small_opening_tag(board: Sheet, label: str, height: int) -> str:
    """Open a small map, with the land around the board where there is some; silent without a label."""
    spoken = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    beyond = (
        f'<use class="beyond" href="{outlines_url(board.id)}#{MINI}incognita"/>' if "incognita" in board.decor else ""
    )
    return f'<svg class="minimap look-{board.style}" viewBox="0 0 {MINI_WIDTH} {height}" {spoken}>{beyond}'


def _frame(frame: Box | None, scale: float) -> str:
    if frame is None:
        return ""
    x, y, width, height = (round(number * scale) for number in frame)
    return f'<rect class="frame" x="{x}" y="{y}" width="{width}" height="{height}"/>'
