"""Open mails about accounts and alarms to the host, whose text was sealed when they were queued."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.mailing import open_mail
from games.models import OutboxMail
from games.selectors.mailed_game import MailedGame, MailReader
from games.services.mail_kinds import MAIL_KINDS, Context, MailKind


def open_letter(mail: OutboxMail, reader: MailReader) -> Context:
    """Open what was sealed."""
    subject, text = open_mail(mail.context["sealed"])
    return {"subject": subject, "text": text}


def explain_expired_code(mail: OutboxMail, mailed: MailedGame, now: datetime) -> str:
    """Explain that the code in a mail has expired; empty if it is good, or there is none."""
    expires_at = mail.context.get("expires_at")
    is_expired = bool(expires_at) and datetime.fromisoformat(expires_at) <= now
    return _("the code in it had expired") if is_expired else ""


TITLE = gettext_lazy("An account or an alarm")
MAIL_KINDS.add(
    MailKind(OutboxMail.ACCOUNT, TITLE, open_letter, "", is_limited=False, explain_obsolete=explain_expired_code)
)
