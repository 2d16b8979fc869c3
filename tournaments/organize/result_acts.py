"""What organizers mend in the results of an event: tables that are booked, and points."""

from __future__ import annotations

from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.form_fields import choice_field
from games.wording.amounts import join_and
from tournaments.models import Round, Table, Tournament
from tournaments.organize.event_acts import (
    RESULTS,
    Arguments,
    EntrantForm,
    EventAct,
    EventActForm,
    entrant_of,
    name_round,
    names_in,
)
from tournaments.organize.points import read_points, show_points
from tournaments.services import repairs


class TableForm(EventActForm):
    """A table that is booked and may change."""

    table_id = forms.TypedChoiceField(
        label=gettext_lazy("Table"),
        coerce=int,
        help_text=gettext_lazy(
            "A table of the last public round whose game has ended. If the next round is public already, take it back "
            "first, or give or take points."
        ),
        error_messages={"required": gettext_lazy("No table can change now: the next round is public.")},
    )

    def prepare(self) -> None:
        rows = Table.objects.filter(round__tournament=self.event, round__number=repairs.public_rounds(self.event))
        names = names_in(self.event)
        found = rows.exclude(booked_at=None).select_related("round").order_by("round__group", "number")
        self.titles = {table.pk: table_title(table, names) for table in found}
        choice_field(self, "table_id").choices = list(self.titles.items())


class ReplayedForm(EventActForm):
    """A table that is played again."""

    table_id = forms.TypedChoiceField(label=gettext_lazy("Table"), coerce=int)

    def prepare(self) -> None:
        names = names_in(self.event)
        rows = repairs.replayed_tables(self.event).select_related("round")
        choice_field(self, "table_id").choices = [(table.pk, table_title(table, names)) for table in rows]


class PlacesForm(TableForm):
    """A table, and the place of each of its seats. The table is chosen first; only then are there seats to ask for."""

    table: Table | None = None
    subject = ""

    def prepare(self) -> None:
        """Ask for the place of each seat of the chosen table; they begin as they are booked."""
        super().prepare()
        chosen = str(self["table_id"].value() or "")
        if not chosen.isdecimal() or int(chosen) not in self.titles:
            return
        self.table, self.subject = Table.objects.get(pk=int(chosen)), self.titles[int(chosen)]
        self.fields["table_id"].widget = forms.HiddenInput()
        names, seats = names_in(self.event), range(len(self.table.seats))
        for row in repairs.last_bookings(self.table):
            code = self.table.seats[row.seat]
            self.fields[place_name(row.seat)] = forms.TypedChoiceField(
                label=_("Place of %(name)s") % {"name": names.get(code, code)},
                coerce=int,
                choices=[("", "–"), *((seat + 1, seat + 1) for seat in seats)],
                initial=row.place,
                error_messages=dict.fromkeys(("required", "invalid_choice"), _("Choose a place.")),
            )

    def clean(self) -> dict[str, object]:
        """Read the places in order of seats."""
        data = super().clean() or self.cleaned_data
        if self.table is None:
            self.add_error("table_id", _("Choose a table."))
            return data
        names = list(map(place_name, range(len(self.table.seats))))
        if set(names) <= set(data):
            data["places"] = [data.pop(name) for name in names]
            self.check_order(data["places"])
        return data

    def check_order(self, places: list[int]) -> None:
        """Refuse places that no order of the players gives, and say which this order would."""
        right = repairs.right_places(places)
        if right != places:
            text = _("These places leave a gap. Equals share a place, and the next comes as many later: %(right)s.")
            self.add_error(None, text % {"right": ", ".join(map(str, right))})


def place_name(seat: int) -> str:
    """Name the field of a seat's place."""
    return f"place_{seat}"


class AdjustForm(EntrantForm):
    """Points that are given or taken."""

    units = forms.CharField(
        label=gettext_lazy("Points"), max_length=8, help_text=gettext_lazy("Such as 6, 4½ or −1. They may be negative.")
    )

    def clean_units(self) -> int:
        text = self.cleaned_data["units"].strip()
        sign = -1 if text[:1] in ("-", "−") else 1
        try:
            (units,) = read_points(text.lstrip("-−+ "))
        except ValueError:
            raise forms.ValidationError(_("Write points like 6, 4½ or −1.")) from None
        return sign * units


def table_title(table: Table, names: Mapping[str, str]) -> str:
    """Name a table of a round with its players in order of seats."""
    players = ", ".join(names.get(code, code) for code in table.seats)
    return _("%(round)s, table %(number)s: %(players)s") % {
        "round": name_round(table.round),
        "number": table.number,
        "players": players,
    }


def consequences(event: Tournament) -> list[str]:
    """Say what follows from a change of results."""
    drafts = event.drawn.filter(status=Round.Status.DRAFT).exists()
    said = [_("The standings after this round are made anew, and the reason stands in its published results.")]
    if drafts:
        said.append(_("The draft of the next round is drawn anew with the same seed; swaps in it are lost."))
    if event.status == Tournament.Status.OVER:
        said.append(_("Trophies go to those to whom they belong then; whoever gets or loses one gets an email."))
    return [*said, _("You can take this back until the next round is public.")]


