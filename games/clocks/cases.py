"""Runs cases of the clock: plain data that say when something is asked, what happens then, and what is expected."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from games.clocks.calendar import MINUTE
from games.clocks.deadline import Deadline, TimeLeft, bank_after, moved, next_deadline, reminders, time_left, together
from games.clocks.values import Ask, ClockError, ClockRules, SeatTime, read_absence, read_instant, read_rules, read_seat

Case = Mapping[str, Any]
"""A case as its file has it, and what it gives, as JSON."""

DEFAULTS = {"zone": "UTC", "reaction": 1440}
"""What a case leaves out, where that is not what a game leaves out."""


@dataclass
class Asked:
    """A seat that is asked: what it was asked, until when, and what its clock had left when it stopped."""

    seat: SeatTime
    ask: Ask
    deadline: Deadline | None = None
    left: TimeLeft | None = None
    given: int = 0
    is_answered: bool = False


@dataclass
class Run:
    """A case as it goes on."""

    rules: ClockRules
    asked: dict[str, Asked] = field(default_factory=dict)

    def ask_all(self, seats: Iterable[str], ask: Ask) -> None:
        """Ask seats a question; sealed ones have one deadline for all."""
        for name in seats:
            self.asked[name].ask, self.asked[name].given = ask, 0
            self.asked[name].is_answered = False
            self.set_deadline(name)
        self.share_latest()

    def open_questions(self) -> Iterator[tuple[str, Asked]]:
        """Yield the seats that have not answered yet, with what they are asked."""
        yield from ((name, asked) for name, asked in self.asked.items() if not asked.is_answered)

    def set_deadline(self, name: str) -> None:
        asked = self.asked[name]
        deadline = next_deadline(self.rules, asked.seat, asked.ask)
        asked.deadline = moved(self.rules, asked.seat, deadline, asked.given) if asked.given else deadline

    def share_latest(self) -> None:
        sealed = [each for each in self.asked.values() if each.ask.kind == "sealed" and each.deadline is not None]
        if sealed:
            latest = together([each.deadline for each in sealed if each.deadline is not None])
            for each in sealed:
                each.deadline = latest


def run_case(case: Case) -> Case:
    """Return what a case gives for each seat, or which setting is refused."""
    try:
        run = begin(case)
        for event in case.get("events", ()):
            EVENTS[event["event"]](run, event)
    except ClockError as exc:
        return {"refused": exc.name}
    return {name: dict(outcome(run, asked)) for name, asked in run.asked.items()}


def begin(case: Case) -> Run:
    """Ask the question of a case. Raises ClockError."""
    run = Run(read_rules({**DEFAULTS, **case["clock"]}))
    asked = case["ask"]
    ask = Ask(read_instant("at", asked["at"]), asked["kind"], asked["round"], asked.get("within"))
    seats = {name: read_seat(data, run.rules) for name, data in case["seats"].items()}
    run.asked = {name: Asked(seats[name], ask) for name in asked["seats"]}
    run.ask_all(asked["seats"], ask)
    return run


def outcome(run: Run, asked: Asked) -> Iterator[tuple[str, object]]:
    """Yield all that a case can expect of a seat."""
    if run.rules.bank is not None:
        yield "bank", asked.seat.bank
    if asked.is_answered or asked.deadline is None:
        return
    if asked.deadline.is_waived:
        yield "answered_by", "standing orders"
        return
    yield "deadline", write_instant(asked.deadline.deadline_at)
    yield "due", write_instant(asked.deadline.due_at)
    yield "own_until", write_instant(asked.deadline.own_until)
    yield "remind", [write_instant(at) for at in reminders(run.rules, asked.seat, asked.ask, asked.deadline)]


def write_instant(at: datetime) -> str:
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


def is_met(case: Case, got: Case) -> bool:
    """Check whether all that a case expects is what it got."""
    expected = case["expect"]
    if "refused" in expected or "refused" in got or "error" in got:
        return bool(expected == got)
    return all(
        got.get(name, {}).get(key) == value for name, wanted in expected.items() for key, value in wanted.items()
    )


# ---- what happens


def stop(run: Run, event: Case) -> None:
    """Stop all clocks: somebody else is asked, or the game pauses."""
    at = read_instant("at", event["at"])
    for _name, asked in run.open_questions():
        assert asked.deadline is not None
        asked.left = time_left(run.rules, asked.seat, asked.deadline, at)


def go(run: Run, event: Case) -> None:
    """Let all clocks go on with what they have left."""
    at = read_instant("at", event["at"])
    for name, asked in run.open_questions():
        assert asked.left is not None
        asked.seat = replace(asked.seat, bank=asked.left.bank)
        asked.ask, asked.given = replace(asked.ask, at=at, left=asked.left.own, own=asked.left.own_time), 0
        run.set_deadline(name)
    run.share_latest()


def give(run: Run, minutes: int) -> None:
    """Move all deadlines by an outage or an extension."""
    for _name, asked in run.open_questions():
        assert asked.deadline is not None
        asked.given += minutes
        asked.deadline = moved(run.rules, asked.seat, asked.deadline, minutes)
    run.share_latest()


def end_outage(run: Run, event: Case) -> None:
    give(run, (read_instant("to", event["to"]) - read_instant("from", event["from"])) // MINUTE)


def extend(run: Run, event: Case) -> None:
    give(run, event["minutes"])


def take_order(run: Run, event: Case) -> None:
    """Note the first order of a turn: time that was given before it is over with it."""
    asked = run.asked[event["seat"]]
    before = asked.deadline
    assert before is not None
    if run.rules.begun is None or asked.ask.kind != "turn" or before.is_elapsed:
        return
    asked.ask, asked.given = replace(asked.ask, begun_at=read_instant("at", event["at"])), 0
    run.set_deadline(event["seat"])
    assert asked.deadline is not None
    asked.deadline = replace(asked.deadline, own_until=before.own_until)


def take_answer(run: Run, event: Case) -> None:
    """Pay an answered turn from the bank of a seat."""
    end_turn(run.rules, run.asked[event["seat"]], read_instant("at", event["at"]))


def miss(run: Run, event: Case) -> None:
    """Empty the bank of a seat that has missed its turn."""
    end_turn(run.rules, run.asked[event["seat"]], None)


def end_turn(rules: ClockRules, asked: Asked, answered_at: datetime | None) -> None:
    assert asked.deadline is not None
    if asked.ask.kind == "turn":
        asked.seat = replace(asked.seat, bank=bank_after(rules, asked.seat, asked.deadline, answered_at))
    asked.is_answered = True


def announce_vacation(run: Run, event: Case) -> None:
    """Announce a vacation while the clock runs."""
    asked = run.asked[event["seat"]]
    absence = read_absence({"from": event["from"], "to": event["to"], "announced": event["at"]})
    asked.seat = replace(asked.seat, vacation=(*asked.seat.vacation, absence))
    run.set_deadline(event["seat"])
    run.share_latest()


def ask_again(run: Run, event: Case) -> None:
    """Ask the same seats a further question."""
    first = next(iter(run.asked.values())).ask
    at = read_instant("at", event["at"])
    again = Ask(at, event.get("kind", first.kind), event.get("round", first.round), event.get("within"))
    run.ask_all(run.asked, again)


EVENTS = {
    "stop": stop,
    "go": go,
    "outage": end_outage,
    "extend": extend,
    "order": take_order,
    "answer": take_answer,
    "miss": miss,
    "vacation": announce_vacation,
    "ask": ask_again,
}
