"""The search for the tables of a round: two players at a time change places, worse changes below a sinking bound."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.draws import Draws
from tournaments.seating import count_unseated

Matrix = list[list[int]]


class Search:
    """Players by their numbers at tables, and what it costs that they sit so.

    `prices`: of each pair at one table. `masks`: by size of table, the seats that each player may get. `off`: what it
    costs each player to sit at a table that is not of the size `preferred`. `seat`: what each costs who gets no seat
    that they may have.
    """

    def __init__(
        self,
        tables: list[list[int]],
        *,
        prices: Matrix,
        masks: dict[int, list[int]],
        off: list[int],
        preferred: int,
        seat: int,
    ) -> None:
        self.tables = tables
        self.prices, self.masks, self.off, self.preferred, self.seat = prices, masks, off, preferred, seat
        self.table_of = {player: at for at, table in enumerate(tables) for player in table}
        self.odd_costs = list(map(self.odd_cost, tables))
        self.cost = sum(map(self.table_cost, tables))

    def table_cost(self, table: Sequence[int]) -> int:
        """Compute what one table costs."""
        met = sum(self.prices[a][b] for at, a in enumerate(table) for b in table[:at])
        return met + self.odd_cost(table)

    def odd_cost(self, table: Sequence[int]) -> int:
        """Compute what seats and size of a table cost."""
        masks = self.masks[len(table)]
        odd = sum(self.off[player] for player in table) if len(table) != self.preferred else 0
        return odd + self.seat * count_unseated(tuple(sorted([masks[player] for player in table])))

    def change(self, a: int, b: int, bound: int) -> bool:
        """Let two players change places if that costs at most `bound` more; tell whether they did."""
        at, to = self.table_of[a], self.table_of[b]
        if at == to:
            return False
        here, there, of_a, of_b = self.tables[at], self.tables[to], self.prices[a], self.prices[b]
        more = -2 * of_a[b]
        for player in here:
            more += of_b[player] - of_a[player]
        for player in there:
            more += of_a[player] - of_b[player]
        if more - self.seat * (len(here) + len(there)) > bound and len(here) == len(there):
            return False
        new_here = [b if player == a else player for player in here]
        new_there = [a if player == b else player for player in there]
        odd_here, odd_there = self.odd_cost(new_here), self.odd_cost(new_there)
        more += odd_here + odd_there - self.odd_costs[at] - self.odd_costs[to]
        if more > bound:
            return False
        self.tables[at], self.tables[to] = new_here, new_there
        self.odd_costs[at], self.odd_costs[to] = odd_here, odd_there
        self.table_of[a], self.table_of[b] = to, at
        self.cost += more
        return True

    def anneal(self, draws: Draws, order: Sequence[int], work: int, highest: int, halvings: int) -> None:
        """Try `work` changes below a bound that sinks from `highest` to nothing by as many halvings; keep the best."""
        best, kept = self.cost, [list(table) for table in self.tables]
        players, near = len(order), min(len(order) - 1, 12)
        below, table_of = draws.below, self.table_of
        for step in range(work):
            first = below(players)
            a = order[first]
            b = order[(first + (1 + below(near) if step & 1 else below(players))) % players]
            if table_of[a] == table_of[b]:
                continue
            bound = highest >> (halvings * step // work)
            if self.change(a, b, bound) and self.cost < best:
                best, kept = self.cost, [list(table) for table in self.tables]
                if not best:
                    break
        self.tables, self.cost = kept, best
        self.table_of = {player: at for at, table in enumerate(kept) for player in table}
        self.odd_costs = list(map(self.odd_cost, kept))
