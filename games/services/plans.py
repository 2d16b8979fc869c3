"""Keep a plan for one's own next turn, take it out again, and play those whose time on hold is over."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

import engine
from games.errors import GameClosed, GameError, NotAllowed
from games.models import Entry, Game, Player, TurnPlan
from games.play import plan_runner
from games.play.journal_reader import view_at
from games.play.plans import PlanProblem, complete, read_plan, sentence
from games.play.session import Session
from games.services.commit import commit_session
from games.services.locks import db_now, game_lock
from games.services.site_outage import is_held

log = logging.getLogger(__name__)

HOLDS = tuple(minutes for minutes, _label in TurnPlan.HOLDS)
LONGEST_PLAN = 10_000


class BadPlan(GameError):
    """A line of a plan cannot be read: its number, its words and why are in `params`."""

    code = "plan.unreadable"


@dataclass(frozen=True)
class Preview:
    """A plan as it would be kept, and what it would do in one sentence."""

    text: str
    sentence: str


def plan_preview(game: Game, seat: int, text: str) -> Preview:
    """Read a plan on the present board. Saves nothing. Raises BadPlan."""
    return preview_on(view_at(game, game.seq, seat), text)


def preview_on(view: engine.PlayerView, text: str) -> Preview:
    """Read a plan on a view. Raises BadPlan."""
    if len(text) > LONGEST_PLAN:
        raise BadPlan(_("A plan can have at most 10,000 characters."))
    typed, text = text, complete(text)
    try:
        return Preview(text, sentence(read_plan(text, view), view))
    except PlanProblem as problem:
        said = _("Line %(number)s, “%(line)s”: %(why)s")
        number = typed_number(typed, text, problem.number)
        words = {"number": number, "line": engine.clipped(problem.text), "why": problem.why}
        raise BadPlan(said % words, line=number, text=problem.text, why=problem.why) from problem


def typed_number(typed: str, text: str, number: int) -> int:
    """Return which line of a text as it was typed is the line of this number in the text that `complete` made of it."""
    added = len(text.splitlines()) - len(typed.strip().splitlines())
    blank = len(typed.splitlines()) - len(typed.lstrip().splitlines())
    return max(1, number - added + blank)


def lock_plan_seat(game_id: int, user_id: int) -> tuple[Game, Player]:
    """Lock a game, and find the seat that a person plays. Raises GameClosed, NotAllowed."""
    game = game_lock(game_id)
    player = game.players.select_related("user", "plan").filter(user_id=user_id).first()
    if player is None or player.seat is None or player.state not in (Player.State.PLAYING, Player.State.CARETAKER):
        raise NotAllowed
    if game.has_ended or not game.has_board:
        raise GameClosed
    return game, player


def plan_keep(
    *, game_id: int, user_id: int, text: str, hold: int = 15, source: str = Entry.Source.WEB
) -> tuple[TurnPlan, str]:
    """Keep a plan for the next turn of one's own in place of the one before; returns it with the sentence of what it
    would do. Raises BadPlan, GameError for another hold, NotAllowed, GameClosed."""
    if hold not in HOLDS:
        raise GameError(_("Hold a plan for 0, 15 or 60 minutes."))
    with transaction.atomic(durable=True):
        game, player = lock_plan_seat(game_id, user_id)
        session = Session.load(game, db_now())
        view = session.view(player.seat)
        preview = preview_on(view, text)
        plan = TurnPlan.objects.filter(player=player).first() or TurnPlan(game=game, player=player, version=0)
        plan.user_id, plan.version, plan.text, plan.hold, plan.source = (
            user_id,
            plan.version + 1,
            preview.text,
            hold,
            source,
        )
        plan.made_at, plan.made_turn = session.now, session.turn
        plan.held = [territory for territory, owner in enumerate(view.owner) if owner == player.seat]
        plan.state, plan.turn, plan.due_at, plan.seqs = TurnPlan.State.KEPT, "", None, []
        plan.line, plan.said, plan.why = 0, "", ""
        plan.save()
    return plan, preview.sentence


def plan_drop(*, game_id: int, user_id: int) -> None:
    """Take one's plan out: a kept one, one on hold, and the text of one that has ended. Does nothing without one.
    Raises NotAllowed, GameClosed."""
    with transaction.atomic(durable=True):
        _game, player = lock_plan_seat(game_id, user_id)
        TurnPlan.objects.filter(player=player).delete()


def plan_stop(*, game_id: int, user_id: int, plan_id: int, version: int) -> bool:
    """Take one's plan out if it is still this one, in this version, and not played yet; False if it is not. Raises
    NotAllowed, GameClosed."""
    with transaction.atomic(durable=True):
        _game, player = lock_plan_seat(game_id, user_id)
        rows = TurnPlan.objects.filter(pk=plan_id, player=player, user_id=user_id, version=version)
        gone, _of_each = rows.filter(state__in=TurnPlan.ACTIVE).delete()
        return bool(gone)


def play_held_plans(now: datetime, limit: int = 100) -> int:
    """Play the plans whose time on hold is over, each in a transaction of its own. Returns how many were played."""
    if is_held():
        return 0
    rows = TurnPlan.objects.filter(state=TurnPlan.State.HELD, due_at__lte=now, game__status=Game.Status.RUNNING)
    played = 0
    for pk, game_id in rows.order_by("due_at").values_list("pk", "game_id")[:limit]:
        try:
            played += plan_play(plan_id=pk, game_id=game_id)
        except Exception:
            log.exception("plan %s could not be played", pk)
    return played


def plan_play(*, plan_id: int, game_id: int) -> bool:
    """Play one plan on hold if it is still due. Harmless when run twice: it is looked at again under the lock."""
    with transaction.atomic(durable=True):
        try:
            game = game_lock(game_id, skip_locked=True)
        except Game.DoesNotExist:
            return False
        session = Session.load(game, db_now())
        plan = next(
            (
                plan
                for player in session.players.values()
                if (plan := plan_runner.active_plan(player)) and plan.pk == plan_id
            ),
            None,
        )
        if plan is None or plan.due_at is None or plan.due_at > session.now or not game.is_running:
            return False
        if not plan_runner.play_held(session, plan):
            return False
        commit_session(session, source=Entry.Source.PLAN)
    return True
