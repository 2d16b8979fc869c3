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
from games.clocks.estimates import (
    LATEST,
    Answerer,
    Look,
    awake_span,
    look_ahead,
    look_past_bids,
    minutes_of,
    waking_hours,
)
from games.clocks.values import SHARED_NIGHT, Ask, Minutes
from games.families.parts import parts_of
from games.models import Player, TurnRecord
from games.play.session import Session

SINCE = timedelta(days=120)
"""Turns of longer ago say nothing of how fast somebody answers now."""

BIDS = ("bidding.bid_asked", "bidding.marker_asked")
"""What all seats are asked before they know the order of a round."""

Spans = Mapping[int, Sequence[tuple[datetime, Minutes]]]
"""By person, when their latest turns ended and how long they took, the newest last."""


def expect_turns(session: Session) -> None:
    """Keep in the game's row when each seat is likely to have its next turn, once a turn begins, and anew with each bid
    for the order of play. One query then, and none where everybody before is a bot. Nothing is kept of games that hide
    names, in which speed could tell them."""
    game, asked, kept = session.game, session.asked, session.game.expected
    bids = {"ref": asked.ref, "owing": sorted(asked.seats)} if asked and asked.kind in BIDS else None
    if not session.clock.renewed and kept is not None and kept.get("bids") == bids:
        return
    game.expected = None
    if not game.is_running or game.hides_names or asked is None:
        return
    if bids:
        game.expected = after_bids(session, asked, kept or {}) | {"bids": bids}
    elif asked.pace != "sealed":
        game.expected = after_turns(session)


def after_turns(session: Session) -> dict[str, object] | None:
    """Estimate when everybody in the order of play has had a turn; None where a bot has it now and goes on at once."""
    view = session.view(None)
    if session.players[view.active].bot_for("turn"):
        return None
    queue, drawn = seats_to_come(view), Random(session.clock.key)
    known = answerers_of(session, queue, session.now)
    looks = look_ahead(minutes_of(session.now), [known.get(seat) for seat in queue], drawn)
    return expectation(session, session.now, places_of(queue, view), looks)


def after_bids(session: Session, asked: engine.PendingDecision, kept: engine.Facts) -> dict[str, object]:
    """Estimate when the last bid that is owed is in, and when each seat then plays, in an order that nobody
    knows yet. Of a question that is open already `kept` has since when it is."""
    seats = [row.seat for row in session.view(None).seats if not row.out]
    is_open = kept.get("bids", {}).get("ref") == asked.ref
    since = datetime.fromisoformat(kept["asked"]) if is_open else session.now
    known, drawn = answerers_of(session, seats, since), Random(session.clock.key)
    late, everybody = ([known.get(seat) for seat in some] for some in (sorted(asked.seats), seats))
    places = {str(seat): place for place, seat in enumerate(seats, start=1) if seat not in asked.seats}
    looks = look_past_bids(minutes_of(since), minutes_of(session.now), late, everybody, drawn)
    return expectation(session, since, places, looks)


def expectation(
    session: Session, asked: datetime, places: Mapping[str, int], looks: Sequence[Look]
) -> dict[str, object]:
    """Note what is expected since a moment: at which place of the looks each seat finds its own."""
    return {"turn": session.clock.key, "asked": asked.isoformat(), "places": places, "looks": looks}


def answerers_of(session: Session, seats: Sequence[int], asked: datetime) -> dict[int, Answerer]:
    """Read how fast the people in these seats answer, by seat. One query, none where all are bots."""
    people = {seat: player for seat in seats if not (player := session.players[seat]).bot_for("turn")}
    spans = latest_spans([player.user_id for player in people.values() if player.user_id is not None], session.now)
    return {seat: answerer(session, player, spans, asked) for seat, player in people.items()}


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


def answerer(session: Session, player: Player, spans: Spans, asked: datetime) -> Answerer:
    """Return what is known of how fast a player answers a question of a moment. Their night is what clocks know of
    it."""
    rules, seat = session.clock.rules, player.seat_time(session.clock.rules)
    offset = asked.astimezone(zone_of(seat.zone)).utcoffset() or timedelta()
    wakes, day = waking_hours(seat.quiet or SHARED_NIGHT, offset)
    due_at = next_deadline(rules, seat, Ask(asked, "turn", session.clock.round)).due_at
    away = tuple((minutes_of(absence.start), minutes_of(absence.end)) for absence in absences_of(rules, seat))
    known = Answerer((), wakes, day, max(1.0, (due_at - asked) / MINUTE), away)
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
