"""Read what pages show of ratings: the graph on a person's page, and the numbers beside names in a lobby."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count
from django.urls import reverse
from django.utils.translation import gettext

from accounts.models import User
from games.models import Game, Player
from games.models.game import game_path
from games.selectors.profile import visible_to
from games.services.first_ratings import Rating
from games.wording.amounts import signed
from games.wording.seats import rating_words
from tournaments.models import RatingChange
from tournaments.pages.rating_graph import Drawing, draw
from tournaments.rating_book import Scale
from tournaments.ratings import MILLION, SPREAD, shown
from tournaments.selectors.ranking import place_of, title_of
from tournaments.selectors.ratings import Standing, all_scales, bot, person, scale_of, standing_of, standings_in


@dataclass(frozen=True)
class Tab:
    """A rule set in which a person has a rating."""

    url: str
    title: str
    standing: Standing
    is_here: bool


@dataclass(frozen=True)
class Point:
    """A rated game on the graph and in its table. `url` is empty where the reader may not know the game."""

    change: RatingChange
    shown: int
    gain: int
    seats: int
    url: str
    x: float
    y: float
    has_date: bool

    @property
    def label(self) -> str:
        """What the point says to those who do not see it."""
        said = {"number": self.change.number, "place": self.change.place, "seats": self.seats, "rating": self.shown}
        return gettext("Game %(number)s: place %(place)s of %(seats)s, rating %(rating)s") % said

    @property
    def signed(self) -> str:
        return signed(self.gain)


@dataclass(frozen=True)
class RatingPanel:
    """The ratings of a person: the rule sets that they have played, and the graph of one of them."""

    name: str
    title: str
    rules: str
    standing: Standing
    rank: int
    people: int
    spread: int
    tabs: list[Tab]
    points: list[Point]
    drawing: Drawing


def profile_ratings(who: User, reader: User | AnonymousUser, wished: Mapping[str, str]) -> RatingPanel | None:
    """Build the ratings of a person's page, of the rule set that `rating` in the address names, or else of the one
    played last; None without a rated game. Five queries, one without any."""
    rows = RatingChange.objects.filter(who=person(who.pk)).select_related("game").order_by("ended", "game_id")
    by_rules: dict[str, list[RatingChange]] = {}
    for row in rows:
        by_rules.setdefault(row.rules, []).append(row)
    if not by_rules:
        return None
    last = max(by_rules, key=lambda rules: by_rules[rules][-1].ended)
    chosen = wished.get("rating", "")
    chosen = chosen if chosen in by_rules else last
    scales = {rules: newest(found) for rules, found in all_scales().items()}
    tabs = [tab_of(who, rules, found[-1], scales, rules == chosen) for rules, found in sorted(by_rules.items())]
    scale = scales.get(chosen, DEFAULT)
    changes = by_rules[chosen]
    values = [shown(row.after, scale.beta) for row in changes]
    spreads = [points_of(row.sigma, scale.beta) for row in changes]
    drawing = draw(values, spreads)
    rank, people = place_of(changes[-1])
    return RatingPanel(
        name=who.username,
        title=title_of(chosen),
        rules=chosen,
        standing=next(tab.standing for tab in tabs if tab.is_here),
        rank=rank,
        people=people,
        spread=spreads[-1],
        tabs=tabs,
        points=points_on(drawing, changes, values, scale, known_games(who, reader)),
        drawing=drawing,
    )


DEFAULT = Scale(since=None)  # type: ignore[arg-type]  # of rules that have none of their own


def newest(scales: Sequence[Scale]) -> Scale:
    return scales[-1]


def tab_of(who: User, rules: str, last: RatingChange, scales: Mapping[str, Scale], is_here: bool) -> Tab:
    standing = standing_of(rules, last.number, last.after, scales.get(rules, DEFAULT))
    return Tab(f"{reverse('profile', args=[who.username])}?rating={rules}", title_of(rules), standing, is_here)


def points_of(sigma: int, beta: int) -> int:
    """Convert an uncertainty in millionths to points as they are shown."""
    return round(SPREAD * Fraction(sigma, MILLION) / Fraction(beta, 10))


def known_games(who: User, reader: User | AnonymousUser) -> set[int]:
    """Return the games of a person to which their page may lead this reader. One query."""
    return set(visible_to(who, reader).values_list("game_id", flat=True))


def points_on(
    drawing: Drawing, changes: Sequence[RatingChange], values: Sequence[int], scale: Scale, known: set[int]
) -> list[Point]:
    """Return the games of a graph. One query."""
    tables = RatingChange.objects.filter(game__in=[row.game_id for row in changes]).order_by()
    seats = dict(tables.values_list("game_id").annotate(Count("pk")))
    before = [shown(row.before, scale.beta) for row in changes]
    dated = once_a_month(drawing.dated, changes)
    return [
        Point(
            change=row,
            shown=values[number],
            gain=values[number] - before[number],
            seats=seats[row.game_id],
            url=game_path("game", row.game.slug) if row.game_id in known else "",
            x=drawing.points[number][0],
            y=drawing.points[number][1],
            has_date=number in dated,
        )
        for number, row in enumerate(changes)
    ]


def once_a_month(numbers: Sequence[int], changes: Sequence[RatingChange]) -> list[int]:
    """Leave out the dates that would say the month of the one before again."""
    months = [changes[number].ended.strftime("%Y-%m") for number in numbers]
    return [number for at, number in enumerate(numbers) if at == 0 or months[at] != months[at - 1]]


# ---- beside names


def seat_ratings(game: Game, players: Sequence[Player]) -> dict[int, str]:
    """Say the rating of everybody at the table of a rated game, and what the game changed once it is over. Two queries;
    none for other games."""
    if not game.rated or game.status == Game.Status.VOID:
        return {}
    whos = who_sits(players)
    if game.has_ended:
        return changes_at(game, players, whos)
    found = standings_in(game.rules, set(whos.values()))
    return {key: standing_words(found[who]) for key, who in whos.items()}


def who_sits(players: Sequence[Player]) -> dict[int, str]:
    """Map the keys of players to their names in ratings."""
    return {player.pk: person(player.user_id) if player.user_id else bot(player.bot) for player in players}


def changes_at(game: Game, players: Sequence[Player], whos: Mapping[int, str]) -> dict[int, str]:
    """Say what a game that is over changed for those who are rated for their seats. Two queries."""
    beta = scale_of(game.rules).beta
    changes = {(row.seat, row.who): row for row in RatingChange.objects.filter(game=game)}
    found = ((player.pk, changes.get((player.seat or 0, whos[player.pk]))) for player in players)
    return {key: change_words(change, beta) for key, change in found if change}


def change_words(change: RatingChange, beta: int) -> str:
    """Say a rating after a game, and by how much the game changed it."""
    said = {"shown": shown(change.after, beta), "gain": signed(gain_of(change, beta))}
    return gettext("rating %(shown)s, %(gain)s by this game") % said


def gain_of(change: RatingChange, beta: int) -> int:
    """Compute by how many points, as they are shown, a game changed a rating."""
    return shown(change.after, beta) - shown(change.before, beta)


def profile_gains(who: User, games: Sequence[int]) -> dict[int, int]:
    """Map those of these games that changed the rating of a person to the points, on the scale of today, by which they
    did. Two queries, one if none did."""
    changes = list(RatingChange.objects.filter(game__in=games, who=person(who.pk)))
    scales = {rules: newest(found) for rules, found in all_scales().items()} if changes else {}
    return {row.game_id: gain_of(row, scales.get(row.rules, DEFAULT).beta) for row in changes}


def standing_words(standing: Standing) -> str:
    """Say a rating in a few words."""
    return rating_words(*numbers_of(standing)) if standing.games else gettext("no rating yet")


def numbers_of(standing: Standing) -> Rating:
    return standing.shown, standing.cautious, standing.is_provisional


def first_ratings(game: Game, players: Sequence[Player]) -> dict[int, Rating]:
    """Map the players of a game to their ratings by its rules, but for those without any game. Two queries."""
    whos = who_sits(players)
    found = standings_in(game.rules, set(whos.values()))
    return {key: numbers_of(found[who]) for key, who in whos.items() if found[who].games}
