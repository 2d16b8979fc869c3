"""A plan of the set-up as data, and who fills what it leaves open."""

from collections.abc import Callable

from engine.core.actions import Action
from engine.core.agenda import Decision
from engine.core.language import gettext_noop
from engine.core.view import PlayerView
from engine.mechanics.deploy import Placements

NEXT_TO_MINE, ANY = "next_to_mine", "any"  # wishes beside territories and continents
Wish = int | str


class PlanAsked(Decision, frozen=True, kw_only=True, tag="setup.plan_asked"):
    """Each seat plans the whole of its set-up; nobody learns another's plan, only the moves that come of it."""

    pace = "sealed"
    sealed = True
    revisable = True
    step = "set-up"
    ask = gettext_noop("plan the set-up")


class Plan(Action, frozen=True, omit_defaults=True, tag="setup.plan", gc=False):
    """`claim` ranks territories, continents (by id), "next_to_mine" and "any"; `place` holds (territory, armies) pairs,
    the armies that are to stand there in the end; `neutral` where the neutral army's go, pair after pair. `pieces` has
    (part, territory) pairs for the parts of the rule set, the first choice of each part first."""

    claim: tuple[Wish, ...] = ()
    place: Placements = ()
    neutral: Placements = ()
    pieces: tuple[tuple[str, int], ...] = ()

    def ranked(self, part: str) -> list[int]:
        """List the territories that the plan ranks for a kind of piece."""
        return [territory for kind, territory in self.pieces if kind == part]


Adviser = Callable[[PlayerView, Plan], Plan]
ADVISERS: dict[str, Adviser] = {}
"""Who fills what a plan leaves open, by the bot's name in `like BOT`; bots put themselves here when they register. They
get the plan as far as it is said, and give what comes behind it."""


def armies_in_a_row(at: Placements) -> list[int]:
    """Expand a neutral army's placements into a list of territories, an army each."""
    return [spot for spot, armies in at for _ in range(armies)]
