"""Pieces, buildings and cards for coins: the toy game with something for sale."""

from collections.abc import Iterator
from dataclasses import replace

import msgspec
import pytest

import tests.toy as toy
from engine import (
    Action,
    End,
    FastChance,
    GameState,
    IllegalAction,
    Piece,
    RuleSet,
    Transition,
    UnreadableOrder,
    apply,
    default_answer,
    event_for,
    format_order,
    open_decision,
    parse_order,
    play,
    view_for,
)
from engine.core import registry
from engine.core.context import Context
from engine.core.registry import register
from engine.mechanics import purchase, turns
from engine.mechanics.battle.types import AttackStep
from engine.mechanics.purchase import Build, Built, Buy, CardsBought, Hire, Hired
from engine.position import position
from tests.engine.test_toy import BAY, CRATER
from tests.toy.family import known
from tests.toy.shop import COAST, MARKET, SHOP, fill_shelves

CAPE = COAST[1]
BOARD = "red: Bay 3, Cape 1 | blue: Crater 3 | green: *1"


@pytest.fixture(autouse=True, scope="module")
def rules() -> Iterator[RuleSet]:
    rules = register(
        replace(
            toy.TOY,
            id="toy_shop",
            mechanics=(*toy.TOY.mechanics, SHOP),
            turn=(turns.BeginTurn(), purchase.HireStep(), purchase.BuyStep(), AttackStep(), turns.EndTurn()),
            init_state=stocked,
            remakes_decks=False,
        )
    )
    yield rules
    del registry._RULESETS[rules.id]


def stocked(state: GameState, size: int) -> None:
    toy.TOY.init_state(state, size)
    fill_shelves(state)


def to_hire(coins: int = 9) -> GameState:
    return position(BOARD, rules="toy_shop", step="hire", purses={"red": coins})


def done(state: GameState, *orders: Action) -> Transition:
    for order in orders:
        played = apply(state, order, FastChance(1))
        state = played.state
    return played


@pytest.fixture(autouse=True, scope="module")
def family() -> Iterator[None]:
    with known():
        yield


class TestHiring:
    def test_pieces_come_first_and_buildings_after_them(self) -> None:
        state = done(to_hire(), Hire(0, "general", CAPE), Build(0, "tower", BAY)).state
        assert state.pieces == [Piece("general", 0, CAPE), Piece("tower", 0, BAY)]
        assert state.purses[0] == 4
        assert [offer.action for offer in view_for(state, 0).offers] == ["purchase.build", "turn.end"]
        with pytest.raises(IllegalAction, match="Hire before you build"):
            apply(state, Hire(0, "scout", BAY), FastChance(1))
        assert open_decision(done(state, Build(0, "tower", CAPE)).state).kind == "purchase.buy_asked"

    def test_who_put_what_where_for_how_much_is_told(self) -> None:
        hired = done(to_hire(), Hire(0, "general", CAPE))
        built = done(hired.state, Build(0, "tower", BAY))
        assert [event for event in hired.events if isinstance(event, Hired)] == [Hired(0, "general", CAPE, 2)]
        assert [event for event in built.events if isinstance(event, Built)] == [Built(0, "tower", BAY, 3)]

    def test_only_what_can_be_paid_and_placed_is_offered(self) -> None:
        view = view_for(to_hire(coins=2), 0)
        (hire, end) = view.offers
        assert (hire.fields[0].values, end.action) == (("general", "scout"), "turn.end")
        assert hire.fields[1].table == {"general": (BAY, CAPE), "scout": (BAY, CAPE)}
        cards = {"price": 1, "most": 2, "decks": {"help": 12}}
        assert view.about == {
            "prices": {"general": 2, "scout": 1, "tower": 3},
            "purse": 2,
            "built": False,
            "cards": cards,
        }

    def test_who_can_have_nothing_is_not_asked(self) -> None:
        state = to_hire(coins=1)
        state = done(state, Hire(0, "scout", BAY)).state
        assert open_decision(state).kind == "battle.attack_asked"  # no coin is left for cards either

    @pytest.mark.parametrize(
        ("order", "says"),
        [
            (Hire(0, "tower", BAY), "You cannot have a tower now"),
            (Build(0, "general", BAY), "You cannot have a general now"),
            (Hire(0, "general", CRATER), "Crater is not yours"),
            (Hire(0, "general", 99), "no such territory"),
            (Build(0, "tower", BAY), "That costs 3 coins: you have 2"),
        ],
    )
    def test_what_cannot_be_is_refused(self, order: Action, says: str) -> None:
        state = to_hire(coins=2)
        with pytest.raises(IllegalAction, match=says):
            apply(state, order, FastChance(1))

    def test_a_building_has_its_own_sites(self) -> None:
        state = done(to_hire(), Build(0, "tower", BAY)).state
        with pytest.raises(IllegalAction, match="You cannot put a tower in Bay"):
            apply(state, Build(0, "tower", BAY), FastChance(1))

    def test_who_is_late_hires_and_buys_nothing(self) -> None:
        state = to_hire()
        assert default_answer(state, 0) == End(0)
        assert default_answer(done(state, End(0)).state, 0) == End(0)

    def test_an_order_of_a_later_step_goes_past_it(self) -> None:
        taken = play(to_hire(), End(0, turn=True), FastChance(1))
        assert taken[-1][1].state.active == 1


