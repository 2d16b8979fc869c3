"""Settings of an event that change before its first draw: what may, who is told, and what stays as it was."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.core import mail
from django.test import Client

from accounts.models import User
from games.models import AuditEntry, OutboxMail
from games.services.locks import db_now
from tests.games.kit import person
from tests.routes_kit import client, organizer
from tournaments.models import Tournament
from tournaments.services.creating import EventRefused, EventSettings, event_create
from tournaments.services.entry import entry_add, entry_open, event_start
from tournaments.tests.test_entry import told, visitor
from tournaments.tests.test_organizing import LIST, NEW, SWISS, USUAL, page_of

pytestmark = pytest.mark.django_db

REASON = "The hall is free a week later."


@pytest.fixture(autouse=True)
def no_second_step(settings: Any) -> None:
    settings.STAFF_SECOND_STEP = False


def made_by_form(**more: str) -> Tournament:
    """An event that olga made by the form."""
    client(organizer("olga")).post(NEW, {**USUAL, "do": "open", **more})
    return Tournament.objects.get()


def save(event: Tournament, **fields: str) -> Any:
    """Send the form of settings with these fields changed."""
    olga = event.organizers.get()
    sent = {**USUAL, "most_entrants": str(event.most_entrants), "reason": REASON, **fields}
    return visitor(olga).post(f"{page_of(event)}settings/", sent)


def text_of(number: int) -> str:
    """The words of a mail that was sent, in one line."""
    return " ".join(str(mail.outbox[number].body).split())


def test_an_event_that_is_prepared_can_change_in_everything() -> None:
    event = made_by_form(do="draft")
    commitment = event.commitment
    page = visitor(event.organizers.get()).get(f"{page_of(event)}settings/").content.decode()
    assert "everything can change" in page and 'value="Spring Swiss"' in page
    fields = {
        "title": "Summer Cup",
        "kind": "knockout",
        "row_4": "12 6 3 1",
        "rules": "classic_1959",
        "vacations": "none",
    }
    assert save(event, reason="", **fields).headers["Location"] == page_of(event)
    event.refresh_from_db()
    assert event.title == "Summer Cup" and event.points["rows"]["4"] == [720, 360, 180, 60]
    assert [stage.form for stage in event.stages.all()] == [{"kind": "knockout", "advance": 2}]
    assert event.commitment == commitment and event.vacation == "none" and event.rules == "classic_1959"
    assert AuditEntry.objects.get(action="event.change").details["event"] == event.pk
    assert not OutboxMail.objects.exists()


def test_points_are_fixed_once_entry_is_open_and_entrants_hear_of_the_rest() -> None:
    event = made_by_form()
    for name in ("anna", "ben"):
        entry_add(event_id=event.pk, user=person(name))
    page = visitor(event.organizers.get()).get(f"{page_of(event)}settings/").content.decode()
    assert "2 players have entered and get an email" in page and "Points, tie-breaks" in page
    assert "24 hours per turn" in Client().get(f"/events/{event.slug}/").content.decode()
    answer = save(event, seats="5", turn_hours="72", rounds="5", row_4="12 6 3 1", tie_1="land", leaver_share="30")
    public = Client().get(f"/events/{event.slug}/").content.decode()
    assert "3 days per turn" in public and "tables of 5" in public and "5 rounds" in public, "the page is not stale"
    assert answer.status_code == 302
    event.refresh_from_db()
    assert event.tables["preferred"] == 5 and event.game_settings["clock"]["span"] == 72 * 60
    assert event.points["rows"]["4"][0] == 600 and event.tie_breaks[0] == "wins" and event.leaver_share == 0
    assert told("event_changed") == ["anna", "ben"]
    body = text_of(0)
    assert "Seats: 5 players at a table, from 3 to 5" in body and "Clock: 3 days per turn." in body
    assert REASON in body and "Format:" in body and "Rules:" not in body and "Sign-up:" not in body
    assert save(event, seats="5", turn_hours="72", rounds="5", about="See you there.").status_code == 302
    assert told("event_changed") == ["anna", "ben"], "nothing that matters to them has changed"
    assert save(event, seats="4", turn_hours="72", rounds="5").status_code == 302
    assert told("event_changed") == ["anna", "anna", "ben", "ben"]


def test_every_setting_that_matters_has_its_sentence() -> None:
    event = made_by_form()
    entry_add(event_id=event.pk, user=person("anna"))
    changed = {
        "title": "Summer Cup",
        "entry_ends_at": "2099-02-28T20:00",
        "check_in_hours": "24",
        "rules": "classic_1959",
        "last_round": "12",
        "round_days": "21",
        "vacations": "days",
        "vacation_days": "3",
        "leavers": "bot",
    }
    assert save(event, **changed).status_code == 302
    assert told("event_changed") == ["anna"]
    for words in (
        "called Summer Cup now",
        "Sign-up: open until",
        "Check-in: 24 hours",
        "Rules: ",
        "after round 12",
        "ends 21 days after",
        "at most 3 days in each round",
        "a bot finishes your game",
    ):
        assert words in text_of(0), words
    assert save(event, title="Summer Cup", rules="classic_1959").status_code == 302, "what is not sent stays"
    event.refresh_from_db()
    assert event.check_in_hours == 24 and event.round_days == 21 and event.vacation == "days"
    empty = {"entry_ends_at": "", "check_in_hours": "0", "last_round": "", "round_days": "", "vacations": "allowed"}
    assert save(event, title="Summer Cup", rules="classic_1959", **empty).status_code == 302
    told("event_changed")
    for words in (
        "open until an organizer",
        "Check-in: none",
        "until somebody wins",
        "as long as it needs",
        "stands in",
    ):
        assert words in text_of(1), words


def test_a_tournament_may_be_for_members_of_a_club() -> None:
    club = Group.objects.create(name="Harbour club")
    event = made_by_form(club=str(club.pk))
    assert event.club == club
    with pytest.raises(EventRefused, match="members of Harbour club"):
        entry_add(event_id=event.pk, user=person("anna"))
    assert save(event, about="Bring a cake.").status_code == 302
    event.refresh_from_db()
    assert event.club == club and event.about == "Bring a cake."
    assert save(event, club="").status_code == 302
    event.refresh_from_db()
    assert event.club is None and entry_add(event_id=event.pk, user=User.objects.get(username="anna")).entered == 1


def test_an_event_is_seeded_by_hand() -> None:
    event = made_by_form(seeding="hand", least_entrants="2")
    for name in ("anna", "ben", "cleo"):
        entry_add(event_id=event.pk, user=person(name))
    visit, url = visitor(event.organizers.get()), f"{page_of(event)}do/seed/"
    assert "anna\nben\ncleo" in visit.get(url).content.decode()
    sent = {"order": "@Cleo\nanna\n", "reason": "The last champion comes first."}
    preview = visit.post(url, sent).content.decode()
    assert "cleo and anna come first" in preview
    assert 'type="hidden" name="order"' in preview
    assert visit.post(url, sent | {"sure": "1"}).status_code == 302
    for order_sent, said in (("dora", "dora has not entered"), ("anna\nAnna", "each player once")):
        assert said in visit.post(url, sent | {"order": order_sent}).content.decode()
    event_start(event_id=event.pk)
    ranks = dict(event.entrants.values_list("name", "seed_rank"))
    assert ranks == {"cleo": 1, "anna": 2, "ben": 3}
    assert visit.post(url, sent).status_code == 422, "it has begun"
    Tournament.objects.update(seeding="rating", status="entry")
    assert "not seeded by hand" in visit.post(url, sent).content.decode()


def test_who_waits_gets_a_place_when_there_are_more() -> None:
    event = made_by_form(least_entrants="2", most_entrants="2")
    entered = [entry_add(event_id=event.pk, user=person(name)) for name in ("anna", "ben", "cleo")]
    assert entered[2].reserve
    fewer = save(event, least_entrants="2", most_entrants="1")
    assert fewer.status_code == 422
    assert save(event, least_entrants="2", most_entrants="3").status_code == 302
    entered[2].refresh_from_db()
    assert not entered[2].reserve and told("event_place") == ["cleo"]
    fewer = save(event, least_entrants="2", most_entrants="2")
    assert fewer.status_code == 422 and "3 players have a place already" in fewer.content.decode()


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"reason": ""}, "Give a reason"),
        ({"title": "\u202e"}, "a name that people can read"),
        ({"kind": "team"}, "a tournament of teams stays one"),
        ({"least": "6", "seats": "4"}, "do not fit together"),
        ({"entry_ends_at": "2020-01-01T10:00"}, "in the past"),
    ],
)
def test_what_cannot_be_is_refused_in_words(fields: dict[str, str], said: str) -> None:
    event = made_by_form()
    entry_add(event_id=event.pk, user=person("anna"))
    answer = save(event, **fields)
    assert answer.status_code == 422 and said in answer.content.decode()
    assert not OutboxMail.objects.filter(template="event_changed").exists()


def test_settings_no_longer_change_once_entry_is_over() -> None:
    event = made_by_form(least_entrants="2")
    for name in ("anna", "ben", "cleo"):
        entry_add(event_id=event.pk, user=person(name))
    event_start(event_id=event.pk)
    page = visitor(event.organizers.get()).get(f"{page_of(event)}settings/").content.decode()
    assert "no longer change" in page and "<form" not in page.partition("<main")[2]
    assert save(event, title="Other").status_code == 422
    event.refresh_from_db()
    assert event.title == "Spring Swiss"


def test_what_the_form_cannot_show_is_kept() -> None:
    """Formats that no kind makes, points below a half, a clock in another zone and settings of games besides."""
    olga = organizer("olga")
    clock = {"zone": "America/New_York", "span": 1500, "off": {"weekdays": [6, 7]}}
    games: Any = {"clock": clock, "last_round": 9, "press": "off"}
    stages: Any = [SWISS, {"kind": "knockout", "advance": 2}]
    points: Any = {"rows": {str(n): [620, *range(n - 1, 0, -1)] for n in range(2, 7)}, "bye": 310}
    event = event_create(
        EventSettings(title="Spring Swiss", rules="modern", stages=stages, games=games, points=points, work=100), olga
    )
    entry_open(event_id=event.pk)
    ends = db_now() + timedelta(days=3)
    Tournament.objects.update(entry_ends_at=ends)
    sent = {"title": "Spring Swiss", "about": "!", "reason": REASON, "entry_ends_at": f"{ends:%Y-%m-%dT%H:%M}"}
    answer = client(olga).post(f"{LIST}{event.slug}/settings/", sent)
    assert answer.status_code == 302
    after = EventSettings.of(Tournament.objects.get())
    assert after.stages == stages and after.points == points and after.games == {"watch": "anyone", **games}
    assert after.work == 100 and after.about == "!" and after.entry_ends_at == ends, "the form shows no seconds"
