"""Playing cards: when they may be played and on what, paying and discarding them, and what is offered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.core.actions import Action, End
from engine.core.agenda import Decision
from engine.core.context import Context
from engine.core.errors import IllegalAction, quoted
from engine.core.facts import Facts
from engine.core.language import gettext_noop
from engine.core.notation import either
from engine.core.offers import ChoiceField, Offer, Value
from engine.core.state import GameState
from engine.core.units import multiset_subtract
from engine.mechanics.action_cards import undoing
from engine.mechanics.action_cards.kinds import Catalogue, Play, TargetField, cards_of, deck_of, words_of
from engine.mechanics.action_cards.types import (
    GAME_END,
    TURN,
    TURN_END,
    WINDOW,
    ArmiesAdded,
    CardPlayed,
    PlayAsked,
    PlayCard,
    PlayStep,
)
from engine.mechanics.battle.types import AttackAsked
from engine.mechanics.family_state import family_state
from engine.mechanics.reaction import ReactionAsked

TAG = str(PlayCard.__struct_config__.tag)
TIMINGS = {
    TURN: "cards.before_attacks",
    WINDOW: "cards.in_answer",
    TURN_END: "cards.at_turn_end",
    GAME_END: "cards.at_game_end",
}
"""The refusal of a card at another time than its own."""


def holds_for(context: Context, seat: int, decks: Iterable[str]) -> bool:
    """Return whether a seat holds a card of one of these decks that it may play: public facts, whatever the card is."""
    cards = cards_of(context)
    held = {cards.kinds[card].deck for card in context.player(seat).hand}
    return any(deck in held and not cards.may_play(context, seat, deck) for deck in decks)


def ask_for_cards(context: Context, step: PlayStep) -> None:
    seat = context.state.active
    if holds_for(context, seat, cards_of(context).decks.get(step.timing, ())):
        context.push(PlayAsked(seats=(seat,), timing=step.timing))


def moment(context: Context, asked: Decision) -> tuple[str, ReactionAsked | None]:
    """Tell the timing of the cards that answer a question now, empty for none; and the invasion that they answer."""
    if isinstance(asked, ReactionAsked):
        return WINDOW, asked
    if isinstance(asked, PlayAsked):
        return asked.timing, None
    return TURN if cards_of(context).while_attacking(context) else "", None


def check_play(
    context: Context, order: PlayCard, timing: str, invasion: ReactionAsked | None = None, *, free: bool = False
) -> Play:
    """Check that a seat may play a card now, and return the play. Nothing changes.

    Raises IllegalAction: cards.unknown, cards.which_deck, cards.not_held, purse.too_little, cards.target,
    cards.other_target, one of `TIMINGS`, and what the family and the card refuse.
    """
    number = card_number(context, order.card)
    context.require(number in context.player(order.seat).hand, "cards.not_held", card=order.card)
    play = Play(cards_of(context).kinds[number], order.seat, timing, invasion, free)
    check_rules(context, play, order)
    return play


def card_number(context: Context, name: str) -> int:
    """Find the number of a card by the way it is written. Raises IllegalAction: cards.unknown, cards.which_deck."""
    cards = cards_of(context)
    number = cards.numbers.get(name)
    if number is None:
        _refuse_name(context, cards, name)
    assert number is not None
    return number


def check_rules(context: Context, play: Play, order: PlayCard) -> None:
    """Check a card that its seat has against the moment, its price and its targets. Raises IllegalAction as
    `check_play` does."""
    code = obstacle(context, cards_of(context), play)
    if code:
        _refuse(context, code, play, order.card)
    _check_targets(context, play, order)


def _refuse_name(context: Context, cards: Catalogue, name: str) -> None:
    decks = [cards.names[number] for number in cards.called.get(words_of(name), ())]
    context.require(not decks, "cards.which_deck", cards=either(decks))
    context.refuse("cards.unknown", card=quoted(name))


def _refuse(context: Context, code: str, play: Play, name: str) -> None:
    most, currency = family_state(context).purses[play.seat], context.rules.purchase.currency
    context.refuse(code, card=name, price=play.kind.cost, most=most, currency=currency)


def obstacle(context: Context, cards: Catalogue, play: Play) -> str:
    """Find what keeps a card from being played, targets aside: the code of a refusal, empty if nothing does."""
    kind = play.kind
    if kind.timing != play.timing:
        return TIMINGS[kind.timing]
    allowed = "" if play.forced else cards.may_play(context, play.seat, kind.deck)
    code = allowed or kind.barred(context, play)
    if not code and not play.free and kind.cost > family_state(context).purses[play.seat]:
        return "purse.too_little"
    return code


def _check_targets(context: Context, play: Play, order: PlayCard) -> None:
    given: dict[str, Value] = {"seat": order.seat, "card": order.card}
    for target in play.kind.targets:
        fields = target.fields(context, play)
        given |= {field.name: getattr(order, field.name) for field in fields or ()}
        named = fields is not None and all(field.accepts(given[field.name], given) for field in fields)
        context.require(named, "cards.target", card=order.card, wanted=target.wanted)
    for name, usual in zip(PlayCard.__struct_fields__[2:], PlayCard.__struct_defaults__, strict=True):
        spare = name not in given and getattr(order, name) != usual
        context.require(not spare, "cards.other_target", card=order.card)


def play_card(context: Context, play: Play, order: PlayCard) -> None:
    """Play a card that was checked: it is paid, discarded and told, chance gives what it asks for, and then it does
    what it says, unless somebody may undo it and is asked first."""
    kind, seat = play.kind, play.seat
    cost = 0 if play.free else kind.cost
    context.pay(seat, cost)
    if not play.forced:
        card = cards_of(context).numbers[order.card]
        context.change_player(seat, hand=multiset_subtract(context.player(seat).hand, (card,)))
        discard(context, kind.deck, (card,))
    context.emit(CardPlayed(seat, cost, order))
    if kind.chance:
        play = play._replace(shown=kind.chance(context, play, order))
    if not undoing.ask_to_undo(context, play, order):
        kind.effect(context, play, order)


def discard(context: Context, deck: str, cards: Sequence[int]) -> None:
    """Lay cards on the discards of their deck."""
    discards = context.state.discards
    discards[deck] = tuple(sorted((*discards.get(deck, ()), *cards)))


def draw_and_return(context: Context, deck: str, count: int) -> list[int]:
    """Draw so many cards, as far as there are some, and shuffle them back into their deck."""
    drawn = [card for _ in range(count) if (card := context.draw(deck)) is not None]
    put_back(context.state, deck, drawn)
    return drawn


def put_back(state: GameState, deck: str, cards: Sequence[int]) -> None:
    """Put cards back into what of a deck nobody knows; cards that a position has laid on top stay there."""
    *known, last = state.decks[deck] or ((),)
    if known and len(last) == 1 and all(len(layer) == 1 for layer in known):
        known, last = [*known, last], ()
    state.decks[deck] = (*known, tuple(sorted((*last, *cards))))


def add_armies(context: Context, seat: int, at: Sequence[tuple[int, int]]) -> None:
    """Place armies that a card brings."""
    for territory, armies in at:
        context.state.armies[territory] += armies
    context.emit(ArmiesAdded(seat, tuple(at)))


# --- answers


def play_in_turn(context: Context, asked: PlayAsked, order: PlayCard) -> None:
    """Play a card in one's own turn; the question comes again once it has done what it says. Raises IllegalAction as
    `check_play` does."""
    play = check_play(context, order, asked.timing)
    context.pop_decision()
    context.push(PlayStep(asked.timing))
    play_card(context, play, order)


def play_while_attacking(context: Context, asked: AttackAsked, order: PlayCard) -> None:
    """Play a card of one's own turn before the first attack. Raises IllegalAction as `check_play` does, and
    cards.too_late."""
    timing, _ = moment(context, asked)
    context.require(bool(timing), "cards.too_late", card=order.card)
    play_card(context, check_play(context, order, timing), order)


def check_reply(context: Context, asked: ReactionAsked, order: PlayCard) -> None:
    """Check a sealed answer to an invasion. Raises IllegalAction as `check_play` does."""
    check_play(context, order, WINDOW, asked)


def reply(context: Context, asked: ReactionAsked, answer: Action) -> None:
    """Play an answer to an invasion when it is read. A card that can be played no more by then stays in its hand,
    unpaid and unseen."""
    if not isinstance(answer, PlayCard):
        return
    try:
        play = check_play(context, answer, WINDOW, asked)
    except IllegalAction:
        return
    play_card(context, play, answer)


def go_on(context: Context, asked: PlayAsked, order: End) -> None:
    context.pop_decision()


# --- what may be answered


def offers_at(context: Context, asked: Decision, seat: int) -> tuple[Offer, ...]:
    """List an offer for each different card of a hand that may be played now."""
    timing, invasion = moment(context, asked)
    return card_offers(context, seat, timing, invasion) if timing else ()


def card_offers(
    context: Context,
    seat: int,
    timing: str,
    invasion: ReactionAsked | None = None,
    *,
    free: bool = False,
    deck: str = "",
) -> tuple[Offer, ...]:
    """List an offer for each different card of a hand that may be played at a timing, with what may be named; of one
    deck, where one is named."""
    cards = cards_of(context)
    found = []
    for number in dict.fromkeys(context.player(seat).hand):
        play = Play(cards.kinds[number], seat, timing, invasion, free)
        if deck in ("", play.kind.deck) and not obstacle(context, cards, play):
            fields = target_fields(context, play)
            if fields is not None:
                found.append(card_offer(cards.names[number], fields))
    return tuple(found)


def card_offer(name: str, fields: Sequence[TargetField] = ()) -> Offer:
    """Make the offer to play a card of this name, with what may be named."""
    return Offer(TAG, gettext_noop("Play"), (ChoiceField("card", (name,)), *fields))


def target_fields(context: Context, play: Play) -> tuple[TargetField, ...] | None:
    """List what is named with a card; None where there is nothing to name, so that it cannot be played."""
    found: list[TargetField] = []
    for target in play.kind.targets:
        fields = target.fields(context, play)
        if fields is None:
            return None
        found += fields
    return tuple(found)


def play_offers(context: Context, asked: PlayAsked, seat: int) -> tuple[Offer, ...]:
    return (*offers_at(context, asked, seat), Offer("turn.end", gettext_noop("Go on")))


# --- elimination, and what a player sees


def discard_hand(context: Context, seat: int, by: int) -> None:
    """Discard the cards of a seat that goes out."""
    hand = context.player(seat).hand
    context.change_player(seat, hand=())
    for card in hand:
        discard(context, deck_of(context.state, card), (card,))


def name_hand(context: Context, viewer: int | None) -> Facts:
    """Name the viewer's own cards, as orders name them."""
    if viewer is None:
        return {}
    names = cards_of(context).names
    return {"cards": [names[card] for card in context.player(viewer).hand]}
