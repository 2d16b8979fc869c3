"""Pages and files of events, as everybody sees them."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from msgspec.msgpack import encode

from accounts.models import User
from calendars.ical import calendar_of
from calendars.services import renew_feed
from games.services.locks import db_now
from tests.games.api.kit import program
from tests.games.kit import person
from tournaments.models import Entrant, Tournament
from tournaments.pages.league import moves_of
from tournaments.pages.rounds import RoundFacts, draw_line
from tournaments.pages.standings import Standing
from tournaments.pages.words import division_name
from tournaments.selectors.event_reading import published_for
from tournaments.selectors.event_standings import Kept, cut_standings, standings_of
from tournaments.selectors.publishing import each_file
from tournaments.services.creating import EventSettings, event_create
from tournaments.services.entry import entry_add, entry_open
from tournaments.services.season import Season, play_season
from tournaments.sizes import TableSizes
from tournaments.tests.test_running import open_event, running_event

pytestmark = [pytest.mark.django_db]


def play(kind: str = "swiss", **told: Any) -> Tournament:
    """A season whose games end after a round."""
    told = {"entrants": 6, "seats": 3, "bots": ("random",), "seed": "s", "last_round": 1, "rounds": 2} | told
    return play_season(Season(format=kind, **told)).event


def visitor(user: User | None = None) -> Client:
    made = Client()
    if user is not None:
        made.force_login(user)
    return made


def page(path: str, user: User | None = None) -> str:
    found = visitor(user).get(path)
    assert found.status_code == 200, path
    return found.content.decode()


def primaries(html: str) -> int:
    return len(re.findall(r'class="btn[^"]*\bprimary\b', html))


def test_an_entrant_sees_their_own_table_first() -> None:
    event = running_event()
    me = User.objects.get(username="p1")
    html = page(f"/events/{event.slug}/", me)
    assert html.index('class="my-table"') < html.index("Tables of round 1")
    assert primaries(html) == 1 and html.count("<h1") == 1
    assert 'class="my-table"' not in page(f"/events/{event.slug}/")


def test_standings_open_the_reasons_of_each_row() -> None:
    event = play()
    me = User.objects.get(username="player-004")
    html = page(f"/events/{event.slug}/", me)
    rows = re.findall(r'<details name="standing".*?</details>', html, re.S)
    assert len(rows) == 6 and len([row for row in rows if " open" in row.split(">")[0]]) == 1
    for row in rows:
        brought = [float(each) for each in re.findall(r'<td class="num">(-?[\d.]+)</td>', row)]
        assert sum(brought[:-1]) == pytest.approx(brought[-1]) and len(brought) == 3


@pytest.mark.parametrize("count", [3, 9, 40])
def test_the_first_the_readers_own_and_the_last_are_shown_and_the_rest_is_folded(count: int) -> None:
    kept = fake_standings(count)
    for me in (f"e{at:03}" for at in range(1, count + 1)):
        parts = cut_standings(kept, me, "/all/")
        places = [row.place for part in parts for row in part.rows]
        assert places == [*range(1, count + 1)]
        shown = [row for part in parts if not part.title for row in part.rows]
        assert me in [row.entrant for row in shown] and len(shown) <= 15


def fake_standings(count: int) -> Any:
    """Standings of so many rows in which nothing but the places matters."""
    order = [(f"e{at:03}", at, "0") for at in range(1, count + 1)]
    rows = [Standing(place, code, code, "in", "0", (), (), "", (), "0", ()) for code, place, _points in order]
    return Kept(1, order, [encode(row) for row in rows])


def test_the_points_of_lines_are_those_of_the_standings() -> None:
    event = play("knockout", entrants=7, advance=1)
    found = published_for(User.objects.create_user("x"), event.slug)
    kept = standings_of(found, found.stage)
    published = json.loads(dict(each_file(event))[f"standings/{kept.after:02}.json"])["rows"]
    assert [row["entrant"] for row in published] == [entrant for entrant, _place, _points in kept.order]
    for at, row in enumerate(published):
        shown = kept.row(at)
        assert shown.points == f"{row['points'] // 60}" or "." in shown.points
        assert shown.place == row["place"]


def test_lists_name_what_a_reader_may_see() -> None:
    ann, olga = person("ann"), person("olga")
    stages = [{"kind": "swiss", "rounds": 2}]
    hidden = event_create(EventSettings(title="Secret Cup", rules="modern", stages=stages), olga)
    shown = event_create(EventSettings(title="Harbour Cup", rules="modern", stages=stages), olga)
    entry_open(event_id=shown.pk)
    entry_add(event_id=shown.pk, user=ann)
    assert "Harbour Cup" in page("/events/") and "Secret Cup" not in page("/events/", ann)
    assert "you are in" in page("/events/", ann) and "Secret Cup" in page("/events/", olga)
    assert Client().get(f"/events/{hidden.slug}/").status_code == 404
    assert "not been announced" in page(f"/events/{hidden.slug}/", olga)
    Tournament.objects.filter(pk=shown.pk).update(invited_only=True)
    assert visitor(person("bob")).get(f"/events/{shown.slug}/").status_code == 404
    assert "Harbour Cup" not in page("/events/") and "Harbour Cup" in page(f"/events/{shown.slug}/", ann)


def published_files(event: Tournament) -> Iterator[tuple[str, bytes]]:
    for name, body in each_file(event):
        found = Client().get(f"/events/{event.slug}/files/{name}")
        assert found.status_code == 200, name
        yield name, found.content
        assert found.content == body, name


def test_the_folder_of_an_event_is_what_publishing_makes() -> None:
    event = play(rounds=1)
    files = dict(published_files(event))
    for name, body in files.items():
        if name.endswith(".json"):
            told = json.loads(body)
            assert body == json.dumps(told, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    packed = zipfile.ZipFile(io.BytesIO(Client().get(f"/events/{event.slug}/files.zip").content))
    assert {name.partition("/")[2]: packed.read(name) for name in packed.namelist()} == files
    listed = page(f"/events/{event.slug}/files/")
    assert all(f"/events/{event.slug}/files/{name}" in listed for name in files)


@pytest.mark.parametrize(
    ("kind", "told", "names"),
    [
        ("swiss", {"entrants": 6, "teams": 2, "rounds": 1}, ("01", "01-teams")),
        ("league", {"entrants": 11}, ("01-D1",)),
    ],
)
def test_standings_can_be_taken_away_as_tables(kind: str, told: dict[str, Any], names: tuple[str, ...]) -> None:
    event = play(kind, **told)
    html = page(f"/events/{event.slug}/")
    paths = {f"/events/{event.slug}/files/standings/{name}.{end}" for name in names for end in ("csv", "json")}
    assert set(re.findall(r'href="([^"]*/files/standings/[^"]*)"', html)) == paths
    for path in paths:
        assert Client().get(path).status_code == 200, path
    if kind == "league":
        second = page(f"/events/{event.slug}/?division=2")
        assert "standings/01-D2.csv" in second and "Division B 1 as CSV" in second
    else:
        assert paths <= set(re.findall(r'href="([^"]*)"', page(f"/events/{event.slug}/standings/")))


def test_what_is_not_published_yet_is_refused_in_words() -> None:
    event = running_event()
    for name in ("rounds/01/results.json", "standings/01.json", "rounds/02/input.json", "../settings.py"):
        found = Client().get(f"/events/{event.slug}/files/{name}")
        assert found.status_code == 404 and "not yet" in found.content.decode(), name
    assert Client().get(f"/events/{event.slug}/files/rounds/01/output.json").status_code == 200
    for name, why in (("standings/", "no standings yet"), ("rounds/2/", "not been drawn yet")):
        found = Client().get(f"/events/{event.slug}/{name}")
        assert found.status_code == 404 and why in found.content.decode()


def test_a_round_shows_its_tables_and_how_to_check_its_draw() -> None:
    event = play(entrants=4, rounds=2)
    html = page(f"/events/{event.slug}/rounds/2/")
    assert "meet again" in html and "pairing_check" in html
    assert event.drawn.get(number=2).given["seed"][:4] in html
    assert "Round 1" in page(f"/events/{event.slug}/standings/?after=1")


# ---- brackets and leagues


def test_a_bracket_says_in_words_what_it_draws() -> None:
    event = play("knockout", entrants=7, advance=1)
    html = page(f"/events/{event.slug}/", User.objects.get(username="player-001"))
    drawn = html[html.index('<svg class="bracket') : html.index("bracket-words")]
    words = html[html.index("bracket-words") :]
    assert all(f"player-00{at}" in drawn for at in range(1, 8))
    assert "<mark>you</mark>" in words and 'class="mine-row"' in drawn and "Final" in words
    rounds = event.drawn.count()
    outputs = [each.output or {} for each in event.drawn.all()]
    assert drawn.count('<g class="done"') == sum(len(each["tables"]) + bool(each["byes"]) for each in outputs)
    assert len(re.findall(r'class="ln', drawn)) >= rounds


def test_a_division_shows_what_can_still_be_won_and_who_would_move() -> None:
    event = play("league", entrants=9)
    html = page(f"/events/{event.slug}/", User.objects.get(username="player-001"))
    assert "Games of division A" in html and "4 of 4" in html and 'class="standings league"' in html
    assert moves_of(1, 7, 3) == {5: ("down", 2), 6: ("down", 3)}
    assert moves_of(2, 7, 3) == {0: ("up", 1)} and moves_of(1, 9, 1) == {}


@pytest.mark.parametrize(("group", "name"), [("D1", "A"), ("D2", "B 1"), ("D3", "B 2"), ("D4", "C 1"), ("D7", "C 4")])
def test_divisions_are_named_by_their_level(group: str, name: str) -> None:
    assert division_name(group) == name


@pytest.mark.parametrize("kind", ["double", "pods", "series", "ladder", "hill"])
def test_every_format_has_a_page(kind: str) -> None:
    told = {"pods": {"entrants": 4, "games": 1, "cut": 3}, "series": {"entrants": 3, "games": 2}}
    event = play(kind, **told.get(kind, {"entrants": 4}))
    html = page(f"/events/{event.slug}/")
    assert html.count("<h1") == 1 and " won." in html
    assert "Standings after round" in page(f"/events/{event.slug}/standings/")


def test_teams_have_the_points_of_their_members() -> None:
    event = play(entrants=6, teams=2, rounds=1)
    html = page(f"/events/{event.slug}/")
    teams = html[html.index("Teams after round 1") : html.index("Standings after round 1")]
    for row in re.findall(r'<details name="standing".*?</details>', teams, re.S):
        brought = [float(each) for each in re.findall(r'<td class="num">([\d.]+)</td>', row)]
        assert len(brought) == 4 and sum(brought[:-1]) == pytest.approx(brought[-1])
    assert "team 1" in teams and "team 2" in teams


def test_a_knockout_names_its_rounds_and_counts_those_to_come() -> None:
    sizes = TableSizes(4, 3, 5)
    form = {"kind": "knockout", "advance": 2}
    line = draw_line([form], sizes, [], 16)
    assert [each.title for each in line] == ["First round", "Second round", "Final"]
    drawn = RoundFacts(1, 0, 4, 1, 0, is_over=False, url="/r/1/")
    line = draw_line([form], sizes, [drawn], 16)
    assert line[0].text == "1 of 4 tables done" and line[0].is_current and len(line) == 3
    assert not draw_line([{"kind": "ladder", "rounds": 30}], sizes, [], 16)


# ---- programs and calendars


def test_programs_get_lists_details_and_the_same_files() -> None:
    event, me = play(entrants=4, rounds=1), User.objects.get(username="player-002")
    bot = program(me)
    (listed,) = bot.get("events/?status=over").json()["events"]
    assert (listed["slug"], listed["entrants"], listed["entrant"]) == (event.slug, 4, "e002")
    assert bot.get("events/?status=running").json() == {"events": []}
    told = bot.get(f"events/{event.slug}/").json()
    files = dict(each_file(event))
    assert told["event"] == listed and told["files"] == sorted(files)
    assert [table["done"] for table in told["tables"]] == [True] * len(told["tables"])
    for name, body in files.items():
        assert bot.get(f"events/{event.slug}/files/{name}").content == body
    missing = bot.get(f"events/{event.slug}/files/standings/09.json")
    assert missing.status_code == 404 and "not yet" in missing.json()["message"]


def test_the_calendar_tells_when_check_in_ends() -> None:
    event = open_event(check_in_hours=24)
    me = person("ann")
    entry_add(event_id=event.pk, user=me)
    ends = db_now() + timedelta(hours=20)
    Tournament.objects.filter(pk=event.pk).update(status=Tournament.Status.CHECK_IN, check_in_ends_at=ends)
    told = calendar_of(renew_feed(me)).decode()
    assert f"SUMMARY:{event.title}: check-in ends" in told and f"/events/{event.slug}/" in told
    Entrant.objects.filter(user=me).update(checked_in_at=db_now())
    assert "check-in" not in calendar_of(renew_feed(me)).decode()
