"""Gods for 3 faith, temples for 5: what is for sale in the own turn, and where it may stand.

Source: 004, "Summon Gods and Build Temples", "Temples"; rulings R16, R17 and R39. A god stands beside an army of his
seat, never in plague; a temple where there is none, twelve on the board in all.
"""

from collections.abc import Sequence

from engine.core.context import Context
from engine.core.language import gettext_noop
from engine.mechanics import purchase
from engine.mechanics.purchase import Ware
from engine.rules.godstorm import temples
from engine.rules.godstorm.kinds import GODS, TEMPLE
from engine.rules.godstorm.state import state_of

GOD_COST, TEMPLE_COST = 3, 5


def wares(context: Context, seat: int) -> Sequence[Ware]:
    """List what a seat may summon or build: gods that are not in play, and a temple."""
    state, plague = state_of(context), state_of(context).plague
    sound = tuple(at for at in context.territories_of(seat) if at not in plague)
    gods = (Ware(kind, GOD_COST, sound) for kind in GODS if not state.has_piece(seat, kind))
    return (*gods, Ware(TEMPLE, TEMPLE_COST, temples.sites(context, seat), building=True))


COMMANDS = purchase.commands(
    "summon", gettext_noop("summon a god"), TEMPLE, gettext_noop("build a temple in a territory of yours")
)
