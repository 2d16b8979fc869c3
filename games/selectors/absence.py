"""What the page of absences shows: vacations, the days that are left, and what a vacation does in each game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING

from django.db.models import QuerySet
from django.utils import dateformat
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from common.times import dated, format_duration
from engine.bots import opponents
from games.clocks.absence import A_YEAR, STOPPED, days_in_year, days_of
from games.clocks.calendar import DAY, MINUTE, local_date
from games.clocks.lateness import IGNORED, STOPS
from games.clocks.values import Absence, absence_interval
from games.models import Game, Player, StandIn, Vacation
from games.models.absence import CARETAKER, OWN_ORDERS
from games.wording.narration.host import stand_in_name

if TYPE_CHECKING:
    from accounts.models import User

LIVE = (Game.Status.OPEN, Game.Status.RUNNING, Game.Status.PAUSED)
IN_PLAY = (Player.State.PLAYING, Player.State.CARETAKER)


@dataclass(frozen=True)
class VacationRow:
    """A vacation that is not over: from when until when in words, the day back, and who stands in."""

    pk: int
    first: str
    last: str
    back: str
    stand_in: str
    games: str
    has_begun: bool
    choices: Sequence[GameChoice] = ()


@dataclass(frozen=True)
class GameChoice:
    """A game, and who plays there instead of whoever is chosen for the vacation: a bot's name, or empty."""

    pk: int
    name: str
    chosen: str


@dataclass(frozen=True)
class Bar:
    """A run of days in the picture of the year: days before it and its length."""

    x: int
    width: int
    css: str


@dataclass(frozen=True)
class Month:
    x: int
    letter: str


@dataclass(frozen=True)
class GameRow:
    """A game, what a vacation does in it, and what the next one will do."""

    pk: int
    name: str
    about: str
    effect: str
    plan: str


@dataclass(frozen=True)
class Year:
    """The days of one year: those that were taken, those that are to come, and those that are left."""

    year: int
    taken: int
    planned: int
    left: int
    bars: Sequence[Bar]
    months: Sequence[Month]
    today: int


def seats_in_play(user: User) -> QuerySet[Player]:
    """Query the seats of a person in games that are not over, the newest game first."""
    seats = Player.objects.filter(user=user, game__status__in=LIVE, state__in=IN_PLAY)
    return seats.select_related("game", "user").order_by("-game_id")


def vacations_of(user: User, now: datetime) -> list[Vacation]:
    """List the vacations of a person that are not over."""
    rows = Vacation.objects.filter(user=user, last__gte=local_date(str(user.zone), now))
    return list(rows.select_related("by"))


def vacation_rows(rows: Iterable[Vacation], today: date, seats: Sequence[Player] = ()) -> list[VacationRow]:
    """Describe vacations; `seats` are those of the person in games that are not over."""
    return [
        VacationRow(
            row.pk,
            dated(row.first, "weekday"),
            dated(row.last, "weekday"),
            dated(row.last + DAY, "weekday"),
            stand_in_words(row),
            "" if row.games is None else ", ".join(names_of(row.games)),
            row.first <= today,
            [
                GameChoice(seat.game_id, seat.game.name, row.choices.get(str(seat.game_id), ""))
                for seat in seats
                if row.counts_in(seat.game_id) and seat.game.time.vacation != IGNORED
            ],
        )
        for row in rows
    ]


def stand_in_choices() -> list[tuple[str, str]]:
    """List who can be chosen for a single game, each with its title."""
    others = [(name, bot.title) for name, bot in opponents().items() if name != CARETAKER]
    return [(CARETAKER, _("The caretaker")), (OWN_ORDERS, _("My standing orders")), *others]


def names_of(games: Iterable[int]) -> list[str]:
    return list(Game.objects.filter(pk__in=list(games)).values_list("name", flat=True))


def stand_in_words(row: Vacation) -> str:
    """Say who plays for somebody, at the beginning of a sentence."""
    if row.by is not None:
        words = {"by": row.by.username}
        if row.agreed_at:
            return _("%(by)s plays for you, where they have no seat.") % words
        if row.declined_at:
            return _("%(by)s cannot stand in, so the caretaker plays for you.") % words
        return _("%(by)s has not answered yet. Until then the caretaker plays for you.") % words
    bot = row.bot
    if bot == OWN_ORDERS:
        return _("Your standing orders play for you.")
    return _("%(by)s plays for you.") % {"by": stand_in_name({"bot": bot, "by": ""})}


def year_of(user: User, now: datetime) -> Year:
    """Count the days of this year. One query."""
    today = local_date(str(user.zone), now)
    rows = Vacation.objects.filter(user=user, first__year__lte=today.year, last__year__gte=today.year)
    days = [day for day in days_of(Absence(row.first, row.last) for row in rows) if day.year == today.year]
    taken = sum(day <= today for day in days)
    start = date(today.year, 1, 1)
    months = [date(today.year, month, 1) for month in range(1, 13)]
    return Year(
        today.year,
        taken,
        len(days) - taken,
        A_YEAR - days_in_year(days, today.year),
        [
            *bars_of((day for day in days if day <= today), "used"),
            *bars_of((day for day in days if day > today), "plan"),
        ],
        [Month((month - start).days + 2, dateformat.format(month, "M")[:1]) for month in months],
        (today - start).days,
    )


