"""One record holds all that the site knows of a family beside its decisions: each part is taken from it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from django.template import engines
from django.urls import reverse
from django.utils.translation import gettext_lazy

from engine import Offer, Piece, PlacementsField, mapgraph, view_for
from engine.core.registry import rulesets
from engine.mechanics.bidding import Bid
from engine.position import position
from games.boards.board import board_svg
from games.decisions.cards.trade import placement_instead_of_trade
from games.decisions.kit.evaluation import may_move_yet
from games.decisions.kit.page_types import GameHeader
from games.decisions.kit.panel import steps_of
from games.errors import BadStandingOrder
from games.families.attack import AttackParts
from games.families.board import BoardParts
from games.families.cards import CardParts
from games.families.final_ranking import final_places
from games.families.parts import FAMILIES, GENERIC, FamilyParts, generic_parts, parts_of
from games.families.result import SHARED_LAND_CHANGES, ResultParts, ScoreTable
from games.families.seats import Cell, Mission, SeatColumn, SeatParts
from games.families.standing_cases import LATE, SHARED_CASES, StandingCase, StandingParts
from games.families.turn import PLACE, TurnParts
from games.mail.parts import mission_words
from games.pages.result import OverPage, Proof, over_page
from games.pages.territory_chart import land_shares
from games.pages.turn import seat_rows
from games.play import standing_orders
from games.wording.seats import Person
from tests.games.kit import Table, table
from tests.games.mail.kit import made
from tests.games.views.test_play import client
from tests.kit.standing import answer_at_once, timeout_action
from tests.toy import TOY


@pytest.fixture
def bring(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Register parts of the toy family for the length of a test."""
    monkeypatch.setattr(FAMILIES, "_records", dict(FAMILIES._records))

    def add(**parts: Any) -> FamilyParts:
        return FAMILIES.add(FamilyParts("toy", **parts))

    return add


@pytest.fixture
def toy() -> Table:
    return table(rules=TOY.id, bots=("random",))


@pytest.mark.parametrize("family", sorted({rules.family for rules in rulesets().values()}))
def test_what_a_family_leaves_generic_is_printed(family: str) -> None:
    """Run with `-s` to read it. The classic family ranks by what its land brings, as any does, and has no pieces."""
    left = generic_parts(family)
    print(f"{family}: {', '.join(left) or 'nothing generic'}")
    if family == "classic":
        assert left == GENERIC_IN_CLASSIC.split()


GENERIC_IN_CLASSIC = """
board.piece_signs board.piece_name board.ruins board.blights board.closed_ways board.ground_signs board.territories
board.marks_vacant
seats.remark seats.standing
turn.after_move turn.bids turn.track
attack.attack_notes
cards.names_cards cards.card_chance cards.why_idle cards.has_no_effect cards.aim cards.card_preview
cards.undo_words
purchases.funds_sign purchases.purchase_words purchases.costs purchases.price_note purchases.bid_bonus_note
result.score result.ranks result.score_table
orders.standing_examples
words.enemy_words words.neutral_words
new_game.lists
terms lesson
"""


def test_a_family_without_a_record_has_the_defaults() -> None:
    assert parts_of(TOY.id) is GENERIC


def test_no_family_has_two_records() -> None:
    with pytest.raises(ValueError, match="two records"):
        FAMILIES.add(next(iter(FAMILIES)))


def test_an_event_of_a_family_changes_land_on_the_chart(bring: Any) -> None:
    def sink(owner: list[int], event: Any) -> None:
        owner[event["at"]] = -1

    told: list[tuple[int, list[dict[str, Any]]]] = [
        (1, [{"type": "setup.dealt", "owners": [0, 1, 1]}]),
        (2, [{"type": "toy.sunk", "at": 2}]),
    ]
    assert [share.lands for share in land_shares(told, 2, 3, parts_of(TOY.id).result.land_changes)] == [(1, 2, 0)]
    bring(result=ResultParts(land_changes={**SHARED_LAND_CHANGES, "toy.sunk": sink}))
    shares = land_shares(told, 2, 3, parts_of(TOY.id).result.land_changes)
    assert [share.lands for share in shares] == [(1, 2, 0), (1, 1, 0)]


