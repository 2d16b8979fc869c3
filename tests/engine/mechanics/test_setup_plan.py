"""Planned set-up: one sealed question to all seats, whose answers play the book's own order of turns to its end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import msgspec
import pytest

import tests.toy as toy
from engine import (
    FastChance,
    GameState,
    IllegalAction,
    UnreadableOrder,
    action_from_json,
    action_to_json,
    apply,
    bots,
    default_answer,
    dump,
    event_for,
    format_order,
    load,
    mapgraph,
    new_game,
    open_decision,
    pack,
    parse_message,
    parse_order,
    plans_setup,
    play_message,
    rulesets,
    unpack,
    view_for,
)
from engine.core import registry
from engine.core.context import Context
from engine.core.hooks import BoardHooks
from engine.core.registry import register
from engine.core.ruleset import Mechanic
from engine.core.state import NOBODY
from engine.mechanics.setup import Claimed
from engine.mechanics.setup_plan.types import Plan
from engine.sim import play_match

COLOURS = ("red", "blue", "green", "yellow", "violet")
WORLD = mapgraph("classic42")
PLANNED = {"setup_orders": "planned"}
OURS = [id for id, rules in rulesets().items() if type(rules.options).__module__.startswith("engine.")]


def planned(rules: str = "modern", seats: int = 3, seed: int = 5, **options: object) -> GameState:
    return new_game(rules, COLOURS[:seats], chance=FastChance(seed), options=PLANNED | options).state


def answered(state: GameState, *texts: str) -> GameState:
    """The game after these plans, seat by seat in the order in which they are asked."""
    for seat, text in zip(open_decision(state).seats, texts, strict=False):
        state = apply(state, parse_order(text, view_for(state, seat)), FastChance(1)).state
    return state


def past_other_secrets(state: GameState) -> GameState:
    """The game after what its family asks everybody in secret before the plans, pantheons say, all by default."""
    while open_decision(state).pace == "sealed" and open_decision(state).kind != "setup.plan_asked":
        state = apply(state, default_answer(state, open_decision(state).seats[0]), FastChance(1)).state
    return state


def by_default(state: GameState) -> GameState:
    """The game at the end of its set-up, all by default answers."""
    while view_for(state, None).round == 0 and open_decision(state).step == "set-up":
        state = apply(state, default_answer(state, open_decision(state).seats[0]), FastChance(1)).state
    return state


def number(name: str) -> int:
    return WORLD.names.index(name)


class TestQuestion:
    def test_four_in_modern_have_the_first_attack_after_four_answers(self) -> None:
        state = planned(seats=4)
        answers = 0
        while open_decision(state).step == "set-up":
            state = apply(state, default_answer(state, open_decision(state).seats[0]), FastChance(1)).state
            answers += 1
        assert (answers, view_for(state, None).round, open_decision(state).step) == (4, 1, "place")

    @pytest.mark.parametrize("rules", OURS)
    def test_every_preset_knows_the_option_and_asks_at_most_once(self, rules: str) -> None:
        seats = rulesets()[rules].seats[0]
        assert rulesets()[rules].options.setup_orders == "in_turn"
        state = past_other_secrets(planned(rules, seats))
        nothing_to_plan = rules == "classic_1959"
        assert (open_decision(state).kind == "setup.plan_asked") is not nothing_to_plan
        if not nothing_to_plan:
            assert sorted(open_decision(state).seats) == list(range(seats))
            assert open_decision(state).pace == "sealed"
            assert not state.supply or open_decision(answered(state, *["plan"] * seats)).kind != "setup.place_asked"

    def test_capitals_alone_are_not_planned(self) -> None:
        assert not plans_setup("classic_1959", {"capitals": "lose_and_out"})
        assert not plans_setup("classic_1959", {})
        assert plans_setup("classic_1959_2p", {"capitals": "lose_and_out"})
        assert plans_setup("capital", {})

    @pytest.mark.parametrize("rules", ["modern", "modern_2p", "capital", "secret_mission", "book2210"])
    def test_empty_plans_play_what_lateness_plays(self, rules: str) -> None:
        seats = rulesets()[rules].seats[0]
        in_turn = new_game(rules, COLOURS[:seats], chance=FastChance(5)).state
        assert by_default(planned(rules, seats)).armies == by_default(in_turn).armies
        assert by_default(planned(rules, seats)).owner == by_default(in_turn).owner

    def test_a_plan_is_changed_until_the_last_is_in(self) -> None:
        state = planned()
        first, second, last = open_decision(state).seats
        ref = open_decision(state).ref
        state = apply(state, parse_order("plan claim Brazil", view_for(state, first)), FastChance(1)).state
        assert open_decision(state).answered == (first,)
        state = apply(state, parse_order("plan claim Siam", view_for(state, first)), FastChance(1)).state
        assert (open_decision(state).ref, open_decision(state).seats) == (ref, (second, last))
        assert view_for(state, first).offer("setup.plan") is not None
        state = answered(state, "plan", "plan")
        assert state.owner[number("Siam")] == first
        assert open_decision(state).ref == ref + 1

    def test_other_sealed_answers_stand(self) -> None:
        state = answered(planned("capital"), *["plan"] * 3)
        seat = open_decision(state).seats[0]
        state = apply(state, default_answer(state, seat), FastChance(1)).state
        assert open_decision(state).answered == ()
        with pytest.raises(IllegalAction):
            apply(state, parse_order("capital Brazil", view_for(state, seat)), FastChance(1))


class TestSecrecy:
    def test_the_owner_alone_sees_a_plan(self) -> None:
        state = planned()
        seat, other, _ = open_decision(state).seats
        one, two = (
            apply(state, parse_order(text, view_for(state, seat)), FastChance(1))
            for text in ("plan claim Brazil; place 9 Brazil", "plan like veteran")
        )
        assert view_for(one.state, seat).given == {
            "type": "setup.plan",
            "seat": seat,
            "claim": [11],
            "place": [[11, 9]],
        }
        for viewer in (other, None):
            assert view_for(one.state, viewer) == view_for(two.state, viewer)
            assert view_for(one.state, viewer).given is None
            assert [event_for(event, viewer) for event in one.events] == [
                event_for(event, viewer) for event in two.events
            ]

    def test_the_moves_are_told_and_no_plan(self) -> None:
        state = planned()
        for seat in open_decision(state).seats:
            played = apply(state, parse_order("plan claim S America", view_for(state, seat)), FastChance(1))
            state = played.state
        assert sum(isinstance(event, Claimed) for event in played.events) == 42
        assert "south_america" not in str(played.events)


class TestWords:
    @pytest.mark.parametrize(
        "text",
        [
            "plan",
            "plan claim Brazil, Peru, South America, next to mine, any",
            "plan claim Brazil; place 5 Brazil, 3 Peru",
            "plan place 12 Siam",
        ],
    )
    def test_a_plan_reads_as_it_is_written(self, text: str) -> None:
        state = planned()
        order = parse_order(text, view_for(state, 0))
        assert format_order(order, "modern", "classic42") == text
        assert action_from_json(action_to_json(order)) == order

    def test_parts_stand_in_any_order_and_semicolons_may_be_commas(self) -> None:
        view = view_for(planned(), 0)
        whole = parse_order("plan claim Brazil, next to mine; place 5 Brazil, rest on the weakest border", view)
        assert parse_order("Plan place 5 brazil, rest, claim BRA, next to mine.", view) == whole
        assert whole == Plan(0, (11, "next_to_mine"), ((11, 5),))

    def test_lines_that_begin_with_plan_are_one_order(self) -> None:
        state = planned()
        seat = open_decision(state).seats[0]
        text = "plan claim Brazil\n# at home\nPlan place 5 Brazil\n\nplan like veteran\n-- \nRed"
        (line,) = parse_message(text, view_for(state, seat))
        assert line.error is None
        assert isinstance(line.actions[0], Plan) and line.actions[0].place[0] == (11, 5)
        assert len(play_message(state, seat, text, FastChance(1))) == 1

    @pytest.mark.parametrize(
        ("text", "says"),
        [
            ("plan claim Brasilia", "There is no territory or continent “Brasilia” on this map. Did you mean Brazil"),
            ("plan claim Sooth America", "Did you mean South America"),
            ("plan claim eastern", "“eastern” may be Quebec, Eastern United States or Eastern Australia."),
            ("plan claim", "Say what to claim: plan claim TERRITORY, CONTINENT, next to mine, any."),
            ("plan place Brazil", "I expected a number of armies before “Brazil”"),
            ("plan place 3 Brazil, rest on Peru", "This part ends with: rest on the weakest border."),
            ("plan take Brazil", "I do not understand “take” in a plan. Write it as: plan claim"),
            ("plan like veteran; like recruit", "A plan has only one part “like”"),
            ("plan like vetran", "There is no bot “vetran”. Try veteran"),
            ("plan like", "A bot’s name is missing at the end. Try caretaker, "),
        ],
    )
    def test_what_cannot_be_read_is_told_what_would_be_right(self, text: str, says: str) -> None:
        with pytest.raises(UnreadableOrder) as refused:
            parse_order(text, view_for(planned(), 0))
        assert says in str(refused.value)

    def test_a_continent_that_does_not_exist_is_refused(self) -> None:
        state = planned()
        seat = open_decision(state).seats[0]
        with pytest.raises(IllegalAction, match="There is no such territory"):
            apply(state, Plan(seat, ("atlantis",)), FastChance(1))


class TestLikeABot:
    @pytest.mark.parametrize("bot", [*bots.bots()])
    @pytest.mark.parametrize("rules", ["modern", "modern_2p", "secret_mission"])
    def test_its_plan_is_written_out_and_legal(self, bot: str, rules: str) -> None:
        state = planned(rules, rulesets()[rules].seats[0])
        seat = open_decision(state).seats[0]
        view = view_for(state, seat)
        plan = parse_order(f"plan like {bot}", view)
        assert sorted(plan.claim) == (list(range(42)) if rules == "modern" else [])
        assert plan.place
        assert sum(armies for _, armies in plan.neutral) == (26 if rules == "modern_2p" else 0)
        assert parse_order(format_order(plan, rules, "classic42"), view) == plan
        apply(state, plan, FastChance(1))

    @pytest.mark.parametrize("bot", [*bots.bots()])
    @pytest.mark.parametrize("seats", [2, 5])
    def test_it_places_first_pieces_on_land_that_it_claims(self, bot: str, seats: int) -> None:
        """Each piece stands on land that it got, of which all other pieces of the plan are."""
        state = planned("risk2210", seats)
        seat = open_decision(state).seats[0]
        view = view_for(state, seat)
        plan = parse_order(f"plan like {bot}", view)
        assert [part for part, _ in plan.pieces] == ["land", "diplomat", "station"]
        assert {spot for _, spot in plan.pieces} <= set(plan.claim)
        assert parse_order(format_order(plan, "risk2210", "world2210"), view) == plan
        said = parse_order(f"plan diplomat {view.graph.names[plan.claim[0]]}; like {bot}", view)
        assert said.ranked("diplomat")[0] == plan.claim[0]
        apply(state, plan, FastChance(1))

    def test_it_fills_what_is_left_open(self) -> None:
        """Every territory is ranked, those that are said first, and armies go to land that comes of that ranking."""
        state = planned()
        view = view_for(state, open_decision(state).seats[0])
        mine = parse_order("plan claim Japan, Siam; like veteran", view)
        assert mine.claim[:2] == (number("Japan"), number("Siam"))
        assert sorted(mine.claim) == list(range(42))
        assert {spot for spot, _ in mine.place} <= set(mine.claim[:14])
        closed = parse_order("plan claim Japan, any; place 4 Japan, rest on the weakest border; like veteran", view)
        assert (closed.claim, closed.place) == ((number("Japan"), "any"), ((number("Japan"), 4),))

    @pytest.mark.no_cover
    @pytest.mark.parametrize("text", ["plan claim Brazil; place 8 Brazil", "plan place 8 Brazil; claim Brazil"])
    @pytest.mark.parametrize("seed", [1, 2, 3])
    def test_what_is_said_to_stand_stands_there_in_the_end(self, text: str, seed: int) -> None:
        state = planned(seed=seed)
        state = answered(state, f"{text}; like veteran", "plan like veteran", "plan like veteran")
        assert state.armies[number("Brazil")] == 8

    def test_counts_for_land_that_is_not_got_in_the_rehearsal_are_kept_for_it(self) -> None:
        state = planned()
        seat = open_decision(state).seats[0]
        plan = parse_order("plan claim Alaska; place 8 Brazil, 9 Peru; like veteran", view_for(state, seat))
        got = set(plan.claim[:14]) & {spot for spot, _ in plan.place}
        named = {number("Brazil"), number("Peru")}
        further = sum(armies - 1 for spot, armies in plan.place if spot in got - named)
        assert further == 35 - 14 - 7 - 8

    @pytest.mark.no_cover
    @pytest.mark.parametrize("seed", [1, 2, 3, 4])
    @pytest.mark.parametrize("claim", ["Africa", "South America, N Africa", "Asia", "Siam"])
    def test_the_counts_are_for_land_that_the_ranking_brings(self, claim: str, seed: int) -> None:
        """All armies stand where the plan says, none is left to the default."""
        state = planned(seed=seed)
        seats = open_decision(state).seats
        plan = parse_order(f"plan claim {claim}; like veteran", view_for(state, seats[0]))
        state = apply(state, plan, FastChance(1)).state
        state = answered(state, "plan like veteran", "plan like veteran")
        got = {spot: state.armies[spot] for spot, armies in plan.place}
        assert got == dict(plan.place)
        assert {state.owner[spot] for spot in got} == {seats[0]}

    @pytest.mark.parametrize("rules", ["modern", "secret_mission", "modern_2p"])
    def test_armies_stand_on_more_than_one_border(self, rules: str) -> None:
        state = planned(rules, 2 if rules == "modern_2p" else 4)
        seat = open_decision(state).seats[0]
        view = view_for(state, seat)
        plan = parse_order("plan like veteran", view)
        new = [armies - max(1, view.armies[spot]) for spot, armies in plan.place]
        assert len(new) > 1 and max(new) <= -(-sum(new) // 2)

    @pytest.mark.parametrize("bot", [*bots.bots()])
    def test_own_and_neutral_armies_that_are_said_come_first(self, bot: str) -> None:
        state = planned("modern_2p", 2)
        seat = open_decision(state).seats[0]
        view = view_for(state, seat)
        own, (siam, india) = view.owner.index(seat), [spot for spot, by in enumerate(view.owner) if by == 2][:2]
        said = f"plan place 99 {WORLD.names[own]}; neutral {WORLD.names[siam]}, 2 {WORLD.names[india]}"
        plan = parse_order(f"{said}; like {bot}", view)
        assert plan.place == ((own, 99),), "nothing is left that the bot could place"
        assert plan.neutral[0] == (siam, 1) and plan.neutral[1][0] == india and plan.neutral[1][1] >= 2
        assert sum(armies for _, armies in plan.neutral) == 26

    @pytest.mark.no_cover
    def test_bots_play_planned_games_to_the_end_and_every_step_is_sound(self) -> None:
        match = play_match("modern", ["veteran", "recruit", "veteran"], "plans", options=PLANNED, check=True, longest=6)
        assert [entry.action["type"] for entry in match.log.entries[1:4]] == ["setup.plan"] * 3

    def test_veterans_who_plan_get_the_land_that_they_would_have_claimed(self) -> None:
        def owners(state: GameState) -> list[int]:
            rng = Random(1)
            while open_decision(state).kind in ("setup.plan_asked", "setup.claim_asked"):
                seat = open_decision(state).seats[0]
                state = apply(state, bots.choose("veteran", view_for(state, seat), rng), FastChance(1)).state
            return state.owner

        assert owners(planned()) == owners(new_game("modern", COLOURS[:3], chance=FastChance(5)).state)


class TestStoring:
    def test_a_plan_is_stored_and_read_again(self) -> None:
        state = answered(planned("modern_2p", 2), "plan like veteran")
        assert load(dump(state)) == unpack(pack(state)) == state
        assert load(dump(state)).agenda == state.agenda

    def test_games_of_before_the_option_go_on_in_turn(self) -> None:
        plain = msgspec.json.decode(dump(new_game("modern", COLOURS[:3], chance=FastChance(5)).state))
        assert "setup_orders" not in plain["options"]
        assert load(msgspec.json.encode(plain)).options.setup_orders == "in_turn"


# --- a family with hooks of its own


def crowded(context: Context) -> int:
    return 3


CROWDED = replace(
    toy.TOY,
    id="toy_planned",
    options=toy.Options(setup_orders="planned", starting_armies={"3": 8}),
    mechanics=(*toy.TOY.mechanics, Mechanic("crowded", hooks=(BoardHooks(army_limit=(crowded,)),))),
)


@pytest.fixture
def crowded_toy() -> Iterator[GameState]:
    register(CROWDED)
    yield new_game(CROWDED.id, COLOURS[:3], chance=FastChance(3)).state
    del registry._RULESETS[CROWDED.id]


class TestHooks:
    def test_plans_keep_to_the_limit_of_a_family_and_its_set_up_goes_on(self, crowded_toy: GameState) -> None:
        seats = open_decision(crowded_toy).seats
        state = answered(crowded_toy, "plan claim Bay, next to mine; place 8 Bay", "plan claim The Moon", "plan")
        graph = mapgraph(state.map)
        assert state.owner[graph.number["bay"]] == seats[0]
        assert state.armies[graph.number["bay"]] == 3  # the rest went elsewhere, or was lost
        assert {state.owner[graph.number[name]] for name in ("tycho", "mare")} == {seats[1]}
        assert max(state.armies) == 3
        assert len(state.pieces) == 6  # the generals and towers come after the set-up, as they do without plans
        assert open_decision(state).kind == "bidding.bid_asked"

    @pytest.mark.parametrize("closed", [False, True])
    def test_next_to_mine_follows_the_links_of_the_family(self, crowded_toy: GameState, closed: bool) -> None:
        """The gate from the Crater to Tycho is a link like any other, until the family closes it."""
        state, number = crowded_toy, mapgraph(crowded_toy.map).number
        seat, other, third = open_decision(state).seats
        for territory in range(len(state.owner)):
            state.owner[territory], state.armies[territory] = other, 1
        state.owner[number["crater"]], state.owner[number["dune"]] = seat, third
        for free in ("tycho", "rille"):
            state.owner[number[free]], state.armies[number[free]] = NOBODY, 0
        state.closed = closed
        state = answered(state, "plan claim next to mine, Rille", "plan", "plan")
        assert state.owner[number["rille" if closed else "tycho"]] == seat


def test_a_bot_plans_for_all_free_land_where_no_plan_is_asked() -> None:
    """As the order is read before it is refused, and where a host shows what a bot would do."""
    state = new_game("modern", COLOURS[:3], chance=FastChance(5), options={"setup_orders": "in_turn"}).state
    state = apply(state, default_answer(state, state.active), FastChance(1)).state
    view = view_for(state, state.active)
    plan = parse_order("plan like recruit", view)
    assert isinstance(plan, Plan)
    assert sorted(plan.claim) == [land for land, owner in enumerate(state.owner) if owner == NOBODY]


def test_a_continent_is_claimed_though_its_first_territory_is_waste() -> None:
    tried = 0
    for seed in range(12):
        state = planned("risk2210", seed=seed)
        waste = set(state.devastated)  # type: ignore[attr-defined]
        view = view_for(state, 0)
        for part in view.graph.continents:
            if part.members[0] in waste and not waste.issuperset(part.members):
                assert answered(state, f"plan claim {part.name}").agenda[-1].given
                tried += 1
    assert tried
