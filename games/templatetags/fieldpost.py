"""The small drawings that every page uses: icons, seat badges, dice.

    {% load fieldpost %}
    {% icon "clock" %}                                   one of static/icons.svg, hidden from screen readers
    {% icon "flag" label="Territories" %}                the same with a name of its own
    {% seat "blue" %} {% seat "grey" "9" size="big" %}   badge of a seat: outline, colour, and a letter or figure
    {% die 5 seat="blue" lost=True %}                    one die; outlined when it lost
    {% dice throw.attack seat="blue" lost=throw.attack_lost who="You" %}   a throw, with its sentence
    {% part "partials/bar.html" here="games" %}          a template that is written in Jinja2 (templates/jinja2)

Seats go by colour everywhere: the CSS classes o0 to o5 are colours, never places in the order of play.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

from django import template
from django.forms import BoundField
from django.template import Context, engines
from django.templatetags.static import static
from django.utils import timezone
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

import engine
from games.boards import drawing
from games.boards.geometry import sheet
from games.decisions.attack import histogram
from games.decisions.registry import DECISIONS
from games.wording import amounts, times
from games.wording.rules import RulesSummary, table_rules
from games.wording.seats import LETTERS, seat_css, shape_id

register = template.Library()

FACE = '<rect x=".8" y=".8" width="20.4" height="20.4" rx="5"/>'
PIPS = {
    1: ((11, 11),),
    2: ((6, 6), (16, 16)),
    3: ((6, 6), (11, 11), (16, 16)),
    4: ((6, 6), (16, 6), (6, 16), (16, 16)),
    5: ((6, 6), (16, 6), (11, 11), (6, 16), (16, 16)),
    6: ((6, 5.5), (16, 5.5), (6, 11), (16, 11), (6, 16.5), (16, 16.5)),
}


@register.simple_tag
def icon(name: str, label: str = "", css: str = "icon") -> SafeString:
    """The symbol `name` of static/icons.svg; with a label it speaks, without it is decoration."""
    return _icon(name, str(label), css)


@lru_cache(maxsize=512)
def _icon(name: str, label: str, css: str) -> SafeString:
    spoken = format_html('role="img" aria-label="{}"', label) if label else mark_safe('aria-hidden="true"')
    return format_html('<svg class="{}" {}><use href="{}#i-{}"/></svg>', css, spoken, static("icons.svg"), name)


@register.simple_tag
def seat(colour: str, text: object = "", size: str = "", label: str = "") -> SafeString:
    """Badge of a seat. `text` is a figure; without it the letter of the colour. `size` is "", "small" or "big"."""
    return _badge(colour, str(text) if text != "" else LETTERS.get(colour, "?"), size, label)


@lru_cache(maxsize=512)
def _badge(colour: str, text: str, size: str, label: str) -> SafeString:
    spoken = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    width = {2: ' class="two"', 3: ' class="three"'}.get(len(text), "")
    return mark_safe(
        f'<svg class="seat {size} {seat_css(colour)}" viewBox="-24 -24 48 48" {spoken}>'
        f'<use href="#{shape_id(colour)}"/><text y="7"{width}>{escape(text)}</text></svg>'
    )


@register.simple_tag
def empty_seat() -> SafeString:
    """A seat nobody has taken: a dashed ring."""
    return mark_safe('<svg class="seat small empty" viewBox="-24 -24 48 48" aria-hidden="true"><circle r="17"/></svg>')


@register.simple_tag
def die(value: int, seat: str = "", lost: bool = False) -> SafeString:
    """One die. Dice with more than six sides show their figure."""
    return _die(int(value), seat, bool(lost))


@lru_cache(maxsize=256)
def _die(value: int, colour: str, lost: bool) -> SafeString:
    pips = PIPS.get(value)
    if pips:
        marks = "".join(f'<circle cx="{x}" cy="{y}" r="2.15"/>' for x, y in pips)
    else:
        marks = f'<text x="11" y="16">{value}</text>'
    state = f"die {seat_css(colour)}{' lost' if lost else ''}"
    return mark_safe(f'<svg class="{state}" viewBox="0 0 22 22" aria-hidden="true">{FACE}{marks}</svg>')


@register.simple_tag
def dice(values: Sequence[int], seat: str = "", lost: Collection[int] = (), who: str = "") -> SafeString:
    """A throw: dice from high to low, `lost` the places of those that lost, `who` threw them."""
    drawn = "".join(_die(int(value), seat, place in lost) for place, value in enumerate(values))
    said = {"who": who, "dice": ", ".join(map(str, values))}
    spoken = escape(_("%(who)s threw %(dice)s") % said if who else said["dice"])
    return mark_safe(f'<span class="dice" role="img" aria-label="{spoken}">{drawn}</span>')


@register.filter
def seat_class(colour: str) -> str:
    """CSS class of a seat's colour, for marks that are not badges."""
    return seat_css(colour)


