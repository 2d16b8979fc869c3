"""Read a person's page: what they play, what came of their games, and whom they met there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from django.contrib.auth.models import AnonymousUser
from django.db.models import Prefetch, Q, QuerySet
from django.utils.safestring import SafeString

from accounts.models import User
from common.registry import Registry
from games.models import Game, Player
from games.models.game import hiding_names, tell_apart
from games.selectors.lists import MOST_ENDED
from games.selectors.reliability import Reliability, reliability_of
from games.selectors.thumbnails import MOST, mini_map_of
from games.wording.amounts import join_and, ordinal, signed

MOST_RIVALS = 8


@dataclass(frozen=True)
class GameRow:
    """A person's seat in one game, with everybody who plays there. `mini` is empty where no map is drawn, `gain` is by
    how much the game changed the person's rating, with its sign, empty where it did not count."""

    player: Player
    mini: SafeString = SafeString("")
    gain: str = ""

    @property
    def game(self) -> Game:
        return self.player.game

    @cached_property
    def others(self) -> list[Player]:
        players = list(self.game.players.all())
        tell_apart(players)
        return [player for player in players if player.pk != self.player.pk]

    @property
    def opponents(self) -> str:
        """Name the others, in the order of their seats."""
        return join_and([player.label for player in self.others])

    @property
    def place(self) -> int:
        """The place of this person, from 1; 0 where it was not kept, as in older games that somebody else won."""
        return place_of(self.player)

    @property
    def seats(self) -> int:
        return len(self.others) + 1


@dataclass
class Rival:
    """Somebody else in a person's games: how often the person finished before them, and how often behind them."""

    name: str
    games: int = 0
    ahead: int = 0
    behind: int = 0

    @property
    def share(self) -> int:
        """How often the person finished before them, in per cent of the games in which either did."""
        return round(100 * self.ahead / max(1, self.ahead + self.behind))


@dataclass(frozen=True)
class Bar:
    """How often a person finished in one place, and that in per cent of the most frequent place of the row."""

    place: int
    count: int
    share: int

    @property
    def title(self) -> str:
        return ordinal(self.place)


@dataclass(frozen=True)
class PlaceRow:
    """The places of a person in games of so many players."""

    seats: int
    games: int
    bars: list[Bar]


@dataclass(frozen=True)
class GainSource:
    """By how many points games changed a person's rating, by the numbers of those games that counted, as an app above
    the games knows it. Its name is that of the part of the page which hides it. Two queries at most."""

    name: str
    read: Callable[[User, Sequence[int]], Mapping[int, int]]


GAIN_SOURCES: Registry[GainSource] = Registry()


@dataclass(frozen=True)
class Profile:
    """What a person's page shows. `reliability` is what came of their last turns. `finished` and `won` count all games
    that the reader may know of, `results` are the latest `MOST_ENDED` of them, from which `places` and `rivals` are
    counted. Parts in `hidden` are empty: the person hides them from the reader. Unless the page is the reader's own
    (`is_own`), there may be further games that it does not count."""

    running: list[GameRow]
    results: list[GameRow]
    finished: int
    won: int
    places: list[PlaceRow]
    rivals: list[Rival]
    reliability: Reliability | None
    hidden: frozenset[str] = frozenset()
    is_own: bool = False


def profile_of(person: User, reader: User | AnonymousUser, hidden: frozenset[str] = frozenset()) -> Profile:
    """Read the page of a person as the reader may see it, without what is hidden from them. Six queries, those of
    ratings and of small maps that are not kept."""
    seats = visible_to(person, reader)
    running = seats.filter(game__status__in=[Game.Status.RUNNING, Game.Status.PAUSED]).order_by("-game__started_at")
    ended = seats.filter(game__status=Game.Status.OVER).order_by("-game__ended_at")
    needed = not {"results", "places", "against"} <= hidden
    results = rows_of(ended) if needed else []
    counted = {} if "results" in hidden else dict(ended.order_by().values_list("pk", "result"))
    return Profile(
        running=[] if "running" in hidden else rows_of(running),
        results=[] if "results" in hidden else with_gains(results, person, hidden),
        finished=len(counted),
        won=sum(result == "won" for result in counted.values()),
        places=[] if "places" in hidden else places_in(results),
        rivals=[] if "against" in hidden else rivals_in(results),
        reliability=None if "reliability" in hidden else reliability_of(person.pk),
        hidden=hidden,
        is_own=reader == person,
    )


