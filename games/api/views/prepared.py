"""What a player prepares: standing orders, and the plan for their next turn. Each is secret to its owner."""

from __future__ import annotations

from django.utils.translation import gettext as _
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.ratelimit import limit
from games.api.base import GameAPIView
from games.api.describe import operation
from games.api.requests import PlanWish, StandingWish
from games.api.responses import (
    PlanShown,
    Standing,
    StandingChecked,
    StandingLine,
    StandingUseFacts,
    StandingUses,
    TurnPlanFacts,
)
from games.errors import NotAllowed
from games.models import ApiToken, Entry, StandingOrder, TurnPlan
from games.selectors.access import Access
from games.selectors.standing import uses_of
from games.selectors.standing_check import check_for
from games.services.plans import plan_drop, plan_keep, plan_preview
from games.services.seats import standing_set

CHECKS_A_MINUTE = 30


class StandingView(GameAPIView):
    """Your standing orders. Sending new ones replaces the text, which is kept in its canonical form; nothing is saved
    if a line cannot be read."""

    http_method_names = ["get", "head", "put"]

    @operation("standing", "Get your standing orders", tag="play", answer=Standing, refuses=[404, 409])
    def get(self, request: Request, slug: str) -> Response:
        access, _seat = self.require_own_seat(slug)
        return Response(stored(StandingOrder.objects.filter(player=access.player).first()))

    @operation(
        "standing_set",
        "Set your standing orders",
        tag="play",
        answer=Standing,
        body=StandingWish,
        refuses=[404, 409, 422],
    )
    def put(self, request: Request, slug: str) -> Response:
        body = self.parse_body(StandingWish)
        access, _seat = self.require_own_seat(slug)
        order = standing_set(game_id=access.game.pk, user_id=self.person.pk, text=body.text, source=Entry.Source.API)
        return Response(stored(order))


def stored(order: StandingOrder | None) -> Standing:
    """Describe stored standing orders."""
    return Standing(order.text, order.version, list(order.spent)) if order else Standing("", 0, [])


class StandingCheckView(GameAPIView):
    """Say of each line whether it reads, and which line would answer one attack as the board stands. Nothing is saved;
    30 checks a minute."""

    scope = ApiToken.Scope.READ

    @operation(
        "standing_check",
        "Check standing orders",
        tag="play",
        answer=StandingChecked,
        body=StandingWish,
        refuses=[404, 409],
    )
    def post(self, request: Request, slug: str) -> Response:
        body = self.parse_body(StandingWish)
        access, _seat = self.require_own_seat(slug)
        if wait := limit(f"standing-check:{self.person.pk}", CHECKS_A_MINUTE, 60):
            raise Throttled(wait)
        assert access.player is not None
        found = check_for(access.game, access.player, body.text)
        lines = [
            StandingLine(line.line, line.text, line.verdict, line.kept, line.why, line.start, line.end)
            for line in found.lines
        ]
        return Response(StandingChecked(found.is_good, lines, found.trial))


class StandingUsesView(GameAPIView):
    """Which of your lines gave which answers, the latest first, at most a hundred."""

    @operation("standing_uses", "List uses of your lines", tag="play", answer=StandingUses, refuses=[404, 409])
    def get(self, request: Request, slug: str) -> Response:
        access, _seat = self.require_own_seat(slug)
        assert access.player is not None
        uses = uses_of([access.player], 100)[access.player.pk]
        facts = [StandingUseFacts(use.seq, use.at, use.version, use.line, use.text, use.order) for use in uses]
        return Response(StandingUses(facts))


class PlanView(GameAPIView):
    """The plan for your next turn. With `keep` false nothing is saved, and the answer says what it would do."""

    http_method_names = ["get", "head", "put", "delete"]

    @operation("plan", "Get your plan", tag="play", answer=PlanShown, refuses=[404, 409])
    def get(self, request: Request, slug: str) -> Response:
        access, _seat = self.require_own_seat(slug)
        return Response(PlanShown(plan_facts(TurnPlan.objects.filter(player=access.player).first()), ""))

    @operation("plan_set", "Set your plan", tag="play", answer=PlanShown, body=PlanWish, refuses=[404, 409, 422])
    def put(self, request: Request, slug: str) -> Response:
        body = self.parse_body(PlanWish)
        access, seat = self.require_own_seat(slug)
        require_player(access)
        if not body.keep:
            return Response(PlanShown(None, plan_preview(access.game, seat, body.text).sentence))
        plan, sentence = plan_keep(
            game_id=access.game.pk,
            user_id=self.person.pk,
            text=body.text,
            hold=body.hold,
            source=Entry.Source.API,
        )
        return Response(PlanShown(plan_facts(plan), sentence))

    @operation("plan_drop", "Drop your plan", tag="play", answer=PlanShown, refuses=[404, 409])
    def delete(self, request: Request, slug: str) -> Response:
        access, _seat = self.require_own_seat(slug)
        plan_drop(game_id=access.game.pk, user_id=self.person.pk)
        return Response(PlanShown(None, ""))


def require_player(access: Access) -> None:
    """Require a seat that its person still plays. Raises NotAllowed."""
    if not access.may_play:
        raise NotAllowed(_("You have no seat in this game."))


def plan_facts(plan: TurnPlan | None) -> TurnPlanFacts | None:
    """Describe a plan."""
    if plan is None:
        return None
    return TurnPlanFacts(plan.text, plan.hold, plan.state, plan.made_at, plan.due_at, plan.line, plan.said, plan.why)
