"""A running game: the board, possible answers, orders, dry runs, undo, history."""

from __future__ import annotations

from django.utils.translation import gettext as _
from msgspec import UNSET
from rest_framework.request import Request
from rest_framework.response import Response

import engine
from games.api.base import GameAPIView
from games.api.describe import operation
from games.api.refusals import InvalidRequest, refusal_of
from games.api.requests import MOST_ENTRIES, HistoryQuery, OrderWish, TrialWish, UndoWish
from games.api.responses import Board, History, LikelyOrder, OddsFacts, Options, Receipt, Trial, TriedOrder
from games.api.serializers import serialize_history, serialize_open_answers, serialize_receipt
from games.decisions.registry import suggested_orders
from games.errors import GameClosed, NotAllowed, StaleDecision
from games.models import ApiToken, Entry, Player, Waiting
from games.selectors.access import Access, view_of
from games.selectors.odds import attack_outcome
from games.services.orders import order_check, order_submit, order_undo


class BoardView(GameAPIView):
    """The game as you may see it: the board, your hand, who is asked what. Spectators see less."""

    @operation("view", "Get the board", tag="play", answer=Board, refuses=[404, 409])
    def get(self, request: Request, slug: str) -> Response:
        access = self.access(slug)
        if not access.game.has_board:
            raise GameClosed(_("This game has not begun."))
        asked = serialize_open_answers(access.game.waiting.all(), access.game, access.players, self.person)
        return Response(Board(access.game.seq, asked, view_of(access.game, access.viewer)))


class OptionsView(GameAPIView):
    """Every kind of action that you can answer with now, with its arguments and their bounds. While others are still
    planning their set-up, also those that change your plan."""

    @operation("options", "List possible answers", tag="play", answer=Options, refuses=[404, 409])
    def get(self, request: Request, slug: str) -> Response:
        access, seat = self.require_seat(slug)
        row = open_answer(access, seat)
        view = view_of(access.game, seat) if row is not None else None
        if row is None or view is None or not view.may_answer:
            return Response(Options(seat, None, "", "", None, [], []))
        orders = [LikelyOrder(likely.order, likely.chance) for likely in suggested_orders(view)]
        return Response(Options(seat, row.ref, row.kind, row.pace, row.until, list(view.offers), orders))


def open_answer(access: Access, seat: int) -> Waiting | None:
    """Find the open answer of a seat that its player gives; of a sealed decision that the seat may have answered
    already, that of another seat."""
    playing = access.player is not None and access.player.state == Player.State.PLAYING
    if not playing or not access.game.is_running:
        return None
    rows = list(Waiting.objects.filter(game=access.game))
    mine = next((row for row in rows if row.seat == seat), None)
    return mine or next((row for row in rows if row.pace == Waiting.Pace.SEALED), None)


class HistoryView(GameAPIView):
    """What happened after entry `since`, as far as you may know it."""

    @operation("history", "Get the history", tag="play", answer=History, query=HistoryQuery, refuses=[404])
    def get(self, request: Request, slug: str) -> Response:
        query = self.query(HistoryQuery)
        return Response(serialize_history(self.access(slug), query.since, query.limit))


class OrdersView(GameAPIView):
    """Answer a question, with an action or an order in words. An order of a later step ends the steps before it."""

    @operation("order", "Give an order", tag="play", answer=Receipt, body=OrderWish, key=True, refuses=[404, 409, 422])
    def post(self, request: Request, slug: str) -> Response:
        key, body = self.key(), self.parse_body(OrderWish)
        access, seat = self.require_seat(slug)
        try:
            played = order_submit(
                game_id=access.game.pk,
                seat=seat,
                ref=body.ref,
                source=Entry.Source.API,
                user_id=self.person.pk,
                key=key,
                **order_arguments(body, seat),
            )
        except StaleDecision as exc:
            raise too_late_error(access) from exc
        return Response(serialize_receipt(self.access(slug), played, self.person, key, MOST_ENTRIES))


class UndoView(GameAPIView):
    """Undo your last order, until dice, a card or another player has revealed something."""

    @operation("undo", "Undo", tag="play", answer=Receipt, body=UndoWish, key=True, refuses=[404, 409, 422])
    def post(self, request: Request, slug: str) -> Response:
        key, body = self.key(), self.parse_body(UndoWish)
        access, seat = self.require_seat(slug)
        played = order_undo(
            game_id=access.game.pk,
            seat=seat,
            ref=body.ref,
            source=Entry.Source.API,
            user_id=self.person.pk,
            key=key,
        )
        return Response(serialize_receipt(self.access(slug), played, self.person, key, MOST_ENTRIES))


class TrialView(GameAPIView):
    """Say whether an order would be allowed now, how it is understood, and the odds if it is an attack.

    Nothing is played and no die is thrown.
    """

    scope = ApiToken.Scope.READ

    @operation("try", "Try an order", tag="play", answer=Trial, body=TrialWish, refuses=[404, 409])
    def post(self, request: Request, slug: str) -> Response:
        body = self.parse_body(TrialWish)
        access, seat = self.require_seat(slug)
        if not access.game.is_running:
            raise GameClosed
        try:
            orders = order_check(game=access.game, seat=seat, **order_arguments(body, seat))
        except engine.OrderError as exc:
            refused = refusal_of(exc, slug)
            return Response(Trial(False, refused[0] if refused else None, []))
        view = view_of(access.game, seat)
        return Response(Trial(True, None, [describe_order(order, view) for order in orders]))


def order_arguments(body: OrderWish | TrialWish, seat: int) -> engine.Facts:
    """Convert the order of a request to arguments of the services: an action of this very seat, or a text.

    Raises InvalidRequest, UnreadableOrder, NotAllowed.
    """
    if (body.action is UNSET) == (body.text is UNSET):
        raise InvalidRequest(_("Send either an action or a text."))
    if body.action is UNSET:
        return {"text": body.text}
    action = engine.action_from_json(body.action)
    if action.seat != seat:
        raise NotAllowed(_("This action is for another seat, not for yours."), seat=seat)
    return {"action": action}


def too_late_error(access: Access) -> Exception:
    """Build the error for an answer that came too late, with the decision that is open now."""
    if access.player is not None and access.player.state != Player.State.PLAYING:
        return NotAllowed(_("You do not hold this seat now. If the caretaker does, take it back first."))
    rows = list(Waiting.objects.filter(game=access.game))
    return StaleDecision(ref=rows[0].ref if rows else None, seats=[row.seat for row in rows])


def describe_order(order: engine.Action, view: engine.PlayerView) -> TriedOrder:
    """Describe an order as it was understood, with odds and warnings."""
    action = engine.action_to_json(order)
    text = engine.format_order(order, view.rules, view.map, view.colours)
    return TriedOrder(text, action, attack_odds(action, view), list(engine.warnings_for(view, order)))


def attack_odds(action: engine.Facts, view: engine.PlayerView) -> OddsFacts | None:
    """Calculate the odds of an attack by the dice of this fight; None for other actions, and if nobody defends."""
    outcome = attack_outcome(action, view)
    return OddsFacts(outcome.win, outcome.attacker_losses, outcome.defender_losses) if outcome else None
