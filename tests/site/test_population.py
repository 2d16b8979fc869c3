"""The simulated population: calibrated where it says so, the same in every run, and helped by what helps people."""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import UTC, datetime
from functools import cache

import pytest

from benchmarks.instructions import ROOT
from benchmarks.population.lives import Habits, Life, Person
from benchmarks.population.plain import measure_rate, play_games
from benchmarks.population.policies import BARE, DEFAULTS, SINGLE, TOGETHER, Tally
from benchmarks.population.served import play_served

pytestmark = [pytest.mark.once, pytest.mark.nothing_new]
SEED, GAMES = 5, 25


@cache
def habits() -> Habits:
    return measure_rate(31.0, SEED, GAMES)


def play(name: str) -> Tally:
    policy = next(each for each in (*SINGLE, *TOGETHER) if each.name == name)
    return play_games(policy, habits(), SEED, GAMES)


def test_the_population_misses_what_it_is_set_to_without_help() -> None:
    bare = play(BARE.name)
    assert bare.missed_share == bare.nobody_share == pytest.approx(31.0, abs=1.0)
    assert bare.in_time + bare.missed == GAMES * 4 * 10


def test_the_same_lives_give_the_same_figures() -> None:
    assert play(DEFAULTS.name) == play(DEFAULTS.name)


def test_the_defaults_stay_below_the_bars_and_ahead_of_what_leaves_one_thing_out() -> None:
    found = play(DEFAULTS.name)
    assert found.missed_share < 8.0 and found.nobody_share < 5.0
    assert play("without bank").missed_share > found.missed_share < play("without links").missed_share
    assert play("without substitutes").nobody_share > found.nobody_share


def test_a_caretaker_alone_hides_what_is_missed() -> None:
    bare, freed = play(BARE.name), play("caretaker after two, or a first one of nobody")
    assert freed.missed_share < bare.missed_share and freed.nobody_share > bare.nobody_share


@pytest.mark.parametrize("number", range(5))
def test_nobody_looks_or_notices_a_mail_asleep_or_after_giving_up(number: int) -> None:
    start = datetime(2026, 3, 2, tzinfo=UTC)
    person = Person(Life(f"somebody {number}", start), Habits(rate=8.0))
    seen = [person.notice("a turn", count, start) for count in range(50)]
    moments = [*person.looks, *(each.at for each in seen if each and each.at < person.life.gone_at)]
    assert len(moments) > 10 and all(person.life.weight(at) > 0 for at in moments)
    assert person.notice("a turn", 0, person.life.gone_at) is None


EVENTFUL = 255
"""A seed whose first game has a seat that falls free and is taken over, a vacation, and orders left for lateness."""


@pytest.mark.long
@pytest.mark.django_db
def test_services_count_every_turn_once_and_the_same_in_every_run() -> None:
    found, again = (play_served(Habits(rate=2.0), EVENTFUL, 1) for _ in range(2))
    assert found == again
    assert found.in_time + found.missed + found.written + found.stood_in + found.held == 4 + 4 * 10
    assert found.missed and found.written and found.stood_in and found.held and found.refilled == 1
    assert found.rounds == 10 and 1 < found.longest < 4


@pytest.mark.long
@pytest.mark.no_cover
def test_the_command_prints_a_row_for_each_setting_and_one_through_the_services() -> None:
    given = ["--games", "2", "--services", "1", "--processes", "2"]
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.population", *given], cwd=ROOT, capture_output=True, text=True, check=False
    )
    rows = [line.split(" | ") for line in done.stdout.splitlines() if re.match(r"\| .* \| [0-9.]+ \|$", line)]
    assert len(rows) == len(SINGLE) + len(TOGETHER) + 2, done.stderr
    assert rows[-1][0] == "| the defaults, 1 games through the services"
    shares = [(float(rows[-1][at]), float(rows[-1][at + 1])) for at in (1, 5)]
    is_over = any(missed >= 8.0 or nobody >= 5.0 for missed, nobody in shares)
    assert done.returncode == is_over and "1 of 1 games" in done.stderr
