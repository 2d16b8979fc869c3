"""Rule sets as values: parts put together, nobody's subclass.

A `Mechanic` is one shared rule: which steps it runs, which answers it takes, what it offers, what happens when time
runs out. A `RuleSet` lists mechanics, the steps of set-up, round and turn, and `Hooks`, the only way for a family to
reach into a shared mechanic. `engine.core.registry` keeps those that can be played.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from msgspec import Struct

from engine.core.actions import Action
from engine.core.agenda import AgendaItem, Decision, Step
from engine.core.errors import OptionError, clipped
from engine.core.events import Event, SealedAnswerReceived
from engine.core.language import gettext, gettext_noop, ngettext, translated
from engine.core.offers import Offer
from engine.core.state import GameState
from engine.core.units import Force

if TYPE_CHECKING:
    from engine.core.context import Context
    from engine.core.dice import Board, Order, Row
    from engine.core.mapgraph import MapGraph
    from engine.core.notation import Command


Advice = Callable[[Any, Any], str]  # of a PlayerView and an action, which lie above this module


class Elimination(NamedTuple):
    """A seat that has gone out, and by whose hand; -1 for nobody's."""

    seat: int
    by: int


class Ware(NamedTuple):
    """A piece or building that a seat may have for a price, and the territories where it may put it."""

    kind: str
    price: int
    spots: tuple[int, ...]
    building: bool = False


