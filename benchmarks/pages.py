"""Measure pages, drawings and mails on each board: processor time of the server, and bytes on the way.

    python -m benchmarks.pages [--json] [BOARD ...]

Makes a site of its own in a folder that is deleted afterwards. Bots have played some rounds of every game, the same in
each run; then one person looks, who is to answer, and somebody without an account. Requests are those of a browser:
they take compressed answers. All works of all boards take turns, round after round, and times are medians. Two columns
make figures of different machines comparable: how many answers the engine validates in the same time (`actions`), and
how many anonymous requests for /livez the site answers in it (`livez`).
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from io import BytesIO
from itertools import count
from statistics import median
from time import process_time
from typing import TYPE_CHECKING

from benchmarks.luck import fixed_luck

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Game

REPEATS = 15
RUNNING = 3
ROUNDS = 4
LONG = 900
"""Entries of the long game, whose history and result are measured; or it ends past half of them, the person in it."""
OWN, OPEN = 12, 4
"""Games of the person whose home page is measured, running and ended, and games that anybody may join."""
CROWD, EVENT_ROUNDS = 256, 6
"""People in the event whose page is measured, and its rounds that are over."""
RULES = ("modern", "risk2210", "godstorm")
"""Each board is measured by the first of these that can be played on it."""
ASK_ALWAYS = {"risk2210": "when invaded: ask me\nwhen anybody is invaded: ask me", "godstorm": "when invaded: ask me"}
"""Standing orders by which a person is asked at every window, for rules that have windows."""
BOTS = ("veteran", "recruit", "recruit")


@dataclass(frozen=True)
class Figure:
    """One thing on one board: milliseconds, the same in actions of the engine and in requests for /livez, bytes, and
    bytes as they are sent."""

    board: str
    what: str
    ms: float
    actions: int
    bytes: int
    packed: int
    livez: float


@dataclass(frozen=True)
class Work:
    """Something to measure: `do` makes it, `size` says how long that is plain and as it is sent."""

    do: Callable[[], bytes]
    size: Callable[[bytes], tuple[int, int]]


def as_sent(made: bytes) -> tuple[int, int]:
    """Return the lengths of a response, unpacked and as sent; the same twice if it is not compressed."""
    plain = gzip.decompress(made) if made[:2] == b"\x1f\x8b" else made
    return len(plain), len(made)


def as_packed(made: bytes) -> tuple[int, int]:
    """Return the length of a part of a page, and at most how much it adds to the compressed page."""
    return len(made), len(gzip.compress(made, 6))


@contextmanager
def site() -> Iterator[None]:
    """Set up an embedded site in this process, in a folder that is deleted afterwards."""
    with tempfile.TemporaryDirectory(prefix="fieldpost-pages-") as folder:
        os.environ |= {"EMBEDDED": "true", "DATA_DIR": folder, "DJANGO_SETTINGS_MODULE": "config.settings"}
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connection

        call_command("migrate", verbosity=0)
        yield
        connection.close()


def actions_a_ms() -> float:
    """Measure how many answers the engine validates in a millisecond, in place."""
    from engine.bench import measure

    return measure(games=4, rounds=3)["actions_per_second_in_place"] / 1000


def rules_of(board: str) -> str:
    """Return the rule set by which a board is measured."""
    import engine

    return next(rules for rules in RULES if board in engine.boards_for(engine.ruleset(rules)))


def all_boards() -> list[str]:
    """List every board of the rules that are measured."""
    import engine

    return [board for rules in RULES for board in engine.boards_for(engine.ruleset(rules))]


@dataclass(frozen=True)
class Goal:
    """How far a game is played: for some rounds until the person is asked, to a number of entries or to an end that the
    person lives to see, or to the first window after those rounds at which the person is asked."""

    entries: int = 0
    window: bool = False

    def is_reached(self, game: Game) -> bool:
        """Check whether a game has got so far."""
        from games.models import Game, Waiting
        from games.selectors.access import view_of

        if self.entries and game.status == Game.Status.OVER:
            is_out = view_of(game, None).seats[game.players.get(bot="").seat or 0].out
            return 2 * game.seq > self.entries and not is_out
        if self.entries:
            return game.seq >= self.entries
        return game.round > ROUNDS and (not self.window or game.waiting.filter(pace=Waiting.Pace.WINDOW).exists())


def played(board: str, goal: Goal = Goal()) -> tuple[Game, Browser]:
    """Play a game of one person and three bots to its goal; returns it with the person's browser.

    It is the same in each run: the first attempt that gets so far.
    """
    for attempt in count():
        with fixed_luck(f"{board} {attempt}"):
            game, user = try_game(board, f"{board}-{goal.entries}-{goal.window}-{attempt}", goal)
        asked = game.is_running and game.waiting.filter(player__user=user).exists()
        if goal.is_reached(game) and (asked or goal.entries):
            return game, Browser(user)
    raise AssertionError("No game gets so far.")


def try_game(board: str, name: str, goal: Goal) -> tuple[Game, User]:
    """Play a game until it reaches its goal, is over, or the person is out of it."""
    from games.decisions.registry import suggested_orders
    from games.selectors.access import view_of
    from games.services.orders import order_submit
    from games.services.seats import standing_set

    user = person(f"reader-{name}")
    game = table_of(user, board, "Long Winter", BOTS)
    if goal.window:
        standing_set(game_id=game.pk, user_id=user.pk, text=f"when attacked: ask me\n{ASK_ALWAYS[rules_of(board)]}")
    while not goal.is_reached(game) and (row := game.waiting.filter(player__user=user).first()):
        text = suggested_orders(view_of(game, row.seat))[0].order
        order_submit(game_id=game.pk, seat=row.seat, ref=row.ref, source="link", user_id=user.pk, text=text)
        game.refresh_from_db()
    return game, user


class Browser:
    """A client of the site's WSGI application without any network, with a login or without."""

    def __init__(self, user: User | None = None) -> None:
        from django.test import Client, RequestFactory

        client = Client(HTTP_HOST="127.0.0.1")
        if user:
            client.force_login(user)
        cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
        self.requests = RequestFactory(HTTP_HOST="127.0.0.1", HTTP_ACCEPT_ENCODING="gzip", HTTP_COOKIE=cookies)

    def asking(self, address: str, status: int = 200) -> Work:
        """Make the work of one request: from its hand-over by the web server to the last byte."""
        from config.wsgi import handler

        environ = self.requests.get(address).environ
        said: list[str] = []

        def start(status: str, headers: object, failure: object = None) -> Callable[[bytes], object]:
            said.append(status)
            return lambda block: None  # for servers that write by themselves

        def ask() -> bytes:
            said.clear()
            answer = handler({**environ, "wsgi.input": BytesIO()}, start)
            try:
                made = b"".join(answer)
            finally:
                answer.close()
            assert said[0].startswith(str(status)), f"{address}: {said[0]}"
            return made

        return Work(ask, as_sent)


