"""What a case expects, held against what came. Each check returns a sentence for what differs, or nothing."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.conformance.options import options
from engine.conformance.parsing import board as board_text
from engine.conformance.parsing import cards as cards_of
from engine.conformance.state_summary import StateSummary, card_names, differ, summary_for, summary_of
from engine.core.chance import FastChance
from engine.core.context import Context
from engine.core.family import CaseKey
from engine.core.reducer import apply, default_answer, open_decision
from engine.core.registry import family_of
from engine.core.state import GameState
from engine.core.written import CaseError, card_number, colour_of, mapping, names, read_board, seat_number

SPECTATORS = ("spectator", "anyone", "everybody")


@dataclass(frozen=True)
class Moment:
    """The game after an entry: what happened in it (tags), and who was out when the case began."""

    state: GameState
    events: Sequence[str] = ()
    out_before: frozenset[str] = frozenset()


def differences(expect: Mapping[str, object], moment: Moment) -> list[str]:
    """List the expectations that do not hold, as "expected ..., came ...". Raises CaseError for unknown keys. Where a
    winner is expected, the case may tell of the board as the captor's last words will leave it (see `_move_in`)."""
    found = _differences(expect, moment)
    if not found or "winner" not in expect or not _is_open(moment):
        return found
    after = _move_in(moment)
    return [] if summary_of(after).winners and not _differences(expect, replace(moment, state=after)) else found


def _differences(expect: Mapping[str, object], moment: Moment) -> list[str]:
    whole = {**expect}
    sees, hides = whole.pop("sees", {}), whole.pop("hides", {})
    found = _compare(whole, summary_of(moment.state), moment)
    for seat, part in mapping("sees", sees).items():
        summary = summary_for(moment.state, _viewer(seat, moment.state))
        found += [f"{seat} sees: {line}" for line in _compare(mapping(seat, part), summary, moment)]
    for seat, keys in mapping("hides", hides).items():
        summary = summary_for(moment.state, _viewer(seat, moment.state))
        found += [f"expected {key} hidden from {seat}, came its content" for key in names(keys) if _shows(summary, key)]
    return found


def _viewer(seat: str, state: GameState) -> int | None:
    return None if seat in SPECTATORS else seat_number(seat, state.seats)


def _compare(expect: Mapping[str, object], summary: StateSummary, moment: Moment) -> list[str]:
    found = []
    for word, value in expect.items():
        key = _family_key(summary, word)
        if word in CHECKS:
            found += CHECKS[word](value, summary, moment)
        elif key:
            found += _of_family(key, value, summary, moment)
        else:
            raise CaseError(f"expect knows no key {word!r}; it knows {', '.join(_words(summary))}")
    return found


def _words(summary: StateSummary) -> list[str]:
    """List all that `expect` may name in a game of these rules."""
    return [*CHECKS, *(key.name for key in family_of(summary.view.rules).keys if key.show), "sees", "hides"]


def _family_key(summary: StateSummary, word: str) -> CaseKey | None:
    """Find a word of the family that has something to show."""
    key = family_of(summary.view.rules).key(word)
    return key if key and key.show else None


def _of_family(key: CaseKey, said: object, summary: StateSummary, moment: Moment) -> list[str]:
    """Compare the value of a family's word: as one, or for each seat or territory that is named. Nothing, as `none` or
    an empty list, equals what is not there."""
    assert key.show
    wanted, came = key.read(said, Context(moment.state)), key.show(summary.view, summary.whole)
    if key.whole or not wanted or not isinstance(wanted, Mapping):
        return _differ_unless_empty(key.name, wanted, key.like(wanted, came))
    held = came if isinstance(came, Mapping) else {}
    return [
        line
        for which, value in wanted.items()
        for line in _differ_unless_empty(f"{key.name} of {which}", value, key.like(value, held.get(which)))
    ]


