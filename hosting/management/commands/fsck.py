"""Checks that everything stored is whole: reads every game, replays its journal and compares."""

from __future__ import annotations

import argparse

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Game
from games.selectors.integrity import Issue, game_issues, site_issues
from games.services.locks import db_now, game_lock
from games.services.repair import rebuild_caches
from hosting.sqlite import faults_in_words, require_sound_file


class Command(BaseCommand):
    help = (
        "Checks everything that is stored: the database file (SQLite), every game's journal with its dice, snapshots "
        "and open questions, and the mail. The site may be running. Exit code 1 if something is wrong."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("games", nargs="*", help="names of games as in their addresses; all by default")
        parser.add_argument("--mend", action="store_true", help="rebuild what can be rebuilt from the journal")

    def handle(self, *args: object, games: list[str], mend: bool, **options: object) -> None:
        require_sound_file()
        with faults_in_words():
            self._check(games, mend)

    def _check(self, games: list[str], mend: bool) -> None:
        chosen = self._chosen(games)
        issues = [] if games else list(site_issues(db_now()))
        for pk in chosen:
            issues += check_game(pk, mend)
        for issue in issues:
            self.stdout.write(str(issue))
        if issues:
            wrong = ngettext("%(count)s fault found.", "%(count)s faults found.", len(issues))
            raise CommandError(wrong % {"count": len(issues)}, returncode=1)
        sound = ngettext(
            "%(count)s game checked, nothing wrong.", "%(count)s games checked, nothing wrong.", len(chosen)
        )
        self.stdout.write(sound % {"count": len(chosen)})

    def _chosen(self, slugs: list[str]) -> list[int]:
        found = dict(Game.objects.filter(slug__in=slugs).values_list("slug", "pk"))
        if unknown := [slug for slug in slugs if slug not in found]:
            raise CommandError(_("There is no game %(names)s.") % {"names": ", ".join(unknown)}, returncode=2)
        return list(found.values()) if slugs else list(Game.objects.order_by("pk").values_list("pk", flat=True))


def check_game(pk: int, mend: bool) -> list[Issue]:
    """List the issues of one game, after repairing it if `mend` and that is possible."""
    issues = issues_of(pk)
    if mend and any(issue.repairable for issue in issues):
        rebuild_caches(game_id=pk)
        issues = issues_of(pk)
    return issues


def issues_of(pk: int) -> list[Issue]:
    """List the issues of one game under its lock; a move that comes meanwhile waits. A deleted game has none."""
    with transaction.atomic():
        game = Game.objects.filter(pk=pk).first()
        return list(game_issues(game_lock(pk))) if game else []
