"""What a story changes in the database, row by row and field by field, with the mails that it queues."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

import time_machine
from django.core import mail
from django.db.models import Field, ForeignKey, Model

from accounts.models import User
from engine import OrderError
from games.errors import GameError
from games.mail.outbox import outbox_deliver
from games.mail.render import mail_for
from games.models import (
    AuditEntry,
    Entry,
    Game,
    Heartbeat,
    MailStop,
    OutboxMail,
    Player,
    SiteClock,
    StandIn,
    StandingOrder,
    StandingUse,
    TurnPlan,
    TurnRecord,
    Vacation,
    Waiting,
)
from games.selectors.reliability import reliability_of
from games.services import heartbeat
from games.services.deadlines import deadline_sweep
from substitutes.models import Offer, SignUp
from substitutes.services import substitutes_sweep
from tests.games.mail.test_approved import hide_chance
from votes.models import Ballot, Vote
from votes.services import votes_sweep

WATCHED: dict[type[Model], str] = {
    User: "username away bounced_at turn_mail reminder_mail news_digest weekly_mail weekly_at",
    Game: "name rules status creator rated paired rematch_of seq round result started_at ended_at moved_at paused_at"
    " deserted waits_until open_votes clock_key turn_deadline_at turn_own_until turn_begun_at turn_left turn_told_at"
    " turn_since turn_reminded turn_remind_again deadline_at time_given last_round ends_at stop_at",
    Player: "game user seat colour state missed result place window_turn window_left window_pass ask_offer came began"
    " lapse held_by stand_in bank offered_at wait_until then mail_ways",
    Entry: "game kind source seat ref pace order events back_to implied undoable round actor stand_in refused"
    " turn_deadline_at turn_own_until banks time_given",
    Waiting: "game player seat ref kind pace since own_until deadline_at told_at due_at steps remind_at reminded_at"
    " reminders_sent remind_again_given mail_credit",
    TurnRecord: "user game round outcome",
    AuditEntry: "game user action reason details",
    Vacation: "user first last announced_at games without by agreed_at declined_at bot scope choices summed_up_at"
    " used_until",
    StandIn: "player by bot scope begins_at ends_at ended_at",
    StandingOrder: "game player text version spent",
    StandingUse: "*",
    TurnPlan: "*",
    Vote: "game kind seat about days round opened_at ends_at counted_at outcome closed_at voters paused_at resumes_at",
    Ballot: "user seat agrees",
    SignUp: "user game",
    Offer: "game seat user since asked_at until outcome closed_at",
    MailStop: "cause began_at ended_at tries next_try_at error allowed_until",
    SiteClock: "*",
    OutboxMail: "template user address game seat ref state not_before wanted_at attempts error sent_at",
}
"""The fields of each kind of row that are told when they change; "*" are all."""

UNNAMED = frozenset(["pk", "audit", "vacation", "offer", "vote", "plan", "mail", "asked", "bulk"])
"""Keys of numbers of rows, which differ from run to run."""

TITLE = ("name", "username", "template", "game", "colour", "seat", "user")
"""Fields by which a row is known."""

MOST, SHOWN = 24, 6
"""Entries that one step tells of; where there are more, the first and the last."""

Row = dict[str, str]
SWEEPS: tuple[Callable[[], object], ...] = (deadline_sweep, substitutes_sweep, votes_sweep, outbox_deliver)


class Story:
    """Does one thing after another at a time of its own, and writes down what each has changed."""

    def __init__(self, clock: time_machine.Traveller, now: datetime) -> None:
        self.clock, self.now, self.lines = clock, now, list[str]()
        self._rows: dict[tuple[str, int], Row] = {}
        self._said, self._sent = set[str](), 0
        random.seed(1959)  # by which pauses between tries differ

    def do(self, said: str, act: Callable[..., object] | None = None, **given: Any) -> Any:
        """Do it, and tell what it has changed, or the sentence by which it is refused."""
        made, refusal = None, ""
        try:
            made = act(**given) if act else None
        except (GameError, OrderError) as exc:
            refusal = f"refused: {exc}"
        self._tell(said, [refusal] if refusal else [])
        return made

    def wait(self, hours: float, every: float = 0, *, is_down: bool = False) -> None:
        """Let time pass, with a sweep of everything at its end, or `every` so many hours. The site stands still until
        then where it `is_down`."""
        until = self.now + timedelta(hours=hours)
        while self.now < until:
            self.now = min(until, self.now + timedelta(hours=every or hours))
            self.clock.move_to(self.now, tick=False)
            if not is_down:
                Heartbeat.objects.update(seen_at=self.now - timedelta(seconds=10))
            self.sweep()

    def sweep(self) -> None:
        heartbeat.GUARD.wall = None  # the clock of the processor does not move along
        for sweep in SWEEPS:
            sweep()
        self._tell("", [])

    def _tell(self, said: str, lines: list[str]) -> None:
        lines += [*self._changes(), *self._mails_sent()]
        if said or lines:
            self.lines += [f"######## {self.now:%a %d %H:%M} {said or 'time passes'}", *lines]

    def _changes(self) -> Iterator[str]:
        before, self._rows = self._rows, dict(read_rows())
        made = [key for key in self._rows if key[0] == "entry" and key not in before]
        folded = made[SHOWN:-SHOWN] if len(made) > MOST else []
        if folded:
            yield f"  {len(folded)} entries between the first and the last {SHOWN} of these"
        for key, row in self._rows.items():
            if key in folded:
                continue
            old = before.get(key, {})
            changed = [name for name in {**old, **row} if old.get(name) != row.get(name)]
            if changed and not old:
                told = [f"{name} {row[name]}" for name in row if name not in TITLE]
                yield f"+ {title_of(key[0], row)}: {', '.join(told)}"
                yield from self._text_of(key) if key[0] == "outboxmail" else ()
            elif changed:
                moved = (f"{name} {old.get(name, '-')} > {row.get(name, '-')}" for name in changed)
                yield f"~ {title_of(key[0], row)}: {', '.join(moved)}"
        for key, row in before.items():
            if key not in self._rows:
                yield f"- {title_of(key[0], row)}"

    def _text_of(self, key: tuple[str, int]) -> Iterator[str]:
        row = OutboxMail.objects.select_related("user", "game").get(pk=key[1])
        try:
            letter = mail_for(row)
        except Waiting.DoesNotExist:  # the question was answered in the same step
            return
        yield from self._text(letter.subject, str(letter.body))

    def _mails_sent(self) -> Iterator[str]:
        """Yield what was sent and says more than when it was queued."""
        sent, self._sent = mail.outbox[self._sent :], len(mail.outbox)
        for letter in sent:
            if text := list(self._text(letter.subject, str(letter.body))):
                yield f"sent to {', '.join(letter.to)}:"
                yield from text

    def _text(self, subject: str, body: str) -> Iterator[str]:
        text = hide_chance(f"{subject}\n\n{body.partition('LINKS')[0].strip()}")
        if text not in self._said:
            self._said.add(text)
            yield from (f"    | {line}".rstrip() for line in text.splitlines())


def read_rows() -> Iterator[tuple[tuple[str, int], Row]]:
    """Yield all rows that are watched, by their kind and number, with the fields that say something."""
    names = Names()
    for model, wanted in WATCHED.items():
        kept = [each for each in model._meta.concrete_fields if wanted == "*" or each.name in wanted.split()]
        for row in model._default_manager.order_by("pk"):
            told = {each.name: written for each in kept if (written := names.write(each, row))}
            if isinstance(row, Player) and row.user_id:
                share = reliability_of(row.user_id)
                told["share"] = f"{share.in_time}/{share.turns}"
            number = row.game_id * 100 + row.seat if isinstance(row, Waiting) else row.pk  # it is made anew each time
            yield (model._meta.model_name or "", number), told


def title_of(kind: str, row: Mapping[str, str]) -> str:
    """Name a row by what stays the same of it."""
    return " ".join([kind, *(row[name] for name in TITLE if name in row)])


class Names:
    """The names of people, games and seats by their numbers."""

    def __init__(self) -> None:
        self.known: dict[type[Model], dict[int, str]] = {
            User: dict(User.objects.values_list("pk", "username")),
            Game: dict(Game.objects.values_list("pk", "name")),
            Player: {player.pk: player.label for player in Player.objects.select_related("user")},
        }

    def write(self, field: Field[Any, Any], row: Model) -> str:
        """Write a field of a row; empty if it says no more than by default."""
        value = getattr(row, field.attname)
        if field.primary_key or (not value and (value is None or field.name != "seat")):
            return ""
        if isinstance(field, ForeignKey):
            return self.known.get(field.related_model, {}).get(value, "")  # type: ignore[arg-type]
        if field.name == "events":
            return " ".join(self.event(event) for event in value)
        return self.value(value, field.name)

    def event(self, event: Mapping[str, Any]) -> str:
        kind = str(event["type"])
        return self.value(event, "") if kind.startswith("host.") else kind

    def value(self, value: Any, name: str) -> str:
        if isinstance(value, datetime):
            return f"{value:%d %H:%M:%S}".removesuffix(":00")
        return hide_chance(self.text(value, name))

    def text(self, value: Any, name: str) -> str:
        if isinstance(value, str):
            return re.sub(r"\b(user|person):(\d+)", lambda found: self.known[User].get(int(found[2]), "…"), value)
        return json.dumps(self.named(value, name), default=str, ensure_ascii=False) if is_data(value) else str(value)

    def named(self, value: Any, name: str) -> Any:
        """Put names in the place of the numbers of rows."""
        if name in UNNAMED:
            return "…"
        if isinstance(value, Mapping):
            games = self.known[Game] if name == "choices" else {}
            return {games.get(int(key), key) if games else key: self.named(each, key) for key, each in value.items()}
        if isinstance(value, list):
            return [self.named(each, name) for each in value]
        if isinstance(value, int) and name in ("person", "by", "owner", "taker"):
            return self.known[User].get(value, "…")
        return self.known[Game].get(value, "…") if isinstance(value, int) and name in ("games", "without") else value


def is_data(value: object) -> bool:
    return isinstance(value, dict | list)
