"""`manage.py event_export`: the files of an event, in a folder of its own."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.services.organize import game_void
from tests.routes_kit import organizer
from tournaments.folders import compare_standings
from tournaments.models import Round, Table
from tournaments.selectors.publishing import each_file
from tournaments.services.running import event_advance
from tournaments.tests.test_running import running_event

pytestmark = pytest.mark.django_db


def test_the_folder_has_every_file_that_is_public_and_no_other(tmp_path: Path) -> None:
    event, out, folder = running_event(), StringIO(), tmp_path / "cup" / "files"
    game_void(game_id=Table.objects.get().game_id, user=organizer("olga"), reason="over")
    event_advance(event.pk)
    Round.objects.filter(number=2).update(status=Round.Status.DRAFT)
    call_command("event_export", event.slug, str(folder), "--json", stdout=out)
    written = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert written == dict(each_file(event)) and "rounds/02/input.json" not in written
    assert json.loads(out.getvalue())["files"] == list(dict(each_file(event)))
    assert compare_standings(folder) == (["standings/01.json", "standings/01.csv"], [])


def test_a_folder_that_is_not_empty_and_an_event_that_is_not_there_are_refused(tmp_path: Path) -> None:
    event = running_event()
    (tmp_path / "mine.txt").write_text("kept")
    with pytest.raises(CommandError, match="is not empty: name a new folder"):
        call_command("event_export", event.slug, str(tmp_path))
    with pytest.raises(CommandError, match="no event nowhere") as refused:
        call_command("event_export", "nowhere", str(tmp_path / "new"))
    assert refused.value.returncode == 2 and [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    event, place = running_event(), tmp_path / "cup"
    place.write_text("")
    with pytest.raises(CommandError, match="is no folder"):
        call_command("event_export", event.slug, str(place))
    with pytest.raises(CommandError, match="Not a directory"):
        call_command("event_export", event.slug, str(place / "files"))
