"""Links in the bar of the site, on the home page and in the bar of a game: the site's own, and those of apps above.

A line is a function of its reader, and of the game where there is one, that gives a link or nothing. It is asked
whenever such a page is made, so one that has to look something up costs every reader a query.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Generic, ParamSpec, TypeAlias

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from common.registry import Registry
from games.models import Game
from games.models.game import game_path
from games.permissions import is_organizer

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User

Reader: TypeAlias = "User | AnonymousUser"
address = cache(reverse)
Asked = ParamSpec("Asked")


@dataclass(frozen=True)
class Link:
    """Where a line leads, in its reader's language."""

    url: str
    text: str
    icon: str = ""  # in static/icons.svg; narrow pages show it in place of the text
    count: int = 0  # of what waits there, shown unless it is 0


@dataclass(frozen=True)
class Line(Generic[Asked]):
    """A place in one of the lists below."""

    name: str  # pages that say `here` with this name are where the line leads
    link: Callable[Asked, Link | None]  # None for readers who have no use for it


BAR_LINES: Registry[Line[[Reader]]] = Registry()
"""In the bar of pages outside a game, before the reader's account or the login."""

HOME_LINES: Registry[Line[[Reader]]] = Registry()
"""On the page with the reader's games, below them."""

FIRST_LINES: Registry[Line[[Reader]]] = Registry()
"""Where somebody new begins: on the page of a person without games, on How to play and on New game."""

GAME_LINES: Registry[Line[[Reader, Game]]] = Registry()
"""In the bar of a game's pages, behind the board."""

PAST_LINES: Registry[Line[[Reader, Game]]] = Registry()
"""On the history of a game and on its result: other ways to look at what happened. The first is the one that a result
offers above all."""


@dataclass(frozen=True)
class GameCount:
    """What waits in a person's games besides their turns, such as messages: its number by game, for one person."""

    name: str
    numbers: Callable[[User], Mapping[int, int]]  # one query; games without any may be left out
    words: Callable[[int], str]  # what such a number counts: "new messages"


GAME_COUNTS: Registry[GameCount] = Registry()
"""Beside the names of games on the page with the reader's games."""


def counts_of(reader: User) -> dict[int, list[tuple[int, str]]]:
    """List by game what waits there, each number with its words. One query for each count."""
    found: dict[int, list[tuple[int, str]]] = {}
    for count in GAME_COUNTS:
        for game, number in count.numbers(reader).items():
            if number:
                found.setdefault(game, []).append((number, count.words(number)))
    return found


ORGANIZE_LINES: Registry[Line[[Reader]]] = Registry()
"""Among the tabs of the organizers' pages, behind the games."""


def links_of(lines: Registry[Line[Asked]], *args: Asked.args, **kwargs: Asked.kwargs) -> tuple[tuple[str, Link], ...]:
    """List the links that there are, each with the name of its line."""
    found = ((line.name, line.link(*args, **kwargs)) for line in lines)
    return tuple((name, link) for name, link in found if link is not None)


def bar_links(reader: Reader) -> tuple[tuple[str, Link], ...]:
    """List the links in the bar of a page outside a game."""
    return links_of(BAR_LINES, reader)


def first_links(reader: Reader) -> tuple[tuple[str, Link], ...]:
    """List the links for somebody new."""
    return links_of(FIRST_LINES, reader)


def help_link(reader: Reader) -> Link | None:
    return None if reader.is_authenticated else Link(address("help"), _("How to play"), "scroll-text")


def games_link(reader: Reader) -> Link | None:
    return Link(address("home"), _("Games"), "house") if reader.is_authenticated else None


def new_game_link(reader: Reader) -> Link | None:
    return Link(address("game-new"), _("New game"), "plus") if reader.is_authenticated else None


def organize_link(reader: Reader) -> Link | None:
    return Link(address("organize"), _("Organize"), "gavel") if is_organizer(reader) else None


def inbox_link(reader: Reader) -> Link | None:
    return Link(address("inbox"), _("Inbox"), "mail") if settings.LOCAL_INBOX else None


def public_games_link(reader: Reader) -> Link:
    return Link(address("games-public"), _("All public games"))


def watch_link(reader: Reader) -> Link | None:
    return None if reader.is_authenticated else Link(address("games-public"), _("Public games"), "eye")


def history_link(reader: Reader, game: Game) -> Link:
    return Link(game_path("game-history", game.slug), _("History"), "history")


BAR_LINES.add(Line("help", help_link))
BAR_LINES.add(Line("public", watch_link))
BAR_LINES.add(Line("games", games_link))
BAR_LINES.add(Line("new", new_game_link))
BAR_LINES.add(Line("organize", organize_link))
BAR_LINES.add(Line("inbox", inbox_link))
HOME_LINES.add(Line("public", public_games_link))
GAME_LINES.add(Line("history", history_link))