class TestCards:
    def to_buy(self, coins: int = 9) -> GameState:
        return position(BOARD, rules="toy_shop", step="buy", purses={"red": coins})

    def test_cards_are_bought_unseen_in_one_order(self) -> None:
        state = self.to_buy()
        played = done(state, Buy(0, (("help", 3),)))
        state = played.state
        assert (len(state.players[0].hand), state.purses[0], state.bought) == (3, 6, True)
        assert open_decision(state).kind == "battle.attack_asked"
        (bought,) = (event for event in played.events if isinstance(event, CardsBought))
        assert (bought.decks, bought.price, tuple(sorted(bought.cards))) == ((("help", 3),), 3, state.players[0].hand)
        assert event_for(bought, 1).cards is None and event_for(bought, 0) == bought

    def test_others_learn_no_more_than_the_number(self) -> None:
        one, other = (apply(self.to_buy(), Buy(0, (("help", 2),)), FastChance(seed)) for seed in (1, 2))
        assert one.state.players != other.state.players
        for viewer in (1, None):
            assert view_for(one.state, viewer) == view_for(other.state, viewer)
            assert [event_for(event, viewer) for event in one.events] == [
                event_for(event, viewer) for event in other.events
            ]

    def test_once_a_turn(self) -> None:
        state = position(BOARD, rules="toy_shop", step="hire")
        state.bought = True
        assert open_decision(done(state, End(0)).state).kind == "battle.attack_asked"
        state = self.to_buy()
        state.bought = True
        assert [offer.action for offer in view_for(state, 0).offers] == ["turn.end"]
        with pytest.raises(IllegalAction, match="You have already bought cards this turn"):
            apply(state, Buy(0, (("help", 1),)), FastChance(1))

    def test_the_offer_ends_with_the_purse_the_turn_s_number_and_the_deck(self) -> None:
        for coins, most in ((9, 4), (2, 2)):
            (cards,) = view_for(self.to_buy(coins), 0).offer("purchase.buy").fields
            assert (cards.values, cards.least, cards.most, cards.table) == (("help",), 1, most, {})
        state = self.to_buy()
        state.decks["help"] = ((4, 7),)
        view = view_for(state, 0)
        assert view.offer("purchase.buy").fields[0].most == 2
        assert view.about == {"price": 1, "most": 2, "decks": {"help": 2}}

    @pytest.mark.parametrize(
        ("cards", "says"),
        [
            ((), "at least one card"),
            ((("help", 0),), "at least one card"),
            ((("help", -1),), "at least one card"),
            ((("help", 1), ("help", 1)), "Name each deck once"),
            ((("tea", 1),), "You cannot buy from the tea deck"),
            ((("rum", 1),), "You cannot buy from the rum deck"),
            ((("help", 5),), "at most 4 cards"),
            ((("help", 3),), "That costs 3 coins: you have 2"),
            ((("help", 99),), "Cards left in the help deck: 12"),
        ],
    )
    def test_what_cannot_be_is_refused(self, cards: tuple[tuple[str, int], ...], says: str) -> None:
        with pytest.raises(IllegalAction, match=says):
            apply(self.to_buy(coins=2), Buy(0, cards), FastChance(1))

    def test_an_empty_deck_that_is_made_anew_can_be_bought_from(self) -> None:
        state = self.to_buy()
        assert purchase.stock(Context(state), 0) == {"help": 12}
        remade = replace(registry.ruleset("toy_shop"), id="toy_remade", remakes_decks=True)
        register(remade)
        state.rules = "toy_remade"
        assert purchase.stock(Context(state), 0) == {"help": 12, "tea": 2}
        del registry._RULESETS["toy_remade"]


MINE = toy.CARDS.find("Mine")


