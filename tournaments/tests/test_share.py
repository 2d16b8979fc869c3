"""What other sites show of an event: its own picture once it has one, and nothing where not everybody may see it."""

from __future__ import annotations

from io import BytesIO

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from PIL import Image

from games.models import Game
from games.selectors.page_data import site_card
from tests.games.views.test_share import MOST_BYTES, card
from tournaments.models import Tournament
from tournaments.services.season import play_season
from tournaments.tests.test_running import open_event, running_event, season

pytestmark = pytest.mark.django_db


def shown(event: Tournament) -> dict[str, str]:
    return card(Client().get(reverse("event", args=[event.slug])).content)


@pytest.mark.pictures
@pytest.mark.parametrize("kind", ["swiss", "knockout", "league"])
def test_an_event_has_a_picture_of_its_own(kind: str) -> None:
    event = play_season(season(kind)).event
    found = shown(event)
    assert found["title"] == event.title and found["image:alt"] == (
        "The bracket" if kind == "knockout" else "The standings"
    )
    answer = Client().get(found["image"].removeprefix(settings.SITE_URL))
    assert answer.headers["Content-Type"] == "image/png" and len(answer.content) <= MOST_BYTES
    assert Image.open(BytesIO(answer.content)).width == 900
    again = Client().get(found["image"].removeprefix(settings.SITE_URL))
    assert again.content == answer.content


def test_before_anything_is_over_it_has_that_of_the_site() -> None:
    for event in (open_event(title="Early Cup"), running_event(title="First Cup")):
        assert shown(event)["image"] == site_card("", "").image
        assert Client().get(reverse("event-picture", args=[event.slug])).status_code == 404


def test_an_event_that_only_players_may_watch_shows_the_name_of_the_site_alone(admin_client: Client) -> None:
    event = play_season(season()).event
    Tournament.objects.filter(pk=event.pk).update(game_settings=event.game_settings | {"watch": Game.Watch.PLAYERS})
    path = reverse("event", args=[event.slug])
    assert Client().get(path).status_code == 404
    for client in (Client(), admin_client):
        assert client.get(reverse("event-picture", args=[event.slug])).status_code == 404
    event.refresh_from_db()
    event.organizers.add(admin_client.get("/").wsgi_request.user)  # type: ignore[arg-type]
    seen = card(admin_client.get(path).content)
    assert seen == {"site_name": "Fieldpost", "type": "website", "title": "Fieldpost"}
