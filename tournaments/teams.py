"""Standings of teams: what their members won, summed up."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import groupby

from tournaments.documents import Json, lot_of
from tournaments.events import Event
from tournaments.history import Drawn, count_points
from tournaments.standings import Row, make_standings, place_rows, rank_entrants, show_row

TEAMS = "teams"
CRITERIA = ("points", "wins", "seconds", "land", "lot")


def make_team_standings(event: Event, rounds: Sequence[Drawn], *, group: str = "") -> dict[str, Json]:
    """Make the standings of teams after these rounds of a stage."""
    rows = rank_teams(event, rounds, group)
    name = "-".join(filter(None, (group, TEAMS)))
    return {**make_standings(event, rounds, group=group), "group": name, "rows": [show_row(row) for row in rows]}


def rank_teams(event: Event, rounds: Sequence[Drawn], group: str) -> list[Row]:
    """Rank the teams of those who stand in a stage by points, wins, seconds, land and lot."""
    seed, points = rounds[-1].seed, count_team_points(event, rounds)
    rows: dict[str, Row] = {}
    for member in rank_entrants(event, rounds, group=group):
        if team := event.entrants[member.entrant].team:
            row = rows.setdefault(team, Row(team, lot_of(seed, team), "out", points=points[team]))
            row.games += member.games
            row.byes += member.byes
            row.wins += member.wins
            row.seconds += member.seconds
            row.land += member.land
            row.status = "in" if member.status == "in" else row.status
    return place_rows(list(rows.values()), CRITERIA)


def count_team_points(event: Event, rounds: Sequence[Drawn]) -> Counter[str]:
    """Sum up the points of teams: of each round those of all members, or of the `count` best if the format says so."""
    count = event.formats[rounds[-1].stage].get("count")
    best = count if isinstance(count, int) and count > 0 else None
    found = Counter[str]()
    for _number, drawn in groupby(rounds, key=lambda each: each.number):
        members: dict[str, list[int]] = defaultdict(list)
        for name, units in count_points(event, drawn).items():
            members[event.entrants[name].team].append(units)
        for team, brought in members.items():
            found[team] += sum(sorted(brought, reverse=True)[:best])
    return found
