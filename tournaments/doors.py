"""What tournaments bring to the site: each record registers when this module is imported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Q
from django.dispatch import receiver
from django.utils.translation import gettext, gettext_lazy

from accounts.signals import account_deleted, account_exported, mail_stopped
from games.lines import BAR_LINES, Line, Link, Reader, address
from games.selectors.integrity import SITE_CHECKS, Check
from games.selectors.profile import GAIN_SOURCES, GainSource
from games.selectors.profile_sections import PROFILE_SECTIONS, ProfileSection
from games.selectors.seat_notes import SEAT_NOTES, SeatNote
from games.services.first_ratings import RATING_SOURCES, RatingSource
from games.services.locks import wake
from games.signals import game_ended
from tournaments import mails, organizer_mails  # noqa: F401  # add their records
from tournaments.integrity import check_events, check_ratings
from tournaments.models import Block, Entrant, Invitation
from tournaments.organize import doors  # noqa: F401  # adds its records
from tournaments.selectors.blocks import profile_block
from tournaments.selectors.entrants import export_entries
from tournaments.selectors.rating_pages import first_ratings, profile_gains, profile_ratings, seat_ratings
from tournaments.selectors.ratings import export_changes
from tournaments.selectors.trophies import profile_trophies

if TYPE_CHECKING:
    from accounts.models import User


@receiver(game_ended)
def wake_booking(**kwargs: object) -> None:
    """Wake the worker that books the table of the game; the sweep finds what it leaves."""
    wake("tournaments.tasks.book")


@receiver(game_ended)
def wake_ratings(**kwargs: object) -> None:
    """Wake the sweep of ratings, which books the game if it is rated."""
    wake("tournaments.tasks.book_ratings")


@receiver(account_exported)
def export_ratings(user: User, **kwargs: object) -> dict[str, object]:
    """Export what each rated game changed for a person."""
    return {"ratings": export_changes(user.pk)}


@receiver(account_exported)
def export_events(user: User, **kwargs: object) -> dict[str, object]:
    """Export which events a person entered, and what became of them there."""
    return {"events": export_entries(user.pk)}


@receiver(mail_stopped)
def stop_mails_of_events(user: User, wish: str, **kwargs: object) -> bool:
    """Stop the mails of all events that somebody has entered. Returns whether there were any."""
    return wish in ("events", "") and bool(Entrant.objects.filter(user=user, mails=True).update(mails=False))


def tournaments_link(reader: Reader) -> Link:
    return Link(address("events"), gettext("Tournaments"), "trophy")


BAR_LINES.add(Line("tournaments", tournaments_link))
BAR_LINES.move("tournaments", before="new")


@receiver(account_deleted)
def forget_in_events(user: User, **kwargs: object) -> None:
    """Forget the name of somebody who deletes their account, whom they asked to be kept apart from, and invitations.
    Their entries keep their ids; the sweep takes them out of events that run."""
    Entrant.objects.filter(user=user).update(name="", mails=False)
    Block.objects.filter(Q(user=user) | Q(other=user)).delete()
    Invitation.objects.filter(user=user).delete()


PROFILE_SECTIONS.add(
    ProfileSection("trophies", "tournaments/profile_trophies.html", profile_trophies, gettext_lazy("Trophies"))
)
PROFILE_SECTIONS.add(
    ProfileSection("ratings", "tournaments/profile_ratings.html", profile_ratings, gettext_lazy("Rating"))
)
PROFILE_SECTIONS.add(ProfileSection("apart", "tournaments/profile_apart.html", profile_block))
GAIN_SOURCES.add(GainSource("ratings", profile_gains))
SEAT_NOTES.add(SeatNote("rating", seat_ratings))
RATING_SOURCES.add(RatingSource("rating", first_ratings))
SITE_CHECKS.add(Check("ratings", check_ratings))
SITE_CHECKS.add(Check("events", check_events))
