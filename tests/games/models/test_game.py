"""Paths of a game's pages that are made without the routes are those of the routes."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.mail.links import OrderLink, link_token
from games.models.game import game_path, token_path


@pytest.mark.parametrize(
    "name", ["game", "game-poll", "game-undo", "game-history", "game-odds", "game-orders", "game-settings"]
)
@pytest.mark.parametrize("slug", ["long-winter-x2y4z", "a", "17"])
def test_the_path_of_a_page(name: str, slug: str) -> None:
    assert game_path(name, slug) == reverse(name, args=[slug])


@pytest.mark.parametrize("seq", [0, 7, 903])
def test_the_path_of_a_moment(seq: int) -> None:
    assert game_path("game-history", "long-winter", seq) == reverse("game-history", args=["long-winter", seq])


@pytest.mark.parametrize("name", ["link", "mail-preferences"])
def test_a_path_with_a_token_is_that_of_the_routes(name: str) -> None:
    for token in (link_token(OrderLink(1, 2, 3, "attack Brazil from Peru\n" * 9)), ".eJ-_=:1a:b"):
        assert token_path(name, token) == reverse(name, args=[token])
