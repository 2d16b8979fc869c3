"""Apply an action to a state: events, draws and the next decision come out.

The action answers the decision on top of the agenda; then steps run until a decision is on top again, or nothing is
left and the game is over. Everything that is particular to a game lies in its rule set.
"""

import re
from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engine.core.actions import Action, End
from engine.core.agenda import Decision, PendingDecision
from engine.core.chance import Chance, FastChance
from engine.core.context import Context
from engine.core.errors import IllegalAction, OptionError
from engine.core.events import Event, SealedAnswerReceived
from engine.core.language import gettext
from engine.core.mapgraph import mapgraph
from engine.core.offers import Offer
from engine.core.registry import family_of, ruleset
from engine.core.ruleset import RuleSet
from engine.core.state import COLOURS, NOBODY, GameState, Player

MAX_AUTO_STEPS = 10_000  # steps after one answer; more means a rule that never asks


class Transition(Struct, frozen=True):
    """The state after an action, what happened, and the dice and cards that chance gave, in order."""

    state: GameState
    events: list[Event]
    draws: list[int]


def new_game(
    rules: str,
    seats: Sequence[str],
    *,
    chance: Chance,
    options: Mapping[str, object] | None = None,
    map: str | None = None,
    edition: str = "",
) -> Transition:
    """Set up a game for `seats` (colours in turn order) and play until somebody is asked.

    `rules` is the id of a rule set; `options` sets switches of it; `map` another board than its own; `edition` an
    earlier edition of the family, to play a game of it again. `chance` gives dice and cards: FastChance from a seed,
    KeyedChance so that players can check them, ScriptedChance as written down.

    Raises IllegalAction: game.seats, game.colours, game.options; KeyError for rules or a map that do not exist.

    >>> from engine import FastChance, new_game
    >>> game = new_game("modern", ["red", "blue", "green"], chance=FastChance(7), options={"army_cap": 12})
    >>> [event.__struct_config__.tag for event in game.events]
    ['setup.start_rolled']
    """
    state = empty_state(rules, seats, options=options, map=map)
    state.family = edition or state.family
    context = Context(state, chance)
    context.push(*reversed(context.rules.setup))
    run(context)
    state.ref = 1
    return Transition(state, context.events, context.draws)


def empty_state(
    rules: str, seats: Sequence[str], *, options: Mapping[str, object] | None = None, map: str | None = None
) -> GameState:
    """Make a game before its first step: nobody holds anything, decks are full. Raises as `new_game` does."""
    chosen = ruleset(rules)
    least, most = chosen.seats
    if not least <= len(seats) <= most:
        raise _not_for(chosen, len(seats))
    if len(set(seats) & set(COLOURS)) != len(seats):
        raise IllegalAction("game.colours")
    graph = mapgraph(map or chosen.map)
    state = chosen.state_type(
        rules=rules,
        family=chosen.edition,
        map=graph.id,
        options=_options(chosen, options or {}, len(seats), graph.size),
        seats=tuple(seats),
        owner=[NOBODY] * graph.size,
        armies=[0] * graph.size,
        players=[Player() for _ in seats],
        order=tuple(range(len(seats))),
    )
    chosen.init_state(state, graph.size)
    return state


def _not_for(rules: RuleSet, seats: int) -> IllegalAction:
    """Format the refusal of too few or too many seats; two players are told of the game for two."""
    least, most = rules.seats
    count = str(least) if least == most else gettext("{least} to {most}").format(least=least, most=most)
    other = ruleset(rules.for_two) if rules.for_two and seats == 2 else None
    instead = ""
    if other:
        instead = gettext("; two play “{title}” ({id})").format(title=other.title, id=other.id)
    return IllegalAction("game.seats", title=rules.title, least=least, most=most, count=count, instead=instead)


def _options(rules: RuleSet, changes: Mapping[str, object], seats: int, territories: int) -> Struct:
    try:
        plain = msgspec.to_builtins(rules.options) | dict(changes)
        options = msgspec.convert(plain, type(rules.options))
    except msgspec.ValidationError as exc:
        raise _refuse_options(_misread(rules, changes, str(exc))) from exc
    unknown = sorted(set(changes) - set(rules.options.__struct_fields__))
    if unknown:
        raise _refuse_options(OptionError(gettext("There is no switch “{name}”.").format(name=unknown[0]), unknown[0]))
    if problem := rules.validate(options, seats, territories):
        raise _refuse_options(problem)
    return options


def _misread(rules: RuleSet, changes: Mapping[str, object], reason: str) -> OptionError:
    """Say of what a list holds what the family says of it, of other switches the `reason`, which names its place."""
    switches = re.findall(r"\$\.(\w+)", reason)
    for name in switches:
        misread = family_of(rules.id).misread.get(name)
        if misread and (problem := misread(changes.get(name))):
            return problem
    return OptionError(gettext("A switch has a value that does not exist: {reason}.").format(reason=reason), *switches)


