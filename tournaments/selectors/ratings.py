"""Read ratings: what has ended and may count, where everybody stands, and the files of a rule set."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from games.models import Entry, Game, Player
from games.services.free_seats import HELD
from tournaments.models import Booking, RatedGame, RatingChange, RatingScale
from tournaments.rating_book import Ended, Scale, Seat, scale_at
from tournaments.rating_files import Rated, RatedSeat, write_games, write_table
from tournaments.rating_files import RatedGame as GameLine
from tournaments.rating_fit import Played
from tournaments.ratings import NEW, Rating, cautious, is_provisional, shown

LEAVING = ("host.resigned", "host.caretaker", "host.awaited")
SEAT_NOTES = (*LEAVING, "host.returned", "host.replaced")
"""Notes of the host from which it is read who left a seat, and when."""

UNKNOWN_LEAVE = 10**9
"""When somebody left of whom no note says it: behind all others."""

BATCH = 200


def person(user_id: int) -> str:
    """Return what ratings call the person with this account."""
    return f"person:{user_id}"


def bot(name: str) -> str:
    return f"bot:{name}"


# ---- games that have ended


def rated_games() -> QuerySet[Game]:
    """Query the games marked as rated that have ended with a result, in the order in which they count."""
    games = Game.objects.filter(rated=True, status=Game.Status.OVER, ended_at__isnull=False)
    return games.order_by("ended_at", "pk")


def unbooked_games() -> QuerySet[Game]:
    """Query the rated games that have ended and are not booked yet."""
    return rated_games().exclude(Exists(RatedGame.objects.filter(game=OuterRef("pk"))))


def read_ended(games: Iterable[Game]) -> Iterator[Ended]:
    """Read who sat in these games, in which places, and who left, in their order. Three queries for each `BATCH`."""
    rows = list(games)
    for start in range(0, len(rows), BATCH):
        batch = {game.pk: game for game in rows[start : start + BATCH]}
        players = Player.objects.filter(game__in=batch, seat__isnull=False).order_by("game_id", "seat")
        seats = {game_id: list(found) for game_id, found in groupby(players, key=lambda player: player.game_id)}
        left, places = leaves_of(batch), mended_places(batch)
        for game in batch.values():
            assert game.ended_at is not None
            found = [
                (seat_of(player, left.get((game.pk, player.seat or 0))), places.get((game.pk, player.seat or 0)))
                for player in seats.get(game.pk, ())
            ]
            rated = tuple(replace(seat, place=place) if place else seat for seat, place in found if seat)
            yield Ended(game.pk, game.slug, game.rules, game.ended_at, rated)


def mended_places(games: Collection[int]) -> dict[tuple[int, int], int]:
    """Map game and seat to the place that was booked last where a table was booked more than once, as when an organizer
    of its event set the places."""
    rows = Booking.objects.filter(table__game__in=games, revision__gt=1).order_by("revision")
    last = {(game or 0, seat): place for game, seat, place in rows.values_list("table__game", "seat", "place")}
    return {key: place for key, place in last.items() if place is not None}


def leaves_of(games: Collection[int]) -> dict[tuple[int, int], int]:
    """Map game and seat to the entry by which its first player left for good."""
    notes = Entry.objects.filter(game__in=games, kind=Entry.Kind.NOTE, events__0__type__in=SEAT_NOTES)
    left: dict[tuple[int, int], int] = {}
    gone: set[tuple[int, int]] = set()
    for note in notes.order_by("game_id", "seq").only("game_id", "seat", "seq", "events"):
        key, what = (note.game_id, note.seat or 0), note.events[0]["type"]
        if key in gone:
            continue
        if what == "host.returned":
            left.pop(key, None)
        else:
            left.setdefault(key, note.seq)
        if what == "host.replaced":
            gone.add(key)
    return left


def seat_of(player: Player, left: int | None) -> Seat | None:
    """Return who is rated for a seat: who came first. None for a bot's seat that somebody took over."""
    assert player.seat is not None
    if player.first_holder:
        is_person = player.first_holder.startswith("person:")
        return Seat(player.seat, player.first_holder, player.place, left or UNKNOWN_LEAVE) if is_person else None
    if player.user_id is None:
        return Seat(player.seat, bot(player.bot), player.place)
    if left is None and player.state in HELD:
        left = UNKNOWN_LEAVE
    return Seat(player.seat, person(player.user_id), player.place, left)


