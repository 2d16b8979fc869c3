"""The page of all standings of an event, after its last round or an earlier one."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from games.lines import Link
from tournaments.pages.standings import Standing, tell_order
from tournaments.selectors.event_files import NotPublished
from tournaments.selectors.event_reading import Published
from tournaments.selectors.event_standings import has_league, standings_of
from tournaments.selectors.table_links import links_of_table


@dataclass(frozen=True)
class StandingsPage:
    """All rows of standings after a round. `rounds` are those after which there are other standings."""

    slug: str
    title: str
    after: int
    about: str
    columns: tuple[str, ...]
    rows: tuple[Standing, ...]
    rounds: tuple[int, ...]
    me: str
    url: str
    links: tuple[Link, ...]


def build_standings_page(found: Published, after: int = 0) -> StandingsPage:
    """Build the page of standings after a round, by default the last. Raises NotPublished where there are none."""
    stages = {each.stage for each in found.rounds if after in (0, each.number) and each.is_over}
    stage = next((each for each in reversed(found.stages) if each.pk in stages), None)
    if stage is None:
        raise NotPublished(_("There are no standings yet."))
    kept = standings_of(found, stage, after=after)
    if not kept.rows:
        raise NotPublished(_("There are no standings yet."))
    text = _("Open a row to see where its figures come from. Equal points are decided by %(order)s.")
    return StandingsPage(
        slug=found.event.slug,
        title=found.event.title,
        after=kept.after,
        about=text % {"order": tell_order(found.told)},
        columns=(_("Wins"), _("2nd"), _("Opp.")),
        rows=tuple(map(kept.row, range(len(kept.rows)))),
        rounds=tuple(sorted({each.number for each in found.rounds if each.is_over and each.stage == stage.pk})),
        me=found.me.code if found.me else "",
        url=reverse("event-standings", args=[found.event.slug]),
        links=() if has_league(found, stage) else tuple(links_of_table(found, kept.after)),
    )
