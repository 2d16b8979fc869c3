"""Mails as they would go out, made from rows of the outbox, and what a reader finds in them."""

from __future__ import annotations

import re
from typing import Any

from games.mail.letter import Letter
from games.mail.render import mail_for
from games.models import Game, OutboxMail, Player

LINK = re.compile(r"https?://[^/\s]+(/l/[^\s]+)")


def row(game: Game, template: str, seat: int | None = None, **fields: Any) -> OutboxMail:
    """A row of the outbox to the player of `seat`; turn mails are about what is open now."""
    player = Player.objects.get(game=game, seat=seat) if seat is not None else None
    if template in ("turn", "reminder") and "ref" not in fields:
        fields["ref"] = game.waiting.get(seat=seat).ref
    if player is not None:
        fields.setdefault("user", player.user)
    return OutboxMail(key=f"{template}:{game.pk}:{seat}", template=template, game=game, seat=seat, **fields)


def made(game: Game, template: str, seat: int | None = None, **fields: Any) -> Letter:
    """The message of such a row."""
    return mail_for(row(game, template, seat, **fields))


def html_of(letter: Letter) -> str:
    return next(str(part[0]) for part in letter.alternatives if part[1] == "text/html")


def links_of(text: str) -> list[str]:
    """Paths of the links to orders in a text, in their order, each once."""
    return list(dict.fromkeys(LINK.findall(text)))


def picture_of(letter: Letter) -> bytes:
    """The PNG that the HTML shows; empty if there is none."""
    for part in letter.message().walk():
        if part.get("Content-ID") == "<board>":
            return bytes(part.get_payload(decode=True))
    return b""
