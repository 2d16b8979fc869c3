"""What the mail about the end of a game tells of its turning points."""

from __future__ import annotations

from django.utils.translation import gettext as _

from chances.selectors import colours_of, moments_of
from games.mail.links import absolute_url
from games.mail.notes import NEWS_PARTS, Button, NewsPart, NewsSection
from games.models import OutboxMail
from games.models.game import game_path
from games.pages.result import luck_of, luck_words
from games.selectors.mailed_game import MailReader
from games.wording.amounts import units_noun


def turning_section(mail: OutboxMail, reader: MailReader) -> NewsSection | None:
    """List the turning points, and what luck the reader had; None for a game without."""
    mailed = reader.mailed
    moments = moments_of(mailed.game, colours_of(mailed.players))
    if not moments or mail.seat is None:
        return None
    return NewsSection(
        _("Turning points"),
        [(moment.title, moment.words) for moment in moments],
        [
            _("Bots played the game on from the start of each turn; chances are how often each player won then."),
            luck_line(mail.seat, reader),
            Button(_("See all chances"), absolute_url(game_path("game", mailed.game.slug)) + "#chances"),
        ],
    )


def luck_line(seat: int, reader: MailReader) -> str:
    """Say what luck the reader had: "Your luck: +6.2 armies, compared with the average of the same throws"."""
    view = reader.mailed.view(seat)
    events = (event for entry in reader.mailed.entries_in_force for event in entry.events)
    said = {"luck": luck_words(luck_of(events, view)[seat].armies), "units": units_noun(view.rules)}
    return _("Your luck: %(luck)s %(units)s, compared with the average of the same throws.") % said


NEWS_PARTS.add(NewsPart("chances", "over", turning_section))
