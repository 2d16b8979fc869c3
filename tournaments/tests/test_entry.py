"""Entry: who may enter an event, who waits, check-in, and how it begins."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import Group
from django.core import mail
from django.db.models import F
from django.test import Client
from django.urls import reverse

from accounts.game_mail import stop_mail
from accounts.models import User
from accounts.signals import account_exported
from games.mail.outbox import outbox_deliver
from games.models import Game, OutboxMail, SiteClock, TurnRecord
from games.services.lobby import game_create
from games.services.locks import db_now
from games.services.organize import game_void
from games.services.table_settings import TableSettings
from substitutes.tests.kit import beat
from tests.games.kit import person
from tests.routes_kit import organizer
from tournaments.chains import reveal
from tournaments.documents import lot_of
from tournaments.models import Entrant, RatingChange, Round, Table, Tournament
from tournaments.services.creating import Conditions, EventRefused, EventSettings, event_create
from tournaments.services.entry import (
    check_in,
    entries_sweep,
    entry_add,
    entry_open,
    entry_withdraw,
    event_start,
    sit_out,
)
from tournaments.services.repairs import entrant_disqualify
from tournaments.services.running import event_advance
from tournaments.tests.test_running import open_event, running_event

pytestmark = [pytest.mark.django_db, pytest.mark.databases]

Status = Tournament.Status
HOUR = timedelta(hours=1)


def enter(event: Tournament, *names: str) -> list[Entrant]:
    return [entry_add(event_id=event.pk, user=person(name)) for name in names]


def visitor(user: User) -> Client:
    found = Client()
    found.force_login(user)
    return found


def page_of(user: User, event: Tournament) -> str:
    return text_of(visitor(user).get(reverse("event-join", args=[event.slug])))


def text_of(page: Any) -> str:
    """What a page says, in one line."""
    return " ".join(re.sub(r"<[^>]+>", " ", page.content.decode()).split())


def user_of(entrant: Entrant) -> User:
    assert entrant.user is not None
    return entrant.user


def told(template: str) -> list[str]:
    """Deliver what is queued, and return who was sent a mail of this kind."""
    outbox_deliver()
    return sorted(
        OutboxMail.objects.filter(template=template, state=OutboxMail.State.SENT).values_list(
            "user__username", flat=True
        )
    )


# ---- conditions


def conditions(name: str) -> tuple[dict[str, Any], str]:
    """A condition that a newcomer does not meet, and how they are refused."""
    return {
        "rating": ({"least_rating": 1600}, "players rated 1600 or more in Modern, and your rating is 1500"),
        "high rating": ({"most_rating": 1400}, "players rated 1400 or less in Modern, and your rating is 1500"),
        "reliability": ({"least_share": 80}, "asks for 80 of 100 turns in time. Of your last 20, 5 were."),
        "running games": ({"most_running": 0}, "at most 0 running games, and you play in 1."),
        "address": ({"needs_address": True}, "needs a verified email address"),
        "club": ({"club": Group.objects.get_or_create(name="Harbour Club")[0]}, "for members of Harbour Club"),
        "invitation": ({"invited_only": True}, "for invited players"),
    }[name]


ASKED = ("rating", "high rating", "reliability", "running games", "address", "club", "invitation")


@pytest.mark.parametrize("name", ASKED)
def test_whoever_does_not_meet_a_condition_reads_why(name: str) -> None:
    asked, why = conditions(name)
    event = open_event(conditions=Conditions(**asked))
    ann = person("ann")
    if name == "reliability":
        game = Game.objects.create(slug="old", name="Old", rules="modern")
        for number in range(20):
            outcome = "in_time" if number < 5 else "missed"
            TurnRecord.objects.create(user=ann, game=game, round=number, outcome=outcome, at=db_now())
    if name == "running games":
        bots = TableSettings(name="Other", rules="modern", seats_wanted=3, bots=("random", "random"))
        game_create(creator=ann, settings=bots)
    with pytest.raises(EventRefused, match=re.escape(why)):
        entry_add(event_id=event.pk, user=ann)
    refused = visitor(ann).post(reverse("event-join", args=[event.slug]), {"do": "enter"})
    assert refused.status_code == 404 if name == "invitation" else why in text_of(refused)
    assert not event.entrants.exists()
    entry_add(event_id=event.pk, user=ann, by_organizer=True)
    assert event.entrants.count() == 1


def test_whoever_meets_all_conditions_enters() -> None:
    club = Group.objects.create(name="Harbour Club")
    asked = Conditions(
        least_rating=1500,
        most_rating=1500,
        least_share=80,
        most_running=0,
        needs_address=True,
        club=club,
        invited_only=True,
    )
    event, ann = open_event(conditions=asked), person("ann")
    EmailAddress.objects.create(user=ann, email=ann.email, verified=True)
    ann.groups.add(club)
    event.invitations.create(user=ann)
    assert entry_add(event_id=event.pk, user=ann).entered == 1
    bob = person("bob")
    EmailAddress.objects.create(user=bob, email=bob.email, verified=True)
    User.objects.filter(pk=bob.pk).update(bounced_at=db_now())
    bob.groups.add(club)
    event.invitations.create(user=bob)
    with pytest.raises(EventRefused, match="comes back"):
        entry_add(event_id=event.pk, user=User.objects.get(pk=bob.pk))


@pytest.mark.parametrize(
    "change",
    [
        {"conditions": Conditions(least_rating=1600, most_rating=1500)},
        {"conditions": Conditions(least_share=101)},
        {"check_in_hours": 200},
        {"seeding": "guess"},
    ],
)
def test_conditions_that_nobody_could_meet_are_refused(change: dict[str, Any]) -> None:
    with pytest.raises(EventRefused):
        open_event(**change)


# ---- the page


def test_from_the_page_into_the_event_and_out_again() -> None:
    event, ann = open_event(), person("ann")
    url = reverse("event-join", args=[event.slug])
    assert "Log in to enter" in text_of(Client().get(url)) and Client().post(url, {"do": "enter"}).status_code == 302
    shown = visitor(ann).get(url)
    assert "Enter the tournament" in text_of(shown) and "0 of 256 places are taken." in text_of(shown)
    assert "You are in." in text_of(visitor(ann).post(url, {"do": "enter"}, follow=True))
    assert "Withdraw from the tournament" in page_of(ann, event)
    assert "You have withdrawn" in text_of(visitor(ann).post(url, {"do": "withdraw"}, follow=True))
    assert not event.entrants.exists() and visitor(ann).post(url, {"do": "withdraw"}).status_code == 422
    assert visitor(ann).post(url, {"do": "dance"}).status_code == 422


def test_an_event_that_is_being_prepared_is_its_organizers_own() -> None:
    olga = person("olga")
    event = event_create(EventSettings(title="Cup", rules="modern", stages=[{"kind": "swiss", "rounds": 2}]), olga)
    url = reverse("event-join", args=[event.slug])
    assert visitor(olga).get(url).status_code == 200
    assert visitor(person("ann")).get(url).status_code == Client().get("/events/none/join/").status_code == 404


@pytest.mark.parametrize("hours", [0, 24])
def test_the_place_of_somebody_who_is_disqualified_before_the_beginning_goes_to_who_waits(hours: int) -> None:
    event = open_event(most_entrants=3, check_in_hours=hours)
    for name in ("ann", "ben", "cid", "dora", "eve"):
        entry_add(event_id=event.pk, user=person(name))
    out = event.entrants.get(name="ben")
    entrant_disqualify(entrant_id=out.pk, event_id=event.pk, user=organizer("olga"), reason="two accounts")
    event_start(event_id=event.pk)
    if hours:
        event.entrants.update(checked_in_at=db_now())
        Tournament.objects.filter(pk=event.pk).update(check_in_ends_at=db_now())
        event_start(event_id=event.pk)
    playing = event.entrants.filter(entered=1, left=None).values_list("name", flat=True)
    assert [*playing] == ["ann", "cid", "dora"] and event.entrants.get(name="eve").reserve


def test_a_place_that_falls_free_goes_to_the_first_who_waits() -> None:
    event = open_event(most_entrants=2)
    ann, _bob, cleo, dora = enter(event, "ann", "bob", "cleo", "dora")
    assert "You are number 2 on the waiting list." in page_of(user_of(dora), event)
    entry_withdraw(event_id=event.pk, user=user_of(ann))
    assert told("event_place") == ["cleo"]
    assert [message.subject for message in mail.outbox] == ["Harbour Cup: you have a place"]
    cleo.refresh_from_db()
    assert (cleo.entered, cleo.reserve) == (1, False)
    again = entry_add(event_id=event.pk, user=user_of(ann))
    assert (again.number, again.reserve) == (5, True)  # behind those who wait


# ---- invitations


def test_the_invited_are_told_once_that_entry_is_open() -> None:
    settings = EventSettings(
        title="Cup",
        rules="modern",
        stages=[{"kind": "swiss", "rounds": 2}],
        entry_ends_at=db_now() + HOUR,
        conditions=Conditions(invited_only=True),
    )
    event = event_create(settings)
    for name in ("ann", "bob"):
        event.invitations.create(user=person(name))
    entry_open(event_id=event.pk)
    with pytest.raises(EventRefused):
        entry_open(event_id=event.pk)
    entry_add(event_id=event.pk, user=User.objects.get(username="bob"))
    assert told("event_opened") == ["ann"]  # bob has entered meanwhile
    (sent,) = mail.outbox
    assert sent.subject == "Cup: you are invited" and f"/events/{event.slug}/join/" in str(sent.body)


# ---- check-in


def event_at_check_in(**told: Any) -> Tournament:
    """An event of at most three whose check-in has begun: ann, bob and cleo are in, dora and eve wait."""
    beat()
    event = open_event(most_entrants=3, check_in_hours=24, entry_ends_at=db_now() + HOUR, **told)
    enter(event, "ann", "bob", "cleo", "dora", "eve")
    Tournament.objects.filter(pk=event.pk).update(entry_ends_at=db_now() - HOUR)
    assert entries_sweep() == 1 and entries_sweep() == 0
    event.refresh_from_db()
    return event


def test_check_in_is_one_confirmed_click_from_the_mail() -> None:
    event = event_at_check_in()
    assert told("event_check_in") == ["ann", "bob", "cleo", "dora", "eve"]
    sent = next(message for message in mail.outbox if message.to == ["ann@example.org"])
    assert "Check in to Harbour Cup by" in " ".join(str(sent.body).split())
    url = re.search(r"http\S+(/events/check-in/\S+)", str(sent.body))
    assert url and url[1] in str(sent.alternatives[0][0])  # type: ignore[attr-defined]
    assert "ann, will you play in Harbour Cup?" in text_of(Client().get(url[1]))
    assert Entrant.objects.get(name="ann").checked_in_at is None  # looking changes nothing
    assert "You are checked in" in text_of(Client().post(url[1], follow=True))
    before = Entrant.objects.get(name="ann").checked_in_at
    assert before and Client().post(url[1]).status_code == 302
    assert Entrant.objects.get(name="ann").checked_in_at == before
    assert Client().get("/events/check-in/forged/").status_code == 404
    page = visitor(User.objects.get(username="bob")).post(reverse("event-join", args=[event.slug]), {"do": "check-in"})
    assert page.status_code == 302 and Entrant.objects.get(name="bob").checked_in_at


def test_whoever_does_not_check_in_loses_the_place_to_the_waiting_list() -> None:
    event = event_at_check_in()
    for name in ("ann", "cleo", "dora", "eve"):
        check_in(entrant_id=Entrant.objects.get(name=name).pk)
    with pytest.raises(EventRefused, match="once its check-in has ended"):
        event_start(event_id=event.pk)
    Tournament.objects.update(check_in_ends_at=db_now() - HOUR)
    with pytest.raises(EventRefused, match="has ended"):
        check_in(entrant_id=Entrant.objects.get(name="bob").pk)
    assert entries_sweep() == 1 and entries_sweep() == 0
    event.refresh_from_db()
    rows = [(each.name, each.entered, each.left, each.reserve) for each in event.entrants.all()]
    assert event.status == Status.RUNNING and rows == [
        ("ann", 1, None, False),
        ("bob", None, 1, False),
        ("cleo", 1, None, False),
        ("dora", 1, None, False),
        ("eve", None, None, True),
    ]
    event_advance(event.pk)
    assert [each["id"] for each in event.drawn.get().given["players"]] == ["e001", "e003", "e004"]


def test_an_outage_moves_check_in_and_the_start_waits_for_it() -> None:
    event = event_at_check_in()
    until = event.check_in_ends_at
    assert until is not None
    Tournament.objects.update(check_in_ends_at=db_now() - HOUR)
    SiteClock.objects.update(given=F("given") + timedelta(hours=5))
    event.refresh_from_db()
    assert entries_sweep() == 0 and event.status == Status.CHECK_IN
    check_in(entrant_id=Entrant.objects.get(name="ann").pk)


def test_an_outage_moves_the_end_of_entry() -> None:
    beat()
    event = open_event()
    Tournament.objects.update(entry_ends_at=db_now() - HOUR)
    assert enter(event, "ann")[0].reserve
    SiteClock.objects.update(given=F("given") + timedelta(hours=5))
    assert entries_sweep() == 0 and not enter(event, "bob")[0].reserve


def test_without_the_sweep_of_deadlines_nothing_ends() -> None:
    SiteClock.objects.get_or_create()
    open_event()
    Tournament.objects.update(entry_ends_at=db_now() - HOUR)
    assert entries_sweep() == 0


# ---- the beginning


def test_everybody_who_entered_hears_that_too_few_did() -> None:
    event = open_event(least_entrants=3)
    enter(event, "ann", "bob")
    event_start(event_id=event.pk)
    assert told("event_cancelled") == ["ann", "bob"]
    said = " ".join(str(mail.outbox[0].body).split())
    assert "Harbour Cup does not take place. It needed 3 players, and fewer entered." in said


@pytest.mark.parametrize("seeding", ["rating", "lot", "hand"])
def test_an_event_is_seeded_as_it_says(seeding: str) -> None:
    event = open_event(seeding=seeding)
    entrants = enter(event, "ann", "bob", "cleo")
    bob = user_of(entrants[1])
    game = Game.objects.create(slug="old", name="Old", rules="modern")
    RatingChange.objects.create(
        game=game,
        seat=0,
        rules="modern",
        who=f"person:{bob.pk}",
        number=1,
        place=1,
        mu_before=25_000_000,
        sigma_before=8_000_000,
        mu=27_000_000,
        sigma=7_000_000,
        beta=125,
        ended=db_now(),
    )
    Entrant.objects.filter(pk=entrants[2].pk).update(seed_rank=1)
    event_start(event_id=event.pk)
    ranks = list(event.entrants.order_by("seed_rank").values_list("name", flat=True))
    first = reveal(bytes(event.secret_key.key), 1).hex()
    by_lot = sorted(entrants, key=lambda each: lot_of(first, each.code))
    wanted = {"rating": ["bob", "ann", "cleo"], "hand": ["cleo", "ann", "bob"], "lot": [each.name for each in by_lot]}
    assert ranks == wanted[seeding]


# ---- while it runs


def test_late_entry_until_the_stated_round_and_sitting_out() -> None:
    event = running_event(4)
    Tournament.objects.filter(pk=event.pk).update(late_entry=2)
    late = enter(event, "late")[0]
    assert (late.entered, late.reserve) == (2, False)
    ann = Entrant.objects.get(number=1)
    sit_out(event_id=event.pk, user=user_of(ann), sits=True)
    sit_out(event_id=event.pk, user=user_of(ann), sits=True)
    ann.refresh_from_db()
    assert ann.sits_out == [2] and "You sit out the next round" in page_of(user_of(ann), event)
    url = reverse("event-join", args=[event.slug])
    assert visitor(user_of(ann)).post(url, {"do": "play"}).status_code == 302
    assert visitor(user_of(ann)).post(url, {"do": "sit-out"}).status_code == 302
    Tournament.objects.filter(pk=event.pk).update(rounds=2)
    assert enter(event, "later")[0].reserve  # the list of substitutes
    with pytest.raises(EventRefused):
        sit_out(event_id=event.pk, user=user_of(Entrant.objects.get(name="later")), sits=True)


def test_whoever_enters_late_begins_with_nothing_in_the_next_round() -> None:
    event = running_event(3)
    Tournament.objects.filter(pk=event.pk).update(late_entry=2)
    enter(event, "late")
    game_void(game_id=Table.objects.get().game_id or 0, user=organizer("olga"), reason="over")
    event_advance(event.pk)
    players = Round.objects.get(number=2).given["players"]
    assert [(each["id"], each["score"]) for each in players] == [("e001", 0), ("e002", 0), ("e003", 0), ("e004", 0)]


# ---- the mail about a table


def test_everybody_at_a_table_hears_of_it_once_and_of_nothing_else() -> None:
    event = running_event(3)
    event_advance(event.pk)
    assert told("event_table") == ["p0", "p1", "p2"] and not told("started")
    keys = set(OutboxMail.objects.filter(template="event_table").values_list("key", flat=True))
    assert keys == {f"event:{event.pk}:round:1:{each.user_id}" for each in event.entrants.all()}
    sent = {message.to[0]: message for message in mail.outbox if message.subject == "Harbour Cup, round 1: your table"}
    bodies = {name: " ".join(str(message.body).split()) for name, message in sent.items()}
    assert len(bodies) == 3
    for name, body in bodies.items():
        others = {"p0", "p1", "p2"} - {name.partition("@")[0]}
        assert "Round 1 of Harbour Cup has begun. You play Harbour Cup 1.1 with" in body
        assert all(other in body for other in others) and "a substitute gets your seat" in body
        assert "Everyone has until" in body  # in the set-up all answer at once


def test_a_person_stops_the_mails_of_one_event_or_of_all() -> None:
    event = open_event()
    ann, bob, _cleo = enter(event, "ann", "bob", "cleo")
    url = reverse("event-join", args=[event.slug])
    assert visitor(user_of(ann)).post(url, {"do": "mails-off"}).status_code == 302
    stop_mail(user_of(bob), "events")
    assert list(event.entrants.values_list("mails", flat=True)) == [False, False, True]
    event_start(event_id=event.pk)
    event_advance(event.pk)
    assert told("event_table") == ["cleo"]
    assert visitor(user_of(ann)).post(url, {"do": "mails-on"}).status_code == 302
    assert Entrant.objects.get(name="ann").mails


def test_the_export_of_an_account_has_its_entries() -> None:
    event = open_event()
    (ann,) = enter(event, "ann")
    found = [part for _receiver, part in account_exported.send(sender=User, user=user_of(ann)) if "events" in part]
    (entry,) = found[0]["events"]["entered"]
    assert (entry["event"], entry["entrant"], entry["first_round"]) == ("Harbour Cup", "e001", 1)


def test_whoever_plays_in_a_ladder_says_in_how_many_games_at_once() -> None:
    event = open_event(stages=[{"kind": "ladder", "rounds": 9}])
    ann = person("ann")
    visit, page = visitor(ann), f"/events/{event.slug}/join/"
    for wrong in ("0", "11", "9" * 30, "two", "\u0663"):
        assert visit.post(page, {"do": "enter", "games": wrong}).status_code == 422
    assert not event.entrants.exists()
    assert visit.post(page, {"do": "enter", "games": "2"}).status_code == 302
    assert 'max="10" value="2"' in visit.get(page).content.decode()
    assert visit.post(page, {"do": "games", "games": "3"}).status_code == 302
    assert event.entrants.get().at_once == 3
    assert visit.post(page, {"do": "games", "games": "11"}).status_code == 422
    other = f"/events/{open_event().slug}/join/"
    assert visit.post(other, {"do": "enter"}).status_code == 302
    assert visit.post(other, {"do": "games", "games": "3"}).status_code == 422


@pytest.mark.parametrize(("share", "told"), [(0, "get no points for it"), (20, "keep a third"), (30, "keep half")])
def test_what_a_leaver_keeps_is_said_before_entry(share: int, told: str) -> None:
    event = open_event(leaver_share=share)
    page = text_of(Client().get(f"/events/{event.slug}/join/"))
    assert f"a substitute finishes your game. You then {told}" in page
