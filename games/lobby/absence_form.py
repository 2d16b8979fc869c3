"""The form on which a person announces a vacation."""

from __future__ import annotations

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from common.form_fields import choice_field
from common.lazy_text import LazyText
from engine.bots import opponents
from games.models import Scope
from games.models.absence import CARETAKER, OWN_ORDERS
from games.services.absence import Wanted

BOT, FRIEND = "bot", "friend"


def day_field(label: LazyText) -> forms.DateField:
    """Make a field for a date."""
    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    needed = _("Choose a date.")
    return forms.DateField(label=label, widget=widget, error_messages={"required": needed, "invalid": needed})


class AbsenceForm(forms.Form):
    """Dates, who stands in, and the games that it is for; all that are offered stand for later ones too."""

    first = day_field(_("From"))
    last = day_field(_("Until"))
    who = forms.ChoiceField(
        choices=[(OWN_ORDERS, ""), (FRIEND, ""), (CARETAKER, ""), (BOT, "")],
        initial=CARETAKER,
        error_messages={"required": _("Choose who plays for you.")},
    )
    bot = forms.ChoiceField(label=_("Which bot"), required=False)
    friend = forms.CharField(
        label=_("Player name"),
        max_length=24,
        required=False,
        help_text=_("They get an email and must agree. Until then the caretaker plays."),
    )
    scope = forms.ChoiceField(
        label=_("Your stand-in answers"), choices=Scope.choices, initial=Scope.BOTH, widget=forms.RadioSelect
    )
    games = forms.TypedMultipleChoiceField(required=False, coerce=int)

    def __init__(self, posted: QueryDict | None = None, *, games: list[int]) -> None:
        super().__init__(posted)
        self.offered = games
        choice_field(self, "bot").choices = [
            (name, bot.title) for name, bot in opponents().items() if name != CARETAKER
        ]
        choice_field(self, "games").choices = [(pk, "") for pk in games]
        self.initial.setdefault("games", games)

    def clean(self) -> dict[str, object]:
        """Find the friend by their name."""
        data = super().clean() or self.cleaned_data
        if data.get("who") == FRIEND:
            name = data.get("friend", "").strip().removeprefix("@")
            data["person"] = User.objects.filter(username__iexact=name, is_active=True).first() if name else None
            if data["person"] is None:
                self.add_error("friend", _("No player has this name.") if name else _("Enter the player name."))
        return data

    def wanted(self) -> Wanted:
        """Return the vacation that was asked for."""
        data = self.cleaned_data
        chosen = None if set(data["games"]) == set(self.offered) else data["games"]
        bot = {BOT: data["bot"], FRIEND: CARETAKER}.get(data["who"], data["who"])
        return Wanted(data["first"], data["last"], chosen, bot, data["scope"], data.get("person"))

    @property
    def chosen_who(self) -> str:
        return str(self["who"].value() or "")

    @property
    def chosen_games(self) -> set[str]:
        return {str(pk) for pk in self["games"].value() or ()}
