"""Seats that their entrant does not play: whoever never came loses it to the first substitute, or to a bot, and is out
of the event; for those who stop later the event's rule is followed.

The lock of the event comes first, then that of the game. What was done stands in a row of its own, once for each seat
and entrant, so that however often this runs nobody loses a seat twice.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from games.clocks.calendar import local_date
from games.errors import GameClosed, GameError
from games.models import Entry, Game, Player, Vacation
from games.services.free_seats import HELD
from games.services.heartbeat import is_credited
from games.services.locks import db_now
from games.services.seats import resign, seat_hand_over
from tournaments.models import Apart, Entrant, SeatChange, Table, Tournament
from tournaments.services.entry import BEFORE, fill_places, leave
from tournaments.services.locks import event_lock
from tournaments.services.running import USUAL_BOT
from tournaments.services.telling import tell

log = logging.getLogger(__name__)


def absences_sweep() -> int:
    """Settle all seats that fell free in games of events. Returns how many were looked at. Does nothing while an outage
    may still have to be credited."""
    if not is_credited(db_now()):
        return 0
    drop_deleted()
    return settle_seats()


def settle_seats(event: Tournament | None = None) -> int:
    """Settle the seats that fell free in one event, or in all; returns how many were looked at."""
    found = list(free_seats(event).order_by("pk").values_list("pk", flat=True))
    for player_id in found:
        try:
            settle_seat(player_id)
        except Exception:
            log.exception("the seat of player %s in an event could not be settled", player_id)
    return len(found)


def drop_deleted() -> None:
    """Take people whose accounts are deleted out of events. They keep their ids there."""
    open_still = (*BEFORE, Tournament.Status.RUNNING)
    gone = Entrant.objects.filter(user__deleted_at__isnull=False, left=None, tournament__status__in=open_still)
    for entrant_id, event_id in gone.values_list("pk", "tournament_id"):
        with transaction.atomic():
            event = event_lock(event_id)
            leave(event, Entrant.objects.get(pk=entrant_id))
            fill_places(event)


def free_seats(event: Tournament | None = None) -> QuerySet[Player]:
    """Query the seats in games of events that run, of one or of all, whose players have lost or left them, and for
    which nothing was done yet."""
    settled = SeatChange.objects.filter(
        table=OuterRef("game__event_table"), seat=OuterRef("seat"), entrant__user=OuterRef("user")
    )
    rows = Player.objects.filter(
        state__in=HELD,
        user__isnull=False,
        game__status__in=(Game.Status.RUNNING, Game.Status.PAUSED),
        game__event_table__booked_at=None,
    )
    if event is not None:
        rows = rows.filter(game__event_table__round__tournament=event)
    else:
        rows = rows.filter(game__event_table__isnull=False)
    return rows.exclude(Exists(settled))


def settle_seat(player_id: int) -> None:
    """Do what the event says of one seat that its player has lost or left. Harmless when repeated."""
    with transaction.atomic():
        table = Table.objects.select_related("round").get(game__players=player_id)
        event = event_lock(table.round.tournament_id)
        player = free_seats(event).select_related("game", "user").filter(pk=player_id).first()
        entrant = event.entrants.filter(user=player.user_id).first() if player else None
        if player is None or entrant is None or is_away(player):
            return
        if not player.came:
            replace_no_show(event, table, player, entrant)
        elif event.leavers == Tournament.Leavers.SUBSTITUTE:
            replace_leaver(event, table, player, entrant)
        elif event.leavers == Tournament.Leavers.OUT and player.state != Player.State.RESIGNED:
            resign(game_id=player.game_id, user_id=entrant.user_id or 0, source=Entry.Source.SYSTEM)


def is_away(player: Player) -> bool:
    """Check whether a player has been on a vacation since the game began: nobody is dropped for one."""
    assert player.user is not None
    today, began = local_date(str(player.user.zone), db_now()), player.game.started_at or db_now()
    vacations = Vacation.objects.filter(user=player.user, first__lte=today, last__gte=began.date())
    return any(row.games is None or player.game_id in row.games for row in vacations)


def replace_no_show(event: Tournament, table: Table, player: Player, entrant: Entrant) -> None:
    """Give the seat of somebody who never came to the first substitute, who stays in the event, or to a bot. The
    no-show is out."""
    leave(event, entrant)
    why = _("You did not answer by the first deadline, so you are out of %(event)s.") % {"event": event.title}
    taker = next((each for each in substitutes(event, table, entrant) if hand_to(player, each, why)), None)
    if taker is None:
        seat_hand_over(game_id=player.game_id, seat=player.seat or 0, bot=bot_of(event), reason=why)
    else:
        enter_substitute(event, taker)
        tell_taker(event, table, player, taker)
    SeatChange.objects.create(table=table, seat=player.seat or 0, entrant=entrant, taker=taker, no_show=True)


def replace_leaver(event: Tournament, table: Table, player: Player, entrant: Entrant) -> None:
    """Give the seat of somebody who stopped playing to the first substitute; while there is none it is played as it
    is, and its player may come back."""
    why = _("You stopped playing, and a substitute finishes your game.")
    taker = next((each for each in substitutes(event, table, entrant) if hand_to(player, each, why)), None)
    if taker is not None:
        SeatChange.objects.create(table=table, seat=player.seat or 0, entrant=entrant, taker=taker)
        tell_taker(event, table, player, taker)


def hand_to(player: Player, taker: Entrant, why: str) -> bool:
    """Give a seat to an entrant; False if they cannot have it, for they have seen what is hidden there or their account
    is gone. Raises GameClosed."""
    try:
        with transaction.atomic():
            seat_hand_over(game_id=player.game_id, seat=player.seat or 0, by=taker.user, reason=why)
    except GameClosed:
        raise
    except GameError:
        return False
    return True


def bot_of(event: Tournament) -> str:
    """Return the bot that plays for a no-show: the one that the games of the event name for late players."""
    clock = event.game_settings.get("clock") or {}
    late = clock.get("late") or {} if isinstance(clock, dict) else {}
    named = [word.removeprefix("bot:") for word in late.get("then", ()) if str(word).startswith("bot:")]
    return named[0] if named else USUAL_BOT


def enter_substitute(event: Tournament, taker: Entrant) -> None:
    """Let whoever took the seat of a no-show stay in the event from the next round on."""
    if taker.entered is None:
        taker.entered, taker.reserve = event.rounds + 1, False
        taker.save(update_fields=["entered", "reserve"])


def tell_taker(event: Tournament, table: Table, player: Player, taker: Entrant) -> None:
    what = f"seat:{table.pk}:{player.seat}"
    tell(event, [taker], what, "event_seat", game=player.game, seat=player.seat, round=table.round.number)


# ---- who takes a seat


def substitutes(event: Tournament, table: Table, entrant: Entrant) -> Iterator[Entrant]:
    """Yield who may take the seat of an entrant at a table: whoever took one of theirs before, then those who wait, by
    order of sign-up, who are free and not kept apart from anybody there."""
    before = event.entrants.filter(seats_taken__entrant=entrant, seats_taken__no_show=True)
    waiting = event.entrants.filter(reserve=True, left=None, user__is_active=True).order_by("number")
    busy, apart = busy_in(event, table), kept_apart(event, table)
    for each in [*before.distinct().select_related("user"), *waiting.select_related("user")]:
        if each.pk not in apart and not (each.reserve and each.pk in busy):
            yield each


def busy_in(event: Tournament, table: Table) -> set[int]:
    """List who plays for somebody at another table that runs: one is enough at a time."""
    running = SeatChange.objects.filter(table__round__tournament=event, table__booked_at=None).exclude(table=table)
    return set(running.exclude(taker=None).values_list("taker", flat=True))


def kept_apart(event: Tournament, table: Table) -> set[int]:
    """List who is kept apart from anybody at a table."""
    at_table = set(
        event.entrants.filter(number__in=[int(code[1:]) for code in table.seats]).values_list("pk", flat=True)
    )
    at_table |= set(table.changes.exclude(taker=None).values_list("taker", flat=True))
    pairs = Apart.objects.filter(tournament=event, since__lte=table.round.number).values_list("first", "second")
    return {other for pair in pairs for one, other in (pair, pair[::-1]) if one in at_table}
