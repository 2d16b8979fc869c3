"""A database that is full or may only be read: orders are refused with 503 and a page that says why, nothing is stored
by halves, and the same order counts once when there is room again. The errors are the databases' own."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import DatabaseError, OperationalError, ProgrammingError, connection
from django.db.models import Count
from django.test import Client
from django.utils import timezone

from accounts.models import User
from common.outages import is_outage
from config import health
from games.mail.links import OrderLink, link_path
from games.models import AuditEntry, Entry, Game, OutboxMail, Snapshot, Waiting
from games.services.deadlines import deadline_sweep
from games.services.lobby import game_join
from tests.games.api.kit import program, refusal
from tests.games.kit import Table, make_table, table
from tests.kit.certain import some
from tests.routes_kit import Scene, scene
from tests.test_routes import TABLES, address

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]

GAMES = 12
REFUSAL = """
CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'could not extend file: no space left on device' USING ERRCODE = 'disk_full'; END $$
"""
TRIGGER = """
CREATE TRIGGER no_room BEFORE INSERT OR UPDATE OR DELETE ON {table} FOR EACH STATEMENT EXECUTE FUNCTION no_room()
"""
"""PostgreSQL with its disk full; an order writes `games_waiting` last."""


def run(*commands: str) -> None:
    with connection.cursor() as cursor:
        for command in commands:
            cursor.execute(command)


@contextmanager
def full() -> Iterator[None]:
    """No room for another page."""
    if connection.vendor == "postgresql":
        run(REFUSAL, TRIGGER.format(table="games_waiting"))
        try:
            yield
        finally:
            run("DROP FUNCTION no_room() CASCADE")
        return
    with connection.cursor() as cursor:
        pages = cursor.execute("PRAGMA page_count").fetchone()[0]
        cursor.execute(f"PRAGMA max_page_count = {pages}")
    try:
        with pytest.raises(OperationalError, match="full"):
            for _ in range(10_000):
                AuditEntry.objects.create(action="filler", details={"words": "x" * 300})
        yield
    finally:
        run("PRAGMA max_page_count = 1073741823")


@contextmanager
def read_only() -> Iterator[None]:
    """Whoever writes is refused; reading goes on."""
    on, off = ("SET default_transaction_read_only = on", "SET default_transaction_read_only = off")
    if connection.vendor != "postgresql":
        on, off = "PRAGMA query_only = 1", "PRAGMA query_only = 0"
    run(on)
    try:
        yield
    finally:
        run(off)


@pytest.fixture
def play() -> Table:
    return table()


def visitor(user: User, path: str) -> Client:
    """A person's browser with a page open."""
    found = Client(raise_request_exception=False)
    found.force_login(user)
    assert found.get(path).status_code == 200
    return found


def stored(play: Table) -> list[Any]:
    """All that an order writes."""
    rows = [list(model.objects.order_by("pk").values()) for model in (Entry, Snapshot, Waiting, OutboxMail)]
    return [*rows, play.fresh().seq, play.fresh().head]


def form(play: Table) -> dict[str, Any]:
    return {"line": "1", "order": play.likely(), "ref": play.waiting.ref, "key": f"key {play.waiting.ref}"}


def refused(play: Table, send: Callable[[], Any]) -> Any:
    """Go on until there is no room for another order; what is stored then is what was stored before."""
    for _ in range(80):
        before = stored(play)
        answer = send()
        if answer.status_code == 503:
            assert stored(play) == before
            return answer
    raise AssertionError("there was room for everything")


@pytest.mark.parametrize("hurt", [full, read_only])
def test_an_order_on_the_page_is_refused_whole_and_counts_once_afterwards(play: Table, hurt: Any) -> None:
    path, sent = f"/g/{play.game.slug}/", []
    web = {user: visitor(user, path) for user in (play.alice, play.bob)}

    def send() -> Any:
        sent.append((web[play.asked_user], form(play)))
        return sent[-1][0].post(path, sent[-1][1])

    with hurt():
        answer = refused(play, send)
        assert answer.headers["Retry-After"] and "default-src" in answer.headers["Content-Security-Policy"]
        assert "Closed for a moment" in answer.content.decode()
        assert web[play.alice].get(path).status_code == 200
    person, fields = sent[-1]
    assert [person.post(path, fields).status_code for _ in range(2)] == [302, 302]
    assert Entry.objects.filter(game=play.game, key=fields["key"]).count() == 1
    call_command("fsck", stdout=StringIO())


@pytest.mark.parametrize("hurt", [full, read_only])
def test_links_are_told_too(play: Table, hurt: Any) -> None:
    reader = Client(raise_request_exception=False)

    def send() -> Any:
        row = play.waiting
        return reader.post(
            link_path(OrderLink(play.game.pk, row.seat, row.ref, play.likely(), row.player.user_id or 0))
        )

    with hurt():
        assert "Closed for a moment" in refused(play, send).content.decode()
    call_command("fsck", stdout=StringIO())


