"""Estimate when each seat has its next turn, from how fast the people before it have answered lately.

That is made once a turn and kept in the game's row, with what it becomes while the first of them does not answer
(`games.clocks.estimates`), so that no page has to ask or to reckon (`games.selectors.estimates`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from random import Random

from django.db.models import DateTimeField, Q, Subquery, Value
from django.db.models.functions import Coalesce

import engine
from games.clocks.calendar import MINUTE, zone_of
from games.clocks.deadline import absences_of, next_deadline
from games.clocks.estimates import LATEST, Answerer, awake_span, look_ahead, minutes_of, waking_hours
from games.clocks.values import SHARED_NIGHT, Ask, Minutes
from games.families.parts import parts_of
from games.models import Player, TurnRecord
from games.play.session import Session

SINCE = timedelta(days=120)
"""Turns of longer ago say nothing of how fast somebody answers now."""

Spans = Mapping[int, Sequence[tuple[datetime, Minutes]]]
"""By person, when their latest turns ended and how long they took, the newest last."""


def expect_turns(session: Session) -> None:
    """Keep in the game's row when each seat is likely to have its next turn, once a turn begins. One query then, and
    none where everybody before is a bot. Nothing is kept of games that hide names, in which speed could tell them."""
    game = session.game
    if not session.clock.renewed and game.expected is not None:
        return
    game.expected = None
    asked = session.asked
    if not game.is_running or game.hides_names or asked is None or asked.pace == "sealed":
        return
    view = session.view(None)
    if session.players[view.active].bot_for("turn"):
        return
    queue = seats_to_come(view)
    people = [player for seat in queue if not (player := session.players[seat]).bot_for("turn")]
    spans = latest_spans([player.user_id for player in people if player.user_id is not None], session.now)
    answerers = {player.seat: answerer(session, player, spans) for player in people}
    looks = look_ahead(minutes_of(session.now), [answerers.get(seat) for seat in queue], Random(session.clock.key))
    game.expected = {
        "turn": session.clock.key,
        "asked": session.now.isoformat(),
        "places": places_of(queue, view),
        "looks": looks,
    }


def seats_to_come(view: engine.PlayerView) -> list[int]:
    """List the seats whose turns are waited for from now on: the rest of the round where the next one is played in
    another order, else all. In set-up they place in turn."""
    order = [seat for seat in view.order or range(len(view.seats)) if not view.seats[seat].out]
    start = order.index(view.active) if view.active in order else 0
    return order[start:] if view.round and parts_of(view.rules).turn.bids else [*order[start:], *order[:start]]


def places_of(queue: Sequence[int], view: engine.PlayerView) -> dict[str, int]:
    """Map each seat but the first of a queue to the place after which it is asked: the one before its turn, or the last
    where a further round begins with bids."""
    living = [row.seat for row in view.seats if not row.out and row.seat != queue[0]]
    return {str(seat): (queue.index(seat) if seat in queue else len(queue)) - 1 for seat in living}


def answerer(session: Session, player: Player, spans: Spans) -> Answerer:
    """Return what is known of how fast a player answers. Their night is what clocks know of it."""
    rules, seat = session.clock.rules, player.seat_time(session.clock.rules)
    offset = session.now.astimezone(zone_of(seat.zone)).utcoffset() or timedelta()
    wakes, day = waking_hours(seat.quiet or SHARED_NIGHT, offset)
    due_at = next_deadline(rules, seat, Ask(session.now, "turn", session.clock.round)).due_at
    away = tuple((minutes_of(absence.start), minutes_of(absence.end)) for absence in absences_of(rules, seat))
    known = Answerer((), wakes, day, max(1.0, (due_at - session.now) / MINUTE), away)
    took = (awake_span(known, at - minutes * MINUTE, minutes) for at, minutes in spans.get(player.user_id or 0, ()))
    return Answerer(tuple(took), wakes, day, known.most, away)


def latest_spans(people: Sequence[int], now: datetime) -> Spans:
    """Read how long the latest turns of people took, in all games. One query, none for nobody; what it costs does not
    hang on how many turns they have had."""
    if not people:
        return {}
    turns = TurnRecord.objects.filter(took__isnull=False, at__gt=now - SINCE)
    latest = Q()
    for person in people:
        oldest = turns.filter(user_id=person).order_by("-at").values("at")[LATEST - 1 : LATEST]
        since = Coalesce(Subquery(oldest), Value(now - SINCE), output_field=DateTimeField())
        latest |= Q(user_id=person, at__gte=since)
    found: dict[int, list[tuple[datetime, Minutes]]] = defaultdict(list)
    for user, at, took in turns.filter(latest).order_by("at", "pk").values_list("user_id", "at", "took"):
        found[user].append((at, took or 0))
    return {user: spans[-LATEST:] for user, spans in found.items()}
