"""Organizers' pages of events: who may open them, making an event, and its tables at a glance."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Game, Player, Waiting
from games.permissions import organizes
from games.services.disputes import dispute_raise
from games.services.organize import game_adjudicate
from games.services.seats import seat_hand_over
from tests.games.kit import person
from tests.routes_kit import client, organizer
from tournaments.models import Booking, EventTemplate, Tournament
from tournaments.organize.event_form import EventForm, show_settings
from tournaments.organize.kinds import KINDS
from tournaments.organize.overview import Reading, load_overview
from tournaments.selectors.organizing import organized_events, organizes_event
from tournaments.services.creating import EventSettings, event_create
from tournaments.services.entry import check_in, entry_add, entry_open, event_start
from tournaments.services.running import event_advance

pytestmark = pytest.mark.django_db

LIST, NEW = "/organize/events/", "/organize/events/new/"
SWISS: dict[str, Any] = {"kind": "swiss", "rounds": 2}
USUAL: dict[str, Any] = {"title": "Spring Swiss", "kind": "swiss", "seats": "4", "rules": "modern", "turn_hours": "24"}


@pytest.fixture(autouse=True)
def no_second_step(settings: Any) -> None:
    settings.STAFF_SECOND_STEP = False


def desk(user: User) -> Client:
    return client(user)


def page_of(event: Tournament) -> str:
    return f"{LIST}{event.slug}/"


def cup(creator: User, people: int = 6, **told: Any) -> Tournament:
    """A running event of so many people, at tables of three."""
    tables = {"preferred": 3, "least": 3, "most": 3}
    settings = {"title": "Harbour Cup", "rules": "modern", "stages": [SWISS], "tables": tables, **told}
    event = event_create(EventSettings(**settings), creator)
    entry_open(event_id=event.pk)
    for number in range(people):
        entry_add(event_id=event.pk, user=person(f"p{number}"))
    event_start(event_id=event.pk)
    event_advance(event.pk)
    event.refresh_from_db()
    return event


def games_of(event: Tournament) -> list[Game]:
    return list(Game.objects.filter(event_table__round__tournament=event).order_by("pk"))


def reading() -> Reading:
    return Reading(timezone.now(), timezone.get_current_timezone())


# ---- who


def test_organizers_of_one_event_organize_its_games_and_nothing_else() -> None:
    olga, hana = organizer("olga"), person("hana")
    event, other = cup(olga), event_create(EventSettings(title="Other", rules="modern", stages=[SWISS]), olga)
    event.organizers.set([hana])
    assert organizes_event(hana, event) and not organizes_event(hana, other)
    assert all(organizes(hana, game) for game in games_of(event))
    visit = desk(hana)
    assert visit.get(page_of(event)).status_code == 200 and visit.get(page_of(other)).status_code == 404
    assert visit.get(NEW).status_code == 404 and visit.get("/organize/people/").status_code == 404
    assert b"Harbour Cup" in visit.get(LIST).content and b"Other" not in visit.get(LIST).content


def test_who_plays_in_an_event_organizes_nothing_of_it_superusers_neither() -> None:
    event = cup(organizer("olga"))
    root, player = User.objects.create_superuser("root", "root@example.org", "long password"), organizer("paul")
    assert organizes_event(root, event) and organizes(root, games_of(event)[0])
    for user in (root, player):
        event.entrants.create(number=90 + user.pk, user=user, name=user.username)
        assert not organizes_event(user, event) and not organizes(user, games_of(event)[0])
        assert desk(user).get(page_of(event)).status_code == 404


def test_who_takes_a_seat_of_an_event_without_entering_organizes_nothing_of_it_either() -> None:
    olga = organizer("olga")
    event, other = cup(olga), event_create(EventSettings(title="Other", rules="modern", stages=[SWISS]), olga)
    first, second = games_of(event)
    root = User.objects.create_superuser("root", "root@example.org", "long password")
    for seat, user in enumerate((olga, root)):
        assert organizes_event(user, event) and organizes(user, second)
        seat_hand_over(game_id=first.pk, seat=seat, by=user, reason="a substitute")
        assert not organizes_event(user, event) and not organizes(user, second) and organizes_event(user, other)
        assert [each.title for each in organized_events(user)] == ["Other"]
        assert desk(user).get(page_of(event)).status_code == 404


# ---- making one


@pytest.mark.parametrize("kind", [kind.name for kind in KINDS])
def test_an_event_of_each_kind_is_made_and_read_again(kind: str) -> None:
    olga = organizer("olga")
    answer = desk(olga).post(NEW, {**USUAL, "kind": kind, "do": "open"})
    event = Tournament.objects.get()
    assert answer.headers["Location"] == page_of(event) and event.status == Tournament.Status.ENTRY
    again = show_settings(EventSettings.of(event))
    form = EventForm(initial=again)
    assert again["kind"] == kind == form.chosen_kind.name and again["row_4"] == "10 6 3 1"
    assert again["turn_hours"] == 24 and event.with_teams == (kind == "team")


@pytest.mark.parametrize("kind", [kind.name for kind in KINDS])
def test_the_form_is_sent_as_it_stands(kind: str) -> None:
    visit = desk(organizer("olga"))
    page, form = visit.get(NEW).content.decode(), EventForm()
    shown = {name: form[name].value() for name in form.fields if f'name="{name}"' in page}
    sent = {name: "" if value is None else value for name, value in shown.items() if value is not False}
    assert len(sent) > 30
    answer = visit.post(NEW, {**sent, "numbers_of": "swiss", "title": "Spring", "kind": kind, "do": "draft"})
    assert answer.status_code == 302, answer.content.decode()
    stages = [stage.form for stage in Tournament.objects.get().stages.all()]
    assert stages == KINDS[kind].stages(KINDS[kind].numbers)


def test_any_format_is_played_by_teams_of_which_the_best_members_count() -> None:
    visit = desk(organizer("olga"))
    visit.post(NEW, {**USUAL, "kind": "pods", "teams": "on", "count": "2", "do": "draft"})
    event = Tournament.objects.get()
    assert event.with_teams and [stage.form.get("count") for stage in event.stages.all()] == [2, 2]
    again = show_settings(EventSettings.of(event))
    assert again["teams"] and again["count"] == 2 and again["kind"] == "pods"
    url = f"{page_of(event)}settings/"
    assert 'name="count" value="2"' in visit.get(url).content.decode()
    visit.post(url, {**USUAL, "kind": "pods", "count": ""})
    event.refresh_from_db()
    assert not event.with_teams and [stage.form.get("count") for stage in event.stages.all()] == [None, None]


def test_all_that_is_chosen_is_kept() -> None:
    posted = {
        **USUAL,
        "rounds": "5",
        "row_4": "12 6½ 3 1",
        "bye": "4.5",
        "tie_1": "opponents",
        "tie_2": "",
        "tie_3": "wins",
        "tie_4": "",
        "tie_5": "",
        "draft": "hand",
        "leaver_share": "20",
        "last_round": "12",
        "round_days": "21",
        "least_share": "90",
        "ends": "timetable",
        "days": ["7"],
        "times": "20:00",
        "do": "draft",
    }
    assert desk(organizer("olga")).post(NEW, posted).status_code == 302
    event = Tournament.objects.get()
    assert event.status == Tournament.Status.DRAFT and event.draft_hours is None and event.round_days == 21
    assert event.points["rows"]["4"] == [720, 390, 180, 60] and event.points["bye"] == 270
    assert event.tie_breaks == ["opponents", "wins", "lot"] and event.least_share == 90
    assert event.game_settings["last_round"] == 12 and event.game_settings["clock"]["timetable"]["days"] == [7]


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("title", "", "This field is required"),
        ("row_4", "10 x 3 1", "“x” is no number of points"),
        ("row_4", "1 6 3 1", "none above the one before"),
        ("kind", "chess", "Choose a format"),
        ("least_entrants", "65", "the least is not above the most"),
        ("entry_ends_at", "tomorrow", "Write the moment like"),
        ("entry_ends_at", "2020-01-01T10:00", "in the past"),
        ("times", "25:00", "one to four times of day"),
        ("rules", "go", "Select a valid choice"),
    ],
)
def test_bad_input_is_refused_in_words(field: str, value: str, said: str) -> None:
    answer = desk(organizer("olga")).post(NEW, {**USUAL, "ends": "timetable", "days": ["7"], field: value})
    assert answer.status_code == 422 and said in answer.content.decode() and not Tournament.objects.exists()


def test_the_form_says_in_short_what_comes_of_it() -> None:
    answer = desk(organizer("olga")).post(NEW, {**USUAL, "look": "1", "rounds": "7", "most_entrants": "64"})
    page = answer.content.decode()
    assert "Up to 64 players play Modern at tables of four." in page
    assert "With 64 players there are 112 games, 16 at a time, and no byes." in page
    assert "First place earns 10 points, then 6, 3 and 1." in page and not Tournament.objects.exists()


# ---- its tables


def test_the_tables_of_a_round_at_a_glance(django_assert_max_num_queries: Any) -> None:
    olga = organizer("olga")
    event = cup(olga)
    first, second = games_of(event)
    late, now = Waiting.objects.filter(game=second), timezone.now()
    late.update(own_until=now - timedelta(hours=5), deadline_at=now + timedelta(hours=3))
    seat = Player.objects.filter(game=first).first()
    assert seat is not None and seat.user is not None
    dispute_raise(game_id=first.pk, user=seat.user, text="Siam fell twice.")
    with django_assert_max_num_queries(9):
        overview = load_overview(Tournament.objects.get(pk=event.pk), reading())
    assert [row.states[0] for row in overview.rows] == ["disputed", "late"]
    assert overview.heading == "Round 1 needs you at one table"
    assert overview.rows[1].who == "5 hours into the time bank" and len(overview.holdups) == 3
    visit = desk(olga)
    page = visit.get(page_of(event)).content.decode()
    assert "Siam fell twice." in page and "5 hours into the time bank" in page and "0 of 2 tables are done." in page
    only = visit.get(page_of(event) + "?show=late").content.decode()
    assert second.slug in only and f'value="{first.slug}"' not in only


def test_all_tables_of_a_round_are_paused_with_one_reason() -> None:
    olga = organizer("olga")
    event = cup(olga)
    visit, games = desk(olga), games_of(event)
    page = visit.get(page_of(event) + "?choose=all").content.decode()
    assert page.count("checked>") >= 2 and 'action="/organize/many/"' in page and "Choose none" in page
    asked = {"act": "pause", "g": [game.slug for game in games], "reason": "The mail is down.", "back": page_of(event)}
    preview = visit.post("/organize/many/", asked).content.decode()
    assert "2 games pause, 6 players are told." in preview and preview.count("All clocks stop now.") == 1
    seen = [f"{game.slug}:{game.seq}" for game in games]
    done = visit.post("/organize/many/", asked | {"sure": "1", "seen": seen})
    assert done.headers["Location"] == page_of(event)
    assert {game.status for game in games_of(event)} == {Game.Status.PAUSED}
    counts = {figure.key: count for figure, count in load_overview(event, reading()).figures}
    assert counts["paused"] == 2 and counts["running"] == 0
    page = visit.get(page_of(event) + "?show=paused").content.decode()
    assert "<b>2</b><span>paused</span>" in page and page.count('class="paused"') == 2


def test_before_it_begins_the_page_counts_who_entered_and_one_list_names_them() -> None:
    olga = organizer("olga")
    event = event_create(EventSettings(title="Cup", rules="modern", stages=[SWISS], most_entrants=2, check_in_hours=2))
    event.organizers.add(olga)
    entry_open(event_id=event.pk)
    for name in ("ann", "bob", "carl"):
        entry_add(event_id=event.pk, user=person(name))
    visit = desk(olga)
    page = visit.get(page_of(event)).content.decode()
    assert "Open for entry. 2 players have a place. 1 more waits for one." in page and "ann" not in page
    assert "See who entered" in page and "ann" in visit.get(f"{page_of(event)}entrants/").content.decode()
    event_start(event_id=event.pk)
    check_in(entrant_id=event.entrants.get(name="ann").pk)
    page = visit.get(page_of(event)).content.decode()
    assert "2 players have a place. 1 of them has checked in. 1 more waits" in page


def test_an_event_starts_from_a_template_or_from_another_event() -> None:
    olga, other = organizer("olga"), organizer("oskar")
    visit = desk(olga)
    chosen = {**USUAL, "kind": "pods", "cut": "9", "row_4": "12 6½ 3 1", "draft": "hand"}
    kept = visit.post(NEW, chosen | {"do": "template"})
    template = EventTemplate.objects.get()
    assert kept.headers["Location"] == f"{NEW}?template={template.pk}" and not Tournament.objects.exists()
    visit.post(NEW, chosen | {"do": "draft"})
    event = Tournament.objects.get()
    for query in (f"template={template.pk}", f"from={event.slug}"):
        page = visit.get(f"{NEW}?{query}").content.decode()
        assert 'value="12 6½ 3 1"' in page and 'value="pods" checked' in page and 'value="9"' in page
        assert "Start from one of yours" in page
    assert desk(other).get(f"{NEW}?template={template.pk}").status_code == 404


def test_the_admin_lists_are_filtered_by_state_rules_date_and_organizer() -> None:
    root = User.objects.create_superuser("root", "root@example.org", "long password")
    cup(root, 3)
    visit = desk(root)
    for model, by in (
        ("tournament", "organizers__id__exact"),
        ("stage", "tournament__organizers__id__exact"),
        ("round", "tournament__organizers__id__exact"),
        ("table", "round__tournament__organizers__id__exact"),
        ("entrant", "tournament__organizers__id__exact"),
        ("booking", "table__round__tournament__organizers__id__exact"),
    ):
        page = visit.get(f"/admin/tournaments/{model}/?{by}={root.pk}").content.decode()
        assert f"{by}={root.pk}" in page and f'{by}={User.objects.get(username="p0").pk}"' not in page
    ended = games_of(Tournament.objects.get())[0]
    game_adjudicate(game_id=ended.pk, user=root, reason="late")
    event_advance(Tournament.objects.get().pk)
    page = visit.get("/admin/tournaments/booking/").content.decode()
    assert (
        "Harbour Cup" in page and "round 01, table 1" in page and "e001 60" in page and "&#x27;e001&#x27;" not in page
    )
    assert (
        "Organizers" in page
        and "organizers ▾" not in page
        and "e001, " in visit.get("/admin/tournaments/table/").content.decode()
    )
    row = Booking.objects.order_by("pk")[0]
    assert visit.get(f"/admin/tournaments/booking/{row.pk}/change/").status_code == 200
    assert visit.get(f"/admin/tournaments/table/{row.table_id}/change/").status_code == 200
    wish = {"status__exact": "running", "started_at__gte": "2020-01-01"}
    assert "Harbour Cup" in visit.get("/admin/tournaments/tournament/", wish).content.decode()
