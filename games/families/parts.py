"""The table of families: one record for each, with all that the site knows of it beside its decisions.

    FAMILIES.add(FamilyParts("classic", land_changes={**SHARED_LAND_CHANGES, "capitals.taken_over": take_over}))

Every part has a default that works for any family, so that a new one can be played before anybody has written a word
for it; `generic_parts` says what still stands on its default. Records register themselves when their module is
imported; `load` imports all of this package.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

import engine
from common.module_loading import import_all
from engine import PlayerView, RuleSet
from engine.mechanics.action_cards import CardKind
from engine.mechanics.battle.fight import defender_may_be_asked
from engine.mechanics.battle.forecast import Fight
from engine.mechanics.card_sets import sets_in
from games.families.lessons import FamilyLesson
from games.families.option_lists import ListOption
from games.families.standing_cases import SHARED_CASES, WINDOW_CASES, StandingCase
from games.models.game import REACTION_HOURS
from games.wording.amounts import capitalized, count_funds, join_and, name_round

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as LazyText

Event = Mapping[str, Any]
LandChange = Callable[[list[int], Event], None]
"""Write into the owners of all territories what an event changes of them."""


def deal_land(owner: list[int], event: Event) -> None:
    owner[:] = event["owners"]


def claim_land(owner: list[int], event: Event) -> None:
    owner[event["territory"]] = event["seat"]


def capture_land(owner: list[int], event: Event) -> None:
    owner[event["dst"]] = event["seat"]


def empty_land(owner: list[int], event: Event) -> None:
    owner[event["at"]] = -1


SHARED_LAND_CHANGES: Mapping[str, LandChange] = {
    "setup.dealt": deal_land,
    "setup.claimed": claim_land,
    "battle.captured": capture_land,
    "land.emptied": empty_land,
}
"""The events of shared mechanics by which land changes hands."""


Rail = tuple[tuple[str, "LazyText"], ...]
"""The steps of a turn in order, each with its key and its label."""

PLACE, ATTACK, FORTIFY = ("place", _("Place")), ("attack", _("Attack")), ("fortify", _("Fortify"))
SHARED_RAIL: Rail = (PLACE, ATTACK, FORTIFY)
"""The steps of shared mechanics, in the order in which most turns have them."""


def shared_rail(view: PlayerView) -> Rail:
    return SHARED_RAIL


def shared_step(view: PlayerView) -> str:
    """Name the step by the open decision; empty outside the rail."""
    return view.step


class Sign(NamedTuple):
    """A sign of static/icons.svg, `pc-...`, with what it says."""

    sign: str
    name: str


@dataclass(frozen=True)
class Cell:
    """What a column says of one seat: a text as short as "BRA", and `title`, the same in full; `signs` stand
    before it."""

    text: str
    title: str = ""
    signs: tuple[Sign, ...] = ()


@dataclass(frozen=True)
class SeatColumn:
    """A column of the seat list after territories and armies. `icon` heads it, or the `sign` of that name; `cell` is
    asked for the neutral army too, the number after the last seat. A `narrow` column also stands in the line that
    phones show. Where there is no room a `detail` gives way to a `total`, as `css` says."""

    label: LazyText
    icon: str
    cell: Callable[[PlayerView, int], Cell]
    narrow: bool = False
    sign: bool = False
    css: str = ""


@dataclass(frozen=True)
class Track:
    """How far a game of a fixed length has come: "Year 3", "of 5". Its seats are numbered in their order of play."""

    title: str
    rest: str
    now: int
    length: int


def no_standing(view: PlayerView, seat: int) -> str:
    return ""


def no_track(view: PlayerView) -> Track | None:
    return None


def cards_held(view: PlayerView, seat: int) -> Cell:
    return Cell(str(view.seats[seat].cards) if seat < len(view.seats) else "–")


CARDS = SeatColumn(_("Cards"), "copy", cards_held)


def shared_columns(view: PlayerView) -> tuple[SeatColumn, ...]:
    return (CARDS,)


@dataclass(frozen=True, eq=False)  # kept by what it is: to hash its names would translate them
class PieceSign:
    """How a kind of piece stands round a badge: its `place` in the ring, from 0 at the lower left to 5 at the lower
    right, and its `sign`, `pc-...` of static/icons.svg. `name` and the shorter `word` call it in texts; `good_for` says
    what it does for its owner. A `building` is drawn square and stands alone where nobody is; all else is round."""

    place: int
    sign: str
    name: LazyText
    word: LazyText
    good_for: LazyText | str = ""
    building: bool = False

    def title(self, name: str) -> str:
        """Say what a piece with a name of its own is and does: "God of war. Wins ties in the battles he fights in."."""
        return f"{capitalized(str(self.name))}. {self.good_for}" if name else str(self.good_for)


def titled_piece(view: PlayerView, seat: int, kind: str) -> str:
    return engine.ruleset(view.rules).piece_title(kind)


@dataclass(frozen=True)
class PurchaseWords:
    """How a family speaks of what its seats pay for. `heading` asks for pieces and buildings, `hire` is the verb for
    pieces in a list of verbs; `pieces`, `buildings` and `cards` head what is for sale, `where` says where pieces may
    stand. `opens_with` and `opens_after` say that cards of a deck need a piece, and `cards_note` is added to what the
    form says of cards."""

    heading: LazyText = _("Hire and build")
    hire: LazyText = _("hire")
    pieces: LazyText = _("Hire")
    buildings: LazyText = _("Build")
    cards: LazyText = _("Cards")
    where: LazyText | str = ""
    opens_with: LazyText = _("%(left)s; hire your %(piece)s with it")
    opens_after: LazyText = _("For %(deck)s cards, hire your %(piece)s first.")
    cards_note: LazyText | str = ""


ARMIES = _("Armies")
PURCHASE = PurchaseWords()
NO_SIGNS: Mapping[str, PieceSign] = {}
NO_WORDS: Mapping[str, LazyText] = {}
NO_EXAMPLES: Mapping[str, str] = {}


def piece_notes(view: PlayerView) -> Mapping[int, str]:
    """Say what is on each territory besides armies: "general × 2 and god"; of pieces with a sign "with a Land
    Commander and a Diplomat; a Space Station"; then the signs of its ground."""
    said: dict[int, list[str]] = {}
    named = cache(one_piece)
    for at, (units, buildings, others) in pieces_at(view).items():
        kinds = Counter(kind.replace("_", " ") for kind in others)
        counted = join_and([kind if count == 1 else f"{kind} × {count}" for kind, count in kinds.items()])
        said[at] = [*map(named, buildings), counted]
        if units:
            among = gettext("with %(pieces)s") % {"pieces": join_and([*map(named, units)])}
            said[at] = ["; ".join(filter(None, (among, *said[at])))]
    for at, words in ground_words(view).items():
        said.setdefault(at, []).extend(words)
    return {at: ", ".join(filter(None, words)) for at, words in said.items()}


