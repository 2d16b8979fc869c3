"""What events bring to the site: each record registers when this module is imported."""

from __future__ import annotations

from django.dispatch import receiver

from games.services.locks import wake
from games.signals import game_ended


@receiver(game_ended)
def wake_sweep(**kwargs: object) -> None:
    """Wake the sweep, which books the table of the game."""
    wake("tournaments.tasks.sweep")
