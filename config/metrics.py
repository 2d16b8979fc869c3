"""Figures for Prometheus: what the web processes have counted, and what the database says at this moment."""

from __future__ import annotations

import os
from collections.abc import Iterator

from django.db import DatabaseError
from django.utils.translation import gettext as _
from prometheus_client import REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector

from common.outages import is_outage
from common.version import VERSION
from games.models import Game, Heartbeat, OutboxMail
from games.play.outage import SWEEP
from games.selectors.lists import overdue
from games.services.locks import db_now
from games.services.site_outage import is_held


def render_metrics() -> bytes:
    """Write all figures in Prometheus’s text format."""
    registry = CollectorRegistry()
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        MultiProcessCollector(registry)
    else:
        registry.register(REGISTRY)
    registry.register(SiteCollector())
    return generate_latest(registry)


class SiteCollector:
    """The site's own figures. They are read when they are asked for, so every web process answers the same."""

    def collect(self) -> Iterator[Metric]:
        """Yield the figures; without the database only that it is away."""
        yield InfoMetricFamily("fieldpost", _("The release."), {"version": VERSION})
        try:
            figures = list(self._figures())
        except DatabaseError as error:
            if not is_outage(error):
                raise
            figures = []
        yield gauge("database_up", _("1 while the database answers."), bool(figures))
        yield from figures

    def _figures(self) -> Iterator[Metric]:
        now = db_now()
        mails = OutboxMail.objects.filter(state__in=OutboxMail.WAITING_STATES)
        wanted = mails.filter(wanted_at__lte=now).order_by("wanted_at").values_list("wanted_at", flat=True).first()
        running = Game.objects.filter(status=Game.Status.RUNNING)
        yield gauge("mails_waiting", _("Mails that have not left yet."), mails.count())
        yield gauge(
            "mail_oldest_seconds",
            _("How long ago the oldest of them should have left."),
            (now - wanted).total_seconds() if wanted else 0,
        )
        yield gauge("answers_overdue", _("Answers due for two minutes that no sweep has passed."), overdue(now).count())
        yield gauge("games_running", _("Games that are being played."), running.count())
        yield gauge("deadlines_held", _("1 while the clock is not believed and nobody is skipped."), is_held())
        for seen in Heartbeat.objects.filter(pk=SWEEP).values_list("seen_at", flat=True):
            yield gauge("sweep_age_seconds", _("How long ago the last sweep ran."), (now - seen).total_seconds())


def gauge(name: str, help_text: str, value: float) -> Metric:
    """Make one figure with the site's prefix."""
    return GaugeMetricFamily(f"fieldpost_{name}", help_text, value=float(value))
