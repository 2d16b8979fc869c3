"""The forms of the organizers' acts on free seats."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from common.form_fields import choice_field
from games.models import Player
from games.organize.forms import ReasonForm
from games.organize.game_detail import seat_name
from substitutes.selectors import held_seats


class SeatForm(ReasonForm):
    """One of some seats that nobody plays, and the reason of the act."""

    seat = forms.TypedChoiceField(label=_("Seat"), coerce=int)

    def prepare(self) -> None:
        assert self.game is not None
        seats = [player for player in held_seats(self.game) if self.suits(player)]
        choice_field(self, "seat").choices = [(player.seat, seat_name(player)) for player in seats]

    def suits(self, player: Player) -> bool:
        raise NotImplementedError


class OfferForm(SeatForm):
    """A seat that is not offered yet."""

    def suits(self, player: Player) -> bool:
        return player.offered_at is None


class WithdrawForm(SeatForm):
    """A seat that is offered."""

    def suits(self, player: Player) -> bool:
        return player.offered_at is not None
