"""From where an event stands to its next inputs: pure, so that whoever has its files can make them again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from tournaments.documents import Document, Json
from tournaments.events import Event
from tournaments.formats import FORMATS
from tournaments.formats.base import Format, Group, Stage, Today
from tournaments.history import Drawn, Past, count_points, show_past, tell_past
from tournaments.inputs import INPUT
from tournaments.reading import objects


def find_stage(event: Event, rounds: Sequence[Drawn], today: Today | None = None) -> Stage:
    """Find the stage that an event is in: the last in which anything was drawn, or the next one once it is over."""
    number = next_number(rounds)
    field = tuple(sorted(event.entrants, key=lambda name: (event.entrants[name].rank, name)))
    for id in event.formats:
        drawn = tuple(each for each in rounds if each.stage == id)
        entered = tuple(name for name in field if event.entrants[name].entered) if event.is_first(id) else field
        stage = Stage(event, id, entered, drawn, today)
        form = format_of(stage)
        if not drawn or not form.is_over(stage, number):
            break
        field = tuple(form.rank(stage))
    return stage


def format_of(stage: Stage) -> Format:
    return FORMATS[stage.event.kind_of(stage.id)]


def next_number(rounds: Iterable[Drawn]) -> int:
    """Return the number of the next round; rounds count over the whole event."""
    return max((drawn.number for drawn in rounds), default=0) + 1


def is_over(event: Event, rounds: Sequence[Drawn], today: Today | None = None) -> bool:
    """Check whether the last stage of an event has been played."""
    stage = find_stage(event, rounds, today)
    is_last = stage.id == list(event.formats)[-1]
    return is_last and format_of(stage).is_over(stage, next_number(rounds))


def make_inputs(event: Event, rounds: Sequence[Drawn], seed: str, today: Today | None = None) -> list[Document]:
    """Make the inputs of an event's next round, one for each group; none while it waits or once it is over.

    `rounds`: all that was drawn, in order of number and group. `seed`: of the round, 64 hex digits. The inputs hold
    nothing that the event's files do not tell, but for what a ladder knows of its day.
    """
    stage = find_stage(event, rounds, today)
    number = next_number(rounds)
    groups = format_of(stage).pair(stage, number)
    past = tell_past(rounds, event.sizes.preferred)
    points = count_points(event, stage.complete)
    return [make_input(stage, group, number, seed, past, points) for group in groups]


def make_input(
    stage: Stage, group: Group, number: int, seed: str, past: Mapping[str, Past], points: Counter[str]
) -> Document:
    """Make the input of one group of a round."""
    event, present = stage.event, frozenset(group.players)
    scores = points if group.scores is None else group.scores
    rank = {name: at for at, name in enumerate(stage.field, 1)}
    if event.is_first(stage.id):
        rank = {name: each.rank for name, each in event.entrants.items()}
    players: list[Json] = [
        {
            "id": name,
            "rank": rank.get(name, len(rank) + event.entrants[name].rank),
            "score": scores.get(name, 0),
            "team": event.entrants[name].team,
            **show_past(past.get(name, Past()), present),
        }
        for name in sorted(present)
    ]
    if group.as_before is not None:
        players = [*objects(group.as_before.given, "players")]
    return {
        "schema": INPUT,
        "event": event.slug,
        "stage": stage.id,
        "round": number,
        "group": group.name,
        "mode": group.mode,
        "seed": seed,
        "tables": event.sizes._asdict(),
        "work": event.work,
        "apart": list_apart(event, group, number),
        "players": players,
        **group.more,
    }


def list_apart(event: Event, group: Group, number: int) -> list[Json]:
    """List the pairs of a group that are kept apart in a round: each in order of ids, and all of them."""
    pairs = {(a, b) for a, b, since in event.apart if since <= number} | set(group.apart)
    present = set(group.players)
    ordered = {(min(pair), max(pair)) for pair in pairs if present.issuperset(pair)}
    return [[a, b] for a, b in sorted(ordered)]
