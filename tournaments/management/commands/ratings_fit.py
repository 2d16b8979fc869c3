"""Fit the scale of ratings to the games of a rule set."""

from __future__ import annotations

import json as json_writer
import sys
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.documents import read_document
from tournaments.management.arguments import add_rules
from tournaments.rating_fit import Fit
from tournaments.ratings import MILLION
from tournaments.services.ratings import ratings_fit

NAMES = {"rating": "rating", "guess": "guessing", "elo": "pairwise Elo", "truth": "the truth"}


class Command(BaseCommand):
    help = (
        "Chooses the beta of a rule set by how well it foretells the winners of the first half of its rated games, "
        "prints how it does on the second, and stores it for games that end from now on."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        add_rules(parser, required=True)
        parser.add_argument(
            "--truth", type=Path, help="JSON: the logarithm of everybody's real strength by player, of a simulation"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *, rules: str, truth: Path | None, json: bool, **options: object) -> None:
        try:
            found = ratings_fit(rules, read_truth(truth) if truth else None)
        except (OSError, ValueError) as error:
            if json:
                self.stdout.write(json_writer.dumps({"rules": rules, "error": str(error)}))
                sys.exit(1)
            raise CommandError(str(error)) from None
        except KeyError as error:
            raise CommandError(f"the truth says nothing of {error}", returncode=2) from None
        self.stdout.write(json_writer.dumps(facts_of(rules, found)) if json else words_of(found))


def read_truth(path: Path) -> dict[str, float]:
    """Read the strengths of players. Raises OSError, ValueError."""
    return {who: float(str(strength)) for who, strength in read_document(path).items()}


def facts_of(rules: str, found: Fit) -> dict[str, object]:
    scores = {name: score.rounded() for name, score in found.scores.items()}
    return {
        "rules": rules,
        "games": found.games,
        "beta": found.beta / 10,
        "settled": found.settled / MILLION,
        "settled_over": found.settled_over,
        "scores": scores,
    }


def words_of(found: Fit) -> str:
    settled = f"mean sigma after ten games: {found.settled / MILLION:.2f}, over {found.settled_over} players"
    scores = [
        f"{NAMES[name]:<13} log loss {score.log_loss:.4f}, Brier {score.brier:.4f}"
        for name, score in found.scores.items()
    ]
    return "\n".join([f"beta {found.beta / 10} from {found.games} games", settled, *scores])
