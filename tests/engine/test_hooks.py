"""Every hook of a family, where the shared mechanics call it: the toy game with those that it has no use for itself.

Nobody enters the Moon in the first round; in the Dune nobody throws a second die. Who takes the Crater gets a coin,
who has twenty wins; the coins of an eliminated seat go to its conqueror. A turn begins with a coin too, and no
territory holds more than nine armies. Nobody needs to stay in Rille, and who loses land to nobody gets a coin.
Generals are called Max, men are soldiers, and orders write the Moon by codes. Sets of cards, which the toy game has
not, are hooked into the modern game: no pictured land after the first set, a set brings its seat the turn's card, and
any two cards count as one.
"""

from collections.abc import Iterator
from dataclasses import replace

import msgspec
import pytest

import tests.toy as toy
from engine import (
    End,
    GameState,
    IllegalAction,
    Piece,
    PlayerView,
    ScriptedChance,
    apply,
    dump,
    load,
    mapgraph,
    open_decision,
    pack,
    ruleset,
    unpack,
    view_for,
)
from engine.core import registry
from engine.core.actions import Action
from engine.core.agenda import Decision
from engine.core.context import Context
from engine.core.dice import Board, Clash
from engine.core.hooks import BoardHooks, HookRecord, ViewHooks, WordHooks, join_hooks
from engine.core.notation import Formatter, TokenReader
from engine.core.offers import NumberField, Offer
from engine.core.registry import register
from engine.core.ruleset import Mechanic
from engine.core.state import COLOURS
from engine.mechanics import income, setup, turns
from engine.mechanics.battle.hooks import BattleHooks
from engine.mechanics.battle.losses import settle_losses, strike
from engine.mechanics.battle.targeting import most_dice, targets
from engine.mechanics.battle.types import AfterLosses, Attack, Defend, DiceRolled
from engine.mechanics.card_sets import CardSetHooks, Trade
from engine.mechanics.deploy import Place, PlaceAsked
from engine.mechanics.occupy import OccupyHooks
from engine.mechanics.reaction import InvasionHooks
from engine.mechanics.turns import Elimination, TurnHooks
from engine.position import position
from tests.engine.test_toy import BAY, CRATER, GRAPH, TYCHO, to_attack
from tests.toy.fates import FATES
from tests.toy.ground import GROUND
from tests.toy.shop import MARKET, SHOP
from tests.toy.souls import HAUNTED, SOULS

WORLD = mapgraph("classic42")
DUNE, MARE, RILLE = (GRAPH.number[name] for name in ("dune", "mare", "rille"))
RICH = 20  # coins that win the game
FOURS = (4, 4)


def behind_the_gate(context: Context) -> list[int]:
    """Once the gate is closed, Mare counts for nothing."""
    return [MARE] if context.state.closed else []


def no_moon_yet(context: Context, seat: int, src: int, dst: int) -> str | None:
    on_the_moon = context.graph.ids[dst] in toy.MOON.ids
    return "battle.not_adjacent" if context.state.round == 1 and on_the_moon else None


def free_camp(board: Board, territory: int) -> int | None:
    return 0 if territory == RILLE else None


def console(context: Context, seat: int, at: int) -> None:
    context.state.purses[seat] += 1


def shut(context: Context, seat: int, src: int, dst: int) -> None:
    """The gate to the Moon is closed while the Crater beside it is attacked."""
    context.state.closed = dst == CRATER


class TollAsked(Decision, frozen=True, kw_only=True, tag="toy.toll_asked"):
    step = "attack"


class Toll(Action, frozen=True, tag="toy.toll"):
    coins: int


def take_toll(context: Context, asked: TollAsked, order: Toll) -> None:
    context.pay(order.seat, order.coins)
    context.pop_decision()


TOLL = Mechanic(
    "toll",
    answers={(TollAsked, Toll): take_toll},
    offers={TollAsked: lambda *_: (Offer("toy.toll", "Pay", (NumberField("coins", most=1),)),)},
    defaults={TollAsked: lambda context, asked, seat: Toll(seat, 0)},
)


