"""Play plans as the turns of their seats begin, in the same session, and drop those that are of no more use."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from django.utils import translation
from django.utils.translation import gettext as _

import engine
from games.models import Entry, Player, TurnPlan, Waiting
from games.models.journal import actor_of
from games.play.messages import play_in_turn
from games.play.plans import PlanProblem, ReadPlan, failing_guard, read_plan
from games.play.session import HUMAN, Session

MOST_IN_ROW = 20
"""Planned turns in one transaction; the sweep goes on with the next."""

State = TurnPlan.State


def active_plan(player: Player) -> TurnPlan | None:
    """Return the plan of a seat that waits for its turn, or is on hold in it."""
    plan: TurnPlan | None = getattr(player, "plan", None)
    return plan if plan is not None and plan.is_active else None


def begin_turns(session: Session) -> None:
    """Begin the plan of each seat whose own turn begins; one that ends its turn may be followed by another."""
    for _number in range(MOST_IN_ROW):
        plan = due_plan(session)
        if plan is None:
            return
        begin(session, plan)


def due_plan(session: Session) -> TurnPlan | None:
    """Return the plan of the seat whose turn has begun and who is asked; None if it has none for this turn."""
    asked = session.asked
    if asked is None or asked.pace != Waiting.Pace.TURN or not session.round or not session.game.is_running:
        return None
    if session.is_past_end:
        return None
    seat = asked.seats[0]
    player = session.players[seat]
    plan = active_plan(player)
    if plan is None or plan.state != State.KEPT or session.turn in (plan.made_turn, plan.turn):
        return None
    is_own = session.turn == f"{session.round}:{seat}" and is_holder(player, plan)
    return plan if is_own and not has_acted(session, plan) else None


def is_holder(player: Player, plan: TurnPlan) -> bool:
    """Check that the author of a plan plays the seat now."""
    return player.state == Player.State.PLAYING and player.person_for(Waiting.Pace.TURN) == plan.user_id


def begin(session: Session, plan: TurnPlan) -> None:
    """Begin a plan: play it, hold it for a while, or keep why it cannot be played."""
    plan.turn = session.turn
    session.plans.append(plan)
    ready = check(session, plan)
    if ready is None:
        return
    if plan.hold:
        plan.state, plan.due_at = State.HELD, session.now + timedelta(minutes=plan.hold)
    else:
        play(session, plan, ready)


def check(session: Session, plan: TurnPlan) -> ReadPlan | None:
    """Check guards, every line, and the first order. Returns the plan as it reads; None, with the reason kept, if
    something is wrong."""
    view = session.view(plan.player.seat)
    with translation.override(plan.user.language or translation.get_language()):
        try:
            ready = read_plan(plan.text, view)
            if problem := failing_guard(ready, view, plan.held):
                raise problem
            try_first_line(session, ready, view)
        except PlanProblem as problem:
            fail(plan, State.FAILED, problem)
            return None
    return ready


def try_first_line(session: Session, plan: ReadPlan, view: engine.PlayerView) -> None:
    """Try the first order that counts now. Raises PlanProblem."""
    course = engine.ConditionEvaluator(look_up=session.captured)
    refused: PlanProblem | None = None
    for each in plan.lines:
        for order in each.line.actions if course.applies(each.line.clause, lambda: view) else ():
            try:
                session.dry_run(order)
                return
            except engine.IllegalAction as exc:
                refused = PlanProblem(each.number, each.line.text, str(exc))
                if not order.is_optional:
                    raise refused from exc
    first = plan.lines[0]
    raise refused or PlanProblem(first.number, first.line.text, str(engine.IllegalAction("order.no_condition")))


def fail(plan: TurnPlan, state: TurnPlan.State, problem: PlanProblem) -> None:
    """Keep at which line a plan has ended, and why."""
    plan.state, plan.line, plan.said, plan.why = state, problem.number, problem.text[:300], problem.why[:500]
    plan.due_at = None


def play(session: Session, plan: TurnPlan, ready: ReadPlan) -> None:
    """Play the orders of a plan until one is refused."""
    seat = plan.player.seat
    assert seat is not None
    reached = [ready.lines[0]]

    def orders() -> Iterator[engine.Action]:
        course = engine.ConditionEvaluator(look_up=session.captured)
        for each in ready.lines:
            if course.applies(each.line.clause, lambda: session.view(seat)):
                reached.append(each)
                yield from each.line.actions

    receipt = play_in_turn(session, seat, orders(), Entry.Source.PLAN, {"actor": actor_of(plan.user_id)})
    plan.state, plan.due_at, plan.seqs = State.PLAYED, None, receipt.seqs
    if receipt.refusal is not None:
        with translation.override(plan.user.language or translation.get_language()):
            why = str(receipt.refusal)
        fail(plan, State.STOPPED, PlanProblem(reached[-1].number, reached[-1].line.text, why))


def play_held(session: Session, plan: TurnPlan) -> bool:
    """Play a plan whose time on hold is over. False if its turn is over, or the seat is not asked now."""
    asked = session.asked
    is_asked = asked is not None and asked.pace == Waiting.Pace.TURN and plan.player.seat in asked.seats
    if plan.state != State.HELD or not is_asked or session.turn != plan.turn or not is_holder(plan.player, plan):
        return False
    session.plans.append(plan)
    if ready := check(session, plan):
        play(session, plan, ready)
    return True


# ---- dropping


def settle(session: Session) -> list[TurnPlan]:
    """Drop the plans that are no more use, after the session was saved, and store all that have changed."""
    for player in session.players.values():
        plan = active_plan(player)
        if plan is not None and (why := reason_to_drop(session, player, plan)):
            plan.state, plan.why, plan.due_at = State.DROPPED, why, None
            session.plans.append(plan)
    changed = list({plan.pk: plan for plan in session.plans}.values())
    for plan in changed:
        plan.save()
    return changed


def reason_to_drop(session: Session, player: Player, plan: TurnPlan) -> str:
    """Say why a plan is dropped, in its author's language; empty if it stays."""
    with translation.override(plan.user.language or translation.get_language()):
        if session.game.has_ended:
            return _("The game is over.")
        if player.state == Player.State.OUT:
            return _("You are out of the game.")
        if player.user_id != plan.user_id or player.state == Player.State.RESIGNED:
            return _("Somebody else plays the seat now.")
        if any(entry.kind == Entry.Kind.REWIND for entry in session.entries):
            return _("The game was rewound.")
        if own := own_orders(session, plan):
            by_author = own[0].source in HUMAN and own[0].actor == actor_of(plan.user_id)
            return _("You gave an order in that turn first.") if by_author else _("It was not used in your next turn.")
    return ""


def own_orders(session: Session, plan: TurnPlan) -> list[Entry]:
    """List the orders of a plan's seat in a turn of its own after the one in which the plan was made."""
    return [
        entry
        for entry in session.entries
        if entry.seat == plan.player.seat
        and entry.turn == f"{entry.turn.partition(':')[0]}:{entry.seat}"
        and entry.turn != plan.made_turn
        and not entry.turn.startswith("0:")
        and entry.source != Entry.Source.PLAN
    ]


def has_acted(session: Session, plan: TurnPlan) -> bool:
    """Check whether the seat of a plan has been played in the running turn already."""
    return any(entry.turn == session.turn for entry in own_orders(session, plan))
