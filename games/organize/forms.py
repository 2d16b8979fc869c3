"""Forms of the organizers' acts: always a reason, sometimes the subject of the act."""

from __future__ import annotations

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from common.form_fields import choice_field
from games.errors import GameError
from games.lobby.forms import bot_choices
from games.models import Game, Player
from games.models.upkeep import LONGEST_REASON
from games.organize.game_detail import seat_name, seat_to_reassign, seats_of
from games.organize.person_detail import MOST_MATCHES, find_people
from games.organize.rewind_points import moment_text, turn_starts
from games.services.seats import require_newcomer

BOT = "bot:"


class ReasonForm(forms.Form):
    """A reason, which is kept in the audit log."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Kept in the audit log. Players read it if they are told of this."),
        error_messages={"required": _("Give a reason. The audit log keeps it.")},
    )

    def __init__(
        self, posted: QueryDict | None = None, *, game: Game | None = None, initial: dict[str, object] | None = None
    ) -> None:
        super().__init__(posted, initial=initial)
        self.game = game
        self.prepare()
        self.order_fields([*(name for name in self.fields if name != "reason"), "reason"])

    def prepare(self) -> None:
        """Fill choices that depend on the game."""

    def arguments(self) -> dict[str, object]:
        """Return the arguments of the act's service: every field but the reason."""
        return {name: value for name, value in self.cleaned_data.items() if name != "reason"}


class MessageForm(ReasonForm):
    """A message to players, kept in the audit log as the reason of the act."""

    def prepare(self) -> None:
        field = self.fields["reason"]
        field.label, field.widget.attrs["rows"] = _("Message"), 6
        field.error_messages["required"] = _("Write a message.")
        field.help_text = _("Sent by email and kept in the audit log.")


class ExtendForm(ReasonForm):
    """The hours by which open deadlines move."""

    hours = forms.IntegerField(label=_("Extra hours"), min_value=1, max_value=14 * 24, initial=24)


class ReplaceForm(ReasonForm):
    """A seat and its new player: a bot, or a person by name."""

    seat = forms.TypedChoiceField(label=_("Seat"), coerce=int)
    to = forms.ChoiceField(label=_("New player"), error_messages={"required": _("Choose who gets the seat.")})
    person = forms.CharField(
        label=_("Player name"),
        max_length=24,
        required=False,
        help_text=_("The name on this site, or a part of it. A bot needs none."),
    )

    def prepare(self) -> None:
        assert self.game is not None
        players = [player for player in seats_of(self.game) if player.state != Player.State.OUT]
        choice_field(self, "seat").choices = [
            (player.seat, seat_name(player)) for player in players if player.seat is not None
        ]
        self.initial.setdefault("seat", seat_to_reassign(self.game, players))
        people = [("", _("Choose a person or a bot")), ("person", _("A person, named below"))]
        choice_field(self, "to").choices = people + [(f"{BOT}{name}", title) for name, title in bot_choices()]

    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        name = data.get("person", "").strip().removeprefix("@")
        if data.get("to") != "person":
            if name and "to" in data:
                self.add_error("to", _("You typed a name below and chose a bot here. Which of them gets the seat?"))
            return data
        found = find_people(name) if name else []
        data["by"] = found[0] if len(found) == 1 else None
        if data["by"] is None:
            self.add_error("person", self.no_match_text(name, [each.username for each in found]))
        elif self.game is not None:
            self.check_newcomer(self.game, data["by"], data.get("seat", -1))
        return data

    def no_match_text(self, name: str, found: list[str]) -> str:
        """Explain why a part of a name finds nobody or several people."""
        if not name:
            return str(_("Enter the player name."))
        if not found:
            return str(_("No player has this name."))
        more = " …" if len(found) > MOST_MATCHES else ""
        return _("Several people match: %(names)s. Type more of the name.") % {
            "names": ", ".join(found[:MOST_MATCHES]) + more
        }

    def check_newcomer(self, game: Game, newcomer: User, seat: int) -> None:
        """Add an error for a person who must not get this seat of the game."""
        try:
            require_newcomer(game, newcomer, seat)
        except GameError as exc:
            self.add_error("person", exc.message)

    def arguments(self) -> dict[str, object]:
        data = self.cleaned_data
        bot = data["to"].removeprefix(BOT) if data["to"] != "person" else ""
        return {"seat": data["seat"], "by": data.get("by"), "bot": bot}


class AbsentForm(ReasonForm):
    """A seat whose player is away."""

    seat = forms.TypedChoiceField(label=_("Seat"), coerce=int)

    def prepare(self) -> None:
        assert self.game is not None
        away = [player for player in seats_of(self.game) if player.seat is not None and player.absences]
        choice_field(self, "seat").choices = [(player.seat, seat_name(player)) for player in away]


class RewindForm(ReasonForm):
    """The moment to go back to: the beginning of a turn, or a step of the journal given by its address."""

    seq = forms.TypedChoiceField(label=_("Back to"), coerce=int)

    def prepare(self) -> None:
        assert self.game is not None
        starts = [(str(seq), title) for seq, title in turn_starts(self.game)]
        step = str(self.data.get("seq") or self.initial.get("seq") or "")
        is_step = step.isascii() and step.isdigit() and len(step) < 10 and 1 <= int(step) < self.game.seq
        if is_step and step not in dict(starts):
            zone = timezone.get_current_timezone()
            starts.insert(0, (step, moment_text(self.game, int(step), timezone.now(), zone)))
        choice_field(self, "seq").choices = starts


class AskForm(forms.Form):
    """A player's question to the organizers."""

    text = forms.CharField(
        label=_("What is wrong, or what would you like to know?"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 5}),
        error_messages={"required": _("Write what is wrong, or what you would like to know.")},
    )
