"""A plan for the whole set-up in the manner of a bot, worked out from the view of one seat.

The bot rehearses: all seats claim in turn as it would, then it places its own armies as it would on the board that
comes of that. Its plan is what it got, then what it would have taken next, and the counts that it ended with. What the
player said comes first: their wishes are claimed before its own, their armies stand before its own.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeVar

from msgspec.structs import replace

from engine.core.actions import Action
from engine.core.mapgraph import mapgraph
from engine.core.offers import ChoiceField, Offer, PlacementsField, RankingField, TerritoryField, Value
from engine.core.registry import ruleset
from engine.core.view import PlayerView
from engine.mechanics.deploy import Place
from engine.mechanics.purchase import Build, Hire
from engine.mechanics.setup import Claim
from engine.mechanics.setup_plan.playing import meant
from engine.mechanics.setup_plan.types import Plan, armies_in_a_row

NOBODY = -1
PORTIONS = 6  # in which all armies are placed: enough to see the board change, few enough to be quick
SHARE = 2  # a territory gets at most one part in so many: all on one border would leave the others open at the start

Answer = TypeVar("Answer", bound=Action)
Choose = Callable[[PlayerView, Random], Action]


def plan_like(choose: Choose, view: PlayerView, said: Plan | None = None) -> Plan:
    """Make a bot's plan for the viewer's seat around `said`, what its player has already decided. It ranks every
    territory that can be claimed and places the armies that `said` leaves over."""
    assert view.viewer is not None
    rehearsal = Rehearsal(choose, view, said or Plan(view.viewer))
    rehearsal.claim_in_turn()
    owner, armies = list(rehearsal.owner), list(rehearsal.armies)
    rehearsal.claim_alone()
    rehearsal.owner, rehearsal.armies = owner, armies
    neutral = rehearsal.place()
    at = [(spot, rehearsal.armies[spot]) for spot in rehearsal.strengthened]
    return Plan(view.viewer, tuple(rehearsal.claimed), tuple(at), neutral, rehearsal.place_pieces())


def free_land(view: PlayerView) -> list[int]:
    """List the territories that can be claimed: those that a plan may rank, none where it ranks nothing; all that
    nobody holds where no plan is asked for."""
    if view.offer("setup.plan") is None:
        return [spot for spot, owner in enumerate(view.owner) if owner == NOBODY]
    return [wish for wish in _find_ranking(view, "claim") or () if isinstance(wish, int)]


def _find_ranking(view: PlayerView, name: str) -> tuple[Value, ...] | None:
    """Return what a plan may rank in a field; None where it has no such field."""
    offer = view.offer("setup.plan")
    fields = offer.fields if offer else ()
    return next((field.values for field in fields if isinstance(field, RankingField) and field.name == name), None)


class Rehearsal:
    """A board on which the bot tries its set-up."""

    def __init__(self, choose: Choose, view: PlayerView, said: Plan) -> None:
        assert view.viewer is not None
        self.choose, self.view, self.seat, self.said = choose, view, view.viewer, said
        self.owner, self.armies = list(view.owner), list(view.armies)
        self.supply = list(view.supply)
        self.random = Random(0)
        self.free = free_land(view)
        self.claimed: list[int] = []
        self.strengthened: list[int] = []
        self.ceiling = list(view.armies)

    def claim_in_turn(self) -> None:
        order, rankings = self.view.order, self._rank_for_others() if self.said.claim else {}
        turn = sum(owner in order for owner in self.owner)
        while self._free():
            seat = order[turn % len(order)]
            wished = self._list_wished() if seat == self.seat else rankings.get(seat, ())
            first = next((spot for spot in wished if self.owner[spot] == NOBODY), None)
            if first is None:
                self._claim(seat)
            else:
                self._take(seat, first)
            turn += 1

    def _rank_for_others(self) -> dict[int, list[int]]:
        """Rank the land for each other seat as the bot would. Plans are sealed, so no other answers what `said` claims:
        in a rehearsal in which they do, the seat gets land that the game gives to somebody else."""
        others = [seat for seat in self.view.order if seat != self.seat]
        plans = {seat: Rehearsal(self.choose, replace(self.view, viewer=seat), Plan(seat)) for seat in others}
        for plan in plans.values():
            plan.claim_in_turn()
            plan.claim_alone()
        return {seat: plan.claimed for seat, plan in plans.items()}

    def _list_wished(self) -> list[int]:
        """List the free territories of the first wish that has any."""
        graph, links = mapgraph(self.view.map), self.view.links.__getitem__
        free = self._free()
        found = (meant(wish, self.seat, self.owner, free, graph, links) for wish in self.said.claim)
        return next(filter(None, found), [])

    def claim_alone(self) -> None:
        """Go on with what the others got, as if they had not."""
        rest = [spot for spot in self.free if self.owner[spot] != self.seat]
        for spot in rest:
            self.owner[spot], self.armies[spot] = NOBODY, 0
        for _ in rest:
            self._claim(self.seat)

    def _claim(self, seat: int) -> None:
        field = TerritoryField("territory", tuple(self._free()))
        answer = self._answer(Claim, seat, Offer("setup.claim", "Claim", (field,)))
        self._take(seat, answer.territory)

    def _free(self) -> list[int]:
        return [spot for spot in self.free if self.owner[spot] == NOBODY]

    def _take(self, seat: int, territory: int) -> None:
        self.owner[territory], self.armies[territory] = seat, 1
        if seat == self.seat:
            self.claimed.append(territory)

    def place(self) -> tuple[tuple[int, int], ...]:
        """Place all armies of the seat and of a neutral army, those that `said` names first. Returns where the
        remaining neutral armies go, in order."""
        neutral: list[tuple[int, int]] = []
        if not self.supply:
            return ()
        due = self.supply[self.seat] - len([spot for spot in self.claimed if self.owner[spot] == self.seat])
        due = self._put_said(due)
        self.ceiling = [standing + -(-due // SHARE) for standing in self.armies]
        theirs = self.supply[-1] if len(self.supply) > len(self.view.seats) else 0
        for spot in armies_in_a_row(self.said.neutral)[:theirs]:
            self.armies[spot] += 1
            theirs -= 1
        for portion in range(PORTIONS, 0, -1):
            own, others = -(-due // portion), -(-theirs // portion)
            fields = [self._field("at", self.seat, own)]
            if others:
                fields.append(self._field("neutral", len(self.view.seats), others))
            if not any(field.most for field in fields):
                break
            answer = self._answer(Place, self.seat, Offer("deploy.place", "Place", tuple(fields)))
            self._put(answer.at)
            self.strengthened += [spot for spot, _ in answer.at if spot not in self.strengthened]
            self._put(answer.neutral)
            neutral += answer.neutral
            due, theirs = due - own, theirs - others
        return tuple(neutral)

    def place_pieces(self) -> tuple[tuple[str, int], ...]:
        """Place each piece that a plan places, where the bot would on the board as it stands in the end. What the rules
        place in a way of their own, neither hired nor built, is left to them."""
        pairs, rules = _find_ranking(self.view, "pieces") or (), ruleset(self.view.rules)
        known = rules.actions()
        placed = []
        for part in dict.fromkeys(part for part, _ in pairs):
            lands = tuple(land for kind, land in pairs if kind == part and self.owner[land] == self.seat)
            action: type[Hire | Build] = Hire if part in rules.unit_pieces else Build
            if not lands or action not in known:
                continue
            fields = (ChoiceField("kind", (part,)), TerritoryField("at", lands))
            answer = self._answer(action, self.seat, Offer(str(action.__struct_config__.tag), "Place", fields))
            placed.append((part, answer.at))
        return tuple(placed)

    def _put_said(self, due: int) -> int:
        """Raise own land to the counts in `said` and return how many armies are left. Counts for land that the
        rehearsal did not get are kept in reserve: the game may go otherwise."""
        for spot, count in dict(self.said.place).items():
            is_mine = self.owner[spot] == self.seat
            standing = self.armies[spot] if is_mine else max(1, self.view.armies[spot])
            missing = min(due, max(0, count - standing))
            self.armies[spot] += missing * is_mine
            due -= missing
        return due

    def _put(self, at: tuple[tuple[int, int], ...]) -> None:
        for spot, armies in at:
            self.armies[spot] += armies

    def _field(self, name: str, owner: int, armies: int) -> PlacementsField:
        """Make the field for so many armies, as far as there is room, on land whose count `said` leaves open."""
        named = {spot for spot, _ in self.said.place}
        lands = [spot for spot, held_by in enumerate(self.owner) if held_by == owner and spot not in named]
        rooms = {spot: self._room(spot, armies) for spot in lands}
        most = min(armies, sum(rooms.values()))
        narrow = {str(spot): (0, room) for spot, room in rooms.items() if room < most}
        return PlacementsField(name, tuple(spot for spot in lands if rooms[spot]), most, most, table=narrow)

    def _room(self, spot: int, armies: int) -> int:
        """Count the armies, of so many, for which a territory has room: own land gets a share of all at most."""
        caps = [self.view.options.get("army_cap"), self.ceiling[spot] if self.owner[spot] == self.seat else None]
        return min([armies, *(max(0, cap - self.armies[spot]) for cap in caps if cap is not None)])

    def _answer(self, kind: type[Answer], seat: int, offer: Offer) -> Answer:
        view = replace(
            self.view,
            viewer=seat,
            active=seat,
            owner=tuple(self.owner),
            armies=tuple(self.armies),
            offers=(offer,),
            about={},
        )
        answer = self.choose(view, self.random)
        assert isinstance(answer, kind)
        return answer
