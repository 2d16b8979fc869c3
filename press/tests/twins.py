"""All that the site shows of a game, for tests that compare it with a twin of it: pages and answers of the API by the
table of addresses, mails, and what people take along."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from typing import Any

import time_machine
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import resolve
from django.utils import timezone

from accounts.models import User
from accounts.signals import account_exported
from games.mail.outbox import outbox_deliver
from games.models import Entry, OutboxMail, Player
from games.models.journal import actor_of
from games.services.tokens import token_make
from press.services.messages import press_sweep
from tests.games.kit import Table
from tests.routes_kit import known, routes, undone

AT = datetime.fromisoformat("2030-03-05T10:01:00+00:00")

NOT_ASKED = {
    "admin/": "of administrators, who read the database; no table of messages is there",
    "accounts/": "of the reader's own account; what they take along is compared by itself",
    "events/": "of tournaments, and this game is of none",
    "organize/events/": "of tournaments, and this game is of none",
    "api/events/": "of tournaments, and this game is of none",
    "inbox/": "all mail of a site that one person tries out; mails are compared by themselves",
    "calendar/<str:token>": "opens with a token of one person",
    "seat/<str:token>": "opens with a token of one person",
    "i/<str:token>": "the invitation to a table, which has begun",
    "l/<str:token>": "opens with a token of one person",
    "m/<str:token>": "opens with a token of one person",
    "organize/reports/<int:pk>": "moderators read who wrote what is reported to them",
    "metrics": "counts of the whole process, which grow with every page",
    ".well-known/": "of the whole site",
    "livez": "of the whole site",
    "readyz": "of the whole site",
    "about/": "the same for everybody",
    "fair/": "the same for everybody",
    "help/": "the same for everybody",
    "games/new/": "an empty form, and what it makes bears a name that is drawn anew",
    "api/rules/": "the same for everybody",
    "api/maps/": "the same for everybody",
    "api/schema/": "the same for everybody",
}
"""Beginnings of addresses that twins are not asked for, each with the reason."""

DRAWN_ANEW = re.compile(r"[0-9a-f]{16,}|[A-Za-z0-9]{64}|fp_[\w-]+|\"nonce\":\"[^\"]*\"")
"""Keys, tokens and signatures, which are drawn anew for each page."""


def asked_routes(exempt: Iterable[str] = ()) -> list[str]:
    """List the addresses of the site that twins are asked for; a new one is among them until it is exempt."""
    left_out = (*NOT_ASKED, *exempt)
    return [route for route in ROUTES if not route.startswith(left_out)]


ROUTES = [known(route) for route in routes()]


class Reader:
    """Who looks, with a browser and programs: somebody, or nobody (None)."""

    def __init__(self, user: User | None) -> None:
        self.visitor, self.program = Client(raise_request_exception=False), Client(raise_request_exception=False)
        self.passes: dict[str, dict[str, str]] = {"play": {}, "press": {}}
        if user is not None:
            self.visitor.force_login(user)
        for scope in self.passes if user is not None else ():
            assert user is not None
            token = token_make(user=user, name="bot", scope=scope)[1]
            self.passes[scope] = {"Authorization": f"Bearer {token}", "Idempotency-Key": "one"}

    def ask(self, method: str, path: str) -> Any:
        """Ask for a page, or the API by the scope that it wants; nothing of it stays."""
        cookies = copy.copy(self.visitor.cookies)
        with undone():
            if not path.startswith("/api/"):
                answer = getattr(self.visitor, method)(path)
                self.visitor.cookies = cookies
                return answer
            headers = self.passes["press" if re.search(r"/press/|/notes/", path) else "play"]
            body = {"content_type": "application/json"} if method == "post" else {}
            return getattr(self.program, method)(path, {}, headers=headers, **body)


def words_of(play: Table, names: Iterable[str]) -> dict[str, list[Any]]:
    """List what stands in the places of addresses: of people all that are given, of the rest the game's own."""
    game = play.fresh()
    people = list(User.objects.filter(username__in=names).order_by("username"))
    return {
        "slug": [game.slug],
        "seq": [game.seq],
        "number": [1, 2],
        "message": [1, 2],
        "seat": [1],
        "username": [person.username for person in people],
        "pk": [person.pk for person in people],
        "map_id": [game.map],
        "rules": [game.rules],
        "name": ["pause"],
    }


def paths(route: str, words: dict[str, list[Any]]) -> Iterator[str]:
    """Yield the addresses of a route; it has one open place besides the game's at most."""
    names = PLACE.findall(route)
    for number in range(max([len(words[name]) for name in names], default=1)):
        filled = route
        for name in names:
            filled = PLACE.sub(str((words[name] * (number + 1))[number]), filled, count=1)
        yield "/" + filled


