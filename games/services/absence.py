"""Vacations and stand-ins: announce, give back, begin and end, each exactly once.

A vacation is stored with the person, and repeated in the account, which clocks read. Who stands in begins in each game
by a sweep when its time has come, and ends by it; both look again under the lock of the game.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q
from django.utils.translation import gettext as _

from accounts.ratelimit import limit
from engine.bots import bots
from games.clocks.absence import A_YEAR, IN_ONE_PIECE, days_in_year, days_of, longest_piece
from games.clocks.calendar import DAY, Interval, first_instant, local_date
from games.clocks.lateness import STAND_IN, STOPS
from games.clocks.values import Absence, absence_interval
from games.errors import GameError, OtherEdition
from games.models import Entry, Game, Player, Scope, StandIn, Vacation, Waiting
from games.models.absence import CARETAKER, OWN_ORDERS
from games.play import stand_in
from games.play.session import Session
from games.selectors.seen import knows_hidden
from games.services.commit import commit_session
from games.services.locks import after_commit, db_now, game_lock, lock_vacations, person_lock
from games.services.notifications import NewMail, mail_enqueue
from games.services.site_outage import is_held

if TYPE_CHECKING:
    from accounts.models import User

log = logging.getLogger(__name__)

LIVE = (Game.Status.RUNNING, Game.Status.PAUSED)
AHEAD = timedelta(days=366)
"""How far ahead a vacation can be announced."""

REQUESTS_A_DAY, SAME_A_DAY, TO_ONE_A_DAY = 10, 3, 10
"""Requests to stand in: of one person, of one person to the same friend, and to one friend from everybody together."""

DAY_SECONDS = 24 * 3600
FOLLOW = timedelta(minutes=1)
"""So long the mail waits by which a friend hears of all games of a vacation at once."""


class BadVacation(GameError):
    """A vacation that cannot be announced so."""


@dataclass(frozen=True)
class Wanted:
    """A vacation as its form gives it: dates, the games it is for (None: all), and who stands in."""

    first: date
    last: date
    games: Sequence[int] | None = None
    bot: str = CARETAKER
    scope: str = Scope.BOTH
    friend: User | None = None


def today_of(user: User, now: datetime) -> date:
    """Return the date by the person's own time zone."""
    return local_date(str(user.zone), now)


# ---- vacations


def vacation_announce(*, user: User, wanted: Wanted) -> Vacation:
    """Announce a vacation, and move the running deadlines of games whose clock stops for it. Raises BadVacation."""
    if wanted.friend is not None:
        check_wanted(user, wanted, db_now())
        count_request(user, wanted.friend)
    with transaction.atomic(durable=True):
        person_lock(user)
        now = db_now()
        check_wanted(user, wanted, now)
        games = None if wanted.games is None else sorted(set(wanted.games))
        made = Vacation.objects.create(
            user=user,
            first=wanted.first,
            last=wanted.last,
            announced_at=now,
            games=games,
            bot=wanted.bot,
            scope=wanted.scope,
            by=wanted.friend,
        )
        store_away(user, now)
        if wanted.friend is not None:
            mail(made, "stand_in_request", wanted.friend, now)
    return made


def count_request(user: User, friend: User) -> None:
    """Count a request to stand in, which is mailed to the friend at once. Raises BadVacation beyond what a day has."""
    is_over = limit(f"stand-in:{user.pk}", REQUESTS_A_DAY, DAY_SECONDS)
    if is_over or limit(f"stand-in:{user.pk}:{friend.pk}", SAME_A_DAY, DAY_SECONDS):
        raise BadVacation(_("You have asked often enough today. Ask again tomorrow, or choose the caretaker."))
    if limit(f"stand-in-asked:{friend.pk}", TO_ONE_A_DAY, DAY_SECONDS):
        raise BadVacation(_("This friend was asked often enough today. Ask again tomorrow, or choose the caretaker."))