def _differ_unless_empty(what: str, wanted: object, came: object) -> list[str]:
    nothing = not wanted and not (any(came.values()) if isinstance(came, Mapping) else came)
    return [] if nothing else differ(what, wanted, came)


def _shows(summary: StateSummary, dotted: str) -> bool:
    """Check whether a dotted key has a content, more than a count, in a view. Raises CaseError for an unknown key."""
    first, _, part = dotted.partition(".")
    key = _family_key(summary, first)
    if first not in CONTENTS and not key:
        raise CaseError(f"{dotted!r} is nothing that could be hidden")
    found = key.show(summary.view, summary.whole) if key and key.show else CONTENTS[first](summary)
    if isinstance(found, Mapping):
        parts = [found.get(_part(part, found, summary))] if part else [one for one in found.values() if one != ()]
        return any(map(_is_content, parts))
    return _is_content(found)


def _part(name: str, found: Mapping[str, object], summary: StateSummary) -> str:
    """Return the part of a content that is meant: of a deck, or else of a seat. Raises CaseError."""
    return name if name in found else summary.colours[seat_number(name, summary.colours)]


def _is_content(found: object) -> bool:
    if isinstance(found, Mapping):
        return any(map(_is_content, found.values()))
    return not (found is None or isinstance(found, int) or found in ("", []))


# --- the keys of `expect`


def _board(said: object, summary: StateSummary, moment: Moment) -> list[str]:
    graph = summary.graph
    board = read_board(board_text(said), graph, summary.colours)
    starred = family_of(summary.view.rules).starred(moment.state)
    found = []
    for territory, name in enumerate(graph.names):
        wanted = board.at(territory, starred=territory in starred)
        came = (summary.view.owner[territory], summary.view.armies[territory])
        if wanted is not None and wanted != came:
            found.append(f"expected {name} {_write_holding(wanted, summary)}, came {_write_holding(came, summary)}")
    return found


def _write_holding(holding: tuple[int, int], summary: StateSummary) -> str:
    seat, armies = holding
    who = "nobody" if seat < 0 else [*summary.colours, "neutral"][seat]
    return f"{who} {armies}"


def _hands(said: object, summary: StateSummary, moment: Moment) -> list[str]:
    graph = summary.graph
    found = []
    for colour, named in mapping("hands", said).items():
        cards, hand = cards_of(named), summary.hands[seat_number(colour, summary.colours)]
        if isinstance(cards, int):
            found += differ(f"cards of {colour}", cards, hand if isinstance(hand, int) else len(hand))
        elif isinstance(hand, int):
            found.append(f"expected the hand of {colour}, came {hand} hidden cards")
        else:
            wanted = card_names((card_number(card, graph) for card in cards), summary)
            found += differ(f"hand of {colour}", wanted, card_names(hand, summary))
    return found


def _discard(said: object, summary: StateSummary, moment: Moment) -> list[str]:
    cards = cards_of(said)
    if isinstance(cards, int):
        return differ("discards", cards, len(summary.discard))
    graph = summary.graph
    wanted = card_names((card_number(card, graph) for card in cards), summary)
    return differ("discards", wanted, card_names(summary.discard, summary))


def _waits(said: object, summary: StateSummary, moment: Moment) -> list[str]:
    asked = summary.view.asked
    if isinstance(said, str) and ":" in said:
        seat, _, tag = said.partition(":")
        said = {seat.strip(): tag.strip()}
    came = sorted(summary.colours[seat] for seat in summary.waiting)
    found = differ("waiting", _colours(said), came)
    for tag in said.values() if isinstance(said, dict) else ():
        kind = asked.kind if asked else "nothing"
        if tag and not _is_kind(str(tag), kind):
            found += differ("the question", tag, kind)
    return found


def _is_kind(tag: str, kind: str) -> bool:
    """Check whether a question is meant: by its tag, or by `occupy.asked` for any question of that mechanic."""
    mechanic, _, rest = tag.partition(".")
    return tag == kind or (rest == "asked" and kind.startswith(mechanic + "."))


