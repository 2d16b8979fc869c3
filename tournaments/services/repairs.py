"""Mend what went wrong in an event: results, points, draws, and who plays. Each act has a reason in the audit log.

A round can be mended until the next one is public. Then no older file changes: what was wrong is made good by points of
the running round. What was drawn on wrong results and is not public is drawn anew, with the same seed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from games.errors import NotAllowed
from games.models import AuditEntry, Entry, Game
from games.services.locks import after_commit, db_now
from games.services.organize import audit, game_void
from tournaments.documents import Json
from tournaments.models import Booking, Entrant, Round, SeatChange, Table, Tournament
from tournaments.selectors.organizing import organizes_event
from tournaments.selectors.publishing import show_results
from tournaments.services.creating import EventRefused
from tournaments.services.ending import mend_trophies
from tournaments.services.locks import event_lock
from tournaments.services.ratings import rating_put_back, rating_redo, rating_take_out
from tournaments.swaps import seat_swapped

if TYPE_CHECKING:
    from accounts.models import User

Status = Round.Status
MOST_POINTS = 6000
"""Units by which an organizer may change somebody's points at once: a hundred points."""

TOGETHER = ("pods", "series", "league", "ladder")
"""Formats whose rounds do not wait for each other, so that a swap in one would not be known to the next."""

BY_PEOPLE = (Entry.Source.WEB, Entry.Source.MAIL, Entry.Source.LINK, Entry.Source.API)
"""Where orders of people come from."""


@contextmanager
def event_act(event_id: int, user: User, action: str, reason: str, **details: object) -> Iterator[Tournament]:
    """Lock an event for one act of an organizer, with its row in the audit log. Raises GameError without a reason,
    NotAllowed for people who do not organize it."""
    with transaction.atomic():
        event = event_lock(event_id)
        if not organizes_event(user, event):
            raise NotAllowed(_("You play in this tournament, or do not organize it, so somebody else must do this."))
        audit(None, user, action, reason, event=event.pk, name=event.title, **details)
        yield event
        after_commit("tournaments.tasks.sweep")


def audit_of_event(event: Tournament) -> list[AuditEntry]:
    """List what organizers did to an event and its games, the newest first. One query."""
    own = Q(details__event=event.pk) | Q(game__event_table__round__tournament=event)
    return list(AuditEntry.objects.filter(own).select_related("user", "game").order_by("-pk")[:100])


# ---- which rounds can still change


def public_rounds(event: Tournament) -> int:
    """Return the number of the last round that is public; 0 before the first."""
    drawn = event.drawn.exclude(status=Status.DRAFT).order_by("-number").first()
    return drawn.number if drawn else 0


def may_mend(drawn: Round) -> bool:
    """Check whether the results of a round may change: no later one is public."""
    return drawn.status != Status.DRAFT and drawn.number == public_rounds(drawn.tournament)


def check_mend(drawn: Round) -> None:
    """Refuse to change a round once a later one is public. Raises EventRefused."""
    if not may_mend(drawn):
        raise EventRefused(
            _("A later round is public, so this one no longer changes. Give or take points in the running round.")
        )


def discard_drafts(event: Tournament) -> None:
    """Forget what is drawn and not public; it is drawn anew. The caller holds the lock."""
    waits = waits_for_draw(event)
    event.drawn.filter(status=Status.DRAFT).delete()
    event.rounds = public_rounds(event)
    if event.status == Tournament.Status.RUNNING and not waits:
        event.next_at = db_now()
    event.save(update_fields=["rounds", "next_at"])


def waits_for_draw(event: Tournament) -> bool:
    """Check whether a round was taken back, and the next is drawn when an organizer asks for it."""
    is_still = event.status == Tournament.Status.RUNNING and event.next_at is None
    return is_still and not event.drawn.exclude(status=Status.BOOKED).exists()


def store_results(event: Tournament, drawn: Round, reason: str) -> None:
    """Write the results of a round anew if it is complete, draw anew what hangs on them, and give the trophies of an
    event that is over to whom they belong."""
    if drawn.status == Status.BOOKED:
        drawn.results = show_results(drawn)
        drawn.save(update_fields=["results"])
    discard_drafts(event)
    if event.status == Tournament.Status.OVER:
        mend_trophies(event, reason.strip())


# ---- results of a table


def load_table(event: Tournament, table_id: int) -> Table:
    """Load a table of an event that is booked and may change. Raises EventRefused."""
    table = Table.objects.select_related("round__stage", "round__tournament", "game").filter(pk=table_id).first()
    if table is None or table.round.tournament_id != event.pk:
        raise EventRefused(_("This tournament has no such table."))
    if table.booked_at is None:
        raise EventRefused(_("The game of this table has not ended. End it or call it off first."))
    check_mend(table.round)
    return table