def vacation_give_back(*, user: User, vacation_id: int) -> None:
    """Give back the days of a vacation that have not begun: all of it, or those after today. Raises BadVacation if
    there is none."""
    with transaction.atomic(durable=True):
        person_lock(user)
        now = db_now()
        row = Vacation.objects.filter(user=user, pk=vacation_id).first()
        if row is None or row.last < (today := last_used(row, now)):
            raise BadVacation(_("This vacation is over already."))
        if row.first > today:
            row.delete()
        else:
            row.last = today
            row.save(update_fields=["last"])
            for running in StandIn.objects.filter(vacation=row, ended_at=None):
                running.ends_at = min(running.ends_at, first_instant(str(user.zone), today + DAY))
                running.save(update_fields=["ends_at"])
        store_away(user, now)


def last_used(vacation: Vacation, now: datetime) -> date:
    """Return the last date that cannot be given back: today, or what was today before its owner moved west."""
    return max(today_of(vacation.user, now), vacation.used_until or date.min)


def keep_used(user: User, now: datetime) -> None:
    """Keep which days of vacations have begun, for a person who is about to get another time zone."""
    today = today_of(user, now)
    begun = Vacation.objects.filter(user=user, first__lte=today, last__gte=today)
    begun.filter(Q(used_until=None) | Q(used_until__lt=today)).update(used_until=today)


def vacation_choose(*, user: User, vacation_id: int, choices: Mapping[int, str]) -> None:
    """Choose who plays single games during a vacation, by their ids: a bot, one's own orders, or empty for who is
    chosen for the vacation. Where somebody plays already, the other takes over. Raises BadVacation."""
    with transaction.atomic(durable=True):
        person_lock(user)
        now = db_now()
        row = Vacation.objects.filter(user=user, pk=vacation_id, last__gte=today_of(user, now)).first()
        if row is None:
            raise BadVacation(_("This vacation is over already."))
        if not all(bot in ("", *known_bots()) for bot in choices.values()):
            raise BadVacation(_("Choose who plays for you."))
        kept = {game: bot for game, bot in row.choices.items() if int(game) not in choices}
        row.choices = kept | {str(game): bot for game, bot in choices.items() if bot}
        row.save(update_fields=["choices"])
        for running in StandIn.objects.filter(vacation=row, ended_at=None).order_by("player__game_id"):
            hand_over(running, now)


def known_bots() -> tuple[str, ...]:
    return CARETAKER, OWN_ORDERS, *bots()


def check_wanted(user: User, wanted: Wanted, now: datetime) -> None:
    """Refuse a vacation that begins too early or too late, that is longer than the budget, or that a game has already.
    Raises BadVacation."""
    today = today_of(user, now)
    if wanted.last < wanted.first:
        raise BadVacation(_("A vacation ends on the day it begins, or later."))
    if wanted.first < today:
        raise BadVacation(_("A vacation begins today at the earliest."))
    if wanted.last > today + AHEAD:
        raise BadVacation(_("A vacation can be announced for up to a year ahead."))
    if wanted.games is not None and not wanted.games:
        raise BadVacation(_("Choose the games that the vacation is for."))
    if wanted.bot not in known_bots():
        raise BadVacation(_("Choose who plays for you."))
    if wanted.scope not in Scope.values:
        raise BadVacation(_("Choose what your stand-in answers: turns, replies, or both."))
    if wanted.friend is not None and (wanted.friend.pk == user.pk or not wanted.friend.is_active):
        raise BadVacation(_("A friend who plays for you is another person with an account here."))
    rows = list(Vacation.objects.filter(user=user))
    check_overlap(rows, wanted)
    check_budget([Absence(row.first, row.last) for row in rows], Absence(wanted.first, wanted.last))


def check_overlap(rows: Iterable[Vacation], wanted: Wanted) -> None:
    for row in rows:
        meets = row.first <= wanted.last and wanted.first <= row.last
        shares = row.games is None or wanted.games is None or set(row.games) & set(wanted.games)
        if meets and shares:
            raise BadVacation(_("You have announced a vacation for some of these days already. Give it back first."))


