"""Show that nobody can tell what others hide: pages, mails and answers of the API are equal to the byte.

    python -m benchmarks.secrets [--games 1000] [--rules risk2210] [--first 1]

Bots play a random game to a random point, the last moves of it on a site of its own. Then two readers look: one seat,
and somebody without one. All that a reader cannot know is dealt anew (`engine.redeal`): hands, decks, sealed answers,
what lies face down; what the journal keeps of it, and others' standing orders, become others too. Everything that the
site gives the reader must be the same before and after: the turn page with its stages and selections, polls, the
history and older moments of it, lists, the mails with their pictures, the answers of the API, and what is said to
orders that are refused. Exits with 1 at the first game in which something differs, and says where.

Game N is the same in every run, so `--first` goes on where a run has ended, and several runs can share the work.
"""

from __future__ import annotations

import argparse
import re
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import UTC, datetime
from html import unescape
from http.cookies import SimpleCookie
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import time_machine

import engine
from benchmarks.pages import site
from engine.bots import choose
from engine.core.state import NOBODY
from engine.redeal import deal_anew

if TYPE_CHECKING:
    from django.test import Client

    from accounts.models import User
    from games.models import Entry, Game
    from games.play.session import Session

Learnt = dict[str, bytes]
"""What a reader was given, by where it stood."""

NOW = datetime(2026, 3, 1, 12, 0, 20, tzinfo=UTC)
BOTS = ("random", "recruit")
LONGEST = 130
"""Moves of a seat after which a game is looked at, at the latest."""
ON_SITE = 25
"""Moves that are played on the site, so that its journal tells of them."""
WATCHED = 4
"""Of so many games one is looked at by a spectator too."""
OTHERWISE = {"cards.play": "reaction.decline", "reaction.decline": "cards.play"}
"""What else might have been answered where a question leaves the choice; a sealed bid is always a bid."""
WAIT = 60
"""Moves that a game may go on until a sealed answer lies there."""
OLDER, FEW, ORDERS = 1, 7, 6
"""Older moments that may be looked at, answers of the site that are compared by lot, and orders that are tried."""
PAGES = (
    *("poll/?seq=0", "history/?player=red", "odds/", "log/", "dice/", "settings/", "?board=earth", "?board=moon"),
    "history/?board=moon",
)
ELSEWHERE = ("/games/", "/games/next/", "/games/public/", "/players/p0/")
MIXES: dict[str, tuple[dict[str, Any], ...]] = {
    "risk2210": (
        {"setup_orders": "in_turn"},
        {
            "setup_orders": "planned",
            "blank_cards": [
                {"deck": "naval", "name": "Fog Bank", "like": "Naval Stealth MODs", "cost": 0},
                {"deck": "land", "name": "Far Patrol", "like": "Scout Forces", "cost": 1},
            ],
        },
    )
}
"""The switches of games, one mix after another."""
WISH = "when attacked at Japan: defend 1"
"""A standing order that a twin has in place of what others have written."""


# ---- what must not make a difference


@contextmanager
def same_process() -> Iterator[None]:
    """Stop the clock, and draw the same random tokens each time: what a process makes up as it goes."""
    drawn = Random("tokens")
    tokens = SimpleNamespace(token_hex=lambda size=16: drawn.randbytes(size).hex(), choice=drawn.choice)
    tokens.randbelow = drawn.randrange
    with time_machine.travel(NOW, tick=False), patch.multiple(secrets, **vars(tokens)):
        yield


# ---- a game at a random point


class Table:
    """A running game of people alone, in which any position can be laid."""

    def __init__(self, rules: str, seats: int, options: dict[str, Any]) -> None:
        from games.models import StandingOrder
        from games.services.lobby import game_create, game_join
        from games.services.table_settings import TableSettings

        self.rules, self.seats, self.options = rules, seats, options
        people = [person(f"p{number}") for number in range(seats)]
        settings = TableSettings(name="Twins", rules=rules, seats_wanted=seats, options=options)
        game = game_create(creator=people[0], settings=settings)
        for user in people[1:]:
            game = game_join(game_id=game.pk, user=user, invite_token=game.invite_token)
        self.game: Game = game
        for player in game.players.all():
            StandingOrder.objects.create(game=game, player=player, text="when attacked: defend 2", ask_me=True)

    @property
    def url(self) -> str:
        from django.urls import reverse

        return reverse("game", args=[self.game.slug])

    def user(self, seat: int) -> User:
        found = self.game.players.get(seat=seat).user
        assert found is not None
        return found

    def lay(self, state: engine.GameState) -> Session:
        """Lay a position; returns its session, not saved yet."""
        from games.models import Snapshot
        from games.play.session import Session

        game = self.game
        game.refresh_from_db()
        state.seq = game.seq
        Snapshot.objects.update_or_create(game=game, seq=game.seq, defaults={"state": engine.pack(state)})
        return Session.load(game, NOW)