def last_bookings(table: Table) -> list[Booking]:
    """List what was booked last for each seat of a table, in order of seats."""
    rows = list(table.bookings.select_related("entrant").order_by("revision", "seat"))
    return [row for row in rows if row.revision == rows[-1].revision]


def book_anew(event: Tournament, table: Table, reason: str, change: Callable[[Booking], None]) -> None:
    """Book a table once more, each seat as it was but for a change. A table that counted for nothing, or does now, is
    out of the ratings as long; other places are rated anew."""
    was_void, places = is_void(table), places_of(table)
    for row in last_bookings(table):
        row.pk, row.revision, row._state.adding = None, row.revision + 1, True
        change(row)
        row.save()
    table.repaired = reason.strip()
    table.save(update_fields=["repaired"])
    store_results(event, table.round, reason)
    if table.game_id and is_void(table) != was_void:
        (rating_put_back if was_void else rating_take_out)(table.game_id)
    elif table.game_id and places_of(table) != places:
        rating_redo(table.game_id)


def places_of(table: Table) -> list[int | None]:
    """List the places of a booked table, in order of seats."""
    return [row.place for row in last_bookings(table)]


def is_void(table: Table) -> bool:
    """Check whether a booked table counts for nothing."""
    return last_bookings(table)[0].state == Booking.State.VOID


def table_set_places(*, table_id: int, event_id: int, user: User, reason: str, places: Sequence[int]) -> None:
    """Set the places of a table: for each seat in order its place, equals with the same. Raises EventRefused for places
    that nobody could have, and once the next round is public."""
    with event_act(event_id, user, "event.places", reason, table=table_id) as event:
        table = load_table(event, table_id)
        check_places(places, len(table.seats))

        def change(row: Booking) -> None:
            row.place = places[row.seat]
            if row.state == Booking.State.VOID:
                row.state, row.credits = Booking.State.WON, [[row.entrant.code, 60]]

        book_anew(event, table, reason, change)


def check_places(places: Sequence[int], seats: int) -> None:
    """Refuse places that do not follow from an order of the seats: equals share one, and the next comes as many later.
    Raises EventRefused."""
    if len(places) != seats or list(places) != right_places(places):
        raise EventRefused(
            _("Give every seat a place, from 1. Equals share one, and the next comes as many later, such as 1 2 2 4.")
        )


def right_places(places: Sequence[int]) -> list[int]:
    """Return the places that follow from the order in which these ones put the seats.

    >>> right_places([3, 1, 3, 4])
    [2, 1, 2, 4]
    """
    return [1 + sum(other < place for other in places) for place in places]


def table_void(*, table_id: int, event_id: int, user: User, reason: str) -> None:
    """Let a table count for nothing: no points, no meeting, no rating. Raises EventRefused."""
    with event_act(event_id, user, "event.void", reason, table=table_id) as event:
        table = load_table(event, table_id)

        def change(row: Booking) -> None:
            row.state, row.place, row.land, row.credits, row.finished_by = Booking.State.VOID, None, None, [], ""

        book_anew(event, table, reason, change)


def table_undo(*, table_id: int, event_id: int, user: User, reason: str) -> None:
    """Take back the last repair of a table: it is booked as it was before. Raises EventRefused without one."""
    with event_act(event_id, user, "event.undo", reason, table=table_id) as event:
        table = load_table(event, table_id)
        latest = last_bookings(table)[0].revision
        before = {row.seat: row for row in table.bookings.filter(revision=latest - 1)}
        if not before:
            raise EventRefused(_("Nothing was repaired at this table."))

        def change(row: Booking) -> None:
            for name in ("state", "place", "land", "credits", "finished_by", "instead_of_id"):
                setattr(row, name, getattr(before[row.seat], name))

        book_anew(event, table, reason, change)


def table_replay(*, table_id: int, event_id: int, user: User, reason: str) -> None:
    """Let the players of a void table play again: it gets a new game. Raises EventRefused for others."""
    with event_act(event_id, user, "event.replay", reason, table=table_id) as event:
        table = load_table(event, table_id)
        if not is_void(table):
            raise EventRefused(_("Only a table that counts for nothing is played again. Void it first."))
        table.replayed = [*table.replayed, keep_game(table)]
        table.changes.all().delete()  # who came, and who left, was of the game that does not count
        table.game, table.booked_at, table.repaired = None, None, reason.strip()
        table.save(update_fields=["game", "booked_at", "repaired", "replayed"])
        discard_drafts(event)
        Round.objects.filter(pk=table.round_id).update(status=Status.STARTING, results=None, booked_at=None)
        Tournament.objects.filter(pk=event.pk).update(status=Tournament.Status.RUNNING, ended_at=None, next_at=None)