def check_budget(rows: Sequence[Absence], wanted: Absence) -> None:
    """Refuse more days than there are in a year or in one piece; a day counts once, for however many games."""
    days = days_of([*rows, wanted])
    for year in range(wanted.first.year, wanted.last.year + 1):
        used = days_in_year(days, year)
        if used > A_YEAR:
            left = A_YEAR - days_in_year(days_of(rows), year)
            text = _("A year has %(most)s days of vacation, and you have %(left)s left in %(year)s.")
            raise BadVacation(text % {"most": A_YEAR, "left": left, "year": year})
    around = [day for day in days if wanted.first - IN_ONE_PIECE * DAY <= day <= wanted.last + IN_ONE_PIECE * DAY]
    if longest_piece(around) > IN_ONE_PIECE:
        raise BadVacation(_("A vacation has at most %(most)s days in one piece.") % {"most": IN_ONE_PIECE})


def store_away(user: User, now: datetime) -> None:
    """Store a person's vacations in their account too, and move the running deadlines of games whose clock stops for
    them. The person is locked; games are locked one after another, by their ids.

    The account is written last, so that each game is loaded with what its deadlines were told by.
    """
    since = today_of(user, now) - timedelta(days=90)
    away = [row.for_clocks() for row in Vacation.objects.filter(user=user, last__gte=since)] or None
    waits = Waiting.objects.filter(player__user=user, game__status=Game.Status.RUNNING)
    for game_id in list(waits.order_by("game_id").values_list("game_id", flat=True)):
        move_deadline(game_lock(game_id), user, away, now)
    user.away = away
    user.save(update_fields=["away"])


def move_deadline(game: Game, user: User, away: list[dict[str, object]] | None, now: datetime) -> None:
    """Compute the running deadline of a person anew, who is `away` then, where vacations stop the clock."""
    if game.time.vacation != STOPS or not game.is_running:
        return
    try:
        session = Session.load(game, now)
    except OtherEdition:
        return
    player = next((player for player in session.players.values() if player.user_id == user.pk), None)
    if player is None or player.user is None or player.seat not in session.waiting.before:
        return
    old = player.seat_time(session.clock.rules, session.waiting.before[player.seat].pace)
    player.user.away = away
    session.waiting.reconsider(player.seat, old)
    session.save()


# ---- friends


def mail(vacation: Vacation, template: str, reader: User, now: datetime) -> None:
    """Queue a mail about a stand-in."""
    key = f"{template}:{vacation.pk}:{reader.pk}:{now:%Y%m%d%H%M%S}"
    context = {"vacation": vacation.pk}
    mail_enqueue(NewMail(key=key, template=template, not_before=now, user_id=reader.pk, context=context))
    after_commit("games.tasks.outbox")


def tell_friend(vacation: Vacation, template: str, friend: User, now: datetime) -> None:
    """Queue the one mail of its kind that a friend gets about a vacation, once other games have followed."""
    key, context = f"{template}:{vacation.pk}:{friend.pk}", {"vacation": vacation.pk}
    mail_enqueue(NewMail(key=key, template=template, not_before=now + FOLLOW, user_id=friend.pk, context=context))


def tell_friends_of_ends(now: datetime) -> None:
    """Tell friends that they stand in no more, once for all games of a vacation."""
    running = StandIn.objects.filter(vacation=OuterRef("vacation"), by=OuterRef("by"), ended_at=None)
    ended = StandIn.objects.filter(~Exists(running), vacation__isnull=False, by__isnull=False, ended_at__gt=now - DAY)
    for row in ended.select_related("vacation", "by"):
        assert row.vacation is not None and row.by is not None
        tell_friend(row.vacation, "stand_in_over", row.by, now)