class Tables:
    """A table for each number of seats and each mix of switches, made when it is needed."""

    def __init__(self, rules: str) -> None:
        self.rules = rules
        self.made: dict[tuple[int, int], Table] = {}

    def of(self, number: int) -> Table:
        """Return the table of a game: numbers of seats take turns, then mixes."""
        least, most = engine.ruleset(self.rules).seats
        mixes = MIXES.get(self.rules, ({},))
        each, round = number % (most - least + 1), number // (most - least + 1)
        key = least + each, round % len(mixes)
        if key not in self.made:
            self.made[key] = Table(self.rules, key[0], mixes[key[1]])
        return self.made[key]


def position(number: int, table: Table, random: Random) -> engine.GameState | None:
    """Play a game of bots to a random point; None if it is over before."""
    chance = engine.FastChance(number)
    state = engine.new_game(table.rules, engine.COLOURS[: table.seats], chance=chance, options=table.options).state
    for _ in range(random.randrange(LONGEST * table.seats)):
        if (action := next_move(state, random)) is None:
            return None
        state = engine.apply(state, action, chance).state
    return state


def next_move(state: engine.GameState, random: Random) -> engine.Action | None:
    """Choose the next move of one who is asked; None once the game is over."""
    asked = engine.open_decision(state)
    if asked is None:
        return None
    seat = random.choice(asked.seats)
    return choose(random.choice(BOTS), engine.view_for(state, seat), random)


def play_on(session: Session, random: Random) -> bool:
    """Go on for some moves on the site, and often until somebody's sealed answer lies there. Returns whether the game
    is still running."""
    sealed = random.random() < 0.5
    for number in range(ON_SITE + WAIT):
        if number >= ON_SITE and not (sealed and not is_sealed(session)):
            break
        if session.asked is None:
            return False
        seat = random.choice(session.asked.seats)
        session.play(choose(random.choice(BOTS), session.view(seat), random), "web")
    return session.asked is not None


def is_sealed(session: Session) -> bool:
    """Check whether the sealed answer of somebody lies there, and others are waited for."""
    return any(session.view(seat).given for seat in session.players)


# ---- what a reader is given


class Reader:
    """Somebody who looks at everything: the person at a seat, or one without a seat for None."""

    def __init__(self, table: Table, viewer: int | None, random: Random) -> None:
        from django.test import Client

        from games.services.tokens import token_make

        self.table, self.viewer, self.random = table, viewer, random
        self.user = table.user(viewer) if viewer is not None else person("spectator")
        self.browser = Client(HTTP_HOST="127.0.0.1")
        self.browser.force_login(self.user)
        self.cookies = deepcopy(self.browser.cookies)
        self.stranger = Client(HTTP_HOST="127.0.0.1", HTTP_ACCEPT_ENCODING="identity")
        token = token_make(user=self.user, name="bot", scope="play")[1]
        self.program = Client(HTTP_HOST="127.0.0.1", HTTP_AUTHORIZATION=f"Bearer {token}")

    def choose(self, state: engine.GameState) -> None:
        """Choose what will be looked at, from what this reader may know: the turn page, the API and the newest moment
        always, of the rest a few by lot."""
        view, game, draw = engine.view_for(state, self.viewer), self.table.game, self.random
        self.older = [draw.randrange(max(2, game.seq - ON_SITE), game.seq) for _ in range(OLDER)]
        url, api = self.table.url, f"/api/games/{game.slug}/"
        rest = [("page", path) for path in ELSEWHERE] + [("api", path) for path in ("/api/games/", "/api/turns/", api)]
        rest += [("page", url + path) for path in (*self._links(), *PAGES, f"poll/?seq={game.seq}")]
        rest += [("page", f"{url}history/{seq}/") for seq in self.older]
        rest += [("stranger", url + path) for path in ("", "history/", "poll/?seq=0")]
        always = [
            ("page", url),
            ("page", f"{url}history/"),
            ("api", f"{api}view/"),
            ("api", f"{api}history/?limit=200"),
        ]
        self.looks = [*always, ("api", f"{api}options/"), *draw.sample(rest, FEW)]
        self.kind = draw.choice(("turn", "reminder"))
        self.orders = [random_order(view, draw) for _ in range(ORDERS)] if self.viewer is not None else []

    def _links(self) -> list[str]:
        """Find the links of the turn page that select something."""
        page = self._get(self.browser, self.table.url).decode()
        return sorted({unescape(link) for link in re.findall(r'href="(\?[^"]*)"', page)})

    def learn(self) -> Learnt:
        """Collect what the site gives."""
        from django.core.cache import cache

        cache.clear()
        self.browser.cookies, self.stranger.cookies = deepcopy(self.cookies), SimpleCookie()
        clients = {"page": self.browser, "stranger": self.stranger, "api": self.program}
        learnt = {f"{who} {path}": self._get(clients[who], path) for who, path in self.looks}
        return learnt | self._refusals() | self._mails()

    def _refusals(self) -> Learnt:
        """Try orders without a move: what the API says of them, and the page to those that are refused."""
        learnt = {}
        row = self.table.game.waiting.first()
        for order in self.orders:
            path = f"/api/games/{self.table.game.slug}/try/"
            tried = self.program.post(path, {"text": order}, content_type="application/json")
            learnt[f"try {order!r}"] = tried.content
            if tried.status_code == 200 and not tried.json()["legal"]:
                form = {"ref": row.ref if row else 0, "key": "", "order": order}
                learnt[f"post {order!r}"] = self.browser.post(self.table.url, form, HTTP_HX_REQUEST="true").content
        return learnt

    def _mails(self) -> Learnt:
        """Render the mails that this reader is sent now: the question or a reminder, else that a seat was skipped."""
        from games.mail.render import mail_for
        from games.models import OutboxMail

        game, seat = self.table.game, self.viewer
        if seat is None:
            return {}
        row = game.waiting.filter(seat=seat).first()
        kind, ref = (self.kind, row.ref) if row else ("passed", None)
        told = {} if row else {"seq": game.seq, "about": (seat + 1) % self.table.seats}
        mail = OutboxMail(key=kind, template=kind, game=game, user=self.user, seat=seat, ref=ref, context=told)
        mail.not_before = mail.wanted_at = NOW
        return {f"mail {kind}": mail_for(mail).message().as_bytes()}

    def _get(self, client: Client, path: str) -> bytes:
        answer = client.get(path)
        assert answer.status_code < 500, f"{path}: {answer.status_code}"
        return f"{answer.status_code} {answer.headers.get('Location', '')}\n".encode() + answer.content


