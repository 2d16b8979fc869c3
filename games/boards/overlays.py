"""What lies on the board besides owners and armies: choices, past moves, links, and the part that is shown."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field, replace


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

    def among(self, lands: Container[int]) -> Marks:
        """Return the marks that lie on these territories; those of arrows and moves that end
        there."""
        return replace(
            self,
            src=self.src if self.src in lands else None,
            target=self.target if self.target in lands else None,
            selectable={place: said for place, said in self.selectable.items() if place in lands},
            order=self.order if self.order and self.order[1] in lands else None,
            arrows=arrows_among(self.arrows, lands),
            highlighted=tuple(place for place in self.highlighted if place in lands),
            look_at=tuple(place for place in self.look_at if place in lands),
        )


def arrows_among(arrows: tuple[Arrow, ...], lands: Container[int]) -> tuple[Arrow, ...]:
    """List the arrows that end on these territories; from other stages they come in over the edge."""
    return tuple(move for move in arrows if move.dst in lands)
