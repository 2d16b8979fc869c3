"""Who goes when: rounds, turns, goals that are reached, elimination of the last opponent, the end.

Sources: Classic 1959, Summary of Play and Winning the Game; Modern, Game Play.
"""

from typing import NamedTuple

from engine.core.actions import End
from engine.core.agenda import Decision, Step
from engine.core.context import Context
from engine.core.events import PublicEvent
from engine.core.hooks import Hook, HookRecord
from engine.core.language import gettext_noop
from engine.core.notation import Command, TokenReader
from engine.core.registry import ruleset
from engine.core.ruleset import Mechanic


class Elimination(NamedTuple):
    """A seat that has gone out, and by whose hand; -1 for nobody's."""

    seat: int
    by: int


class TurnHooks(HookRecord, frozen=True):
    """How turns and the game begin and end.

    on_turn_start: something follows the beginning of the active seat's turn.
    before_turn_end: what somebody must answer before the active seat's turn is over; asked again until it is None.
    find_winners: seats that have won on the board as it stands, with the seat that has gone out just now, if one has.
    on_game_over: the game is over, these seats have won; the end itself is told after it.
    """

    on_turn_start: Hook[[Context], None] = ()
    before_turn_end: Hook[[Context], Decision | None] = ()
    find_winners: Hook[[Context, Elimination | None], tuple[int, ...]] = ()
    on_game_over: Hook[[Context, tuple[int, ...]], None] = ()


class StartRound(Step, frozen=True, tag="round.start"):
    """A new round: what the rule set does at its start, then a turn for each seat in order."""


class NextTurn(Step, frozen=True, tag="turn.next"):
    """The next living seat's turn; after the last one what ends the round, then a new one."""

    after: int  # position in the turn order, -1 before the first


class BeginTurn(Step, frozen=True, tag="turn.begin"):
    pass


class EndTurn(Step, frozen=True, tag="turn.end_step"):
    pass


class RoundBegan(PublicEvent, frozen=True, tag="round.began", gc=False):
    round: int


class TurnBegan(PublicEvent, frozen=True, tag="turn.began", gc=False):
    seat: int
    round: int

    new_turn = True


class TurnEnded(PublicEvent, frozen=True, tag="turn.ended", gc=False):
    seat: int


class GameWon(PublicEvent, frozen=True, tag="game.won"):
    """The game is over. Several seats have won together."""

    seats: tuple[int, ...]


def start_round(context: Context, step: StartRound) -> None:
    context.state.round += 1
    context.emit(RoundBegan(context.state.round))
    context.push(NextTurn(-1), *reversed(context.rules.round))


def next_turn(context: Context, step: NextTurn) -> None:
    state = context.state
    for position in range(step.after + 1, len(state.order)):
        seat = state.order[position]
        if not state.players[seat].out:
            state.active = seat
            context.push(NextTurn(position), *reversed(context.rules.turn))
            return
    context.push(StartRound(), *reversed(context.rules.round_end))


def begin_turn(context: Context, step: BeginTurn) -> None:
    state = context.state
    state.captures = 0
    state.pool = 0
    context.emit(TurnBegan(state.active, state.round))
    for hook in context.hooks[TurnHooks].on_turn_start:
        hook(context)


def seats_after_active(context: Context) -> tuple[int, ...]:
    """List the seats in turn order from the one after the active seat, which is the last."""
    state = context.state
    after = state.order.index(state.active) + 1 if state.active in state.order else 0
    return (*state.order[after:], *state.order[:after])


def leave_turn(context: Context) -> None:
    """Drop what is left of the running turn; the next seat's follows."""
    agenda = context.state.agenda
    for position in reversed(range(len(agenda))):
        if isinstance(agenda[position], NextTurn):
            del agenda[position + 1 :]
            return


def end_turn(context: Context, step: EndTurn) -> None:
    for hook in context.hooks[TurnHooks].before_turn_end:
        asked = hook(context)
        if asked is not None:
            context.push(step, asked)
            return
    if not context.state.winners:
        context.emit(TurnEnded(context.state.active))


def check_victory(context: Context, eliminated: Elimination | None = None) -> bool:
    """End the game if somebody has won; the last thing that whatever changes owners or armies in a turn calls.
    `eliminated` says who has gone out just now, if somebody has."""
    winners = winners_of(context, eliminated)
    if winners:
        win(context, winners)
    return bool(winners)


def winners_of(context: Context, eliminated: Elimination | None = None) -> tuple[int, ...]:
    """Find the winners: by the family's hooks first, then the last living seat once somebody is out."""
    for hook in context.hooks[TurnHooks].find_winners:
        winners = hook(context, eliminated)
        if winners:
            return winners
    if not eliminated:
        return ()
    living = context.state.active_seats()
    return tuple(living) if len(living) == 1 else ()


def win(context: Context, seats: tuple[int, ...]) -> None:
    context.state.winners = seats
    context.state.agenda.clear()
    for hook in context.hooks[TurnHooks].on_game_over:
        hook(context, seats)
    context.emit(GameWon(seats))


ATTACKS = ("attacks", "attacking", "invasions", "invading")  # what the step of attacks is called beside its word


def read_end(reader: TokenReader) -> End:
    """Read `turn` for the whole turn, the word of the present step, `attacks`, or nothing for this step alone."""
    turn = reader.take("turn") or reader.take("your", "turn")
    if not turn:
        next(
            filter(None, (reader.take(*of, word) for word in _list_step_words(reader) for of in ((), ("your",)))), None
        )
    return End(reader.seat, turn=turn)


def _list_step_words(reader: TokenReader) -> tuple[str, ...]:
    """List what the present step may be called in an order that ends it."""
    step = reader.view.step
    attacks = ATTACKS if step == ruleset(reader.view.rules).step_word("attack") else ()
    return (*attacks, *([step] if step else []))


END = Command(
    "end",
    End,
    read_end,
    lambda order, writer: "end turn" if order.turn else "end",  # as typed
    "end [turn]",
    gettext_noop("end this step of your turn, or with `turn` the whole turn"),
    also=("done", "pass", "skip", "stop", "finish", "continue", "go on"),  # as typed
)

MECHANIC = Mechanic(
    name="turns",
    steps={StartRound: start_round, NextTurn: next_turn, BeginTurn: begin_turn, EndTurn: end_turn},
    events=(RoundBegan, TurnBegan, TurnEnded, GameWon),
    commands=(END,),
)
