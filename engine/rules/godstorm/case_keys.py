"""The words that Godstorm adds to positions and cases: faith, pantheons, gods, temples, both worlds, and the memory of
a turn.

What a position does not name is not there, but for pantheons, which are in the order of the book, and their heavens.
"""

from engine.core.context import Context
from engine.core.family import CaseKey
from engine.core.mapgraph import mapgraph
from engine.core.state import NOBODY, GameState
from engine.core.units import Piece
from engine.core.view import PlayerView
from engine.core.written import EMPTY, NEUTRAL, PositionError, list_things, mapping, names, read_board, seat_number
from engine.mechanics import card_keys
from engine.mechanics.action_cards.kinds import catalogue_of
from engine.mechanics.case_words import (
    MARKERS,
    PASSED,
    SCORE,
    by_seat,
    count,
    flag,
    flag_key,
    land_names,
    lay,
    numbers,
    of_seats,
    piece_key,
    purse_key,
    seat_of,
    show_fact,
    show_lands,
    territories,
    territory,
)
from engine.rules.godstorm import checks, epochs, pantheons, world
from engine.rules.godstorm.facts import heaven_of
from engine.rules.godstorm.kinds import CONTINENTS, DECKS, GODS, LAND, PANTHEON_NAMES, TEMPLE, UNCHOSEN, UNDERWORLD
from engine.rules.godstorm.miracles import RELICS
from engine.rules.godstorm.state import state_of


def complete(context: Context) -> None:
    """Give each seat without a pantheon the next one of the book, and open the heavens of all that live."""
    state = state_of(context)
    size = len(state.players) + (len(state.players) == 2)  # between two the neutral army has one too
    chosen = [*state.pantheons, *(UNCHOSEN,) * (size - len(state.pantheons))]
    left = iter(number for number in range(len(PANTHEON_NAMES)) if number not in chosen)
    state.pantheons = tuple(next(left) if number == UNCHOSEN else number for number in chosen)
    pantheons.open_heavens(state)


def find_card(state: GameState, name: str) -> tuple[str, int]:
    """Find the deck and the number of a card; the name of a continent means its lot. Raises PositionError."""
    lots = [part.name.casefold() for part in mapgraph(state.map).continents]
    wanted = name.strip().casefold()
    return (CONTINENTS, lots.index(wanted)) if wanted in lots else card_keys.find_card(state, name)


# --- what is written


def read_pantheons(said: object, context: Context) -> dict[str, str]:
    """Parse the pantheons of seats, and that of the neutral army. Raises PositionError."""
    found = {}
    for who, written in mapping("pantheons", said).items():
        name = str(written).strip().capitalize()
        if name not in PANTHEON_NAMES:
            raise PositionError(f"There is no pantheon {written!r}: they are {', '.join(PANTHEON_NAMES)}.")
        found[[*context.state.seats, NEUTRAL][seat_number(who, context.state.seats)]] = name
    return found


def read_temples(said: object, context: Context) -> dict[str, bool]:
    return {territory(at, context): True for at, there in mapping("temples", said).items() if there}


def read_below(said: object, context: Context) -> dict[str, tuple[str, int]]:
    """Parse who holds which space of the Underworld with how many armies. Raises PositionError."""
    graph, who = context.graph, [*context.state.seats, NEUTRAL]
    board = read_board(str(said), graph, context.state.seats)
    above = [graph.names[at] for at in board.armies if graph.zone(at) != UNDERWORLD]
    if above or board.rest:
        raise PositionError(f"The Underworld has the spaces u1 to u13, not {', '.join(above) or '*'}.")
    return {
        graph.names[at]: (EMPTY, 0) if owner == NOBODY else (who[owner], armies)
        for at, (owner, armies) in board.armies.items()
    }


def read_relics(said: object, context: Context) -> list[str]:
    """Parse relics that lie open before one seat, in their order. Raises PositionError."""
    found = [card_keys.find_card(context.state, name) for name in names(said)]
    catalogue = catalogue_of(context.state.rules, context.options)
    for deck, card in found:
        if deck != RELICS:
            raise PositionError(f"{catalogue.names[card]} is no relic.")
    return [catalogue.names[card] for _, card in found]


def read_labors(said: object, context: Context) -> list[str]:
    found = sorted(name.casefold() for name in names(said))
    if not set(found) <= set(DECKS):
        raise PositionError(f"Labors are those of {', '.join(DECKS)}.")
    return found


def read_link(said: object, context: Context) -> list[str]:
    return sorted(territory(name, context) for name in list_things(said))


# --- what is laid


def lay_epoch(context: Context, epoch: int) -> None:
    if not 1 <= epoch <= epochs.EPOCHS:
        raise PositionError(f"There is no epoch {epoch}: they are 1 to {epochs.EPOCHS}.")
    state_of(context).epoch = context.state.round = epoch


def lay_pantheons(context: Context, chosen: dict[str, str]) -> None:
    """Give pantheons to the seats that are named. Raises PositionError for one that two seats have."""
    if len(set(chosen.values())) < len(chosen):
        raise PositionError("Each pantheon has one seat.")
    state = state_of(context)
    who = [*state.seats, *([NEUTRAL] if NEUTRAL in chosen else [])]
    state.pantheons = tuple(PANTHEON_NAMES.index(chosen[one]) if one in chosen else UNCHOSEN for one in who)


def lay_temples(context: Context, temples: dict[str, bool]) -> None:
    for at in numbers(context, temples):
        context.state.pieces.append(Piece(TEMPLE, context.state.owner[at], at))


