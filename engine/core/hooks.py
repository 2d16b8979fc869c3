"""Hooks: the only way for a family to reach into shared rules.

Each rule that asks families has a record of its hooks: mechanics beside the functions that ask, the core here.
Mechanics that have something to say bring such records with them, and a rule set joins them once, when it is made.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ParamSpec, Protocol, TypeVar, cast

from msgspec import Struct

from engine.core.facts import Facts

if TYPE_CHECKING:
    from engine.core.context import Context
    from engine.core.dice import Board, Order, Row
    from engine.core.view import PlayerView

P = ParamSpec("P")
R = TypeVar("R")
Hook = tuple[Callable[P, R], ...]
"""What there is for one question, called in the order of the rule set's mechanics; empty where none has a say."""


class HookRecord(Struct, frozen=True):
    """The hooks of one shared rule. Every field is a tuple: a `Hook`, or names and words that are read as they are."""


Record = TypeVar("Record", bound=HookRecord)


class Hooks(Protocol):
    """The hooks of a rule set, by the rules that ask for them: `rules.hooks[TurnHooks].on_turn_start`."""

    def __getitem__(self, kind: type[Record], /) -> Record: ...


def join_hooks(records: Iterable[HookRecord]) -> Hooks:
    """Join records in their order; a kind of which there is none is empty. A plain dictionary, the fastest to ask in
    every throw."""
    joined: dict[type[HookRecord], HookRecord] = {kind: kind() for kind in HookRecord.__subclasses__()}
    for record in records:
        joined[type(record)] = _join_two(joined[type(record)], record)
    return cast(Hooks, joined)


def _join_two(first: Record, second: Record) -> Record:
    return type(first)(*(getattr(first, name) + getattr(second, name) for name in first.__struct_fields__))


class BoardHooks(HookRecord, frozen=True):
    """What counts on the board, and who holds it.

    change_links: changes the neighbours of a territory for a purpose ("attack", "fortify", "border").
    border_key: all that the links for borders depend on beside the map, left out land too; with equal keys they are
        worked out once. Without it they are worked out anew for each view.
    left_out: territories that count for nothing: neither for continents, borders and claims nor to be placed on.
    must_stay: how many units must stay behind on a territory when others leave it; None for the usual one.
    army_limit: the most armies that may stand on one territory, None for no limit.
    survives: whether a seat stays in the game as the board stands; else who holds a territory does.
    """

    change_links: Hook[[Context, int, str, tuple[int, ...]], tuple[int, ...]] = ()
    border_key: Hook[[Context], Hashable] = ()
    left_out: Hook[[Context], Iterable[int]] = ()
    must_stay: Hook[[Board, int], int | None] = ()
    army_limit: Hook[[Context], int | None] = ()
    survives: Hook[[Context, int], bool] = ()


class DiceHooks(HookRecord, frozen=True):
    """The dice of a fight and what they count for, on the board of a game as in views and odds (`engine.core.dice`).

    may_lead: the kinds of pieces on the source of an attack that may lead it, those first that lead first.
    dice_sides: the sides of each die that a role throws in a fight, in the order of reading; leaders' dice come first.
    wins_ties: whether the attacker wins ties in a fight, where they are the defender's everywhere else.
    throws_again: whether a role throws its dice that show 1 again in a fight, until none does.
    """

    may_lead: Hook[[Board, Order], Sequence[str]] = ()
    dice_sides: Hook[[Board, str, Order, Row], Row] = ()
    wins_ties: Hook[[Board, Order], bool] = ()
    throws_again: Hook[[Board, str, Order], bool] = ()


class ViewHooks(HookRecord, frozen=True):
    """What is seen of a family.

    family_view: facts of the family that a viewer (None for somebody without a seat) may know, as JSON.
    has_set: whether a viewer's hand has a set to trade in.
    """

    family_view: Hook[[Context, int | None], Facts] = ()
    has_set: Hook[[PlayerView], bool] = ()


class PieceHooks(HookRecord, frozen=True):
    """Kinds of pieces beside armies.

    unit_pieces: those that fight beside armies; the first is lost first by default.
    companions: those that are no units and move with armies, in the order in which they are named. Where a rule set has
        any, they lead attacks (`engine.mechanics.battle.leading`).
    """

    unit_pieces: tuple[str, ...] = ()
    companions: tuple[str, ...] = ()


class WordHooks(HookRecord, frozen=True):
    """What a family calls its own.

    army_titles: one army and several, in sentences.
    army_words: the same in orders.
    companion_words: one companion and several, in orders.
    piece_names: the names of their own that pieces of a seat have, by kind.
    code_zones: zones whose territories orders write by their codes.
    own_places: words for a place of one's own in orders, each with the zone of the place.
    """

    army_titles: tuple[str, ...] = ()
    army_words: tuple[str, ...] = ()
    companion_words: tuple[str, ...] = ()
    piece_names: Hook[[PlayerView, int], Mapping[str, str]] = ()
    code_zones: tuple[str, ...] = ()
    own_places: tuple[tuple[str, str], ...] = ()
