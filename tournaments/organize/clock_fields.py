"""From a clock back to the fields that choose it, for a form that begins with the settings of an event."""

from __future__ import annotations

from collections.abc import Mapping

from engine import Facts
from games.lobby.new_game_clock import OFF, ON, SPAN, TIMETABLE

HOUR = 60


def show_clock(clock: Facts) -> dict[str, object]:
    """Return the fields that choose a clock."""
    table, bank, late = (section(clock, name) for name in ("timetable", "bank", "late"))
    fast, off = section(clock, "fast"), section(clock, "off")
    country, _dash, region = str(off.get("holidays", "")).partition("-")
    return {
        "ends": TIMETABLE if table else SPAN,
        "turn_hours": int(clock.get("span", 24 * HOUR)) // HOUR,
        "days": [str(day) for day in table.get("days", range(1, 8))],
        "times": ", ".join(table.get("at", ["20:00"])),
        "least_hours": int(table.get("least", 12 * HOUR)) // HOUR,
        "quiet": ON if clock.get("quiet") else OFF,
        "bank_start": int(bank.get("start", 0)) // HOUR,
        "bank_more": int(bank.get("increment", 0)) // HOUR,
        "bank_most": int(bank.get("cap", 0)) // HOUR,
        "begun_hours": int(clock["begun"]) // HOUR if clock.get("begun") else "",
        "fast_rounds": fast.get("rounds", 0),
        "fast_minutes": fast.get("span", 30),
        "grace_minutes": clock.get("grace", 0),
        "reaction_hours": int(clock.get("reaction", 12 * HOUR)) // HOUR,
        "off_days": [str(day) for day in off.get("weekdays", ())],
        "holidays_of": country,
        "region": region,
        "off_dates": ", ".join(off.get("dates", ())),
        "late_row": late.get("row", 2),
        "late_first": late.get("first", 1),
        "late_then": ",".join(late.get("then", ())),
        "vacation": clock.get("vacation", "stand_in"),
    }


def section(clock: Facts, name: str) -> Facts:
    found = clock.get(name)
    return found if isinstance(found, Mapping) else {}