def stand_in_agree(*, user: User, vacation_id: int) -> None:
    """Let a person stand in who was asked to. Where a bot plays for them already, it hands over.

    Raises BadVacation if the vacation is over or another was asked.
    """
    with transaction.atomic(durable=True):
        row = lock_request(user, vacation_id)
        if row.agreed_at is not None:
            return
        now = db_now()
        row.agreed_at, row.declined_at = now, None
        row.save(update_fields=["agreed_at", "declined_at"])
        mail(row, "stand_in_answer", row.user, now)
        for running in StandIn.objects.filter(vacation=row, ended_at=None).order_by("player__game_id"):
            hand_over(running, now)


def stand_in_decline(*, user: User, vacation_id: int) -> None:
    """Decline to stand in, or stop doing so: the caretaker takes over. Raises BadVacation as above."""
    with transaction.atomic(durable=True):
        row = lock_request(user, vacation_id)
        if row.declined_at is not None:
            return
        now = db_now()
        row.agreed_at, row.declined_at = None, now
        row.save(update_fields=["agreed_at", "declined_at"])
        mail(row, "stand_in_answer", row.user, now)
        for running in StandIn.objects.filter(vacation=row, by=user, ended_at=None).order_by("player__game_id"):
            hand_over(running, now)


def lock_request(user: User, vacation_id: int) -> Vacation:
    """Lock the vacation for which a person was asked to stand in. Raises BadVacation."""
    row = lock_vacations(pk=vacation_id, by=user).select_related("user").first()
    if row is None or row.last < today_of(row.user, db_now()):
        raise BadVacation(_("This request is no longer open."))
    return row


def hand_over(row: StandIn, now: datetime) -> None:
    """Let whoever is chosen now stand in from now on: a friend who may, or a bot. The lock of the game decides."""
    game = game_lock(row.player.game_id)
    row.refresh_from_db()
    vacation = row.vacation
    if row.ended_at is not None or game.status not in LIVE or vacation is None:
        return
    session = Session.load(game, now)
    player = next(each for each in session.players.values() if each.pk == row.player_id)
    scope = scope_at(player, vacation, now)
    friend, bot = who_stands_in(session, player, vacation, scope)
    if (row.by, row.bot, row.scope) == (friend, bot, scope):
        return
    row.by, row.bot, row.scope = friend, bot, scope
    row.save(update_fields=["by", "bot", "scope"])
    if friend is not None:
        tell_friend(vacation, "stand_in_begun", friend, now)
    stand_in.begin(session, player, row, vacation.last)
    commit_session(session, source=Entry.Source.SYSTEM)


def who_stands_in(session: Session, player: Player, vacation: Vacation, scope: str) -> tuple[User | None, str]:
    """Return who plays a seat by a vacation: the friend where they may, else a bot by its name. While the clock stops a
    bot for all questions does not reply; standing orders do."""
    friend = vacation.by if vacation.asks_friend_in(session.game.pk) else None
    if friend is not None and is_free_for(session, player, friend):
        return friend, ""
    return None, vacation.bot_in(session.game.pk) if scope == vacation.scope else OWN_ORDERS


def is_free_for(session: Session, player: Player, friend: User) -> bool:
    """Check whether a friend may play a seat, or plays it already."""
    running = player.substitute
    return (running is not None and running.by == friend.pk) or may_stand_in(session, player, friend)


def may_stand_in(session: Session, player: Player, friend: User) -> bool:
    """Check whether a friend may play a seat: who plays in this game, stands in for another seat of it, or has seen
    what is hidden from this one, may not."""
    if not friend.is_active or any(other.is_played_by(friend.pk) for other in session.players.values()):
        return False
    return not knows_hidden(session.game, friend, player.seat)


def leave_stand_ins(user: User) -> None:
    """Let the caretaker take over where a person stood in whose account goes, and forget their vacations. The caller
    is in a transaction and has locked the person."""
    Vacation.objects.filter(by=user).update(by=None, agreed_at=None)
    for running in StandIn.objects.filter(by=user, ended_at=None).order_by("player__game_id"):
        try:
            hand_over(running, db_now())
        except OtherEdition:
            Player.objects.filter(pk=running.player_id).update(stand_in=None)
    Vacation.objects.filter(user=user).delete()
    user.away = None
    user.save(update_fields=["away"])


