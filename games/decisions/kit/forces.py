"""A force as a panel shows it: on the map's badge with its pieces and a few words below; and what stands next door."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.boards.pieces import force_svg, ring_at
from games.decisions.kit.context import PageContext
from games.families.parts import parts_of
from games.families.pieces import piece_words
from games.wording.amounts import join_and
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
    drawn = force_svg(colour, count, ring_at(view, at)) if parts_of(view.rules).board.piece_signs else SafeString("")
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


def describe_next_door(context: PageContext, territory: int) -> str:
    """Count the armies next door: "5 enemy armies next to it", "5 enemy and 3 neutral armies next to it", "no enemy
    next to it"; of neutral land "4 of yours and 7 of Blue next to it"."""
    view, found = context.view, dict[int, int]()
    for near in view.links[territory]:
        owner = view.owner[near]
        if owner not in (-1, view.owner[territory]):
            found[owner] = found.get(owner, 0) + view.units(near)
    neutral = found.pop(len(view.seats), 0)
    if view.owner[territory] == view.viewer:
        return count_armies_beside(view.rules, sum(found.values()), neutral)
    parts = [_("%(count)s of yours") % {"count": found.pop(context.me)}] if found.get(context.me) else []
    text = _("%(count)s of %(seat)s")
    parts += [text % {"count": count, "seat": context.title(seat)} for seat, count in sorted(found.items()) if count]
    return _("%(armies)s next to it") % {"armies": join_and(parts)} if parts else _("no enemy next to it")


def count_armies_beside(rules: str, enemy: int, neutral: int = 0) -> str:
    """Count the armies next to land of the reader: "5 enemy armies next to it"."""
    words = parts_of(rules).words
    if enemy and neutral:
        said = {"enemy": enemy, "armies": words.neutral_words(neutral)}
        return _("%(enemy)s enemy and %(armies)s next to it") % said
    if not enemy and not neutral:
        return _("no enemy next to it")
    armies = words.neutral_words(neutral) if neutral else words.enemy_words(enemy)
    return _("%(armies)s next to it") % {"armies": armies}
