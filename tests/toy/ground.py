"""Ground that is too soft for towers: a plan of the set-up offers none of it for them."""

from engine.core.ruleset import Hooks

SOFT = 0  # the first territory of the board

GROUND = Hooks(may_plan=lambda context, part, territory: part != "tower" or territory != SOFT)
