"""Read who is ranked where: all players by a rule set, and those of a ladder. Bots are rated and not ranked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.paginator import Page, Paginator
from django.db.models import Count, F, Max, Q
from django.urls import reverse
from django.utils.translation import gettext as _

import engine
from accounts.models import User
from games.selectors.site_time import count_back
from tournaments.models import Entrant, RatingChange, Table, Tournament
from tournaments.rating_book import Scale
from tournaments.selectors.ratings import Standing, latest_changes, person, scale_of, standing_of, standings_in

PEOPLE = "person:"
ON_A_PAGE = 100
CAUTION = F("mu") - 2 * F("sigma")
"""By this players are ranked: in whatever scale it is shown, the order is the same."""

IDLE = timedelta(days=30)
"""So long without a game costs a rank in a ladder, until the next; outages of the site do not count."""


@dataclass(frozen=True)
class Ranked:
    """A row of a table of players. `rank` is None for bots and for whoever has lost it; equal ratings share one."""

    rank: int | None
    name: str
    url: str
    standing: Standing
    is_bot: bool = False


@dataclass(frozen=True)
class RankingPage:
    """A page of the table of players by a rule set."""

    rules: str
    title: str
    rows: list[Ranked]
    pages: Page  # type: ignore[type-arg]


def build_ranking(rules: str, number: int = 1) -> RankingPage:
    """Build a page of the table of all players by a rule set, the highest cautious rating first. Four queries."""
    scale = scale_of(rules)
    changes = latest_changes(rules).annotate(caution=CAUTION).order_by("-caution", "who")
    pages = Paginator(changes, ON_A_PAGE).get_page(number)
    found = list(pages.object_list)
    names = names_of(row.who for row in found)
    above = people_above(rules, found[0]) if found else 0
    ranks = share_ranks([caution_of(row) for row in found if row.who.startswith(PEOPLE)], above)
    rows = [ranked_row(row, ranks, names, scale) for row in found]
    return RankingPage(rules, title_of(rules), rows, pages)


def title_of(rules: str) -> str:
    """Return the title of a rule set; its name if it is here no more."""
    known = engine.rulesets().get(rules)
    return str(known.title) if known else rules


def share_ranks(cautions: Sequence[int], above: int) -> dict[int, int]:
    """Map cautious ratings, the highest first, to the ranks that they share, behind so many others."""
    ranks: dict[int, int] = {}
    for at, caution in enumerate(cautions, above + 1):
        ranks.setdefault(caution, at)
    return ranks


def ranked_row(row: RatingChange, ranks: Mapping[int, int], names: Mapping[str, str], scale: Scale) -> Ranked:
    """Build the row of a player by their latest change."""
    kind, _colon, name = row.who.partition(":")
    standing = standing_of(row.rules, row.number, row.after, scale)
    if kind == "bot":
        return Ranked(None, name, "", standing, is_bot=True)
    name = names.get(row.who, "")
    return Ranked(ranks[caution_of(row)], name or _("deleted player"), url_of(name), standing)


def caution_of(row: RatingChange) -> int:
    return row.mu - 2 * row.sigma


def people_above(rules: str, row: RatingChange) -> int:
    """Count the people with a higher cautious rating than the one of a change. One query."""
    people = latest_changes(rules).annotate(caution=CAUTION).filter(who__startswith=PEOPLE)
    return people.filter(caution__gt=caution_of(row)).count()


def place_of(row: RatingChange) -> tuple[int, int]:
    """Return the rank of a person's latest change by its rules, and how many people are ranked. One query."""
    people = latest_changes(row.rules).annotate(caution=CAUTION).filter(who__startswith=PEOPLE)
    counts = people.aggregate(all=Count("pk"), above=Count("pk", filter=Q(caution__gt=caution_of(row))))
    return counts["above"] + 1, counts["all"]


def names_of(whos: Iterable[str]) -> dict[str, str]:
    """Map people to their names; who has deleted the account is left out. One query."""
    keys = [int(who.removeprefix(PEOPLE)) for who in whos if who.startswith(PEOPLE)]
    found = User.objects.filter(pk__in=keys, deleted_at=None)
    return {person(key): name for key, name in found.values_list("pk", "username")}


def url_of(name: str) -> str:
    return reverse("profile", args=[name]) if name else ""


# ---- a ladder


def cautious_ratings(event: Tournament, entrants: Sequence[Entrant]) -> dict[str, int]:
    """Map entrants to their cautious ratings by the rules of the event. Two queries."""
    standings = standings_in(event.rules, {who_is(each) for each in entrants})
    return {each.code: standings[who_is(each)].cautious for each in entrants}


def who_is(entrant: Entrant) -> str:
    """Return what ratings call an entrant."""
    return person(entrant.user_id) if entrant.user_id else f"bot:{entrant.bot}"


def rank_ladder(event: Tournament, now: datetime) -> list[Ranked]:
    """List who plays in a ladder, the highest cautious rating first. Bots have no rank, and nor has whoever played no
    game of it within 30 days. Five queries."""
    entrants = [each for each in event.entrants.select_related("user") if each.entered and each.left is None]
    standings = standings_in(event.rules, {who_is(each) for each in entrants})
    active = active_since(event, count_back(now, IDLE))
    order = sorted(entrants, key=lambda each: (-standings[who_is(each)].cautious, each.number))
    ranked = [each for each in order if each.code in active and not each.bot]
    ranks = share_ranks([standings[who_is(each)].cautious for each in ranked], 0)
    rank = {each.code: ranks[standings[who_is(each)].cautious] for each in ranked}
    return [
        Ranked(rank.get(each.code), each.name, url_of(shown_name(each)), standings[who_is(each)], bool(each.bot))
        for each in order
    ]


def active_since(event: Tournament, since: datetime) -> set[str]:
    """List who sat at a table of an event that has been played since then, or is being played. One query."""
    tables = Table.objects.filter(round__tournament=event).exclude(game=None)
    played = tables.annotate(last=Max("game__ended_at")).filter(Q(last=None) | Q(last__gte=since))
    return {name for seats in played.values_list("seats", flat=True) for name in seats}


def shown_name(entrant: Entrant) -> str:
    return entrant.user.username if entrant.user and entrant.user.deleted_at is None else ""
