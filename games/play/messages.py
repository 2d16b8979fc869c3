"""Play the orders of a message in a session, one after another, with automatic answers in between."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import engine
from games.errors import PartiallyPlayed
from games.models import Game
from games.play.autoplay import run_until_human
from games.play.session import Session


@dataclass
class Receipt:
    """The outcome of an order.

    `seqs` are the entries that it wrote; `refusal` is what stopped a message of several orders, with everything before
    it played; `replayed` tells that the same order had been received before.
    """

    game: Game
    seqs: list[int] = field(default_factory=list)
    refusal: engine.IllegalAction | None = None
    replayed: bool = False


def applicable_orders(session: Session, seat: int, lines: Iterable[engine.ScriptLine]) -> Iterator[engine.Action]:
    """Yield the orders of a message whose condition holds when their line is reached."""
    course = engine.ConditionEvaluator(look_up=session.captured)
    for line in lines:
        if course.applies(line.clause, lambda: session.view(seat)):
            yield from line.actions


def play_in_turn(
    session: Session, seat: int, orders: Iterable[engine.Action], source: str, mark: dict[str, str]
) -> Receipt:
    """Play orders in turn, with autoplay in between. The first refusal raises, a later one only stops.

    Optional orders that cannot be played are passed over. Raises IllegalAction too if there is nothing to play.
    """
    receipt = Receipt(session.game)
    skipped = engine.IllegalAction("order.no_condition")
    for order in orders:
        try:
            made = session.play(order, source, **mark)
        except engine.IllegalAction as exc:
            if order.is_optional:
                skipped = exc
                continue
            if not receipt.seqs:
                raise
            receipt.refusal = exc
            break
        except PartiallyPlayed as cut:
            receipt.seqs += [entry.seq for entry in cut.entries]
            receipt.refusal = cut.refusal
            run_until_human(session)
            break
        receipt.seqs += [entry.seq for entry in made]
        mark = {"actor": mark["actor"]}
        run_until_human(session)
    if not receipt.seqs:
        raise skipped
    return receipt


def try_first(session: Session, orders: Sequence[engine.Action]) -> None:
    """Try the first of some orders, passing over optional ones that cannot be played now. Raises IllegalAction."""
    for number, order in enumerate(orders, start=1):
        try:
            session.dry_run(order)
            return
        except engine.IllegalAction:
            if not order.is_optional or number == len(orders):
                raise
