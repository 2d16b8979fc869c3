"""The next season of an event: its settings once more, and in a league the divisions that follow from the last one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.events import read_event
from tournaments.folders import is_league
from tournaments.formats.league import move_divisions
from tournaments.models import Entrant, Tournament
from tournaments.reading import get, objects
from tournaments.selectors.publishing import drawn_in, show_event
from tournaments.services.creating import EventRefused, EventSettings, event_create
from tournaments.services.repairs import event_act
from tournaments.standings import make_standings

if TYPE_CHECKING:
    from accounts.models import User

Key = int | str
"""Who plays: the number of an account, or the name of a bot."""


def season_next(*, event_id: int, user: User, reason: str, title: str) -> Tournament:
    """Make the next season of an event that is over, still closed, with the same organizers. Whoever wants to play
    enters again. Raises EventRefused while it runs."""
    with event_act(event_id, user, "event.next", reason) as event:
        if event.status != Tournament.Status.OVER:
            raise EventRefused(_("The next season is made once this one is over."))
        settings = replace(EventSettings.of(event), title=title, entry_ends_at=None)
        made = event_create(settings, user)
        made.organizers.add(*event.organizers.all())
        made.follows = event
        made.save(update_fields=["follows"])
    return made


def key_of(entrant: Entrant) -> Key:
    return entrant.user_id or f"{entrant.bot} {entrant.number}"


def divisions_of(event: Tournament) -> list[list[Key]]:
    """List the divisions of a league's last round, each the best first; none for other events."""
    told, rounds = read_event(show_event(event)), drawn_in(event)
    last = [drawn for drawn in rounds if is_league(told, drawn.stage) and drawn.is_complete]
    keys = {entrant.code: key_of(entrant) for entrant in event.entrants.all()}
    found = []
    for drawn in sorted(last, key=lambda each: int(each.group[1:])):
        rows = objects(make_standings(told, [drawn], group=drawn.group), "rows")
        found.append([keys[get(row, "entrant", str)] for row in rows])
    return found


def seed_season(event: Tournament, entrants: Sequence[Entrant]) -> list[Entrant]:
    """Sort entrants by the divisions in which they play after those of the season before: the first of each go up, the
    last two go down, gaps are filled from below, newcomers begin at the bottom. Those who do not play come last."""
    assert event.follows is not None
    divisions = divisions_of(event.follows)
    playing = {key_of(each): each for each in entrants if each.entered and each.left is None}
    known = {key for members in divisions for key in members}
    newcomers = [key for key in playing if key not in known]
    form = next(stage.form for stage in event.stages.all())
    moved = move_divisions(divisions, playing.keys(), newcomers, form["division"])  # type: ignore[arg-type]
    order = [playing[key] for members in moved for key in members]
    return [*order, *(each for each in entrants if each not in order)]


def moves_divisions(event: Tournament) -> bool:
    """Check whether an event seeds by the divisions of a season before."""
    stage = event.stages.first()
    return event.follows_id is not None and stage is not None and stage.form["kind"] == "league"
