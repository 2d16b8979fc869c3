"""The table of decisions: one record for each kind of question, with all that the site knows of it.

    DECISIONS.add(Decision("setup.claim_asked", summary=_("Claim a territory."), panel=panel, ...))

Every part has a default that works for any decision, so that a new one can be played before anybody has written a word
for it; `generic_parts` says what still stands on its default. Records register themselves when their module is
imported; `load` imports all of this package, folders of families too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _

import engine
from common.module_loading import import_all
from games.decisions.context import PageContext
from games.decisions.generic import generic_panel
from games.decisions.panel import Panel
from games.decisions.posted import PostedForm, parse_by_fields
from games.decisions.prompts import Prompt, generic_prompt
from games.decisions.suggestion import Suggestion, generic_suggestions
from games.wording.narration.sentences import SentenceMaker, registers_sentence

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as LazyText

Parse = Callable[[PostedForm], dict[str, Any]]
Suggest = Callable[[engine.PlayerView, engine.Offer], Iterator[Suggestion]]


@dataclass(frozen=True)
class Answer:
    """What the site knows of one action that answers decisions: how its form is read (None: by the fields of its
    offer), and good ones of it for the links of mails."""

    parse: Parse | None = None
    suggest: Suggest = generic_suggestions


@dataclass(frozen=True)
class Timeout:
    """What happens when nobody answers in time, for each reader.

    `turn` completes "…, and the turn passes to Red" for the player who is asked on the clock of a turn; `owner`
    completes "If you do not answer, …" on a clock of its own, `others` the same for the rest of the table; `organizer`
    completes "Red’s turn is skipped: …". Those who are not asked may not learn from it what a hand holds.
    """

    turn: Callable[[engine.PlayerView], str] | None = None
    owner: LazyText = _("the default answer is given for you.")
    others: LazyText = _("the default answer is given.")
    organizer: LazyText = _("the default answer is given")


GENERIC_TIMEOUT = Timeout()


@dataclass(frozen=True)
class Decision:
    """What the site knows of one kind of decision.

    `summary` says to anybody what is asked, alike for all who may be; `panel` builds what stands beside the board;
    `prompt` asks its owner in mails; `answers` and `sentences` are by the tags of actions and of events.
    """

    kind: str
    summary: LazyText = _("Answer a question.")
    panel: Callable[[PageContext], Panel] = generic_panel
    prompt: Callable[[engine.PlayerView], Prompt] = generic_prompt
    timeout: Timeout = GENERIC_TIMEOUT
    answers: Mapping[str, Answer] = field(default_factory=dict)
    sentences: Mapping[str, SentenceMaker] = field(default_factory=dict)


GENERIC = Decision("")
GENERIC_ANSWER = Answer()


class Registry:
    """The decisions by their kinds, and the actions that answer them by their tags."""

    def __init__(self) -> None:
        self._decisions: dict[str, Decision] = {}
        self._answers: dict[str, Answer] = {}
        self._common: dict[str, Answer] = {}

    def add(self, decision: Decision) -> Decision:
        """Register a record. Raises ValueError for a kind that has one already."""
        if decision.kind in self._decisions:
            raise ValueError(f"There are two records of the decision {decision.kind}.")
        self._decisions[decision.kind] = decision
        self._answers = {**decision.answers, **self._answers}
        for tag, sentence in decision.sentences.items():
            registers_sentence(tag)(sentence)
        return decision

    def add_common(self, tag: str, answer: Answer) -> None:
        """Register an action that answers many decisions; the record of a decision may say otherwise."""
        self._common[tag] = answer

    def __getitem__(self, kind: str) -> Decision:
        """The record of a kind; one of defaults where none was registered."""
        return self._decisions.get(kind, GENERIC)

    def __iter__(self) -> Iterator[Decision]:
        return iter(self._decisions.values())

    def answer(self, tag: str, kind: str = "") -> Answer:
        """How an action is read and suggested: as the decision `kind` says, else as all do, else as the first that
        knows it, else by the fields of its offer."""
        for known in (self[kind].answers, self._common, self._answers):
            if tag in known:
                return known[tag]
        return GENERIC_ANSWER


DECISIONS = Registry()


def load() -> None:
    """Have every record register itself."""
    import_all("games.decisions")


def generic_parts(kind: str, tags: Iterable[str] = ()) -> list[str]:
    """Name the parts of a decision that stand on their defaults, and those of the actions `tags` that answer it."""
    decision, names = DECISIONS[kind], ("summary", "panel", "prompt", "timeout")
    parts = [name for name in names if getattr(decision, name) is getattr(GENERIC, name)]
    for tag in tags:
        answer = DECISIONS.answer(tag, kind)
        parts += [f"{tag}: parse"] * (answer.parse is None) + [f"{tag}: suggest"] * (
            answer.suggest is generic_suggestions
        )
    return parts


def parse_answer(form: PostedForm, tag: str) -> dict[str, Any]:
    """The fields of an action from its form. Raises IncompleteForm."""
    parse = DECISIONS.answer(tag).parse
    return parse(form) if parse else parse_by_fields(form, tag)
