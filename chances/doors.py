"""What chances bring to the site: each record registers when this module is imported."""

from __future__ import annotations

from django.conf import settings
from django.dispatch import receiver
from django.utils import timezone

from chances import mails  # noqa: F401  # adds its section
from chances.selectors import chances_part, moments_of
from chances.services import hold_mails, work_all, work_waits
from games.selectors.key_moments import MOMENT_SOURCES, MomentSource
from games.selectors.result_parts import RESULT_PARTS, ResultPart
from games.services.background import BACKGROUND, BackgroundWork
from games.signals import game_ended


@receiver(game_ended)
def wait_for_chances(game_id: int, **kwargs: object) -> None:
    """Let the mail about the end of a game wait for its chances."""
    if settings.CHANCES:
        hold_mails(game_id, timezone.now())


RESULT_PARTS.add(ResultPart("chances", "chances/result.html", chances_part))
MOMENT_SOURCES.add(MomentSource("chances", moments_of))
BACKGROUND.add(BackgroundWork("chances", work_waits, work_all))
