"""The one mail a round for those who follow a game."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine import PlayerView
from following.models import Follow
from games.decisions.kit.page_types import StoryLine
from games.mail.links import absolute_url
from games.mail.notes import NEWS_PARTS, Button, NewsPart, NewsSection, Notice, board_button, board_image
from games.mail.parts import MOST_NEWS, plain_of
from games.mail.turn import frame, links_to_watch, seat_of, story_since
from games.models import OutboxMail
from games.pages.by_seat import fold_story
from games.selectors.mailed_game import MailedGame, MailReader
from games.services.mail_kinds import MAIL_KINDS, Context, MailKind
from games.wording.amounts import capitalized, join_and, round_name
from games.wording.seats import colour_name


def round_over(mail: OutboxMail, reader: MailReader) -> Context:
    """Tell in a few words what each seat did since the reader was told last, and who holds how much land now."""
    game, player = seat_of(mail, reader)
    view = reader.mailed.view(player.seat)
    story = story_since(view, reader, mail.context["since"])
    said = {"game": game.name, "round": round_name(game.rules, mail.context["round"])}
    standing = sorted((seat for seat in view.seats if not seat.out), key=lambda seat: -seat.territories)
    held = join_and([f"{colour_name(view.colours[seat.seat])} {seat.territories}" for seat in standing])
    made = Notice(
        _("%(game)s: %(round)s is over") % said,
        capitalized(_("%(round)s is over") % said),
        [_("Territories now: %(held)s.") % {"held": held}],
        button=board_button(game),
        sections=[NewsSection(_("What happened"), deeds(story, view, reader))],
        why=_("You get this because you follow the game, once a round."),
    ).context()
    return frame(game, view) | made | board_image(game, view, story) | {"links": links_to_watch(game)}


def deeds(story: Sequence[StoryLine], view: PlayerView, reader: MailReader) -> list[tuple[str, str]]:
    """List what each seat did, and before it what everybody has to know; numbers are those of arrows in the picture."""
    folded = fold_story(story, reader.mailed.people(view.viewer), "", view)
    news = [("", plain_of(line.text)) for line in folded.news[-MOST_NEWS:]]
    return news + [(seat.title, f"{seat.words}.") for seat in folded.seats if seat.words]


def offer_section(mail: OutboxMail, reader: MailReader) -> NewsSection | None:
    """Offer the mails to somebody who is out."""
    url = absolute_url(reverse("game", args=[reader.mailed.game.slug]))
    follow = Button(_("Follow the game: one email when each round is over"), f"{url}#follow")
    return NewsSection(_("If you want to know how it goes on"), [], [follow])


def explain_unfollowed(mail: OutboxMail, mailed: MailedGame, now: datetime) -> str:
    """Explain that the reader does not follow the game any more; empty if they do."""
    follows = Follow.objects.filter(user=mail.user_id, game=mail.game_id).exists()
    return "" if follows else _("its reader does not follow the game any more")


NEWS_PARTS.add(NewsPart("following", "out", offer_section))
MAIL_KINDS.add(
    MailKind("round", gettext_lazy("A round is over"), round_over, wish="follow", explain_obsolete=explain_unfollowed)
)
