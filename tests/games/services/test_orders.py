"""How far an order is taken back: to its first step, but not past what others know or did."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from django.utils import timezone

from games.models import Entry
from games.services.orders import undo_target
from tests.games.kit import make_table, person

pytestmark = pytest.mark.django_db

RED, BLUE = 0, 1


class Step(NamedTuple):
    seat: int = RED
    implied: bool = False
    undoable: bool = True


@pytest.mark.parametrize(
    ("steps", "wanted"),
    [
        ([], None),
        ([Step()], 1),
        ([Step(), Step()], 2),  # the order before it stays
        ([Step(), Step(implied=True), Step()], 2),
        ([Step(), Step(implied=True), Step(implied=True), Step()], 2),
        ([Step(BLUE)], None),
        ([Step(undoable=False)], None),
        ([Step(), Step(undoable=False)], None),
        ([Step(implied=True, undoable=False), Step()], 2),  # a card was drawn when the step before was ended
        ([Step(implied=True), Step(implied=True, undoable=False), Step()], 3),
        ([Step(BLUE, implied=True), Step()], 2),
        ([Step(), Step(BLUE)], None),
    ],
)
def test_the_last_order_is_taken_back_with_the_steps_that_it_ended(steps: list[Step], wanted: int | None) -> None:
    game = make_table(person("alice"), name="Low Tide", rules="modern", seats_wanted=3)
    rows = [
        Entry(game=game, seq=100 + number, at=timezone.now(), source=Entry.Source.WEB, **step._asdict())
        for number, step in enumerate(steps, start=1)
    ]
    Entry.objects.bulk_create(rows)
    target = undo_target(game, RED)
    assert (target and target.seq) == (wanted and 100 + wanted)
