"""All moments of a game for the script of a replay: what changes on the page from each to the next, as short texts.

    data = track_of(access, reading, stage)   # JSON, packed with gzip

`moments` are the numbers of entries, `stops` their places on the slider, `names` those of the parts of the page,
`texts` what may stand in them, `steps` for each moment pairs of numbers: a part and its text. Everything comes from
views of the reader's own seat, or a spectator's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from html import unescape

import msgspec
from django.utils.html import strip_tags

import engine
from common.caches import get_or_make
from common.compression import pack_bytes
from games.boards.board import moving_stages
from games.boards.geometry import stages
from games.boards.holdings import Holdings
from games.boards.overlays import Marks
from games.decisions.kit.page_types import StoryLine
from games.models import Game
from games.pages.history import name_moment
from games.pages.story import arrows_of_line
from games.pages.turn import held_units
from games.selectors.access import Access, past_views, view_of
from games.selectors.page_data import PageReader
from games.selectors.story import story_of, whole_story
from games.selectors.thumbnails import moment_of
from games.wording.seats import people_of
from replay.chronicle import chronicle_of

KEEP = 24 * 3600


@dataclass
class Track:
    """The moments of a game as patches, each on the one before."""

    moments: list[int] = field(default_factory=list)
    stops: list[int] = field(default_factory=list)
    names: dict[str, int] = field(default_factory=dict)
    texts: dict[str, int] = field(default_factory=dict)
    steps: list[dict[str, str]] = field(default_factory=list)
    _before: dict[str, str] = field(default_factory=dict)

    def add(self, seq: int, stop: int, parts: Mapping[str, str]) -> None:
        """Add a moment by all its parts."""
        self.moments.append(seq)
        self.stops.append(stop)
        self.steps.append({name: text for name, text in parts.items() if self._before.get(name) != text})
        self._before.update(parts)

    def to_json(self) -> bytes:
        """Write the track without parts that never change: the page has them."""
        moving = {name for step in self.steps[1:] for name in step}
        steps = []
        for step in self.steps:
            pairs: list[int] = []
            for name, text in step.items():
                if name in moving:
                    pairs.append(self.names.setdefault(name, len(self.names)))
                    pairs.append(self.texts.setdefault(text, len(self.texts)))
            steps.append(pairs)
        whole = {"moments": self.moments, "stops": self.stops, "steps": steps}
        return msgspec.json.encode(
            {**whole, "names": list(self.names), "texts": [str.__str__(text) for text in self.texts]}
        )


def track_of(access: Access, reading: PageReader, stage: str) -> bytes:
    """Make the track of a game for one reader, packed; eight queries at most if it is not in the cache."""
    key = f"replay:{moment_of(access.game)}:{access.viewer}:{reading.zone}:{stage}"
    return get_or_make(key, bytes, KEEP, lambda: pack_bytes(make_track(access, reading, stage).to_json()))


def make_track(access: Access, reading: PageReader, stage: str) -> Track:
    """Go through a game from its first moment to its last."""
    game, viewer, track = access.game, access.viewer, Track()
    course = chronicle_of(game, people_of(access.players, viewer))
    scale, told = course.scale, whole_story(game)
    times = {entry.seq: entry.at for entry in told}
    lines = iter(story_of(game, told, view_of(game, viewer), now=reading.now, zone=reading.zone))
    line, coming, moving = None, next(lines, None), None
    counted = {*course.moments}
    for seq, view in past_views(game, viewer):
        if seq not in counted:
            continue
        while coming is not None and coming.seq <= seq:
            line, coming = coming, next(lines, None)
        moving = moving_stages(view, stage) if moving is None else moving
        held, marks = Holdings(view), marks_of(line)
        parts = {name: text for each in moving for name, text in each.parts(held, marks).items()}
        parts |= seat_parts(view)
        parts |= {"key": name_moment(view, times[seq], reading.zone), "said": words_of(line)}
        track.add(seq, scale.stop(seq), parts)
    return track


def marks_of(line: StoryLine | None) -> Marks:
    """Mark the last move on the board, with light over where it happened."""
    if line is None or line.src is None or line.dst is None:
        return Marks()
    return Marks(arrows=arrows_of_line(line, 0, 1), highlighted=(line.src, line.dst))


def words_of(line: StoryLine | None) -> str:
    """Return what a line says, as plain text."""
    return unescape(str(strip_tags(line.text))) if line else ""


def seat_parts(view: engine.PlayerView) -> dict[str, str]:
    """Write the numbers of each seat: territories, armies, and whether it is its turn or it is out."""
    units = held_units(view)
    return {f"seat-{row.seat}": f"{row.territories} {units[row.seat]} {state_of(view, row)}" for row in view.seats}


def state_of(view: engine.PlayerView, row: engine.SeatView) -> str:
    """Return the class of a seat's row: `gone` if it is out, `now` if it is its turn."""
    return "gone" if row.out else "now" if view.asked is not None and view.active == row.seat else ""


def stage_of(game: Game, wanted: str) -> str:
    """Choose the stage of a game's map that is shown: the one asked for, else the first."""
    names = [each.stage for each in stages(game.map)]
    return wanted if wanted in names else next(iter(names), "")
