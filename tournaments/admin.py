"""The admin of events and ratings: to look things up, never to change them."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.auth import get_user_model
from django.db.models import Field
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.admin_lists import ReadOnlyAdmin
from common.lazy_text import LazyText
from tournaments.models import (
    Booking,
    Entrant,
    RatedGame,
    RatingChange,
    RatingScale,
    Round,
    Stage,
    Table,
    Tournament,
)

HEADINGS = {
    "ended": _("Ended"),
    "game": _("Game"),
    "rules": _("Rules"),
    "why": _("Counts"),
    "who": _("Player"),
    "number": _("Rated game"),
    "place": _("Place"),
    "seat": _("Seat"),
    "mu_before": _("Strength before"),
    "sigma_before": _("Uncertainty before"),
    "mu": _("Strength after"),
    "sigma": _("Uncertainty after"),
    "beta": _("Beta in tenths"),
    "settled": _("Uncertainty after ten games"),
    "since": _("For games that ended since"),
    "games": _("Fitted to games"),
}


class RatingAdmin(ReadOnlyAdmin):
    """An admin with the headings of ratings."""

    headings = HEADINGS


@admin.register(RatedGame)
class RatedGameAdmin(RatingAdmin):
    list_display = ("game", "rules", "ended", "why")
    list_filter = ("rules", "why")
    search_fields = ["=game__slug"]
    search_help_text = _("The last part of the game’s address")
    list_select_related = ["game"]
    fields = ("game", "rules", "ended", "why")


@admin.register(RatingChange)
class RatingChangeAdmin(RatingAdmin):
    list_display = ("who", "rules", "number", "game", "place", "mu", "sigma", "ended")
    list_filter = ("rules",)
    search_fields = ["=who", "=game__slug"]
    search_help_text = _("A player, such as person:12 or bot:recruit, or the last part of the game’s address")
    list_select_related = ["game"]
    fields = (
        "who",
        "rules",
        "number",
        "game",
        "seat",
        "place",
        "mu_before",
        "sigma_before",
        "mu",
        "sigma",
        "beta",
        "ended",
    )


@admin.register(RatingScale)
class RatingScaleAdmin(RatingAdmin):
    list_display = ("rules", "since", "beta", "settled", "games")
    list_filter = ("rules",)
    fields = ("rules", "since", "beta", "settled", "games")


class OrganizerFilter(admin.RelatedFieldListFilter):
    """Filters by an organizer: people who are named for an event, not everybody with an account."""

    def field_choices(
        self, field: Field[object, object], request: HttpRequest, model_admin: admin.ModelAdmin[Tournament]
    ) -> list[tuple[str, str | LazyText]]:
        """List the organizers of events."""
        named = Tournament.organizers.through.objects.values("user")
        people = get_user_model().objects.filter(pk__in=named).order_by("username")
        return [(str(pk), name) for pk, name in people.values_list("pk", "username")]


class EventAdmin(ReadOnlyAdmin):
    """An admin with the headings of events."""

    headings = {
        "title": _("Tournament"),
        "tournament": _("Tournament"),
        "rules": _("Rules"),
        "status": _("State"),
        "rounds": _("Rounds"),
        "started_at": _("Began"),
        "ended_at": _("Ended"),
        "next_at": _("Next step"),
        "number": _("Number"),
        "form": _("Format"),
        "stage": _("Stage"),
        "group": _("Group"),
        "frozen_at": _("Drawn"),
        "published_at": _("Published"),
        "booked_at": _("Booked"),
        "round": _("Round"),
        "game": _("Game"),
        "seats": _("Seats"),
        "name": _("Name"),
        "team": _("Team"),
        "seed_rank": _("Seeding"),
        "entered": _("First round"),
        "left": _("Left before round"),
        "reserve": _("Waits"),
        "table": _("Table"),
        "seat": _("Seat"),
        "revision": _("Revision"),
        "state": _("State"),
        "entrant": _("Entrant"),
        "place": _("Place"),
        "credits": _("Points go to"),
        "finished_by": _("Finished by"),
        "at": _("Booked"),
        "organizers": _("Organizers"),
        "repaired": _("Repaired, because"),
        "entered_at": _("Entered"),
    }


@admin.register(Tournament)
class TournamentAdmin(EventAdmin):
    list_display = ("title", "rules", "status", "rounds", "started_at", "ended_at")
    list_filter = ("status", "rules", ("organizers", OrganizerFilter), "started_at")
    search_fields = ["title", "=slug"]
    search_help_text = _("The name of the tournament, or the last part of its address")
    fields = ("title", "rules", "status", "rounds", "started_at", "ended_at", "next_at")


@admin.register(Stage)
class StageAdmin(EventAdmin):
    list_display = ("tournament", "number", "form")
    list_filter = (
        "tournament__status",
        "tournament__rules",
        ("tournament__organizers", OrganizerFilter),
        "tournament__started_at",
    )
    list_select_related = ["tournament"]
    fields = ("tournament", "number", "form")


@admin.register(Round)
class RoundAdmin(EventAdmin):
    list_display = ("tournament", "number", "group", "status", "frozen_at", "booked_at")
    list_filter = ("status", "tournament__rules", ("tournament__organizers", OrganizerFilter), "frozen_at")
    list_select_related = ["tournament"]
    fields = ("tournament", "stage", "number", "group", "status", "frozen_at", "published_at", "booked_at")


@admin.register(Table)
class TableAdmin(EventAdmin):
    list_display = ("event", "round", "number", "game", "sitters", "booked_at")
    list_filter = (
        "round__status",
        "round__tournament__rules",
        ("round__tournament__organizers", OrganizerFilter),
        "booked_at",
    )
    search_fields = ["=game__slug"]
    search_help_text = _("The last part of the game’s address")
    list_select_related = ["round__tournament", "game"]
    fields = ("round", "number", "game", "sitters", "repaired", "booked_at")
    readonly_fields = ("sitters",)

    @admin.display(description=_("Tournament"), ordering="round__tournament")
    def event(self, row: Table) -> str:
        """Name the tournament of a table."""
        return row.round.tournament.title

    @admin.display(description=_("Seats"))
    def sitters(self, row: Table) -> str:
        """List the ids of a table's entrants in order of seats."""
        return ", ".join(row.seats)


