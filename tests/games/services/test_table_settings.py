"""Settings of a table are one value, whoever makes it, and are read off a game as they were chosen."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from accounts.models import User
from games.api.requests import GameWish
from games.api.views.tables import settings_of
from games.clocks.values import plain_clock, usual_clock
from games.errors import LobbyError, RulesRefuse
from games.lobby.new_game_form import NewGameForm
from games.models import Game
from games.services.lobby import game_create
from games.services.table_settings import ENDS, STORED, TableSettings, check_rules, resolve_settings
from tests.games.kit import person
from tests.games.services.test_lobby import sent

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
    least_share=80,
    rated=True,
    press="public",
    names="anonymous",
    grey=True,
    press_when="from_round 3",
    press_after="open",
    mail_proof=True,
    clock=usual_clock("Europe/Lisbon")
    | {"span": 2880, "reaction": 360, "grace": 10, "late": {"row": 1, "then": ["caretaker"]}},
)
"""No setting is as usual that people choose; ends are for the games of events."""

FIELDS_OF_THE_FORM = ("map", "word", "watch", "overlays", "least_share", "press", "names", "press_when", "press_after")


def test_no_setting_of_this_test_is_the_usual_one() -> None:
    usual = TableSettings(name="", rules="", seats_wanted=0)
    same = {row.name for row in fields(usual) if getattr(usual, row.name) == getattr(CHOSEN, row.name)}
    assert same == {*ENDS}


@pytest.mark.django_db
def test_the_form_and_the_api_make_the_same_settings() -> None:
    same = {name: getattr(CHOSEN, name) for name in FIELDS_OF_THE_FORM}
    same["grey"] = same["mail_proof"] = "on"
    clocks = {"turn_hours": "48", "reaction_hours": "6", "grace_minutes": "10", "late_row": "1"}
    clocks["late_then"] = "caretaker"
    own = {"public": "off", "rated": "on", "modern-fortify": "connected_one", "bots-recruit": "1", "bots-veteran": "1"}
    page = NewGameForm(sent(**same, **clocks, **own))
    assert page.is_valid(), page.errors
    settings = page.settings("Europe/Lisbon")
    assert replace(settings, bots=sorted(settings.bots)) == CHOSEN
    facts = {row.name: getattr(CHOSEN, row.name) for row in fields(CHOSEN) if row.name not in ENDS}
    facts |= {"options": {"fortify": "connected_one"}}
    own = {name: facts["clock"][name] for name in ("span", "reaction", "grace", "late")}
    wish = GameWish(seats=facts.pop("seats_wanted"), **facts | {"clock": own})
    assert settings_of(wish, User(timezone="Europe/Lisbon")) == CHOSEN


@pytest.mark.django_db
def test_the_settings_of_a_game_make_the_same_game_again() -> None:
    game = game_create(creator=person("alice"), settings=replace(CHOSEN, public=True))
    settings = TableSettings.of(game)
    assert settings.bots == ("recruit", "veteran") and not settings.word and not settings.colour
    assert settings.options == {"fortify": "connected_one", "setup_orders": "planned", "army_cap": 12}
    again = game_create(creator=person("bob"), settings=settings)
    assert (
        Game.objects.filter(pk=again.pk).values(*STORED).get() == Game.objects.filter(pk=game.pk).values(*STORED).get()
    )


def test_a_rated_game_is_open_to_everyone() -> None:
    with pytest.raises(LobbyError, match="Only games that anyone may join can be rated"):
        game_create(creator=User(username="alice"), settings=CHOSEN)


def test_settings_are_resolved_to_what_is_stored() -> None:
    settings = resolve_settings(TableSettings(name="  Low\u202e Tide ", rules="modern", seats_wanted=3))
    assert settings.name == "Low Tide" and settings.map == "classic42" and settings.options == {}


@pytest.mark.parametrize("seats", [0, 7])
def test_a_table_has_no_fewer_seats_than_one_and_no_more_than_six(seats: int) -> None:
    with pytest.raises(LobbyError, match="A game has 1 to 6 seats."):
        check_rules("modern", {}, seats)
    with pytest.raises(RulesRefuse):
        check_rules("modern", {}, 1)


def test_hours_of_a_request_make_a_clock_that_spares_no_night() -> None:
    wish = GameWish(name="Plain", rules="modern", seats=3, turn_hours=48, late_policy="caretaker")
    assert settings_of(wish, User(timezone="Asia/Tokyo")).clock == plain_clock(48, 24, is_strict=True)
    usual = GameWish(name="Usual", rules="modern", seats=3)
    assert settings_of(usual, User(timezone="Asia/Tokyo")).clock == usual_clock("Asia/Tokyo")
    table = GameWish(name="Table", rules="modern", seats=3, clock={"timetable": {"days": [5], "at": ["20:00"]}})
    assert "span" not in settings_of(table, User(timezone="UTC")).clock
    with pytest.raises(LobbyError, match="but not both"):
        settings_of(GameWish(name="Both", rules="modern", seats=3, clock={}, turn_hours=2), User())


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"span": 59}, "60 to 20160 minutes"),
        ({"late": {"then": ["bot:nobody"]}}, "no bot called nobody"),
        ({"late": {"then": []}}, "Say what is tried"),
        ({"vacation": "always"}, "stand_in, stops or ignored"),
        ({"reaction": 20}, "1 to 168 hours"),
    ],
)
def test_a_clock_out_of_bounds_is_refused_before_the_game_is_made(change: dict[str, object], said: str) -> None:
    chosen = TableSettings(name="Bad", rules="modern", seats_wanted=3, clock=usual_clock("UTC") | change)
    with pytest.raises(LobbyError, match=said):
        resolve_settings(chosen)
