"""Risk Godstorm, whole: gods and temples on the Ancient Earth, armies that go on in the Underworld, miracles, epochs.

Sources: the Godstorm part of its rulebook (004); rulings for what it leaves open are in docs/rulings.md. What is
particular lies here, a module for each system; turns, battle, income, bidding, purchases, cards and reactions are
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
from engine.mechanics.action_cards import taking, undoing
from engine.mechanics.action_cards.kinds import deck_of
from engine.mechanics.action_cards.types import PlayStep
from engine.mechanics.battle.types import AttackStep
from engine.rules.godstorm import (
    book_of_the_dead,
    cards,
    case_keys,
    checks,
    dead,
    decks,
    elimination,
    embark,
    epochs,
    faith,
    forcing,
    gods,
    godswar,
    labors,
    miracles,
    obtaining,
    pantheons,
    plague,
    plagues,
    rulebook,
    setup,
    sparing,
    temples,
    turn_end,
    turn_start,
    underworld,
    view,
    world,
)
from engine.rules.godstorm.kinds import LAND, PIECE_NAMES, UNDERWORLD
from engine.rules.godstorm.options import OptionsGodstorm, problem_with
from engine.rules.godstorm.state import StateGodstorm
from engine.rules.godstorm.switches import SWITCHES, TRAITS, tell_reconstructed

SETUP = (
    setup.Begin(),
    pantheons.RollForPantheons(),
    pantheons.ChoosePantheons(),
    setup.HandOut(),
    setup.PlaceFirst(),
    turns.StartRound(),
)
ROUND = (bidding.BidStep(),)
TURN = (
    turns.BeginTurn(),
    turn_start.RelicsStep(),
    income.CollectIncome(),
    faith.CollectFaith(),
    deploy.PlaceStep(),
    purchase.HireStep(),
    purchase.BuyStep(),
    PlayStep(),
    plague.SufferPlague(),
    AttackStep((LAND,)),
    fortify.FortifyStep(),
    embark.EmbarkStep(),
    AttackStep((UNDERWORLD,)),
    turn_end.DeathLabor(),
    turns.EndTurn(),
)
ROUND_END = (epochs.EndEpoch(),)
MECHANICS = (
    family_state.MECHANIC,
    turns.MECHANIC,
    shared_setup.MECHANIC,
    setup_plan.MECHANIC,
    plagues.MECHANIC,
    pantheons.MECHANIC,
    setup.MECHANIC,
    setup.FIRST_PIECES.mechanic,
    world.MECHANIC,
    gods.MECHANIC,
    temples.MECHANIC,
    bidding.MECHANIC,
    income.MECHANIC,
    turn_start.MECHANIC,
    faith.MECHANIC,
    deploy.MECHANIC,
    book_of_the_dead.MECHANIC,
    obtaining.MECHANIC,
    battle.MECHANIC,
    battle.INVADING,
    dead.MECHANIC,
    godswar.MECHANIC,
    labors.MECHANIC,
    sparing.MECHANIC,
    plague.MECHANIC,
    occupy.MECHANIC,
    fortify.MECHANIC,
    embark.MECHANIC,
    underworld.MECHANIC,
    reaction.MECHANIC,
    miracles.MECHANIC,
    action_cards.MECHANIC,
    undoing.MECHANIC,
    taking.MECHANIC,
    forcing.MECHANIC,
    cards.MECHANIC,
    turn_end.MECHANIC,
    epochs.MECHANIC,
    elimination.MECHANIC,
    view.MECHANIC,
)


def begin_state(state: GameState, size: int) -> None:
    assert isinstance(state, StateGodstorm)
    seats = len(state.players)
    state.purses, state.relics = [0] * seats, [()] * seats
    decks.fill(state)


GODSTORM = RuleSet(
    id="godstorm",
    family="godstorm",
    version=1,
    title=gettext_noop("Risk Godstorm"),
    summary=gettext_noop(
        "Five epochs of holy war on the Ancient Earth, with gods, miracles, and an Underworld where the dead fight "
        "on. You pay with faith for your place in the turn order and for gods, temples and miracles. Plague strikes "
        "four territories, Atlantis may sink, and the highest score after the fifth epoch wins."
    ),
    seats=(2, 5),
    map="ancient_world",
    options=OptionsGodstorm(),
    mechanics=MECHANICS,
    setup=SETUP,
    round=ROUND,
    turn=TURN,
    round_end=ROUND_END,
    state_type=StateGodstorm,
    init_state=begin_state,
    validate=lambda options, seats, territories: problem_with(options, seats) or "",
    incomes=income.list_incomes,
    switches=SWITCHES,
    short=gettext_noop("Risk Godstorm"),
    purchase=PurchaseRules(gettext_noop("faith"), card_price=2, pieces_first=False),
    rounds=epochs.EPOCHS,
    attack=AttackRules(
        enters_empty=True, walks_count=False, words={UNDERWORLD: "invade"}, steps={UNDERWORLD: UNDERWORLD}
    ),
    piece_titles=PIECE_NAMES,
    plan_parts=setup.FIRST,
    descriptions=TRAITS,
    reconstructed=tell_reconstructed,
    step_words={"attack": "invade", "place": "raise", "hire": "summon", "buy": "obtain"},
    ask_words={
        "battle.attack_asked": gettext_noop("invade or end the invasions"),
        "reaction.asked": gettext_noop("react to the invasion or let it pass"),
    },
    round_title=gettext_noop("epoch {round}"),
    remakes_decks=False,
    deck_of=deck_of,
)

register_family(
    Family(
        "godstorm",
        keys=case_keys.KEYS,
        starred=checks.collect_starred,
        complete=case_keys.complete,
        find_card=case_keys.find_card,
        asked_at={embark.EmbarkStep: embark.EmbarkAsked, epochs.EndEpoch: lambda seats: epochs.FinalScore()},
        battle_orders=("invade", "godswar", "fight", "play", "decline"),
        set_up_turn="next",
        orders_after_placing=("summon", "temple"),
        unit_changes=checks.UNIT_CHANGES,
        cards_aside=checks.relics,
        invariants=checks.INVARIANTS,
        board_invariants=checks.BOARD_INVARIANTS,
        recall=view.recall,
        book=rulebook.book,
    )
)
register(GODSTORM)
