"""Players who are lively rather than clever: they attack what is weaker, in every form that an order has."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from engine import Action, GameState, Offer, default_answer, mapgraph
from engine.core.chance import Chance
from engine.core.offers import PlacementsField, TerritoryField, random_arguments
from engine.core.reducer import offers
from engine.core.units import ALL
from engine.mechanics.battle.types import Attack
from engine.mechanics.deploy import Place
from engine.mechanics.occupy import ASK, LEAST
from tests.kit.games import action_of

FORMS: tuple[dict[str, Any], ...] = (
    {"throws": 1},
    *({"throws": 0},) * 6,
    {"throws": 0, "left": 2},
    {"throws": 2, "dice": 2},
)


class Lively:
    """Chooses an action for whoever is asked. `random` is its own, apart from the dice."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def __call__(self, state: GameState, seat: int, chance: Chance) -> Action:
        offered = {offer.action: offer for offer in offers(state, seat)}
        if "battle.attack" in offered:
            return self.attack(state, seat, offered["battle.attack"]) or action_of(offered["turn.end"], seat, {})
        if "turn.end" in offered and "cards.trade" not in offered and self.random.random() < 0.5:
            return action_of(offered["turn.end"], seat, {})
        if "deploy.place" in offered and self.random.random() < 0.8:
            return self.strengthen(state, seat, offered["deploy.place"], default_answer(state, seat))
        offer = self.random.choice(
            [offer for tag, offer in offered.items() if tag != "turn.end"] or [*offered.values()]
        )
        return action_of(offer, seat, random_arguments(offer, self.random.randrange))

    def strengthen(self, state: GameState, seat: int, offer: Offer, usual: Action) -> Action:
        """All on the strongest territory that has somebody weaker beside it, else where the default puts them."""
        neighbours = mapgraph(state.map).neighbours
        spots = offer.field("at", PlacementsField)
        fronts = [t for t in spots.values if any(state.owner[n] != seat for n in neighbours[t])]
        assert isinstance(usual, Place)
        armies = sum(count for _, count in usual.at)
        if not fronts or spots.table or spots.least > len(spots.values) + armies:
            return usual
        place = max(fronts, key=lambda territory: state.armies[territory])
        return replace(usual, at=((place, armies),))

    def attack(self, state: GameState, seat: int, offer: Offer) -> Action | None:
        """A fight against somebody weaker, if there is one."""
        reach = offer.field("dst", TerritoryField).table
        pairs = [(int(src), dst) for src, there in reach.items() for dst in there]
        good = [(src, dst) for src, dst in pairs if state.units(src) > max(1, state.units(dst)) + 1]
        if not good:
            return None
        src, dst = self.random.choice(good)
        advance = self.random.choice([ASK, *[ALL] * 8, LEAST, 4])
        return Attack(seat, src, dst, advance=advance, **self.random.choice(FORMS))