def bars_of(days: Iterable[date], css: str) -> list[Bar]:
    """Join days that follow each other into bars."""
    bars: list[Bar] = []
    for day in days:
        x = day.timetuple().tm_yday - 1
        if bars and bars[-1].x + bars[-1].width == x:
            bars[-1] = Bar(bars[-1].x, bars[-1].width + 1, css)
        else:
            bars.append(Bar(x, 1, css))
    return bars


def game_rows(seats: Iterable[Player], vacations: Sequence[Vacation], now: datetime) -> list[GameRow]:
    """Describe what a vacation does in each game of a person, and what the next one will do."""
    return [
        GameRow(
            seat.game_id,
            seat.game.name,
            about_game(seat.game),
            effect_of(seat.game),
            next((plan_of(seat, row) for row in vacations if row.counts_in(seat.game_id)), ""),
        )
        for seat in seats
    ]


def about_game(game: Game) -> str:
    """Name the rules of a game and the time for a turn."""
    rules, title = game.time.rules, engine.ruleset(game.rules).title
    if rules.timetable is not None:
        return _("%(rules)s, turns by a timetable") % {"rules": title}
    return _("%(rules)s, %(span)s a turn") % {"rules": title, "span": format_duration(rules.span * MINUTE)}


def effect_of(game: Game) -> str:
    """Say what a vacation does to the clock of a game."""
    if game.time.vacation == STOPS:
        most = game.time.stops.most
        text = _("Your clock stops while you are away, for up to %(days)s days in 90")
        if most < STOPPED:
            text = ngettext(
                "Your clock stops while you are away, here for %(days)s day at most; then your stand-in plays",
                "Your clock stops while you are away, here for %(days)s days at most; then your stand-in plays",
                most,
            )
        return text % {"days": most}
    if game.time.vacation == IGNORED:
        return _("Vacations do not count here: your clock keeps running")
    return _("Your clock keeps running, and your stand-in plays")


def plan_of(seat: Player, vacation: Vacation) -> str:
    """Say what a vacation will do in a game, with the date on which it begins to count there."""
    settings, zone = seat.game.time, str(seat.user.zone) if seat.user else "UTC"
    if settings.vacation == IGNORED:
        return ""
    whole = Absence(vacation.first, vacation.last, vacation.announced_at)
    time = absence_interval(settings.rules, seat.seat_time(settings.rules), whole)
    if time.start >= time.end:
        return _("Too short to count: a vacation begins %(notice)s after you announce it") % {
            "notice": format_duration(settings.rules.notice * MINUTE)
        }
    start = dated(local_date(zone, time.start))
    bot, friend = vacation.bot_in(seat.game_id), vacation.by if vacation.asks_friend_in(seat.game_id) else None
    by = friend.username if friend else stand_in_name({"bot": bot, "by": ""})
    if settings.vacation == STOPS:
        stops = stop_words(seat, vacation, start)
        if not vacation.replies_while_stopped(seat.game_id):
            return stops
        return _("%(stops)s. %(by)s replies for you from %(day)s") % {
            "stops": stops,
            "by": by,
            "day": start,
        }
    if bot == OWN_ORDERS and not friend:
        return _("Your standing orders play from %(day)s") % {"day": start}
    return _("%(by)s plays from %(day)s") % {"by": by, "day": start}


def stop_words(seat: Player, vacation: Vacation, start: str) -> str:
    """Say from when to when the clock stops, and what follows if the vacation is longer."""
    stopped = [cut for cut in seat.stopping_absences if vacation.first <= cut.first <= vacation.last]
    if not stopped:
        return _("Your days are used up here: your stand-in plays from %(day)s") % {"day": start}
    last = max(cut.last for cut in stopped)
    words = {"day": start, "back": dated(last + DAY)}
    if last < vacation.last:
        return _("Your clock stops on %(day)s and starts on %(back)s; then your stand-in plays") % words
    return _("Your clock stops on %(day)s and starts on %(back)s") % words


def vacations_for(user: User, now: datetime) -> list[Vacation]:
    """List the vacations of others in which a person was asked to stand in, but for those long over."""
    rows = Vacation.objects.filter(by=user, last__gte=now.date() - DAY)
    return list(rows.select_related("user"))


def games_played_for(user: User, vacation: Vacation) -> list[Game]:
    """List the games in which a person stands in now by a vacation."""
    rows = StandIn.objects.filter(vacation=vacation, by=user, ended_at=None).select_related("player__game")
    return [row.player.game for row in rows]


def running_stand_ins(user: User) -> list[StandIn]:
    """List what stands in for a person now, with the games."""
    rows = StandIn.objects.filter(player__user=user, ended_at=None)
    return list(rows.select_related("player__game", "by"))