# ---- where everybody stands


def latest_changes(rules: str = "", who: Collection[str] | None = None) -> QuerySet[RatingChange]:
    """Query the last change of each player by these rules, or by any; of those named in `who`, or of all."""
    later = RatingChange.objects.filter(rules=OuterRef("rules"), who=OuterRef("who"), number=OuterRef("number") + 1)
    rows = RatingChange.objects.filter(**({"rules": rules} if rules else {}))
    rows = rows if who is None else rows.filter(who__in=who)
    return rows.exclude(Exists(later))


def all_scales() -> dict[str, list[Scale]]:
    """Map rule sets to their scales, the oldest first. One query."""
    rows = RatingScale.objects.order_by("rules", "since")
    return {
        rules: [Scale(row.since, row.beta, row.settled) for row in found]
        for rules, found in groupby(rows, key=lambda row: row.rules)
    }


def scale_of(rules: str, at: datetime | None = None) -> Scale:
    """Return the scale of rules for a game that ends then, or now. One query."""
    at = at or timezone.now()
    rows = RatingScale.objects.filter(rules=rules)
    return scale_at([Scale(row.since, row.beta, row.settled) for row in rows], at) or Scale(at)


@dataclass(frozen=True)
class Standing:
    """A rating as pages show it, with all that they say beside it."""

    rules: str
    games: int
    shown: int
    cautious: int
    is_provisional: bool


def standing_of(rules: str, games: int, rating: Rating, scale: Scale) -> Standing:
    numbers = shown(rating, scale.beta), cautious(rating, scale.beta)
    return Standing(rules, games, *numbers, is_provisional(rating, games, scale.settled))


def standings_in(rules: str, who: Collection[str]) -> dict[str, Standing]:
    """Map players to their ratings by these rules, those without any game to that of a new one. Two queries."""
    scale = scale_of(rules)
    new = standing_of(rules, 0, NEW, scale)
    rows = latest_changes(rules, who)
    return dict.fromkeys(who, new) | {row.who: standing_of(rules, row.number, row.after, scale) for row in rows}


# ---- files


def rules_with_ratings() -> list[str]:
    """List the rule sets in which a game has counted."""
    return list(RatingChange.objects.order_by("rules").values_list("rules", flat=True).distinct())


def table_file(rules: str) -> bytes:
    """Write the table of all players by these rules. Two queries."""
    scale = scale_of(rules)
    rows = latest_changes(rules).select_related("game")
    table = [Rated(row.who, row.number, row.after, row.game.slug) for row in rows]
    return write_table(table, scale.beta, scale.settled)


def games_file(rules: str) -> bytes:
    """Write a line for each game that counted by these rules, in their order. One query."""
    rows = RatingChange.objects.filter(rules=rules).select_related("game").order_by("ended", "game_id", "seat")
    return write_games(line_of(list(seats)) for _game, seats in groupby(rows, key=lambda row: row.game_id))


def line_of(rows: Sequence[RatingChange]) -> GameLine:
    first = rows[0]
    seats = [RatedSeat(row.who, row.place, row.before, row.after) for row in rows]
    return GameLine(first.game.slug, first.ended, first.beta, seats)


def played_games(rules: str) -> list[Played]:
    """List the games that counted by these rules, as a scale is fitted to them. One query."""
    rows = RatingChange.objects.filter(rules=rules).order_by("ended", "game_id", "seat")
    found = (list(seats) for _game, seats in groupby(rows, key=lambda row: row.game_id))
    return [Played(tuple(row.who for row in seats), tuple(row.place for row in seats)) for seats in found]


def export_changes(user_id: int) -> list[dict[str, object]]:
    """Export what each rated game changed for a person, the oldest first. One query."""
    rows = RatingChange.objects.filter(who=person(user_id)).select_related("game").order_by("ended", "game_id")
    return [
        {
            "game": row.game.name,
            "address": row.game.slug,
            "rules": row.rules,
            "ended": row.ended.isoformat(),
            "place": row.place,
            "before": list(row.before),
            "after": list(row.after),
        }
        for row in rows
    ]
