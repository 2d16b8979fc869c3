"""A force as a panel shows it: on the map's badge with its pieces, with a few words below."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.boards.pieces import force_svg, ring_at
from games.decisions.context import PageContext
from games.families.parts import parts_of, piece_words
from games.wording.seats import Person


@dataclass(frozen=True)
class Force:
    """Who stands on a territory: its `title` ("Blue"), the player's name, how many units, and its `pieces` in words;
    `svg` is the force as it is drawn on the board, in games whose pieces have signs; `stay` units stay behind."""

    name: str
    code: str
    colour: str
    units: int
    title: str
    player: str
    is_own: bool
    pieces: str
    svg: SafeString = SafeString("")
    stay: int = 1

    @property
    def can_fight(self) -> int:
        """How many of the units may attack: those that need not stay behind."""
        return max(0, self.units - self.stay)

    @property
    def whose(self) -> str:
        """Whose force it is, in two words: "yours", "of Blue"."""
        return _("yours") if self.is_own else _("of %(seat)s") % {"seat": self.title} if self.colour else self.title


def force_at(context: PageContext, at: int, units: int | None = None) -> Force:
    """Describe who stands on a territory; `units` in place of those that stand there now."""
    view, owner = context.view, context.view.owner[at]
    person: Person | None = context.person(owner) if 0 <= owner < len(view.seats) else None
    colour, count = context.colour(owner), view.units(at) if units is None else units
    drawn = force_svg(colour, count, ring_at(view, at)) if parts_of(view.rules).piece_signs else SafeString("")
    return Force(
        context.name(at),
        context.code(at),
        colour,
        count,
        context.title(owner),
        person.name if person else "",
        owner == view.viewer,
        piece_words(view, at).get(at, ""),
        drawn,
        view.must_stay(at),
    )
