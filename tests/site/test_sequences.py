"""`benchmarks.sequences` finds nothing that is lost, done twice or contradicts itself, and would find it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from benchmarks.luck import fixed_luck
from benchmarks.sequences.checks import faults_of
from benchmarks.sequences.play import play_sequence
from games.models import StandIn, TurnPlan
from substitutes.models import Offer
from tests.games.kit import Table, table
from tests.kit import nightly
from votes.models import Vote

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.no_cover]

SEQUENCES = range(1, 301) if nightly.ON else (10, 12, 713)  # the last: a night brings two reminders together


@pytest.mark.parametrize("number", SEQUENCES)
def test_whatever_happens_adds_up(number: int) -> None:
    with fixed_luck(f"sequence {number}"):
        told = play_sequence(number)
    assert not told.faults, (told.happened, told.faults)
    assert told.steps > 5


def stand_in_for_nobody(play: Table) -> None:
    now = timezone.now()
    later = now + timedelta(days=1)
    StandIn.objects.create(player=play.waiting.player, bot="caretaker", scope="both", begins_at=now, ends_at=later)


def vote_without_a_note(play: Table) -> None:
    now = timezone.now()
    Vote.objects.create(game=play.game, kind="draw", seat=0, round=1, opened_at=now, ends_at=now, counted_at=now)


def offer_without_a_mail(play: Table) -> None:
    now = timezone.now()
    Offer.objects.create(game=play.game, seat=0, user=play.alice, since=now, asked_at=now, until=now)


def plan_without_a_word(play: Table) -> None:
    player, now = play.waiting.player, timezone.now()
    made = {"player": player, "user_id": player.user_id or 0, "text": "end turn", "made_at": now, "made_turn": "0:0"}
    TurnPlan.objects.create(game=play.game, source="web", state=TurnPlan.State.DROPPED, **made)


@pytest.mark.parametrize(
    ("plant", "said"),
    [
        (stand_in_for_nobody, "at the seat is"),
        (vote_without_a_note, "of them told"),
        (offer_without_a_mail, "was not mailed once"),
        (plan_without_a_word, "was told 0 times"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_what_does_not_add_up_is_found(plant: object, said: str) -> None:
    play = table("classic_1959")
    assert not list(faults_of(play.fresh()))
    plant(play)  # type: ignore[operator]  # one of those above
    assert any(said in fault for fault in faults_of(play.fresh()))
