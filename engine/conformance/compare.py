"""What a case expects, held against what came. Each check returns a sentence for what differs, or nothing."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.board_text import card_number, colour_of, read_board, seat_number, territory_number
from engine.conformance.facts import Facts, card_names, differ, facts_for, facts_of
from engine.conformance.options import options
from engine.conformance.spelling import CaseError, mapping, names
from engine.conformance.spelling import board as board_text
from engine.conformance.spelling import cards as cards_of
from engine.core.chance import FastChance
from engine.core.reducer import apply, default_answer, open_decision
from engine.core.state import GameState

SPECTATORS = ("spectator", "anyone", "everybody")


@dataclass(frozen=True)
class Moment:
    """The table after an entry: what happened in it (tags), and who was out when the case began."""

    state: GameState
    events: Sequence[str] = ()
    out_before: frozenset[str] = frozenset()


def differences(expect: Mapping[str, Any], moment: Moment) -> list[str]:
    """Every expectation that does not hold, as "expected ..., came ...". Raises CaseError for unknown keys.

    Who expects a winner may tell the table as the captor's last words will leave it (see `_moved_in`)."""
    found = _differences(expect, moment)
    if not found or "winner" not in expect or not _is_open(moment):
        return found
    after = _moved_in(moment)
    return [] if facts_of(after).winners and not _differences(expect, replace(moment, state=after)) else found


def _differences(expect: Mapping[str, Any], moment: Moment) -> list[str]:
    whole = {**expect}
    sees, hides = whole.pop("sees", {}), whole.pop("hides", {})
    found = _compare(whole, facts_of(moment.state), moment)
    for seat, part in mapping("sees", sees).items():
        facts = facts_for(moment.state, _viewer(seat, moment.state))
        found += [f"{seat} sees: {line}" for line in _compare(part, facts, moment)]
    for seat, keys in mapping("hides", hides).items():
        facts = facts_for(moment.state, _viewer(seat, moment.state))
        found += [f"expected {key} hidden from {seat}, came its content" for key in names(keys) if _shows(facts, key)]
    return found


def _viewer(seat: str, state: GameState) -> int | None:
    return None if seat in SPECTATORS else seat_number(seat, state.seats)


def _compare(expect: Mapping[str, Any], facts: Facts, moment: Moment) -> list[str]:
    found = []
    for key, value in expect.items():
        if key not in CHECKS:
            raise CaseError(f"expect knows no key {key!r}; it knows {', '.join([*CHECKS, 'sees', 'hides'])}")
        found += CHECKS[key](value, facts, moment)
    return found


def _shows(facts: Facts, key: str) -> bool:
    """Whether a dotted key has a content, more than a count, in a view."""
    first, _, seat = key.partition(".")
    if first not in CONTENTS:
        raise CaseError(f"{key!r} is nothing that could be hidden")
    found = CONTENTS[first](facts)
    if isinstance(found, Mapping):
        several = (
            [found.get(seat_number(seat, facts.colours))] if seat else [one for one in found.values() if one != ()]
        )
        return any(map(_is_content, several))
    return _is_content(found)


def _is_content(found: Any) -> bool:
    return not (found is None or isinstance(found, int) or found == "")


# --- the keys of `expect`


def _board(said: Any, facts: Facts, moment: Moment) -> list[str]:
    graph = facts.graph
    board = read_board(board_text(said), graph, facts.colours)
    found = []
    for territory, name in enumerate(graph.names):
        wanted = board.at(territory)
        came = (facts.view.owner[territory], facts.view.armies[territory])
        if wanted is not None and wanted != came:
            found.append(f"expected {name} {_held(wanted, facts)}, came {_held(came, facts)}")
    return found


def _held(holding: tuple[int, int], facts: Facts) -> str:
    seat, armies = holding
    who = "nobody" if seat < 0 else [*facts.colours, "neutral"][seat]
    return f"{who} {armies}"


def _hands(said: Any, facts: Facts, moment: Moment) -> list[str]:
    graph = facts.graph
    found = []
    for colour, named in mapping("hands", said).items():
        cards, hand = cards_of(named), facts.hands[seat_number(colour, facts.colours)]
        if isinstance(cards, int):
            found += differ(f"cards of {colour}", cards, hand if isinstance(hand, int) else len(hand))
        elif isinstance(hand, int):
            found.append(f"expected the hand of {colour}, came {hand} hidden cards")
        else:
            wanted = card_names((card_number(card, graph) for card in cards), facts)
            found += differ(f"hand of {colour}", wanted, card_names(hand, facts))
    return found


def _discard(said: Any, facts: Facts, moment: Moment) -> list[str]:
    cards = cards_of(said)
    if isinstance(cards, int):
        return differ("discards", cards, len(facts.discard))
    graph = facts.graph
    wanted = card_names((card_number(card, graph) for card in cards), facts)
    return differ("discards", wanted, card_names(facts.discard, facts))


def _shown(said: Any, facts: Facts, moment: Moment) -> list[str]:
    """Cards that lie open, by seat; nothing at all means that none do."""
    graph = facts.graph
    if not said or said == "none":
        return differ("open cards", [], [facts.card(card) for _, card in facts.shown])
    found = []
    for colour, cards in said.items():
        seat = seat_number(colour, facts.colours)
        wanted = card_names((card_number(card, graph) for card in names(cards)), facts)
        came = card_names((card for holder, card in facts.shown if holder == seat), facts)
        found += differ(f"open cards of {colour}", wanted, came)
    return found


def _used(said: Any, facts: Facts, moment: Moment) -> list[str]:
    return differ("used up", sorted(names(said)), sorted(facts.view.extra.get("used", ())))


