"""Who goes when: rounds, turns, goals that are reached, elimination of the last opponent, the end.

Sources: Classic 1959, Summary of Play and Winning the Game; Modern, Game Play.
"""

from engine.core.actions import End
from engine.core.agenda import Step
from engine.core.events import PublicEvent
from engine.core.language import gettext_noop
from engine.core.notation import Reader, Verb
from engine.core.ruleset import Fall, Mechanic
from engine.core.table import Table


class StartRound(Step, frozen=True, tag="round.start"):
    """A new round: what the rule set does at its start, then a turn for each seat in order."""


class NextTurn(Step, frozen=True, tag="turn.next"):
    """The next living seat's turn; after the last one a new round."""

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


def start_round(table: Table, step: StartRound) -> None:
    table.state.round += 1
    table.emit(RoundBegan(table.state.round))
    table.push(NextTurn(-1), *reversed(table.rules.round))


def next_turn(table: Table, step: NextTurn) -> None:
    state = table.state
    for position in range(step.after + 1, len(state.order)):
        seat = state.order[position]
        if not state.players[seat].out:
            state.active = seat
            table.push(NextTurn(position), *reversed(table.rules.turn))
            return
    table.push(StartRound())


def begin_turn(table: Table, step: BeginTurn) -> None:
    state = table.state
    state.captures = 0
    state.pool = 0
    table.emit(TurnBegan(state.active, state.round))
    for hook in table.rules.turn_hooks:
        hook(table)


def end_turn(table: Table, step: EndTurn) -> None:
    for hook in table.rules.ending_hooks:
        asked = hook(table)
        if asked is not None:
            table.push(step, asked)
            return
    if not table.state.winners:
        table.emit(TurnEnded(table.state.active))


def board_changed(table: Table) -> bool:
    """Check whether a goal of the family's is reached; the last thing that whatever changes owners or armies in a
    turn calls."""
    for hook in table.rules.winner_hooks:
        winners = hook(table, None)
        if winners:
            win(table, winners)
            return True
    return False


def check_victory(table: Table, fall: Fall | None = None) -> bool:
    """End the game if somebody has won; `fall` says who has gone out just now, if somebody has."""
    winners = winners_of(table, fall)
    if winners:
        win(table, winners)
    return bool(winners)


def winners_of(table: Table, fall: Fall | None = None) -> tuple[int, ...]:
    """Find the winners: by the family's hooks first, then the last living seat once somebody is out."""
    for hook in table.rules.winner_hooks:
        winners: tuple[int, ...] = hook(table, fall)
        if winners:
            return winners
    living = table.state.living() if fall else ()
    return tuple(living) if len(living) == 1 else ()


def win(table: Table, seats: tuple[int, ...]) -> None:
    table.state.winners = seats
    table.state.agenda.clear()
    for hook in table.rules.won_hooks:
        hook(table, seats)
    table.emit(GameWon(seats))


def read_end(reader: Reader) -> End:
    """`turn` for the whole turn, `attacks` or nothing for the present step."""
    reader.pass_over("the", "your")
    turn = reader.take("turn")
    if not turn and reader.view.step == "attack":
        reader.pass_over("attacks")
    return End(reader.seat, turn=turn)


END = Verb(
    "end",
    End,
    read_end,
    lambda order, writer: "end turn" if order.turn else "end",  # as typed
    "end [turn]",
    gettext_noop("end this step of your turn, or with `turn` the whole turn"),
)

MECHANIC = Mechanic(
    name="turns",
    steps={StartRound: start_round, NextTurn: next_turn, BeginTurn: begin_turn, EndTurn: end_turn},
    events=(RoundBegan, TurnBegan, TurnEnded, GameWon),
    verbs=(END,),
)
