"""Report a message to the moderators: organizers who do not play in its game, or the hosts where there are none."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Game
from games.permissions import organizers_of
from games.selectors.access import Access
from games.selectors.seen import plays_in
from games.services.locks import after_commit, db_now
from games.services.notifications import NewMail, mail_enqueue
from games.wording.seats import people_of
from press.errors import PressLimited, PressRefused
from press.models import Message, Report
from press.selectors import Seen, Viewer, messages_for
from press.wording import author_of

BEFORE = 10
"""Messages before a reported one that its moderator reads too."""

MOST_A_DAY = 20
LONGEST_WORDS = 1000


@transaction.atomic
def report_message(*, access: Access, viewer: Viewer, message: int, kind: str, text: str) -> Report:
    """Report a message, by the number that it has for its reader, with a copy of it and of what came before as the
    reporter saw them. The same report again changes nothing. Raises PressRefused, PressLimited."""
    player = viewer.player
    if player is None or kind not in Report.Kind.values or len(text) > LONGEST_WORDS:
        raise PressRefused(_("Say what is wrong with the message: choose one of the reasons."))
    found = messages_for(access.game, viewer)
    seen = next((each for each in found if each.id == message and not each.own), None)
    if seen is None:
        raise PressRefused(_("There is no such message."))
    if before := Report.objects.filter(message_id=seen.pk, reporter_id=player.user_id).first():
        return before
    now = db_now()
    if Report.objects.filter(reporter_id=player.user_id, at__gt=now - timedelta(days=1)).count() >= MOST_A_DAY:
        raise PressLimited(_("You have reported a lot today. Ask an organizer."), 24 * 3600)
    report = Report.objects.create(
        message_id=seen.pk,
        game=access.game,
        accused_id=writer_of(Message.objects.get(pk=seen.pk)),
        copy=copy_of(found, seen, access),
        reporter_id=player.user_id,
        kind=kind,
        text=text.strip(),
        at=now,
    )
    tell_moderators(report)
    return report


def copy_of(found: list[Seen], seen: Seen, access: Access) -> list[dict[str, object]]:
    """Copy a message and those before it in its conversation, as their reader saw them."""
    people = people_of(access.players, access.viewer)
    shown = [each for each in found if each.conversation == seen.conversation and each.id <= seen.id]
    return [
        {
            "seat": each.seat,
            "grey": each.is_grey,
            "name": author_of(each, people),
            "text": each.text,
            "at": each.at.isoformat(),
        }
        for each in shown[-BEFORE - 1 :]
    ]


def writer_of(message: Message) -> int | None:
    """Return who wrote a message, an unsigned one too."""
    grey = getattr(message, "grey_sender", None) if message.is_grey else None
    return grey.user_id if grey else message.actor_id


def moderators_of(game: Game) -> list[User]:
    """List who moderates a game: organizers who do not play in it, else the hosts."""
    found = [person for person in organizers_of(game) if not plays_in(game, person)]
    return found or list(User.objects.filter(is_superuser=True, is_active=True))


def is_read_by_hosts(game: Game) -> bool:
    """Return whether nobody but the hosts can moderate a game."""
    return not any(not plays_in(game, person) for person in organizers_of(game) if not person.is_superuser)


def tell_moderators(report: Report) -> None:
    """Queue a mail about a report to each moderator; it holds no text of the message."""
    now = db_now()
    for person in moderators_of(report.game):
        mail_enqueue(
            NewMail(
                key=f"report:{report.pk}:{person.pk}",
                template="press_report",
                not_before=now,
                user_id=person.pk,
                context={"report": report.pk},
            )
        )
    after_commit("games.tasks.outbox")
