"""Show that nobody can tell what others hide: pages, mails and answers of the API are equal to the byte.

    python -m benchmarks.secrets [--games 1000] [--rules risk2210] [--first 1] [--share 1]

Bots play a random game to a moment, the last moves of it on a site of its own: to any moment, and in one game of nine
each to a start, to an elimination and to an end. Then several readers look: one seat, whoever was just eliminated, in
some games somebody without a seat, and an organizer who has not opened hidden information. All that a reader cannot
know is dealt anew (`engine.redeal`): hands, decks, sealed answers, what lies face down; what the journal keeps of it,
how others came to answer at windows, their standing orders with what these have answered, and their plans become
others too, as do in every other game, which is anonymous, their zones and quiet hours.

Everything that the site gives the reader must be the same before and after: the turn page with its stages and
selections, polls, the history and older moments of it, pictures of them, lists, the mails with their pictures, the
calendar, what a webhook gets, the answers of the API, what refused orders are told, and for spectators and once a game
has ended the decoded frames of a film. The turn page, the newest moment, the API and
all mails are compared in every game, of the rest some by lot; of an organizer all pages about the game and its players,
what each act would do, and the admin. `--share 0.1` looks at a tenth of what is chosen by lot and of the organizer's
pages: that suits many positions in a short time. Exits with 1 at the first game in which something differs, and says
where.

Game N is the same in every run, so `--first` goes on where a run has ended, and several runs can share the work.
"""

from __future__ import annotations

import argparse
import sys

from benchmarks.pages import site
from benchmarks.secrets.comparison import Outcome, compare_game
from benchmarks.secrets.tables import Tables


def run(rules: str, games: int, first: int, share: float) -> int:
    """Compare so many games, the first with this number; returns the exit status."""
    tables, total = Tables(rules, share), Outcome()
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
    parser.add_argument("--share", type=float, default=1.0, help="how much of what is chosen by lot is compared")
    asked = parser.parse_args()
    with site():
        return run(asked.rules, asked.games, asked.first, asked.share)


if __name__ == "__main__":
    sys.exit(main())
