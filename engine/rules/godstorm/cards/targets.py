"""What is named with miracles: territories, players, relics, decks, gods, ways from one place to another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from engine.core.context import Context
from engine.core.language import gettext, gettext_noop
from engine.core.notation import TokenReader, either
from engine.core.offers import ChoiceField, NumberField, Rows, SeatField, TerritoriesField, TerritoryField
from engine.core.units import ALL, in_order
from engine.mechanics import occupy
from engine.mechanics.action_cards.kinds import Play, Target, TargetField, invasion_of
from engine.mechanics.action_cards.orders import read_at, read_card, read_on, read_player
from engine.mechanics.action_cards.types import Named
from engine.rules.godstorm.cards.common import gods_at, holder, opponents, relics_in_play
from engine.rules.godstorm.facts import temple_places, temples_of
from engine.rules.godstorm.kinds import DECKS, GODS, UNDERWORLD
from engine.rules.godstorm.state import state_of
from engine.rules.godstorm.temples import sites
from engine.rules.godstorm.world import lands

Fields = tuple[TargetField, ...] | None
Where = Callable[[Context, Play], Iterable[int]]
WALKING, SUMMONED = 6, 4  # the most armies of The Dead Walk and of The Fog Lifts
MIGHTIEST = 3  # territories of The Mighty Have Fallen


# --- one territory


def _one(name: str, places: Iterable[int]) -> Fields:
    """Make the field of one territory; None where there is none."""
    values = tuple(places)
    return (TerritoriesField(name, values),) if values else None


def at(where: Where, wanted: str) -> Target:
    """Make the target of a card that works on one of some own territories."""
    return Target(lambda context, play: _one("at", where(context, play)), read_at, wanted)


def on(where: Where, wanted: str) -> Target:
    """Make the target of a card that falls on one of some territories."""
    return Target(lambda context, play: _one("on", where(context, play)), read_on, wanted)


def _own(context: Context, play: Play) -> list[int]:
    return context.territories_of(play.seat)


def _own_sites(context: Context, play: Play) -> Sequence[int]:
    return sites(context, play.seat)


def _own_temples(context: Context, play: Play) -> Sequence[int]:
    return temples_of(context.state, play.seat)


def _list_peopled(context: Context, play: Play) -> list[int]:
    return [place for place in lands(context.state) if context.state.armies[place]]


def _list_plagued(context: Context, play: Play) -> tuple[int, ...]:
    return tuple(sorted(state_of(context).plague))


def _list_untouched(context: Context, play: Play) -> list[int]:
    taken = {*temple_places(context.state), *state_of(context).plague}
    return [place for place in lands(context.state) if place not in taken]


def _all_temples(context: Context, play: Play) -> list[int]:
    return sorted(temple_places(context.state))


def _list_held_by_one(context: Context, play: Play) -> list[int]:
    """List the territories that another player holds with a single army."""
    others, armies = opponents(context, play.seat), context.state.armies
    return [place for place in lands(context.state) if armies[place] == 1 and holder(context, place) in others]


OWN = at(_own, gettext_noop("Name a territory of yours."))
SITE = at(_own_sites, gettext_noop("Name a territory of yours that has no temple."))
OWN_TEMPLE = at(_own_temples, gettext_noop("Name a territory of yours that has a temple."))
PEOPLED = on(_list_peopled, gettext_noop("Name a territory with armies."))
PLAGUED = on(_list_plagued, gettext_noop("Name a territory with a plague marker."))
UNTOUCHED = on(_list_untouched, gettext_noop("Name a territory that has neither a temple nor plague."))
TEMPLE_ANYWHERE = on(_all_temples, gettext_noop("Name a territory that has a temple."))
HELD_BY_ONE = on(_list_held_by_one, gettext_noop("Name a territory that another player holds with exactly 1 army."))


# --- two territories


def _of_one_player(context: Context, play: Play) -> Fields:
    lands = {other: tuple(context.territories_of(other)) for other in opponents(context, play.seat)}
    rows: Rows = {str(other): places for other, places in lands.items() if len(places) > 1}
    others = tuple(map(int, rows))
    return (SeatField("target", others), TerritoriesField("on", (), 2, 2, by="target", table=rows)) if rows else None


def _read_pair(reader: TokenReader) -> Named:
    """Read two territories; whose they are follows from the first."""
    places = read_on(reader)["on"]
    return {"on": places, "target": reader.view.owner[places[0]]}


def _water_links(context: Context, play: Play) -> Fields:
    """Make the field of the water connections over which armies can pass."""
    there = {*lands(context.state)}
    links = tuple(link for link, kind in context.graph.kinds.items() if kind == "sea" and there >= {*link})
    return (ChoiceField("on", tuple(sorted(links))),) if links else None


def _read_link(reader: TokenReader) -> Named:
    return {"on": tuple(sorted(read_on(reader)["on"]))}


def mightiest(context: Context) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """List the territories with the most armies, and those that tie for the places that are left among the three."""
    armies = context.state.armies
    ranked = sorted((place for place in lands(context.state) if armies[place]), key=lambda place: -armies[place])
    if len(ranked) <= MIGHTIEST:
        return tuple(ranked), ()
    last = armies[ranked[MIGHTIEST - 1]]
    sure = tuple(place for place in ranked if armies[place] > last)
    tied = tuple(place for place in ranked if armies[place] == last)
    return ((*sure, *tied), ()) if len(sure) + len(tied) == MIGHTIEST else (sure, tied)


def _list_tied(context: Context, play: Play) -> Fields:
    sure, tied = mightiest(context)
    count = MIGHTIEST - len(sure)
    least = count if tied and context.state.armies[tied[0]] > 1 else 0  # who has a single army loses none
    return (TerritoriesField("on", tuple(sorted(tied)), least, count),) if tied else ()


def _read_tied(reader: TokenReader) -> Named:
    return read_on(reader) if reader.more() else {}


ONE_PLAYERS_LANDS = Target(_of_one_player, _read_pair, gettext_noop("Name two territories of one other player."))
WATER_LINK = Target(
    _water_links, _read_link, gettext_noop("Name two territories with a water connection between them.")
)
TIED = Target(
    _list_tied,
    _read_tied,
    gettext_noop("Where territories tie for the last places among the three, name which of them lose armies."),
)


# --- players, relics, decks, gods


def _player(context: Context, play: Play) -> Fields:
    return (SeatField("target", (*opponents(context, play.seat), play.seat)),)


def _with_hand(context: Context, play: Play) -> Fields:
    others = tuple(other for other in opponents(context, play.seat) if context.player(other).hand)
    return (SeatField("target", others),) if others else None


def _what(values: Iterable[str]) -> Fields:
    """Make the field of one thing that is named; None where there is none."""
    found = tuple(values)
    return (ChoiceField("what", found),) if found else None


def _foreign_relic(context: Context, play: Play) -> Fields:
    return _what(relics_in_play(context, opponents(context, play.seat)))


def _any_relic(context: Context, play: Play) -> Fields:
    return _what(relics_in_play(context, (*opponents(context, play.seat), play.seat)))


def _read_relic(reader: TokenReader) -> Named:
    reader.pass_over("on")
    return {"what": read_card(reader)}


def _list_filled_decks(context: Context, play: Play) -> Fields:
    return _what(deck for deck in DECKS if any(context.state.decks[deck]))


def _read_word(reader: TokenReader, words: Sequence[str], why: str) -> str:
    """Read one of some words. Raises UnreadableOrder."""
    found = next((word for word in words if reader.take(word)), "")
    if not found:
        raise reader.fail(why.format(words=either(words)), words, wrong=reader.typed())
    return found


def _read_deck(reader: TokenReader) -> Named:
    reader.pass_over("on")
    return {"what": _read_word(reader, DECKS, gettext("Name a deck: {words}."))}


def _attacking_god(context: Context, play: Play) -> Fields:
    return _what(gods_at(context, invasion_of(play).src))


def _read_god(reader: TokenReader) -> Named:
    """Read a god of the attacker's, by the kind or by the name."""
    reader.pass_over("on")
    god = reader.piece(GODS, reader.view.about.get("seat"))
    return {"what": god or _read_word(reader, GODS, gettext("Name a god: {words}."))}