def keep_game(table: Table) -> Json:
    """Return what a table forgets of its game when it is played again."""
    assert table.booked_at is not None
    changes = table.changes.order_by("pk").values_list("seat", "entrant", "taker", "no_show")
    return {
        "game": table.game_id,
        "booked_at": table.booked_at.isoformat(),
        "repaired": table.repaired,
        "changes": [list(change) for change in changes],
    }


def table_undo_replay(*, table_id: int, event_id: int, user: User, reason: str) -> None:
    """Take back that a table is played again, before its new game has ended: the table counts for nothing as it did,
    and the new game is called off. Raises EventRefused for others."""
    with event_act(event_id, user, "event.undo_replay", reason, table=table_id) as event:
        table = replayed_tables(event).select_related("round__tournament").filter(pk=table_id).first()
        if table is None:
            raise EventRefused(_("This table is not being played again."))
        check_mend(table.round)
        game_id, kept = table.game_id, table.replayed[-1]
        table.changes.all().delete()
        SeatChange.objects.bulk_create(
            SeatChange(table=table, seat=seat, entrant_id=entrant, taker_id=taker, no_show=no_show)
            for seat, entrant, taker, no_show in kept["changes"]
        )
        table.replayed, table.game_id, table.repaired = table.replayed[:-1], kept["game"], kept["repaired"]
        table.booked_at = datetime.fromisoformat(kept["booked_at"])
        table.save(update_fields=["game", "booked_at", "repaired", "replayed"])
        if not table.round.tables.filter(game=None).exists():
            Round.objects.filter(pk=table.round_id, status=Status.STARTING).update(status=Status.RUNNING)
    if game_id is not None:
        game_void(game_id=game_id, user=user, reason=reason)


def replayed_tables(event: Tournament) -> QuerySet[Table]:
    """Query the tables of an event that are played again, and whose new games have not ended."""
    return Table.objects.filter(round__tournament=event, booked_at=None).exclude(replayed=[])


# ---- points and people


def points_adjust(*, entrant_id: int, event_id: int, user: User, reason: str, units: int) -> None:
    """Give or take points of an entrant in the running round, or in the last one while the next is not public. Raises
    EventRefused for none, for more than `MOST_POINTS`, and before the first round."""
    if not 0 < abs(units) <= MOST_POINTS:
        raise EventRefused(_("Give or take from half a point to a hundred points."))
    with event_act(event_id, user, "event.adjust", reason, entrant=entrant_id, units=units) as event:
        entrant = find_entrant(event, entrant_id)
        drawn = round_of(event, entrant)
        drawn.adjust = [*drawn.adjust, {"entrant": entrant.code, "points": units, "reason": reason.strip()}]
        drawn.save(update_fields=["adjust"])
        store_results(event, drawn, reason)


def find_entrant(event: Tournament, entrant_id: int) -> Entrant:
    """Find an entrant of an event. Raises EventRefused."""
    entrant = event.entrants.filter(pk=entrant_id).first()
    if entrant is None:
        raise EventRefused(_("This person has not entered this tournament."))
    return entrant


def round_of(event: Tournament, entrant: Entrant) -> Round:
    """Find the last public round, in the group in which an entrant plays. Raises EventRefused before the first."""
    rounds = list(event.drawn.filter(number=public_rounds(event)).exclude(status=Status.DRAFT))
    if not rounds:
        raise EventRefused(_("No round of this tournament is public yet."))
    return next((drawn for drawn in rounds if entrant.code in drawn.files.players), rounds[0])


def entrant_disqualify(*, entrant_id: int, event_id: int, user: User, reason: str) -> None:
    """Let an entrant play no further round; games that run go on. Raises EventRefused for somebody who has left."""
    with event_act(event_id, user, "event.disqualify", reason, entrant=entrant_id) as event:
        entrant = find_entrant(event, entrant_id)
        if entrant.left is not None:
            raise EventRefused(_("%(name)s has left this tournament already.") % {"name": entrant.name})
        entrant.left = public_rounds(event) + 1
        entrant.save(update_fields=["left"])
        drafts = [drawn for drawn in event.drawn.filter(status=Status.DRAFT) if entrant.code in str(drawn.given)]
        if drafts:
            discard_drafts(event)


def entrant_readmit(*, entrant_id: int, event_id: int, user: User, reason: str) -> None:
    """Let somebody who has left play again, from the next round on, if none was public since. Raises EventRefused."""
    with event_act(event_id, user, "event.readmit", reason, entrant=entrant_id) as event:
        entrant = find_entrant(event, entrant_id)
        if entrant.left is None or entrant.left <= public_rounds(event):
            raise EventRefused(
                _("A round without %(name)s is public, so they cannot come back.") % {"name": entrant.name}
            )
        entrant.left = None
        entrant.save(update_fields=["left"])
        discard_drafts(event)