@pytest.mark.django_db
def test_standing_orders_know_the_cases_of_the_family(bring: Any, toy: Table) -> None:
    """The toy's "when a bid is asked of COLOUR" has a word of its own, stands in its record alone, and answers."""
    text = "when a bid is asked of red: bid 2\nwhen late: bid 1"
    map = toy.game.map
    with pytest.raises(BadStandingOrder, match="Line 1 has"):
        standing_orders.check(text, map)
    bring(orders=StandingParts(standing_cases=(*SHARED_CASES, BIDDEN)))
    cases = parts_of(TOY.id).orders.standing_cases
    standing_orders.check(text, map, cases=cases)
    (bid, late) = standing_orders.read(text, map, cases)
    assert (bid.case, dict(bid.words), late.case) == (BIDDEN, {"whom": "red"}, LATE)
    asked = view_of_bids()
    assert answer_at_once(text, asked) == Bid(0, 2)
    assert answer_at_once(text.replace("red", "blue"), asked) is None
    assert timeout_action(text, asked) == Bid(0, 1)
    assert standing_orders.has_case(text, map, BIDDEN, cases)


BIDDEN = StandingCase(
    "bid",
    lambda rule, view: view.step == "bid" and view.seats[view.viewer or 0].colour == rule.words["whom"],
    pattern=r"a\s+bid\s+is\s+asked\s+of\s+(?P<whom>\w+)",
)


def view_of_bids() -> Any:
    return view_for(position("red: Bay 3 | blue: Crater 2 | green: *1", rules=TOY.id, step="bid"), 0)


@pytest.mark.django_db
def test_a_family_ranks_by_its_own_score(bring: Any, toy: Table) -> None:
    view = replace_land(toy.view(None), (4, 3, 2))
    assert final_places(view, []) == [[0], [1], [2]]
    bring(result=ResultParts(score=lambda view, seat: (view.extra["purses"][seat],)))
    view.extra["purses"] = [1, 5, 3]
    assert final_places(view, []) == [[1], [2], [0]]
    view.extra["purses"] = [1, 5, 1]
    assert final_places(view, []) == [[1], [0, 2]]


@pytest.mark.django_db
def test_a_final_score_ranks_before_what_stands_on_the_board(bring: Any, toy: Table) -> None:
    view = replace_land(toy.view(None), (4, 3, 2))
    bring(result=ResultParts(ranks=lambda events: {event["seat"]: (event["points"],) for event in events}))
    assert final_places(view, [[{"seat": seat, "points": 5 - seat} for seat in (2, 0, 1)]]) == [[0], [1], [2]]
    assert final_places(view, [[{"seat": 0, "points": 1}, {"seat": 1, "points": 2}], [{"seat": 2, "points": 2}]]) == [
        [1, 2],
        [0],
    ]


@pytest.mark.django_db
def test_the_rail_of_a_turn_is_that_of_the_family(bring: Any, toy: Table) -> None:
    view = toy.view(None)
    assert view.step == "set-up" and steps_of(context_of(view)) == ()
    at_place = msgspec.structs.replace(view, step="place")
    assert [step.label for step in steps_of(context_of(at_place))] == ["Place", "Attack", "Fortify"]
    bring(turn=TurnParts(rail=lambda view: (("bid", gettext_lazy("Bid")), PLACE), step_now=lambda view: "bid"))
    assert [(step.label, step.state) for step in steps_of(context_of(view))] == [("Bid", "now"), ("Place", "")]


@pytest.mark.django_db
def test_columns_of_the_seat_list_are_those_of_the_family(bring: Any, toy: Table) -> None:
    def purse(view: Any, seat: int) -> Cell:
        return Cell(f"{view.extra['purses'][seat]} coins") if seat < len(view.seats) else Cell("")

    address = reverse("game", args=[toy.game.slug])
    assert "5 coins" not in client(toy.alice).get(address).content.decode()
    bring(seats=SeatParts(columns=lambda view: (SeatColumn(gettext_lazy("Purse"), "flag", purse, narrow=True),)))
    assert client(toy.alice).get(address).content.decode().count("5 coins</small>") == 3
    rows = {"seats": seat_rows(context_of(toy.view(None)))}
    beside_the_board = engines["jinja2"].get_template("partials/cartouche.html").render(rows)
    assert beside_the_board.count("<td>5 coins</td>") == 3
    assert 'aria-label="Purse"' in beside_the_board and 'aria-label="Cards"' not in beside_the_board


@pytest.mark.django_db
def test_a_family_says_what_follows_the_attacks(bring: Any, toy: Table) -> None:
    bare = toy.view(None)
    view = msgspec.structs.replace(bare, viewer=0, owner=(1,) * len(bare.owner))
    assert not may_move_yet(view)
    bring(attack=AttackParts(trades_after_attacks=lambda view: True))
    assert may_move_yet(view)


@pytest.mark.django_db
def test_pieces_stand_on_the_board_as_counts_and_in_words(bring: Any) -> None:
    view = table().view(None)
    assert "pieces" not in board_svg(view)
    pieces = (Piece("general", 0, 5), Piece("general", 0, 5), Piece("space_station", 1, 7))
    with_pieces = msgspec.structs.replace(view, rules=TOY.id, pieces=pieces)
    drawn = board_svg(with_pieces)
    assert drawn.count('<text y="5">2</text>') == 1 and drawn.count('<text y="5">1</text>') == 1
    assert "unit, general × 2" in drawn and "unit, space station" in drawn
    bring(board=BoardParts(land_notes=lambda view: {5: "in command"}))
    assert "unit, general × 2, in command" in board_svg(with_pieces)