@dataclass(frozen=True)
class Hooks:
    """Where a family reaches into shared mechanics; each is called in the order of the rule set's list.

    links: changes the neighbours of a territory for a purpose ("attack", "fortify", "border").
    border_key: all that the links for borders depend on beside the map, left out land too; with equal keys they are
        worked out once. Without it they are worked out anew for each view.
    left_out: territories that count for nothing: neither for continents, borders and claims nor to be placed on.
    stays: how many units must stay behind on a territory when others leave it; None for the usual one.
    may_enter: a refusal's code if `seat` may not attack dst from src, else None.
    may_bring: a refusal's code if companions may not end a free move on a territory, else None.
    leaders: the kinds of pieces on the source of an attack that may lead it, those first that lead first.
    dice: changes the most dice that a role ("attacker" or "defender") may throw in a fight over order.dst.
    sides: the sides of each die that a role throws in a fight, in the order of reading; leaders' dice come first.
    ties: whether the attacker wins ties in a fight, where they are the defender's everywhere else.
    rerolls: whether a role throws its dice that show 1 again in a fight, until none does.
    on_thrown: a seat's dice lie, after the throw and each time that ones were thrown again, before they count; True if
        nothing more follows from this roll.
    before_throw: what comes between the last reaction to an attack and its first dice, once an order: steps and
        questions that run one after another, the first one first.
    on_target_changed: the attack target of `seat` changes, to dst from src; dst is NOBODY for no target.
    on_dice_rolled: a question about a throw, (the order, the attacker's dice, the defender's), before its losses.
    reactions: seats that may answer an invasion, which the attack `order` describes, judged on public facts alone.
    resolve_reaction: what an answer to an invasion does, when it is read.
    change_losses: what a throw costs attacker and defender, before it is taken from them; the attack `order` is known.
    fallen: armies of a seat have fallen on a territory: how many, by what ("battle", "card", "plague"), and in which
        attack, if it was one.
    choose_losses: whether the owner of a territory chooses what is lost there.
    income: further armies for a seat, as (reason, armies) pairs.
    for_sale: pieces and buildings that a seat may buy, whatever is in its purse.
    decks_for_sale: decks from which a seat may buy cards.
    card_price: what a card costs a seat now, where that is not the rule set's price.
    lay_open: cards that a seat has bought; it lays open those that do not go into the hand, and returns the others.
    may_plan: whether a territory is offered for one of the parts of a set-up plan; others are passed over in a plan.
    bid_bonus: how much more than it pays a seat's bid counts.
    limit: the most armies that may stand on one territory, None for no limit.
    territory_bonus_allowed: whether a set that a seat turns in now may bring armies for pictured land.
    on_trade: something follows a set that `seat` turned in; `bonus` is the territory that got armies for it, or -1.
    on_turn_start: something follows the beginning of the active seat's turn.
    before_turn_end: what somebody must answer before the active seat's turn is over; asked again until it is None.
    on_taken: dst changes its owner, from `was` to `seat`; before anybody moves in.
    on_emptied: a territory that `seat` has held is nobody's any more.
    on_capture: something follows the capture of dst from `was` by `seat`.
    survives: whether a seat stays in the game as the board stands; else who holds a territory does.
    on_elimination: a seat is out by the hand of another (`by`).
    winners: seats that have won on the board as it stands; `eliminated` is a seat that has gone out just now.
    on_game_over: the game is over, these seats have won; the end itself is told after it.
    family_view: facts of the family that a viewer may know, as JSON.
    """

    links: Callable[[Context, int, str, tuple[int, ...]], tuple[int, ...]] | None = None
    border_key: Callable[[Context], Hashable] | None = None
    left_out: Callable[[Context], Iterable[int]] | None = None
    stays: Callable[[Board, int], int | None] | None = None
    may_enter: Callable[[Context, int, int, int], str | None] | None = None
    may_bring: Callable[[Context, int], str | None] | None = None
    leaders: Callable[[Board, Order], Sequence[str]] | None = None
    dice: Callable[[Board, str, Order, int], int] | None = None
    sides: Callable[[Board, str, Order, Row], Row] | None = None
    ties: Callable[[Board, Order], bool] | None = None
    rerolls: Callable[[Board, str, Order], bool] | None = None
    on_thrown: Callable[[Context, int, tuple[int, ...]], bool] | None = None
    before_throw: Callable[[Context, Any], Sequence[AgendaItem]] | None = None
    on_target_changed: Callable[[Context, int, int, int], None] | None = None
    on_dice_rolled: Callable[[Context, Any, tuple[int, ...], tuple[int, ...]], Decision | None] | None = None
    reactions: Callable[[Context, Any], Iterable[int]] | None = None
    resolve_reaction: Callable[[Context, Any, Action], None] | None = None
    change_losses: Callable[[Context, Any, tuple[int, int]], tuple[int, int]] | None = None
    fallen: Callable[[Context, int, int, int, str, Any], None] | None = None
    choose_losses: Callable[[Context, int], bool] | None = None
    income: Callable[[Context, int], Sequence[tuple[str, int]]] | None = None
    for_sale: Callable[[Context, int], Sequence[Ware]] | None = None
    decks_for_sale: Callable[[Context, int], Sequence[str]] | None = None
    card_price: Callable[[Context, int], int] | None = None
    lay_open: Callable[[Context, int, tuple[int, ...]], Sequence[int]] | None = None
    may_plan: Callable[[Context, str, int], bool] | None = None
    bid_bonus: Callable[[Context, int], int] | None = None
    limit: Callable[[Context], int | None] | None = None
    territory_bonus_allowed: Callable[[Context, int], bool] | None = None
    on_trade: Callable[[Context, int, int], None] | None = None
    on_turn_start: Callable[[Context], None] | None = None
    before_turn_end: Callable[[Context], Decision | None] | None = None
    on_taken: Callable[[Context, int, int, int], None] | None = None
    on_emptied: Callable[[Context, int, int], None] | None = None
    on_capture: Callable[[Context, int, int, int], None] | None = None
    survives: Callable[[Context, int], bool] | None = None
    on_elimination: Callable[[Context, int, int], None] | None = None
    winners: Callable[[Context, Elimination | None], tuple[int, ...]] | None = None
    on_game_over: Callable[[Context, tuple[int, ...]], None] | None = None
    family_view: Callable[[Context, int | None], dict[str, Any]] | None = None


@dataclass(frozen=True)
class Mechanic:
    """One rule that several families may share. All mappings go by type; functions get the context first.

    steps: what a step does. answers: what an action does as answer to a decision; it validates first and changes
    after. resolves: what happens when all answers to a sealed decision are in (its `answers` then only validate).
    offers and defaults: what a seat may answer, and what is answered for it when its time has run out.
    about: public facts of an open decision, for pages and mails.
    Offers of several mechanics for one decision add up; of the rest the later mechanic's counts.
    planned: how a seat's plan of the set-up answers a question of it (`engine.mechanics.setup_plan`).
    advice: a warning before an action, from the view of its seat, or an empty text (see `warnings_for`).
    hazards: the same of what an action costs for certain, so that suggestions of it say it too (see `hazards_for`).
    missing: why a later step of the turn would not ask for an action of a seat as things stand, or an empty text.
    """

    name: str
    steps: Mapping[type[Any], Callable[[Context, Any], None]] = field(default_factory=dict)
    answers: Mapping[tuple[type[Any], type[Any]], Callable[[Context, Any, Any], None]] = field(default_factory=dict)
    resolves: Mapping[type[Any], Callable[[Context, Any, list[Any]], None]] = field(default_factory=dict)
    offers: Mapping[type[Any], Callable[[Context, Any, int], Sequence[Offer]]] = field(default_factory=dict)
    defaults: Mapping[type[Any], Callable[[Context, Any, int], Action]] = field(default_factory=dict)
    about: Mapping[type[Any], Callable[[Context, Any], dict[str, Any]]] = field(default_factory=dict)
    planned: Mapping[type[Any], Callable[[Context, Any, Any], Action]] = field(default_factory=dict)
    advice: Mapping[type[Any], Advice] = field(default_factory=dict)
    hazards: Mapping[type[Any], Advice] = field(default_factory=dict)
    missing: Mapping[type[Any], Callable[[Context, int], str]] = field(default_factory=dict)
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
    choices: tuple[tuple[Any, str], ...] = ()
    least: int = 0
    most: int = 0


