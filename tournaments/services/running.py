"""Run an event: freeze, draw, publish and start each round, book its tables, and see what comes next.

Each step looks at the rows again under the event's lock and is done once with any number of workers: an input is
frozen once, an output computed from it is the same whoever computes it, a table gets one game, a seat one booking.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import combinations
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Exists, Max, OuterRef, Q, QuerySet

from games.clocks.lateness import CARETAKER
from games.errors import GameError
from games.models import Game, OutboxMail, Player
from games.selectors.site_time import count_back
from games.services.heartbeat import is_credited
from games.services.locks import db_now
from games.services.tables import table_create
from tournaments.chains import reveal
from tournaments.courses import FAILURES, is_final
from tournaments.documents import digest_of
from tournaments.events import read_event
from tournaments.formats.base import Today
from tournaments.models import Booking, Entrant, Round, SeatChange, Table, Tournament
from tournaments.pairing import pair_round
from tournaments.results import WHOLE
from tournaments.rounds import is_over, make_inputs, next_number
from tournaments.selectors.publishing import drawn_in, show_event, show_results
from tournaments.selectors.ranking import cautious_ratings
from tournaments.services.blocks import draw_apart
from tournaments.services.creating import table_settings
from tournaments.services.ending import finish, tell_round
from tournaments.services.locks import event_lock
from tournaments.services.telling import tell

if TYPE_CHECKING:
    from accounts.models import User

log = logging.getLogger(__name__)

DAY = timedelta(days=1)
KEPT_APART = timedelta(days=30)
"""So long, without the outages of the site, those who met in a ladder do not meet again."""

BATCH = 500
USUAL_BOT = "recruit"
"""Plays a seat for which nobody is left, unless the games of the event name another bot."""

ENDED = (Game.Status.OVER, Game.Status.VOID)
Status = Round.Status


def events_sweep(limit: int = BATCH) -> int:
    """Take every event that is due as far as it comes now. Returns how many were looked at. Does nothing while an
    outage may still have to be credited."""
    now = db_now()
    if not is_credited(now):
        return 0
    running = Tournament.objects.filter(status=Tournament.Status.RUNNING)
    due = running.filter(Q(next_at__lte=now) | Exists(unfinished_rounds().filter(tournament=OuterRef("pk"))))
    found = list(due.order_by("pk").values_list("pk", flat=True)[:limit])
    for event_id in found:
        try:
            event_advance(event_id)
        except Exception:
            log.exception("event %s could not go on", event_id)
    return len(found)


def unfinished_rounds() -> QuerySet[Round]:
    """Query the rounds with something to be done now: to draw, to publish or to start, which a worker that died may
    have left, or to book."""
    waiting = Table.objects.filter(round=OuterRef("pk"), booked_at=None)
    ended = waiting.filter(game__status__in=ENDED)
    over = Q(status=Status.RUNNING) & (Exists(ended) | ~Exists(waiting))
    due = Q(output__isnull=True) | Q(publish_at__lte=db_now())
    drafts = Q(status=Status.DRAFT) & due
    return Round.objects.filter(drafts | Q(status__in=(Status.PUBLISHED, Status.STARTING)) | over)


def event_advance(event_id: int) -> None:
    """Take an event as far as it comes now. Harmless when run twice."""
    book_tables(event_id)
    draw_rounds(event_id)
    while freeze_round(event_id):  # the games of pods do not wait for each other
        draw_rounds(event_id)
    publish_rounds(event_id)
    start_tables(event_id)


# ---- a round begins


def freeze_round(event_id: int) -> bool:
    """Store the inputs of the next round, which never change, if one is due, and end the event if its last is
    complete. True if there are any."""
    with transaction.atomic():
        event = event_lock(event_id)
        if not is_due(event) or event.drawn.filter(output__isnull=True).exists():
            return False
        told, rounds, today = read_event(show_event(event)), drawn_in(event), find_today(event)
        number = next_number(rounds)
        seed = reveal(bytes(event.secret_key.key), number).hex()
        stages = {stage.code: stage for stage in event.stages.all()}
        inputs = make_inputs(told, rounds, seed, today)
        if inputs and draw_apart(event):
            inputs = make_inputs(read_event(show_event(event)), rounds, seed, today)
        for given in inputs:
            stage, group = stages[str(given["stage"])], str(given["group"])
            event.drawn.create(stage=stage, number=number, group=group, given=given, frozen_at=db_now())
            event.rounds = number
        event.next_at = days_begin(event) + today.day * DAY if today is not None else None
        if is_over(told, rounds, today):
            event.status, event.ended_at, event.next_at = Tournament.Status.OVER, db_now(), None
            finish(event, told, rounds)
        else:
            tell_rounds(event)
        event.save(update_fields=["rounds", "status", "ended_at", "next_at"])
    return bool(inputs)


def tell_rounds(event: Tournament) -> None:
    """Mail how it went in rounds that are complete and of which nobody was told yet."""
    booked = event.drawn.filter(status=Status.BOOKED, told_at=None).values_list("number", flat=True)
    for number in sorted(set(booked)):
        drawn = event.drawn.filter(number=number)
        if not drawn.exclude(status=Status.BOOKED).exists():
            tell_round(event, number)
            drawn.update(told_at=db_now())


def is_due(event: Tournament) -> bool:
    return event.status == Tournament.Status.RUNNING and event.next_at is not None and event.next_at <= db_now()


def find_today(event: Tournament) -> Today | None:
    """Tell what a ladder knows of the day on which it pairs; None for other events."""
    stage = event.stages.first()
    if stage is None or stage.form["kind"] != "ladder" or event.started_at is None:
        return None
    tables = Table.objects.filter(round__tournament=event)
    running = Counter(name for seats in tables.filter(booked_at=None).values_list("seats", flat=True) for name in seats)
    met = tables.filter(round__frozen_at__gt=count_back(db_now(), KEPT_APART)).values_list("seats", flat=True)
    entrants = list(event.entrants.all())
    return Today(
        day=(db_now() - days_begin(event)) // DAY + 1,
        free={each.code for each in entrants if running[each.code] < each.at_once},
        ratings=cautious_ratings(event, entrants),
        met={(a, b) for seats in met for a, b in combinations(sorted(seats), 2)},
    )


def days_begin(event: Tournament) -> datetime:
    """Return from when the days of a ladder are counted: later than its beginning by the outages since."""
    begin: datetime | None = event.days_from or event.started_at
    assert begin is not None
    return begin


def pairs_daily(event: Tournament) -> bool:
    """Check whether an event is a ladder whose last day is not over: it pairs once a day, whenever games end."""
    today, stage = find_today(event), event.stages.first()
    return today is not None and stage is not None and today.day <= stage.form["rounds"]


def draw_rounds(event_id: int) -> None:
    """Compute the outputs of frozen inputs, outside of any lock, and store each unless somebody has."""
    for drawn in Round.objects.filter(tournament=event_id, output__isnull=True):
        output = pair_round(drawn.given)
        with transaction.atomic():
            event = event_lock(event_id)
            publish_at = None if event.draft_hours is None else db_now() + timedelta(hours=event.draft_hours)
            if Round.objects.filter(pk=drawn.pk, output__isnull=True).update(output=output, publish_at=publish_at):
                Tournament.objects.filter(pk=event_id, next_at=None).update(next_at=db_now())
                tables = enumerate(output["tables"], 1)  # type: ignore[arg-type]
                Table.objects.bulk_create(Table(round=drawn, number=at, seats=seats) for at, seats in tables)


def publish_rounds(event_id: int) -> None:
    """Make the drafts public whose time has come, and begin to start what is public."""
    with transaction.atomic():
        event = event_lock(event_id)
        drafts = event.drawn.filter(status=Status.DRAFT, publish_at__lte=db_now()).exclude(output__isnull=True)
        drafts.update(status=Status.PUBLISHED, published_at=db_now())
        event.drawn.filter(status=Status.PUBLISHED).update(status=Status.STARTING)


def start_tables(event_id: int) -> None:
    """Make the games of the tables that have none, one transaction each. A league starts as many as its players may
    have at once."""
    waiting = Table.objects.filter(round__tournament=event_id, round__status=Status.STARTING, game=None)
    for table_id in waiting.order_by("round__number", "round__group", "number").values_list("pk", flat=True):
        try:
            start_table(event_id, table_id)
        except GameError:
            log.exception("table %s of event %s could not begin", table_id, event_id)
    starting = Round.objects.filter(tournament=event_id, status=Status.STARTING)
    starting.exclude(tables__game=None).update(status=Status.RUNNING)


def start_table(event_id: int, table_id: int) -> None:
    """Make the game of a table, unless it has one or a player is in as many games as the format allows at once."""
    with transaction.atomic():
        event = event_lock(event_id)
        table = Table.objects.select_related("round__stage").get(pk=table_id)
        if table.game_id is not None or is_busy(table):
            return
        entrants = {entrant.code: entrant for entrant in event.entrants.select_related("user")}
        seats = seats_of(event, table, entrants)
        name = f"{event.title[:40]} {table.round.number}.{table.number}"
        since = (table.round.published_at or db_now()).date()
        settings = table_settings(event, name, len(seats), since)
        settings = replace(settings, stop_at=stop_at(table), ends_at=ends_at(event))
        table.game = table_create(settings, seats, pairing=digest_of(table.round.files.output))
        table.save(update_fields=["game"])
        tell_table(event, table, entrants)


def tell_table(event: Tournament, table: Table, entrants: dict[str, Entrant]) -> None:
    """Mail everybody at a table that has begun, once a round; they get no other mail about that beginning."""
    assert table.game is not None
    number = table.round.number
    for player in table.game.players.exclude(user=None):
        sitters = [each for each in entrants.values() if each.user_id == player.user_id]
        what, seat = f"round:{number}", player.seat
        if tell(event, sitters, what, "event_table", game=table.game, seat=seat, round=number):
            OutboxMail.objects.filter(game=table.game, user=player.user_id, template="started").delete()


def stop_at(table: Table) -> int | None:
    """Return with how many players left a table of a knock-out stops; None for a final, which is played out, and
    elsewhere."""
    drawn, form = table.round, table.round.stage.form
    if form["kind"] not in FAILURES or is_final(form["kind"], drawn.files):
        return None
    return int(form["advance"])


def ends_at(event: Tournament) -> datetime | None:
    """Return when a game that begins now ends as it stands; None where it is played out."""
    return db_now() + timedelta(days=event.round_days) if event.round_days else None


def is_busy(table: Table) -> bool:
    """Check whether a player of a table is in as many games of its stage as its format allows at once."""
    at_once = table.round.stage.form.get("at_once")
    if not at_once:
        return False
    running = Table.objects.filter(round__stage=table.round.stage, booked_at=None).exclude(game=None)
    names = [name for seats in running.values_list("seats", flat=True) for name in seats]
    return any(names.count(name) >= at_once for name in table.seats)


def seats_of(event: Tournament, table: Table, entrants: dict[str, Entrant]) -> list[User | str]:
    """List who takes the seats of a table that begins. Those that were drawn for a no-show of another table go to
    whoever took their seat there, or to a bot."""
    seats: list[User | str] = []
    no_shows = SeatChange.objects.filter(table__round__tournament=event, no_show=True, entrant__left__isnull=False)
    takers = {change.entrant_id: change.taker_id for change in no_shows}
    by_pk = {each.pk: each for each in entrants.values()}
    for seat, entrant in enumerate(entrants[name] for name in table.seats):
        sitter: Entrant | None = entrant
        while sitter is not None and sitter.pk in takers:
            taker = by_pk.get(takers[sitter.pk] or 0)
            SeatChange.objects.create(table=table, seat=seat, entrant=sitter, taker=taker, no_show=True)
            sitter = taker
        seats.append(seat_of(sitter) if sitter is not None else USUAL_BOT)
    return seats


def seat_of(entrant: Entrant) -> User | str:
    """Return who takes a seat: a person, or the name of a bot. A bot plays for an account that is gone."""
    if entrant.user is None:
        return entrant.bot
    return entrant.user if entrant.user.is_active else USUAL_BOT


# ---- a round ends


def book_tables(event_id: int) -> None:
    """Book the tables whose games have ended, one transaction each; a round whose tables are all booked is complete,
    and the next is due."""
    ended = Table.objects.filter(round__tournament=event_id, booked_at=None, game__status__in=ENDED)
    for table_id in ended.order_by("game__ended_at", "pk").values_list("pk", flat=True):
        book_table(event_id, table_id)
    with transaction.atomic():
        event = event_lock(event_id)
        for drawn in event.drawn.filter(status=Status.RUNNING).exclude(tables__booked_at=None):
            drawn.results, drawn.status, drawn.booked_at = show_results(drawn), Status.BOOKED, db_now()
            drawn.save(update_fields=["results", "status", "booked_at"])
            if event.next_at is None or not pairs_daily(event):
                Tournament.objects.filter(pk=event_id).update(next_at=db_now())


def book_table(event_id: int, table_id: int) -> None:
    """Book the seats of a table whose game has ended, unless they are."""
    with transaction.atomic():
        event = event_lock(event_id)
        table = Table.objects.select_related("game").get(pk=table_id)
        if table.booked_at is not None or table.game is None:
            return
        entrants = {entrant.code: entrant for entrant in event.entrants.all()}
        players = {player.seat: player for player in table.game.players.all()}
        changes = list(table.changes.select_related("entrant", "taker").order_by("pk"))
        revision = (table.bookings.aggregate(last=Max("revision"))["last"] or 0) + 1
        booked = [
            book_seat(event, table.game, players[seat], entrants[name], entrants, changes)
            for seat, name in enumerate(table.seats)
        ]
        for each in booked:
            each.table, each.revision = table, revision
        Booking.objects.bulk_create(booked)
        table.booked_at = db_now()
        table.save(update_fields=["booked_at"])


def book_seat(
    event: Tournament,
    game: Game,
    player: Player,
    drawn: Entrant,
    entrants: dict[str, Entrant],
    changes: Sequence[SeatChange] = (),
) -> Booking:
    """Book one seat of a game that has ended: whose its points are, and who finished it for whom. It was `drawn` for an
    entrant; `changes` tell who did not play at the table, and who took their seat."""
    result = game.result or {}
    entrant, came = sitter_of(drawn, [change for change in changes if change.seat == player.seat and change.no_show])
    booked = Booking(seat=player.seat or 0, entrant=entrant, state=state_of(game))
    booked.instead_of = drawn if entrant != drawn else None
    if booked.state == Booking.State.VOID:
        return booked
    booked.place, booked.land = player.place, result.get("land", {}).get(str(player.seat))
    if is_own(player, entrant):
        booked.credits = [[entrant.code, WHOLE]]
        return booked
    by = None if player.answers_by_itself else player.user_id
    taker = next((each for each in entrants.values() if by and each.user_id == by), None)
    booked.finished_by = taker.code if taker else f"bot:{player.answers_by_itself or CARETAKER}"
    share = event.leaver_share if came else 0
    booked.credits = [[entrant.code, share]] if share else []
    if taker is not None:
        booked.credits.append([taker.code, WHOLE - share])
    return booked


def sitter_of(drawn: Entrant, no_shows: Iterable[SeatChange]) -> tuple[Entrant, bool]:
    """Return whose seat of a table it was once those who never came are left out, and whether they came."""
    entrant, came = drawn, True
    for change in no_shows:
        if change.entrant == entrant:
            entrant, came = change.taker or entrant, change.taker is not None
    return entrant, came


def state_of(game: Game) -> str:
    if game.status == Game.Status.VOID:
        return Booking.State.VOID
    return Booking.State.ADJUDICATED if "adjudicated_at" in (game.result or {}) else Booking.State.WON


def is_own(player: Player, entrant: Entrant) -> bool:
    """Check whether a seat was played to its end by its entrant."""
    if entrant.user_id is None:
        return player.bot == entrant.bot
    return player.user_id == entrant.user_id and not player.answers_by_itself