def person(name: str) -> User:
    """Find or create a person with an account."""
    from accounts.models import User

    found = User.objects.filter(username=name).first()
    return found or User.objects.create_user(name, f"{name}@example.org", "a long password")


def random_order(view: engine.PlayerView, random: Random) -> str:
    """Write an order that may be legal or not: words of the game, with cards that nobody may have."""
    names = view.graph.names
    own = [at for at, owner in enumerate(view.owner) if owner == view.viewer] or [0]
    foreign = [at for at, owner in enumerate(view.owner) if owner not in (view.viewer, NOBODY)] or [0]
    here, there = names[random.choice(own)], names[random.choice(foreign)]
    cards = [title for key in ("command_cards", "deck") for title in titles(view, key)] or ["Alaska"]
    card = random.choice(cards)
    shapes = (
        f"play {card}",
        f"play {card} at {here}",
        f"play {card} on {there}",
        f"play {card} on {random.choice(view.colours)}",
        f"play {card} to {here}",
        f"attack {here} {there}",
        f"attack {here} {there} until captured, then advance all",
        f"bid {random.randrange(12)}",
        f"marker {random.randrange(1, 6)}",
        f"buy {random.choice(['land', 'naval', 'space', 'nuclear', 'diplomat'])} {random.randrange(1, 6)}",
        f"hire {random.choice(['land', 'naval', 'space', 'nuclear', 'diplomat'])} at {here}",
        f"station at {here}",
        f"fortify {here} {there} 2",
        f"place 3 {here}",
        f"draw {random.choice(['land', 'naval', 'space'])}",
        "trade best",
        "decline this turn",
        "lose naval",
        "end turn",
    )
    return random.choice(shapes)


def titles(view: engine.PlayerView, key: str) -> list[str]:
    """List the names of all cards of a rule set with cards that are played by name."""
    rules = engine.ruleset(view.rules)
    if key != "command_cards" or rules.deck_of is None:
        return []
    from engine.rules.risk2210.cards import BOOK

    return list(BOOK.names)


# ---- the same game with other secrets


def deal_site_anew(table: Table, viewer: int | None, moments: list[int], random: Random) -> int:
    """Change all that a reader cannot know in the stored game: positions, journal, others' wishes. Returns in how many
    places something has changed."""
    from games.play.journal_reader import state_at

    states = {seq: state_at(table.game, seq) for seq in moments}
    changed = sum(_position_anew(table.game, seq, state, viewer, random) for seq, state in states.items())
    changed += sum(_entry_anew(entry, viewer, random) for entry in table.game.entries.filter(kind="action"))
    for player in table.game.players.exclude(seat=viewer):
        player.then = "all" if player.then != "all" else ""
        player.save(update_fields=["then"])
        player.standing_order.text = WISH
        player.standing_order.save()
    return changed


