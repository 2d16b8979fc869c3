"""Which cards the bots play in 2210, when and on whom.

A judge rates a card in points of the final score as things stand, and what may be named with it. A recruit plays what
does it any good; a veteran what is worth its energy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.bots.card_judging import Judge, nothing, own_stack, play_card, worth
from engine.bots.families.risk2210.world import PRIZES, World
from engine.core.actions import Action
from engine.core.offers import Offer
from engine.core.view import PlayerView
from engine.mechanics.action_cards.kinds import CardKind, catalogue_of

ENERGY = 0.3  # points that an energy is worth to a veteran
MOON = 14


def play_any(view: PlayerView, offer: Offer) -> Action | None:
    """Play a card that does any good."""
    return play_card(view, offer, JUDGES, World, 0.0)


def play_worthwhile(view: PlayerView, offer: Offer) -> Action | None:
    """Play a card that is worth its energy."""
    return play_card(view, offer, JUDGES, World, ENERGY)


# --- how things rate


def border(world: World, at: int) -> float:
    return 10 * bool(world.enemies(at)) - world.armies[at] - at / 1000


def target(world: World, at: int) -> float:
    """Rate a territory on which a bomb may fall, by its units; players before neutrals."""
    return min(world.armies[at], 5) + 2 * (world.owner[at] in world.players) - at / 1000


def rival(world: World, what: int | str) -> float:
    """Rate a seat by its score, a Commander by its use."""
    if isinstance(what, str):
        return PRIZES.get(what, 0.0)
    return float(world.scores[what])


# --- what cards are worth


def hidden(world: World, kind: CardKind) -> float:
    own = sum(world.zones[at] == "water" for at in world.own)
    return 1.2 * own / len(world.graph.in_zone["water"])


def extraction(world: World, kind: CardKind) -> float:
    return 2.0 if sum(world.zones[at] == "moon" for at in world.own) == MOON else 0.0


def invade_earth(world: World, kind: CardKind) -> float:
    return 1.0 if any(world.zones[at] == "moon" and world.armies[at] > 3 for at in world.own) else 0.0


def jam(world: World, kind: CardKind) -> float:
    return 0.2 * max((world.view.seats[seat].cards for seat in world.players), default=0)


def crisis(world: World, kind: CardKind) -> float:
    return 0.4 * sum(world.purses[seat] > 0 for seat in world.players)


def reduction(world: World, kind: CardKind) -> float:
    return 0.4 * (4 * len(world.players) - 2)


def rocket(world: World, kind: CardKind) -> float:
    struck = [at for at, owner in enumerate(world.owner) if owner in world.rivals and world.zones[at] == kind.zone]
    return 0.4 * min(max((world.armies[at] for at in struck), default=0), 3.5)


def scatter(world: World, kind: CardKind) -> float:
    struck = [at for at, owner in enumerate(world.owner) if owner in world.players and world.zones[at] == kind.zone]
    size = len(world.graph.in_zone.get(kind.zone, ())) or 1
    return 0.5 * sum(world.armies[at] for at in struck) / size * (3 if kind.zone == "land" else 2)


def plague_of(zone: str) -> Callable[[World, CardKind], float]:
    """Rate a card that costs everybody a unit on each territory of a region by lot."""

    def rated(world: World, kind: CardKind) -> float:
        theirs = sum(world.owner[at] in world.players for at in world.graph.in_zone[zone])
        ours = sum(world.owner[at] == world.seat for at in world.graph.in_zone[zone])
        regions = {"land": 6, "water": 5, "moon": 3}[zone]
        return 0.6 * (theirs - ours) / regions

    return rated


def armageddon(world: World, kind: CardKind) -> float:
    catalogue = catalogue_of(world.view.rules, world.view.options)
    own = sum(catalogue.kinds[card].deck == kind.deck for card in world.view.hand) - 1
    theirs = max((world.view.seats[seat].by_deck.get(kind.deck, 0) for seat in world.players), default=0)
    return 1.0 * (own - theirs)


# --- answers to an invasion


def attackers(world: World) -> int:
    return world.armies[world.fight[0]]


def defenders(world: World) -> int:
    return world.armies[world.fight[1]]


def is_own(world: World) -> bool:
    return world.owner[world.fight[1]] == world.seat


def help_defence(world: World, kind: CardKind) -> float:
    """Rate three MODs for the defender of one's own land, or of somebody else's against who leads."""
    if attackers(world) < 3:
        return 0.0
    return 1.0 if is_own(world) or world.scores[world.view.active] == max(world.scores) else 0.0


def trap(world: World, kind: CardKind) -> float:
    return 0.42 * (attackers(world) // 2)


def stop_them(world: World, kind: CardKind) -> float:
    """Rate the peace of a whole turn by the stack that comes."""
    return 0.25 * (attackers(world) - 2)


def fortress(world: World, kind: CardKind) -> float:
    return 0.5 * min(defenders(world), attackers(world))


def retreat(world: World, kind: CardKind) -> float:
    """Rate the escape of a garrison that will be lost otherwise."""
    lost = attackers(world) > 2 * defenders(world) + 1
    return 0.42 * defenders(world) - 1.0 + len(world.leading.get(world.fight[1], ())) if lost else 0.0


JUDGES: Mapping[str, Judge[World]] = {
    "Assemble MODs": Judge(worth(1.2), own_stack),  # as typed
    "Reinforcements": Judge(worth(1.0), border),
    "Scout Forces": Judge(worth(1.0), nothing),  # as typed
    "Frequency Jam": Judge(jam, rival),  # as typed
    "Hidden Energy": Judge(hidden, nothing),  # as typed
    "Energy Extraction": Judge(extraction, nothing),  # as typed
    "Invade Earth": Judge(invade_earth, nothing),  # as typed
    "Aqua Brother": Judge(plague_of("water"), nothing),  # as typed
    "The Mother": Judge(plague_of("land"), nothing),  # as typed
    "Nicky Boy": Judge(plague_of("moon"), nothing),  # as typed
    "Armageddon": Judge(armageddon, nothing),
    "Assassin Bomb": Judge(worth(1.0), rival),  # as typed
    "Rocket Strike Land": Judge(rocket, target),  # as typed
    "Rocket Strike Moon": Judge(rocket, target),  # as typed
    "Rocket Strike Water": Judge(rocket, target),  # as typed
    "Scatter Bomb Land": Judge(scatter, nothing),  # as typed
    "Scatter Bomb Moon": Judge(scatter, nothing),  # as typed
    "Scatter Bomb Water": Judge(scatter, nothing),  # as typed
    "Energy Crisis": Judge(crisis, nothing),  # as typed
    "MOD Reduction": Judge(reduction, nothing),  # as typed
    "Territorial Station": Judge(worth(1.0), own_stack),  # as typed
    "Redeployment": Judge(worth(0.5), nothing),
    "Stealth MODs": Judge(help_defence, nothing),  # as typed
    "Stealth Station": Judge(fortress, nothing),  # as typed
    "Land Death Trap": Judge(trap, nothing),  # as typed
    "Water Death Trap": Judge(trap, nothing),  # as typed
    "Orbital Mines": Judge(trap, nothing),  # as typed
    "Cease Fire": Judge(stop_them, nothing),  # as typed
    "Evacuation": Judge(retreat, own_stack),
}
"""By the title of a card. Decoys Revealed is left alone: no bot has a use for it."""
