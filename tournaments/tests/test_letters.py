"""Messages between people and the organizers of an event: to one entrant, to all, and to the organizers."""

from __future__ import annotations

from typing import Any

import pytest
from django.core import mail
from django.test import Client

from accounts.models import User
from games.mail.outbox import outbox_deliver
from games.models import AuditEntry, OutboxMail
from tests.games.kit import person
from tests.routes_kit import organizer
from tournaments.models import Tournament
from tournaments.services.creating import Conditions, EventRefused, EventSettings, event_create
from tournaments.services.entry import entry_add, entry_open
from tournaments.services.letters import entrant_write, event_answer, event_ask
from tournaments.tests.test_entry import told, visitor
from tournaments.tests.test_organizing import SWISS, page_of

pytestmark = pytest.mark.django_db

TEXT = "Is the third round played over Easter?"
ANSWER = "No, it begins a week later."


@pytest.fixture(autouse=True)
def no_second_step(settings: Any) -> None:
    settings.STAFF_SECOND_STEP = False


def open_cup(*names: str, **told: Any) -> Tournament:
    """An event of olga that is open for entry, with these people in it."""
    settings = {"title": "Harbour Cup", "rules": "modern", "stages": [SWISS], **told}
    event = event_create(EventSettings(**settings), organizer("olga"))
    entry_open(event_id=event.pk)
    for name in names:
        entry_add(event_id=event.pk, user=person(name))
    return event


def user(name: str) -> User:
    return User.objects.get(username=name)


def desk(event: Tournament) -> Client:
    return visitor(event.organizers.get())


# ---- to entrants


def test_organizers_write_to_one_entrant_from_their_line() -> None:
    event = open_cup("anna", "ben")
    entry_add(event_id=event.pk, bot="recruit")
    User.objects.filter(username="ben").update(email="")
    visit, anna = desk(event), event.entrants.get(name="anna")
    page = visit.get(f"{page_of(event)}entrants/").content.decode()
    link = f"{page_of(event)}do/write/?entrant_id={anna.pk}"
    assert link in page and "Email does not reach them: no address" in page and "3 entrants" in page
    form = visit.get(link).content.decode()
    assert f'value="{anna.pk}" selected' in form and "Email does not reach" not in form
    sent = {"entrant_id": anna.pk, "reason": "Welcome, Anna."}
    preview = visit.post(f"{page_of(event)}do/write/", sent).content.decode()
    assert "1 player gets it by email." in preview and not OutboxMail.objects.exists()
    assert visit.post(f"{page_of(event)}do/write/", sent | {"sure": "1"}).status_code == 302
    assert told("event_message") == ["anna"]
    text = str(mail.outbox[0].body)
    assert mail.outbox[0].subject == "Harbour Cup: a message from the organizers" and "Welcome, Anna." in text
    assert f"/events/{event.slug}/write/" in text and "olga@" not in text
    row = AuditEntry.objects.get(action="event.write")
    assert row.details["entrant"] == anna.pk and row.reason == "Welcome, Anna."


def test_a_message_to_all_is_one_mail_each_and_names_whom_it_does_not_reach() -> None:
    event = open_cup("anna", "ben", "cleo")
    User.objects.filter(username="ben").update(email="")
    visit = desk(event)
    form = visit.get(f"{page_of(event)}do/write/").content.decode()
    assert "Email does not reach ben (no address)." in form
    sent = {"entrant_id": 0, "reason": "We begin on Monday."}
    preview = visit.post(f"{page_of(event)}do/write/", sent).content.decode()
    assert "2 players get it by email." in preview and "ben (no address)" in preview
    assert visit.post(f"{page_of(event)}do/write/", sent | {"sure": "1"}).status_code == 302
    assert told("event_message") == ["anna", "cleo"]
    ben = event.entrants.get(name="ben")
    with pytest.raises(EventRefused):
        entrant_write(entrant_id=ben.pk, event_id=event.pk, user=user("olga"), reason="Hello")
    assert AuditEntry.objects.filter(action="event.write").count() == 1


# ---- to organizers


