"""Parts of the page of an ended game that apps above the games bring."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from common.registry import Registry
from games.selectors.access import Access
from games.selectors.page_data import PageReader


@dataclass(frozen=True)
class ResultPart:
    """A part of the page, above the proof of the dice: shown by its template of Django with `data`, and left out
    without any. A query in `data` costs every reader one."""

    name: str
    template: str
    data: Callable[[Access, PageReader], object | None]


RESULT_PARTS: Registry[ResultPart] = Registry()


def result_parts(access: Access, reading: PageReader) -> list[tuple[str, object]]:
    """List the parts that there are for a reader of the result: each template with its data."""
    found = ((part.template, part.data(access, reading)) for part in RESULT_PARTS)
    return [(template, data) for template, data in found if data is not None]