def ground_words(view: PlayerView) -> Mapping[int, list[str]]:
    """List what is on the ground of each territory: signs of the map, a plague, a way that is closed."""
    parts = parts_of(view.rules)
    said: dict[int, list[str]] = {}
    for sign, word in parts.ground_signs.items():
        told = str(word)
        for at in engine.mapgraph(view.map).signs.get(sign, ()):
            said.setdefault(at, []).append(told)
    for at, blight in parts.blights(view).items():
        said.setdefault(at, []).append(blight)
    for closed in parts.closed_ways(view):
        for here, there in (closed.ends, closed.ends[::-1]):
            other = engine.mapgraph(view.map).names[there]
            text = gettext("%(name)s, no way to %(territory)s")
            said.setdefault(here, []).append(text % {"name": closed.name, "territory": other})
    return said


class SignedPiece(NamedTuple):
    """A piece with a sign, and its own name where it has one: "Hades"."""

    sign: PieceSign
    name: str


def one_piece(piece: SignedPiece) -> str:
    return piece.name or gettext("a %(piece)s") % {"piece": piece.sign.name}


def piece_words(view: PlayerView, only: int | None = None) -> Mapping[int, str]:
    """List in a few words what is on each territory besides armies, or on one: "Land, Naval, station, landing site";
    pieces with names of their own by these."""
    word = cache(piece_word)
    said = {
        at: [*map(word, (*units, *buildings)), *(kind.replace("_", " ") for kind in others)]
        for at, (units, buildings, others) in pieces_at(view, only).items()
    }
    for at, words in ground_words(view).items():
        said.setdefault(at, []).extend(words)
    return {at: ", ".join(words) for at, words in said.items()}


