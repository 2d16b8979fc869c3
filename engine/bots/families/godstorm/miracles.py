"""Which miracles the bots play in Godstorm, when and on whom.

A judge rates a card in points of the final score as things stand, and what may be named with it. A recruit plays what
does it any good; a veteran what is worth its faith.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from engine.bots.card_judging import Judge, nothing, own_stack, play_card, worth
from engine.bots.families.godstorm.world import EPOCHS, World
from engine.core.actions import Action
from engine.core.offers import Offer
from engine.core.view import PlayerView
from engine.mechanics.action_cards.kinds import CardKind
from engine.rules.godstorm.kinds import ATLANTIS

FAITH = 0.3  # points that a faith is worth to a veteran
AN_ARMY = 0.25  # points that an army on the board is worth in the middle of a turn


def play_any(view: PlayerView, offer: Offer) -> Action | None:
    """Play a card that does any good."""
    return play_card(view, offer, JUDGES, World, 0.0)


def play_worthwhile(view: PlayerView, offer: Offer) -> Action | None:
    """Play a card that is worth its faith."""
    return play_card(view, offer, JUDGES, World, FAITH)


# --- how things rate


def target(world: World, at: int) -> float:
    """Rate a territory that a miracle may strike, by its armies; never one's own if there is another."""
    if isinstance(at, str):
        return 0.0
    mine = 99 * (world.owner[at] == world.seat)
    return float(min(world.armies[at], 6) + 2 * (world.owner[at] in world.players) - mine - at / 1000)


def prey(world: World, at: int) -> float:
    """Rate land that changes hands at once."""
    return world.gain(at, world.mine)


def spare_stack(world: World, at: int) -> float:
    """Rate a place from which armies may go: the largest stack that faces nobody."""
    return float(world.armies[at] - 9 * bool(world.enemies(at)) - at / 1000)


def rival(world: World, seat: int) -> float:
    return float(world.scores[seat]) if isinstance(seat, int) else 0.0


# --- what cards are worth


def early(points: float) -> Callable[[World, CardKind], float]:
    """Rate what pays for the rest of the game."""
    return lambda world, kind: points if world.view.extra["epoch"] < EPOCHS else 0.0


