"""Cards that act, on the toy game with a few more of them: when they are played, on what, and how it is written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from msgspec.structs import replace as changed

import tests.toy as toy
from engine import (
    Action,
    End,
    FastChance,
    GameState,
    IllegalAction,
    PlayerView,
    ScriptedChance,
    UnreadableOrder,
    apply,
    dump,
    format_order,
    open_decision,
    parse_order,
    view_for,
)
from engine.bots.answers import minimal_action, random_action
from engine.core import registry
from engine.core.context import Context
from engine.core.language import gettext_noop
from engine.core.notation import TokenReader
from engine.core.offers import PieceMovesField, SeatField, TerritoriesField, TerritoryField
from engine.core.reducer import run
from engine.core.registry import register
from engine.mechanics.action_cards.kinds import (
    _CATALOGUES,
    CardKind,
    Catalogue,
    Play,
    Target,
    deck_of,
    fill_decks,
    register_catalogue,
)
from engine.mechanics.action_cards.orders import read_territories
from engine.mechanics.action_cards.playing import add_armies, discard_hand, reply
from engine.mechanics.action_cards.types import TURN, TURN_END, ArmiesAdded, CardPlayed, PlayAsked, PlayCard, PlayStep
from engine.mechanics.battle.types import Attack, AttackAsked
from engine.mechanics.reaction import ReactionAsked
from tests.engine.test_toy import BAY, CRATER, GRAPH, TYCHO, to_attack

CAPE = GRAPH.number["cape"]
COLOURS = ("red", "blue", "green")


def own(context: Context, play: Play) -> tuple[TerritoriesField, ...] | None:
    there = tuple(context.territories_of(play.seat))
    count = min(2, len(there))
    return (TerritoriesField("at", there, count, count),) if there else None


def read_own(reader: TokenReader) -> dict[str, object]:
    reader.pass_over("at")
    return {"at": read_territories(reader)}


def others(context: Context, play: Play) -> tuple[SeatField, ...]:
    return (SeatField("target", tuple(seat for seat in context.state.active_seats() if seat != play.seat)),)


def read_other(reader: TokenReader) -> dict[str, object]:
    reader.pass_over("on")
    return {"target": reader.colour()}


def far(context: Context, play: Play) -> tuple[TerritoryField, ...]:
    return (TerritoryField("dst", (TYCHO,)),)


def fly(context: Context, play: Play) -> tuple[PieceMovesField, ...]:
    return (PieceMovesField("moves", ("general",), (BAY, CAPE)),)


def read_flight(reader: TokenReader) -> dict[str, object]:
    reader.pass_over("with")
    found = []
    while reader.more():
        assert reader.take("general")
        found.append(("general", reader.territory()))
    return {"moves": tuple(found)}


def levy(context: Context, play: Play, order: PlayCard) -> None:
    add_armies(context, play.seat, tuple((at, 1) for at in order.at))


def rob(context: Context, play: Play, order: PlayCard) -> None:
    context.pay(order.target, 1)
    context.earn(play.seat, 1)


def nothing(context: Context, play: Play, order: PlayCard) -> None:
    pass


LEVY = Target(own, read_own, gettext_noop("Name two territories of yours."))
ROB = Target(others, read_other, gettext_noop("Name another player."))
FLY = Target(fly, read_flight, gettext_noop("Name a general."))
GO = Target(far, lambda reader: {"dst": reader.territory()}, gettext_noop("Name Tycho."))
HELP, RELIEF, EAST_LEVY, WEST_LEVY, THEFT, FLIGHT, FAREWELL = range(7)


def with_generals(context: Context, seat: int, deck: str) -> str:
    """Cards of the eastern deck need a general in play."""
    generals = any(piece.seat == seat for piece in context.state.pieces)
    return "toy.no_general" if deck == "east" and not generals else ""


CARDS = Catalogue(
    (
        *toy.CARDS.kinds[:2],
        CardKind("Levy", "east", TURN, "", levy, copies=2, targets=(LEVY,)),
        CardKind("Levy", "west", TURN, "", levy, cost=9, targets=(LEVY,)),
        CardKind("Theft", "west", TURN, "", rob, cost=1, targets=(ROB,)),
        CardKind("Flight", "west", TURN, "", nothing, targets=(GO, FLY)),
        CardKind("Farewell", "east", TURN_END, "", nothing),
    ),
    may_play=with_generals,
    while_attacking=lambda context: not context.state.invaded,
)
STEPS = toy.TOY.turn
RULES = replace(
    toy.TOY,
    id="toy_cards",
    family="toy_cards",
    mechanics=(
        *toy.TOY.mechanics,
        replace(toy.MECHANIC, name="more", refusals={"toy.no_general": "{card}: no general."}),
    ),
    turn=(*STEPS[:3], PlayStep(), *STEPS[3:5], PlayStep(TURN_END), *STEPS[5:]),
)


@pytest.fixture(autouse=True, scope="module")
def registered() -> Iterator[None]:
    """Known to these tests alone."""
    register_catalogue("toy_cards", lambda options: CARDS)
    register(RULES)
    yield
    del registry._RULESETS[RULES.id], _CATALOGUES["toy_cards"]


def holding(*cards: int, asked: object = None) -> GameState:
    """Seat 0 has these cards and is asked for one of its turn, or something else."""
    state = to_attack()
    state.rules, state.family = RULES.id, RULES.edition
    state.decks |= {"east": (), "west": ()}
    state.discards |= {"east": (), "west": ()}
    state.players[0] = changed(state.players[0], hand=cards)
    state.owner[CAPE] = 0
    state.agenda = [AttackAsked(seats=(0,)), asked or PlayAsked(seats=(0,), timing=TURN)]
    return state


def after(state: GameState, *actions: Action) -> GameState:
    for action in actions:
        state = apply(state, action, ScriptedChance({})).state
    return state


def kinds(state: GameState) -> list[str]:
    return [offer.fields[0].values[0] for offer in view_for(state, 0).offers if offer.action == "cards.play"]


class TestPlaying:
    def test_it_is_paid_discarded_told_and_does_what_it_says(self) -> None:
        state = holding(THEFT, HELP)
        played = apply(state, PlayCard(0, "Theft", target=2), ScriptedChance({}))
        assert played.events == [CardPlayed(0, 1, PlayCard(0, "Theft", target=2))]
        assert (played.state.purses, played.state.players[0].hand) == ([5, 5, 4], (HELP,))
        assert played.state.discards["west"] == (THEFT,)

    def test_the_question_comes_again_while_the_hand_may_hold_another(self) -> None:
        state = after(holding(EAST_LEVY, EAST_LEVY), PlayCard(0, "East Levy", at=(BAY, CAPE)))
        assert open_decision(state).kind == "cards.play_asked"
        state = after(state, PlayCard(0, "East Levy", at=(CAPE, BAY)))
        assert (state.armies[BAY], open_decision(state).kind) == (5, "battle.attack_asked")

    @pytest.mark.parametrize(
        ("order", "code"),
        [
            (PlayCard(0, "Levy", at=(BAY, CAPE)), "cards.which_deck"),
            (PlayCard(0, "Storm"), "cards.unknown"),
            (PlayCard(0, "Relief"), "cards.not_held"),
            (PlayCard(0, "West Levy", at=(BAY, CAPE)), "purse.too_little"),
            (PlayCard(0, "Help"), "cards.in_answer"),
            (PlayCard(0, "Farewell"), "cards.at_turn_end"),
            (PlayCard(0, "East Levy", at=(BAY, CRATER)), "cards.target"),
            (PlayCard(0, "East Levy", at=(BAY, BAY)), "cards.target"),
            (PlayCard(0, "East Levy", at=(BAY,)), "cards.target"),
            (PlayCard(0, "East Levy"), "cards.target"),
            (PlayCard(0, "Theft", target=0), "cards.target"),
            (PlayCard(0, "Theft", target=2, at=(BAY,)), "cards.other_target"),
            (PlayCard(0, "Flight", moves=(("king", BAY),), dst=TYCHO), "cards.target"),
            (PlayCard(0, "Flight", moves=(("general", BAY),)), "cards.target"),
        ],
    )
    def test_a_refusal_says_why_and_changes_nothing(self, order: PlayCard, code: str) -> None:
        state = holding(HELP, EAST_LEVY, WEST_LEVY, THEFT, FLIGHT, FAREWELL)
        before = dump(state)
        with pytest.raises(IllegalAction) as refusal:
            apply(state, order, ScriptedChance({}))
        assert refusal.value.code == code and "{" not in str(refusal.value)
        assert dump(state) == before

    def test_the_family_says_which_decks_may_be_played(self) -> None:
        state = holding(EAST_LEVY, THEFT)
        state.pieces = []
        assert kinds(state) == ["Theft"]
        with pytest.raises(IllegalAction, match="East Levy: no general"):
            after(state, PlayCard(0, "East Levy", at=(BAY, CAPE)))

    def test_before_the_first_attack_it_may_also_be_played_while_one_is_asked(self) -> None:
        state = holding(EAST_LEVY, asked=AttackAsked(seats=(0,)))
        order = PlayCard(0, "East Levy", at=(BAY, CAPE))
        assert isinstance(after(state, order).agenda[-1], AttackAsked)
        state.invaded = True
        assert kinds(state) == []
        with pytest.raises(IllegalAction, match="before your first invasion"):
            after(state, order)


class TestAsking:
    def steps(self, *hand: int) -> list[str]:
        """The kinds of questions of a turn that is ended step by step."""
        state = holding(*hand)
        state.agenda = [*reversed(RULES.turn[3:7])]
        state = after_steps(state)
        found = []
        while (asked := open_decision(state)) and asked.seats == (0,) and asked.kind != "toy.bid_asked":
            found.append(f"{asked.kind} {view_for(state, 0).about.get('timing', '')}".strip())
            state = after(state, End(0))
        return found

    def test_it_hangs_on_the_decks_of_a_hand_alone(self) -> None:
        plain = ["battle.attack_asked", "fortify.move_asked"]
        assert self.steps(HELP) == plain
        assert self.steps(THEFT) == ["cards.play_asked turn", *plain]
        both = ["cards.play_asked turn", *plain, "cards.play_asked turn_end"]
        assert self.steps(EAST_LEVY) == self.steps(FAREWELL) == both


def after_steps(state: GameState) -> GameState:
    """Run the steps on top of the agenda until somebody is asked."""
    run(Context(state, FastChance(1)))
    return state


class TestWindows:
    def attacked(self) -> GameState:
        state = holding()
        state.agenda = [AttackAsked(seats=(0,))]
        state.players[2] = changed(state.players[2], hand=(HELP, RELIEF))
        return after(state, Attack(0, BAY, CRATER))

    def test_an_answer_is_sealed_and_takes_effect_when_it_is_read(self) -> None:
        state = self.attacked()
        assert isinstance(state.agenda[-1], ReactionAsked)
        played = apply(state, PlayCard(2, "Relief"), ScriptedChance({}))
        assert ArmiesAdded(1, ((CRATER, 2),)) in played.events
        assert (played.state.armies[CRATER], played.state.purses[2]) == (5, 4)

    def test_what_can_be_played_no_more_when_it_is_read_stays_unpaid_and_unseen(self) -> None:
        state = self.attacked()
        asked = state.agenda[-1]
        state.purses[2] = 0  # since the answer was given
        context = Context(state, ScriptedChance({}))
        reply(context, asked, PlayCard(2, "Relief"))
        assert not context.events and state.players[2].hand == (HELP, RELIEF)


class TestOffers:
    def test_each_card_that_may_be_played_has_one_with_its_targets(self) -> None:
        state = holding(HELP, EAST_LEVY, EAST_LEVY, WEST_LEVY, THEFT, FLIGHT)
        assert kinds(state) == ["East Levy", "Theft", "Flight"]
        assert view_for(state, 0).extra["cards"] == ["Help", *["East Levy"] * 2, "West Levy", "Theft", "Flight"]
        assert "cards" not in view_for(state, None).extra

    def test_random_and_smallest_answers_are_legal(self) -> None:
        rng = Random(2)
        state = holding(EAST_LEVY, THEFT, FLIGHT)
        for _ in range(60):
            view = view_for(state, 0)
            order = random_action(view, rng, 0)
            assert parse_order(format_order(order, RULES.id, state.map, state.seats), view) == order
            after(state, order)
        for offer in view_for(state, 0).offers[:-1]:
            view = changed(view_for(state, 0), offers=(offer,))
            after(state, minimal_action(view))


class TestText:
    @pytest.fixture
    def view(self) -> PlayerView:
        return view_for(holding(EAST_LEVY, THEFT, FLIGHT), 0)

    @pytest.mark.parametrize(
        ("typed", "order", "written"),
        [
            ("play east levy at Bay, Cape", PlayCard(0, "East Levy", at=(BAY, CAPE)), "play East Levy at Bay, Cape"),
            ("play Levy Bay and Cape", PlayCard(0, "East Levy", at=(BAY, CAPE)), "play East Levy at Bay, Cape"),
            ("play theft on green", PlayCard(0, "Theft", target=2), "play Theft on green"),
            ("play thef on green", PlayCard(0, "Theft", target=2), "play Theft on green"),
            ("play e lev at Bay, Cape", PlayCard(0, "East Levy", at=(BAY, CAPE)), "play East Levy at Bay, Cape"),
            (
                "play flight to Tycho, with general Cape",
                PlayCard(0, "Flight", moves=(("general", CAPE),), dst=TYCHO),
                "play Flight to Tycho with general Cape",
            ),
        ],
    )
    def test_it_is_read_and_written(self, view: PlayerView, typed: str, order: PlayCard, written: str) -> None:
        assert parse_order(typed, view) == order == parse_order(written, view)
        assert format_order(order, RULES.id, view.map, COLOURS) == written

    def test_a_name_of_several_decks_stays_open_where_nothing_decides_it(self) -> None:
        view = view_for(holding(EAST_LEVY, WEST_LEVY), 0)
        assert parse_order("play Levy at Bay, Cape", view) == PlayCard(0, "Levy", at=(BAY, CAPE))

    @pytest.mark.parametrize(
        ("typed", "says"),
        [
            ("play", "Name the card you want to play"),
            ("play Thief on green", "There is no card “Thief”. Did you mean Theft"),
            ("play F to Tycho", "“F” may be Flight or Farewell"),
            ("play , on green", "There is no card"),
            ("play Theft on purple", "“purple” is not a colour in this game: name red, blue or green"),
            ("play Theft", "I expected a colour at the end"),
            ("play Theft on green now", "I do not understand “now” at the end"),
        ],
    )
    def test_what_cannot_be_read_says_what_would_be_right(self, view: PlayerView, typed: str, says: str) -> None:
        with pytest.raises(UnreadableOrder, match=says):
            parse_order(typed, view)


class TestCatalogue:
    def test_a_deck_stands_before_a_title_that_several_have(self) -> None:
        assert CARDS.names == ("Help", "Relief", "East Levy", "West Levy", "Theft", "Flight", "Farewell")
        assert (CARDS.find("west levy"), CARDS.find("Levy", "east"), CARDS.find("Theft")) == (3, 2, 4)
        with pytest.raises(LookupError):
            CARDS.find("Levy")

    def test_decks_are_filled_with_as_many_cards_as_there_are(self) -> None:
        state = holding()
        fill_decks(state)
        assert state.decks["east"] == ((EAST_LEVY, EAST_LEVY, FAREWELL),)
        assert deck_of(state, FAREWELL) == "east"

    def test_who_goes_out_leaves_the_hand_on_the_discards(self) -> None:
        state = holding(THEFT, EAST_LEVY)
        discard_hand(Context(state), 0, 1)
        assert (state.players[0].hand, state.discards["west"], state.discards["east"]) == ((), (THEFT,), (EAST_LEVY,))