def test_the_page_of_an_event_leads_to_its_organizers_without_an_address() -> None:
    event = open_cup("anna")
    page = Client().get(f"/events/{event.slug}/").content.decode()
    assert "Write to them" in page and f"/events/{event.slug}/write/" in page and "olga@" not in page
    assert "/login/" in Client().get(f"/events/{event.slug}/write/").headers["Location"]
    nina = visitor(person("nina"))
    asked = nina.post(f"/events/{event.slug}/write/", {"text": TEXT}, follow=True).content.decode()
    assert TEXT in asked and "Not answered yet." in asked and "olga@" not in asked
    assert told("event_question") == ["olga"]
    text = str(mail.outbox[0].body)
    assert mail.outbox[0].subject == "nina writes to the organizers of Harbour Cup" and TEXT in text
    assert "nina@" not in text
    row = AuditEntry.objects.get(action="event.ask")
    desk_page = desk(event).get(f"{page_of(event)}entrants/").content.decode()
    assert TEXT in desk_page and f"do/answer/?question_id={row.pk}" in desk_page


def test_an_answer_goes_to_whoever_asked_once() -> None:
    event = open_cup("anna")
    asked = event_ask(event_id=event.pk, user=user("anna"), text=TEXT)
    visit, sent = desk(event), {"question_id": asked.pk, "reason": ANSWER}
    form = visit.get(f"{page_of(event)}do/answer/?question_id={asked.pk}").content.decode()
    assert "anna: Is the third" in form
    assert "anna gets your answer by email." in visit.post(f"{page_of(event)}do/answer/", sent).content.decode()
    assert visit.post(f"{page_of(event)}do/answer/", sent | {"sure": "1"}).status_code == 302
    outbox_deliver()
    assert told("event_question") == [], "answered before it was sent"
    assert told("event_message") == ["anna"] and ANSWER in str(mail.outbox[0].body)
    assert ANSWER in visitor(user("anna")).get(f"/events/{event.slug}/write/").content.decode()
    with pytest.raises(EventRefused):
        event_answer(question_id=asked.pk, event_id=event.pk, user=user("olga"), reason=ANSWER)
    assert visit.post(f"{page_of(event)}do/answer/", sent).status_code == 422


def test_messages_have_limits() -> None:
    event = open_cup()
    nina = visitor(person("nina"))
    for text in ("", " ", "x" * 5000):
        assert nina.post(f"/events/{event.slug}/write/", {"text": text}).status_code == 422
    for _ in range(3):
        assert nina.post(f"/events/{event.slug}/write/", {"text": TEXT}).status_code == 302
    answer = nina.post(f"/events/{event.slug}/write/", {"text": TEXT})
    assert answer.status_code == 422 and "still waiting for an answer" in answer.content.decode()
    assert AuditEntry.objects.filter(action="event.ask").count() == 3


def test_an_event_whose_organizers_are_gone_is_answered_by_those_of_the_site() -> None:
    event = open_cup()
    organizer("paul")
    event.organizers.clear()
    event_ask(event_id=event.pk, user=person("nina"), text=TEXT)
    assert told("event_question") == ["olga", "paul"]


def test_nobody_writes_about_an_event_that_they_may_not_see() -> None:
    event = open_cup(conditions=Conditions(invited_only=True))
    assert visitor(person("nina")).post(f"/events/{event.slug}/write/", {"text": TEXT}).status_code == 404
    assert not AuditEntry.objects.filter(action="event.ask").exists()


@pytest.mark.parametrize("superuser", [False, True])
def test_an_organizer_of_the_site_who_is_entered_reads_no_letter_in_the_audit_log(superuser: bool) -> None:
    event, other = open_cup("anna"), event_create(EventSettings(title="Other", rules="modern", stages=[SWISS]))
    paul, reader = organizer("paul"), organizer("rita")
    User.objects.filter(pk=paul.pk).update(is_superuser=superuser)
    entry_add(event_id=event.pk, user=paul, by_organizer=True)
    for asked in (event, other):
        event_ask(event_id=asked.pk, user=user("anna"), text=f"Paul cheats in {asked.title}.")
    about_anna = f"/organize/people/{user('anna').pk}/"
    for path in ("/organize/audit/", "/organize/audit/export/", about_anna):
        seen = [b"".join(visitor(each).get(path)).decode() for each in (user("paul"), reader)]
        assert "Paul cheats in Harbour Cup." not in seen[0] and "Paul cheats in Other." in seen[0]
        assert "Paul cheats in Harbour Cup." in seen[1]
