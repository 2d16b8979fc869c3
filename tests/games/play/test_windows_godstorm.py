"""Windows of Godstorm in a running game: Aegis by standing order, by asking, and on the one clock of a turn."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from benchmarks.secrets.tables import Table as People
from games.models import Entry, Game, OutboxMail, Player, StandingOrder, Waiting
from games.play.sealed import visible_source
from games.services.deadlines import deadline_expire
from games.services.locks import db_now
from games.services.orders import order_submit
from games.services.seats import standing_set
from tests.games.decisions.godstorm.kit import card_state, place
from tests.games.decisions.positions import Asked, lay
from tests.games.kit import Table, table

pytestmark = pytest.mark.django_db
COLOURS = ("red", "blue", "green")
ATTACK = "attack Cyrenaica Egypt until captured"
WARRIORS = "play Men Become Warriors"


def playing(standing: str, **keys: Any) -> tuple[Asked, int]:
    """A game in which Alice plays cards, and Bob has Aegis and these standing orders; with the seat of Bob."""
    play = table("risk2210", bots=("random",))
    lay(play, card_state(miracles={"red": ["Storms Rage"]}))
    bob = play.seat(play.bob)
    relics = {COLOURS[bob]: ["Aegis"]}
    asked = lay(play, card_state(miracles={"red": ["Storms Rage", "Heroes Are Born"]}, relics=relics, **keys))
    Game.objects.filter(pk=play.game.pk).update(clock_key=f"{asked.view.round}:{asked.view.active}")
    standing_set(game_id=play.game.pk, user_id=play.bob.pk, text=standing)
    return asked, bob


def rage(asked: Asked) -> int:
    """Play Storms Rage on Egypt, and count who stands there afterwards."""
    egypt = place(asked.view, "Egypt")
    code = asked.view.graph.codes[egypt]
    assert asked.post(act="cards.play", **{"f-card": '"Storms Rage"', "t-on": code}) == 302
    return int(asked.play.view(0).armies[egypt])


def relics_of(play: Table, seat: int) -> tuple[int, ...]:
    return tuple(play.view(seat).extra["relics"][seat])


def test_a_rule_undoes_the_card_at_once() -> None:
    asked, bob = playing("when a miracle is played by red: play Aegis")
    assert rage(asked) == 5 and not relics_of(asked.play, bob)
    given = Entry.objects.filter(game=asked.play.game, pace="window").get()
    assert (given.seat, given.source) == (bob, Entry.Source.STANDING)


def test_who_has_no_rule_lets_it_pass_at_once() -> None:
    asked, bob = playing("")
    assert rage(asked) < 5 and relics_of(asked.play, bob)
    assert not Waiting.objects.filter(game=asked.play.game, pace="window").exists()


def test_who_asks_to_be_asked_is_waited_for_and_mailed() -> None:
    asked, bob = playing("when a miracle is played: ask me within 12 hours")
    assert rage(asked) == 5, "it has no effect yet"
    row = Waiting.objects.get(game=asked.play.game)
    assert (row.seat, row.kind, row.pace) == (bob, "cards.undo_asked", "window")
    assert row.deadline_at is not None and row.deadline_at - row.since == timedelta(hours=12)
    assert OutboxMail.objects.filter(game=asked.play.game, user=asked.play.bob, template="turn").exists()


def test_who_lets_the_time_run_out_is_asked_about_nothing_more_in_the_turn() -> None:
    asked, bob = playing("when a miracle is played: ask me within 12 hours")
    rage(asked)
    past = db_now() - timedelta(seconds=1)
    Waiting.objects.filter(game=asked.play.game).update(due_at=past, deadline_at=past)
    assert deadline_expire(game_id=asked.play.game.pk)
    assert asked.play.view(0).armies[place(asked.view, "Egypt")] < 5 and relics_of(asked.play, bob)
    row = Waiting.objects.select_related("player__user").get(game=asked.play.game)
    again = Asked(asked.play, row)
    roma = asked.view.graph.codes[place(asked.view, "Roma")]
    assert row.kind == "cards.play_asked"
    assert again.post(act="cards.play", **{"f-card": '"Heroes Are Born"', "t-at": roma}) == 302
    assert asked.play.view(0).armies[place(asked.view, "Roma")] == 9
    assert Player.objects.get(game=asked.play.game, seat=bob).window_left == timedelta()


class Fight:
    """A game of three people: red, who has Aegis, may attack blue, who has two Sky cards and is asked."""

    def __init__(self) -> None:
        self.table = People("godstorm", 3, {"setup_orders": "in_turn"})
        StandingOrder.objects.update(text="when invaded: ask me\nwhen attacked: ask me")
        state = card_state(
            "red: Cyrenaica 9 | blue: Egypt 8 | green: *2",
            step="invade",
            gods={"red": {"war": "Cyrenaica"}, "blue": {"sky": "Egypt"}},
            miracles={"blue": ["Men Become Warriors"] * 2},
            relics={"red": ["Aegis"]},
            temples={},
        )
        session = self.table.lay(state)
        session.clock.start_turn(session.turn)
        session.save()
        self.game = self.table.game

    @property
    def row(self) -> Waiting:
        return Waiting.objects.select_related("player").get(game=self.game)

    def order(self, text: str, source: str = Entry.Source.WEB) -> Entry:
        """Play an order of whoever is asked; returns its entry."""
        row = self.row
        receipt = order_submit(
            game_id=self.game.pk, seat=row.seat, ref=row.ref, source=source, user_id=row.player.user_id or 0, text=text
        )
        return Entry.objects.get(game=self.game, seq=receipt.seqs[0])


@pytest.fixture
def fight() -> Fight:
    return Fight()


def test_how_an_attacker_answers_a_card_is_told_to_nobody_else(fight: Fight) -> None:
    fight.order(ATTACK)
    fight.order(WARRIORS)
    assert (fight.row.seat, fight.row.kind, fight.row.pace) == (0, "cards.undo_asked", "turn")
    given = fight.order("decline", Entry.Source.LINK)
    assert [visible_source(given, viewer) for viewer in (0, 1, 2, None)] == [Entry.Source.LINK, "", "", ""]


def test_an_attacker_who_lets_the_order_pass_is_asked_about_no_further_card_of_it(fight: Fight) -> None:
    fight.order(ATTACK)
    fight.order(WARRIORS)
    fight.order("decline this order")
    fight.order(WARRIORS)
    given = Entry.objects.filter(game=fight.game, seat=0).latest("seq")
    assert (given.order, given.source) == ("decline", Entry.Source.STANDING)
    assert fight.row.seat == 1 and fight.row.kind != "cards.undo_asked"


def test_an_attacker_who_lets_one_card_pass_is_asked_about_the_next(fight: Fight) -> None:
    fight.order(ATTACK)
    fight.order(WARRIORS)
    fight.order("decline")
    fight.order(WARRIORS)
    assert (fight.row.seat, fight.row.kind) == (0, "cards.undo_asked")