@pytest.mark.django_db
def test_a_mission_and_open_cards_of_the_family_stand_on_the_page_and_in_mails(bring: Any, toy: Table) -> None:
    address = reverse("game", args=[toy.game.slug])
    before = client(toy.alice).get(address).content.decode()
    assert "Cards shown to all" not in before and "Your mission" not in before
    seat = toy.seat(toy.alice)
    assert not mission_words(toy.view(seat))
    says = "Hold the crater."
    bring(
        seats=SeatParts(mission=lambda view: Mission(says, "", "", (says,), {})),
        cards=CardParts(laid_open=lambda view: ((0, 0),)),
        board=BoardParts(legend=lambda view: "All purses are full."),
    )
    page = client(toy.alice).get(address).content.decode()
    assert says in page and "Cards shown to all" in page
    assert mission_words(toy.view(seat)) == f"Your secret mission: {says}"
    mail = made(toy.game, "turn", seat)
    assert f"Your secret mission: {says}" in mail.body and "All purses are full." in mail.body


def test_a_family_says_how_a_game_was_won_and_shows_all_missions(bring: Any) -> None:
    bare = view_of_bids()
    view = msgspec.structs.replace(bare, winners=(1,))
    people = tuple(Person(seat, each.colour, "somebody") for seat, each in enumerate(view.seats))

    def result() -> OverPage:
        head = GameHeader("Crater", "Toy")
        return over_page(
            view, mapgraph(view.map), head=head, people=people, events=(), places=[[1], [0]], proof=Proof("")
        )

    before = result()
    bring(
        result=ResultParts(how_won=lambda view: "The moon is theirs."),
        seats=SeatParts(mission=lambda view: Mission("", "", "", (), {1: "Buy the moon."})),
    )
    page = result()
    assert page.lead == f"{before.lead} The moon is theirs."
    assert [place.mission for place in page.places if place.person.seat == 1] == ["Buy the moon."]
    assert not any(place.mission for place in before.places)


def test_a_family_lays_out_its_scores(bring: Any) -> None:
    """Told as a table on the page of a finished game; without the family's record there is none."""
    view = msgspec.structs.replace(view_of_bids(), winners=(1,))
    people = tuple(Person(seat, each.colour, "somebody") for seat, each in enumerate(view.seats))
    head = GameHeader("Crater", "Toy")

    def result() -> OverPage:
        return over_page(
            view, mapgraph(view.map), head=head, people=people, events=(), places=[[1], [0]], proof=Proof("")
        )

    assert result().scored is None and not result().scores
    rows, words = ((1, (3, 7)), (0, (1, 2))), ("3 craters, score 7", "1 crater, score 2")
    table_of_scores = ScoreTable(("Craters", "Score"), rows, words, "Ties are shared.")
    bring(result=ResultParts(score_table=lambda events: table_of_scores))
    named = [(person.seat, dict(numbers)) for person, numbers in result().scores]
    assert named == [(1, {"Craters": 3, "Score": 7}), (0, {"Craters": 1, "Score": 2})]


def test_no_more_is_placed_instead_of_a_trade_than_a_territory_may_hold() -> None:
    bare = view_of_bids()
    assert bare.asked is not None
    asked = msgspec.structs.replace(bare.asked, kind="cards.trade_asked")
    view = msgspec.structs.replace(bare, asked=asked, about={"why": "turn"}, offers=(Offer("turn.end", "End", ()),))
    view = msgspec.structs.replace(view, pool=5)

    def most() -> int:
        offer = placement_instead_of_trade(view)
        return offer.field("at", PlacementsField).most if offer else 0

    assert most() == 5
    view = msgspec.structs.replace(view, options={"army_cap": 4})
    assert most() == 1  # three stand on the bay
    view = msgspec.structs.replace(view, options={"army_cap": 3})
    assert most() == 0


def context_of(view: Any) -> Any:
    """What a page is built from, as far as it goes by the view."""
    return SimpleNamespace(view=view, person=lambda seat: Person(seat, view.seats[seat].colour, "somebody"))


def replace_land(view: Any, held: tuple[int, ...]) -> Any:
    """A view in which the seats hold so many territories."""
    seats = tuple(msgspec.structs.replace(seat, territories=n) for seat, n in zip(view.seats, held, strict=True))
    return msgspec.structs.replace(view, seats=seats)
