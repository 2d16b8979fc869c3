"""Who meets whom in a round of an event: `pair_round`, a pure function from one document to another.

It knows no clock, no database and no settings, and computes with whole numbers alone, so the same input gives the same
bytes everywhere. Whoever has the input that an event publishes can pair the round again:

    python -m tournaments.pairing INPUT

What holds, in this order: everybody sits at one table or has a bye; the sizes of tables; pairs that are kept apart and
members of a team do not meet; nobody meets again, where a pair that met t times costs t squared; nobody gets a seat of
a table of that size more often than another. Then players of like scores meet (`near`), or one of each pot (`pots`),
and tables of another size than the preferred are shared out. Two modes search for nothing: `rotate` turns the seats of
given tables, `design` lays out a division in which everybody meets everybody alike.

Players are dealt in order, then two at a time change places. A change for the worse is taken as long as it lies below
a bound that sinks; in small rounds the bound rises several times above the price of meeting again.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from pathlib import Path

from tournaments.documents import Document, Json, digest_of, lot_of, read_document, to_canonical
from tournaments.draws import Draws
from tournaments.inputs import Player, Round, read_round
from tournaments.search import Search
from tournaments.seating import free_seats, seat_players
from tournaments.sizes import share_out

ALGORITHM = "fieldpost-pairing/1"
OUTPUT = "fieldpost-pairing-output/1"
HALF_POINT = 30

FEW, CLIMBS = 48, 8
"""Below so many players the bound of the search rises so often: there they may have to meet again."""

OFF_WEIGHT = 16
"""What a second table of another size costs, beside the squared difference of scores in half points."""

BLOCKS = {7: (0, 3, 5, 6), 13: (0, 1, 3, 9)}
"""The first table of a division of so many, by the numbers of its players; each next one adds 1 to all."""

Tables = list[list[str]]
"""The players of each table by their ids, in order of seats."""


def pair_round(given: Document) -> dict[str, Json]:
    """Pair a round: from an input to its output. Raises ValueError."""
    asked = read_round(given)
    tables, byes = MODES[asked.mode](asked, Draws(digest_of(given)))
    by_id = {player.id: player for player in asked.players}
    pairs = sorted(pair for table in tables for pair in combinations(sorted(table), 2))
    seated = tables if asked.mode != "design" else []  # there everybody gets each seat once, in several games
    uneven = [name for table in seated for name in list_uneven([by_id[each] for each in table])]
    return {
        "schema": OUTPUT,
        "algorithm": ALGORITHM,
        "input": digest_of(given),
        "tables": [[*table] for table in tables],
        "byes": [*byes],
        "repeats": [[a, b, by_id[a].met[b]] for a, b in pairs if by_id[a].met.get(b)],
        "together": [[a, b] for a, b in pairs if are_apart(asked, by_id[a], by_id[b])],
        "uneven_seats": [*sorted(uneven)],
        "distance": sum(price(asked, by_id[a], by_id[b]) for a, b in pairs),
    }


def are_apart(asked: Round, a: Player, b: Player) -> bool:
    """Check whether two players are not to meet: they are kept apart, or of one team."""
    return (min(a.id, b.id), max(a.id, b.id)) in asked.apart or a.team == b.team != ""


def list_uneven(table: Sequence[Player]) -> Iterator[str]:
    """Yield who at a table sits in a seat that they have had more often than another of such tables."""
    for seat, player in enumerate(table):
        if not free_seats(player.seats.get(len(table), ()), len(table)) >> seat & 1:
            yield player.id


def price(asked: Round, a: Player, b: Player) -> int:
    """Compute what it costs by scores that two players meet: the squared difference in half points."""
    return (a.score // HALF_POINT - b.score // HALF_POINT) ** 2 if asked.mode == "near" else 0


# ---- modes that search


def pair_near(asked: Round, draws: Draws) -> tuple[Tables, list[str]]:
    """Seat players of like scores together."""
    sizes, byes = share_out(len(asked.players), asked.sizes)
    playing = sorted(
        without_byes(asked, byes), key=lambda each: (-(each.score // HALF_POINT), lot_of(asked.seed, each.id))
    )
    numbers = iter(range(len(playing)))
    tables = [[next(numbers) for _ in range(size)] for size in sizes]
    prices = [[price(asked, a, b) for b in playing] for a in playing]
    return search_tables(asked, playing, tables, prices, draws), byes_of(asked, byes)


def pair_pots(asked: Round, draws: Draws) -> tuple[Tables, list[str]]:
    """Seat one player of each pot at each table; pots are cut from the players in order of score and rank."""
    sizes, byes = share_out(len(asked.players), asked.sizes)
    playing = sorted(without_byes(asked, byes), key=lambda each: (-each.score, each.rank, lot_of(asked.seed, each.id)))
    tables: list[list[int]] = [[] for _ in sizes]
    for first in range(0, len(playing), len(tables) or 1):
        pot = list(range(first, min(first + len(tables), len(playing))))
        draws.shuffle(pot)
        for table, player in zip(tables, pot, strict=False):
            table.append(player)
    pot_of = [at // len(tables) for at in range(len(playing))] if tables else []
    prices = [[int(a != b and pot_of[a] == pot_of[b]) for b in range(len(playing))] for a in range(len(playing))]
    return search_tables(asked, playing, tables, prices, draws), byes_of(asked, byes)


def without_byes(asked: Round, byes: int) -> list[Player]:
    left = set(byes_of(asked, byes))
    return [player for player in asked.players if player.id not in left]


def byes_of(asked: Round, byes: int) -> list[str]:
    """Choose who has a bye: those with the fewest byes, then the lowest score, the worst rank, the worst lot."""
    order = sorted(asked.players, key=lambda each: lot_of(asked.seed, each.id), reverse=True)
    order.sort(key=lambda each: (each.byes, each.score, -each.rank))
    return sorted(player.id for player in order[:byes])


def search_tables(
    asked: Round, playing: Sequence[Player], tables: list[list[int]], prices: list[list[int]], draws: Draws
) -> Tables:
    """Search from these tables for better ones, and seat them. `prices` are those of scores or pots alone."""
    if not tables:
        return []
    off = [OFF_WEIGHT * (2 * player.off + 1) for player in playing]
    seat = 1 + sum(off) + len(playing) * max(map(len, tables)) * max(map(max, prices))
    again = seat * (len(playing) + 1)
    often = max((times for player in playing for times in player.met.values()), default=0)
    apart = again * (1 + len(playing) * max(map(len, tables)) * often**2)
    for a, one in enumerate(playing):
        for b, other in enumerate(playing[:a]):
            met = one.met.get(other.id, 0)
            prices[a][b] += again * met**2 + apart * are_apart(asked, one, other)
            prices[b][a] = prices[a][b]
    masks = {
        size: [free_seats(player.seats.get(size, ()), size) for player in playing] for size in set(map(len, tables))
    }
    found = Search(tables, prices=prices, masks=masks, off=off, preferred=asked.sizes.preferred, seat=seat)
    order = range(len(playing))
    if len(playing) < FEW:
        for _ in range(CLIMBS):
            found.anneal(draws, order, asked.work // CLIMBS, 4 * again, (4 * again).bit_length())
    else:
        found.anneal(draws, order, asked.work, seat // len(playing), (seat // len(playing)).bit_length())
    return [seat_table([playing[each] for each in table]) for table in sorted(map(sorted, found.tables))]


def seat_table(table: Sequence[Player]) -> list[str]:
    """Give each player of a table a seat; returns their ids in order of seats."""
    masks = [free_seats(player.seats.get(len(table), ()), len(table)) for player in table]
    return [table[each].id for each in seat_players(masks, [player.drift for player in table])]


# ---- modes that are laid down


def rotate(asked: Round, draws: Draws) -> tuple[Tables, list[str]]:
    """Turn the seats of the first game's tables; who had a bye has it again."""
    turned = [[table[(seat + asked.turn) % len(table)] for seat in range(len(table))] for table in asked.first]
    seated = {name for table in turned for name in table}
    return turned, [player.id for player in asked.players if player.id not in seated]


