"""What organizers do about the players of an event: write to them, add some, put one out and let them back in."""

from __future__ import annotations

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from common.form_fields import choice_field
from games.organize.reach import count_reached, unreached_words
from games.wording.amounts import join_and
from tournaments.models import Tournament
from tournaments.organize.event_acts import (
    PLAYERS,
    Arguments,
    EntrantForm,
    EventAct,
    EventActForm,
    Status,
    entrant_of,
)
from tournaments.selectors.questions import ANSWER, open_questions
from tournaments.services import admission, repairs
from tournaments.services.conditions import conditions_of
from tournaments.services.letters import WRITE, entrant_write, event_answer

MOST_NAMES = 100
EVERYBODY = 0
"""Stands for everybody who entered where a message may go to one."""


def read_names(text: str) -> list[str]:
    """Split a text with a name a line, or with commas between; a name may have an `@` before it."""
    words = text.replace(",", "\n").split("\n")
    return list(dict.fromkeys(name for word in words if (name := word.strip().removeprefix("@"))))


class PeopleForm(EventActForm):
    """People by their names."""

    people = forms.CharField(
        label=gettext_lazy("Player names"),
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=gettext_lazy("One on each line, or with commas between them."),
    )

    def clean_people(self) -> list[User]:
        """Find everybody who is named."""
        names = read_names(self.cleaned_data["people"])
        if len(names) > MOST_NAMES:
            raise forms.ValidationError(_("Name at most %(most)s players at once.") % {"most": MOST_NAMES})
        found = {name: User.objects.filter(username__iexact=name, is_active=True).first() for name in names}
        if strangers := [name for name, person in found.items() if person is None]:
            raise forms.ValidationError(_("No player is called %(names)s.") % {"names": join_and(strangers)})
        return [person for person in found.values() if person is not None]


class WriteForm(EventActForm):
    """A message, and to whom."""

    entrant_id = forms.TypedChoiceField(label=gettext_lazy("To"), coerce=int)

    def prepare(self) -> None:
        rows = self.event.entrants.exclude(user=None).order_by("name")
        everybody = [(EVERYBODY, _("everybody who entered"))]
        choice_field(self, "entrant_id").choices = [*everybody, *((each.pk, each.name) for each in rows)]
        make_message(self)


class AnswerForm(EventActForm):
    """An answer, and to which message."""

    question_id = forms.TypedChoiceField(label=gettext_lazy("To"), coerce=int)

    def prepare(self) -> None:
        choice_field(self, "question_id").choices = [
            (row.pk, f"{row.user.username if row.user else ''}: {row.reason[:80]}")
            for row in open_questions(self.event)
        ]
        make_message(self)


def make_message(form: EventActForm) -> None:
    """Turn the reason of a form into a message."""
    field = form.fields["reason"]
    field.label, field.widget.attrs["rows"] = _("Message"), 6
    field.error_messages["required"] = _("Write a message.")
    field.help_text = _("Sent by email and kept in the audit log.")


def readers_of(event: Tournament, chosen: int) -> list[User]:
    """List who a message is for: one entrant, or everybody who entered."""
    rows = event.entrants.exclude(user=None).select_related("user").order_by("name")
    return [each.user for each in (rows.filter(pk=chosen) if chosen else rows) if each.user is not None]


def warn_unreached(form: EventActForm) -> str:
    """Name whom no email reaches, among those for whom a message is."""
    chosen = str(form["entrant_id"].value() or EVERYBODY)
    readers = readers_of(form.event, int(chosen) if chosen.isdecimal() else EVERYBODY)
    return unreached_words(readers, timezone.now())


def preview_write(event: Tournament, arguments: Arguments) -> list[str]:
    """Count who gets a message, and name whom it does not reach."""
    readers, now = readers_of(event, arguments["entrant_id"]), timezone.now()
    count = count_reached(readers, now)
    text = ngettext("%(count)s player gets it by email.", "%(count)s players get it by email.", count)
    return [line for line in (text % {"count": count}, unreached_words(readers, now)) if line]


def preview_answer(event: Tournament, arguments: Arguments) -> list[str]:
    asked = next((row for row in open_questions(event) if row.pk == arguments["question_id"]), None)
    if asked is None or asked.user is None:
        return [_("The message is answered already, or its account is gone.")]
    return [_("%(who)s gets your answer by email.") % {"who": asked.user.username}, asked.reason]


def preview_add(event: Tournament, arguments: Arguments) -> list[str]:
    people = arguments["people"]
    said = [_("%(names)s: entered in the tournament.") % {"names": join_and([person.username for person in people])}]
    unmet = [person.username for person in people if any(each.why_not for each in conditions_of(event, person))]
    if unmet:
        said.append(
            _("A condition of entry is not met by %(names)s. You can add them all the same.")
            % {"names": join_and(unmet)}
        )
    return said


def preview_disqualify(event: Tournament, arguments: Arguments) -> list[str]:
    who = entrant_of(event, arguments)
    return [
        _("%(who)s plays no further round. Games that run go on.") % {"who": who.name},
        _("You can take this back until the next round is public."),
    ]


def preview_readmit(event: Tournament, arguments: Arguments) -> list[str]:
    return [_("%(who)s is paired again from the next round on.") % {"who": entrant_of(event, arguments).name}]


PLAYERS.add(
    EventAct(
        name="write",
        action=WRITE,
        title=gettext_lazy("Write to players"),
        about=gettext_lazy("To one, or to everybody who entered."),
        words=gettext_lazy("wrote to players of a tournament"),
        form=WriteForm,
        preview=preview_write,
        do=entrant_write,
        done=gettext_lazy("Sent."),
        warn=warn_unreached,
    )
)
PLAYERS.add(
    EventAct(
        name="answer",
        action=ANSWER,
        title=gettext_lazy("Answer a message"),
        about=gettext_lazy("Of somebody who wrote to the organizers."),
        words=gettext_lazy("answered a message"),
        form=AnswerForm,
        preview=preview_answer,
        do=event_answer,
        done=gettext_lazy("The answer is sent."),
        when=tuple(Status),
    )
)
PLAYERS.add(
    EventAct(
        name="add",
        title=gettext_lazy("Add players"),
        about=gettext_lazy("Enter people yourself, even if they do not meet the conditions."),
        words=gettext_lazy("added players to a tournament"),
        form=PeopleForm,
        preview=preview_add,
        do=admission.people_add,
        done=gettext_lazy("The players are entered."),
    )
)
PLAYERS.add(
    EventAct(
        name="disqualify",
        title=gettext_lazy("Disqualify a player"),
        about=gettext_lazy("They play no further round."),
        words=gettext_lazy("disqualified a player"),
        form=EntrantForm,
        preview=preview_disqualify,
        do=repairs.entrant_disqualify,
        done=gettext_lazy("The player is out."),
    )
)
PLAYERS.add(
    EventAct(
        name="readmit",
        title=gettext_lazy("Let a player back in"),
        about=gettext_lazy("Somebody who left, if no round was public since."),
        words=gettext_lazy("let a player back in"),
        form=EntrantForm,
        preview=preview_readmit,
        do=repairs.entrant_readmit,
        done=gettext_lazy("The player is back."),
    )
)