@translated("title", "help")
@dataclass(frozen=True)
class Overlay:
    """A variant that may be put on top of a preset: `changes` are switches with the values that they take."""

    id: str
    title: str
    help: str
    changes: Mapping[str, Any]


@translated("title")
@dataclass(frozen=True)
class OptionDescription:
    """What one option means for a game, in a few words: a line of the table that compares games of a family.

    `say` gets the options; games of which it says the same do not differ there. An empty text means that the option
    plays no part in such a game.
    """

    name: str
    title: str
    say: Callable[[Any], str]


AnyHooks = tuple[Callable[..., Any], ...]
HOOK_LISTS = {  # a rule set's list of one hook of its families -> the hook's name
    "link_hooks": "links",
    "border_key_hooks": "border_key",
    "left_out_hooks": "left_out",
    "stay_hooks": "stays",
    "enter_hooks": "may_enter",
    "bring_hooks": "may_bring",
    "leader_hooks": "leaders",
    "dice_hooks": "dice",
    "sides_hooks": "sides",
    "tie_hooks": "ties",
    "reroll_hooks": "rerolls",
    "thrown_hooks": "on_thrown",
    "prelude_hooks": "before_throw",
    "target_hooks": "on_target_changed",
    "roll_hooks": "on_dice_rolled",
    "reaction_hooks": "reactions",
    "resolve_hooks": "resolve_reaction",
    "change_loss_hooks": "change_losses",
    "fallen_hooks": "fallen",
    "loss_hooks": "choose_losses",
    "income_hooks": "income",
    "ware_hooks": "for_sale",
    "deck_hooks": "decks_for_sale",
    "price_hooks": "card_price",
    "open_hooks": "lay_open",
    "plan_hooks": "may_plan",
    "bid_hooks": "bid_bonus",
    "limit_hooks": "limit",
    "territory_bonus_hooks": "territory_bonus_allowed",
    "trade_hooks": "on_trade",
    "turn_start_hooks": "on_turn_start",
    "turn_end_hooks": "before_turn_end",
    "taken_hooks": "on_taken",
    "emptied_hooks": "on_emptied",
    "capture_hooks": "on_capture",
    "survival_hooks": "survives",
    "elimination_hooks": "on_elimination",
    "winner_hooks": "winners",
    "game_over_hooks": "on_game_over",
    "view_hooks": "family_view",
}


def _worked_out() -> Any:
    """Declare a field that no caller passes: the rule set computes it."""
    return field(init=False, repr=False, compare=False)


