"""Random clocks, seats and questions in all zones, as plain data."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any
from zoneinfo import available_timezones

from games.clocks.values import Ask

ZONES = sorted(available_timezones())
START = datetime(2026, 1, 1, tzinfo=UTC)
YEARS = 4


def random_time(rng: Random) -> str:
    return f"{rng.randrange(24):02}:{rng.randrange(60):02}"


def random_clock(rng: Random) -> dict[str, Any]:
    """Make the settings of a clock without fast rounds and limits of a begun turn."""
    clock: dict[str, Any] = {"zone": rng.choice(ZONES), "quiet": rng.random() < 0.7, "morning": rng.randint(0, 240)}
    weekdays = rng.sample(range(1, 8), rng.randint(0, 5)) if rng.random() < 0.5 else []
    clock["off"] = {"weekdays": weekdays}
    if rng.random() < 0.3:
        clock["off"]["holidays"] = rng.choice(["DE-BY", "GB-ENG", "US", "JP", "FR", "BR"])
    if rng.random() < 0.3:
        clock["off"]["dates"] = [str(date(2026, 1, 1) + timedelta(rng.randrange(1400))) for _ in range(3)]
    if rng.random() < 0.3:
        open_days = sorted({1, 2, 3, 4, 5, 6, 7} - set(weekdays))
        times = [random_time(rng) for _ in range(rng.randint(1, 4))]
        days = rng.sample(open_days, rng.randint(1, len(open_days)))
        clock["timetable"] = {"days": days, "at": times, "least": rng.randint(0, 10080)}
    else:
        clock["span"] = rng.randint(60, 20160)
    if rng.random() < 0.4:
        cap = rng.randint(0, 20160)
        clock["bank"] = {"start": rng.randint(0, cap), "increment": rng.randint(0, 1440), "cap": cap}
    return clock | {"back": rng.randint(0, 2880), "notice": rng.randint(0, 10080), "reaction": rng.randint(0, 10080)}


def random_seat(rng: Random, at: datetime) -> dict[str, Any]:
    """Make a seat that is asked at an instant, with a night and maybe a vacation about that time."""
    seat: dict[str, Any] = {"zone": rng.choice(ZONES)}
    if rng.random() < 0.7:
        start = rng.randrange(1440)
        end = (start + rng.randint(1, 600)) % 1440
        seat["quiet"] = [f"{minute // 60:02}:{minute % 60:02}" for minute in (start, end)]
    if rng.random() < 0.4:
        first = at.date() + timedelta(rng.randint(-5, 12))
        announced = at - timedelta(minutes=rng.randrange(20000))
        seat["vacation"] = [
            {"from": str(first), "to": str(first + timedelta(rng.randint(0, 20))), "announced": announced.isoformat()}
        ]
    return seat


def random_ask(rng: Random) -> Ask:
    at = START + timedelta(minutes=rng.randrange(YEARS * 365 * 1440))
    return Ask(at, rng.choice(("turn", "reaction", "sealed")), rng.randint(0, 9))
