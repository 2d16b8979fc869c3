"""The page of one's plan: two steps, and a button that stops it."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.models import TurnPlan
from tests.games.kit import Table, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def play() -> Table:
    return table()


def client(user: object) -> Client:
    visitor = Client()
    visitor.force_login(user)  # type: ignore[arg-type]
    return visitor


def test_a_plan_is_shown_first_and_kept_by_a_second_step(play: Table) -> None:
    address = reverse("game-plan", args=[play.game.slug])
    visitor = client(play.alice)
    assert "only if nobody took land of mine" in visitor.get(address).content.decode()
    page = visitor.post(address, {"do": "preview", "text": "end turn", "hold": "15"})
    assert "Keep this plan" in page.content.decode() and not TurnPlan.objects.exists()
    page = visitor.post(address, {"do": "keep", "text": "end turn", "hold": "60"})
    assert page.status_code == 302
    plan = TurnPlan.objects.get()
    assert (plan.text, plan.hold, plan.user) == ("only if nobody took land of mine\nend turn", 60, play.alice)
    assert "Take the plan out" in visitor.get(address).content.decode()
    assert "end turn" not in client(play.bob).get(address).content.decode().split("<textarea")[0]
    visitor.post(address, {"do": "drop"})
    assert not TurnPlan.objects.exists()


def test_a_bad_line_is_named_and_comes_back_as_typed(play: Table) -> None:
    page = client(play.alice).post(
        reverse("game-plan", args=[play.game.slug]), {"do": "preview", "text": "fly away", "hold": "15"}
    )
    assert page.status_code == 422 and "Line 2, “fly away”" in page.content.decode()


@pytest.mark.parametrize(
    "sent", [{"do": "preview", "text": "", "hold": "15"}, {"do": "keep", "text": "end", "hold": "7"}]
)
def test_what_is_missing_is_refused(play: Table, sent: dict[str, str]) -> None:
    assert client(play.alice).post(reverse("game-plan", args=[play.game.slug]), sent).status_code == 422
    assert not TurnPlan.objects.exists()