def with_gains(results: Sequence[GameRow], person: User, hidden: frozenset[str]) -> list[GameRow]:
    """Add by how much each game changed the person's rating, unless that is hidden."""
    numbers = [row.game.pk for row in results]
    gains: dict[int, int] = {}
    for source in GAIN_SOURCES if numbers else ():
        if source.name not in hidden:
            gains |= source.read(person, numbers)
    return [replace(row, gain=signed(gains[row.game.pk])) if row.game.pk in gains else row for row in results]


def places_in(results: Iterable[GameRow]) -> list[PlaceRow]:
    """Count the places of a person by the number of players, few players first; only places that were kept."""
    counted: dict[int, Counter[int]] = {}
    for row in results:
        if row.place:
            counted.setdefault(row.seats, Counter())[row.place] += 1
    return [
        PlaceRow(
            seats,
            places.total(),
            [Bar(at, places[at], round(100 * places[at] / max(places.values()))) for at in range(1, seats + 1)],
        )
        for seats, places in sorted(counted.items())
    ]


def export_results(person: User) -> Iterator[tuple[str, ...]]:
    """Yield the lines of a table of all games that a person has finished, the latest first, its head before them. Two
    queries."""
    yield "game", "rules", "begun", "ended", "place", "players", "result", "opponents"
    everybody = Prefetch("game__players", Player.objects.select_related("user"))
    ended = visible_to(person, person).filter(game__status=Game.Status.OVER).order_by("-game__ended_at")
    for row in map(GameRow, ended.prefetch_related(everybody)):
        game, place = row.game, str(row.place or "")
        days = (f"{at:%Y-%m-%d}" if at else "" for at in (game.started_at, game.ended_at))
        others = ", ".join(player.label for player in row.others)
        yield game.name, game.rules, *days, place, str(row.seats), row.player.result, others


def visible_to(person: User, reader: User | AnonymousUser) -> QuerySet[Player]:
    """Query a person's seats in listed games, and in those that the reader plays too.

    Any other game may be watched by whoever knows its address, so no list gives the address away. Games that hide names
    are there for the person alone: their colour would tell who they are.
    """
    seats = Player.objects.filter(user=person).select_related("game")
    seen = Q(game__watch=Game.Watch.LISTED)
    if reader.is_authenticated:
        seen |= Q(game__in=Game.objects.filter(players__user=reader))
    return seats.filter(seen) if reader == person else seats.filter(seen).exclude(hiding_names("game__"))


def rows_of(seats: QuerySet[Player]) -> list[GameRow]:
    """List seats with all players of their games; the first few with a small map. Two queries, and those of maps."""
    everybody = Prefetch("game__players", Player.objects.select_related("user"))
    found = list(seats.prefetch_related(everybody)[:MOST_ENDED])
    return [
        GameRow(player, mini_map_of(player.game, None) if number < MOST else SafeString(""))
        for number, player in enumerate(found)
    ]


def place_of(player: Player) -> int:
    """Return the place of a seat in an ended game, from 1; 0 where it was not kept."""
    return player.place or int(player.result == "won")


def rivals_in(results: Iterable[GameRow]) -> list[Rival]:
    """Count whom a person met in finished games and who finished first, the most frequent first."""
    met: dict[str, Rival] = {}
    for row in results:
        for other in row.others:
            if other.user is not None and other.user.is_active:
                rival = met.setdefault(other.user.username, Rival(other.user.username))
                mine, theirs = row.place or row.seats, place_of(other) or row.seats
                rival.games += 1
                rival.ahead += mine < theirs
                rival.behind += mine > theirs
    return sorted(met.values(), key=lambda rival: (-rival.games, rival.name))[:MOST_RIVALS]
