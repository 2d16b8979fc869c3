"""What must hold of events and ratings, for `manage.py fsck`."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta

from games.models import Entry
from games.selectors.integrity import WORKER, Issue
from tournaments.chains import reveal
from tournaments.documents import digest_of
from tournaments.events import read_event
from tournaments.folders import write_standings
from tournaments.formats.league import LEAGUE
from tournaments.models import Booking, Round, Table, Tournament
from tournaments.results import WHOLE
from tournaments.selectors.publishing import drawn_in, show_event, show_results
from tournaments.selectors.ratings import unbooked_games
from tournaments.services.ratings import NOT_BOOKED, ratings_differences
from tournaments.services.running import ENDED, state_of

STUCK = timedelta(minutes=5)
"""How long a step of an event may be due, and a game wait to be booked, while the sweep runs."""

REBUILD = "run python manage.py ratings_rebuild"
RESTORE = "restore the event from a backup, or void the table on its organizer's page"


def check_events(now: datetime) -> Iterator[Issue]:
    """Check every event that has begun: its seeds, draws, tables and bookings, and that nothing is left undone."""
    begun = Tournament.objects.filter(status__in=(Tournament.Status.RUNNING, Tournament.Status.OVER))
    for event in begun.order_by("pk").select_related("secret_key"):
        rounds = list(event.drawn.select_related("stage").prefetch_related("tables__game", "tables__bookings__entrant"))
        for what in find_faults(event, rounds):
            yield Issue(event.slug, what, RESTORE)
    yield from check_late(now)


def find_faults(event: Tournament, rounds: list[Round]) -> Iterator[str]:
    """Say what is wrong with an event that has begun."""
    yield from check_chain(event, rounds)
    for drawn in rounds:
        for check in ROUND_CHECKS:
            for what in check(drawn):
                yield f"round {drawn}: {what}"
    yield from check_seats(rounds)
    yield from check_standings(event)


# ---- seeds and draws


def check_chain(event: Tournament, rounds: Iterable[Round]) -> Iterator[str]:
    """Check that the seeds of all rounds lead to the commitment."""
    numbered = {drawn.number: str(drawn.given.get("seed")) for drawn in rounds}
    last = max(numbered, default=0)
    seed = reveal(bytes(event.secret_key.key), last)
    for number in range(last, -1, -1):
        told = numbered.get(number, seed.hex()) if number else event.commitment
        if told != seed.hex():
            where = f"the seed of round {number}" if number else "the commitment"
            yield f"{where} is not the one of its chain"
        seed = hashlib.sha256(seed).digest()


def check_draw(drawn: Round) -> Iterator[str]:
    """Check that a draw is that of its input, and that its tables are those that were drawn."""
    if drawn.output is None:
        return
    if drawn.output.get("input") != digest_of(drawn.given):
        yield "its output was drawn from another input"
    if sorted(map(len, drawn.files.tables)) != sorted(len(table.seats) for table in drawn.tables.all()):
        yield "its tables are not those that were drawn"


def check_games(drawn: Round) -> Iterator[str]:
    """Check that each table of a round that has started has one game, whose seats the draw gave."""
    for table in drawn.tables.all():
        if table.game is None:
            if drawn.status in (Round.Status.RUNNING, Round.Status.BOOKED):
                yield f"table {table.number} has no game"
        elif table.game.players.count() != len(table.seats):
            yield f"table {table.number} has {len(table.seats)} seats, and its game another number"
        elif named_in(table) not in ("", digest_of(drawn.output)):  # type: ignore[arg-type]  # it has tables
            yield f"the game of table {table.number} names another draw"


def named_in(table: Table) -> str:
    """Return the draw that the log of a table's game names, as its digest; empty where the log names none."""
    entry = Entry.objects.filter(game=table.game_id, kind=Entry.Kind.START).first()
    return str((entry.action or {}).get("pairing", "")) if entry else ""


def check_seats(rounds: Iterable[Round]) -> Iterator[str]:
    """Check that nobody is lost, and nobody has two seats or a seat and a bye, in any round; in a league nobody sits
    twice at one table."""
    by_number: dict[int, list[Round]] = {}
    for drawn in rounds:
        if drawn.output is not None:
            by_number.setdefault(drawn.number, []).append(drawn)
    for number, groups in by_number.items():
        for what in seated_wrong(groups):
            yield f"round {number}: {what}"


