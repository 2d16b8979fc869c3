"""Read what the page of a replay shows."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.models import Game
from games.models.game import game_path
from games.selectors.access import Access, view_then
from games.selectors.history import moment_at, moment_title
from games.selectors.key_moments import key_moments
from games.selectors.page_data import PageReader, address, page_header, share_card
from games.selectors.story import entries_since, story_of
from games.wording.seats import people_of
from replay.chronicle import chronicle_of
from replay.page import ReplayPage, Watched, replay_page
from replay.track import stage_of

ENTRIES_BEFORE = 12
"""So many entries before a moment are read for its sentence: a fight has begun in one of them."""


def replay_of(access: Access, seq: int | None, reading: PageReader, stage: str = "") -> ReplayPage | None:
    """Build the page of the moment after entry `seq`, or after the last before it that counts; without one, of the end
    of the set-up. None if there is no such entry."""
    game, people = access.game, people_of(access.players, access.viewer)
    course = chronicle_of(game, people)
    if seq is not None and not 1 <= seq <= game.seq:
        return None
    here = course.beginning() if seq is None else course.nearest(seq)
    view = view_then(game, here, access.viewer)
    entries = entries_since(game, here - ENTRIES_BEFORE, until=here)
    lines = story_of(game, entries, view, now=reading.now, zone=reading.zone)
    watched = Watched(
        head=page_header(access, reading, heading=False),
        people=people,
        course=course,
        seq=here,
        at=moment_at(game, here, entries),
        zone=reading.zone,
        line=lines[-1] if lines else None,
        url=lambda moment: moment_path(game, moment),
        base=address("replay", game),
        track_url=address("replay-track", game) + (f"?board={shown}" if (shown := stage_of(game, stage)) else ""),
        log_url=address("game-log", game),
        films_url=address("replay-films", game) if game.has_ended else "",
        picture=lambda moment: game_path("game-picture", game.slug, moment),
        share=share_card(game, here, moment_title(game, view)),
        shown_to=who_may_watch(game),
        stage=shown,
        points=tuple(key_moments(game, [person.colour for person in people])),
    )
    return replay_page(view, watched)


def moment_path(game: Game, seq: int) -> str:
    """Build the address of a moment of a replay."""
    return game_path("replay", game.slug, seq)


def who_may_watch(game: Game) -> str:
    """Say to whom the links of a replay show the game."""
    if game.is_watchable:
        return _("Anybody with the link can watch. Messages are never part of a replay.")
    return _("Only the players of this game can open the link. Messages are never part of a replay.")
