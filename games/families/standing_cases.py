"""Cases of standing orders: what may stand behind "when", and when a rule is meant for the open decision."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from engine import COLOURS, Action, PlayerView


@dataclass(frozen=True)
class Rule:
    """One line of standing orders: its `case`, and the orders to give.

    `at` is a territory, `by` a colour, `armies` the least number that attacks; `words` are what the case's own pattern
    has read, by the names of its groups. A rule that `asks` has no orders: the player wants to answer, `within` so many
    hours, 0 for the game's own clock.
    """

    case: StandingCase
    orders: tuple[str, ...]
    at: int | None = None
    by: str = ""
    armies: int = 0
    words: Mapping[str, str] = field(default_factory=dict)
    asks: bool = False
    within: int = 0

    def fits(self, view: PlayerView) -> bool:
        """Return whether the case and its conditions hold for the open decision."""
        return self.case.fits(self, view)


def no_problem(rule: Rule, view: PlayerView) -> str:
    return ""


@dataclass(frozen=True)
class StandingCase:
    """What may stand behind "when" in standing orders.

    `pattern` is how it is written before `at`, `by` and `with ... or more`: a regular expression, whose groups
    have names of their own; empty for `name` itself. `fits` says whether a rule is meant for the open decision. A case
    that is `at_once` answers as soon as its seat is asked, any other once the time has run out. Rules of a case that
    `may_ask` can ask the player instead: those of windows, whose `fits` looks at public facts alone. A player who first
    has a card of the `timing` of a case, or the `card` of this title, is offered to be asked then, which `when` tells.
    To sealed questions people give their answers themselves, unless a rule of a case that is `sealed` fits.

    A case may also be a `line` of its own, a regular expression without "when": `answer` then chooses from the words
    that it has read, `forbids` says which answers of other rules it rules out, and `problem` what is wrong with the
    words, in a sentence.
    """

    name: str
    fits: Callable[[Rule, PlayerView], bool]
    at_once: bool = True
    pattern: str = ""
    may_ask: bool = False
    sealed: bool = False
    timing: str = ""
    card: str = ""
    when: Promise | str = ""
    line: str = ""
    answer: Callable[[Rule, PlayerView], Action | None] | None = None
    forbids: Callable[[Rule, PlayerView, Action], bool] | None = None
    problem: Callable[[Rule, PlayerView], str] = no_problem

    @property
    def written(self) -> str:
        """The regular expression of the case."""
        return self.pattern or re.escape(self.name)


def attack_fits(rule: Rule, view: PlayerView) -> bool:
    """Check the conditions of a rule against the attack that `view` tells about."""
    src, dst = view.about.get("src"), view.about.get("dst")
    if rule.at is not None and rule.at != dst:
        return False
    if src is None:
        return not rule.by and not rule.armies
    attacker = view.owner[src]
    if rule.by and not (0 <= attacker < len(view.seats) and view.seats[attacker].colour == rule.by):
        return False
    return bool(view.units(src) >= rule.armies)


def dice_fit(rule: Rule, view: PlayerView) -> bool:
    """Check a rule against an attack; windows before one have cases of their own."""
    return (view.asked is None or view.asked.pace != "window") and attack_fits(rule, view)


ATTACKED = StandingCase("attacked", dice_fit)
WINDOW, LOSE = "reaction.asked", "battle.lose"


def own_land_fits(rule: Rule, view: PlayerView) -> bool:
    """Check a rule against the invasion of the viewer's own land that a window is about."""
    return _is_window(view) and view.owner[view.about["dst"]] == view.viewer and attack_fits(rule, view)


def other_land_fits(rule: Rule, view: PlayerView) -> bool:
    """Check a rule against the invasion of somebody else's land: of the seat that it names, or of anybody's."""
    if not _is_window(view) or not attack_fits(rule, view):
        return False
    owner, who = view.owner[view.about["dst"]], rule.words["who"].lower()
    if not 0 <= owner < len(view.seats) or owner == view.viewer:
        return False
    return who in ("anybody", view.seats[owner].colour)


def _is_window(view: PlayerView) -> bool:
    return view.asked is not None and view.asked.kind == WINDOW


INVADED = StandingCase(
    "invaded", own_land_fits, may_ask=True, timing="window", when=gettext_lazy("when you are invaded")
)
OTHERS_INVADED = StandingCase(
    "others invaded",  # as typed
    other_land_fits,
    pattern=rf"(?P<who>anybody|{'|'.join(COLOURS)})\s+is\s+invaded",
    may_ask=True,
)


def losses_fit(rule: Rule, view: PlayerView) -> bool:
    """Check a rule against the choice of what is lost: on the territory and in the turn of the seat that it names."""
    if view.offer(LOSE) is None or rule.armies:
        return False
    places = [at for at, _count in view.about.get("due", ())]
    return (rule.at is None or rule.at in places) and is_turn_of(rule.by, view)


def is_turn_of(colour: str, view: PlayerView) -> bool:
    """Check whose turn it is, if a colour is named."""
    return not colour or view.seats[view.active].colour == colour


LOSING = StandingCase("I lose units", losses_fit, pattern=r"I\s+lose\s+units", may_ask=True)  # as typed
WINDOW_CASES = (INVADED, OTHERS_INVADED, LOSING)
"""The cases of standing orders at windows, for families that open them before an invasion."""

LATE = StandingCase("late", lambda rule, view: True, at_once=False)
SHARED_CASES = (ATTACKED, LATE)
"""The cases of standing orders that suit the decisions of shared mechanics."""


@dataclass(frozen=True)
class StandingParts:
    """The standing orders of a family's games."""

    standing_cases: tuple[StandingCase, ...] = (*SHARED_CASES, *WINDOW_CASES)
    """What may stand behind "when"."""
    standing_examples: Mapping[str, str] = field(default_factory=dict)
    """Lines that show what the family's can do: `ask` for a game that waits for answers, all others for any."""