def faith_into_armies(world: World, kind: CardKind) -> float:
    return AN_ARMY * (world.faith // 2)


def per_temple(points: float) -> Callable[[World, CardKind], float]:
    return lambda world, kind: points * sum(world.owner[at] == world.seat for at in world.temples)


def _balance(world: World, places: Iterable[int]) -> int:
    """Count the places of others less one's own."""
    return sum((world.owner[at] in world.players) - (world.owner[at] == world.seat) for at in places)


def crowds(world: World, kind: CardKind) -> float:
    """Rate an army less on all land with two or more."""
    return AN_ARMY * _balance(world, (at for at in range(len(world.owner)) if world.view.armies[at] > 1))


def mightiest(world: World, kind: CardKind) -> float:
    """Rate the halving of the three largest stacks."""
    above = [at for at in range(len(world.owner)) if world.graph.continent_of[at] >= 0]
    largest = sorted(above, key=lambda at: -world.view.armies[at])[:3]
    return AN_ARMY * sum(_balance(world, (at,)) * (world.view.armies[at] // 2) for at in largest)


def by_lot(world: World, kind: CardKind) -> float:
    """Rate what strikes a continent by lot."""
    above = (at for at in range(len(world.owner)) if world.graph.continent_of[at] >= 0)
    return AN_ARMY * _balance(world, above) / 3


def sinking(world: World, kind: CardKind) -> float:
    (members,) = (part.members for part in world.graph.continents if part.id == ATLANTIS)
    return 1.2 * _balance(world, members)


def struck(world: World, kind: CardKind) -> float:
    """Rate a blow on somebody else's largest stack."""
    theirs = (world.view.armies[at] for at, owner in enumerate(world.owner) if owner in world.players)
    return AN_ARMY * min(max(theirs, default=0), 4)


def gods_gone(kinds: frozenset[str]) -> Callable[[World, CardKind], float]:
    """Rate the banishment of everybody's gods of some kinds."""

    def rated(world: World, kind: CardKind) -> float:
        return 0.6 * _balance(world, [at for at, there in world.gods.items() for god in there if god in kinds])

    return rated


def hands(world: World, kind: CardKind) -> float:
    return 0.3 * max((world.view.seats[seat].cards for seat in world.players), default=0)


def relics(world: World, kind: CardKind) -> float:
    held = world.view.extra["relics"]
    return 0.8 * (sum(len(held[seat]) for seat in world.players) - len(held[world.seat]))


def deep(world: World, kind: CardKind) -> float:
    """Rate the halving of crypts and altars."""
    spaces = [at for sign in ("crypt", "altar") for at in world.graph.signs[sign]]
    return AN_ARMY * sum(_balance(world, (at,)) * (world.view.armies[at] // 2) for at in spaces)


def another_epoch(world: World, kind: CardKind) -> float:
    """Rate an epoch more: for who is behind."""
    best = max((world.scores[seat] for seat in world.players), default=0)
    return 2.0 if world.is_last_round and world.scores[world.seat] < best else 0.0


# --- answers to an attack


def help_defence(armies: float) -> Callable[[World, CardKind], float]:
    """Rate armies for the defence, unless hardly anybody comes."""

    def rated(world: World, kind: CardKind) -> float:
        src, _ = world.fight
        return AN_ARMY * armies if world.view.armies[src] > 2 else 0.0

    return rated


def stop_them(world: World, kind: CardKind) -> float:
    """Rate the peace of a turn by the stack that comes."""
    src, _ = world.fight
    return 0.25 * (world.view.armies[src] - 2)


def fires(world: World, kind: CardKind) -> float:
    """Rate dead on and around the attacker's land by whose they are."""
    src, _ = world.fight
    return AN_ARMY * _balance(world, (src, *world.near(src))) + AN_ARMY * min(world.view.armies[src], 3)


def god_fears(world: World, kind: CardKind) -> float:
    """Rate what helps in a godswar, or takes an attacking god away."""
    src, dst = world.fight
    meets = bool(world.gods.get(dst)) or kind.title != "Fire Sears the Sky"
    return 0.6 if world.gods.get(src) and meets else 0.0


JUDGES: Mapping[str, Judge[World]] = {
    "Heroes Are Born": Judge(worth(0.9), own_stack),  # as typed
    "An Empire Is Born": Judge(early(1.2), own_stack),  # as typed
    "Champions Arise": Judge(faith_into_armies, own_stack),  # as typed
    "Prayers Are Answered": Judge(worth(1.0), own_stack),  # as typed
    "Our Faith Is Our Strength": Judge(per_temple(0.5), nothing),  # as typed
    "The Faithful Gather": Judge(per_temple(0.5), nothing),  # as typed
    "Faith Shall Deliver": Judge(early(1.0), nothing),  # as typed
    "Visions Become Real": Judge(worth(0.6), rival),  # as typed
    "A Shrine Is Plundered": Judge(worth(1.5), nothing),  # as typed
    "Storms Rage": Judge(struck, target),  # as typed
    "The Land Is Purged": Judge(struck, target),  # as typed
    "Time Stands Still": Judge(another_epoch, nothing),  # as typed
    "Blood Coats the Land": Judge(by_lot, nothing),  # as typed
    "The Ground Shakes": Judge(by_lot, nothing),  # as typed
    "Crops Wither": Judge(hands, rival),  # as typed
    "Death's Door Closes": Judge(deep, nothing),  # as typed
    "Diamonds Turn to Rust": Judge(relics, nothing),  # as typed
    "Fire Rains Down": Judge(worth(1.3), target),  # as typed
    "Ragnarok Cometh": Judge(gods_gone(frozenset({"war", "sky"})), nothing),  # as typed
    "The Sun Grows Cold": Judge(gods_gone(frozenset({"war", "sky", "magic", "death"})), nothing),  # as typed
    "The Dead Walk": Judge(worth(1.0), own_stack),  # as typed
    "The Gods Forsake Us": Judge(struck, target),  # as typed
    "The Mighty Have Fallen": Judge(mightiest, target),  # as typed
    "The Sea Is Your Tomb": Judge(sinking, nothing),  # as typed
    "The Trojan Horse Is Revealed": Judge(worth(1.8), prey),  # as typed
    "The Young Grow Old": Judge(crowds, nothing),  # as typed
    "1000 Workers Amass": Judge(worth(0.8), nothing),  # as typed
    "Men Become Warriors": Judge(help_defence(3), nothing),  # as typed
    "Enemies Convert": Judge(help_defence(4), nothing),  # as typed
    "Swords Become Plowshares": Judge(help_defence(3.5), nothing),  # as typed
    "The Fog Lifts": Judge(help_defence(3), spare_stack),  # as typed
    "Lava Erupts": Judge(fires, nothing),  # as typed
    "This Ground Is Sacred": Judge(stop_them, nothing),  # as typed
    "Fire Sears the Sky": Judge(god_fears, nothing),  # as typed
    "Your Idol Is False": Judge(god_fears, nothing),  # as typed
    "The Mighty Turn Meek": Judge(god_fears, nothing),  # as typed
    "Aegis, Shield of Athena": Judge(worth(0.5), nothing),  # as typed
}
"""By the title of a card. The others are left alone: no bot has a use for them."""
