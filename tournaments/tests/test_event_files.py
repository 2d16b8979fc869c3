"""The files of an event that are kept: the same bytes as those made anew, and never old ones."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchmarks.event_page import crowd_event
from tests.routes_kit import organizer
from tournaments.models import Entrant, Round, Tournament
from tournaments.selectors import event_files
from tournaments.selectors.event_files import archive_of, file_of, files_of, names_of
from tournaments.selectors.publishing import each_file
from tournaments.services.repairs import points_adjust
from tournaments.services.season import play_season
from tournaments.tests.test_running import season

pytestmark = pytest.mark.django_db


def check_same(event: Tournament) -> dict[str, bytes]:
    """All ways to the files of an event give what is made anew, whatever is kept; returns it."""
    made = dict(each_file(event))
    for _time in ("made", "kept"):
        assert files_of(event) == made and names_of(event) == sorted(made)
        assert all(file_of(event, name) == body for name, body in made.items())
        packed = zipfile.ZipFile(io.BytesIO(archive_of(event)))
        assert {name: packed.read(f"{event.slug}/{name}") for name in made} == made
    return made


@pytest.mark.parametrize(
    ("kind", "told"), [("swiss", {"teams": 2}), ("double", {"entrants": 4}), ("league", {}), ("ladder", {})]
)
def test_kept_files_are_those_made_anew(kind: str, told: dict[str, Any]) -> None:
    event = play_season(season(kind, **{"entrants": 4, "rounds": 2} | told)).event
    check_same(event)


def test_a_repair_a_swap_and_somebody_who_leaves_make_new_files() -> None:
    event = play_season(season("swiss", entrants=4, rounds=2)).event
    first = check_same(event)
    boss, entrant = organizer("olga"), event.entrants.get(number=2)
    points_adjust(entrant_id=entrant.pk, event_id=event.pk, user=boss, reason="Late rule change", units=60)
    second = check_same(event)
    assert {name for name in first if first[name] != second[name]} == {
        *("rounds/02/results.json", "standings/02.json", "standings/02.csv")
    }
    drawn = event.drawn.get(number=1)
    one, other = (table.seats[0] for table in (*drawn.tables.all(), *drawn.tables.all()))
    Round.objects.filter(pk=drawn.pk).update(swaps=[{"pair": [one, other], "reason": "Neighbours"}])
    assert "rounds/01/swaps.json" in check_same(event)
    Entrant.objects.filter(pk=entrant.pk).update(left=3)
    assert check_same(event)["standings/02.json"] != second["standings/02.json"]


def test_what_cannot_change_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    event, _player = crowd_event(16, 2)
    whole = check_same(event)
    for name in ("files_of_round", "write_tables"):
        monkeypatch.setattr(event_files, name, lambda *told: pytest.fail("made twice"))
    assert files_of(event) == whole
    with CaptureQueriesContext(connection) as asked:
        assert Client().get(f"/events/{event.slug}/files.zip").content == archive_of(event)
    assert len(asked) <= 10, "twice the event, its stages, pairs, entrants and rounds"
    cache.clear()
    with pytest.raises(pytest.fail.Exception):
        files_of(event)


def test_a_draft_stays_hidden() -> None:
    event, _player = crowd_event(16, 1)
    Round.objects.filter(tournament=event, number=2).update(status=Round.Status.DRAFT)
    assert not [name for name in check_same(event) if name.startswith("rounds/02")]