def piece_word(piece: SignedPiece) -> str:
    return piece.name or str(piece.sign.word)


def pieces_at(
    view: PlayerView, only: int | None = None
) -> Mapping[int, tuple[list[SignedPiece], list[SignedPiece], list[str]]]:
    """List the pieces on each territory, or on one: units with a sign and buildings with a sign by their places, and
    the kinds of all others."""
    signs = parts_of(view.rules).piece_signs
    found: dict[int, tuple[list[SignedPiece], list[SignedPiece], list[str]]] = {}
    for piece in view.pieces:
        if only not in (None, piece.at):
            continue
        units, built, others = found.setdefault(piece.at, ([], [], []))
        if piece.kind in signs:
            sign = signs[piece.kind]
            (built if sign.building else units).append(SignedPiece(sign, own_name(view, piece.seat, piece.kind)))
        else:
            others.append(piece.kind)
    for units, built, _others in found.values():
        units.sort(key=lambda piece: piece.sign.place)
        built.sort(key=lambda piece: piece.sign.place)
    return found


def own_name(view: PlayerView, seat: int, kind: str) -> str:
    """Return the name that a piece of a seat has of its own; empty where it is called by its kind."""
    name = piece_name(view, seat, kind)
    return "" if name == titled_piece(view, seat, kind) else name


def armies_words(count: int) -> str:
    """Count the armies on a territory: "3 armies"."""
    return ngettext("%(count)s army", "%(count)s armies", count) % {"count": count}


def enemy_armies(count: int) -> str:
    """Count the armies of others next door: "3 enemy armies"."""
    return ngettext("%(count)s enemy army", "%(count)s enemy armies", count) % {"count": count}


def neutral_armies(count: int) -> str:
    """Count the armies of nobody's player next door: "3 neutral armies"."""
    return ngettext("%(count)s neutral army", "%(count)s neutral armies", count) % {"count": count}


@dataclass(frozen=True)
class ScoreTable:
    """The final score of each seat as a table: a label for each column, and rows of a seat with its numbers, the best
    first; `words` has each row as mails say it, `note` says what decided between equal ones."""

    columns: tuple[str, ...]
    rows: tuple[tuple[int, tuple[int, ...]], ...]
    words: tuple[str, ...]
    note: str = ""


def no_scores(events: Sequence[Event]) -> ScoreTable | None:
    return None


def card_costs(view: PlayerView) -> str:
    """Say what a card costs, which a bid leaves less for."""
    price = engine.ruleset(view.rules).card_price
    return gettext("A card costs %(price)s.") % {"price": count_funds(price, view.rules)} if price else ""


def no_ruins(view: PlayerView) -> Mapping[int, str]:
    return {}


@dataclass(frozen=True)
class LandMark:
    """A sign beside the badge of a territory, in the colour of a seat. `outline` is an SVG path around 0, some 24 units
    across, as large as a badge's half."""

    at: int
    seat: int
    outline: str


class ClosedWay(NamedTuple):
    """A way over water that is closed for now: between which territories, the lower number first, with the `sign` of
    what closes it and its name."""

    ends: tuple[int, int]
    sign: str
    name: str


def no_closed_ways(view: PlayerView) -> Sequence[ClosedWay]:
    return ()


def no_marks(view: PlayerView) -> Sequence[LandMark]:
    return ()


def no_notes(view: PlayerView, src: int, dst: int, leaders: Sequence[str]) -> Sequence[str]:
    return ()


def no_prelude(view: PlayerView, src: int, dst: int, leaders: Sequence[str]) -> str:
    return ""


def whole_board(view: PlayerView) -> Collection[int]:
    return range(len(view.owner))


def never(view: PlayerView) -> bool:
    return False


