"""What the form of a new game asks of a family: the hours for replies, and options that are lists of things which the
creator of a game makes up, with what is asked for in each row. How they are told is registered with
`games.wording.made_up`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django import forms

from common.lazy_text import LazyText
from engine import Facts
from games.models.game import REACTION_HOURS

Row = Facts


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
    read: Callable[[Row], Facts]


@dataclass(frozen=True)
class NewGameParts:
    """What may be chosen for a family's games beside the switches of their rules."""

    reply_hours: tuple[int, int] = (0, REACTION_HOURS[1])
    """The least and the most hours that a game may give for replies out of turn; with 0 nobody is waited for, standing
    orders answer."""
    lists: tuple[ListOption, ...] = ()
    """The options that are lists of things which the creator of a game makes up."""
