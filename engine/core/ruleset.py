"""Rule sets as values: parts put together, nobody's subclass.

A `Mechanic` is one shared rule: which steps it runs, which answers it takes, what it offers, what happens when time
runs out, and by `hooks` what it has to say where other rules ask. A `RuleSet` lists mechanics and the steps of set-up,
round and turn. `engine.core.registry` keeps those that can be played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, Never

from msgspec import Struct

from engine.core.actions import Action
from engine.core.agenda import AgendaItem, Decision, Step
from engine.core.errors import clipped
from engine.core.events import Event, SealedAnswerReceived
from engine.core.facts import Facts
from engine.core.hooks import BoardHooks, HookRecord, Hooks, PieceHooks, WordHooks, join_hooks
from engine.core.language import gettext, gettext_noop, ngettext, translated
from engine.core.offers import Offer
from engine.core.state import GameState, Options
from engine.core.units import Force

if TYPE_CHECKING:
    from engine.core.context import Context
    from engine.core.mapgraph import MapGraph
    from engine.core.notation import Command
    from engine.core.view import PlayerView


Advice = Callable[["PlayerView", Action], str]
Question = tuple[type[Decision], type[Action]]
"""A decision and an action that may answer it."""


def no_incomes(context: Context, territories: Sequence[int]) -> Sequence[int]:
    """Tell that no land pays anything."""
    return [0] * len(territories)


@dataclass(frozen=True)
class Mechanic:
    """One rule that several families may share. All mappings go by type, and each function takes what its own type is
    (`Never` stands for that, as no annotation can say it); functions get the context first.

    steps: what a step does. answers: what an action does as answer to a decision; it validates first and changes
    after. resolves: what happens when all answers to a sealed decision are in (its `answers` then only validate).
    offers and defaults: what a seat may answer, and what is answered for it when its time has run out.
    about: public facts of an open decision, for pages and mails.
    Offers of several mechanics for one decision add up; of the rest the later mechanic's counts.
    planned: how a seat's plan of the set-up answers a question of it (`engine.mechanics.setup_plan`).
    advice: a warning before an action, from the view of its seat, or an empty text (see `warnings_for`).
    hazards: the same of what an action costs for certain, so that suggestions of it say it too (see `hazards_for`).
    hooks: what it has to say where other rules ask (`engine.core.hooks`).
    missing: why a later step of the turn would not ask for an action of a seat as things stand, or an empty text.
    """

    name: str
    steps: Mapping[type[Step], Callable[[Context, Never], None]] = field(default_factory=dict)
    answers: Mapping[Question, Callable[[Context, Never, Never], None]] = field(default_factory=dict)
    resolves: Mapping[type[Decision], Callable[[Context, Never, Never], None]] = field(default_factory=dict)
    offers: Mapping[type[Decision], Callable[[Context, Never, int], Sequence[Offer]]] = field(default_factory=dict)
    defaults: Mapping[type[Decision], Callable[[Context, Never, int], Action]] = field(default_factory=dict)
    about: Mapping[type[Decision], Callable[[Context, Never], Facts]] = field(default_factory=dict)
    planned: Mapping[type[Decision], Callable[[Context, Never, Never], Action]] = field(default_factory=dict)
    advice: Mapping[type[Action], Callable[[PlayerView, Never], str]] = field(default_factory=dict)
    hazards: Mapping[type[Action], Callable[[PlayerView, Never], str]] = field(default_factory=dict)
    missing: Mapping[type[Action], Callable[[Context, int], str]] = field(default_factory=dict)
    hooks: tuple[HookRecord, ...] = ()
    events: tuple[type[Event], ...] = ()
    refusals: Mapping[str, str] = field(default_factory=dict)
    commands: tuple[Command, ...] = ()


@translated("title", "help", "choices")
@dataclass(frozen=True)
class Switch:
    """One option of a rule set as a form shows it: `choices` are (value, label) pairs; none means a number."""

    name: str
    title: str
    help: str
    choices: tuple[tuple[object, str], ...] = ()
    least: int = 0
    most: int = 0


@translated("title", "help")
@dataclass(frozen=True)
class Overlay:
    """A variant that may be put on top of a preset: `changes` are switches with the values that they take."""

    id: str
    title: str
    help: str
    changes: Mapping[str, object]


@translated("title")
@dataclass(frozen=True)
class OptionDescription:
    """What one option means for a game, in a few words: a line of the table that compares games of a family.

    `say` gets the options; games of which it says the same do not differ there. An empty text means that the option
    plays no part in such a game.
    """

    name: str
    title: str
    say: Callable[[Options], str]


def _declare_computed() -> Any:
    """Declare a field that no caller passes: the rule set computes it."""
    return field(init=False, repr=False, compare=False)


@dataclass(frozen=True)
class AttackRules:
    """How attacks differ from those of the classic games; `engine.mechanics.battle` reads them.

    enters_empty: whether land that nobody holds may be attacked.
    walks_count: whether land whose last units fell after the declaration counts as taken from them.
    reacts_each: whether others may react to each order or to each roll.
    words: the word for an attack on land of a zone, in orders, where it is not "attack".
    steps: the step of the turn that attacks on land of a zone belong to, where it is not "attack".
    """

    enters_empty: bool = False
    walks_count: bool = True
    reacts_each: Literal["order", "roll"] = "order"
    words: Mapping[str, str] = field(default_factory=dict)
    steps: Mapping[str, str] = field(default_factory=dict)


@translated("currency")
@dataclass(frozen=True)
class PurchaseRules:
    """What is paid with, and for; `engine.mechanics.purchase` reads them.

    currency: what is in purses, "energy"; empty where there are none.
    card_price: what a card costs, but for a seat with an `own_card_price`.
    pieces_first: whether a seat that has built something may hire nobody any more in this turn.
    """

    currency: str = ""
    card_price: int = 1
    pieces_first: bool = True


@translated("title", "summary", "short")
@dataclass(frozen=True, eq=False)
class RuleSet:
    """A game that can be played.

    What it is:
    id: what stored games, addresses and commands call it.
    family, version: whose rules they are, and the edition of them.
    title, summary, short: its name, a few sentences on it, and its name where space is short.
    seats: the least and the most players.
    map: the board on which it is played, unless another is chosen.
    options: its switches as they are set.
    for_two: the id of the preset that two people play under its name.
    rounds: after how many a game of people has usually ended.

    How it is played:
    mechanics: the rules that it is made of; what they have to say where others ask is joined in `hooks`.
    setup, round, turn, round_end: the steps of a set-up, before the turns of a round, of each turn, and after them.
    state_type, init_state: what its games remember, and the function that fills it at the start (decks, purses).
    incomes: what the land of each seat would pay now, given how many territories count for each; for lists.
    attack, purchase: how attacks and purchases differ from the usual ones.
    plan_parts: parts of a set-up plan that rank territories for a kind of piece.
    remakes_decks: whether an empty deck is made anew from its discards.
    deck_of: the deck of a card in a hand, where hands are told by deck.

    What a form may change:
    switches, overlays: the options that it shows, and variants that may be put on top.
    validate: what is wrong with options for so many seats and territories, or nothing; an `OptionError` names switches.
    descriptions: what the options mean in words (`engine.core.variants`).
    reconstructed: what of a game on a board is our guess, as no source names it.

    What it calls things:
    step_words: the rulebook's words for steps that shared mechanics call otherwise, {"attack": "invade"}.
    ask_words: the same for what decisions ask, by their kinds.
    round_title: what a round is, "year {round}".
    piece_titles: kinds of pieces in sentences.
    """

    id: str
    family: str
    version: int
    title: str
    summary: str
    seats: tuple[int, int]
    map: str
    options: Struct
    mechanics: tuple[Mechanic, ...]
    setup: tuple[Step, ...]
    turn: tuple[Step, ...]
    round: tuple[Step, ...] = ()
    round_end: tuple[Step, ...] = ()
    state_type: type[GameState] = GameState
    init_state: Callable[[GameState, int], None] = lambda state, size: None
    validate: Callable[[Options, int, int], str] = lambda options, seats, territories: ""
    incomes: Callable[[Context, Sequence[int]], Sequence[int]] = no_incomes
    attack: AttackRules = AttackRules()
    purchase: PurchaseRules = PurchaseRules()
    switches: tuple[Switch, ...] = ()
    overlays: tuple[Overlay, ...] = ()
    for_two: str = ""
    short: str = ""
    round_title: str = gettext_noop("round {round}")
    piece_titles: Mapping[str, str] = field(default_factory=dict)
    rounds: int = 15
    plan_parts: tuple[str, ...] = ()
    descriptions: tuple[OptionDescription, ...] = ()
    reconstructed: Callable[[Options, MapGraph], str] = lambda options, graph: ""
    step_words: Mapping[str, str] = field(default_factory=dict)
    ask_words: Mapping[str, str] = field(default_factory=dict)
    remakes_decks: bool = True
    deck_of: Callable[[GameState, int], str] | None = None

    # Looked up for each action, hence worked out once, from the mechanics.
    steps: Mapping[type[AgendaItem], Callable[[Context, AgendaItem], None]] = _declare_computed()
    answers: Mapping[Question, Callable[[Context, Decision, Action], None]] = _declare_computed()
    resolves: Mapping[type[Decision], Callable[[Context, Decision, list[Action]], None]] = _declare_computed()
    offers: Mapping[type[Decision], tuple[Callable[[Context, Decision, int], Sequence[Offer]], ...]] = (
        _declare_computed()
    )
    defaults: Mapping[type[Decision], Callable[[Context, Decision, int], Action]] = _declare_computed()
    about: Mapping[type[Decision], Callable[[Context, Decision], Facts]] = _declare_computed()
    planned: Mapping[type[Decision], Callable[[Context, Decision, object], Action]] = _declare_computed()
    missing: Mapping[type[Action], Callable[[Context, int], str]] = _declare_computed()
    advice: Mapping[type[Action], tuple[Advice, ...]] = _declare_computed()
    hazards: Mapping[type[Action], tuple[Advice, ...]] = _declare_computed()
    hooks: Hooks = _declare_computed()
    unit_pieces: tuple[str, ...] = _declare_computed()
    companions: tuple[str, ...] = _declare_computed()
    words: WordHooks = _declare_computed()

    def __post_init__(self) -> None:
        for name in ("steps", "answers", "resolves", "defaults", "about", "planned", "missing"):
            object.__setattr__(self, name, self._merge(name))
        for name in ("offers", "advice", "hazards"):
            object.__setattr__(self, name, self._gather(name))
        hooks = join_hooks(record for mechanic in self.mechanics for record in mechanic.hooks)
        object.__setattr__(self, "hooks", hooks)
        object.__setattr__(self, "words", hooks[WordHooks])
        for name in ("unit_pieces", "companions"):
            object.__setattr__(self, name, getattr(hooks[PieceHooks], name))

    @property
    def stays_by_units(self) -> bool:
        """Whether a seat stays in the game as long as it has units, whatever land it holds."""
        return bool(self.hooks[BoardHooks].survives)

    @property
    def edition(self) -> str:
        """What stored games name: versions belong to the family, a preset is a value of it."""
        return f"{self.family}@{self.version}"

    def supports_edition(self, edition: str) -> bool:
        """Return whether games of that edition can be played here: those of its own family, up to its own version."""
        family, _, version = edition.partition("@")
        return family == self.family and version.isdecimal() and int(version) <= self.version

    def ask(self, asked: Decision) -> str:
        """Say what a decision asks for in the words of the rule set: "place MODs"."""
        return gettext(self.ask_words.get(str(asked.__struct_config__.tag), asked.ask))

    def step_word(self, step: str, zones: Sequence[str] = ()) -> str:
        """Return the rulebook's word for a part of the turn that shared mechanics call `step`; attacks may be a part of
        their own in some zones."""
        if step == "attack" and zones:
            step = self.attack.steps.get(zones[0], step)
        return self.step_words.get(step, step)

    def count_armies(self, count: int) -> str:
        """Count armies in the words of the rule set: "1 army", "3 MODs"."""
        if titles := self.words.army_titles:
            return f"{count} {gettext(titles[count != 1])}"
        return ngettext("{count} army", "{count} armies", count).format(count=count)

    def units_in(self, force: Force) -> int:
        """Count the units of a force: its armies, and pieces that are no companions."""
        count = force.armies + len(force.pieces)
        return count - len(self.companions_in(force)) if self.companions and force.pieces else count

    def companions_in(self, force: Force) -> tuple[str, ...]:
        """List the pieces of a force that are no units."""
        return tuple(kind for kind in force.pieces if kind in self.companions)

    def name_round(self, number: int) -> str:
        """Name a round in the words of the rule set: "round 3", "year 3"."""
        return gettext(self.round_title).format(round=number)

    @property
    def army_noun(self) -> str:
        """What one army is called in sentences: "army", "MOD"."""
        return gettext(self.words.army_titles[0]) if self.words.army_titles else gettext("army")

    @property
    def armies_noun(self) -> str:
        """What several armies are called in sentences: "armies", "MODs"."""
        return gettext(self.words.army_titles[1]) if self.words.army_titles else gettext("armies")

    def piece_title(self, kind: str) -> str:
        """Return what a kind of piece is called, "Land Commander"; an unknown one as it was typed."""
        return gettext(self.piece_titles[kind]) if kind in self.piece_titles else clipped(kind).replace("_", " ")

    def _merge(self, name: str) -> dict[object, object]:
        return {key: value for mechanic in self.mechanics for key, value in getattr(mechanic, name).items()}

    def _gather(self, name: str) -> dict[object, tuple[object, ...]]:
        """Collect what each of the mechanics has for a key, in their order."""
        found: dict[object, tuple[object, ...]] = {}
        for mechanic in self.mechanics:
            for key, value in getattr(mechanic, name).items():
                found[key] = (*found.get(key, ()), value)
        return found

    @cached_property
    def commands(self) -> tuple[Command, ...]:
        return tuple(command for mechanic in self.mechanics for command in mechanic.commands)

    def tasks(self) -> set[type[AgendaItem]]:
        """Collect every step and decision that may lie on this rule set's agenda."""
        return {*self.steps, *self.offers, *self.resolves, *(asked for asked, _ in self.answers)}

    def decisions(self) -> set[type[Decision]]:
        return {task for task in self.tasks() if issubclass(task, Decision)}

    def actions(self) -> set[type[Action]]:
        return {action for _, action in self.answers}

    def events(self) -> set[type[Event]]:
        return {SealedAnswerReceived, *(event for mechanic in self.mechanics for event in mechanic.events)}
