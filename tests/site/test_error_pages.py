"""Pages of refusals say what happened without blame, and lead to the games."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from tests.games.kit import person, table
from tests.games.views.test_play import client


@pytest.mark.django_db
def test_a_form_that_was_open_too_long() -> None:
    visitor = Client(enforce_csrf_checks=True)
    visitor.force_login(person("alice"))
    answer = visitor.post(reverse("game-new"), {"name": "x"})
    page = answer.content.decode()
    assert answer.status_code == 403 and "This page was open too long" in page and "Nothing was sent." in page
    assert "not yours" not in page and "no right" not in page


@pytest.mark.parametrize("status", ["400", "403", "403_csrf", "404"])
def test_they_lead_to_the_games(status: str) -> None:
    page = render_to_string(f"{status}.html")
    assert '<a href="/games/">Games</a>' in page and "Your games" in page


@pytest.mark.django_db
def test_the_way_in_leads_back_to_the_page() -> None:
    play = table()
    visitor, url = client(None), reverse("game", args=[play.game.slug])
    assert f'href="/accounts/login/?next={url}"' in visitor.get(url).content.decode()
    assert 'href="/accounts/login/?next=/players/alice/"' in visitor.get("/players/alice/").content.decode()


@pytest.mark.django_db
def test_the_door_takes_a_name_with_its_password() -> None:
    person("tessel")
    page = Client().get(reverse("account_login")).content.decode()
    assert "Email address or player name" in page and "Log in with a password" in page


@pytest.mark.parametrize("status", ["400", "403", "403_csrf", "404", "413", "429", "500", "503", "busy"])
def test_they_need_nothing_and_have_one_frame(status: str) -> None:
    page = render_to_string(f"{status}.html")
    assert page.count("<h1>") == page.count('class="btn primary"') == 1 and "<title>" in page
    heading = page.split("<h1>")[1].split("</h1>")[0]
    assert f"<title>{heading}. Fieldpost</title>" in page
