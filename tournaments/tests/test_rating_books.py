"""Rated games are booked once each, in the order of their ends; late ones as if they had come in time."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from io import StringIO
from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.models import Entry, Game, Player
from games.services.agreements import locked_table
from tests.games.kit import person, table
from tournaments.integrity import check_ratings
from tournaments.models import RatedGame, RatingChange, RatingScale
from tournaments.ratings import NEW, Rating, update
from tournaments.selectors.ratings import games_file, latest_changes, played_games, standings_in, table_file
from tournaments.services.ratings import (
    rating_redo,
    rating_take_out,
    ratings_differences,
    ratings_rebuild,
    ratings_sweep,
)

pytestmark = pytest.mark.django_db
DAY = datetime(2026, 3, 1, tzinfo=UTC)
COLOURS = ("red", "blue", "yellow", "green", "violet", "grey")


def ended(places: dict[User | str, int | None], day: float = 0, **fields: object) -> Game:
    """A game that ended on a day with everybody in these places."""
    usual = {"name": "Game", "rules": "modern", "map": "classic42", "rated": True, "status": Game.Status.OVER}
    ends = {"slug": f"game-{Game.objects.count()}", "ended_at": DAY + timedelta(day)}
    game = Game.objects.create(**usual | ends | fields)
    for seat, (who, place) in enumerate(places.items()):
        held = {"bot": who.partition(" ")[0]} if isinstance(who, str) else {"user": who}
        Player.objects.create(game=game, seat=seat, colour=COLOURS[seat], place=place, **held)
    return game


def people(count: int) -> list[User]:
    return [person(name) for name in ("alice", "bob", "carol", "dora", "emil", "finn", "gwen", "hugo")[:count]]


def holds(who: str, rules: str = "modern") -> Rating:
    return latest_changes(rules, [who]).get().after


def as_stored() -> list[tuple[object, ...]]:
    names = [field.name for field in RatingChange._meta.fields if field.name != "id"]
    return [*RatingChange.objects.values_list(*names), *RatedGame.objects.values_list("game_id", "why")]


def note(game: Game, seq: int, what: str, seat: int) -> None:
    Entry.objects.create(game=game, seq=seq, kind="note", source="web", seat=seat, at=DAY, events=[{"type": what}])


def test_a_game_changes_the_ratings_of_all_at_the_table() -> None:
    alice, bob, carol = people(3)
    ended({alice: 1, bob: 2, carol: 2, "recruit": 4})
    assert ratings_sweep() == 1 and ratings_sweep() == 0
    after = update([NEW] * 4, [1, 2, 2, 4])
    rows = list(RatingChange.objects.all())
    assert [row.after for row in rows] == after and [row.place for row in rows] == [1, 2, 2, 4]
    assert [row.who for row in rows] == [f"person:{alice.pk}", f"person:{bob.pk}", f"person:{carol.pk}", "bot:recruit"]
    ended({bob: 1, alice: 2}, 1, rules="capital")
    ended({bob: 1, alice: 2}, 2)
    ratings_sweep()
    assert [holds(f"person:{bob.pk}"), holds(f"person:{alice.pk}")] == update([after[1], after[0]], [1, 2])


@pytest.mark.parametrize(
    ("fields", "places", "why"),
    [
        ({"rated": False}, (1, 2), None),
        ({"status": "void"}, (1, 2), None),
        ({"status": "running"}, (1, 2), None),
        ({}, (1,), "few"),
        ({}, (1, None), "places"),
    ],
)
def test_some_games_do_not_count(fields: dict[str, object], places: tuple[int | None, ...], why: str | None) -> None:
    ended({**dict(zip(people(len(places)), places, strict=True)), "recruit": 3}, **fields)
    ratings_sweep()
    assert not RatingChange.objects.exists()
    assert list(RatedGame.objects.values_list("why", flat=True)) == ([] if why is None else [why])


def test_who_leaves_ranks_last_and_who_finished_for_them_is_left_out() -> None:
    alice, bob, carol, dora, emil = people(5)
    game = ended({alice: 2, bob: 1, carol: 3, dora: 4, "recruit": 5})
    note(game, 5, "host.caretaker", 0)  # and comes back
    note(game, 6, "host.returned", 0)
    note(game, 7, "host.resigned", 3)
    note(game, 8, "host.replaced", 1)
    note(game, 9, "host.resigned", 1)  # the one who took over
    Player.objects.filter(game=game, user=dora).update(state="out")
    Player.objects.filter(game=game, user=bob).update(user=emil, first_holder=f"person:{bob.pk}")
    note(game, 10, "host.replaced", 4)
    Player.objects.filter(game=game, bot="recruit").update(bot="", user=bob, first_holder="bot:recruit")
    ratings_sweep()
    found = {row.who: row.place for row in RatingChange.objects.all()}
    assert found == {f"person:{user.pk}": place for user, place in ((alice, 1), (carol, 2), (bob, 3), (dora, 4))}


def test_a_seat_that_the_caretaker_ends_counts_as_left() -> None:
    alice, bob, carol = people(3)
    game = ended({alice: 1, bob: 2, carol: 3})
    Player.objects.filter(game=game, user=alice).update(state=Player.State.CARETAKER)
    ratings_sweep()
    assert [row.place for row in RatingChange.objects.all()] == [3, 1, 2]


def test_two_who_meet_ten_times_in_thirty_days_are_not_rated_again() -> None:
    alice, bob, carol = people(3)
    for number in range(11):
        ended({alice: 1, bob: 2}, number, rules=("modern", "capital")[number % 2])
    ended({alice: 1, carol: 2}, 12)
    ended({alice: 1, bob: 2, carol: 3}, 30)  # ten meetings since day 0
    ended({alice: 1, bob: 2, carol: 3}, 30.5)
    ratings_sweep()
    assert list(RatedGame.objects.values_list("why", flat=True)) == [""] * 10 + ["often", "", "often", ""]
    assert ratings_differences() == (14, [])


def test_games_that_end_late_count_as_if_they_had_come_in_time() -> None:
    chance, known = Random("late"), people(6)
    games = []
    for number in range(24):
        players = chance.sample(known, 4)
        games.append(ended({user: place for place, user in enumerate(players, 1)}, number // 2, rules="modern"))
    late = chance.sample(games, 6)
    Game.objects.filter(pk__in=[game.pk for game in late]).update(status="running")
    ratings_sweep()
    for game in late:
        Game.objects.filter(pk=game.pk).update(status="over")
        ratings_sweep()
        assert ratings_differences() == (24 - len(late) + late.index(game) + 1, [])
    before = as_stored()
    assert ratings_rebuild() == 24 and as_stored() == before


def test_a_mended_game_counts_anew_and_one_taken_out_no_more() -> None:
    alice, bob = people(2)
    first, _second = ended({alice: 1, bob: 2}), ended({alice: 1, bob: 2}, 1)
    ratings_sweep()
    Player.objects.filter(game=first, user=alice).update(place=2)
    Player.objects.filter(game=first, user=bob).update(place=1)
    assert ratings_differences() == (2, ["game-0: differs", "game-1: differs"])
    rating_redo(first.pk)
    assert ratings_sweep() == 2 and ratings_differences() == (2, [])
    rating_take_out(first.pk)
    ratings_sweep()
    assert holds(f"person:{alice.pk}") == update([NEW, NEW], [1, 2])[0] and ratings_differences() == (1, [])


def test_rows_that_were_changed_by_hand_are_found() -> None:
    alice, bob = people(2)
    game = ended({alice: 1, bob: 2})
    ended({alice: 1, bob: 2}, 1)
    ratings_sweep()
    RatingChange.objects.filter(game=game, who=f"person:{bob.pk}").update(sigma=1)
    Game.objects.filter(slug="game-1").update(rated=False)
    out = StringIO()
    with pytest.raises(SystemExit) as failed:
        call_command("ratings_rebuild", "--check", "--json", stdout=out)
    assert failed.value.code == 1
    told = json.loads(out.getvalue())
    assert not told["equal"] and told["games"] == 1 and len(told["differences"]) == 2
    call_command("ratings_rebuild", "--rules", "modern", stdout=StringIO())
    out = StringIO()
    call_command("ratings_rebuild", "--check", stdout=out)
    assert out.getvalue() == "1 games, 0 differ\n"
    with pytest.raises(CommandError, match="no rules called chess"):
        call_command("ratings_rebuild", "--rules", "chess")


def test_a_bot_in_several_seats_goes_on_from_the_last() -> None:
    alice, bob = people(2)
    ended({alice: 1, "recruit 1": 2, "recruit 2": 3, bob: 4})
    ratings_sweep()
    rows = RatingChange.objects.filter(who="bot:recruit")
    assert [(row.number, row.before) for row in rows] == [(1, NEW), (2, NEW)]
    assert holds("bot:recruit") == update([NEW] * 4, [1, 2, 3, 4])[2] and ratings_differences() == (1, [])


def test_a_scale_holds_for_games_that_end_after_it() -> None:
    alice, bob = people(2)
    ended({alice: 1, bob: 2}, 1)
    ended({bob: 1, alice: 2}, 3)
    RatingScale.objects.create(rules="modern", since=DAY + timedelta(2), beta=60, settled=7_500_000, games=300)
    ratings_sweep()
    assert [row.beta for row in RatingChange.objects.filter(seat=0)] == [125, 60]
    assert ratings_differences() == (2, [])
    found = standings_in("modern", [f"person:{alice.pk}", "person:0"])
    assert found["person:0"].games == 0 and found["person:0"].shown == 1500 and found["person:0"].is_provisional
    assert found[f"person:{alice.pk}"].games == 2


def test_a_scale_is_fitted_to_two_hundred_games() -> None:
    known, chance = people(8), Random("fit")
    with pytest.raises(CommandError, match="0 games are too few: 200"):
        call_command("ratings_fit", rules="modern")
    for number in range(200):  # the earlier in the list, the likelier ahead
        players = sorted(chance.sample(known, 3), key=lambda user: known.index(user) + chance.uniform(0, 5))
        ended({user: place for place, user in enumerate(players, 1)}, 10 * number)
    ratings_sweep()
    assert len(played_games("modern")) == 200
    out = StringIO()
    call_command("ratings_fit", "--rules", "modern", "--json", stdout=out)
    told = json.loads(out.getvalue())
    assert told["games"] == 200 and told["scores"]["rating"]["log_loss"] < told["scores"]["guess"]["log_loss"]
    scale = RatingScale.objects.get()
    assert (scale.beta / 10, scale.games, scale.settled / 1_000_000) == (told["beta"], 200, told["settled"])


def test_the_files_have_every_player_and_every_game() -> None:
    alice, bob = people(2)
    ended({alice: 1, bob: 2})
    ended({alice: 2, bob: 1, "recruit": 3}, 1)
    ratings_sweep()
    first, second = map(json.loads, games_file("modern").splitlines())
    assert [first["game"], second["game"]] == ["game-0", "game-1"]
    assert second["seats"][0]["before"] == first["seats"][0]["after"]
    rows = table_file("modern").decode().split("\r\n")
    assert len(rows) == 5 and rows[1].startswith("bot:recruit,1,") and rows[2].endswith(",true,game-1")


def test_booking_costs_few_queries() -> None:
    alice, bob, carol = people(3)
    for number in range(5):
        ended({alice: 1, bob: 2, carol: 3}, number)
    ratings_sweep()
    ended({alice: 1, bob: 2, carol: 3}, 6)
    with CaptureQueriesContext(
        connection,
    ) as seen:
        ratings_sweep()
    assert len([query for query in seen if "SAVEPOINT" not in query["sql"]]) <= 14


def test_a_real_game_is_booked_and_fsck_finds_what_is_not() -> None:
    play = table()
    Game.objects.filter(pk=play.game.pk).update(rated=True)
    with locked_table(play.game.pk) as at:
        at.draw([play.seat(play.alice), play.seat(play.bob)])
    assert not list(check_ratings(timezone.now()))
    (late,) = check_ratings(timezone.now() + timedelta(hours=1))
    assert "should have been booked long ago" in late.what
    ratings_sweep()
    assert [row.place for row in RatingChange.objects.order_by("place")] == [1, 1, 3]
    RatingChange.objects.filter(place=3).delete()
    assert [issue.what for issue in check_ratings(timezone.now())] == ["what it changed of ratings differs"]