def seated_wrong(groups: Iterable[Round]) -> Iterator[str]:
    """Say who is lost and who is there twice in the groups of one round."""
    seated, expected = Counter[str](), Counter[str]()
    for drawn in groups:
        files, tables = drawn.files, [table.seats for table in drawn.tables.all()]
        for names in tables:
            yield from (f"{name} sits twice at a table" for name in twice(names))
        if drawn.stage.form["kind"] != LEAGUE.kind:
            seated.update(name for names in tables for name in names)
            seated.update(files.byes)
            expected.update(files.players)
    yield from (f"{name} is there twice" for name in twice(seated.elements()))
    yield from (f"{name} is lost" for name in sorted(expected - seated))
    yield from (f"{name} was not to be paired" for name in sorted(seated.keys() - expected.keys()))


def twice(names: Iterable[str]) -> list[str]:
    return sorted(name for name, times in Counter(names).items() if times > 1)


# ---- bookings


def check_bookings(drawn: Round) -> Iterator[str]:
    """Check that the tables of a round are booked as their games ended, every seat once."""
    for table in drawn.tables.all():
        booked = list(table.bookings.all())
        if table.booked_at is None and table.replayed:
            continue  # what was booked is of the game that does not count
        if bool(booked) != (table.booked_at is not None):
            yield f"table {table.number} is {'half' if booked else 'not'} booked"
        elif booked:
            yield from (f"table {table.number} {what}" for what in booked_wrong(table, booked))


def booked_wrong(table: Table, booked: list[Booking]) -> Iterator[str]:
    """Say what is wrong with the bookings of a table. What was repaired may differ from what was played."""
    if table.game is None or table.game.status not in ENDED:
        yield "is booked, and its game has not ended"
        return
    seats = Counter((each.seat, each.revision) for each in booked)
    if {seat for seat, _revision in seats} != set(range(len(table.seats))) or max(seats.values()) > 1:
        yield "is not booked for every seat once"
        return
    if any(sum(part for _name, part in each.credits) > WHOLE for each in booked):
        yield "gives away more than the points of a seat"
    if max(each.revision for each in booked) > 1:
        return
    places = {player.seat: player.place for player in table.game.players.all()}
    if {each.state for each in booked} != {state_of(table.game)}:
        yield "is booked otherwise than its game ended"
    elif state_of(table.game) != Booking.State.VOID and any(each.place != places[each.seat] for each in booked):
        yield "is booked with other places than its game has"


def check_results(drawn: Round) -> Iterator[str]:
    """Check that a round is complete once all its tables are booked, and that its results are those booked."""
    is_booked = drawn.status == Round.Status.BOOKED
    if is_booked != (drawn.results is not None):
        yield "is complete without results" if is_booked else "has results before it is complete"
    elif is_booked and any(table.booked_at is None for table in drawn.tables.all()):
        yield "is complete, and a table is not booked"
    elif is_booked and drawn.results != show_results(drawn):
        yield "its results are not what was booked"


def check_standings(event: Tournament) -> Iterator[str]:
    """Check that the standings can be made from what is published."""
    try:
        for _name, _body in write_standings(read_event(show_event(event)), drawn_in(event)):
            pass
    except (AssertionError, KeyError, ValueError) as exc:
        yield f"its standings cannot be made: {exc}"


ROUND_CHECKS: tuple[Callable[[Round], Iterable[str]], ...] = (check_draw, check_games, check_bookings, check_results)


# ---- what nobody does


def check_late(now: datetime) -> Iterator[Issue]:
    """Check that the sweep takes events on when something is due, and books what has ended."""
    running = Tournament.objects.filter(status=Tournament.Status.RUNNING)
    for event in running.filter(next_at__lt=now - STUCK):
        yield Issue(event.slug, "its next step should have been taken long ago", WORKER)
    waiting = Table.objects.filter(
        booked_at=None, game__status__in=ENDED, game__ended_at__lt=now - STUCK, round__tournament__in=running
    )
    for table in waiting.select_related("round__tournament"):
        where = table.round.tournament.slug
        yield Issue(where, f"table {table.number} of round {table.round} should have been booked long ago", WORKER)


# ---- ratings


def check_ratings(now: datetime) -> Iterator[Issue]:
    """Check that rated games are booked as they end, and that all ratings are what they are made anew."""
    for game in unbooked_games().filter(ended_at__lt=now - STUCK):
        yield Issue(game.slug, "its ratings should have been booked long ago", WORKER)
    for line in ratings_differences()[1]:
        where, _, what = line.partition(": ")
        if what != NOT_BOOKED:
            yield Issue(where, f"what it changed of ratings {what}", REBUILD)