def _refuse_options(problem: str) -> IllegalAction:
    row = getattr(problem, "row", None)
    place = {} if row is None else {"row": row}
    return IllegalAction("game.options", problem=str(problem), switches=list(getattr(problem, "switches", ())), **place)


def apply(state: GameState, action: Action, chance: Chance) -> Transition:
    """Play one action on a copy: the input stays as it was, and equal inputs give equal outputs everywhere.

    The action answers the open decision, with the dice and cards of `chance`; then the game goes on until somebody is
    asked again. Raises IllegalAction (the sentence says what would be right).

    >>> from engine import ScriptedChance, apply, parse_order, view_for
    >>> from engine.position import position
    >>> state = position("red: Brazil 10 | blue: Venezuela 2 | green: *1", rules="modern", step="attack")
    >>> order = parse_order("attack Brazil Venezuela", view_for(state, 0))
    >>> after = apply(state, order, ScriptedChance({"attacker": [6, 3, 1], "defender": [5, 3]}))
    >>> after.state.armies[order.src], after.state.armies[order.dst], after.draws
    (9, 1, [6, 3, 1, 5, 3])
    """
    return apply_in_place(state.copy(), action, chance)


def apply_in_place(state: GameState, action: Action, chance: Chance) -> Transition:
    """Apply an action to the given state itself. A refusal changes nothing here either: answers validate before they
    change."""
    context = Context(state, chance)
    answer(context, action)
    return Transition(state, context.events, context.draws)


def answer(context: Context, action: Action) -> None:
    """Answer the open decision and run on to the next; the context has what happened. Raises IllegalAction."""
    state = context.state
    if not state.agenda:
        raise IllegalAction("game.over")
    asked: Decision = state.agenda[-1]  # type: ignore[assignment]  # as `top_decision` has it
    if action.seat not in asked.seats and not asked.takes_from(action.seat):
        raise IllegalAction("turn.not_yours")
    rule = context.rules.answers.get((type(asked), type(action)))
    if rule is None:
        raise IllegalAction("order.not_now", wanted=_say_wanted(context, asked, action))
    rule(context, asked, action)
    still_open = asked.sealed and _seal(context, asked, action)
    run(context)
    state.seq += 1
    if not still_open:
        state.ref += 1


def _say_wanted(context: Context, asked: Decision, action: Action) -> str:
    """Say what it is time for instead of an action; of one of a later step also why even that would not ask for it."""
    rules = context.rules
    words = {"ask": rules.ask(asked), "why": ""}
    if type(action) in rules.missing and (type(asked), asked.pass_action) in rules.answers:
        words["why"] = rules.missing[type(action)](context, action.seat)
    text = gettext("{why}, so it is time to {ask}") if words["why"] else gettext("it is time to {ask}")
    return text.format(**words)


def _seal(context: Context, asked: Decision, action: Action) -> bool:
    """Keep a sealed answer that was found legal, in place of an earlier one of its seat; after the last one resolve
    them all in turn order. Returns whether others still owe theirs."""
    earlier = (answer for answer in asked.given if answer["seat"] != action.seat)
    given = (*earlier, msgspec.json.decode(msgspec.json.encode(action)))  # as it comes back from storage
    waiting = tuple(seat for seat in asked.seats if seat != action.seat)
    context.emit(SealedAnswerReceived(action.seat, kind_of(asked)))
    context.pop_decision()
    if waiting:
        context.push(replace(asked, seats=waiting, given=given))
        return True
    types = {kind.__struct_config__.tag: kind for kind in context.rules.actions()}
    answers = [msgspec.convert(plain, types[plain["type"]]) for plain in given]
    order = context.state.order
    answers.sort(key=lambda answer: order.index(answer.seat))
    context.rules.resolves[type(asked)](context, asked, answers)
    return False


def run(context: Context) -> None:
    """Run steps until a decision is on top or the agenda is empty. Raises RuntimeError for a rule that never ends."""
    agenda = context.state.agenda
    steps = context.rules.steps
    left = MAX_AUTO_STEPS
    while agenda and (runs := steps.get(type(agenda[-1]))):
        runs(context, agenda.pop())
        left -= 1
        if not left:
            raise RuntimeError(f"{context.state.rules}: no decision after {MAX_AUTO_STEPS} steps")


