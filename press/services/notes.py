"""What a player notes for themselves on a game: nobody else sees it, not even organizers."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from games.models import Player
from press.errors import PressRefused
from press.models import LONGEST_LINE, LONGEST_NOTES, Note


def notes_of(player: Player) -> dict[int | None, str]:
    """Return a player's notes by territory; under None the one on the game. One query."""
    rows = Note.objects.filter(player=player, user=player.user)
    return dict(rows.values_list("territory", "text"))


@transaction.atomic
def notes_store(player: Player, texts: Mapping[int | None, str], territories: int) -> None:
    """Keep a player's notes in place of the earlier ones; empty ones go. Raises PressRefused for what is too long, and
    for a territory that the map does not have."""
    kept = {
        territory: " ".join(text.split()) if territory is not None else text.replace("\r\n", "\n").strip()
        for territory, text in texts.items()
    }
    if any(territory is not None and not 0 <= territory < territories for territory in kept):
        raise PressRefused(_("There is no such territory on this map."))
    if len(kept.get(None, "")) > LONGEST_NOTES:
        count = number_format(len(kept[None]), force_grouping=True)
        raise PressRefused(_("Your notes have %(count)s characters. Shorten them to 10,000.") % {"count": count})
    if any(len(text) > LONGEST_LINE for territory, text in kept.items() if territory is not None):
        raise PressRefused(_("A line on a territory can have at most %(most)s characters.") % {"most": LONGEST_LINE})
    Note.objects.filter(player=player).delete()
    Note.objects.bulk_create(
        Note(player=player, user=player.user, territory=territory, text=text)
        for territory, text in kept.items()
        if text
    )