@admin.register(Entrant)
class EntrantAdmin(EventAdmin):
    list_display = ("tournament", "number", "name", "team", "seed_rank", "entered", "left", "reserve")
    list_filter = (
        "reserve",
        "tournament__status",
        "tournament__rules",
        ("tournament__organizers", OrganizerFilter),
        "entered_at",
    )
    search_fields = ["=name"]
    search_help_text = _("The name of the entrant")
    list_select_related = ["tournament"]
    fields = ("tournament", "number", "name", "team", "seed_rank", "entered", "left", "reserve")


@admin.register(Booking)
class BookingAdmin(EventAdmin):
    list_display = ("event", "at_table", "seat", "revision", "state", "entrant", "place", "shares", "finished_by", "at")
    list_filter = (
        "state",
        "table__round__tournament__rules",
        ("table__round__tournament__organizers", OrganizerFilter),
        "at",
    )
    list_select_related = ["table__round__tournament", "entrant"]
    fields = ("at_table", "seat", "revision", "state", "entrant", "place", "shares", "finished_by", "at")
    readonly_fields = ("at_table", "shares")

    @admin.display(description=_("Tournament"), ordering="table__round__tournament")
    def event(self, row: Booking) -> str:
        """Name the tournament of a booking."""
        return row.table.round.tournament.title

    @admin.display(description=_("Table"), ordering="table")
    def at_table(self, row: Booking) -> str:
        """Name the table of a booking by its round and number."""
        return _("round %(round)s, table %(number)s") % {"round": row.table.round, "number": row.table.number}

    @admin.display(description=_("Points go to"))
    def shares(self, row: Booking) -> str:
        """List to whom the points of a seat go, with their parts of 60."""
        return ", ".join(f"{name} {part}" for name, part in row.credits) or "-"
