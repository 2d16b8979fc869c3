"""Read a mail once more, as an organizer: what could not be read may be read after a fault was mended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import GameError
from games.models import OutboxMail
from games.services.locks import after_commit
from games.services.organize import audit, require_not_playing
from inbound.models import InboundMail
from inbound.outcomes import played_of

if TYPE_CHECKING:
    from accounts.models import User

READ_AGAIN = "mail.read_again"
"""The action of its rows in the audit log."""
HEEDED = ("played", "stopped", "commands", "press", "held", "already_played", "duplicate")
"""Mails with these codes have done what they say, so they are never read again."""


def read_again(*, mail_id: int, user: User, reason: str) -> None:
    """Have a mail read as if it had just been stored. It keeps its key, so it never plays twice; its answer before is
    set aside. Raises GameError for one that was played or whose bytes are forgotten, and without a reason, NotAllowed
    for organizers who play in its game."""
    with transaction.atomic():
        mail = InboundMail.objects.select_for_update(of=("self",)).select_related("game").get(pk=mail_id)
        if mail.game is not None:
            require_not_playing(mail.game, user)
        if refusal := why_not_again(mail):
            raise GameError(refusal)
        audit(mail.game, user, READ_AGAIN, reason, mail=mail.pk, code=mail.code)
        set_answer_aside(mail)
        mail.state, mail.code, mail.answer, mail.verdict = InboundMail.State.NEW, "", "", {}
        mail.key = mail.claimed_until = mail.due_at = mail.read_at = None
        mail.attempts = 0
        mail.save()
        after_commit("inbound.tasks.read")


def why_not_again(mail: InboundMail) -> str:
    """Say why a mail cannot be read again; empty if it can."""
    if mail.raw is None:
        return _("The bytes of this email are deleted, as are those of all emails after 30 days.")
    if mail.state != InboundMail.State.DONE:
        return _("This email still waits to be read.")
    if mail.code in HEEDED or played_of(mail):
        return _("This email has done what it says, and never does it twice.")
    return ""


def set_answer_aside(mail: InboundMail) -> None:
    """Give the answer of a mail another key, so that what it comes to now is answered too. One that has not gone yet
    does not go."""
    if mail.key is None:
        return
    rows = OutboxMail.objects.filter(key=mail.receipt_key)
    rows.filter(state__in=OutboxMail.WAITING_STATES).update(state=OutboxMail.State.CANCELLED)
    for row in rows:
        row.key = f"{mail.receipt_key}:{row.pk}"
        row.save(update_fields=["key"])
