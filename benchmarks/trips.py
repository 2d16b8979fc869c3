"""Follow a page, a mail and an order through the code: how many of our files each passes, and how often it moves on.

    python -m benchmarks.trips [--files]

Counts every call and return between Python files of this project, engine and templates aside, once everything is warm.
A reader who follows a thing has to open that many files, and to turn from one to another that many times; `--files`
lists them.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from benchmarks.pages import played, site, works

ROOT = Path(__file__).resolve().parents[1]
OURS = tuple(str(ROOT / folder) + "/" for folder in ("accounts", "common", "config", "games"))
BOARD = "classic42"


@dataclass
class Trip:
    """The files that one work passed, the functions it called in them, and its moves from file to file."""

    files: set[str] = field(default_factory=set)
    functions: set[tuple[str, str]] = field(default_factory=set)
    moves: int = 0
    last: str = ""

    def follow(self, frame: FrameType, event: str, arg: object) -> None:
        """Note a call or return, as `sys.setprofile` tells of them."""
        at = frame if event == "call" else frame.f_back
        if event not in ("call", "return") or at is None or not at.f_code.co_filename.startswith(OURS):
            return
        file = at.f_code.co_filename
        self.files.add(file)
        self.functions.add((file, at.f_code.co_qualname))
        self.moves += file != self.last
        self.last = file


def trip(work: Callable[[], object]) -> Trip:
    """Follow one work."""
    found = Trip()
    sys.setprofile(found.follow)
    try:
        work()
    finally:
        sys.setprofile(None)
    return found


def trips() -> dict[str, Trip]:
    """Follow a warm GET of the turn page, a turn mail whose picture is cached, and an order by link."""
    from games.decisions.registry import suggested_orders
    from games.selectors.access import view_of
    from games.services.orders import order_submit

    known = works(BOARD)
    found = {}
    for what in ("turn page", "turn mail, picture at hand"):
        known[what].do()
        found[what] = trip(known[what].do)
    game, _browser = played(BOARD)
    row = game.waiting.select_related("player").get(player__user__isnull=False)
    text = suggested_orders(view_of(game, row.seat))[0].order
    who = row.player.user_id or 0
    found["order"] = trip(
        lambda: order_submit(game_id=game.pk, seat=row.seat, user_id=who, ref=row.ref, source="web", text=text)
    )
    return found


def main() -> None:
    """Print the three trips."""
    parser = argparse.ArgumentParser(prog="benchmarks.trips", description="Files and moves of a page, mail and order.")
    parser.add_argument("--files", action="store_true", help="list the files too")
    arguments = parser.parse_args()
    with site():
        for what, found in trips().items():
            print(f"{what:28} {len(found.files):4} files {len(found.functions):5} functions {found.moves:6} moves")
            if arguments.files:
                print(*(f"    {Path(file).relative_to(ROOT)}" for file in sorted(found.files)), sep="\n")


if __name__ == "__main__":
    main()
