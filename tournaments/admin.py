"""The admin of ratings: to look things up, never to change them."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from accounts.admin_lists import ReadOnlyAdmin
from tournaments.models import RatedGame, RatingChange, RatingScale

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
