"""The daily digest of what its reader did not want at once, and the weekly list of the games that wait."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from common.mail_ways import Way
from games.mail.links import absolute_url
from games.mail.notes import Button, Notice, site_frame
from games.mail.summary import MOST, explain_answered, question_line
from games.models import OutboxMail, Player, Waiting
from games.models.game import game_path
from games.selectors.lists import open_questions_of
from games.selectors.mailed_game import MailedGame, MailReader
from games.services.digests import moved_to
from games.services.mail_kinds import MAIL_KINDS, Context, MailKind
from games.services.mail_policy import mail_way


def digest(mail: OutboxMail, reader: MailReader) -> Context:
    """List the open questions of games in the digest, and what else was moved into it."""
    questions = digest_questions(mail)
    news = [news_line(row, mailed) for row, mailed in digest_news(mail, reader.now)]
    heading = questions_heading(len(questions)) if questions else _("News of your games")
    lead = [_("Here is what came since your last daily email.")] if news else []
    return listing(heading, [*question_lines(questions, reader), *news], lead, reader)


def weekly(mail: OutboxMail, reader: MailReader) -> Context:
    """List all games that wait for the reader."""
    questions = list(open_questions_of(mail.user_id).select_related("player__user"))
    lead = [_("This is your weekly list. If you do not answer, each game goes on at its deadline.")]
    return listing(questions_heading(len(questions)), question_lines(questions, reader), lead, reader)


def questions_heading(count: int) -> str:
    return ngettext("%(count)s game waits for you", "%(count)s games wait for you", count) % {"count": count}


def listing(heading: str, lines: list[Button], lead: list[str], reader: MailReader) -> Context:
    """Build a mail of lines under a heading."""
    left = [_("And %(count)s more.") % {"count": len(lines) - MOST}] if len(lines) > MOST else []
    home = Button(_("See all your games"), absolute_url(reverse("home")))
    times = _("Times are in %(zone)s.") % {"zone": reader.zone_name}
    why = _("You get this because you play in these games.")
    made = Notice(heading, heading, [" ".join([*lead, times])], button=home, after=[*lines[:MOST], *left], why=why)
    return site_frame(_("Your games")) | made.context()


def question_lines(questions: list[Waiting], reader: MailReader) -> list[Button]:
    return [question_line(row, reader) for row in questions]


def digest_questions(mail: OutboxMail) -> list[Waiting]:
    """List the reader's open questions in games whose turns come in the digest, the nearest deadline first; where the
    reader stands in, they come as the reader chose for all games."""
    rows = open_questions_of(mail.user_id).select_related("player__user")
    return [row for row in rows if chosen_way(row.player, mail) == Way.DIGEST]


def chosen_way(player: Player, mail: OutboxMail) -> Way:
    """Return how the reader of a mail gets word of a seat's turn."""
    if mail.user is not None and player.user_id != mail.user_id:
        return mail.user.mail_way("turn")
    return player.mail_way("turn")


def digest_news(mail: OutboxMail, now: datetime) -> Iterator[tuple[OutboxMail, MailedGame]]:
    """Yield what was moved into a digest, asks for no order and is still to be told, with its game."""
    for row in moved_to(mail).select_related("user", "game"):
        mailed = MailedGame(row.game_id or 0)
        if is_told(row, mailed, now):
            yield row, mailed


def is_told(row: OutboxMail, mailed: MailedGame, now: datetime) -> bool:
    """Check whether a mail that was moved into a digest is news, and still to be told."""
    kind = MAIL_KINDS.get(row.template)
    if kind is None or kind.asks or mail_way(row, mailed) != Way.DIGEST:
        return False
    return not kind.explain_obsolete(row, mailed, now)


def news_line(row: OutboxMail, mailed: MailedGame) -> Button:
    """Tell a mail by its subject, with a link to what it is about."""
    made = MAIL_KINDS[row.template].make(row, MailReader.of(row, mailed))
    path = game_path("game", mailed.game.slug) if row.game_id else reverse("home")
    return Button(str(made["subject"]), absolute_url(path))


def explain_empty(mail: OutboxMail, mailed: MailedGame, now: datetime) -> str:
    """Explain that nothing in a digest is left to tell; empty if there is something."""
    is_left = bool(digest_questions(mail)) or any(True for _news in digest_news(mail, now))
    return "" if is_left else _("nothing of it was left to tell when it was due")


for kind in (
    MailKind(
        "digest",
        gettext_lazy("The daily email"),
        digest,
        wish="digest",
        is_limited=False,
        longest_wait=timedelta(hours=26),  # for the hour of its reader, on a day of up to 25 hours
        explain_obsolete=explain_empty,
    ),
    MailKind(
        "weekly",
        gettext_lazy("Games that wait, weekly"),
        weekly,
        wish="weekly",
        is_limited=False,
        explain_obsolete=explain_answered,
    ),
):
    MAIL_KINDS.add(kind)
