"""The one drawing of a board, as SVG, for every page: whole or a part of it; `games.boards.minimap` has it small,
`games.boards.flat` for the picture in mails.

What is the same in every game of a map is put together once (`fixed_parts`); a page adds owners, counts, marks and
links. The order of the layers is that of the design: sea, light, shore, names of seas, land, frontiers, routes, marks,
arrows, names, badges with the pieces round them, numbers, odds.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from html import escape

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine import Facts
from games.boards.arrows import arrow
from games.boards.background import LOST_FILLS, background, definitions, flames, routes, sores, text
from games.boards.badges import army_badges, counts_of_pieces, land_marks, odds_labels
from games.boards.geometry import Box, Land, Point, Sheet, drawn_sheet
from games.boards.holdings import Holdings
from games.boards.outlines import MINI, outlines_url
from games.boards.overlays import Arrow, Marks
from games.boards.pieces import BLIGHT, closed_way, ground_sign, sign_svg
from games.boards.sky import sky_cards
from games.wording.amounts import count_units
from games.wording.seats import SHAPES, SeatStyle, seat_css

LINE = 19.5
LINES = {"moon": 26, "underworld": 26}
"""How far the lines of a name stand apart, in map units, and in looks with larger names."""
UNDER_NAME = 22
"""A sign of the ground stands so far under the last line of a name."""
BEFORE_NAME, LETTER = 17, 5.5
"""A sign that comes and goes stands so far left of a name, whose letters are about twice as wide as LETTER."""
WATER = "water"
"""The zone whose territories have a dashed shore."""
SELECTABLE, TARGET = "selectable", "target"
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
def fixed_parts(map_id: str, lost: bool = False) -> FixedParts:
    """Put the parts of a map with a drawing together, once; `lost` if a continent of it is."""
    board = drawn_sheet(map_id)
    file = outlines_url(map_id)
    return FixedParts(
        definitions(map_id),
        *background(map_id, lost=lost),
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


def draw(board: Sheet, held: Holdings, marks: Marks, label: str) -> str:
    """Draw the whole map as SVG, or the whole of one stage. `label` names it for screen readers."""
    everywhere, marks = marks, on_stage(board, marks)
    lands = _lands(board, held, marks)
    opened = whole_opening_tag(board, marks, label)
    above = sky_cards(board, held, everywhere)
    return f"{opened}{_definitions(board, held)}{_layers(board, held, marks, lands)}{above}</svg>"


def lens(board: Sheet, held: Holdings, marks: Marks) -> str:
    """Draw a stage for the link that leads to it: a picture that says nothing, as the link does."""
    marks = on_stage(board, marks)
    drawn = _layers(board, held, marks, _still_lands(board, held, marks), names=False)
    return f"{lens_opening_tag(board, marks)}{_definitions(board, held)}{drawn}</svg>"


def lens_opening_tag(board: Sheet, marks: Marks) -> str:
    """Open the drawing of a lens."""
    return f'<svg class="{_classes(board, marks)}" viewBox="{_view_box(board.whole)}" aria-hidden="true">'


def _definitions(board: Sheet, held: Holdings) -> str:
    return fixed_parts(board.id).definitions + sores_of(board, held)


def sores_of(board: Sheet, held: Holdings) -> str:
    """Define the pattern of the plague where there is some."""
    return sores(board.prefix) if _list_blighted(board, held) else ""


def _list_blighted(board: Sheet, held: Holdings) -> list[int]:
    return [place for place in held.blights if place in board.lands]


def is_lost(board: Sheet, held: Holdings) -> bool:
    """Return whether the continent of a board that may be lost is."""
    return any(place in held.ruins for place in board.lost)


def scene(board: Sheet, held: Holdings, marks: Marks, part: Box, label: str, *, whole: bool = False) -> str:
    """Draw a part of the map as a picture, on which nothing can be chosen. Hatching and light are those of a `whole`
    drawing that the page has as well."""
    marks = on_stage(board, marks)
    lands = _still_lands(board, held, marks)
    defined = _definitions(board, held) if whole else ""
    return f"{_opening_tag(board, marks, part, 'img', label)}{defined}{_layers(board, held, marks, lands)}</svg>"


def on_stage(board: Sheet, marks: Marks) -> Marks:
    """Leave out what lies on another stage of the map."""
    return marks if len(board.lands) == board.territories else marks.among(board.lands)


def whole_opening_tag(board: Sheet, marks: Marks, label: str) -> str:
    """Open the drawing of a whole map or stage."""
    return _opening_tag(board, marks, (0, 0, board.width, board.height), "group", label)


def _opening_tag(board: Sheet, marks: Marks, part: Box, role: str, label: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{_classes(board, marks)}"'
        f' viewBox="{_view_box(part)}" role="{role}" aria-label="{escape(label)}">'
    )


def _view_box(part: Box) -> str:
    return " ".join(map(str, part))


def _layers(board: Sheet, held: Holdings, marks: Marks, lands: str, names: bool = True) -> str:
    return "".join(
        layers(board, held, marks, lands, army_badges(board, held, marks, _in_question(marks)), names).values()
    )


def layers(board: Sheet, held: Holdings, marks: Marks, lands: str, badges: str, names: bool = True) -> dict[str, str]:
    """Draw the layers of a board by their names, from below to above, around its land and badges."""
    lost = is_lost(board, held)
    fixed, chosen = fixed_parts(board.id, lost), _in_question(marks)
    closed = tuple(way.ends for way in held.closed_ways)
    return {
        "below": fixed.below,
        "highlight": _highlight(board, chosen, marks.highlighted),
        "between": fixed.between,
        "lands": lands,
        "blights": _blights(board, held, fixed),
        "above": fixed.above,
        "routes": routes(board.id, lost=lost, closed=closed),
        "closed": _draw_closed_ways(board, held),
        "flames": flames(board, sign_svg),
        "lost": _draw_lost(board, held) if lost and names else "",
        "outlines": _outlines(fixed, marks),
        "moves": _moves(board, marks),
        "names": _names(board, chosen if marks.deciding else None, held) if names else "",
        "badges": badges,
        "marks": land_marks(board, held.view),
        "pieces": counts_of_pieces(board, held.view),
        "numbers": _numbers(board, marks),
        "odds": odds_labels(board, marks, held.rings),
    }


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


def _lands(board: Sheet, held: Holdings, marks: Marks) -> str:
    parts = ['<g class="t">']
    outlines, rules, language = fixed_parts(board.id).outlines, held.view.rules, get_language()
    owners, told, ruins = held.owners, held.notes, held.ruins
    for place, land in board.lands.items():
        note = ", ".join(filter(None, (told.get(place), marks.notes.get(place))))
        count = _units(rules, language, held.units[place])
        said = escape(
            ruin_label(land, ruins[place]) if place in ruins else land_label(land, owners[place], count, note)
        )
        link = f' href="{escape(marks.links[place])}"' if place in marks.links else ""
        fill = _fill(owners[place].colour, board.prefix, ruined_class(board, place, ruins))
        drawn = f"<use {fill} {outlines[place]}><title>{said}</title></use>"
        parts.append(f'<a id="at-{land.code}"{land_class(land, place, marks)}{link} aria-label="{said}">{drawn}</a>')
    parts.append("</g>")
    return "".join(parts)


def _still_lands(board: Sheet, held: Holdings, marks: Marks) -> str:
    """Draw land that cannot be chosen and says nothing: the picture has one label."""
    outlines, owners, ruins = fixed_parts(board.id).outlines, held.owners, held.ruins
    lands = (
        f"<a{land_class(land, place, marks)}>"
        f"<use {_fill(owners[place].colour, board.prefix, ruined_class(board, place, ruins))} {outlines[place]}/></a>"
        for place, land in board.lands.items()
    )
    return f'<g class="t">{"".join(lands)}</g>'


def label_of(board: Sheet, held: Holdings, place: int) -> str:
    """Label a territory for screen readers as it stands."""
    land = board.lands[place]
    if place in held.ruins:
        return ruin_label(land, held.ruins[place])
    count = _units(held.view.rules, get_language(), held.units[place])
    return land_label(land, held.owners[place], count, held.notes.get(place, ""))


def land_fill(board: Sheet, held: Holdings, place: int) -> str:
    """Write the attributes by which a territory has the colour of its owner, or looks lost."""
    return _fill(held.owners[place].colour, board.prefix, ruined_class(board, place, held.ruins))


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
def _units(rules: str, language: str | None, count: int) -> str:
    """Count units in words; a page says it of every territory."""
    return count_units(count, rules)


def land_class(land: Land, place: int, marks: Marks) -> str:
    """Write the class of a territory: what may be done with it, and whether it is water."""
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


def ruined_class(board: Sheet, place: int, ruins: Mapping[int, str]) -> str:
    """Return the class of land that nobody may hold any more, empty for any other."""
    return board.ruins.css if place in ruins and board.ruins else ""


def _blights(board: Sheet, held: Holdings, fixed: FixedParts) -> str:
    """Draw the plague over the land that it lies on."""
    fill = f'class="sick" fill="url(#{board.prefix}h-plague)"'
    return "".join(f"<use {fill} {fixed.outlines[place]}/>" for place in _list_blighted(board, held))


def _draw_closed_ways(board: Sheet, held: Holdings) -> str:
    """Draw what closes ways over water, each at the middle of its route."""
    parts = []
    for way in held.closed_ways:
        if way.ends in board.routes_by_ends:
            one, other = (board.lands[place].name for place in way.ends)
            text = _("%(name)s: no way between %(one)s and %(other)s") % {"name": way.name, "one": one, "other": other}
            parts.append(closed_way(way.sign, text, *middle_of(board.routes_by_ends[way.ends])))
    return "".join(parts)


def middle_of(route: Facts) -> Point:
    """Return the middle of a route, which is one curve from shore to shore."""
    x0, y0, x1, y1, x2, y2 = (float(number) for number in re.findall(r"-?[\d.]+", route["d"]))
    return (x0 + 2 * x1 + x2) / 4, (y0 + 2 * y1 + y2) / 4


def _draw_lost(board: Sheet, held: Holdings) -> str:
    """Draw what tells of a continent that is lost: its sign, its name, and what became of it."""
    assert board.ruins is not None
    (x, y), place = board.ruins.at, min(board.lost)
    name = next(region.name for region in board.regions if region.id == board.ruins.continent)
    said = f'<text y="74">{escape(name)}</text><text y="100">{escape(held.ruins[place])}</text>'
    sign = sign_svg(board.ruins.sign, 76)
    return f'<g class="lost" transform="translate({x:g} {y:g})" aria-hidden="true">{sign}{said}</g>'


@lru_cache(maxsize=64)
def _fill(colour: str, prefix: str, ruined: str) -> str:
    if ruined:
        return f'class="{ruined}" fill="url(#{prefix}{LOST_FILLS[ruined]})"'
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


def _names(board: Sheet, chosen: frozenset[int] | None, held: Holdings) -> str:
    """Draw the names of all territories; of those that are not `chosen` fallen back, if a decision is open."""
    fixed = fixed_parts(board.id)
    names = fixed.names
    if chosen is not None:
        names = {place: name if place in chosen else fixed.names_off[place] for place, name in names.items()}
    if held.ruins:
        dead = {place: name_of(board, land, "dead") for place, land in board.lands.items() if place in held.ruins}
        names = names | {place: "" if place in board.lost else name for place, name in dead.items()}
    signs = "".join(_beside_name(board.lands[place], BLIGHT) for place in _list_blighted(board, held))
    return f'<g class="l">{"".join(names.values())}{signs}</g>'


def _beside_name(land: Land, sign: str) -> str:
    """Draw a sign left of the first line of a name."""
    x, y = land.label_at
    return ground_sign(sign, x - BEFORE_NAME - LETTER * len(land.label[0]), y - 6)