def _position_anew(game: Game, seq: int, state: engine.GameState, viewer: int | None, random: Random) -> bool:
    from games.models import Snapshot

    twin = deal_anew(state, viewer, random)
    Snapshot.objects.update_or_create(game=game, seq=seq, defaults={"state": engine.pack(twin)})
    return bool(engine.dump(twin) != engine.dump(state))


def _entry_anew(entry: Entry, viewer: int | None, random: Random) -> bool:
    """Let a stored entry hold other secrets: fields of events that only others may read, and sealed orders."""
    from games.play.sealed import is_sealed as sealed_answer

    events = [_event_anew(event, viewer, random) for event in entry.events]
    hidden = sealed_answer(entry.events, entry.seat) and entry.seat != viewer
    if events == entry.events and not hidden:
        return False
    entry.events = events
    if hidden:
        assert entry.action is not None, "entries that seal an answer hold it"
        tag = entry.action["type"]
        entry.order, entry.action = "play Scout Forces", {"type": OTHERWISE.get(tag, tag), "seat": entry.seat}
    entry.draws = [random.randrange(6) for _ in entry.draws]
    entry.save()
    return True


def _event_anew(plain: dict[str, Any], viewer: int | None, random: Random) -> dict[str, Any]:
    if plain["type"].startswith("host."):
        return plain
    event = engine.event_from_json(plain)
    hidden = [name for name, owner in event.secret.items() if getattr(event, owner) != viewer]
    return {**plain, **{name: _other_value(plain[name], random) for name in hidden}}


def _other_value(value: Any, random: Random) -> Any:
    """Change a number or each of a list of numbers."""
    if isinstance(value, list):
        return [_other_value(each, random) for each in value]
    return random.choice([card for card in range(40) if card != value]) if isinstance(value, int) else value


# ---- comparing


@dataclass
class Outcome:
    """What came of comparing: how many answers of the site, how many stored things had been dealt anew, what
    differed."""

    answers: int = 0
    changes: int = 0
    differences: list[str] = field(default_factory=list)

    def __add__(self, other: Outcome) -> Outcome:
        found = [*self.differences, *other.differences]
        return Outcome(self.answers + other.answers, self.changes + other.changes, found)


def compare_game(number: int, tables: Tables) -> Outcome:
    """Play game `number` to a random point, and compare what one of its seats and somebody without one learn."""
    random = Random(f"secrets {number}")
    table = tables.of(number)
    while True:
        state = position(number, table, random)
        with taken_back(), time_machine.travel(NOW, tick=False):
            session = table.lay(state) if state else None
            if session is None or not play_on(session, random):
                continue
            session.save()
            seat = random.randrange(table.seats)
            return compare(table, seat, number) + (Outcome() if number % WATCHED else compare(table, None, number))


def compare(table: Table, viewer: int | None, number: int) -> Outcome:
    """Look at a stored game before and after all that a viewer cannot know is dealt anew."""
    from games.play.journal_reader import state_at

    game, random = table.game, Random(f"{number} for {viewer}")
    with taken_back():
        reader = Reader(table, viewer, random)
        reader.choose(state_at(game, game.seq))
        with same_process():
            before = reader.learn()
        changes = deal_site_anew(table, viewer, [game.seq, *reader.older], random)
        with same_process():
            after = reader.learn()
    who = "a spectator" if viewer is None else f"seat {viewer}"
    differ = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    quoted = [
        f"game {number}, {who}, {name}:\n{show_clash(before.get(name, b''), after.get(name, b''))}" for name in differ
    ]
    return Outcome(len(before), changes, quoted)


def show_clash(one: bytes, other: bytes) -> str:
    """Show two texts round the first place where they differ."""
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return "\n".join(repr(text[max(0, at - 120) : at + 120]) for text in (one, other))


@contextmanager
def taken_back() -> Iterator[None]:
    """Take back all that is written inside; services that begin transactions of their own may be called."""
    from django.db import transaction

    block = transaction.atomic()
    block._from_testcase = True  # type: ignore[attr-defined]
    with block:
        yield
        transaction.set_rollback(True)


def run(rules: str, games: int, first: int) -> int:
    """Compare so many games, the first with this number; returns the exit status."""
    tables, total = Tables(rules), Outcome()
    for number in range(first, first + games):
        total += compare_game(number, tables)
        if total.differences:
            print("\n".join(total.differences))
            return 1
        if not (number - first + 1) % 10:
            print(
                f"game {number}: {total.answers} answers alike, {total.changes} stored secrets dealt anew", flush=True
            )
    print(f"{games} games, {total.answers} answers, {total.changes} secrets dealt anew: nobody could tell")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000, help="how many games")
    parser.add_argument("--rules", default="risk2210", help="rule set")
    parser.add_argument("--first", type=int, default=1, help="number of the first game")
    asked = parser.parse_args()
    with site():
        return run(asked.rules, asked.games, asked.first)


if __name__ == "__main__":
    sys.exit(main())
