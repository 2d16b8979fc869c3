"""Risk Godstorm, whole: gods and temples on the Ancient Earth, armies that go on in the Underworld, miracles, epochs.

Sources: the Godstorm part of its rulebook (004); rulings for what it leaves open are in docs/rulings.md. What is
particular lies here, a module for each system; turns, battle, income, bidding, purchases, cards and reactions are
shared mechanics.
"""

from engine.core.family import Family
from engine.core.language import gettext_noop
from engine.core.registry import register, register_family
from engine.core.ruleset import RuleSet
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
from engine.mechanics.action_cards import forcing, taking, undoing
from engine.rules.godstorm import (
    cards,
    checks,
    decks,
    embark,
    gods,
    miracles,
    pantheons,
    plagues,
    rulebook,
    setup,
    temples,
    underworld,
    view,
    world,
)
from engine.rules.godstorm.kinds import GODS, HEAVEN, LAND, PIECE_NAMES, UNDERWORLD
from engine.rules.godstorm.options import OptionsGodstorm, problem_with
from engine.rules.godstorm.state import StateGodstorm
from engine.rules.godstorm.switches import SWITCHES, TRAITS

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
    income.CollectIncome(),
    deploy.PlaceStep(),
    action_cards.PlayStep(),
    battle.AttackStep((LAND,)),
    fortify.FortifyStep(),
    embark.EmbarkStep(),
    battle.AttackStep((UNDERWORLD,)),
    turns.EndTurn(),
)
MECHANICS = (
    turns.MECHANIC,
    shared_setup.MECHANIC,
    setup_plan.MECHANIC,
    plagues.MECHANIC,
    pantheons.MECHANIC,
    setup.MECHANIC,
    temples.MECHANIC,
    bidding.MECHANIC,
    income.MECHANIC,
    deploy.MECHANIC,
    purchase.MECHANIC,
    battle.MECHANIC,
    battle.INVADING,
    occupy.MECHANIC,
    fortify.MECHANIC,
    embark.MECHANIC,
    underworld.MECHANIC,
    reaction.MECHANIC,
    gods.MECHANIC,
    miracles.MECHANIC,
    action_cards.MECHANIC,
    undoing.MECHANIC,
    taking.MECHANIC,
    forcing.MECHANIC,
    cards.MECHANIC,
)
HOOKS = (
    family_state.HOOKS,
    world.HOOKS,
    underworld.HOOKS,
    gods.HOOKS,
    temples.HOOKS,
    miracles.HOOKS,
    action_cards.HOOKS,
    taking.HOOKS,
    cards.HOOKS,
    view.HOOKS,
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
        "Five epochs of holy war on the Ancient Earth. You pay with faith for your place in the turn order, for gods, "
        "temples and miracles; your dead gather in heaven and fight on in the Underworld. Plague strikes four lands, "
        "Atlantis may sink, and whoever holds most after the fifth epoch wins."
    ),
    seats=(2, 5),
    map="ancient_world",
    options=OptionsGodstorm(),
    mechanics=MECHANICS,
    setup=SETUP,
    round=ROUND,
    turn=TURN,
    hooks=HOOKS,
    state_type=StateGodstorm,
    init_state=begin_state,
    validate=lambda options, seats, territories: problem_with(options, seats) or "",
    income=lambda context, seat: income.income_of(context, seat).total,
    switches=SWITCHES,
    short=gettext_noop("Godstorm"),
    currency=gettext_noop("faith"),
    rounds=5,
    offered=False,
    companions=GODS,
    companion_words=("god", "gods"),
    leaders_roll=False,
    attack_words={UNDERWORLD: "invade"},
    attack_steps={UNDERWORLD: UNDERWORLD},
    own_places={"heaven": HEAVEN},
    code_zones=frozenset({UNDERWORLD}),
    round_title=gettext_noop("epoch {round}"),
    piece_titles=PIECE_NAMES,
    plan_parts=setup.FIRST,
    descriptions=TRAITS,
    step_words={"attack": "invade", "place": "raise", "hire": "summon", "buy": "obtain"},
    ask_words={
        "battle.attack_asked": gettext_noop("invade or end the invasions"),
        "reaction.asked": gettext_noop("react to the invasion or let it pass"),
    },
    card_price=2,
    remakes_decks=False,
    deck_of=action_cards.deck_of,
    enters_empty=True,
    pieces_first=False,
)

register_family(
    Family(
        "godstorm",
        starred=checks.starred,
        asked_at={embark.EmbarkStep: embark.EmbarkAsked},
        set_up_turn="next",
        orders_after_placing=("summon", "temple"),
        unit_changes=checks.UNIT_CHANGES,
        cards_aside=checks.relics,
        invariants=checks.INVARIANTS,
        board_invariants=checks.BOARD_INVARIANTS,
        book=rulebook.book,
    )
)
register(GODSTORM)
