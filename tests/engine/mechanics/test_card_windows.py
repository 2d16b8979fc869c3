"""Cards that are undone, taken out of another hand, or forced on who turns them over; cards with a force and a place,
and decks whose cards are shown and put back: on the toy game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random

import pytest
from msgspec.structs import replace as changed

import tests.toy as toy
from engine import (
    Action,
    GameState,
    IllegalAction,
    PlayerView,
    ScriptedChance,
    apply,
    default_answer,
    dump,
    format_order,
    load,
    open_decision,
    parse_order,
    view_for,
)
from engine.bots.answers import random_action
from engine.core import registry
from engine.core.context import Context
from engine.core.events import SealedAnswerReceived, event_for
from engine.core.notation import TokenReader
from engine.core.offers import ChoiceField, NumberField, SeatField, TerritoriesField, TerritoryField
from engine.core.reducer import run
from engine.core.registry import register
from engine.core.units import Force
from engine.mechanics.action_cards import taking, undoing
from engine.mechanics.action_cards.kinds import (
    _CATALOGUES,
    CardKind,
    Catalogue,
    Play,
    Target,
    TargetField,
    register_catalogue,
)
from engine.mechanics.action_cards.orders import read_card, read_territories
from engine.mechanics.action_cards.taking import CardTaken, HandShown, TakeAsked, TakeCard
from engine.mechanics.action_cards.types import TURN, CardPlayed, CardRolled, PlayAsked, PlayCard, TurnedOver
from engine.mechanics.action_cards.undoing import CardUndone, UndoAsked
from engine.mechanics.battle.types import Attack, AttackAsked
from engine.mechanics.reaction import Decline
from engine.rules.godstorm import forcing
from engine.rules.godstorm.cards.common import show_and_return
from engine.rules.godstorm.forcing import CardWasted, ForcedAsked
from tests.engine.test_toy import BAY, CRATER, GRAPH, TYCHO, to_attack

CAPE = GRAPH.number["cape"]
COLOURS = ("red", "blue", "green")
HELP, RELIEF, STORM, SPY, MARCH, CURSE, SWAP, GIFT, SHIELD = range(9)


def others(context: Context, play: Play) -> tuple[int, ...]:
    return tuple(seat for seat in context.state.active_seats() if seat != play.seat)


def lands(context: Context, play: Play) -> tuple[TargetField, ...]:
    return (TerritoriesField("on", tuple(range(GRAPH.size))),)


def opponent(context: Context, play: Play) -> tuple[TargetField, ...] | None:
    rich = tuple(seat for seat in others(context, play) if context.player(seat).hand)
    return (SeatField("target", rich),) if rich else None


def march(context: Context, play: Play) -> tuple[TargetField, ...] | None:
    """Own land to own land, with some of its armies and any of its generals."""
    own = [at for at in context.territories_of(play.seat) if context.state.armies[at]]
    if len(own) < 2:
        return None
    pieces = {str(at): ((), ("general",)) if "general" in context.own_pieces(at) else ((),) for at in own}
    return (
        TerritoryField("src", tuple(own)),
        TerritoryField("dst", by="src", table={str(at): tuple(to for to in own if to != at) for at in own}),
        NumberField("armies", by="src", table={str(at): (1, context.state.armies[at]) for at in own}),
        ChoiceField("pieces", by="src", table=pieces),
    )


def read_march(reader: TokenReader) -> dict[str, object]:
    reader.pass_over("from")
    way = {"src": reader.territory(), "dst": reader.territory(), "armies": reader.number()}
    return way | ({"pieces": ("general",)} if reader.take("with", "general") else {})


def open_cards(context: Context, play: Play) -> tuple[TargetField, ...]:
    return (ChoiceField("what", ("Shield", "Gift")),)


def pairs(context: Context, play: Play) -> tuple[TargetField, ...] | None:
    rows = {seat: tuple(context.territories_of(seat)) for seat in others(context, play)}
    rows = {seat: own for seat, own in rows.items() if len(own) > 1}
    table = {str(seat): own for seat, own in rows.items()}
    fields = (SeatField("target", tuple(rows)), TerritoriesField("on", (), 2, 2, by="target", table=table))
    return fields if rows else None


def read_pair(reader: TokenReader) -> dict[str, object]:
    reader.pass_over("on")
    pair = read_territories(reader)
    return {"on": pair, "target": reader.view.owner[pair[0]]}


def throw(context: Context, play: Play, order: PlayCard) -> tuple[int, ...]:
    dice = tuple(context.roll(1, 6, f"seat {play.seat}"))
    context.emit(CardRolled(play.seat, dice))
    return dice


def storm(context: Context, play: Play, order: PlayCard) -> None:
    context.state.armies[order.on[0]] += play.shown[0]


def swap(context: Context, play: Play, order: PlayCard) -> None:
    armies, (one, other) = context.state.armies, order.on
    armies[one], armies[other] = armies[other], armies[one]


def go(context: Context, play: Play, order: PlayCard) -> None:
    context.move(order.src, order.dst, Force(order.armies, order.pieces))


def earn(context: Context, play: Play, order: PlayCard) -> None:
    context.earn(play.seat, 1)


def break_shield(context: Context, play: Play, order: PlayCard) -> None:
    context.state.purses[play.seat] -= 100


def shielded(context: Context, play: Play) -> Mapping[int, int]:
    """Who has more than 100 coins has a shield, as everybody sees."""
    return {seat: SHIELD for seat in others(context, play) if context.state.purses[seat] > 100}


def on(reader: TokenReader) -> dict[str, object]:
    reader.pass_over("on")
    return {"on": read_territories(reader)}


def at_opponent(reader: TokenReader) -> dict[str, object]:
    reader.pass_over("on")
    return {"target": reader.colour()}


def at_card(reader: TokenReader) -> dict[str, object]:
    reader.pass_over("on")
    return {"what": read_card(reader)}


CARDS = Catalogue(
    (
        *toy.CARDS.kinds[:2],
        CardKind(
            "Storm, Wind of All Winds", "east", TURN, "", storm, 1, 1, targets=(Target(lands, on, ""),), chance=throw
        ),
        CardKind(
            "Spy",
            "east",
            TURN,
            "",
            lambda context, play, order: taking.look_into(context, play.seat, order.target),
            targets=(Target(opponent, at_opponent, "Name somebody with cards."),),
        ),
        CardKind("March", "east", TURN, "", go, targets=(Target(march, read_march, "From where to where?"),)),
        CardKind("Curse", "west", TURN, "", earn, targets=(Target(open_cards, at_card, "Name an open card."),)),
        CardKind("Swap", "west", TURN, "", swap, targets=(Target(pairs, read_pair, "Name two of one player."),)),
        CardKind("Gift", "west", TURN, "", earn, cost=9),
        CardKind("Shield", "open", "undo", "", break_shield),
    ),
    may_play=lambda context, seat, deck: "toy.closed" if deck == "west" and context.state.closed else "",
    while_attacking=lambda context: False,
    may_undo=shielded,
)
RULES = replace(
    toy.TOY,
    id="toy_windows",
    family="toy_windows",
    mechanics=(*toy.TOY.mechanics, undoing.MECHANIC, taking.MECHANIC, forcing.MECHANIC),
)


@pytest.fixture(autouse=True, scope="module")
def registered() -> Iterator[None]:
    """Known to these tests alone."""
    register_catalogue("toy_windows", lambda options: CARDS)
    register(RULES)
    yield
    del registry._RULESETS[RULES.id], _CATALOGUES["toy_windows"]


def holding(*cards: int, shields: tuple[int, ...] = ()) -> GameState:
    """Seat 0 has these cards and is asked for one of its turn; others have a shield."""
    state = to_attack()
    state.rules, state.family = RULES.id, RULES.edition
    for deck in ("east", "west", "open"):
        state.decks[deck] = state.discards[deck] = ()
    state.players[0] = changed(state.players[0], hand=cards)
    state.players[2] = changed(state.players[2], hand=(RELIEF, GIFT))
    state.owner[CAPE] = 0
    state.armies[CAPE] = 2
    for seat in shields:
        state.purses[seat] = 105
    state.agenda = [AttackAsked(seats=(0,)), PlayAsked(seats=(0,), timing=TURN)]
    return state


def after(state: GameState, *actions: Action, dice: tuple[int, ...] = ()) -> GameState:
    chance = ScriptedChance({"seat 0": dice})
    for action in actions:
        state = load(dump(apply(state, action, chance).state))
    assert not chance.left()
    return state


STORMED = PlayCard(0, "Storm", on=(CAPE,))


class TestUndoing:
    def asked(self, *cards: int, shields: tuple[int, ...] = (1,)) -> GameState:
        return after(holding(STORM, *cards, shields=shields), STORMED, dice=(4,))

    def test_it_is_asked_once_the_dice_are_known_and_before_anything_happens(self) -> None:
        state = self.asked()
        assert isinstance(state.agenda[-1], UndoAsked) and open_decision(state).seats == (1,)
        assert (state.armies[CAPE], state.purses[0], state.discards["east"]) == (2, 4, (STORM,))
        about = view_for(state, 1).about
        assert (about["seat"], about["card"], about["shown"], about["order"]["on"]) == (0, "Storm", (4,), (CAPE,))

    def test_a_card_that_is_undone_does_nothing_and_stays_paid(self) -> None:
        played = apply(self.asked(), PlayCard(1, "Shield"), ScriptedChance({}))
        assert played.events[1:] == [CardPlayed(1, 0, PlayCard(1, "Shield")), CardUndone(0, 1, "Storm")]
        assert (played.state.armies[CAPE], played.state.purses[:2]) == (2, [4, 5])
        assert isinstance(played.state.agenda[-1], AttackAsked)

    def test_one_that_is_let_pass_does_what_it_says(self) -> None:
        state = after(self.asked(STORM), Decline(1))
        assert (state.armies[CAPE], state.purses[1]) == (6, 105)
        assert isinstance(state.agenda[-1], PlayAsked)

    def test_it_waits_for_all_who_may_and_the_first_in_turn_order_undoes_it(self) -> None:
        state = after(self.asked(shields=(1, 2)), PlayCard(2, "Shield"))
        assert open_decision(state).seats == (1,) and state.purses[2] == 105
        state = after(state, PlayCard(1, "Shield"))
        assert (state.purses[1], state.purses[2], state.armies[CAPE]) == (5, 105, 2)

    @pytest.mark.parametrize("order", [PlayCard(1, "Gift"), PlayCard(1, "Shield", on=(CAPE,)), PlayCard(1, "Storm")])
    def test_no_other_card_undoes_it(self, order: PlayCard) -> None:
        with pytest.raises(IllegalAction, match="Only Shield can undo Storm"):
            after(self.asked(), order)

    def test_who_lets_the_turn_pass_is_asked_no_more_in_it_but_all_see_an_answer(self) -> None:
        state = after(self.asked(STORM), Decline(1, "turn"))
        played = apply(state, STORMED, ScriptedChance({"seat 0": (2,)}))
        assert SealedAnswerReceived(1, "cards.undo_asked") in played.events
        assert (played.state.armies[CAPE], played.state.agenda[-1]) == (8, AttackAsked(seats=(0,)))

    def test_nobody_without_a_shield_is_asked(self) -> None:
        assert isinstance(self.asked(shields=(0,)).agenda[-1], AttackAsked)

    def test_late_is_to_let_the_turn_pass_and_each_offer_is_legal(self) -> None:
        state = self.asked()
        assert default_answer(state, 1) == Decline(1, "turn")
        scopes = view_for(state, 1).offer("reaction.decline").field("scope", ChoiceField).values
        assert scopes == ("window", "turn")
        for seed in range(8):
            after(state, random_action(view_for(state, 1), Random(seed), 0))

    def test_an_answer_to_an_attack_may_be_undone_by_the_attacker(self) -> None:
        state = holding(shields=(0,))
        state.agenda = [AttackAsked(seats=(0,))]
        state = after(state, Attack(0, BAY, CRATER), PlayCard(2, "Relief"))
        assert open_decision(state).seats == (0,) and open_decision(state).pace == "turn"
        assert view_for(state, 0).offer("reaction.decline").fields[0].values == ("window", "order")
        undone = after(state, PlayCard(0, "Shield"))
        assert (undone.armies[CRATER], undone.purses[2], undone.players[2].hand) == (3, 4, (GIFT,))
        passed = after(state, Decline(0, "order"))
        assert passed.armies[CRATER] == 5
        assert next(item for item in passed.agenda if getattr(item, "passed", None)).passed == (0,)


class TestTaking:
    def shown(self) -> GameState:
        return after(holding(SPY), PlayCard(0, "Spy", target=2))

    def test_one_seat_alone_sees_the_hand(self) -> None:
        state = self.shown()
        assert isinstance(state.agenda[-1], TakeAsked)
        assert view_for(state, 0).extra["seen"] == ["Relief", "Gift"]
        assert [("seen" in view_for(state, viewer).extra) for viewer in (1, 2, None)] == [False] * 3
        assert view_for(state, 1).about == {"of": 2} and not view_for(state, 1).offers
        told = HandShown(0, 2, (RELIEF, GIFT))
        assert [event_for(told, viewer).cards for viewer in (0, 1, 2, None)] == [(RELIEF, GIFT), None, None, None]

    def test_the_card_changes_hands_and_two_seats_know_it(self) -> None:
        played = apply(self.shown(), TakeCard(0, "Gift"), ScriptedChance({}))
        assert (played.state.players[0].hand, played.state.players[2].hand) == ((GIFT,), (RELIEF,))
        (told,) = [event for event in played.events if isinstance(event, CardTaken)]
        seen = {viewer: event_for(told, viewer) for viewer in (0, 1, 2, None)}
        assert [(seen[viewer].card, seen[viewer].lost) for viewer in (0, 2)] == [(GIFT, None), (None, GIFT)]
        assert seen[1] == seen[None] == CardTaken(0, 2, "west", None, None)

    def test_a_card_that_is_not_there_is_refused_and_late_takes_the_dearest(self) -> None:
        state = self.shown()
        with pytest.raises(IllegalAction, match="Take one of these: Relief, Gift"):
            after(state, TakeCard(0, "Storm"))
        assert default_answer(state, 0) == TakeCard(0, "Gift")
        view = view_for(state, 0)
        assert parse_order("take gift", view) == TakeCard(0, "Gift")
        assert format_order(TakeCard(0, "Gift"), RULES.id, state.map, COLOURS) == "take Gift"

    def test_an_empty_hand_is_not_looked_into(self) -> None:
        state = holding(SPY)
        state.players[1] = changed(state.players[1], hand=())
        with pytest.raises(IllegalAction, match="Name somebody with cards"):
            after(state, PlayCard(0, "Spy", target=1))


class TestForcing:
    def turned_over(self, card: int, *, closed: bool = False, alone: bool = False) -> tuple[GameState, Context]:
        state = holding()
        state.closed = closed
        if alone:
            for seat in (1, 2):
                state.players[seat] = changed(state.players[seat], hand=())
        deck = CARDS.kinds[card].deck
        state.decks[deck] = ((card,),)
        context = Context(state, ScriptedChance({"seat 0": (3,)}))
        forcing.turn_over_and_play(context, 0, deck)
        run(context)
        return state, context

    def test_the_card_is_played_for_nothing_whatever_its_deck_asks_for(self) -> None:
        state, context = self.turned_over(GIFT, closed=True)
        assert context.events == [TurnedOver(0, "west", (GIFT,))]
        assert state.agenda[-1] == ForcedAsked(seats=(0,), card=GIFT)
        played = after(state, PlayCard(0, "Gift"))
        assert (played.purses[0], played.discards["west"], played.players[0].hand) == (6, (GIFT,), ())

    def test_no_other_card_will_do_and_its_targets_are_checked(self) -> None:
        state, _ = self.turned_over(CURSE)
        for order, says in ((PlayCard(0, "Gift"), "You must play Curse now"), (PlayCard(0, "Curse"), "Name an open")):
            with pytest.raises(IllegalAction, match=says):
                after(state, order)
        assert default_answer(state, 0) == PlayCard(0, "Curse", what="Shield")
        assert view_for(state, 0).about == {"card": "Curse"}

    def test_without_a_target_it_is_discarded_unasked(self) -> None:
        state, context = self.turned_over(SPY, alone=True)
        assert context.events[-1] == CardWasted(0, SPY) and isinstance(state.agenda[-1], PlayAsked)
        assert state.discards["east"] == (SPY,)

    def test_an_empty_deck_gives_none(self) -> None:
        state = holding()
        context = Context(state)
        forcing.turn_over_and_play(context, 0, "west")
        assert not context.events


class TestShown:
    def test_a_card_is_shown_and_put_back_among_all_others(self) -> None:
        state = holding()
        state.decks["east"] = ((SPY, MARCH, STORM),)
        context = Context(state, ScriptedChance({"east": [MARCH]}))
        assert show_and_return(context, 0, "east") == MARCH
        assert context.events == [TurnedOver(0, "east", (MARCH,))]
        assert state.decks["east"] == ((STORM, SPY, MARCH),)

    def test_what_lies_on_top_stays_there(self) -> None:
        state = holding()
        for before, after_it in (
            (((MARCH,), (SPY,), (STORM, CURSE)), ((SPY,), (STORM, MARCH, CURSE))),
            (((MARCH,), (SPY,), (STORM,)), ((SPY,), (STORM,), (MARCH,))),
            (((MARCH,),), ((MARCH,),)),
        ):
            state.decks["east"] = before
            show_and_return(Context(state), 0, "east")
            assert state.decks["east"] == after_it

    def test_an_empty_deck_shows_nothing(self) -> None:
        assert show_and_return(Context(holding()), 0, "east") is None


class TestForms:
    @pytest.fixture
    def view(self) -> PlayerView:
        return view_for(holding(STORM, SPY, MARCH, CURSE, SWAP), 0)

    @pytest.mark.parametrize(
        ("typed", "order", "written"),
        [
            (
                "play march from Bay to Cape, 2 with general",
                PlayCard(0, "March", src=BAY, dst=CAPE, armies=2, pieces=("general",)),
                "play March from Bay to Cape, 2 with general",
            ),
            (
                "play March Cape Bay 1",
                PlayCard(0, "March", src=CAPE, dst=BAY, armies=1),
                "play March from Cape to Bay, 1",
            ),
            ("play Curse on shield", PlayCard(0, "Curse", what="Shield"), "play Curse on Shield"),
            ("play storm, wind of all winds on Tycho", PlayCard(0, "Storm", on=(TYCHO,)), "play Storm on Tycho"),
        ],
    )
    def test_it_is_read_and_written(self, view: PlayerView, typed: str, order: PlayCard, written: str) -> None:
        assert parse_order(typed, view) == order == parse_order(written, view)
        assert format_order(order, RULES.id, view.map, COLOURS) == written

    def test_two_territories_of_one_player_say_whose_they_are(self) -> None:
        state = holding(SWAP)
        state.owner[TYCHO], state.armies[TYCHO] = 1, 7
        view, order = view_for(state, 0), PlayCard(0, "Swap", on=(TYCHO, CRATER), target=1)
        assert parse_order("play Swap on Tycho and Crater", view) == order
        assert format_order(order, RULES.id, state.map, COLOURS) == "play Swap on Tycho and Crater"
        assert (after(state, order).armies[TYCHO], after(state, order).armies[CRATER]) == (3, 7)
        for wrong in (parse_order("play Swap on Tycho and Cape", view), parse_order("play Swap on Tycho", view)):
            with pytest.raises(IllegalAction, match="Name two of one player"):
                after(state, wrong)

    def test_random_answers_are_legal_and_read_back(self) -> None:
        rng, state = Random(3), holding(STORM, SPY, MARCH, CURSE, SWAP)
        played = set()
        for _ in range(80):
            view = view_for(state, 0)
            order = random_action(view, rng, 0)
            assert parse_order(format_order(order, RULES.id, state.map, state.seats), view) == order
            apply(state, order, ScriptedChance({"seat 0": (1,)}))
            played.add(getattr(order, "card", ""))
        assert {"Storm", "Spy", "March", "Curse"} <= played

    @pytest.mark.parametrize(
        "order",
        [
            PlayCard(0, "March", src=BAY, dst=BAY, armies=1),
            PlayCard(0, "March", src=BAY, dst=CAPE, armies=99),
            PlayCard(0, "March", src=BAY, dst=CAPE),
            PlayCard(0, "March", src=CAPE, dst=BAY, armies=1, pieces=("general",)),
            PlayCard(0, "March", src=TYCHO, dst=BAY, armies=1),
            PlayCard(0, "Curse", what="Storm"),
        ],
    )
    def test_what_is_not_offered_is_refused(self, order: PlayCard) -> None:
        with pytest.raises(IllegalAction) as refusal:
            after(holding(MARCH, CURSE), order)
        assert refusal.value.code == "cards.target"
