"""What other sites show of an event that is linked there: its title, and a picture of its bracket or standings."""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from games.decisions.kit.page_types import ShareCard
from games.selectors.page_data import site_card
from tournaments.courses import FAILURES
from tournaments.pages.pictures import DAY, bracket_picture, cut_column, standings_picture
from tournaments.selectors.event_bracket import columns_after
from tournaments.selectors.event_league import division_of, standings_of_division
from tournaments.selectors.event_reading import Published, is_open_to_all
from tournaments.selectors.event_standings import has_league, standings_of

MOST_ROWS = 10


def event_card(found: Published, title: str, said: str) -> ShareCard | None:
    """Make what other sites show of an event; None for one that not everybody may see. Before its first round is drawn
    it has the picture of the site."""
    if not is_open_to_all(found.event):
        return None
    if not has_picture(found):
        return site_card(title, said)
    over = sum(each.is_over for each in found.rounds)
    image = f"{settings.SITE_URL.rstrip('/')}{reverse('event-picture', args=[found.event.slug])}?over={over}"
    alt = _("The bracket") if has_bracket(found) else _("The standings")
    return ShareCard(title, said, image, alt)


def has_bracket(found: Published) -> bool:
    return bool(found.rounds) and found.stage.form["kind"] in FAILURES


def has_picture(found: Published) -> bool:
    """Check whether there is a bracket or anybody stands."""
    stage = found.stage
    has_ended = any(each.is_over and each.stage == stage.pk for each in found.rounds)
    return has_bracket(found) or has_ended or bool(found.rounds and has_league(found, stage))


def event_picture(found: Published) -> bytes:
    """Draw the bracket of an event around the round that is played, or the first rows of its standings, for nobody in
    particular: a PNG of at most 150 kB, made once. There is one (`has_picture`)."""
    if has_bracket(found):
        columns = columns_after(found, found.stage, found.current[-1].number)
        return bracket_picture([cut_column(each, "") for each in columns], "", DAY)
    if has_league(found, found.stage):
        kept = standings_of_division(found, division_of(found, 1))
    else:
        kept = standings_of(found, found.stage)
    return standings_picture([kept.row(at) for at in range(min(MOST_ROWS, len(kept.rows)))], "", DAY)
