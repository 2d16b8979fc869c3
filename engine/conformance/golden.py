"""Golden games: whole games as text, with every order, die, event and what each seat saw at the end of turns.

The text is for people; replaying it plays every order again with the recorded dice and compares the rest line by line.
A golden game is never edited to fit: a rules fix that changes one adds a new edition of the rules, and the game goes on
by its own. One that names no edition is of the first.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from engine.core.actions import Action
from engine.core.chance import Chance, ChanceMismatch, FastChance, RecordedChance
from engine.core.codec import dump
from engine.core.errors import OrderError
from engine.core.events import Event
from engine.core.notation import format_order, parse_order
from engine.core.reducer import Transition, apply, new_game, open_decision
from engine.core.registry import ruleset
from engine.core.state import GameState
from engine.core.view import view_for

LONGEST = 5_000  # orders of a recorded game; a game that is not won by then is left unfinished
SHORT = 12  # hex digits of the hashes of views
WORDS = {"ask", "label", "says", "instead", "why", "mission_cards"}
"""What a view says in sentences. They may be put better at any time, and in any language."""


class GoldenError(ValueError):
    """The recorded game does not come out as it was written down."""


Choose = Callable[[GameState, int, FastChance], Action]


def state_hash(state: GameState) -> str:
    """Hash what a state holds. What is empty or nothing is left out, so that a later version may add fields."""
    return _hash(msgspec.json.decode(dump(state)))


def _view_hash(state: GameState, viewer: int | None) -> str:
    return _hash(_wordless(msgspec.to_builtins(view_for(state, viewer)) | {"options": None}))[:SHORT]


def _wordless(value: object) -> object:
    if isinstance(value, dict):
        return {key: _wordless(item) for key, item in value.items() if key not in WORDS}
    return [_wordless(item) for item in value] if isinstance(value, list | tuple) else value


def _hash(value: object) -> str:
    return hashlib.sha256(msgspec.json.encode(_bare(value), order="sorted")).hexdigest()


def _bare(value: object) -> object:
    if isinstance(value, dict):
        bare = {key: _bare(item) for key, item in value.items()}
        return {key: item for key, item in bare.items() if item not in (None, 0, "", [], {})}
    return [_bare(item) for item in value] if isinstance(value, list | tuple) else value


# --- writing


def record(
    rules: str,
    seats: Sequence[str],
    choose: Choose,
    seed: int,
    options: Mapping[str, object] | None = None,
    rounds: int = LONGEST,
    edition: str = "",
) -> str:
    """Play a game with `choose(state, seat, chance)`, through so many rounds at the most, and write it down. Without
    an `edition` such as `classic@1` it is played by the newest."""
    chance = FastChance(seed)
    played = new_game(rules, seats, chance=chance, options=options, edition=edition)
    head = {
        "rules": rules,
        "map": played.state.map,
        "seats": list(seats),
        "options": dict(options or {}),
        "edition": played.state.family,
    }
    lines = [f"game {_json(head)}", *_what_happened(played)]
    for _ in range(LONGEST):
        asked = open_decision(played.state)
        if asked is None or played.state.round > rounds:
            break
        action = choose(played.state, asked.seats[0], chance)
        played = apply(played.state, action, chance)
        lines += [_order_line(action, played.state), *_what_happened(played)]
    lines.append(f"hash {state_hash(played.state)}")
    return "\n".join(lines) + "\n"


def _order_line(action: Action, state: GameState) -> str:
    return f"{state.seats[action.seat]}: {format_order(action, state.rules, state.map, state.seats)}"


def _what_happened(played: Transition) -> Iterator[str]:
    """List dice, events, and after the end of a turn what everybody sees."""
    if played.draws:
        yield "  draws " + " ".join(map(str, played.draws))
    yield from (_event_line(event) for event in played.events)
    if any(event.__struct_config__.tag in ("turn.ended", "game.won") for event in played.events):
        views = [f"{colour} {_view_hash(played.state, seat)}" for seat, colour in enumerate(played.state.seats)]
        yield f"  views {', '.join(views)}, anyone {_view_hash(played.state, None)}"
        yield f"  state {state_hash(played.state)}"


def _event_line(event: Event) -> str:
    plain = msgspec.to_builtins(event)
    return f"  {plain.pop('type')} {_json(plain)}"


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


# --- replaying


def replay(text: str) -> GameState:
    """Play a recorded game again and compare every line. Raises GoldenError, which names the first that differs."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    state: GameState | None = None
    at = 0
    while at < len(lines):
        line = lines[at]
        if line.startswith("hash "):
            return _check_end(state, line)
        said = list(_block(lines, at + 1))
        played = _again(state, line, _draws(said))
        _same(line, said, list(_what_happened(played)))
        state = played.state
        at += 1 + len(said)
    raise GoldenError("the recorded game has no end")


def _check_end(state: GameState | None, line: str) -> GameState:
    if state is None or state_hash(state) != line.split()[1]:
        raise GoldenError("the game ends in another position than was written down")
    return state


def _block(lines: Sequence[str], start: int) -> Iterator[str]:
    for line in lines[start:]:
        if not line.startswith("  "):
            return
        yield line


def _draws(said: Sequence[str]) -> list[int]:
    return [int(word) for line in said if line.startswith("  draws ") for word in line.split()[1:]]


def _again(state: GameState | None, line: str, draws: Sequence[int]) -> Transition:
    chance = RecordedChance(draws)
    try:
        played = _begin(line, chance) if state is None else _order(state, line, chance)
        chance.finish()
    except (ChanceMismatch, OrderError) as error:
        raise GoldenError(f"{line}: {error}") from error
    return played


def edition_of(line: str) -> str:
    """Return the edition of the rules that a game's first line names, by default the first of its family."""
    head = msgspec.json.decode(line.removeprefix("game "))
    return str(head.get("edition", f"{ruleset(head['rules']).family}@1"))


def _begin(line: str, chance: Chance) -> Transition:
    head, edition = msgspec.json.decode(line.removeprefix("game ")), edition_of(line)
    return new_game(
        head["rules"], head["seats"], chance=chance, options=head["options"], map=head["map"], edition=edition
    )


def _order(state: GameState, line: str, chance: Chance) -> Transition:
    colour, _, text = line.partition(": ")
    return apply(state, parse_order(text, view_for(state, state.seats.index(colour))), chance)


def compare(old: str, new: str) -> None:
    """Raise GoldenError unless the text of a game says all that the older text of it did."""
    _same("the start", *(text.splitlines() for text in (old, new)))


def _same(line: str, said: Sequence[str], came: Sequence[str]) -> None:
    if len(said) != len(came):
        raise GoldenError(f"after {line!r}: {len(said)} lines were written down, now there are {len(came)}")
    for old, new in zip(said, came, strict=True):
        if not _tells(old, new):
            raise GoldenError(f"after {line!r}: written {old.strip()}, came {new.strip()}")


def _tells(old: str, new: str) -> bool:
    """Check whether a line says at least what the old one did: events may have gained fields since."""
    if "{" not in old:
        return old == new
    (old_tag, _, old_facts), (new_tag, _, new_facts) = old.partition("{"), new.partition("{")
    was, now = msgspec.json.decode("{" + old_facts), msgspec.json.decode("{" + new_facts)
    return old_tag == new_tag and all(key in now and now[key] == value for key, value in was.items())


def problem_with(path: Path, wanted: str) -> str:
    """Return why a recorded game does not come out with the hash `wanted`; empty if it does. Raises GoldenError."""
    came = state_hash(replay(path.read_text("utf-8")))
    return "" if wanted in ("", came) else f"expected hash {wanted}, came {came}"
