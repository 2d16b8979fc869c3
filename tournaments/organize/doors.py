"""What organizers of events find in the bar of the site and among the tabs of the organizers' pages."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy

from games.lines import BAR_LINES, ORGANIZE_LINES, Line, Link, Reader
from games.organize.log import AUDIT_WORDS, AuditWords
from games.permissions import is_organizer
from tournaments.organize import draw_acts, player_acts, result_acts, whole_acts  # noqa: F401  # add their records
from tournaments.selectors.organizing import organizes_events
from tournaments.selectors.questions import ASK
from tournaments.services.changing import CHANGE
from tournaments.services.inviting import INVITE, UNINVITE


def organize_link(reader: Reader) -> Link | None:
    """Link to the events that somebody organizes, for people who organize no other games."""
    if is_organizer(reader) or not organizes_events(reader):
        return None
    return Link(reverse("organize-events"), gettext("Organize"), "gavel")


def events_tab(reader: Reader) -> Link | None:
    return Link(reverse("organize-events"), gettext("Tournaments")) if organizes_events(reader) else None


BAR_LINES.add(Line("organize-events", organize_link))
ORGANIZE_LINES.add(Line("events", events_tab))
AUDIT_WORDS.add(AuditWords(CHANGE, gettext_lazy("changed the settings of a tournament")))
AUDIT_WORDS.add(AuditWords(INVITE, gettext_lazy("invited players to a tournament")))
AUDIT_WORDS.add(AuditWords(UNINVITE, gettext_lazy("withdrew invitations to a tournament")))
AUDIT_WORDS.add(AuditWords(ASK, gettext_lazy("wrote to the organizers of a tournament")))