def _waits(said: Any, facts: Facts, moment: Moment) -> list[str]:
    asked = facts.view.asked
    if isinstance(said, str) and ":" in said:
        seat, _, tag = said.partition(":")
        said = {seat.strip(): tag.strip()}
    came = sorted(facts.colours[seat] for seat in facts.waiting)
    found = differ("waiting", _colours(said), came)
    for tag in said.values() if isinstance(said, dict) else ():
        kind = asked.kind if asked else "nothing"
        if tag and not _is_kind(str(tag), kind):
            found += differ("the question", tag, kind)
    return found


def _is_kind(tag: str, kind: str) -> bool:
    """Whether a question is meant: its tag, or `occupy.asked` for any question of that mechanic."""
    mechanic, _, rest = tag.partition(".")
    return tag == kind or (rest == "asked" and kind.startswith(mechanic + "."))


def _colours(said: Any) -> list[str]:
    return sorted(map(colour_of, said if isinstance(said, dict) else names(said)))


def _events(said: Any, facts: Facts, moment: Moment) -> list[str]:
    came = iter(moment.events)
    missing = [tag for tag in names(said) if tag not in came]
    return [f"expected event {missing[0]} in its place, came {', '.join(moment.events)}"] if missing else []


def _out(said: Any, facts: Facts, moment: Moment) -> list[str]:
    wanted, moved_in = set(_colours(said)), facts_of(_moved_in(moment)).out
    if wanted in (facts.out - moment.out_before, moved_in - moment.out_before, moved_in):
        return []
    return differ("out", sorted(wanted), sorted(facts.out))


def _winner(said: Any, facts: Facts, moment: Moment) -> list[str]:
    if str(said).strip().casefold() == "draw":
        over = facts.view.asked is None
        return [] if over and not facts.winners else [f"expected a draw, came {facts.winners or 'a running game'}"]
    if _colours(said) == sorted(facts_of(_moved_in(moment)).winners):
        return []
    return differ("winner", _colours(said), sorted(facts.winners))


def _is_open(moment: Moment) -> bool:
    """Whether a captor has yet to say how many move in."""
    asked = open_decision(moment.state)
    return asked is not None and asked.kind == "occupy.advance_asked"


def _moved_in(moment: Moment) -> GameState:
    """The table once the captor has moved in: a capture decides who is out and who has won before its last words are
    spoken."""
    asked = open_decision(moment.state)
    if asked is None or not _is_open(moment):
        return moment.state
    return apply(moment.state, default_answer(moment.state, asked.seats[0]), FastChance(0)).state


def _reinforcements(said: Any, facts: Facts, moment: Moment) -> list[str]:
    """A number, or one for the seat that waits."""
    if not isinstance(said, dict):
        return differ("reinforcements", said, facts.reinforcements)
    came = {facts.colours[seat]: facts.reinforcements for seat in facts.waiting[:1]}
    return differ("reinforcements", {colour_of(seat): number for seat, number in said.items()}, came)


def _capitals(said: Any, facts: Facts, moment: Moment) -> list[str]:
    graph = facts.graph
    wanted = {who: graph.names[territory_number(name, graph)] for who, name in mapping("capitals", said).items()}
    came = {facts.colours[seat]: facts.name(at) for seat, at in facts.capitals.items()}
    return [line for who, name in wanted.items() for line in differ(f"capital of {who}", name, came.get(who))]


def _missions(said: Any, facts: Facts, moment: Moment) -> list[str]:
    came = {facts.colours[seat]: id for seat, id in facts.missions.items()}
    wanted = mapping("missions", said)
    return [line for who, id in wanted.items() for line in differ(f"mission of {who}", id, came.get(who))]


def _number(what: str, count: Callable[[Facts], Any]) -> Callable[[Any, Facts, Moment], list[str]]:
    return lambda said, facts, moment: differ(what, said, count(facts))


CHECKS: dict[str, Callable[[Any, Facts, Moment], list[str]]] = {
    "board": _board,
    "hands": _hands,
    "deck": _number("deck", lambda facts: facts.deck),
    "discard": _discard,
    "shown": _shown,
    "used": _used,
    "sets_traded": _number("sets traded", lambda facts: facts.view.sets_traded),
    "waits": _waits,
    "options": lambda said, facts, moment: options(said, facts),
    "events": _events,
    "out": _out,
    "winner": _winner,
    "capitals": _capitals,
    "missions": _missions,
    "reinforcements": _reinforcements,
    "captured": _number("captured", lambda facts: facts.view.captures > 0),
    "taken": _number("taken", lambda facts: facts.view.captures),
    "turn": _number("turn", lambda facts: facts.colours[facts.view.active]),
    "step": _number("step", lambda facts: facts.view.step),
}

# What a view shows under each key, by seat where it belongs to one; numbers are no content.
CONTENTS: dict[str, Callable[[Facts], Any]] = {
    **{key: lambda facts: facts.view.owner for key in CHECKS},
    "hands": lambda facts: facts.hands,
    "capitals": lambda facts: {seat: facts.name(at) for seat, at in facts.capitals.items()},
    "missions": lambda facts: facts.missions,
    "deck": lambda facts: facts.deck,
    "discard": lambda facts: facts.discard,
    "shown": lambda facts: {seat: facts.card(card) for seat, card in facts.shown},
    "used": lambda facts: facts.view.extra.get("used"),
    "sets_traded": lambda facts: facts.view.sets_traded,
    "reinforcements": lambda facts: facts.reinforcements,
    "options": lambda facts: facts.view.offers or None,
    "winner": lambda facts: facts.view.winners or None,
}
