"""What somebody who is out of a game sees of following it."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

import engine
from following.models import Follow
from following.services import may_follow
from games.selectors.access import Access
from games.selectors.page_data import PageReader


@dataclass(frozen=True)
class FollowCard:
    """What following/card.html shows: whether the reader follows the game, and where that is changed."""

    follows: bool
    url: str


def turn_card(access: Access, view: engine.PlayerView, reading: PageReader) -> FollowCard | None:
    """Build the card of somebody who is out. One query for them, and none for anybody else."""
    if not access.has_own_seat or not may_follow(access.game, access.player) or access.player is None:
        return None
    follows = Follow.objects.filter(user=access.player.user_id, game=access.game).exists()
    return FollowCard(follows, reverse("follow", args=[access.game.slug]))
