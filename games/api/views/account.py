"""The account that a token acts for, and the questions open to it."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import GameAPIView
from games.api.describe import operation
from games.api.responses import Me, TokenFacts, Turn, Turns
from games.api.serializers import serialize_open_answer
from games.models import Waiting
from games.selectors.lists import my_turns
from games.wording.seats import owner_played_for


class MeView(GameAPIView):
    """Who the token acts for, and what it may do."""

    @operation("me", "Get your account", tag="account", answer=Me)
    def get(self, request: Request) -> Response:
        user, token = self.person, self.token
        slug = token.game.slug if token.game else None
        facts = TokenFacts(token.name, token.scope, slug, token.expires_at)
        return Response(Me(user.username, user.timezone, user.language, facts))


class TurnsView(GameAPIView):
    """Every question that waits for your answer, in all your games or in the one that the token is bound to. The
    cheapest way to wait for your turn."""

    @operation("turns", "List open questions", tag="account", answer=Turns)
    def get(self, request: Request) -> Response:
        rows = my_turns(self.person).select_related("player__user")
        if self.token.game_id is not None:
            rows = rows.filter(game_id=self.token.game_id)
        return Response(Turns([self.serialize_turn(row) for row in rows]))

    def serialize_turn(self, row: Waiting) -> Turn:
        asked = serialize_open_answer(row, self.person)
        return Turn(row.game.slug, row.game.name, asked, plays_for=owner_played_for(row.player, self.person.pk))
