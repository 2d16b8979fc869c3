"""Cases as they are written, read and checked: an unknown key or a wrong kind of value is an error with a sentence."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import yaml

from engine.conformance import parsing
from engine.core.facts import Facts
from engine.core.registry import family_of, rulesets
from engine.core.ruleset import RuleSet
from engine.core.state import COLOURS
from engine.core.variants import overlays_of_family
from engine.core.written import CaseError, colour_of, list_things, mapping, names, number
from engine.position import SET_UP, Position

CASE_KEYS = (
    "id",
    "title",
    "source",
    "rules",
    "overlays",
    "options",
    "seats",
    "map",
    "cards",
    "position",
    "play",
    "replay",
    "expect",
)
NOTES = ("note", "notes", "comment", "why", "tags")  # what people add for people
ENTRY_KEYS = ("dice", "cards", "refused", "expect")
BATTLE_ORDERS = ("attack", "defend")  # in which seats throw for the two sides; a family may have more


@dataclass(frozen=True)
class Entry:
    """One order of one seat, and what goes with it. An entry without a seat only brings dice or cards for the next."""

    seat: str = ""
    order: str = ""
    dice: Mapping[str, list[int]] = field(default_factory=dict)
    cards: tuple[str, ...] = ()
    refused: str = ""
    expect: Mapping[str, object] = field(default_factory=dict)

    @property
    def word(self) -> str:
        """The word that starts the order, behind a condition that may stand before it."""
        return self.order.partition("\n")[0].rpartition(":")[2].strip().partition(" ")[0].casefold()


@dataclass(frozen=True, kw_only=True)
class Case:
    """A numbered case, and the file in which it stands."""

    id: str
    title: str
    source: str
    path: Path
    rules: str
    seats: tuple[str, ...] = ()
    overlays: tuple[str, ...] = ()
    options: Mapping[str, object] = field(default_factory=dict)
    map: str | None = None
    position: Position = field(default_factory=Position)
    play: tuple[Entry, ...] = ()
    replay: str = ""
    expect: Mapping[str, object] = field(default_factory=dict)

    @property
    def battle_orders(self) -> tuple[str, ...]:
        """The orders in which dice are thrown for the two sides of a fight."""
        return battle_orders(self.rules)


def read_case(row: Mapping[str, object], path: Path, id: str, title: str, source: str) -> Case:
    """Parse one case of a file, whose labels are read already. Raises CaseError."""
    _check_keys("case", row, CASE_KEYS)
    if _is_of_no_rules(row):
        named, expect = str(row["rules"]), mapping("expect", row["expect"])
        return Case(id=id, title=title, source=source, path=path, rules=named, expect=expect)
    rules, overlays = _rules(row, path)
    overlays += names(row.get("overlays"))
    seats = _seats(row, rules)
    further, options = _options(row.get("options"), rules, len(seats))
    if "cards" in row:
        options["deck"] = str(row["cards"]).strip().upper()
    if "play" in row and "replay" in row:
        raise CaseError("a case has either `play` or `replay`")
    entries = _play(row.get("play"), battle_orders(rules.id))
    said, play = _from_the_first_die(mapping("position", row.get("position")), entries)
    position = read_position(said, rules.id)
    if _begins_when_armies_are_down(play, family_of(rules.id).orders_after_placing):
        position = replace(position, placed=bool(position.board))
    return Case(
        id=id,
        title=title,
        source=source,
        path=path,
        rules=rules.id,
        seats=seats,
        overlays=(*overlays, *further),
        options=options,
        map=_map(row, rules),
        position=position,
        play=play,
        replay=str(row.get("replay", "")),
        expect=mapping("expect", row.get("expect")),
    )


def _is_of_no_rules(row: Mapping[str, object]) -> bool:
    """Check whether a case says of a rule set that is not there that no such game can be created."""
    expect = row.get("expect")
    says_so = isinstance(expect, dict) and expect.get("refused") and not row.get("play")
    return bool(says_so and "rules" in row) and str(row["rules"]).partition("+")[0].strip() not in rulesets()


def _from_the_first_die(
    position: dict[str, object], play: tuple[Entry, ...]
) -> tuple[dict[str, object], tuple[Entry, ...]]:
    """Take a first line of dice alone as the start dice of a game that is told whole, not as those of a battle."""
    first = play[0] if play else Entry()
    fresh = position.get("step", SET_UP) == SET_UP and not {"board", "turn", "dice"} & set(position)
    if not fresh or first.seat or not first.dice or {"attacker", "defender"} & set(first.dice):
        return position, play
    return position | {"dice": first.dice}, play[1:]


def battle_orders(rules: str) -> tuple[str, ...]:
    """Return the orders of a rule set in which dice are thrown for the two sides of a fight."""
    return (*BATTLE_ORDERS, *family_of(rules).battle_orders)


def _begins_when_armies_are_down(play: tuple[Entry, ...], after_placing: tuple[str, ...]) -> bool:
    """Check whether an order that follows the placing of a set-up is asked for before any other."""
    words = [entry.word for entry in play if entry.seat and not entry.refused]
    first = next((number for number, word in enumerate(words) if word in after_placing), None)
    return first is not None and all(word == "late" for word in words[:first])


def _rules(row: Mapping[str, object], path: Path) -> tuple[RuleSet, list[str]]:
    """Find the preset and the overlays of `classic_1959+exp_cap`. Where nothing is said the folder is named for it."""
    known = rulesets()
    id, *overlays = (part.strip() for part in str(row.get("rules") or path.resolve().parent.name).split("+"))
    if id not in known:
        raise CaseError(f"there is no rule set {id!r}: there are {', '.join(known)}")
    return known[id], overlays


def _options(said: object, rules: RuleSet, players: int) -> tuple[list[str], dict[str, object]]:
    """Read overlays, and switches with their values, from a mapping or from a list of names and `switch=value`."""
    known = [overlay.id for overlay in overlays_of_family(rules)]
    if not isinstance(said, dict):
        pairs = [str(item).partition("=") for item in names(said)]
        said = {name.strip(): value.strip() if sign else True for name, sign, value in pairs}
    overlays = [
        str(name) for name, value in said.items() if value is True and name not in rules.options.__struct_fields__
    ]
    switches = {str(name): value for name, value in said.items() if name not in (*overlays, *known)}
    return overlays, {name: parsing.switch(rules, name, value, players) for name, value in switches.items()}


def _map(row: Mapping[str, object], rules: RuleSet) -> str | None:
    """Return the map that a case names, else that of all cases of its family; None leaves it to the rule set."""
    return str(row["map"]) if "map" in row else family_of(rules.id).case_map or None


def _seats(row: Mapping[str, object], rules: RuleSet) -> tuple[str, ...]:
    """List the seats of a case; if nothing is said, the colours that it names, and others up to the least number of
    players."""
    usual = ("red", "blue", "green", "yellow", "violet", "grey")
    if row.get("seats") is not None:
        return parsing.seats(row["seats"], usual)
    words = re.findall(r"[a-z]+", str([row.get(key) for key in ("position", "play", "expect")]).lower())
    said = {colour_of(word) for word in words}
    named = [colour for colour in COLOURS if colour in said]
    others = [colour for colour in usual if colour not in named]
    return (*named, *others[: max(0, rules.seats[0] - len(named))])


# --- the position


def _captures(value: object) -> int:
    """Count the territories taken in the turn: `captured: true` is one, `taken: 2` are two."""
    return int(value) if isinstance(value, bool) else number("taken", value)


def _step(value: object) -> str:
    word = str(value).strip().casefold().replace(" ", "-").replace("_", "-")
    return {"setup": SET_UP, "free-move": "fortify"}.get(word, word)


# How the value of each key is read, and for which field of a position.
POSITION: dict[str, tuple[str, Callable[[object], object]]] = {
    "board": ("board", parsing.board),
    "turn": ("turn", str),
    "step": ("step", _step),
    "hands": ("hands", lambda value: {seat: parsing.cards(hand) for seat, hand in mapping("hands", value).items()}),
    "deck": ("deck", parsing.cards),
    "cards": ("cards", names),  # what chance draws first, before the first answer of a set-up
    "discard": ("discard", parsing.cards),
    "sets_traded": ("sets_traded", lambda value: number("sets_traded", value)),
    "captured": ("captures", _captures),
    "taken": ("captures", _captures),
    "dice": ("dice", parsing.dice),
}


def read_position(row: Mapping[str, object], rules: str) -> Position:
    """Parse a position; without a board and a step the game starts at its beginning. Raises CaseError."""
    of_family = [key.name for key in family_of(rules).keys if key.lay]
    _check_keys("position", row, (*POSITION, *of_family))
    said: dict[str, object] = {}
    own = {}
    for key, value in row.items():
        if value is None:
            continue
        if key in of_family:
            own[key] = value
        else:
            name, read = POSITION[key]
            said[name] = read(value)
    if "board" not in said and "step" not in said:
        said["step"] = SET_UP
    if "cards" in said and family_of(rules).find_card is None:  # the one deck, dealt or drawn in this order
        said["deck"] = said.pop("cards")
    shared: Facts = said
    return Position(**shared, family=own)


# --- the play


def _play(said: object, battle_orders: tuple[str, ...]) -> tuple[Entry, ...]:
    rows = said.splitlines() if isinstance(said, str) else list_things(said)
    return _with_their_dice([_entry(row) for row in rows if row], battle_orders)


def _with_their_dice(play: list[Entry], battle_orders: tuple[str, ...]) -> tuple[Entry, ...]:
    """Give each line of dice alone to the throw before it that has none yet, else to the one behind it."""
    entries = [*play]
    for at, line in enumerate(entries):
        if line.seat or not line.dice:
            continue
        for beside in (at - 1, at + 1):
            if 0 <= beside < len(entries) and _wants_dice(entries[beside], battle_orders):
                entries[beside] = replace(entries[beside], dice=line.dice)
                entries[at] = replace(line, dice={})
                break
    return tuple(entries)


def _wants_dice(entry: Entry, battle_orders: tuple[str, ...]) -> bool:
    word = entry.order.split()[0].casefold() if entry.order else ""
    return word in battle_orders and not entry.dice and not entry.refused


def _entry(row: object) -> Entry:
    if isinstance(row, str):
        who, colon, words = row.partition(":")
        if not colon:
            raise CaseError(f"{row!r} must be a seat, a colon and an order")
        row = {who.strip(): yaml.safe_load(words) if who.strip() in ENTRY_KEYS else words.strip()}
    row = {key: value for key, value in mapping("an entry of play", row).items() if key not in NOTES}
    orders = {key: value for key, value in row.items() if key not in ENTRY_KEYS}
    seat, order = next(iter(orders.items()), ("", ""))
    behind_commas = [key for key in orders if key != seat]  # `{red: place 1 Peru, 2 Brazil}` is cut at its comma
    if any(orders[key] is not None for key in behind_commas):
        raise CaseError(f"an entry has one order, here are {' and '.join(orders)}")
    expect = mapping("expect", row.get("expect"))
    refused = expect.pop("refused", None) or row.get("refused")
    return Entry(
        seat=seat,
        order=", ".join([str(order), *behind_commas]),
        dice=parsing.dice(row.get("dice")),
        cards=tuple(names(row.get("cards"))),
        refused="any" if refused is True else str(refused or ""),
        expect=expect,
    )


def _check_keys(where: str, row: Mapping[str, object], keys: tuple[str, ...]) -> None:
    unknown = [str(key) for key in row if key not in keys and key not in NOTES]
    if unknown:
        raise CaseError(f"{where} knows no key {unknown[0]!r}; it knows {', '.join(keys)}")