def _god_and_refuge(context: Context, play: Play) -> Fields:
    src = invasion_of(play).src
    refuges = tuple(place for place in temples_of(context.state, invasion_of(play).seat) if place != src)
    gods = gods_at(context, src)
    return (ChoiceField("what", gods), TerritoryField("dst", refuges)) if gods and refuges else None


def _read_god_and_refuge(reader: TokenReader) -> Named:
    return {**_read_god(reader), "dst": reader.territory()}


PLAYER = Target(_player, read_player, gettext_noop("Name a player who is still in the game."))
WITH_HAND = Target(_with_hand, read_player, gettext_noop("Name another player who holds miracle cards."))
FOREIGN_RELIC = Target(_foreign_relic, _read_relic, gettext_noop("Name a relic that another player has in play."))
ANY_RELIC = Target(_any_relic, _read_relic, gettext_noop("Name a relic that is in play."))
FILLED_DECK = Target(_list_filled_decks, _read_deck, gettext_noop("Name a deck that has cards left."))
ATTACKING_GOD = Target(_attacking_god, _read_god, gettext_noop("Name a god in the attacking territory."))
GOD_AND_REFUGE = Target(
    _god_and_refuge,
    _read_god_and_refuge,
    gettext_noop("Name a god in the attacking territory, and another territory where the attacker has a temple."),
)


