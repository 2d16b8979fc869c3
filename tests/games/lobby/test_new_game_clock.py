"""The clock of a new game: what its form makes of each setting, what it refuses, and the sentence that tells it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.clocks.lateness import read_settings
from games.clocks.values import ClockRules, usual_clock
from games.lobby.clock_weeks import weeks_of
from games.lobby.new_game_clock import PRESETS, ClockForm, country_name, region_choices
from games.lobby.new_game_form import NewGameForm
from games.models import Game
from games.selectors.own_times import tell_own_times
from tests.games.kit import person
from tests.games.lobby.test_new_game_form import look, post, seen
from tests.games.services.test_lobby import form, sent
from tests.games.views.test_play import client

pytestmark = pytest.mark.django_db

TIMES = {"ends": "timetable", "days": ["1", "4"], "times": "20:00, 08:00", "least_hours": "6"}


@pytest.fixture
def visitor() -> Client:
    lisbon = person("alice")
    lisbon.timezone = "Europe/Lisbon"
    lisbon.save()
    return client(lisbon)


def clock_of(**fields: Any) -> dict[str, Any]:
    made = NewGameForm(sent(**fields))
    assert made.is_valid(), made.errors
    return made.clock("Europe/Lisbon")


def changed(**fields: Any) -> dict[str, Any]:
    """What a clock has that the usual one has not."""
    clock, usual = clock_of(**fields), usual_clock("Europe/Lisbon") | {"reaction": 1440}
    assert {key for key in usual if key not in clock} <= {"span", "bank"}
    return {key: value for key, value in clock.items() if usual.get(key) != value}


def test_an_untouched_form_makes_the_usual_clock() -> None:
    assert changed() == {}
    fresh = NewGameForm(sent(**{name: str(field.initial) for name, field in ClockForm.base_fields.items()}))
    assert not fresh.is_valid() and "days" in fresh.errors, "a list that is no list is refused"


@pytest.mark.parametrize(
    ("fields", "clock"),
    [
        ({"turn_hours": "72"}, {"span": 4320}),
        (TIMES, {"timetable": {"days": [1, 4], "at": ["20:00", "08:00"], "least": 360}}),
        ({"off_days": ["6", "7"]}, {"off": {"weekdays": [6, 7]}}),
        ({"holidays_of": "DE", "region": "BY"}, {"off": {"holidays": "DE-BY"}}),
        ({"holidays_of": "PT", "region": "BY"}, {"off": {"holidays": "PT"}}),
        ({"off_dates": "2026-12-24; 2026-12-31"}, {"off": {"dates": ["2026-12-24", "2026-12-31"]}}),
        ({"quiet": "off"}, {"quiet": False}),
        (
            {"bank_start": "12", "bank_more": "0", "bank_most": "24"},
            {"bank": {"start": 720, "increment": 0, "cap": 1440}},
        ),
        ({"bank_start": "0", "bank_more": "0", "bank_most": "0"}, {}),
        ({"begun_hours": "2"}, {"begun": 120}),
        ({"fast_rounds": "3", "fast_minutes": "20"}, {"fast": {"rounds": 3, "span": 20}}),
        ({"grace_minutes": "10"}, {"grace": 10}),
        ({"late_row": "3"}, {"late": {"row": 3, "then": ["substitute", "caretaker"]}}),
        ({"late_then": "bot:recruit"}, {"late": {"row": 2, "then": ["bot:recruit"]}}),
        ({"late_then": "end"}, {"late": {"row": 2, "then": ["end"]}}),
        ({"late_then": "pause,caretaker"}, {"late": {"row": 2, "then": ["pause", "caretaker"]}}),
        ({"late_first": "2"}, {"late": {"row": 2, "then": ["substitute", "caretaker"], "first": 2}}),
        ({"vacation": "stops"}, {"vacation": "stops"}),
    ],
)
def test_each_field_sets_its_part_of_the_clock(fields: dict[str, Any], clock: dict[str, Any]) -> None:
    assert changed(**fields) == clock
    assert ("bank" in clock_of(**fields)) is (fields.get("bank_most") != "0")
    read_settings(clock_of(**fields))


@pytest.mark.parametrize(
    ("fields", "field", "says"),
    [
        ({**TIMES, "days": []}, "days", "Choose at least one day of the week"),
        ({**TIMES, "off_days": ["1", "4"]}, "days", "that is not a day off"),
        ({**TIMES, "times": "8 pm"}, "times", "Choose one to four times of day"),
        ({**TIMES, "least_hours": "169"}, "least_hours", "from 0 to 10080 minutes"),
        ({"off_days": ["1", "2", "3", "4", "5", "6"]}, "off_days", "At most five days"),
        ({"off_dates": "Christmas"}, "off_dates", "such as 2026-12-24"),
        ({"bank_start": "50"}, "bank_start", "A bank starts with no more than its cap"),
        ({"fast_rounds": "11"}, "fast_rounds", "One to ten first rounds"),
        ({"late_row": "0"}, "late_row", "1 to 20 turns missed in a row"),
    ],
)
def test_a_bound_is_named_at_the_field_that_breaks_it(
    visitor: Client, fields: dict[str, Any], field: str, says: str
) -> None:
    made = NewGameForm(sent(**fields))
    assert list(made.errors) == [field] and says in made.errors[field][0]
    answer = post(visitor, **fields)
    assert answer.status_code == 422 and seen(answer).count(says) == 2 and not Game.objects.exists()


def test_one_sentence_says_what_the_clock_means_and_marks_what_is_not_as_usual(visitor: Client) -> None:
    usual = "Each turn: 24 hours, plus a reserve of one day; no deadline falls into your night."
    assert usual in seen(visitor.get(reverse("game-new")))
    assert "<b>Each turn: 3 days</b>, plus a reserve of one day; no deadline" in look(visitor, turn_hours="72")
    page = look(visitor, **TIMES, bank_start="48", bank_more="4", off_days=["7"])
    assert (
        "<b>Each turn ends at 08:00 and 20:00 (Lisbon), Monday and Thursday</b>, <b>with at least 6 hours to answer"
        "</b>, <b>plus a reserve of 2 days that grows by 4 hours a turn, up to 2 days</b>; <b>those times stand, even "
        "if it is night for you</b>; <b>the clock stands still on Sunday</b>."
    ) in page


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_a_preset_sets_all_fields_of_the_clock_and_nothing_else(visitor: Client, preset: Any) -> None:
    """By its button alone, which needs no script."""
    fields = form(preset=preset.name, name="Low Tide", grace_minutes="60", days=["2"], bank_start="3")
    answer = visitor.post(reverse("game-new"), fields)
    assert answer.status_code == 200 and not Game.objects.exists()
    shown = answer.context["form"]
    assert shown["name"].value() == "Low Tide" and shown["seats_wanted"].value() == "4"
    made = NewGameForm(shown.data)
    assert made.is_valid(), made.errors
    clock = made.clock("UTC")
    usual = usual_clock("UTC") | {"reaction": 1440}
    assert (clock == usual) is (preset.name == "day") and clock["grace"] == 0
    assert 'id="clocks" open' in seen(answer)


def test_holidays_are_chosen_by_country_and_part_of_it() -> None:
    assert country_name("bosnia_and_herzegovina") == "Bosnia and Herzegovina"
    assert ("BY", "Bayern") in region_choices("DE")
    assert [code for code, _name in region_choices("PT")][:1] == [""] and len(region_choices("nowhere")) == 1


# ---- the picture of weeks, and times on the reader's own clock

FRIDAY = datetime(2026, 11, 27, 12, tzinfo=UTC)


def rules_of(**fields: Any) -> ClockRules:
    return read_settings(clock_of(**fields)).rules


def test_a_fortnight_shows_days_off_deadlines_and_turns_to_their_end() -> None:
    office = next(preset for preset in PRESETS if preset.name == "office").fields
    first, second = weeks_of(rules_of(**office), FRIDAY)
    assert [day.is_off for day in first.days] == [False] * 5 + [True] * 2
    assert len(first.deadlines) == len(second.deadlines) == 5
    assert "A turn that begins on Tuesday 09:00 has until Wednesday 20:00, and with the bank until" in first.words
    assert "A turn that begins on Thursday 19:00 has until Friday 20:00" in first.words
    late = [bar for bar in first.bars if bar.starts][1]
    own = next(bar for bar in first.bars if bar.is_bank)
    assert own.x < own.end <= late.end + 488 and not any(bar.starts for bar in first.bars if bar.is_bank)


def test_a_long_turn_goes_on_in_the_second_week_and_holidays_are_off() -> None:
    first, second = weeks_of(rules_of(turn_hours="168", bank_start="0", bank_more="0", bank_most="0"), FRIDAY)
    assert not first.deadlines and first.bars[-1].end >= 482 and second.bars[0].x <= 0 < second.bars[0].end
    assert not second.bars[0].starts
    assert "A turn that begins on Tuesday 09:00 ends on Tuesday 09:00." in first.words
    monday = weeks_of(rules_of(off_dates="2026-11-30"), FRIDAY)[0].days[0]
    assert monday.is_off and monday.name == "Mon"


def test_the_form_draws_the_weeks_of_what_is_chosen(visitor: Client) -> None:
    page = visitor.get(reverse("game-new")).content.decode()
    assert page.count('class="week"') == 2 and 'class="dl"' not in page
    page = visitor.post(reverse("game-new"), form() | TIMES | {"look": "1"}).content.decode()
    assert page.count('class="dl"') == 8
    page = visitor.post(reverse("game-new"), form() | {"preset": "evening"}).content.decode()
    assert 'class="week"' not in page, "of turns of ten minutes a week shows nothing"


def test_times_are_told_on_the_readers_clock_with_those_at_night(visitor: Client) -> None:
    rules = rules_of(**TIMES)
    tokyo = User(username="kenji", timezone="Asia/Tokyo", quiet=["23:00", "07:00"])
    assert tell_own_times(rules, tokyo, FRIDAY) == "05:00 (in your quiet hours) and 17:00"
    home = User(username="ana", timezone="Europe/Lisbon")
    assert tell_own_times(rules, home, FRIDAY) == ""
    early = User(timezone="Europe/Lisbon", quiet=["19:00", "21:00"])
    assert tell_own_times(rules, early, FRIDAY) == "08:00 and 20:00 (in your quiet hours)"
    assert tell_own_times(rules, AnonymousUser(), FRIDAY) == "" == tell_own_times(rules_of(), tokyo, FRIDAY)
    made = visitor.post(reverse("game-new"), form(seats_wanted="3") | TIMES, follow=True).content.decode()
    game = Game.objects.get()
    tokyo.save()
    invited = client(tokyo).get(reverse("invite", args=[game.invite_token])).content.decode()
    assert "On your clock" in invited and "in your quiet hours" in invited and "On your clock" not in made
