"""Sign up as a substitute, ask people one after another, take their answers.

Everything about a seat is done under the lock of its game, and looked at again there, so each seat is offered to one
person at a time and goes to one, with any number of workers.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Exists, F, Model, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from games.errors import GameClosed, GameError, NotAllowed
from games.models import Entry, Game, Player, StandIn, TurnRecord
from games.selectors.company import is_apart_from_table
from games.selectors.reliability import reliability_of
from games.selectors.seen import knows_hidden
from games.services.agreements import Table, locked_table
from games.services.free_seats import HELD
from games.services.heartbeat import is_credited
from games.services.lobby import check_reliability
from games.services.locks import after_commit, db_now
from games.services.notifications import NewMail, mail_enqueue
from games.services.organize import audit, require_not_playing
from substitutes.models import OPEN, Offer, SignUp
from substitutes.selectors import forget_asked

if TYPE_CHECKING:
    from accounts.models import User

log = logging.getLogger(__name__)

ANSWER = timedelta(hours=12)
"""How long a person has to answer an offer."""

SWEEP_EVERY = timedelta(seconds=10)
SWEEP_SECONDS = 30.0
"""A sweep asks nobody else after this; the next one continues."""

BATCH = 500
ORGANIZER = Entry.Source.ORGANIZER
BEING_PLAYED = (Game.Status.RUNNING, Game.Status.PAUSED)
Outcome = Offer.Outcome


class SubstituteRefused(GameError):
    """Nobody can sign up like this."""

    code = "substitute.refused"


class OfferOver(GameError):
    """The seat cannot be taken any more."""

    code = "substitute.over"
    status = 409
    sentence = _("This seat is no longer free.")


# ---- signing up


def sign_up(*, user: User, game: Game | None = None) -> SignUp:
    """Sign up for the seats of a game that fall free, or without one for those of the whole site. Signing up twice
    changes nothing. Raises SubstituteRefused, GameClosed, LobbyError for somebody who is late too often for the
    game."""
    if not user.can_get_mail:
        raise SubstituteRefused(_("We ask substitutes by email. Add an address that works to your account first."))
    if game is not None:
        if game.status not in BEING_PLAYED or not game.has_board:
            raise GameClosed(_("You can sign up while the game is being played."))
        if game.players.filter(user=user).exists():
            raise SubstituteRefused(_("You have a seat in this game."))
        check_reliability(game, user)
    made, _created = SignUp.objects.get_or_create(user=user, game=game, defaults={"at": db_now()})
    after_commit("substitutes.tasks.sweep")
    return made


def sign_off(*, user: User, game: Game | None = None) -> None:
    """Take a person off the list of a game, or off that of the site. An open offer stays open."""
    SignUp.objects.filter(user=user, game=game).delete()


def forget_person(user: User) -> None:
    """Take a person off every list, and end what they are asked."""
    SignUp.objects.filter(user=user).delete()
    Offer.objects.filter(OPEN, user=user).update(outcome=Outcome.GONE, closed_at=db_now())


# ---- answers


def offer_accept(*, offer: Offer, user: User, source: str = Entry.Source.WEB) -> None:
    """Take the seat that a person is asked to take. Taking it twice changes nothing. Raises OfferOver, GameClosed,
    GameError if the person must not have it."""
    if has_said(offer, user, Outcome.ACCEPTED):
        return
    with locked_table(offer.game_id, source=source, newcomer=user) as table:
        if has_said(offer, user, Outcome.ACCEPTED):
            return
        found = require_open(table, offer, user)
        table.give_seat(found.seat, user, source=source)
        close(table, found, Outcome.ACCEPTED)
        SignUp.objects.filter(user=user, game=table.game).delete()


def seat_take(*, game_id: int, seat: int, user_id: int, source: str) -> None:
    """Take the seat of a game that a person was last asked to take, as `offer_accept`. Raises OfferOver if they were
    never asked."""
    offer = Offer.objects.filter(game_id=game_id, seat=seat, user_id=user_id).select_related("user").last()
    if offer is None:
        raise OfferOver
    offer_accept(offer=offer, user=offer.user, source=source)


def offer_decline(*, offer: Offer, user: User) -> None:
    """Leave the seat to others; the next person is asked. Declining twice changes nothing. Raises OfferOver,
    GameClosed."""
    if has_said(offer, user, Outcome.DECLINED):
        return
    with locked_table(offer.game_id) as table:
        if has_said(offer, user, Outcome.DECLINED):
            return
        close(table, require_open(table, offer, user), Outcome.DECLINED)
        after_commit("substitutes.tasks.sweep")


def has_said(offer: Offer, user: User, outcome: Outcome) -> bool:
    """Check whether a person has given this answer to an offer already."""
    return Offer.objects.filter(pk=offer.pk, user=user, outcome=outcome).exists()


def require_open(table: Table, offer: Offer, user: User) -> Offer:
    """Read an offer under the lock of its game. Raises OfferOver unless it can be answered by the person."""
    found = Offer.objects.filter(OPEN, pk=offer.pk, user=user, game=table.game).first()
    if found is None or not is_free(table, found):
        raise OfferOver
    if found.until <= table.now:
        raise OfferOver(_("The time to answer is over, and the next person is asked."))
    return found


def is_free(table: Table, offer: Offer) -> bool:
    """Check whether the seat of an offer still is the free one that was offered."""
    return any(
        player.seat == offer.seat and player.offered_at == offer.since and player.state in HELD
        for player in table.players
    )


def close(table: Table, offer: Offer, outcome: Outcome) -> None:
    """End an offer, and tell whoever was asked if the seat is gone."""
    offer.outcome, offer.closed_at = outcome, table.now
    offer.save(update_fields=["outcome", "closed_at"])
    transaction.on_commit(forget_asked, robust=True)
    if outcome in (Outcome.GONE, Outcome.WITHDRAWN):
        tell(offer, table.now, template="seat_gone")


def tell(offer: Offer, now: datetime, template: str) -> None:
    """Queue a mail about an offer to the person who is asked."""
    mail = NewMail(
        key=f"{template}:{offer.pk}",
        template=template,
        not_before=now,
        user_id=offer.user_id,
        game=offer.game,
        context={"offer": offer.pk},
    )
    mail_enqueue(mail)
    after_commit("games.tasks.outbox")


# ---- organizers


def seat_offer(*, game_id: int, user: User, reason: str, seat: int) -> None:
    """Offer a held seat to substitutes, as an organizer. Raises NotAllowed, GameError without a reason."""
    with locked_table(game_id, source=ORGANIZER) as table:
        require_not_playing(table.game, user)
        audit(table.game, user, "seat.offer", reason, **details_of(table, seat))
        table.offer(seat, source=ORGANIZER, reason=reason)
        after_commit("substitutes.tasks.sweep")


def seat_withdraw(*, game_id: int, user: User, reason: str, seat: int) -> None:
    """Offer a seat to nobody any more, as an organizer; whoever is asked is told. Raises NotAllowed, GameError without
    a reason."""
    with locked_table(game_id, source=ORGANIZER) as table:
        require_not_playing(table.game, user)
        audit(table.game, user, "seat.withdraw", reason, **details_of(table, seat))
        table.withdraw(seat, reason)
        for offer in Offer.objects.filter(OPEN, game=table.game, seat=seat):
            close(table, offer, Outcome.WITHDRAWN)


def details_of(table: Table, seat: int) -> dict[str, object]:
    """Describe a seat and its holder for the audit log."""
    player = next((player for player in table.players if player.seat == seat), None)
    about = {"colour": player.colour, "name": player.label, "person": player.user_id} if player else {}
    return {"seat": seat, **about}


# ---- the sweep


def substitutes_sweep(limit: int = BATCH) -> int:
    """End offers that nobody answered or whose seat is taken, and ask the next person for each free seat. Returns how
    many were asked. Does nothing while an outage may still have to be credited."""
    now = db_now()
    if not is_credited(now):
        return 0
    began = time.monotonic()
    end_in_ended_games(now)
    for game_id in due_games(now, limit):
        end_due(game_id)
    asked = 0
    for player in free_seats():
        if time.monotonic() - began > SWEEP_SECONDS:
            break
        try:
            asked += ask_next(player)
        except Exception:
            log.exception("nobody could be asked for seat %s of game %s", player.seat, player.game_id)
    return asked


def end_in_ended_games(now: datetime) -> None:
    """End what is open in games that have ended."""
    left = Offer.objects.filter(OPEN).exclude(game__status__in=BEING_PLAYED).select_related("game")
    for offer in left:
        if Offer.objects.filter(OPEN, pk=offer.pk).update(outcome=Outcome.GONE, closed_at=now):
            tell(offer, now, template="seat_gone")
    SignUp.objects.filter(game__status__in=(Game.Status.OVER, Game.Status.VOID)).delete()


def due_games(now: datetime, limit: int) -> list[int]:
    """List the games with an offer that is over: not answered in time, or of a seat that is taken."""
    seats = Player.objects.filter(game=OuterRef("game"), seat=OuterRef("seat"), offered_at=OuterRef("since"))
    over = Q(until__lte=now) | ~Exists(seats.filter(state__in=HELD))
    return list(Offer.objects.filter(OPEN & over).values_list("game_id", flat=True).distinct().order_by()[:limit])


def end_due(game_id: int) -> None:
    """End the offers of one game that are over. Harmless when run twice."""
    try:
        with locked_table(game_id, skip_locked=True) as table:
            for offer in Offer.objects.filter(OPEN, game=table.game).select_related("game"):
                if not is_free(table, offer):
                    close(table, offer, Outcome.GONE)
                elif offer.until <= table.now:
                    close(table, offer, Outcome.EXPIRED)
    except (Game.DoesNotExist, GameClosed):  # another worker has it, or it ended in between
        return


def free_seats() -> list[Player]:
    """List the seats that are offered and that nobody is asked about, those that fell free first at the head. No
    further query while nobody has signed up."""
    if not SignUp.objects.exists():
        return []
    rows = Player.objects.filter(offered_at__isnull=False, state__in=HELD, game__status__in=BEING_PLAYED)
    asked = Offer.objects.filter(OPEN, game=OuterRef("game"), seat=OuterRef("seat"))
    return list(rows.exclude(Exists(asked)).select_related("game").order_by("offered_at"))


def ask_next(player: Player) -> bool:
    """Ask the next person for a seat, under the locks of both. False if there is nobody, or something else was
    faster."""
    assert player.seat is not None
    person = next(people_to_ask(player), None)
    if person is None:
        return False
    try:
        with locked_table(player.game_id, skip_locked=True, newcomer=person) as table:
            return offer_to(table, player.seat, person)
    except (Game.DoesNotExist, GameClosed, NotAllowed):
        return False


def offer_to(table: Table, seat: int, person: User) -> bool:
    """Ask a person for a seat, if it still is free and they still are the next."""
    player = next((player for player in table.players if player.seat == seat), None)
    if player is None or player.offered_at is None or player.state not in HELD:
        return False
    is_asked = Offer.objects.filter(OPEN, game=table.game, seat=seat).exists()
    if is_asked or next(people_to_ask(player), None) != person:
        return False
    offer = Offer.objects.create(
        game=table.game,
        seat=seat,
        user=person,
        since=player.offered_at,
        asked_at=table.now,
        until=table.now + ANSWER,
    )
    tell(offer, table.now, template="seat_offered")
    transaction.on_commit(forget_asked, robust=True)
    return True


def people_to_ask(player: Player) -> Iterator[User]:
    """Yield who may be asked for a free seat, in order: those who signed up for its game, then those who did for the
    site, the earliest first. Games by invitation ask only those who signed up there."""
    game = player.game
    rows = SignUp.objects.filter(Q(game=game) | Q(game=None) if game.public else Q(game=game))
    rows = rows.filter(user__is_active=True, user__bounced_at=None).exclude(user__email="")
    for barred in bars(player):
        rows = rows.exclude(Exists(barred))
    for row in rows.select_related("user").order_by(F("game").desc(nulls_last=True), "at", "pk"):
        is_reliable = game.least_share is None or reliability_of(row.user_id).meets(game.least_share)
        fits = row.user.is_mailable() and is_reliable and not is_apart_from_table(row.user_id, game)
        if fits and not knows_hidden(game, row.user, player.seat):
            yield row.user


def bars(player: Player) -> Iterator[QuerySet[Model]]:
    """Yield what keeps a person from being asked for a seat: a seat in its game, now or before, what they have said of
    it, and another offer. `people_to_ask` looks for what they have seen of it."""
    game, user = player.game, OuterRef("user")
    offers = Offer.objects.filter(user=user)
    said = Q(seat=player.seat) & (Q(outcome__in=(Outcome.DECLINED, Outcome.EXPIRED)) | Q(since=player.offered_at))
    yield Player.objects.filter(game=game, user=user)
    yield TurnRecord.objects.filter(game=game, user=user)
    yield StandIn.objects.filter(player__game=game, by=user)
    yield offers.filter(OPEN)
    yield offers.filter(said | Q(outcome=Outcome.ACCEPTED), game=game)
