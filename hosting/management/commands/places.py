"""Stores who came in which place in games that ended before places were kept."""

from __future__ import annotations

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Game
from games.services.places import places_fill

PROGRESS = 100


class Command(BaseCommand):
    help = (
        "Stores the places of all seats in games that ended before places were kept. The site may be running. Run it "
        "again whenever you like: games that have their places are left alone. Exit code 1 if a game cannot be read."
    )

    def handle(self, *args: object, **options: object) -> None:
        done, wrong = 0, 0
        for game_id, why in places_fill():
            if why:
                wrong += 1
                self.stderr.write(f"{Game.objects.get(pk=game_id).slug}: {why}")  # as typed
                continue
            done += 1
            if done % PROGRESS == 0:
                self.stdout.write(told(done))
        self.stdout.write(told(done))
        if wrong:
            raise CommandError(
                ngettext("%(count)s game cannot be read.", "%(count)s games cannot be read.", wrong) % {"count": wrong}
            )


def told(done: int) -> str:
    if not done:
        return _("No game lacks its places.")
    return ngettext("%(count)s game has its places now.", "%(count)s games have their places now.", done) % {
        "count": done
    }
