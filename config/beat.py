"""The scheduler of beat, which lets no wrong clock stop it and remembers nothing over a restart.

What recurs does so every ten seconds, so there is nothing to catch up with. Celery's own scheduler waits until the last
run is long enough ago: a clock that ran ahead for a moment and was set right would stop it for as long as it was ahead,
and a file would keep that over a restart.
"""

from __future__ import annotations

from celery.beat import Scheduler


class SteadyScheduler(Scheduler):
    """Celery's scheduler in memory, by the clock as it is now."""

    max_interval = 10.0  # seconds; so long it sleeps at most, whatever the clock was when it fell asleep

    def tick(self, *args: object, **kwargs: object) -> float:
        """Run what is due; what ran in the future by the present clock counts as run just now."""
        for entry in self.schedule.values():
            entry.last_run_at = min(entry.last_run_at, entry.default_now())
        self._heap = None  # in which Celery keeps when each is due, by the clock of that moment
        return float(super().tick(*args, **kwargs))
