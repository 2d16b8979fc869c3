"""People who play by the API without rest: two at each table, who answer the same question at once, answer stale ones,
and send again what they got no answer to."""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
from typing import Any
from urllib.parse import urlsplit

from tests.faults.histories import Tried

ANSWER_SECONDS = 5
BACK_SECONDS = 60
REST = 0.3  # seconds, at most, between a question and its answer
YES, NO = (200,), (403, 404, 409, 422)
"""What an answer's status says about the order; any other leaves it open."""


class Crowd:
    """`games` as the seed tells them, with a token for each seat. Use as a context; `tried` is what they did."""

    def __init__(self, address: str, games: list[dict[str, Any]]) -> None:
        self.place = urlsplit(address).netloc
        self.tried: list[Tried] = []
        self._over = threading.Event()
        self._people = [
            threading.Thread(target=self._play, args=(game, number)) for game in games for number in range(2)
        ]

    def __enter__(self) -> Crowd:
        for person in self._people:
            person.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._over.set()
        for person in self._people:
            person.join()

    def wait_for_yes(self, count: int) -> float:
        """Until so many orders that are sent from now on are taken; the seconds it took."""
        began, known = time.monotonic(), len(self.tried)
        while sum(order.outcome == "yes" and order.began > began for order in self.tried[known:]) < count:
            assert time.monotonic() - began < BACK_SECONDS, f"fewer than {count} orders were taken meanwhile"
            time.sleep(0.02)
        return time.monotonic() - began

    def send_into_the_dark(self, game: dict[str, Any]) -> None:
        """An order that nobody can answer now."""
        began, key = time.monotonic(), f"dark-{len(self.tried)}"
        self._ask("POST", f"/api/games/{game['slug']}/orders/", game["tokens"][0], {"ref": 1, "text": "end"}, key)
        self.tried.append(Tried(game["id"], key, began, time.monotonic(), "lost"))

    def _play(self, game: dict[str, Any], number: int) -> None:
        luck = random.Random(f"{game['id']} {number}")
        count = 0
        while not self._over.is_set():
            question = self._question(game)
            if question is None:
                time.sleep(REST)
                continue
            time.sleep(luck.random() * REST)
            token, ref, order = question
            count += 1
            stale = luck.random() < 0.1
            self._try(game, token, f"{number}-{count}", {"ref": ref - 1 if stale else ref, "text": order}, luck)

    def _question(self, game: dict[str, Any]) -> tuple[str, int, str] | None:
        """Whose turn it is, by token, with the question and a good answer; None if nobody can say just now."""
        path = f"/api/games/{game['slug']}/"
        status, board = self._ask("GET", path + "view/", game["tokens"][0])
        if status != 200 or not board["asked"]:
            return None
        token = game["tokens"][board["asked"][0]["seat"]]
        status, options = self._ask("GET", path + "options/", token)
        if status != 200 or not options["orders"]:
            return None
        return token, options["ref"], options["orders"][0]["order"]

    def _try(self, game: dict[str, Any], token: str, key: str, body: dict[str, Any], luck: random.Random) -> None:
        """Send one order until its fate is known, or leave it open after the first try, as luck will have it; and some
        once more though it was taken, which must be answered alike."""
        began = time.monotonic()
        path, outcome = f"/api/games/{game['slug']}/orders/", "lost"
        for _ in range(luck.choice((1, 1, 40))):
            status, _answer = self._ask("POST", path, token, body, key)
            outcome = "yes" if status in YES else "no" if status in NO else "lost"
            if outcome != "lost" or self._over.is_set():
                break
            time.sleep(0.25)
        ended = time.monotonic()
        if outcome == "yes" and luck.random() < 0.3 and self._ask("POST", path, token, body, key)[0] in NO:
            outcome = "no"
        self.tried.append(Tried(game["id"], key, began, ended, outcome))  # type: ignore[arg-type]

    def _ask(self, method: str, path: str, token: str, body: Any = None, key: str = "") -> tuple[int, Any]:
        """Status and JSON; status 0 if there was no answer."""
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        if key:
            headers["Idempotency-Key"] = key
        line = http.client.HTTPConnection(self.place, timeout=ANSWER_SECONDS)
        try:
            line.request(method, path, json.dumps(body) if body is not None else None, headers)
            answer = line.getresponse()
            return answer.status, json.loads(answer.read() or b"null")
        except (OSError, http.client.HTTPException, ValueError):
            return 0, None
        finally:
            line.close()
