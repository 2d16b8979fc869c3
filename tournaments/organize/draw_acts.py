"""What organizers do about draws: swap and publish a draft, take a round back, have one drawn."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.form_fields import choice_field
from tournaments.documents import Json
from tournaments.models import Round, Tournament
from tournaments.organize.event_acts import (
    CHOOSE_PLAYER,
    DRAWS,
    NOBODY,
    Arguments,
    EventAct,
    EventActForm,
    name_round,
    names_in,
)
from tournaments.services import repairs
from tournaments.swaps import seat_swapped


class SwapForm(EventActForm):
    """Two players of a draft."""

    round_id = forms.TypedChoiceField(label=gettext_lazy("Draft"), coerce=int)
    one = forms.ChoiceField(label=gettext_lazy("Player"), error_messages={"required": CHOOSE_PLAYER})
    other = forms.ChoiceField(label=gettext_lazy("changes places with"), error_messages={"required": CHOOSE_PLAYER})

    def prepare(self) -> None:
        drafts = self.event.drawn.filter(status=Round.Status.DRAFT, output__isnull=False)
        choice_field(self, "round_id").choices = [(drawn.pk, name_round(drawn)) for drawn in drafts]
        players = [(each.code, each.name) for each in self.event.entrants.exclude(entered=None).order_by("name")]
        choice_field(self, "one").choices = choice_field(self, "other").choices = [NOBODY, *players]
        self.fields["reason"].help_text = _("Public with the draw.")


class DraftForm(EventActForm):
    """A draft."""

    round_id = forms.TypedChoiceField(label=gettext_lazy("Draft"), coerce=int)

    def prepare(self) -> None:
        drafts = self.event.drawn.filter(status=Round.Status.DRAFT, output__isnull=False)
        choice_field(self, "round_id").choices = [(drawn.pk, name_round(drawn)) for drawn in drafts]


class PublishForm(EventActForm):
    """When drafts become public."""

    at = forms.DateTimeField(
        label=gettext_lazy("When"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=gettext_lazy("In your time zone. Leave it empty to publish now."),
    )


def preview_swap(event: Tournament, arguments: Arguments) -> list[str]:
    """Say who changes places, and which meetings are repeated before and after."""
    drawn = event.drawn.select_related("stage").get(pk=arguments["round_id"])
    one, other = arguments["one"], arguments["other"]
    repairs.check_swap(drawn, one, other)
    names = names_in(event)
    before = count_repeats(drawn, drawn.swaps)
    after = count_repeats(drawn, [*drawn.swaps, {"pair": [one, other]}])
    return [
        _("%(one)s and %(other)s change places.") % {"one": names[one], "other": names[other]},
        _("Pairs who have met before: %(before)s now, %(after)s then.") % {"before": before, "after": after},
        _("The draw stays as it is in its file; the swap stands beside it with your reason."),
        _("You can take this back until the draw is public."),
    ]


def count_repeats(drawn: Round, swaps: list[Json]) -> int:
    """Count the pairs at the tables of a draft who have met before."""
    met = {player["id"]: player["met"] for player in drawn.given["players"]}
    tables, _byes = seat_swapped(drawn.files.output, swaps)
    return sum(b in met[a] for table in tables for a in table for b in table if a < b)


def preview_swap_undo(event: Tournament, arguments: Arguments) -> list[str]:
    return [_("The last swap of this draft is taken back.")]


def preview_publish(event: Tournament, arguments: Arguments) -> list[str]:
    if arguments.get("at"):
        return [_("The draft becomes public at the time you chose, and its games begin then.")]
    return [
        _("The draft becomes public now and its games begin. Everybody at a table gets an email."),
        _("Results of earlier rounds no longer change."),
    ]


def preview_redraw(event: Tournament, arguments: Arguments) -> list[str]:
    return [
        _("The last round is taken back and drawn anew from what is true now, with the same seed."),
        _("If its games have begun, they are called off and their players are told. Nobody may have given an order."),
    ]


def preview_undo_round(event: Tournament, arguments: Arguments) -> list[str]:
    return [
        _("The last round is taken back. It is drawn again when you ask for it."),
        _("If its games have begun, they are called off and their players are told. Nobody may have given an order."),
    ]


def preview_draw(event: Tournament, arguments: Arguments) -> list[str]:
    return [_("The next round is drawn within seconds.")]


DRAWS.add(
    EventAct(
        name="swap",
        title=gettext_lazy("Swap two players"),
        about=gettext_lazy("Of a draft, with a reason that everybody reads."),
        words=gettext_lazy("swapped two players of a draft"),
        form=SwapForm,
        preview=preview_swap,
        do=repairs.draft_swap,
        done=gettext_lazy("The two are swapped."),
    )
)
DRAWS.add(
    EventAct(
        name="swap-undo",
        title=gettext_lazy("Undo the last swap"),
        about=gettext_lazy("Of a draft."),
        words=gettext_lazy("undid a swap"),
        form=DraftForm,
        preview=preview_swap_undo,
        do=repairs.swap_undo,
        done=gettext_lazy("The swap is undone."),
    )
)
DRAWS.add(
    EventAct(
        name="publish",
        title=gettext_lazy("Publish the draft"),
        about=gettext_lazy("Now, or at a time that you say."),
        words=gettext_lazy("published a draw"),
        form=PublishForm,
        preview=preview_publish,
        do=repairs.round_publish,
        done=gettext_lazy("Done."),
    )
)
DRAWS.add(
    EventAct(
        name="redraw",
        title=gettext_lazy("Draw the last round anew"),
        about=gettext_lazy("Before anybody has given an order in it."),
        words=gettext_lazy("had a round drawn anew"),
        preview=preview_redraw,
        do=repairs.round_redraw,
        done=gettext_lazy("The round is drawn anew within seconds."),
    )
)
DRAWS.add(
    EventAct(
        name="undo-round",
        title=gettext_lazy("Take the last round back"),
        about=gettext_lazy("Before anybody has given an order in it."),
        words=gettext_lazy("took a round back"),
        preview=preview_undo_round,
        do=repairs.round_undo,
        done=gettext_lazy("The round is taken back."),
    )
)
DRAWS.add(
    EventAct(
        name="draw",
        title=gettext_lazy("Draw the next round"),
        about=gettext_lazy("After a round was taken back."),
        words=gettext_lazy("had a round drawn"),
        preview=preview_draw,
        do=repairs.round_draw,
        done=gettext_lazy("The round is drawn within seconds."),
    )
)