@pytest.mark.parametrize("hurt", [full, read_only])
def test_programs_get_a_refusal_with_a_code(play: Table, hurt: Any) -> None:
    bots = {user: program(user) for user in (play.alice, play.bob)}
    for bot in bots.values():
        bot.get("me/")  # notes the use of the token
        bot.client.raise_request_exception = False

    def send() -> Any:
        body = {"ref": play.waiting.ref, "text": play.likely()}
        return bots[play.asked_user].post(f"games/{play.game.slug}/orders/", body)

    with hurt():
        assert refusal(refused(play, send), 503) == "site.unavailable"
    call_command("fsck", stdout=StringIO())


@pytest.mark.parametrize("hurt", [full, read_only])
def test_a_sweep_passes_whole_games_or_none_and_catches_up(play: Table, hurt: Any) -> None:
    for _ in range(GAMES - 1):
        made = make_table(play.alice, name="Due", rules="classic_1959", seats_wanted=3, bots=["random"])
        game_join(game_id=made.pk, user=play.bob, invite_token=made.invite_token)
    deadline_sweep()
    Waiting.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    before = lengths()
    with hurt():
        with suppress(DatabaseError):  # the worker logs it and comes again
            deadline_sweep()
        after = lengths()
    left = {game for game in before if after[game] == before[game]}
    assert left and passed_games() == set(before) - left
    Waiting.objects.update(claimed_until=None)
    assert deadline_sweep() == len(left) and passed_games() == set(before)
    call_command("fsck", stdout=StringIO())


def lengths() -> dict[int, tuple[int, int, int]]:
    """Of each game: its number, how many entries it has and how many mails."""
    counted = Game.objects.annotate(rows=Count("entries", distinct=True), letters=Count("mails", distinct=True))
    return {game.pk: (game.seq, game.rows, game.letters) for game in counted}


def passed_games() -> set[int]:
    return set(Entry.objects.filter(kind=Entry.Kind.NOTE).values_list("game_id", flat=True))


def test_other_faults_of_a_database_are_faults_of_ours() -> None:
    assert is_outage(OperationalError()) and not is_outage(ProgrammingError()) and not is_outage(ValueError())


WHOSE = {"anonymous": 0, "other seat": 2, "organizer": 4}
"""Visitors, and their place in the table of addresses."""


@contextmanager
def no_room_at_all() -> Iterator[None]:
    """A disk so full that not one row can be written, in whatever table."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            tables = connection.introspection.table_names(cursor)
        run(REFUSAL, *(TRIGGER.format(table=table) for table in tables))
        try:
            yield
        finally:
            run("DROP FUNCTION no_room() CASCADE")
        return
    run("PRAGMA query_only = 1")
    try:
        yield
    finally:
        run("PRAGMA query_only = 0")


@pytest.mark.long
@pytest.mark.parametrize("hurt", [read_only, no_room_at_all])
def test_every_page_that_only_reads_goes_on(hurt: Any) -> None:
    """Sessions and tokens are old enough for a page to note their use, which then goes unnoted."""
    view = scene()
    for kind in WHOSE:
        if kind != "anonymous":
            session = view.visitors[kind].session
            session["seen_at"] = time.time() - 3600
            session.save()
    pages = [
        (kind, address(route, view.words), gets[place])
        for rows in TABLES.values()
        for route, gets, _ in rows
        for kind, place in WHOSE.items()
    ]
    health._written_at = -health.WRITE_EVERY
    with hurt():
        found = [
            (kind, path, status, got) for kind, path, status in some(pages) if (got := read(view, kind, path)) != status
        ]
        assert [path for _, path, status, got in found if status == 200] == ["/readyz"] * len(WHOSE), found
        told = view.visitors["anonymous"].get("/readyz").json()
        assert told["database"].startswith("cannot be written") and told["migrations"] == "ok"
    assert view.visitors["anonymous"].get("/readyz").json()["database"] == "ok"


def read(view: Scene, kind: str, path: str) -> int:
    """The status of a page that one visitor opens."""
    token = view.passes.get(kind)
    headers = {"Authorization": f"Bearer {token}"} if token and path.startswith("/api/") else {}
    return int(view.visitors[kind].get(path, headers=headers).status_code)


@pytest.mark.parametrize("hurt", [read_only, no_room_at_all])
def test_a_login_that_is_over_is_over_though_it_cannot_be_ended(play: Table, hurt: Any) -> None:
    web = visitor(play.alice, "/games/")
    session = web.session
    session["began_at"] = 0
    session.save()
    with hurt():
        assert web.get("/games/").status_code == 302
        assert web.get(f"/g/{play.game.slug}/").status_code == 200
    assert Session.objects.filter(pk=session.session_key).exists()
    web.cookies[settings.SESSION_COOKIE_NAME] = session.session_key
    assert web.get("/games/").status_code == 302
    assert not Session.objects.filter(pk=session.session_key).exists()
