"""What the waiting seat may do, as a case says it: orders, targets, bounds, sets."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from engine.conformance.state_summary import StateSummary, card_names, differ
from engine.core.offers import (
    AmountsField,
    CardsField,
    ChoiceField,
    ForceField,
    NumberField,
    Offer,
    PlacementsField,
    TerritoriesField,
    TerritoryField,
)
from engine.core.registry import ruleset
from engine.core.view import PlayerView
from engine.core.written import CaseError, PositionError, card_number, list_things, names, territory_number

Counting = NumberField | ForceField | AmountsField
"""Fields that count something."""

Offers = Sequence[tuple[str, Offer]]
"""What may be answered, each with the word that starts its orders; several may start with the same."""


def offers_by_command(view: PlayerView) -> Offers:
    """List the offers of a view, each with the word that starts its orders."""
    words = {str(command.action.__struct_config__.tag): command.word for command in ruleset(view.rules).commands}
    return [(words[offer.action], offer) for offer in view.offers if offer.action in words]


def targets_of(offer: Offer) -> tuple[set[int], dict[int | str, set[int]]]:
    """Return where an offer leads: all territories, and those reached from each territory where it starts, or by each
    thing that may go there."""
    lands = [
        field
        for field in offer.fields
        if isinstance(field, TerritoryField | TerritoriesField | PlacementsField)
        and field.name not in ("bonus", "neutral")
    ]
    if not lands:
        return set(), {}
    last = lands[-1]
    if not isinstance(last, TerritoryField) or not last.by:
        return {place for place in last.values if place >= 0}, {}
    by_source = {int(src) if src.isdigit() else src: set(there) for src, there in last.table.items()}
    return set().union(*by_source.values()), by_source


def choices_of(offer: Offer) -> tuple[object, ...]:
    """Return the things of which an offer first wants one, or some: cards, kinds of pieces, decks, places in an order.
    Nothing where it wants land."""
    first = offer.fields[0] if offer.fields else None
    return first.values if isinstance(first, ChoiceField) or type(first) is AmountsField else ()


def bounds_of(offer: Offer) -> Counting | None:
    """Find the field of an offer that counts something; None if there is none."""
    for field in offer.fields:
        if isinstance(field, Counting):
            return field
    return None


def find_bound(field: Counting, which: int, src: int | None = None) -> object:
    """Return the least (0) or most (1) of a counted field, from one territory or over all."""
    if isinstance(field, AmountsField):
        return (field.least, field.most if src is None else field.most_at(src))[which]
    if not field.by:
        return (field.least, field.most)[which]
    rows = [row for key, row in field.table.items() if src is None or key.split()[0] == str(src)]
    return (min, max)[which]((row[which] for row in rows), default=0)


# --- what a case says of it


def options(said: object, summary: StateSummary) -> list[str]:
    return _hold(said, offers_by_command(summary.view), summary)


def _hold(said: object, offers: Offers, summary: StateSummary) -> list[str]:
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
        elif key in _words(summary):
            found += _of_command(wanted, [(word, offer) for word, offer in offers if word == key], summary)
        elif _is_land(key, summary):
            found += _from_land(key, wanted, offers, summary)
        else:
            raise CaseError(f"options know no key {key!r}; they know {', '.join([*OPTIONS, *_words(summary)])}")
    return found


def _of_command(wanted: object, offers: Offers, summary: StateSummary) -> list[str]:
    """Compare the targets of a command, or several things about it."""
    several = isinstance(wanted, dict) and set(wanted) <= {*OPTIONS, "from"}
    return (_hold if several else _targets)(wanted, offers, summary)


def _from_land(land: str, wanted: object, offers: Offers, summary: StateSummary) -> list[str]:
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


def _orders(wanted: object, offers: Offers, summary: StateSummary) -> list[str]:
    return differ("orders", sorted(names(wanted)), sorted({word for word, _ in offers}))


def _targets(wanted: object, offers: Offers, summary: StateSummary) -> list[str]:
    """Compare a list of all targets, or of all that may be chosen; or one for each territory from which targets are
    reached, or each thing that may go there."""
    places: set[int] = set()
    by_source: dict[int | str, set[int]] = {}
    for _, offer in offers:
        everywhere, by_src = targets_of(offer)
        places |= everywhere
        by_source |= by_src
    if isinstance(wanted, dict):
        return [line for src, there in wanted.items() for line in _list_reached(str(src), there, by_source, summary)]
    choices = {_write_choice(choice) for _, offer in offers for choice in choices_of(offer)}
    if choices and not all(_is_land(name, summary) for name in names(wanted)):
        return differ("choices", sorted(names(wanted)), sorted(choices))
    return differ("targets", _sort_names(names(wanted), summary), sorted(summary.name(t) for t in places))


def _write_choice(choice: object) -> str:
    """Write a choice as an order does; one of several names with commas."""
    several = choice if isinstance(choice, tuple) and all(isinstance(name, str) for name in choice) else (choice,)
    return ", ".join(map(str, several))


def _list_reached(src: str, there: object, by_source: Mapping[int | str, set[int]], summary: StateSummary) -> list[str]:
    start = src if src in by_source else territory_number(src, summary.graph)
    came = sorted(summary.name(t) for t in by_source.get(start, ()))
    return differ(f"targets from {src}", _sort_names(names(there), summary), came)


def _sources(wanted: object, offers: Offers, summary: StateSummary) -> list[str]:
    came = {src for _, offer in offers for src in targets_of(offer)[1] if isinstance(src, int)}
    return differ("sources", _sort_names(names(wanted), summary), sorted(summary.name(t) for t in came))


def _sort_names(names: Iterable[str], summary: StateSummary) -> list[str]:
    graph = summary.graph
    return sorted(graph.names[territory_number(name, graph)] for name in names)


def _limit(which: int) -> Callable[[object, Offers, StateSummary], list[str]]:
    word = ("least", "most")[which]

    def check(wanted: object, offers: Offers, summary: StateSummary) -> list[str]:
        counted = [field for _, offer in offers if (field := bounds_of(offer))]
        if not counted:
            return [f"expected {word} {wanted}, came nothing to count"]
        field = counted[0]
        if not isinstance(wanted, dict):
            return differ(word, wanted, find_bound(field, which))
        graph = summary.graph
        return [
            line
            for src, number in wanted.items()
            for line in differ(f"{word} from {src}", number, find_bound(field, which, territory_number(src, graph)))
        ]

    return check


def _sets(wanted: object, offers: Offers, summary: StateSummary) -> list[str]:
    """Compare how many different sets may be traded in, or which."""
    sets = next((offer.field("cards", CardsField).values for word, offer in offers if word == "trade"), ())
    if isinstance(wanted, int):
        return differ("sets", wanted, len(sets))
    graph = summary.graph
    chosen = sorted(
        card_names((card_number(card, graph) for card in list_things(cards)), summary) for cards in list_things(wanted)
    )
    return differ("sets", chosen, sorted(card_names(cards, summary) for cards in sets))


def _bonus(wanted: object, offers: Offers, summary: StateSummary) -> list[str]:
    """List the territories where the two armies of a set may go, over all sets."""
    by_set = next((offer.field("bonus", TerritoryField).table for word, offer in offers if word == "trade"), {})
    came = {t for row in by_set.values() for t in row if t >= 0}
    return differ("bonus", _sort_names(names(wanted), summary), sorted(summary.name(t) for t in came))


def _choices(name: str) -> Callable[[object, Offers, StateSummary], list[str]]:
    """Make a check of the values of a field, over all offers; territories are compared by name."""

    def check(wanted: object, offers: Offers, summary: StateSummary) -> list[str]:
        fields = [field for _, offer in offers for field in offer.fields if field.name == name]
        values = [value for field in fields for value in getattr(field, "values", ())]
        if any(isinstance(field, TerritoryField | PlacementsField) for field in fields):
            return differ(name, _sort_names(names(wanted), summary), sorted(map(summary.name, values)))
        return differ(name, sorted(names(wanted)), sorted(map(str, values)))

    return check


def _dice(wanted: object, offers: Offers, summary: StateSummary) -> list[str]:
    """Compare the most dice that may be thrown, in all or by territory; or every number of them."""
    if not isinstance(wanted, list):
        return _limit(1)(wanted, offers, summary)
    least, most = min(wanted, default=0), max(wanted, default=0)
    return _limit(0)(least, offers, summary) + _limit(1)(most, offers, summary)


OPTIONS: dict[str, Callable[[object, Offers, StateSummary], list[str]]] = {
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
