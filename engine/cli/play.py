"""`python -m engine play`: whole games between bots, each with its winner, length and hash, and who won how often."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from engine import IllegalAction, RuleSet, boards_for, journal, rulesets
from engine.bots import bots
from engine.cli.arguments import BadInput, Parser, names, whole, words
from engine.core.facts import Facts
from engine.core.reducer import empty_state
from engine.core.registry import parse_preset
from engine.core.state import COLOURS
from engine.sim import LONGEST, Match, run_matches

DESCRIPTION = """Play whole games between bots. Who is named takes the seats in turn order; names are repeated if there
are more seats than names. From game to game everybody moves on by one seat. The same seed gives the same games."""

USUAL_SEATS = 4


def _parser() -> Parser:
    parser = Parser("play", DESCRIPTION)
    add = parser.add_argument
    add("--rules", metavar="PRESET[+OVERLAY…]", required=True, help=f"{', '.join(rulesets())}; {_all_overlays()}")
    add("--map", metavar="BOARD", default="", help=f"another board than the preset's own: {_all_boards()}")
    add("--seats", metavar="N", type=whole(2, len(COLOURS)), help="how many play; else 4, or as near as the rules go")
    add("--bots", metavar="NAME[,NAME…]", type=names, required=True, help=", ".join(bots()))
    add("--games", metavar="N", type=whole(1, 1_000_000), default=1, help="how many games, 1 unless said")
    add("--seed", metavar="S", type=words, default="1", help="any text; 1 unless said")
    add("--first", metavar="N", type=whole(1, 1_000_000), default=1, help="go on with game N of the seed's series")
    add("--rounds", metavar="N", type=whole(1, 100_000), default=LONGEST, help="a longer game counts as not won")
    add("--log", metavar="FILE", type=Path, help="write the log of the game (of the last one, if there are several)")
    add("--check", action="store_true", help="look at every position on the way, and play each log again")
    add("--json", action="store_true", help="print one JSON document")
    return parser


def play_command(argv: Sequence[str]) -> int:
    """Play a series of games between bots and print the results. Raises BadInput."""
    asked = _parser().parse_args(list(argv))
    rules, options = _parse_preset(asked.rules)
    players = _assign_bots(asked.bots, rules, asked.seats)
    board = _board(asked.map, rules)
    _check(rules, options, board, len(players))
    played: list[dict[str, object]] = []
    won: Counter[str] = Counter()
    known = {"options": options, "map": board, "longest": asked.rounds, "check": asked.check, "first": asked.first}
    matches = run_matches(rules.id, players, asked.games, asked.seed, **known)
    for number, match in enumerate(matches, asked.first):
        played.append(_row(number, match))
        won.update(match.won_by)
        if not asked.json:
            print(_line(played[-1], match), flush=True)
    if asked.log:
        _write(asked.log, match.log)
    summary = _summary(players, won, len(played))
    if asked.json:
        head = {"rules": asked.rules, "map": board, "seats": len(players), "bots": players, "seed": asked.seed}
        print(json.dumps({**head, "games": played, **summary}, ensure_ascii=False))
    else:
        print(_closing(summary, len(played), asked.rounds))
    return 0


def _parse_preset(text: str) -> tuple[RuleSet, dict[str, object]]:
    """Parse the preset and its overlays into rules and switches. Raises BadInput."""
    try:
        return parse_preset(text)
    except KeyError as exc:
        raise BadInput(f"There are no rules “{exc.args[0]}”. There are {', '.join(rulesets())}.") from exc
    except ValueError as exc:
        raise BadInput(str(exc)) from exc


def _assign_bots(chosen: Sequence[str], rules: RuleSet, wanted: int | None) -> list[str]:
    """Assign a bot to each seat. Raises BadInput."""
    unknown = [name for name in chosen if name not in bots()]
    if unknown:
        raise BadInput(f"There is no bot “{unknown[0]}”. There are {', '.join(bots())}.")
    least, most = rules.seats
    seats = wanted or min(max(USUAL_SEATS, least), most)
    if not least <= seats <= most:
        raise BadInput(f"{rules.title} is for {least} to {most} players.")
    if len(chosen) > seats:
        raise BadInput(f"{len(chosen)} bots are named for {seats} seats.")
    return [chosen[seat % len(chosen)] for seat in range(seats)]


def _all_boards() -> str:
    return ", ".join(dict.fromkeys(board for rules in rulesets().values() for board in boards_for(rules)))


def _all_overlays() -> str:
    found = dict.fromkeys(overlay.id for rules in rulesets().values() for overlay in rules.overlays)
    return f"with +{', +'.join(found)}"


def _board(chosen: str, rules: RuleSet) -> str:
    """Choose the board to play on. Raises BadInput."""
    fit = boards_for(rules)
    if chosen and chosen not in fit:
        raise BadInput(f"{rules.title} is not played on a board “{chosen}”. There are {', '.join(fit)}.")
    return chosen or fit[0]


def _check(rules: RuleSet, options: dict[str, object], board: str, seats: int) -> None:
    """Check that the switches go together. Raises BadInput."""
    try:
        empty_state(rules.id, COLOURS[:seats], options=options, map=board)
    except IllegalAction as exc:
        raise BadInput(str(exc)) from exc


def _row(number: int, match: Match) -> dict[str, object]:
    """Return a game as JSON; `winner` is the bot that won, null if the last round came first."""
    return {
        "game": number,
        "winner": " and ".join(match.won_by) or None,
        "seats": list(match.winners),
        "bots": list(match.bots),
        "rounds": match.rounds,
        "turns": match.turns,
        "actions": match.actions,
        "hash": match.hash,
    }


def _line(row: dict[str, object], match: Match) -> str:
    colours = " and ".join(COLOURS[seat] for seat in match.winners)
    winner = f"{row['winner']} ({colours})" if colours else "nobody"
    length = f"{row['turns']:>5} turns {row['actions']:>6} actions"
    return f"game {row['game']:>4}  won by {winner:<20} {length}  {row['hash']}"


def _summary(players: Sequence[str], won: Counter[str], games: int) -> Facts:
    return {"wins": {name: won[name] for name in dict.fromkeys(players)}, "unfinished": games - won.total()}


def _closing(summary: Facts, games: int, rounds: int) -> str:
    lines = [f"{name} won {count} of {games}, {count / games:.1%}" for name, count in summary["wins"].items()]
    if summary["unfinished"]:
        lines.append(f"not over after round {rounds}, the limit: {summary['unfinished']}")
    return "\n".join(lines)


def _write(path: Path, log: journal.Log) -> None:
    try:
        path.write_text(journal.write_log(log), encoding="utf-8")
    except OSError as exc:
        raise BadInput(f"{path} cannot be written: {exc.strerror}.") from exc
