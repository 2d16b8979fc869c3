"""Words that pages of events share: points, places, names of rounds, tables and divisions, rules in a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.wording.amounts import join_and, number_word, ordinal
from tournaments.courses import FINAL
from tournaments.documents import Document
from tournaments.events import Event
from tournaments.formats import FORMATS
from tournaments.results import WHOLE
from tournaments.standings import two_decimals

WORDED_PLACES = 6
BRACKETS = {"A": "A", "B": "B"}


def show_points(units: int) -> str:
    """Format points, of which units are a sixtieth, cut after two decimals.

    >>> show_points(600), show_points(390), show_points(-400)
    ('10', '6.5', '-6.66')
    """
    text = two_decimals(units, WHOLE).rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def count_points_words(units: int) -> str:
    """Format points with their noun: "10 points", "1 point"."""
    if units == WHOLE:
        return _("1 point")
    return _("%(count)s points") % {"count": show_points(units)}


def place_word(place: int) -> str:
    """Name a place at a table: "first"; beyond the sixth by its number."""
    return ordinal(place) if 1 <= place <= WORDED_PLACES else _("place %(place)s") % {"place": place}


def place_short(place: int) -> str:
    """Name a place in a narrow column: "1st"."""
    endings = {1: _("1st"), 2: _("2nd"), 3: _("3rd")}
    return endings.get(place) or _("%(place)sth") % {"place": place}


def round_title(number: int) -> str:
    return _("Round %(number)s") % {"number": number}


def table_title(number: int, group: str = "") -> str:
    """Name a table: "Table 4", in a bracket of a double knock-out "Table A 4", and the one of its final "Final"."""
    if group == FINAL:
        return _("Final")
    if group in BRACKETS:
        return _("Table %(bracket)s %(number)s") % {"bracket": group, "number": number}
    return _("Table %(number)s") % {"number": number}


def division_name(group: str) -> str:
    """Name a division by its level, and by its number in it if there are several: D1 is "A", D3 "B 2"."""
    number = int(group[1:])
    level = number.bit_length() - 1
    letter = chr(ord("A") + level) if level < 26 else str(level + 1)  # as typed
    return f"{letter} {number - 2**level + 1}" if level else letter


def format_title(form: Document) -> str:
    """Name the format of a stage: "Swiss"."""
    return _(FORMATS[str(form["kind"])].title)


def format_rules(form: Document) -> str:
    """Tell the rules of a format in a sentence, with its numbers."""
    return _(FORMATS[str(form["kind"])].rules) % form


def stages_title(forms: Sequence[Document]) -> str:
    """Name the formats of an event: "Pods and cut, then Knock-out"."""
    return _(", then ").join(map(format_title, forms))


def rows_words(rows: Mapping[int, Sequence[int]], size: int) -> str:
    """Say what the places at a table of this size pay: "First place earns 10 points, then 6, 3 and 1."."""
    row = rows.get(size)
    if not row:
        return ""
    rest = join_and([show_points(units) for units in row[1:]])
    return _("First place earns %(first)s, then %(rest)s.") % {"first": count_points_words(row[0]), "rest": rest}


def describe_rules(event: Event, forms: Sequence[Document]) -> str:
    """Tell how an event is played in a few sentences: each of its stages, and what places pay."""
    told = [format_rules(form) for form in forms]
    return " ".join([*told, rows_words(event.points.rows, event.sizes.preferred)]).strip()


def count_tables(count: int) -> str:
    return ngettext("%(count)s table", "%(count)s tables", count) % {"count": count}


def count_entrants(count: int) -> str:
    return ngettext("%(count)s player", "%(count)s players", count) % {"count": count}


def round_of_knockout(number: int, count: int) -> str:
    """Name a round of a knock-out of a known number of rounds: "First round", "Final"."""
    if number == count:
        return _("Final")
    if number <= WORDED_PLACES:
        return _("%(ordinal)s round") % {"ordinal": ordinal(number).capitalize()}
    return round_title(number)


def spelled(count: int) -> str:
    return number_word(count)
