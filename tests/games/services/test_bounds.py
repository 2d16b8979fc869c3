"""What is just allowed and what is just too much, of all that services measure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.clocks.values import plain_clock, usual_clock
from games.errors import GameError
from games.families.parts import parts_of
from games.models import AuditEntry
from games.models.game import WORD_LETTERS
from games.models.upkeep import LONGEST_REASON
from games.services import disputes, organize, tokens
from games.services.disputes import MOST_OPEN, dispute_raise, open_disputes
from games.services.invitations import LONGEST_NOTE, clean_note
from games.services.plans import LONGEST_PLAN, preview_on
from games.services.seats import LONGEST_STANDING, standing_set
from games.services.table_settings import TableSettings, check_bounds, check_clock, hours_of, with_usual_setup
from games.services.tables import read_word
from games.services.tokens import MOST_TOKENS, TokenRefused, token_make, token_revoke
from tests.games.kit import Table, person, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def play() -> Table:
    return table()


def refuses(act: Callable[[Any], object], allowed: list[Any], refused: list[Any]) -> None:
    """All of the one are taken, none of the other."""
    for value in allowed:
        act(value)
    for value in refused:
        with pytest.raises(GameError):
            act(value)


def test_a_plan_has_ten_thousand_characters_and_standing_orders_two_thousand_in_forty_lines(play: Table) -> None:
    view = play.view(play.waiting.seat)
    plan = "end turn #".ljust(LONGEST_PLAN, "x")
    refuses(lambda text: preview_on(view, text), [plan], [f"{plan}x"])

    def keep(text: str) -> None:
        standing_set(game_id=play.game.pk, user_id=play.alice.pk, text=text)

    line = "when attacked: defend 1"
    longest = f"{line} #".ljust(LONGEST_STANDING, "x")
    refuses(keep, [longest, "\n".join([line] * 40)], [f"{longest}x", "\n".join([line] * 41)])


def test_a_deadline_moves_by_an_hour_to_two_weeks(play: Table) -> None:
    olga = person("olga")

    def extend(hours: int) -> None:
        organize.game_extend(game_id=play.game.pk, user=olga, reason="flu", hours=hours)

    before = play.waiting.deadline_at
    refuses(extend, [1, 336], [0, 337])
    after = play.waiting.deadline_at
    assert before and after and (after - before).total_seconds() == 337 * 3600
    assert [row.details for row in AuditEntry.objects.order_by("pk")] == [{"hours": 1}, {"hours": 336}]


def test_a_question_has_so_many_characters_and_three_of_ones_own_may_be_open(play: Table) -> None:
    def ask(text: str) -> None:
        dispute_raise(game_id=play.game.pk, user=play.alice, text=text)

    refuses(ask, [f"  {'x' * LONGEST_REASON}  "], ["x" * (LONGEST_REASON + 1), "  "])
    refuses(ask, ["again"] * (MOST_OPEN - 1), ["once more"])
    dispute_raise(game_id=play.game.pk, user=play.bob, text="And mine?")
    assert [row.user for row in open_disputes(play.game)] == [play.alice] * MOST_OPEN + [play.bob]
    assert disputes.dispute_settle(game_id=play.game.pk, user=person("olga"), answer="So it was.") == MOST_OPEN + 1
    ask("one more")


def test_words_and_lines_are_as_long_as_they_may_be() -> None:
    refuses(read_word, ["x" * WORD_LETTERS], ["x" * (WORD_LETTERS + 1)])
    refuses(clean_note, ["x" * LONGEST_NOTE], ["x" * (LONGEST_NOTE + 1)])


def settings(**fields: Any) -> TableSettings:
    return TableSettings(**{"name": "X", "rules": "modern", "seats_wanted": 3, **fields})


def test_the_least_reliability_and_the_time_for_replies_have_bounds() -> None:
    refuses(lambda share: check_bounds(settings(least_share=share)), [None, 1, 99], [0, 100])
    least, most = parts_of("modern").new_game.reply_hours
    usual = usual_clock("UTC")

    def reply(minutes: int) -> None:
        check_clock(usual | {"reaction": minutes}, (least, most))

    refuses(reply, [least * 60, most * 60] if least else [most * 60], [most * 60 + 1])
    refuses(lambda minutes: check_clock(usual | {"reaction": minutes}, (0, 2)), [120], [121])
    refuses(lambda hours: check_clock(usual | {"reaction": 120}, hours), [(2, 2), (1, 3)], [(3, 4), (0, 1)])


def test_bots_of_a_table_are_those_that_are_offered_as_opponents() -> None:
    refuses(lambda bots: check_bounds(settings(bots=bots)), [[], ["veteran"]], [["caretaker"], ["veteran", "hal"]])


@pytest.mark.parametrize(("span", "planned"), [(60, False), (61, True), (None, True)])
def test_a_table_of_turns_up_to_an_hour_plays_its_set_up_in_turns(span: int | None, planned: bool) -> None:
    chosen = with_usual_setup("modern", {}, span)
    assert chosen == ({"setup_orders": "planned"} if planned else {})
    given = {"setup_orders": "turns"}
    assert with_usual_setup("modern", given, span) == given and with_usual_setup("chess", {}, span) == {}


def test_hours_of_a_clock_are_rounded_up() -> None:
    strict = plain_clock(24, 12, 30, is_strict=True)
    assert hours_of(strict) == {
        "turn_hours": 24,
        "reaction_hours": 12,
        "grace_minutes": 30,
        "late_policy": "caretaker",
    }
    odd = hours_of(plain_clock(24, 12, 0) | {"span": 61, "reaction": 121})
    assert (odd["turn_hours"], odd["reaction_hours"], odd["late_policy"]) == (2, 3, "pass")
    daily = {"days": [1], "at": ["20:00"], "least": 30}
    timed = {key: value for key, value in usual_clock("UTC").items() if key != "span"} | {"timetable": daily}
    assert hours_of(timed)["turn_hours"] == 1
    assert hours_of(timed | {"timetable": daily | {"least": 1441}})["turn_hours"] == 25


def test_twenty_tokens_may_be_good_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "MOST_TOKENS", 2)
    alice, bob = person("alice"), person("bob")
    made = [token_make(user=alice, name="bot", scope="play")[0] for _ in range(2)]
    with pytest.raises(TokenRefused):
        token_make(user=alice, name="bot", scope="play")
    assert not token_revoke(user=bob, token_id=made[0].pk) and token_revoke(user=alice, token_id=made[0].pk)
    assert not token_revoke(user=alice, token_id=made[0].pk)
    assert token_make(user=alice, name="bot", scope="play") and MOST_TOKENS == 20
