"""Invitations to an event: who may enter by one, who hears of it, and that nothing tells who has an account."""

from __future__ import annotations

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail

from accounts.services import delete_account
from games.errors import LobbyError
from games.mail.outbox import outbox_deliver
from games.models import OutboxMail
from tests.games.kit import person
from tests.routes_kit import client, organizer
from tournaments.models import Invitation, Tournament
from tournaments.services.creating import Conditions, EventRefused, EventSettings, event_create
from tournaments.services.entry import entry_add, entry_open
from tournaments.services.inviting import event_invite, event_uninvite
from tournaments.tests.test_entry import visitor
from tournaments.tests.test_organizing import SWISS, page_of

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


@pytest.fixture(autouse=True)
def no_second_step(settings: Any) -> None:
    settings.STAFF_SECOND_STEP = False


def closed_event(**told: Any) -> Tournament:
    """An event of olga for invited people, which is prepared."""
    asked = Conditions(invited_only=True)
    settings = {"title": "Harbour Cup", "rules": "modern", "stages": [SWISS], "conditions": asked, **told}
    return event_create(EventSettings(**settings), organizer("olga"))


def proved(name: str, address: str) -> Any:
    """Somebody who has proved that this address is theirs."""
    user = person(name)
    EmailAddress.objects.filter(user=user).delete()
    EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
    return user


def invite(event: Tournament, *whom: str) -> int:
    return event_invite(event_id=event.pk, user=event.organizers.get(), whom=whom)


def sent() -> list[tuple[str, str]]:
    """To whom invitations were mailed, with the first link in each."""
    outbox_deliver()
    return [(message.to[0], str(message.subject)) for message in mail.outbox]


def test_the_page_answers_alike_for_people_who_are_there_and_who_are_not() -> None:
    event = closed_event()
    proved("anna", "anna@example.net")
    entry_open(event_id=event.pk)
    visit, page = visitor(event.organizers.get()), f"{page_of(event)}invitations/"
    shown = set()
    for whom in ("@anna", "@nobody", "anna@example.net", "new@example.net"):
        answer = visit.post(page, {"do": "invite", "whom": whom}, follow=True)
        assert answer.status_code == 200 and whom in answer.content.decode()
        text = re.sub(r'value="[^"]*"|nonce="[^"]*"', "", answer.content.decode())
        shown.add(text.replace(whom, "WHOM"))
        event_uninvite(event_id=event.pk, user=event.organizers.get(), invitations=ids(event))
    assert len(shown) == 1 and "1 invitation is kept. Each goes out by email." in shown.pop()
    many = visit.post(page, {"do": "invite", "whom": "@Anna, @nobody\nanna@example.net"}, follow=True)
    listed = many.content.decode()
    assert listed.count('name="invitation"') == 3 and "@Anna" in listed and "3 invitations" in listed
    assert visit.post(page, {"do": "invite", "whom": "@ANNA"}, follow=True).content.decode().count("already") == 1


def test_whoever_proves_an_address_may_enter_by_it_and_others_see_nothing() -> None:
    event = closed_event()
    assert invite(event, "@bob", "Cleo@Example.net", "@nobody") == 3 and sent() == []
    entry_open(event_id=event.pk)
    bob, cleo, dora = person("bob"), proved("cleo", "cleo@example.net"), person("dora")
    assert sorted(to for to, _subject in sent()) == ["cleo@example.net"], "bob had no account then"
    text = str(mail.outbox[0].body)
    assert "/login/?next=" in text and "sign up with this address" in " ".join(text.split())
    assert "an organizer invited you. You get nothing more unless you enter." in " ".join(text.split())
    assert entry_add(event_id=event.pk, user=cleo).entered == 1
    for user in (bob, dora):
        with pytest.raises(EventRefused):
            entry_add(event_id=event.pk, user=user)
    assert visitor(cleo).get(f"/events/{event.slug}/").status_code == 200
    assert "Harbour Cup" in visitor(cleo).get("/events/").content.decode()
    assert visitor(dora).get(f"/events/{event.slug}/").status_code == 404
    assert "Harbour Cup" not in visitor(dora).get("/events/").content.decode()


