"""Write the static files with the outlines of all boards: `manage.py board_files`, after a board.json was changed."""

from __future__ import annotations

from django.conf import settings
from django.core.management.base import BaseCommand

import engine
from games.boards.geometry import stages
from games.boards.outlines import outlines_file, outlines_file_name


class Command(BaseCommand):
    help = "Write static/boards/, the outlines of every board that has a drawing."

    def handle(self, *args: object, **options: object) -> None:
        for board in drawn_boards():
            target = settings.BASE_DIR / "static" / outlines_file_name(board)
            target.parent.mkdir(exist_ok=True)
            target.write_text(outlines_file(board), encoding="utf-8")
            self.stdout.write(f"{target.relative_to(settings.BASE_DIR)}: {target.stat().st_size:,} bytes")


def drawn_boards() -> list[str]:
    """List the drawings of the maps on which registered rules can be played."""
    maps = {board for rules in engine.rulesets().values() for board in engine.boards_for(rules)}
    return sorted(stage.id for board in maps for stage in stages(board))
