"""The table of decisions: one record for each kind of question, with all that the site knows of it.

    DECISIONS.add(Decision("setup.claim_asked", summary=_("Claim a territory."), panel=panel, ...))

Every part has a default that works for any decision, so that a new one can be played before anybody has written a word
for it; `generic_parts` says what still stands on its default. Records register themselves when their module is
imported; `load` imports all of this package, folders of families too.

Below the table stands what pages, mails and the API ask of it: `panel_for` and `action_from_form` for the page,
`prompt_for` and `suggested_orders` for mails and bots, `timeout_text` for whoever waits.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import engine
from common.lazy_text import LazyText
from common.module_loading import import_all
from common.registry import Registry
from games.clocks.lateness import END
from games.decisions.kit.context import PageContext
from games.decisions.kit.generic import generic_panel
from games.decisions.kit.panel import Aside, Panel
from games.decisions.kit.posted import PostedForm, parse_by_fields
from games.decisions.kit.prompts import Prompt, Suggestion, generic_prompt, generic_suggestions
from games.decisions.kit.waiting import over, paused, waiting
from games.models import Game, Player, Waiting
from games.play.lateness import would_fall_free
from games.wording.narration.sentences import SentenceMaker, registers_sentence
from games.wording.seats import seat_label

Parse = Callable[[PostedForm], engine.Facts]
Lines = Callable[[PostedForm], str]
Suggest = Callable[[engine.PlayerView, engine.Offer], Iterator[Suggestion]]
MakeAsides = Callable[[PageContext, engine.Offer], Iterable[Aside]]


@dataclass(frozen=True)
class Answer:
    """What the site knows of one action that answers decisions: how its form is parsed (None: by the fields of its
    offer), suggested answers for the links of mails, and its small forms on a page that asks for something else."""

    parse: Parse | None = None
    suggest: Suggest = generic_suggestions
    asides: MakeAsides = lambda context, offer: ()


@dataclass(frozen=True)
class Timeout:
    """What happens when nobody answers in time, for each reader.

    `turn` completes "…, and the turn passes to Red" for the player who is asked on the clock of a turn; `owner`
    completes "If you do not answer, …" on a clock of its own, `others` the same for the rest of the table; `organizer`
    completes "Red’s turn is skipped: …". Those who are not asked may not learn from it what a hand holds.
    """

    turn: Callable[[engine.PlayerView], str] | None = None
    owner: LazyText = _("the default answer is given for you.")
    others: LazyText = _("the default answer is given.")
    organizer: LazyText = _("the default answer is given")


GENERIC_TIMEOUT = Timeout()


class Recall(NamedTuple):
    """An event of the past that a panel shows: its type, and that of the action by which it came about."""

    event: str
    action: str


@dataclass(frozen=True)
class Decision:
    """What the site knows of one kind of decision, whose tag is its name.

    `summary` tells anybody what is asked, alike for all who may be; `panel` builds what stands beside the board;
    `prompt` asks its owner in mails; `offers` lists what mails suggest answers to, where that is not what the view
    offers; `dice` builds the data of decisions/rows.html for those who wait while a throw lies on the table; `answers`
    and `sentences` are by the tags of actions and of events. `forms` are those of its panel that send several orders:
    each writes them as text, a line for each. `recalls` is an event whose last occurrence the panel shows.
    `cards_free` says that nothing is paid for cards that answer it. `disputes` lists the land of the fight that waits
    for the answer.
    """

    name: str
    summary: LazyText = _("Answer a question.")
    panel: Callable[[PageContext], Panel] = generic_panel
    prompt: Callable[[engine.PlayerView], Prompt] = generic_prompt
    offers: Callable[[engine.PlayerView], Sequence[engine.Offer]] = lambda view: view.offers
    dice: Callable[[PageContext], object | None] = lambda context: None
    timeout: Timeout = GENERIC_TIMEOUT
    answers: Mapping[str, Answer] = field(default_factory=dict)
    forms: Mapping[str, Lines] = field(default_factory=dict)
    recalls: Recall | None = None
    cards_free: bool = False
    disputes: Callable[[engine.PlayerView], Iterable[int]] = lambda view: ()
    sentences: Mapping[str, SentenceMaker] = field(default_factory=dict)


GENERIC = Decision("")
GENERIC_ANSWER = Answer()


class Decisions(Registry[Decision]):
    """The decisions by their kinds, and the actions that answer them by their tags."""

    def __init__(self) -> None:
        super().__init__()
        self._answers: dict[str, Answer] = {}
        self._common: dict[str, Answer] = {}

    def add(self, decision: Decision) -> Decision:
        """Register a record with its answers and sentences. Raises ValueError for a kind that has one already."""
        super().add(decision)
        self._answers = {**decision.answers, **self._answers}
        for tag, sentence in decision.sentences.items():
            registers_sentence(tag)(sentence)
        return decision

    def add_common(self, tag: str, answer: Answer) -> None:
        """Register an action that answers many decisions; the record of a decision may say otherwise."""
        self._common[tag] = answer

    def __getitem__(self, kind: str) -> Decision:
        """Return the record of a kind; one of defaults where none was registered."""
        return self.get(kind) or GENERIC

    def answer(self, tag: str, kind: str = "") -> Answer:
        """Return how an action is parsed and suggested: as the decision `kind` says, else the common way, else that of
        the first decision with such an action, else by the fields of its offer."""
        for known in (self[kind].answers, self._common, self._answers):
            if tag in known:
                return known[tag]
        return GENERIC_ANSWER


DECISIONS = Decisions()


def load() -> None:
    """Have every record register itself."""
    import_all("games.decisions")


def generic_parts(kind: str, tags: Iterable[str] = ()) -> list[str]:
    """List the parts of a decision that stand on their defaults, and those of the actions `tags` that answer it."""
    decision, names = DECISIONS[kind], ("summary", "panel", "prompt", "timeout")
    parts = [name for name in names if getattr(decision, name) is getattr(GENERIC, name)]
    for tag in tags:
        answer = DECISIONS.answer(tag, kind)
        parts += [f"{tag}: parse"] * (answer.parse is None) + [f"{tag}: suggest"] * (
            answer.suggest is generic_suggestions
        )
    return parts


# ---- what is asked


def panel_for(context: PageContext) -> Panel:
    """Build the panel for the open decision, or for a viewer who waits for others."""
    view = context.view
    if view.asked is None:
        return over(context)
    if context.page_data.stopped:
        return paused(context)
    decision = DECISIONS[view.asked.kind]
    return decision.panel(context) if view.may_answer else waiting(context, decision.dice(context))


def prompt_for(view: engine.PlayerView) -> Prompt:
    """Make the prompt of the open decision for a mail. The viewer must be asked."""
    assert view.asked is not None
    return DECISIONS[view.asked.kind].prompt(view)


def disputed_land(view: engine.PlayerView) -> frozenset[int]:
    """List the territories that the open question of a fight is about: both sides of it, or where units are lost."""
    return frozenset(DECISIONS[view.asked.kind].disputes(view) if view.asked else ())


def asides_for(context: PageContext, answered: str) -> tuple[Aside, ...]:
    """Make the small forms of all that may be done beside the action `answered`, which the panel itself is about."""
    kind = context.view.asked.kind if context.view.asked else ""
    others = [offer for offer in context.view.offers if offer.action != answered]
    return tuple(aside for offer in others for aside in DECISIONS.answer(offer.action, kind).asides(context, offer))


# ---- how it is answered


def is_line(post: QueryDict) -> bool:
    """Check whether the order line was posted rather than a panel."""
    return "line" in post


def action_from_form(post: QueryDict, view: engine.PlayerView, graph: engine.MapGraph) -> engine.Facts:
    """Parse the form of a panel into an action of the viewer's seat, as tagged JSON. Raises IncompleteForm.

    Fields of every form: `ref` (the decision answered), `key` (makes a repeated sending harmless), and either `order`
    (text of the order line, with `line=1`) or `act` (tag of the action) with the fields of its panel, which the module
    of the decision names; f-<field> as JSON, n-<field>-<CODE> for counts and p-<field> for pieces in the general form.
    """
    tag, kind = post.get("act", ""), view.asked.kind if view.asked else ""
    form, parse = PostedForm(post, view, graph), DECISIONS.answer(tag, kind).parse
    return {"type": tag, "seat": view.viewer, **(parse(form) if parse else parse_by_fields(form, tag))}


def lines_from_form(post: QueryDict, view: engine.PlayerView, graph: engine.MapGraph) -> str:
    """Write the orders of a form that sends several; empty for a form of one action. Raises IncompleteForm."""
    lines = DECISIONS[view.asked.kind if view.asked else ""].forms.get(post.get("act", ""))
    return lines(PostedForm(post, view, graph)) if lines else ""


EVEN = 0.5
"""An attack with a better chance than this is suggested before the end of the turn."""


def suggested_orders(view: engine.PlayerView) -> list[Suggestion]:
    """List a few good answers that the viewer may give now, the best first; none if the viewer is not asked.

    Every kind of decision gets at least one, so that a whole game can be played by the links of mails alone. They are
    made from the view only: what a sentence of theirs says, its reader may know.
    """
    if view.asked is None or not view.may_answer:
        return []
    return sorted(suggestions_to(view, DECISIONS[view.asked.kind].offers(view)), key=is_last_resort)


def suggestions_to(view: engine.PlayerView, offers: Iterable[engine.Offer]) -> list[Suggestion]:
    """List suggested answers to some offers, each order once."""
    kind = view.asked.kind if view.asked else ""
    found: dict[str, Suggestion] = {}
    for offer in offers:
        for suggestion in DECISIONS.answer(offer.action, kind).suggest(view, offer):
            found.setdefault(suggestion.order, suggestion)
    return [with_hazards(view, suggestion) for suggestion in found.values()]


def with_hazards(view: engine.PlayerView, suggestion: Suggestion) -> Suggestion:
    """Add to a suggestion what its orders cost for certain."""
    if not engine.ruleset(view.rules).hazards:
        return suggestion
    try:
        orders = [action_of_text(line, view) for line in suggestion.order.splitlines()]
    except engine.OrderError:
        return suggestion
    told = dict.fromkeys(hazard for order in orders for hazard in engine.hazards_for(view, order))
    return replace(suggestion, hazards=tuple(told))


def action_of_text(order: str, view: engine.PlayerView) -> engine.Action:
    """Read the order of a suggestion, which is JSON where the order language has no verb. Raises OrderError."""
    return engine.action_from_json(json.loads(order)) if order.startswith("{") else engine.parse_order(order, view)


def is_last_resort(suggestion: Suggestion) -> bool:
    """Check whether a suggestion comes after ending the turn: a bad attack, or a move of low value."""
    return suggestion.low_value or (
        suggestion.chance is not None and suggestion.chance_after_placing is None and suggestion.chance < EVEN
    )


def suggestion_for(view: engine.PlayerView, order: str) -> Suggestion:
    """Find the suggestion with this order; for any other order, make one that says no more than its text. What is
    offered but no longer suggested is known too: a mail that is on its way may hold a link to it."""
    known = [*suggested_orders(view), *suggestions_to(view, view.offers)]
    found = next((suggestion for suggestion in known if suggestion.order == order), None)
    return found or with_hazards(view, Suggestion(order, order[:1].upper() + order[1:]))


def order_args(order: str) -> engine.Facts:
    """Return the order of a link as arguments for `order_submit`. Raises UnreadableOrder if it is no action."""
    if order.startswith("{"):
        return {"action": engine.action_from_json(json.loads(order))}
    return {"text": order}


# ---- what happens if nobody answers


def costs_the_seat(game: Game, player: Player, waiting: Waiting) -> bool:
    """Check whether the seat falls free if its player misses the turn that is asked of it."""
    is_turn = waiting.pace == Waiting.Pace.TURN
    return is_turn and would_fall_free(game.time.late, player, game.round)


def timeout_text(view: engine.PlayerView, game: Game, player: Player, waiting: Waiting) -> str:
    """Complete "If you do not answer, ..." for the player who is asked; ends with a full stop."""
    timeout = DECISIONS[waiting.kind].timeout
    if waiting.pace != Waiting.Pace.TURN:
        return str(timeout.owner)
    if costs_the_seat(game, player, waiting):
        if END in game.time.late.then:
            return gettext("your seat falls free, and the game may end.")
        if game.time.late.row == 1 or not player.missed:
            return gettext("the caretaker takes your seat until you come back.")
        return gettext(
            "the caretaker takes your seat, because you have missed a turn already. You can take it back at any time."
        )
    if timeout.turn is None:
        return str(timeout.owner)
    return gettext("%(done)s and the turn passes to %(next)s.") % {"done": timeout.turn(view), "next": next_seat(view)}


def public_timeout_text(game: Game, player: Player, waiting: Waiting) -> str:
    """Complete the same sentence for everybody else at the table, who may not know what a hand holds."""
    timeout = DECISIONS[waiting.kind].timeout
    if costs_the_seat(game, player, waiting):
        if END in game.time.late.then:
            return gettext("the seat falls free, and the game may end.")
        if game.time.late.row == 1 or not player.missed:
            return gettext("the caretaker takes the seat.")
        return gettext("the caretaker takes the seat, because too many turns in a row were missed.")
    if waiting.pace != Waiting.Pace.TURN or not game.round or timeout.turn is None:
        return str(timeout.others)
    return gettext("the turn is skipped: new armies go to the weakest border and nobody is attacked.")


def organizer_timeout_text(kind: str) -> str:
    """Complete "Red's turn is skipped: ..." for organizers, who know what is asked and not what is held."""
    return str(DECISIONS[kind].timeout.organizer)


def next_seat(view: engine.PlayerView) -> str:
    """Return the name of the seat whose turn follows the viewer's."""
    order = [seat for seat in view.order if not view.seats[seat].out] or [view.active]
    if view.active not in order:
        return gettext("the next player")
    return seat_label(view, order[(order.index(view.active) + 1) % len(order)])
