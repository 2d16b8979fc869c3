"""The form of the organizers' act on votes."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from common.form_fields import choice_field
from games.organize.forms import ReasonForm
from votes.selectors import organizers_votes


class StopVoteForm(ReasonForm):
    """Which open vote of a game ends, and why."""

    vote = forms.TypedChoiceField(label=_("Vote"), coerce=int)

    def prepare(self) -> None:
        assert self.game is not None
        choice_field(self, "vote").choices = [(row.pk, row.title) for row in organizers_votes(self.game)]
