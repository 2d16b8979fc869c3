"""What tournaments bring to the site: each record registers when this module is imported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.dispatch import receiver

from accounts.signals import account_exported
from games.selectors.integrity import SITE_CHECKS, Check
from games.selectors.profile_sections import PROFILE_SECTIONS, ProfileSection
from games.selectors.seat_notes import SEAT_NOTES, SeatNote
from games.services.locks import wake
from games.signals import game_ended
from tournaments.integrity import check_ratings
from tournaments.selectors.rating_pages import profile_ratings, seat_ratings
from tournaments.selectors.ratings import export_changes

if TYPE_CHECKING:
    from accounts.models import User


@receiver(game_ended)
def wake_sweep(**kwargs: object) -> None:
    """Wake the sweep, which books the table of the game."""
    wake("tournaments.tasks.sweep")


@receiver(game_ended)
def wake_ratings(**kwargs: object) -> None:
    """Wake the sweep of ratings, which books the game if it is rated."""
    wake("tournaments.tasks.book_ratings")


@receiver(account_exported)
def export_ratings(user: User, **kwargs: object) -> dict[str, object]:
    """Export what each rated game changed for a person."""
    return {"ratings": export_changes(user.pk)}


PROFILE_SECTIONS.add(ProfileSection("ratings", "tournaments/profile_ratings.html", profile_ratings))
SEAT_NOTES.add(SeatNote("rating", seat_ratings))
SITE_CHECKS.add(Check("ratings", check_ratings))
