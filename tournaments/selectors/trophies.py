"""Read the trophies of a person: a line for each on their page, if its reader may see the event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.models import Tournament, Trophy
from tournaments.pages.words import division_name
from tournaments.selectors.event_reading import may_see


@dataclass(frozen=True)
class TrophyLine:
    """A trophy as pages show it."""

    words: str
    url: str
    at: datetime | None


def trophy_words(trophy: Trophy) -> str:
    """Tell a trophy in a few words: "Winner of Winter Swiss"."""
    said = {"event": trophy.tournament.title, "division": division_name(trophy.group) if trophy.group else ""}
    if trophy.group:
        return _("Winner of division %(division)s of %(event)s") % said
    words = {1: _("Winner of %(event)s"), 2: _("Second in %(event)s"), 3: _("Third in %(event)s")}
    return words[trophy.place] % said


def profile_trophies(who: User, reader: User | AnonymousUser, wished: Mapping[str, str]) -> list[TrophyLine] | None:
    """List the trophies of a person, the newest first; None without any. One query, and up to two for each event that
    not everybody may see."""
    own = Trophy.objects.filter(entrant__user=who.pk, tournament__status=Tournament.Status.OVER)
    rows = own.select_related("tournament").order_by("-tournament__ended_at")
    found = [
        TrophyLine(trophy_words(row), reverse("event", args=[row.tournament.slug]), row.tournament.ended_at)
        for row in rows
        if may_see(reader, row.tournament)
    ]
    return found or None
