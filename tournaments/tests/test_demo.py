"""The tournaments of a new local site."""

from __future__ import annotations

from contextlib import nullcontext
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.models import User
from games.models import AuditEntry, Game, OutboxMail, Waiting
from games.services.demo import SEEDED as GAME_SEEDED
from games.services.demo import USER
from games.services.locks import db_now
from hosting.management.commands import up
from tests.games.kit import person
from tournaments.integrity import check_events
from tournaments.models import Entrant, RatingChange, Round, Tournament, Trophy
from tournaments.services import demo
from tournaments.services.demo import OPEN, OVER, RUNNING, SEEDED, seed_tournaments

pytestmark = pytest.mark.django_db


@pytest.fixture
def new_site(settings: Any) -> User:
    """A local site on which the demonstration has been seeded."""
    settings.EMBEDDED = True
    AuditEntry.objects.create(action=GAME_SEEDED, reason="first start")
    User.objects.create_superuser("admin", "admin@example.org", None)
    return person(USER)


def test_a_new_site_shows_one_that_is_over_one_that_runs_and_one_to_enter(new_site: User) -> None:
    assert seed_tournaments() and not seed_tournaments()
    found = {event.slug: event for event in Tournament.objects.all()}
    assert {slug: event.status for slug, event in found.items()} == {OVER: "over", RUNNING: "running", OPEN: "entry"}
    assert all(event.simulated for event in found.values()) and not list(check_events(db_now()))
    assert Trophy.objects.filter(tournament=found[OVER]).count() == 3 and RatingChange.objects.exists()
    drawn = list(Round.objects.filter(tournament=found[RUNNING]).values_list("number", "status"))
    assert drawn == [(1, "booked"), (2, "running")]
    asked = Waiting.objects.get(player__user=new_site)
    assert asked.game.event_table.round.tournament == found[RUNNING] and asked.kind == "deploy.place_asked"
    assert not Entrant.objects.filter(tournament=found[OPEN], user=new_site).exists()
    visitor = Client()
    visitor.force_login(new_site)
    paths = ["/events/", "/games/", f"/g/{asked.game.slug}/", *(f"/events/{slug}/" for slug in found)]
    for path in paths:
        assert visitor.get(path).status_code == 200, path
    assert b"Rating 1" in visitor.get(f"/g/{asked.game.slug}/").content
    assert b"Enter the tournament" in visitor.get(f"/events/{OPEN}/join/").content
    kept = OutboxMail.objects.filter(template__startswith="event_").values_list("user__username", flat=True)
    assert set(kept) == {USER}, "the others are no people"


def test_a_start_that_was_broken_off_is_taken_up_again(new_site: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def die(*told: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(demo, "play_over", die)
    with pytest.raises(KeyboardInterrupt):
        seed_tournaments()
    assert Tournament.objects.get().slug == OVER
    for name in ("play_over", "play_first_round"):
        monkeypatch.setattr(demo, name, lambda *told: None)
    assert seed_tournaments()
    assert Tournament.objects.count() == 3 and AuditEntry.objects.filter(action=SEEDED).count() == 1
    assert Entrant.objects.filter(tournament__slug=OVER).count() == 8


def test_a_site_that_others_use_gets_none(new_site: User, settings: Any) -> None:
    guest = person("guest")
    assert not seed_tournaments()
    guest.delete()
    AuditEntry.objects.update(action="pause")
    assert not seed_tournaments()
    AuditEntry.objects.update(action=GAME_SEEDED)
    settings.EMBEDDED = False
    assert not seed_tournaments() and not Tournament.objects.exists() and not Game.objects.exists()


@pytest.mark.parametrize("words", [(), ("--tournaments",)])
def test_a_local_site_shows_them_where_it_is_asked_to(
    new_site: User, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    """Of the start all is left out that needs a port or a database file."""
    monkeypatch.setattr(up.signal, "signal", lambda *told: None)
    for name in ("_listen", "require_sound_file", "serve"):
        monkeypatch.setattr(up, name, lambda *told: None)
    monkeypatch.setattr(up, "sole_user", lambda folder: nullcontext())
    monkeypatch.setattr(up, "ensure_admin", lambda: lambda: "secret")
    for name in ("play_over", "play_first_round"):
        monkeypatch.setattr(demo, name, lambda *told: None)
    out = StringIO()
    call_command("up", *words, port=8000, stdout=out)
    assert Tournament.objects.count() == (3 if words else 0) and "/events/" in out.getvalue()
