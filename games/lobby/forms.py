"""Forms of the lobby and of a game's settings. The form for a new game is `games.lobby.new_game_form`."""

from __future__ import annotations

from collections.abc import Mapping

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import engine
from common.form_fields import choice_field
from common.mail_ways import WAYS_OF_NEWS, WAYS_OF_PRESS, WAYS_OF_TURNS, choices_of
from engine.bots import opponents
from games.errors import LobbyError
from games.models import Colour, Player
from games.models.game import WORD_LETTERS
from games.services.invitations import LONGEST_NOTE, clean_note

MOST_DEFENDERS = 1000
"""On a path of fights to reckon: the work grows with their sum, and anybody may ask."""


def bot_choices() -> list[tuple[str, str]]:
    """List opponents by their titles."""
    return [(name, bot.title) for name, bot in opponents().items()]


class WordField(forms.CharField):
    """What somebody adds to the dice. A script fills in a random word on sending where it is empty, else the site."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Your word for the dice"),
            required=False,
            max_length=WORD_LETTERS,
            help_text=_(
                "Any text; empty means a random one. Everyone’s word goes into the dice, so nobody can choose them "
                "alone. Others see it when the game starts."
            ),
            widget=forms.TextInput(attrs={"data-word": True, "autocomplete": "off", "spellcheck": "false"}),
        )


class JoinForm(forms.Form):
    """A seat at an open table."""

    word = WordField()
    colour = forms.ChoiceField(label=_("Your colour"), choices=[("", _("any"))], required=False)

    def __init__(self, posted: QueryDict | None = None, *, free: list[str]) -> None:
        super().__init__(posted)
        titles = dict(Colour.choices)
        choice_field(self, "colour").choices = [("", _("any")), *((colour, titles[colour]) for colour in free)]


class FillForm(forms.Form):
    """Who takes the seats that are free when a game starts: nobody, where enough people are there, or a bot."""

    fill = forms.ChoiceField(label=_("Free seats"), required=False)

    def __init__(self, posted: QueryDict | None = None, *, may_close: bool) -> None:
        super().__init__(posted)
        closed = [("", _("are closed"))] if may_close else []
        names = [(name, _("go to the bot %(bot)s") % {"bot": title}) for name, title in bot_choices()]
        choice_field(self, "fill").choices = [*closed, *names]
        self.fields["fill"].initial = "" if may_close else "recruit"


class NoteField(forms.CharField):
    """A line of the host's own in an invitation."""

    def __init__(self) -> None:
        super().__init__(
            label=_("A line of your own"),
            required=False,
            max_length=LONGEST_NOTE,
            help_text=_("Optional. The invitation quotes it as your words; no web addresses."),
        )

    def clean(self, value: str) -> str:
        try:
            return clean_note(super().clean(value))
        except LobbyError as exc:
            raise forms.ValidationError(exc.message) from exc


class InviteForm(forms.Form):
    """One person to invite."""

    whom = forms.CharField(
        label=_("Email address or name"),
        max_length=254,
        widget=forms.TextInput(attrs={"placeholder": _("an email address, or a name on this site")}),
    )
    note = NoteField()


class PublicForm(forms.Form):
    """Which public games a list shows."""

    SHOWS = (
        ("open", _("with free seats")),
        ("running", _("being played")),
        ("over", _("finished")),
        ("all", _("all games")),
    )

    search = forms.CharField(label=_("Game or player"), required=False, max_length=60)
    show = forms.ChoiceField(label=_("Show"), required=False, choices=SHOWS)
    rules = forms.ChoiceField(label=_("Rules"), required=False)

    def __init__(self, wished: Mapping[str, object]) -> None:
        super().__init__(wished)
        titles = [(rules.id, rules.title) for rules in engine.base_presets()]
        choice_field(self, "rules").choices = [("", _("any")), *titles]


class StandingForm(forms.Form):
    """What is answered in a player's place."""

    text = forms.CharField(
        label=_("Standing orders, one per line"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 5, "spellcheck": "false"}),
    )


class OddsForm(forms.Form):
    """A fight to reckon: `path` holds the armies on the way, one after the other."""

    attackers = forms.IntegerField(
        label=_("Attacking armies, without the one that stays behind"), min_value=1, max_value=500, initial=8
    )
    path = forms.CharField(
        label=_("Defending armies, one number for each territory in a row"), max_length=80, initial="5"
    )
    until = forms.IntegerField(label=_("Stop when this many are left"), min_value=0, max_value=499, required=False)

    @classmethod
    def example(cls) -> dict[str, object]:
        """Return the initial values of the fields, as if they had been sent."""
        return {name: field.initial for name, field in cls.base_fields.items() if field.initial is not None}

    def clean_path(self) -> list[int]:
        words = self.cleaned_data["path"].replace(",", " ").split()
        if not words or len(words) > 12 or not all(word.isascii() and word.isdigit() for word in words):
            raise forms.ValidationError(_("Enter one to twelve numbers, such as 5 2 3."))
        armies = [int(word) for word in words if len(word) < 5]
        if len(armies) < len(words) or not all(1 <= count <= 500 for count in armies):
            raise forms.ValidationError(_("Each number must be between 1 and 500."))
        if sum(armies) > MOST_DEFENDERS:
            raise forms.ValidationError(_("Together they can be at most %(most)s.") % {"most": MOST_DEFENDERS})
        return armies


class GameMailForm(forms.Form):
    """How mail about one game comes; empty as for all games. Its prefix is the number of the seat."""

    turn = forms.ChoiceField(label=_("My turn"), required=False)
    news = forms.ChoiceField(label=_("News"), required=False)
    press = forms.ChoiceField(label=_("Messages"), required=False)

    def __init__(self, data: QueryDict | None = None, *, seat: Player) -> None:
        super().__init__(data, prefix=str(seat.pk), initial=seat.mail_ways or {})
        self.seat = seat
        as_usual = ("", _("As for all games"))
        for name, ways in (("turn", WAYS_OF_TURNS), ("news", WAYS_OF_NEWS), ("press", WAYS_OF_PRESS)):
            choice_field(self, name).choices = [as_usual, *choices_of(ways)]
        for field in self.fields.values():
            named = {"game": seat.game.name, "kind": field.label}
            field.widget.attrs |= {"class": "input", "aria-label": gettext("%(game)s: %(kind)s") % named}
