"""The words that the classic family adds to positions and cases: capitals, missions, and the memory of a turn.

`capitals` are territories and `missions` the ids of cards, by seat. `used` names what a turn may do once and has done;
`shown` are cards of a hand that lie open, by seat.
"""

from engine.core.context import Context
from engine.core.family import CaseKey
from engine.core.mapgraph import mapgraph
from engine.core.state import GameState
from engine.core.view import PlayerView
from engine.core.written import WILD, PositionError, card_number, names
from engine.mechanics.case_words import by_seat, territory
from engine.rules.classic import missions
from engine.rules.classic.capitals import NONE, lay_aside
from engine.rules.classic.state import ClassicState, state_of

# --- capitals


def lay_capitals(context: Context, capitals: dict[str, str]) -> None:
    """Set the capitals; in a running game their cards lie aside, where the rules have them so."""
    state = state_of(context)
    at = {colour: context.graph.names.index(name) for colour, name in capitals.items()}
    state.capitals = tuple(at.get(colour, NONE) for colour in state.seats)
    if state.round and state.options.capitals == "control_all":
        lay_aside(state)


def show_capitals(view: PlayerView, whole: GameState | None) -> dict[str, str]:
    """Return the capitals that are known, by seat."""
    known = zip(view.seats, view.extra.get("capitals", ()), strict=False)
    return {seat.colour: mapgraph(view.map).names[at] for seat, at in known if at != NONE}


# --- missions


def read_missions(said: object, context: Context) -> dict[str, str]:
    """Parse ids of mission cards by seat. Raises PositionError for a card that is not among those to deal from."""
    try:
        return by_seat("missions", lambda name, context: missions.find_mission(context, str(name)).id)(said, context)
    except ValueError as error:
        raise PositionError(str(error)) from error


def lay_missions(context: Context, ids: dict[str, str]) -> None:
    state = state_of(context)
    state.missions = tuple(ids.get(colour, "") for colour in state.seats)


def show_missions(view: PlayerView, whole: GameState | None) -> dict[str, str]:
    """Return the ids of the missions that may be seen, by seat."""
    if isinstance(whole, ClassicState):
        return {colour: id for colour, id in zip(whole.seats, whole.missions, strict=False) if id}
    told = zip(view.seats, view.extra.get("missions", ()), strict=False)
    return {seat.colour: mission["id"] for seat, mission in told if mission}


# --- the memory of a turn


def read_used(said: object, context: Context) -> list[str]:
    return sorted(names(said))


def lay_used(context: Context, used: list[str]) -> None:
    state_of(context).used = tuple(used)


def show_used(view: PlayerView, whole: GameState | None) -> list[str]:
    return sorted(view.extra.get("used", ()))


def read_shown(said: object, context: Context) -> dict[str, list[str]]:
    """Parse cards by seat; `none` is an empty mapping. Raises PositionError."""
    return {} if said == "none" else by_seat("shown", _read_cards)(said, context)


def _read_cards(said: object, context: Context) -> list[str]:
    return sorted(_card(card_number(card, context.graph), context.state.map) for card in names(said))


def lay_shown(context: Context, shown: dict[str, list[str]]) -> None:
    """Lay cards of hands open. Raises PositionError for one that is not in its hand."""
    state = state_of(context)
    pairs = [
        (state.seats.index(colour), card_number(card, context.graph))
        for colour, cards in shown.items()
        for card in cards
    ]
    for seat, card in pairs:
        if card not in state.players[seat].hand:
            raise PositionError(f"A card that {state.seats[seat]} has laid open is not in its hand.")
    state.shown = tuple(pairs)


def show_shown(view: PlayerView, whole: GameState | None) -> dict[str, list[str]]:
    """Return the cards that lie open, by the seat that holds them."""
    found: dict[str, list[str]] = {}
    for seat, card in view.extra.get("shown", ()):
        found.setdefault(view.seats[seat].colour, []).append(_card(card, view.map))
    return {colour: sorted(cards) for colour, cards in found.items()}


def _card(card: int, map: str) -> str:
    graph = mapgraph(map)
    return WILD if card == graph.size else graph.names[card]


KEYS = (
    CaseKey("capitals", by_seat("capitals", territory), lay_capitals, show_capitals),
    CaseKey("missions", read_missions, lay_missions, show_missions),
    CaseKey("used", read_used, lay_used, show_used, stage="turn"),
    CaseKey("shown", read_shown, lay_shown, show_shown, stage="turn"),
)
