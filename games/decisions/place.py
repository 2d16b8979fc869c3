"""Place armies: those of a turn, and those of the set-up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import engine
from games.boards.overlays import Marks
from games.decisions.kit import evaluation, placements
from games.decisions.kit.context import PageContext
from games.decisions.kit.forces import describe_next_door
from games.decisions.kit.panel import (
    Allocation,
    AllocationField,
    Aside,
    Panel,
    Step,
    action_of,
    advice,
    allocation_of,
    steps_of,
)
from games.decisions.kit.placements import placements_field
from games.decisions.kit.posted import PostedForm
from games.decisions.registry import DECISIONS, Answer, Decision, Timeout, asides_for
from games.wording.amounts import armies_noun, count_armies


@dataclass(frozen=True)
class PlacePanel:
    """Data of decisions/place.html: the reader's own armies and, where some go down with them, those of the neutral
    army. `keep` is the address of this very choice, `clear` that of none; `later` armies of the set-up follow this
    answer, -1 outside of it; `income` says what the armies of a turn are for; `asides` may come before all are
    placed."""

    own: Allocation
    clear: str
    keep: str
    neutral: Allocation | None = None
    later: int = -1
    advice: tuple[str, ...] = ()
    rules: str = ""
    income: str = ""
    asides: tuple[Aside, ...] = ()

    @property
    def suggested(self) -> bool:
        """Whether the page proposes where the reader's armies go."""
        return self.own.suggested

    @property
    def ready(self) -> bool:
        """Whether everything of this answer is laid out."""
        return not self.own.left and not (self.neutral and self.neutral.left)

    @property
    def laid(self) -> str:
        """What the button places: "all 4 armies", "3 armies", "2 armies and 1 neutral"; "armies" while none is laid."""
        count = self.own.pool - self.own.left
        if not count:
            return self.noun
        armies = count_armies(count, self.rules)
        others = self.neutral.pool - self.neutral.left if self.neutral else 0
        if others:
            return _("%(armies)s and %(others)s neutral") % {"armies": armies, "others": others}
        every = count == self.own.pool > 1 and not self.neutral
        return _("all %(armies)s") % {"armies": armies} if every else armies

    @property
    def noun(self) -> str:
        """What several armies are called in the game."""
        return armies_noun(self.rules)

    @property
    def noun_one(self) -> str:
        """What one army is called in the game."""
        return engine.ruleset(self.rules).army_noun

    @property
    def summary(self) -> str:
        """The placements in words: "2 in Brazil; neutral: 1 in Egypt"."""
        if self.neutral and self.neutral.summary:
            return _("%(own)s; neutral: %(neutral)s") % {"own": self.own.summary, "neutral": self.neutral.summary}
        return self.own.summary

    @property
    def sentences(self) -> tuple[str, ...]:
        """What the armies are for, what to do, and how many are still to come."""
        return tuple(filter(None, (self.income, self._where(), self._tell_left(), self._to_come())))

    def _where(self) -> str:
        own, neutral = self.own, self.neutral
        if neutral:
            if own.suggested and neutral.suggested:
                return _("Place them here, or choose other territories, yours and neutral, on the map or below.")
            return _(
                "Your armies go on your territories, neutral ones on neutral territories: choose on the map or below."
            )
        if own.suggested:
            return _("This border is weak. Reinforce it, or choose another territory on the map or below.")
        if own.pool == 1:
            return _("You can still choose another territory on the map or below.")
        return _("Choose territories on the map, or count here.") if own.left == own.pool else ""

    def _tell_left(self) -> str:
        own = self.own
        if own.suggested or own.pool == 1 and not self.neutral:
            return ""
        told = ""
        if own.left and (self.neutral or own.left != own.pool):
            told = ngettext(
                "%(left)s of your %(armies)s is still to be placed.",
                "%(left)s of your %(armies)s are still to be placed.",
                own.left,
            ) % {"left": own.left, "armies": count_armies(own.pool, self.rules)}
        if self.neutral:
            return told
        if not own.left:
            told = _("All %(armies)s are placed.") % {"armies": count_armies(own.pool, self.rules)}
        if own.whole:
            return told if not own.left else f"{told} {_('You must place all of them.')}".strip()
        return f"{told} {_('You can place the rest later.')}" if own.left and own.left != own.pool else told

    def _to_come(self) -> str:
        if self.later > 0:
            return _("You place %(count)s more later, in turn with the others.") % {"count": self.later}
        return "" if self.later else _("These are the last before the first turn.")


def panel(context: PageContext) -> Panel:
    """Ask for the armies of a turn: on one's own land, all at once or bit by bit."""
    return _in_turn(context, _field(context, "at"))


def setup_panel(context: PageContext) -> Panel:
    """Show the armies of the set-up to place: exactly as many as are asked for. There are so many of these answers
    that the page proposes one, so that a press of one button gives it."""
    own, neutral = _field(context, "at"), _field(context, "neutral", "neutral-")
    allocation = _propose(context, own, context.view.borders.ranked(context.me, own.places))
    other = (
        _propose(context, neutral, evaluation.blocking_neutrals(context.view, neutral.places)) if neutral.most else None
    )
    left = int(context.view.about.get("left", 0)) - own.most
    return _panel(
        context,
        PlacePanel(allocation, context.link(), context.link(**_wishes(context)), other, left, rules=context.view.rules),
        (),
    )


