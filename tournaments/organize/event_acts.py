"""What organizers do to an event: each act asks for a reason, previews its effect in sentences, and is done by a
service that writes the audit log. Here is what acts are made of; each group of them has a module.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.form_fields import choice_field
from common.registry import Registry
from engine import Facts
from games.organize.forms import ReasonForm
from games.organize.log import AUDIT_WORDS, AuditWords
from tournaments.models import Entrant, Round, Tournament

CHOOSE_PLAYER = gettext_lazy("Choose a player.")
NOBODY = ("", gettext_lazy("Choose a player"))
"""Stands first where a player is to be chosen, so that nobody is by oversight."""

Status = Tournament.Status
BEFORE_BEGIN = (Status.DRAFT, Status.ENTRY, Status.CHECK_IN)
OPEN = (Status.ENTRY, Status.CHECK_IN, Status.RUNNING)
PLAYED = (Status.RUNNING, Status.OVER)

Arguments = Facts
"""Cleaned fields of the act's form but for the reason; each act has its own."""


class EventActForm(ReasonForm):
    """A reason, and what else an act on an event asks for."""

    def __init__(
        self, posted: QueryDict | None = None, *, event: Tournament, initial: dict[str, object] | None = None
    ) -> None:
        self.event = event
        super().__init__(posted, initial=initial)


class EntrantForm(EventActForm):
    """Somebody who entered."""

    entrant_id = forms.TypedChoiceField(
        label=gettext_lazy("Player"), coerce=int, error_messages={"required": CHOOSE_PLAYER}
    )

    def prepare(self) -> None:
        rows = self.event.entrants.exclude(entered=None).order_by("name")
        choice_field(self, "entrant_id").choices = [NOBODY, *((each.pk, each.name) for each in rows)]


@dataclass(frozen=True, kw_only=True)
class EventAct:
    """Something that an organizer does to an event. Its page and its preview are made from this record."""

    name: str  # in its address
    title: str | Promise
    about: str | Promise
    words: str | Promise  # in the audit log, after a name
    preview: Callable[[Tournament, Arguments], list[str]]
    do: Callable[..., object]
    done: str | Promise
    form: type[EventActForm] = EventActForm
    warn: Callable[[EventActForm], str] = lambda form: ""  # what is said before anybody types
    first: str = ""  # the field that is chosen before all others, by a link
    action: str = ""  # in the audit log; without one it follows from the name
    when: Sequence[str] = ()  # the states of an event in which it is listed; without any those of its group


EVENT_ACTS: Registry[EventAct] = Registry()


@dataclass
class Group:
    """Acts that are listed under one heading, as a rule in these states of an event."""

    title: str | Promise
    when: Sequence[str]
    names: list[str] = field(default_factory=list)

    def add(self, act: EventAct) -> None:
        """Register an act, and what the audit log says of it."""
        made = replace(act, when=act.when or self.when, action=act.action or f"event.{act.name.replace('-', '_')}")
        EVENT_ACTS.add(made)
        AUDIT_WORDS.add(AuditWords(made.action, made.words))
        self.names.append(made.name)


SIGN_UP = Group(gettext_lazy("Sign-up"), BEFORE_BEGIN[1:])
RESULTS = Group(gettext_lazy("Results"), PLAYED)
PLAYERS = Group(gettext_lazy("Players"), OPEN)
DRAWS = Group(gettext_lazy("Draws"), (Status.RUNNING,))
WHOLE = Group(gettext_lazy("The tournament"), tuple(Status))
GROUPS = (SIGN_UP, RESULTS, PLAYERS, DRAWS, WHOLE)


# ---- words of several acts


def names_in(event: Tournament) -> dict[str, str]:
    """Map the ids of entrants to their names. One query."""
    return {each.code: each.name for each in event.entrants.all()}


def name_round(drawn: Round) -> str:
    """Name a round, or a group of it: "Round 3", "Round 3, B"."""
    return ", ".join(filter(None, (_("Round %(number)s") % {"number": drawn.number}, drawn.group)))


def entrant_of(event: Tournament, arguments: Arguments) -> Entrant:
    return event.entrants.get(pk=arguments["entrant_id"])
