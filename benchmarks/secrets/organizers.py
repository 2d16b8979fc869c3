"""What an organizer is given who has not opened hidden information: their pages of a game, what their acts would do,
and the admin."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import TYPE_CHECKING

from benchmarks.secrets.tables import Table, organizer

if TYPE_CHECKING:
    from django.test import Client

OF_SITE = ("", "people/?show=all", "mails/?show=all", "audit/")
"""Pages of the whole site below `/organize/`."""
OF_GAME = ("", "journal/", "journal/?whole", "mails/", "hidden/", "do/rewind/", "do/replace/")
"""Pages of a game below its own, all that only ask for a reason left out."""
WATCHED = ("", "history/")
"""What an organizer watches as spectators do, even of a game that only its players may watch."""
TABLES = ("game", "player", "entry", "waiting", "outboxmail", "auditentry", "snapshot")
ENTRIES = 3
"""Entries that are opened in the admin besides all that keep something back."""


class Organizer:
    """An organizer who does not play at a table."""

    def __init__(self, table: Table, random: Random) -> None:
        from django.test import Client

        from games.organize.acts import acts_for

        self.table = table
        self.browser: Client = Client(HTTP_HOST="127.0.0.1")
        self.browser.force_login(organizer())
        self.cookies = deepcopy(self.browser.cookies)
        paths = [*self._own_pages(), *self._watched(), *self._admin(random)]
        self.paths = table.draw(paths, len(paths), random)
        acts = [act.name for act in acts_for(table.game)]
        self.acts = table.draw(acts, len(acts), random)

    def _own_pages(self) -> list[str]:
        game = self.table.game
        players = [f"people/{player.user_id}/" for player in game.players.all()]
        return [f"/organize/{path}" for path in (*OF_SITE, *players, *(f"g/{game.slug}/{path}" for path in OF_GAME))]

    def _watched(self) -> list[str]:
        return [f"{self.table.url}{path}" for path in WATCHED]

    def _admin(self, random: Random) -> list[str]:
        """List the tables of the game in the admin, and entries of its journal."""
        from games.play.sealed import is_sealed

        game = self.table.game
        entries = list(game.entries.all())
        opened = random.sample(entries, min(ENTRIES, len(entries)))
        opened += [entry for entry in entries if is_sealed(entry.events, entry.seat) and entry not in opened]
        lists = [f"/admin/games/{name}/?game__id__exact={game.pk}" for name in TABLES if name != "game"]
        return [*lists, f"/admin/games/game/{game.pk}/change/", *(f"/admin/games/entry/{e.pk}/change/" for e in opened)]

    def learn(self) -> dict[str, bytes]:
        """Collect what the site gives."""
        self.browser.cookies = deepcopy(self.cookies)
        return {f"organizer {path}": self._get(path) for path in self.paths} | self._previews()

    def _get(self, path: str) -> bytes:
        answer = self.browser.get(path)
        assert answer.status_code < 400, f"{path}: {answer.status_code}"
        return f"{answer.status_code} {answer.headers.get('Location', '')}\n".encode() + answer.content

    def _previews(self) -> dict[str, bytes]:
        """Ask what each act would do, without doing it."""
        game = self.table.game
        fields = {"reason": "A question", "hours": 24, "seat": 0, "to": "bot:recruit", "seq": max(1, game.seq - 1)}
        return {
            f"organizer's preview of {act}": self.browser.post(f"/organize/g/{game.slug}/do/{act}/", fields).content
            for act in self.acts
        }