def _colours(said: object) -> list[str]:
    return sorted(map(colour_of, said if isinstance(said, dict) else names(said)))


def _events(said: object, summary: StateSummary, moment: Moment) -> list[str]:
    came = iter(moment.events)
    missing = [tag for tag in names(said) if tag not in came]
    return [f"expected event {missing[0]} in its place, came {', '.join(moment.events)}"] if missing else []


def _out(said: object, summary: StateSummary, moment: Moment) -> list[str]:
    wanted, moved_in = set(_colours(said)), summary_of(_move_in(moment)).out
    if wanted in (summary.out - moment.out_before, moved_in - moment.out_before, moved_in):
        return []
    return differ("out", sorted(wanted), sorted(summary.out))


def _winner(said: object, summary: StateSummary, moment: Moment) -> list[str]:
    if str(said).strip().casefold() == "draw":
        drawn = summary.view.asked is None and len(summary.winners) != 1  # nobody has won, or several together
        return [] if drawn else [f"expected a draw, came {summary.winners or 'a running game'}"]
    if _colours(said) == sorted(summary_of(_move_in(moment)).winners):
        return []
    return differ("winner", _colours(said), sorted(summary.winners))


def _is_open(moment: Moment) -> bool:
    """Check whether a captor has yet to say how many move in."""
    asked = open_decision(moment.state)
    return asked is not None and asked.kind == "occupy.advance_asked"


def _move_in(moment: Moment) -> GameState:
    """Return the state once the captor has moved in: a capture decides who is out and who has won before its last words
    are spoken."""
    asked = open_decision(moment.state)
    if asked is None or not _is_open(moment):
        return moment.state
    return apply(moment.state, default_answer(moment.state, asked.seats[0]), FastChance(0)).state


def _reinforcements(said: object, summary: StateSummary, moment: Moment) -> list[str]:
    """Compare the armies that are left to place: one number, or that of the seat that waits."""
    if not isinstance(said, dict):
        return differ("reinforcements", said, summary.reinforcements)
    came = {summary.colours[seat]: summary.reinforcements for seat in summary.waiting[:1]}
    return differ("reinforcements", {colour_of(seat): number for seat, number in said.items()}, came)


def _number(what: str, count: Callable[[StateSummary], object]) -> Callable[[object, StateSummary, Moment], list[str]]:
    return lambda said, summary, moment: differ(what, said, count(summary))


CHECKS: dict[str, Callable[[object, StateSummary, Moment], list[str]]] = {
    "board": _board,
    "hands": _hands,
    "deck": _number("deck", lambda summary: summary.deck),
    "discard": _discard,
    "sets_traded": _number("sets traded", lambda summary: summary.view.sets_traded),
    "waits": _waits,
    "options": lambda said, summary, moment: options(said, summary),
    "events": _events,
    "out": _out,
    "winner": _winner,
    "reinforcements": _reinforcements,
    "captured": _number("captured", lambda summary: summary.view.captures > 0),
    "taken": _number("taken", lambda summary: summary.view.captures),
    "turn": _number("turn", lambda summary: summary.colours[summary.view.active]),
    "step": _number("step", lambda summary: summary.view.step),
}

# What a view shows under each key, by seat where it belongs to one; numbers are no content.
CONTENTS: dict[str, Callable[[StateSummary], object]] = {
    **{key: lambda summary: summary.view.owner for key in CHECKS},
    "hands": lambda summary: {summary.colours[seat]: hand for seat, hand in summary.hands.items()},
    "deck": lambda summary: summary.deck,
    "discard": lambda summary: summary.discard,
    "sets_traded": lambda summary: summary.view.sets_traded,
    "reinforcements": lambda summary: summary.reinforcements,
    "options": lambda summary: summary.view.offers or None,
    "winner": lambda summary: summary.view.winners or None,
}