def territories(view: PlayerView, seat: int) -> int:
    return view.seats[seat].territories


def all_land(view: PlayerView) -> int:
    return len(view.owner)


@dataclass(frozen=True)
class Mission:
    """The viewer's secret mission: what it `says`, and, where that has changed, what is asked `instead` and `why`;
    `cards` are all missions that may have been dealt. `says` is empty for a reader who has none."""

    says: str
    instead: str
    why: str
    cards: tuple[str, ...]


def shared_sets(view: PlayerView) -> bool:
    """Check whether a set of the shared card mechanic is in the viewer's hand."""
    signs = engine.mapgraph(view.map).symbols(str(view.options.get("deck", "A")))
    return bool(signs) and any(sets_in(view.hand, signs))


def no_mission(view: PlayerView) -> Mission | None:
    return None


def no_missions(view: PlayerView) -> Mapping[int, str]:
    return {}


def no_words(view: PlayerView) -> str:
    return ""


def no_cards(view: PlayerView) -> Sequence[tuple[int, int]]:
    return ()


def no_chance(view: PlayerView, kind: CardKind, fight: Fight, src: int, dst: int) -> float | None:
    return None


def no_reason(view: PlayerView, kind: CardKind) -> str:
    return ""


def never_in_vain(view: PlayerView, kind: CardKind) -> bool:
    return False


class Aim(NamedTuple):
    """A thing that a card may aim at by its name: a piece, a deck, another card. `note` says more of it, `seat` is
    whose it is, -1 for nobody's, `sign` its sign of static/icons.svg without the `pc-`."""

    name: str
    note: str = ""
    seat: int = -1
    sign: str = ""


def piece_aim(view: PlayerView, kind: CardKind, value: str) -> Aim:
    """Describe a piece that a card may aim at."""
    return Aim(engine.ruleset(view.rules).piece_title(value))


class LostLand(NamedTuple):
    """A territory that a card would destroy: its number, whose it is, -1 for nobody's, and the cells of its row."""

    at: int
    seat: int
    cells: tuple[str, ...]


class CardPreview(NamedTuple):
    """What a card would destroy, before it is played: a table with a `heading`, a row for each territory and `notes`
    below it, the `total` for the button, and all of it in `words` for mails."""

    heading: str
    columns: tuple[str, ...]
    rows: tuple[LostLand, ...]
    notes: tuple[str, ...]
    total: str
    words: str


def no_preview(view: PlayerView, kind: CardKind) -> CardPreview | None:
    return None


def no_outcome(view: PlayerView, kind: CardKind, shown: Sequence[int]) -> str:
    return ""


def none_open(view: PlayerView, seat: int) -> Sequence[int]:
    return ()


def no_limit(view: PlayerView) -> int | None:
    return None


def no_lesson() -> FamilyLesson | None:
    return None


