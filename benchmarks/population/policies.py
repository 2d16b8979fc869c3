"""What a game may do about time, and what came of it: the rows of the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from games.clocks.values import usual_clock

NOTHING: Mapping[str, Any] = {"span": 1440, "quiet": False, "vacation": "ignored"}
USUAL = {key: value for key, value in usual_clock("UTC").items() if key != "zone"}
"""The clock of a new game whose creator changes nothing, but for the zone, which is the creator's."""

TWICE = None
"""The reminders of a new account: at half time, and four hours before the deadline."""


@dataclass(frozen=True)
class Policy:
    """What a game does about time: its `clock` as the game keeps it, without the zone.

    `remind` are the reminders in minutes before a deadline, None those of a new account; `link` whether mails have
    links that play; `frees` whether seats fall free of those who are late, by the clock's rules; `writes` whether those
    who would leave orders for a turn that they miss do so.
    """

    name: str
    clock: Mapping[str, Any]
    remind: tuple[int, ...] | None = ()
    link: bool = False
    frees: bool = False
    writes: bool = False


@dataclass
class Tally:
    """What came of games: turns that were played by a person `in_time`, `missed`, finished by the owner's `written`
    orders alone, played by a stand-in (`stood_in`) and by whoever held the seat (`held`); those of the missed that were
    the `set_up`, seats that somebody else took (`refilled`), the `days` that all `rounds` took, and the sum of the
    `longest` waits of each game in days."""

    in_time: int = 0
    missed: int = 0
    written: int = 0
    stood_in: int = 0
    held: int = 0
    set_up: int = 0
    refilled: int = 0
    games: int = 0
    rounds: int = 0
    days: float = 0.0
    longest: float = 0.0

    def add(self, other: Tally) -> None:
        """Add what came of other games."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)

    @property
    def missed_share(self) -> float:
        """Of 100 turns for which a person's clock ran, those that were missed; written orders are not in time."""
        ran = self.in_time + self.missed + self.written
        return 100 * (self.missed + self.written) / max(1, ran)

    @property
    def nobody_share(self) -> float:
        """Of 100 turns, those that neither a person, a stand-in nor the owner's written orders played."""
        turns = self.in_time + self.missed + self.written + self.stood_in + self.held
        return 100 * (self.missed + self.held) / max(1, turns)

    @property
    def days_a_round(self) -> float:
        return self.days / max(1, self.rounds)

    @property
    def longest_wait(self) -> float:
        """The longest wait of a game in days, in the mean."""
        return self.longest / max(1, self.games)


def on_top(name: str, remind: tuple[int, ...] | None = (), *, link: bool = False, **clock: Any) -> Policy:
    """Build a policy that does one thing beside 24 hours and one mail."""
    return Policy(name, {**NOTHING, **clock}, remind, link)


def usual(name: str, remind: tuple[int, ...] | None = TWICE, *, link: bool = True, **clock: Any) -> Policy:
    """Build a policy that differs from the defaults in its clock; None leaves out a setting."""
    kept = {key: value for key, value in {**USUAL, **clock}.items() if value is not None}
    return Policy(name, kept, remind, link, frees=True, writes=True)


FREED: dict[str, Any] = {"late": {"then": ["caretaker"]}}
REFILLED: dict[str, Any] = {"late": {"then": ["substitute", "caretaker"]}}
BEFORE: dict[str, Any] = {"span": 4320, "late": {"first": 2, "then": ["caretaker"]}}
EVENINGS: dict[str, Any] = {"days": [1, 2, 3, 4, 5, 6, 7], "at": ["20:00"], "least": 720}

BARE = on_top("nothing")
SINGLE = (
    BARE,
    on_top("grace of 2 hours", grace=120),
    on_top("grace of 12 hours", grace=720),
    on_top("one reminder, 6 hours before", (360,)),
    on_top("two reminders, at half time and 4 hours before", TWICE),
    on_top("quiet hours from 23 to 7, morning of 2 hours", quiet=True),
    on_top("likely answers as links in mails", link=True),
    on_top("vacations stop the clock", vacation="stops"),
    on_top("stand-ins in vacations", vacation="stand_in"),
    on_top("bank of 48 hours, 4 more a turn, up to 96", bank={"start": 2880, "increment": 240, "cap": 5760}),
    replace(BARE, name="orders for when they are late, by 35 %", writes=True),
    replace(on_top("caretaker after two, or a first one of nobody", **FREED), frees=True),
    replace(on_top("the same, with substitutes", **REFILLED), frees=True),
    on_top("daily at 20:00, least 12 hours", span=None, timetable=EVENINGS),
    on_top("weekends off", off={"weekdays": [6, 7]}),
    on_top("48 hours", span=2880),
    on_top("72 hours", span=4320),
)
"""Single measures on top of 24 hours with one mail at the start of a turn."""

DEFAULTS = usual("the defaults")
TOGETHER = (
    replace(on_top("72 hours, one reminder, links, caretaker after two", (1080,), link=True, **BEFORE), frees=True),
    DEFAULTS,
    replace(DEFAULTS, name="nobody leaves orders for when they are late", writes=False),
    usual("without bank", bank=None),
    usual("without stand-ins", vacation="ignored"),
    usual("without links", link=False),
    usual("with one reminder, 6 hours before", (360,)),
    usual("without quiet hours", quiet=False),
    usual("without substitutes", **FREED),
    usual("bank of 48 hours, 4 more a turn, up to 96", bank={"start": 2880, "increment": 240, "cap": 5760}),
    usual("bank of 72 hours, 8 more a turn, up to 144", bank={"start": 4320, "increment": 480, "cap": 8640}),
    usual("vacations stop the clock", vacation="stops"),
    usual("36 hours", span=2160),
    usual("daily at 20:00 in place of span and bank", span=None, bank=None, timetable=EVENINGS),
)
"""The defaults, and what changes if one thing is left out or set otherwise."""