# ---- draws


def draft_of(event: Tournament, round_id: int) -> Round:
    """Find a round that is drawn and not public. Raises EventRefused."""
    drawn = event.drawn.select_related("stage").filter(pk=round_id, status=Status.DRAFT, output__isnull=False).first()
    if drawn is None:
        raise EventRefused(_("This draw is public, or is drawn anew right now."))
    return drawn


def draft_swap(*, round_id: int, event_id: int, user: User, reason: str, one: str, other: str) -> None:
    """Let two players of a draft change places; the reason is public with the draw. Raises EventRefused."""
    with event_act(event_id, user, "event.swap", reason, round=round_id, pair=[one, other]) as event:
        drawn = draft_of(event, round_id)
        check_swap(drawn, one, other)
        store_swaps(drawn, [*drawn.swaps, {"pair": [one, other], "reason": reason.strip()}])


def check_swap(drawn: Round, one: str, other: str) -> None:
    """Refuse a swap of two at one table, of strangers, and where rounds do not wait for each other. Raises
    EventRefused."""
    if drawn.stage.form["kind"] in TOGETHER:
        raise EventRefused(_("In this format all games are laid out together, so two players cannot be swapped."))
    tables, byes = seat_swapped(drawn.files.output, drawn.swaps)
    places = [*tables, *([name] for name in byes)]
    found = [next((at for at, names in enumerate(places) if name in names), None) for name in (one, other)]
    if None in found or found[0] == found[1]:
        raise EventRefused(_("Choose two players of two tables."))


def store_swaps(drawn: Round, swaps: Sequence[object]) -> None:
    """Keep swaps, and seat everybody as they say."""
    drawn.swaps = list(swaps)
    drawn.save(update_fields=["swaps"])
    tables, _byes = seat_swapped(drawn.files.output, drawn.swaps)
    for table in drawn.tables.all():
        table.seats = tables[table.number - 1]
        table.save(update_fields=["seats"])


def swap_undo(*, round_id: int, event_id: int, user: User, reason: str) -> None:
    """Take back the last swap of a draft. Raises EventRefused without one."""
    with event_act(event_id, user, "event.swap_undo", reason, round=round_id) as event:
        drawn = draft_of(event, round_id)
        if not drawn.swaps:
            raise EventRefused(_("Nobody was swapped in this draft."))
        store_swaps(drawn, drawn.swaps[:-1])


def round_publish(*, event_id: int, user: User, reason: str, at: datetime | None = None) -> None:
    """Make all drafts public, now or at a moment to come. Raises EventRefused without one."""
    with event_act(event_id, user, "event.publish", reason) as event:
        drafts = event.drawn.filter(status=Status.DRAFT, output__isnull=False)
        if not drafts.update(publish_at=max(at or db_now(), db_now())):
            raise EventRefused(_("There is no draft to publish."))


def round_redraw(*, event_id: int, user: User, reason: str) -> None:
    """Draw the last round anew, from what is true now: a draft, or a public round in which nobody has given an order
    yet; its games are called off. Raises EventRefused."""
    round_undo(event_id=event_id, user=user, reason=reason, action="event.redraw", again=True)


def round_undo(
    *, event_id: int, user: User, reason: str, action: str = "event.undo_round", again: bool = False
) -> None:
    """Take the last round back, as if it had not been drawn; its games are called off. It is drawn `again` at once, or
    when an organizer asks for it. Raises EventRefused once somebody has given an order in it."""
    with event_act(event_id, user, action, reason) as event:
        last = event.drawn.order_by("-number").first()
        if last is None:
            raise EventRefused(_("No round of this tournament was drawn."))
        rounds = event.drawn.filter(number=last.number)
        games = list(Game.objects.filter(event_table__round__in=rounds).values_list("pk", flat=True))
        orders = Entry.objects.filter(game__in=games, source__in=BY_PEOPLE)
        if orders.exists() or rounds.filter(tables__booked_at__isnull=False).exists():
            raise EventRefused(_("Somebody has given an order in this round, so it cannot be drawn anew."))
        rounds.delete()
        event.rounds = last.number - 1
        event.next_at = db_now() if again else None
        event.save(update_fields=["rounds", "next_at"])
    for game_id in games:
        game_void(game_id=game_id, user=user, reason=reason)


def round_draw(*, event_id: int, user: User, reason: str) -> None:
    """Draw the next round of an event that waits for it. Raises EventRefused while a round runs."""
    with event_act(event_id, user, "event.draw", reason) as event:
        if event.status != Tournament.Status.RUNNING or event.drawn.exclude(status=Status.BOOKED).exists():
            raise EventRefused(_("A round of this tournament is drawn already."))
        event.next_at = db_now()
        event.save(update_fields=["next_at"])
