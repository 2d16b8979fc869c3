"""Name seats, land and cards in a story: by colour and name, and its reader "you"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.html import format_html
from django.utils.translation import gettext as _

import engine
from games.wording.seats import colour_name


@dataclass(frozen=True)
class Names:
    """How seats and land are called. `viewer` is "you"; `html` sets land in bold and escapes everything."""

    colours: Sequence[str]
    graph: engine.MapGraph
    viewer: int | None = None
    html: bool = True

    def seat(self, seat: int | None) -> str:
        """Name a seat inside a sentence: "Violet", "you", "nobody"."""
        if seat is None or seat < 0:
            return _("nobody")
        if seat == self.viewer:
            return _("you")
        return colour_name(self.colours[seat]) if seat < len(self.colours) else _("the neutral army")

    def Seat(self, seat: int | None) -> str:
        name = self.seat(seat)
        return name[:1].upper() + name[1:]

    def land(self, territory: int | None) -> str:
        """Name a territory, in bold on pages."""
        if territory is None or not 0 <= territory < len(self.graph.names):
            return _("somewhere")
        name = self.graph.names[territory]
        return format_html("<b>{}</b>", name) if self.html else name

    def card(self, card: int) -> str:
        """Name a card by its territory; those beyond the map are wild."""
        return self.land(card) if 0 <= card < len(self.graph.names) else _("a wild card")


def names_for(view: engine.PlayerView, *, html: bool = True) -> Names:
    """Make the names of a view's game as its viewer reads them."""
    return Names([seat.colour for seat in view.seats], engine.mapgraph(view.map), view.viewer, html)
