"""Invariants of everything that is stored, checked by `manage.py fsck`, and after every fault in the tests.

An issue names its place, what is wrong and the remedy. Snapshots, open answers and the figures of lists repeat the
journal and can be rebuilt from it; the journal itself cannot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Generic, TypeVar

from django.db.models import Count, Max, Model, Q

from common.registry import Registry
from engine.journal import LogError, verify
from games.models import Entry, Game, GameKey, Heartbeat, OutboxMail, Waiting
from games.play import chain
from games.play.journal_reader import view_at, wrong_snapshots
from games.play.session import HUMAN
from games.selectors.lists import LATE_BY, overdue

Subject = TypeVar("Subject")

REPAIR = "run `manage.py fsck --mend`: it is made again from the journal"
RESTORE = "restore the game from a backup, or call it off on its organizer's page"
WORKER = "see that a worker and beat run"
REPORT = "this should not happen; keep a copy of the database and report it"

STUCK = timedelta(minutes=5)
"""How long a mail may be due or claimed while the sweep runs."""

CLOSE_CALL = timedelta(seconds=60)
"""Tolerance between the times of an answer and of its mail, which may be in sending when the answer comes."""


@dataclass(frozen=True)
class Issue:
    """One violation. `repairable` if `games.services.repair` rebuilds it from the journal."""

    where: str
    what: str
    remedy: str

    @property
    def repairable(self) -> bool:
        return self.remedy == REPAIR

    def __str__(self) -> str:
        return f"{self.where}: {self.what}\n    {self.remedy}"


@dataclass(frozen=True)
class Check(Generic[Subject]):
    """Something that must hold of every game, or of the site at a moment."""

    name: str
    find: Callable[[Subject], Iterable[Issue]]  # what is wrong


GAME_CHECKS: Registry[Check[Game]] = Registry()
"""Checks of each game, made under its lock, so that it is not read in the middle of a move."""

SITE_CHECKS: Registry[Check[datetime]] = Registry()
"""Checks of what belongs to no single game, at this time."""


def game_issues(game: Game) -> Iterator[Issue]:
    """Find what is wrong with one game. The caller holds its lock."""
    for check in GAME_CHECKS:
        yield from check.find(game)


def site_issues(now: datetime) -> Iterator[Issue]:
    """Find what is wrong beyond single games."""
    for check in SITE_CHECKS:
        yield from check.find(now)


# ---- one game


def _whole(game: Game) -> Iterator[Issue]:
    """Check the journal of a game with its copies; one that has not begun has none."""
    if not game.has_board:
        if game.entries.exists() or game.waiting.exists():
            yield Issue(game.slug, "has not begun, but has a journal or open answers", REPORT)
        return
    numbering = list(_numbering(game))
    yield from numbering or _journal(game)


def _numbering(game: Game) -> Iterator[Issue]:
    """Check that every entry is there once and none is missing, by the counts in the game's own row."""
    entries = game.entries.aggregate(Count("pk"), Max("seq"), Count("place"), Max("place"))
    if entries["seq__max"] != game.seq or entries["pk__count"] != game.seq:
        found = f"{entries['pk__count']} entries up to {entries['seq__max']}"
        yield Issue(game.slug, f"should have {game.seq} entries and has {found}", RESTORE)
    if entries["place__max"] != game.chained or entries["place__count"] != game.chained:
        yield Issue(game.slug, f"should have {game.chained} links in its chain: {entries['place__count']}", RESTORE)
    if not GameKey.objects.filter(game=game).exists():
        yield Issue(game.slug, "has lost the key of its dice", RESTORE)


def _journal(game: Game) -> Iterator[Issue]:
    """Check the chain with its dice, then the copies of the journal: snapshots and open answers."""
    try:
        log = chain.whole_log(game)
        verify(log)
    except LogError as exc:
        yield Issue(game.slug, f"its journal does not add up: {exc}", RESTORE)
        return
    if list(log.header.seats) != list(game.players.order_by("seat").values_list("colour", flat=True)):
        yield Issue(game.slug, "its players do not sit as its journal says", RESTORE)
    wrong = wrong_snapshots(game)
    for seq in wrong:
        yield Issue(game.slug, f"the snapshot after entry {seq} differs from the journal", REPAIR)
    if not wrong:
        yield from _open_answers(game)


