"""Planned set-up: every seat says once, sealed and at the same time as all others, what it would do in its turns.

With the last plan the book's own order of turns (`engine.mechanics.setup`) is played to its end: each claim and each
placement is checked and told as if its seat had ordered it there and then. What a plan leaves open follows the default
answers. Switch: setup_orders=planned. Our own way, for games by mail (docs/rulings.md, F9). What a family places beside
armies is planned in parts of its own: a ranking of territories for each kind of piece.
"""

from engine.core.language import gettext_noop
from engine.core.ruleset import Mechanic, Switch
from engine.mechanics.setup import AskPlans
from engine.mechanics.setup_plan.giving import about_plans, ask_plans, check_plan, plan_offers
from engine.mechanics.setup_plan.playing import play_plans
from engine.mechanics.setup_plan.types import Plan, PlanAsked
from engine.mechanics.setup_plan.words import PLAN

SETUP_ORDERS = Switch(
    "setup_orders",
    gettext_noop("Set-up"),
    gettext_noop(
        "Players claim and place one after another, as at a table, or everyone makes a secret plan at the same "
        "time and the game plays the turns from these plans: days instead of weeks."
    ),
    (("in_turn", gettext_noop("turn by turn")), ("planned", gettext_noop("everyone plans at once"))),
)

MECHANIC = Mechanic(
    name="setup_plan",
    steps={AskPlans: ask_plans},
    answers={(PlanAsked, Plan): check_plan},
    resolves={PlanAsked: play_plans},
    offers={PlanAsked: plan_offers},
    defaults={PlanAsked: lambda context, asked, seat: Plan(seat)},
    about={PlanAsked: about_plans},
    refusals={
        "setup.plan_twice": gettext_noop("Name each territory and each continent only once in a part of your plan."),
        "setup.plan_dealt": gettext_noop("The territories are already dealt: plan only where your armies go."),
        "setup.plan_too_many": gettext_noop("There is no room for {count} there: name at most {most}."),
        "setup.plan_part": gettext_noop("A plan has no part “{part}” in this game."),
        "setup.plan_neutral": gettext_noop("The neutral army has {count} to place: name no more than that."),
    },
    commands=(PLAN,),
)