# --- from one place to another


def _between(sources: Iterable[int], goals: Callable[[int], Iterable[int]]) -> tuple[TargetField, ...] | None:
    """Make the fields of a way from one of some places to one that can be reached from there; None without any."""
    ways = {src: tuple(goals(src)) for src in sources}
    rows: Rows = {str(src): places for src, places in ways.items() if places}
    fields = (TerritoryField("src", tuple(map(int, rows))), TerritoryField("dst", by="src", table=rows))
    return fields if rows else None


def _flight(context: Context, play: Play) -> Fields:
    """Make the fields of armies and gods that go from one own territory to another; one army stays, and without armies
    at least one god goes."""
    own = _own(context, play)
    gods = {src: gods_at(context, src) for src in own}
    sources = [src for src in own if context.movable(src) > 0 or gods[src]]
    way = _between(sources, lambda src: (place for place in own if place != src))
    if way is None:
        return None
    armies: Rows = {str(src): (0 if gods[src] else 1, context.movable(src)) for src in sources}
    along: Rows = {
        f"{src} {count}": _subsets(gods[src], least=not count)
        for src in sources
        for count in range(context.movable(src) + 1)
    }
    pieces = ChoiceField("pieces", by="src armies", table=along)  # as typed
    return (*way, NumberField("armies", by="src", table=armies), pieces)


def _subsets(kinds: Sequence[str], least: int) -> tuple[tuple[str, ...], ...]:
    """List all choices of at least so many of these."""
    return tuple(chosen for count in range(least, len(kinds) + 1) for chosen in combinations(kinds, count))


def _read_way(reader: TokenReader) -> Named:
    reader.pass_over("from")
    return {"src": reader.territory(), "dst": reader.territory()}


def _read_flight(reader: TokenReader) -> Named:
    """Read a way, and the armies and gods that go; `all` armies are those that may leave."""
    way = _read_way(reader)
    reader.pass_over("with")
    force = occupy.read_joined_force(reader, way["src"])
    most = reader.view.units(way["src"]) - reader.view.must_stay(way["src"])
    armies = most if force.armies == ALL else force.armies
    return {**way, "armies": armies, "pieces": in_order(force.pieces, GODS)}


def _temple_and_site(context: Context, play: Play) -> Fields:
    built = temple_places(context.state)
    seats = {src: seat for seat in context.state.active_seats() for src in temples_of(context.state, seat)}
    free = {seat: [at for at in context.territories_of(seat) if at not in built] for seat in {*seats.values()}}
    return _between(sorted(seats), lambda src: free[seats[src]])


def _resurrection(context: Context, play: Play) -> Fields:
    """Make the fields of armies that rise from an Underworld space to a temple; one army stays."""
    below, owner = context.graph.in_zone[UNDERWORLD], context.state.owner
    spaces = [src for src in sorted(below) if owner[src] == play.seat and context.movable(src) > 0]
    way = _between(spaces, lambda src: temples_of(context.state, play.seat))
    rows: Rows = {str(src): (1, min(WALKING, context.movable(src))) for src in spaces}
    return (*way, NumberField("armies", by="src", table=rows)) if way else None


def _read_resurrection(reader: TokenReader) -> Named:
    return {**_read_way(reader), "armies": reader.armies()}


def _summons(context: Context, play: Play) -> Fields:
    """Make the fields of armies that are called to the territory under attack; one army stays."""
    here = invasion_of(play).dst
    sources = [src for src in _own(context, play) if src != here and context.movable(src) > 0]
    rows: Rows = {str(src): (1, min(SUMMONED, context.movable(src))) for src in sources}
    return (TerritoryField("src", tuple(sources)), NumberField("armies", by="src", table=rows)) if rows else None


def _read_summons(reader: TokenReader) -> Named:
    reader.pass_over("from")
    return {"src": reader.territory(), "armies": reader.armies()}


FLIGHT = Target(
    _flight,
    _read_flight,
    gettext_noop("Name two territories of yours, and at least 1 army or god to move; 1 army must stay behind."),
)
TEMPLE_AND_SITE = Target(
    _temple_and_site,
    _read_way,
    gettext_noop("Name a player’s temple, and another territory of that player that has none."),
)
RESURRECTION = Target(
    _resurrection,
    _read_resurrection,
    gettext_noop("Name an Underworld space and a temple of yours, and 1 to 6 armies; 1 army must stay behind."),
)
SUMMONS = Target(
    _summons,
    _read_summons,
    gettext_noop("Name another territory of yours, and 1 to 4 armies; 1 army must stay behind."),
)
