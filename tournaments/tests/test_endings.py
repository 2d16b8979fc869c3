"""What entrants hear after a round and at the end of an event, and the trophies."""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from accounts.services import delete_account
from games.mail.render import mail_for
from games.models import OutboxMail
from tournaments.models import Block, Entrant, Tournament, Trophy
from tournaments.selectors.publishing import each_file, show_event
from tournaments.services.season import play_season
from tournaments.tests.test_entry import text_of
from tournaments.tests.test_running import season

pytestmark = pytest.mark.django_db


def bodies(template: str) -> dict[str, str]:
    """The mails of a kind, made now: by the name of their reader the text in one line."""
    rows = OutboxMail.objects.filter(template=template).select_related("user").order_by("pk")
    found = {}
    for row in rows:
        made = mail_for(row)
        assert row.user is not None and made.alternatives
        found[row.user.username] = " ".join(str(made.body).split())
    return found


def first_names(event: Tournament) -> list[str]:
    return list(
        Trophy.objects.filter(tournament=event).order_by("group", "place").values_list("entrant__name", flat=True)
    )


def test_a_knock_out_tells_who_is_through_and_who_is_out() -> None:
    event = play_season(season("knockout", entrants=6, advance=1)).event
    told = bodies("event_through")
    assert len(told) == 6  # of the final everybody hears at the end
    assert sum("YOU ARE THROUGH" in body for body in told.values()) == 2
    assert sum("YOU ARE OUT" in body for body in told.values()) == 4
    assert all("of 3 at your table in round 1." in body for body in told.values())
    first = first_names(event)
    trophies, over = bodies("event_trophy"), bodies("event_over")
    assert set(trophies) == set(first) and len(over) == 3 and not set(over) & set(first)
    assert f"Winner of {event.title}." in trophies[first[0]] and "YOU WON" in trophies[first[0]]
    assert all(f"{event.title} is over." in body and "of 6, with" in body for body in over.values())
    keys = OutboxMail.objects.filter(key__startswith=f"event:{event.pk}:").values_list("key", flat=True)
    assert len(set(keys)) == len(keys) == 6 + 2 + 6 + 6  # tables of two rounds, results of one, the end


def test_nobody_who_has_left_a_knock_out_is_told_that_they_are_through() -> None:
    event = play_season(season("knockout", entrants=6, advance=1)).event
    through = next(name for name, body in bodies("event_through").items() if "YOU ARE THROUGH" in body)
    Entrant.objects.filter(name=through).update(left=2)
    body = bodies("event_through")[through]
    assert "YOU ARE THROUGH" not in body and "next table" not in body
    assert f"You have left {event.title}, so you do not go on." in body


def test_a_swiss_tells_the_standings_after_each_round_but_the_last() -> None:
    event = play_season(season("swiss", entrants=3, rounds=2)).event
    told = bodies("event_standings")
    assert len(told) == 3 and all("STANDINGS AFTER ROUND 1" in body for body in told.values())
    assert all("You are in place" in body and "of 3, with" in body and "(you)" in body for body in told.values())
    assert len(bodies("event_trophy")) == 3 and not bodies("event_over") and event.ended_at


def test_the_first_of_each_division_gets_a_trophy() -> None:
    event = play_season(season("league", entrants=11)).event
    rows = Trophy.objects.filter(tournament=event)
    assert sorted(rows.values_list("group", "place")) == [("D1", 1), ("D2", 1)]
    assert any("Winner of division B 1 of" in body for body in bodies("event_trophy").values())


def test_a_trophy_is_a_line_on_the_page_of_its_winner() -> None:
    event = play_season(season("swiss", entrants=3, rounds=1)).event
    winner = first_names(event)[0]
    page = text_of(Client().get(reverse("profile", args=[winner])))
    assert f"Winner of {event.title}" in page


def test_a_deleted_account_keeps_its_id_and_loses_its_name() -> None:
    event = play_season(season("swiss", entrants=3, rounds=1)).event
    ann = get_user_model().objects.get(username="player-001")
    bob = get_user_model().objects.get(username="player-002")
    Block.objects.create(user=ann, other=bob)
    delete_account(ann)
    first = show_event(event)["entrants"][0]  # type: ignore[index]
    assert (first["id"], first["name"]) == ("e001", "deleted player")  # type: ignore[index,call-overload]
    assert Entrant.objects.get(number=1).name == "" and not Block.objects.exists()
    assert all(b"player-001" not in body for _name, body in each_file(event))