# ---- stand-ins


def settle_stand_ins(now: datetime) -> int:
    """Begin and end what is due, each in a transaction of its own. Returns how many began or ended."""
    if is_held():
        return 0
    done = 0
    for pk in due_ends(now):
        done += settle(stand_in_end, stand_in_id=pk)
    for pk in due_changes(now):
        done += settle(stand_in_change, stand_in_id=pk)
    for player_id, vacation_id in due_begins(now):
        done += settle(stand_in_begin, player_id=player_id, vacation_id=vacation_id)
    sum_up(now)
    tell_friends_of_ends(now)
    return done


def sum_up(now: datetime) -> None:
    """Tell people who are back what was played for them, once for all games of a vacation."""
    running = StandIn.objects.filter(vacation=OuterRef("pk"), ended_at=None)
    rows = Vacation.objects.filter(~Exists(running), summed_up_at=None, last__lte=now.date()).select_related("user")
    for row in rows:
        if row.last < today_of(row.user, now):
            with transaction.atomic():
                is_first = Vacation.objects.filter(pk=row.pk, summed_up_at=None).update(summed_up_at=now)
                if is_first and StandIn.objects.filter(vacation=row).exists():
                    mail(row, "stand_in_summary", row.user, now)


def settle(act: Callable[..., object], **arguments: int) -> bool:
    try:
        return bool(act(**arguments))
    except OtherEdition:
        return False
    except Exception:
        log.exception("a stand-in could not be settled: %s", arguments)
        return False


def due_ends(now: datetime) -> list[int]:
    """List the stand-ins whose time is over, those first that are longest over."""
    rows = StandIn.objects.filter(ended_at=None).filter(Q(ends_at__lte=now) | ~Q(player__game__status__in=LIVE))
    return list(rows.order_by("ends_at").values_list("pk", flat=True))


def due_begins(now: datetime) -> list[tuple[int, int]]:
    """List the seats of people who are on vacation, each with the vacation, for which nobody has stood in yet."""
    today = now.date()
    known = StandIn.objects.filter(player=OuterRef("pk"), vacation=OuterRef("user__vacations"))
    rows = Player.objects.filter(
        state=Player.State.PLAYING,
        game__status__in=LIVE,
        user__vacations__first__lte=today + DAY,
        user__vacations__last__gte=today - DAY,
    )
    rows = rows.filter(~Exists(known)).annotate(vacation=F("user__vacations")).select_related("user", "game")
    seats = list(rows)
    vacations = Vacation.objects.in_bulk([row.vacation for row in seats])
    return [
        (row.pk, row.vacation)
        for row in seats
        if (found := vacations.get(row.vacation)) and is_now(stand_in_time(row, found), now)
    ]


def due_changes(now: datetime) -> list[int]:
    """List the stand-ins that answered replies alone while a clock stopped which goes on by now."""
    rows = StandIn.objects.filter(ended_at=None, scope=Scope.REACTIONS, vacation__scope=Scope.BOTH)
    rows = rows.filter(player__game__status__in=LIVE).select_related("player__user", "player__game", "vacation")
    return [row.pk for row in rows if row.vacation and scope_at(row.player, row.vacation, now) != row.scope]


def is_now(time: Interval | None, now: datetime) -> bool:
    return time is not None and time.start <= now < time.end


def stand_in_time(player: Player, vacation: Vacation) -> Interval | None:
    """Return when somebody stands in for a player in a game: while the player is away and the clock runs on, and for
    replies also while it stops."""
    settings = player.game.time
    if settings.vacation not in (STAND_IN, STOPS) or not vacation.counts_in(player.game_id) or player.user is None:
        return None
    rules = settings.rules
    whole = Absence(vacation.first, vacation.last, vacation.announced_at)
    seat = player.seat_time(rules)
    time = absence_interval(rules, seat, whole)
    goes_on = clock_goes_on(player, vacation)
    if goes_on is not None and not vacation.replies_while_stopped(player.game_id):
        time = Interval(max(goes_on, time.start), time.end)
    return time if time.start < time.end else None


