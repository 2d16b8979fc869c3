"""Places of games that ended before places were kept."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.models import Entry, Game, Player, Snapshot
from games.services.deadlines import deadline_expire
from games.services.organize import game_void
from games.services.places import games_without_places
from games.services.seats import resign
from tests.games.kit import make_table, person, table

pytestmark = pytest.mark.django_db


def ended() -> Game:
    """A game that bots have played to its end."""
    dora = person("dora")
    game = make_table(dora, name="Alone", rules="modern", seats_wanted=3, bots=("veteran", "recruit"))
    resign(game_id=game.pk, user_id=dora.pk)
    for _ in range(200):
        game.refresh_from_db()
        if game.has_ended:
            return game
        deadline_expire(game_id=game.pk)
    raise AssertionError("the game does not end")


def as_before(game: Game) -> Game:
    """Store what the release before kept of the end: a place for each seat, in the order of seats."""
    places = {seat: place for place, seats in enumerate(game.result["places"], start=1) for seat in seats}
    game.result = {**game.result, "places": [places[seat] for seat in sorted(places)]}
    game.save()
    game.players.update(place=None)
    return game


def fill() -> str:
    said = StringIO()
    call_command("places", stdout=said, stderr=said)
    return said.getvalue()


def test_the_command_fills_an_older_game_once_and_a_second_time_finds_nothing() -> None:
    game = ended()
    right, places = game.result, dict(game.players.values_list("seat", "place"))
    assert right is not None and sorted(places.values()) == [1, 2, 3]
    as_before(game)
    running, void = table().game, make_table(person("otto"), name="Void", rules="modern", seats_wanted=3)
    assert games_without_places(0) == [game.pk] and void.is_open
    assert "1 game has its places now." in fill()
    game.refresh_from_db()
    assert game.result == right and dict(game.players.values_list("seat", "place")) == places
    assert "No game lacks its places." in fill()
    assert not Player.objects.filter(game=running).exclude(place=None).exists()


def test_a_game_of_which_nothing_was_kept_gets_winners_too() -> None:
    game = ended()
    right = game.result
    Game.objects.filter(pk=game.pk).update(result=None)
    game.players.update(place=None)
    fill()
    game.refresh_from_db()
    assert game.result == right


def test_a_game_that_was_called_off_has_no_places() -> None:
    play = table()
    game_void(game_id=play.game.pk, user=person("olga"), reason="spoiled")
    assert "No game lacks" in fill()
    assert not play.game.players.exclude(place=None).exists()


def test_a_game_that_cannot_be_read_is_named_and_the_others_are_filled() -> None:
    lost, good = as_before(ended()), None
    Snapshot.objects.filter(game=lost).delete()
    Entry.objects.filter(game=lost, kind="start").update(action={"rules": "gone", "family": "gone@9", "map": "gone@1"})
    play = table()
    Game.objects.filter(pk=play.game.pk).update(status=Game.Status.OVER)
    said = StringIO()
    with pytest.raises(CommandError, match="1 game cannot be read"):
        call_command("places", stdout=said, stderr=said)
    assert lost.slug in said.getvalue() and "1 game has its places now." in said.getvalue()
    good = play.fresh()
    assert good.result is not None and len(good.result["places"]) >= 1
