"""Measure replays of a long game: the processor time of pages, moments and pictures, in requests for /livez.

    python -m benchmarks.watching [BOARD ...]

Makes a site of its own in a folder that is deleted afterwards, with a game of 900 entries on each board, as
`benchmarks.pages` does. A page is to cost at most 60 requests for /livez, and a moment at most 20: what the script of a
page gets for all moments together, and the picture of one. What is made once is measured once, in its own column.
"""

from __future__ import annotations

import argparse
from time import process_time

from benchmarks.pages import Browser, Key, Work, all_boards, long_game, site, timed

PAGE, MOMENT = 60, 20
"""The most that a page and a moment may cost, in requests for /livez."""


def works(board: str) -> dict[str, tuple[Work, int]]:
    """Build what is measured on one board, each with the most that it may cost (0: as it comes)."""
    from django.urls import reverse

    from games.models import Game

    game, reader = long_game(board)
    Game.objects.filter(pk=game.pk).update(watch=Game.Watch.ANYONE)
    middle = [game.slug, game.seq // 2]
    visitor = Browser()
    return {
        "livez": (visitor.asking(reverse("livez")), 0),
        f"replay, {game.seq} entries": (reader.asking(reverse("replay", args=[game.slug])), PAGE),
        "replay at a moment": (reader.asking(reverse("replay", args=middle)), PAGE),
        "replay, no login": (visitor.asking(reverse("replay", args=middle)), PAGE),
        "all moments as patches": (reader.asking(reverse("replay-track", args=[game.slug])), MOMENT),
        "picture of a moment": (visitor.asking(reverse("game-picture", args=middle)), MOMENT),
    }


def main() -> None:
    words = argparse.ArgumentParser(prog="python -m benchmarks.watching", description="What replays cost.")
    words.add_argument("boards", nargs="*", metavar="BOARD")
    boards = words.parse_args().boards
    with site():
        found = {(board, what): work for board in boards or all_boards() for what, work in works(board).items()}
        first: dict[Key, float] = {}
        for key, (work, _most) in found.items():
            start = process_time()
            work.do()
            first[key] = 1000 * (process_time() - start)
        times = timed({key: work for key, (work, _most) in found.items()})
    print(f"{'board':<14} {'what':<26} {'first ms':>9} {'ms':>7} {'sent':>8} {'livez':>7} {'most':>5}")
    for (board, what), (work, most) in found.items():
        ms, made = times[board, what]
        ratio = ms / times[board, "livez"][0]
        sent = work.size(made)[1]
        print(f"{board:<14} {what:<26} {first[board, what]:>9.0f} {ms:>7.2f} {sent:>8} {ratio:>7.1f} {most or '':>5}")


if __name__ == "__main__":
    main()
