"""Draw the armies left after a fight as bars, with the picture in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine import odds

WIDE, TALL, FLOOR = 340, 62, 70
"""Width of the picture, the tallest bar, and where bars stand in it, in its own units."""


@dataclass(frozen=True)
class HistogramBar:
    """One bar of the histogram in a picture 340 wide: armies left, and whether that is a capture."""

    x: str
    y: str
    width: str
    height: str
    middle: str
    label: str
    captured: bool


def histogram(outcome: odds.Outcome, units: str = "") -> tuple[tuple[HistogramBar, ...], str]:
    """Draw bars of the armies left in a picture of 340 by 90, and describe the picture in words;
    `units` are what the game calls several of them."""
    found = odds.histogram(outcome, bars=12)
    top = max((bar.chance for bar in found), default=1.0)
    width = WIDE / max(1, len(found))
    bars = []
    for number, bar in enumerate(found):
        tall = max(1.0, TALL * bar.chance / top)
        label = str(bar.least) if bar.least == bar.most else f"{bar.least}–{bar.most}"
        thin = min(width * 0.718, 48)
        x = number * width + (width - thin) / 2
        bars.append(
            HistogramBar(
                f"{x:.1f}",
                f"{FLOOR - tall:.1f}",
                f"{thin:.1f}",
                f"{tall:.1f}",
                f"{x + thin / 2:.1f}",
                label,
                bar.captured,
            )
        )
    return tuple(bars), _in_words(found, units or _("Armies"))


def _in_words(found: Sequence[odds.Bar], units: str) -> str:
    parts = []
    stopped = _("in %(share)s of 100 cases you stop without a capture and have %(least)s to %(most)s left")
    won = _("in %(share)s of 100 cases you capture it and have %(least)s to %(most)s left")
    for captured, text in ((False, stopped), (True, won)):
        some = [bar for bar in found if bar.captured is captured]
        if some:
            share = f"{sum(bar.chance for bar in some) * 100:.0f}"
            parts.append(text % {"share": share, "least": some[0].least, "most": some[-1].most})
    return _("%(units)s you would have left: %(parts)s.") % {"units": units, "parts": "; ".join(parts)}