def table_of(event: Tournament, arguments: Arguments) -> tuple[Table, list[str]]:
    table = Table.objects.select_related("round").get(pk=arguments["table_id"])
    names = names_in(event)
    return table, [names.get(code, code) for code in table.seats]


def preview_places(event: Tournament, arguments: Arguments) -> list[str]:
    table, names = table_of(event, arguments)
    repairs.check_places(arguments["places"], len(names))
    before = {row.seat: row.place for row in repairs.last_bookings(table)}
    changes = [
        _("%(who)s: place %(before)s becomes place %(after)s.")
        % {"who": name, "before": before.get(seat) or "–", "after": arguments["places"][seat]}
        for seat, name in enumerate(names)
        if before.get(seat) != arguments["places"][seat]
    ]
    rated = [_("The game is rated anew by these places, and so are games that ended after it.")] if changes else []
    return [*(changes or [_("All places stay as they are.")]), *rated, *consequences(event)]


def preview_void(event: Tournament, arguments: Arguments) -> list[str]:
    _table, names = table_of(event, arguments)
    text = _("%(players)s get no points for this table, it counts as no game and no meeting, and is not rated.")
    return [text % {"players": join_and(names)}, *consequences(event)]


def preview_replay(event: Tournament, arguments: Arguments) -> list[str]:
    _table, names = table_of(event, arguments)
    return [
        _("%(players)s get a new game in the same seats, and an email when it begins.") % {"players": join_and(names)},
        _("The round is complete again once it has ended."),
    ]


def preview_undo_replay(event: Tournament, arguments: Arguments) -> list[str]:
    _table, names = table_of(event, arguments)
    return [
        _("The new game is called off, and %(players)s are told.") % {"players": join_and(names)},
        _("The table counts for nothing again, as it did before."),
    ]


def preview_undo(event: Tournament, arguments: Arguments) -> list[str]:
    return [_("The table is booked as it was before its last repair."), *consequences(event)]


def preview_adjust(event: Tournament, arguments: Arguments) -> list[str]:
    who, units = entrant_of(event, arguments), arguments["units"]
    said = {"who": who.name, "points": show_points(abs(units)), "round": repairs.round_of(event, who).number}
    text = _("%(who)s gets %(points)s points more in round %(round)s.")
    if units < 0:
        text = _("%(who)s loses %(points)s points in round %(round)s.")
    return [
        text % said,
        _("Files of earlier rounds do not change. The reason stands in the published results."),
        _("To take it back, give the same points with the opposite sign."),
    ]


RESULTS.add(
    EventAct(
        name="places",
        title=gettext_lazy("Set places"),
        about=gettext_lazy("For a table whose result is wrong."),
        words=gettext_lazy("set the places of a table"),
        form=PlacesForm,
        first="table_id",
        preview=preview_places,
        do=repairs.table_set_places,
        done=gettext_lazy("The places are set."),
    )
)
RESULTS.add(
    EventAct(
        name="void",
        title=gettext_lazy("Void a table"),
        about=gettext_lazy("It then counts for nothing: no points, no meeting, no rating."),
        words=gettext_lazy("voided a table"),
        form=TableForm,
        preview=preview_void,
        do=repairs.table_void,
        done=gettext_lazy("The table counts for nothing."),
    )
)
RESULTS.add(
    EventAct(
        name="replay",
        title=gettext_lazy("Replay a void table"),
        about=gettext_lazy("Its players get a new game."),
        words=gettext_lazy("let a table play again"),
        form=TableForm,
        preview=preview_replay,
        do=repairs.table_replay,
        done=gettext_lazy("A new game begins within seconds."),
    )
)
RESULTS.add(
    EventAct(
        name="undo-replay",
        title=gettext_lazy("Undo a replay"),
        about=gettext_lazy("Of a table that is being played again."),
        words=gettext_lazy("took back that a table plays again"),
        form=ReplayedForm,
        preview=preview_undo_replay,
        do=repairs.table_undo_replay,
        done=gettext_lazy("The table counts for nothing again."),
    )
)
RESULTS.add(
    EventAct(
        name="undo",
        title=gettext_lazy("Undo a repair"),
        about=gettext_lazy("A table is booked as it was before."),
        words=gettext_lazy("undid the repair of a table"),
        form=TableForm,
        preview=preview_undo,
        do=repairs.table_undo,
        done=gettext_lazy("The repair is undone."),
    )
)
RESULTS.add(
    EventAct(
        name="adjust",
        title=gettext_lazy("Give or take points"),
        about=gettext_lazy("In the running round. Earlier rounds no longer change."),
        words=gettext_lazy("gave or took points"),
        form=AdjustForm,
        preview=preview_adjust,
        do=repairs.points_adjust,
        done=gettext_lazy("The points are changed."),
    )
)
