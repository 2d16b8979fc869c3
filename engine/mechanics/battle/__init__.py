"""Attacks: one throw or many under one order, with the defender's dice and reactions in between.

Sources: Classic 1959 (c) How to attack, (d) Where to attack, (e) Options of attacker; Modern "Resolving Combat".
Rulings R17, R18, R32. Switch: options.defender_dice ("choose" asks the defender where there is a choice, "always_max").
An `attack ... until` is one `AttackInProgress` on the agenda, which survives every question asked on its way.
"""

from engine.core.actions import End
from engine.core.language import gettext_noop
from engine.core.ruleset import Mechanic, Switch
from engine.mechanics.battle.fight import attack, defend, end_attacks, resume_attack, resume_roll
from engine.mechanics.battle.losses import default_losses, lose, losses_offers, settle_losses, take_losses
from engine.mechanics.battle.orders import (
    COMMANDS,
    INVADE,
    about_defence,
    attack_offers,
    defend_offers,
    warn_before_attack,
)
from engine.mechanics.battle.targeting import attack_step, most_dice
from engine.mechanics.battle.types import (
    AfterLosses,
    Attack,
    AttackAsked,
    AttackCancelled,
    AttackDeclared,
    AttackInProgress,
    AttacksEnded,
    AttackStep,
    Captured,
    Defend,
    DefendAsked,
    DiceRolled,
    Lose,
    LossesAsked,
    Lost,
    RoundResolved,
    TakeLosses,
    Throw,
)

DEFENDER_DICE = Switch(
    "defender_dice",
    gettext_noop("The defender’s dice"),
    gettext_noop("The defender chooses how many dice to roll, or always rolls as many as allowed."),
    (("choose", gettext_noop("the defender chooses")), ("always_max", gettext_noop("as many as allowed"))),
)

MECHANIC = Mechanic(
    name="battle",
    steps={
        AttackStep: attack_step,
        AttackInProgress: resume_attack,
        Throw: resume_roll,
        TakeLosses: take_losses,
        AfterLosses: settle_losses,
    },
    answers={
        (AttackAsked, Attack): attack,
        (AttackAsked, End): end_attacks,
        (DefendAsked, Defend): defend,
        (LossesAsked, Lose): lose,
    },
    offers={AttackAsked: attack_offers, DefendAsked: defend_offers, LossesAsked: losses_offers},
    defaults={
        AttackAsked: lambda context, asked, seat: End(seat),
        DefendAsked: lambda context, asked, seat: Defend(seat, most_dice(context, "defender", asked)),
        LossesAsked: default_losses,
    },
    about={DefendAsked: about_defence, LossesAsked: lambda context, asked: {"due": asked.due}},
    advice={Attack: warn_before_attack},
    events=(AttackDeclared, AttackCancelled, DiceRolled, RoundResolved, Lost, Captured, AttacksEnded),
    refusals={
        "battle.not_yours": gettext_noop("{territory} is not yours: attack from one of your own territories."),
        "battle.own_territory": gettext_noop("{territory} is yours already: attack someone else’s territory."),
        "battle.nobody_there": gettext_noop("Nobody holds {territory}: attack someone else’s territory."),
        "battle.not_adjacent": gettext_noop("{src} and {dst} are not connected: attack a neighbouring territory."),
        "battle.zone": gettext_noop("You cannot attack {territory} in this step of your turn."),
        "battle.leave_one": gettext_noop(
            "You cannot leave {territory} empty: attack from a territory with at least two."
        ),
        "battle.no_army": gettext_noop("You have no armies in {territory}: attack from a place where you have some."),
        "battle.too_many_dice": gettext_noop("That is too many dice: from there you can roll at most {most}."),
        "battle.cannot_lead": gettext_noop("Your {piece} cannot join an attack from {src} on that territory."),
        "battle.leaders_dice": gettext_noop("Each leader rolls a die of its own: roll at least {least}."),
        "battle.condition": gettext_noop("An attack cannot stop on that condition."),
        "battle.stops_at_once": gettext_noop("That condition is already met, so no dice would be rolled."),
        "battle.defence_dice": gettext_noop("You can defend with 1 to {most} dice."),
        "battle.losses": gettext_noop("Units to lose in {territory}: {count}. Choose exactly that many."),
        "battle.losses_where": gettext_noop("Say what you lose in {territories}, and nowhere else."),
    },
    commands=COMMANDS,
)

INVADING = Mechanic(name="invading", commands=(INVADE,))
"""Lets attacks be called invasions in orders, for rule sets whose `AttackRules` have a word for them."""