def clock_goes_on(player: Player, vacation: Vacation) -> datetime | None:
    """Return when the clock of a player goes on that stops for a vacation; None for one that does not stop."""
    if player.game.time.vacation != STOPS:
        return None
    stopped = [cut for cut in player.stopping_absences if vacation.first <= cut.first <= vacation.last]
    zone = player.seat_time(player.game.time.rules).zone
    return first_instant(zone, max(cut.last for cut in stopped) + DAY) if stopped else None


def scope_at(player: Player, vacation: Vacation, now: datetime) -> str:
    """Return what a stand-in answers at a moment: replies alone while the clock stops."""
    goes_on = clock_goes_on(player, vacation)
    return Scope.REACTIONS if goes_on is not None and now < goes_on else vacation.scope


def stand_in_begin(*, player_id: int, vacation_id: int) -> bool:
    """Let somebody stand in for a player on vacation; False if that has begun already or is over."""
    with transaction.atomic(durable=True):
        game_id = Player.objects.filter(pk=player_id).values_list("game_id", flat=True).first()
        vacation = lock_vacations(pk=vacation_id).select_related("by").first()
        if game_id is None or vacation is None:
            return False
        game = game_lock(game_id)
        if game.status not in LIVE:
            return False
        now = db_now()
        session = Session.load(game, now)
        player = next((each for each in session.players.values() if each.pk == player_id), None)
        if player is None or not may_begin(player, vacation, now):
            return False
        time, scope = stand_in_time(player, vacation), scope_at(player, vacation, now)
        assert time is not None
        friend, bot = who_stands_in(session, player, vacation, scope)
        row = StandIn.objects.create(
            player=player,
            vacation=vacation,
            by=friend,
            bot=bot,
            scope=scope,
            begins_at=now,
            ends_at=time.end,
        )
        if friend is not None:
            tell_friend(vacation, "stand_in_begun", friend, now)
        stand_in.begin(session, player, row, vacation.last)
        commit_session(session, source=Entry.Source.SYSTEM)
    return True


def may_begin(player: Player, vacation: Vacation, now: datetime) -> bool:
    """Check under the lock whether somebody is to stand in now who has not yet."""
    is_theirs = player.user_id == vacation.user_id and player.state == Player.State.PLAYING
    if not is_theirs or player.stand_in or not is_now(stand_in_time(player, vacation), now):
        return False
    return not StandIn.objects.filter(player=player, vacation=vacation).exists()


def stand_in_change(*, stand_in_id: int) -> bool:
    """Let whoever answered replies alone while a clock stopped answer all questions; False if they do already."""
    with transaction.atomic(durable=True):
        row = StandIn.objects.select_related("player").filter(pk=stand_in_id, ended_at=None).first()
        if row is None or row.vacation_id is None or not lock_vacations(pk=row.vacation_id):
            return False
        before = row.scope
        hand_over(row, db_now())
    return row.scope != before


def stand_in_end(*, stand_in_id: int) -> bool:
    """End a stand-in whose time is over; False if it has ended already or runs on."""
    with transaction.atomic(durable=True):
        game_id = StandIn.objects.filter(pk=stand_in_id).values_list("player__game_id", flat=True).first()
        if game_id is None:
            return False
        game = game_lock(game_id)
        now = db_now()
        row = StandIn.objects.filter(pk=stand_in_id, ended_at=None).first()
        if row is None:
            return False
        if game.status not in LIVE:
            StandIn.objects.filter(pk=row.pk).update(ended_at=now)
            Player.objects.filter(pk=row.player_id).update(stand_in=None)
            return True
        if row.ends_at > now:
            return False
        session = Session.load(game, now)
        player = next(each for each in session.players.values() if each.pk == row.player_id)
        stand_in.end(session, player, stand_in.BACK)
        commit_session(session, source=Entry.Source.SYSTEM)
    after_commit("games.tasks.outbox")
    return True
