"""Settings of a table are one value, whoever makes it, and are read off a game as they were chosen."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from games.api.requests import GameWish
from games.api.views.tables import settings_of
from games.errors import LobbyError
from games.lobby.new_game_form import NewGameForm
from games.models import Game
from games.services.lobby import game_create
from games.services.table_settings import STORED, TableSettings, check_rules, resolve_settings
from tests.games.kit import person
from tests.games.services.test_lobby import form

CHOSEN = TableSettings(
    name="Slow River",
    rules="modern",
    seats_wanted=4,
    options={"fortify": "connected_one", "setup_orders": "planned"},
    overlays=["exp_cap"],
    map="ancient",
    colour="blue",
    word="owl in the ivy",
    bots=["recruit", "veteran"],
    public=False,
    watch="players",
    turn_hours=48,
    reaction_hours=12,
    grace_minutes=10,
    late_policy="caretaker",
)
"""No setting is as usual."""


def test_no_setting_of_this_test_is_the_usual_one() -> None:
    usual = TableSettings(name="", rules="", seats_wanted=0)
    assert [row.name for row in fields(usual) if getattr(usual, row.name) == getattr(CHOSEN, row.name)] == []


@pytest.mark.django_db
def test_the_form_and_the_api_make_the_same_settings() -> None:
    same = {name: getattr(CHOSEN, name) for name in ("map", "word", "watch", "late_policy", "overlays")}
    clocks = {name: str(getattr(CHOSEN, name)) for name in ("turn_hours", "reaction_hours", "grace_minutes")}
    own = {"public": "off", "modern-fortify": "connected_one", "bots-recruit": "1", "bots-veteran": "1"}
    page = NewGameForm(form(**same, **clocks, **own))
    assert page.is_valid(), page.errors
    assert replace(page.settings(), bots=sorted(page.settings().bots)) == CHOSEN
    facts = {row.name: getattr(CHOSEN, row.name) for row in fields(CHOSEN)} | {"options": {"fortify": "connected_one"}}
    assert settings_of(GameWish(seats=facts.pop("seats_wanted"), **facts)) == CHOSEN


@pytest.mark.django_db
def test_the_settings_of_a_game_make_the_same_game_again() -> None:
    game = game_create(creator=person("alice"), settings=CHOSEN)
    settings = TableSettings.of(game)
    assert settings.bots == ("recruit", "veteran") and not settings.word and not settings.colour
    assert settings.options == {"fortify": "connected_one", "setup_orders": "planned", "army_cap": 12}
    again = game_create(creator=person("bob"), settings=settings)
    assert (
        Game.objects.filter(pk=again.pk).values(*STORED).get() == Game.objects.filter(pk=game.pk).values(*STORED).get()
    )


def test_settings_are_resolved_to_what_is_stored() -> None:
    settings = resolve_settings(TableSettings(name="  Low\u202e Tide ", rules="modern", seats_wanted=3))
    assert settings.name == "Low Tide" and settings.map == "classic42" and settings.options == {}


@pytest.mark.parametrize("seats", [0, 7])
def test_a_table_has_no_fewer_seats_than_one_and_no_more_than_six(seats: int) -> None:
    with pytest.raises(LobbyError, match="A game has 1 to 6 seats."):
        check_rules("modern", {}, seats)
