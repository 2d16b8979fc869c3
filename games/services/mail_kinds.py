"""The table of kinds of mail: one record for each, with all that is asked of it from its row to its letter.

    MAIL_KINDS.add(MailKind("started", gettext_lazy("The game has begun"), started))

Records register themselves when their module is imported. Those of games stand beside their makers in `games.mail`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from accounts.game_mail import WISHES
from common.registry import Registry
from games.models import OutboxMail
from games.selectors.mailed_game import MailedGame, MailReader

Context = dict[str, object]
"""What the templates of a mail show; `subject` at least, and `links` that stand at its foot."""


def explain_lost_seat(mail: OutboxMail, mailed: MailedGame, now: datetime) -> str:
    """Explain that somebody else plays the seat that a mail is for; empty if its reader does."""
    if mail.seat is None or mail.game_id is None:
        return ""
    is_theirs = any(player.seat == mail.seat and player.is_played_by(mail.user_id) for player in mailed.players)
    return "" if is_theirs else _("somebody else plays the seat now")


@dataclass(frozen=True)
class MailKind:
    """One kind of mail.

    `name`: which rows are of this kind, by their `template`; it is stored with them, so it stays.
    `title`: what organizers read in their lists of mails.
    `make`: builds what its templates show. It is called when the mail is sent, in the reader's language and zone.
    `templates`: the path of its two templates below a folder `jinja2`, without ".html" and ".txt". Without a path the
    mail is text alone, which `make` gives as `text`.
    `wish`: the wish of the reader's account that turns it off. Mails to an address without an account ask for none.
    `is_limited`: whether it is left out once its reader has had `mail_policy.DAILY_LIMIT` mails in a day.
    `asks`: whether it asks for an order in a game. It then waits while the game pauses, is dropped if the order comes
    while it is written, and beyond the limit its question is told in a summary.
    `is_answer`: whether it answers a mail of its reader. It is sent at once, whatever mail they want and have open.
    `longest_wait`: no mail of the kind is put off for longer; what seems to be was queued by a clock that ran ahead.
    `explain_obsolete`: explains why a mail is not to be sent any more, empty if it is. It gets the game as it is now.
    """

    name: str
    title: str | Promise
    make: Callable[[OutboxMail, MailReader], Context]
    templates: str = "emails/news"
    wish: str = "news"
    is_limited: bool = True
    asks: bool = False
    is_answer: bool = False
    longest_wait: timedelta = timedelta(hours=2)
    explain_obsolete: Callable[[OutboxMail, MailedGame, datetime], str] = explain_lost_seat

    def __post_init__(self) -> None:
        if self.wish not in WISHES:
            raise ValueError(f"Mails of the kind {self.name} ask for the wish {self.wish}: there are {list(WISHES)}.")


MAIL_KINDS: Registry[MailKind] = Registry()
