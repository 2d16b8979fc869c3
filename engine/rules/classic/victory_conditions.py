"""Who wins before all others are out: by a mission, or by holding capitals (Modern "Capital Risk", R27).

One hook asks for both: it is called after every change of the board, and games without either should not notice.
"""

from engine.core.context import Context
from engine.core.ruleset import Mechanic
from engine.mechanics.turns import Elimination, TurnHooks
from engine.rules.classic import missions
from engine.rules.classic.capitals import NONE, AllHeld
from engine.rules.classic.state import ClassicState, state_of


def find_winners(context: Context, eliminated: Elimination | None) -> tuple[int, ...]:
    state: ClassicState = context.state  # type: ignore[assignment]  # as `state_of` has it; asked for each move
    if state.missions:
        return missions.winners(context, eliminated)
    if state.capitals:
        return by_capitals(context)
    return ()


def by_capitals(context: Context) -> tuple[int, ...]:
    """Return the active seat, if it holds its own capital and as many of the others' as the switch says."""
    if context.options.capitals != "control_all":
        return ()
    seat, own = context.state.active, state_of(context).capitals[context.state.active]
    holds_own = own != NONE and context.state.owner[own] == seat
    return (seat,) if holds_own and len(held_by(context, seat)) > count_needed(context) else ()


def count_needed(context: Context) -> int:
    """Count the other players' capitals, of the eliminated too, that win beside one's own."""
    wanted: int | str = context.options.capitals_needed
    others = sum(capital != NONE for capital in state_of(context).capitals) - 1
    return others if wanted == "all" else int(wanted)


def held_by(context: Context, seat: int) -> tuple[int, ...]:
    owner = context.state.owner
    return tuple(at for at in state_of(context).capitals if at != NONE and owner[at] == seat)


def emit_win(context: Context, seats: tuple[int, ...]) -> None:
    """Emit the win by capitals: with others left alive there is no other way."""
    if context.options.capitals == "control_all" and len(context.state.active_seats()) > 1:
        context.emit(AllHeld(seats[0], held_by(context, seats[0])))


MECHANIC = Mechanic("victory_conditions", hooks=(TurnHooks(find_winners=(find_winners,), on_game_over=(emit_win,)),))
