"""Options of a game that are lists of things which its creator makes up: what the form asks for in each row. How they
are told is registered with `games.wording.made_up`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django import forms

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as LazyText

Row = Mapping[str, Any]


@dataclass(frozen=True)
class ListOption:
    """An option that is a list of at most `most` rows.

    `fields` makes the form fields of a row. One without an initial value must be filled in, with its own sentence if it
    is not, as soon as another one of its row is; a row without any of them is empty. `read` makes an item of the option
    from a row.
    """

    name: str
    title: LazyText
    help: LazyText
    row_title: LazyText
    most: int
    fields: Callable[[], Mapping[str, forms.Field]]
    read: Callable[[Row], dict[str, Any]]