PLACE = re.compile(r"<(?:\w+:)?(\w+)>")


def shown_to(
    play: Table, reader: User | None, names: Iterable[str], exempt: Iterable[str] = (), *, forms: bool = True
) -> Iterator[str]:
    """Yield all that somebody is shown: each address asked for, and with `forms` those of a game sent an empty one.
    Pages of organizers are for them alone (tests/test_routes.py)."""
    by = Reader(reader)
    if reader is None or not reader.is_staff:
        exempt = (*exempt, "organize/")
    words = words_of(play, names)
    for route in asked_routes(exempt):
        for path in paths(route, words):
            for method in allowed(route, forms):
                answer = by.ask(method, path)
                assert answer.status_code < 500, (method, path)
                yield f"{method} {path} {plain(answer)}"


def allowed(route: str, forms: bool) -> list[str]:
    """List what an address is asked with: forms are for those of a game, and of the API what its view takes."""
    methods = ("get", "post") if forms and "<slug:slug>" in route else ("get",)
    takes = getattr(resolve("/" + PLACE.sub("1", route)).func, "view_class", None)
    return [method for method in methods if takes is None or hasattr(takes, method)]


def plain(answer: Any) -> str:
    """Write out an answer with its headers, but for what is drawn anew."""
    headers = {name: value for name, value in answer.headers.items() if name != "Content-Length"}
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    text = f"{answer.status_code} {json.dumps(headers, sort_keys=True)}\n{content.decode(errors='replace')}"
    return DRAWN_ANEW.sub("", text)


def mailed_to(readers: list[User]) -> list[str]:
    """Deliver all mail, and write out that of these readers, but for what is drawn anew."""
    mail.outbox.clear()
    OutboxMail.objects.filter(state="queued").update(not_before=timezone.now())
    outbox_deliver()
    addresses = {reader.email for reader in readers}
    found = [message for message in mail.outbox if set(message.to) <= addresses]
    return [DRAWN_ANEW.sub("", f"{made.subject}\n{made.extra_headers}\n{made.body}{written(made)}") for made in found]


def written(message: Any) -> str:
    """Return what a mail has besides its plain text."""
    return "".join(str(part[0]) for part in message.alternatives)


def taken_along(reader: User) -> str:
    """Write out what somebody takes along of what apps keep about them."""
    parts = [part for _receiver, part in account_exported.send(sender=User, user=reader)]
    return DRAWN_ANEW.sub("", json.dumps(parts, default=str, sort_keys=True))


def world(
    play: Table,
    reader: User | None,
    players: list[User],
    names: Iterable[str],
    happens: Callable[[], object],
    exempt: Iterable[str] = (),
    *,
    forms: bool = True,
) -> list[str]:
    """Let something happen in a game, and list what a reader is shown, and what these players are mailed and take
    along; nothing of it stays. `names` are the people whose pages are looked at."""
    cache.clear()
    with undone(), time_machine.travel(AT, tick=False) as clock:
        happens()
        clock.shift(timedelta(minutes=20))
        press_sweep()
        shown = shown_to(play, reader, names, exempt, forms=forms)
        return [*mailed_to(players), *map(taken_along, players), *shown]


def differences(one: list[str], other: list[str]) -> list[str]:
    """List the first lines by which what is shown differs."""
    if len(one) != len(other):
        return [f"{len(one)} and {len(other)} pages and mails"]
    lines = [(first.split("\n"), second.split("\n")) for first, second in zip(one, other, strict=True)]
    return [
        f"{first[0][:60]}: {a[:300]} / {b[:300]}"
        for first, second in lines
        for a, b in zip(first, second, strict=False)
        if a != b
    ][:12]


def swap_seats(one: Player, other: Player) -> None:
    """Let two people have sat in each other's seats from the beginning, and have played what was played there."""
    seats = {one.pk: other, other.pk: one}
    Player.objects.filter(pk__in=seats).update(user=None, bot="recruit")
    for pk, source in seats.items():
        Player.objects.filter(pk=pk).update(user=source.user, word=source.word, bot="")
    entries = Entry.objects.filter(game=one.game)
    names = [actor_of(each.user_id or 0) for each in (one, other)]
    played = [list(entries.filter(actor=name).values_list("pk", flat=True)) for name in names]
    for rows, name in zip(played, reversed(names), strict=True):
        entries.filter(pk__in=rows).update(actor=name)
