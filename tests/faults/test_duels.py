"""Orders that come in the moment in which their time runs out: one of the two counts, whichever it is."""

from __future__ import annotations

import json

import pytest

from tests.faults.sites import Embedded, Hosted, Site

pytestmark = [pytest.mark.faults, pytest.mark.no_cover, pytest.mark.timeout(400)]

RACES = 60


@pytest.mark.long
@pytest.mark.services
def test_orders_against_deadlines_on_postgresql(hosted: Hosted) -> None:
    race(hosted)


@pytest.mark.once
def test_orders_against_deadlines_on_sqlite(embedded: Embedded) -> None:
    race(embedded)


def race(site: Site) -> None:
    site.seed(RACES, -1)
    first = json.loads(site.run("-m", "tests.faults.duels"))
    print(f"first: {first}")
    assert sum(first.values()) == RACES and set(first) <= {"human", "deadline"}
    site.check()
