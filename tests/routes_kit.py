"""One private game and a visitor of each kind, for the table of all addresses (test_routes.py)."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth.models import Group
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from accounts.address_change import note_change, undo_url
from accounts.game_mail import mail_token
from accounts.models import User
from games.mail.links import OrderLink, link_path
from games.models import AuditEntry, Entry, Game, Heartbeat, InboxMail, OutboxMail, Player, Snapshot, Waiting
from games.permissions import GROUP
from games.services.lobby import game_join
from games.services.tokens import token_make
from tests.games.kit import make_table, person

KINDS = ("anonymous", "stranger", "other seat", "eliminated", "organizer", "staff")
"""The organizer has nothing to do with the game; the staff may enter the admin and has no rights there."""

Statuses = tuple[int, ...]
Row = tuple[str, Statuses, Statuses]

# Who gets what, in the order of KINDS: anonymous, stranger, other seat, eliminated, organizer, staff.
ALL = (200,) * 6
ELSEWHERE = (302,) * 6
NEVER = (405,) * 6
NOTHING = (404,) * 6
MEMBERS = (302, 200, 200, 200, 200, 200)
INSIDE_405 = (302, 405, 405, 405, 405, 405)
INSIDE_404 = (302, 404, 404, 404, 404, 404)
INSIDE_422 = (302, 422, 422, 422, 422, 422)
GUESTS = (200, 302, 302, 302, 302, 302)
TABLE = (404, 404, 200, 200, 200, 404)  # organizers see what spectators see; other staff and strangers no game at all
SEATED = (302, 404, 200, 200, 404, 404)
ORGANIZERS = (302, 404, 404, 404, 200, 404)
ORGANIZERS_422 = (302, 404, 404, 404, 422, 404)
ORGANIZERS_302 = (302, 404, 404, 404, 302, 404)
TOKEN = (401, 200, 200, 200, 200, 200)
TOKEN_405 = (401, 405, 405, 405, 405, 405)
TOKEN_TABLE = (401, 404, 200, 200, 200, 404)


def staffed(organizer: int, staff: int) -> Statuses:
    """The admin: everybody else is sent to the door."""
    return (302, 302, 302, 302, organizer, staff)


SHUT, BOTH = staffed(403, 403), staffed(200, 200)
LOOK = staffed(200, 403)


def admin_rows_of(model: str, *, look: Statuses = LOOK, has_row: bool = True) -> list[Row]:
    """The pages of the admin for a model that nobody may write; of one row of it, if the scene has any."""
    unknown = staffed(302, 302)
    return [
        (f"admin/{model}/", look, look),
        (f"admin/{model}/add/", SHUT, SHUT),
        (f"admin/{model}/<path:object_id>/", unknown, unknown),
        (f"admin/{model}/<path:object_id>/change/", look if has_row or look == SHUT else staffed(302, 403), SHUT),
        (f"admin/{model}/<path:object_id>/delete/", SHUT, SHUT),
        (f"admin/{model}/<path:object_id>/history/", *(2 * (look if has_row else unknown,))),
    ]


PASSWORD = "a long password"


@contextmanager
def undone() -> Iterator[None]:
    """Whatever is written inside is rolled back, as if each visit were the first."""
    block = transaction.atomic()
    block._from_testcase = True  # type: ignore[attr-defined]  # so that services may insist on being outermost
    with block:
        yield
        transaction.set_rollback(True)


def routes() -> list[str]:
    """Every address of the site as its pattern, without those that the resolver holds twice."""
    return list(dict.fromkeys(walk(get_resolver())))


def walk(resolver: URLResolver, before: str = "") -> Iterator[str]:
    for each in resolver.url_patterns:
        pattern = before + str(each.pattern)
        if isinstance(each, URLPattern):
            yield pattern
        else:
            yield from walk(each, pattern)


@dataclass
class Scene:
    """A running game for its players alone, a table of the same kind that gathers, and who visits them."""

    game: Game
    table: Game
    visitors: dict[str, Client]
    passes: dict[str, str]
    words: dict[str, Any]

    def ask(self, kind: str, method: str, path: str, data: Any) -> Any:
        """The answer that a visitor of this kind gets; nothing stays of it."""
        headers: dict[str, str] = {}
        given: dict[str, Any] = {}
        if path.startswith("/api/"):
            headers = {"Idempotency-Key": "one"}
            given = {"content_type": "application/json"} if method == "post" else {}
            if token := self.passes.get(kind):
                headers["Authorization"] = f"Bearer {token}"
        visitor = self.visitors[kind]
        cookies = copy.deepcopy(visitor.cookies)
        with undone():
            answer = getattr(visitor, method)(path, data, headers=headers, **given)
        visitor.cookies = cookies
        return answer


PRIVATE: dict[str, Any] = {"rules": "classic_1959", "seats_wanted": 3, "public": False, "watch": "players"}


def begin_private() -> tuple[Game, Player, Player, Player]:
    """A private game of three that has begun: the game, the player who is asked, and the two others."""
    host, *others = [person(name) for name in ("alice", "bob", "carol")]
    game = make_table(host, name="Long Winter", **PRIVATE)
    for user in others:
        game_join(game_id=game.pk, user=user, invite_token=game.invite_token)
    game.refresh_from_db()
    asked = Waiting.objects.select_related("player__user").get(game=game).player
    one, other = Player.objects.filter(game=game).exclude(pk=asked.pk).select_related("user")
    return game, asked, one, other


def scene() -> Scene:
    """Three people at the table: one is asked, one holds another seat, one is out."""
    game, asked, other, out = begin_private()
    assert asked.user is not None
    Player.objects.filter(pk=out.pk).update(state=Player.State.OUT)
    Game.objects.filter(pk=game.pk).update(creator=asked.user)
    people = {"anonymous": None, "stranger": person("sam"), "other seat": other.user, "eliminated": out.user}
    people |= {"organizer": organizer("olga"), "staff": staff("steven")}
    assert asked.user is not None
    table = make_table(asked.user, name="Gathering", **PRIVATE)
    passes = {kind: token_make(user=user, name="bot", scope="play")[1] for kind, user in people.items() if user}
    return Scene(game, table, {kind: client(user) for kind, user in people.items()}, passes, words(game, table, asked))


def client(user: User | None) -> Client:
    made = Client(raise_request_exception=False)
    if user is not None:
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        made.force_login(user)
    return made


def staff(name: str) -> User:
    user = person(name)
    User.objects.filter(pk=user.pk).update(is_staff=True)
    return User.objects.get(pk=user.pk)


def organizer(name: str) -> User:
    user = staff(name)
    user.groups.add(Group.objects.get(name=GROUP))
    return user


def words(game: Game, table: Game, asked: Player) -> dict[str, Any]:
    """What stands in the places of the patterns."""
    row = Waiting.objects.get(game=game, player=asked)
    mail = OutboxMail.objects.filter(game=game).first()
    assert mail is not None and asked.user is not None and asked.seat is not None
    OutboxMail.objects.filter(pk=mail.pk).update(state=OutboxMail.State.DEAD)
    User.objects.filter(pk=asked.user.pk).update(bounced_at=game.created_at)
    Heartbeat.objects.update_or_create(name="sweep", defaults={"seen_at": timezone.now()})
    audit = AuditEntry.objects.create(game=game, action="game.pause", reason="holidays")
    link = link_path(OrderLink(game.pk, asked.seat, row.ref, "end", asked.user.pk)).removeprefix("/l/").rstrip("/")
    undo = undo_url(note_change(asked.user, "former@example.org", asked.user.email))
    return {
        "slug": game.slug,
        "open slug": table.slug,
        "seq": 1,
        "invite": table.invite_token,
        "link": link,
        "mail token": mail_token(asked.user),
        "undo": undo.split("/")[-2],
        "username": asked.user.username,
        "map_id": game.map,
        "inbox": InboxMail.objects.create(recipient="x@example.org", subject="x", text="x", raw=b"x").pk,
        "mail": mail.pk,
        "person": asked.user.pk,
        "act": "pause",
        "group": Group.objects.get(name=GROUP).pk,
        "game": game.pk,
        "player": asked.pk,
        "entry": Entry.objects.filter(game=game).first().pk,  # type: ignore[union-attr]
        "snapshot": Snapshot.objects.filter(game=game).first().pk,  # type: ignore[union-attr]
        "waiting": row.pk,
        "audit": audit.pk,
    }


def known(route: str) -> str:
    """A pattern as its row names it: the list of the admin's apps grows by itself, patterns without end are none."""
    return re.sub(r"^admin/\^\(\?P<app_label>.*", "admin/APPS", route)


def address(route: str, words: dict[str, Any]) -> str:
    """The path of a route, with the words of the scene."""
    if route == "admin/APPS":
        return "/admin/games/"
    if route == "admin/(?P<url>.*)$":
        return "/admin/nothing/like/this/"
    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda found: str(word(route, found[1], words)), route)


def word(route: str, name: str, words: dict[str, Any]) -> Any:
    """What stands for `name` in this route."""
    if name == "token":
        kinds = {"i/": "invite", "m/": "mail token", "accounts/": "undo"}
        return next((words[kind] for start, kind in kinds.items() if route.startswith(start)), words["link"])
    if name == "pk":
        kinds = {"inbox/": "inbox", "organize/people/": "person", "organize/mails/": "mail"}
        return next((words[kind] for start, kind in kinds.items() if route.startswith(start)), 999_999)
    if name in ("object_id", "id"):
        model = route.split("/")[2]
        return words.get({"user": "person", "outboxmail": "mail", "auditentry": "audit"}.get(model, model), 999_999)
    plain = {
        "rules": "modern",
        "number": 1,
        "message": 1,
        "seat": 1,
        "name": words["act"],
        "cid": "board",
        "content_type_id": 1,
    }
    return plain.get(name) or words[name]