# ---- words


@register.filter
def in_words(number: int) -> str:
    """Small numbers in letters."""
    return amounts.number_word(int(number))


@register.filter
def moment(at: datetime | None, user: Any) -> str:
    """A moment in the reader's zone: "Tuesday, 20:00"."""
    zone = getattr(user, "zone", None) or timezone.get_default_timezone()
    return times.format_datetime(at, timezone.now(), zone) if at else ""


@register.filter
def until_now(at: datetime | None) -> str:
    """How long that still is: "in 2 days 21 hours"."""
    return times.relative_time(at, timezone.now()) if at else ""


@register.filter
def hours(count: int) -> str:
    """A setting in hours as "3 days"."""
    return times.format_duration(timedelta(hours=int(count)))


@register.filter
def played_rules(game: Any) -> RulesSummary | None:
    """What is played at a table, in words."""
    return table_rules(game)


@register.filter
def played_title(game: Any) -> str:
    """What is played at a table, its overlays with it: "Modern with “Commanders”"."""
    played = table_rules(game)
    return played.title if played else str(game.rules)


@register.filter
def map_title(map_id: str) -> str:
    """Title of a board; its id if it is no longer known."""
    try:
        return engine.mapgraph(map_id).title
    except KeyError:
        return map_id


@register.filter
def asked_words(kind: str) -> str:
    """What a kind of decision asks, as a sentence for anybody: "Attack, or end the attacks."."""
    return str(DECISIONS[kind].summary)


@register.filter
def free_seats(game: Any) -> range:
    """One for each seat that nobody has taken yet."""
    return range(max(0, game.seats_wanted - len(game.players.all())))


@register.filter
def in_fours(text: str) -> str:
    """A long word of figures in groups of four, so that it can be compared and broken."""
    return " ".join(text[start : start + 4] for start in range(0, len(text), 4))


@register.filter
def get(mapping: Any, key: Any) -> Any:
    """The value of a mapping for a key; None if it has none."""
    return mapping.get(key) if mapping else None


# ---- forms


@register.filter
def styled(field: BoundField) -> SafeString:
    """The control of a field in the site's style, joined to its hint and errors."""
    said = [f"{field.id_for_label}_e{number + 1}" for number in range(len(field.errors))]
    if field.help_text:
        said.append(f"{field.id_for_label}_hint")
    attrs = {"class": "input", "aria-describedby": " ".join(said)} if said else {"class": "input"}
    return field.as_widget(attrs={**attrs, **({"aria-invalid": "true"} if field.errors else {})})


@register.filter
def choices_of(field: BoundField) -> list[tuple[Any, Any]]:
    """The choices of a field, whatever its control."""
    own: Any = getattr(field.field, "choices", None)
    return list(own or getattr(field.field.widget, "choices", ()))


@register.filter
def slugged(value: Any) -> str:
    """A value as forms compare it."""
    return "" if value is None else str(value)


# ---- parts that pages of both engines show


@register.simple_tag(takes_context=True)
def part(context: Context, name: str, **more: Any) -> SafeString:
    """A template of Jinja2 in a page of Django's engine, with what the page knows and what is named here."""
    known: Any = context.flatten()
    return _part(name, known | more)


def _part(name: str, context: dict[str, Any]) -> SafeString:
    environment: Any = engines["jinja2"]
    made: str = environment.env.get_template(name).render(context)
    return mark_safe(made)


# ---- small maps


@register.simple_tag
def empty_board(map_id: str, label: str) -> SafeString:
    """A small map that shows the continents, for games that have not begun; empty for maps without a drawing."""
    board = sheet(map_id)
    return mark_safe(drawing.empty_minimap(board, label)) if board else SafeString("")


# ---- odds


@register.simple_tag
def odds_picture(outcome: Any) -> SafeString:
    """The histogram of armies left of an outcome (engine.odds.Outcome)."""
    bars, words = histogram(outcome)
    return _part("partials/odds_picture.html", {"bars": bars, "picture": words})


@register.filter
def percent(chance: float) -> str:
    """A chance as "72 %"."""
    return amounts.percent(chance)