def _open_answers(game: Game) -> Iterator[Issue]:
    """Check that the rows of open answers repeat the decision that the state has open."""
    asked = view_at(game, game.seq, None).asked
    if asked is None and not game.has_ended:
        yield Issue(game.slug, "is won, and still goes on", REPAIR)
    if game.has_ended:
        asked = None
    rows = list(Waiting.objects.filter(game=game).order_by("seat"))
    expected = [(seat, asked.ref, asked.kind, asked.pace) for seat in sorted(asked.seats)] if asked else []
    if [(row.seat, row.ref, row.kind, row.pace) for row in rows] != expected:
        found = ", ".join(f"{row.kind} {row.ref} of seat {row.seat}" for row in rows) or "nothing"
        asks = ", ".join(f"{kind} {ref} of seat {seat}" for seat, ref, kind, _ in expected) or "nothing"
        yield Issue(game.slug, f"asks {asks}; waited for is {found}", REPAIR)
    elif any(row.due_at is None for row in rows):
        yield Issue(game.slug, "waits for an answer without a deadline", REPAIR)
    elif min((row.deadline_at for row in rows if row.deadline_at), default=None) != game.deadline_at:
        yield Issue(game.slug, "its deadline is not that of its open answers", REPAIR)


def _mails(game: Game) -> Iterator[Issue]:
    """Check that every person who is asked was told."""
    for row in Waiting.objects.filter(game=game, game__status=Game.Status.RUNNING).select_related("player"):
        if row.player.user_id and not row.player.bot_for(row.pace) and not _knows(row):
            what = f"seat {row.seat} is asked and no mail was queued"
            yield Issue(game.slug, what, "tell its player, or pass the turn on the organizer's page")


def _knows(row: Waiting) -> bool:
    """Check that the player of an open answer got a mail since the turn began, or has acted since then."""
    since = row.since - CLOSE_CALL
    if OutboxMail.objects.filter(game_id=row.game_id, seat=row.seat, created_at__gte=since).exists():
        return True
    acts = Q(source__in=HUMAN) | Q(kind__in=[Entry.Kind.NOTE, Entry.Kind.UNDO])
    return Entry.objects.filter(acts, game_id=row.game_id, seat=row.seat, at__gte=since).exists()


# ---- the whole site


def _sweep(now: datetime) -> Iterator[Issue]:
    """Check that the sweep comes by and leaves nothing overdue."""
    seen = Heartbeat.objects.filter(name="sweep").values_list("seen_at", flat=True).first()
    if seen is None:
        return  # nothing has been swept yet, so nothing can be late
    if now - seen > LATE_BY:
        yield Issue("sweep", f"has been silent since {seen:%Y-%m-%d %H:%M} UTC", WORKER)
    late = overdue(now).count()
    if late:
        yield Issue("sweep", f"{late} answers are overdue by more than two minutes", WORKER)


def _doubles(now: datetime) -> Iterator[Issue]:
    """Check for duplicates that constraints forbid, which a restored or copied database may have lost."""
    for model, fields in (
        (Entry, ("game", "seq")),
        (Entry, ("game", "actor", "key")),
        (Waiting, ("game", "seat")),
        (OutboxMail, ("key",)),
    ):
        for row in _there_twice(model, fields):
            told = ", ".join(f"{name} {value}" for name, value in row.items() if name != "times")
            yield Issue(str(model._meta.verbose_name), f"is there {row['times']} times: {told}", REPORT)


def _there_twice(model: type[Model], fields: tuple[str, ...]) -> Iterator[dict[str, object]]:
    rows = model._default_manager.order_by()
    if "key" in fields:
        rows = rows.exclude(key="")
    yield from rows.values(*fields).annotate(times=Count("pk")).filter(times__gt=1)[:20]


def _outbox(now: datetime) -> Iterator[Issue]:
    """Check that every mail waits for its time, is claimed, or has ended with a reason."""
    state = OutboxMail.State
    mails = OutboxMail.objects
    for mail in mails.filter(state=state.SENT, sent_at=None)[:20]:
        yield Issue(f"mail {mail.key}", "is sent, and nobody knows when", REPORT)
    for mail in mails.filter(state__in=[state.DEAD, state.CANCELLED], error="")[:20]:
        yield Issue(f"mail {mail.key}", f"is {mail.get_state_display().lower()} without a reason", REPORT)
    for mail in mails.exclude(state=state.SENDING).exclude(claimed_until=None)[:20]:
        yield Issue(f"mail {mail.key}", f"is {mail.get_state_display().lower()} and still claimed", REPORT)
    late = mails.filter(state__in=[state.QUEUED, state.RETRY], not_before__lt=now - STUCK).count()
    stuck = mails.filter(state=state.SENDING, claimed_until__lt=now - STUCK).count()
    if late or stuck:
        yield Issue(
            "mail", f"{late + stuck} mails are due for more than five minutes", f"{WORKER}, and the mail server"
        )


GAME_CHECKS.add(Check("journal", _whole))
GAME_CHECKS.add(Check("mails", _mails))
SITE_CHECKS.add(Check("doubles", _doubles))
SITE_CHECKS.add(Check("outbox", _outbox))
SITE_CHECKS.add(Check("sweep", _sweep))
