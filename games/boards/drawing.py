"""The one drawing of a board, as SVG, for every page; `games.boards.flat` has it for the picture in mails.

What never changes comes from `games.boards.background`; a page adds owners, counts, marks and links. The order of the
layers is that of the design: sea, lamp, shore, names of seas, land, frontiers, routes, marks, arrows, names, badges,
numbers, odds.
"""

from __future__ import annotations

from functools import lru_cache
from html import escape

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from engine import PlayerView
from games.boards.arrows import arrow
from games.boards.background import definitions, ground, text
from games.boards.capitals import stars
from games.boards.geometry import Box, Land, Sheet, sheet
from games.boards.marks import Arrow, Marks
from games.boards.outlines import shape
from games.boards.pieces import piece_counts
from games.families.parts import parts_of
from games.wording.seats import SHAPES, SeatStyle, seat_css, styles_of

LINE = 19.5
LAMP = 430
MOST_OUTLINED = 12


def draw(board: Sheet, view: PlayerView, marks: Marks, label: str) -> str:
    """The whole map as SVG. `label` names it for screen readers."""
    owners = _owners(view)
    lands = _lands(board, view, owners, marks)
    opened = _opened(board, marks, (0, 0, board.width, board.height), "group", label)
    return f"{opened}{definitions(board.id)}{_layers(board, view, owners, marks, lands)}</svg>"


def scene(board: Sheet, view: PlayerView, marks: Marks, part: Box, label: str) -> str:
    """A part of the map as a picture, on which nothing can be chosen. Hatching and light are those of a whole map that
    the page has as well."""
    owners = _owners(view)
    lands = _still(board, owners, marks)
    return f"{_opened(board, marks, part, 'img', label)}{_layers(board, view, owners, marks, lands)}</svg>"


def _owners(view: PlayerView) -> list[SeatStyle]:
    """How the owner of each territory is shown."""
    styles = styles_of(view, set(view.owner))
    return [styles[owner] for owner in view.owner]


def _opened(board: Sheet, marks: Marks, part: Box, role: str, label: str) -> str:
    box = " ".join(map(str, part))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{_classes(board, marks)}"'
        f' viewBox="{box}" role="{role}" aria-label="{escape(label)}">'
    )


def _layers(board: Sheet, view: PlayerView, owners: list[SeatStyle], marks: Marks, lands: str) -> str:
    under, between, over = ground(board.id)
    parts = [
        under,
        _lamp(board, marks),
        between,
        lands,
        over,
        _outlines(board, marks),
        _moves(board, marks),
        _names_falling_back(board, marks.asked) if marks.deciding else _names(board.id),
        _badges(board, view, owners, marks),
        stars(board, view),
        piece_counts(board, view),
        _numbers(board, marks),
        _pills(board, marks),
    ]
    return "".join(parts)


def _classes(board: Sheet, marks: Marks) -> str:
    return " ".join(["board", f"look-{board.style}", *(["deciding"] if marks.deciding else [])])


def _lamp(board: Sheet, marks: Marks) -> str:
    """A pool of light over the decision, or over what has just happened."""
    under = [*marks.asked, *marks.lamp]
    if not under:
        return ""
    xs = [board.lands[place].anchor[0] for place in under]
    ys = [board.lands[place].anchor[1] for place in under]
    reach = max(LAMP, (max(xs) - min(xs)) * 0.75, (max(ys) - min(ys)) * 0.75)
    x, y = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2
    return f'<circle class="lamp-pool" cx="{x:g}" cy="{y:g}" r="{min(reach, 900):g}" fill="url(#lamp)"/>'


def _lands(board: Sheet, view: PlayerView, owners: list[SeatStyle], marks: Marks) -> str:
    parts = ['<g class="t">']
    told, language = parts_of(view.rules).land_notes(view), get_language()
    for place, land in enumerate(board.lands):
        note = ", ".join(filter(None, (told.get(place), marks.notes.get(place))))
        said = escape(land_label(land, owners[place], view.armies[place], language, note))
        css = _choice_class(place, marks)
        link = f' href="{escape(marks.links[place])}"' if place in marks.links else ""
        drawn = shape(board.id, land.code, _fill(owners[place]), f"<title>{said}</title>")
        parts.append(f'<a id="at-{land.code}"{css}{link} aria-label="{said}">{drawn}</a>')
    parts.append("</g>")
    return "".join(parts)


def _still(board: Sheet, owners: list[SeatStyle], marks: Marks) -> str:
    """Land that cannot be chosen and says nothing: the picture has one label."""
    lands = (
        f"<a{_choice_class(place, marks)}>{shape(board.id, land.code, _fill(owners[place]))}</a>"
        for place, land in enumerate(board.lands)
    )
    return f'<g class="t">{"".join(lands)}</g>'


