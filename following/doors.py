"""What following brings to the site: each record registers when this module is imported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.dispatch import receiver

from accounts.signals import account_deleted, account_exported, mail_stopped
from following import mails  # noqa: F401  # adds its records
from following.models import Follow
from following.selectors import turn_card
from following.services import unfollow
from games.selectors.page_data import TURN_CARDS, TurnCard

if TYPE_CHECKING:
    from accounts.models import User


@receiver(mail_stopped)
def follow_nothing(user: User, wish: str, **kwargs: object) -> bool:
    """End what somebody follows who wants no more mail of it. Returns whether they followed anything."""
    return wish in ("follow", "") and unfollow(user)


@receiver(account_deleted)
def forget_with_the_account(user: User, **kwargs: object) -> None:
    """End what somebody follows who deletes their account."""
    unfollow(user)


@receiver(account_exported)
def export_follows(user: User, **kwargs: object) -> dict[str, object]:
    """Export which games a person follows."""
    return {"follows": [row.game.name for row in Follow.objects.filter(user=user).select_related("game")]}


TURN_CARDS.add(TurnCard("following", "following/card.html", turn_card))