def lay_below(context: Context, spaces: dict[str, tuple[str, int]]) -> None:
    state, number = context.state, context.graph.names.index
    for name, (who, armies) in spaces.items():
        owner = NOBODY if who == EMPTY else seat_number(who, state.seats)
        held = owner != NOBODY and not state.players[owner].out
        state.owner[number(name)], state.armies[number(name)] = (owner, armies) if held else (NOBODY, 0)


def lay_heavens(context: Context, heavens: dict[str, int]) -> None:
    for who, armies in heavens.items():
        context.state.armies[heaven_of(context.state, seat_of(context, who))] = armies


def lay_relics(context: Context, relics: dict[str, list[str]]) -> None:
    state = state_of(context)
    for who, titles in relics.items():
        cards = [card_keys.find_card(state, title)[1] for title in titles]
        for card in cards:
            card_keys.take_out(state, RELICS, card)
        state.relics[seat_of(context, who)] = tuple(cards)


def lay_sunken(context: Context, sunken: bool) -> None:
    if sunken:
        world.sink(state_of(context))


def lay_plague(context: Context, lands: list[str]) -> None:
    """Lay plague markers; with five on the board none is left in the box."""
    state = state_of(context)
    state.plague = numbers(context, lands)
    state.spare_plague = len(state.plague) < checks.MARKERS


def lay_maelstrom(context: Context, link: list[str]) -> None:
    """Close a water connection. Raises PositionError where there is none."""
    ends, kinds = numbers(context, link), context.graph.kinds
    if not any(ends == pair and kind != LAND for pair, kind in kinds.items()):
        raise PositionError(f"The maelstrom lies on a water connection: {link}.")
    state_of(context).maelstrom = ends


def lay_labors(context: Context, decks: list[str]) -> None:
    state_of(context).labors = tuple(decks)


def lay_bonus(context: Context, bonus: dict[str, int]) -> None:
    state_of(context).godswar_bonus = tuple((seat_of(context, who), more) for who, more in bonus.items())


# --- what is shown


def show_pantheons(view: PlayerView, whole: GameState | None) -> dict[str, str]:
    who = [*(seat.colour for seat in view.seats), NEUTRAL]
    chosen = zip(who, view.extra["pantheons"], strict=False)
    return {one: PANTHEON_NAMES[pantheon] for one, pantheon in chosen if pantheon != UNCHOSEN}


def show_temples(view: PlayerView, whole: GameState | None) -> dict[str, bool]:
    return dict.fromkeys(land_names(view, (piece.at for piece in view.pieces if piece.kind == TEMPLE)), True)


def show_below(view: PlayerView, whole: GameState | None) -> dict[str, tuple[str, int]]:
    graph, who = mapgraph(view.map), [*(seat.colour for seat in view.seats), NEUTRAL]
    return {
        graph.names[at]: (EMPTY, 0) if view.owner[at] == NOBODY else (who[view.owner[at]], view.armies[at])
        for at in graph.in_zone[UNDERWORLD]
    }


def show_relics(view: PlayerView, whole: GameState | None) -> dict[str, list[str]]:
    titles = catalogue_of(view.rules, view.options).names
    return of_seats(view, ([titles[card] for card in held] for held in view.extra["relics"]))


def show_bonus(view: PlayerView, whole: GameState | None) -> dict[str, int]:
    return {view.seats[seat].colour: more for seat, more in view.extra["godswar_bonus"]}


def in_any_order(wanted: object, came: object) -> object:
    """Put what came into the order in which a case names it, if it is the same."""
    same = isinstance(came, list) and isinstance(wanted, list) and sorted(wanted) == sorted(came)
    return wanted if same else came


def show_labors(view: PlayerView, whole: GameState | None) -> list[str]:
    return sorted(view.extra["labors"])


def _memory(name: str) -> CaseKey:
    """Make the word of a list of places that the running turn remembers."""
    return CaseKey(name, territories, lay(name, numbers), show_lands(name), stage="turn")


LASTING = (
    CaseKey("pantheons", read_pantheons, lay_pantheons, show_pantheons, stage="before_board"),
    CaseKey("sunken", flag, lay_sunken, show_fact("sunken"), stage="before_board"),
    piece_key("gods", "god", GODS),
    CaseKey("temples", read_temples, lay_temples, show_temples, whole=True),
    CaseKey("plague", territories, lay_plague, show_lands("plague")),
    CaseKey("maelstrom", read_link, lay_maelstrom, show_lands("maelstrom")),
    CaseKey("underworld", read_below, lay_below, show_below),
    CaseKey(
        "heaven",
        by_seat("heaven", count("heaven")),
        lay_heavens,
        lambda view, whole: of_seats(view, view.extra["risen"]),
    ),
    CaseKey("epoch", count("epoch"), lay_epoch, show_fact("epoch")),
    purse_key("faith"),
    MARKERS,
    CaseKey("relics", by_seat("relics", read_relics), lay_relics, show_relics, like=in_any_order),
    SCORE,
)
OF_THE_TURN = (
    flag_key("bought"),
    CaseKey("labors", read_labors, lay_labors, show_labors, stage="turn"),
    _memory("sacred"),
    _memory("revived"),
    CaseKey("godswar_bonus", by_seat("godswar_bonus", count("godswar_bonus")), lay_bonus, show_bonus, stage="turn"),
    PASSED,
)
KEYS = (*LASTING, *OF_THE_TURN, *card_keys.keys("miracles"))
