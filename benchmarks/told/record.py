"""What the people at a table were told of their deadlines, and whether all of it can be true."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta

Name = tuple[int, str, int]
"""What a question goes by: its seat, its pace, and the number of its decision or turn."""

ANEW = timedelta(hours=4)
"""A deadline that has moved by as much may be reminded of anew."""


@dataclass
class Question:
    """A question to a seat: until when an answer was awaited as it was told last, with which reminders since it last
    moved far, and how it ended."""

    until: datetime
    reminded: list[tuple[datetime, datetime]] = field(default_factory=list)
    end: str = ""
    may_shorten: bool = False


class Record:
    """Everything that was told, by seat and question, and the faults in it."""

    def __init__(self) -> None:
        self.questions: dict[Name, Question] = {}
        self.faults: list[str] = []
        self.happened: list[str] = []
        self.told = 0

    def note(self, at: datetime, text: str) -> None:
        """Note what happened, to be shown beside a fault."""
        self.happened.append(f"{at:%Y-%m-%d %H:%M:%S} {text}")

    def fault(self, at: datetime, text: str) -> None:
        self.faults.append(f"{at:%Y-%m-%d %H:%M:%S}: {text}")

    def excuse(self, name: Name) -> None:
        """Let the deadline that is told next come sooner: by the first order of a turn, where that limits it, and by a
        vacation that is given back."""
        if name in self.questions:
            self.questions[name].may_shorten = True

    def tell(self, name: Name, at: datetime, until: datetime) -> None:
        """Tell a deadline, which comes no sooner than was told, but by what its reader did."""
        self.told += 1
        question = self.questions.setdefault(name, Question(until))
        if question.end:
            self.fault(at, f"{name} is open again, although it was {question.end}")
        if until < question.until and not question.may_shorten:
            self.fault(at, f"{name} has until {until}, and was told {question.until}")
        question.until, question.may_shorten = until, False
        question.reminded = [each for each in question.reminded if abs(each[1] - until) < ANEW]

    def remind(self, name: Name, at: datetime, until: datetime, most: int) -> None:
        """Send one of `most` reminders that a reader wants of one deadline."""
        self.told += 1
        question = self.questions.get(name)
        if question is None or question.end:
            self.fault(at, f"{name} is reminded of, and {question.end if question else 'was never asked'}")
            return
        if until != question.until or at >= until:
            self.fault(at, f"{name} is reminded of {until}, and was told {question.until}")
        if len(question.reminded) >= most:
            self.fault(at, f"{name} is reminded of {until} for the {len(question.reminded) + 1}th time")
        question.reminded.append((at, until))

    def answer(self, name: Name, at: datetime) -> None:
        """Let a question be answered."""
        self._end(name, at, "answered")

    def miss(self, name: Name, at: datetime, grace: timedelta) -> None:
        """Let the time for a question run out."""
        question = self._end(name, at, "missed")
        if question is not None and at < question.until + grace:
            self.fault(at, f"{name} is missed, and had until {question.until}")

    def _end(self, name: Name, at: datetime, how: str) -> Question | None:
        question = self.questions.get(name)
        if question is None or question.end:
            self.fault(at, f"{name} is {how}, and was {question.end if question else 'never asked'}")
            return None
        question.end = how
        return question
