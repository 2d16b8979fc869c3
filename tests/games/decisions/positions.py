"""Positions of any family as running games, with pages and posted forms of whoever is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.urls import reverse

import engine
from games.models import Game, Player, Snapshot, Waiting
from games.services.locks import db_now
from tests.games.kit import Table, table
from tests.games.views.test_play import client


def ordered(state: engine.GameState, seat: int, text: str, luck: int = 1) -> engine.GameState:
    """Apply an order of a seat."""
    order = engine.parse_order(text, engine.view_for(state, seat))
    return engine.apply(state, order, engine.FastChance(luck)).state


@dataclass
class Asked:
    """A running game in which a person is asked."""

    play: Table
    row: Waiting

    @property
    def view(self) -> Any:
        return self.play.view(self.row.seat)

    @property
    def url(self) -> str:
        return reverse("game", args=[self.play.game.slug])

    def page(self, query: str = "") -> str:
        answer = client(self.row.player.user).get(self.url + query)
        assert answer.status_code == 200
        return answer.content.decode()

    def post(self, **fields: object) -> int:
        status: int = self.answer(**fields).status_code
        return status

    def answer(self, **fields: object) -> Any:
        """Post a form and return what comes back."""
        sent = {"ref": self.row.ref, "key": "", **{name.replace("__", "-"): text for name, text in fields.items()}}
        return client(self.row.player.user).post(self.url, sent)


def asked_at(state: engine.GameState) -> Asked:
    """Put a running game to a position, in which Alice has the seat that is asked."""
    return lay(table(state.rules, bots=("random",)), state)


def lay(play: Table, state: engine.GameState) -> Asked:
    """Lay another position into a running game, in which Alice has the seat that is asked."""
    game = play.fresh()
    asked = engine.open_decision(state)
    assert asked is not None
    state.seq = game.seq
    Snapshot.objects.filter(game=game).delete()
    Snapshot.objects.create(game=game, seq=game.seq, state=engine.pack(state))
    Game.objects.filter(pk=game.pk).update(rules=state.rules, map=state.map, round=state.round)
    Waiting.objects.filter(game=game).delete()
    seat = asked.seats[0]
    _seat_alice(play, seat)
    player = Player.objects.select_related("user").get(game=game, seat=seat)
    now = db_now()
    row = Waiting.objects.create(
        game=game, player=player, seat=seat, ref=asked.ref, kind=asked.kind, pace=asked.pace, since=now, deadline_at=now
    )
    return Asked(play, row)


def _seat_alice(play: Table, seat: int) -> None:
    """Let Alice and whoever has this seat change places."""
    own, there = play.seat(play.alice), Player.objects.get(game=play.game, seat=seat)
    if own == seat:
        return
    user, bot = there.user, there.bot
    Player.objects.filter(pk=there.pk).update(user=None, bot="random")
    Player.objects.filter(game=play.game, seat=own).update(user=user, bot=bot)
    Player.objects.filter(pk=there.pk).update(user=play.alice, bot="", came=True)
