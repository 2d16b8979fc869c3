"""Embark: send armies from the own heaven to gates and spaces of the Underworld, all at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from games.boards.overlays import Marks
from games.decisions.end_turn import END_TURN, no_fields
from games.decisions.kit.context import PageContext, offered_field
from games.decisions.kit.evaluation import viewer_of
from games.decisions.kit.forces import count_armies_beside
from games.decisions.kit.panel import Allocation, AllocationField, Panel, action_of, allocation_of, steps_of
from games.decisions.kit.posted import PostedForm
from games.decisions.kit.prompts import SUGGESTED, Prompt, Suggestion, order_text
from games.decisions.registry import DECISIONS, Answer, Decision, Timeout
from games.families.pieces import ground_words
from games.wording.amounts import armies_noun, count_armies
from games.wording.seats import territory_name

EMBARK = "embark.move"
NOBODY = -1  # the owner of an empty gate


@dataclass(frozen=True)
class EmbarkPanel:
    """Data of decisions/embark.html: the armies in heaven, and the spaces that they can go to. `clear` is the address
    of no choice."""

    lead: str
    armies: Allocation
    noun_one: str
    noun: str
    clear: str

    @property
    def going(self) -> int:
        return self.armies.pool - self.armies.left


def panel(context: PageContext) -> Panel:
    """Choose how many armies go where, or go on."""
    view = context.view
    heading = _("Embark from %(heaven)s?") % {"heaven": heaven(view)}
    pool = AllocationField(offered_field(view, EMBARK, "at", engine.PlacementsField))
    chosen = pool.clamp(context.selection.at)
    allocation = allocation_of(context, pool, rank_spaces(view, pool.places), chosen, _link(context), _beside(context))
    action = action_of(context, EMBARK, {"at": allocation})
    data = EmbarkPanel(
        lead(view), allocation, engine.ruleset(view.rules).army_noun, armies_noun(view.rules), context.link()
    )
    ways = tuple((f"embark {pool.most} {context.code(at).lower()}", beside(view, at)) for at in pool.places[:SUGGESTED])
    return Panel("embark", heading, data, _marks(context, allocation), steps_of(context), action, ways)


def _link(context: PageContext) -> Callable[[Mapping[int, int]], str]:
    return lambda counts: context.link(at=counts, board="underworld")


def _beside(context: PageContext) -> Callable[[int], tuple[str, int]]:
    view = context.view
    return lambda at: (beside(view, at), threat(view, at))


def _marks(context: PageContext, allocation: Allocation) -> Marks:
    every = (*allocation.chosen, *allocation.spots)
    return Marks(
        src=allocation.chosen[0].territory if allocation.chosen else None,
        selectable={spot.territory: f"+{spot.chosen}" if spot.chosen else "" for spot in every},
        links={spot.territory: spot.more for spot in every if spot.more},
        notes=dict.fromkeys((spot.territory for spot in every), _("armies can go here")),
        deciding=True,
        look_at=tuple(spot.territory for spot in every[:1]),
    )


def heaven(view: engine.PlayerView) -> str:
    """Name the viewer's heaven."""
    return territory_name(view, view.extra["heavens"][viewer_of(view)])


def threat(view: engine.PlayerView, at: int) -> int:
    """Sum up the armies of others that can attack a space once the viewer holds it, from other spaces and from heaven;
    the borders of a view are those of the Ancient Earth alone."""
    near = (there for there in view.graph.neighbours[at] if view.owner[there] not in (view.viewer, NOBODY))
    return sum(view.units(there) for there in near)


def rank_spaces(view: engine.PlayerView, spaces: Sequence[int]) -> list[int]:
    """Rank spaces: empty gates before those that the viewer holds, then those with most to fear."""
    return sorted(spaces, key=lambda at: (view.owner[at] != NOBODY, -threat(view, at), at))


def beside(view: engine.PlayerView, at: int) -> str:
    """Say what a space is and what threatens it: "gate, empty; 6 enemy armies next to it"."""
    return f"{_words(view, at)}; {count_armies_beside(view.rules, threat(view, at))}"


def _words(view: engine.PlayerView, at: int) -> str:
    """Say what a space is: "gate, empty", "crypt, yours"."""
    whose = _("empty") if view.owner[at] == NOBODY else _("yours")
    return ", ".join([*ground_words(view).get(at, ()), whose])


def lead(view: engine.PlayerView) -> str:
    """Say how many armies are in heaven, and what they do below."""
    said = {"armies": count_armies(view.about["armies"], view.rules), "heaven": heaven(view)}
    return (
        _("You have %(armies)s in %(heaven)s, and all of them can go.") % said
        + " "
        + _("They reach the spaces you hold and empty gates. In the next step you can invade gates that others hold.")
    )


# ---- mails and forms


def prompt(view: engine.PlayerView) -> Prompt:
    heading = _("Embark from %(heaven)s, or go on") % {"heaven": heaven(view)}
    return Prompt(heading, _("embark from heaven or go on"), lead(view))


def suggestions(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    """Suggest to send all armies to one space, the best first."""
    pool = offer.field("at", engine.PlacementsField)
    for at in rank_spaces(view, pool.values)[:SUGGESTED]:
        order = order_text(view, offer.action, at=[[at, pool.most]])
        called = label_embarking(view, pool.most, at)
        yield Suggestion(order, order[:1].upper() + order[1:], note=beside(view, at), src=at, called=called)


def goes_on(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    called = _("Embark nobody and go on")
    yield Suggestion(order_text(view, offer.action), "End", passes=True, called=called)  # as typed


def parse(form: PostedForm) -> engine.Facts:
    """Read n-<CODE> (armies for each space)."""
    return {"at": form.allocation("n-")}


def label_embarking(view: engine.PlayerView, armies: int, at: int) -> str:
    said = {"armies": count_armies(armies, view.rules), "space": territory_name(view, at)}
    return _("Embark %(armies)s to %(space)s") % said


DECISIONS.add(
    Decision(
        "embark.asked",
        summary=gettext_lazy("Embark from heaven, or go on."),
        panel=panel,
        prompt=prompt,
        answers={EMBARK: Answer(parse, suggestions), END_TURN: Answer(no_fields, goes_on)},
        timeout=Timeout(turn=lambda view: _("nobody embarks"), organizer=gettext_lazy("nobody embarks")),
    )
)
