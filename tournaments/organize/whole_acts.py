"""What organizers do to an event as a whole: seed, begin or call it off, name organizers, make the next season."""

from __future__ import annotations

from django import forms
from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from games.wording.amounts import join_and
from tournaments.models import Tournament
from tournaments.organize.event_acts import (
    BEFORE_BEGIN,
    SIGN_UP,
    WHOLE,
    Arguments,
    EventAct,
    EventActForm,
    Status,
)
from tournaments.services import admission
from tournaments.services.next_season import season_next
from tournaments.services.seeding import SEED, check_seeding, entrants_seed
from tournaments.services.staff import organizer_add, organizer_remove


class SeedForm(EventActForm):
    """The order in which entrants are seeded, by their names."""

    order = forms.CharField(
        label=gettext_lazy("Players, the strongest first"),
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}),
        help_text=gettext_lazy("One name a line. Whoever is left out follows in the order of entry."),
    )

    def prepare(self) -> None:
        rows = self.event.entrants.order_by(F("seed_rank").asc(nulls_last=True), "number")
        self.initial.setdefault("order", "\n".join(rows.values_list("name", flat=True)))

    def clean_order(self) -> list[int]:
        known = {each.name.lower(): each.pk for each in self.event.entrants.all()}
        names = [line.strip().removeprefix("@").lower() for line in self.cleaned_data["order"].splitlines()]
        if unknown := [name for name in names if name and name not in known]:
            raise forms.ValidationError(_("%(name)s has not entered this tournament.") % {"name": unknown[0]})
        if len({*filter(None, names)}) < len([*filter(None, names)]):
            raise forms.ValidationError(_("Name each player once."))
        return [known[name] for name in names if name]


class NewOrganizerForm(EventActForm):
    """Somebody by their name."""

    person = forms.CharField(label=gettext_lazy("Player name"), max_length=24)

    def clean_person(self) -> User:
        name = self.cleaned_data["person"].strip().removeprefix("@")
        found = User.objects.filter(username__iexact=name, is_active=True).first()
        if found is None:
            raise forms.ValidationError(_("No player has this name."))
        return found


class OrganizerForm(EventActForm):
    """One of the organizers of an event."""

    person = forms.ModelChoiceField(label=gettext_lazy("Organizer"), queryset=User.objects.none())

    def prepare(self) -> None:
        self.fields["person"] = forms.ModelChoiceField(
            label=gettext_lazy("Organizer"), queryset=self.event.organizers.order_by("username")
        )


class NextForm(EventActForm):
    """The name of the next season."""

    title = forms.CharField(label=gettext_lazy("Name of the next season"), max_length=60)


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


def preview_seed(event: Tournament, arguments: Arguments) -> list[str]:
    check_seeding(event)
    names = {each.pk: each.name for each in event.entrants.all()}
    first = join_and([names[pk] for pk in arguments["order"][:4]])
    return [
        _("%(first)s come first in the seeding.") % {"first": first},
        _("You can change it until the tournament begins. Players who enter later follow behind."),
    ]


def preview_organizer(event: Tournament, arguments: Arguments) -> list[str]:
    text = _(
        "%(who)s sees this tournament’s pages and games as you do, gets questions about them, and cannot enter it."
    )
    return [text % {"who": arguments["person"].username}]


def preview_remove(event: Tournament, arguments: Arguments) -> list[str]:
    return [_("%(who)s no longer organizes this tournament.") % {"who": arguments["person"].username}]


def preview_next(event: Tournament, arguments: Arguments) -> list[str]:
    said = [_("“%(title)s” is prepared with the same settings. Nobody sees it yet, and everybody enters again.")]
    if any(stage.form["kind"] == "league" for stage in event.stages.all()):
        said.append(_("Divisions follow from this season: the first go up, the last two down, newcomers begin below."))
    return [line % {"title": arguments["title"]} for line in said]


SIGN_UP.add(
    EventAct(
        name="seed",
        action=SEED,
        title=gettext_lazy("Seed by hand"),
        about=gettext_lazy("The order of players at the start, where the tournament is seeded by hand."),
        words=gettext_lazy("seeded a tournament by hand"),
        form=SeedForm,
        preview=preview_seed,
        do=entrants_seed,
        done=gettext_lazy("The seeding is kept."),
    )
)
SIGN_UP.add(
    EventAct(
        name="close",
        title=gettext_lazy("Close sign-up now"),
        about=gettext_lazy("Nobody else can enter. Check-in begins, or the first round."),
        words=gettext_lazy("closed the sign-up of a tournament"),
        preview=preview_close,
        do=admission.entry_close,
        done=gettext_lazy("Sign-up is closed."),
        when=(Tournament.Status.ENTRY,),
    )
)
WHOLE.add(
    EventAct(
        name="organizer",
        action="event.organizer_add",
        title=gettext_lazy("Name an organizer"),
        about=gettext_lazy("Of this tournament alone."),
        words=gettext_lazy("named an organizer of a tournament"),
        form=NewOrganizerForm,
        preview=preview_organizer,
        do=organizer_add,
        done=gettext_lazy("The organizer is named."),
    )
)
WHOLE.add(
    EventAct(
        name="no-organizer",
        action="event.organizer_remove",
        title=gettext_lazy("Remove an organizer"),
        about=gettext_lazy("They no longer organize this tournament."),
        words=gettext_lazy("removed an organizer of a tournament"),
        form=OrganizerForm,
        preview=preview_remove,
        do=organizer_remove,
        done=gettext_lazy("Done."),
    )
)
WHOLE.add(
    EventAct(
        name="cancel",
        title=gettext_lazy("Call the tournament off"),
        about=gettext_lazy("It does not take place, and everybody who entered is told why."),
        words=gettext_lazy("called a tournament off"),
        preview=preview_cancel,
        do=admission.event_cancel,
        done=gettext_lazy("The tournament is called off."),
        when=BEFORE_BEGIN,
    )
)
WHOLE.add(
    EventAct(
        name="next",
        title=gettext_lazy("Next season"),
        about=gettext_lazy("The same settings once more; a league moves its divisions."),
        words=gettext_lazy("prepared the next season"),
        form=NextForm,
        preview=preview_next,
        do=season_next,
        done=gettext_lazy("The next season is prepared. You find it among your tournaments."),
        when=(Status.OVER,),
    )
)
