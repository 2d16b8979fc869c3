"""What lies on the board besides owners and armies: choices, past moves, links, and the part that is shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Arrow:
    """A past move. `age` is 1 for the newest and 5 for the oldest; `held` means that it did not capture."""

    src: int
    dst: int
    colour: str
    number: int = 0
    age: int = 1
    held: bool = False


@dataclass(frozen=True)
class Marks:
    """Marks of one page. Territories are indices, links are addresses of choices.

    `selectable`: legal targets with the odds beside them ("84 %", may be empty); `target`: the chosen one of them;
    `highlighted`: where something has just happened; `notes`: what the label of a territory says besides name, owner
    and armies; `order`: the move that the page has built; `deciding`: something is asked, so the rest of the land falls
    back; `look_at`: the part to show while nothing is chosen; `armies`: how many will stand on a territory after the
    order that the page has built, where the board shows that.
    """

    src: int | None = None
    target: int | None = None
    selectable: Mapping[int, str] = field(default_factory=dict)
    order: tuple[int, int] | None = None
    arrows: tuple[Arrow, ...] = ()
    links: Mapping[int, str] = field(default_factory=dict)
    notes: Mapping[int, str] = field(default_factory=dict)
    deciding: bool = False
    highlighted: tuple[int, ...] = ()
    look_at: tuple[int, ...] = ()
    armies: Mapping[int, int] = field(default_factory=dict)
