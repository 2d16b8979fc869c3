"""What people have ordered, as the journal keeps it: the orders of one message, those from a decision on, and what was
played for a seat whose time was over."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from games.models import Entry, Waiting
from games.models.journal import actor_of
from games.play.journal_reader import effective_entries
from games.play.session import HUMAN

MOST_LOOKED_AT = 1000
"""Entries that are looked through for what came of an older decision."""
USUAL_ADVANCE = ", then advance as usual"  # as typed


def plain_order(order: str) -> str:
    """Write an order of the journal as its player gave it: without the advance that a mail leaves to the game."""
    return order.removesuffix(USUAL_ADVANCE)


def orders_since(game_id: int, seat: int, ref: int) -> list[Entry]:
    """List what people have ordered for a seat from a decision on, oldest first, without the steps that their orders
    ended on the way and what was undone; nothing if nobody answered that decision."""
    rows = Entry.objects.filter(game_id=game_id, ref__gte=ref).order_by("-seq")[:MOST_LOOKED_AT]
    given = [entry for entry in effective_entries(rows) if entry.seat == seat and entry.source in HUMAN][::-1]
    if not given or given[0].ref != ref:
        return []
    return [entry for entry in given if not entry.implied]


def passed_since(game_id: int, seat: int, ref: int) -> list[Entry]:
    """List what was played for a seat that let its time run out on a decision, to the end of that round."""
    late = Entry.objects.filter(game_id=game_id, seat=seat, source=Entry.Source.DEADLINE)
    first = late.filter(ref=ref).order_by("seq").first()
    if first is None:
        return []
    return list(late.filter(seq__gte=first.seq, round=first.round).exclude(order="").order_by("seq"))


def ran_out_at(passed: Entry) -> datetime:
    """Return when the time of a seat was over for which an entry was played. The sweep plays a little later; how much
    is known of turns alone."""
    over = passed.turn_deadline_at if passed.pace == Waiting.Pace.TURN else None
    return min(over, passed.at) if over else passed.at


def entries_under_key(game_id: int, user_id: int, key: str) -> list[Entry]:
    """List the entries of the message that a person sent under a key, oldest first; none if it was not played."""
    first = Entry.objects.filter(game_id=game_id, actor=actor_of(user_id), key=key).first()
    return entries_from(first) if first else []


def entries_from(first: Entry) -> list[Entry]:
    """List the entries of one message by the one that bears its key: the steps that its first order ended before, and
    all of its seat up to the next message."""
    found = [first]
    for entry in Entry.objects.filter(game_id=first.game_id, seq__lt=first.seq).order_by("-seq")[:20]:
        if not (entry.implied and entry.seat == first.seat and entry.source == first.source):
            break
        found.insert(0, entry)
    for entry in Entry.objects.filter(game_id=first.game_id, seat=first.seat, seq__gt=first.seq).order_by("seq"):
        if entry.source in HUMAN and (entry.source != first.source or entry.key):
            while found[-1].implied:  # the steps before an order are of its message
                found.pop()
            break
        if entry.source == first.source:
            found.append(entry)
    return found


def with_answers(entries: Sequence[Entry]) -> list[Entry]:
    """List the entries of one order with the answers of others that came in between and at its end."""
    first, last = entries[0], entries[-1]
    rows = Entry.objects.filter(game_id=first.game_id, seq__gte=first.seq).order_by("seq")[:200]
    found: list[Entry] = []
    for entry in list(effective_entries(list(rows)[::-1]))[::-1]:
        is_answer = entry.pace in Waiting.OUT_OF_TURN
        if entry.seq > last.seq and not is_answer:
            break
        if is_answer or entry.seat == first.seat:
            found.append(entry)
    return found