@translated("title", "summary", "short", "currency")
@dataclass(frozen=True)
class RuleSet:
    """A game that can be played. `seats` are the least and the most players; `round` runs before each round's turns and
    `round_end` behind the last of them.

    `init_state` makes what the family's state needs at the start (decks, purses); `validate` says what is wrong with a
    choice of options for so many seats and territories, or nothing (`OptionError` names switches); `income` what a
    seat's land would pay now, for the lists. `for_two` is the id of the preset that two people play under the name of
    this one, `short` its title where space is short, `descriptions` what its options mean in words (see
    `core.variants`), `reconstructed` says what of a game on a board is our guess, as no source names it; `currency`
    names what is in purses; a card that is bought costs `card_price`;
    `pieces_first` says whether nobody is hired after a building; `rounds` after how many people have usually finished
    it.
    `step_words` has the rulebook's words for steps of shared mechanics that it calls otherwise ({"attack": "invade"}),
    `ask_words` the same for what decisions ask, by their kinds. `remakes_decks` says whether an empty deck is made anew
    from its discards; `deck_of` from which deck a card of a hand is, where hands are told by deck.
    `piece_names` gives the names of their own that pieces of a seat have, by their kinds.
    `unit_pieces` are the kinds of pieces that fight beside armies, the one that is lost first by default first;
    `army_words` what one army and several are called in orders, `army_titles` the same in sentences, `piece_titles`
    what kinds of pieces are called, `companions` the kinds of pieces that are no units and move with armies, in the
    order in which they are named, `companion_words` what one of them and several are called in orders,
    `round_title` what a round is; `plan_parts` the parts of a set-up plan that rank territories for a kind of
    piece. `enters_empty` says whether land that nobody holds may be attacked, `walks_count` whether land that is
    walked into as its last units fell after the declaration counts as taken from them, `reacts_each` whether others
    may react to each order or to each roll. `list_options` say of options that are lists, by their names, what is
    wrong with a value that does not have their form. Orders write territories of `code_zones` by their codes.
    `leaders_roll` says whether who leads an attack throws one of its dice; else the leaders are companions, which
    come beside the dice and move in with the captor. An attack on land of a zone is written with the word that
    `attack_words` has for it, and belongs to the step that `attack_steps` names; `own_places` are words for a place
    of one's own in a zone.
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
    hooks: tuple[Hooks, ...] = ()
    state_type: type[GameState] = GameState
    init_state: Callable[[GameState, int], None] = lambda state, size: None
    validate: Callable[[Any, int, int], str] = lambda options, seats, territories: ""
    list_options: Mapping[str, Callable[[Any], OptionError | None]] = field(default_factory=dict)
    income: Callable[[Context, int], int] = lambda context, seat: 0
    switches: tuple[Switch, ...] = ()
    overlays: tuple[Overlay, ...] = ()
    for_two: str = ""
    short: str = ""
    currency: str = ""
    army_titles: tuple[str, str] = ("", "")
    round_title: str = gettext_noop("round {round}")
    piece_titles: Mapping[str, str] = field(default_factory=dict)
    card_price: int = 1
    pieces_first: bool = True
    rounds: int = 15
    piece_names: Callable[[Any, int], Mapping[str, str]] = lambda view, seat: {}
    unit_pieces: tuple[str, ...] = ()
    army_words: tuple[str, str] = ("", "")
    companions: tuple[str, ...] = ()
    companion_words: tuple[str, str] = ("", "")
    code_zones: frozenset[str] = frozenset()
    leaders_roll: bool = True
    attack_words: Mapping[str, str] = field(default_factory=dict)
    attack_steps: Mapping[str, str] = field(default_factory=dict)
    own_places: Mapping[str, str] = field(default_factory=dict)
    enters_empty: bool = False
    walks_count: bool = True
    reacts_each: Literal["order", "roll"] = "order"
    plan_parts: tuple[str, ...] = ()
    descriptions: tuple[OptionDescription, ...] = ()
    reconstructed: Callable[[Any, MapGraph], str] = lambda options, graph: ""
    step_words: Mapping[str, str] = field(default_factory=dict)
    ask_words: Mapping[str, str] = field(default_factory=dict)
    remakes_decks: bool = True
    deck_of: Callable[[GameState, int], str] | None = None

    # Looked up for each action, hence worked out once, from the mechanics and from the hooks.
    steps: Mapping[type[Any], Callable[[Context, Any], None]] = _worked_out()
    answers: Mapping[tuple[type[Any], type[Any]], Callable[[Context, Any, Any], None]] = _worked_out()
    resolves: Mapping[type[Any], Callable[[Context, Any, list[Any]], None]] = _worked_out()
    offers: Mapping[type[Any], tuple[Callable[[Context, Any, int], Sequence[Offer]], ...]] = _worked_out()
    defaults: Mapping[type[Any], Callable[[Context, Any, int], Action]] = _worked_out()
    about: Mapping[type[Any], Callable[[Context, Any], dict[str, Any]]] = _worked_out()
    planned: Mapping[type[Any], Callable[[Context, Any, Any], Action]] = _worked_out()
    link_hooks: AnyHooks = _worked_out()
    border_key_hooks: AnyHooks = _worked_out()
    left_out_hooks: AnyHooks = _worked_out()
    stay_hooks: AnyHooks = _worked_out()
    enter_hooks: AnyHooks = _worked_out()
    bring_hooks: AnyHooks = _worked_out()
    leader_hooks: AnyHooks = _worked_out()
    dice_hooks: AnyHooks = _worked_out()
    sides_hooks: AnyHooks = _worked_out()
    tie_hooks: AnyHooks = _worked_out()
    reroll_hooks: AnyHooks = _worked_out()
    thrown_hooks: AnyHooks = _worked_out()
    prelude_hooks: AnyHooks = _worked_out()
    target_hooks: AnyHooks = _worked_out()
    roll_hooks: AnyHooks = _worked_out()
    reaction_hooks: AnyHooks = _worked_out()
    resolve_hooks: AnyHooks = _worked_out()
    change_loss_hooks: AnyHooks = _worked_out()
    fallen_hooks: AnyHooks = _worked_out()
    loss_hooks: AnyHooks = _worked_out()
    income_hooks: AnyHooks = _worked_out()
    ware_hooks: AnyHooks = _worked_out()
    deck_hooks: AnyHooks = _worked_out()
    price_hooks: AnyHooks = _worked_out()
    open_hooks: AnyHooks = _worked_out()
    plan_hooks: AnyHooks = _worked_out()
    bid_hooks: AnyHooks = _worked_out()
    limit_hooks: AnyHooks = _worked_out()
    territory_bonus_hooks: AnyHooks = _worked_out()
    trade_hooks: AnyHooks = _worked_out()
    turn_start_hooks: AnyHooks = _worked_out()
    turn_end_hooks: AnyHooks = _worked_out()
    taken_hooks: AnyHooks = _worked_out()
    emptied_hooks: AnyHooks = _worked_out()
    capture_hooks: AnyHooks = _worked_out()
    survival_hooks: AnyHooks = _worked_out()
    elimination_hooks: AnyHooks = _worked_out()
    winner_hooks: AnyHooks = _worked_out()
    game_over_hooks: AnyHooks = _worked_out()
    view_hooks: AnyHooks = _worked_out()
    throws_plainly: bool = _worked_out()
    changes_losses: bool = _worked_out()

    def __post_init__(self) -> None:
        for name in ("steps", "answers", "resolves", "defaults", "about", "planned"):
            object.__setattr__(self, name, self._merged(name))
        object.__setattr__(self, "offers", self._gathered("offers"))
        for name, hook in HOOK_LISTS.items():
            object.__setattr__(self, name, self.hook(hook))
        object.__setattr__(self, "throws_plainly", not (self.sides_hooks or self.reroll_hooks or self.thrown_hooks))
        object.__setattr__(self, "changes_losses", bool(self.tie_hooks or self.change_loss_hooks))

    @cached_property
    def missing(self) -> Mapping[type[Any], Callable[[Context, int], str]]:
        return self._merged("missing")

    @cached_property
    def advice(self) -> Mapping[type[Any], tuple[Advice, ...]]:
        """All that the mechanics have to say about an action, in their order."""
        return self._gathered("advice")

    @cached_property
    def hazards(self) -> Mapping[type[Any], tuple[Advice, ...]]:
        """All that an action costs for certain."""
        return self._gathered("hazards")

    @property
    def changes_borders(self) -> bool:
        """Whether borders may be others than the map's."""
        return bool(self.link_hooks or self.left_out_hooks)

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
            step = self.attack_steps.get(zones[0], step)
        return self.step_words.get(step, step)

    def count_armies(self, count: int) -> str:
        """Count armies in the words of the rule set: "1 army", "3 MODs"."""
        one, many = self.army_titles
        if one:
            return f"{count} {gettext(one if count == 1 else many)}"
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
        return gettext(self.army_titles[0]) if self.army_titles[0] else gettext("army")

    @property
    def armies_noun(self) -> str:
        """What several armies are called in sentences: "armies", "MODs"."""
        return gettext(self.army_titles[1]) if self.army_titles[1] else gettext("armies")

    def piece_title(self, kind: str) -> str:
        """Return what a kind of piece is called, "Land Commander"; an unknown one as it was typed."""
        return gettext(self.piece_titles[kind]) if kind in self.piece_titles else clipped(kind).replace("_", " ")

    def hook(self, name: str) -> AnyHooks:
        return tuple(getattr(hooks, name) for hooks in self.hooks if getattr(hooks, name))

    def _merged(self, name: str) -> dict[Any, Any]:
        return {key: value for mechanic in self.mechanics for key, value in getattr(mechanic, name).items()}

    def _gathered(self, name: str) -> dict[Any, tuple[Any, ...]]:
        """Collect what each of the mechanics has for a key, in their order."""
        found: dict[Any, tuple[Any, ...]] = {}
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
