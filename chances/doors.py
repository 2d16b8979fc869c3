"""What chances bring to the site: each record registers when this module is imported."""

from __future__ import annotations

from django.conf import settings
from django.dispatch import receiver
from django.utils import timezone

from chances import mails  # noqa: F401  # adds its section
from chances.selectors import chances_part, moments_of
from chances.services import hold_mails
from games.selectors.key_moments import MOMENT_SOURCES, MomentSource
from games.selectors.result_parts import RESULT_PARTS, ResultPart
from games.services.locks import wake
from games.signals import game_ended


@receiver(game_ended)
def begin_work(game_id: int, **kwargs: object) -> None:
    """Wake a worker for the game's chances, and let the mail about its end wait for them."""
    if settings.CHANCES:
        hold_mails(game_id, timezone.now())
        wake("chances.tasks.work")


RESULT_PARTS.add(ResultPart("chances", "chances/result.html", chances_part))
MOMENT_SOURCES.add(MomentSource("chances", moments_of))