def test_an_address_that_is_not_proved_opens_nothing() -> None:
    event = closed_event()
    invite(event, "anna@example.net")
    entry_open(event_id=event.pk)
    anna = proved("anna", "anna@example.net")
    EmailAddress.objects.filter(user=anna).update(verified=False)
    with pytest.raises(EventRefused):
        entry_add(event_id=event.pk, user=anna)


def test_people_invited_while_sign_up_is_open_hear_at_once_and_once() -> None:
    event = closed_event()
    anna = person("anna")
    entry_open(event_id=event.pk)
    assert invite(event, "@anna", "new@example.net") == 2 and invite(event, "@anna") == 0
    assert len(sent()) == 2 and len(sent()) == 2
    entry_add(event_id=event.pk, user=anna)
    assert event_uninvite(event_id=event.pk, user=event.organizers.get(), invitations=ids(event)) == 2
    assert event.entrants.get().user == anna and not event.invitations.exists()
    assert invite(event, "@anna", "new@example.net") == 2
    assert len(sent()) == 3, "anna has entered; the other address is told anew"


def ids(event: Tournament) -> list[int]:
    return list(event.invitations.values_list("pk", flat=True))


def test_a_mail_that_was_not_sent_is_withdrawn_with_its_invitation() -> None:
    event = closed_event()
    entry_open(event_id=event.pk)
    invite(event, "new@example.net")
    visit, page = visitor(event.organizers.get()), f"{page_of(event)}invitations/"
    answer = visit.post(page, {"do": "withdraw", "invitation": ids(event)}, follow=True)
    assert "1 invitation is withdrawn." in answer.content.decode()
    assert sent() == [] and OutboxMail.objects.get().state == OutboxMail.State.CANCELLED
    none = visit.post(page, {"do": "withdraw", "invitation": "x"}, follow=True)
    assert "No invitation was ticked." in none.content.decode()


@pytest.mark.parametrize(
    ("whom", "said"),
    [
        ("", "at least one"),
        ("@", "Write an email address"),
        ("a@b", "is not an email address"),
        (" , ", "at least one"),
    ],
)
def test_what_is_no_address_and_no_name_is_refused(whom: str, said: str) -> None:
    event = closed_event()
    answer = visitor(event.organizers.get()).post(f"{page_of(event)}invitations/", {"do": "invite", "whom": whom})
    assert answer.status_code == 422 and said in answer.content.decode() and not Invitation.objects.exists()


def test_there_are_limits_and_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    event = closed_event()
    monkeypatch.setattr("tournaments.services.inviting.MOST_INVITED", 1)
    with pytest.raises(EventRefused):
        invite(event, "@anna", "@ben")
    monkeypatch.setattr("tournaments.services.inviting.INVITED_A_DAY", 2)
    with pytest.raises(LobbyError):
        invite(event, "@anna")
    Tournament.objects.update(status=Tournament.Status.OVER)
    page = visitor(event.organizers.get()).get(f"{page_of(event)}invitations/").content.decode()
    assert "nobody can be invited" in page and "textarea" not in page
    with pytest.raises(EventRefused):
        event_uninvite(event_id=event.pk, user=event.organizers.get(), invitations=[])


def test_only_its_organizers_invite(settings: Any) -> None:
    event = closed_event()
    answer = client(person("nina")).post(f"{page_of(event)}invitations/", {"do": "invite", "whom": "@nina"})
    assert answer.status_code == 404 and not Invitation.objects.exists()


def test_whoever_deletes_their_account_is_invited_no_more() -> None:
    event, anna = closed_event(), person("anna")
    invite(event, "@anna")
    delete_account(anna)
    assert not Invitation.objects.exists()
