"""Links to the standings of an event as files."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse
from django.utils.translation import gettext as _

from games.lines import Link
from tournaments.folders import digits_of, has_teams, paths_of_table
from tournaments.pages.words import division_name
from tournaments.selectors.event_reading import Published
from tournaments.teams import TEAMS


def links_of_table(found: Published, number: int, group: str = "") -> Iterator[Link]:
    """Yield links to the standings after a round, as CSV and as JSON: those of players or of a division, and those of
    teams where there are any."""
    names = {"": division_words(group), **({TEAMS: _("Teams")} if has_teams(found.told) else {})}
    for kind, name in names.items():
        paths = paths_of_table(f"{number:0{digits_of(found.told, found.rounds)}}", group, kind)
        for path in reversed(paths):
            url = reverse("event-file", args=[found.event.slug, path])
            said = {"name": name, "kind": path.rpartition(".")[2].upper()}
            yield Link(url, _("%(name)s as %(kind)s") % said)


def division_words(group: str) -> str:
    return _("Division %(name)s") % {"name": division_name(group)} if group else _("Standings")