def person(name: str) -> User:
    """Find or create a person with an account."""
    from accounts.models import User

    found = User.objects.filter(username=name).first()
    return found or User.objects.create_user(name, f"{name}@example.org", "a long password")


def long_game(board: str) -> tuple[Game, Browser]:
    """Play a game of `LONG` entries and end it where it stands, won by the person, if it is not over before."""
    import engine
    from games.models import Game, Snapshot
    from games.play.journal_reader import state_at

    game, browser = played(board, Goal(entries=LONG))
    if game.status != Game.Status.OVER:
        state = state_at(game, game.seq)
        state.winners = (game.players.get(bot="").seat or 0,)
        Snapshot.objects.update_or_create(game=game, seq=game.seq, defaults={"state": engine.pack(state)})
        Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER, ended_at=game.moved_at)
    return game, browser


def poll_address(browser: Browser, address: str) -> str:
    """Read off the page at `address` where it polls."""
    from html import unescape

    found = re.search(r'hx-get="([^"]*/poll/[^"]*)"', gzip.decompress(browser.asking(address).do()).decode())
    assert found, f"{address} asks for no news"
    return unescape(found[1])


def works(board: str) -> dict[str, Work]:
    """Build everything that is measured on one board, by name."""
    from django.urls import reverse

    game, browser = played(board)
    long, reader_of_long = long_game(board)
    visitor, turn, entries = Browser(), reverse("game", args=[game.slug]), min(LONG, long.seq)
    assert game.creator is not None
    gathering = table_of(game.creator, board, "Early Spring")
    return {
        "turn page": browser.asking(turn),
        f"home page, {OWN} games": busy_home(board),
        **window_page(board),
        **event_pages(board),
        "history page": browser.asking(reverse("game-history", args=[game.slug])),
        "lobby": browser.asking(reverse("game-lobby", args=[gathering.slug])),
        "new table": browser.asking(reverse("game-new")),
        **drawings(game),
        "livez": visitor.asking(reverse("livez")),
        "poll": browser.asking(poll_address(browser, turn), 204),
        "public page, no login": visitor.asking(turn),
        f"history page, {entries} entries": reader_of_long.asking(reverse("game-history", args=[long.slug])),
        f"result page, {entries} entries": reader_of_long.asking(reverse("game", args=[long.slug])),
    }


