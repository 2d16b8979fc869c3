"""Ratings as numbers: one game, how they are shown, their files, and how well they foretell winners."""

from __future__ import annotations

import csv
import io
import json
import math
from datetime import UTC, datetime
from random import Random

import pytest

from engine.sim import run_matches
from tournaments.rating_files import Rated, RatedGame, RatedSeat, write_games, write_table
from tournaments.rating_fit import Elo, Played, Ratings, fit, guess, score
from tournaments.ratings import NEW, Rating, cautious, chances, is_provisional, shown, update

pytestmark = pytest.mark.nothing_new


def play(count: int, people: int = 100, seats: int = 4, seed: str = "ratings") -> tuple[list[Played], dict[str, float]]:
    """Games of people of known strengths: each place goes to those who are left by the odds of their strengths."""
    chance = Random(seed)
    strength = {f"person:{number}": chance.gauss(0, 1) for number in range(people)}
    games = []
    for _ in range(count):
        who = chance.sample(list(strength), seats)
        order = sorted(who, key=lambda each: chance.expovariate(1) / math.exp(strength[each]))
        games.append(Played(tuple(who), tuple(order.index(each) + 1 for each in who)))
    return games, strength


def test_a_game_changes_ratings_as_openskill_says() -> None:
    """The numbers were computed by openskill itself, apart from this project."""
    after = update([NEW] * 4, [1, 2, 2, 4])
    assert after == [
        Rating(26_733_438, 8_316_649),
        Rating(24_807_396, 8_296_831),
        Rating(24_807_396, 8_296_831),
        Rating(23_651_770, 8_296_831),
    ]
    with pytest.raises(ValueError, match="two or more"):
        update([NEW], [1])


def test_the_order_of_seats_does_not_matter() -> None:
    before, places = [Rating(25_000_000 + 999_999 * n, 8_000_000 - 100_000 * n) for n in range(5)], [3, 1, 2, 2, 5]
    after = update(before, places)
    turned = update(before[::-1], places[::-1])[::-1]
    assert after == turned


def test_numbers_are_rounded_half_to_even() -> None:
    assert (shown(NEW), cautious(NEW)) == (1500, 1384)
    for halves in (1, 2, 3, 4, -1, -3):  # at a beta of 434.3, 2.5 more of mu are half a point
        assert shown(Rating(NEW.mu + halves * 2_500_000, 0), 4343) == 1500 + round(halves / 2)


def test_a_rating_is_provisional_for_ten_games_and_while_it_is_uncertain() -> None:
    sure = Rating(25_000_000, 7_000_000)
    assert is_provisional(sure, 9) and not is_provisional(sure, 10)
    assert is_provisional(NEW, 30) and not is_provisional(NEW, 30, settled=8_400_000)


def test_ratings_foretell_winners_better_than_guessing_and_elo() -> None:
    games, strength = play(2000)
    found = fit(games, strength)
    losses = {name: each.log_loss for name, each in found.scores.items()}
    print(found)
    assert losses["truth"] < losses["rating"] < losses["elo"] and losses["rating"] < losses["guess"]
    assert found.scores["rating"].brier < found.scores["guess"].brier
    assert 40 <= found.beta <= 240 and found.settled_over == 100
    assert losses["guess"] == pytest.approx(math.log(4))


def test_the_mean_sigma_after_ten_games_is_the_stated_one() -> None:
    ratings = Ratings()
    score(ratings, play(600, people=200)[0])
    settled, count = ratings.settled()
    assert settled == pytest.approx(7_940_000, abs=30_000) and count > 100


def test_a_shared_win_is_foretold_in_parts() -> None:
    shared = Played(("a", "b", "c"), (1, 1, 3))
    assert shared.outcome == [0.5, 0.5, 0]
    found = score(guess, [shared])
    assert found.log_loss == pytest.approx(math.log(3)) and found.brier == pytest.approx(2 / 36 + 1 / 9)


def test_elo_counts_a_table_as_games_between_each_two() -> None:
    elo = Elo()
    assert elo(Played(("a", "b", "c"), (1, 2, 2))) == pytest.approx([1 / 3] * 3)
    assert elo.now == {"a": 1524, "b": 1488, "c": 1488}


def test_too_few_games_are_refused() -> None:
    with pytest.raises(ValueError, match="199 games are too few: 200"):
        fit(play(199)[0])


def test_chances_add_up_and_follow_the_formula() -> None:
    two = [Rating(30_000_000, 3_000_000), Rating(25_000_000, 4_000_000)]
    spread = math.sqrt(9 + 16 + 2 * 12.5**2)
    assert chances(two) == pytest.approx([1 / (1 + math.exp(-5 / spread)), 1 / (1 + math.exp(5 / spread))])


def test_the_files_say_what_was_computed() -> None:
    after = update([NEW, NEW], [1, 2])
    seats = [
        RatedSeat(who, place, NEW, rating)
        for who, place, rating in zip(("person:12", "bot:recruit"), (1, 2), after, strict=True)
    ]
    lines = write_games([RatedGame("low-tide-abcde", datetime(2026, 5, 4, 3, 2, 1, 9, UTC), 125, seats)]).splitlines()
    told = json.loads(lines[0])
    assert (told["ended"], told["beta"], len(lines)) == ("2026-05-04T03:02:01.000009Z", 125, 1)
    assert told["seats"][0] == {"who": "person:12", "place": 1, "before": list(NEW), "after": list(after[0])}
    assert [Rating(*seat["after"]) for seat in told["seats"]] == update([NEW, NEW], [1, 2], told["beta"])
    kept = write_table([Rated(seat.who, 1, seat.after, "low-tide-abcde") for seat in seats], 125, 7_940_000)
    assert kept.endswith(b"low-tide-abcde\r\n")
    bot, person = csv.DictReader(io.StringIO(kept.decode()))
    assert (bot["who"], person["who"]) == ("bot:recruit", "person:12")
    assert person["shown"] == str(shown(after[0])) and person["provisional"] == "true"


@pytest.mark.long
def test_the_bots_stand_in_the_right_order_after_thirty_games() -> None:
    """Those who did not win share the second place."""
    ratings = Ratings()
    for match in run_matches("modern", ["veteran", "random", "recruit"], 30, "ratings"):
        ratings(Played(match.bots, tuple(1 if bot in match.won_by else 2 for bot in match.bots)))
    assert sorted(ratings.now, key=lambda bot: ratings.now[bot].mu) == ["random", "recruit", "veteran"]
