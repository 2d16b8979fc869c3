"""What must hold after each step of a sequence: of what is stored, and of what people were told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from benchmarks.told.record import Name, Record
from games.models import Entry, Game, OutboxMail, Player, StandIn, TurnPlan, Waiting
from games.play.journal_reader import entries_in_force
from games.selectors.integrity import game_issues
from substitutes.models import Offer
from votes.models import OPEN, Vote

TURNS = ("host.missed", "host.unfinished")
ANEW = ("host.stand_in", "host.stand_in_ended", "host.replaced", "host.returned", "host.caretaker", "host.resigned")
"""Notes after which the open question of a seat may be asked of somebody else, with another deadline."""
AT_ONCE = timedelta(minutes=1)


class Told(Record):
    """What the people of one game were told, and what is wrong with it."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game, self.steps, self.seq = game, 0, 0
        self.mails: set[str] = set()
        self.anew: Counter[int] = Counter()
        """How often the turn of a seat was asked anew, of whom it may be."""

    def name(self, row: Waiting) -> Name:
        """Name a question: a turn is one, however many decisions it has."""
        turn = hash((self.game.clock_key, self.anew[row.seat]))
        return row.seat, str(row.pace), turn if row.pace == Waiting.Pace.TURN else hash((row.ref, self.anew[row.seat]))

    def look(self, now: datetime, *, may_shorten: bool) -> None:
        """Let everybody look at the game. `may_shorten` where somebody has given back days, or has begun a turn whose
        length that limits, as a plan does too."""
        self.game.refresh_from_db()
        may_shorten |= self.read_notes() and self.game.time.rules.begun is not None
        for row in Waiting.objects.filter(game=self.game).select_related("game", "player__user"):
            if row.deadline_at is not None and self.game.is_running:
                name, until = self.name(row), row.until
                assert until is not None
                if may_shorten:
                    self.excuse(name)
                self.tell(name, now, until)
        self.check_reminders(now)

    def check_stored(self, now: datetime) -> None:
        """Check all that is stored of the game."""
        self.faults += [f"{now}: {fault}" for fault in faults_of(self.game)]

    def read_notes(self) -> bool:
        """Note who is asked anew by what has happened since; returns whether a plan was played meanwhile."""
        new = list(Entry.objects.filter(game=self.game, seq__gt=self.seq).order_by("seq"))
        for entry in new:
            if entry.kind in (Entry.Kind.REWIND, Entry.Kind.UNDO):
                self.anew.update(range(len(self.game.players.all())))
            elif entry.kind == Entry.Kind.NOTE and entry.seat is not None and entry.events[0]["type"] in ANEW:
                self.anew[entry.seat] += 1
            self.seq = entry.seq
        return any(entry.source == Entry.Source.PLAN for entry in new)

    def check_reminders(self, now: datetime) -> None:
        """Check that a reminder is of an open question, before its deadline, and that nobody gets two at once."""
        new = OutboxMail.objects.filter(game=self.game, template="reminder").exclude(key__in=self.mails)
        for mail in new:
            self.mails.add(mail.key)
            row = Waiting.objects.filter(game=self.game, seat=mail.seat or 0, ref=mail.ref or 0).first()
            others = OutboxMail.objects.filter(template="reminder", user=mail.user, game=self.game, seat=mail.seat)
            if others.filter(created_at__range=(mail.created_at - AT_ONCE, mail.created_at)).count() > 1:
                self.fault(now, f"two reminders at once: {mail.key}")
            if row is not None and row.deadline_at is not None and row.deadline_at <= mail.created_at:
                self.fault(now, f"a reminder after its deadline: {mail.key}")


def faults_of(game: Game) -> Iterator[str]:
    """Find what is wrong with one game as it is stored."""
    yield from map(str, game_issues(game))
    yield from turns_twice(game)
    yield from absence_of(game)
    yield from votes_of(game)
    yield from offers_of(game)
    yield from plans_of(game)


def turns_twice(game: Game) -> Iterator[str]:
    """Find turns that were missed more than once, of what was not taken back. A rewind into a turn asks it anew."""
    rewinds = list(Entry.objects.filter(game=game, kind=Entry.Kind.REWIND).values_list("seq", flat=True))
    missed: Counter[Any] = Counter()
    turn = 0
    for entry in entries_in_force(game):
        types = [event["type"] for event in entry.events]
        turn += types.count("turn.began")
        if types and types[0] in TURNS:
            missed[turn, entry.events[0]["seat"], sum(seq < entry.seq for seq in rewinds)] += 1
    yield from (f"turn {turn} of seat {seat} was missed {n} times" for (turn, seat, _), n in missed.items() if n > 1)


def absence_of(game: Game) -> Iterator[str]:
    """Find stand-ins that run twice, on after their end, or for nobody."""
    for player in game.players.all():
        running = list(StandIn.objects.filter(player=player, ended_at=None).values_list("pk", flat=True))
        at_seat = [player.substitute.pk] if player.substitute else []
        if running != at_seat and not game.has_ended:
            yield f"seat {player.seat} has the stand-ins {running}, and at the seat is {at_seat}"
        if at_seat and player.state != Player.State.PLAYING:
            yield f"somebody stands in for seat {player.seat}, which is {player.state}"
    begun = notes(game)["host.stand_in"]
    rows = StandIn.objects.filter(player__game=game).count()
    if begun < rows:
        yield f"{rows} stand-ins, and {begun} of them told"


def notes(game: Game) -> Counter[str]:
    rows = Entry.objects.filter(game=game, kind=Entry.Kind.NOTE)
    return Counter(str(entry.events[0]["type"]) for entry in rows)


def votes_of(game: Game) -> Iterator[str]:
    """Find votes that opened or ended without a note of it, or twice."""
    if game.has_ended:
        return
    told, votes = notes(game), Vote.objects.filter(game=game)
    ends = {"vote_failed": Vote.Outcome.FAILED, "vote_lapsed": Vote.Outcome.LAPSED}
    if told["host.vote_opened"] != votes.count():
        yield f"{votes.count()} votes, and {told['host.vote_opened']} of them told"
    for note, outcome in ends.items():
        if told[f"host.{note}"] != votes.filter(outcome=outcome).count():
            yield f"{votes.filter(outcome=outcome).count()} votes {outcome}, and {told[f'host.{note}']} of them told"
    if game.open_votes != votes.filter(OPEN).count():
        yield f"{game.open_votes} votes are counted as open"


def offers_of(game: Game) -> Iterator[str]:
    """Find offers that were not mailed, and seats that went to two people."""
    for offer in Offer.objects.filter(game=game):
        if OutboxMail.objects.filter(template="seat_offered", user=offer.user_id, context__offer=offer.pk).count() != 1:
            yield f"offer {offer.pk} was not mailed once"
    holders = Counter(player.user_id for player in game.players.all() if player.user_id)
    yield from (f"person {user} holds {seats} seats" for user, seats in holders.items() if seats > 1)


def plans_of(game: Game) -> Iterator[str]:
    """Find plans that wait for somebody who does not play, or that were played and not told."""
    for plan in TurnPlan.objects.filter(game=game).select_related("player"):
        if plan.is_active and (game.has_ended or plan.player.user_id != plan.user_id):
            yield f"{plan} is still {plan.state}"
        mails = OutboxMail.objects.filter(template="plan", key=f"plan:{plan.pk}:{plan.version}").count()
        is_told = plan.state in (TurnPlan.State.PLAYED, TurnPlan.State.STOPPED, TurnPlan.State.DROPPED)
        if mails != is_told:
            yield f"{plan} is {plan.state}, and was told {mails} times"
