"""A small bot that plays Fieldpost through its API. Python 3.11 and its standard library, nothing else.

    export FIELDPOST_TOKEN=fp_...        # made on the page "Programs" of your account, with the scope "play"
    python bot.py http://127.0.0.1:8000 new              # opens a table with two bots and plays it to the end
    python bot.py http://127.0.0.1:8000 long-winter-k3x7m

It looks at what it may answer, takes the best of the orders that the site names as likely, attacks only where it
expects to win, and leaves everything else alone.
"""

from __future__ import annotations

import json
import os
import sys
import time
import urllib.error
import urllib.request
import uuid
from typing import Any

GOOD_ODDS = 0.6
PAUSE = 2.0
"""Seconds between two looks while others are asked."""


class Refused(Exception):
    """The site said no; `code` is stable, the text is a sentence."""

    def __init__(self, status: int, refusal: dict[str, Any]) -> None:
        super().__init__(refusal["message"])
        self.status, self.code, self.params = status, refusal["code"], refusal["params"]


class Site:
    """The API with a token: JSON in, JSON out."""

    def __init__(self, address: str, token: str) -> None:
        self.address, self.token = address.rstrip("/"), token

    def get(self, path: str) -> Any:
        return self.send("GET", path, None, "")

    def post(self, path: str, body: dict[str, Any]) -> Any:
        """Post with one key for all its tries, so that an order is never played twice."""
        return self.send("POST", path, body, uuid.uuid4().hex)

    def send(self, method: str, path: str, body: Any, key: str) -> Any:
        """Send a request; wait where the site asks to, and try again where the line breaks. Raises Refused."""
        for attempt in range(6):
            try:
                return self.once(method, path, body, key)
            except urllib.error.HTTPError as answer:
                if answer.code not in (429, 503):
                    raise Refused(answer.code, json.load(answer)) from None
                time.sleep(int(answer.headers.get("Retry-After", "1")))
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                time.sleep(2**attempt)
        raise SystemExit(f"{self.address} does not answer.")

    def once(self, method: str, path: str, body: Any, key: str) -> Any:
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        if key:
            headers["Idempotency-Key"] = key
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.address}/api/{path}", data, headers, method=method)
        with urllib.request.urlopen(request, timeout=30) as answer:
            text = answer.read()
        return json.loads(text) if text else None


def open_table(site: Site) -> str:
    """Open a table with two bots of the site, which begins at once; returns its name in addresses."""
    wish = {"name": "Bots by themselves", "rules": "modern", "seats": 3, "bots": ["random", "random"]}
    return str(site.post("games/", wish)["slug"])


def choose(options: dict[str, Any]) -> str:
    """Choose an order as text: the best attack if it is good enough, else the first that is no attack, else `end`."""
    attacks = [likely for likely in options["orders"] if likely["chance"] is not None]
    others = [likely["order"] for likely in options["orders"] if likely["chance"] is None]
    if attacks and attacks[0]["chance"] >= GOOD_ODDS:
        return str(attacks[0]["order"])
    may_end = any(offer["action"] == "turn.end" for offer in options["offers"])
    wants_more = options["kind"] in ("battle.attack_asked", "fortify.move_asked")
    return "end" if may_end and (wants_more or not others) else str(others[0])


def answer(site: Site, slug: str, options: dict[str, Any]) -> None:
    """Give one order. One that came too late is dropped: the next look shows how the game stands."""
    order = choose(options)
    try:
        site.post(f"games/{slug}/orders/", {"ref": options["ref"], "text": order})
    except Refused as refused:
        if refused.status != 409:
            raise


def play(site: Site, slug: str, pause: float = PAUSE) -> dict[str, Any]:
    """Play until the game is over; returns the game. Takes the seat back if the caretaker has it."""
    while True:
        game: dict[str, Any] = site.get(f"games/{slug}/")
        if game["status"] in ("over", "void"):
            return game
        if game["status"] == "running":
            me = game["players"][game["seat"]]
            if me["state"] == "out":
                return game
            if me["state"] == "caretaker":
                site.post(f"games/{slug}/return/", {})
        options = site.get(f"games/{slug}/options/") if game["status"] == "running" else {"ref": None}
        if options["ref"] is None:
            time.sleep(pause)
        else:
            answer(site, slug, options)


def main(arguments: list[str]) -> int:
    token = os.environ.get("FIELDPOST_TOKEN", "")
    if len(arguments) != 2 or not token:
        print(__doc__)
        return 2
    site = Site(arguments[0], token)
    try:
        slug = open_table(site) if arguments[1] == "new" else arguments[1]
        game = play(site, slug)
    except Refused as refused:
        print(f"Refused ({refused.status} {refused.code}): {refused}", file=sys.stderr)
        return 1
    won = game["seat"] in game["winners"]
    print(f"{game['name']}: {'won' if won else 'not won'}, {game['status']} in round {game['round']}.")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
