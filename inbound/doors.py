"""What mail that comes in brings to the site: each record registers when this module is imported."""

from __future__ import annotations

from django.dispatch import receiver

from games.signals import time_is_up
from inbound import answers, summary  # noqa: F401  # add their kinds of mail
from inbound.services.handling import read_before_passing


@receiver(time_is_up)
def read_first(game_id: int, **kwargs: object) -> bool:
    """Read the mails of a game that have arrived before a seat is passed. True while somebody else still reads them."""
    return read_before_passing(game_id)
