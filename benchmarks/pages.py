"""What a page costs: processor time of the server and bytes on the way, for pages, drawings and mails, on each board.

    python -m benchmarks.pages [--json] [BOARD ...]

Makes a site of its own in a folder that is deleted afterwards. Bots have played some rounds of every game; then one
person looks. Times are medians; `actions` says how many answers the engine validates in the same time, so that figures
of different machines can be compared.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from statistics import median
from time import process_time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.test import Client

    from games.models import Game

REPEATS = 15
ROUNDS = 4
RULES = "modern"
BOTS = ("veteran", "recruit", "recruit")


@dataclass(frozen=True)
class Figure:
    """One thing on one board: milliseconds, the same in actions of the engine, bytes, and bytes as they are sent."""

    board: str
    what: str
    ms: float
    actions: int
    bytes: int
    packed: int


@contextmanager
def site() -> Iterator[None]:
    """A fresh embedded site in this process."""
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
    """Answers that the engine validates in a millisecond here and now, in place."""
    from engine.bench import measure

    return measure(games=4, rounds=3)["actions_per_second_in_place"] / 1000


def played(board: str) -> tuple[Game, Client]:
    """A game of one person and three bots some rounds on, and the person's browser."""
    from django.test import Client

    from accounts.models import User
    from games.likely import likely_orders
    from games.selectors.access import view_of
    from games.services.lobby import game_create
    from games.services.orders import order_submit

    user = User.objects.create_user(f"reader-{board}", f"{board}@example.org", "a long password")
    game = game_create(creator=user, name="Long Winter", rules=RULES, seats_wanted=4, bots=BOTS, map=board)
    while game.round <= ROUNDS and (row := game.waiting.filter(player__user=user).first()):
        text = likely_orders(view_of(game, row.seat))[0].order
        order_submit(game_id=game.pk, seat=row.seat, ref=row.ref, source="link", user_id=user.pk, text=text)
        game.refresh_from_db()
    browser = Client(HTTP_HOST="127.0.0.1")
    browser.force_login(user)
    return game, browser


def works(game: Game, browser: Client, board: str) -> dict[str, Callable[[], bytes]]:
    """What is measured, by name; each gives the bytes that it makes."""
    from django.urls import reverse

    from games.board import board_svg, mini_map
    from games.boards.picture import board_png
    from games.mail.render import mail_for
    from games.models import OutboxMail
    from games.selectors.access import view_of
    from games.services.lobby import game_create

    seat, owner = game.players.get(bot="").seat, game.creator
    assert owner is not None
    view = view_of(game, seat)
    mail = OutboxMail.objects.filter(game=game, ref=view.ref).first() or OutboxMail.objects.filter(game=game).latest(
        "pk"
    )
    gathering = game_create(creator=owner, name="Early Spring", rules=RULES, seats_wanted=4, map=board)

    def page(name: str, *args: object) -> Callable[[], bytes]:
        address = reverse(name, args=args)

        def get() -> bytes:
            answer = browser.get(address)
            assert answer.status_code == 200, f"{address}: {answer.status_code}"
            return answer.content

        return get

    return {
        "turn page": page("game", game.slug),
        "history page": page("game-history", game.slug),
        "list of games": page("home"),
        "lobby": page("game-lobby", gathering.slug),
        "new table": page("game-new"),
        "board drawing (SVG)": lambda: board_svg(view).encode(),
        "small map (SVG)": lambda: mini_map(view, game.name).encode(),
        "board picture (PNG)": lambda: board_png(view),
        "turn mail, picture at hand": lambda: mail_for(mail).message().as_bytes(),
    }


def timed(work: Callable[[], bytes]) -> tuple[float, bytes]:
    """The median of the milliseconds that `work` takes once it is warm, and what it makes."""
    made = work()
    spent = []
    for _ in range(REPEATS):
        start = process_time()
        made = work()
        spent.append(1000 * (process_time() - start))
    return median(spent), made


def measure(boards: list[str]) -> list[Figure]:
    """All figures of the boards, or of every board that the rules can be played on."""
    import engine

    speed, found = actions_a_ms(), []
    for board in boards or engine.boards(engine.ruleset(RULES)):
        game, browser = played(board)
        for what, work in works(game, browser, board).items():
            ms, made = timed(work)
            packed = len(made) if "PNG" in what or "mail" in what else len(gzip.compress(made, 6))
            found.append(Figure(board, what, round(ms, 2), round(ms * speed), len(made), packed))
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
    print(f"{'board':<12} {'what':<28} {'ms':>7} {'actions':>8} {'bytes':>8} {'packed':>8}")
    for each in found:
        print(f"{each.board:<12} {each.what:<28} {each.ms:>7.2f} {each.actions:>8} {each.bytes:>8} {each.packed:>8}")


if __name__ == "__main__":
    main()