@dataclass(frozen=True)
class FamilyParts:
    """What the site knows of one family.

    `land_changes` are the events by which land changes hands, for the chart of the history; `score` is what seats are
    ranked by that are still in when the game is over, the highest first; `land_count` counts the territories that
    somebody may hold. `rail` lists the steps of a turn, `step_now`
    names the one that the game is at; `columns` are those of the seat list.
    `land_notes` are what the label of a territory says besides its armies, `land_marks` the signs beside its badge, on
    pages and in mails; the board counts `view.pieces` by itself, but for kinds with one of the `piece_signs`: these
    stand round the badge, and count on it where they are units. `piece_name` is what a seat calls its piece of a kind.
    `ruins` is land that nobody may hold any more, with what is said of it; `ground_signs` names the signs of a map's
    ground. `marks_vacant` says whether land of nobody is marked, as anybody may walk in; `unit_words` counts what
    badges show, `enemy_words` and `neutral_words` those of others, and `units_label` heads their sum in the seat list.
    `standing` says in mails how a seat stands, `remark` a few words of it below the name in the seat list; `track` says
    how far a game of a fixed length has come.
    `attack_notes` are sentences before an attack from one territory on another, with the pieces that lead it or come
    along, `before_armies` is one beside its odds, on what comes before its dice; `after_move` names what follows the
    free move of a turn, empty where the turn ends with it as things stand, and `free_move_land` is the land among which
    the free move to come may go, none where that step lies behind.
    `invades_spaces` says whether the invasions of the open step are of spaces that are no territories,
    `trades_after_attacks` whether the viewer may trade in a set once the attacks are over, `asks_attacked` whether
    a game of these rules and options may ask whoever is attacked; `army_limit` is how many armies may stand on one
    territory, None where any number may.
    `holds_set` says whether the viewer's hand has a set to trade in, `names_cards` whether cards are played by their
    names; `card_chance` computes the chance that a fight captures once such a card is played, None where it does not
    change it, `why_idle` says why one cannot be played now, `has_no_effect` whether one that can be played would do
    nothing, `aim` describes what else than land or a player one may aim at, `card_preview` tells before one is played
    what it would destroy, `chance_words` says what chance gave for one before its effect, `undo_words` who may undo one
    that the viewer plays; `laid_open` lists the numbers of those that lie open before a seat for good. `funds_sign` is
    the sign of what is in purses, `purchase` are the words for what is paid with it, `costs` says the prices that a
    bidder thinks of, `price_note` why a card costs what it does, `bid_bonus` that a bid counts for more than is paid.
    `mission` is the viewer's secret mission, `missions_shown` lists those that the viewer may know, by seat; `how_won`
    says by what a finished game was won while others were still in it, `score_table` what each seat scored for.
    `legend` is a sentence below the legend of the board in mails;
    `open_cards` lists cards of hands that all may see, as (seat, card).
    `reply_hours` are the least and the most hours that a game may give for replies out of turn; with 0 nobody is waited
    for, standing orders answer. `standing_cases` are the cases of standing orders, `standing_examples` show in lines
    what those of the family can do: `ask` for a game that waits for answers, all others for any. `lists` are the
    options that are lists of things which the creator of a game makes up, `lesson` is what "How to play" tells of the
    family.
    """

    family: str
    land_changes: Mapping[str, LandChange] = field(default_factory=lambda: SHARED_LAND_CHANGES)
    score: Callable[[PlayerView, int], float] = territories
    land_count: Callable[[PlayerView], int] = all_land
    rail: Callable[[PlayerView], Rail] = shared_rail
    step_now: Callable[[PlayerView], str] = shared_step
    columns: Callable[[PlayerView], tuple[SeatColumn, ...]] = shared_columns
    land_notes: Callable[[PlayerView], Mapping[int, str]] = piece_notes
    land_marks: Callable[[PlayerView], Sequence[LandMark]] = no_marks
    piece_signs: Mapping[str, PieceSign] = field(default_factory=lambda: NO_SIGNS)
    piece_name: Callable[[PlayerView, int, str], str] = titled_piece
    ruins: Callable[[PlayerView], Mapping[int, str]] = no_ruins
    blights: Callable[[PlayerView], Mapping[int, str]] = no_ruins
    closed_ways: Callable[[PlayerView], Sequence[ClosedWay]] = no_closed_ways
    ground_signs: Mapping[str, LazyText] = field(default_factory=lambda: NO_WORDS)
    marks_vacant: bool = False
    unit_words: Callable[[int], str] = armies_words
    enemy_words: Callable[[int], str] = enemy_armies
    neutral_words: Callable[[int], str] = neutral_armies
    units_label: LazyText = ARMIES
    standing: Callable[[PlayerView, int], str] = no_standing
    remark: Callable[[PlayerView, int], str] = no_standing
    track: Callable[[PlayerView], Track | None] = no_track
    attack_notes: Callable[[PlayerView, int, int, Sequence[str]], Sequence[str]] = no_notes
    before_armies: Callable[[PlayerView, int, int, Sequence[str]], str] = no_prelude
    after_move: Callable[[PlayerView], str] = no_words
    free_move_land: Callable[[PlayerView], Collection[int]] = whole_board
    invades_spaces: Callable[[PlayerView], bool] = never
    trades_after_attacks: Callable[[PlayerView], bool] = never
    asks_attacked: Callable[[RuleSet, Mapping[str, Any]], bool] = defender_may_be_asked
    holds_set: Callable[[PlayerView], bool] = shared_sets
    names_cards: bool = False
    card_chance: Callable[[PlayerView, CardKind, Fight, int, int], float | None] = no_chance
    why_idle: Callable[[PlayerView, CardKind], str] = no_reason
    has_no_effect: Callable[[PlayerView, CardKind], bool] = never_in_vain
    aim: Callable[[PlayerView, CardKind, str], Aim] = piece_aim
    card_preview: Callable[[PlayerView, CardKind], CardPreview | None] = no_preview
    chance_words: Callable[[PlayerView, CardKind, Sequence[int]], str] = no_outcome
    undo_words: Callable[[PlayerView], str] = no_words
    laid_open: Callable[[PlayerView, int], Sequence[int]] = none_open
    funds_sign: str = ""
    purchase: PurchaseWords = PURCHASE
    costs: Callable[[PlayerView], str] = card_costs
    price_note: Callable[[PlayerView], str] = no_words
    bid_bonus: LazyText = _("Your bid counts %(bonus)s more than you pay.")
    army_limit: Callable[[PlayerView], int | None] = no_limit
    mission: Callable[[PlayerView], Mission | None] = no_mission
    missions_shown: Callable[[PlayerView], Mapping[int, str]] = no_missions
    how_won: Callable[[PlayerView], str] = no_words
    legend: Callable[[PlayerView], str] = no_words
    score_table: Callable[[Sequence[Event]], ScoreTable | None] = no_scores
    open_cards: Callable[[PlayerView], Sequence[tuple[int, int]]] = no_cards
    reply_hours: tuple[int, int] = (0, REACTION_HOURS[1])
    standing_cases: tuple[StandingCase, ...] = (*SHARED_CASES, *WINDOW_CASES)
    standing_examples: Mapping[str, str] = field(default_factory=lambda: NO_EXAMPLES)
    lists: tuple[ListOption, ...] = ()
    lesson: Callable[[], FamilyLesson | None] = no_lesson


