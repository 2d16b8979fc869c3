"""The economy of a turn beside its cases: what is told and offered, orders that are written, and the final score."""

import pytest

from engine import Action, End, FastChance, GameState, PlayerView, apply, event_for, format_order, parse_order, view_for
from engine.core.context import Context
from engine.mechanics.action_cards.kinds import cards_of
from engine.mechanics.action_cards.types import PlayCard
from engine.mechanics.bidding import Bid, BidsOpened
from engine.mechanics.deploy import Place
from engine.mechanics.income import IncomeCollected
from engine.mechanics.purchase import Build, Buy, CardsBought, Hire
from engine.mechanics.scoring import foremost
from engine.mechanics.turns import TurnBegan
from engine.position import position
from engine.rules.godstorm.book_of_the_dead import BookRead
from engine.rules.godstorm.elimination import LeftTheGame
from engine.rules.godstorm.epochs import EPOCHS, EndEpoch, Score, Scored, end_epoch
from engine.rules.godstorm.faith import FaithGathered, RelicPaid, TemplesPaid
from engine.rules.godstorm.miracles import RelicRevealed

BOARD = "red: Roma 3, Rus 1, Scythia 1, Cimmeria 1, Sarmatia 1 | blue: Egypt 3 | green: *1"
BOOK = "The Book of the Dead"


def stand(board: str = BOARD, **said: object) -> GameState:
    return position(board, rules="godstorm", **said)


def at(view: PlayerView, name: str) -> int:
    return view.graph.names.index(name)


class TestRaising:
    def test_a_turn_tells_what_relics_land_and_temples_pay_in_this_order(self) -> None:
        relics = {"red": ["The Wine of Eternal Life", "Freya's Tears of Gold", "Excalibur"]}
        before = stand(
            turn="green", step="fortify", relics=relics, temples={"Roma": True}, markers={"green": 1, "red": 2}
        )
        played = apply(before, End(2, turn=True), FastChance(1))
        kinds = [TurnBegan, RelicPaid, RelicPaid, RelicPaid, IncomeCollected, FaithGathered, TemplesPaid]
        told = [event for event in played.events if type(event) in kinds]
        assert [type(event) for event in told] == kinds
        assert told[1:4] == [
            RelicPaid(0, "The Wine of Eternal Life", 1, 0),
            RelicPaid(0, "Freya's Tears of Gold", 0, 1),
            RelicPaid(0, "Excalibur", 2, 0),
        ]
        assert told[5:] == [FaithGathered(0, 5, 1, 7), TemplesPaid(0, (at(view_for(before, 0), "Roma"),))]
        assert played.state.pool == 5 + 1 + 2

    def test_the_book_is_offered_until_it_is_read_or_an_army_is_placed(self) -> None:
        state = stand(step="raise", relics={"red": [BOOK]})
        view = view_for(state, 0)
        order = PlayCard(0, BOOK)
        assert [offer.fields[0].values for offer in view.offers if offer.action == "cards.play"] == [(BOOK,)]
        read = apply(state, order, FastChance(1))
        assert [event for event in read.events if isinstance(event, BookRead)] == [BookRead(0, 2, 4)]
        placed = apply(state, Place(0, ((at(view, "Roma"), 1),)), FastChance(1))
        for after in (read.state, placed.state):
            assert not [offer for offer in view_for(after, 0).offers if offer.action == "cards.play"]
        assert not [offer for offer in view_for(stand(step="raise"), 0).offers if offer.action == "cards.play"]


class TestBuying:
    def test_what_is_offered_says_where_gods_and_temples_may_stand(self) -> None:
        state = stand(
            step="summon", faith={"red": 6}, plague=["Roma"], temples={"Rus": True}, gods={"red": {"war": "Rus"}}
        )
        view = view_for(state, 0)
        assert view.about["prices"] == {"death": 3, "magic": 3, "sky": 3, "temple": 5}
        (kinds, spots), (_, sites) = (offer.fields for offer in view.offers[:2])
        assert kinds.values == ("death", "magic", "sky")
        assert at(view, "Roma") not in spots.table["sky"] and at(view, "Rus") in spots.table["sky"]
        assert at(view, "Roma") in sites.table["temple"] and at(view, "Rus") not in sites.table["temple"]

    def test_cards_are_secret_and_relics_are_not(self) -> None:
        state = stand(step="obtain", faith={"red": 8}, gods={"red": {"magic": "Roma", "war": "Roma"}})
        played = apply(state, Buy(0, (("magic", 1), ("war", 2))), FastChance(1))
        (bought,) = (event for event in played.events if isinstance(event, CardsBought))
        (revealed,) = (event for event in played.events if isinstance(event, RelicRevealed))
        assert event_for(bought, 1).cards is None and event_for(revealed, 1) == revealed
        assert played.state.relics[0] == (revealed.card,) and revealed.card not in played.state.players[0].hand
        assert len(played.state.players[0].hand) == 2 and played.state.purses[0] == 2

    def test_the_price_of_a_card_is_told(self) -> None:
        gods = {"red": {"war": "Roma"}}
        for relics, price, most in (([], 2, 2), (["Stonehenge"], 1, 4)):
            state = stand(step="obtain", faith={"red": 5}, gods=gods, relics={"red": relics})
            assert view_for(state, 0).about == {"price": price, "most": most, "decks": {"war": 17}}