def panel_of_offer(context: PageContext, offer: engine.Offer) -> Panel:
    """Build the panel of a turn's armies from an offer that the view does not have yet."""
    return _in_turn(context, AllocationField(offer.field("at", engine.PlacementsField)))


def _in_turn(context: PageContext, pool: AllocationField) -> Panel:
    allocation = _allocation(
        context, pool, context.view.borders.ranked(context.me, pool.places), pool.clamp(context.selection.at)
    )
    view = context.view
    due = placements.income(view) if view.pool == view.seats[context.me].income else ""
    data = PlacePanel(
        allocation,
        context.link(),
        context.link(**_wishes(context)),
        rules=view.rules,
        income=due,
        asides=asides_for(context, "deploy.place"),
    )
    return _panel(context, data, steps_of(context))


def _field(context: PageContext, name: str, prefix: str = "n-") -> AllocationField:
    offer = context.view.offer("deploy.place")
    return AllocationField(placements_field(offer, name) if offer else engine.PlacementsField(name), prefix)


def _propose(context: PageContext, pool: AllocationField, ranked: list[int]) -> Allocation:
    """Lay out the reader's choice, or else the page's proposal."""
    chosen = pool.clamp(_wishes(context)[pool.name])
    return _allocation(context, pool, ranked, chosen or pool.fill(ranked), suggested=not chosen)


def _wishes(context: PageContext) -> dict[str, Mapping[int, int]]:
    return {"at": context.selection.at, "neutral": dict(context.selection.neutral)}


def _allocation(
    context: PageContext, pool: AllocationField, ranked: list[int], chosen: dict[int, int], suggested: bool = False
) -> Allocation:
    def link(counts: Mapping[int, int]) -> str:
        return context.link(**{**_wishes(context), pool.name: counts})

    def beside(territory: int) -> tuple[str, int]:
        return describe_next_door(context, territory), context.threat(territory)

    return allocation_of(context, pool, ranked, chosen, link, beside, suggested)


def _panel(context: PageContext, data: PlacePanel, steps: tuple[Step, ...]) -> Panel:
    action = action_of(context, "deploy.place", {"at": data.own} | ({"neutral": data.neutral} if data.neutral else {}))
    heading = _("Place %(armies)s") % {"armies": count_armies(data.own.pool, context.view.rules)}
    if data.neutral:
        text = _("Place %(own)s, and %(neutral)s neutral")
        heading = text % {"own": data.own.pool, "neutral": data.neutral.pool}
    data = replace(data, advice=advice(context, action))
    return Panel("place", heading, data, _marks(data), steps, action, _ways(data))


def _marks(data: PlacePanel) -> Marks:
    allocations = [data.own] + ([data.neutral] if data.neutral else [])
    every = [spot for allocation in allocations for spot in (*allocation.chosen, *allocation.spots)]
    return Marks(
        src=_first(data.own),
        target=_first(data.neutral),
        selectable={spot.territory: f"+{spot.chosen}" if spot.chosen else "" for spot in every},
        links={spot.territory: spot.more or data.keep for spot in every if spot.more or spot.chosen},
        notes={
            spot.territory: _("%(armies)s to place here") % {"armies": count_armies(spot.chosen, data.rules)}
            if spot.chosen
            else _("%(armies)s can be placed here") % {"armies": data.noun}
            for spot in every
        },
        deciding=True,
    )


def _first(allocation: Allocation | None) -> int | None:
    return allocation.chosen[0].territory if allocation and allocation.chosen else None


def _ways(data: PlacePanel) -> tuple[tuple[str, str], ...]:
    """List completions of the order line: all on one of the spots where it counts most."""
    spots = [spot for spot in (*data.own.chosen, *data.own.spots) if spot.threat][:4]
    behind = ""
    if data.neutral and data.neutral.chosen:
        behind = f", neutral {data.neutral.pool} {data.neutral.chosen[0].name}"
    return tuple((f"place {data.own.pool} {spot.name}{behind}", spot.beside) for spot in spots)


def parse(form: PostedForm) -> engine.Facts:
    """Read n-<CODE> (armies for each territory) and neutral-<CODE> (the same of the neutral army)."""
    neutral = form.counts("neutral-")
    return {"at": form.allocation("n-")} | ({"neutral": neutral} if neutral else {})


DECISIONS.add(
    Decision(
        "setup.place_asked",
        summary=gettext_lazy("Place starting forces."),
        panel=setup_panel,
        prompt=placements.setup_prompt,
        timeout=Timeout(
            turn=placements.on_setup_timeout,
            others=gettext_lazy("the armies go to the weakest border."),
            organizer=gettext_lazy("the armies of this answer go to its weakest border"),
        ),
    )
)
DECISIONS.add(
    Decision(
        "deploy.place_asked",
        summary=gettext_lazy("Place reinforcements."),
        panel=panel,
        prompt=placements.prompt,
        answers={"deploy.place": Answer(parse, placements.suggestions)},
        timeout=Timeout(
            turn=placements.on_timeout,
            organizer=gettext_lazy("new armies go to the weakest border and nobody is attacked"),
        ),
    )
)