def land_label(land: Land, owner: SeatStyle, armies: int, language: str | None, note: str = "") -> str:
    """ "Ukraine, Grey, 9 armies, can be attacked": what a screen reader says of a territory."""
    said = f"{land.name}, {owner.title or _('nobody')}, {_armies(language, armies)}"
    return f"{said}, {note}" if note else said


@lru_cache(maxsize=512)
def _armies(language: str | None, count: int) -> str:
    """A page says it of every territory."""
    return ngettext("%(count)s army", "%(count)s armies", count) % {"count": count}


def _choice_class(place: int, marks: Marks) -> str:
    if place == marks.src:
        return ' class="src"'
    if place in marks.lit:
        return ' class="lit aim"' if place == marks.aim else ' class="lit"'
    return ""


def _fill(owner: SeatStyle) -> str:
    return f'fill="url(#h{list(SHAPES).index(owner.colour)})"' if owner.colour else 'class="nobody"'


def _outlines(board: Sheet, marks: Marks) -> str:
    """Source and targets once more on top: neighbours would hide half of a stroke.

    Where most of the board can be chosen outlines would say nothing; then the rest falls back, and that is enough.
    """
    lit = [place for place in marks.lit if place not in (marks.aim, marks.src)]
    if len(lit) > MOST_OUTLINED:
        lit = []
    parts = [_outline(board, place, "lit-under", "lit-line") for place in lit]
    if marks.aim is not None:
        parts.append(_outline(board, marks.aim, "under", "aim-line"))
    if marks.src is not None:
        parts.append(_outline(board, marks.src, "under", "src-line"))
    return "".join(parts)


def _outline(board: Sheet, place: int, under: str, line: str) -> str:
    code = board.lands[place].code
    return "".join(shape(board.id, code, f'class="mark {css}"') for css in (under, line))


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
    return "".join(f'<path d="{outline}"/>' for outline in arrow(board, src, dst)[0])


def _numbers(board: Sheet, marks: Marks) -> str:
    """The number of a past move at the middle of its arrow, as in the story."""
    parts = [_number(board, move) for move in marks.arrows if move.number]
    return f'<g class="arrows" aria-hidden="true">{"".join(parts)}</g>' if parts else ""


def _number(board: Sheet, move: Arrow) -> str:
    x, y = arrow(board, move.src, move.dst)[1]
    return (
        f'<g class="no {seat_css(move.colour)} m{move.number}" transform="translate({round(x)} {round(y)})">'
        f'<circle r="12.5"/><text y="5.5">{move.number}</text></g>'
    )


@lru_cache(maxsize=16)
def _names(map_id: str) -> str:
    board = sheet(map_id)
    assert board is not None
    return _names_falling_back(board, frozenset(range(len(board.lands))))


def _names_falling_back(board: Sheet, asked: frozenset[int]) -> str:
    names = "".join(
        text(*land.label_at, land.label, LINE, "" if place in asked else ' class="off"')
        for place, land in enumerate(board.lands)
    )
    return f'<g class="l">{names}</g>'


def _badges(board: Sheet, view: PlayerView, owners: list[SeatStyle], marks: Marks) -> str:
    asked = marks.asked
    parts = ['<g class="b" aria-hidden="true">']
    for place, land in enumerate(board.lands):
        armies, owner = marks.armies.get(place, view.armies[place]), owners[place]
        if not owner.colour and not armies:
            continue
        off = " off" if marks.deciding and place not in asked else ""
        parts.append(
            f'<g{_named(land, place, marks)} class="{owner.css}{off}"'
            f' transform="translate({land.anchor[0]} {land.anchor[1]})">'
            f'<g class="{badge_size(armies)}"><use href="#{owner.shape}"/>'
            f'<text{THREE if armies > 99 else ""} y="7.5">{armies}</text></g></g>'
        )
    parts.append("</g>")
    return "".join(parts)


def _named(land: Land, place: int, marks: Marks) -> str:
    """A name for a badge that follows the number which the reader is choosing."""
    return f' id="armies-{land.code}"' if place in marks.armies else ""


THREE = ' class="three"'


def badge_size(armies: int) -> str:
    """Badges grow with what they count: one, two to seven, eight and more."""
    return "s1" if armies < 2 else "s2" if armies < 8 else "s3"


def _pills(board: Sheet, marks: Marks) -> str:
    """The odds, right of the badge of each legal target."""
    parts = []
    for place, said in marks.lit.items():
        if said:
            x, y = board.lands[place].anchor
            wide = 22 + 9 * len(said)
            parts.append(
                f'<g class="tag{" aim" if place == marks.aim else ""}" transform="translate({x + 23} {y})"'
                f' aria-hidden="true"><g class="pill"><rect x="0" y="-15" width="{wide}" height="30" rx="15"/>'
                f'<text x="{wide / 2 + 1:g}" y="6.5">{escape(said)}</text></g></g>'
            )
    return "".join(parts)