def busy_home(board: str) -> Work:
    """Build the list of games of a person with `OWN` running games and as many that ended, and a few to join."""
    from django.urls import reverse

    user = person(f"busy-{board}")
    for number in range(OWN):
        table_of(user, board, f"Low Tide {number}", BOTS)
        past = table_of(user, board, f"Past {number}", BOTS)
        past.waiting.all().delete()
        type(past).objects.filter(pk=past.pk).update(status=past.Status.OVER, ended_at=past.moved_at)
        if number < OPEN:
            table_of(person("host"), board, f"Dusk {number}")
    return Browser(user).asking(reverse("home"))


def event_pages(board: str) -> dict[str, Work]:
    """Build the page of an event of `CROWD` people and `EVENT_ROUNDS` rounds that are over, as one of them and as
    anybody sees it; with the first board alone, for it draws the same whatever board is measured."""
    if board != all_boards()[0]:
        return {}
    from benchmarks.event_page import crowd_event

    event, player = crowd_event(CROWD, EVENT_ROUNDS)
    path = f"/events/{event.slug}/"
    name = f"event page, {CROWD} people"
    return {name: Browser(player).asking(path), f"{name}, no login": Browser().asking(path)}


def window_page(board: str) -> dict[str, Work]:
    """Build the page of a person who is asked at a window, where the rules of the board have any."""
    from django.urls import reverse

    if rules_of(board) not in ASK_ALWAYS:
        return {}
    game, browser = played(board, Goal(window=True))
    return {"window page": browser.asking(reverse("game", args=[game.slug]))}


def table_of(user: User, board: str, name: str, bots: tuple[str, ...] = ()) -> Game:
    """Create a game, which begins if bots take the other seats and waits for players without."""
    from games.services.lobby import game_create
    from games.services.table_settings import TableSettings

    chosen = TableSettings(name=name, rules=rules_of(board), seats_wanted=4, bots=bots, map=board)
    game = game_create(creator=user, settings=chosen)
    game.refresh_from_db()
    return game


def drawings(game: Game) -> dict[str, Work]:
    """Build the works that draw the board in its three forms, and a mail."""
    from games.boards.board import board_svg, mini_map
    from games.boards.picture import board_png
    from games.mail.render import mail_for
    from games.models import OutboxMail
    from games.selectors.access import view_of

    view = view_of(game, game.players.get(bot="").seat)
    mails = OutboxMail.objects.filter(game=game)
    mail = mails.filter(ref=view.ref).first() or mails.latest("pk")
    return {
        "board drawing (SVG)": Work(lambda: board_svg(view).encode(), as_packed),
        "small map (SVG)": Work(lambda: mini_map(view, game.name).encode(), as_packed),
        "board picture (PNG)": Work(lambda: board_png(view), as_sent),
        "turn mail, picture at hand": Work(lambda: mail_for(mail).message().as_bytes(), as_sent),
    }


Key = tuple[str, str]
"""A board, and what is measured on it."""


def timed(works: dict[Key, Work]) -> dict[Key, tuple[float, bytes]]:
    """Measure the median milliseconds of each work once it is warm, and keep what it makes.

    The works take turns, so that other load of the machine hits all of them. Each runs a few times in a row and the
    last run counts: the first after another work waits for the processor's caches.
    """
    made = {key: work.do() for key, work in works.items()}
    spent: dict[Key, list[float]] = {key: [] for key in works}
    for _ in range(REPEATS):
        for key, work in works.items():
            for _ in range(RUNNING):
                start = process_time()
                made[key] = work.do()
                took = 1000 * (process_time() - start)
            spent[key].append(took)
    return {key: (median(times), made[key]) for key, times in spent.items()}


def measure(boards: list[str]) -> list[Figure]:
    """Measure all figures of the given boards, or of every board."""
    todo = {(board, what): work for board in boards or all_boards() for what, work in works(board).items()}
    speed, times, found = actions_a_ms(), timed(todo), []
    for (board, what), (ms, made) in times.items():
        livez = times[board, "livez"][0]
        plain, sent = todo[board, what].size(made)
        found.append(Figure(board, what, round(ms, 2), round(ms * speed), plain, sent, round(ms / livez, 2)))
    return found


def main() -> None:
    words = argparse.ArgumentParser(prog="python -m benchmarks.pages", description="What pages and drawings cost.")
    words.add_argument("boards", nargs="*", metavar="BOARD")
    words.add_argument("--json", action="store_true")
    asked = words.parse_args()
    with site():
        found = measure(asked.boards)
    if asked.json:
        print(json.dumps([asdict(figure) for figure in found], indent=1))
        return
    print(f"{'board':<12} {'what':<28} {'ms':>7} {'actions':>8} {'bytes':>8} {'packed':>8} {'livez':>7}")
    for each in found:
        print(
            f"{each.board:<12} {each.what:<28} {each.ms:>7.2f} {each.actions:>8} {each.bytes:>8} {each.packed:>8}"
            f" {each.livez:>7.1f}"
        )


if __name__ == "__main__":
    main()
