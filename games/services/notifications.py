"""Queue notifications: a row for each recipient, in the transaction of the move that the mail tells of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial

from django.utils.translation import gettext_lazy

from games.models import Entry, Game, OutboxMail, Player, TurnPlan, Waiting
from games.models.outbox import LONGEST_KEY
from games.play import ask_offer
from games.play.session import HUMAN, Session

FOLLOW_UP = timedelta(seconds=30)
"""The delay of the next question to a player who has just answered by a link or a mail."""

NOTICES = {
    "host.opened": gettext_lazy("An organizer opened hidden information"),
    "host.paused": gettext_lazy("The game is paused"),
    "host.resumed": gettext_lazy("The game continues"),
    "host.extended": gettext_lazy("The deadline has moved"),
    "host.passed": gettext_lazy("The organizer skipped a player"),
    "host.rewound": gettext_lazy("The game was rewound"),
    "host.replaced": gettext_lazy("A seat has a new player"),
    "host.void": gettext_lazy("The game was called off"),
    "host.seat_offered": gettext_lazy("A seat is free"),
}
"""What an organizer does, or a vote decides, that everybody at the table is told at once, with its headline."""

TELLING = (Entry.Kind.NOTE, Entry.Kind.REWIND)
"""The entries that are told by the event with which they begin."""

STILL_HERE = timedelta(minutes=10)
"""The delay of the next turn's mail to a player who has just acted on a page, and is probably still there."""

BY_MAIL = frozenset({Entry.Source.LINK, Entry.Source.MAIL})


@dataclass(frozen=True, kw_only=True)
class NewMail:
    """A mail to a user or an address. `key` names it: of several with the same one only the first is queued."""

    key: str
    template: str
    not_before: datetime
    user_id: int | None = None
    address: str = ""
    game: Game | None = None
    seat: int | None = None
    ref: int | None = None
    context: Mapping[str, object] = field(default_factory=dict)

    def fields(self) -> dict[str, object]:
        """Return the fields of its outbox row but for the key."""
        return {
            "template": self.template,
            "user_id": self.user_id,
            "address": self.address,
            "game": self.game,
            "seat": self.seat,
            "ref": self.ref,
            "context": dict(self.context),
            "not_before": self.not_before,
            "wanted_at": self.not_before,
        }

    def row(self) -> OutboxMail:
        """Build its outbox row, unsaved."""
        return OutboxMail(key=self.key[:LONGEST_KEY], **self.fields())


def mail_enqueue(mail: NewMail) -> bool:
    """Queue one mail. False if a mail with its key was queued before."""
    return OutboxMail.objects.get_or_create(key=mail.key[:LONGEST_KEY], defaults=mail.fields())[1]


def notify_session(session: Session, *, source: str, seat: int | None) -> int:
    """Queue the mails that follow from a saved session; returns how many. One query to look, one to write."""
    rows = [mail.row() for mail in _session_mails(session, source, seat)]
    if not rows:
        return 0
    known = set(OutboxMail.objects.filter(key__in=[row.key for row in rows]).values_list("key", flat=True))
    new = [row for row in rows if row.key not in known]
    OutboxMail.objects.bulk_create(new)
    return len(new)


def _session_mails(session: Session, source: str, seat: int | None) -> Iterator[NewMail]:
    asked = list(turn_mails(session, source, seat))
    yield from asked
    yield from plan_mails(session)
    yield from news_mails(session, already_notified={mail.seat for mail in asked if mail.seat is not None})


def turn_mails(session: Session, source: str, seat: int | None) -> Iterator[NewMail]:
    """Build a mail for everybody to whom a decision is newly open.

    A player who goes on with a turn on the page gets none. One who is asked again at once, because only bots had to
    answer in between, gets one after `STILL_HERE`; one who plays by links gets the next question after `FOLLOW_UP`;
    both only if it was not answered by then.
    """
    for row in session.waiting.after.values():
        player = session.players[row.seat]
        before = session.waiting.before.get(row.seat)
        if player.user_id is None or player.bot_for(row.pace) or (before and before.ref == row.ref):
            continue
        if row.pace == Waiting.Pace.WINDOW and not is_window_mailed(session, player):
            continue
        acted = row.seat == seat and source in HUMAN
        if acted and source not in BY_MAIL and before is not None and not session.clock.renewed:
            continue
        delay = timedelta()
        if acted:
            delay = FOLLOW_UP if source in BY_MAIL else STILL_HERE
        yield NewMail(
            key=f"turn:{session.game.pk}:{row.seat}:{row.ref}:{player.person_for(row.pace)}",
            template="turn",
            not_before=session.now + delay,
            user_id=player.person_for(row.pace),
            game=session.game,
            seat=row.seat,
            ref=row.ref,
            context=offered_context(session, player)
            | plan_context(session, row.seat)
            | (answer_context(session, before, source) if acted else {}),
        )


