"""The Command cards: 100 of 42 kinds in five decks, and blank ones that the creator of a game fills in.

Sources: 002 "Play Command Cards" and "Answers to some questions"; what the rulebook leaves open is in docs/rulings.md.
Each deck is a module; a card may be played by who has the Commander of its deck in play and is not jammed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import starmap

from engine.core.context import Context
from engine.core.language import gettext_noop
from engine.core.ruleset import Mechanic
from engine.core.state import NOBODY
from engine.mechanics.action_cards.kinds import CardKind, Catalogue, cards_of, register_catalogue
from engine.mechanics.action_cards.playing import holds_for
from engine.mechanics.action_cards.types import PlayCard
from engine.mechanics.battle.hooks import BattleHooks
from engine.mechanics.battle.types import Attack, Lose
from engine.mechanics.reaction import Decline, InvasionHooks
from engine.rules.risk2210.cards import diplomat, land, naval, nuclear, space
from engine.rules.risk2210.cards.armageddon import (
    Armageddon,
    ArmageddonAsked,
    armageddon_offers,
    ask_next,
    decline,
    play_nuclear,
)
from engine.rules.risk2210.cards.common import INFLUENCE, StationSetUp
from engine.rules.risk2210.cards.diplomat import CommandersMoved, EnergyHandedOver, Evacuated
from engine.rules.risk2210.cards.land import ScoutsSent
from engine.rules.risk2210.cards.reduction import (
    Reduction,
    ReductionAsked,
    reduce,
    reduce_largest,
    reduce_next,
    reduction_offers,
)
from engine.rules.risk2210.kinds import CARD_ZONES
from engine.rules.risk2210.options import BlankCard
from engine.rules.risk2210.state import state_of

KINDS: tuple[CardKind, ...] = (*land.KINDS, *naval.KINDS, *space.KINDS, *nuclear.KINDS, *diplomat.KINDS)
NO_COMMANDER = {
    "land": "cards.no_land",
    "naval": "cards.no_naval",
    "space": "cards.no_space",
    "nuclear": "cards.no_nuclear",
    "diplomat": "cards.no_diplomat",
}
"""The refusal of a card of each deck whose Commander is not in play."""

DECK_OF_ZONE = {zone: deck for deck, zone in CARD_ZONES.items()}


def may_play(context: Context, seat: int, deck: str) -> str:
    """Refuse cards of a seat that is jammed, or that has not the Commander of the deck in play."""
    state = state_of(context)
    if seat in state.jammed:
        return "cards.jammed"
    return "" if state.has_piece(seat, deck) else NO_COMMANDER[deck]


def while_attacking(context: Context) -> bool:
    """Allow cards for the time before the first invasion as long as none was declared."""
    return not state_of(context).invaded


BOOK = Catalogue(KINDS, may_play, while_attacking)


@lru_cache(maxsize=256)
def with_blanks(blanks: Sequence[BlankCard]) -> Catalogue:
    """Make the catalogue of a game with blank cards: each does what the card does that it is like."""
    return replace(BOOK, kinds=(*KINDS, *starmap(_fill_in, Counter(blanks).items()))) if blanks else BOOK


def _fill_in(blank: BlankCard, copies: int) -> CardKind:
    """Make the kind of equal blank cards, of which there are so many."""
    return replace(KINDS[BOOK.find(blank.like, blank.deck)], title=blank.name, cost=blank.cost, copies=copies)


def influence(context: Context, seat: int) -> int:
    """Count the points of a seat's Colony Influence, which needs the Commander of its deck in play."""
    kinds = cards_of(context).kinds
    held = [kinds[card] for card in context.player(seat).hand]
    counting = [kind for kind in held if kind.timing == "game_end" and context.state.has_piece(seat, kind.deck)]
    return INFLUENCE * len(counting)


# --- invasions


def may_react(context: Context, order: Attack) -> tuple[int, ...]:
    """List the seats that are asked about an invasion of a player: those with a card of the deck of its zone, and the
    attacked one also with a Diplomat card; what they hold of it nobody looks at."""
    state = context.state
    attacked = state.owner[order.dst]
    if attacked in (NOBODY, state.neutral):
        return ()
    deck = DECK_OF_ZONE[context.graph.zone(order.dst)]
    return tuple(
        other
        for other in state.active_seats()
        if other != order.seat and holds_for(context, other, (deck, "diplomat") if other == attacked else (deck,))
    )


def under_cease_fire(context: Context, seat: int, src: int, dst: int) -> str | None:
    """Refuse to invade a seat that has played Cease Fire in this turn."""
    state = state_of(context)
    return "cards.cease_fire" if state.cease_fire and state.owner[dst] in state.cease_fire else None


def note_invasion(context: Context, seat: int, src: int, dst: int) -> None:
    """Note that the active seat has declared an invasion, after which no card for the time before it can be played."""
    if dst != NOBODY:
        state_of(context).invaded = True


register_catalogue("risk2210", lambda options: with_blanks(options.blank_cards))

MECHANIC = Mechanic(
    name="command_cards",
    hooks=(
        InvasionHooks(may_react=(may_react,), may_enter=(under_cease_fire,)),
        BattleHooks(on_target_changed=(note_invasion,), choose_losses=(lambda *_: True,)),
    ),
    steps={Armageddon: ask_next, Reduction: reduce_next},
    answers={
        (ArmageddonAsked, PlayCard): play_nuclear,
        (ArmageddonAsked, Decline): decline,
        (ReductionAsked, Lose): reduce,
    },
    offers={ArmageddonAsked: armageddon_offers, ReductionAsked: reduction_offers},
    defaults={
        ArmageddonAsked: lambda context, asked, seat: Decline(seat, "turn"),
        ReductionAsked: reduce_largest,
    },
    about={ReductionAsked: lambda context, asked: {"count": asked.count}},
    events=(ScoutsSent, StationSetUp, Evacuated, CommandersMoved, EnergyHandedOver),
    refusals={
        "cards.jammed": gettext_noop("Your frequencies are jammed: you cannot play cards this turn."),
        "cards.no_land": gettext_noop("{card} needs your Land Commander in play."),
        "cards.no_naval": gettext_noop("{card} needs your Naval Commander in play."),
        "cards.no_space": gettext_noop("{card} needs your Space Commander in play."),
        "cards.no_nuclear": gettext_noop("{card} needs your Nuclear Commander in play."),
        "cards.no_diplomat": gettext_noop("{card} needs your Diplomat in play."),
        "cards.deck_empty": gettext_noop("{card} needs a territory card, and the deck is used up."),
        "cards.other_zone": gettext_noop(
            "{card} does not work in the invaded territory: it needs another kind of territory."
        ),
        "cards.not_invaded": gettext_noop("{card} is for invasions of your own territories."),
        "cards.no_defender": gettext_noop("{card} helps players, and no player defends this territory."),
        "cards.no_garrison": gettext_noop("{card} needs units in the invaded territory."),
        "cards.station_there": gettext_noop(
            "There is already a Space Station in this territory, and it can have only one."
        ),
        "cards.four_stations": gettext_noop("You already have 4 Space Stations, and a player can have no more."),
        "cards.nuclear_only": gettext_noop("During Armageddon only Nuclear cards can be played, so {card} must wait."),
        "cards.reduction": gettext_noop(
            "MODs to remove: {count}. Choose exactly that many, and only MODs, from territories of yours."
        ),
        "cards.cease_fire": gettext_noop(
            "The player who holds {dst} has played Cease Fire: you cannot invade their territories this turn."
        ),
    },
)
