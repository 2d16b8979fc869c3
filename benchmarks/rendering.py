"""Render a turn page, a history page and a turn mail: what `benchmarks.instructions` counts, here or at another commit.

    python -P benchmarks/rendering.py play FOLDER     play a game on a site in a folder, and paint what its mails need
    python -P benchmarks/rendering.py render FOLDER   render each, warm, once and several times, in a process each time

Run by its path with PYTHONPATH set to the checkout that is measured: site, game and requests are those that this
checkout's `benchmarks.pages` makes.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from pathlib import Path

from benchmarks import pages

BOARD = "classic42"
WARM = 2
"""Renderings before the first that counts: what is kept, and what a Python function learns in its first runs."""
ONCE, OFTEN = 1, 4
"""Renderings of the two processes, whose difference leaves out the start of the site and the first look at its data."""


def open_site(folder: Path) -> None:
    os.environ |= {"EMBEDDED": "true", "DATA_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "config.settings"}
    import django

    django.setup()


def play(folder: Path) -> None:
    """Play the game whose pages are rendered, and render them: the plates of pictures are painted then."""
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    game, _browser = pages.played(BOARD)
    (folder / "game").write_text(game.slug)
    for do in works(folder).values():
        do()


def works(folder: Path) -> dict[str, Callable[[], bytes]]:
    """Build what is rendered, by name."""
    from django.urls import reverse

    from games.models import Game

    game = Game.objects.select_related("creator").get(slug=(folder / "game").read_text())
    browser = pages.Browser(game.creator)
    return {
        "turn page": browser.asking(reverse("game", args=[game.slug])).do,
        "history page": browser.asking(reverse("game-history", args=[game.slug])).do,
        "turn mail": pages.drawings(game)["turn mail, picture at hand"].do,
    }


def render(folder: Path) -> None:
    """Render everything, and print what was rendered how often by which process."""
    for name, do in works(folder).items():
        for _ in range(WARM):
            do()
        for times in (ONCE, OFTEN):
            print(fork(do, times), times, name, flush=True)


def fork(do: Callable[[], bytes], times: int) -> int:
    """Render in a process of its own, without the collector, which comes when it likes; returns the process."""
    from django.db import connection

    connection.close()
    if process := os.fork():
        _process, status = os.waitpid(process, 0)
        if status:
            raise SystemExit(f"process {process} ended with {status}")
        return process
    gc.disable()
    for _ in range(times):
        do()
    os._exit(0)


if __name__ == "__main__":
    place = Path(sys.argv[2])
    open_site(place)
    {"play": play, "render": render}[sys.argv[1]](place)
