"""Whether the site lives (`/livez`), is ready (`/readyz`), and its figures for Prometheus (`/metrics`)."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from datetime import timedelta

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST

from accounts.ratelimit import limit
from common.outages import is_outage
from config.metrics import render_metrics
from games.clocks.calendar import zone_data_version
from games.models import Heartbeat, OutboxMail
from games.selectors.lists import overdue
from games.services import mail_outage
from games.services.site_outage import held_gap

SWEEP_SILENCE = timedelta(seconds=60)
MAIL_DELAY = timedelta(minutes=5)
WRITE_EVERY = 5.0
"""Seconds for which a process believes what it found when it last tried to write: strangers may ask as often as they
like."""

_written_at = -WRITE_EVERY


@require_safe
def livez(request: HttpRequest) -> HttpResponse:
    """Answer 200 as long as this process answers at all; asks no other service."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Answer 200 if the site can do its work, else 503; the body says of each part "ok" or what is wrong, and of which
    version the time zones are by which deadlines are computed."""
    try:
        found = {name: check() or "ok" for name, check in CHECKS.items()}
    except DatabaseError:
        found = {"database": "does not answer"}
    status = 200 if set(found.values()) == {"ok"} else 503
    return JsonResponse({**found, "zone_data": zone_data_version()}, status=status)


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Export figures for Prometheus to whoever sends METRICS_TOKEN as a bearer token; 404 to everybody else."""
    sent = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not settings.METRICS_TOKEN or not secrets.compare_digest(sent.encode(), settings.METRICS_TOKEN.encode()):
        raise Http404
    return HttpResponse(render_metrics(), content_type=CONTENT_TYPE_LATEST)


def migrations_missing() -> bool:
    """Return whether the code knows migrations that the database has not had."""
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def _records() -> str:
    """Write a row, as only that tells whether the disk is full or the database read-only."""
    global _written_at
    if time.monotonic() - _written_at < WRITE_EVERY:
        return ""
    try:
        limit("readyz", 0, 0)
    except DatabaseError as error:
        if not is_outage(error):
            raise
        return f"cannot be written: {str(error).splitlines()[0]}"
    _written_at = time.monotonic()
    return ""


def _migrations() -> str:
    return "missing; run manage.py migrate" if migrations_missing() else ""


def _clock() -> str:
    """Check that deadlines are not on hold: after a gap too long to be credited, nobody is skipped until the host
    decides."""
    if held_gap() is None:
        return ""
    return "moved on too far since the last sweep, so nobody is skipped; set it right, or see manage.py outage"


def _sweep() -> str:
    """Check that the sweep has run lately; it passes overdue turns every ten seconds while a worker and beat live."""
    seen = Heartbeat.objects.filter(name="sweep").values_list("seen_at", flat=True).first()
    if seen is None:
        return "has never run; is a worker and the clock running?"
    silence = timezone.now() - seen
    if -silence > SWEEP_SILENCE:
        return f"last ran {int(-silence.total_seconds())} s in the future by the clock, which was set back"
    return f"silent for {int(silence.total_seconds())} s" if silence > SWEEP_SILENCE else ""


def _mail() -> str:
    stop = mail_outage.current_outage()
    if stop is not None:
        return f"stands still: {stop.get_cause_display()}"
    late = OutboxMail.objects.filter(
        state__in=OutboxMail.WAITING_STATES, not_before__lt=timezone.now() - MAIL_DELAY
    ).count()
    return f"{late} mails wait for more than five minutes" if late else ""


def _deadlines() -> str:
    late = overdue(timezone.now()).count()
    return f"{late} answers overdue for more than two minutes" if late else ""


CHECKS: dict[str, Callable[[], str]] = {
    "database": _records,
    "migrations": _migrations,
    "clock": _clock,
    "sweep": _sweep,
    "mail": _mail,
    "deadlines": _deadlines,
}
