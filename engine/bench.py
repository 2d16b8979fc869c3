"""How fast the engine is on this machine, and how small what it stores.

The games are seeded 4-seat games of `modern`, played beforehand by a cheap fixed policy that may look at states: it
claims and places by lot, puts its reinforcements on a random border, attacks with single throws whenever it is
strictly stronger, moves all in, turns in sets only when it must and makes no free move. What the policy thinks is not
timed: its actions are kept and only their application is, each with its validation and its events, with dice from the
same seed. One action is one answer of one seat; a throw is one action, as are a placement and the end of a step.

* actions_per_second_in_place: `apply_in_place`, game after game. actions_per_second: `apply`, with its copy.
* games_per_second: whole games in place, set-up included.
* copies_per_second: `state.copy()` of states from the middle of games.
* replay_ms: per 1,000 actions, `journal.fold` of entries as they are stored, dice and cards from the record.
* state_bytes: packed states, mean over the turns of all games. log_bytes_per_action: packed logs, action and draws.
* view_us: `view_for` of the seat whose turn it is, mean over the same states.
* odds_100v100_us: the chance to win 100 against 100, with every table forgotten before.

Games of other rule sets are played by whoever `measure` is given, the command line has recruits for them.

Times are processor time of this process, each the fastest of several rounds in which all of them take turns: whatever
else a machine does makes a round slower and never faster, and seldom lasts for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from statistics import mean
from time import process_time

from msgspec import Struct, json

from engine import journal, odds
from engine.core.actions import Action, End
from engine.core.chance import FastChance
from engine.core.codec import action_to_json, pack, pack_log
from engine.core.mapgraph import mapgraph
from engine.core.reducer import apply, apply_in_place, default_answer, new_game, top_decision
from engine.core.registry import ruleset
from engine.core.state import GameState
from engine.core.units import ALL, Force
from engine.core.view import view_for
from engine.mechanics.battle.types import Attack, AttackAsked
from engine.mechanics.card_sets import TradeAsked
from engine.mechanics.deploy import Place, PlaceAsked
from engine.mechanics.fortify import FortifyAsked
from engine.mechanics.occupy import Advance, AdvanceAsked
from engine.mechanics.setup import Claim, ClaimAsked, SetupPlaceAsked

RULES = "modern"
SEATS = ("red", "blue", "yellow", "green")
GAMES = 20
ROUNDS = 11
COPIES = 20  # of each state, as a search would make them


class Game(Struct, frozen=True):
    """A game that was played: its actions with what chance gave, and a state from the start of each turn."""

    rules: str
    seed: int
    draws: tuple[int, ...]
    rows: list[tuple[Action, list[int]]]
    states: list[GameState]

    @property
    def actions(self) -> list[Action]:
        return [action for action, _ in self.rows]


# --- the policy


def policy(state: GameState, rng: Random) -> Action:
    """Choose the next action of the seat that is asked; the module's docstring tells the policy."""
    asked = top_decision(state)
    seat = asked.seats[0]
    if isinstance(asked, AttackAsked):
        return _stronger(state, seat) or End(seat)
    if isinstance(asked, AdvanceAsked):
        return Advance(seat, Force(ALL))
    if isinstance(asked, PlaceAsked):
        return Place(seat, ((_pick(_borders(state, seat), rng), state.pool),))
    if isinstance(asked, SetupPlaceAsked):
        return Place(seat, ((_pick(_list_held(state, seat), rng), asked.armies),))
    if isinstance(asked, ClaimAsked):
        return Claim(seat, _pick(_list_held(state, -1), rng))
    if isinstance(asked, FortifyAsked) or (isinstance(asked, TradeAsked) and not asked.forced):
        return End(seat)
    return default_answer(state, seat)


def _pick(spots: list[int], rng: Random) -> int:
    return spots[int(rng.random() * len(spots))]


def _list_held(state: GameState, seat: int) -> list[int]:
    return [territory for territory, owner in enumerate(state.owner) if owner == seat]


def _borders(state: GameState, seat: int) -> list[int]:
    links, owner = mapgraph(state.map).neighbours, state.owner
    return [here for here in _list_held(state, seat) if any(owner[there] != seat for there in links[here])]


def _stronger(state: GameState, seat: int) -> Attack | None:
    """Find the first pair in map order where the attacker has more armies than the defender."""
    links, owner, armies = mapgraph(state.map).neighbours, state.owner, state.armies
    for src in _list_held(state, seat):
        for dst in links[src]:
            if owner[dst] != seat and armies[src] > armies[dst]:
                return Attack(seat, src, dst)
    return None


Chooser = Callable[[GameState, Random], Action]
"""Chooses the next action of a game."""


