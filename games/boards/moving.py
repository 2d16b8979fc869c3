"""Boards that go from moment to moment: a drawing in which each part that may change stands in a group of its own, and
those parts alone, so that a page gets a few short texts for a moment instead of a whole board.

    svg = Moving(board).svg(held, marks, label)
    parts = Moving(board).parts(held, marks)    # the same texts by their names, to be put in the place of those before

A part by the name `at-UKR` is what stands in the link of a territory behind the opening of its `use`, one by the name
`b-UKR` its badge; all others are layers of the drawing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape

from games.boards import drawing
from games.boards.badges import badge_of
from games.boards.geometry import Sheet
from games.boards.holdings import Holdings
from games.boards.overlays import Marks
from games.boards.sky import sky_cards

LANDS, BADGES = "@lands", "@badges"
"""Stand for what is put together from its own parts."""


@dataclass
class Moving:
    """One stage of a map as it moves; the texts of territories are kept, for most stay as they are from one moment to
    the next. A `lens` is the small drawing of a stage that lies on another one."""

    board: Sheet
    lens: bool = False
    _lands: dict[tuple[object, ...], str] = field(default_factory=dict)
    _badges: dict[tuple[object, ...], str] = field(default_factory=dict)

    def svg(self, held: Holdings, marks: Marks, label: str = "") -> str:
        """Draw the stage, each part in a group with `part-` before its name as id. A lens needs no label."""
        board, fixed, shown = self.board, drawing.fixed_parts(self.board.id), drawing.on_stage(self.board, marks)
        parts = self.parts(held, marks)
        lands = "".join(
            f'<a id="at-{land.code}"{drawing.land_class(land, place, shown)} aria-label="{self._said(held, place)}">'
            f"<use {fixed.outlines[place]} {parts[f'at-{land.code}']}</use></a>"
            for place, land in board.lands.items()
        )
        badges = "".join(
            f'<g id="part-b-{land.code}" transform="translate({land.anchor[0]} {land.anchor[1]})">'
            f"{parts[f'b-{land.code}']}</g>"
            for land in board.lands.values()
        )
        own = {LANDS: f'<g class="t">{lands}</g>', BADGES: f'<g class="b" aria-hidden="true">{badges}</g>'}
        groups = (
            own.get(drawn) or f'<g id="part-{name}">{drawn}</g>' for name, drawn in self._layers(held, marks).items()
        )
        opened = drawing.whole_opening_tag(board, shown, label)
        if self.lens:
            opened = drawing.lens_opening_tag(board, shown)
        return f"{opened}{fixed.definitions}{''.join(groups)}</svg>"

    def parts(self, held: Holdings, marks: Marks) -> dict[str, str]:
        """Draw all parts that may change, by their names."""
        found = {name: drawn for name, drawn in self._layers(held, marks).items() if drawn not in (LANDS, BADGES)}
        for place, land in self.board.lands.items():
            found[f"at-{land.code}"] = self._land(held, place)
            found[f"b-{land.code}"] = self._badge(held, place)
        return found

    def _land(self, held: Holdings, place: int) -> str:
        key = (place, held.owners[place].colour, held.units[place], held.ruins.get(place), held.notes.get(place))
        if key not in self._lands:
            fill = drawing.land_fill(self.board, held, place)
            self._lands[key] = f"{fill}><title>{self._said(held, place)}</title>"
        return self._lands[key]

    def _badge(self, held: Holdings, place: int) -> str:
        ruined = place in held.ruins
        key = (place if ruined else -1, held.owners[place].colour, held.units[place], held.rings.get(place), ruined)
        if key not in self._badges:
            css, drawn = badge_of(self.board, held, place, held.units[place])
            self._badges[key] = f'<g class="{css}">{drawn}</g>' if drawn else ""
        return self._badges[key]

    def _said(self, held: Holdings, place: int) -> str:
        return escape(drawing.label_of(self.board, held, place))

    def _layers(self, held: Holdings, marks: Marks) -> dict[str, str]:
        """Draw the layers by their names, which begin with that of the stage where a map has several."""
        shown = drawing.on_stage(self.board, marks)
        found = drawing.layers(self.board, held, shown, LANDS, BADGES, names=not self.lens)
        found = {"sores": drawing.sores_of(self.board, held), **found}
        if not self.lens:
            found["sky"] = sky_cards(self.board, held, marks)
        return {f"{self.board.prefix}{name}": drawn for name, drawn in found.items()}
