"""Who wins before all others are out: by a mission, or by holding capitals (Modern "Capital Risk", R27).

One hook asks for both: it is called after every change of the board, and games without either should not notice.
"""

from engine.core.ruleset import Fall, Hooks
from engine.core.table import Table
from engine.rules.classic import missions
from engine.rules.classic.capitals import NONE, AllHeld
from engine.rules.classic.state import state_of


def winners(table: Table, fall: Fall | None) -> tuple[int, ...]:
    state = state_of(table)
    if state.missions:
        return missions.winners(table, fall)
    if state.capitals:
        return by_capitals(table)
    return ()


def by_capitals(table: Table) -> tuple[int, ...]:
    """Return the active seat, if it holds its own capital and as many of the others' as the switch says."""
    if table.options.capitals != "control_all":
        return ()
    seat, own = table.state.active, state_of(table).capitals[table.state.active]
    holds_own = own != NONE and table.state.owner[own] == seat
    return (seat,) if holds_own and len(held_by(table, seat)) > needed(table) else ()


def needed(table: Table) -> int:
    """Count the other players' capitals, of the eliminated too, that win beside one's own."""
    wanted: int | str = table.options.capitals_needed
    others = sum(capital != NONE for capital in state_of(table).capitals) - 1
    return others if wanted == "all" else int(wanted)


def held_by(table: Table, seat: int) -> tuple[int, ...]:
    owner = table.state.owner
    return tuple(at for at in state_of(table).capitals if at != NONE and owner[at] == seat)


def won(table: Table, seats: tuple[int, ...]) -> None:
    """Emit the win by capitals: with others left alive there is no other way."""
    if table.options.capitals == "control_all" and len(table.state.living()) > 1:
        table.emit(AllHeld(seats[0], held_by(table, seats[0])))


HOOKS = Hooks(winners=winners, won=won)
