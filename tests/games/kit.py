"""A table for tests: Alice and Bob play, a bot sits with them, Charlie watches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

import engine
from accounts.models import User
from games.clocks.values import plain_clock
from games.decisions.registry import suggested_orders
from games.models import Entry, Game, Player, Snapshot, Waiting
from games.play.journal_reader import state_at
from games.play.messages import Receipt
from games.selectors.access import view_of
from games.services.lobby import game_create, game_join
from games.services.orders import order_submit, order_undo
from games.services.seats import standing_set
from games.services.table_settings import TableSettings

WHOLE_GAMES = [
    pytest.mark.django_db,
    pytest.mark.once,
    pytest.mark.no_cover,
    pytest.mark.long,
    pytest.mark.luck(1951),
]
"""Marks of a module whose tests play games from the first claim to victory."""


def person(name: str) -> User:
    return User.objects.create_user(name, f"{name}@example.org", "a long password")


@dataclass
class Table:
    """A running game and its people."""

    game: Game
    alice: User
    bob: User

    def seat(self, user: User) -> int:
        seat = Player.objects.get(game=self.game, user=user).seat
        assert seat is not None
        return seat

    def fresh(self) -> Game:
        self.game.refresh_from_db()
        return self.game

    @property
    def waiting(self) -> Waiting:
        return Waiting.objects.select_related("player__user").get(game=self.game)

    def view(self, viewer: int | None = None) -> Any:
        return view_of(self.fresh(), viewer)

    @property
    def asked_user(self) -> User:
        user = self.waiting.player.user
        assert user is not None
        return user

    def order(self, text: str, **fields: Any) -> Receipt:
        """Play a text for whoever is asked."""
        row = self.waiting
        given = {"seat": row.seat, "ref": row.ref, "source": Entry.Source.WEB, "user_id": row.player.user_id}
        return order_submit(game_id=self.game.pk, text=text, **{**given, **fields})

    def undo(self, row: Waiting, ref: int | None = None, **fields: Any) -> Receipt:
        """Take back for the person of `row` what was ordered last; `ref` is what the page showed, now the present."""
        given = {"seat": row.seat, "ref": self.waiting.ref if ref is None else ref, "user_id": row.player.user_id}
        return order_undo(game_id=self.game.pk, **{**given, **fields})

    def front(self, seat: int, other: int) -> tuple[str, str]:
        """Set up ten armies of `seat` beside six of `other`, and return the names of both territories."""
        game = self.fresh()
        state = state_at(game, game.seq)
        graph = engine.mapgraph(game.map)
        src = state.owner.index(seat)
        dst = graph.neighbours[src][0]
        state.owner[dst], state.armies[src], state.armies[dst] = other, 10, 6
        Snapshot.objects.update_or_create(game=game, seq=game.seq, defaults={"state": engine.pack(state)})
        return graph.names[src], graph.names[dst]

    def likely(self) -> str:
        return suggested_orders(self.view(self.waiting.seat))[0].order

    def past_setup(self) -> None:
        """Play until land is claimed and armies stand, always by the first likely order."""
        for _ in range(200):
            if self.view().step != "set-up" and self.view().round > 0:
                return
            self.order(self.likely())
        raise AssertionError("the set-up does not end")


def make_table(creator: User, **settings: Any) -> Game:
    """Open a table with these settings; its clock is by hours alone unless they say otherwise."""
    hours = [settings.pop(name, usual) for name, usual in HOURS.items()]
    clock = plain_clock(*hours[:3], is_strict=hours[3] == Game.Late.CARETAKER)
    return game_create(creator=creator, settings=TableSettings(**{"clock": clock, **settings}))


HOURS = {"turn_hours": 72, "reaction_hours": 24, "grace_minutes": 0, "late_policy": Game.Late.PASS}


def table(rules: str = "classic_1959", bots: tuple[str, ...] = ("random",), came: bool = True, **fields: Any) -> Table:
    """Alice and Bob with bots, begun. Classic 1959 deals the land, so the first question is of a turn. Unless both
    `came` they have yet to show up."""
    alice, bob = person("alice"), person("bob")
    seats = 2 + len(bots)
    game = make_table(alice, name="Long Winter", rules=rules, seats_wanted=seats, bots=bots, **fields)
    game = game_join(game_id=game.pk, user=bob, invite_token=game.invite_token)
    game.players.exclude(user=None).update(came=came)
    return Table(game, alice, bob)


def finish(play: Table, winner: int) -> None:
    """Put the game to its end with this winner."""
    game = play.fresh()
    state = state_at(game, game.seq)
    state.winners = (winner,)
    Snapshot.objects.update_or_create(game=game, seq=game.seq, defaults={"state": engine.pack(state)})
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER)


def attacked() -> Table:
    """A game for two in which one of them is asked to defend, and neither lets it be done by itself."""
    play = table("classic_1959_2p", bots=())
    for user in (play.alice, play.bob):
        standing_set(game_id=play.game.pk, user_id=user.pk, text="when attacked: ask me")
    for _ in range(200):
        if play.waiting.kind == "battle.defend_asked":
            return play
        play.order(play.likely())
    raise AssertionError("nobody is attacked")
