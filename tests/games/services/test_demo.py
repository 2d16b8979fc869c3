"""The demonstration: one game, seeded once, in which the person is to move."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from games.models import AuditEntry, Game, Player, Waiting
from games.play.session import Session
from games.services import demo
from games.services.demo import PASSWORD, USER, UnsuitableGame, seed_demo

pytestmark = pytest.mark.django_db


def test_the_demonstration_waits_for_its_person() -> None:
    shown = seed_demo()
    assert shown.game is not None and shown.game.is_running
    assert (shown.username, shown.password) == (USER, PASSWORD)
    row = Waiting.objects.get(game=shown.game)
    assert row.player.user is not None and row.player.user.username == USER
    assert row.kind == "battle.attack_asked"
    assert Player.objects.filter(game=shown.game, state=Player.State.OUT).count() == 0


def test_it_waits_for_its_person_wherever_they_sit(monkeypatch: pytest.MonkeyPatch) -> None:
    play_on, seats = demo.play_until_ready, []
    monkeypatch.setattr(demo, "play_until_ready", lambda session, seat: seats.append(seat) or play_on(session, seat))
    while not any(seats):
        with transaction.atomic():
            shown = seed_demo()
            assert shown.game is not None
            assert Player.objects.get(game=shown.game, user__username=USER).seat == seats[-1]
            transaction.set_rollback(not any(seats))


def test_it_is_seeded_once() -> None:
    seed_demo()
    again = seed_demo()
    assert Game.objects.count() == 1 and again.game is not None


def test_its_person_can_come_in_and_sees_a_board() -> None:
    shown = seed_demo()
    assert shown.game is not None
    visitor = Client()
    assert shown.game.creator is not None and shown.game.creator.check_password(PASSWORD)
    visitor.force_login(shown.game.creator)
    page = visitor.get(reverse("game", args=[shown.game.slug]))
    assert page.status_code == 200
    assert "Since your last turn" in page.content.decode()


def test_games_that_went_too_well_are_played_again_and_leave_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    play_on, tries = demo.play_until_ready, []

    def too_well_twice(session: Session, seat: int) -> None:
        tries.append(seat)
        play_on(session, seat)
        if len(tries) < 3:
            raise UnsuitableGame

    monkeypatch.setattr(demo, "play_until_ready", too_well_twice)
    assert seed_demo().game is not None
    assert len(tries) >= 3 and Game.objects.count() == 1


@pytest.mark.parametrize(("bound", "value"), [("MOST_ORDERS", 0), ("FAIR_SHARE", 43)])
def test_without_a_fit_game_there_is_none(monkeypatch: pytest.MonkeyPatch, bound: str, value: int) -> None:
    monkeypatch.setattr(demo, bound, value)
    monkeypatch.setattr(demo, "TRIES", 2)
    with pytest.raises(UnsuitableGame):
        seed_demo()
    assert not Game.objects.exists() and not AuditEntry.objects.exists()


def test_a_game_in_which_another_seat_is_out_is_unfit(monkeypatch: pytest.MonkeyPatch) -> None:
    play_until_ready = demo.play_until_ready

    def play_until_one_is_out(session: Session, seat: int) -> None:
        play_until_ready(session, seat)
        view = session.view(seat)
        fallen = (seat + 1) % len(view.seats)
        seats = tuple(replace(each, out=number == fallen) for number, each in enumerate(view.seats))
        monkeypatch.setattr(Session, "view", lambda session, viewer: replace(view, seats=seats))

    monkeypatch.setattr(demo, "play_until_ready", play_until_one_is_out)
    monkeypatch.setattr(demo, "FAIR_SHARE", 0)
    monkeypatch.setattr(demo, "TRIES", 1)
    with pytest.raises(UnsuitableGame):
        seed_demo()
    assert not Game.objects.exists()


@pytest.mark.parametrize(("played_by", "others"), [("random", "veteran"), ("veteran", "random")])  # falls, and wins
def test_a_game_that_ends_before_its_person_is_to_attack_is_unfit(
    monkeypatch: pytest.MonkeyPatch, played_by: str, others: str
) -> None:
    monkeypatch.setattr(demo, "ROUNDS", 10_000)
    monkeypatch.setattr(demo, "PLAYED_BY", played_by)
    monkeypatch.setattr(demo, "BOTS", (others,) * 3)
    monkeypatch.setattr(demo, "TRIES", 1)
    with pytest.raises(UnsuitableGame):
        seed_demo()


def test_a_site_for_others_gets_no_demonstration(settings: Any) -> None:
    settings.EMBEDDED = False
    assert seed_demo().game is None and not Game.objects.exists()
