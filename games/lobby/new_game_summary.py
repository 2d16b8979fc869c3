"""Sum up in sentences what the form for a new table has made so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from django.utils.text import capfirst
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.clocks.lateness import ClockSettings
from games.clocks.values import ClockRules
from games.clocks.words import Clause, clock_clauses, describe_lateness
from games.lobby.clock_weeks import Week, weeks_of
from games.lobby.new_game_fields import SETUP_ORDERS
from games.models.game import TURN_HOURS
from games.services.table_settings import with_usual_setup
from games.wording.amounts import number_word
from games.wording.rules import RulesSummary, summarize_rules


@dataclass(frozen=True)
class SeatSummary:
    """Who sits at a table: the reader, bots, and so many more people."""

    count: int
    bots: int
    public: bool
    invited: int

    @property
    def others(self) -> int:
        return max(0, self.count - 1 - self.bots)

    @property
    def words(self) -> str:
        """Who plays, in words: "You, two bots and one more person"."""
        bots = ngettext("%(count)s bot", "%(count)s bots", self.bots) % {"count": number_word(self.bots)}
        more = ngettext("%(count)s more person", "%(count)s more people", self.others) % {
            "count": number_word(self.others)
        }
        if self.bots and self.others:
            return _("You, %(bots)s and %(more)s") % {"bots": bots, "more": more}
        return _("You and %(rest)s") % {"rest": bots if self.bots else more}

    @property
    def start(self) -> str:
        """When the game begins, and what may be done until then."""
        if not self.others:
            return _("It starts at once.")
        return _("It starts when all seats are taken, or when you start it. Until then anyone can still leave.")

    @property
    def access_text(self) -> str:
        """How the other seats are filled; empty if there are none."""
        if not self.others:
            return ""
        words = (
            ngettext("Anyone can take the other seat", "Anyone can take the other seats", self.others)
            if self.public
            else ngettext(
                "The other seat is for people you invite", "The other seats are for people you invite", self.others
            )
        )
        sent = ngettext("%(count)s invitation goes out at once", "%(count)s invitations go out at once", self.invited)
        said = sent % {"count": number_word(self.invited)}
        return f"{words}. {capfirst(said)}." if self.invited else f"{words}."


MOST_FAST = 10
"""Fast rounds of a clock under which hardly a turn is left for the rest."""

USED = 0.25
"""The part of the time for a turn that people take for an answer, by experience."""

SLOWEST = 2
"""How many answers' time it takes until the last of several people has answered who are asked at once."""

A_FORTNIGHT = 14
"""Days; what is longer is told in weeks."""


@dataclass(frozen=True)
class Length:
    """How long a game takes: people's answers in the set-up, those for which all wait one after another, and those of
    the rounds; `days` is about how long that is."""

    setup: int
    waits: int
    turns: int
    days: int

    @property
    def span(self) -> str:
        """The estimate in words: "about 5 days", "7 to 11 weeks"."""
        if self.days < A_FORTNIGHT:
            return ngettext("about %(count)s day", "about %(count)s days", self.days) % {"count": self.days}
        least, most = round(self.days * 0.8 / 7), round(self.days * 1.2 / 7)
        return _("%(least)s to %(most)s weeks") % {"least": least, "most": max(most, least + 1)}

    @property
    def words(self) -> str:
        whole = _("The whole game takes about %(answers)s answers, or about %(days)s days.") % {
            "answers": self.setup + self.turns,
            "days": self.days,
        }
        if not self.setup:
            return whole
        if self.setup > self.waits:
            setup = _("Setting up takes %(count)s answers, and everybody gives theirs at the same time.")
        else:
            setup = _("Setting up takes %(count)s answers, one after another, each with its own email.")
        return f"{setup % {'count': self.setup}} {whole}"


def length_of(
    rules: engine.RuleSet, switches: Mapping[str, object], board: str, seats: SeatSummary, turn_hours: int
) -> Length | None:
    """Estimate how long a game takes; None where nobody waits for others, or where there can be no such game."""
    if not seats.others:
        return None
    try:
        answers, waits = engine.setup_answers(rules.id, seats.count, switches, board)
    except engine.IllegalAction:
        return None
    people = seats.others + 1
    share = people / seats.count
    setup, turns = round(answers * share), round(engine.usual_turns(rules.id, seats.count) * share)
    asked_at_once = engine.usual_round_questions(rules.id)
    at_once = answers > waits
    steps = turns + asked_at_once * SLOWEST + (waits * SLOWEST if at_once else setup)
    days = max(1, round(steps * turn_hours * USED / 24))
    return Length(setup, waits if at_once else setup, turns + asked_at_once * people, days)


def hours_of_turn(rules: ClockRules) -> int:
    """Return about how many hours a turn can take of its own: those of the span, or from one time of a timetable to
    the next, with the days off that lie between."""
    if rules.timetable is not None:
        return 7 * 24 // (len(rules.timetable.days) * len(rules.timetable.at))
    return round(rules.span / 60 * 7 / (7 - len(rules.off.weekdays)))


@dataclass(frozen=True)
class TableDraft:
    """What is chosen so far, as far as it can be read and goes together.

    `options` are the switches that differ from the rules, `setup_orders` is empty where the time for a turn decides on
    it, `board` where it is the rules' own; `clock` is None until it can be read.
    """

    rules: engine.RuleSet
    options: Mapping[str, object]
    setup_orders: str
    board: str
    seats: SeatSummary
    clock: ClockSettings | None

    @property
    def longest_turn(self) -> int:
        """Hours that a turn can take of its own, about; the most that may be chosen where nothing is."""
        return TURN_HOURS[1] if self.clock is None else hours_of_turn(self.clock.rules)

    @property
    def plans_by(self) -> int | None:
        """Minutes by which the set-up is chosen that suits the pace; None for a timetable."""
        is_timed = self.clock is not None and self.clock.rules.timetable is not None
        return None if is_timed else self.longest_turn * 60


@dataclass(frozen=True)
class NewGameSummary:
    """A table that is not yet opened, in sentences: what is played, by whom, how fast."""

    draft: TableDraft

    @property
    def seats(self) -> SeatSummary:
        return self.draft.seats

    @cached_property
    def rules(self) -> RulesSummary:
        return summarize_rules(self.draft.rules, self.draft.options, self.draft.board)

    @property
    def pace(self) -> list[Clause]:
        """The sentence on the clock, in parts; none while it cannot be read."""
        return clock_clauses(self.draft.clock) if self.draft.clock else []

    @cached_property
    def weeks(self) -> list[Week]:
        """The picture of a fortnight under the clock; none while it cannot be read, and none of turns of minutes."""
        clock = self.draft.clock
        if clock is None or (clock.rules.fast and clock.rules.fast.rounds == MOST_FAST):
            return []
        return weeks_of(clock.rules, now())

    @property
    def lateness(self) -> str:
        """What happens when a player does not answer."""
        return describe_lateness(self.draft.clock.late) if self.draft.clock else ""

    @cached_property
    def length(self) -> Length | None:
        """About how long the game takes as it is chosen so far."""
        draft = self.draft
        chosen = {**draft.options, **({SETUP_ORDERS: draft.setup_orders} if draft.setup_orders else {})}
        switches = with_usual_setup(draft.rules.id, chosen, draft.plans_by)
        return length_of(draft.rules, switches, draft.board, draft.seats, draft.longest_turn)
