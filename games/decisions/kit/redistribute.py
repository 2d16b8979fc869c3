"""Redistribute: say how many armies are to stand on each territory, within linked territories of one's own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

import engine
from games.boards.overlays import Marks
from games.decisions.kit import evaluation
from games.decisions.kit.context import PageContext
from games.decisions.kit.forces import describe_next_door
from games.decisions.kit.panel import AllocationRow, Counts, Panel, advice, steps_of
from games.decisions.kit.posted import IncompleteForm, PostedForm
from games.decisions.kit.prompts import Suggestion, order_text
from games.wording.amounts import join_and, pluralize_armies

TAG = "fortify.redistribute"


@dataclass(frozen=True)
class Group:
    """Linked land: what stands on it in all, and what of that is in hand."""

    title: str
    total: int
    left: int
    stands: tuple[AllocationRow, ...]
    quiet: tuple[AllocationRow, ...]

    @property
    def said(self) -> str:
        text = _("%(title)s: %(total)s armies, %(left)s to place") if self.left else _("%(title)s: %(total)s armies")
        return text % {"title": self.title, "total": self.total, "left": self.left}


@dataclass(frozen=True)
class RedistributePanel:
    """Data of decisions/redistribute.html."""

    groups: tuple[Group, ...]
    summary: str
    left: int
    clear: str
    back: str
    advice: tuple[str, ...] = ()


def redistribute_panel(context: PageContext) -> Panel:
    """Ask for all armies of connected land laid out anew; sending it ends the free move."""
    offer = context.view.offer(TAG)
    assert offer is not None, "asked for, so offered"
    field = offer.field("at", engine.CountsField)
    groups = [GroupAllocation(context, field, row[0], row[1:]) for row in field.table.values()]
    changed = {place: count for group in groups for place, count in group.changed.items()}
    shown = tuple(_group(group, _others(groups, group)) for group in groups)
    left = sum(group.left for group in groups)
    text = _("%(count)s in %(land)s")
    said = ", ".join(text % {"count": count, "land": context.name(place)} for place, count in changed.items())
    action = None
    if changed and not left:
        action = {"type": TAG, "seat": context.me, "at": sorted([place, count] for place, count in changed.items())}
    back, clear = context.link(), context.link(way="counts")
    data = RedistributePanel(shown, said, left, clear if changed else "", back, advice(context, action))
    heading = _("Rearrange your armies")
    ways = (("end turn", _("without a move")),)  # as typed
    if left:
        heading = _("%(armies)s to place") % {"armies": pluralize_armies(left)}
    return Panel("redistribute", heading, data, _marks(shown), steps_of(context), action, ways)


@dataclass(frozen=True)
class GroupAllocation:
    """A group as the reader has laid it out."""

    context: PageContext
    field: engine.CountsField
    total: int
    places: tuple[int, ...]

    @property
    def counts(self) -> Counts:
        """What is to stand where; as it is, where the wish is more than there is."""
        view, wish = self.context.view, self.context.selection.at
        found = {t: max(self.field.least, min(wish.get(t, view.armies[t]), self.room(t))) for t in self.places}
        if sum(found.values()) > self.total:
            return {place: view.armies[place] for place in self.places}
        return found

    @property
    def changed(self) -> Counts:
        return {place: count for place, count in self.counts.items() if count != self.context.view.armies[place]}

    @property
    def left(self) -> int:
        return self.total - sum(self.counts.values())

    def room(self, place: int) -> int:
        """Return the most armies that may stand here: a territory above the limit may stay as it is."""
        return max(self.field.most, self.context.view.armies[place])


def _others(groups: list[GroupAllocation], group: GroupAllocation) -> Counts:
    return {place: count for each in groups if each is not group for place, count in each.changed.items()}


def _group(group: GroupAllocation, others: Counts) -> Group:
    stands = [_stand(group, place, count, others) for place, count in group.counts.items()]
    stands.sort(key=lambda stand: (-stand.threat, -stand.armies, stand.name))
    largest = max(stands, key=lambda stand: (stand.armies, -stand.territory))
    text = _("%(land)s and the %(count)s territories connected with it")
    title = text % {"land": largest.name, "count": len(stands) - 1}
    if len(stands) == 2:
        title = join_and([stand.name for stand in stands])
    loud = tuple(stand for stand in stands if not _is_quiet(stand))
    return Group(title, group.total, group.left, loud, tuple(stand for stand in stands if _is_quiet(stand)))


def _is_quiet(stand: AllocationRow) -> bool:
    """Check that a territory has nothing to take and nothing to fear."""
    return stand.chosen == stand.armies == 1 and not stand.threat


def _stand(group: GroupAllocation, place: int, count: int, others: Counts) -> AllocationRow:
    context, left, room = group.context, group.left, group.room(place)

    def to(wish: int) -> str:
        return context.link(way="counts", at={**others, **group.changed, place: wish})

    drop, lift = min(left, room - count), count - group.field.least
    every, word = (to(count + drop), _("all %(count)s") % {"count": drop}) if drop > 1 else ("", "")
    if not left and lift > 1:
        every, word = to(group.field.least), _("take %(count)s") % {"count": lift}
    return AllocationRow(
        place,
        f"c-{context.code(place)}",
        context.name(place),
        context.view.armies[place],
        count,
        describe_next_door(context, place),
        to(count + 1) if drop else "",
        to(count - 1) if lift else "",
        every,
        word,
        context.threat(place),
        context.colour_at(place),
    )


def _marks(groups: tuple[Group, ...]) -> Marks:
    """Mark the map: a press takes up all that can go, and puts one down while some are in hand."""
    every = [(group, stand) for group in groups for stand in (*group.stands, *group.quiet)]
    links = {stand.territory: stand.more if group.left else stand.all or stand.less for group, stand in every}
    return Marks(
        selectable={s.territory: str(s.chosen) if s.chosen != s.armies else "" for _group, s in every},
        links={place: url for place, url in links.items() if url},
        notes={
            s.territory: _("%(armies)s will stand here") % {"armies": pluralize_armies(s.chosen)}
            for _group, s in every
            if s.chosen != s.armies
        },
        deciding=True,
    )


def suggestions(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    """Suggest to send everything that stands idle up to the borders that need it most; all in one order."""
    at = evaluation.redistribution(view, offer.field("at", engine.CountsField))
    count = sum(max(0, armies - view.armies[territory]) for territory, armies in at)
    if count:
        order = order_text(view, offer.action, at=at)
        note = _("brings %(armies)s up to your borders, all at once") % {"armies": pluralize_armies(count)}
        yield Suggestion(order, order[:1].upper() + order[1:], note=note)


def parse(form: PostedForm) -> engine.Facts:
    """Read c-<CODE> (armies that are to stand there); only territories whose armies change are sent on."""
    changed = [[place, count] for place, count in form.counts("c-") if count != form.view.armies[place]]
    if not changed:
        raise IncompleteForm(_("These numbers move no army. Change them, or end the turn."))
    return {"at": changed}
