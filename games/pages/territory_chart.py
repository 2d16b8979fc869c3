"""The chart of land: how much of the board each seat held at each moment, as stacked bands in a picture.

The picture is 1000 wide and 96 high; it is stretched by the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from games.families.result import Event, LandChange, follow_land
from games.wording.seats import NEUTRAL

WIDE, TALL = 1000, 96
MOST_POINTS = 200
PLAY_TO_SET_UP = 9
"""So many moments of play on the slider to one of the set-up, at least."""
LETTER = 2.2
"""Width of a letter under the chart on a phone, in per cent of its width."""
APART = 9
"""Labels under the chart begin so far apart at least, in per cent of its width, so that they do at 200 % text."""
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
"""Every so many rounds have a label; the smallest step that leaves at most MOST_LABELS is taken."""
MOST_LABELS = 8


@dataclass(frozen=True)
class Scale:
    """Where on the slider each moment lies. Every moment of play is a stop; the set-up, which may have a hundred,
    has so few that it takes at most a tenth of the whole. `set_up` is its last entry, 0 while nothing else is there."""

    set_up: int
    last: int

    @classmethod
    def of(cls, starts: Mapping[int, int], last: int) -> Scale:
        """Build the scale of a game whose rounds began at `starts`."""
        first = min((start for number, start in starts.items() if number), default=1)
        return cls(first - 1, last)

    @cached_property
    def _early(self) -> int:
        """Stops of the set-up."""
        play = self.last - self.set_up
        return min(self.set_up, max(1, (play - 1) // PLAY_TO_SET_UP))

    @cached_property
    def stops(self) -> int:
        return self._early + self.last - self.set_up

    def place(self, seq: float) -> float:
        """Locate a moment among the stops, counted from 0; moments of the set-up may lie between two stops."""
        if seq > self.set_up:
            return min(seq, self.last) - self.set_up - 1 + self._early
        return self._early * (max(1, seq) - 1) / self.set_up

    def stop(self, seq: int) -> int:
        """Find the stop at a moment, or the one before it."""
        return int(self.place(seq))

    def seq(self, stop: int) -> int:
        """Return the moment of a stop."""
        stop = max(0, min(stop, self.stops - 1))
        if stop >= self._early:
            return self.set_up + 1 + stop - self._early
        return 1 + -(-stop * self.set_up // self._early)

    def x(self, seq: float) -> float:
        """Compute how far along the picture a moment lies."""
        return WIDE * self.place(seq) / max(1, self.stops - 1)


@dataclass(frozen=True)
class Share:
    """How many territories each seat holds after an entry of the journal."""

    seq: int
    lands: tuple[int, ...]


@dataclass(frozen=True)
class Band:
    """The outline of one seat's band."""

    colour: str
    path: str


@dataclass(frozen=True)
class RoundMark:
    """A label under the chart, and the width up to the next in whole per cent."""

    label: str
    width: int


@dataclass(frozen=True)
class TerritoryChart:
    """Bands from top to bottom, ticks at the starts of rounds that have a label, and where the present moment lies."""

    bands: tuple[Band, ...]
    ticks: tuple[str, ...]
    rounds: tuple[RoundMark, ...]
    now: str


def land_shares(
    told: Iterable[tuple[int, Sequence[Event]]], seats: int, lands: int, changes: Mapping[str, LandChange]
) -> list[Share]:
    """Count holdings after each entry, from (seq, events) pairs in order; only entries that changed something. The
    neutral army, which goes by the number after the last seat, is counted too."""
    owner = [-1] * lands
    found: list[Share] = []
    for seq, events in told:
        changed = [follow_land(owner, event, changes) for event in events]
        if any(changed) or not found:
            found.append(Share(seq, tuple(owner.count(seat) for seat in range(seats + 1))))
    return found


def territory_chart(
    shares: Sequence[Share], colours: Sequence[str], starts: Mapping[int, int], seq: int, last: int
) -> TerritoryChart | None:
    """Draw the chart. `starts` is the first entry of each round; None while nothing is held."""
    points = [share for share in shares if sum(share.lands)]
    if not points or last < 1:
        return None
    scale = Scale.of(starts, last)
    thin = points[:: max(1, len(points) // MOST_POINTS)]
    if thin[-1] is not points[-1]:
        thin.append(points[-1])
    if thin[-1].seq < last:
        thin.append(Share(last, thin[-1].lands))
    xs = ["0", *(f"{scale.x(share.seq):.0f}" for share in thin[1:])]
    held = [sum(share.lands) for share in thin]
    bands, below = [], [0.0] * len(thin)
    for seat, colour in enumerate((*colours, NEUTRAL)):
        above = below
        below = [y + TALL * share.lands[seat] / whole for y, share, whole in zip(above, thin, held, strict=True)]
        if any(share.lands[seat] for share in thin):
            bands.append(Band(colour, _band(xs, above, below)))
    named = _choose_labels(starts, scale)
    ticks = tuple(
        f"{scale.x(starts[number]):.0f}" for number in dict.fromkeys([1, *named]) if starts.get(number, 1) > 1
    )
    return TerritoryChart(tuple(bands), ticks, _marks(named, starts, scale), f"{scale.x(seq):.0f}")


def _band(xs: Sequence[str], above: Sequence[float], below: Sequence[float]) -> str:
    top = "L".join([f"{x} {y:.1f}" for x, y in zip(xs, above, strict=True)])
    bottom = "L".join([f"{x} {y:.1f}" for x, y in zip(reversed(xs), reversed(below), strict=True)])
    return f"M{top}L{bottom}z"


def _choose_labels(starts: Mapping[int, int], scale: Scale) -> list[int]:
    """Choose the rounds that get a label: round numbers, few enough that labels do not touch on a phone."""
    step = next((step for step in STEPS if len(starts) <= step * MOST_LABELS), STEPS[-1])
    found: list[int] = []
    free = 0.0
    for number in sorted(starts):
        at = scale.x(starts[number]) / WIDE * 100 if found else 0.0
        wide = LETTER * len(_label(number))
        if found and (number % step and number != 1 or at < free or at + wide > 100):
            continue
        found.append(number)
        free = at + max(APART, wide + LETTER)
    return found


def _label(number: int) -> str:
    return str(number) if number else _("set-up")


def _marks(named: Sequence[int], starts: Mapping[int, int], scale: Scale) -> tuple[RoundMark, ...]:
    """List each label with the width up to the next, in per cent; the widths add up to 100."""
    edges = [0] + [round(scale.x(starts[number]) / WIDE * 100) for number in named[1:]] + [100]
    return tuple(RoundMark(_label(number), edges[place + 1] - edges[place]) for place, number in enumerate(named))
