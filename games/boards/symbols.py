"""The small drawings that every page uses: icons, badges of seats, dice. Each is put together once and kept.

Seats go by colour everywhere: the CSS classes o0 to o5 are colours, never places in the order of play.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from django.templatetags.static import static
from django.utils.functional import Promise
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.wording.seats import LETTERS, seat_css, shape_id

USUAL_SIDES = 6
FACE = '<rect x=".8" y=".8" width="20.4" height="20.4" rx="5"/>'
GREAT_FACE = (
    '<path class="face" d="M11 .6 20.4 6v10L11 21.4 1.6 16V6z"/><path class="facet" d="M11 .6 3.9 14.6h14.2zM1.6 6l2.3 '
    '8.6L1.6 16M20.4 6l-2.3 8.6 2.3 1.4M3.9 14.6 11 21.4l7.1-6.8"/>'
)
PIPS = {
    1: ((11, 11),),
    2: ((6, 6), (16, 16)),
    3: ((6, 6), (11, 11), (16, 16)),
    4: ((6, 6), (16, 6), (6, 16), (16, 16)),
    5: ((6, 6), (16, 6), (11, 11), (6, 16), (16, 16)),
    6: ((6, 5.5), (16, 5.5), (6, 11), (16, 11), (6, 16.5), (16, 16.5)),
}


@lru_cache(maxsize=512, typed=True)
def icon(name: str, label: str = "", css: str = "icon") -> SafeString:
    """Draw the symbol `name` of static/icons.svg; with a label it speaks, without it is decoration.

    Raises TypeError for a lazy label, which would be kept in one reader's language and shown to another.
    """
    if isinstance(label, Promise):
        raise TypeError("A label of an icon is a plain text: write str(label), or label|string in a template.")
    spoken = format_html('role="img" aria-label="{}"', label) if label else mark_safe('aria-hidden="true"')
    return format_html('<svg class="{}" {}><use href="{}#i-{}"/></svg>', css, spoken, static("icons.svg"), name)


@lru_cache(maxsize=256, typed=True)
def sign(name: str, label: str = "") -> SafeString:
    """Draw the sign of a piece or of something on the ground, in the colour and size of the text; with a label it
    speaks, without it is decoration.

    Raises TypeError for a lazy label, as `icon` does.
    """
    return mark_safe(icon(name, label, "pi").replace("#i-", "#pc-"))


@lru_cache(maxsize=512, typed=True)
def seat_badge(colour: str, text: str | int = "", size: str = "", label: str = "") -> SafeString:
    """Draw the badge of a seat. `text` is a figure; without it the letter of the colour. `size` is "", "small" or
    "big". Nobody has no badge, but the dashed ring that empty land has on the board."""
    if not colour:
        return empty_seat(size)
    said = str(text) if text != "" else LETTERS.get(colour, "?")
    spoken = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    width = {2: ' class="two"', 3: ' class="three"'}.get(len(said), "")
    return mark_safe(
        f'<svg class="seat {size} {seat_css(colour)}" viewBox="-24 -24 48 48" {spoken}>'
        f'<use href="#{shape_id(colour)}"/><text y="7"{width}>{escape(said)}</text></svg>'
    )


def empty_seat(size: str = "small") -> SafeString:
    """Draw a seat nobody has taken, or land that nobody holds: a dashed ring."""
    return mark_safe(
        f'<svg class="seat {size} empty" viewBox="-24 -24 48 48" aria-hidden="true"><circle r="17"/></svg>'
    )


@lru_cache(maxsize=512)
def die(value: int, seat: str = "", lost: bool = False, sides: int = USUAL_SIDES) -> SafeString:
    """Draw one die in the colour of a seat: with six sides a square with pips, with more a hexagon with its figure."""
    state = f"{seat_css(seat)}{' lost' if lost else ''}"
    if sides > USUAL_SIDES or int(value) not in PIPS:
        return mark_safe(
            f'<svg class="die8 {state}" viewBox="0 0 22 22" aria-hidden="true">{GREAT_FACE}'
            f'<text x="11" y="13.6">{value}</text></svg>'
        )
    marks = "".join(f'<circle cx="{x}" cy="{y}" r="2.15"/>' for x, y in PIPS[int(value)])
    return mark_safe(f'<svg class="die {state}" viewBox="0 0 22 22" aria-hidden="true">{FACE}{marks}</svg>')


def dice(
    values: Sequence[int], seat: str = "", lost: Collection[int] = (), who: str = "", sides: Sequence[int] = ()
) -> SafeString:
    """Draw a throw: dice from high to low, `lost` the places of those that lost, `who` threw them; `sides` are those of
    each die where not all have six."""
    row = [*zip(map(int, values), sides or (USUAL_SIDES,) * len(values), strict=True)]
    drawn = "".join(die(value, seat, place in lost, many) for place, (value, many) in enumerate(row))
    said = {"who": who, "dice": ", ".join(spoken_die(value, many) for value, many in row)}
    spoken = escape(_("%(who)s rolled %(dice)s") % said if who else said["dice"])
    return mark_safe(f'<span class="dice" role="img" aria-label="{spoken}">{drawn}</span>')


def spoken_die(value: int, sides: int) -> str:
    """Say what a die shows: "5"; of one with more than six sides "7 (8 sides)"."""
    return str(value) if sides == USUAL_SIDES else _("%(value)s (%(sides)s sides)") % {"value": value, "sides": sides}