def plan_context(session: Session, seat: int) -> dict[str, object]:
    """Note in the mail of a turn that it tells of a plan which has begun with it: one on hold, or one that failed."""
    told = (TurnPlan.State.HELD, TurnPlan.State.FAILED)
    plan = next((plan for plan in session.plans if plan.player.seat == seat and plan.state in told), None)
    return {"plan": plan.version} if plan else {}


def answer_context(session: Session, before: Waiting | None, source: str) -> dict[str, object]:
    """Note that the answer to a mail may tell of a question of the same turn before the question's own mail goes."""
    goes_on = source == Entry.Source.MAIL and before is not None and not session.clock.renewed
    return {"told_in": "receipt"} if goes_on else {}


def plan_mails(session: Session) -> Iterator[NewMail]:
    """Build the receipt of each plan that was played, and the one word of each that was dropped."""
    told = (TurnPlan.State.PLAYED, TurnPlan.State.STOPPED, TurnPlan.State.DROPPED)
    for plan in {plan.pk: plan for plan in session.plans}.values():
        if plan.state in told:
            yield NewMail(
                key=f"plan:{plan.pk}:{plan.version}",
                template="plan",
                not_before=session.now,
                user_id=plan.user_id,
                game=session.game,
                seat=plan.player.seat,
                context={"plan": plan.version},
            )


def offered_context(session: Session, player: Player) -> dict[str, object]:
    """Note in one mail of a player that it offers to ask about invasions: the first after such a card was drawn. A
    stand-in is not asked: what stands for a seat is its owner's."""
    is_owner = player.substitute is None
    is_due = (
        is_owner and not player.ask_offer and ask_offer.is_due(session.game, player, partial(session.view, player.seat))
    )
    if is_due:
        player.ask_offer = Player.Offer.MAILED
        player.save(update_fields=["ask_offer"])
    return {"ask_offer": True} if is_due else {}


def is_window_mailed(session: Session, player: Player) -> bool:
    """Return whether a window is mailed: the first one of a turn, and further ones to a player who answers by mail."""
    if player.window_turn != session.clock.key:
        return True
    answers = Entry.objects.filter(
        game_id=session.game.pk, seat=player.seat, pace=Waiting.Pace.WINDOW, source__in=HUMAN
    )
    return answers.order_by("-seq").values_list("source", flat=True).first() in BY_MAIL


def news_mails(session: Session, already_notified: set[int]) -> Iterator[NewMail]:
    """Build the mails about events that need no answer: the start, missed turns, eliminations, the end."""
    game = session.game
    for entry in session.entries:
        kind = entry.events[0]["type"] if entry.kind in TELLING else entry.kind
        if kind == Entry.Kind.START and not game.has_ended:
            yield from _mail_everybody(session, "started", entry, already_notified)
        elif kind in ("host.missed", "host.unfinished"):
            yield from _mail_everybody(session, "passed", entry, already_notified - {entry.seat}, about=entry.seat)
        elif kind in NOTICES and not (kind == "host.seat_offered" and entry.source == Entry.Source.DEADLINE):
            yield from _mail_everybody(session, "notice", entry, already_notified)
        if not game.has_ended:
            yield from _mail_eliminated(session, entry)
    if game.status == Game.Status.OVER and session.entries:
        yield from _mail_everybody(session, "over", session.entries[-1], set())


def _mail_eliminated(session: Session, entry: Entry) -> Iterator[NewMail]:
    """Build a mail for everybody whom this entry eliminated from a game that goes on."""
    for event in entry.events:
        if event["type"] == "seat.eliminated":
            player = session.players[event["seat"]]
            if player.user_id is not None and player.state != Player.State.RESIGNED:
                yield _news_mail(session, player, "out", {"seq": entry.seq})


def _mail_everybody(
    session: Session, template: str, entry: Entry, already_notified: set[int], about: int | None = None
) -> Iterator[NewMail]:
    for seat, player in session.players.items():
        gone = player.state == Player.State.RESIGNED or (player.state == Player.State.OUT and template != "over")
        if player.user_id is None or seat in already_notified or gone:
            continue
        yield _news_mail(session, player, template, {"seq": entry.seq, "about": about})


def _news_mail(session: Session, player: Player, template: str, context: Mapping[str, object]) -> NewMail:
    return NewMail(
        key=f"{template}:{session.game.pk}:{context['seq']}:{player.seat}",
        template=template,
        not_before=session.now,
        user_id=player.user_id,
        game=session.game,
        seat=player.seat,
        context=context,
    )
