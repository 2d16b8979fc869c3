"""What a family brings beside its rule sets: words of positions and cases, checks, and its part of the book of rules.

    register_family(Family("classic", keys=(CAPITALS, USED), unit_changes={TakenOver: armies_taken_over}))

One record for each family. Every part has a default that works for any, so that a new family can be played, checked
and written down before anybody has added a word; `generic_parts` says what stands on its default.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, fields
from random import Random
from typing import TYPE_CHECKING, Literal, Never

from engine.core.agenda import AgendaItem
from engine.core.errors import OptionError
from engine.core.events import Event
from engine.core.state import GameState

if TYPE_CHECKING:
    from engine.core.context import Context
    from engine.core.view import PlayerView

Stage = Literal["before_board", "after_board", "turn"]


@dataclass(frozen=True)
class CaseKey:
    """A word that `position` and `expect` know, with its value.

    `read` turns what is written into names in their one spelling, and raises PositionError. `lay` puts that into a
    state, `show` gives it back as a viewer sees it, with the whole state where a case looks at everything. Of values by
    seat (or territory) only those that a case names are compared, unless `whole`; `like` puts what came into the form
    that a case has chosen, such as a number for a list. Without `lay` the word stands in
    `expect` alone, without `show` in `position` alone.

    The `stage` says when it is laid: before the armies, as pieces and land that nobody can hold; after them, as what a
    game has from its set-up on; or, once cards are dealt, as the memory of the running turn, which a set-up has not.
    """

    name: str
    read: Callable[[object, Context], object]
    lay: Callable[[Context, Never], None] | None = None
    show: Callable[[PlayerView, GameState | None], object] | None = None
    stage: Stage = "after_board"
    whole: bool = False
    like: Callable[[object, object], object] = lambda wanted, came: came


@dataclass(frozen=True)
class Provable:
    """One thing to prove, in a group of its like.

    `key` is how the source of a case names it; `code` lists the functions that carry it out; `tests` is the file that
    proves it where no case can."""

    group: str
    key: str
    title: str = ""
    code: tuple[str, ...] = ()
    tests: str = ""


@dataclass(frozen=True)
class Family:
    """What the engine's tools know of one family.

    `keys` are its words of positions and cases; `case_map` is the board of cases that name none, empty for the rule
    set's own; `starred` are the territories that `*` covers on a board; `complete` makes up what a position within a
    game does not name, once its armies stand, before the words that are laid after them; `find_card` gives the deck and
    the number of a card that is put on top, None stands for the territory cards. `asked_at` has, for a step that a
    position may name, what makes the question or the step in its place, called with `seats`: it is asked for even if
    nothing can be done there. `set_up_turn` says whether the `turn` of a set-up on a given board is the `first` seat or
    the one whose go is `next`. `battle_orders` are the orders in which dice are thrown for the two sides of a fight,
    `orders_after_placing` those that come first in a set-up whose armies are down.

    `unit_changes` says by how many units, armies and pieces, an event lets the board grow; `cards_aside` lists cards
    that lie neither in a hand nor in a deck nor on its discards; each of `invariants` gives a sentence for what no game
    can reach, each of `board_invariants` for what no position that is written down may have either. `deal_anew` deals
    what a family hides from a viewer besides hands and decks (`engine.redeal`); `recall` lays what a view shows of the
    family into a state (`engine.core.guess`). `misread` says of an option that is a list what is wrong with a value
    that does not have its form. `book` lists what cases have to prove, in the order of the rulebooks.
    """

    id: str
    keys: tuple[CaseKey, ...] = ()
    case_map: str = ""
    starred: Callable[[GameState], Collection[int]] = lambda state: range(len(state.owner))
    complete: Callable[[Context], None] = lambda context: None
    find_card: Callable[[GameState, str], tuple[str, int]] | None = None
    asked_at: Mapping[type[AgendaItem], Callable[..., AgendaItem]] = field(default_factory=dict)
    set_up_turn: Literal["first", "next"] = "first"
    battle_orders: tuple[str, ...] = ()
    orders_after_placing: tuple[str, ...] = ()
    unit_changes: Mapping[type[Event], Callable[[Never], int]] = field(default_factory=dict)
    cards_aside: Callable[[GameState], Iterable[int]] = lambda state: ()
    invariants: tuple[Callable[[GameState], Iterable[str]], ...] = ()
    board_invariants: tuple[Callable[[GameState], Iterable[str]], ...] = ()
    deal_anew: Callable[[GameState, int | None, Random], None] = lambda state, viewer, random: None
    recall: Callable[[GameState, PlayerView], None] = lambda state, view: None
    misread: Mapping[str, Callable[[object], OptionError | None]] = field(default_factory=dict)
    book: Callable[[], Iterable[Provable]] = lambda: ()

    def key(self, name: str) -> CaseKey | None:
        """Find a word of positions or cases; None for one that this family does not know."""
        return next((key for key in self.keys if key.name == name), None)

    @property
    def generic_parts(self) -> list[str]:
        """The parts that stand on their defaults."""
        bare = Family("")
        return [each.name for each in fields(self) if getattr(self, each.name) == getattr(bare, each.name)]
