"""The formats of an event: each is one value, found by its kind."""

from __future__ import annotations

from tournaments.documents import Document
from tournaments.formats.base import Format
from tournaments.formats.hill import HILL
from tournaments.formats.knockout import DOUBLE, KNOCKOUT
from tournaments.formats.ladder import LADDER
from tournaments.formats.league import LEAGUE
from tournaments.formats.pods import PODS, SERIES
from tournaments.formats.swiss import SWISS
from tournaments.reading import number
from tournaments.sizes import TableSizes

FORMATS = {each.kind: each for each in (KNOCKOUT, DOUBLE, PODS, SERIES, LEAGUE, SWISS, LADDER, HILL)}


def read_format(form: Document, sizes: TableSizes) -> Format:
    """Return the format of a stage. Raises ValueError for a kind that there is not, and for numbers out of bounds."""
    kind = form.get("kind")
    if kind not in FORMATS:
        raise ValueError(f"kind: one of {', '.join(FORMATS)}, not {kind!r}")
    found = FORMATS[str(kind)]
    for name, (least, most) in found.numbers.items():
        number(form, name, least, most)
    found.needs(form, sizes)
    return found
