"""Cards that act: held in secret, played by name with their targets, paid for, and then discarded.

Sources: 2210 "Play Command Cards"; Godstorm "Miracles". A family registers a `Catalogue` of its `CardKind` records; a
card of a hand or a deck is the number of its kind there, so that equal cards are equal numbers. Everything else is
here: when a card may be played, what may be named with it, paying, discarding, and `play NAME ...` in text.

What a card may aim at are the fields of its offer, and an order is held against the same fields: what is offered is
what is allowed.

Two mechanics that a family may add are modules of their own: `undoing` cards as they are played, and `taking` one out
of another hand.
"""

from engine.core.actions import End
from engine.core.hooks import ViewHooks
from engine.core.language import gettext_noop
from engine.core.ruleset import Mechanic
from engine.mechanics.action_cards.advice import warn_before_card
from engine.mechanics.action_cards.orders import PLAY
from engine.mechanics.action_cards.playing import (
    ask_for_cards,
    check_reply,
    discard_hand,
    go_on,
    name_hand,
    offers_at,
    play_in_turn,
    play_offers,
    play_while_attacking,
    reply,
)
from engine.mechanics.action_cards.types import (
    ArmiesAdded,
    CardPlayed,
    CardRolled,
    PlayAsked,
    PlayCard,
    PlayStep,
    TurnedOver,
)
from engine.mechanics.battle.types import AttackAsked
from engine.mechanics.occupy import OccupyHooks
from engine.mechanics.reaction import InvasionHooks, ReactionAsked

MECHANIC = Mechanic(
    name="action_cards",
    hooks=(
        InvasionHooks(resolve_reaction=(reply,)),
        OccupyHooks(on_elimination=(discard_hand,)),
        ViewHooks(family_view=(name_hand,)),
    ),
    steps={PlayStep: ask_for_cards},
    answers={
        (PlayAsked, PlayCard): play_in_turn,
        (PlayAsked, End): go_on,
        (AttackAsked, PlayCard): play_while_attacking,
        (ReactionAsked, PlayCard): check_reply,
    },
    offers={PlayAsked: play_offers, AttackAsked: offers_at, ReactionAsked: offers_at},
    defaults={PlayAsked: lambda context, asked, seat: End(seat)},
    hazards={PlayCard: warn_before_card},
    about={PlayAsked: lambda context, asked: {"timing": asked.timing}},
    events=(CardPlayed, ArmiesAdded, CardRolled, TurnedOver),
    refusals={
        "cards.unknown": gettext_noop("There is no card {card} in this game."),
        "cards.which_deck": gettext_noop("Several decks have this card: name {cards}."),
        "cards.not_held": gettext_noop("You do not hold {card}."),
        "cards.target": gettext_noop("You cannot play {card} like that. {wanted}"),
        "cards.other_target": gettext_noop(
            "{card} does not take that target. Leave it out, or name what the card says."
        ),
        "cards.too_late": gettext_noop("{card} can only be played before your first invasion."),
        "cards.before_attacks": gettext_noop("{card} is played in your own turn, before your first invasion."),
        "cards.in_answer": gettext_noop("{card} is played when a territory is invaded, in the turn of another player."),
        "cards.at_turn_end": gettext_noop("{card} is played after your free move."),
        "cards.at_game_end": gettext_noop("{card} scores by itself at the end of the game: you do not play it."),
    },
    commands=(PLAY,),
)