def record(seed: int, rules: str = RULES, choose: Chooser = policy) -> Game:
    """Play the game of a seed to its end."""
    chance, rng = FastChance(seed), Random(-seed - 1)
    begun = new_game(rules, SEATS, chance=chance)
    state, rows, states = begun.state, [], []
    turn = (0, 0)
    while state.agenda:
        if state.round and (state.round, state.active) != turn:
            turn = (state.round, state.active)
            states.append(state.copy())
        action = choose(state, rng)
        rows.append((action, apply_in_place(state, action, chance).draws))
    return Game(rules, seed, tuple(begun.draws), rows, states)


# --- the clock


def _seconds(run: Callable[[], object]) -> float:
    start = process_time()
    run()
    return process_time() - start


def _fastest(clocks: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, float]:
    """Return the least that each of several timers has shown, in seconds."""
    shown = [{name: clock() for name, clock in clocks.items()} for _ in range(rounds)]
    return {name: min(seconds[name] for seconds in shown) for name in clocks}


def _begin(game: Game) -> tuple[GameState, FastChance]:
    chance = FastChance(game.seed)
    return new_game(game.rules, SEATS, chance=chance).state, chance


def _play_in_place(state: GameState, actions: list[Action], chance: FastChance) -> None:
    for action in actions:
        apply_in_place(state, action, chance)


def _play(state: GameState, actions: list[Action], chance: FastChance) -> None:
    for action in actions:
        state = apply(state, action, chance).state


def _time_actions(games: list[Game], play: Callable[[GameState, list[Action], FastChance], None]) -> float:
    """Time the actions of all games in seconds, without their set-up."""
    total = 0.0
    for game in games:
        state, chance = _begin(game)
        actions = game.actions
        start = process_time()
        play(state, actions, chance)
        total += process_time() - start
    return total


def _time_games(games: list[Game]) -> float:
    def run() -> None:
        for game, actions in scripts:
            state, chance = _begin(game)
            _play_in_place(state, actions, chance)

    scripts = [(game, game.actions) for game in games]
    return _seconds(run)


def _time_copies(states: list[GameState]) -> float:
    def run() -> None:
        for state in states:
            for _ in range(COPIES):
                state.copy()

    return _seconds(run)


def _time_views(states: list[GameState]) -> float:
    def run() -> None:
        for state in states:
            view_for(state, state.active)

    return _seconds(run)


def _time_fold(stored: list[bytes], rules: str) -> float:
    """Time the replay of each game alone; it is loaded just before, as a site loads it."""
    header = log_header(rules)
    total = 0.0
    for data in stored:
        entries = json.decode(data, type=list[journal.LogEntry])
        total += _seconds(partial(journal.fold, header, entries))
    return total


def log_header(rules: str) -> journal.Header:
    """Describe a game of `record` as its log would."""
    family, board = ruleset(rules).edition, mapgraph(ruleset(rules).map).edition
    return journal.Header(rules=rules, family=family, map=board, seats=SEATS, options={}, digest="")


def log_entries(game: Game) -> list[journal.LogEntry]:
    """Write a game as the entries of its journal."""
    start = journal.LogEntry(seq=1, kind=journal.START, draws=game.draws)
    rows = enumerate(game.rows, 2)
    return [start, *(_log_entry(seq, action, draws) for seq, (action, draws) in rows)]


def _log_entry(seq: int, action: Action, draws: list[int]) -> journal.LogEntry:
    return journal.LogEntry(seq=seq, seat=action.seat, action=action_to_json(action), draws=tuple(draws))


def _time_odds() -> float:
    odds.clear_cache()
    return _seconds(lambda: odds.win_uncached(100, 100))


def measure(games: int = GAMES, rounds: int = ROUNDS, rules: str = RULES, choose: Chooser = policy) -> dict[str, float]:
    """Measure every figure that the module's docstring names, by name."""
    played = [record(seed, rules, choose) for seed in range(games)]
    states = [state for game in played for state in game.states]
    stored = [json.encode(log_entries(game)) for game in played]
    actions = sum(len(game.rows) for game in played)
    seconds = _fastest(
        {
            "copied": lambda: _time_actions(played, _play),
            "in place": lambda: _time_actions(played, _play_in_place),
            "games": lambda: _time_games(played),
            "copies": lambda: _time_copies(states),
            "views": lambda: _time_views(states),
            "replay": lambda: _time_fold(stored, rules),
            "odds": _time_odds,
        },
        rounds,
    )
    return {
        "actions_per_second": actions / seconds["copied"],
        "actions_per_second_in_place": actions / seconds["in place"],
        "games_per_second": games / seconds["games"],
        "copies_per_second": COPIES * len(states) / seconds["copies"],
        "view_us": 1e6 * seconds["views"] / len(states),
        "replay_ms": 1e6 * seconds["replay"] / actions,
        "state_bytes": mean(len(pack(state)) for state in states),
        "log_bytes_per_action": sum(len(pack_log(game.rows)) for game in played) / actions,
        "odds_100v100_us": 1e6 * seconds["odds"],
        "actions_per_game": actions / games,
    }
