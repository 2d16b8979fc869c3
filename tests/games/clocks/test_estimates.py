"""When somebody's turn comes: what is drawn keeps to nights, absences and clocks, and the quantiles keep what they
say."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from random import Random

from games.clocks.calendar import MINUTE
from games.clocks.estimates import (
    DAY,
    Answerer,
    awake_span,
    look_ahead,
    look_past_bids,
    look_up,
    minutes_of,
    waking_hours,
)

MONDAY = datetime(2026, 11, 23, 10, tzinfo=UTC)
AT = minutes_of(MONDAY)
WAKES, LONG = waking_hours((time(23), time(7)), timedelta(hours=1))


def who(*spans: float, most: float = 4320, away: tuple[tuple[float, float], ...] = ()) -> Answerer:
    return Answerer(spans, WAKES, LONG, most, away)


def test_a_night_is_read_by_the_clock_of_its_owner() -> None:
    assert (WAKES, LONG) == (6 * 60, 16 * 60), "in Berlin one gets up at 6 by UTC"
    assert waking_hours((time(1), time(8)), timedelta(hours=-5)) == (13 * 60, 17 * 60)


def test_minutes_awake_and_moments_belong_to_each_other() -> None:
    drawn = Random(1)
    for _ in range(1000):
        awake = AT + drawn.random() * 10 * DAY
        at = who().moment(awake)
        assert abs(who().awake(at) - awake) < 1e-6 and (at - WAKES) % DAY <= LONG + 1e-6
    assert awake_span(who(), MONDAY, 24 * 60) == 16 * 60, "a day with its night"
    assert awake_span(who(), MONDAY + timedelta(hours=13), 60) == 1.0, "an answer out of the night counts as at once"


def test_answers_come_while_people_are_awake_there_and_before_their_time_is_over() -> None:
    drawn, gone = Random(2), (AT + 60, AT + 2 * DAY)
    for _ in range(500):
        end = who(200, 500).answer(AT, drawn)
        assert AT < end <= AT + 4320 and (end == AT + 4320 or (end - WAKES) % DAY <= LONG)
        assert who(90, 30, most=120).answer(AT, drawn) <= AT + 120
        away = who(90, 30, away=(gone,)).answer(AT, drawn)
        assert not gone[0] <= away < gone[1]


def test_the_latest_turns_count_most() -> None:
    drawn = Random(3)
    slow_then_fast, fast_then_slow = who(*[900] * 8, *[30] * 8), who(*[30] * 8, *[900] * 8)
    fast, slow = (sorted(one.span(drawn) for _ in range(2001))[1000] for one in (slow_then_fast, fast_then_slow))
    assert fast < 120 < slow


def test_strangers_are_told_more_widely_than_people_who_are_known() -> None:
    known, strange = (
        look_ahead(AT, [one, one, one], Random(4))[0][1][-1] for one in (who(*[240] * 16), who(most=10_080))
    )
    assert known[2] - known[0] < (strange[2] - strange[0]) / 2


def test_four_in_five_lie_within_an_estimate_and_half_before_its_middle() -> None:
    queue = [who(60, 300, 700), None, who(30, 30, 45), who()]
    looks = look_ahead(AT, queue, Random(5))
    drawn = Random(6)
    for place in range(len(queue)):
        early, middle, late = looks[0][1][place]
        ends = []
        for _ in range(4000):
            at = AT
            for one in queue[: place + 1]:
                at = at if one is None else one.answer(at, drawn)
            ends.append(at - AT)
        within = sum(early <= end <= late for end in ends) / len(ends)
        before = sum(end <= middle for end in ends) / len(ends)
        assert 0.7 < within < 0.9 and 0.4 < before < 0.6, (place, within, before)


def test_an_estimate_gets_later_while_the_first_answer_does_not_come() -> None:
    looks = look_ahead(AT, [who(60, 300, 700), who(60)], Random(7))
    assert len(looks) > 3 and [after for after, _ in looks] == sorted(after for after, _ in looks)
    first, long_after = (look_up(looks, 1, MONDAY, MONDAY + wait) for wait in (timedelta(), 4000 * MINUTE))
    assert MONDAY < first.early <= first.middle <= first.late
    assert long_after.early >= MONDAY + 4000 * MINUTE and long_after.middle > first.middle


def test_nobody_before_means_at_once() -> None:
    assert look_up(look_ahead(AT, [None], Random(8)), 0, MONDAY, MONDAY).late == MONDAY


def test_all_bids_are_waited_for_and_then_any_number_of_turns() -> None:
    quick, slow = who(*[1] * 16), who(*[600] * 16)
    bids_in, first, second = look_past_bids(AT, AT, [quick, slow], [quick, slow], Random(9))[0][1]
    slow_alone = look_past_bids(AT, AT, [slow], [quick, slow], Random(9))[0][1]
    quick_alone = look_past_bids(AT, AT, [quick], [quick, slow], Random(9))[0][1]
    assert quick_alone[0][1] < bids_in[1] / 5 and abs(slow_alone[0][1] - bids_in[1]) < bids_in[1] / 3
    assert bids_in[0] <= first[0] and bids_in[0] <= second[0]
    assert first[2] > bids_in[2] and second[1] < first[1], "the quick one waits for the slow one in half of all orders"


def test_whoever_still_owes_a_bid_is_later_than_now() -> None:
    quick = [who(*[5] * 16)] * 3
    asked_now, long_open = (look_past_bids(AT, AT + wait, quick, quick, Random(9))[0][1] for wait in (0, 300))
    assert asked_now[0][1] < 60 and long_open[0][0] > 300 and long_open[0][1] > 400, "one who is late may be much later"


def test_bids_of_bots_are_in_at_once_and_whose_turn_comes_first_is_open() -> None:
    bids_in, *turns = look_past_bids(AT, AT, [None], [None, who(*[600] * 16), None], Random(9))[0][1]
    assert bids_in == [0, 0, 0] and turns[1] == [0, 0, 0]
    assert all(turn[0] == 0 and turn[2] > 60 for turn in (turns[0], turns[2]))
