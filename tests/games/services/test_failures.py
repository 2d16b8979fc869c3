"""What fails is mailed to the host once for each cause in a quarter of an hour, with all that happened meanwhile."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from accounts.mailing import open_mail
from games.models import Failure, OutboxMail
from games.services.failures import FORGET_AFTER, QUIET, failure_count, failure_report, failures_report

pytestmark = [pytest.mark.django_db, pytest.mark.databases]
LITTLE = timedelta(seconds=1)


@pytest.fixture(autouse=True)
def now(settings: Settings) -> datetime:
    settings.ADMINS = [("Host", "one@example.org"), ("Host", "two@example.org")]
    return timezone.now()


def fail(times: int, cause: str = "a") -> None:
    for number in range(times):
        failure_count(cause, f"Error {cause}", f"failure {number + 1} of {times}")


def mails() -> list[tuple[str, str, str]]:
    """Address, subject and text of what was queued, the oldest first."""
    rows = OutboxMail.objects.order_by("pk")
    return [(row.address, *open_mail(row.context["sealed"])) for row in rows]


def test_each_host_gets_one_mail_that_counts_what_happened(now: datetime) -> None:
    fail(3)
    assert not mails()
    assert failures_report(now) == 1
    assert [address for address, *_ in mails()] == ["one@example.org", "two@example.org"]
    _, subject, text = mails()[0]
    assert subject == "[Fieldpost] Error a"
    assert text.startswith("This happened 3 times since") and "failure 3 of 3" in text


def test_what_follows_within_a_quarter_of_an_hour_is_told_at_its_end(now: datetime) -> None:
    fail(1)
    failures_report(now)
    fail(40)
    assert failures_report(now + QUIET - LITTLE) == 0 and len(mails()) == 2
    assert failures_report(now + QUIET) == 1
    assert mails()[0][2].startswith("This happened once since")
    assert mails()[-1][2].startswith("This happened 40 times since")
    assert failures_report(now + 2 * QUIET) == 0 and len(mails()) == 4


def test_another_cause_has_a_mail_of_its_own(now: datetime) -> None:
    fail(2)
    fail(5, "b")
    assert failures_report(now) == 2
    assert {subject for _, subject, _ in mails()} == {"[Fieldpost] Error a", "[Fieldpost] Error b"}


def test_of_two_workers_one_reports_and_loses_nothing_that_comes_meanwhile(now: datetime) -> None:
    fail(2)
    (seen,) = Failure.objects.all()
    fail(1)
    assert failure_report(seen, now) and not failure_report(seen, now)
    assert mails()[0][2].startswith("This happened 2 times") and Failure.objects.get().unreported == 1


def test_a_clock_that_ran_ahead_keeps_no_failure_back(now: datetime) -> None:
    fail(1)
    failures_report(now + timedelta(hours=100))
    fail(1)
    assert failures_report(now) == 1


def test_old_causes_are_forgotten_and_open_ones_are_not(now: datetime) -> None:
    fail(1)
    failures_report(now)
    fail(1, "b")
    failures_report(now)
    fail(1, "b")
    failures_report(now + FORGET_AFTER + QUIET + LITTLE)
    assert list(Failure.objects.values_list("pk", flat=True)) == ["b"]
