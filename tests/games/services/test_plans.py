"""What is refused of plans, and held plans that the sweep cannot play."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games.errors import GameClosed, GameError, NotAllowed
from games.models import Game, SiteClock, TurnPlan
from games.play.session import Session
from games.services import plans
from games.services.notifications import plan_context
from games.services.plans import BadPlan, plan_drop, plan_keep, plan_play, play_held_plans
from tests.games.kit import Table, person, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def play() -> Table:
    return table()


def keep(play: Table, text: str = "end turn", **fields: int) -> TurnPlan:
    user = play.bob if play.asked_user == play.alice else play.alice
    return plan_keep(game_id=play.game.pk, user_id=user.pk, text=text, **fields)[0]


def hold(plan: TurnPlan) -> None:
    TurnPlan.objects.filter(pk=plan.pk).update(state=TurnPlan.State.HELD, due_at=timezone.now())


def test_a_plan_is_held_for_three_spans_and_has_ten_thousand_letters(play: Table) -> None:
    with pytest.raises(GameError, match="0, 15 or 60 minutes"):
        keep(play, hold=5)
    with pytest.raises(BadPlan, match="at most 10,000 characters"):
        keep(play, "end turn\n" * 2000)


def test_only_who_plays_in_a_game_that_goes_on_keeps_a_plan(play: Table) -> None:
    with pytest.raises(NotAllowed):
        plan_keep(game_id=play.game.pk, user_id=person("nora").pk, text="end turn")
    Game.objects.update(status=Game.Status.OVER)
    with pytest.raises(GameClosed):
        plan_drop(game_id=play.game.pk, user_id=play.alice.pk)


def test_no_held_plan_is_played_while_the_clock_is_not_believed(play: Table) -> None:
    hold(keep(play))
    SiteClock.objects.update_or_create(defaults={"held_since": timezone.now()})
    assert play_held_plans(timezone.now()) == 0


def test_a_plan_that_cannot_be_played_does_not_hold_up_others(
    play: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    plan = keep(play)
    assert not plan_play(plan_id=plan.pk, game_id=play.game.pk + 1) and not plan_play(
        plan_id=plan.pk, game_id=play.game.pk
    ), "it is not on hold"
    hold(plan)

    def breaks(**fields: object) -> bool:
        raise RuntimeError("a fault of the rules")

    monkeypatch.setattr(plans, "plan_play", breaks)
    assert play_held_plans(timezone.now()) == 0
    assert f"plan {plan.pk} could not be played" in caplog.text and "a fault of the rules" in caplog.text


def test_the_mail_of_a_turn_tells_of_ones_own_plan_that_has_just_begun(play: Table) -> None:
    plan = keep(play)
    session = Session.load(play.fresh(), timezone.now())
    mine, theirs = plan.player.seat, play.waiting.seat
    told = {}
    for state in TurnPlan.State:
        plan.state = state
        session.plans = [plan]
        told[state] = plan_context(session, mine)
        assert plan_context(session, theirs) == {}
    assert {state for state, context in told.items() if context} == {TurnPlan.State.HELD, TurnPlan.State.FAILED}
    assert told[TurnPlan.State.HELD] == {"plan": plan.version}
