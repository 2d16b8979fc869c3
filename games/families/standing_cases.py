"""Cases of standing orders: what may stand behind "when", and when a rule is meant for the open decision.

How lines are read and written is in `games.play.standing_language`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import date

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from engine import COLOURS, Action, PlayerView


@dataclass(frozen=True)
class Term:
    """How long a line counts: `once`, through a round, or through a date; 0 and None for no such end."""

    once: bool = False
    round: int = 0
    date: date | None = None


@dataclass(frozen=True)
class Rule:
    """One line of standing orders: its `case`, and the orders to give.

    `places` are names of territories, continents and zones, `spots` the territories there, None for anywhere; `by` are
    colours, `armies` and `most` how many attack at least and at most; `words` are what the case's own pattern has read,
    by the names of its groups. A rule that `asks` has no orders: the player wants to answer, `within` so many hours, 0
    for the game's own clock. Orders of a late owner may hang on a `condition`, and on the one above it not holding
    (`otherwise`). `number` is that of the line in its text.
    """

    case: StandingCase
    orders: tuple[str, ...]
    places: tuple[str, ...] = ()
    spots: frozenset[int] | None = None
    by: tuple[str, ...] = ()
    armies: int = 0
    most: int | None = None
    term: Term = Term()
    words: Mapping[str, str] = field(default_factory=dict)
    asks: bool = False
    within: int = 0
    condition: str = ""
    otherwise: bool = False
    number: int = field(default=0, compare=False)

    def fits(self, view: PlayerView) -> bool:
        """Return whether the case and its conditions hold for the open decision."""
        return self.case.fits(self, view)

    @property
    def has_size(self) -> bool:
        """Whether the rule asks how many attack."""
        return bool(self.armies) or self.most is not None

    def is_at(self, territory: int | None) -> bool:
        """Check whether a territory is one of those that the rule names, if it names any."""
        return self.spots is None or territory in self.spots

    def is_by(self, colour: str) -> bool:
        """Check whether a colour is one of those that the rule names, if it names any."""
        return not self.by or colour in self.by

    def allows_size(self, units: int) -> bool:
        """Check how many attack."""
        return units >= self.armies and (self.most is None or units <= self.most)


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
    words, in a sentence. `write` gives the canonical words of the case, or of such a line; without it they are `name`.
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
    write: Callable[[Rule], str] | None = None

    @property
    def written(self) -> str:
        """The regular expression of the case."""
        return self.pattern or re.escape(self.name).replace(r"\ ", r"\s+")

    def words_of(self, rule: Rule) -> str:
        """Write the canonical words of the case of a rule."""
        return self.write(rule) if self.write else self.name


def attack_fits(rule: Rule, view: PlayerView) -> bool:
    """Check the conditions of a rule against the attack that `view` tells about."""
    src, dst = view.about.get("src"), view.about.get("dst")
    if not rule.is_at(dst):
        return False
    if src is None:
        return not rule.by and not rule.has_size
    attacker = view.owner[src]
    colour = view.seats[attacker].colour if 0 <= attacker < len(view.seats) else ""
    return rule.is_by(colour) and rule.allows_size(view.units(src))


def dice_fit(rule: Rule, view: PlayerView) -> bool:
    """Check a rule against an attack; windows before one have cases of their own."""
    return (view.asked is None or view.asked.pace != "window") and attack_fits(rule, view)


ATTACKED = StandingCase("attacked", dice_fit, may_ask=True)
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
    write=lambda rule: f"{rule.words['who'].lower()} is invaded",  # as typed
)


def losses_fit(rule: Rule, view: PlayerView) -> bool:
    """Check a rule against the choice of what is lost: on the territory and in the turn of the seat that it names."""
    if view.offer(LOSE) is None or rule.has_size:
        return False
    places = [at for at, _count in view.about.get("due", ())]
    return any(map(rule.is_at, places or [None])) and is_turn_of(rule.by, view)


def is_turn_of(colours: Collection[str], view: PlayerView) -> bool:
    """Check whose turn it is, if colours are named."""
    return not colours or view.seats[view.active].colour in colours


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
