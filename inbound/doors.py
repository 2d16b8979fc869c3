"""What mail that comes in brings to the site: each record registers when this module is imported."""

from __future__ import annotations

from django.conf import settings
from django.dispatch import receiver
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy

from games.lines import ORGANIZE_LINES, Line, Link, Reader
from games.organize.log import AUDIT_WORDS, AuditWords
from games.permissions import is_organizer
from games.signals import time_is_up
from inbound import answers, summary  # noqa: F401  # add their kinds of mail
from inbound.services.again import READ_AGAIN
from inbound.services.handling import read_before_passing


@receiver(time_is_up)
def read_first(game_id: int, **kwargs: object) -> bool:
    """Read the mails of a game that have arrived before a seat is passed. True while somebody else still reads them."""
    return read_before_passing(game_id)


def letters_tab(reader: Reader) -> Link | None:
    """Link to the mails that came in, on a site that takes any."""
    is_shown = settings.MAIL_IN and is_organizer(reader)
    return Link(reverse("organize-letters"), gettext("Incoming emails")) if is_shown else None


ORGANIZE_LINES.add(Line("letters", letters_tab))
AUDIT_WORDS.add(AuditWords(READ_AGAIN, gettext_lazy("had an email read again")))
