"""The Nuclear deck: 20 cards of 11 kinds. What they destroy is no invasion, and its owners choose it.

Sources: 002 "Answers to some questions", Scatter Bomb Land and The Mother; docs/rulings.md, `self damage`:
only The Mother, Aqua Brother and Nicky Boy hurt their own seat.
"""

from __future__ import annotations

from engine.core.context import Context
from engine.core.language import gettext_noop
from engine.core.state import NOBODY
from engine.core.units import Force
from engine.mechanics.action_cards.kinds import CardKind, Play
from engine.mechanics.action_cards.types import TURN, CardRolled, PlayCard
from engine.mechanics.battle.losses import after_losses, strike
from engine.mechanics.battle.types import Lost
from engine.rules.risk2210.cards import targets
from engine.rules.risk2210.cards.armageddon import begin_armageddon
from engine.rules.risk2210.cards.common import draw_face_up, half
from engine.rules.risk2210.kinds import LAND, MOON, TERRITORY_DECKS, WATER

KILLS_FROM = 3  # on an eight-sided die
SCATTERED = {LAND: 3, WATER: 2, MOON: 2}  # cards that a Scatter Bomb turns over


REGIONS = {
    LAND: dict(enumerate(("north_america", "south_america", "europe", "africa", "asia", "australia"), start=1)),
    WATER: dict(enumerate(("us_pacific", "asia_pacific", "north_atlantic", "south_atlantic", "indian"), start=1)),
    MOON: {1: "cresinion", 2: "cresinion", 3: "delphot", 4: "delphot", 5: "sajon", 6: "sajon"},
}
"""The region that each number of a die stands for, by zone; a number that stands for none is rolled again."""


def roll(context: Context, seat: int, sides: int) -> int:
    return context.roll(1, sides, f"seat {seat}")[0]


def bomb_region(context: Context, play: Play, order: PlayCard) -> None:
    """Take a unit in every territory of the region that the die shows, one's own too."""
    regions = REGIONS[play.kind.zone]
    dice = [roll(context, play.seat, 6)]
    while dice[-1] not in regions:
        dice.append(roll(context, play.seat, 6))
    context.emit(CardRolled(play.seat, tuple(dice)))
    region = next(part for part in context.graph.continents if part.id == regions[dice[-1]])
    strike(context, dict.fromkeys(region.members, 1), play.seat)


def assassinate(context: Context, play: Play, order: PlayCard) -> None:
    """Remove the Commander who is named if an eight-sided die shows 3 or more."""
    shown = roll(context, play.seat, 8)
    context.emit(CardRolled(play.seat, (shown,)))
    if shown >= KILLS_FROM:
        piece = next(p for p in context.pieces_of(order.target) if p.kind == order.what)
        context.remove_piece(piece.kind, piece.seat, piece.at)
        context.emit(Lost(order.target, ((piece.at, Force(0, (piece.kind,))),), struck=True))
        after_losses(context, play.seat)


def launch_rocket(context: Context, play: Play, order: PlayCard) -> None:
    """Take as many units in the territory as a six-sided die shows."""
    shown = roll(context, play.seat, 6)
    context.emit(CardRolled(play.seat, (shown,)))
    strike(context, {order.on[0]: shown}, play.seat)


def scatter_bombs(context: Context, play: Play, order: PlayCard) -> None:
    """Take half of the units, rounded up, in the enemy territories on the cards that are turned over."""
    drawn = draw_face_up(context, play.seat, TERRITORY_DECKS[play.kind.zone], SCATTERED[play.kind.zone])
    owner = context.state.owner
    hit = [at for at in drawn if owner[at] not in (NOBODY, play.seat)]
    strike(context, {at: half(context.units(at)) for at in hit}, play.seat)


def _region_bomb(title: str, zone: str, text: str, source: str = "") -> CardKind:
    return CardKind(title, "nuclear", TURN, text, bomb_region, cost=3, zone=zone, source=source)


def _rocket(zone: str, text: str) -> CardKind:
    title = f"Rocket Strike {zone.capitalize()}"  # as typed
    aimed = (targets.enemy_territory(zone),)
    return CardKind(title, "nuclear", TURN, text, launch_rocket, 2, 2, zone, targets=aimed)


def _scatter_bomb(zone: str, copies: int, text: str) -> CardKind:
    title = f"Scatter Bomb {zone.capitalize()}"  # as typed
    return CardKind(title, "nuclear", TURN, text, scatter_bombs, copies, 1, zone, source="002 Answers")


KINDS = (
    _region_bomb(
        "Aqua Brother",  # as typed
        WATER,
        gettext_noop(
            "Roll a die: every water territory of one colony loses 1 unit, including yours. 1 US Pacific, 2 Asia "
            "Pacific, 3 North Atlantic, 4 South Atlantic, 5 Indian, 6 roll again."
        ),
    ),
    CardKind(
        "Armageddon",  # as typed
        "nuclear",
        TURN,
        gettext_noop("In turn order, each player may play any number of Nuclear cards at no cost."),
        begin_armageddon,
        cost=4,
    ),
    CardKind(
        "Assassin Bomb",  # as typed
        "nuclear",
        TURN,
        gettext_noop("Name an enemy Commander and roll an eight-sided die: the Commander is destroyed on 3 or more."),
        assassinate,
        copies=3,
        cost=1,
        targets=(targets.ENEMY_COMMANDER,),
    ),
    _region_bomb(
        "The Mother",  # as typed
        LAND,
        gettext_noop(
            "Roll a die: every territory of one continent loses 1 unit, including yours. 1 North America, 2 South "
            "America, 3 Europe, 4 Africa, 5 Asia, 6 Australia."
        ),
        "002 Answers",
    ),
    _region_bomb(
        "Nicky Boy",  # as typed
        MOON,
        gettext_noop(
            "Roll a die: every lunar territory of one colony loses 1 unit, including yours. 1 or 2 Cresinion, 3 or 4 "
            "Delphot, 5 or 6 Sajon."
        ),
    ),
    _rocket(LAND, gettext_noop("Roll a die: an enemy land territory loses that many units.")),
    _rocket(MOON, gettext_noop("Roll a die: an enemy lunar territory loses that many units.")),
    _rocket(WATER, gettext_noop("Roll a die: an enemy water territory loses that many units.")),
    _scatter_bomb(
        LAND,
        3,
        gettext_noop("Turn over 3 land territory cards: enemies lose half of their units there, rounded up."),
    ),
    _scatter_bomb(
        MOON,
        2,
        gettext_noop("Turn over 2 lunar territory cards: enemies lose half of their units there, rounded up."),
    ),
    _scatter_bomb(
        WATER,
        2,
        gettext_noop("Turn over 2 water territory cards: enemies lose half of their units there, rounded up."),
    ),
)
