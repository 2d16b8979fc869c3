"""Risk 2210 A.D., whole: Commanders, Space Stations, the seas and the Moon, energy, Command cards, five years.

Sources: the 2210 part of its rulebook (002); rulings and proposals for what it leaves open are in docs/rulings.md. What
is particular lies here, a module for each system; turns, battle, income, bidding, purchases, cards and reactions are
shared mechanics.
"""

from engine.core.family import Family
from engine.core.language import gettext_noop
from engine.core.registry import register, register_family
from engine.core.ruleset import AttackRules, PurchaseRules, RuleSet
from engine.core.state import GameState
from engine.mechanics import (
    action_cards,
    battle,
    bidding,
    card_keys,
    deploy,
    family_state,
    fortify,
    income,
    occupy,
    purchase,
    reaction,
    setup_plan,
    turns,
)
from engine.mechanics import setup as shared_setup
from engine.mechanics.action_cards.kinds import deck_of
from engine.mechanics.action_cards.types import TURN_END, PlayStep
from engine.mechanics.battle.types import AttackStep
from engine.rules.risk2210 import (
    bonus,
    cards,
    case_keys,
    checks,
    commanders,
    decks,
    devastation,
    elimination,
    free_move,
    hiring,
    rulebook,
    scouts,
    setup,
    stations,
    turn_end,
    view,
    years,
)
from engine.rules.risk2210.kinds import PIECE_NAMES
from engine.rules.risk2210.options import BLANKS, Options2210, misread_blanks, problem_with
from engine.rules.risk2210.state import State2210
from engine.rules.risk2210.switches import SWITCHES, TRAITS

SETUP = (
    setup.Begin(),
    shared_setup.ChooseFirst(),
    shared_setup.DistributeTerritories(),
    setup.PlaceFirst(),
    turns.StartRound(),
)
ROUND = (bidding.BidStep(),)
ROUND_END = (years.ScoreStep(),)
TURN = (
    turns.BeginTurn(),
    stations.CollectFurther(),
    income.CollectIncome(),
    deploy.PlaceStep(),
    purchase.HireStep(),
    purchase.BuyStep(),
    PlayStep(),
    AttackStep(),
    fortify.FortifyStep(),
    PlayStep(TURN_END),
    turn_end.SettleTurn(),
    turns.EndTurn(),
)
MECHANICS = (
    family_state.MECHANIC,
    turns.MECHANIC,
    shared_setup.MECHANIC,
    setup_plan.MECHANIC,
    setup.MECHANIC,
    setup.FIRST_PIECES.mechanic,
    devastation.MECHANIC,
    bidding.MECHANIC,
    income.MECHANIC,
    stations.MECHANIC,
    deploy.MECHANIC,
    hiring.MECHANIC,
    battle.MECHANIC,
    commanders.MECHANIC,
    occupy.MECHANIC,
    reaction.MECHANIC,
    bonus.MECHANIC,
    scouts.MECHANIC,
    elimination.MECHANIC,
    action_cards.MECHANIC,
    cards.MECHANIC,
    free_move.MECHANIC,
    turn_end.MECHANIC,
    years.MECHANIC,
    view.MECHANIC,
)


def begin_state(state: GameState, size: int) -> None:
    assert isinstance(state, State2210)
    state.purses = [0] * len(state.players)
    decks.fill(state)


RISK2210 = RuleSet(
    id="risk2210",
    family="risk2210",
    version=1,
    title=gettext_noop("Risk 2210 A.D."),
    summary=gettext_noop(
        "Five years of war on the Earth, under the sea and on the Moon, with Commanders and Command cards. Each year "
        "you bid energy for your place in the turn order, hire, build Space Stations and play cards, some of them in "
        "the middle of other players’ turns. Four territories are devastated, and the highest score after the fifth "
        "year wins."
    ),
    seats=(2, 5),
    map="world2210",
    options=Options2210(),
    mechanics=MECHANICS,
    setup=SETUP,
    round=ROUND,
    turn=TURN,
    round_end=ROUND_END,
    state_type=State2210,
    init_state=begin_state,
    validate=lambda options, seats, territories: problem_with(options, cards.BOOK) or "",
    incomes=income.list_incomes,
    switches=SWITCHES,
    short=gettext_noop("2210 A.D."),
    purchase=PurchaseRules(gettext_noop("energy")),
    rounds=years.YEARS,
    round_title=gettext_noop("year {round}"),
    piece_titles=PIECE_NAMES,
    plan_parts=setup.FIRST,
    descriptions=TRAITS,
    step_words={"attack": "invade", "place": "collect"},
    ask_words={
        "setup.place_asked": gettext_noop("place starting MODs"),
        "deploy.place_asked": gettext_noop("place MODs"),
        "battle.attack_asked": gettext_noop("invade or end the invasions"),
        "reaction.asked": gettext_noop("react to the invasion or let it pass"),
        "occupy.advance_asked": gettext_noop("say how many units move in"),
    },
    remakes_decks=False,
    deck_of=deck_of,
    attack=AttackRules(enters_empty=True, reacts_each="roll"),
)

register_family(
    Family(
        "risk2210",
        keys=case_keys.KEYS,
        starred=checks.collect_starred,
        find_card=card_keys.find_card,
        misread={BLANKS: misread_blanks},
        asked_at={
            fortify.FortifyStep: lambda seats: free_move.FreeMove(),
            years.ScoreStep: lambda seats: years.FinalScore(),
        },
        set_up_turn="next",
        orders_after_placing=("hire", "station"),
        unit_changes=checks.UNIT_CHANGES,
        cards_aside=decks.cards_aside,
        invariants=checks.INVARIANTS,
        board_invariants=checks.BOARD_INVARIANTS,
        deal_anew=scouts.deal_anew,
        recall=view.recall,
        book=rulebook.book,
    )
)

register(RISK2210)
