"""A defender who wants to be asked is asked once for each attack order."""

from __future__ import annotations

import pytest

import engine
from engine import bots
from games.models import Entry, Player, StandingOrder, Waiting
from games.play.session import Session
from games.services.deadlines import deadline_expire
from games.services.locks import db_now
from games.services.organize import game_pass
from games.services.seats import standing_set
from tests.games.kit import Table, person, table

pytestmark = pytest.mark.django_db
ASKED = "battle.defend_asked"
FAR = {"type": "fortify.move", "src": 0, "dst": 30, "force": {"armies": 1, "pieces": []}}
"""A move that nobody is offered."""


def besieged() -> tuple[Table, str]:
    """A game in which everybody wants to be asked, and the attack that may be ordered; ten armies stand by six."""
    play = table()
    for user in (play.alice, play.bob):
        standing_set(game_id=play.game.pk, user_id=user.pk, text="when attacked: ask me\nwhen attacked: defend 2")
    seat = play.waiting.seat
    src, dst = play.front(seat, play.seat(play.bob if play.seat(play.alice) == seat else play.alice))
    play.order(f"place {play.view().pool} {src}")
    return play, f"attack {src} {dst}"


def defences(play: Table) -> list[tuple[str, str]]:
    """Orders and sources of all defences."""
    rows = Entry.objects.filter(game=play.game, action__type="battle.defend").order_by("seq")
    return list(rows.values_list("order", "source"))


def test_the_first_answer_counts_until_the_order_is_over() -> None:
    play, attack = besieged()
    play.order(f"{attack} until captured")
    assert play.waiting.kind == ASKED
    play.order("defend 1")
    assert not Waiting.objects.filter(game=play.game, kind=ASKED).exists()
    first, *others = defences(play)
    assert first == ("defend 1", "web") and len(others) >= 2 and set(others) == {("defend 1", "standing")}


def test_each_order_asks_anew() -> None:
    play, attack = besieged()
    for number in (1, 2):
        play.order(attack)
        assert play.waiting.kind == ASKED
        play.order("defend 2")
        assert defences(play) == [("defend 2", "web")] * number


def test_a_first_answer_is_forgotten_as_the_next_order_is_given() -> None:
    play, attack = besieged()
    session = Session.load(play.fresh(), db_now())

    def do(order: str) -> int:
        assert session.asked is not None
        seat = session.asked.seats[0]
        session.play(engine.parse_order(order, session.view(seat)), Entry.Source.WEB)
        return session.asked.seats[0]

    defender = do(f"{attack} for 2 throws")
    assert session.answer_given(defender) is None
    assert do("defend 1") == defender and session.answer_given(defender) is not None
    assert do("defend 1") != defender
    assert do(attack) == defender and session.answer_given(defender) is None


def test_lines_for_who_is_late_wait_until_somebody_is_late() -> None:
    play, attack = besieged()
    StandingOrder.objects.filter(game=play.game).update(text="when late: defend 1")
    play.order(attack)
    assert defences(play) == [("defend 2", "standing")]


def test_an_answer_by_the_deadline_counts_too() -> None:
    play, attack = besieged()
    play.order(f"{attack} for 2 throws")
    Waiting.objects.filter(game=play.game).update(deadline_at="2020-01-01T00:00Z", due_at="2020-01-01T00:00Z")
    deadline_expire(game_id=play.game.pk)
    assert [source for _, source in defences(play)] == ["deadline", "standing"]


@pytest.mark.parametrize(
    ("text", "dice"),
    [
        ("when attacked: defend 1", 1),
        ("when late: defend 1", 1),
        ("when late: end turn\nwhen attacked: defend 1", 1),
        ("when attacked: defend 2\nwhen late: defend 1", 2),
        ("when attacked by grey: defend 1", 2),
        ("", 2),
        ("when attacked with 999 or more: defend 1", 2),
    ],
)
def test_a_standing_order_answers_when_its_owner_does_not_answer_in_time(text: str, dice: int) -> None:
    play, attack = besieged()
    StandingOrder.objects.filter(game=play.game).update(text=f"when attacked: ask me\n{text}")
    play.order(attack)
    assert play.waiting.kind == ASKED
    Waiting.objects.filter(game=play.game).update(deadline_at="2020-01-01T00:00Z", due_at="2020-01-01T00:00Z")
    deadline_expire(game_id=play.game.pk)
    assert defences(play) == [(f"defend {dice}", "deadline")]


def test_a_bot_that_errs_is_told_to_the_host_and_the_game_goes_on(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = table()
    bot = Player.objects.get(game=play.game, user=None)
    monkeypatch.setattr(bots, "choose", lambda name, view, random: engine.action_from_json(FAR | {"seat": view.viewer}))
    olga = person("olga")
    for _person in (play.alice, play.bob):
        game_pass(game_id=play.game.pk, user=olga, reason="a holiday")
    assert Entry.objects.filter(game=play.game, seat=bot.seat, source="bot").exists()
    assert play.waiting.player.user is not None
    assert {record.levelname for record in caplog.records if "refused" in record.message} == {"ERROR"}


def test_a_standing_order_answers_too_where_an_organizer_skips_its_owner() -> None:
    play, attack = besieged()
    StandingOrder.objects.filter(game=play.game).update(text="when attacked: ask me\nwhen attacked: defend 1")
    play.order(attack)
    game_pass(game_id=play.game.pk, user=person("olga"), reason="holiday")
    assert defences(play) == [("defend 1", "organizer")]


def test_who_asks_to_be_asked_in_the_middle_of_an_order_is_asked() -> None:
    play, attack = besieged()
    seat = play.waiting.seat
    other = play.bob if play.seat(play.alice) == seat else play.alice
    standing_set(game_id=play.game.pk, user_id=other.pk, text="when attacked: defend 1")
    play.order(attack)
    assert defences(play) == [("defend 1", "standing")]
    standing_set(game_id=play.game.pk, user_id=other.pk, text="when attacked: ask me")
    play.order(attack)
    assert play.waiting.kind == ASKED