@pytest.fixture
def market() -> Iterator[RuleSet]:
    """The shop in another order: buildings and pieces mixed, cards for two coins, for one with a general."""
    shop = registry.ruleset("toy_shop")
    parts = {"mechanics": (*shop.mechanics, MARKET), "purchase": replace(shop.purchase, pieces_first=False)}
    rules = register(replace(shop, id="toy_market", **parts))
    yield rules
    del registry._RULESETS[rules.id]


@pytest.mark.usefixtures("market")
class TestMarket:
    def at(self, step: str, coins: int, generals: tuple[str, ...] = ()) -> GameState:
        here = {"red": list(generals)}
        return position(BOARD, rules="toy_market", step=step, purses={"red": coins}, generals=here)

    def test_pieces_may_follow_buildings_where_the_rules_have_no_order(self) -> None:
        state = done(self.at("hire", 9), Build(0, "tower", BAY)).state
        assert view_for(state, 0).about["built"] is False
        assert done(state, Hire(0, "general", CAPE)).state.pieces[1] == Piece("general", 0, CAPE)

    def test_the_price_of_a_card_may_be_another_for_each_seat(self) -> None:
        for generals, price, most in (((), 2, 2), (("Bay",), 1, 4)):
            state = self.at("buy", 5, generals)
            assert view_for(state, 0).about == {"price": price, "most": most, "decks": {"help": 12}}
            assert view_for(state, 0).offer("purchase.buy").fields[0].most == most
            assert done(state, Buy(0, (("help", 2),))).state.purses[0] == 5 - 2 * price
        with pytest.raises(IllegalAction, match="That costs 6 coins: you have 5"):
            apply(self.at("buy", 5), Buy(0, (("help", 3),)), FastChance(1))

    def test_companions_are_hired_by_name_like_units(self) -> None:
        view = view_for(self.at("hire", 9), 0)
        assert parse_order("hire bishop at Cape", view) == Hire(0, "bishop", CAPE)
        with pytest.raises(UnreadableOrder, match="Say which one: scout, general or bishop"):
            parse_order("hire rook at Cape", view)

    def test_the_price_counts_before_the_first_card_is_hired_for(self) -> None:
        state = self.at("hire", 9)
        assert view_for(state, 0).about["cards"]["price"] == 2
        assert view_for(done(state, Hire(0, "general", BAY)).state, 0).about["cards"]["price"] == 1

    def test_cards_that_lie_open_are_in_no_hand(self) -> None:
        state = self.at("buy", 9)
        state.decks["help"] = ((0, MINE, MINE),)
        played = done(state, Buy(0, (("help", 3),)))
        assert (played.state.players[0].hand, played.state.discards["help"]) == ((0,), (MINE, MINE))


@pytest.mark.parametrize(
    ("typed", "order", "written"),
    [
        ("hire general at Bay", Hire(0, "general", BAY), "hire general at Bay"),
        ("Hire Scout Cape", Hire(0, "scout", CAPE), "hire scout at Cape"),
        ("hire general at Bay for 2", Hire(0, "general", BAY), "hire general at Bay"),
        ("tower at bay", Build(0, "tower", BAY), "tower at Bay"),
        ("buy help 2, tea 1", Buy(0, (("help", 2), ("tea", 1))), "buy help 2, tea 1"),
        ("buy 2 help cards and tea", Buy(0, (("help", 2), ("tea", 1))), "buy help 2, tea 1"),
        ("buy help, help 2", Buy(0, (("help", 3),)), "buy help 3"),
    ],
)
def test_orders_are_read_and_written(typed: str, order: Action, written: str) -> None:
    view = view_for(to_hire(), 0)
    assert parse_order(typed, view) == order
    assert format_order(order, "toy_shop", view.map) == written
    assert parse_order(written, view) == order


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("hire a dragon at Bay", "Say which one: scout or general"),
        ("hire general at Bay for 3", "That costs 2: leave the price out"),
        ("buy", "Say from which deck"),
        ("buy rum 2", "There is no such deck: choose from"),
    ],
)
def test_what_cannot_be_read_says_what_would_be_right(typed: str, says: str) -> None:
    with pytest.raises(UnreadableOrder, match=says):
        parse_order(typed, view_for(to_hire(), 0))


def test_a_random_answer_is_legal() -> None:
    state = position(BOARD, rules="toy_shop", step="buy")
    (cards,) = view_for(state, 0).offer("purchase.buy").fields
    for seed in range(20):
        drawn = cards.sample({}, lambda bound, seed=seed: (seed * 7) % bound)
        apply(state, Buy(0, drawn), FastChance(1))
    assert msgspec.json.encode(cards)
