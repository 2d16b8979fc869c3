"""Lay a game whose turn mail can be answered, for checks of how replies are read."""

from __future__ import annotations

import argparse
import base64
import json
from dataclasses import replace
from email.utils import parseaddr

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from engine import Facts
from games.mail.outbox import outbox_deliver
from games.mail.reply import PRESS, ReplyAddress, address_of
from games.models import Entry, Game, InboxMail, Waiting
from games.services.demo import demo_game, demo_user

SECOND = "second-mailbox@example.net"


class Command(BaseCommand):
    help = "Lays the demonstration game anew, sends its turn mail and prints it with addresses to reply to."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: object, **options: object) -> None:
        if not settings.LOCAL_INBOX or not settings.MAIL_IN:
            raise CommandError("mail_fixture needs EMBEDDED=true with its local inbox, and MAIL_IN.")
        game = demo_game(demo_user())
        outbox_deliver()
        self.stdout.write(json.dumps(fixture_of(game)))


def fixture_of(game: Game) -> Facts:
    """Describe the open decision of the person in a game, its mail and addresses."""
    row = Waiting.objects.select_related("player__user").get(game=game, player__user__isnull=False)
    user = row.player.user
    assert user is not None
    sent = InboxMail.objects.filter(recipient=user.email, subject__startswith=game.name).first()
    if sent is None:
        raise CommandError("The turn mail of the game was not sent.")
    named = ReplyAddress(game.pk, row.seat, row.ref, user.pk)
    good = address_of(named, user.reply_epoch)
    addresses = {
        "reply": good,
        "stale": address_of(replace(named, number=earlier_ref(row)), user.reply_epoch),
        "forged": with_false_signature(good),
        "press": address_of(replace(named, kind=PRESS, number=1), user.reply_epoch),
        "plain": parseaddr(settings.DEFAULT_FROM_EMAIL)[1],
    }
    return {
        "game": game.slug,
        "seat": row.player.colour,
        "ref": row.ref,
        "player": user.email,
        "second": SECOND,
        "raw": base64.b64encode(bytes(sent.raw)).decode("ascii"),
        "addresses": addresses,
    }


def earlier_ref(row: Waiting) -> int:
    """Find the number of an earlier decision from which no person has played."""
    refs = Entry.objects.filter(game=row.game_id, seat=row.seat, ref__lt=row.ref).order_by("-ref")
    return refs.values_list("ref", flat=True).first() or 1


def with_false_signature(address: str) -> str:
    local, _at, host = address.rpartition("@")
    last = "a" if local[-1] != "a" else "b"
    return f"{local[:-1]}{last}@{host}"
