"""Advice before a card is played: from the view alone, and held against what really comes of every card."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from engine import FastChance, GameState, apply, new_game, parse_order, view_for, warnings_for
from engine.core.context import Context
from engine.core.guess import guess_state
from engine.core.offers import random_arguments
from engine.core.reducer import default_answer, offers, run, top_decision
from engine.core.registry import ruleset
from engine.core.units import Piece
from engine.core.view import PlayerView
from engine.mechanics.action_cards.advice import THROWS, Throw, _pay
from engine.mechanics.action_cards.kinds import CardKind, Play, catalogue_of
from engine.mechanics.action_cards.playing import reply
from engine.mechanics.action_cards.types import PlayAsked, PlayCard
from engine.mechanics.family_state import FamilyState
from engine.mechanics.reaction import ReactionAsked
from engine.position import position
from engine.redeal import deal_anew
from engine.rules.godstorm.cards import BOOK as MIRACLES
from engine.rules.risk2210.cards import BOOK as COMMANDS
from tests.engine.rules.risk2210.cards.kit import ALL, holding
from tests.kit.games import random_action

pytestmark = pytest.mark.nothing_new

GAMES, ACTIONS, SAMPLES, LUCK = 3, 260, 6, 4
MOMENTS: dict[str, type[Any]] = {"turn": PlayAsked, "turn_end": PlayAsked, "window": ReactionAsked}
KINDS = [
    pytest.param(rules, kind, id=f"{rules} {book.names[number]}")
    for rules, book in (("risk2210", COMMANDS), ("godstorm", MIRACLES))
    for number, kind in enumerate(book.kinds)
    if kind.timing in MOMENTS
]


ASIAN = {"red": {"nuclear": "Japan"}}
BOTH = {"red": ALL, "blue": {"nuclear": "Mexico"}}


# --- positions


@cache
def walked(rules: str) -> tuple[GameState, ...]:
    """Play random games, and keep where cards may be played."""
    return tuple(state for seed in range(GAMES) for state in _walk(rules, seed))


def _walk(rules: str, seed: int) -> Iterator[GameState]:
    random = Random(f"{rules} {seed}")
    state = new_game(rules, ("red", "blue", "green"), chance=FastChance(seed)).state
    for number in range(ACTIONS):
        if not state.agenda:
            return
        state = apply(state, random_action(state, random), FastChance(number)).state
        if state.agenda and isinstance(top_decision(state), PlayAsked | ReactionAsked):
            yield state


def dealt(state: GameState, number: int, kind: CardKind, random: Random) -> GameState:
    """Give a seat that is asked the card, what it needs to be played, and a thin board."""
    twin = state.copy()
    assert isinstance(twin, FamilyState)
    asked = top_decision(twin)
    seat = asked.seats[0]
    if isinstance(asked, PlayAsked):
        twin.agenda = [msgspec.structs.replace(asked, timing=kind.timing)]  # nothing follows but what the card does
    elif kind.zone and Context(twin).graph.zone(asked.dst) != kind.zone:
        free = Context(twin).left_out()
        here = random.choice([at for at in sorted(Context(twin).graph.in_zone[kind.zone]) if at not in free])
        twin.pieces = [piece for piece in twin.pieces if piece.at != here]
        twin.owner[here], twin.armies[here] = seat, 2
        twin.agenda[-1] = msgspec.structs.replace(asked, dst=here)
    twin.players[seat] = msgspec.structs.replace(twin.players[seat], hand=(number,))
    twin.purses[seat] = kind.cost + random.randrange(3)
    own = [at for at, owner in enumerate(twin.owner) if owner == seat and twin.armies[at]]
    leaders = ruleset(twin.rules).unit_pieces or ruleset(twin.rules).companions
    there = {piece.kind for piece in twin.pieces if piece.seat == seat}
    for each in leaders:
        if each not in there and (each == kind.deck or random.random() < 0.3):
            twin.pieces.append(Piece(each, seat, random.choice(own)))
    for at in own:
        if random.random() < 0.5:
            twin.armies[at] = 1
    return twin


def samples(rules: str, kind: CardKind) -> Iterator[tuple[GameState, PlayCard]]:
    """Sample positions with an order of the card that is allowed there."""
    random, book = Random(kind.title + kind.deck), COMMANDS if rules == "risk2210" else MIRACLES
    number = book.kinds.index(kind)
    fits = [state for state in walked(rules) if isinstance(top_decision(state), MOMENTS[kind.timing])]
    random.shuffle(fits)
    found = 0
    for state in fits:
        twin = dealt(state, number, kind, random)
        seat = top_decision(twin).seats[0]
        for offer in offers(twin, seat):
            if offer.action == "cards.play" and found < SAMPLES:
                found += 1
                yield twin, PlayCard(seat, **random_arguments(offer, random.randrange))


# --- what really comes of it


class Came(NamedTuple):
    out: bool
    places: bool
    gods: bool
    idle: bool
    more: bool
    by_luck: bool

    @property
    def hurts(self) -> bool:
        return self.out or self.places or self.gods or self.idle or self.more


def really(state: GameState, order: PlayCard, luck: int) -> Came:
    """Play a card in the position itself."""
    asked, drawn = top_decision(state), False
    before, chance = view_for(state, order.seat), FastChance(f"{luck} really")
    if isinstance(asked, ReactionAsked):
        twin = state.copy()
        twin.agenda.clear()
        context = Context(twin, chance)
        reply(context, asked, order)
        run(context)
        drawn = bool(context.draws)
    else:
        played = apply(state, order, chance)
        twin, drawn = played.state, bool(played.draws)
    questions = 0
    while twin.agenda and not isinstance(top_decision(twin), PlayAsked):
        played = apply(twin, default_answer(twin, top_decision(twin).seats[0]), chance)
        twin, drawn, questions = played.state, drawn or bool(played.draws), questions + 1
    return judge(before, view_for(twin, order.seat), order, by_luck=drawn, asked=questions > 0)


def judge(before: PlayerView, after: PlayerView, order: PlayCard, *, by_luck: bool, asked: bool) -> Came:
    me, rules = order.seat, ruleset(before.rules)
    book = catalogue_of(before.rules, before.options)
    kind = book.kinds[book.numbers[order.card]]
    lost = [wealth(before, seat) - wealth(after, seat) for seat in range(len(before.seats))]
    lost[me] -= kind.cost + 1
    away = [at for at, owner in enumerate(before.owner) if owner == me != after.owner[at]]
    gods = {piece.kind for piece in before.pieces if piece.seat == me and piece.kind in rules.companions}
    left = {piece.kind for piece in after.pieces if piece.seat == me}
    return Came(
        out=after.seats[me].out,
        places=bool(away) and order.card != "Evacuation",
        gods=not gods <= left,
        idle=not asked and not any(lost) and board(before) == board(after),
        more=lost[me] > max(0, *(each for seat, each in enumerate(lost) if seat != me)),
        by_luck=by_luck,
    )


def wealth(view: PlayerView, seat: int) -> int:
    armies = sum(armies for at, armies in enumerate(view.armies) if view.owner[at] == seat)
    relics = view.extra["relics"][seat] if "relics" in view.extra else ()
    pieces = sum(piece.seat == seat for piece in view.pieces)
    return armies + pieces + len(relics) + view.seats[seat].cards + int(view.extra["purses"][seat])


def board(view: PlayerView) -> Any:
    """All that a card may change, but cards and money, which `wealth` counts."""
    rest = {key: value for key, value in view.extra.items() if key not in ("purses", "cards", "scores")}
    return view.owner, view.armies, sorted(map(str, view.pieces)), rest


# --- the tests


@pytest.mark.parametrize(("rules", "kind"), KINDS)
def test_what_a_card_does_to_its_own_player_was_said_before(rules: str, kind: CardKind) -> None:
    tried = 0
    for state, order in samples(rules, kind):
        tried += 1
        said = " ".join(warnings_for(view_for(state, order.seat), order))
        came = [really(state, order, luck) for luck in range(LUCK)]
        if all(each.hurts and not (each.idle and each.by_luck) for each in came):
            assert said, (order, came)
        if any(each.out for each in came):
            assert "out of the game" in said, (order, came)
        if "This puts you out" in said:
            assert all(each.out for each in came), (order, came)
        if "This leaves none" in said:
            assert all(each.places or each.out for each in came), (order, came)
        if "It banishes" in said:
            assert all(each.gods for each in came), (order, came)
        if "do nothing" in said and kind.idle is CardKind.idle:
            assert all(each.idle for each in came), (order, came)
        if not came[0].by_luck and said and "do nothing" not in said:
            assert came[0].hurts, (order, said, came)
    assert tried, "no position lets this card be played"


@pytest.mark.parametrize("rules", ["risk2210", "godstorm"])
def test_a_guess_looks_to_its_viewer_as_the_game_does(rules: str) -> None:
    for state in walked(rules)[::4]:
        view = view_for(state, 0)
        guess = guess_state(view)
        guess.agenda, guess.seq, guess.ref = state.agenda, state.seq, state.ref
        again = view_for(guess, 0)
        assert msgspec.structs.replace(again, decks=view.decks) == view
        for deck, count in view.decks.items():
            assert again.decks[deck] >= count and bool(again.decks[deck]) == bool(count)


@pytest.mark.parametrize("rules", ["risk2210", "godstorm"])
def test_advice_hangs_on_no_secret(rules: str) -> None:
    book, random = COMMANDS if rules == "risk2210" else MIRACLES, Random(rules)
    for number, kind in enumerate(book.kinds):
        for state, order in [*samples(rules, kind)][:2] if kind.timing in MOMENTS else ():
            told = warnings_for(view_for(state, order.seat), order)
            twin = deal_anew(state, order.seat, random, hands_alone=True)
            assert warnings_for(view_for(twin, order.seat), order) == told, book.names[number]


def test_a_first_die_shows_each_of_its_sides_equally_often() -> None:
    for sides in (6, 8):
        shown = [Throw(number).roll(1, sides, "seat 0")[0] for number in range(THROWS)]
        assert {shown.count(side) for side in range(1, sides + 1)} == {THROWS // sides}


MIRACLE_BOARD = "red: Gaul 4, Iberia 1 | blue: Egypt 5, Kush 1 | green: *2"


@pytest.mark.parametrize(
    ("card", "order", "said"),
    [
        (
            "Storms Rage",
            "on Gaul",
            "This could leave none of your armies in Gaul, so you would lose it. It could banish your god of death. On "
            "average it takes more from you than from any other player.",
        ),
        (
            "Storms Rage",
            "on Iberia",
            "This leaves none of your armies in Iberia, so you lose it. It banishes your god of war. It takes more "
            "from you than from any other player.",
        ),
        ("Storms Rage", "on Egypt", ""),
        ("Only Ash Remains", "on Gungnir", "It takes more from you than from any other player."),
        ("Only Ash Remains", "on Excalibur", ""),
        ("Heroes Are Born", "at Gaul", ""),
        ("Champions Arise", "at Gaul", "This would do nothing as the board stands, and you would lose the card."),
        ("Crops Wither", "on red", "It takes more from you than from any other player."),
        (
            "The Sun Grows Cold",
            "",
            "This leaves none of your armies in Iberia, so you lose it. It banishes your god of war.",
        ),
    ],
)
def test_what_a_friend_says_of_a_miracle(card: str, order: str, said: str) -> None:
    state = position(
        MIRACLE_BOARD,
        rules="godstorm",
        turn="red",
        step="play",
        epoch=3,
        pantheons={"red": "Greeks", "blue": "Norse", "green": "Celts"},
        gods={"red": {"war": "Iberia", "death": "Gaul"}, "blue": {"war": "Kush"}},
        faith={"red": 1 + MIRACLES.kinds[MIRACLES.find(card)].cost},
        relics={"red": ["Gungnir"], "green": ["Excalibur"]},
        miracles={"red": [card, "Lava Erupts"]},
    )
    view = view_for(state, 0)
    assert "".join(warnings_for(view, parse_order(f"play {card} {order}", view))) == said


@pytest.mark.parametrize(("faith", "hand"), [(5, ("Lava Erupts", "Crops Wither")), (0, ("Lava Erupts",))])
def test_a_card_that_is_tried_is_paid_for_as_far_as_it_can_be(faith: int, hand: tuple[str, ...]) -> None:
    state = position(
        MIRACLE_BOARD, rules="godstorm", turn="red", step="play", faith={"red": faith}, miracles={"red": [*hand]}
    )
    context, card = Context(state), MIRACLES.find("Crops Wither")
    kind = MIRACLES.kinds[card]
    _pay(context, Play(kind, 0, kind.timing, None), PlayCard(0, "Crops Wither"))
    assert state.purses[0] == max(0, faith - kind.cost)
    assert state.players[0].hand == (MIRACLES.find("Lava Erupts"),)


def test_who_would_go_out_is_told() -> None:
    last = holding("The Mother", board="red: Japan 0 | blue: Mexico 4, * 2 | green: Ukrayina 6", commanders=ASIAN)
    view = view_for(last, 0)
    assert "could put you out of the game" in "".join(warnings_for(view, parse_order("play The Mother", view)))


def test_a_card_that_spends_nothing_for_nothing_is_told_of() -> None:
    idle = holding("Energy Crisis", "Land Frequency Jam", energy={"red": 4})
    view = view_for(idle, 0)
    for order in ("play Energy Crisis", "play Land Frequency Jam on blue"):
        assert "do nothing" in "".join(warnings_for(view, parse_order(order, view)))
    armed = holding("Land Frequency Jam", command_cards={"blue": ["The Mother"]}, commanders=BOTH)
    view = view_for(armed, 0)
    assert warnings_for(view, parse_order("play Land Frequency Jam on blue", view)) == ()
