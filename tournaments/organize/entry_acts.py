"""What organizers do before an event begins: close sign-up, call it off, add people."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from games.wording.amounts import join_and
from tournaments.models import Tournament
from tournaments.organize.event_acts import BEFORE_BEGIN, OPEN, PLAYERS, SIGN_UP, Arguments, EventAct, EventActForm, add
from tournaments.services import admission
from tournaments.services.conditions import conditions_of

MOST_NAMES = 100


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


def preview_close(event: Tournament, arguments: Arguments) -> list[str]:
    """Say what begins, or that too few signed up."""
    count, least = event.entrants.filter(entered__isnull=False).count(), max(event.least_entrants, 2)
    said = {"count": count, "least": least, "hours": event.check_in_hours}
    text = ngettext("Sign-up closes with %(count)s player.", "Sign-up closes with %(count)s players.", count) % said
    if event.check_in_hours:
        after = ngettext(
            "Everybody is asked by email to check in within %(hours)s hour. Then the first round is drawn.",
            "Everybody is asked by email to check in within %(hours)s hours. Then the first round is drawn.",
            event.check_in_hours,
        )
        return [text, after % said]
    if count < least:
        return [text, _("At least %(least)s are needed, so the tournament is called off and they are told.") % said]
    return [text, _("The first round is drawn at once.")]


def preview_cancel(event: Tournament, arguments: Arguments) -> list[str]:
    count = event.entrants.exclude(user=None).count()
    told = ngettext(
        "%(count)s player gets an email with your reason.",
        "%(count)s players get an email with your reason.",
        count,
    )
    return [
        _("“%(title)s” does not take place. You cannot undo this.") % {"title": event.title},
        *([told % {"count": count}] if count else []),
    ]


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


add(
    EventAct(
        name="close",
        action="event.close",
        title=gettext_lazy("Close sign-up now"),
        about=gettext_lazy("Nobody else can enter. Check-in begins, or the first round."),
        words=gettext_lazy("closed the sign-up of a tournament"),
        preview=preview_close,
        do=admission.entry_close,
        done=gettext_lazy("Sign-up is closed."),
        group=SIGN_UP,
        when=(Tournament.Status.ENTRY,),
    )
)
add(
    EventAct(
        name="add",
        action="event.add",
        title=gettext_lazy("Add players"),
        about=gettext_lazy("Enter people yourself, even if they do not meet the conditions."),
        words=gettext_lazy("added players to a tournament"),
        form=PeopleForm,
        preview=preview_add,
        do=admission.people_add,
        done=gettext_lazy("The players are entered."),
        group=PLAYERS,
        when=OPEN,
    )
)
add(
    EventAct(
        name="cancel",
        action="event.cancel",
        title=gettext_lazy("Call the tournament off"),
        about=gettext_lazy("It does not take place, and everybody who entered is told why."),
        words=gettext_lazy("called a tournament off"),
        preview=preview_cancel,
        do=admission.event_cancel,
        done=gettext_lazy("The tournament is called off."),
        when=BEFORE_BEGIN,
    )
)
