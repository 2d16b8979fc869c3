"""What the waiting seat may do, as a case says it: orders, targets, bounds, sets."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.conformance.state_summary import StateSummary, card_names, differ
from engine.core.offers import CardsField, ForceField, NumberField, Offer, PlacementsField, TerritoryField
from engine.core.registry import ruleset
from engine.core.view import PlayerView
from engine.core.written import CaseError, PositionError, card_number, names, territory_number

Counting = NumberField | ForceField | PlacementsField
"""Fields that count something."""


def offers_by_command(view: PlayerView) -> dict[str, Offer]:
    """Map the offers of a view to the words that start their orders."""
    words = {str(command.action.__struct_config__.tag): command.word for command in ruleset(view.rules).commands}
    return {words[offer.action]: offer for offer in view.offers if offer.action in words}


def targets_of(offer: Offer) -> tuple[set[int], dict[int, set[int]]]:
    """Return where an offer leads: all territories, and those reached from each territory where it starts."""
    lands = [
        field
        for field in offer.fields
        if isinstance(field, TerritoryField | PlacementsField) and field.name not in ("bonus", "neutral")
    ]
    if not lands:
        return set(), {}
    last = lands[-1]
    if isinstance(last, PlacementsField) or not last.by:
        return set(last.values), {}
    by_source = {int(src): set(there) for src, there in last.table.items()}
    return set().union(*by_source.values()), by_source


def bounds_of(offer: Offer) -> Counting | None:
    """Find the field of an offer that counts something; None if there is none."""
    for field in offer.fields:
        if isinstance(field, NumberField | ForceField | PlacementsField):
            return field
    return None


def bound(field: Counting, which: int, src: int | None = None) -> Any:
    """Return the least (0) or most (1) of a counted field, from one territory or over all."""
    if isinstance(field, PlacementsField):
        return (field.least, field.most if src is None else field.most_at(src))[which]
    if not field.by:
        return (field.least, field.most)[which]
    rows = [row for key, row in field.table.items() if src is None or key.split()[0] == str(src)]
    return (min, max)[which]((row[which] for row in rows), default=0)


# --- what a case says of it


def options(said: Any, summary: StateSummary) -> list[str]:
    return _hold(said, offers_by_command(summary.view), summary)


def _hold(said: Any, offers: Mapping[str, Offer], summary: StateSummary) -> list[str]:
    if isinstance(said, list):
        return (_orders if set(map(str, said)) <= set(_words(summary)) else _targets)(said, offers, summary)
    if not isinstance(said, dict):
        raise CaseError("options must be a mapping")
    if "from" in said:
        said = {said["from"]: {key: wanted for key, wanted in said.items() if key != "from"}}
    found = []
    for key, wanted in said.items():
        if key in OPTIONS:
            found += OPTIONS[key](wanted, offers, summary)
        elif key in offers or key in _words(summary):
            found += _of_command(wanted, {key: offers[key]} if key in offers else {}, summary)
        elif _is_land(key, summary):
            found += _from_land(key, wanted, offers, summary)
        else:
            raise CaseError(f"options know no key {key!r}; they know {', '.join([*OPTIONS, *_words(summary)])}")
    return found


def _of_command(wanted: Any, offer: Mapping[str, Offer], summary: StateSummary) -> list[str]:
    """Compare the targets of a command, or several things about it."""
    several = isinstance(wanted, dict) and set(wanted) <= {*OPTIONS, "from"}
    return (_hold if several else _targets)(wanted, offer, summary)


def _from_land(land: str, wanted: Any, offers: Mapping[str, Offer], summary: StateSummary) -> list[str]:
    """Compare the targets that are reached from a territory, or several things about it."""
    if not isinstance(wanted, dict):
        return _targets({land: wanted}, offers, summary)
    return _hold({key: {land: value} for key, value in wanted.items()}, offers, summary)


def _is_land(name: str, summary: StateSummary) -> bool:
    try:
        return territory_number(name, summary.graph) >= 0
    except PositionError:
        return False


def _words(summary: StateSummary) -> list[str]:
    return [command.word for command in ruleset(summary.view.rules).commands]


def _orders(wanted: Any, offers: Mapping[str, Offer], summary: StateSummary) -> list[str]:
    return differ("orders", sorted(names(wanted)), sorted(offers))


def _targets(wanted: Any, offers: Mapping[str, Offer], summary: StateSummary) -> list[str]:
    """Compare a list of all targets, or one for each territory from which they are reached."""
    places: set[int] = set()
    by_source: dict[int, set[int]] = {}
    for offer in offers.values():
        everywhere, by_src = targets_of(offer)
        places |= everywhere
        by_source |= by_src
    if not isinstance(wanted, dict):
        return differ("targets", _sorted(names(wanted), summary), sorted(summary.name(t) for t in places))
    found = []
    for src, there in wanted.items():
        came = sorted(summary.name(t) for t in by_source.get(territory_number(src, summary.graph), ()))
        found += differ(f"targets from {src}", _sorted(names(there), summary), came)
    return found


def _sources(wanted: Any, offers: Mapping[str, Offer], summary: StateSummary) -> list[str]:
    came = {src for offer in offers.values() for src in targets_of(offer)[1]}
    return differ("sources", _sorted(names(wanted), summary), sorted(summary.name(t) for t in came))


def _sorted(names: Iterable[str], summary: StateSummary) -> list[str]:
    graph = summary.graph
    return sorted(graph.names[territory_number(name, graph)] for name in names)


def _limit(which: int) -> Callable[[Any, Mapping[str, Offer], StateSummary], list[str]]:
    word = ("least", "most")[which]

    def check(wanted: Any, offers: Mapping[str, Offer], summary: StateSummary) -> list[str]:
        counted = [field for offer in offers.values() if (field := bounds_of(offer))]
        if not counted:
            return [f"expected {word} {wanted}, came nothing to count"]
        field = counted[0]
        if not isinstance(wanted, dict):
            return differ(word, wanted, bound(field, which))
        graph = summary.graph
        return [
            line
            for src, number in wanted.items()
            for line in differ(f"{word} from {src}", number, bound(field, which, territory_number(src, graph)))
        ]

    return check


def _sets(wanted: Any, offers: Mapping[str, Offer], summary: StateSummary) -> list[str]:
    """Compare how many different sets may be traded in, or which."""
    sets = offers["trade"].field("cards", CardsField).values if "trade" in offers else ()
    if isinstance(wanted, int):
        return differ("sets", wanted, len(sets))
    graph = summary.graph
    chosen = sorted(card_names((card_number(card, graph) for card in cards), summary) for cards in wanted)
    return differ("sets", chosen, sorted(card_names(cards, summary) for cards in sets))


def _bonus(wanted: Any, offers: Mapping[str, Offer], summary: StateSummary) -> list[str]:
    """List the territories where the two armies of a set may go, over all sets."""
    by_set = offers["trade"].field("bonus", TerritoryField).table if "trade" in offers else {}
    came = {t for row in by_set.values() for t in row if t >= 0}
    return differ("bonus", _sorted(names(wanted), summary), sorted(summary.name(t) for t in came))


def _choices(name: str) -> Callable[[Any, Mapping[str, Offer], StateSummary], list[str]]:
    """Make a check of the values of a field, over all offers; territories are compared by name."""

    def check(wanted: Any, offers: Mapping[str, Offer], summary: StateSummary) -> list[str]:
        fields = [field for offer in offers.values() for field in offer.fields if field.name == name]
        values = [value for field in fields for value in getattr(field, "values", ())]
        if any(isinstance(field, TerritoryField | PlacementsField) for field in fields):
            return differ(name, _sorted(names(wanted), summary), sorted(map(summary.name, values)))
        return differ(name, sorted(names(wanted)), sorted(map(str, values)))

    return check


def _dice(wanted: Any, offers: Mapping[str, Offer], summary: StateSummary) -> list[str]:
    """Compare the most dice that may be thrown, in all or by territory; or every number of them."""
    if not isinstance(wanted, list):
        return _limit(1)(wanted, offers, summary)
    least, most = min(wanted, default=0), max(wanted, default=0)
    return _limit(0)(least, offers, summary) + _limit(1)(most, offers, summary)


OPTIONS: dict[str, Callable[[Any, Mapping[str, Offer], StateSummary], list[str]]] = {
    "orders": _orders,
    "targets": _targets,
    "sources": _sources,
    "least": _limit(0),
    "most": _limit(1),
    "dice": _dice,
    "sets": _sets,
    "bonus": _bonus,
    "die": _choices("die"),
    "card": _choices("card"),
    "neutral": _choices("neutral"),
}