def lay_design(asked: Round, draws: Draws) -> tuple[Tables, list[str]]:
    """Lay out all tables of a division: as many as players, who all play four games, each in another seat. Two or
    three play as many games as they are, all at one table."""
    players = sorted((player.id for player in asked.players), key=lambda name: lot_of(asked.seed, name))
    if len(players) < 2:
        raise ValueError("players: a division has at least 2")
    block = BLOCKS.get(len(players)) or (find_block(len(players)) if len(players) > 3 else range(len(players)))
    return [[players[(number + at) % len(players)] for number in block] for at in range(len(players))], []


def find_block(players: int) -> tuple[int, ...]:
    """Find the first table of a division of so many players, from which all others follow: any two of them meet as
    often as any other two, or once more."""
    least, more = divmod(12, players - 1)
    for block in combinations(range(1, players), 3):
        met = [0] * players
        for a in (0, *block):
            for b in (0, *block):
                met[(a - b) % players] += a != b
        if all(least <= times <= least + bool(more) for times in met[1:]):
            return (0, *block)
    raise ValueError(f"players: there is no design for a division of {players}")


Mode = Callable[[Round, Draws], tuple[Tables, list[str]]]
MODES: dict[str, Mode] = {"near": pair_near, "pots": pair_pots, "rotate": rotate, "design": lay_design}


def main(arguments: list[str]) -> int:
    """Pair the input in a file and write the output. 1 if it cannot be paired, 2 for wrong use."""
    if len(arguments) != 1:
        print("Use: python -m tournaments.pairing INPUT", file=sys.stderr)
        return 2
    try:
        output = pair_round(read_document(Path(arguments[0])))
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    sys.stdout.buffer.write(to_canonical(output))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