def implied_action(state: GameState, order: Action) -> Action:
    """Return the next action on the way to an order that may belong to a later step of the turn.

    That is the order itself, or what skips an optional question before it: End ("fortify ..." while attacks are
    asked, the free move before the end of the whole turn), or what the question has in its place. Where that is not
    allowed yet it is returned all the same, so that the reason is told. Hosts that journal each action call this in a
    loop until the order itself comes back; `play` does it in one go.

    Raises IllegalAction where something that must be done first would stop the order after those questions.
    """
    if not state.agenda:
        return order
    passing = top_decision(state).pass_action(order.seat)
    whole_turn = isinstance(order, End) and order.turn
    if (accepts_action_type(state, order) and not whole_turn) or not accepts_action_type(state, passing):
        return order
    try:
        after = apply(state, passing, FastChance(0)).state
    except IllegalAction:
        return passing
    if after.active != state.active or after.round != state.round:
        return order
    if whole_turn:
        return passing if after.agenda and order.seat in top_decision(after).seats else order
    if accepts_action_type(after, order):
        return passing if top_decision(after).may_skip_to(order) else order
    if implied_action(after, order) != order:
        return passing
    if after.agenda and not accepts_action_type(after, top_decision(after).pass_action(order.seat)):
        apply(after, order, FastChance(0))  # raises: what must be done first is what the player has to hear
    return order


def play(state: GameState, order: Action, chance: Chance) -> list[tuple[Action, Transition]]:
    """Play an order and the ends of the optional steps before it, each an action of its own. The state given stays
    as it was. Raises IllegalAction.

    >>> from engine import FastChance, parse_order, play, view_for
    >>> from engine.position import position
    >>> state = position("red: Brazil 9, Peru 1 | blue: Japan 2 | green: *1", rules="modern", step="attack")
    >>> played = play(state, parse_order("fortify Brazil Peru 4", view_for(state, 0)), FastChance(7))
    >>> [type(action).__name__ for action, _ in played]
    ['End', 'Fortify']
    """
    played: list[tuple[Action, Transition]] = []
    while True:
        action = implied_action(state, order)
        played.append((action, apply(state, action, chance)))
        state = played[-1][1].state
        if action == order:
            return played


def top_decision(state: GameState) -> Decision:
    """Return the decision on top of the agenda of a game that is not over: once steps have run, one always is."""
    return state.agenda[-1]  # type: ignore[return-value]  # of an agenda's two kinds, the one that waits


def accepts_action_type(state: GameState, action: Action) -> bool:
    """Return whether the open decision takes this kind of action from this seat, and is not passed over for it (it may
    still be refused)."""
    if not state.agenda:
        return False
    asked = top_decision(state)
    taken = asked.takes_from(action.seat) and (type(asked), type(action)) in ruleset(state.rules).answers
    return taken and asked.admits(action, state)


def kind_of(task: Decision) -> str:
    return str(task.__struct_config__.tag)


def open_decision(state: GameState) -> PendingDecision | None:
    """Return the open decision with the seats that owe an answer; None when the game is over.

    >>> from engine import FastChance, new_game, open_decision
    >>> asked = open_decision(new_game("modern", ["red", "blue", "green"], chance=FastChance(7)).state)
    >>> asked.kind, asked.seats, asked.ask
    ('setup.claim_asked', (2,), 'claim a territory')
    """
    if not state.agenda:
        return None
    asked = top_decision(state)
    rules = ruleset(state.rules)
    step = rules.step_word(asked.step, _zones(state) if rules.attack.steps else ())
    return PendingDecision(
        state.ref, kind_of(asked), asked.pace_in(state), asked.seats, step, rules.ask(asked), asked.answered
    )


def _zones(state: GameState) -> tuple[str, ...]:
    """List the zones in which the open attacks are; empty where they are bound to none."""
    bound = (item.in_zones() for item in reversed(state.agenda) if isinstance(item, Decision))
    return next(filter(None, bound), ())


def default_answer(state: GameState, seat: int) -> Action:
    """Make the answer for a seat whose time has run out. It is always legal. The game must not be over, and the seat
    must be one that is asked (`open_decision`).

    >>> from engine import FastChance, default_answer, new_game
    >>> default_answer(new_game("modern", ["red", "blue", "green"], chance=FastChance(7)).state, 2)
    Claim(seat=2, territory=0)
    """
    asked = top_decision(state)
    return ruleset(state.rules).defaults[type(asked)](Context(state), asked, seat)


def offers(state: GameState, seat: int) -> tuple[Offer, ...]:
    """List what a seat may answer now, or answer anew; empty if it is not asked."""
    return offers_in(Context(state), seat)


def offers_in(context: Context, seat: int) -> tuple[Offer, ...]:
    """List what a seat may answer now, as `offers` does, in a context that is there."""
    if not context.state.agenda:
        return ()
    asked = top_decision(context.state)
    if not asked.takes_from(seat):
        return ()
    made = (offer for offers_of in context.rules.offers[type(asked)] for offer in offers_of(context, asked, seat))
    return tuple(replace(offer, label=gettext(offer.label)) for offer in made)