def bet(context: Context, order: Attack, attack: tuple[int, ...], defend: tuple[int, ...]) -> TollAsked | None:
    """With two fours the attacker pays a toll before they count."""
    return TollAsked(seats=(order.seat,)) if attack == FOURS else None


def allowance(context: Context) -> None:
    context.state.purses[context.state.active] += 1


def last_toll(context: Context) -> TollAsked | None:
    """Who has nothing left at the end of their turn gets a coin, and must pay a toll before it is over."""
    seat = context.state.active
    if context.state.purses[seat]:
        return None
    context.state.purses[seat] = 1
    return TollAsked(seats=(seat,))


def treasure(context: Context, seat: int, dst: int, was: int) -> None:
    context.state.purses[seat] += dst == CRATER


def inherit(context: Context, seat: int, by: int) -> None:
    purses = context.state.purses
    purses[by], purses[seat] = purses[by] + purses[seat], 0


def take_all(context: Context, seats: tuple[int, ...]) -> None:
    purses = context.state.purses
    context.state.purses = [sum(purses) if seat in seats else 0 for seat in range(len(purses))]


def rich(context: Context, eliminated: Elimination | None) -> tuple[int, ...]:
    return tuple(seat for seat in context.state.active_seats() if context.state.purses[seat] >= RICH)


def crowded(context: Context) -> int:
    return 9


def name_generals(view: PlayerView, seat: int) -> dict[str, str]:
    return {"general": "Max"} if seat == view.viewer else {}


def first_set(context: Context, seat: int) -> bool:
    return context.state.sets_traded == 0


def count_as_capture(context: Context, seat: int, bonus: int) -> None:
    context.state.captures += bonus >= 0


MORE = Mechanic(
    "more",
    hooks=(
        BoardHooks(left_out=(behind_the_gate,), must_stay=(free_camp,), army_limit=(crowded,)),
        WordHooks(army_titles=("soldier", "soldiers"), piece_names=(name_generals,), code_zones=("moon",)),
        InvasionHooks(may_enter=(no_moon_yet,)),
        BattleHooks(on_target_changed=(shut,), on_dice_rolled=(bet,)),
        OccupyHooks(on_emptied=(console,), on_capture=(treasure,), on_elimination=(inherit,)),
        TurnHooks(
            on_turn_start=(allowance,), before_turn_end=(last_toll,), find_winners=(rich,), on_game_over=(take_all,)
        ),
    ),
)
CARDS = Mechanic(
    "cards",
    hooks=(
        CardSetHooks(territory_bonus_allowed=(first_set,), on_trade=(count_as_capture,)),
        ViewHooks(has_set=(lambda view: len(view.hand) == 2,)),
    ),
)
HOOKED = replace(toy.TOY, id="toy_hooks", mechanics=(*toy.TOY.mechanics, TOLL, MORE))
WITH_CARDS = replace(ruleset("modern"), id="modern_hooks", for_two="", mechanics=(*ruleset("modern").mechanics, CARDS))
PARTS = (*toy.TOY.mechanics, MORE, CARDS, SHOP, MARKET, FATES, SOULS, GROUND)
USED = join_hooks(record for part in PARTS for record in part.hooks)


@pytest.fixture(autouse=True, scope="module")
def registered() -> Iterator[None]:
    """Known to these tests alone."""
    register(HOOKED)
    register(WITH_CARDS)
    yield
    for rules in (HOOKED, WITH_CARDS):
        del registry._RULESETS[rules.id]


def hooked() -> GameState:
    """`to_attack` under the rules with more hooks."""
    state = to_attack()
    state.rules = HOOKED.id
    return state


