"""An organizer at the desk, and a table that is played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.games.kit import Table, table
from tests.games.views.test_play import client
from tests.kit.markup import one_line
from tests.routes_kit import organizer


@dataclass
class Desk:
    """The organizer Olga, her browser, and the game that she looks after."""

    play: Table
    olga: User
    client: Client

    @classmethod
    def of(cls, **fields: Any) -> Desk:
        play, olga = table(**fields), organizer("olga")
        return cls(play, olga, client(olga))

    def url(self, name: str, *more: object) -> str:
        return reverse(name, args=[self.play.game.slug, *more])

    def text(self, path: str, **query: Any) -> str:
        answer = self.client.get(path, query)
        assert answer.status_code == 200, answer.status_code
        return one_line(answer.content.decode())

    def act(self, name: str, **fields: Any) -> Any:
        """Look what would happen, then do it."""
        url = self.url("organize-act", name)
        shown = self.client.post(url, {"reason": "for a test", **fields})
        assert shown.status_code == 200, shown.content.decode()
        assert "This will happen" in shown.content.decode()
        seen = self.play.fresh().seq
        return self.client.post(url, {"reason": "for a test", **fields, "sure": "1", "seen": seen})