@pytest.mark.parametrize(
    ("step", "typed", "written"),
    [
        ("raise", "play the book of the dead", f"play {BOOK}"),
        ("summon", "Summon magic Roma", "summon magic at Roma"),
        ("summon", "temple at rus", "temple at Rus"),
        ("obtain", "buy war 2 and sky", "buy war 2, sky 1"),
        ("bid", "bid 2, marker 3, 1", "bid 2, marker 3, 1"),
    ],
)
def test_orders_are_read_and_written(step: str, typed: str, written: str) -> None:
    state = stand(step=step, faith={"red": 9}, relics={"red": [BOOK]}, gods={"red": {"war": "Roma", "sky": "Roma"}})
    view = view_for(state, 0)
    order = parse_order(typed, view)
    assert isinstance(order, Bid | Build | Buy | Hire | PlayCard)
    assert format_order(order, "godstorm", state.map) == written
    assert parse_order(written, view) == order
    apply(state, order, FastChance(1))


def test_what_the_tablets_add_is_told_with_the_bids() -> None:
    state = stand(step="bid", faith={"red": 3, "blue": 2}, relics={"green": ["The Tablets of Destiny"]})
    assert view_for(state, None).about["bonuses"] == ((2, 3),)
    for order in (Bid(0, 2), Bid(1, 1), Bid(2, 0)):
        played = apply(state, order, FastChance(1))
        state = played.state
    assert BidsOpened(((2, 0), (0, 2), (1, 1)), (), ((2, 3),)) in played.events
    assert state.purses == [1, 1, 0]


def score(seat: int, points: int, *ties: int) -> Score:
    return Score(seat, points, 0, 0, 0, 0, *ties)


class TestScores:
    @pytest.mark.parametrize(
        ("rows", "won"),
        [
            (((10, 0, 0, 0, 0), (9, 9, 9, 9, 9)), (0,)),  # the score alone, whatever else
            (((9, 1, 0, 0, 0), (9, 0, 9, 9, 9)), (0,)),  # level: faith
            (((9, 1, 0, 9, 9), (9, 1, 1, 0, 0)), (1,)),  # level again: temples
            (((9, 1, 1, 2, 0), (9, 1, 1, 1, 9)), (0,)),  # level again: gods
            (((9, 1, 1, 2, 8), (9, 1, 1, 2, 9)), (1,)),  # level again: armies
            (((9, 1, 1, 2, 9), (9, 1, 1, 2, 9), (8, 9, 9, 9, 9)), (0, 1)),  # level in all
        ],
    )
    def test_ties_go_by_faith_temples_gods_and_armies(
        self, rows: tuple[tuple[int, ...], ...], won: tuple[int, ...]
    ) -> None:
        scores = [score(seat, *row) for seat, row in enumerate(rows)]
        assert foremost({each.seat: each.rank for each in scores}) == won

    def test_every_part_of_a_score_is_told_in_turn_order(self) -> None:
        state = stand(
            step="invade",
            epoch=EPOCHS,
            markers={"blue": 1, "red": 2, "green": 3},
            underworld="red: u2 1, u3 4, u5 1",
            relics={"red": ["Stonehenge"], "blue": ["The Great Pyramids", "Mjolnir"]},
            temples={"Egypt": True},
            gods={"blue": {"sky": "Egypt", "war": "Egypt"}},
            faith={"blue": 7},
        )
        assert view_for(state, None).extra["scores"][:2] == (5 + 2 + 3, 1 + 1)
        context = Context(state)
        end_epoch(context, EndEpoch())
        (scored, won) = context.events
        assert isinstance(scored, Scored) and [each.seat for each in scored.scores] == [1, 0, 2]
        assert scored.scores[0] == Score(1, 1, 0, 0, 0, 1, faith=7, temples=1, gods=2, armies=3)
        assert scored.scores[1] == Score(0, 5, 2, 2, 1, 0, faith=0, temples=0, gods=0, armies=7)
        assert state.scores[:2] == (10, 2) and won.seats == state.winners == (2,)

    def test_an_epoch_before_the_last_one_ends_without_scores(self) -> None:
        context = Context(stand(step="invade", epoch=EPOCHS - 1))
        end_epoch(context, EndEpoch())
        assert (context.state.epoch, context.state.winners, context.state.scores) == (EPOCHS, (), ())


def test_what_a_seat_that_is_out_takes_with_it_is_told() -> None:
    state = stand(
        "red: Roma 9 | blue: Liguria 1 | green: *1",
        step="invade",
        faith={"blue": 4},
        relics={"blue": ["Excalibur"]},
        underworld="blue: u2 3",
        heaven={"blue": 2},
        miracles={"blue": ["Champions Arise"]},
    )
    view = view_for(state, 0)
    order: Action = parse_order("attack Roma Liguria until captured, then advance all", view)
    for seed in range(50):  # until the dice take the one army
        played = apply(state, order, FastChance(seed))
        if played.state.players[1].out:
            break
    (left,) = (event for event in played.events if isinstance(event, LeftTheGame))
    excalibur = cards_of(Context(state)).find("Excalibur")
    below = {view.graph.ids[place]: armies for place, armies in left.dead}
    assert (left.seat, below, left.relics, left.faith) == (
        1,
        {"u2": 3, "avalon": 3},
        (excalibur,),
        4,
    )  # the last one that fell is in heaven too
    assert played.state.players[1].hand == () and -1 in (played.state.owner[place] for place, _ in left.dead)
