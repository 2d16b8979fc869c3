"""Make films of ended games: choose their moments, paint them as pictures of boards in mails are painted, and put the
parts together. A process in the background makes one part after another and stores each, so that another goes on where
one was killed.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import BinaryField, Count, F, Q, QuerySet
from django.db.models.functions import Substr
from django.utils.translation import gettext as _
from PIL import Image, ImageDraw

import engine
from games.boards.overlays import Arrow
from games.boards.picture import board_image
from games.errors import GameError
from games.models import Game
from games.pages.story import arrows_of_line
from games.selectors.access import past_views, people_at
from games.selectors.story import story_of, whole_story
from games.services.background import GoesOn
from games.services.locks import after_commit, db_now
from replay.chronicle import Chronicle, chronicle_of
from replay.models import Film, FilmPart
from replay.webp import encode_part, join_parts

log = logging.getLogger(__name__)

MOST_FRAMES = 240
PART = 24
"""Frames of a part, at most: a few seconds of work."""
WIDTH = 720
HEADER = 30
"""Bytes at the start of a film that tell its size."""
FRAME_MS, LAST_MS = 350, 4000
LEASE = timedelta(minutes=5)
"""For how long a process has a film after each part, which takes seconds where nothing else is to be done."""
MOST_AT_ONCE = 40
"""Films that may wait at a time, on the whole site."""
LINE = 5
"""The height of the line that shows how far a film has come."""
PAPER, INK = (33, 27, 20), (242, 203, 112)


def film_request(game: Game, number: int) -> Film:
    """Ask for the film of an ended game, or of one round of it; one that failed is tried again. Raises GameError."""
    if not game.has_ended:
        raise GameError(_("A film can be made once the game has ended."))
    if not frames_of(course_of(game), number):
        raise GameError(_("There is no such round in this game."))
    now = db_now()
    with transaction.atomic():
        if Film.objects.filter(state=Film.State.WAITING).count() >= MOST_AT_ONCE:
            raise GameError(_("Many films are waiting to be made. Try again in an hour."))
        film, _is_new = Film.objects.get_or_create(game=game, round=number, defaults={"wanted_at": now})
        again = Q(pk=film.pk, state=Film.State.FAILED)
        Film.objects.filter(again).update(state=Film.State.WAITING, attempts=0, claimed_until=None)
        Film.objects.filter(pk=film.pk).update(wanted_at=now)
        after_commit("games.tasks.background")
    return film


def films_of(game: Game) -> list[Film]:
    """List the films of a game without their data, each with its number of `ready` parts and the `header` that tells
    its size. One query."""
    header = Substr("data", 1, HEADER, output_field=BinaryField())
    rows = Film.objects.filter(game=game).defer("data")
    return list(rows.annotate(ready=Count("parts"), header=header).order_by("round"))


def course_of(game: Game) -> Chronicle:
    return chronicle_of(game, people_at(game, None))


def frames_of(course: Chronicle, number: int) -> list[int]:
    """Choose the moments of a film: of one round all, of a game from the end of its set-up on; where those are too
    many the ends of turns, as many as fit."""
    first, end = course.beginning(), course.moments[-1]
    if number:
        if number not in course.starts:
            return []
        first = course.nearest(course.starts[number] - 1)
        end = course.nearest(course.starts.get(number + 1, end + 1) - 1)
    moments = [seq for seq in course.moments if first <= seq <= end]
    if len(moments) > MOST_FRAMES:
        ends = {row.seq for row in course.turns}
        moments = [seq for seq in moments if seq in ends or seq in (moments[0], moments[-1])]
    return thin_out(moments, MOST_FRAMES)


def thin_out(moments: Sequence[int], most: int) -> list[int]:
    """Keep so many moments at most, evenly, the first and the last among them."""
    if len(moments) <= most:
        return list(moments)
    return [moments[round(place * (len(moments) - 1) / (most - 1))] for place in range(most)]


def work_waits(now: datetime) -> bool:
    """Check whether there is a film to make. One query."""
    return unclaimed(now).exists()


def films_make(goes_on: GoesOn = lambda: True) -> int:
    """Make the films that wait, oldest first, while `goes_on` says so; returns how many were finished. Each has one
    process at a time."""
    count = 0
    while goes_on() and (film := claim_oldest(db_now())) is not None:
        try:
            count += make_film(film, goes_on)
        except Exception:
            log.exception("film %s was not made", film.pk)
    return count


def unclaimed(now: datetime) -> QuerySet[Film]:
    """Query the films that wait and that no living process has."""
    return Film.objects.filter(Q(claimed_until=None) | Q(claimed_until__lte=now), state=Film.State.WAITING)


def claim_oldest(now: datetime) -> Film | None:
    """Claim the oldest film that waits; one that has ended too many processes is given up."""
    unclaimed(now).filter(attempts__gte=Film.MOST_TRIES).update(state=Film.State.FAILED)
    for film in unclaimed(now).select_related("game").order_by("pk"):
        mine = Film.objects.filter(pk=film.pk, claimed_until=film.claimed_until, state=Film.State.WAITING)
        if mine.update(claimed_until=now + LEASE, attempts=F("attempts") + 1):
            return film
    return None


def make_film(film: Film, goes_on: GoesOn = lambda: True) -> bool:
    """Make the parts of a film that are missing, then put it together. False if `goes_on` has said no before."""
    game = film.game
    frames = frames_of(course_of(game), film.round)
    parts = [frames[start : start + PART] for start in range(0, len(frames), PART)]
    Film.objects.filter(pk=film.pk).update(parts_wanted=len(parts))
    ready = set(film.parts.values_list("number", flat=True))
    for number, seqs in enumerate(parts):
        if number in ready:
            continue
        if not goes_on():
            Film.objects.filter(pk=film.pk).update(claimed_until=None, attempts=0)
            return False
        data = encode_part(*paint(game, seqs, frames))
        try:
            with transaction.atomic():
                FilmPart.objects.create(film=film, number=number, data=data)
        except IntegrityError:
            log.warning("part %s of film %s was made twice", number, film.pk)
        Film.objects.filter(pk=film.pk).update(claimed_until=db_now() + LEASE, attempts=1)
    return put_together(film)


def put_together(film: Film) -> bool:
    """Make a film of its parts, which are deleted then; False if another process has done so."""
    data = [bytes(part) for part in film.parts.order_by("number").values_list("data", flat=True)]
    with transaction.atomic():
        whole = join_parts(data, size_of(data[0])) if data else b""
        mine = Film.objects.filter(pk=film.pk, state=Film.State.WAITING)
        if not whole or not mine.update(state=Film.State.MADE, data=whole, claimed_until=None):
            return False
        film.parts.all().delete()
    return True


def size_of(data: bytes) -> tuple[int, int]:
    """Read the width and height of a file off its header."""
    width, height = (int.from_bytes(data[start : start + 3], "little") + 1 for start in (24, 27))
    return width, height


def paint(game: Game, seqs: Sequence[int], frames: Sequence[int]) -> tuple[list[Image.Image], list[int]]:
    """Paint some frames of a film as spectators may see them; with the milliseconds of each."""
    told, wanted = whole_story(game), {*seqs}
    painted: list[Image.Image] = []
    views = {seq: view for seq, view in past_views(game, None) if seq in wanted}
    now = db_now()
    lines = story_of(game, told, views[seqs[-1]], now=now, zone=UTC, public=True)
    for seq in seqs:
        line = next((line for line in reversed(lines) if line.seq <= seq), None)
        arrows = arrows_of_line(line, 0, 1) if line else ()
        painted.append(frame_of(views[seq], arrows, frames.index(seq) / max(1, len(frames) - 1)))
    return painted, [LAST_MS if seq == frames[-1] else FRAME_MS for seq in seqs]


def frame_of(view: engine.PlayerView, arrows: tuple[Arrow, ...], share: float) -> Image.Image:
    """Paint one frame: the board, and below it a line that shows how much of the film is over."""
    drawn = board_image(view, arrows)
    if drawn is None:
        raise GameError(_("The map of this game has no drawing."))
    board = drawn.convert("RGB")
    high = round(board.height * WIDTH / board.width)
    frame = Image.new("RGB", (WIDTH, high + LINE), PAPER)
    frame.paste(board.resize((WIDTH, high), Image.Resampling.BILINEAR, reducing_gap=2.0), (0, 0))
    ImageDraw.Draw(frame).rectangle((0, high, round(WIDTH * share), high + LINE), fill=INK)
    return frame


def films_forget(now: datetime) -> int:
    """Delete films that nobody has wanted for a while; returns how many."""
    return Film.objects.filter(wanted_at__lt=now - Film.KEPT).delete()[0]