GENERIC = FamilyParts("")


class Registry:
    """The records of families by their names."""

    def __init__(self) -> None:
        self._parts: dict[str, FamilyParts] = {}

    def add(self, parts: FamilyParts) -> FamilyParts:
        """Register a record. Raises ValueError for a family that has one already."""
        if parts.family in self._parts:
            raise ValueError(f"There are two records of the family {parts.family}.")
        self._parts[parts.family] = parts
        return parts

    def __getitem__(self, family: str) -> FamilyParts:
        """Return the record of a family; one of defaults where none was registered."""
        return self._parts.get(family, GENERIC)

    def __iter__(self) -> Iterator[FamilyParts]:
        return iter(self._parts.values())


FAMILIES = Registry()


def load() -> None:
    """Have every record register itself."""
    import_all("games.families")


def parts_of(rules: str) -> FamilyParts:
    """Return the record of a rule set's family."""
    return FAMILIES[engine.ruleset(rules).family]


def piece_name(view: PlayerView, seat: int, kind: str) -> str:
    """Name a piece of a seat: "Land Commander"; by its own name where it has one."""
    return parts_of(view.rules).piece_name(view, seat, kind)


def titled_name(view: PlayerView, seat: int, kind: str) -> str:
    """Name a piece of a seat with its title behind its own name: "Thor, god of war"; else "Land Commander"."""
    name, title = piece_name(view, seat, kind), engine.ruleset(view.rules).piece_title(kind)
    return name if name == title else f"{name}, {title}"


def present_round(view: PlayerView) -> str:
    """Name the round that a view is in, as `round_name` does."""
    return round_name(view.rules, view.round)


def round_name(rules: str, number: int) -> str:
    """Name a round in the words of its rules: "round 9", "year 3"; the set-up before the first one."""
    return name_round(number, rules) if number else gettext("set-up")


def generic_parts(family: str) -> list[str]:
    """Name the parts of a family that stand on their defaults."""
    parts, names = FAMILIES[family], [each.name for each in fields(FamilyParts) if each.name != "family"]
    return [name for name in names if getattr(parts, name) is getattr(GENERIC, name)]
