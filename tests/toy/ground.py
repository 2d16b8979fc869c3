"""Ground that is too soft for towers: a plan of the set-up offers none of it for them."""

from engine.core.ruleset import Mechanic
from engine.mechanics.setup_plan.giving import PlanHooks

SOFT = 0  # the first territory of the board

GROUND = Mechanic(
    "ground",
    hooks=(PlanHooks(may_plan=(lambda context, part, territory: part != "tower" or territory != SOFT,)),),
)