class TestHooks:
    """Those of reactions, pieces, companions, gates and shops are proved beside the toy game."""

    @pytest.mark.parametrize("kind", HookRecord.__subclasses__())
    def test_every_hook_has_a_sentence_and_is_used_here(self, kind: type[HookRecord]) -> None:
        for name in kind.__struct_fields__:
            assert f"{name}: " in (kind.__doc__ or ""), name
            assert getattr(USED[kind], name), name

    def test_no_two_hooks_have_one_name(self) -> None:
        names = [name for kind in HookRecord.__subclasses__() for name in kind.__struct_fields__]
        assert sorted({*names}) == sorted(names)

    def test_hooks_of_one_kind_are_called_in_the_order_of_the_list(self) -> None:
        first, second = TurnHooks(on_turn_start=(allowance,)), TurnHooks(on_turn_start=(turns.leave_turn,))
        assert join_hooks([first, second])[TurnHooks].on_turn_start == (allowance, turns.leave_turn)
        assert join_hooks([second, first])[TurnHooks].on_turn_start == (turns.leave_turn, allowance)
        assert not join_hooks([first])[TurnHooks].on_game_over
        assert join_hooks([])[TurnHooks] == TurnHooks()

    def test_a_family_has_words_of_its_own(self) -> None:
        assert [HOOKED.count_armies(count) for count in (1, 2)] == ["1 soldier", "2 soldiers"]
        assert (HOOKED.army_noun, HOOKED.armies_noun) == ("soldier", "soldiers")
        moon = replace(HOOKED, map=HAUNTED.map)
        writer = Formatter(mapgraph(moon.map), COLOURS, moon)
        assert [writer.territory(at) for at in (TYCHO, BAY)] == [GRAPH.codes[TYCHO].lower(), GRAPH.names[BAY]]
        reader = TokenReader("max", view_for(hooked(), 0))
        assert reader.piece(("general",)) == "general" and reader.piece(("general",), 1) == ""

    def test_a_family_says_what_is_a_set(self) -> None:
        state = position("red: *1", rules=WITH_CARDS.id)
        for hand in ((0,), (0, 1)):
            state.players[0] = msgspec.structs.replace(state.players[0], hand=hand)
            assert view_for(state, 0).has_set == (len(hand) == 2)

    def test_a_territory_may_be_barred(self) -> None:
        state = hooked()
        state.round, state.owner[CRATER] = 1, 0
        assert TYCHO not in view_for(state, 0).offer("battle.attack").fields[1].table.get(str(CRATER), ())
        with pytest.raises(IllegalAction, match="Crater and Tycho are not connected"):
            apply(state, Attack(0, CRATER, TYCHO), ScriptedChance({}))
        state.round = 2
        assert TYCHO in view_for(state, 0).offer("battle.attack").fields[1].table[str(CRATER)]

    def test_land_that_is_left_out_counts_for_nothing(self) -> None:
        state = hooked()
        state.owner[TYCHO] = state.owner[RILLE] = 0
        moon = (2, 1)
        assert moon not in income.income_of(Context(state), 0).continents
        state.closed, state.owner[DUNE] = True, -1
        context = Context(state)
        assert moon in income.income_of(context, 0).continents
        assert income.income_of(context, 0).territories == state.owner.count(0)
        state.owner[MARE] = 0
        assert income.income_of(context, 0).territories == state.owner.count(0) - 1
        state.agenda, state.pool = [PlaceAsked(seats=(0,))], 1
        with pytest.raises(IllegalAction, match="You cannot place armies in Mare"):
            apply(state, Place(0, ((MARE, 1),)), ScriptedChance({}))
        assert MARE not in context.neighbours(RILLE, "border")
        assert not context.borders.neighbours[MARE]
        assert view_for(state, 0).links == tuple(context.borders.neighbours)
        state.owner[MARE] = -1
        assert setup.free_land(context) == [DUNE]

    def test_land_that_is_left_out_is_held_all_the_same(self) -> None:
        state = hooked()
        state.owner[MARE] = state.owner[RILLE] = 2
        before = income.income_of(Context(state), 2).territories
        state.closed = True
        context = Context(state)
        assert MARE in context.places_of(2) and MARE not in context.territories_of(2)
        assert sorted([*context.territories_of(2), MARE]) == context.places_of(2)
        assert income.income_of(context, 2).territories == before - 1

    def test_nobody_needs_to_stay_where_a_family_says_so(self) -> None:
        state = hooked()
        state.owner[RILLE], state.armies[RILLE] = 0, 1
        context = Context(state)
        assert (context.must_stay(BAY), context.must_stay(RILLE)) == (1, 0)
        assert context.movable(RILLE) == context.units(RILLE)
        assert view_for(state, 0).must_stay(RILLE) == 0
        assert most_dice(context, "attacker", Clash(RILLE, MARE)) == 1
        state.owner[MARE], state.round = 1, 2
        assert MARE in targets(context, RILLE, 0)

    def test_an_empty_place_that_needs_nobody_stays_its_seats(self) -> None:
        state = hooked()
        state.owner[RILLE], state.armies[RILLE] = 0, 0
        state.owner[DUNE], state.armies[DUNE], state.pieces = 0, 0, []
        before = state.purses[0]
        context = Context(state)
        strike(context, {})
        settle_losses(context, state.agenda.pop())
        assert (state.owner[RILLE], state.owner[DUNE]) == (0, -1)
        state.owner[MARE], state.round = 1, 2
        with pytest.raises(
            IllegalAction, match="You have no armies in Rille: attack from a place where you have some."
        ):
            apply(state, Attack(0, RILLE, MARE), ScriptedChance({}))
        assert state.purses[0] == before + 1

    def test_bystanders_are_no_units_and_hold_nothing(self) -> None:
        state = hooked()
        context = Context(state)
        units, own = context.units(BAY), context.own_pieces(BAY)
        context.add_piece("oracle", state.owner[BAY], BAY)
        assert (context.units(BAY), context.own_pieces(BAY)) == (units, own)
        assert context.bystanders_at(BAY) == view_for(state, 0).bystanders_at(BAY) == ("oracle",)
        assert "oracle" not in context.buildings_at(BAY)
        assert context.borders.units[BAY] == view_for(state, 0).units(BAY) == units
        state.pieces, state.armies[BAY] = [Piece("oracle", 0, BAY)], 0
        settle_losses(context, AfterLosses())
        assert state.owner[BAY] == -1

    def test_a_continent_of_which_nothing_is_left_is_nobodys(self) -> None:
        state = hooked()
        context = Context(state)
        context.board_hooks = BoardHooks(left_out=(lambda _: range(GRAPH.size),))
        assert not income.income_of(context, 2).continents

    def test_a_family_says_who_stays_in_the_game(self) -> None:
        state = hooked()
        assert Context(state).living(1)
        state.pieces = [Piece("tower", 1, CRATER)]
        state.armies[CRATER] = 0
        assert not Context(state).living(1)
        context = Context(state)
        context.board_hooks = BoardHooks()
        assert context.living(1)

    def test_a_family_asks_about_a_throw_before_it_counts(self) -> None:
        state = alone(3)
        chance = ScriptedChance({"attacker": FOURS, "defender": [5, 3]})
        state = apply(state, Attack(0, BAY, CRATER), chance).state
        played = apply(state, Defend(1, 2), chance)
        thrown = played.events[-1]
        assert isinstance(thrown, DiceRolled) and (thrown.attack, thrown.defend) == (FOURS, (5, 3))
        assert (open_decision(played.state).kind, played.state.armies[CRATER]) == ("toy.toll_asked", 3)
        played = apply(played.state, Toll(0, 1), chance)
        assert [type(event).__name__ for event in played.events[-1:]] == ["RoundResolved"]
        assert (open_decision(played.state).kind, played.state.armies[CRATER]) == ("battle.attack_asked", 2)

    def test_something_follows_when_attacks_turn_to_a_territory_and_when_they_are_over(self) -> None:
        state = alone(1)
        state.owner[DUNE] = 1
        chance = ScriptedChance({"attacker": [1], "defender": [1]})
        attacked = apply(state, Attack(0, BAY, CRATER, dice=1), chance).state
        assert attacked.closed
        assert not apply(attacked, End(0), chance).state.closed
        assert not captured(state).closed

    def test_what_is_paid_and_earned_goes_through_the_purse(self) -> None:
        state = hooked()
        context = Context(state)
        context.earn(1, 3)
        context.pay(1, 8)
        assert state.purses == [5, 0, 5]
        with pytest.raises(IllegalAction, match="That costs 6 coins: you have 5"):
            context.pay(0, 6)
        assert state.purses == [5, 0, 5]

    def test_armies_on_a_territory_are_limited(self) -> None:
        state = hooked()
        state.agenda, state.pool, state.armies[BAY] = [PlaceAsked(seats=(0,))], 10, 3
        with pytest.raises(IllegalAction, match="Bay can hold at most 9 armies"):
            apply(state, Place(0, ((BAY, 6),)), ScriptedChance({}))  # a general stands there too
        state = apply(state, Place(0, ((BAY, 5),)), ScriptedChance({})).state
        assert (state.armies[BAY], state.pool) == (8, 0)  # there was no other land, so the rest is lost

    def test_a_family_may_end_the_armies_for_pictured_land(self) -> None:
        hand = ["Alaska", "Alberta", "wild", "Brazil", "Quebec", "wild"]
        state = position("red: Alaska 1, Brazil 1 | blue: *1", rules="modern", turn="red", hands={"red": hand})
        state.rules = WITH_CARDS.id
        alaska, alberta, brazil, quebec = (WORLD.number[name] for name in ("alaska", "alberta", "brazil", "quebec"))
        state = apply(state, Trade(0, (alaska, alberta, WORLD.size)), ScriptedChance({})).state
        assert (state.armies[alaska], state.captures) == (3, 1)
        second = (quebec, brazil, WORLD.size)
        assert view_for(state, 0).offer("cards.trade").fields[1].table == {str(second): (-1,)}
        state = apply(state, Trade(0, second), ScriptedChance({})).state
        assert (state.armies[brazil], state.captures) == (1, 1)

    def test_something_follows_the_beginning_of_a_turn(self) -> None:
        state = hooked()
        state.active, before = 2, [*state.purses]
        turns.begin_turn(Context(state), turns.BeginTurn())
        assert state.purses == [before[0], before[1], before[2] + 1]

    def test_the_memory_of_a_turn_ends_with_the_next_one(self) -> None:
        state = hooked()
        state.passed, state.jammed, state.bought, state.invaded = (1,), (2,), True, True
        assert unpack(pack(state)) == load(dump(state)) == state.copy() == state
        turns.begin_turn(Context(state), turns.BeginTurn())
        assert (state.passed, state.jammed, state.bought, state.invaded) == ((), (), False, False)

    def test_a_turn_does_not_end_before_a_last_question(self) -> None:
        state = hooked()
        state.purses[state.active] = 0
        context = Context(state)
        turns.end_turn(context, turns.EndTurn())
        assert not context.events
        assert isinstance(state.agenda[-1], TollAsked)
        assert isinstance(state.agenda[-2], turns.EndTurn)
        state.agenda.pop()
        turns.end_turn(context, state.agenda.pop())
        assert [type(event) for event in context.events] == [turns.TurnEnded]

    def test_something_follows_a_capture(self) -> None:
        state = alone(1)
        state.owner[DUNE] = 1
        assert captured(state).purses == [6, 5, 5]

    def test_something_follows_an_elimination(self) -> None:
        after = captured(alone(1))
        assert after.players[1].out
        assert after.purses == [11, 0, 5]

    def test_a_family_has_victories_of_its_own(self) -> None:
        state = alone(1)
        state.purses = [RICH - 1, 0, 5]
        after = captured(state)
        assert after.winners == (0,)
        assert after.purses == [RICH + 5, 0, 0]


def alone(crater: int) -> GameState:
    """The same without generals and cards, so that nobody can help, and with so many armies in the crater."""
    state = hooked()
    state.pieces, state.armies[CRATER] = [], crater
    state.players = [msgspec.structs.replace(player, hand=()) for player in state.players]
    return state


def captured(state: GameState) -> GameState:
    chance = ScriptedChance({"attacker": [6, 6], "defender": [1]})
    return apply(state, Attack(0, BAY, CRATER, advance=2), chance).state
