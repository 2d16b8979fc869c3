"""League: divisions in which everybody meets everybody alike; the first goes up, the last two go down."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from tournaments.documents import Document
from tournaments.formats.base import Format, Group, Stage, gettext_noop
from tournaments.reading import number as read_number
from tournaments.sizes import TableSizes

DIVISIONS = (7, 13)
MOST_AT_ONCE = 10


def pair(stage: Stage, number: int) -> list[Group]:
    """Lay out all divisions at once: a season is one round."""
    playing = stage.find_playing(number)
    if stage.rounds or len(playing) < 2:
        return []
    divisions = split_field(playing, read_number(stage.form, "division", min(DIVISIONS), max(DIVISIONS)))
    return [Group("design", tuple(members), f"D{at}") for at, members in enumerate(divisions, 1)]


def split_field(field: Sequence[str], size: int) -> list[list[str]]:
    """Split a field, the best first, into divisions of about this size: the first are as large as the others or one
    larger.

    >>> [len(members) for members in split_field(["e"] * 23, 7)]
    [8, 8, 7]
    """
    count = max(1, (2 * len(field) + size) // (2 * size))
    least, larger = divmod(len(field), count)
    found, at = [], 0
    for division in range(count):
        until = at + least + (division < larger)
        found.append(list(field[at:until]))
        at = until
    return found


def move_divisions(
    divisions: Sequence[Sequence[str]], staying: Collection[str], newcomers: Iterable[str], size: int
) -> list[list[str]]:
    """Return the divisions of the next season.

    `divisions`: of the season that is over, each the best first. The first of each goes up to the division above; the
    last two go down, the better one to the division with the lower number. Gaps that leavers make are filled from
    below by standings, and newcomers enter at the bottom.
    """
    place = {name: (at, division) for division, members in enumerate(divisions) for at, name in enumerate(members)}
    target: dict[str, int] = {}
    for division, members in enumerate(divisions):
        target |= dict.fromkeys(members, division)
        if division:
            target[members[0]] = (division - 1) // 2
        below = [each for each in (2 * division + 1, 2 * division + 2) if each < len(divisions)]
        target |= dict(zip(members[max(1, len(members) - len(below)) :], below, strict=False))
    order = sorted((name for name in target if name in staying), key=lambda name: (target[name], place[name]))
    moved: list[list[str]] = []
    for room in map(len, split_field([*order, *(new := list(newcomers))], size)):
        here = [name for name in order if target[name] <= len(moved)][:room]
        below_here = sorted((name for name in order if name not in here), key=lambda name: place[name])
        pulled = sorted(below_here, key=lambda name: target[name] > place[name][1])  # not first who has just come down
        here += pulled[: room - len(here)]
        order = [name for name in order if name not in here]
        moved.append(here + new[: room - len(here)])
        new = new[max(0, room - len(here)) :]
    return moved


def check_division(form: Document, sizes: TableSizes) -> None:
    if form.get("division") not in DIVISIONS:
        raise ValueError("division: 7 or 13 players")


LEAGUE = Format(
    kind="league",
    title=gettext_noop("League"),
    rules=gettext_noop(
        "Divisions of %(division)d: everybody plays four games; the first goes up, the last two go down."
    ),
    numbers={"division": (7, 13), "at_once": (1, MOST_AT_ONCE)},
    pair=pair,
    needs=check_division,
)
