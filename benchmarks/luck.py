"""Games that are the same whenever they are played: the same keys of dice, the same bots."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from unittest.mock import patch


@contextmanager
def fixed_luck(word: str) -> Iterator[None]:
    """Draw the keys of games and what bots choose from a word."""
    drawn = random.Random(word)
    keys = SimpleNamespace(token_bytes=drawn.randbytes, token_urlsafe=secrets.token_urlsafe)
    bots = SimpleNamespace(Random=lambda: drawn)
    with patch("games.models.game.secrets", keys), patch("games.play.auto_actions.random", bots):
        yield
